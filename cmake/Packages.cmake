# SPDX-License-Identifier: GPL-3.0-or-later
# Debian packages by cpack: decodescope, and decodescope-capture where the build has live capture.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME decodescope)
set(CPACK_PACKAGE_VENDOR "Decodescope")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each package has a description of its own
set(CPACK_PACKAGE_CONTACT "Decodescope developers")
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_BINARY_DIR}/packages")
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)

set(CPACK_DEBIAN_VIEWER_PACKAGE_NAME decodescope)
set(CPACK_DEBIAN_VIEWER_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_VIEWER_PACKAGE_RECOMMENDS "decodescope-capture, qt6-wayland")
set(CPACK_DEBIAN_VIEWER_DESCRIPTION "${PROJECT_DESCRIPTION}
Shows traces of torch.profiler and of its own recorder as steps, threads, streams
and kernels, and says which part of the model each kernel serves. This package
has the window and decodescope-cli; decodescope-capture adds recording.")

set(CPACK_DEBIAN_CAPTURE_PACKAGE_NAME decodescope-capture)
# dpkg-shlibdeps would read LibTorch, for minutes, and ask for the package of a library that no package has: Debian has
# no LibTorch of this age. It is found at run time where pip puts it (README.md, Install). The rest that the libraries
# need is what the programs need, in no newer version.
set(CPACK_DEBIAN_CAPTURE_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_CAPTURE_PACKAGE_DEPENDS "decodescope (= ${PROJECT_VERSION}), libc6, libgcc-s1, libstdc++6")
if(TARGET decodescope-tokenizer)
    string(APPEND CPACK_DEBIAN_CAPTURE_PACKAGE_DEPENDS ", libsentencepiece0")
endif()
set(CPACK_DEBIAN_CAPTURE_PACKAGE_SUGGESTS "python3-venv, libcuda1")
set(CPACK_DEBIAN_CAPTURE_DESCRIPTION "Live capture for Decodescope
Runs a Llama decode with LibTorch and records CPU operators and, by CUPTI, CUDA
kernels. LibTorch itself is not part of the package: it is taken from the Python
package torch of version ${DECODESCOPE_TORCH_VERSION}, by pip install torch==${DECODESCOPE_TORCH_VERSION}.")

include(CPack)
