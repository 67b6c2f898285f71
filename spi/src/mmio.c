/* SPDX-License-Identifier: BSD-3-Clause */
#include "hwi/include/common/emuq_mmio.h"

emuq_mmio_hooks_t emuq_mmio;
