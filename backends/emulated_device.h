/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file emulated_device.h
 * @brief The emulated Message Units as a device: what emuq-device needs of the emulator beside its table of
 * functions (backend.h).
 *
 * Programs in other processes have mapped the registers, and no doorbell rings for their stores. So a thread
 * of the device polls the registers with emuq_emulator_look(), and nothing that programs write is trusted.
 * Attach, detach, close, registers and counters are those of emuq_backend_emulator.
 *
 * The functions are implemented in backends/emulator/core/machine.c. One thread polls and flushes; other threads
 * may halt the machine or revoke resources meanwhile.
 */
#ifndef EMUQ_EMULATED_DEVICE_H
#define EMUQ_EMULATED_DEVICE_H

#include "backends/backend.h"

/**
 * Makes the partition of a device, in reset state.
 * @param arena     private memory
 * @param registers register files of all nodes, EMUQ_REGISTER_FILE_BYTES each, page-aligned; shared with
 *                  programs. They stay the caller's, and are there until the machine is closed.
 * @return 0 and *machine, or a negative errno
 */
int emuq_emulator_open(const emuq_geometry_t *geometry, emuq_arena_t *arena, char *registers,
                       emuq_machine_t **machine);

/** Acts on what programs have stored to the registers of a node, as far as that can be seen cheaply.
 *  @return whether there was something. */
bool emuq_emulator_look(emuq_machine_t *machine, uint32_t node);

/** Acts on every register of a node as if it had just been stored to: those that the unit computes are exact
 * afterwards. */
void emuq_emulator_flush(emuq_machine_t *machine, uint32_t node);

/** No FIFO runs any more, whatever programs store: those that run end with their current descriptor. */
void emuq_emulator_halt(emuq_machine_t *machine);

/** Returns when no message is on its way that has seen an owner from before the call: what has been taken
 * from its owner by assign() is used no more. Called by the thread that polls; messages may be run. */
void emuq_emulator_settle(emuq_machine_t *machine);

/** Takes a resource from its owner: a FIFO is disabled, a table entry is reset, and messages that wait for it
 * are refused. @param nobody an address space without windows, in which no address is found. */
void emuq_emulator_revoke(emuq_machine_t *machine, uint32_t node, emuq_resource_t kind, uint32_t id,
                          const emuq_address_space_t *nobody);

#endif /* EMUQ_EMULATED_DEVICE_H */
