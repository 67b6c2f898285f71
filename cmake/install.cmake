# SPDX-License-Identifier: BSD-3-Clause
# Installs the headers under one root, so that programs find them by the names of the real system (<hwi/...>, <spi/...>,
# <mu/...>, <kernel/...>), the library, the tools, and what CMake and pkg-config need to use them.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Component of packages (packages.cmake) for all that names none: for developers of programs.
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME development)

set(EMUQ_INCLUDE_ROOT ${CMAKE_INSTALL_INCLUDEDIR}/emuq)
set(rooms hwi/include spi/include cnk/include agents/include firmware/include)
if(EMUQ_PAMI)
  list(APPEND rooms msglayer/include)
endif()
if(TARGET emuq_bgpm)
  list(APPEND rooms bgpm/include)
endif()
foreach(room IN LISTS rooms)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/${room}/ DESTINATION ${EMUQ_INCLUDE_ROOT}/${room}
          FILES_MATCHING PATTERN *.h PATTERN *.def)
endforeach()
install(DIRECTORY ${EMUQ_GENERATED_INCLUDE}/ DESTINATION ${EMUQ_INCLUDE_ROOT}
        FILES_MATCHING PATTERN *.h PATTERN emuq_components.h EXCLUDE)
set(rooms kernel-shim)
if(EMUQ_APENET)
  list(APPEND rooms apenet)
endif()
foreach(room IN LISTS rooms)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/${room}/include/ DESTINATION ${EMUQ_INCLUDE_ROOT}
          FILES_MATCHING PATTERN *.h PATTERN *.def)
endforeach()

install(TARGETS emuq LIBRARY COMPONENT runtime NAMELINK_COMPONENT development ARCHIVE COMPONENT development)
if(TARGET emuq_main)
  install(TARGETS emuq_main ARCHIVE)
  install(TARGETS emuq_heap LIBRARY COMPONENT runtime)
endif()

if(TARGET emuq_pami)
  install(TARGETS emuq_pami LIBRARY COMPONENT runtime NAMELINK_COMPONENT development)
endif()
if(TARGET emuq_pami_archive)
  install(TARGETS emuq_pami_archive ARCHIVE)
endif()
if(TARGET emuq_apenet)
  install(TARGETS emuq_apenet ARCHIVE)
endif()
if(TARGET emuq_provider)
  install(TARGETS emuq_provider LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/emuq/libfabric COMPONENT runtime)
endif()
if(TARGET emuq_btl)
  install(TARGETS emuq_btl LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/emuq/openmpi COMPONENT runtime)
endif()
if(TARGET emuq_bgpm)
  install(TARGETS emuq_bgpm ARCHIVE)
endif()

# What differs with a shared libemuq: programs have to find it, and need not name what it needs.
if(BUILD_SHARED_LIBS)
  set(EMUQ_LIBRARY_TYPE SHARED)
  set(EMUQ_PC_REQUIRES Requires.private)
  set(EMUQ_PC_RPATH "-Wl,-rpath,\${libdir} ")
else()
  set(EMUQ_LIBRARY_TYPE STATIC)
  set(EMUQ_PC_REQUIRES Requires)
  set(EMUQ_PC_RPATH "")
endif()
set(EMUQ_PC_LIBS "")
set(EMUQ_LIBS "")
if(EMUQ_HAVE_BACKTRACE AND NOT BUILD_SHARED_LIBS)
  set(EMUQ_PC_LIBS " -lbacktrace")
  set(EMUQ_LIBS ";backtrace")
endif()
set(EMUQ_LIBRARY_FILE ${CMAKE_${EMUQ_LIBRARY_TYPE}_LIBRARY_PREFIX}emuq${CMAKE_${EMUQ_LIBRARY_TYPE}_LIBRARY_SUFFIX})

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/emuq)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/emuqConfig.cmake.in
                              ${PROJECT_BINARY_DIR}/package/emuqConfig.cmake
                              INSTALL_DESTINATION ${package_dir}
                              PATH_VARS EMUQ_INCLUDE_ROOT CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/emuqConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/package/emuqConfig.cmake ${PROJECT_BINARY_DIR}/package/emuqConfigVersion.cmake
        DESTINATION ${package_dir})

# The .pc files find the tree from where they are, so it may be moved.
file(RELATIVE_PATH EMUQ_PC_TO_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
set(modules emuq emuq-lib)
foreach(library pami apenet bgpm)
  if(TARGET emuq_${library})
    list(APPEND modules emuq-${library})
  endif()
endforeach()
foreach(module IN LISTS modules)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/${module}.pc.in ${PROJECT_BINARY_DIR}/package/${module}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/package/${module}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
