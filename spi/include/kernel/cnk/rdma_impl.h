/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file rdma_impl.h
 * @brief Declarations of kernel/rdma.h: the functions are in the library, not inline (internal-headers 1).
 */
#ifndef _KERNEL_CNKOFED_IMPL_H_
#define _KERNEL_CNKOFED_IMPL_H_

#include <cnk/include/SPI_syscalls.h>

#include "spi/include/kernel/rdma.h"

#endif /* _KERNEL_CNKOFED_IMPL_H_ */
