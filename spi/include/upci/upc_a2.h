/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file upc_a2.h
 * @brief Events inside of a core (internal-headers 5).
 */
#ifndef _UPCI_UPC_A2_H_
#define _UPCI_UPC_A2_H_

#include <stdint.h>

#include "hwi/include/bqc/A2_core.h"
#include "hwi/include/bqc/A2_inlines.h"
#include "hwi/include/common/bgq_bitnumbers.h"
#include "hwi/include/common/compiler_support.h"

__BEGIN_DECLS

/** Units of a core with events. */
typedef enum cesr_a2_unit {
    CESR_XU_EVENT = 0,  /**< execution */
    CESR_IU_EVENT = 1,  /**< instructions */
    CESR_AXU_EVENT = 2, /**< floating point */
    CESR_MMU_EVENT = 3, /**< memory management */
    CESR_LSU_EVENT = 4  /**< loads and stores */
} cesr_a2_unit_t;

/** Processor states for counting. */
typedef enum cesr_count_modes {
    CESR_COUNT_HYPER_EVENTS = 1, /**< hypervisor */
    CESR_COUNT_SUPER_EVENTS = 2, /**< supervisor */
    CESR_COUNT_USR_EVENTS = 4    /**< user */
} cesr_count_modes_t;

/** @name Bits
 *  Leading zeros (all bits for 0), and set bits.
 *  @{ */
__INLINE__ int upc_cntlz8(uint8_t v)
{
    int n = 8;
    for (; v != 0; v >>= 1)
        n--;
    return n;
}
__INLINE__ int upc_cntlz16(uint16_t v)
{
    int n = 16;
    for (; v != 0; v >>= 1)
        n--;
    return n;
}
__INLINE__ int upc_cntlz32(uint32_t v)
{
    int n = 32;
    for (; v != 0; v >>= 1)
        n--;
    return n;
}
__INLINE__ int upc_cntlz64(uint64_t v)
{
    int n = 64;
    for (; v != 0; v >>= 1)
        n--;
    return n;
}
__INLINE__ int upc_popcnt32(uint32_t v)
{
    return __builtin_popcount(v);
}
__INLINE__ int upc_popcnt64(uint64_t v)
{
    return __builtin_popcountll(v);
}
/** @} */

/** @name Signals of the caller's core
 *  Eight signals carry events of a core to its counters. A function stores the driving unit of a signal,
 *  0..7, or the unit's event and thread for a signal; invalid signals are ignored. The emulation has no
 *  such events: settings can be read back, nothing is counted.
 *  @{ */
/** Clears all settings. @param mode CESR_COUNT_... */
void Init_A2_Counting(cesr_count_modes_t mode);
void Clear_A2_Events(void);
void set_cesr_event(short unit_sig_num, cesr_a2_unit_t unit_type);
void get_cesr_event(short unit_sig_num, short *unit_type);
void set_xu_event(short unit_sig_num, short thread, short a2_event);
void get_xu_event(short unit_sig_num, short *thread, short *a2_event);
void set_iu_event(short unit_sig_num, short thread, short a2_event);
void get_iu_event(short unit_sig_num, short *thread, short *a2_event);
void set_axu_event(short unit_sig_num, short thread, short a2_event);
void get_axu_event(short unit_sig_num, short *thread, short *a2_event);
void set_mmu_event(short unit_sig_num, short thread, short a2_event);
void get_mmu_event(short unit_sig_num, short *thread, short *a2_event);
void set_lsu_event(short unit_sig_num, short thread, short a2_event);
void get_lsu_event(short unit_sig_num, short *thread, short *a2_event);
/** @} */

__END_DECLS

#endif /* _UPCI_UPC_A2_H_ */
