# SPDX-License-Identifier: BSD-3-Clause
# The internal headers and libraries of Open MPI 4.1: EMUQ_OPAL_INCLUDE and EMUQ_OPAL_LIBRARY.
find_path(EMUQ_OPAL_INCLUDE opal/mca/btl/btl.h
          PATHS /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/openmpi/include /usr/lib64/openmpi/include
          PATH_SUFFIXES openmpi)
find_library(EMUQ_OPAL_LIBRARY open-pal PATHS /usr/lib64/openmpi/lib)
if(EMUQ_OPAL_INCLUDE)
  file(STRINGS ${EMUQ_OPAL_INCLUDE}/opal_config.h version REGEX "^#define OPAL_(MAJOR|MINOR)_VERSION ")
  if(NOT version MATCHES "MAJOR_VERSION 4;.*MINOR_VERSION 1$")
    unset(EMUQ_OPAL_INCLUDE CACHE)
  endif()
endif()
