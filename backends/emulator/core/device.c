/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/backend.h"

#include "backends/emulator/core/control.h"
#include "backends/emulator/core/dcr.h"
#include "backends/emulator/core/inject.h"
#include "backends/emulator/core/machine.h"
#include "backends/emulator/core/park.h"
#include "backends/emulator/core/run.h"
#include "backends/emulator/core/scan.h"
#include "hwi/include/bqc/mu_dcr.h"

int emuq_emulator_open(const emuq_geometry_t *geometry, emuq_arena_t *arena, char *registers,
                       emuq_machine_t **machine)
{
    for (uint64_t i = 0; i < emuq_geometry_nodes(geometry); i++) {
        char *file = registers + i * EMUQ_REGISTER_FILE_BYTES;
        for (uint32_t s = 0; s < EMUQ_SUBGROUPS; s++)
            memset(file + (s >> 2) * BGQ_MU_GROUP_SIZE + (s & 3) * BGQ_MU_SUBGROUP_SIZE, 0,
                   BGQ_MU_SUBGROUP_SIZE);
        emuq_reset_registers(file);
    }
    return emuq_machine_open(geometry, arena, 1, registers, machine);
}

bool emuq_emulator_poll(emuq_machine_t *machine, uint32_t node)
{
    emuq_mu_node_t *n = &machine->node[node];
    emuq_work_t work;
    emuq_work_begin(&work);
    bool found = emuq_scan_node(&work, n);
    uint64_t parked = __atomic_load_n(&n->parked_now, __ATOMIC_RELAXED);
    if (emuq_node_resume(&work, n))
        found |= __atomic_load_n(&n->parked_now, __ATOMIC_RELAXED) != parked;
    emuq_work_run(&work);
    return found;
}

void emuq_emulator_flush(emuq_machine_t *machine, uint32_t node)
{
    emuq_mu_node_t *n = &machine->node[node];
    emuq_emulator_poll(machine, node);
    for (uint32_t s = 0; s < EMUQ_SUBGROUPS; s++) {
        emuq_work_t work;
        emuq_work_begin(&work);
        emuq_control_flush(&work, n, s);
        emuq_work_run(&work);
    }
}

void emuq_emulator_halt(emuq_machine_t *machine)
{
    /* Before attributes are cleared: pairs with the load in enable_fifo(). */
    __atomic_store_n(&machine->is_halted, 1, __ATOMIC_SEQ_CST);
    for (uint32_t i = 0; i < machine->nodes; i++)
        for (uint32_t f = 0; f < EMUQ_INJ_FIFOS; f++)
            __atomic_fetch_and(&machine->node[i].inj[f].attributes, ~(uint64_t)EMUQ_INJ_ENABLED,
                               __ATOMIC_SEQ_CST);
}

static void settle(emuq_work_t *work, emuq_inj_t *f)
{
    if (f->regs == NULL)
        return;
    /* A run that comes before this claim has ended, and one that comes after it sees the change. */
    emuq_inj_claim_idle(f);
    emuq_inj_release(work, f);
}

void emuq_emulator_settle(emuq_machine_t *machine)
{
    emuq_work_t work;
    emuq_work_begin(&work);
    EMUQ_TEST_POINT(device_settle);
    for (uint32_t i = 0; i < machine->nodes; i++)
        for (uint32_t s = 0; s < EMUQ_SUBGROUPS; s++)
            for (uint32_t k = 0; k < BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP && emuq_is_used(&machine->node[i], s);
                 k++)
                settle(&work, &machine->node[i].inj[s * BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP + k]);
    emuq_work_run(&work);
}

static void revoke_inj(emuq_work_t *work, emuq_mu_node_t *n, uint32_t id)
{
    /* Before anything waits for the FIFO. */
    __atomic_fetch_and(&n->inj[id].attributes, ~(uint64_t)EMUQ_INJ_ENABLED, __ATOMIC_SEQ_CST);
    emuq_control_enable(work, n, id / 32, UINT64_C(1) << (31 - id % 32), false);
}

static void revoke_rec(emuq_mu_node_t *n, uint32_t id)
{
    uint32_t dcr = MU_DCR(RMFIFO_EN) + id / 16;
    uint64_t enabled = 0;
    emuq_dcr_read(n->machine, n->number, dcr, &enabled);
    emuq_dcr_write(n->machine, n->number, dcr, enabled & ~(UINT64_C(1) << (15 - id % 16)));
}

void emuq_emulator_revoke(emuq_machine_t *machine, uint32_t node, emuq_resource_t kind, uint32_t id,
                          const emuq_address_space_t *nobody)
{
    emuq_mu_node_t *n = &machine->node[node];
    emuq_work_t work;
    emuq_work_begin(&work);
    if (kind == EMUQ_RESOURCE_INJ_FIFO)
        revoke_inj(&work, n, id);
    else if (kind == EMUQ_RESOURCE_REC_FIFO)
        revoke_rec(n, id);
    else
        __atomic_store_n(emuq_reg(n, id / 8, EMUQ_REG_BAT + (id & 7) * 8), EMUQ_PA_MASK, __ATOMIC_RELEASE);
    emuq_backend_emulator.assign(machine, node, kind, id, nobody, -1);
    emuq_blocker_t *blocker = kind == EMUQ_RESOURCE_INJ_FIFO   ? &n->inj[id].blocker
                              : kind == EMUQ_RESOURCE_REC_FIFO ? &n->rec[id].blocker
                                                               : NULL;
    if (blocker != NULL && emuq_is_waited_for(blocker))
        emuq_unpark(&work, n, blocker);
    emuq_work_run(&work);
}
