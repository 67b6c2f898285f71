/* SPDX-License-Identifier: BSD-3-Clause */
#include "msglayer/core/context.h"

#include <hwi/include/common/emuq_mmio.h>

void emuq_pami_wake_context(emuq_pami_context_t *context)
{
    if (__atomic_load_n(&context->shared.sleeping, __ATOMIC_SEQ_CST) != 0)
        emuq_mmio_wake(&context->device->rec->_fifo.hwfifo->pa_tail);
}
