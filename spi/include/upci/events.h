/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file events.h
 * @brief Numbers of the performance events of the Message Unit and the network (network-counters).
 *
 * The emulation counts messages, packets and chunks (310 to 314, 354 to 371, 381, 382) and cycles (384). The
 * others are about hardware that it has not: they read 0, and BGPM says so on standard error when one is
 * asked for. Events of cores and caches (below 310) do not exist here.
 */
#ifndef _UPCI_EVENTS_H_
#define _UPCI_EVENTS_H_

#include <stdint.h>

#include "hwi/include/common/compiler_support.h"

/** Event numbers. */
enum UPC_Events {
    PEVT_MU_PKT_INJ = 310,             /**< packets injected */
    PEVT_MU_MSG_INJ = 311,             /**< messages (descriptors) injected */
    PEVT_MU_FIFO_PKT_RCV = 312,        /**< memory-FIFO packets received */
    PEVT_MU_RGET_PKT_RCV = 313,        /**< remote-get packets received */
    PEVT_MU_PUT_PKT_RCV = 314,         /**< direct-put packets received */
    PEVT_MU_PORT0_16B_WRT = 315,       /**< writes of 16 bytes at memory port 0; not counted */
    PEVT_MU_PORT0_32B_RD = 316,        /**< reads of 32 bytes at memory port 0; not counted */
    PEVT_MU_PORT0_64B_RD = 317,        /**< reads of 64 bytes at memory port 0; not counted */
    PEVT_MU_PORT0_128B_RD = 318,       /**< reads of 128 bytes at memory port 0; not counted */
    PEVT_MU_PORT1_16B_WRT = 319,       /**< writes of 16 bytes at memory port 1; not counted */
    PEVT_MU_PORT1_32B_RD = 320,        /**< reads of 32 bytes at memory port 1; not counted */
    PEVT_MU_PORT1_64B_RD = 321,        /**< reads of 64 bytes at memory port 1; not counted */
    PEVT_MU_PORT1_128B_RD = 322,       /**< reads of 128 bytes at memory port 1; not counted */
    PEVT_MU_PORT2_16B_WRT = 323,       /**< writes of 16 bytes at memory port 2; not counted */
    PEVT_MU_PORT2_32B_RD = 324,        /**< reads of 32 bytes at memory port 2; not counted */
    PEVT_MU_PORT2_64B_RD = 325,        /**< reads of 64 bytes at memory port 2; not counted */
    PEVT_MU_PORT2_128B_RD = 326,       /**< reads of 128 bytes at memory port 2; not counted */
    PEVT_MU_SLV_PORT_RD = 327,         /**< register reads by cores; not counted */
    PEVT_MU_SLV_PORT_WRT = 328,        /**< register writes by cores; not counted */
    PEVT_MU_PORT0_PEND_WRT = 329,      /**< writes pending at memory port 0; not counted */
    PEVT_MU_PORT0_PEND_RD = 330,       /**< reads pending at memory port 0; not counted */
    PEVT_MU_PORT1_PEND_WRT = 331,      /**< writes pending at memory port 1; not counted */
    PEVT_MU_PORT1_PEND_RD = 332,       /**< reads pending at memory port 1; not counted */
    PEVT_MU_PORT2_PEND_WRT = 333,      /**< writes pending at memory port 2; not counted */
    PEVT_MU_PORT2_PEND_RD = 334,       /**< reads pending at memory port 2; not counted */
    PEVT_NW_USER_PP_SENT = 354,        /**< user point to point: 32-byte chunks sent */
    PEVT_NW_USER_DYN_PP_SENT = 355,    /**< user dynamic: 32-byte chunks sent */
    PEVT_NW_USER_ESC_PP_SENT = 356,    /**< user deterministic: 32-byte chunks sent */
    PEVT_NW_USER_PRI_PP_SENT = 357,    /**< user high priority: 32-byte chunks sent */
    PEVT_NW_SYS_PP_SENT = 358,         /**< system point to point: 32-byte chunks sent */
    PEVT_NW_USER_WORLD_COL_SENT = 359, /**< user world collective: 32-byte chunks sent */
    PEVT_NW_USER_SUBC_COL_SENT = 360,  /**< user sub-communicator collective: 32-byte chunks sent */
    PEVT_NW_SYS_COL_SENT = 361,        /**< system collective: 32-byte chunks sent */
    PEVT_NW_COMMWORLD_COL_SENT = 362,  /**< user world and system collective: 32-byte chunks sent */
    PEVT_NW_USER_PP_RECV = 363,        /**< user point to point: packets received */
    PEVT_NW_USER_DYN_PP_RECV = 364,    /**< user dynamic: packets received */
    PEVT_NW_USER_ESC_PP_RECV = 365,    /**< user deterministic: packets received */
    PEVT_NW_USER_PRI_PP_RECV = 366,    /**< user high priority: packets received */
    PEVT_NW_SYS_PP_RECV = 367,         /**< system point to point: packets received */
    PEVT_NW_USER_WORLD_COL_RECV = 368, /**< user world collective: packets received */
    PEVT_NW_USER_SUBC_COL_RECV = 369,  /**< user sub-communicator collective: packets received */
    PEVT_NW_SYS_COL_RECV = 370,        /**< system collective: packets received */
    PEVT_NW_COMMWORLD_COL_RECV = 371,  /**< user world and system collective: packets received */
    PEVT_NW_USER_PP_RECV_FIFO = 372, /**< user point to point: packet-cycles in receiver FIFOs; not counted */
    PEVT_NW_USER_DYN_PP_RECV_FIFO = 373, /**< user dynamic: packet-cycles in receiver FIFOs; not counted */
    PEVT_NW_USER_ESC_PP_RECV_FIFO =
        374, /**< user deterministic: packet-cycles in receiver FIFOs; not counted */
    PEVT_NW_USER_PRI_PP_RECV_FIFO =
        375, /**< user high priority: packet-cycles in receiver FIFOs; not counted */
    PEVT_NW_SYS_PP_RECV_FIFO =
        376, /**< system point to point: packet-cycles in receiver FIFOs; not counted */
    PEVT_NW_USER_WORLD_COL_RECV_FIFO =
        377, /**< user world collective: packet-cycles in receiver FIFOs; not counted */
    PEVT_NW_USER_SUBC_COL_RECV_FIFO =
        378, /**< user sub-communicator collective: packet-cycles in receiver FIFOs; not counted */
    PEVT_NW_SYS_COL_RECV_FIFO = 379, /**< system collective: packet-cycles in receiver FIFOs; not counted */
    PEVT_NW_COMMWORLD_COL_RECV_FIFO =
        380,            /**< user world and system collective: packet-cycles in receiver FIFOs; not counted */
    PEVT_NW_SENT = 381, /**< 32-byte chunks sent on the chosen virtual channels */
    PEVT_NW_RECV = 382, /**< packets received on the chosen virtual channels */
    PEVT_NW_RECV_FIFO = 383,                /**< packet-cycles of the chosen virtual channels; not counted */
    PEVT_NW_CYCLES = 384,                   /**< network cycles elapsed */
    PEVT_NWUNIT_LAST_EVENT = PEVT_NW_CYCLES /**< the last network event */
};

#endif /* _UPCI_EVENTS_H_ */
