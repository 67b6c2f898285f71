/* SPDX-License-Identifier: BSD-3-Clause */
/* Words to packets. The receiver of the link library takes the words one by one; its position names the
 * meaning of each word. A word that the stream does not repeat is missing for good: the decoder then answers
 * the NACKs of the receiver with substitutes, so that the packets behind it are delivered. */
#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

#include "tools/apenet-link/wire.h"

#define DECODE_DEPTH   16384u /* words: all packets of a window */
#define DECODE_PERIOD  255u
#define DECODE_REPLY   600u        /* words of NACKs for a window, and a CREDIT */
#define DECODE_MISSING 0x7373696du /* word 2 of substitutes */

typedef struct decode_state {
    FILE *out;
    apenet_link_t *link;
    size_t bytes; /* of the link */
    apenet_link_config_t config;
    bool is_text;
    bool is_joined;                         /* the number of the first packet is known */
    uint32_t crc;                           /* of the payload words of the open packet */
    uint16_t footer;                        /* first packet without a footer */
    apenet_word_t kept[APENET_LINK_WINDOW]; /* good footers of packets whose payload is damaged, by number */
    uint64_t is_kept;
    uint64_t vc;                                 /* of packets, by number modulo 64 */
    uint16_t next;                               /* packet to be delivered */
    uint64_t nack[2];                            /* missing headers and footers, by number modulo 64 */
    uint32_t dropped;                            /* packets of `exanet`, by the counter of the link */
    uint64_t good, flagged, lost, damaged;       /* packets; damaged words and gaps */
    apenet_word_t payload[APENET_PAYLOAD_WORDS]; /* of the packet that is printed */
} decode_state_t;

static const apenet_word_t decode_magics[] = {
    [APENET_DIALECT_APENET] = APENET_LINK_MAGIC, [APENET_DIALECT_EXANET] = APENET_EXANET_MAGIC};

static bool decode_is_magic(const decode_state_t *d, const apenet_word_t *w)
{
    return memcmp(w, &decode_magics[d->config.dialect], sizeof *w) == 0;
}

static uint64_t decode_bit(uint16_t number)
{
    return UINT64_C(1) << number % APENET_LINK_WINDOW;
}

static void decode_open(decode_state_t *d)
{
    d->link = apenet_link_init(d->link, d->bytes, &d->config);
    memset(d->nack, 0, sizeof d->nack);
    d->is_kept = d->vc = 0;
    d->next = 0;
    d->footer = 0;
    d->dropped = 0;
}

/* ---- packets ---- */

static const char *decode_verdict(decode_state_t *d, const apenet_arrival_t *a, bool is_cut)
{
    bool is_exanet = d->config.dialect == APENET_DIALECT_EXANET;
    if (!is_exanet && a->header.w[2] == DECODE_MISSING && a->header.w[3] == ~DECODE_MISSING) {
        d->lost++;
        return NULL;
    }
    bool is_flagged = is_exanet ? is_cut : apenet_get(a->footer.w, APENET_FOOTER_PAYLOAD_ERR) != 0;
    d->flagged += is_flagged;
    d->good += !is_flagged;
    if (is_exanet)
        return is_cut ? "cut off, the rest is 0" : "complete";
    if (a->footer.w[2] == DECODE_MISSING)
        return "footer missing, payload not checked";
    return is_flagged ? "payload damaged" : "payload good";
}

static void decode_print_packet(decode_state_t *d, unsigned vc, const apenet_arrival_t *a, bool is_cut)
{
    static const apenet_word_t none = {{0, 0, 0, 0}};
    const char *verdict = decode_verdict(d, a, is_cut);
    bool is_footer_missing = d->config.dialect == APENET_DIALECT_APENET && a->footer.w[2] == DECODE_MISSING;
    fputs(d->is_text ? "          received: " : "", d->out);
    if (verdict == NULL) {
        fprintf(d->out, "%spacket %u is lost: its header is damaged, and not sent again\n",
                d->is_text ? "" : "# ", (unsigned)(a->header.w[1] & 0xffff));
        return;
    }
    wire_payload(d->link, vc, a->words, d->payload);
    wire_packet_print(d->out, d->config.dialect, vc, &a->header, is_footer_missing ? &none : &a->footer,
                      d->is_text ? NULL : d->payload);
    bool is_good = !is_cut && (d->config.dialect == APENET_DIALECT_EXANET ||
                               apenet_get(a->footer.w, APENET_FOOTER_PAYLOAD_ERR) == 0);
    if (d->is_text)
        fprintf(d->out, ": %s\n", verdict);
    else
        fprintf(d->out, is_good ? "\n" : " # %s\n", verdict);
}

/* @return whether a complete packet was taken from the receiver */
static bool decode_take(decode_state_t *d, unsigned vc, bool is_cut)
{
    apenet_arrival_t a;
    if (!apenet_link_front(d->link, vc, &a) || !a.is_complete)
        return false;
    decode_print_packet(d, vc, &a, is_cut);
    return apenet_link_remove(d->link, vc) == 0;
}

/* Takes complete packets; `apenet`: by sequence number. */
static void decode_deliver(decode_state_t *d)
{
    if (d->config.dialect == APENET_DIALECT_APENET) {
        while (decode_take(d, (unsigned)(d->vc >> d->next % APENET_LINK_WINDOW & 1), false))
            d->next++;
        return;
    }
    uint32_t dropped = apenet_link_get_counters(d->link)->packets_dropped;
    bool is_cut = dropped != d->dropped, is_delivered = false;
    for (unsigned vc = 0; vc < APENET_LINK_VCS; vc++)
        while (decode_take(d, vc, is_cut))
            is_delivered = true;
    if (is_cut && !is_delivered) {
        d->lost++;
        fputs(d->is_text ? "          received: a packet is lost, its header is missing or damaged\n"
                         : "# a packet is lost: its header is missing or damaged\n",
              d->out);
    }
    d->dropped = dropped;
}

/* ---- substitutes of missing words, dialect `apenet` ---- */

/* Forgets packets in front of the first one without a footer. */
static void decode_pass(decode_state_t *d, uint16_t footer)
{
    for (; d->footer != footer; d->footer++) {
        d->nack[0] &= ~decode_bit(d->footer);
        d->nack[1] &= ~decode_bit(d->footer);
        d->is_kept &= ~decode_bit(d->footer);
        d->vc &= ~decode_bit(d->footer);
    }
}

/* Reads the NACKs and the acknowledgement of the receiver. @return whether a word is missing */
static bool decode_poll(decode_state_t *d)
{
    apenet_word_t reply[DECODE_REPLY];
    apenet_link_tick(d->link, DECODE_PERIOD);
    uint32_t n = apenet_link_transmit(d->link, reply, DECODE_REPLY);
    for (uint32_t i = 0; i + 1 < n; i += 2) {
        const uint32_t *w = reply[i + 1].w;
        uint64_t bit = decode_bit((uint16_t)apenet_get(w, APENET_NACK_SEQUENCE));
        if (apenet_get(w, APENET_LINK_KIND) == APENET_LINK_CREDIT) {
            decode_pass(d, (uint16_t)apenet_get(w, APENET_CREDIT_NEXT_FOOTER));
        } else {
            d->nack[0] |= apenet_get(w, APENET_NACK_HEADER) != 0 ? bit : 0;
            d->nack[1] |= apenet_get(w, APENET_NACK_FOOTER) != 0 ? bit : 0;
        }
    }
    return (d->nack[0] | d->nack[1]) != 0;
}

/* Sends a substitute. The receiver ignores it if it has the word. */
static void decode_substitute(decode_state_t *d, uint16_t number, bool is_footer)
{
    apenet_link_position_t position;
    apenet_word_t words[3] = {decode_magics[APENET_DIALECT_APENET]};
    uint32_t *start = words[1].w, *w = words[2].w;
    if (is_footer && (d->is_kept & decode_bit(number)) != 0) {
        words[2] = d->kept[number % APENET_LINK_WINDOW];
    } else if (is_footer) {
        apenet_set(w, APENET_FOOTER_PAYLOAD_ERR, 1);
        w[2] = DECODE_MISSING;
        w[3] = libdeflate_crc32(0, w, 12);
    } else {
        apenet_set(w, APENET_HEADER_SIZE, 1);
        w[1] = number;
        w[2] = DECODE_MISSING;
        w[3] = ~DECODE_MISSING;
    }
    apenet_set(start, APENET_LINK_KIND, APENET_LINK_START);
    apenet_set(start, is_footer ? APENET_START_RESEND_FOOTER : APENET_START_RESEND_HEADER, 1);
    apenet_set(start, APENET_START_VC, (d->vc & decode_bit(number)) != 0);
    apenet_set(start, APENET_START_SEQUENCE, number);
    apenet_set(start, APENET_START_HEADER_CRC, libdeflate_crc32(0, w, 16));
    start[3] = libdeflate_crc32(0, start, 12);
    apenet_link_get_position(d->link, &position);
    uint32_t skip = position.is_behind_magic;
    apenet_link_receive(d->link, words + skip, 3 - skip);
    decode_deliver(d);
}

/* Substitutes all missing words. The receiver is behind a MAGIC afterwards if it was before. */
static void decode_give_up(decode_state_t *d)
{
    apenet_link_position_t before, after;
    apenet_link_get_position(d->link, &before);
    while (decode_poll(d)) {
        uint64_t missing[2] = {d->nack[0], d->nack[1]};
        uint16_t first = d->footer;
        d->nack[0] = d->nack[1] = 0;
        for (uint16_t i = 0; i < APENET_LINK_WINDOW; i++) {
            uint16_t number = (uint16_t)(first + i);
            for (unsigned kind = 0; kind < 2; kind++)
                if ((missing[kind] & decode_bit(number)) != 0)
                    decode_substitute(d, number, kind == 1);
        }
    }
    apenet_link_get_position(d->link, &after);
    if (before.is_behind_magic && !after.is_behind_magic)
        apenet_link_receive(d->link, &decode_magics[APENET_DIALECT_APENET], 1);
}

/* Prepares the receiver for a valid START that opens a packet. */
static void decode_before_start(decode_state_t *d, uint16_t number)
{
    if (d->is_joined)
        (void)decode_poll(d);
    if (d->is_joined && (uint16_t)(number - d->footer) >= APENET_LINK_WINDOW)
        decode_give_up(d);
    uint16_t ahead = (uint16_t)(number - d->footer), behind = (uint16_t)(d->footer - number);
    if (d->is_joined && (ahead < APENET_LINK_WINDOW || behind <= APENET_LINK_WINDOW))
        return;
    if (d->is_joined) {
        d->damaged++;
        fprintf(d->out, "%spackets %u..%u are missing\n", d->is_text ? "          " : "# ", d->footer,
                (unsigned)(uint16_t)(number - 1));
    }
    d->is_joined = true;
    decode_open(d);
    apenet_link_join(d->link, number);
    d->footer = d->next = number;
    apenet_link_receive(d->link, &decode_magics[APENET_DIALECT_APENET], 1);
}

/* ---- words ---- */

#define DECODE_TEXT 512u

/* @return whether the word is good */
static bool decode_describe_header(decode_state_t *d, char *text, const apenet_word_t *w, bool is_taken)
{
    char header[DECODE_TEXT - 64];
    bool is_good = is_taken;
    const char *verdict = is_taken ? "good" : "damaged";
    wire_describe_header(header, sizeof header, d->config.dialect, w);
    if (d->config.dialect == APENET_DIALECT_EXANET) {
        static const char *const verdicts[] = {"good", "single error, repaired", "damaged: two errors"};
        apenet_word_t copy = *w;
        apenet_edac_result_t result = apenet_edac_check(copy.w);
        is_good = result == APENET_EDAC_GOOD;
        verdict = is_good && !is_taken ? "rejected: no such VC, or too long" : verdicts[result];
        is_good &= is_taken;
        wire_describe_header(header, sizeof header, d->config.dialect, &copy);
    }
    snprintf(text, DECODE_TEXT, "header %s: %s", verdict, header);
    return is_good;
}

static bool decode_is_footer(const apenet_word_t *w)
{
    return w->w[3] == libdeflate_crc32(0, w->w, 12) && (w->w[1] & 0xfffe) == 0;
}

static bool decode_describe_footer(const decode_state_t *d, char *text, const apenet_word_t *w,
                                   bool is_resent)
{
    if (d->config.dialect == APENET_DIALECT_EXANET) {
        snprintf(text, DECODE_TEXT, "footer");
        return true;
    }
    bool is_good = decode_is_footer(w);
    bool fits = is_resent || w->w[0] == d->crc;
    snprintf(text, DECODE_TEXT, "footer %s: payload CRC %08x%s, serial %u%s%s", is_good ? "good" : "damaged",
             (unsigned)w->w[0],
             !is_good || is_resent ? ""
             : fits                ? " good"
                                   : " differs from that of the payload",
             (unsigned)apenet_get(w->w, APENET_FOOTER_SERIAL),
             apenet_get(w->w, APENET_FOOTER_PAYLOAD_ERR) != 0 ? ", PAYLOAD_ERR" : "",
             is_resent ? ", resend" : "");
    return is_good && fits;
}

/* Text of a data word by the position of the receiver before it. */
static bool decode_describe_data(decode_state_t *d, char *text, const apenet_word_t *w,
                                 const apenet_link_position_t *before, const apenet_link_position_t *after)
{
    switch (before->at) {
    case APENET_AT_HEADER:
        d->crc = 0;
        return decode_describe_header(d, text, w,
                                      d->config.dialect == APENET_DIALECT_APENET
                                          ? after->at == APENET_AT_PAYLOAD
                                          : apenet_link_get_counters(d->link)->packets_dropped == d->dropped);
    case APENET_AT_PAYLOAD:
        d->crc = libdeflate_crc32(d->crc, w, sizeof *w);
        snprintf(text, DECODE_TEXT, "payload %u of %u", (unsigned)before->word + 1, (unsigned)before->words);
        return true;
    case APENET_AT_BODY:
        snprintf(text, DECODE_TEXT, "word %u of a packet with a damaged header", (unsigned)before->word);
        return true;
    case APENET_AT_FOOTER:
        return decode_describe_footer(d, text, w, false);
    case APENET_AT_RESENT_HEADER:
        wire_describe_header(text, DECODE_TEXT, d->config.dialect, w);
        memmove(text + 8, text, DECODE_TEXT - 9);
        memcpy(text, "resend: ", 8);
        text[DECODE_TEXT - 1] = '\0';
        return true;
    case APENET_AT_RESENT_FOOTER:
        return decode_describe_footer(d, text, w, true);
    case APENET_AT_OLD_RESENT:
        snprintf(text, DECODE_TEXT, "resend of a word that has arrived");
        return true;
    default:
        snprintf(text, DECODE_TEXT, "data outside of a packet%s",
                 d->is_joined ? "" : ", before the first START");
        return !d->is_joined;
    }
}

/* Text of a word that the receiver has taken. */
static bool decode_describe(decode_state_t *d, char *text, const apenet_word_t *w,
                            const apenet_link_position_t *before, const apenet_link_position_t *after)
{
    static const apenet_word_t start = APENET_EXANET_START;
    bool is_magic = decode_is_magic(d, w), is_exanet = d->config.dialect == APENET_DIALECT_EXANET;
    bool is_start = is_exanet && memcmp(w, &start, sizeof start) == 0,
         is_outside = is_exanet && before->at == APENET_AT_OUTSIDE;
    if (before->is_behind_literal || (is_outside && !is_magic && !is_start) ||
        (is_exanet && before->is_behind_magic && !is_magic && !is_start))
        return wire_describe_exanet_credit(text, DECODE_TEXT, w);
    if (is_start && (before->is_behind_magic || is_outside)) {
        snprintf(text, DECODE_TEXT, "START%s", is_outside ? "" : " inside of a packet");
        return is_outside;
    }
    if (before->is_behind_magic && !is_magic)
        return wire_describe_control(text, DECODE_TEXT, w);
    if (is_magic && (is_outside || !before->is_behind_magic)) {
        snprintf(text, DECODE_TEXT, "MAGIC");
        return true;
    }
    bool is_good = decode_describe_data(d, text, w, before, after);
    if (before->is_behind_magic)
        strncat(text, ", literal MAGIC", DECODE_TEXT - strlen(text) - 1);
    return is_good;
}

/* Notes the VC of a START that the receiver has taken, and a good footer: the receiver requests it again if
 * it does not fit the payload. */
static void decode_note(decode_state_t *d, const apenet_word_t *w, const apenet_link_position_t *before,
                        const apenet_link_position_t *after)
{
    if (d->config.dialect != APENET_DIALECT_APENET)
        return;
    if (before->is_behind_magic && (after->at == APENET_AT_HEADER || after->at == APENET_AT_RESENT_HEADER) &&
        !decode_is_magic(d, w) && apenet_get(w->w, APENET_START_VC) != 0)
        d->vc |= decode_bit(after->number);
    if (before->at == APENET_AT_FOOTER && decode_is_footer(w)) {
        d->kept[before->number % APENET_LINK_WINDOW] = *w;
        d->is_kept |= decode_bit(before->number);
    }
}

static void decode_word(decode_state_t *d, const wire_word_t *word)
{
    apenet_link_position_t before, after;
    char text[DECODE_TEXT];
    const uint32_t *w = word->word.w;
    apenet_link_get_position(d->link, &before);
    if (d->config.dialect == APENET_DIALECT_APENET && before.is_behind_magic &&
        !decode_is_magic(d, &word->word) && w[3] == libdeflate_crc32(0, w, 12) &&
        apenet_get(w, APENET_LINK_KIND) == APENET_LINK_START &&
        (apenet_get(w, APENET_START_RESEND_HEADER) | apenet_get(w, APENET_START_RESEND_FOOTER)) == 0)
        decode_before_start(d, (uint16_t)apenet_get(w, APENET_START_SEQUENCE));
    apenet_link_receive(d->link, &word->word, 1);
    apenet_link_get_position(d->link, &after);
    decode_note(d, &word->word, &before, &after);
    bool is_good = decode_describe(d, text, &word->word, &before, &after);
    d->damaged += !is_good;
    if (d->is_text)
        fprintf(d->out, "%8llu  %08X%08X%08X%08X  %s\n", (unsigned long long)word->number, w[3], w[2], w[1],
                w[0], text);
    decode_deliver(d);
}

/* Words are lost in front of the next one. */
static void decode_gap(decode_state_t *d, uint64_t words)
{
    apenet_link_gap(d->link);
    d->damaged++;
    fprintf(d->out, "%sgap of %llu words\n", d->is_text ? "          " : "# ", (unsigned long long)words);
    decode_deliver(d);
}

static void decode_summary(const decode_state_t *d, const wire_stream_t *s)
{
    if (!d->is_text)
        return;
    fprintf(d->out, "%zu words, %llu packets %s, %llu %s, %llu lost; %llu damaged words or gaps", s->count,
            (unsigned long long)d->good, d->config.dialect == APENET_DIALECT_APENET ? "good" : "complete",
            (unsigned long long)d->flagged,
            d->config.dialect == APENET_DIALECT_APENET ? "with damaged payload" : "cut off",
            (unsigned long long)d->lost, (unsigned long long)d->damaged);
    if (s->dropped != 0)
        fprintf(d->out, "; %llu words dropped that came late or twice", (unsigned long long)s->dropped);
    fputc('\n', d->out);
}

/* @return false: damage was found */
static bool decode_stream(decode_state_t *d, const wire_stream_t *s)
{
    uint64_t next = s->count != 0 ? s->word[0].number : 0;
    d->good = d->flagged = d->lost = d->damaged = 0;
    d->is_joined = next == 0; /* the first word of a link precedes packet 0 */
    decode_open(d);
    for (size_t i = 0; i < s->count; i++) {
        if (s->word[i].number != next)
            decode_gap(d, s->word[i].number - next);
        decode_word(d, &s->word[i]);
        next = s->word[i].number + 1;
    }
    if (s->next != next)
        decode_gap(d, s->next - next);
    apenet_link_gap(d->link); /* ends an open packet */
    decode_deliver(d);
    if (d->config.dialect == APENET_DIALECT_APENET && d->is_joined)
        decode_give_up(d);
    for (unsigned vc = 0; vc < APENET_LINK_VCS; vc++)
        while (decode_take(d, vc, false)) {
        }
    decode_summary(d, s);
    return d->flagged == 0 && d->lost == 0 && d->damaged == 0;
}

bool wire_decode(const wire_options_t *o, const wire_streams_t *streams, FILE *out)
{
    decode_state_t d = {.out = out, .is_text = o->format == WIRE_TEXT};
    bool is_good = true;
    apenet_link_defaults(&d.config, o->dialect);
    d.config.period = DECODE_PERIOD;
    if (o->dialect == APENET_DIALECT_APENET)
        d.config.depth = DECODE_DEPTH;
    d.bytes = apenet_link_bytes(&d.config);
    void *memory = aligned_alloc(sizeof(apenet_word_t), d.bytes);
    if (memory == NULL)
        return wire_error("no memory for a link");
    d.link = memory;
    for (size_t i = 0; i < streams->count; i++) {
        if (streams->stream[i].is_addressed)
            fprintf(out, "# stream %zu: %s\n", i + 1, streams->stream[i].name);
        is_good &= decode_stream(&d, &streams->stream[i]);
    }
    free(memory);
    return is_good;
}
