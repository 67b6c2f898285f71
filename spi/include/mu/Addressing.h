/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file Addressing.h
 * @brief The base address table of a subgroup (spi-addressing-descriptors 1).
 */
#ifndef _MUSPI_ADDRESSING_H_
#define _MUSPI_ADDRESSING_H_

#include "hwi/include/bqc/MU_Addressing.h"
#include "spi/include/mu/Util.h"

__BEGIN_DECLS

/** Base address table entries of a subgroup, allocated with this structure. A subgroup's entries may be
 * divided among several structures; each structure has a private shadow. */
typedef struct MUSPI_BaseAddressTableSubGroup {
    uint8_t subgrpid;                /**< 0..67 */
    uint8_t permissions;             /**< entries owned: entry e is bit 0x80 >> e */
    MUHWI_BaseAddressTable_t hw_bat; /**< the hardware's table of the subgroup */
    MUHWI_BaseAddress_t sw_bat[BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP]; /**< value stored in the entry */
} MUSPI_BaseAddressTableSubGroup_t;

__END_DECLS

#endif /* _MUSPI_ADDRESSING_H_ */
