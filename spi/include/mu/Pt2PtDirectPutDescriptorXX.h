/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file Pt2PtDirectPutDescriptorXX.h
 * @brief The descriptor of a point-to-point direct put as a C++ object (spi-addressing-descriptors 5).
 */
#ifndef _MUSPI_PT2PT_DIRECT_PUT_DESCRIPTOR_XX_H_
#define _MUSPI_PT2PT_DIRECT_PUT_DESCRIPTOR_XX_H_

#include "spi/include/mu/DescriptorBaseXX.h"

/** A point-to-point direct put. */
class MUSPI_Pt2PtDirectPutDescriptor : public MUSPI_DescriptorBase
{
  public:
    /** All zero except the packet types and the packet size. */
    inline MUSPI_Pt2PtDirectPutDescriptor()
        : MUSPI_DescriptorBase(MUHWI_PT2PT_DATA_PACKET_TYPE, MUHWI_PACKET_TYPE_PUT)
    {
    }

    /** See MUSPI_CreatePt2PtDirectPutDescriptor(). */
    inline MUSPI_Pt2PtDirectPutDescriptor(MUSPI_Pt2PtDirectPutDescriptorInfo_t *info)
        : MUSPI_DescriptorBase(MUHWI_PT2PT_DATA_PACKET_TYPE, MUHWI_PACKET_TYPE_PUT)
    {
        setBaseFields(&info->Base);
        setPt2PtFields(&info->Pt2Pt);
        setDirectPutFields(&info->DirectPut);
    }
};

#endif /* _MUSPI_PT2PT_DIRECT_PUT_DESCRIPTOR_XX_H_ */
