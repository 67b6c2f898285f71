# SPDX-License-Identifier: BSD-3-Clause
# emuq_library_sections(TARGET): moves static data of an archive to separate sections, and its constructors before those of
# the program (backends/rank_memory.h).
function(emuq_library_sections target)
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

# emuq_library_allocations(TARGET): redirects malloc() and its relatives in an archive to emuq_library_malloc() etc.
# (base/own_malloc.c), which do not use the heap of a rank (backends/rank_memory.h). emuq_plain_malloc() etc. become the
# program's malloc().
function(emuq_library_allocations target)
  get_target_property(type ${target} TYPE)
  if(NOT type STREQUAL STATIC_LIBRARY OR EMUQ_SANITIZE)
    return()
  endif()
  set(names "")
  foreach(name malloc calloc realloc aligned_alloc posix_memalign)
    list(APPEND names --redefine-sym ${name}=emuq_library_${name} --redefine-sym emuq_plain_${name}=${name})
  endforeach()
  target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/base/own_malloc.c)
  add_custom_command(TARGET ${target} POST_BUILD COMMAND ${CMAKE_OBJCOPY} ${names} $<TARGET_FILE:${target}> VERBATIM)
endfunction()
