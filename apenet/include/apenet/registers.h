/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file registers.h
 * @brief Registers of a card and commands of its micro-controller.
 *
 * A card has one page of 32-bit registers.
 */
#ifndef APENET_REGISTERS_H
#define APENET_REGISTERS_H

#include "apenet/field.h"

#define APENET_PAGE_BYTES     4096u                   /**< size of the register page and of memory pages */
#define APENET_GPU_PAGE_BYTES 65536u                  /**< size of pages of GPU memory */
#define APENET_REGISTERS      (APENET_PAGE_BYTES / 4) /**< number of registers */

/** Registers; register n is at byte 4 n. Registers 4 and 112 to 223 belong to the links; they are 0 on
 * a card without links. */
enum {
    APENET_REG_CARD_ID = 0,      /**< ro ::APENET_CARD_ID */
    APENET_REG_CARD_STATUS = 1,  /**< ro APENET_CARD_STATUS_... and APENET_CARD_STATUS_LINKS */
    APENET_REG_COORD_ME = 2,     /**< 5:0 x, 10:6 y, 15:11 z */
    APENET_REG_LATTICE_SIZE = 3, /**< format of COORD_ME */
    APENET_REG_ROUTE_ORDER = 4,  /**< 5:4 first dimension (0 x, 1 y, 2 z), 3:2 second, 1:0 last */
    APENET_REG_IRQ_ENABLE = 5,   /**< rw; APENET_IRQ_... */
    APENET_REG_IRQ_STATUS = 6,   /**< write 1 to clear */
    APENET_REG_CMD_FIFO = 64,    /**< wo, 7 registers: a command; a store to the last one submits it */
    APENET_REG_CMD_STATUS = 71,  /**< ro 7:0 free commands, 31:16 serial of the last accepted command */
    APENET_REG_CMD_RESULT =
        72, /**< ro 15:0 serial of the last completed command, 31:16 its ::apenet_status_t */
    APENET_REG_TX_RB_ADDR_HI = 96,  /**< bus address of the TX ring, high word; store before register 97 */
    APENET_REG_TX_RB_ADDR_LOW = 97, /**< a store resets both pointers; reads 0 without a ring */
    APENET_REG_TX_RB_NEXT_PTR = 98, /**< 31:16 next slot to fill (driver), 15:0 next slot to read (card) */
    APENET_REG_TX_RB_SIZE = 99,     /**< slots, 2..32768; store before register 97 */
    APENET_REG_EQ_ADDR_HI = 100,    /**< bus address of the event queue, high word; format of register 96 */
    APENET_REG_EQ_ADDR_LOW = 101,   /**< format of register 97 */
    APENET_REG_EQ_NEXT_PTR = 102,   /**< 31:16 next entry to read (driver), 15:0 next entry to write (card) */
    APENET_REG_EQ_SIZE = 103,       /**< entries, 2..32768; store before register 101 */
    APENET_REG_HOST_WD = 112,       /**< watchdog: counter of the host */
    APENET_REG_CARD_WD = 113,       /**< watchdog: counter of the card */
    APENET_REG_HEALTH = 114,        /**< health of this node */
    APENET_REG_HEALTH_PORT = 115,   /**< 6 registers: health of the neighbour at each ::apenet_port_t */
    APENET_REG_WD_PERIOD_MS = 121,  /**< period of the watchdogs, milliseconds; 0: off */
    APENET_REG_COUNTERS = 128       /**< APENET_PORT_REGISTERS for each ::apenet_port_t: its counters */
};

#define APENET_PORT_REGISTERS 16u /**< distance between the counters of adjacent ports */

/** Ports of a router: six links. Port p of a node is connected to port (p + 3) % 6 of the neighbour. */
typedef enum apenet_port {
    APENET_PORT_X_PLUS,  /**< to the node with the next x */
    APENET_PORT_Y_PLUS,  /**< to the node with the next y */
    APENET_PORT_Z_PLUS,  /**< to the node with the next z */
    APENET_PORT_X_MINUS, /**< to the node with the previous x */
    APENET_PORT_Y_MINUS, /**< to the node with the previous y */
    APENET_PORT_Z_MINUS, /**< to the node with the previous z */
    APENET_PORTS         /**< number of links; internal ports are numbered separately */
} apenet_port_t;

/** Counters of a link: registers APENET_REG_COUNTERS + APENET_PORT_REGISTERS * port + counter. */
typedef enum apenet_port_counter {
    APENET_COUNT_MAGIC_SENT,       /**< words MAGIC */
    APENET_COUNT_START_SENT,       /**< words START */
    APENET_COUNT_HEADERS_SENT,     /**< headers */
    APENET_COUNT_FOOTERS_SENT,     /**< footers */
    APENET_COUNT_MAGIC_RECEIVED,   /**< words MAGIC */
    APENET_COUNT_START_RECEIVED,   /**< words START */
    APENET_COUNT_HEADERS_RECEIVED, /**< headers */
    APENET_COUNT_FOOTERS_RECEIVED, /**< footers */
    APENET_COUNT_REPAIRED,         /**< repaired header errors */
    APENET_COUNT_FATAL,            /**< fatal header errors */
    APENET_COUNT_PAYLOAD_ERRORS,   /**< damaged payloads */
    APENET_COUNT_RESENDS,          /**< envelopes sent again */
    APENET_COUNT_STALLS,           /**< waits for credit */
    APENET_COUNT_SENT_LOW,         /**< words sent, modulo 2^32 */
    APENET_COUNT_RECEIVED_LOW,     /**< words received, modulo 2^32 */
    APENET_COUNT_DROPPED           /**< packets dropped */
} apenet_port_counter_t;

/** Bits of CARD_STATUS. */
enum {
    APENET_CARD_STATUS_READY = 1,      /**< the card is ready */
    APENET_CARD_STATUS_RUNNING = 2,    /**< the micro-controller is running */
    APENET_CARD_STATUS_ROUTE_ORDER = 4 /**< ROUTE_ORDER is no permutation; packets are routed in z, y, x */
};

/** Field of CARD_STATUS: bit p is set while the link of ::apenet_port_t p is up. */
enum { APENET_CARD_STATUS_LINKS = APENET_FIELD(0, 8, 6) };

#define APENET_ROUTE_ORDER_RESET 0x24u /**< ROUTE_ORDER after a reset: z, y, x */

#define APENET_CARD_ID       0x41504505u /**< "APE", version 5 */
#define APENET_CARD_READY    0x3u        /**< CARD_STATUS of a working card without links */
#define APENET_CMD_SLOTS     64u         /**< commands that the card can store */
#define APENET_RING_LEAST    2u          /**< minimum of slots of a ring or entries of a queue */
#define APENET_RING_MOST     32768u      /**< maximum of slots of a ring or entries of a queue */
#define APENET_RING_DEFAULT  1024u       /**< slots of the ring of the driver */
#define APENET_QUEUE_DEFAULT 4096u       /**< entries of the queue of the driver */

/** Interrupts. */
enum {
    APENET_IRQ_EVENT = 1,     /**< entry in the event queue */
    APENET_IRQ_ERROR = 2,     /**< entry of kind APENET_EVENT_ERROR */
    APENET_IRQ_HEALTH = 4,    /**< a register 114..120 has changed */
    APENET_IRQ_RING_EMPTY = 8 /**< all descriptors of the ring are read */
};

/** Halves of a NEXT_PTR register. */
enum {
    APENET_PTR_DRIVER = APENET_FIELD(0, 16, 16), /**< stored by the driver */
    APENET_PTR_CARD = APENET_FIELD(0, 0, 16)     /**< stored by the card */
};

/** Fields of COORD_ME and LATTICE_SIZE. */
enum {
    APENET_COORD_X = APENET_FIELD(0, 0, 6), /**< dimension x */
    APENET_COORD_Y = APENET_FIELD(0, 6, 5), /**< dimension y */
    APENET_COORD_Z = APENET_FIELD(0, 11, 5) /**< dimension z */
};

/** A command of the micro-controller. */
typedef struct apenet_command {
    uint32_t header; /**< APENET_COMMAND_... */
    uint32_t va[2];  /**< virtual address of the page or buffer, low word first */
    uint32_t
        word3[4]; /**< page: bus address (low, high), flags, 0. Buffer: bytes, flags, magic (low, high) */
} apenet_command_t;

APENET_STATIC_ASSERT(sizeof(apenet_command_t) == 28, command_size);

/** Fields of the header of a command. */
enum {
    APENET_COMMAND_OP = APENET_FIELD(0, 0, 8),      /**< ::apenet_op_t */
    APENET_COMMAND_PID = APENET_FIELD(0, 8, 2),     /**< process of the node */
    APENET_COMMAND_IS_GPU = APENET_FIELD(0, 10, 1), /**< page or buffer of a GPU */
    APENET_COMMAND_GPU_ID = APENET_FIELD(0, 11, 2), /**< number of the GPU */
    APENET_COMMAND_SERIAL = APENET_FIELD(0, 16, 16) /**< number of the command */
};

/** Operations of commands. */
typedef enum apenet_op {
    APENET_OP_NONE,          /**< no operation */
    APENET_OP_PAGE_ADD,      /**< adds the translation of a page */
    APENET_OP_BUFFER_ADD,    /**< adds a buffer; re-arms a present streaming buffer */
    APENET_OP_PAGE_REMOVE,   /**< removes the translation of a page */
    APENET_OP_BUFFER_REMOVE, /**< removes a buffer */
    APENET_OP_TABLE_NEW,     /**< makes the tables of a process */
    APENET_OP_TABLE_FREE     /**< frees the tables of a process */
} apenet_op_t;

/** Flags of a buffer. */
enum {
    APENET_BUFFER_STREAMING = 1, /**< for one send; then waits to be re-armed */
    APENET_BUFFER_GPU = 2,       /**< in GPU memory */
    APENET_BUFFER_GET = 4,       /**< gets are permitted */
    APENET_BUFFER_CLOP = 8       /**< part of a circular list of persistent buffers (apenet 9.2) */
};

/** Flags of a page. */
enum { APENET_PAGE_HUGE = 1 /**< 64 KiB, of a GPU */ };

#ifdef __cplusplus
extern "C" {
#endif

/** Hooks of an emulated card. */
typedef struct apenet_mmio_hooks {
    /** Stores to a register and executes the effects. NULL: the card is memory-mapped. */
    void (*store)(volatile uint32_t *page, unsigned n, uint32_t value);
} apenet_mmio_hooks_t;

/** The active hooks; constant. */
extern const apenet_mmio_hooks_t apenet_mmio;

/** Loads a register. Acquire: earlier stores of the card are visible. */
static inline uint32_t apenet_reg_load(const volatile uint32_t *page, unsigned n)
{
    return __atomic_load_n(&page[n], __ATOMIC_ACQUIRE);
}

/** Stores to a register. Release: earlier stores of the caller are visible to the card. */
static inline void apenet_reg_store(volatile uint32_t *page, unsigned n, uint32_t value)
{
    if (apenet_mmio.store != 0)
        apenet_mmio.store(page, n, value);
    else
        __atomic_store_n(&page[n], value, __ATOMIC_RELEASE);
}

#ifdef __cplusplus
}
#endif

#endif /* APENET_REGISTERS_H */
