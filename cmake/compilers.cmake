# SPDX-License-Identifier: BSD-3-Clause
# emuqcc, emuqcxx and emuqfort, from tools/emuqcc.in: in bin/ of the build tree, for the headers of the source tree and the
# libraries built here; and installed ones, which find their tree from where they are, so it may be moved. All take
# their options from the pkg-config files: what a program needs is written down there alone.
include(GNUInstallDirs)

# Programs for another processor need the compiler that the libraries are built with, and its system root.
set(default_cc cc)
set(default_cxx c++)
set(default_fc gfortran)
if(CMAKE_CROSSCOMPILING)
  set(default_cc ${CMAKE_C_COMPILER})
  set(default_cxx ${CMAKE_CXX_COMPILER})
  string(REGEX REPLACE "gcc([-0-9]*)$" "gfortran\\1" default_fc "${CMAKE_C_COMPILER}")
endif()
set(EMUQ_CC ${default_cc} CACHE STRING "C compiler that emuqcc calls unless $EMUQ_CC names another")
set(EMUQ_CXX ${default_cxx} CACHE STRING "C++ compiler that emuqcxx calls unless $EMUQ_CXX names another")
set(EMUQ_FC ${default_fc} CACHE STRING "Fortran compiler that emuqfort calls unless $EMUQ_FC names another")

# emuq_pkg_config(variable option...): what the pkg-config file emuq.pc says, as a list. Its prefix is @PREFIX@.
function(emuq_pkg_config variable)
  set(place ${PROJECT_BINARY_DIR}/compilers)
  set(EMUQ_PC_TO_PREFIX @PREFIX@)
  foreach(module emuq emuq-lib)
    configure_file(${PROJECT_SOURCE_DIR}/cmake/${module}.pc.in ${place}/${module}.pc @ONLY)
  endforeach()
  execute_process(COMMAND ${CMAKE_COMMAND} -E env PKG_CONFIG_PATH=${place}:$ENV{PKG_CONFIG_PATH}
                          ${PKG_CONFIG_EXECUTABLE} ${ARGN} emuq
                  OUTPUT_VARIABLE text OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "${place}/@PREFIX@" "@PREFIX@" text "${text}")
  separate_arguments(words UNIX_COMMAND "${text}")
  set(${variable} ${words} PARENT_SCOPE)
endfunction()

# emuq_shell_words(variable word...): each word in double quotes, with a blank before it; @PREFIX@ becomes $prefix, and
# @NEEDED@ $needed, @PAMI@ $pami_library.
function(emuq_shell_words variable)
  set(text "")
  foreach(word IN LISTS ARGN)
    string(REGEX REPLACE "([\\\\\"$`])" "\\\\\\1" word "${word}")
    string(REPLACE "@PREFIX@" "$prefix" word "${word}")
    string(REPLACE "@NEEDED@" "$needed" word "${word}")
    string(REPLACE "@PAMI@" "$pami_library" word "${word}")
    string(APPEND text " \"${word}\"")
  endforeach()
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# The libraries are instrumented, so programs have to be.
set(sanitize "")
if(EMUQ_SANITIZE)
  set(sanitize -fsanitize=${EMUQ_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
endif()
set(sysroot "")
if(CMAKE_SYSROOT)
  set(sysroot --sysroot=${CMAKE_SYSROOT})
endif()
emuq_shell_words(EMUQ_WRAPPER_FLAGS ${sysroot} ${sanitize})

emuq_pkg_config(installed_cflags --cflags)
emuq_pkg_config(installed_libs --libs)
set(build_cflags ${installed_cflags})
list(FILTER build_cflags EXCLUDE REGEX "@PREFIX@")
get_target_property(build_includes emuq INTERFACE_INCLUDE_DIRECTORIES)
list(TRANSFORM build_includes PREPEND -I)
set(build_libs ${installed_libs})
list(FILTER build_libs EXCLUDE REGEX "^(-L|-Wl,-rpath,)@PREFIX@")
set(build_directories "")
foreach(archive emuq_main emuq)
  get_target_property(directory ${archive} BINARY_DIR)
  list(APPEND build_directories -L${directory})
endforeach()
if(BUILD_SHARED_LIBS)
  list(APPEND build_directories -Wl,-rpath,${directory})
endif()

# The message layer is linked into the programs that call it, or may do so by a library. -static takes its archive.
set(installed_directory @PREFIX@/${CMAKE_INSTALL_LIBDIR})
set(EMUQ_WRAPPER_PAMI_ARCHIVE emuq-pami)
list(PREPEND installed_libs -L${installed_directory} -Wl,-rpath,${installed_directory})
if(TARGET emuq_pami)
  set(EMUQ_PAMI_LIBS -Wl,--push-state,@NEEDED@ -l@PAMI@ -Wl,--pop-state)
  if(NOT BUILD_SHARED_LIBS)
    set(EMUQ_WRAPPER_PAMI_ARCHIVE :libemuq-pami.a)
  endif()
  get_target_property(pami_directory emuq_pami BINARY_DIR)
  list(PREPEND build_libs -L${pami_directory} -Wl,-rpath,${pami_directory} ${EMUQ_PAMI_LIBS})
  list(APPEND build_includes -I${PROJECT_SOURCE_DIR}/msglayer/include)
  list(INSERT installed_libs 2 ${EMUQ_PAMI_LIBS})
  list(APPEND installed_cflags -I@PREFIX@/${EMUQ_INCLUDE_ROOT}/msglayer/include)
endif()

# APEnet+: an archive, of which only programs that call it get something, or need what it needs.
if(TARGET emuq_apenet)
  set(EMUQ_APENET_LIBS -lemuq-apenet -Wl,--push-state,--as-needed ${EMUQ_DEFLATE_LDFLAGS} -Wl,--pop-state)
  get_target_property(apenet_directory emuq_apenet BINARY_DIR)
  list(PREPEND build_libs -L${apenet_directory} ${EMUQ_APENET_LIBS})
  list(APPEND build_includes -I${PROJECT_SOURCE_DIR}/apenet/include)
  list(PREPEND installed_libs -L${installed_directory} ${EMUQ_APENET_LIBS})
endif()

# BGPM likewise.
if(TARGET emuq_bgpm)
  get_target_property(bgpm_directory emuq_bgpm BINARY_DIR)
  list(PREPEND build_libs -L${bgpm_directory} -lemuq-bgpm)
  list(PREPEND installed_libs -L${installed_directory} -lemuq-bgpm)
endif()

# emuq_wrapper(form name variable compiler): file compilers/FORM/NAME; what differs between the forms is set outside.
function(emuq_wrapper form EMUQ_WRAPPER EMUQ_WRAPPER_VARIABLE EMUQ_WRAPPER_COMPILER)
  configure_file(${PROJECT_SOURCE_DIR}/tools/emuqcc.in ${PROJECT_BINARY_DIR}/compilers/${form}/${EMUQ_WRAPPER}
                 @ONLY FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
                                        WORLD_READ WORLD_EXECUTE)
endfunction()

emuq_shell_words(EMUQ_WRAPPER_CFLAGS ${build_includes} ${build_cflags})
emuq_shell_words(EMUQ_WRAPPER_LIBS ${build_directories} ${build_libs})
emuq_shell_words(EMUQ_WRAPPER_PREFIX ${PROJECT_SOURCE_DIR})
string(STRIP "${EMUQ_WRAPPER_PREFIX}" EMUQ_WRAPPER_PREFIX)
set(EMUQ_WRAPPER_PREFIX_TO_ROOT "")
emuq_wrapper(../bin emuqcc EMUQ_CC "${EMUQ_CC}")
emuq_wrapper(../bin emuqcxx EMUQ_CXX "${EMUQ_CXX}")
emuq_wrapper(../bin emuqfort EMUQ_FC "${EMUQ_FC}")

emuq_shell_words(EMUQ_WRAPPER_CFLAGS ${installed_cflags})
emuq_shell_words(EMUQ_WRAPPER_LIBS ${installed_libs})
file(RELATIVE_PATH to_prefix /${CMAKE_INSTALL_BINDIR} /)
set(EMUQ_WRAPPER_PREFIX
    "$(cd -- \"$(dirname -- \"$(readlink -f -- \"$0\" || printf '%s\\n' \"$0\")\")/${to_prefix}\" && pwd)")
set(EMUQ_WRAPPER_PREFIX_TO_ROOT /${EMUQ_INCLUDE_ROOT})
emuq_wrapper(install emuqcc EMUQ_CC "${EMUQ_CC}")
emuq_wrapper(install emuqcxx EMUQ_CXX "${EMUQ_CXX}")
emuq_wrapper(install emuqfort EMUQ_FC "${EMUQ_FC}")

set(man1 ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${PROJECT_SOURCE_DIR}/tools/emuqcc.1 DESTINATION ${man1})
foreach(wrapper emuqcc emuqcxx emuqfort)
  install(PROGRAMS ${PROJECT_BINARY_DIR}/compilers/install/${wrapper} TYPE BIN)
  if(NOT wrapper STREQUAL emuqcc)
    file(WRITE ${PROJECT_BINARY_DIR}/compilers/${wrapper}.1 ".so man1/emuqcc.1\n")
    install(FILES ${PROJECT_BINARY_DIR}/compilers/${wrapper}.1 DESTINATION ${man1})
  endif()
endforeach()
