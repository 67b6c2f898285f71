/* SPDX-License-Identifier: BSD-3-Clause */
/** @file gpu.h  Memory of GPUs, as far as other files of the driver need it. */
#ifndef APENET_DRIVER_GPU_H
#define APENET_DRIVER_GPU_H

#include "apenet/driver/driver.h"

/** Gives back all blocks of the calling process, in which no buffer is registered any more. */
void apenet_gpu_free_all(apenet_card_t *card);

#endif /* APENET_DRIVER_GPU_H */
