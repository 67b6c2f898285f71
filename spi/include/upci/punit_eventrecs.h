/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file punit_eventrecs.h
 * @brief An event of a core in a list of events (internal-headers 5).
 */
#ifndef _UPCI_PUNIT_EVENTRECS_H_
#define _UPCI_PUNIT_EVENTRECS_H_

#include "spi/include/upci/events.h"
#include "spi/include/upci/upc_evttbl.h"
#include "spi/include/upci/upc_p.h"

__BEGIN_DECLS

/** An event in a list. */
typedef struct Upci_PunitEventRec {
    UpciBool_t used;        /**< true if the record is in use */
    unsigned evtId;         /**< event number */
    unsigned thdId;         /**< hardware thread of the counted events */
    unsigned ctr;           /**< counter, 0..23 */
    uint8_t affGrpMask;     /**< permitted groups of counters; 0: any */
    int bkRefIdx;           /**< the caller's number for the event */
    uint64_t grpMask;       /**< UPC_P_..._OGRP_... of an event with a mask */
    UpciBool_t opsNotFlops; /**< counts operations instead of floating-point results */
    UpciBool_t edge;        /**< counts edges */
    UpciBool_t invert;      /**< counts the inverted signal */
    uint64_t threshold;     /**< start value of an overflowing counter; 0: no overflow */
    uint64_t sum;           /**< count at the last stop */
    uint64_t from;          /**< clock at the last start (cycle events) */
    uint64_t snapshot;      /**< count at the last snapshot */
} Upci_PunitEventRec_t;

/** Prints an event on standard output, after @p indent blanks. */
void Upci_PunitEventRec_Dump(unsigned indent, Upci_PunitEventRec_t *o);

__END_DECLS

#endif /* _UPCI_PUNIT_EVENTRECS_H_ */
