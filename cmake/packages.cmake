# SPDX-License-Identifier: BSD-3-Clause
# Documents and examples of an installation, the target uninstall, and Debian packages. Packages are made in a build with
# -DBUILD_SHARED_LIBS=ON -DCMAKE_INSTALL_PREFIX=/usr, by the command cpack: emuq, libemuq0, libemuq-dev, emuq-doc.
set(EMUQ_CONTACT "The EMUQ authors <emuq@example.org>" CACHE STRING "Maintainer of the Debian packages")
set(docs ${CMAKE_INSTALL_DATADIR}/doc/emuq)
install(FILES README.md ARCHITECTURE.md CHANGELOG.md SECURITY.md LICENSE DESTINATION ${docs} COMPONENT documentation)
install(DIRECTORY docs/ DESTINATION ${docs}/docs COMPONENT documentation
        FILES_MATCHING PATTERN *.md PATTERN *.png PATTERN *.svg)

add_custom_target(uninstall COMMAND ${CMAKE_COMMAND} -DMANIFEST=${CMAKE_BINARY_DIR}/install_manifest.txt
                            -P ${CMAKE_CURRENT_LIST_DIR}/uninstall.cmake)

set(CPACK_PACKAGE_NAME emuq)
set(CPACK_PACKAGE_CONTACT ${EMUQ_CONTACT})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "messaging stack of the Blue Gene/Q on Linux")
set(emuq "EMUQ runs programs for the System Programming Interface of the Blue Gene/Q
Message Unit on emulated nodes, with PAMI, a timing model of the 5-D torus,
and APEnet+ cards of a 3-D torus.
.
")
set(CPACK_COMPONENT_TOOLS_DESCRIPTION "${emuq}This package contains the launcher and tools for traces, measurements and
the network model.")
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "${emuq}This package contains the shared libraries.")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "${emuq}This package contains headers, archives and compiler wrappers.")
set(CPACK_COMPONENT_DOCUMENTATION_DESCRIPTION "${emuq}This package contains documents and examples.")
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/packages)
set(CPACK_GENERATOR DEB)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_COMPONENTS_ALL tools runtime development documentation)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/debian_files.cmake)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_SECTION doc)
set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME emuq)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME libemuq0)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libemuq-dev)
set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_NAME emuq-doc)
set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_BINARY_DIR} ${CMAKE_BINARY_DIR}/msglayer ${CMAKE_BINARY_DIR}/kernel-shim)
set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA ${CMAKE_BINARY_DIR}/package/triggers)
file(WRITE ${CMAKE_BINARY_DIR}/package/triggers "activate-noawait ldconfig\n")
# Loaded on demand: the allocator, and the launcher's interface if PMIx has started a process.
set(same "(= ${PROJECT_VERSION}-1)")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_DEPENDS "libmimalloc2.0")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SUGGESTS "libpmix2")
set(CPACK_DEBIAN_TOOLS_PACKAGE_DEPENDS "libemuq0 ${same}")
set(CPACK_DEBIAN_TOOLS_PACKAGE_RECOMMENDS "libemuq-dev")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "libemuq0 ${same}, gcc | clang, libc6-dev, libhwloc-dev, libdeflate-dev, libmimalloc-dev")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_RECOMMENDS "emuq ${same}")
include(CPack)
