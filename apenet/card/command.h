/* SPDX-License-Identifier: BSD-3-Clause */
/** @file command.h  Commands of the micro-controller: what changes the tables of a card. */
#ifndef APENET_CARD_COMMAND_H
#define APENET_CARD_COMMAND_H

#include "apenet/card/device.h"

/** Does a command, under the card's lock, which it takes. @return its status */
apenet_status_t apenet_command_run(apenet_device_t *d, const apenet_command_t *command);

#endif /* APENET_CARD_COMMAND_H */
