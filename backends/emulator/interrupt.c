/* SPDX-License-Identifier: BSD-3-Clause */
/* Interrupt conditions of a group: status bits, and the call to the kernel (hwi-registers sections 4 and 5).
 */
#include "backends/emulator/emulator.h"

void emuq_raise(emuq_mu_node_t *n, uint32_t group, uint64_t bits)
{
    const emuq_kernel_callbacks_t *k = &emuq_the_kernel;
    for (uint32_t s = 0; s < 4; s++)
        AO_or_full(emuq_reg(n, group * 4 + s, EMUQ_REG_INT_STATUS), bits);
    if (k->interrupt != NULL)
        k->interrupt(k->context, n->number, group, bits);
    emuq_wake(n);
}

void emuq_raise_arrival(emuq_mu_node_t *n, uint32_t rec_id)
{
    uint32_t group = rec_id / 16;
    AO_t bit = (AO_t)1 << (15 - rec_id % 16);
    if (AO_load(&n->dcr.rec_arrival_enable[group]) & bit)
        emuq_raise(n, group, bit);
}

bool emuq_has_rec_threshold(const emuq_mu_node_t *n, uint32_t rec_id)
{
    return AO_load(&n->dcr.rec_threshold_enable[rec_id / 16]) >> (15 - rec_id % 16) & 1;
}

void emuq_rec_threshold(emuq_mu_node_t *n, uint32_t rec_id, uint64_t free_before, uint64_t free_after)
{
    uint64_t threshold = AO_load(&n->dcr.rec_threshold) * 32;
    if (free_before >= threshold && free_after < threshold)
        emuq_raise(n, rec_id / 16, UINT64_C(1) << (31 - rec_id % 16));
}

void emuq_inj_threshold(emuq_mu_node_t *n, uint32_t inj_id, bool rget, uint64_t before, uint64_t after)
{
    uint32_t group = inj_id / 32;
    AO_t enabled = AO_load(&n->dcr.inj_threshold_enable[group]);
    if (__builtin_expect(enabled == 0, 1) || !(enabled >> (31 - inj_id % 32) & 1))
        return;
    uint64_t threshold = AO_load(rget ? &n->dcr.rget_threshold : &n->dcr.inj_threshold);
    bool crossed = rget ? before >= threshold && after < threshold : before <= threshold && after > threshold;
    if (crossed)
        emuq_raise(n, group, UINT64_C(1) << (63 - inj_id % 32));
}
