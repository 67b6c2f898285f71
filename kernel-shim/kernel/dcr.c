/* SPDX-License-Identifier: BSD-3-Clause */
/* Device control registers by number (core-inlines section 7). */
#include "hwi/include/bqc/dcr_support.h"

#include <inttypes.h>

#include "kernel-shim/partition/report.h"
#include "kernel-shim/partition/current.h"
#include "kernel-shim/kernel/registers.h"
#include "spi/include/kernel/MU.h"

uint64_t DCRReadPriv(uint64_t dcr)
{
    return dcr <= UINT32_MAX ? emuq_node_dcr(emuq_process_self()->node, (uint32_t)dcr) : 0;
}

uint64_t DCRReadUser(uint64_t dcr)
{
    return DCRReadPriv(dcr);
}

void DCRWritePriv(uint64_t dcr, uint64_t v)
{
    emuq_node_t *node = emuq_process_self()->node;
    if (dcr > UINT32_MAX)
        return;
    emuq_node_lock(node); /* kernel calls read, change and write back */
    emuq_node_dcr_write(node, (uint32_t)dcr, v);
    emuq_node_unlock_resume(node);
}

/* Users may write performance counters, which are not among the registers that a backend has; so whatever it
 * has is protected, and stores to the rest have no effect. */
void DCRWriteUser(uint64_t dcr, uint64_t v)
{
    const emuq_process_t *self = emuq_process_self();
    const emuq_partition_t *p = self->node->partition;
    uint64_t now;
    if (dcr > UINT32_MAX || emuq_backend->dcr_read(p->machine, self->node->number, (uint32_t)dcr, &now) != 0)
        return;
    char buffer[512];
    emuq_text_t text = emuq_text(buffer, sizeof(buffer));
    emuq_text_add(&text,
                  "emuq: a user program stored 0x%" PRIx64 " to device control register 0x%" PRIx64
                  ", which is protected\n  where: ",
                  v, dcr);
    emuq_say_where(&text, self->node, (int32_t)self->rank);
    emuq_text_add(&text, "\n  what to do: use the Kernel_ call that sets what you need\n");
    emuq_violation(&text, SIGDCRVIOLATION);
}

/* The machine's kernel only declares the next two to user programs, and libraries define them themselves:
 * hence weak. */
__attribute__((weak)) int32_t Kernel_GetNDExpectedTokens(uint32_t link_id, uint32_t vc, uint32_t *token_ptr)
{
    const uint32_t most_dynamic = 13; /* steps of 8 tokens */
    uint64_t control;
    if (link_id >= ND_RESE_DCR_num)
        return 1;
    if (vc > 6)
        return 4;
    control = DCRReadUser(ND_RESE_DCR(link_id, CTRL));
    if (vc == 0) {
        uint32_t steps = (uint32_t)ND_RESE_DCR__CTRL__DYN_TOK_REDUCE_get(control);
        if (steps > most_dynamic)
            return 2;
        *token_ptr = 126 - 8 * steps;
    } else if (vc <= 3) {
        *token_ptr = 7 - (uint32_t)ND_RESE_DCR__CTRL__BUBBLE_TOK_REDUCE_get(control);
    } else {
        *token_ptr = 7 - (uint32_t)ND_RESE_DCR__CTRL__COLL_TOK_REDUCE_get(control);
    }
    return 0;
}

__attribute__((weak)) int32_t Kernel_GetNDExpectedTokensDCR(uint32_t link_id, uint64_t *token_ptr)
{
    uint32_t tokens[6] = {0, 0, 0, 0, 0, 0};
    uint32_t vc;
    for (vc = 0; vc < 6; vc++) {
        int32_t error = Kernel_GetNDExpectedTokens(link_id, vc, &tokens[vc]);
        if (error != 0)
            return error;
    }
    *token_ptr =
        ND_RESE_DCR__SE_TOKENS__VC_DYNAMIC_set(tokens[0]) | ND_RESE_DCR__SE_TOKENS__VC_NORMAL_set(tokens[1]) |
        ND_RESE_DCR__SE_TOKENS__VC_PRIORITY_set(tokens[2]) |
        ND_RESE_DCR__SE_TOKENS__VC_SYSTEM_set(tokens[3]) | ND_RESE_DCR__SE_TOKENS__VC_COLL0_set(tokens[4]) |
        ND_RESE_DCR__SE_TOKENS__VC_COLL1_set(tokens[5]);
    return 0;
}
