/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file kernel_impl.h
 * @brief What every SPI header needs from the platform (kernel-mu-resources, spi-injection).
 *
 * Programs of the real machine rely on the standard headers that come in with the SPI, so they are named
 * here once for all of it.
 */
#ifndef _EMUQ_KERNEL_IMPL_H_
#define _EMUQ_KERNEL_IMPL_H_

#include <asm/ioctl.h>
#include <asm/unistd.h>
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "hwi/include/bqc/A2_inlines.h"
#include "hwi/include/common/bgq_alignment.h"
#include "hwi/include/common/compiler_support.h"

#ifndef MUSPI_assert
/** Checks a precondition of an SPI function. A program may define its own before the first SPI header; with
 *  NDEBUG nothing is checked, and a violated precondition is undefined behaviour. */
#define MUSPI_assert(x) assert(x)
#endif

#endif /* _EMUQ_KERNEL_IMPL_H_ */
