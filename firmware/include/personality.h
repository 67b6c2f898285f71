/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file personality.h
 * @brief The personality: a node's configuration at boot (personality).
 *
 * Describes the node, its location in the booted block, and the block's torus, but not the job. All
 * processes of a node get the same personality from Kernel_GetPersonality(). Bits are numbered from the
 * top: bit 0 is the most significant of 64.
 */
#ifndef _PERSONALITY_H_
#define _PERSONALITY_H_

/** @name Scalar types
 *  @{ */
typedef unsigned long long fw_uint64_t; /**< 64 bits */
typedef unsigned int fw_uint32_t;       /**< 32 bits */
typedef unsigned short fw_uint16_t;     /**< 16 bits */
typedef unsigned char fw_uint8_t;       /**< 8 bits */
                                        /** @} */

/* clang-format off */
/** @name Bits and fields; b is the number of a field's last bit
 *  @{ */
#define FW_U64(x)        x##ull /**< x, a literal, of 64 bits. */
#define FW_BIT(b)        (FW_U64(1) << (63 - (b))) /**< Bit b. */
#define FW_BIT_x2(b, x)  ((FW_U64(0x3) & (x)) << (63 - (b)))
#define FW_BIT_x4(b, x)  ((FW_U64(0xF) & (x)) << (63 - (b)))
#define FW_BIT_x5(b, x)  ((FW_U64(0x1F) & (x)) << (63 - (b)))
#define FW_BIT_x12(b, x) ((FW_U64(0xFFF) & (x)) << (63 - (b)))
#define FW_BIT_x17(b, x) ((FW_U64(0x1FFFF) & (x)) << (63 - (b)))
/** @} */

/** @name General constants
 *  @{ */
#define PERSONALITY_VERSION    8 /**< Version of Personality_t. */
#define DEFAULT_FREQ_MHZ       1600 /**< Frequency of processor and time base. */
#define PERSONALITY_LEN_NFSDIR 32 /**< Bytes of a path. */
#define PERSONALITY_LEN_SECKEY 32 /**< Bytes of SecurityKey. */
#define NUM_ND_ZONES           4 /**< Zones of dynamic routing. */
/** @} */

/** @name NodeConfig: enabled parts of the node, and execution mode of the job
 *  Most bits: units initialised by the firmware.
 *  @{ */
#define PERS_ENABLE_MMU              FW_BIT(0)
#define PERS_ENABLE_IsIoNode         FW_BIT(1) /**< Deprecated. */
#define PERS_ENABLE_TakeCPU          FW_BIT(2)
#define PERS_ENABLE_MU               FW_BIT(3) /**< The Message Unit is usable. */
#define PERS_ENABLE_ND               FW_BIT(4) /**< The network is usable. */
#define PERS_ENABLE_Timestamps       FW_BIT(5)
#define PERS_ENABLE_BeDRAM           FW_BIT(6)
#define PERS_ENABLE_ClockStop        FW_BIT(7)
#define PERS_ENABLE_DrArbiter        FW_BIT(8)
#define PERS_ENABLE_DevBus           FW_BIT(9)
#define PERS_ENABLE_L1P              FW_BIT(10)
#define PERS_ENABLE_L2               FW_BIT(11)
#define PERS_ENABLE_MSGC             FW_BIT(12)
#define PERS_ENABLE_TestInt          FW_BIT(13)
#define PERS_ENABLE_NodeRepro        FW_BIT(14) /**< Cycle-reproducible runs on the node. */
#define PERS_ENABLE_PartitionRepro   FW_BIT(15) /**< Cycle-reproducible runs in the partition. */
#define PERS_ENABLE_DD1_Workarounds  FW_BIT(16) /**< Deprecated. */
#define PERS_ENABLE_A2_Errata        FW_BIT(17)
#define PERS_ENABLE_A2_IU_LLB        FW_BIT(18)
#define PERS_ENABLE_A2_XU_LLB        FW_BIT(19)
#define PERS_ENABLE_DDRCalibration   FW_BIT(20)
#define PERS_ENABLE_DDRFastInit      FW_BIT(21)
#define PERS_ENABLE_DDRCellTest      FW_BIT(22)
#define PERS_ENABLE_DDRAutoSize      FW_BIT(23)
#define PERS_ENABLE_MaskLinkErrors   FW_BIT(24)
#define PERS_ENABLE_MaskCorrectables FW_BIT(25)
#define PERS_ENABLE_DDRDynamicRecal  FW_BIT(26)
#define PERS_ENABLE_DDRNoTerm        FW_BIT(27)
#define PERS_ENABLE_DDRBackScrub     FW_BIT(28)
#define PERS_ENABLE_DDRDirScrub      FW_BIT(29)
#define PERS_ENABLE__RESRVD_30       FW_BIT(30)
#define PERS_ENABLE__RESRVD_31       FW_BIT(31)
#define PERS_ENABLE__RESRVD_32       FW_BIT(32)
#define PERS_ENABLE__RESRVD_33       FW_BIT(33)
#define PERS_ENABLE__RESRVD_34       FW_BIT(34)
#define PERS_ENABLE__RESRVD_35       FW_BIT(35)
#define PERS_ENABLE_AppPreload       FW_BIT(36)
#define PERS_ENABLE_IOServices       FW_BIT(37) /**< The job has an I/O node. */
#define PERS_ENABLE_SpecCapDDR       FW_BIT(38)
#define PERS_ENABLE_L2Only           FW_BIT(39)
#define PERS_ENABLE_FPGA             FW_BIT(40) /**< FPGA prototype. */
#define PERS_ENABLE_DDRINIT          FW_BIT(41)
#define PERS_ENABLE_Mailbox          FW_BIT(42)
#define PERS_ENABLE_Simulation       FW_BIT(43) /**< The node is simulated. */
#define PERS_ENABLE_Mambo            FW_BIT(44) /**< The simulator is Mambo. */
#define PERS_ENABLE_JTagConsole      FW_BIT(45)
#define PERS_ENABLE_JTagLoader       FW_BIT(46)
#define PERS_ENABLE_FPU              FW_BIT(47)
#define PERS_ENABLE_L2Counters       FW_BIT(48)
#define PERS_ENABLE_Wakeup           FW_BIT(49)
#define PERS_ENABLE_BIC              FW_BIT(50)
#define PERS_ENABLE_DDR              FW_BIT(51)
#define PERS_ENABLE__RESRVD_52       FW_BIT(52)
#define PERS_ENABLE__RESRVD_53       FW_BIT(53)
#define PERS_ENABLE_GlobalInts       FW_BIT(54)
#define PERS_ENABLE_SerDes           FW_BIT(55)
#define PERS_ENABLE_UPC              FW_BIT(56)
#define PERS_ENABLE_EnvMon           FW_BIT(57)
#define PERS_ENABLE_PCIe             FW_BIT(58)
#define PERS_ENABLE__RESRVD_59       FW_BIT(59)
#define PERS_ENABLE__RESRVD_60       FW_BIT(60)
#define PERS_ENABLE_TimeSync         FW_BIT(61) /**< Time bases of nodes agree. */
#define PERS_ENABLE__RESRVD_62       FW_BIT(62)
#define PERS_ENABLE_DiagnosticsMode  FW_BIT(63)
/** @} */

/** @name TraceConfig: events traced by the kernel
 *  @{ */
#define TRACE_BeDRAM    FW_BIT(0)
#define TRACE_DevBus    FW_BIT(1)
#define TRACE_DDR       FW_BIT(2)
#define TRACE_L2        FW_BIT(3)
#define TRACE_ClockStop FW_BIT(4)
#define TRACE_L1P       FW_BIT(5)
#define TRACE_ND        FW_BIT(32)
#define TRACE_MU        FW_BIT(33)
#define TRACE_PCIe      FW_BIT(34)
#define TRACE_Entry     FW_BIT(36)
#define TRACE_MChk      FW_BIT(40)
#define TRACE_SysCall   FW_BIT(41)
#define TRACE_VMM       FW_BIT(42)
#define TRACE_Debug     FW_BIT(43)
#define TRACE_SerDes    FW_BIT(47)
#define TRACE_Process   FW_BIT(52)
#define TRACE_Exit_Sum  FW_BIT(53)
#define TRACE_Sched     FW_BIT(54)
#define TRACE_Futex     FW_BIT(57)
#define TRACE_MemAlloc  FW_BIT(58)
#define TRACE_Verbose   FW_BIT(63)
/** @} */

/** @name RASPolicy: verbosity of reports, and effect of fatal events
 *  @{ */
#define PERS_RASPOLICY_VERBOSITY(x) FW_BIT_x2(33, x)
#define PERS_RASPOLICY_MINIMAL      PERS_RASPOLICY_VERBOSITY(0)
#define PERS_RASPOLICY_NORMAL       PERS_RASPOLICY_VERBOSITY(1)
#define PERS_RASPOLICY_VERBOSE      PERS_RASPOLICY_VERBOSITY(2)
#define PERS_RASPOLICY_EXTREME      PERS_RASPOLICY_VERBOSITY(3)
#define PERS_RASPOLICY_FATALEXIT    FW_BIT(34)
#define PERS_RASPOLICY_DEFAULT      (PERS_RASPOLICY_VERBOSE | PERS_RASPOLICY_FATALEXIT)
/** @} */

/** @name DDRFlags: power-down mode of the memory
 *  @{ */
#define DDR_POWER_DOWN_MASK          3
#define DDR_POWER_DOWN_OFF           0
#define DDR_POWER_DOWN_FAST          1
#define DDR_POWER_DOWN_SLOW          2
#define DDR_POWER_DOWN(v)            ((v) & DDR_POWER_DOWN_MASK)
#define DDR_GET_POWER_DOWN(flags)    ((flags) & DDR_POWER_DOWN_MASK)
#define DDR_SET_POWER_DOWN(flags, v) ((flags) = ((flags) & ~DDR_POWER_DOWN_MASK) | DDR_POWER_DOWN(v))
/** @} */

/** @name NetFlags: link to an I/O node, loopback of dimensions A..E (n = 0..4) and IO (5)
 *  @{ */
#define ND_ENABLE_ION_LINK         FW_BIT(7)
#define ND_LOOPBACK_NONE           0
#define ND_LOOPBACK_TORUS_INTERNAL 1
#define ND_LOOPBACK_SERDES         2
#define ND_LOOPBACK_HSS            3
#define ND_DIM_A_LOOPBACK(v)       FW_BIT_x2(9, v)
#define ND_DIM_B_LOOPBACK(v)       FW_BIT_x2(11, v)
#define ND_DIM_C_LOOPBACK(v)       FW_BIT_x2(13, v)
#define ND_DIM_D_LOOPBACK(v)       FW_BIT_x2(15, v)
#define ND_DIM_E_LOOPBACK(v)       FW_BIT_x2(17, v)
#define ND_DIM_IO_LOOPBACK(v)      FW_BIT_x2(19, v)
#define ND_DIM_LOOPBACK(n, v)      (ND_DIM_A_LOOPBACK(v) >> (2 * (n)))
/** @} */

/** @name NetFlags: dimensions with wrap-around; n = 0..4 for A..E
 *  @{ */
#define ND_ENABLE_TORUS_DIM_A FW_BIT(20)
#define ND_ENABLE_TORUS_DIM_B FW_BIT(21)
#define ND_ENABLE_TORUS_DIM_C FW_BIT(22)
#define ND_ENABLE_TORUS_DIM_D FW_BIT(23)
#define ND_ENABLE_TORUS_DIM_E FW_BIT(24)
#define ND_ENABLE_TORUS(n)    (ND_ENABLE_TORUS_DIM_A >> (n))
/** @} */

/** @name NetFlags: dimensions where equally short directions are chosen at random
 *  @{ */
#define ND_ENABLE_TORUS_RAN_HINTS_A  FW_BIT(25)
#define ND_ENABLE_TORUS_RAN_HINTS_B  FW_BIT(26)
#define ND_ENABLE_TORUS_RAN_HINTS_C  FW_BIT(27)
#define ND_ENABLE_TORUS_RAN_HINTS_D  FW_BIT(28)
#define ND_ENABLE_TORUS_RAN_HINTS_E  FW_BIT(29)
#define ND_ENABLE_TORUS_RAN_HINTS(n) (ND_ENABLE_TORUS_RAN_HINTS_A >> (n))
/** @} */

/** @name NetFlags: through traffic against injection, and the order of dimensions in deterministic routing
 *  Mask n (0..4) names the dimension routed n-th: 0x10 = A, ... 0x01 = E.
 *  @{ */
#define ND_SE_ARB_RE_INJ_RATIO(v) FW_BIT_x4(33, v)
#define ND_DET_ORDER_MASK_0(v)    FW_BIT_x5(38, v)
#define ND_DET_ORDER_MASK_1(v)    FW_BIT_x5(43, v)
#define ND_DET_ORDER_MASK_2(v)    FW_BIT_x5(48, v)
#define ND_DET_ORDER_MASK_3(v)    FW_BIT_x5(53, v)
#define ND_DET_ORDER_MASK_4(v)    FW_BIT_x5(58, v)
#define ND_DET_ORDER_MASK(n, v)   (ND_DET_ORDER_MASK_0(v) >> (5 * (n)))
/** @} */

/** @name Accessors of NetFlags f. ND_GET_ALL_...: five bits, 0x10 = A, ... 0x01 = E
 *  @{ */
#define ND_GET_ENABLE_ION_LINK(f)     (((f) >> 56) & 1)
#define ND_GET_LOOPBACK(n, f)         (((f) >> (54 - 2 * (n))) & 3)
#define ND_GET_TORUS(n, f)            (((f) >> (43 - (n))) & 1)
#define ND_GET_ALL_TORUS(f)           (((f) >> 39) & 0x1F)
#define ND_GET_TORUS_RAN_HINTS(n, f)  (((f) >> (38 - (n))) & 1)
#define ND_GET_ALL_TORUS_RAN_HINTS(f) (((f) >> 34) & 0x1F)
#define ND_GET_SE_ARB_RE_INJ_RATIO(f) (((f) >> 30) & 0xF)
#define ND_GET_DET_ORDER_MASK(n, f)   (((f) >> (25 - 5 * (n))) & 0x1F)
/** @} */

/** @name NetFlags2: usable links
 *  @{ */
#define ND_ENABLE_LINK_A_MINUS FW_BIT(0)
#define ND_ENABLE_LINK_A_PLUS  FW_BIT(1)
#define ND_ENABLE_LINK_B_MINUS FW_BIT(2)
#define ND_ENABLE_LINK_B_PLUS  FW_BIT(3)
#define ND_ENABLE_LINK_C_MINUS FW_BIT(4)
#define ND_ENABLE_LINK_C_PLUS  FW_BIT(5)
#define ND_ENABLE_LINK_D_MINUS FW_BIT(6)
#define ND_ENABLE_LINK_D_PLUS  FW_BIT(7)
#define ND_ENABLE_LINK_E_MINUS FW_BIT(8)
#define ND_ENABLE_LINK_E_PLUS  FW_BIT(9)
/** @} */

/** @name NetFlags2: serialisers of links A-, A+, ... E+ and of the I/O link, and their state
 *  @{ */
#define SD_ENABLE_T0        FW_BIT(10)
#define SD_ENABLE_T1        FW_BIT(11)
#define SD_ENABLE_T2        FW_BIT(12)
#define SD_ENABLE_T3        FW_BIT(13)
#define SD_ENABLE_T4        FW_BIT(14)
#define SD_ENABLE_T5        FW_BIT(15)
#define SD_ENABLE_T6        FW_BIT(16)
#define SD_ENABLE_T7        FW_BIT(17)
#define SD_ENABLE_T8        FW_BIT(18)
#define SD_ENABLE_T9        FW_BIT(19)
#define SD_ENABLE_TIO       FW_BIT(20)
#define SD_ENABLE_HALFSPEED FW_BIT(21) /**< The serialisers run at half speed. */
#define SD_RESET            FW_BIT(32) /**< Reset. */
/** @} */

/** @name NetFlags2: ports to the I/O node; dimensions with mirrored cables
 *  @{ */
#define TI_USE_PORT6_FOR_IO     FW_BIT(22)
#define TI_USE_PORT7_FOR_IO     FW_BIT(23)
#define TI_TORUS_DIM_A_REVERSED FW_BIT(24)
#define TI_TORUS_DIM_B_REVERSED FW_BIT(25)
#define TI_TORUS_DIM_C_REVERSED FW_BIT(26)
#define TI_TORUS_DIM_D_REVERSED FW_BIT(27)
#define TI_TORUS_DIM_E_REVERSED FW_BIT(28)
#define ND_CN_BRIDGE_PORT_6     FW_BIT(29)
#define ND_CN_BRIDGE_PORT_7     FW_BIT(30)
#define ND_CN_BRIDGE_PORT_10    FW_BIT(31)
/** @} */

/** @name NetFlags2: accessors; dim = 0..4 for A..E, 5 for IO; direction 0 minus, 1 plus
 *  The GET_LINK forms return the bit at the link's position, not 0 or 1.
 *  @{ */
#define ND_LINK_ENABLE_MASK(dim, direction)         FW_BIT(2 * (dim) + (direction))
#define ND_SET_LINK_ENABLE(dim, direction, flags)   ((flags) |= ND_LINK_ENABLE_MASK(dim, direction))
#define ND_CLEAR_LINK_ENABLE(dim, direction, flags) ((flags) &= ~ND_LINK_ENABLE_MASK(dim, direction))
#define ND_GET_LINK_ENABLE(dim, direction, flags)   ((flags) & ND_LINK_ENABLE_MASK(dim, direction))

#define SD_LINK_ENABLE_MASK(dim, direction)         FW_BIT(2 * (dim) + (direction) + 10)
#define SD_SET_LINK_ENABLE(dim, direction, flags)   ((flags) |= SD_LINK_ENABLE_MASK(dim, direction))
#define SD_CLEAR_LINK_ENABLE(dim, direction, flags) ((flags) &= ~SD_LINK_ENABLE_MASK(dim, direction))
#define SD_GET_LINK_ENABLE(dim, direction, flags)   ((flags) & SD_LINK_ENABLE_MASK(dim, direction))

#define TI_TORUS_DIM_REVERSED(v)                FW_BIT_x5(28, v)
#define TI_TORUS_DIM_REVERSED_MASK(dim)         (TI_TORUS_DIM_A_REVERSED >> (dim))
#define TI_SET_TORUS_DIM_REVERSED(dim, flags)   ((flags) |= TI_TORUS_DIM_REVERSED_MASK(dim))
#define TI_CLEAR_TORUS_DIM_REVERSED(dim, flags) ((flags) &= ~TI_TORUS_DIM_REVERSED_MASK(dim))
#define TI_GET_TORUS_DIM_REVERSED(dim, flags)   (((flags) >> (39 - (dim))) & 1)
#define TI_GET_ALL_TORUS_DIM_REVERSED(flags)    (((flags) >> 35) & 0x1F)
/** @} */

/** @name A word of PrimordialClassRoute: class type in bits 13..12, links in bits 11..0
 *  @{ */
#define ND_CR_COLL_TYPE(v)        (((v) & 0x3) << 12)
#define ND_CR_COLL_INPUT(v)       ((v) & 0xFFF)
#define ND_CR_GET_COLL_TYPE(v)    (((v) >> 12) & 0x3)
#define ND_CR_GET_COLL_INPUT(v)   ((v) & 0xFFF)
#define ND_CR_SET_COLL_TYPE(v, x)  ((x) = ((x) & ~ND_CR_COLL_TYPE(0x3)) | ND_CR_COLL_TYPE(v))
#define ND_CR_SET_COLL_INPUT(v, x) ((x) = ((x) & ~ND_CR_COLL_INPUT(0xFFF)) | ND_CR_COLL_INPUT(v))
/** @} */

/** @name ZoneRoutingMasks: five masks m = 0..4 per zone z = 0..3; in a mask 0x10 = A, ... 0x01 = E
 *  nc is a pointer to Personality_Networks_t.
 *  @{ */
#define ND_DYNAMIC_ZONE_MASK0(v)    ((v) << 20)
#define ND_DYNAMIC_ZONE_MASK1(v)    ((v) << 15)
#define ND_DYNAMIC_ZONE_MASK2(v)    ((v) << 10)
#define ND_DYNAMIC_ZONE_MASK3(v)    ((v) << 5)
#define ND_DYNAMIC_ZONE_MASK4(v)    ((v) << 0)
#define ND_DYNAMIC_ZONE_MASK(m, v)  ((v) << (20 - 5 * (m)))
#define ND_SET_DYNAMIC_ZONE_MASK(z, m, v, nc)                                                 \
    ((nc)->ZoneRoutingMasks[z] = ((nc)->ZoneRoutingMasks[z] & ~ND_DYNAMIC_ZONE_MASK(m, 0x1F)) | \
                                 ND_DYNAMIC_ZONE_MASK(m, (v) & 0x1F))
#define ND_GET_DYNAMIC_ZONE_MASK(z, m, nc) (((nc)->ZoneRoutingMasks[z] >> (20 - 5 * (m))) & 0x1F)
/** @} */

/** @name MuFlags: usable groups n = 0..16 of the Message Unit
 *  @{ */
#define MU_ENABLE_GROUP(n)        FW_BIT(n) /**< Group n. */
/** Keeps only the lowest bit of v, as group 0: a bug of IBM's header, kept for compatibility. */
#define MU_ENABLE_GROUPS(v)       FW_BIT_x17(0, v)
#define MU_IS_GROUP_ENABLED(n, f) (((f) >> (63 - (n))) & 1) /**< 0 or 1 */
/** @} */

/** Nodes in the block of @p net, a Personality_Networks_t. */
#define ND_TORUS_SIZE(net) ((net).Anodes * (net).Bnodes * (net).Cnodes * (net).Dnodes * (net).Enodes)
/* clang-format on */

/** The node and its kernel. */
typedef struct Personality_Kernel_t {
    fw_uint64_t UCI;         /**< Location of the node in the machine (uci.h). */
    fw_uint64_t NodeConfig;  /**< Bits PERS_ENABLE_... */
    fw_uint64_t TraceConfig; /**< Bits TRACE_... */
    fw_uint32_t RASPolicy;   /**< PERS_RASPOLICY_... */
    fw_uint32_t FreqMHz;     /**< Frequency of the processor and of the time base. */
    fw_uint64_t ClockStop;   /**< For diagnostics. */
} Personality_Kernel_t;

/** Main memory of the node. */
typedef struct Personality_DDR_t {
    fw_uint32_t DDRFlags;  /**< DDR_POWER_DOWN_... */
    fw_uint32_t DDRSizeMB; /**< Size in MiB. */
} Personality_DDR_t;

/** The block-wide class route set up by the firmware, for each kind. */
struct PrimordialClassRoute {
    fw_uint16_t GlobIntUpPortInputs;           /**< Links to the children (classroute.h). */
    fw_uint16_t GlobIntUpPortOutputs;          /**< Link to the parent; 0 at the root of the block. */
    fw_uint16_t CollectiveTypeAndUpPortInputs; /**< Collectives: links to the children, class type. */
    fw_uint16_t CollectiveUpPortOutputs;       /**< Collectives: link to the parent; 0 at the root. */
};

/** Network and Message Unit of the node. */
typedef struct Personality_Networks_t {
    fw_uint32_t BlockID;   /**< Number of the booted block. */
    fw_uint64_t NetFlags;  /**< Torus, loopback and routing flags. */
    fw_uint64_t NetFlags2; /**< Link flags. */
    fw_uint8_t Anodes;     /**< Size of the block in each dimension. */
    fw_uint8_t Bnodes;
    fw_uint8_t Cnodes;
    fw_uint8_t Dnodes;
    fw_uint8_t Enodes;
    fw_uint8_t Acoord; /**< This node's coordinates in the block, 0..size-1. */
    fw_uint8_t Bcoord;
    fw_uint8_t Ccoord;
    fw_uint8_t Dcoord;
    fw_uint8_t Ecoord;
    struct PrimordialClassRoute PrimordialClassRoute; /**< The block's class route. */
    fw_uint32_t ZoneRoutingMasks[NUM_ND_ZONES];       /**< Dimension masks of the zones of dynamic routing. */
    fw_uint64_t MuFlags;                              /**< Usable groups: MU_ENABLE_GROUP(). */
    fw_uint8_t cnBridge_A; /**< Coordinates of the compute node that connects this node to its I/O node. */
    fw_uint8_t cnBridge_B;
    fw_uint8_t cnBridge_C;
    fw_uint8_t cnBridge_D;
    fw_uint8_t cnBridge_E;
    fw_uint32_t latencyFromRoot; /**< Latency of a global interrupt, in processor clocks. */
} Personality_Networks_t;

/** An Internet address; version 4 in bytes 12..15. Not used in this version. */
typedef struct IP_Addr_t {
    fw_uint8_t octet[16];
} IP_Addr_t;

/** Ethernet. */
typedef struct Personality_Ethernet_t {
    fw_uint8_t SecurityKey[PERSONALITY_LEN_SECKEY]; /**< Shared with the service node. */
} Personality_Ethernet_t;

/** The personality of a node. */
typedef struct Personality_t {
    fw_uint16_t CRC;                        /**< Checksum of all following members. */
    fw_uint8_t Version;                     /**< PERSONALITY_VERSION */
    fw_uint8_t PersonalitySizeWords;        /**< Size of this structure in 4-byte words. */
    Personality_Kernel_t Kernel_Config;     /**< The node and its kernel. */
    Personality_DDR_t DDR_Config;           /**< Memory. */
    Personality_Networks_t Network_Config;  /**< Networks. */
    Personality_Ethernet_t Ethernet_Config; /**< Ethernet. */
} Personality_t;

/** @name Initialisers of a Personality_t, with their semicolon: a single node for tests, and for production
 *  @{ */
/** NetFlags of both initialisers. */
#define EMUQ_PERSONALITY_NETFLAGS                                                                            \
    (ND_ENABLE_ION_LINK | ND_DIM_A_LOOPBACK(ND_LOOPBACK_TORUS_INTERNAL) |                                    \
     ND_DIM_B_LOOPBACK(ND_LOOPBACK_TORUS_INTERNAL) | ND_DIM_C_LOOPBACK(ND_LOOPBACK_TORUS_INTERNAL) |         \
     ND_DIM_D_LOOPBACK(ND_LOOPBACK_TORUS_INTERNAL) | ND_DIM_E_LOOPBACK(ND_LOOPBACK_TORUS_INTERNAL) |         \
     ND_DIM_IO_LOOPBACK(ND_LOOPBACK_TORUS_INTERNAL) | ND_ENABLE_TORUS_DIM_A | ND_ENABLE_TORUS_DIM_B |        \
     ND_ENABLE_TORUS_DIM_C | ND_ENABLE_TORUS_DIM_D | ND_ENABLE_TORUS_DIM_E | ND_ENABLE_TORUS_RAN_HINTS_A |   \
     ND_ENABLE_TORUS_RAN_HINTS_B | ND_ENABLE_TORUS_RAN_HINTS_C | ND_ENABLE_TORUS_RAN_HINTS_D |               \
     ND_ENABLE_TORUS_RAN_HINTS_E | ND_SE_ARB_RE_INJ_RATIO(15) | ND_DET_ORDER_MASK_0(0x10) |                  \
     ND_DET_ORDER_MASK_1(0x08) | ND_DET_ORDER_MASK_2(0x04) | ND_DET_ORDER_MASK_3(0x02) |                     \
     ND_DET_ORDER_MASK_4(0x01))

/* clang-format off */
/** Initialiser; the arguments differ between PERSONALITY_DEFAULT() and PERSONALITY_PROD_DEFAULT(). */
#define EMUQ_PERSONALITY(node_config, ddr_mb, mu_flags)                                    \
    {0, PERSONALITY_VERSION, sizeof(Personality_t) / 4,                                    \
     {0, node_config, 0, 0, DEFAULT_FREQ_MHZ, 0},                                          \
     {DDR_POWER_DOWN_FAST, ddr_mb},                                                        \
     {0, EMUQ_PERSONALITY_NETFLAGS, FW_U64(0xFFC0000000000000), 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, \
      {1, 0, 0, 0}, {0, 0, 0, 0}, mu_flags, 0, 0, 0, 0, 0, 0},                             \
     {{0}}};
/* clang-format on */

#define PERSONALITY_DEFAULT() EMUQ_PERSONALITY(FW_U64(0x00A800000A253245), 16384, MU_ENABLE_GROUP(0))
#define PERSONALITY_PROD_DEFAULT()                                                                           \
    EMUQ_PERSONALITY(FW_U64(0xBAFC7C000A673344), 4096, FW_U64(0xFFFF800000000000))
/** @} */

#endif /* _PERSONALITY_H_ */
