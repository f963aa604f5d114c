# SPDX-License-Identifier: GPL-3.0-or-later
# decodescope_cupti_headers: cupti.h and cuda.h, nothing to link. CUPTI itself is bound at run time. Where the headers
# are missing there is no such target, and the recorder is built without GPU records.
# Hints: cache or environment variables CUPTI_INCLUDE_DIR and CUDA_INCLUDE_DIR, a CUDA toolkit.
find_path(CUPTI_INCLUDE_DIR cupti.h
    HINTS ENV CUPTI_INCLUDE_DIR
    PATHS "$ENV{CUDA_HOME}" "$ENV{CUDA_PATH}" /usr/local/cuda
    PATH_SUFFIXES extras/CUPTI/include include)
find_path(CUDA_INCLUDE_DIR cuda.h
    HINTS ENV CUDA_INCLUDE_DIR "${CUPTI_INCLUDE_DIR}"
    PATHS "$ENV{CUDA_HOME}" "$ENV{CUDA_PATH}" /usr/local/cuda
    PATH_SUFFIXES include)
if(CUPTI_INCLUDE_DIR AND CUDA_INCLUDE_DIR)
    add_library(decodescope_cupti_headers INTERFACE)
    target_include_directories(decodescope_cupti_headers SYSTEM INTERFACE "${CUPTI_INCLUDE_DIR}" "${CUDA_INCLUDE_DIR}")
elseif(WITH_CAPTURE)
    message(WARNING "CUPTI's headers were not found: live capture is built without GPU records. To have them, set "
                    "CUPTI_INCLUDE_DIR and CUDA_INCLUDE_DIR to the folders of cupti.h and cuda.h (of a CUDA toolkit, or "
                    "of the Python packages nvidia-cuda-cupti, nvidia-cuda-runtime and nvidia-cuda-crt).")
endif()
