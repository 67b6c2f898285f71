/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file DescriptorBaseXX.h
 * @brief Message descriptors as C++ objects (spi-addressing-descriptors 5).
 *
 * An object is exactly a descriptor: 64 bytes, ready for injection.
 */
#ifndef _MUSPI_DESCRIPTOR_BASE_XX_H_
#define _MUSPI_DESCRIPTOR_BASE_XX_H_

#include <stdio.h>

#include "spi/include/mu/Descriptor_inlines.h"

/** Base class of all descriptors. Each setX() sets the same fields in this object as MUSPI_SetX() of
 * Descriptor_inlines.h does, setBaseFields() excepted. Fields are read directly. */
class MUSPI_DescriptorBase : public MUHWI_Descriptor_t
{
  public:
    /** All 64 bytes zero. */
    inline MUSPI_DescriptorBase()
    {
        MUSPI_DescriptorZeroOut(this);
    }

    /** Leaves the bytes uninitialised, for a later clone(). @param dummy ignored. */
    inline MUSPI_DescriptorBase(int dummy)
    {
        (void)dummy;
    }

    /** All zero except the packet types and the packet size, which is the maximum.
     *  @param data_packet_type MUHWI_PT2PT_DATA_PACKET_TYPE or MUHWI_COLLECTIVE_DATA_PACKET_TYPE.
     *  @param MU_packet_type   MUHWI_PACKET_TYPE_... */
    inline MUSPI_DescriptorBase(uint8_t data_packet_type, uint8_t MU_packet_type)
    {
        MUSPI_DescriptorZeroOut(this);
        MUSPI_SetDataPacketType(this, data_packet_type);
        MUSPI_SetMessageUnitPacketType(this, MU_packet_type);
        MUSPI_SetSize(this);
    }

    /** @name Fields of every message
     * @{ */
    inline void setDataPacketType(uint8_t type)
    {
        MUSPI_SetDataPacketType(this, type);
    }
    inline void setMessageUnitPacketType(uint8_t type)
    {
        MUSPI_SetMessageUnitPacketType(this, type);
    }
    /** The fields of @p info; unlike MUSPI_SetBaseFields() not the packet size. */
    inline void setBaseFields(MUSPI_BaseDescriptorInfoFields_t *info)
    {
        emuq_set_base_fields(this, info);
    }
    inline void setPrefetchOnly(uint32_t indicator)
    {
        MUSPI_SetPrefetchOnly(this, indicator);
    }
    inline void setPayload(uint64_t payloadAddress, uint64_t messageLength)
    {
        MUSPI_SetPayload(this, payloadAddress, messageLength);
    }
    inline void setTorusInjectionFIFOMap(uint64_t torusFIFOMap)
    {
        MUSPI_SetTorusInjectionFIFOMap(this, torusFIFOMap);
    }
    inline void setDestination(MUHWI_Destination_t dest)
    {
        MUSPI_SetDestination(this, dest);
    }
    /** @param dest all coordinates in a word. */
    inline void setDestination(uint32_t dest)
    {
        EMUQ_PT2PT(this).Destination.Destination.Destination = dest;
    }
    /** @}
     * @name Fields of point-to-point messages
     * @{ */
    inline void setPt2PtFields(MUSPI_Pt2PtDescriptorInfoFields_t *info)
    {
        MUSPI_SetPt2PtFields(this, info);
    }
    inline void setHints(uint8_t hintsABCD, uint8_t hintsE)
    {
        MUSPI_SetHints(this, hintsABCD, hintsE);
    }
    inline void setHintsABCD(uint8_t hintsABCD)
    {
        MUSPI_SetHintsABCD(this, hintsABCD);
    }
    inline void setPt2PtMisc1(uint8_t misc1)
    {
        MUSPI_SetPt2PtMisc1(this, misc1);
    }
    inline void setRouteToIONode(uint8_t indicator)
    {
        MUSPI_SetRouteToIONode(this, indicator);
    }
    inline void setReturnFromIONode(uint8_t port)
    {
        MUSPI_SetReturnFromIONode(this, port);
    }
    inline void setRouting(uint8_t indicator)
    {
        MUSPI_SetRouting(this, indicator);
    }
    inline void setDeposit(uint8_t indicator)
    {
        MUSPI_SetDeposit(this, indicator);
    }
    inline void setPt2PtMisc2(uint8_t misc2)
    {
        MUSPI_SetPt2PtMisc2(this, misc2);
    }
    inline void setPt2PtVirtualChannel(uint8_t channel)
    {
        MUSPI_SetPt2PtVirtualChannel(this, channel);
    }
    inline void setZoneRouting(uint8_t zone)
    {
        MUSPI_SetZoneRouting(this, zone);
    }
    inline void setStayOnBubble(uint8_t stay)
    {
        MUSPI_SetStayOnBubble(this, stay);
    }
    inline void setPt2PtSkip(uint16_t skip)
    {
        MUSPI_SetPt2PtSkip(this, skip);
    }
    /** @}
     * @name Fields of collective messages
     * @{ */
    inline void setCollectiveFields(MUSPI_CollectiveDescriptorInfoFields_t *info)
    {
        MUSPI_SetCollectiveFields(this, info);
    }
    inline void setOpCode(uint8_t opCode)
    {
        MUSPI_SetOpCode(this, opCode);
    }
    inline void setWordLength(uint8_t wordLength)
    {
        MUSPI_SetWordLength(this, wordLength);
    }
    inline void setClassRoute(uint8_t classRoute)
    {
        MUSPI_SetClassRoute(this, classRoute);
    }
    inline void setCollectiveMisc(uint8_t misc)
    {
        MUSPI_SetCollectiveMisc(this, misc);
    }
    inline void setCollectiveVirtualChannel(uint8_t virtualChannel)
    {
        MUSPI_SetCollectiveVirtualChannel(this, virtualChannel);
    }
    inline void setCollectiveType(uint8_t type)
    {
        MUSPI_SetCollectiveType(this, type);
    }
    inline void setCollectiveSkip(uint16_t skip)
    {
        MUSPI_SetCollectiveSkip(this, skip);
    }
    /** @}
     * @name Fields of memory FIFO messages
     * @{ */
    inline void setMemoryFIFOFields(MUSPI_MemoryFIFODescriptorInfoFields_t *info)
    {
        MUSPI_SetMemoryFIFOFields(this, info);
    }
    inline void setRecFIFOId(uint16_t id)
    {
        MUSPI_SetRecFIFOId(this, id);
    }
    inline void setRecPutOffset(uint64_t offset)
    {
        MUSPI_SetRecPutOffset(this, offset);
    }
    inline void setInterrupt(uint32_t indicator)
    {
        MUSPI_SetInterrupt(this, indicator);
    }
    inline void setSoftwareBit(uint8_t softwareBit)
    {
        MUSPI_SetSoftwareBit(this, softwareBit);
    }
    inline void setSoftwareBytes(uint8_t softwareBytes[])
    {
        MUSPI_SetSoftwareBytes(this, softwareBytes);
    }
    inline void setSoftwareByte(uint8_t byteNumber, uint8_t byteValue)
    {
        MUSPI_SetSoftwareByte(this, byteNumber, byteValue);
    }
    /** @}
     * @name Fields of direct puts
     * @{ */
    inline void setDirectPutFields(MUSPI_DirectPutDescriptorInfoFields_t *info)
    {
        MUSPI_SetDirectPutFields(this, info);
    }
    inline void setRecPayloadBaseAddressInfo(uint16_t id, uint64_t offset)
    {
        MUSPI_SetRecPayloadBaseAddressInfo(this, id, offset);
    }
    inline void setRecCounterBaseAddressInfo(uint16_t id, uint64_t offset)
    {
        MUSPI_SetRecCounterBaseAddressInfo(this, id, offset);
    }
    inline void setPacing(uint8_t indicator)
    {
        MUSPI_SetPacing(this, indicator);
    }
    /** @}
     * @name Fields of remote gets
     * @{ */
    inline void setRemoteGetFields(MUSPI_RemoteGetDescriptorInfoFields_t *info)
    {
        MUSPI_SetRemoteGetFields(this, info);
    }
    inline void setRemoteGetInjFIFOId(uint16_t id)
    {
        MUSPI_SetRemoteGetInjFIFOId(this, id);
    }
    /** @} */

    /** Copies this descriptor to @p obj. */
    inline void clone(MUSPI_DescriptorBase &obj)
    {
        memcpy((void *)&obj, (const void *)this, sizeof(MUHWI_Descriptor_t));
    }

    /** Prints address and contents to standard output. */
    inline void dump()
    {
        char identifier[] = "MUSPI_DescriptorBase";
        MUSPI_DescriptorDumpHex(identifier, this);
    }
};

#endif /* _MUSPI_DESCRIPTOR_BASE_XX_H_ */
