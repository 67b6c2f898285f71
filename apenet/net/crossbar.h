/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file crossbar.h
 * @brief Buffers and arbiter of a router: virtual cut-through with two virtual channels (apenet 7.1, 7.3).
 *
 * A pure state machine: no threads, clocks, allocation or I/O. The FIFOs contain references to packets; the
 * caller stores the packets and decides when a transfer begins and ends.
 *
 * Each input has a FIFO per VC. The first packet of a FIFO requests an output. A request takes part in the
 * arbitration of its output only if the next FIFO of its VC has space for the whole packet, as counted by
 * credits. A transfer occupies the output and the first packet of the FIFO from apenet_crossbar_grant() to
 * apenet_crossbar_complete().
 *
 * Sequence per router: apenet_crossbar_push() with the decision of apenet_route() when a header has arrived;
 * apenet_crossbar_grant() for each output after a push, a credit or a completed transfer;
 * apenet_crossbar_complete() when the footer has left, then credit for the previous router;
 * apenet_crossbar_credit() for credit from the next router.
 *
 * Ports are numbered as in route.h: ::apenet_port_t, or APENET_PORT_INTERNAL + n with n below
 * APENET_CROSSBAR_INTERNAL. No function is thread-safe for the same crossbar.
 */
#ifndef APENET_NET_CROSSBAR_H
#define APENET_NET_CROSSBAR_H

#include <stdbool.h>
#include <stdint.h>

#include "apenet/net/route.h"

#define APENET_CROSSBAR_INTERNAL 2u /**< internal ports, before the links */
#define APENET_CROSSBAR_PORTS    (APENET_CROSSBAR_INTERNAL + APENET_PORTS)
#define APENET_CROSSBAR_FIFOS    (APENET_CROSSBAR_PORTS * APENET_VCS)
#define APENET_ENVELOPE_WORDS    2u /**< header and footer */

/** Choice between requests for the same output. */
typedef enum apenet_arbitration {
    APENET_ROUND_ROBIN,   /**< over all FIFOs, starting behind the last winner */
    APENET_FIXED_PRIORITY /**< internal ports first, then links in the order of ports, VC 0 before VC 1 */
} apenet_arbitration_t;

/** Space of the FIFO of a virtual channel, in words. */
typedef struct apenet_space {
    uint32_t data;   /**< payload words; header and footer, too, without separate header FIFOs */
    uint32_t header; /**< header and footer words; 0 without separate header FIFOs */
} apenet_space_t;

/** Configuration of a crossbar. */
typedef struct apenet_crossbar_config {
    apenet_arbitration_t arbitration;
    bool has_header_fifos; /**< header and footer have separate FIFOs (dialect `exanet`) */
    apenet_space_t depth;  /**< size of each input FIFO */
    /** Round robin: maximum of grants of an output and VC that pass a waiting request; then the VC is
     * reserved for this request. Without a limit, small packets can consume the credit for a waiting large
     * packet. 0: no limit, as in the hardware; from APENET_CROSSBAR_FIFOS on: no effect while credit
     * suffices. */
    uint32_t pass_limit;
} apenet_crossbar_config_t;

/** Reference to a packet, with the decision of the router. */
typedef struct apenet_crossbar_packet {
    uint64_t token;   /**< chosen by the caller */
    uint16_t payload; /**< words, 0..APENET_PAYLOAD_WORDS */
    uint8_t output;   /**< port */
    uint8_t vc;       /**< VC behind the output */
} apenet_crossbar_packet_t;

/** A packet and the FIFO that contains it. */
typedef struct apenet_grant {
    apenet_crossbar_packet_t packet;
    uint8_t input; /**< port */
    uint8_t vc;    /**< VC of the input */
} apenet_grant_t;

/** Input FIFO of a virtual channel. */
typedef struct apenet_crossbar_fifo {
    uint32_t first, count; /**< ring of packets */
    apenet_space_t used;
} apenet_crossbar_fifo_t;

/** Arbiter of an output. */
typedef struct apenet_crossbar_output {
    apenet_space_t credit[APENET_VCS];
    uint32_t passes[APENET_VCS];      /**< grants that passed `watched` */
    uint32_t requests;                /**< set of FIFOs whose first packet waits for this output */
    uint8_t next;                     /**< first FIFO of the next search */
    uint8_t sender;                   /**< 1 + FIFO in transfer; 0: idle */
    uint8_t watched[APENET_VCS];      /**< 1 + FIFO whose passes are counted; 0: none */
    uint8_t watched_next[APENET_VCS]; /**< first FIFO of the next search for `watched` */
} apenet_crossbar_output_t;

/** State of a crossbar. All members except `packets` are private. */
typedef struct apenet_crossbar {
    apenet_crossbar_config_t config;
    apenet_crossbar_packet_t *slot; /**< [APENET_CROSSBAR_FIFOS][slots], memory of the caller */
    uint32_t slots;
    uint32_t packets; /**< in all FIFOs, also in transfer; 0: the router is idle */
    apenet_crossbar_fifo_t fifo[APENET_CROSSBAR_FIFOS];
    apenet_crossbar_output_t output[APENET_CROSSBAR_PORTS];
} apenet_crossbar_t;

/** Position of a port in the crossbar, internal ports first. @return APENET_CROSSBAR_PORTS: no such port */
static inline unsigned apenet_crossbar_position(unsigned port)
{
    if (port < APENET_PORTS)
        return APENET_CROSSBAR_INTERNAL + port;
    unsigned internal = port - APENET_PORT_INTERNAL;
    return internal < APENET_CROSSBAR_INTERNAL ? internal : APENET_CROSSBAR_PORTS;
}

/** Port at a position below APENET_CROSSBAR_PORTS. */
static inline uint8_t apenet_crossbar_port(unsigned position)
{
    return (uint8_t)(position < APENET_CROSSBAR_INTERNAL ? APENET_PORT_INTERNAL + position
                                                         : position - APENET_CROSSBAR_INTERNAL);
}

/** Slots of a crossbar: the smallest packets fill all FIFOs. */
uint32_t apenet_crossbar_slots(const apenet_crossbar_config_t *config);

/** Initialises a crossbar with empty FIFOs and without credit.
 * @param slots memory of apenet_crossbar_slots() slots, used until the crossbar is no longer used
 * @return 0, or -EINVAL if the depth is less than the largest packet needs: @p c is unchanged */
int apenet_crossbar_init(apenet_crossbar_t *c, const apenet_crossbar_config_t *config,
                         apenet_crossbar_packet_t *slots);

/** Appends a packet to the FIFO of an input. The packet may still be arriving.
 * @param vc VC of the input
 * @return 0; -EINVAL: invalid port, VC or payload; -ENOSPC: the FIFO has no space for the packet, so its
 * sender has ignored the credit */
int apenet_crossbar_push(apenet_crossbar_t *c, unsigned input, unsigned vc,
                         const apenet_crossbar_packet_t *packet);

/** Begins a transfer if the output is idle and a request has credit. Consumes the credit of the packet.
 * @param[out] grant the packet; unchanged without a transfer
 * @return whether a transfer begins */
bool apenet_crossbar_grant(apenet_crossbar_t *c, unsigned output, apenet_grant_t *grant);

/** Ends the transfer of an output: the output is idle and the space of the packet in its FIFO is free.
 * @param[out] grant the packet; its space, apenet_crossbar_cost(), is credit for the previous router
 * @return false: the output is idle, or no port */
bool apenet_crossbar_complete(apenet_crossbar_t *c, unsigned output, apenet_grant_t *grant);

/** Removes a waiting request for a disabled output. A transfer continues. Call until no request is left.
 * @param[out] grant the removed packet; its space is credit for the previous router
 * @return false: no request */
bool apenet_crossbar_drop(apenet_crossbar_t *c, unsigned output, apenet_grant_t *grant);

/** Adds credit of an output: space that the next FIFO has freed; initially its depth, less the threshold of
 * the link.
 * @return 0, or -EINVAL for an invalid port or VC, or a sum above UINT32_MAX: nothing is added */
int apenet_crossbar_credit(apenet_crossbar_t *c, unsigned output, unsigned vc, apenet_space_t space);

/** Replaces the credit of an output, for a link that reports free space instead of freed space.
 * @param space free space after all packets of earlier grants
 * @return 0, or -EINVAL for an invalid port or VC */
int apenet_crossbar_set_credit(apenet_crossbar_t *c, unsigned output, unsigned vc, apenet_space_t space);

/** Free space in the FIFO of an input; zeros for an invalid port or VC. */
apenet_space_t apenet_crossbar_space(const apenet_crossbar_t *c, unsigned input, unsigned vc);

/** Whether packets wait for an output. @return false for an invalid port */
static inline bool apenet_crossbar_is_requested(const apenet_crossbar_t *c, unsigned output)
{
    unsigned position = apenet_crossbar_position(output);
    return position != APENET_CROSSBAR_PORTS && c->output[position].requests != 0;
}

/** @return whether a packet may pass to an output without entering the crossbar: nothing requests the output,
 * and no transfer occupies it; false for an invalid port */
static inline bool apenet_crossbar_is_free(const apenet_crossbar_t *c, unsigned output)
{
    unsigned position = apenet_crossbar_position(output);
    return position != APENET_CROSSBAR_PORTS && c->output[position].requests == 0 &&
           c->output[position].sender == 0;
}

/** Space of a packet. @param payload words, 0..APENET_PAYLOAD_WORDS */
static inline apenet_space_t apenet_crossbar_cost(const apenet_crossbar_config_t *config, uint32_t payload)
{
    apenet_space_t one = {payload + APENET_ENVELOPE_WORDS, 0}, two = {payload, APENET_ENVELOPE_WORDS};
    return config->has_header_fifos ? two : one;
}

/** @return whether a packet of this cost fits */
static inline bool apenet_space_fits(apenet_space_t space, apenet_space_t cost)
{
    return cost.data <= space.data && cost.header <= space.header;
}

#endif /* APENET_NET_CROSSBAR_H */
