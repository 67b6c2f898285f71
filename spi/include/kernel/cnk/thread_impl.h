/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file thread_impl.h
 * @brief The file with the definitions of kernel/thread.h on the machine (internal-headers 1). Here the functions are
 * in the library; a program that includes this file gets their declarations.
 */
#ifndef _KERNEL_CNK_THREAD_IMPL_H_
#define _KERNEL_CNK_THREAD_IMPL_H_

#include <cnk/include/SPI_syscalls.h>

#include "spi/include/kernel/thread.h"

#endif /* _KERNEL_CNK_THREAD_IMPL_H_ */
