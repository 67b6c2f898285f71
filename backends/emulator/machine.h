/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file machine.h
 * @brief Life of a partition of emulated Message Units; what a device needs beside the backend table.
 */
#ifndef EMUQ_EMULATOR_MACHINE_H
#define EMUQ_EMULATOR_MACHINE_H

#include "backends/emulator/node.h"

/** Writes the reset state of a register file. */
void emuq_reset_registers(char *file);

/** Makes a partition: see emuq_backend_t::open. @param registers the register files, which stay their owner's
 * and have been reset; NULL: to be made. */
int emuq_machine_open(const emuq_geometry_t *geometry, emuq_arena_t *arena, uint32_t members, char *registers,
                      emuq_machine_t **machine);

#endif /* EMUQ_EMULATOR_MACHINE_H */
