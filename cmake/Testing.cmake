# SPDX-License-Identifier: GPL-3.0-or-later
# decodescope_add_test(tst_name [SOURCES file...] [LIBS target...] [TIMEOUT seconds])
# One Qt Test program a call (tst_name.cpp plus SOURCES), run offscreen with a home folder of its own and labelled with
# its folder's name (ctest -L core).
function(decodescope_add_test name)
    cmake_parse_arguments(ARG "" "TIMEOUT" "SOURCES;LIBS" ${ARGN})
    if(NOT ARG_TIMEOUT)
        set(ARG_TIMEOUT 300)
    endif()
    add_executable(${name} ${name}.cpp ${ARG_SOURCES})
    set_target_properties(${name} PROPERTIES AUTOMOC ON RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
    target_link_libraries(${name} PRIVATE decodescope_qt_options decodescope_test_support Qt6::Test ${ARG_LIBS})
    add_test(NAME ${name} COMMAND ${name})
    set(home "${PROJECT_BINARY_DIR}/tests/home/${name}")
    file(MAKE_DIRECTORY "${home}/run")
    file(CHMOD "${home}/run" DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
    get_filename_component(label "${CMAKE_CURRENT_SOURCE_DIR}" NAME)
    set_tests_properties(${name} PROPERTIES TIMEOUT ${ARG_TIMEOUT} LABELS ${label}
        ENVIRONMENT "QT_QPA_PLATFORM=offscreen;LC_ALL=C.UTF-8;TZ=UTC;HOME=${home};XDG_CONFIG_HOME=${home}/config;XDG_DATA_HOME=${home}/data;XDG_CACHE_HOME=${home}/cache;XDG_RUNTIME_DIR=${home}/run")
endfunction()
