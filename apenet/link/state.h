/* SPDX-License-Identifier: BSD-3-Clause */
/** @file state.h
 * @brief State of one end of a link. The arrays lie behind the structure, at offsets in words.
 *
 * Packets wait for transmission in the queue of their VC (link_queue_t) with their payload in a ring. A
 * transmitted packet keeps its envelope in link_sent_t until it is acknowledged. A packet that arrives is
 * assembled in link_received_t, moves to the FIFO of its VC (link_fifo_t, link_entry_t) when its header and
 * all earlier headers are good, and is complete when its footer is good.
 */
#ifndef APENET_LINK_STATE_H
#define APENET_LINK_STATE_H

#include <string.h>

#include "apenet/link.h"

#define LINK_WINDOW   APENET_LINK_WINDOW
#define LINK_WAITING  8u  /* packets of a queue */
#define LINK_EXTRA    4u  /* words of an area besides the payload: header, footer, damaged MAGIC and START */
#define LINK_ENVELOPE 4u  /* words of a packet besides the payload: MAGIC, START, header, footer */
#define LINK_OUT      6u  /* words of the longest sequence that must not be interleaved */
#define LINK_RECENT   64u /* credit periods until an error is forgotten */

/* Kinds of envelope words: index of acknowledgements, NACKs and resends. */
enum { LINK_HEADER, LINK_FOOTER, LINK_KINDS };

/* Ring of contiguous areas: an area begins below `size` and may extend beyond it. */
typedef struct link_ring {
    uint32_t head; /* start of the oldest area */
    uint32_t tail; /* start of the next area */
    uint32_t live; /* words in areas */
    uint32_t size;
    uint32_t slack; /* maximum size of an area */
} link_ring_t;

static inline uint32_t link_ring_space(const link_ring_t *r)
{
    if (r->live == 0)
        return r->slack;
    uint32_t space = r->tail > r->head ? r->size - r->tail + r->slack : r->head - r->tail;
    return space < r->slack ? space : r->slack;
}

/* @return the start of an area of at most link_ring_space() words */
static inline uint32_t link_ring_take(link_ring_t *r, uint32_t words)
{
    if (r->live == 0)
        r->head = r->tail = 0;
    uint32_t begin = r->tail;
    r->live += words;
    r->tail = begin + words < r->size ? begin + words : 0;
    return begin;
}

/* Shrinks the newest area. */
static inline void link_ring_trim(link_ring_t *r, uint32_t begin, uint32_t before, uint32_t words)
{
    r->live -= before - words;
    r->tail = begin + words < r->size ? begin + words : 0;
}

/* Frees the oldest area. */
static inline void link_ring_free(link_ring_t *r, uint32_t begin, uint32_t words)
{
    if (words == 0)
        return;
    r->live -= words;
    r->head = begin + words < r->size ? begin + words : 0;
}

/* Memory of a body: words between two STARTs. */
typedef struct link_area {
    uint32_t begin;
    uint32_t words;
    enum { LINK_NOWHERE, LINK_RING_0, LINK_RING_1, LINK_KEPT } where;
} link_area_t;

/* A packet that waits for transmission. */
typedef struct link_waiting {
    apenet_word_t header, footer;
    uint32_t begin;  /* of the payload */
    uint16_t n;      /* payload words */
    uint16_t filled; /* words that are there */
    bool has_footer; /* the packet is complete */
    bool has_stalled;
} link_waiting_t;

typedef struct link_queue {
    uint16_t sent, freed; /* credit, apenet: words, modulo 65536 */
    int32_t credit_data,
        credit_headers; /* credit, exanet: by the last CREDIT, less the words sent since then */
    link_ring_t ring;
    uint32_t first, count;
    link_waiting_t packet[LINK_WAITING];
} link_queue_t;

/* A transmitted packet without acknowledgement. */
typedef struct link_sent {
    apenet_word_t envelope[LINK_KINDS];
    uint32_t header_crc;
    uint32_t vc;
} link_sent_t;

/* A packet in a FIFO. */
typedef struct link_entry {
    apenet_word_t header, footer;
    link_area_t area;
    uint32_t begin;    /* of the payload in the memory of the area */
    uint16_t n;        /* payload words */
    uint16_t got;      /* payload words in the area */
    uint16_t consumed; /* words whose credit is returned */
    bool is_open;      /* more payload may arrive */
    bool is_complete;
} link_entry_t;

typedef struct link_fifo {
    link_ring_t ring;
    uint32_t first, count;       /* entries */
    uint16_t freed;              /* apenet: words whose credit is returned, modulo 65536 */
    uint16_t arrived;            /* apenet: words of all packets, modulo 65536 */
    uint16_t reported;           /* apenet: freed words in the last CREDIT */
    uint32_t used, used_headers; /* exanet */
} link_fifo_t;

/* Flags of link_received_t. */
enum {
    LINK_HAS_HEADER = 1,
    LINK_HAS_FOOTER = 2,
    LINK_RELEASED = 4, /* in the FIFO */
    LINK_IS_OPEN = 8,  /* body words arrive */
    LINK_IS_DONE = 16, /* header, payload and footer are final */
    LINK_FITS = 32,    /* the footer fits the payload */
    LINK_MISSED = 64   /* header and footer were requested before the header was known */
};

typedef struct link_received {
    apenet_word_t header, footer;
    link_area_t area;
    uint32_t begin, header_crc;
    uint16_t n, got, slot;
    uint8_t vc, flags;
} link_received_t;

typedef enum link_place {
    LINK_OUTSIDE,
    LINK_AT_HEADER,
    LINK_AT_PAYLOAD,
    LINK_AT_BODY, /* apenet: the header is unknown */
    LINK_AT_FOOTER,
    LINK_AT_RESENT,
    LINK_AT_SKIP /* apenet: the word of an old resend */
} link_place_t;

/* What each packet needs comes first, in one cache line. */
typedef struct link_transmitter {
    uint64_t resend[LINK_KINDS]; /* bits by number modulo 64 */
    uint64_t silence;            /* words since the last progress of acknowledgements */
    uint64_t since_credit;       /* words since the last CREDIT */
    uint16_t ack[LINK_KINDS];    /* first packet without acknowledgement */
    uint16_t next;               /* number of the next packet */
    uint16_t finished;           /* first packet that is not wholly transmitted */
    uint32_t waiting;            /* packets of both queues */
    uint32_t out_count;
    uint8_t vc, other; /* VC of the open packet; VC preferred for the next one */
    bool is_open;
    bool is_credit_due;
    bool is_probe_due;         /* apenet: the last footer is sent again */
    bool ends_packet;          /* exanet: a CREDIT follows */
    bool has_filled;           /* exanet: CREDITs fill the packet since its queue is empty */
    uint8_t tries[LINK_KINDS]; /* resends of this packet */
    uint8_t probes;            /* apenet: footers sent again for credit, since the last CREDIT */
    uint16_t at;               /* next payload word */
    link_place_t place;
    link_queue_t queue[APENET_LINK_VCS];
    link_sent_t sent[LINK_WINDOW];
    uint32_t out_first;
    apenet_word_t out[LINK_OUT]; /* written before anything else */
} link_transmitter_t;

/* As link_transmitter_t. */
typedef struct link_receiver {
    uint64_t nack[LINK_KINDS];  /* bits by number modulo 64 */
    uint16_t ack[LINK_KINDS];   /* next header and footer expected */
    uint16_t acked[LINK_KINDS]; /* as in the last CREDIT */
    uint16_t next;              /* number of the next START */
    uint16_t number;            /* open or resent packet */
    bool is_open;
    bool is_magic;   /* the last word was MAGIC */
    bool is_literal; /* exanet: the CREDIT of a literal MAGIC follows */
    uint8_t resent;  /* kind of the resent word */
    link_place_t place;
    uint32_t kept;      /* words outside a packet */
    bool is_kept_taken; /* by a packet */
    uint8_t vc;         /* of the START in progress */
    uint16_t at;        /* words of the open packet behind its header, or of its body */
    uint32_t crc;
    uint32_t slot; /* exanet: entry of the open packet */
    link_fifo_t fifo[APENET_LINK_VCS];
    link_received_t received[LINK_WINDOW];
} link_receiver_t;

/* Of an end in memory aligned to cache lines, the constant part, what each word changes, and both directions
 * are in separate lines. */
struct apenet_link {
    apenet_link_config_t config;
    uint32_t most;    /* payload words of a packet */
    uint64_t timeout; /* words; config.timeout or its default */
    uint32_t entries; /* of a FIFO */
    uint32_t entry_at[APENET_LINK_VCS], ring_at[APENET_LINK_VCS], queue_at[APENET_LINK_VCS], kept_at;
    char end_of_constants[48];
    apenet_link_counters_t counters;
    uint32_t health, other_health;
    uint64_t now, last_error; /* link time; time + 1 of the last error, 0: no error */
    bool is_down;
    char end_of_time[32];
    link_transmitter_t tx;
    char end_of_tx[4];
    link_receiver_t rx;
};

_Static_assert(offsetof(apenet_link_t, counters) % 64 == 0 && offsetof(apenet_link_t, tx) % 64 == 0 &&
                   offsetof(apenet_link_t, rx) % 64 == 0,
               "the parts begin at cache lines");

static inline apenet_word_t *link_memory(const apenet_link_t *l, uint32_t at)
{
    return (apenet_word_t *)(uintptr_t)l + at;
}

static inline link_entry_t *link_entry(const apenet_link_t *l, unsigned vc, uint32_t slot)
{
    return (link_entry_t *)link_memory(l, l->entry_at[vc]) + slot;
}

static inline apenet_word_t *link_area_memory(const apenet_link_t *l, const link_area_t *area)
{
    return link_memory(l, area->where == LINK_KEPT ? l->kept_at : l->ring_at[area->where == LINK_RING_1]);
}

static inline uint32_t link_crc(const void *p, size_t bytes)
{
    return apenet_link_crc(p, bytes);
}

/* Bits 15:1 of word 1 are 0 in a footer, but not in most control words and in MAGIC. As a header, MAGIC has
 * an invalid number of words. */
static inline bool link_is_footer(const apenet_word_t *w)
{
    return w->w[3] == link_crc(w->w, 12) && (w->w[1] & 0xfffe) == 0;
}

/* Halves are compared as numbers: one comparison rejects nearly all words. */
static inline bool link_is(const apenet_word_t *a, const apenet_word_t *b)
{
    uint64_t x[2], y[2];
    memcpy(x, a, sizeof x);
    memcpy(y, b, sizeof y);
    return x[0] == y[0] && x[1] == y[1];
}

/* Copies words up to a MAGIC. @return number of copied words */
static inline uint32_t link_copy(apenet_word_t *to, const apenet_word_t *from, uint32_t words,
                                 const apenet_word_t *magic)
{
    uint64_t m[2], x[2];
    memcpy(m, magic, sizeof m);
    for (uint32_t i = 0; i < words; i++) {
        memcpy(x, &from[i], sizeof x);
        if (__builtin_expect(x[0] == m[0], 0) && x[1] == m[1])
            return i;
        memcpy(&to[i], x, sizeof x);
    }
    return words;
}

static inline link_waiting_t *link_first(link_queue_t *q)
{
    return &q->packet[q->first];
}

static inline void link_out(apenet_link_t *l, const apenet_word_t *word)
{
    l->tx.out[l->tx.out_first + l->tx.out_count++] = *word;
}

/* Writes as much as fits of the sequence in progress. @return number of words */
static inline uint32_t link_flush(apenet_link_t *l, apenet_word_t *to, uint32_t words)
{
    link_transmitter_t *t = &l->tx;
    uint32_t n = t->out_count < words ? t->out_count : words;
    memcpy(to, &t->out[t->out_first], n * sizeof *to);
    t->out_count -= n;
    t->out_first = t->out_count != 0 ? t->out_first + n : 0;
    return n;
}

/* Removes the transmitted packet from its queue. */
static inline void link_finish(apenet_link_t *l)
{
    link_queue_t *q = &l->tx.queue[l->tx.vc];
    link_ring_free(&q->ring, link_first(q)->begin, link_first(q)->n);
    q->first = (q->first + 1) % LINK_WAITING;
    q->count--;
    l->tx.waiting--;
    l->tx.is_open = false;
    l->tx.other = (uint8_t)(1 - l->tx.vc);
}

static inline void link_note_error(apenet_link_t *l)
{
    l->last_error = l->now + 1;
}

/* Appends a packet with a good header to a FIFO that has a free entry. */
static inline link_entry_t *link_push(apenet_link_t *l, unsigned vc, uint32_t *slot)
{
    link_fifo_t *f = &l->rx.fifo[vc];
    *slot = f->first + f->count++;
    *slot -= *slot >= l->entries ? l->entries : 0;
    link_entry_t *e = link_entry(l, vc, *slot);
    memset(e, 0, sizeof *e);
    return e;
}

/* Makes a CREDIT due if the peer may be stalled and can start again. The size of its next packet is
 * unknown: the largest one is assumed. */
static inline void link_check_credit(apenet_link_t *l, const link_fifo_t *f)
{
    uint32_t full = l->config.threshold + l->most + 2;
    uint32_t reported = l->config.depth - (uint16_t)(f->arrived - f->reported);
    uint32_t space = l->config.depth - (uint16_t)(f->arrived - f->freed);
    if (reported < full && f->freed != f->reported && (space >= full || space == l->config.depth))
        l->tx.is_credit_due = true;
}

/* apenet_transmit.c, apenet_receive.c */
extern const apenet_word_t link_apenet_magic;
uint32_t link_apenet_transmit(apenet_link_t *l, apenet_word_t *to, uint32_t words);
void link_apenet_receive(apenet_link_t *l, const apenet_word_t *from, uint32_t words);
void link_apenet_gap(apenet_link_t *l);
void link_apenet_control(apenet_link_t *l, const apenet_word_t *control);
void link_apenet_release(apenet_link_t *l);

/* exanet.c */
uint32_t link_exanet_transmit(apenet_link_t *l, apenet_word_t *to, uint32_t words);
void link_exanet_receive(apenet_link_t *l, const apenet_word_t *from, uint32_t words);
void link_exanet_gap(apenet_link_t *l);

#endif /* APENET_LINK_STATE_H */
