/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file reference.h
 * @brief A reference model of APEnet+ cards for comparison: one thread, arrays in place of rings, tables
 * searched linearly. The model follows docs/apenet.md and the headers, and shares no code with apenet/card/.
 *
 * All memory of the machine is one area; the reference has a copy of it.
 */
#ifndef TEST_APENET_REFERENCE_H
#define TEST_APENET_REFERENCE_H

#include <stdbool.h>

#include "apenet/card/device.h" /* only for the counters */

#define REF_CARDS   4u
#define REF_PIDS    2u
#define REF_PAGES   80u /**< of the area */
#define REF_BUFFERS 32u /**< maximum buffers of a process */
#define REF_RING    8u  /**< number of slots; one slot stays empty */
#define REF_QUEUE   4u  /**< number of entries; one entry stays free */
#define REF_TLB     8u

/** A packet to send. `source` lies in the area. */
typedef struct ref_packet {
    apenet_rdma_cmd_t command;
    unsigned from, from_pid, to, to_pid;
    uint64_t address; /**< 0: a streaming buffer; is_physical: an address in the area */
    uint64_t source;
    uint32_t bytes;
    bool is_last, is_physical;
    unsigned tag;
    uint64_t magic;
    uint64_t sink; /**< get: sink and number of bytes */
    uint32_t length;
} ref_packet_t;

/** A registered buffer. */
typedef struct ref_buffer {
    uint64_t va, magic;
    uint32_t bytes, flags;
    bool is_used;
} ref_buffer_t;

/** A partly received message. */
typedef struct ref_message {
    bool is_open, is_streaming, has_buffer;
    uint64_t address, magic;
    uint32_t bytes, offset;
    apenet_status_t status;
} ref_message_t;

typedef struct ref_process {
    ref_buffer_t buffer[REF_BUFFERS]; /**< in order of registration */
    unsigned buffers;
    bool page[REF_PAGES];
    ref_message_t message[REF_CARDS][REF_PIDS]; /**< by source */
} ref_process_t;

typedef struct ref_card {
    apenet_address_t address;
    ref_process_t process[REF_PIDS];
    ref_packet_t ring[REF_RING]; /**< oldest first */
    unsigned posted;             /**< packets in the ring */
    unsigned told;               /**< packets known to the card */
    apenet_entry_t queue[REF_QUEUE];
    unsigned entries;
    bool is_done;           /**< the first packet is delivered, its event `pending` is missing */
    apenet_entry_t pending; /**< kind 0: no event */
    uint32_t message_bytes;
    uint16_t packet_serial;
    uint32_t event_serial;
    bool parked[REF_CARDS]; /**< rings waiting for this card */
    uint64_t tlb[REF_TLB];  /**< LRU order, newest first; 0: none */
    apenet_counters_t counters;
} ref_card_t;

typedef struct ref {
    uint64_t base, bus; /**< area and its bus address */
    unsigned char memory[REF_PAGES * APENET_PAGE_BYTES];
    bool drops;
    ref_card_t card[REF_CARDS];
} ref_t;

/** Adds or removes a page or a buffer; uses only the members of that operation. */
apenet_status_t ref_command(ref_t *r, unsigned card, apenet_op_t op, unsigned pid,
                            const ref_buffer_t *buffer);

/** Puts a packet into the ring of its card. @return false: full */
bool ref_post(ref_t *r, const ref_packet_t *packet);

/** Passes the posted packets to a card. */
void ref_ring(ref_t *r, unsigned card);

/** Takes the next event with phase 0. @return false: none */
bool ref_event(ref_t *r, unsigned card, apenet_entry_t *e);

#endif /* TEST_APENET_REFERENCE_H */
