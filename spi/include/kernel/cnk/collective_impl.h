/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file collective_impl.h
 * @brief Declarations of kernel/collective.h: the functions are in the library, not inline
 *        (internal-headers 1).
 */
#ifndef _KERNEL_CNK_COLLECTIVE_IMPL_H_
#define _KERNEL_CNK_COLLECTIVE_IMPL_H_

#include <cnk/include/SPI_syscalls.h>

#include "spi/include/kernel/collective.h"

#endif /* _KERNEL_CNK_COLLECTIVE_IMPL_H_ */
