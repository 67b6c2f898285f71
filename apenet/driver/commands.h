/* SPDX-License-Identifier: BSD-3-Clause */
/** @file commands.h  Commands of the driver to a card's micro-controller, and what outcomes mean for
 * programs. */
#ifndef APENET_DRIVER_COMMANDS_H
#define APENET_DRIVER_COMMANDS_H

#include "apenet/driver/driver.h"

/** Submits a command for a process and waits until it is done. @param word3 as in ::apenet_command_t.
 *  @return 0 or a negative errno */
int apenet_submit(apenet_card_t *card, apenet_op_t op, uint64_t va, const uint32_t word3[4]);

/** The errno of an outcome, negative, or 0. */
int apenet_status_errno(uint32_t status);

#endif /* APENET_DRIVER_COMMANDS_H */
