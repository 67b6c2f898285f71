# SPDX-License-Identifier: BSD-3-Clause
# emuq-floor, from tools/emuq-floor.in: of an installation, which it finds from where it is, and of the build directory.
function(emuq_floor file sources)
  set(EMUQ_FLOOR_SOURCES "${sources}")
  configure_file(${PROJECT_SOURCE_DIR}/tools/emuq-floor.in ${file} @ONLY
                 FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
endfunction()

file(RELATIVE_PATH to_prefix /${CMAKE_INSTALL_BINDIR} /)
emuq_floor(${PROJECT_BINARY_DIR}/package/emuq-floor
"prefix=$(cd -- \"$(dirname -- \"$(readlink -f -- \"$0\")\")/${to_prefix}\" && pwd)
bin=$prefix/${CMAKE_INSTALL_BINDIR} emuq_lib=$prefix/${CMAKE_INSTALL_LIBDIR} pami_lib=$prefix/${CMAKE_INSTALL_LIBDIR}
bgpm_lib=$prefix/${CMAKE_INSTALL_LIBDIR}
headers=$prefix/${EMUQ_INCLUDE_ROOT}
mpix=$headers/mpix.h")

get_target_property(emuq_lib emuq BINARY_DIR)
foreach(library pami bgpm)
  set(${library}_lib "")
  if(TARGET emuq_${library})
    get_target_property(${library}_lib emuq_${library} BINARY_DIR)
  endif()
endforeach()
emuq_floor(${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/emuq-floor
"bin=\"${CMAKE_RUNTIME_OUTPUT_DIRECTORY}\" emuq_lib=\"${emuq_lib}\" pami_lib=\"${pami_lib}\" bgpm_lib=\"${bgpm_lib}\"
headers=\"${PROJECT_SOURCE_DIR}\"
mpix=$headers/kernel-shim/include/mpix.h")

install(PROGRAMS ${PROJECT_BINARY_DIR}/package/emuq-floor TYPE BIN)
install(FILES ${PROJECT_SOURCE_DIR}/tools/emuq-floor.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
