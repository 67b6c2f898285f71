/* SPDX-License-Identifier: BSD-3-Clause */
#include "msglayer/core/context.h"
#include "msglayer/mu/process.h"

void emuq_pami_wake_context(emuq_pami_context_t *context)
{
    if (__atomic_load_n(&context->shared.sleeping, __ATOMIC_SEQ_CST) != 0 &&
        __atomic_exchange_n(&context->shared.sleeping, 0, __ATOMIC_SEQ_CST) != 0)
        emuq_pami_wake(context->client->resources->process, &context->device->wake);
}
