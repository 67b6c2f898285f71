/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/device.h"

#include "backends/emulator/emulator.h"

#include <string.h>

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

bool emuq_emulator_look(emuq_machine_t *machine, uint32_t node)
{
    emuq_mu_node_t *n = &machine->node[node];
    bool found = emuq_scan_node(n);
    AO_t parked = AO_load(&n->parked_now);
    if (parked != 0) {
        emuq_unpark_all(n);
        found |= AO_load(&n->parked_now) != parked;
    }
    emuq_inj_drain();
    return found;
}

void emuq_emulator_flush(emuq_machine_t *machine, uint32_t node)
{
    emuq_mu_node_t *n = &machine->node[node];
    emuq_emulator_look(machine, node);
    for (uint32_t s = 0; s < EMUQ_SUBGROUPS; s++)
        emuq_control_flush(n, s);
}

void emuq_emulator_halt(emuq_machine_t *machine)
{
    AO_or_full(&machine->is_halted, 1);
    for (uint32_t i = 0; i < machine->nodes; i++)
        for (uint32_t f = 0; f < EMUQ_INJ_FIFOS; f++)
            AO_and_full(&machine->node[i].inj[f].attributes, ~(AO_t)EMUQ_INJ_ENABLED);
}

static void revoke_inj(emuq_mu_node_t *n, uint32_t id)
{
    emuq_inj_t *f = &n->inj[id];
    AO_and_full(&f->attributes, ~(AO_t)EMUQ_INJ_ENABLED); /* before anything waits for the FIFO */
    emuq_control_enable(n, id / 32, UINT64_C(1) << (31 - id % 32), false);
    if (AO_load_acquire(&f->waiting) != 0)
        emuq_unpark(n, f, &f->waiting);
}

static void revoke_rec(emuq_mu_node_t *n, uint32_t id)
{
    uint32_t dcr = MU_DCR(RMFIFO_EN) + id / 16;
    uint64_t enabled = 0;
    emuq_dcr_read(n->machine, n->number, dcr, &enabled);
    emuq_dcr_write(n->machine, n->number, dcr, enabled & ~(UINT64_C(1) << (15 - id % 16)));
    emuq_rec_t *r = &n->rec[id];
    if (AO_load_acquire(&r->waiting) != 0)
        emuq_unpark(n, r, &r->waiting);
}

void emuq_emulator_revoke(emuq_machine_t *machine, uint32_t node, emuq_resource_t kind, uint32_t id,
                          const emuq_address_space_t *nobody)
{
    emuq_mu_node_t *n = &machine->node[node];
    if (kind == EMUQ_RESOURCE_INJ_FIFO)
        revoke_inj(n, id);
    else if (kind == EMUQ_RESOURCE_REC_FIFO)
        revoke_rec(n, id);
    else
        AO_store_release(emuq_reg(n, id / 8, EMUQ_REG_BAT + (id & 7) * 8), EMUQ_PA_MASK);
    emuq_backend_emulator.assign(machine, node, kind, id, nobody, -1);
    emuq_inj_drain();
}
