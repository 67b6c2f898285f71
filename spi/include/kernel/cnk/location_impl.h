/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file location_impl.h
 * @brief Declarations of kernel/location.h: the functions are in the library, not inline
 *        (internal-headers 1).
 */
#ifndef _KERNEL_CNK_LOCATION_IMPL_H_
#define _KERNEL_CNK_LOCATION_IMPL_H_

#include <cnk/include/SPI_syscalls.h>
#include "spi/include/kernel/cnk/process_impl.h"

#include "spi/include/kernel/location.h"

#endif /* _KERNEL_CNK_LOCATION_IMPL_H_ */
