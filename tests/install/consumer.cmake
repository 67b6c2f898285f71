# SPDX-License-Identifier: BSD-3-Clause
cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES C)
find_package(emuq REQUIRED)
add_executable(program program.c)
target_link_libraries(program PRIVATE emuq::main)
add_executable(own_main own_main.c)
target_link_libraries(own_main PRIVATE emuq::emuq)
