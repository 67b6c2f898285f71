/* SPDX-License-Identifier: BSD-3-Clause */
/* Device control registers: what a kernel sets on a node (hwi-registers section 6). */
#include "backends/emulator/core/dcr.h"

#include <errno.h>

#include "backends/emulator/core/count_read.h"
#include "backends/emulator/remote/remote.h"
#include "backends/emulator/core/torus.h"
#include "backends/emulator/collective/tree.h"
#include "base/hold.h"
#include "hwi/include/bqc/mu_dcr.h"
#include "hwi/include/bqc/nd_500_dcr.h"
#include "hwi/include/bqc/nd_rese_dcr.h"

/* Register numbers; the first one where each group, or each pair of routes, has its own. */
enum {
    INJ_THRESHOLD_ENABLE = MU_DCR(IMFIFO_THOLD_INT_EN),
    INJ_SYSTEM = MU_DCR(IMFIFO_SYSTEM),
    INJ_RGET = MU_DCR(IMFIFO_RGET),
    INJ_THRESHOLD = MU_DCR(IMU_THOLD),
    RGET_THRESHOLD = MU_DCR(RGET_THOLD),
    REC_ENABLED = MU_DCR(RMFIFO_EN),
    REC_THRESHOLD_ENABLE = MU_DCR(RMFIFO_THOLD_INT_EN),
    REC_ARRIVAL_ENABLE = MU_DCR(RMFIFO_PACKET_INT_EN),
    REC_SYSTEM = MU_DCR(RMFIFO_SYSTEM),
    REC_THRESHOLD = MU_DCR(RMU_THOLD),
    BAT_MODE = MU_DCR(RPUTBASE_SYSTEM0),
    GI_SYSTEM = MU_DCR(SYS_BARRIER),
    GI_INTERRUPT_ENABLE = MU_DCR(BARRIER_INT_EN),
    GEA_ENABLE = MU_DCR(GIP_INT_EN_0_7),
    GI_ROUTE = ND_500_DCR(CTRL_GI_CLASS_00_01),
    COLL_ROUTE = ND_500_DCR(CTRL_COLL_CLASS_00_01),
    CHECKSUM = ND_500_DCR(INJ_FIFO_CHKSUM)
};

void emuq_dcr_reset(emuq_mu_node_t *n)
{
    for (uint32_t g = 0; g < EMUQ_GROUPS; g++) {
        __atomic_store_n(&n->dcr.inj_system[g], UINT32_MAX, __ATOMIC_RELAXED);
        __atomic_store_n(&n->dcr.rec_system[g], UINT16_MAX, __ATOMIC_RELAXED);
    }
    __atomic_store_n(&n->dcr.bat_mode[0], UINT64_MAX, __ATOMIC_RELAXED);
    __atomic_store_n(&n->dcr.bat_mode[1], UINT64_C(0xf) << 60, __ATOMIC_RELAXED);
    __atomic_store_n(&n->dcr.gi_system, UINT16_MAX, __ATOMIC_RELAXED);
}

static uint64_t *in_range(uint32_t dcr, uint32_t first, uint64_t *words, uint32_t count)
{
    return dcr >= first && dcr < first + count ? &words[dcr - first] : NULL;
}

static uint64_t *find(emuq_dcrs_t *r, uint32_t dcr)
{
    const struct {
        uint32_t first;
        uint64_t *words;
        uint32_t count;
    } ranges[] = {
        {INJ_THRESHOLD_ENABLE, r->inj_threshold_enable, EMUQ_GROUPS},
        {INJ_SYSTEM, r->inj_system, EMUQ_GROUPS},
        {INJ_RGET, r->inj_rget, EMUQ_GROUPS},
        {INJ_THRESHOLD, &r->inj_threshold, 1},
        {RGET_THRESHOLD, &r->rget_threshold, 1},
        {REC_ENABLED, r->rec_enabled, EMUQ_GROUPS},
        {REC_THRESHOLD_ENABLE, r->rec_threshold_enable, EMUQ_GROUPS},
        {REC_ARRIVAL_ENABLE, r->rec_arrival_enable, EMUQ_GROUPS},
        {REC_SYSTEM, r->rec_system, EMUQ_GROUPS},
        {REC_THRESHOLD, &r->rec_threshold, 1},
        {BAT_MODE, r->bat_mode, 2},
        {GI_SYSTEM, &r->gi_system, 1},
        {GI_INTERRUPT_ENABLE, &r->gi_interrupt_enable, 1},
        {GEA_ENABLE, r->gea, 3},
        {GI_ROUTE, r->gi_route, EMUQ_ROUTES / 2},
        {COLL_ROUTE, r->coll_route, EMUQ_ROUTES / 2},
        {CHECKSUM, r->checksum, 16},
    };
    for (unsigned i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        uint64_t *word = in_range(dcr, ranges[i].first, ranges[i].words, ranges[i].count);
        if (word != NULL)
            return word;
    }
    return NULL;
}

/* The error counters of a link: packets that its sender has sent again, and that its receiver has found to be
 * damaged. @return whether the register is one of them; *rc: 0 or a negative errno then */
static bool read_link_errors(emuq_machine_t *m, uint32_t node, uint32_t dcr, uint64_t *value, int *rc)
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
    if (read_link_errors(m, node, dcr, value, &rc))
        return rc;
    uint64_t *word = find(&m->node[node].dcr, dcr);
    if (word == NULL)
        return -ENXIO;
    *value = __atomic_load_n(word, __ATOMIC_ACQUIRE);
    return 0;
}

/* FIFO attributes follow the group words; FIFO i of an injection group is bit 31-i, of a reception group
 * 15-i. */
static void inj_attribute(emuq_mu_node_t *n, uint32_t group, uint64_t old, uint64_t now, uint64_t attribute)
{
    for (uint32_t i = 0; i < BGQ_MU_NUM_INJ_FIFOS_PER_GROUP; i++) {
        emuq_inj_t *f = &n->inj[group * BGQ_MU_NUM_INJ_FIFOS_PER_GROUP + i];
        uint64_t bit = (uint64_t)1 << (31 - i);
        if (!((old ^ now) & bit))
            continue;
        if (now & bit)
            __atomic_fetch_or(&f->attributes, attribute, __ATOMIC_SEQ_CST);
        else
            __atomic_fetch_and(&f->attributes, ~attribute, __ATOMIC_SEQ_CST);
    }
}

static void rec_attribute(emuq_mu_node_t *n, uint32_t group, uint64_t old, uint64_t now, bool system)
{
    for (uint32_t i = 0; i < BGQ_MU_NUM_REC_FIFOS_PER_GROUP; i++) {
        emuq_rec_t *r = &n->rec[group * BGQ_MU_NUM_REC_FIFOS_PER_GROUP + i];
        uint64_t bit = (uint64_t)1 << (15 - i);
        if (!((old ^ now) & bit))
            continue;
        /* Release: pairs with the acquire in packet_fifo.c, which then uses the registers. */
        __atomic_store_n(system ? &r->system : &r->enabled, (now & bit) != 0, __ATOMIC_RELEASE);
    }
}

bool emuq_dcr_is_route(uint32_t dcr)
{
    return (dcr >= GI_ROUTE && dcr < GI_ROUTE + EMUQ_ROUTES / 2) ||
           (dcr >= COLL_ROUTE && dcr < COLL_ROUTE + EMUQ_ROUTES / 2);
}

/* The mirrors of a node have its class routes. The other hosts know them before the caller goes on, and so
 * before any host hears of what it does next. Nobody has to be told of what is done before a process
 * attaches: every host does it. @return 0 or -ENOMEM */
static int tell(emuq_mu_node_t *n, uint32_t dcr, uint64_t value)
{
    if (!emuq_is_distributed(n->machine) || !n->is_here || emuq_the_machine == NULL || !emuq_dcr_is_route(dcr))
        return 0;
    struct emuq_update *news = emuq_remote_update_send(n, EMUQ_UPDATE_DCR, dcr, value, true);
    if (news != NULL)
        emuq_remote_update_wait(news);
    return news != NULL ? 0 : -ENOMEM;
}

int emuq_dcr_write(emuq_machine_t *m, uint32_t node, uint32_t dcr, uint64_t value)
{
    emuq_mu_node_t *n = &m->node[node];
    uint64_t *word = find(&n->dcr, dcr);
    if (word == NULL)
        return -ENXIO;
    uint64_t old = __atomic_load_n(word, __ATOMIC_RELAXED);
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
    if (dcr == GI_INTERRUPT_ENABLE && value != 0) /* full order: the caller looks at the status afterwards */
        __atomic_fetch_or(&m->levels_watched, EMUQ_WATCHED_ALWAYS, __ATOMIC_SEQ_CST);
    if (dcr >= INJ_SYSTEM && dcr < INJ_SYSTEM + EMUQ_GROUPS)
        inj_attribute(n, dcr - INJ_SYSTEM, old, value, EMUQ_INJ_SYSTEM);
    else if (dcr >= INJ_RGET && dcr < INJ_RGET + EMUQ_GROUPS)
        inj_attribute(n, dcr - INJ_RGET, old, value, EMUQ_INJ_RGET);
    else if (dcr >= REC_ENABLED && dcr < REC_ENABLED + EMUQ_GROUPS)
        rec_attribute(n, dcr - REC_ENABLED, old, value, false);
    else if (dcr >= REC_SYSTEM && dcr < REC_SYSTEM + EMUQ_GROUPS)
        rec_attribute(n, dcr - REC_SYSTEM, old, value, true);
    emuq_hold_begin(); /* other ranks take the locks of class routes */
    for (uint32_t half = 0; half < 2; half++) {
        uint32_t shift = half == 0 ? 32 : 0; /* the even id is in the upper half */
        if ((old ^ value) >> shift & UINT32_MAX) {
            if (dcr >= GI_ROUTE && dcr < GI_ROUTE + EMUQ_ROUTES / 2)
                emuq_tree_route_changed(n, (dcr - GI_ROUTE) * 2 + half, true);
            else if (dcr >= COLL_ROUTE && dcr < COLL_ROUTE + EMUQ_ROUTES / 2)
                emuq_tree_route_changed(n, (dcr - COLL_ROUTE) * 2 + half, false);
        }
    }
    emuq_hold_end();
    emuq_settings_changed(n);
    return value != old ? tell(n, dcr, value) : 0;
}
