# SPDX-License-Identifier: GPL-3.0-or-later
# decodescope_embed_text(target file symbol header)
# Compiles a text file into a target as `const std::string_view decodescope::symbol`, declared in the header; made anew
# when the file changes. Run as a script, this file writes the source.
if(CMAKE_SCRIPT_MODE_FILE)
    file(READ "${INPUT}" hex HEX)
    # Bytes as numbers: any text goes in as it is, and no compiler's limit on the length of a literal applies.
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${hex}")
    string(REGEX REPLACE "(('[^']*',){16})" "\\1\n    " bytes "${bytes}")
    file(WRITE "${OUTPUT}" "#include \"${HEADER}\"\n\nnamespace decodescope {\nnamespace {\nconstexpr char kBytes[] = {\n    ${bytes}'\\0'};\n}\n\nconst std::string_view ${SYMBOL}(kBytes, sizeof(kBytes) - 1);\n\n} // namespace decodescope\n")
    return()
endif()

set(EMBED_TEXT_SCRIPT "${CMAKE_CURRENT_LIST_FILE}" CACHE INTERNAL "")
function(decodescope_embed_text target file symbol header)
    set(output "${CMAKE_CURRENT_BINARY_DIR}/${symbol}.cpp")
    add_custom_command(OUTPUT "${output}"
        COMMAND "${CMAKE_COMMAND}" "-DINPUT=${file}" "-DOUTPUT=${output}" "-DSYMBOL=${symbol}" "-DHEADER=${header}"
                -P "${EMBED_TEXT_SCRIPT}"
        DEPENDS "${file}" "${EMBED_TEXT_SCRIPT}" VERBATIM)
    # A custom command is seen by the targets of its own folder only; this one carries it to the target's.
    add_custom_target(${target}_${symbol} DEPENDS "${output}")
    add_dependencies(${target} ${target}_${symbol})
    target_sources(${target} PRIVATE "${output}")
    set_source_files_properties("${output}" TARGET_DIRECTORY ${target} PROPERTIES GENERATED ON)
endfunction()
