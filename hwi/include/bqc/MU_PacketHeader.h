/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file MU_PacketHeader.h
 * @brief The header of a packet (hwi-packet-headers 5).
 */
#ifndef _MUHWI_PACKET_HEADER_H_
#define _MUHWI_PACKET_HEADER_H_

#include <hwi/include/common/compiler_support.h>
#include <hwi/include/bqc/MU_PacketCommon.h>
#include <hwi/include/bqc/MU_Pt2PtNetworkHeader.h>
#include <hwi/include/bqc/MU_CollectiveNetworkHeader.h>
#include <hwi/include/bqc/MU_MessageUnitHeader.h>

__BEGIN_DECLS

/** The 32 bytes in front of every payload. */
typedef struct MUHWI_PacketHeader {
    union {
        MUHWI_Pt2PtNetworkHeader_t pt2pt;
        MUHWI_CollectiveNetworkHeader_t collective;
    } __attribute__((__packed__)) NetworkHeader; /**< For the network. */
    MUHWI_MessageUnitHeader_t messageUnitHeader; /**< For the receiver's Message Unit. */
} __attribute__((__packed__)) MUHWI_PacketHeader_t;

EMUQ_STATIC_ASSERT(sizeof(MUHWI_PacketHeader_t) == MUHWI_PACKET_HEADER_SIZE_IN_BYTES, "the header");

__END_DECLS

#endif /* _MUHWI_PACKET_HEADER_H_ */
