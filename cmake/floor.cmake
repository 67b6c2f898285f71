# SPDX-License-Identifier: BSD-3-Clause
# emuq-floor, from tools/emuq-floor.in: of an installation, which it finds from where it is.
file(RELATIVE_PATH EMUQ_FLOOR_TO_PREFIX /${CMAKE_INSTALL_BINDIR} /)
configure_file(${PROJECT_SOURCE_DIR}/tools/emuq-floor.in ${PROJECT_BINARY_DIR}/package/emuq-floor @ONLY
               FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
# In the build tree it only explains itself: it needs an installation.
configure_file(${PROJECT_BINARY_DIR}/package/emuq-floor ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/emuq-floor COPYONLY)
install(PROGRAMS ${PROJECT_BINARY_DIR}/package/emuq-floor TYPE BIN)
install(FILES ${PROJECT_SOURCE_DIR}/tools/emuq-floor.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
