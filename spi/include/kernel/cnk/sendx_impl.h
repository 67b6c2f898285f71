/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file sendx_impl.h
 * @brief Declarations of kernel/sendx.h: the functions are in the library, not inline (internal-headers 1).
 */
#ifndef _KERNEL_SENDX_IMPL_H_
#define _KERNEL_SENDX_IMPL_H_

#include <cnk/include/SPI_syscalls.h>

#include "spi/include/kernel/sendx.h"

#endif /* _KERNEL_SENDX_IMPL_H_ */
