/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file Util.h
 * @brief Shared definitions of the Message Unit SPI (spi-misc 1).
 *
 * Conventions of the SPI:
 *  - Injection FIFO memory: at least 128 bytes (576 for a remote-get FIFO), a multiple of 64, aligned to 64.
 *    Reception FIFO memory: at least 576 bytes, a multiple of 32, aligned to 32.
 *  - Set-up: query free ids, allocate, get memory, create its memory region, initialise the FIFO, activate
 *    (injection) or enable (reception). Tear-down: the reverse.
 *  - In a memory region, pa = BasePa + (va - BaseVa).
 *  - Destination coordinates are absolute: corner of the job plus coordinates in the job.
 *  - A FIFO, a base address table structure or a barrier structure is used by one thread at a time;
 *  functions are not atomic between threads unless documented.
 */
#ifndef _MUSPI_UTIL_H_
#define _MUSPI_UTIL_H_

#include "spi/include/kernel/cnk/kernel_impl.h"
#include "hwi/include/common/compiler_support.h"
#include "hwi/include/common/emuq_mmio.h"

__BEGIN_DECLS

/** Address of byte @p inc after @p vaddr (a pointer or an integer). */
#define EMUQ_BYTE(vaddr, inc) ((char *)(uintptr_t)(vaddr) + (inc))

/** Prefetch hint for the cache line of byte vaddr + inc; also a compiler barrier. */
#define muspi_dcbt(vaddr, inc)                                                                               \
    do {                                                                                                     \
        __builtin_prefetch(EMUQ_BYTE(vaddr, inc));                                                           \
        __asm__ volatile("" ::: "memory");                                                                   \
    } while (0)

/** Prefetch hint for the second-level cache only. */
#define muspi_dcbt_l2(vaddr, inc)                                                                            \
    do {                                                                                                     \
        __builtin_prefetch(EMUQ_BYTE(vaddr, inc), 0, 2);                                                     \
        __asm__ volatile("" ::: "memory");                                                                   \
    } while (0)

/** Zeroes the 64-byte line of byte vaddr + inc. */
#define muspi_dcbz(vaddr, inc) dcache_block_zero(EMUQ_BYTE(vaddr, inc))

/** The 32-byte vector registers of a thread, for VECTOR_LOAD_NU() and VECTOR_STORE_NU(). */
typedef struct {
    char value[32][32];
    unsigned next; /**< target register of the next load */
} emuq_vector_registers_t;

/** @return the registers of the calling thread. */
static inline emuq_vector_registers_t *emuq_vector_registers(void)
{
    static __thread emuq_vector_registers_t registers;
    return &registers;
}

/** Loads 32 bytes. @return the register number. */
static inline double emuq_vector_load(const void *from)
{
    emuq_vector_registers_t *registers = emuq_vector_registers();
    unsigned number = registers->next++ % 32;
    memcpy(registers->value[number], from, 32);
    return number;
}

/** Stores the 32 bytes of register @p number. */
static inline void emuq_vector_store(void *to, double number)
{
    memcpy(to, emuq_vector_registers()->value[(unsigned)number % 32], 32);
}

/** Loads the 32 bytes at si + sb into the vector register @p fp, a variable of type double. The value is
 * valid for VECTOR_STORE_NU() only, until 32 more loads. */
#define VECTOR_LOAD_NU(si, sb, fp) ((fp) = emuq_vector_load(EMUQ_BYTE(si, sb)))

/** Stores the 32 bytes of the vector register @p fp to si + sb. */
#define VECTOR_STORE_NU(si, sb, fp) emuq_vector_store(EMUQ_BYTE(si, sb), fp)

__END_DECLS

#endif /* _MUSPI_UTIL_H_ */
