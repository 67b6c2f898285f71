/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file CollectiveMemoryFIFODescriptorXX.h
 * @brief The descriptor of a collective memory FIFO message as a C++ object (spi-addressing-descriptors 5).
 */
#ifndef _MUSPI_COLLECTIVE_MEMORY_FIFO_DESCRIPTOR_XX_H_
#define _MUSPI_COLLECTIVE_MEMORY_FIFO_DESCRIPTOR_XX_H_

#include "spi/include/mu/DescriptorBaseXX.h"

/** A collective memory FIFO message. */
class MUSPI_CollectiveMemoryFIFODescriptor : public MUSPI_DescriptorBase
{
  public:
    /** All zero except the packet types and the packet size. */
    inline MUSPI_CollectiveMemoryFIFODescriptor()
        : MUSPI_DescriptorBase(MUHWI_COLLECTIVE_DATA_PACKET_TYPE, MUHWI_PACKET_TYPE_FIFO)
    {
    }

    /** See MUSPI_CreateCollectiveMemoryFIFODescriptor(). */
    inline MUSPI_CollectiveMemoryFIFODescriptor(MUSPI_CollectiveMemoryFIFODescriptorInfo_t *info)
        : MUSPI_DescriptorBase(MUHWI_COLLECTIVE_DATA_PACKET_TYPE, MUHWI_PACKET_TYPE_FIFO)
    {
        setBaseFields(&info->Base);
        setCollectiveFields(&info->Collective);
        setMemoryFIFOFields(&info->MemFIFO);
    }
};

#endif /* _MUSPI_COLLECTIVE_MEMORY_FIFO_DESCRIPTOR_XX_H_ */
