/* SPDX-License-Identifier: BSD-3-Clause */
#include "msglayer/core/context.h"
#include "msglayer/mu/process.h"

void emuq_pami_end_doze(emuq_pami_context_t *context)
{
    if (__atomic_load_n(&context->shared.dozing, __ATOMIC_SEQ_CST) != 0 &&
        __atomic_exchange_n(&context->shared.dozing, 0, __ATOMIC_SEQ_CST) != 0)
        emuq_pami_wake(context->client->site->process, &context->device->wake);
}
