# SPDX-License-Identifier: GPL-3.0-or-later
# Compiler settings for every target of ours, as one interface target (no directory-wide flags).
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Build type" FORCE)
endif()
# Programs and the capture library lie side by side, as they do when installed with a relative path.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
endif()

add_library(decodescope_options INTERFACE)
target_include_directories(decodescope_options INTERFACE "${PROJECT_SOURCE_DIR}")
# Warnings that the optimiser finds stay warnings: GCC 12 sees overlaps and overruns that are not there in std::string
# (its bugs 105329 and 105651).
set(optimiser_warnings restrict maybe-uninitialized array-bounds stringop-overflow stringop-overread dangling-pointer
    free-nonheap-object)
list(TRANSFORM optimiser_warnings PREPEND -Wno-error=)
target_compile_options(decodescope_options INTERFACE -Wall -Wextra -Wpedantic
    $<$<BOOL:${WERROR}>:-Werror> "$<$<AND:$<BOOL:${WERROR}>,$<CXX_COMPILER_ID:GNU>>:${optimiser_warnings}>")
find_program(MOLD_PROGRAM mold)
if(MOLD_PROGRAM)
    target_link_options(decodescope_options INTERFACE -fuse-ld=mold)
endif()
if(SANITIZE STREQUAL "address")
    target_compile_options(decodescope_options INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=undefined
                                                         -fno-omit-frame-pointer)
    target_link_options(decodescope_options INTERFACE -fsanitize=address,undefined)
elseif(SANITIZE STREQUAL "thread")
    target_compile_options(decodescope_options INTERFACE -fsanitize=thread)
    target_link_options(decodescope_options INTERFACE -fsanitize=thread)
endif()
if(BUILD_FUZZERS)
    # libFuzzer follows the coverage of all code of ours; the fuzzing loop itself is linked in tests/fuzz alone.
    if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
        message(FATAL_ERROR "BUILD_FUZZERS needs clang: set CMAKE_CXX_COMPILER=clang++-14")
    endif()
    target_compile_options(decodescope_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

# Settings for targets that use Qt.
add_library(decodescope_qt_options INTERFACE)
target_link_libraries(decodescope_qt_options INTERFACE decodescope_options)
target_compile_definitions(decodescope_qt_options INTERFACE QT_NO_KEYWORDS QT_NO_CAST_TO_ASCII QT_NO_URL_CAST_FROM_STRING
                                                            QT_NO_FOREACH QT_DISABLE_DEPRECATED_BEFORE=0x060400)
