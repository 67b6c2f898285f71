/* SPDX-License-Identifier: BSD-3-Clause */
/** @file kernels.h  Rings of kernels (gpu_ring.h), as far as other files of the driver need them. */
#ifndef APENET_DRIVER_KERNELS_H
#define APENET_DRIVER_KERNELS_H

#include "apenet/driver/driver.h"

/** Moves what kernels of the process have rung for to the ring of the card, as far as there is room.
 *  @return whether the process has a ring: nobody is woken when a kernel rings */
bool apenet_kernels_run(apenet_card_t *card);

/** Ends the ring of the process, if it has one. */
void apenet_kernels_end(apenet_card_t *card);

#endif /* APENET_DRIVER_KERNELS_H */
