# SPDX-License-Identifier: GPL-3.0-or-later
# decodescope_isal: Intel's Intelligent Storage Acceleration Library, which comes without a CMake package.
find_path(ISAL_INCLUDE_DIR isa-l/igzip_lib.h)
find_library(ISAL_LIBRARY isal)
if(NOT ISAL_INCLUDE_DIR OR NOT ISAL_LIBRARY)
    message(FATAL_ERROR "ISA-L was not found. Install libisal-dev, or set ISAL_INCLUDE_DIR and ISAL_LIBRARY.")
endif()
add_library(decodescope_isal INTERFACE)
target_include_directories(decodescope_isal SYSTEM INTERFACE "${ISAL_INCLUDE_DIR}")
target_link_libraries(decodescope_isal INTERFACE "${ISAL_LIBRARY}")
