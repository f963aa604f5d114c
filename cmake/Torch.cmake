# SPDX-License-Identifier: GPL-3.0-or-later
# LibTorch as one interface target, decodescope_torch, for the sources that include its headers.
#
# find_package(Torch) is not used: it appends flags to CMAKE_CXX_FLAGS of the whole project and, with a CUDA build of
# LibTorch, asks for nvcc and the CUDA toolkit, neither of which this program needs. TorchConfig.cmake only serves to
# find the folder. Set Torch_DIR to the folder that holds it, or CMAKE_PREFIX_PATH to what
# `python3 -c 'import torch; print(torch.utils.cmake_prefix_path)'` prints.
set(_torch_hints ${Torch_DIR} $ENV{Torch_DIR} ${CMAKE_PREFIX_PATH})
if(DEFINED ENV{CMAKE_PREFIX_PATH})
    string(REPLACE ":" ";" _torch_environment "$ENV{CMAKE_PREFIX_PATH}")
    list(APPEND _torch_hints ${_torch_environment})
endif()
find_file(TORCH_CONFIG_FILE TorchConfig.cmake HINTS ${_torch_hints}
          PATH_SUFFIXES Torch share/cmake/Torch lib/cmake/Torch NO_CMAKE_FIND_ROOT_PATH)
if(NOT TORCH_CONFIG_FILE)
    message(FATAL_ERROR "LibTorch not found: set Torch_DIR to the folder with TorchConfig.cmake, "
                        "or configure with -DWITH_CAPTURE=OFF to build the viewer alone.")
endif()
get_filename_component(_torch_root "${TORCH_CONFIG_FILE}/../../../.." ABSOLUTE)

file(STRINGS "${TORCH_CONFIG_FILE}" _torch_old_abi REGEX "_GLIBCXX_USE_CXX11_ABI=0")
if(_torch_old_abi)
    message(FATAL_ERROR "${_torch_root} is built for the old C++ ABI; take a LibTorch of the new one (2.7 or later).")
endif()

set(_torch_version "unknown")
foreach(header "torch/headeronly/version.h" "torch/csrc/api/include/torch/version.h")
    if(EXISTS "${_torch_root}/include/${header}")
        file(STRINGS "${_torch_root}/include/${header}" _torch_version_lines REGEX "define TORCH_VERSION_[A-Z]+ [0-9]+")
        if(_torch_version_lines)
            string(REGEX REPLACE ".*MAJOR ([0-9]+).*MINOR ([0-9]+).*PATCH ([0-9]+).*" "\\1.\\2.\\3" _torch_version "${_torch_version_lines}")
            break()
        endif()
    endif()
endforeach()
set(DECODESCOPE_TORCH_VERSION "${_torch_version}" CACHE INTERNAL "For --version")

# The CUDA libraries register their operators when they are loaded; nothing refers to them by name.
set(_torch_libraries "")
foreach(library torch torch_cpu c10 torch_cuda c10_cuda)
    find_library(TORCH_LIBRARY_${library} ${library} PATHS "${_torch_root}/lib" NO_DEFAULT_PATH)
    mark_as_advanced(TORCH_LIBRARY_${library})
    if(TORCH_LIBRARY_${library})
        list(APPEND _torch_libraries "${TORCH_LIBRARY_${library}}")
    elseif(NOT library MATCHES "cuda")
        message(FATAL_ERROR "lib${library}.so is missing in ${_torch_root}/lib: this LibTorch is incomplete.")
    endif()
endforeach()
if(TORCH_LIBRARY_torch_cuda)
    message(STATUS "LibTorch ${_torch_version} with CUDA: ${_torch_root}")
else()
    message(STATUS "LibTorch ${_torch_version} for the CPU only: ${_torch_root}")
endif()

add_library(decodescope_torch INTERFACE)
target_include_directories(decodescope_torch SYSTEM INTERFACE
    "${_torch_root}/include" "${_torch_root}/include/torch/csrc/api/include")
target_compile_definitions(decodescope_torch INTERFACE _GLIBCXX_USE_CXX11_ABI=1)
# Debug builds too: without NDEBUG, RecordFunction::inputs() asserts on a flag that a released LibTorch never sets.
target_compile_definitions(decodescope_torch INTERFACE NDEBUG)
# What LibTorch itself needs (CUDA, cuDNN) is found by its own run path, not by ours at link time.
target_link_options(decodescope_torch INTERFACE -Wl,--allow-shlib-undefined)
# One item, so that CMake does not pull it apart; the plain paths after it give the run path.
list(JOIN _torch_libraries "," _torch_joined)
target_link_libraries(decodescope_torch INTERFACE "-Wl,--push-state,--no-as-needed,${_torch_joined},--pop-state"
                                                  ${_torch_libraries})
