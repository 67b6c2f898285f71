/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file Pt2PtMemoryFIFODescriptorXX.h
 * @brief The descriptor of a point-to-point memory FIFO message as a C++ object
 *        (spi-addressing-descriptors 5).
 */
#ifndef _MUSPI_PT2PT_MEMORY_FIFO_DESCRIPTOR_XX_H_
#define _MUSPI_PT2PT_MEMORY_FIFO_DESCRIPTOR_XX_H_

#include "spi/include/mu/DescriptorBaseXX.h"

/** A point-to-point memory FIFO message. */
class MUSPI_Pt2PtMemoryFIFODescriptor : public MUSPI_DescriptorBase
{
  public:
    /** All zero except the packet types and the packet size. */
    inline MUSPI_Pt2PtMemoryFIFODescriptor()
        : MUSPI_DescriptorBase(MUHWI_PT2PT_DATA_PACKET_TYPE, MUHWI_PACKET_TYPE_FIFO)
    {
    }

    /** Leaves the bytes uninitialised, for a later clone(). @param dummy ignored. */
    inline MUSPI_Pt2PtMemoryFIFODescriptor(int dummy) : MUSPI_DescriptorBase(dummy) {}

    /** See MUSPI_CreatePt2PtMemoryFIFODescriptor(). */
    inline MUSPI_Pt2PtMemoryFIFODescriptor(MUSPI_Pt2PtMemoryFIFODescriptorInfo_t *info)
        : MUSPI_DescriptorBase(MUHWI_PT2PT_DATA_PACKET_TYPE, MUHWI_PACKET_TYPE_FIFO)
    {
        setBaseFields(&info->Base);
        setPt2PtFields(&info->Pt2Pt);
        setMemoryFIFOFields(&info->MemFIFO);
    }
};

#endif /* _MUSPI_PT2PT_MEMORY_FIFO_DESCRIPTOR_XX_H_ */
