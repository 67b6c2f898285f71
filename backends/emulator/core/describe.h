/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file describe.h
 * @brief What a rank waits for, as text.
 */
#ifndef EMUQ_EMULATOR_DESCRIBE_H
#define EMUQ_EMULATOR_DESCRIBE_H

#include "backends/emulator/core/node.h"

/** See emuq_backend_t::describe. */
size_t emuq_describe(emuq_machine_t *m, uint32_t node, uint32_t member, int32_t rank, char *text,
                     size_t bytes);

#endif /* EMUQ_EMULATOR_DESCRIBE_H */
