/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a program calls at the beginning of each basic block, if it has been compiled with the option
 * -fsanitize-coverage=trace-pc. The linker takes this file from its archive for no other program.
 */
#include "backends/blocks.h"

void __sanitizer_cov_trace_pc(void);

__attribute__((constructor)) static void declare(void)
{
    emuq_blocks_are_counted = true;
}

void __sanitizer_cov_trace_pc(void)
{
    /* Acquire: pairs with the release in core_attach(); emuq_blocks_full is there. */
    if (__builtin_expect(++emuq_blocks == __atomic_load_n(&emuq_blocks_most, __ATOMIC_ACQUIRE), 0))
        emuq_blocks_full();
}
