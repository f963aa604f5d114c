# SPDX-License-Identifier: GPL-3.0-or-later
# Debian packages by cpack: decodescope, and decodescope-capture where the build has live capture. What they depend on is
# read off the programs by dpkg-shlibdeps; LibTorch is in no package, so nothing asks for it (README.md, Install).
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME decodescope)
set(CPACK_PACKAGE_VENDOR "Decodescope")
set(CPACK_PACKAGE_CONTACT "Decodescope developers")
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_BINARY_DIR}/packages")
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)

set(CPACK_DEBIAN_VIEWER_PACKAGE_NAME decodescope)
set(CPACK_DEBIAN_VIEWER_PACKAGE_RECOMMENDS "decodescope-capture, qt6-wayland")
set(CPACK_COMPONENT_VIEWER_DESCRIPTION "${PROJECT_DESCRIPTION}
 Shows traces of torch.profiler and of its own recorder as steps, threads, streams
 and kernels, and says which part of the model each kernel serves. This package
 has the window and decodescope-cli; decodescope-capture adds recording.")

set(CPACK_DEBIAN_CAPTURE_PACKAGE_NAME decodescope-capture)
set(CPACK_DEBIAN_CAPTURE_PACKAGE_DEPENDS "decodescope (= ${PROJECT_VERSION})")
set(CPACK_COMPONENT_CAPTURE_DESCRIPTION "Live capture for Decodescope
 Runs a Llama decode with LibTorch and records CPU operators and, by CUPTI, CUDA
 kernels. LibTorch itself is not part of the package.")

include(CPack)
