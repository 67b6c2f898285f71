/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file pair.h
 * @brief Two ends of a link in memory, wires that damage and lose words, and generated packets whose arrival
 * is checked. Every step depends on the seed alone.
 */
#ifndef PAIR_H
#define PAIR_H

#include "apenet/link.h"

#define PAIR_WIRE 8192u /* capacity in words */

/* Permitted effects of faults. */
typedef enum pair_law {
    PAIR_INTACT,  /* everything arrives as sent */
    PAIR_FLAGGED, /* a damaged payload is flagged in the footer */
    PAIR_LOSSY    /* `exanet`: a packet is lost for each fatal error of a header */
} pair_law_t;

/* Kinds of words, as a set. The words of a literal MAGIC are of the kind of their data word. */
enum {
    PAIR_MAGIC = 1,
    PAIR_START = 2,
    PAIR_HEADER = 4,
    PAIR_PAYLOAD = 8,
    PAIR_FOOTER = 16,
    PAIR_CREDIT = 32,
    PAIR_NACK = 64,
    PAIR_ALL = 127
};

/* Kinds of single faults. */
typedef enum pair_strike {
    PAIR_FLIP,
    PAIR_TWO_FLIPS,
    PAIR_OTHER,
    PAIR_INTO_MAGIC,
    PAIR_LOSS,
    PAIR_STRIKES
} pair_strike_t;

/* Odds are 1 in N per word; 0: never. */
typedef struct pair_faults {
    uint32_t flip;  /* one bit */
    uint32_t other; /* another word */
    uint32_t magic; /* MAGIC in place of the word */
    uint32_t burst; /* up to `longest` words damaged */
    uint32_t gap;   /* up to `longest` words lost */
    uint32_t two;   /* two bits */
    uint32_t longest;
    uint32_t kinds;      /* of words that flips damage; 0: all */
    bool spares_packets; /* only CREDITs are damaged, lost or sent twice */
} pair_faults_t;

typedef struct pair_plan {
    apenet_link_config_t config;
    uint64_t seed;
    pair_law_t law;
    pair_faults_t faults;
    uint32_t packets;        /* per direction */
    uint32_t most;           /* payload words of a packet; mostly fewer */
    uint32_t magics;         /* percent of MAGIC words in payloads */
    uint32_t span;           /* words per call, at most */
    uint32_t delay;          /* words that stay on the wire while the sender has more */
    uint64_t strike_at[2];   /* number of a word of each wire, from 1; 0: no fault */
    pair_strike_t strike[2]; /* kind of the fault of each wire */
    uint32_t strike_words;   /* length of the fault */
    bool one_way;            /* only end 0 sends packets */
    bool cuts_through;       /* packets are offered in parts, and consumed in parts */
} pair_plan_t;

/* Place of an encoder in the grammar of its dialect. */
typedef struct pair_grammar {
    uint32_t words; /* payload words and footer still to come; 0: outside of a packet */
    uint32_t at;    /* the next data word: PAIR_HEADER, PAIR_PAYLOAD, PAIR_FOOTER, or a resend */
    bool is_magic, is_start, is_literal;
} pair_grammar_t;

typedef struct pair_wire {
    pair_grammar_t grammar;
    uint64_t sent; /* words */
    apenet_word_t word[PAIR_WIRE];
    bool has_gap[PAIR_WIRE]; /* words were lost in front of this one */
    uint32_t first, count;
    bool ends_in_gap;
    uint32_t burst, losses; /* words still to be damaged, lost */
} pair_wire_t;

typedef struct pair {
    pair_plan_t plan;
    apenet_link_t *end[2];
    pair_wire_t wire[2];                                               /* from end 0, from end 1 */
    uint64_t state;                                                    /* of the random numbers */
    uint32_t offered[2][APENET_LINK_VCS], arrived[2][APENET_LINK_VCS]; /* by sender */
    uint32_t part[2][APENET_LINK_VCS];     /* words of the last packet that are offered; UINT32_MAX: all */
    uint32_t consumed[2][APENET_LINK_VCS]; /* words of the oldest packet */
    uint64_t flagged, faults, words, lost;
    uint64_t of_kind[PAIR_ALL + 1]; /* words by kind */
    const char *error;              /* first violation */
} pair_t;

/* Runs all packets of a plan and checks them. @return NULL, or the violation */
const char *pair_run(pair_t *p, const pair_plan_t *plan);

void pair_open(pair_t *p, const pair_plan_t *plan);
void pair_close(pair_t *p);

/* The packet `index` of a VC, the same for equal seeds. @return payload words */
uint32_t pair_packet(const pair_t *p, unsigned from, unsigned vc, uint32_t index, apenet_word_t *header,
                     apenet_word_t *payload, apenet_word_t *footer);

/* Checks and removes a complete packet. @return whether there was one */
bool pair_take(pair_t *p, unsigned to, unsigned vc);

/* Offers all packets, then moves all words, takes all packets and lets time pass in a fixed order until all
 * packets have arrived. @return NULL, or the violation */
const char *pair_run_in_order(pair_t *p, const pair_plan_t *plan);

bool pair_is_done(const pair_t *p);

uint32_t pair_random(pair_t *p, uint32_t limit);

#endif /* PAIR_H */
