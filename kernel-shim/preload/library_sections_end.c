/* SPDX-License-Identifier: BSD-3-Clause */
/* The page that ends the section emuq_data. A separate file: the linker places a section behind the sections
 * of earlier files. */
#include "kernel-shim/preload/preload.h"

volatile char emuq_library_data_end[EMUQ_LARGEST_PAGE]
    __attribute__((section("emuq_data_end"), aligned(EMUQ_LARGEST_PAGE))) = {1};
