/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file envmon_impl.h
 * @brief Stands in for the machine's inline definitions of kernel/envmon.h (internal-headers 1). Here, the
 * functions are in the library; this file gives their declarations.
 */
#ifndef _KERNEL_CNK_ENVMON_IMPL_H_
#define _KERNEL_CNK_ENVMON_IMPL_H_

#include <cnk/include/SPI_syscalls.h>

#include "spi/include/kernel/envmon.h"

#endif /* _KERNEL_CNK_ENVMON_IMPL_H_ */
