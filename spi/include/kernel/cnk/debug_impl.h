/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file debug_impl.h
 * @brief Stands in for the machine's inline definitions of kernel/debug.h (internal-headers 1). Here, the
 * functions are in the library; this file gives their declarations.
 */
#ifndef _DEBUG_CNK_THREAD_IMPL_H_
#define _DEBUG_CNK_THREAD_IMPL_H_

#include <cnk/include/SPI_syscalls.h>

#include "spi/include/kernel/debug.h"

#endif /* _DEBUG_CNK_THREAD_IMPL_H_ */
