/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file CollectiveRemoteGetDescriptorXX.h
 * @brief The descriptor of a collective remote get as a C++ object (spi-addressing-descriptors 5).
 */
#ifndef _MUSPI_COLLECTIVE_REMOTE_GET_DESCRIPTOR_XX_H_
#define _MUSPI_COLLECTIVE_REMOTE_GET_DESCRIPTOR_XX_H_

#include "spi/include/mu/DescriptorBaseXX.h"

/** A collective remote get. */
class MUSPI_CollectiveRemoteGetDescriptor : public MUSPI_DescriptorBase
{
  public:
    /** All zero except the packet types and the packet size. */
    inline MUSPI_CollectiveRemoteGetDescriptor()
        : MUSPI_DescriptorBase(MUHWI_COLLECTIVE_DATA_PACKET_TYPE, MUHWI_PACKET_TYPE_GET)
    {
    }

    /** See MUSPI_CreateCollectiveRemoteGetDescriptor(). */
    inline MUSPI_CollectiveRemoteGetDescriptor(MUSPI_CollectiveRemoteGetDescriptorInfo_t *info)
        : MUSPI_DescriptorBase(MUHWI_COLLECTIVE_DATA_PACKET_TYPE, info->RemoteGet.Type)
    {
        setBaseFields(&info->Base);
        setCollectiveFields(&info->Collective);
        setRemoteGetFields(&info->RemoteGet);
    }
};

#endif /* _MUSPI_COLLECTIVE_REMOTE_GET_DESCRIPTOR_XX_H_ */
