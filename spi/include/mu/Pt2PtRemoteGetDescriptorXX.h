/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file Pt2PtRemoteGetDescriptorXX.h
 * @brief The descriptor of a point-to-point remote get as a C++ object (spi-addressing-descriptors 5).
 */
#ifndef _MUSPI_PT2PT_REMOTE_GET_DESCRIPTOR_XX_H_
#define _MUSPI_PT2PT_REMOTE_GET_DESCRIPTOR_XX_H_

#include "spi/include/mu/DescriptorBaseXX.h"

/** A point-to-point remote get. */
class MUSPI_Pt2PtRemoteGetDescriptor : public MUSPI_DescriptorBase
{
  public:
    /** All zero except the packet types and the packet size. */
    inline MUSPI_Pt2PtRemoteGetDescriptor()
        : MUSPI_DescriptorBase(MUHWI_PT2PT_DATA_PACKET_TYPE, MUHWI_PACKET_TYPE_GET)
    {
    }

    /** See MUSPI_CreatePt2PtRemoteGetDescriptor(). */
    inline MUSPI_Pt2PtRemoteGetDescriptor(MUSPI_Pt2PtRemoteGetDescriptorInfo_t *info)
        : MUSPI_DescriptorBase(MUHWI_PT2PT_DATA_PACKET_TYPE, info->RemoteGet.Type)
    {
        setBaseFields(&info->Base);
        setPt2PtFields(&info->Pt2Pt);
        setRemoteGetFields(&info->RemoteGet);
    }
};

#endif /* _MUSPI_PT2PT_REMOTE_GET_DESCRIPTOR_XX_H_ */
