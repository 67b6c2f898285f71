/* SPDX-License-Identifier: BSD-3-Clause */
/* Packets to words: a sender, and a receiver that returns credit at once. The words of the receiver are not
 * part of the stream. */
#include <errno.h>
#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

#include "base/mix.h"
#include "base/text.h"
#include "tools/apenet-link/wire.h"

#define ENCODE_WORDS 1024u       /* buffer */
#define ENCODE_NEVER 0x20000000u /* period of `apenet` without CREDITs */

typedef struct encode_ends {
    apenet_dialect_t dialect;
    apenet_link_t *from, *to;
    uint32_t period;
    wire_stream_t *stream;
    bool has_credit; /* CREDITs of the sender have these fields */
    apenet_word_t credit;
    wire_packet_t packet; /* of the line in progress */
} encode_ends_t;

static const apenet_word_t encode_magic = APENET_LINK_MAGIC;

static apenet_link_t *encode_open(const apenet_link_config_t *config)
{
    size_t bytes = apenet_link_bytes(config);
    void *memory = aligned_alloc(sizeof(apenet_word_t), bytes);
    apenet_link_t *link = memory != NULL ? apenet_link_init(memory, bytes, config) : NULL;
    if (link == NULL) {
        wire_error("no memory for a link");
        exit(WIRE_STATUS_DAMAGED);
    }
    return link;
}

/* @return whether a packet has arrived */
static bool encode_drain(encode_ends_t *e)
{
    bool has_arrived = false;
    for (unsigned vc = 0; vc < APENET_LINK_VCS; vc++)
        while (apenet_link_remove(e->to, vc) == 0)
            has_arrived = true;
    return has_arrived;
}

/* Adds a word of the sender; a CREDIT in the position of one has the fields of the last `credit` line. */
static void encode_add(encode_ends_t *e, apenet_word_t word)
{
    apenet_link_position_t before;
    apenet_link_get_position(e->to, &before);
    apenet_link_receive(e->to, &word, 1);
    bool is_control = before.is_behind_magic || before.is_behind_literal;
    if (e->dialect == APENET_DIALECT_EXANET) {
        static const apenet_word_t magic = APENET_EXANET_MAGIC, start = APENET_EXANET_START;
        is_control = (is_control || before.at == APENET_AT_OUTSIDE) &&
                     memcmp(&word, &magic, sizeof word) != 0 && memcmp(&word, &start, sizeof word) != 0;
    } else {
        is_control = is_control && memcmp(&word, &encode_magic, sizeof word) != 0 &&
                     apenet_get(word.w, APENET_LINK_KIND) == APENET_LINK_CREDIT;
    }
    wire_add(e->stream, is_control && e->has_credit ? &e->credit : &word);
}

/* Adds all words that the sender has. @return whether a packet has arrived */
static bool encode_transmit(encode_ends_t *e)
{
    apenet_word_t words[ENCODE_WORDS];
    bool has_arrived = false;
    for (uint32_t n; (n = apenet_link_transmit(e->from, words, ENCODE_WORDS)) != 0;) {
        for (uint32_t i = 0; i < n; i++)
            encode_add(e, words[i]);
        has_arrived |= encode_drain(e);
    }
    return has_arrived;
}

/* Moves the words of the receiver, with a CREDIT. */
static void encode_return_credit(encode_ends_t *e)
{
    apenet_word_t words[ENCODE_WORDS];
    apenet_link_tick(e->to, e->period);
    uint32_t n = apenet_link_transmit(e->to, words, ENCODE_WORDS);
    apenet_link_receive(e->from, words, n);
}

static bool encode_packet(encode_ends_t *e, const wire_line_t *line, const wire_packet_t *p)
{
    uint32_t now = p->pauses != 0 ? p->pause_at : p->words;
    bool is_whole = p->pauses == 0;
    int rc = apenet_link_offer(e->from, p->vc, &p->header, p->payload, now, is_whole ? &p->footer : NULL);
    for (uint32_t i = 0; i < p->pauses && rc == 0; i++) {
        encode_transmit(e);
        apenet_link_tick(e->from, 2);
    }
    if (rc == 0 && !is_whole)
        rc = apenet_link_append(e->from, p->vc, p->payload + now, p->words - now, &p->footer);
    bool has_arrived = rc == 0 && encode_transmit(e);
    encode_return_credit(e);
    if (!has_arrived)
        return wire_error("%s:%u: the link rejects the packet: %s", line->file, line->number,
                          rc != 0 ? strerror(-rc) : "no credit");
    return true;
}

/* ---- control words ---- */

static void encode_control(encode_ends_t *e, apenet_word_t *word)
{
    word->w[3] = libdeflate_crc32(0, word->w, 12);
    wire_add(e->stream, &encode_magic);
    wire_add(e->stream, word);
}

/* `credit used H,D H,D`, margins are added. */
static bool encode_exanet_credit(encode_ends_t *e, wire_line_t *l)
{
    apenet_link_config_t config;
    uint64_t used[2], fields = 0;
    apenet_link_defaults(&config, APENET_DIALECT_EXANET);
    if (!wire_line_next(l) || !wire_line_is(l, "used"))
        return wire_line_reject(l, "credit", "used H,D H,D");
    for (unsigned vc = 0; vc < APENET_LINK_VCS; vc++) {
        if (!wire_line_two(l, "used", 1023 - config.margin, used))
            return false;
        if (used[0] > 255 - config.margin)
            return wire_line_reject(l, "used", "up to 191 header words");
        fields |= (used[0] + config.margin + ((used[1] + config.margin) << 8)) << 18 * vc;
    }
    e->credit = (apenet_word_t){{(uint32_t)fields, (uint32_t)(fields >> 32), 0, 0}};
    apenet_set(e->credit.w, APENET_EXANET_EDAC, apenet_edac(e->credit.w));
    return true;
}

/* `credit freed A,B next H,F health N`. */
static bool encode_apenet_credit(encode_ends_t *e, wire_line_t *l)
{
    apenet_word_t c = {{APENET_LINK_CREDIT, 0, 0, 0}};
    while (wire_line_next(l)) {
        bool is_freed = wire_line_is(l, "freed");
        uint64_t two[2];
        if (is_freed || wire_line_is(l, "next")) {
            if (!wire_line_two(l, is_freed ? "freed" : "next", 65535, two))
                return false;
            c.w[is_freed ? 1 : 2] = (uint32_t)(two[0] | two[1] << 16);
        } else if (wire_line_is(l, "health")) {
            if (!wire_line_number(l, "health", 0xffffff, two))
                return false;
            apenet_set(c.w, APENET_CREDIT_HEALTH, (uint32_t)two[0]);
        } else {
            return wire_line_reject(l, "credit", "freed A,B, next HEADER,FOOTER or health N");
        }
    }
    e->credit = c;
    e->credit.w[3] = libdeflate_crc32(0, c.w, 12);
    return true;
}

static bool encode_credit(encode_ends_t *e, wire_line_t *l)
{
    bool is_exanet = e->dialect == APENET_DIALECT_EXANET;
    if (!(is_exanet ? encode_exanet_credit(e, l) : encode_apenet_credit(e, l)))
        return false;
    e->has_credit = true;
    if (!is_exanet)
        wire_add(e->stream, &encode_magic);
    wire_add(e->stream, &e->credit);
    return true;
}

static bool encode_nack(encode_ends_t *e, wire_line_t *l)
{
    apenet_word_t c = {{APENET_LINK_NACK, 0, 0, 0}};
    uint64_t number;
    if (!wire_line_number(l, "nack", 65535, &number))
        return false;
    apenet_set(c.w, APENET_NACK_SEQUENCE, (uint32_t)number);
    (void)wire_line_next(l);
    if (!wire_line_is(l, "header") && !wire_line_is(l, "footer"))
        return wire_line_reject(l, "nack", "header or footer");
    apenet_set(c.w, wire_line_is(l, "header") ? APENET_NACK_HEADER : APENET_NACK_FOOTER, 1);
    encode_control(e, &c);
    return true;
}

/* Reads the rest of a line whose first word is read. */
static bool encode_line(void *argument, wire_line_t *l)
{
    encode_ends_t *e = argument;
    bool is_exanet = e->dialect == APENET_DIALECT_EXANET;
    apenet_word_t word = {{APENET_LINK_IDLE, 0, 0, 0}};
    if (wire_packet_is_start(l, e->dialect))
        return wire_packet_parse(l, e->dialect, &e->packet) && encode_packet(e, l, &e->packet);
    if (wire_line_is(l, "credit")) {
        if (!encode_credit(e, l))
            return false;
    } else if (!is_exanet && wire_line_is(l, "nack")) {
        if (!encode_nack(e, l))
            return false;
    } else if (!is_exanet && wire_line_is(l, "idle")) {
        encode_control(e, &word);
    } else if (wire_line_is(l, "word")) {
        if (!wire_line_word(l, "word", &word))
            return false;
        wire_add(e->stream, &word);
    } else {
        return wire_line_reject(l, "command",
                                is_exanet ? "packet, credit or word"
                                          : "loopback, put, send, get, credit, nack, idle or word");
    }
    return !wire_line_next(l) || wire_line_reject(l, "line", "the end of the line");
}

/* ---- the text ---- */

bool wire_read_lines(const wire_options_t *o, bool (*use)(void *argument, wire_line_t *line), void *argument)
{
    char *text;
    ssize_t bytes = wire_read_file(o->input, &text);
    if (bytes < 0)
        return false;
    bool is_good = strlen(text) == (size_t)bytes || wire_error("the input is not text: it has a zero byte");
    char *next = text;
    for (unsigned number = 1; is_good && next != NULL; number++) {
        char *start = strsep(&next, "\n");
        wire_line_t line = {.file = o->input != NULL ? o->input : "standard input",
                            .number = number,
                            .text = start,
                            .at = start,
                            .seed = emuq_mix_in(o->seed, number)};
        is_good = !wire_line_next(&line) || use(argument, &line);
    }
    free(text);
    return is_good;
}

bool wire_encode(const wire_options_t *o, wire_stream_t *stream)
{
    apenet_link_config_t config;
    apenet_link_defaults(&config, o->dialect);
    config.period = o->period != 0 || o->dialect == APENET_DIALECT_EXANET ? o->period : ENCODE_NEVER;
    encode_ends_t e = {.dialect = o->dialect, .stream = stream};
    e.from = encode_open(&config);
    config.period = e.period = 255;
    e.to = encode_open(&config);
    if (o->dialect == APENET_DIALECT_EXANET) { /* the first CREDIT of each end is not part of the stream */
        apenet_word_t first[4];
        (void)apenet_link_transmit(e.from, first, 4);
        encode_return_credit(&e);
    }
    bool is_good = wire_read_lines(o, encode_line, &e);
    stream->ports[0] = o->ports[0];
    stream->ports[1] = o->ports[1];
    free(e.from);
    free(e.to);
    return is_good;
}
