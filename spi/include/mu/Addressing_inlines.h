/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file Addressing_inlines.h
 * @brief Base addresses, offsets from them, and atomic addresses (spi-addressing-descriptors 1).
 *
 * The Message Unit adds a packet's offset to the base address in the receiver's table. If the sum has the
 * atomic flag, its low three bits are the operation and the other bits address an 8-byte word. Flag and
 * operation may be part of the base or of the offset.
 */
#ifndef _MUSPI_ADDRESSING_INLINES_H_
#define _MUSPI_ADDRESSING_INLINES_H_

#include "spi/include/mu/Addressing.h"

__BEGIN_DECLS

/** Operation bits of an atomic address. */
#define EMUQ_ATOMIC_OPCODE_MASK ((uint64_t)7)

/** True if @p entryid may be used through @p bat. */
static inline int emuq_bat_owns(const MUSPI_BaseAddressTableSubGroup_t *bat, uint8_t entryid)
{
    return bat != NULL && entryid < BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP &&
           (bat->permissions & 0x80u >> entryid) != 0;
}

/** Sets an entry, in the hardware and in the shadow. @param entryid 0..7, within the subgroup (descriptors
 * take subgrpid * 8 + entryid). @param baseAddress physical address, 37 bits. @return 0. */
__INLINE__ int32_t MUSPI_SetBaseAddress(MUSPI_BaseAddressTableSubGroup_t *bat, uint8_t entryid,
                                        MUHWI_BaseAddress_t baseAddress)
{
    EMUQ_SPI_REQUIRE(emuq_bat_owns(bat, entryid), "base-address entry %llu is not allocated in this table",
                     entryid, "allocate the entry with Kernel_AllocateBaseAddressTable, 0 to 7");
    bat->sw_bat[entryid] = baseAddress;
    emuq_mmio_store(&bat->hw_bat[entryid], baseAddress);
    return 0;
}

/** @return the value last stored in entry @p entryid (0..7) through this structure. */
__INLINE__ uint64_t MUSPI_GetBaseAddress(MUSPI_BaseAddressTableSubGroup_t *bat, uint8_t entryid)
{
    EMUQ_SPI_REQUIRE(emuq_bat_owns(bat, entryid), "base-address entry %llu is not allocated in this table",
                     entryid, "allocate the entry with Kernel_AllocateBaseAddressTable, 0 to 7");
    return bat->sw_bat[entryid];
}

/** @return offset of physical address @p pa from the base address in entry @p entryid (0..7).
 *  @param pa not below the base address. */
__INLINE__ uint64_t MUSPI_GetOffsetFromBaseAddress(MUSPI_BaseAddressTableSubGroup_t *bat, uint8_t entryid,
                                                   uint64_t pa)
{
    return pa - MUSPI_GetBaseAddress(bat, entryid);
}

/** Offset of an atomic address relative to the base address in an entry. The offset omits a flag or operation
 * present in the base; an operation in the base overrides @p op.
 * @param entryid 0..7.
 * @param pa 8-byte aligned, not below the base address.
 * @param op MUHWI_ATOMIC_OPCODE_..., 0..7.
 * @return the offset. */
__INLINE__ uint64_t MUSPI_GetAtomicOffsetFromBaseAddress(MUSPI_BaseAddressTableSubGroup_t *bat,
                                                         uint8_t entryid, uint64_t pa, uint64_t op)
{
    uint64_t base = MUSPI_GetBaseAddress(bat, entryid);
    uint64_t offset = pa - (base & ~(MUHWI_ATOMIC_ADDRESS_INDICATOR | EMUQ_ATOMIC_OPCODE_MASK));
    EMUQ_SPI_REQUIRE((pa & EMUQ_ATOMIC_OPCODE_MASK) == 0, "the address of the word, %#llx, is not aligned",
                     pa, "give the word an address that is a multiple of 8");
    EMUQ_SPI_REQUIRE(op <= EMUQ_ATOMIC_OPCODE_MASK, "there is no atomic operation %llu", op,
                     "use one of MUHWI_ATOMIC_OPCODE_..., 0 to 7");
    if ((base & MUHWI_ATOMIC_ADDRESS_INDICATOR) == 0)
        offset |= MUHWI_ATOMIC_ADDRESS_INDICATOR;
    if ((base & EMUQ_ATOMIC_OPCODE_MASK) == 0)
        offset |= op;
    return offset;
}

/** The atomic address of a word.
 * @param pa physical address, 8-byte aligned.
 * @param op MUHWI_ATOMIC_OPCODE_..., 0..7.
 * @return the address with flag and operation: the offset for an entry with base 0. */
__INLINE__ uint64_t MUSPI_GetAtomicAddress(uint64_t pa, uint64_t op)
{
    EMUQ_SPI_REQUIRE((pa & EMUQ_ATOMIC_OPCODE_MASK) == 0, "the address of the word, %#llx, is not aligned",
                     pa, "give the word an address that is a multiple of 8");
    EMUQ_SPI_REQUIRE(op <= EMUQ_ATOMIC_OPCODE_MASK, "there is no atomic operation %llu", op,
                     "use one of MUHWI_ATOMIC_OPCODE_..., 0 to 7");
    return MUHWI_ATOMIC_ADDRESS_INDICATOR | pa | op;
}

__END_DECLS

#endif /* _MUSPI_ADDRESSING_INLINES_H_ */
