# SPDX-License-Identifier: GPL-3.0-or-later
# decodescope_qcustomplot: QCustomPlot 2.1 built for Qt 6, by its CMake package or, where a distribution ships none, by
# header and library name. Debian's package links by plain library name, so the folder is given too.
add_library(decodescope_qcustomplot INTERFACE)
find_package(QCustomPlotQt6 CONFIG QUIET)
if(TARGET QCustomPlotQt6::QCustomPlotQt6)
    target_link_libraries(decodescope_qcustomplot INTERFACE QCustomPlotQt6::QCustomPlotQt6)
    get_filename_component(QCUSTOMPLOT_LIBRARY_DIR "${QCustomPlotQt6_DIR}/../.." ABSOLUTE)
    target_link_directories(decodescope_qcustomplot INTERFACE "${QCUSTOMPLOT_LIBRARY_DIR}")
else()
    find_path(QCUSTOMPLOT_INCLUDE_DIR qcustomplot.h)
    find_library(QCUSTOMPLOT_LIBRARY NAMES QCustomPlotQt6 qcustomplot-qt6)
    if(NOT QCUSTOMPLOT_INCLUDE_DIR OR NOT QCUSTOMPLOT_LIBRARY)
        message(FATAL_ERROR "QCustomPlot for Qt 6 was not found. Install libqcustomplot-dev, or set "
                            "QCUSTOMPLOT_INCLUDE_DIR and QCUSTOMPLOT_LIBRARY.")
    endif()
    target_include_directories(decodescope_qcustomplot SYSTEM INTERFACE "${QCUSTOMPLOT_INCLUDE_DIR}")
    target_link_libraries(decodescope_qcustomplot INTERFACE "${QCUSTOMPLOT_LIBRARY}" Qt6::Widgets Qt6::PrintSupport)
endif()
