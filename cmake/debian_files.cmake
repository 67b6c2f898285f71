# SPDX-License-Identifier: BSD-3-Clause
# Run by cpack for each package before it is made: files that Debian packages have and installations lack.
set(names_tools emuq)
set(names_runtime libemuq0)
set(names_development libemuq-dev)
set(names_documentation emuq-doc)
foreach(component tools runtime development documentation)
  set(root ${CPACK_TEMPORARY_DIRECTORY}/${component}/usr/share)
  if(NOT IS_DIRECTORY ${CPACK_TEMPORARY_DIRECTORY}/${component})
    continue()
  endif()
  set(name ${names_${component}})
  set(docs ${root}/doc/${name})
  file(MAKE_DIRECTORY ${docs})
  file(READ ${CMAKE_CURRENT_LIST_DIR}/../LICENSE license)
  string(REGEX REPLACE "\n\n" "\n.\n" license "${license}")
  string(REGEX REPLACE "\n" "\n " license "${license}")
  file(WRITE ${docs}/copyright "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: EMUQ

Files: *
Copyright: 2026, the EMUQ authors
License: BSD-3-Clause
 ${license}
")
  file(WRITE ${docs}/changelog.Debian "emuq (${CPACK_PACKAGE_VERSION}-1) unstable; urgency=medium

  * See /usr/share/doc/emuq/CHANGELOG.md in the package emuq-doc.

 -- ${CPACK_PACKAGE_CONTACT}  Sun, 29 Nov 2026 00:00:00 +0000
")
  file(GLOB pages ${root}/man/man*/*.[1-9])
  execute_process(COMMAND gzip -9nf ${docs}/changelog.Debian ${pages} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
