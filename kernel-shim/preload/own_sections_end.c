/* SPDX-License-Identifier: BSD-3-Clause */
/* In a file of its own: a linker puts the section behind those that it has met before. */
#include "kernel-shim/preload/own_sections.h"

volatile char emuq_own_data_end[EMUQ_LARGEST_PAGE]
    __attribute__((section("emuq_data_end"), aligned(EMUQ_LARGEST_PAGE))) = {1};
