/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file pins.h
 * @brief Pages of a process that its card knows. Pages that nothing uses any more stay registered, up to a
 * limit: to register is slow, and programs use the same memory again.
 */
#ifndef APENET_DRIVER_PINS_H
#define APENET_DRIVER_PINS_H

#include "apenet/driver/driver.h"

/** Bus address of memory of the calling process, of which all pages are mapped. Byte after byte, the
 * addresses of [va, va + bytes) follow. @return 0; -EFAULT; -ENOSPC */
int apenet_bus_address(apenet_card_t *card, uint64_t va, uint32_t bytes, uint64_t *bus);

/** Registers the pages of [va, va + bytes), or counts one more use of them. Called by the process whose
 * memory it is.
 *  @return 0; -EFAULT: not all of it is mapped; -ENOSPC; -ENOMEM; then nothing has changed */
int apenet_pin(apenet_card_t *card, uint64_t va, uint32_t bytes);

/** Takes back what apenet_pin() has done. */
void apenet_unpin(apenet_card_t *card, uint64_t va, uint32_t bytes);

#endif /* APENET_DRIVER_PINS_H */
