/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file CollectiveDirectPutDescriptorXX.h
 * @brief The descriptor of a collective direct put as a C++ object (spi-addressing-descriptors 5).
 */
#ifndef _MUSPI_COLLECTIVE_DIRECT_PUT_DESCRIPTOR_XX_H_
#define _MUSPI_COLLECTIVE_DIRECT_PUT_DESCRIPTOR_XX_H_

#include "spi/include/mu/DescriptorBaseXX.h"

/** A collective direct put. */
class MUSPI_CollectiveDirectPutDescriptor : public MUSPI_DescriptorBase
{
  public:
    /** All zero except the packet types and the packet size. */
    inline MUSPI_CollectiveDirectPutDescriptor()
        : MUSPI_DescriptorBase(MUHWI_COLLECTIVE_DATA_PACKET_TYPE, MUHWI_PACKET_TYPE_PUT)
    {
    }

    /** See MUSPI_CreateCollectiveDirectPutDescriptor(). */
    inline MUSPI_CollectiveDirectPutDescriptor(MUSPI_CollectiveDirectPutDescriptorInfo_t *info)
        : MUSPI_DescriptorBase(MUHWI_COLLECTIVE_DATA_PACKET_TYPE, MUHWI_PACKET_TYPE_PUT)
    {
        setBaseFields(&info->Base);
        setCollectiveFields(&info->Collective);
        setDirectPutFields(&info->DirectPut);
    }
};

#endif /* _MUSPI_COLLECTIVE_DIRECT_PUT_DESCRIPTOR_XX_H_ */
