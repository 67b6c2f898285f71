# SPDX-License-Identifier: BSD-3-Clause
# The library with test points (base/atomic.h), and tests that stop threads at them (support/points.h).
get_target_property(points_sources emuq SOURCES)
get_target_property(points_libraries emuq LINK_LIBRARIES)
add_library(emuq_points STATIC EXCLUDE_FROM_ALL ${points_sources})
target_include_directories(emuq_points PUBLIC $<TARGET_PROPERTY:emuq,INTERFACE_INCLUDE_DIRECTORIES>)
target_include_directories(emuq_points SYSTEM PRIVATE $<TARGET_PROPERTY:emuq,INCLUDE_DIRECTORIES>)
target_compile_definitions(emuq_points PRIVATE $<TARGET_PROPERTY:emuq,COMPILE_DEFINITIONS>
                           PUBLIC EMUQ_TEST_POINTS)
target_compile_options(emuq_points PRIVATE $<TARGET_PROPERTY:emuq,COMPILE_OPTIONS>)
target_link_libraries(emuq_points PRIVATE ${points_libraries} PUBLIC Threads::Threads ${CMAKE_DL_LIBS} m)

add_library(emuq_test_points STATIC EXCLUDE_FROM_ALL support/emuq_test.c support/points.c)
target_include_directories(emuq_test_points PUBLIC support)
target_include_directories(emuq_test_points SYSTEM PUBLIC ${CUNIT_INCLUDE})
target_link_libraries(emuq_test_points PUBLIC emuq_points emuq_warnings ${CUNIT_LIBRARY})

# emuq_add_race_test(name SOURCES files... [LABELS labels...] [ARGS args...] [LIBRARIES libs...] [TIMEOUT seconds])
# As emuq_add_test(), with emuq_points in place of emuq. LIBRARIES may not link emuq: list the sources of such.
function(emuq_add_race_test name)
  cmake_parse_arguments(T "" "TIMEOUT" "SOURCES;LABELS;ARGS;LIBRARIES" ${ARGN})
  add_executable(${name} ${T_SOURCES})
  target_link_libraries(${name} PRIVATE emuq_test_points ${T_LIBRARIES})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  add_test(NAME ${name} COMMAND ${name} ${T_ARGS})
  if(NOT T_TIMEOUT)
    set(T_TIMEOUT 300)
  endif()
  set_tests_properties(${name} PROPERTIES LABELS "${T_LABELS}" SKIP_RETURN_CODE 77 TIMEOUT ${T_TIMEOUT})
endfunction()
