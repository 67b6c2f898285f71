/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file link.h
 * @brief APElink: words, and one end of a link as a state machine (apenet 8).
 *
 * An end sends packets in one direction and receives the packets of the other direction: the words that it
 * sends are packets of the former, and credits and NACKs of the latter. The caller gives the memory, moves
 * the words and lets link time pass. The state contains no pointers and may lie in shared memory.
 *
 * Functions of different ends are independent. Calls on one end need a lock of the caller.
 */
#ifndef APENET_LINK_H
#define APENET_LINK_H

#include <stdbool.h>
#include <stddef.h>

#include "apenet/exanet.h"
#include "apenet/packet.h"

#define APENET_LINK_VCS    2u  /**< virtual channels of a link */
#define APENET_LINK_WINDOW 64u /**< maximum of packets without acknowledgement, dialect `apenet` */
#define APENET_LINK_TRIES  16u /**< resends of the same word before the link is down */

/** A word of 128 bits on the wire. */
typedef struct apenet_word {
    uint32_t w[4]; /**< least significant first */
} apenet_word_t;

APENET_STATIC_ASSERT(sizeof(apenet_word_t) == 16, word_size);

/** Words of MAGIC and START as initialisers of ::apenet_word_t. */
/** @{ */
#define APENET_LINK_MAGIC                                                                                    \
    {                                                                                                        \
        {                                                                                                    \
            0x6c455041, 0x4d6b6e69, 0x63696761, 0x64726f57                                                   \
        }                                                                                                    \
    } /**< `apenet` */
#define APENET_EXANET_MAGIC                                                                                  \
    {                                                                                                        \
        {                                                                                                    \
            0x5555aaaa, 0xffffaaaa, 0x5555aaaa, 0xffffaaaa                                                   \
        }                                                                                                    \
    } /**< `exanet` */
#define APENET_EXANET_START                                                                                  \
    {                                                                                                        \
        {                                                                                                    \
            0x6666bbbb, 0xffffbbbb, 0x6666bbbb, 0xffffbbbb                                                   \
        }                                                                                                    \
    } /**< `exanet` */
/** @} */

/** Kinds of control words, dialect `apenet`. */
enum {
    APENET_LINK_START = 0x53,  /**< opens a packet or a resend */
    APENET_LINK_CREDIT = 0xc5, /**< freed words, acknowledgement, health */
    APENET_LINK_NACK = 0x4e,   /**< request for a resend */
    APENET_LINK_IDLE = 0x49    /**< without effect; never sent */
};

/** Fields of control words, dialect `apenet`. All other bits are 0. */
enum {
    APENET_LINK_KIND = APENET_FIELD(0, 0, 8),            /**< kind of the control word */
    APENET_LINK_CRC = APENET_FIELD(3, 0, 32),            /**< CRC-32 of words 0..2 */
    APENET_START_VC = APENET_FIELD(0, 8, 1),             /**< virtual channel */
    APENET_START_RESEND_HEADER = APENET_FIELD(0, 9, 1),  /**< only the header follows */
    APENET_START_RESEND_FOOTER = APENET_FIELD(0, 10, 1), /**< only the footer follows */
    APENET_START_SEQUENCE = APENET_FIELD(1, 0, 16),      /**< number of the packet in its direction */
    APENET_START_HEADER_CRC = APENET_FIELD(2, 0, 32),    /**< CRC-32 of the header */
    APENET_CREDIT_HEALTH = APENET_FIELD(0, 8, 24),       /**< APENET_HEALTH_ fields */
    APENET_CREDIT_FREED_0 = APENET_FIELD(1, 0, 16),      /**< words ever freed on VC 0, modulo 65536 */
    APENET_CREDIT_FREED_1 = APENET_FIELD(1, 16, 16),     /**< words ever freed on VC 1, modulo 65536 */
    APENET_CREDIT_NEXT_HEADER = APENET_FIELD(2, 0, 16),  /**< first packet without a good header */
    APENET_CREDIT_NEXT_FOOTER = APENET_FIELD(2, 16, 16), /**< first packet without a good footer */
    APENET_NACK_SEQUENCE = APENET_FIELD(1, 0, 16),       /**< number of the packet */
    APENET_NACK_HEADER = APENET_FIELD(1, 16, 1),         /**< the header is requested */
    APENET_NACK_FOOTER = APENET_FIELD(1, 17, 1)          /**< the footer is requested */
};

/** Fields of the health of a node, 24 bits (apenet 8.6). */
enum {
    APENET_HEALTH_HOST = APENET_FIELD(0, 0, 2),         /**< 0 normal, 1 sick, 2 alarm, 3 failed */
    APENET_HEALTH_CARD = APENET_FIELD(0, 2, 2),         /**< 0 normal, 1 sick, 2 alarm, 3 failed */
    APENET_HEALTH_LINKS = APENET_FIELD(0, 4, 12),       /**< ::apenet_link_state_t of 6 ports, 2 bits each */
    APENET_HEALTH_TEMPERATURE = APENET_FIELD(0, 16, 2), /**< 0 normal, 1 warm, 2 hot */
    APENET_HEALTH_SERVICE = APENET_FIELD(0, 18, 1),     /**< failure of the service network */
    APENET_HEALTH_VALID = APENET_FIELD(0, 23, 1)        /**< the other fields are valid */
};

/** Dialects of the link protocol. */
typedef enum apenet_dialect {
    APENET_DIALECT_APENET, /**< sequence numbers, NACK and resend of envelopes */
    APENET_DIALECT_EXANET  /**< headers with SEC-DED; nothing is sent again */
} apenet_dialect_t;

/** State of a link, as in APENET_HEALTH_LINKS. */
typedef enum apenet_link_state {
    APENET_LINK_UP,       /**< no error in the last 64 credit periods */
    APENET_LINK_ERRORS,   /**< an error in the last 64 credit periods */
    APENET_LINK_RETRYING, /**< an envelope is missing at either end */
    APENET_LINK_DOWN      /**< ::APENET_LINK_TRIES resends in a row, or apenet_link_end(); final */
} apenet_link_state_t;

/** Parameters of an end. Both ends of a link have the same ones. `exanet`: a FIFO cannot overflow while at
 * most depth - (threshold - margin) words leave between the transmission of a CREDIT and its arrival, with
 * the words on the line at its transmission; longer lines need more depth. The same holds for headers. */
typedef struct apenet_link_config {
    apenet_dialect_t dialect;  /**< link protocol */
    uint32_t depth;            /**< words of a VC's FIFO (`exanet`: data words only), 3..16384 */
    uint32_t threshold;        /**< `apenet`: words that stay free; `exanet`: limit of data words */
    uint32_t header_depth;     /**< `exanet`: header and footer words of a VC's FIFO, 2..4096 */
    uint32_t header_threshold; /**< `exanet`: limit of header and footer words */
    uint32_t margin;           /**< `exanet`: added to the used words of each credit, 0..255 */
    uint32_t period;           /**< words between credits, at least 3; `exanet`: 0 is never */
    uint32_t queue;            /**< payload words of a VC that wait for transmission, up to 16384 */
    uint32_t timeout;          /**< `apenet`: words without acknowledgement before a resend; 0: 4 periods */
} apenet_link_config_t;

/** Counters of a link in the order of the registers 128 + 16 p (apenet 8.7). They wrap. */
typedef struct apenet_link_counters {
    uint32_t magic_sent;         /**< MAGIC words before control words */
    uint32_t start_sent;         /**< START words, with resends */
    uint32_t headers_sent;       /**< headers, with resends */
    uint32_t footers_sent;       /**< footers, with resends */
    uint32_t magic_received;     /**< MAGIC words before control words */
    uint32_t start_received;     /**< valid START words */
    uint32_t headers_received;   /**< valid headers */
    uint32_t footers_received;   /**< valid footers */
    uint32_t headers_repaired;   /**< `apenet`: by a resend; `exanet`: single errors */
    uint32_t headers_fatal;      /**< `exanet`: errors of two or more bits */
    uint32_t payload_errors;     /**< packets whose PAYLOAD_ERR this link has set */
    uint32_t resends;            /**< headers and footers sent again */
    uint32_t credit_stalls;      /**< packets that waited for credit */
    uint32_t words_sent_low;     /**< all words */
    uint32_t words_received_low; /**< all words */
    uint32_t packets_dropped;    /**< apenet_link_count_dropped(); `exanet`: also lost or cut packets */
} apenet_link_counters_t;

APENET_STATIC_ASSERT(sizeof(apenet_link_counters_t) == 64, link_counters_size);

/** The oldest received packet of a VC. */
typedef struct apenet_arrival {
    apenet_word_t header;         /**< good; `exanet`: with the syndrome in place of the code */
    apenet_word_t footer;         /**< valid if is_complete; header-only packets: 0 */
    uint32_t words;               /**< payload of the packet in words */
    uint32_t ready;               /**< payload words that apenet_link_payload() delivers now */
    bool is_complete;             /**< all payload words are ready, and the footer is final */
    uint32_t got;                 /**< contiguous words at `payload`; then call apenet_link_payload() */
    const apenet_word_t *payload; /**< valid until apenet_link_remove() */
} apenet_arrival_t;

/** What a receiver takes the next data word for. */
typedef enum apenet_link_at {
    APENET_AT_OUTSIDE, /**< no packet; `exanet`: a CREDIT */
    APENET_AT_HEADER,  /**< the header behind a START */
    APENET_AT_PAYLOAD,
    APENET_AT_BODY, /**< `apenet`: payload or footer of a packet whose header is damaged */
    APENET_AT_FOOTER,
    APENET_AT_RESENT_HEADER, /**< `apenet` */
    APENET_AT_RESENT_FOOTER, /**< `apenet` */
    APENET_AT_OLD_RESENT     /**< `apenet`: a word that is ignored */
} apenet_link_at_t;

/** Position of a receiver in its stream of words. */
typedef struct apenet_link_position {
    apenet_link_at_t at;
    bool is_behind_magic; /**< the last word was MAGIC; a MAGIC outside of a packet in `exanet` has no effect
                           */
    bool is_behind_literal; /**< `exanet`: the CREDIT of a literal MAGIC follows */
    uint16_t number;        /**< `apenet`: sequence number of the packet, unless outside */
    uint32_t word;          /**< number of the payload word, from 0 */
    uint32_t words;         /**< payload words of the packet, if its header is good */
} apenet_link_position_t;

/** One end of a link. */
typedef struct apenet_link apenet_link_t;

#ifdef __cplusplus
extern "C" {
#endif

/** Fills in the parameters of apenet 8.2 for a dialect. */
void apenet_link_defaults(apenet_link_config_t *config, apenet_dialect_t dialect);

/** Size of an end in bytes. @return 0: a parameter is out of range */
size_t apenet_link_bytes(const apenet_link_config_t *config);

/** Initialises an end.
 * @param memory apenet_link_bytes() bytes, aligned to 16 @param bytes size of the memory
 * @return the end, at the start of the memory; NULL: a parameter is out of range, or too few bytes */
apenet_link_t *apenet_link_init(void *memory, size_t bytes, const apenet_link_config_t *config);

/** Queues a packet for transmission, or its first words; apenet_link_append() adds the rest.
 * @param vc 0 or 1; `exanet`: overrides APENET_EXANET_VC
 * @param header with the size of the payload; `exanet`: the link computes the code
 * @param payload first words of the payload @param words number of these words
 * @param footer NULL: to follow; ignored for a header-only packet. `apenet`: with its CRC-32
 * in word 3 and reserved bits 0
 * @return 0; -EAGAIN: the queue is full, try again after apenet_link_transmit(); -EINVAL: no such VC or size,
 * a wrong footer, or a packet of the VC is not complete yet; -EMSGSIZE: the packet exceeds FIFO or queue;
 * -ENETDOWN: link down */
int apenet_link_offer(apenet_link_t *link, unsigned vc, const apenet_word_t *header,
                      const apenet_word_t *payload, uint32_t words, const apenet_word_t *footer);

/** Writes a packet to the wire at once. The words are those of apenet_link_offer() and
 * apenet_link_transmit(). Dialect `apenet`.
 * @param vc below ::APENET_LINK_VCS @param payload all words @param footer with its CRC-32 in word 3 and
 * reserved bits 0
 * @param to destination, also changed without a packet @param words its size
 * @return number of words written; 0: other words precede the packet, it waits for credit, it does not fit,
 * or the payload contains MAGIC: use apenet_link_offer() */
uint32_t apenet_link_send(apenet_link_t *link, unsigned vc, const apenet_word_t *header,
                          const apenet_word_t *payload, const apenet_word_t *footer, apenet_word_t *to,
                          uint32_t words);

/** Adds words to the last packet of a VC. @param footer NULL: to follow; only with the last words
 * @return 0; -EINVAL: no incomplete packet, too many words, a wrong footer, or a footer before
 * the last word */
int apenet_link_append(apenet_link_t *link, unsigned vc, const apenet_word_t *payload, uint32_t words,
                       const apenet_word_t *footer);

/** Largest payload of a packet that would start without waiting for credit, behind the queued packets of the
 * VC. The test of virtual cut-through (apenet 7.1, 7.3).
 * @return words; -1: not even a header */
int32_t apenet_link_space(const apenet_link_t *link, unsigned vc);

/** Writes the next words of the wire. @param to destination @param words its size
 * @return number of words written; fewer than @p words: nothing else is due */
uint32_t apenet_link_transmit(apenet_link_t *link, apenet_word_t *to, uint32_t words);

/** Whether apenet_link_transmit() would write no word, whatever credit the peer has. Dialect `apenet`. */
bool apenet_link_is_idle(const apenet_link_t *link);

/** Whether apenet_link_transmit() would send a CREDIT, a NACK or a resend now, without further received
 * words. Dialect `exanet`: false. */
bool apenet_link_is_due(const apenet_link_t *link);

/** Takes words from the wire. @param words number of words; any value of any word is allowed */
void apenet_link_receive(apenet_link_t *link, const apenet_word_t *from, uint32_t words);

/** Position behind the last received word, for monitors of a link. */
void apenet_link_get_position(const apenet_link_t *link, apenet_link_position_t *out);

/** Makes an end that has received no packet expect a sequence number, for monitors that join a link in use.
 * Without effect in `exanet`. @param number of the next packet */
void apenet_link_join(apenet_link_t *link, uint16_t number);

/** Words of the wire were lost in front of the next word: a burst error of unknown length (apenet 8.8). */
void apenet_link_gap(apenet_link_t *link);

/** Lets link time pass on an idle line: credit period and resend timer. Transmitted words pass time as well.
 * Time must not pass while words to or from the peer wait in a wire of unlimited delay: 4 credit periods
 * without acknowledgement are an error.
 * @param words link time in words */
void apenet_link_tick(apenet_link_t *link, uint32_t words);

/** Oldest received packet of a VC. @return false: no packet with a good header */
bool apenet_link_front(const apenet_link_t *link, unsigned vc, apenet_arrival_t *out);

/** Set of VCs with received packets: bit v for VC v. */
uint32_t apenet_link_fronts(const apenet_link_t *link);

/** Payload of the oldest packet of a VC. Missing words of a damaged packet are 0.
 * @param first number of the first word, below apenet_arrival_t::ready
 * @param words set to the number of contiguous words from there; 0: @p first is not ready
 * @return the words, valid until apenet_link_remove() */
const apenet_word_t *apenet_link_payload(const apenet_link_t *link, unsigned vc, uint32_t first,
                                         uint32_t *words);

/** Returns the credit of payload words of the oldest packet, before the packet is complete.
 * @param words additional words that the caller does not read again; at most those that are ready */
void apenet_link_consume(apenet_link_t *link, unsigned vc, uint32_t words);

/** Removes the oldest packet of a VC, which is complete, and returns its remaining credit.
 * @return 0; -EAGAIN: no complete packet */
int apenet_link_remove(apenet_link_t *link, unsigned vc);

/** Ends the link at this end: its peer does not exist any more. Received packets stay. */
void apenet_link_end(apenet_link_t *link);

/** State of the link. */
apenet_link_state_t apenet_link_state(const apenet_link_t *link);

/** Whether this end waits for no acknowledgement or credit, and owes no acknowledgement. Otherwise link time
 * must pass on an idle line: this end then sends again what the peer may have missed, and CREDITs, whose
 * words pass time at the peer. Dialect `exanet`: true. */
bool apenet_link_is_settled(const apenet_link_t *link);

/** Number that changes when the peer acknowledges a whole packet or returns credit (apenet 8.2, 8.4). Headers
 * alone are no progress: the footer of an earlier packet may be missing. Dialect `exanet`: 0. */
uint32_t apenet_link_progress(const apenet_link_t *link);

/** Sets the health that CREDITs carry; a change is sent at once. Without effect in `exanet`.
 * @param health APENET_HEALTH_ fields */
void apenet_link_set_health(apenet_link_t *link, uint32_t health);

/** Makes a CREDIT due, with the health of this end. Without effect in `exanet`. */
void apenet_link_send_credit(apenet_link_t *link);

/** Whether packets are queued at one end, on their path, or not removed from the FIFOs of the peer. Dialect
 * `apenet`. Needs exclusive access to both ends. A link that is down has no packets on their path.
 * @param to the peer; NULL: not accessible, packets are on their path until they are acknowledged */
bool apenet_link_has_packets(const apenet_link_t *from, const apenet_link_t *to);

/** Last health that the peer has sent. @return APENET_HEALTH_ fields; 0: not known */
uint32_t apenet_link_health(const apenet_link_t *link);

/** Counts a packet that the router has dropped in front of this end. */
void apenet_link_count_dropped(apenet_link_t *link);

/** Counts a packet that waits for the credit of this link in front of apenet_link_offer(), in
 * apenet_link_counters_t::credit_stalls. */
void apenet_link_count_stall(apenet_link_t *link);

/** Ethernet CRC-32 (polynomial 0x04c11db7, reflected, inverted at both ends). Thread-safe. */
uint32_t apenet_link_crc(const void *p, size_t bytes);

/** Counters; valid while the end exists. */
const apenet_link_counters_t *apenet_link_get_counters(const apenet_link_t *link);

#ifdef __cplusplus
}
#endif

#endif /* APENET_LINK_H */
