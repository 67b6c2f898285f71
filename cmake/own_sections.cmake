# SPDX-License-Identifier: BSD-3-Clause
# emuq_own_sections(TARGET): static data of an archive get sections of their own, and its constructors come first, so
# that both can be told apart from those of the program that it is linked into (backends/rank_data.h).
function(emuq_own_sections target)
  get_target_property(type ${target} TYPE)
  if(NOT type STREQUAL STATIC_LIBRARY OR EMUQ_SANITIZE)
    return()
  endif()
  add_custom_command(TARGET ${target} POST_BUILD
      COMMAND ${CMAKE_OBJCOPY} --rename-section .data=emuq_data --rename-section .data.rel=emuq_data
              --rename-section .data.rel.local=emuq_data --rename-section .bss=emuq_bss
              --rename-section .init_array=.init_array.00200 $<TARGET_FILE:${target}>
      VERBATIM)
endfunction()
