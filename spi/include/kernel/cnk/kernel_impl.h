/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file kernel_impl.h
 * @brief Platform definitions for all SPI headers (kernel-mu-resources, spi-injection).
 *
 * Programs of the machine rely on the standard headers included with the SPI; this file includes all of
 * them.
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

__BEGIN_DECLS

/** Reports a violated precondition of an SPI function in the format of descriptor errors, with the rank of
 * the calling thread, and ends the process by SIGABRT. Thread-safe.
 * @param function name of the SPI function.
 * @param advice the next step for the caller.
 * @param format the error, a printf() format. */
void emuq_spi_misuse(const char *function, const char *advice, const char *format, ...)
    __attribute__((cold, noreturn, format(printf, 3, 4)));

__END_DECLS

/** @name Preconditions of SPI functions
 *  A program may define MUSPI_assert(x) before the first SPI header. With NDEBUG preconditions are not
 *  checked; a violation is undefined behaviour.
 *  @{ */
#if defined(MUSPI_assert)
#define EMUQ_SPI_REQUIRE(x, what, value, advice) MUSPI_assert(x)
#elif defined(NDEBUG)
#define MUSPI_assert(x)                          ((void)0)
#define EMUQ_SPI_REQUIRE(x, what, value, advice) ((void)0)
#else
/** Violated preconditions are reported by emuq_spi_misuse(). */
#define EMUQ_SPI_REPORTS 1
/** Checks precondition @p x. */
#define MUSPI_assert(x)                                                                                      \
    ((x) ? (void)0                                                                                           \
         : emuq_spi_misuse(__func__, "correct the arguments; the header states their ranges",                \
                           "the precondition does not hold: %s", #x))
/** Checks precondition @p x. @param what description of the error, with one conversion of an unsigned long
 * long for @p value. */
#define EMUQ_SPI_REQUIRE(x, what, value, advice)                                                             \
    ((x) ? (void)0 : emuq_spi_misuse(__func__, advice, what, (unsigned long long)(value)))
#endif
/** @} */

#endif /* _EMUQ_KERNEL_IMPL_H_ */
