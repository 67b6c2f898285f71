/* SPDX-License-Identifier: BSD-3-Clause */
/** @file registers.h  The registers of an emulated card: what a store does. */
#ifndef APENET_CARD_REGISTERS_H
#define APENET_CARD_REGISTERS_H

#include "apenet/card/device.h"

/** Gives the registers of a card the values that they have after reset. */
void apenet_registers_reset(apenet_device_t *d);

#endif /* APENET_CARD_REGISTERS_H */
