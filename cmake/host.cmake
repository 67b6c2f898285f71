# SPDX-License-Identifier: BSD-3-Clause
# Refuses processors that the library cannot run on. The layouts of hwi/ are bit-fields and words of a little-endian
# compiler, and windows of physical addresses need 64-bit virtual ones.
if(NOT CMAKE_SIZEOF_VOID_P EQUAL 8)
  math(EXPR bits "8 * ${CMAKE_SIZEOF_VOID_P}")
  message(FATAL_ERROR "EMUQ needs a 64-bit processor: pointers of ${CMAKE_C_COMPILER} have ${bits} bits. "
                      "Compile without -m32, or with a compiler for x86-64 or AArch64.")
endif()
if(NOT CMAKE_C_BYTE_ORDER STREQUAL "LITTLE_ENDIAN")
  message(FATAL_ERROR "EMUQ needs a little-endian processor: ${CMAKE_C_COMPILER} compiles for a big-endian one. "
                      "Use a compiler for x86-64 or AArch64 (ppc64le, not ppc64).")
endif()
