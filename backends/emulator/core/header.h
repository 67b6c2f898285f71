/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file header.h
 * @brief Descriptors and packet headers: fields, cached targets of puts, validity, paths.
 *
 * Fields have two views: by name (structures of hwi/), and by 8-byte words and masks for the fast path. Store
 * forwarding works for whole words; a load that spans two stores of the program waits for the cache.
 */
#ifndef EMUQ_EMULATOR_HEADER_H
#define EMUQ_EMULATOR_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "backends/address_space.h"
#include "backends/backend.h"
#include "backends/record.h"
#include "base/atomic.h"
#include "hwi/include/bqc/MU_Descriptor.h"

#define EMUQ_PA_MASK UINT64_C(0x1fffffffff) /**< 37 significant bits of an MU address */
#define EMUQ_CHUNK   32u                    /**< unit of packet sizes, in bytes */

enum { EMUQ_TYPE_FIFO = 0, EMUQ_TYPE_PUT = 1, EMUQ_TYPE_GET = 2, EMUQ_TYPE_PACED_GET = 3 };

/* ---- By name ---- */

static inline uint32_t emuq_packet_type(const MUHWI_PacketHeader_t *h)
{
    return h->NetworkHeader.pt2pt.Byte8.Packet_Type;
}

/** Maximum payload bytes of a packet: 0..992 by the field, 0..512 after the checks. */
static inline uint32_t emuq_packet_limit(const MUHWI_PacketHeader_t *h)
{
    return h->NetworkHeader.pt2pt.Byte8.Size * EMUQ_CHUNK;
}

static inline bool emuq_is_collective(const MUHWI_PacketHeader_t *h)
{
    return h->NetworkHeader.pt2pt.Data_Packet_Type == MUHWI_COLLECTIVE_DATA_PACKET_TYPE;
}

/** Coordinates, 6 bits each from bit 29 down. */
static inline uint32_t emuq_destination(const MUHWI_PacketHeader_t *h)
{
    return h->NetworkHeader.pt2pt.Destination.Destination.Destination;
}

/** Byte 1 << 8 | the two bits of byte 2. */
static inline uint32_t emuq_hints(const MUHWI_PacketHeader_t *h)
{
    return (uint32_t)h->NetworkHeader.pt2pt.Hints << 8 | (h->NetworkHeader.pt2pt.Byte2.Byte2 & 0xc0);
}

/** Whether every node of a line gets the packet. */
static inline bool emuq_is_deposit(const MUHWI_PacketHeader_t *h)
{
    return h->NetworkHeader.pt2pt.Byte2.Deposit;
}

static inline uint32_t emuq_virtual_channel(const MUHWI_PacketHeader_t *h)
{
    return h->NetworkHeader.pt2pt.Byte3.Virtual_channel;
}

/** The field allows 0..511. */
static inline uint32_t emuq_rec_fifo_id(const MUHWI_PacketHeader_t *h)
{
    return h->messageUnitHeader.Packet_Types.Memory_FIFO.Rec_FIFO_Id;
}

static inline uint32_t emuq_rget_fifo_id(const MUHWI_PacketHeader_t *h)
{
    return h->messageUnitHeader.Packet_Types.Remote_Get.Rget_Inj_FIFO_Id;
}

static inline uint32_t emuq_target_id(const MUHWI_PacketHeader_t *h)
{
    return h->messageUnitHeader.Packet_Types.Direct_Put.Rec_Payload_Base_Address_Id;
}

static inline uint32_t emuq_counter_id(const MUHWI_PacketHeader_t *h)
{
    return h->messageUnitHeader.Packet_Types.Direct_Put.Rec_Counter_Base_Address_Id;
}

/** All 64 bits of the field. */
static inline uint64_t emuq_counter_offset(const MUHWI_PacketHeader_t *h)
{
    return h->messageUnitHeader.Packet_Types.Direct_Put.Counter_Offset;
}

static inline void emuq_fifo_offset_add(MUHWI_PacketHeader_t *h, uint64_t bytes)
{
    uint64_t offset = ((uint64_t)h->messageUnitHeader.Packet_Types.Memory_FIFO.Put_Offset_MSB << 32 |
                       h->messageUnitHeader.Packet_Types.Memory_FIFO.Put_Offset_LSB) +
                      bytes;
    h->messageUnitHeader.Packet_Types.Memory_FIFO.Put_Offset_MSB = offset >> 32 & 0x1f;
    h->messageUnitHeader.Packet_Types.Memory_FIFO.Put_Offset_LSB = (uint32_t)offset;
}

/* ---- By words ---- */

enum { EMUQ_WORD_NETWORK = 0, EMUQ_WORD_IDS = 1, EMUQ_WORD_COUNTER_ID = 2, EMUQ_WORD_COUNTER = 3 };
/** Words of a descriptor (hwi-descriptor 1). */
enum {
    EMUQ_WORD_FLAGS = 0,
    EMUQ_WORD_PAYLOAD = 1,
    EMUQ_WORD_LENGTH = 2,
    EMUQ_WORD_FIFO_MAP = 3,
    EMUQ_WORD_HEADER = 4
};

_Static_assert(offsetof(MUHWI_Descriptor_t, Pa_Payload) == 8 * EMUQ_WORD_PAYLOAD &&
                   offsetof(MUHWI_Descriptor_t, Message_Length) == 8 * EMUQ_WORD_LENGTH &&
                   offsetof(MUHWI_Descriptor_t, Torus_FIFO_Map) == 8 * EMUQ_WORD_FIFO_MAP &&
                   offsetof(MUHWI_Descriptor_t, PacketHeader) == 8 * EMUQ_WORD_HEADER,
               "words of a descriptor");
_Static_assert(sizeof(MUHWI_PacketHeader_t) == 32 && offsetof(MUHWI_PacketHeader_t, messageUnitHeader) == 12,
               "words of a packet header");

/** EMUQ_WORD_FLAGS: prefetch-only, interrupt on arrival. */
#define EMUQ_FLAG_BITS UINT64_C(0x0000000100000001)
/** EMUQ_WORD_NETWORK: interrupt bit, set by the Message Unit. */
#define EMUQ_INTERRUPT_BIT UINT64_C(0x10000)
/** EMUQ_WORD_IDS: all bits but the packet size. */
#define EMUQ_NOT_SIZE_BITS UINT64_C(0xffffffff000000e0)
/** EMUQ_WORD_IDS: end of the network header; reception FIFO or target entry. */
#define EMUQ_KIND_BITS UINT64_C(0x0000ffc0ffffffff)
/** EMUQ_WORD_IDS: table entry of the target. */
#define EMUQ_TARGET_BITS UINT64_C(0x0000ffc000000000)
/** EMUQ_WORD_IDS: high bits of the put offset. */
#define EMUQ_OFFSET_HIGH_BITS UINT64_C(0x0000001f00000000)
/** EMUQ_WORD_COUNTER_ID: table entry of the counter. */
#define EMUQ_COUNTER_BITS UINT64_C(0x0000000003ff0000)

static inline uint64_t emuq_word(const void *p, unsigned word)
{
    uint64_t value;
    memcpy(&value, (const char *)p + 8 * word, sizeof value);
    return value;
}

static inline uint64_t emuq_put_offset(const void *header)
{
    return (emuq_word(header, EMUQ_WORD_IDS) & EMUQ_OFFSET_HIGH_BITS) |
           emuq_word(header, EMUQ_WORD_IDS) >> 48 |
           (emuq_word(header, EMUQ_WORD_COUNTER_ID) & UINT64_C(0xffff)) << 16;
}

/* ---- Cached targets of direct puts ---- */

typedef struct emuq_put_route {
    struct emuq_mu_node *to; /**< NULL: unused */
    uint64_t settings;
    uint64_t entries[2];                   /**< header bits of the target and the counter entry */
    const volatile uint64_t *base[2];      /**< registers of these entries */
    uint64_t counter_offset, counter_base; /**< offset in the header, value of the entry */
    uint64_t *counter;
    emuq_range_t target; /**< memory around the first target */
} emuq_put_route_t;

static inline bool emuq_put_route_counts(const emuq_put_route_t *route, const void *header)
{
    return (((emuq_word(header, EMUQ_WORD_COUNTER_ID) & EMUQ_COUNTER_BITS) ^ route->entries[1]) |
            (emuq_word(header, EMUQ_WORD_COUNTER) ^ route->counter_offset)) == 0;
}

/** Address of bytes [at, at + bytes) of a put, at least 1. @return NULL: outside the range, or a table entry
 * has changed */
static inline char *emuq_put_route_target(const emuq_put_route_t *route, const void *header, uint64_t at,
                                          uint64_t bytes)
{
    /* Acquire: pairs with the release store of MUSPI_SetBaseAddress. */
    uint64_t pa = (AO_load_acquire(route->base[0]) & EMUQ_PA_MASK) + emuq_put_offset(header) + at;
    if (!emuq_range_holds(&route->target, pa, bytes) ||
        AO_load_acquire(route->base[1]) != route->counter_base)
        return NULL;
    emuq_stamp(EMUQ_STAMP_TRANSLATED);
    return emuq_range_at(&route->target, pa);
}

static inline void emuq_put_route_copy(char *target, const char *payload, uint64_t bytes)
{
    if (bytes == sizeof(uint64_t))
        memcpy(target, payload, sizeof(uint64_t));
    else
        memmove(target, payload, bytes);
    emuq_stamp(EMUQ_STAMP_COPIED);
}

/** Release: pairs with the acquire load of the receiver's poll: the payload is visible with the counter. */
static inline void emuq_put_route_subtract(const emuq_put_route_t *route, uint64_t bytes)
{
    (void)AO_fetch_and_add_release(route->counter, -bytes);
    emuq_stamp(EMUQ_STAMP_COUNTED);
}

/* ---- Validity ---- */

/** Checks a descriptor (hwi-descriptor 6, hwi-packet-headers 7). @return NULL, or the error
 * @param[out] advice the next step for the user */
const char *emuq_check_descriptor(const MUHWI_Descriptor_t *d, bool system, const char **advice);

const char *emuq_check_header(const MUHWI_PacketHeader_t *header, uint64_t length, bool system,
                              const char **advice);

/* ---- Paths in the torus (hwi-packet-headers 7) ---- */

/** Neighbour on a link (0 A-, 1 A+, ... 9 E+), or UINT32_MAX. */
uint32_t emuq_neighbour(const emuq_geometry_t *g, uint32_t node, uint32_t link);

/** Direction (+1, -1, 0) in dimension @p d, by hints or the shorter one. Hints that lead elsewhere set
 * *error. */
int emuq_direction(const emuq_geometry_t *g, uint32_t src, uint32_t dst, int d, uint32_t hints,
                   const char **error);

/** Iterator over the path of deterministic packets. */
typedef struct emuq_path {
    const emuq_geometry_t *geometry;
    uint32_t at[5], to[5];
    uint32_t source_sum;
    uint32_t hints; /**< as in emuq_direction() */
    int dimension;
    int sign;                  /**< sign in this dimension; 0: not known yet */
    uint32_t from, link, next; /**< current link, and the nodes at its ends */
} emuq_path_t;

emuq_path_t emuq_path(const emuq_geometry_t *g, uint32_t source, uint32_t to, uint32_t hints);

/** @return false: end of the path */
bool emuq_path_next(emuq_path_t *path);

/** @return NULL, or the error */
const char *emuq_hints_check(const emuq_geometry_t *g, uint32_t src, uint32_t dst, uint32_t hints);

/** @return node @p k, from 0, of a deposit line; UINT32_MAX: not a line. @param[out] count number of nodes of
 * the line @param[out] error set if it is not a line */
uint32_t emuq_line_node(const emuq_geometry_t *g, uint32_t src, uint32_t dst, uint32_t hints, uint32_t k,
                        uint32_t *count, const char **error);

#endif /* EMUQ_EMULATOR_HEADER_H */
