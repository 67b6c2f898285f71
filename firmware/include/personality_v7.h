/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file personality_v7.h
 * @brief Version 7 of the personality, for old programs (personality 2).
 *
 * Returned by Kernel_GetPersonality() for this size. Kernel part, memory flags and size, and network part
 * are as in version 8, with the block's class route in the first of 16; the rest is 0. Parts without a
 * value only fill the 600 bytes.
 */
#ifndef _PERSONALITY_V7_H_
#define _PERSONALITY_V7_H_

#include <firmware/include/personality.h>

/** Class routes in a version 7 personality. */
#define PERSONALITY_V7_CLASSROUTES 16

/** Main memory of the node. */
typedef struct Personality_v7_DDR_t {
    fw_uint32_t DDRFlags;   /**< DDR_POWER_DOWN_... */
    fw_uint32_t DDRSizeMB;  /**< Size in MiB. */
    fw_uint32_t timing[38]; /**< Settings of the memory controllers; 0. */
} Personality_v7_DDR_t;

/** Personality_Networks_t with 16 class routes. */
typedef struct Personality_v7_Networks_t {
    fw_uint32_t BlockID;
    fw_uint64_t NetFlags;
    fw_uint64_t NetFlags2;
    fw_uint8_t Anodes;
    fw_uint8_t Bnodes;
    fw_uint8_t Cnodes;
    fw_uint8_t Dnodes;
    fw_uint8_t Enodes;
    fw_uint8_t Acoord;
    fw_uint8_t Bcoord;
    fw_uint8_t Ccoord;
    fw_uint8_t Dcoord;
    fw_uint8_t Ecoord;
    struct PrimordialClassRoute ClassRoute[PERSONALITY_V7_CLASSROUTES]; /**< [0]: the block's class route. */
    fw_uint32_t ZoneRoutingMasks[NUM_ND_ZONES];
    fw_uint64_t MuFlags;
    fw_uint8_t cnBridge_A;
    fw_uint8_t cnBridge_B;
    fw_uint8_t cnBridge_C;
    fw_uint8_t cnBridge_D;
    fw_uint8_t cnBridge_E;
    fw_uint32_t latencyFromRoot;
} Personality_v7_Networks_t;

/** Ethernet and file server; 0. */
typedef struct Personality_v7_Ethernet_t {
    fw_uint16_t MTU;
    fw_uint8_t EmacID[6];
    IP_Addr_t IPAddress;
    IP_Addr_t IPNetmask;
    IP_Addr_t IPBroadcast;
    IP_Addr_t IPGateway;
    IP_Addr_t NFSServer;
    char NFSExportDir[PERSONALITY_LEN_NFSDIR];
    char NFSMountDir[PERSONALITY_LEN_NFSDIR];
    fw_uint8_t SecurityKey[PERSONALITY_LEN_SECKEY];
} Personality_v7_Ethernet_t;

/** The personality of a node in version 7. */
typedef struct Personality_v7_t {
    fw_uint16_t CRC;
    fw_uint8_t Version; /**< 7 */
    fw_uint8_t PersonalitySizeWords;
    Personality_Kernel_t Kernel_Config;
    Personality_v7_DDR_t DDR_Config;
    Personality_v7_Networks_t Network_Config;
    Personality_v7_Ethernet_t Ethernet_Config;
} Personality_v7_t;

#endif /* _PERSONALITY_V7_H_ */
