/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file MU_Fifo.h
 * @brief The FIFO registers as structures (hwi-registers 4).
 *
 * Overlays of the registers of MU_Macros.h. PA: physical address.
 */
#ifndef _MUHWI_FIFO_H_
#define _MUHWI_FIFO_H_

#include <hwi/include/bqc/MU_Macros.h>

__BEGIN_DECLS

/** Size of a descriptor, a slot of an injection FIFO. */
#define BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES      64
#define BGQ_MU_DESCRIPTOR_SIZE_IN_POWER_OF_2 6
/** Minimum size of an injection FIFO: one slot stays free. */
#define BGQ_MU_MIN_INJFIFO_SLOTS         2
#define BGQ_MU_MIN_INJFIFO_SIZE_IN_BYTES (BGQ_MU_MIN_INJFIFO_SLOTS * BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES)
/** Minimum size of a remote-get FIFO: a packet's payload of descriptors and the free slot. */
#define BGQ_MU_MIN_RGETFIFO_SIZE_IN_BYTES (512 + 64)
/** Minimum size of a reception FIFO: a packet and the free chunk. */
#define BGQ_MU_MIN_RECFIFO_SIZE_IN_BYTES (544 + 32)

/** Location and fill of a FIFO; at BGQ_MU_iDMA_START_OFFSET() or BGQ_MU_rDMA_START_OFFSET(). */
typedef struct MUHWI_Fifo {
    volatile uint64_t pa_start; /**< PA of the FIFO. */
    volatile uint64_t size_1;   /**< Bytes in the FIFO, minus 1. */
    volatile uint64_t pa_head;  /**< PA of the oldest entry; written by the consumer. */
    volatile uint64_t pa_tail;  /**< PA after the newest entry; written by the producer. Empty: pa_head. */
} MUHWI_Fifo_t;

/** Counters of an injection FIFO, at BGQ_MU_iDMA_DESC_COUNTER_OFFSET(). */
typedef struct MUHWI_InjFifo {
    volatile uint64_t descCount; /**< Descriptors completed since the node was reset. */
    volatile uint64_t freeSpace; /**< Free slots: slots - 1 when empty. Read only. */
} MUHWI_InjFifo_t;

/** Status and control of a group's injection FIFOs, at BGQ_MU_STATUS_CONTROL_REGS_START_OFFSET().
 *  FIFO i of subgroup sg in the group is bit `1 << (31 - (8 * sg + i))`. */
typedef struct MUHWI_InjFifoStatus {
    volatile uint64_t isEnabled;            /**< 1: the FIFO is enabled. Read only. */
    volatile uint64_t enable;               /**< Write 1 to enable. */
    volatile uint64_t disable;              /**< Write 1 to disable. */
    volatile uint64_t priority;             /**< 1: user high priority. */
    volatile uint64_t interruptStatus;      /**< Threshold crossed: the FIFO's bit, 32 bits up. Read only. */
    volatile uint64_t clearInterruptStatus; /**< Write 1 to clear a bit of interruptStatus. */
} MUHWI_InjFifoStatus_t;

/** Status of a group's reception FIFOs, at the same address. FIFO i of subgroup sg is bit
 *  `1 << (31 - (4 * sg + i))` (threshold) or `1 << (15 - (4 * sg + i))` (packet arrival). */
typedef struct MUHWI_RecFifoStatus {
    volatile uint64_t _reserved[4];         /**< Registers of the injection FIFOs. */
    volatile uint64_t interruptStatus;      /**< Read only. */
    volatile uint64_t clearInterruptStatus; /**< Write 1 to clear a bit of interruptStatus. */
} MUHWI_RecFifoStatus_t;

EMUQ_STATIC_ASSERT(sizeof(MUHWI_Fifo_t) == 32, "four registers");
EMUQ_STATIC_ASSERT(sizeof(MUHWI_InjFifo_t) == 16, "two registers");
EMUQ_STATIC_ASSERT(sizeof(MUHWI_InjFifoStatus_t) == 48, "six registers");
EMUQ_STATIC_ASSERT(sizeof(MUHWI_RecFifoStatus_t) == 48, "six registers");

__END_DECLS

#endif /* _MUHWI_FIFO_H_ */
