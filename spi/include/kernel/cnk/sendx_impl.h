/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file sendx_impl.h
 * @brief Stands in for the machine's inline definitions of kernel/sendx.h (internal-headers 1). Here, the
 * functions are in the library; this file gives their declarations.
 */
#ifndef _KERNEL_SENDX_IMPL_H_
#define _KERNEL_SENDX_IMPL_H_

#include <cnk/include/SPI_syscalls.h>

#include "spi/include/kernel/sendx.h"

#endif /* _KERNEL_SENDX_IMPL_H_ */
