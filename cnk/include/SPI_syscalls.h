/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file SPI_syscalls.h
 * @brief Numbers of the kernel calls below the SPI (internal-headers 2).
 *
 * X-macro: define SYSCALL(name) before each inclusion to get the list of names.
 */
#ifndef _SPI_SYSCALLS_H_
#define _SPI_SYSCALLS_H_

#include <errno.h>
#include <stdint.h>

#include <asm/ioctl.h>
#include <asm/unistd.h>

#include <hwi/include/common/compiler_support.h>

/** Number of the first call. */
#define SYSCALL_START 1024

#ifndef SIGDCRVIOLATION
/** Signal of a store to a protected device control register. */
#define SIGDCRVIOLATION 38
#endif

#ifndef FIOBGQATOMIC
/** ioctl() to enable L2 atomics on a mapping. */
#define FIOBGQATOMIC _IOWR(0xa5, 0, unsigned int)
#endif

/** Numbers of the calls. */
enum {
    SPI_SYSCALL_BEGIN = SYSCALL_START - 1,
#define SYSCALL(name) __NR_##name,
#include <cnk/include/emuq_syscalls.def>
#undef SYSCALL
    SPI_NUM_SYSCALLS
};

__BEGIN_DECLS

/** Makes a kernel call by its number. Arguments, result and thread safety are as in the corresponding Kernel_
 * function: for GET_PERSONALITY Kernel_GetPersonality(), for UPCI_OP Kernel_Upci_Raw_Syscall().
 * @param arguments six, unused ones 0.
 * @return the function's result; ENOSYS if the call is not emulated, with a message once per number and
 * process. */
uint64_t emuq_spi_syscall(long number, const uint64_t arguments[6]);

__END_DECLS

/** Implements CNK_SPI_SYSCALL_0() to CNK_SPI_SYSCALL_6(). */
static inline uint64_t emuq_spi_syscall_of(long number, uint64_t a0, uint64_t a1, uint64_t a2, uint64_t a3,
                                           uint64_t a4, uint64_t a5)
{
    uint64_t arguments[6];
    arguments[0] = a0;
    arguments[1] = a1;
    arguments[2] = a2;
    arguments[3] = a3;
    arguments[4] = a4;
    arguments[5] = a5;
    return emuq_spi_syscall(number, arguments);
}

/** @name Kernel calls by name
 *  Expressions of type uint64_t; errno is not set.
 *  @{ */
#define CNK_SPI_SYSCALL_0(name)     emuq_spi_syscall_of(__NR_##name, 0, 0, 0, 0, 0, 0)
#define CNK_SPI_SYSCALL_1(name, a0) emuq_spi_syscall_of(__NR_##name, (uint64_t)(a0), 0, 0, 0, 0, 0)
#define CNK_SPI_SYSCALL_2(name, a0, a1)                                                                      \
    emuq_spi_syscall_of(__NR_##name, (uint64_t)(a0), (uint64_t)(a1), 0, 0, 0, 0)
#define CNK_SPI_SYSCALL_3(name, a0, a1, a2)                                                                  \
    emuq_spi_syscall_of(__NR_##name, (uint64_t)(a0), (uint64_t)(a1), (uint64_t)(a2), 0, 0, 0)
#define CNK_SPI_SYSCALL_4(name, a0, a1, a2, a3)                                                              \
    emuq_spi_syscall_of(__NR_##name, (uint64_t)(a0), (uint64_t)(a1), (uint64_t)(a2), (uint64_t)(a3), 0, 0)
#define CNK_SPI_SYSCALL_5(name, a0, a1, a2, a3, a4)                                                          \
    emuq_spi_syscall_of(__NR_##name, (uint64_t)(a0), (uint64_t)(a1), (uint64_t)(a2), (uint64_t)(a3),         \
                        (uint64_t)(a4), 0)
#define CNK_SPI_SYSCALL_6(name, a0, a1, a2, a3, a4, a5)                                                      \
    emuq_spi_syscall_of(__NR_##name, (uint64_t)(a0), (uint64_t)(a1), (uint64_t)(a2), (uint64_t)(a3),         \
                        (uint64_t)(a4), (uint64_t)(a5))
/** @} */

#endif /* _SPI_SYSCALLS_H_ */

#ifdef SYSCALL
#include <cnk/include/emuq_syscalls.def>
#endif
