# SPDX-License-Identifier: GPL-3.0-or-later
# The texts of resources/translations, compiled into a target as :/i18n, with Qt's own of the same languages where they
# are installed. The target update_translations takes new texts over from the sources.
find_package(Qt6 6.4 REQUIRED COMPONENTS LinguistTools)

function(decodescope_add_translations target)
    set(folder "${PROJECT_SOURCE_DIR}/resources/translations")
    set(languages zh_CN)
    list(TRANSFORM languages PREPEND "${folder}/decodescope_" OUTPUT_VARIABLE translated)
    list(TRANSFORM translated APPEND .ts)
    set(plurals "${folder}/decodescope_en.ts") # English has its texts in the sources, but for "1 kernel"

    qt_add_lrelease(${target} TS_FILES ${translated} ${plurals} QM_FILES_OUTPUT_VARIABLE compiled)
    qt_add_resources(${target} decodescope_translations PREFIX /i18n BASE "${CMAKE_CURRENT_BINARY_DIR}" FILES ${compiled})
    set(of_qt "${QT6_INSTALL_PREFIX}/${QT6_INSTALL_TRANSLATIONS}")
    foreach(language ${languages})
        if(EXISTS "${of_qt}/qtbase_${language}.qm")
            qt_add_resources(${target} qtbase_${language} PREFIX /i18n BASE "${of_qt}" FILES "${of_qt}/qtbase_${language}.qm")
        endif()
    endforeach()

    set(lupdate Qt6::lupdate -silent -no-obsolete -locations none -I . ui app)
    add_custom_target(update_translations
        COMMAND ${lupdate} -ts ${translated}
        COMMAND ${lupdate} -pluralonly -ts ${plurals}
        WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}" VERBATIM)
endfunction()
