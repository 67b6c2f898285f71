/* SPDX-License-Identifier: BSD-3-Clause */
/* Device control registers, written by kernel calls (hwi-registers 6). */
#include "backends/emulator/core/inject.h"

#include <errno.h>

#include "backends/emulator/collective/tree.h"
#include "backends/emulator/core/machine.h"
#include "backends/emulator/core/remote_ops.h"
#include "hwi/include/bqc/mu_dcr.h"
#include "hwi/include/bqc/nd_500_dcr.h"
#include "hwi/include/bqc/nd_rese_dcr.h"

/* Registers that need an action; the first of each array. */
enum {
    INJ_SYSTEM = MU_DCR(IMFIFO_SYSTEM),
    INJ_RGET = MU_DCR(IMFIFO_RGET),
    REC_ENABLED = MU_DCR(RMFIFO_EN),
    REC_SYSTEM = MU_DCR(RMFIFO_SYSTEM),
    GI_INTERRUPT_ENABLE = MU_DCR(BARRIER_INT_EN),
    GI_ROUTE = ND_500_DCR(CTRL_GI_CLASS_00_01),
    COLL_ROUTE = ND_500_DCR(CTRL_COLL_CLASS_00_01)
};

void emuq_dcr_reset(emuq_mu_node_t *n)
{
    for (uint32_t g = 0; g < EMUQ_GROUPS; g++) {
        AO_store(&n->dcr.inj_system[g], UINT32_MAX);
        AO_store(&n->dcr.rec_system[g], UINT16_MAX);
    }
    AO_store(&n->dcr.bat_mode[0], UINT64_MAX);
    AO_store(&n->dcr.bat_mode[1], UINT64_C(0xf) << 60);
    AO_store(&n->dcr.gi_system, UINT16_MAX);
}

static uint64_t *dcr_find(emuq_dcrs_t *r, uint32_t dcr)
{
    const struct {
        uint32_t first;
        uint64_t *words;
        uint32_t count;
    } ranges[] = {
        {MU_DCR(IMFIFO_THOLD_INT_EN), r->inj_threshold_enable, EMUQ_GROUPS},
        {INJ_SYSTEM, r->inj_system, EMUQ_GROUPS},
        {INJ_RGET, r->inj_rget, EMUQ_GROUPS},
        {MU_DCR(IMU_THOLD), &r->inj_threshold, 1},
        {MU_DCR(RGET_THOLD), &r->rget_threshold, 1},
        {REC_ENABLED, r->rec_enabled, EMUQ_GROUPS},
        {MU_DCR(RMFIFO_THOLD_INT_EN), r->rec_threshold_enable, EMUQ_GROUPS},
        {MU_DCR(RMFIFO_PACKET_INT_EN), r->rec_arrival_enable, EMUQ_GROUPS},
        {REC_SYSTEM, r->rec_system, EMUQ_GROUPS},
        {MU_DCR(RMU_THOLD), &r->rec_threshold, 1},
        {MU_DCR(RPUTBASE_SYSTEM0), r->bat_mode, 2},
        {MU_DCR(SYS_BARRIER), &r->gi_system, 1},
        {GI_INTERRUPT_ENABLE, &r->gi_interrupt_enable, 1},
        {MU_DCR(GIP_INT_EN_0_7), r->gea, 3},
        {GI_ROUTE, r->gi_route, EMUQ_ROUTES / 2},
        {COLL_ROUTE, r->coll_route, EMUQ_ROUTES / 2},
        {ND_500_DCR(INJ_FIFO_CHKSUM), r->checksum, 16},
    };
    for (unsigned i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        if (dcr >= ranges[i].first && dcr < ranges[i].first + ranges[i].count)
            return &ranges[i].words[dcr - ranges[i].first];
    return NULL;
}

/* Reads the packets that a link has sent again, or received damaged. @return false: another register */
static bool dcr_read_link_errors(emuq_machine_t *m, uint32_t node, uint32_t dcr, uint64_t *value, int *rc)
{
    if (dcr < ND_RESE_DCR_base || dcr >= ND_RESE_DCR_base + EMUQ_LINKS * ND_RESE_DCR_range)
        return false;
    uint32_t link = (dcr - ND_RESE_DCR_base) / ND_RESE_DCR_range;
    bool received = dcr == ND_RESE_DCR(link, RE_LINK_ERR_CNT);
    if (!received && dcr != ND_RESE_DCR(link, SE_RETRANS_CNT))
        return false;
    *rc = emuq_count_read_damaged(m, node, link, received, value);
    *value = ND_RESE_DCR__SE_RETRANS_CNT__VALUE_get(ND_RESE_DCR__SE_RETRANS_CNT__VALUE_set(*value));
    return true;
}

int emuq_dcr_read(emuq_machine_t *m, uint32_t node, uint32_t dcr, uint64_t *value)
{
    int rc;
    if (dcr_read_link_errors(m, node, dcr, value, &rc))
        return rc;
    uint64_t *word = dcr_find(&m->node[node].dcr, dcr);
    if (word == NULL)
        return -ENXIO;
    *value = AO_load_acquire(word);
    return 0;
}

/* FIFO i of a group is bit 31-i (injection) or 15-i (reception). */
static void dcr_set_inj_attribute(emuq_mu_node_t *n, uint32_t group, uint64_t old, uint64_t now,
                                  uint64_t attribute)
{
    for (uint32_t i = 0; i < BGQ_MU_NUM_INJ_FIFOS_PER_GROUP; i++) {
        emuq_inj_t *f = &n->inj[group * BGQ_MU_NUM_INJ_FIFOS_PER_GROUP + i];
        uint64_t bit = (uint64_t)1 << (31 - i);
        if (!((old ^ now) & bit))
            continue;
        if (now & bit)
            AO_or_full(&f->attributes, attribute);
        else
            AO_and_full(&f->attributes, ~attribute);
    }
}

static void dcr_set_rec_attribute(emuq_mu_node_t *n, uint32_t group, uint64_t old, uint64_t now, bool system)
{
    for (uint32_t i = 0; i < BGQ_MU_NUM_REC_FIFOS_PER_GROUP; i++) {
        emuq_rec_t *r = &n->rec[group * BGQ_MU_NUM_REC_FIFOS_PER_GROUP + i];
        uint64_t bit = (uint64_t)1 << (15 - i);
        if (!((old ^ now) & bit))
            continue;
        /* Release: pairs with the acquire in packet_fifo.c, before the registers are used. */
        AO_store_release(system ? &r->system : &r->enabled, (now & bit) != 0);
    }
}

bool emuq_dcr_is_route(uint32_t dcr)
{
    return (dcr >= GI_ROUTE && dcr < GI_ROUTE + EMUQ_ROUTES / 2) ||
           (dcr >= COLL_ROUTE && dcr < COLL_ROUTE + EMUQ_ROUTES / 2);
}

/* Sends a class route to the replicas on all hosts, and waits: each host knows the route before the caller's
 * next action is visible there. Before processes attach, all hosts execute the same writes. @return 0 or
 * -ENOMEM */
static int dcr_publish_route(emuq_mu_node_t *n, uint32_t dcr, uint64_t value)
{
    if (!emuq_is_distributed(n->machine) || !n->is_here || emuq_the_machine == NULL ||
        !emuq_dcr_is_route(dcr))
        return 0;
    struct emuq_update *news = emuq_remote_ops->update_send(n, EMUQ_UPDATE_DCR, dcr, value, true);
    if (news != NULL)
        emuq_remote_ops->update_wait(news);
    return news != NULL ? 0 : -ENOMEM;
}

int emuq_dcr_write(emuq_machine_t *m, uint32_t node, uint32_t dcr, uint64_t value)
{
    emuq_mu_node_t *n = &m->node[node];
    uint64_t *word = dcr_find(&n->dcr, dcr);
    if (word == NULL)
        return -ENXIO;
    uint64_t old = AO_load(word);
    AO_store_release(word, value);
    if (dcr == GI_INTERRUPT_ENABLE && value != 0) /* full order: the caller loads the status afterwards */
        AO_int_or_full(&m->levels_watched, EMUQ_WATCHED_ALWAYS);
    if (dcr >= INJ_SYSTEM && dcr < INJ_SYSTEM + EMUQ_GROUPS)
        dcr_set_inj_attribute(n, dcr - INJ_SYSTEM, old, value, EMUQ_INJ_SYSTEM);
    else if (dcr >= INJ_RGET && dcr < INJ_RGET + EMUQ_GROUPS)
        dcr_set_inj_attribute(n, dcr - INJ_RGET, old, value, EMUQ_INJ_RGET);
    else if (dcr >= REC_ENABLED && dcr < REC_ENABLED + EMUQ_GROUPS)
        dcr_set_rec_attribute(n, dcr - REC_ENABLED, old, value, false);
    else if (dcr >= REC_SYSTEM && dcr < REC_SYSTEM + EMUQ_GROUPS)
        dcr_set_rec_attribute(n, dcr - REC_SYSTEM, old, value, true);
    emuq_critical_begin(); /* peers take the locks of class routes */
    for (uint32_t half = 0; half < 2; half++) {
        uint32_t shift = half == 0 ? 32 : 0; /* the even id is in the upper half */
        if ((old ^ value) >> shift & UINT32_MAX) {
            if (dcr >= GI_ROUTE && dcr < GI_ROUTE + EMUQ_ROUTES / 2)
                emuq_tree_route_changed(n, (dcr - GI_ROUTE) * 2 + half, true);
            else if (dcr >= COLL_ROUTE && dcr < COLL_ROUTE + EMUQ_ROUTES / 2)
                emuq_tree_route_changed(n, (dcr - COLL_ROUTE) * 2 + half, false);
        }
    }
    emuq_critical_end();
    emuq_settings_changed(n);
    return value != old ? dcr_publish_route(n, dcr, value) : 0;
}
