/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Counts basic blocks: a program compiled with -fsanitize-coverage=trace-pc calls this hook at the beginning
 * of each block. The linker takes this file only for such programs.
 */
#include "backends/modelled_time.h"
#include "base/atomic.h"

void __sanitizer_cov_trace_pc(void);

__attribute__((constructor)) static void blocks_declare(void)
{
    emuq_blocks_are_counted = true;
}

void __sanitizer_cov_trace_pc(void)
{
    /* Acquire: pairs with the release in core_attach(), which sets emuq_blocks_full before. */
    if (__builtin_expect(++emuq_blocks == AO_load_acquire(&emuq_blocks_most), 0))
        emuq_blocks_full();
}
