/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file emuq_process_data.h
 * @brief Per-process variables of the SPI.
 *
 * On the machine a rank is a process, and the SPI's per-process state is in global variables. Here many
 * ranks may be threads of one process: the variables live in *slots*, and every thread points to the slots
 * of its rank. Threads without a rank use a default set: SPI code works outside any job.
 *
 * A slot is zero until its owner writes it. Only the owner's headers give the bytes a type.
 */
#ifndef _EMUQ_PROCESS_DATA_H_
#define _EMUQ_PROCESS_DATA_H_

#include "hwi/include/common/compiler_support.h"

/** The slots, by owner. */
enum {
    EMUQ_SLOT_RECV_INFO,    /**< receive functions: spi/include/mu/RecFifo.h */
    EMUQ_SLOT_L1P,          /**< prefetcher: spi/include/l1p */
    EMUQ_SLOT_REGION_CACHE, /**< memory regions: spi/include/kernel/memory.h */
    EMUQ_SLOT_COUNTERS,     /**< performance counters: spi/include/upci, bgpm */
    EMUQ_SLOTS
};

/** Bytes of the slots with a size check in the owner's header. Each slot is aligned to 64 bytes. */
enum { EMUQ_SLOT_BYTES_L1P = 16384, EMUQ_SLOT_BYTES_REGION_CACHE = 4096, EMUQ_SLOT_BYTES_COUNTERS = 16384 };

__BEGIN_DECLS

/** Slots of the calling thread's process; never NULL. Change it with emuq_process_data_enter() only. */
extern __thread void **emuq_process_slots;

/** @return the memory of @p slot (EMUQ_SLOT_...) in the calling thread's process. */
static inline void *emuq_process_slot(int slot)
{
    return emuq_process_slots[slot];
}

/** @return zeroed slots for a new process, or NULL if out of memory. */
void **emuq_process_data_new(void);

/** Frees slots made by emuq_process_data_new(); NULL does nothing. No thread may use the slots any more. */
void emuq_process_data_free(void **slots);

/** Sets the calling thread's slots; NULL: the default set. */
void emuq_process_data_enter(void **slots);

__END_DECLS

#endif /* _EMUQ_PROCESS_DATA_H_ */
