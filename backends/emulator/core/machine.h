/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file machine.h
 * @brief Life of a partition of emulated Message Units; what a device needs beside the backend table.
 */
#ifndef EMUQ_EMULATOR_MACHINE_H
#define EMUQ_EMULATOR_MACHINE_H

#include "backends/emulator/core/node.h"
#include "backends/emulator/collective/tree.h"

/** Writes the reset state of a register file. */
void emuq_reset_registers(char *file);

/** Makes a partition: see emuq_backend_t::open. @param registers the register files, which stay their owner's
 * and have been reset; NULL: to be made. */
int emuq_machine_open(const emuq_geometry_t *geometry, emuq_arena_t *arena, uint32_t members, char *registers,
                      emuq_machine_t **machine);

/** @name Functions of the backend table (backend.h)
 *  @{ */
void emuq_machine_close(emuq_machine_t *m);
int emuq_machine_attach(emuq_machine_t *m, const emuq_kernel_callbacks_t *kernel, uint32_t node);
void emuq_machine_detach(emuq_machine_t *m);
void emuq_machine_poke(emuq_machine_t *m, uint32_t member);
void emuq_machine_retire(emuq_machine_t *m, uint32_t node, int32_t rank);
uint64_t emuq_machine_dropped(const emuq_machine_t *m);
volatile uint64_t *emuq_machine_reg(emuq_machine_t *m, uint32_t node, uint64_t offset);
void emuq_machine_assign(emuq_machine_t *m, uint32_t node, emuq_resource_t kind, uint32_t id,
                         const emuq_address_space_t *space, int32_t rank);
void emuq_machine_remapped(emuq_machine_t *m, uint32_t node, const emuq_address_space_t *space);
void emuq_machine_resume(emuq_machine_t *m);
void emuq_machine_enter(emuq_machine_t *m, uint32_t node);
/** @} */

/** emuq_backend_t::layout of units that are emulated: differs if they lay out anything in the arena
 * differently. */
#define EMUQ_EMULATED_LAYOUT                                                                                 \
    ((uint64_t)sizeof(emuq_machine_t) << 48 ^ (uint64_t)sizeof(emuq_mu_node_t) << 24 ^                       \
     (uint64_t)sizeof(emuq_inj_t) << 12 ^ sizeof(struct emuq_tree))

#endif /* EMUQ_EMULATOR_MACHINE_H */
