/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file debug_impl.h
 * @brief Declarations of kernel/debug.h: the functions are in the library, not inline (internal-headers 1).
 */
#ifndef _DEBUG_CNK_THREAD_IMPL_H_
#define _DEBUG_CNK_THREAD_IMPL_H_

#include <cnk/include/SPI_syscalls.h>

#include "spi/include/kernel/debug.h"

#endif /* _DEBUG_CNK_THREAD_IMPL_H_ */
