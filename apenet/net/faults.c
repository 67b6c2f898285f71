/* SPDX-License-Identifier: BSD-3-Clause */
/* Faults of links: the setting, and damage to words. */
#include "apenet/net/faults.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apenet/registers.h"
#include "base/mix.h"
#include "base/text.h"

#define WORD_BITS     128u
#define BIT_RATE_MOST 1e-3

/* ---- the setting ---- */

/* A number of the form 1, 0.5, 1e-9, of [0, most]. */
static bool plan_read_rate(const char *text, double most, double *rate)
{
    char *end;
    *rate = strtod(text, &end);
    return end != text && *end == '\0' && *rate >= 0 && *rate <= most;
}

static bool plan_read_count(const char *text, uint64_t most, uint64_t *number)
{
    const char *end;
    return emuq_number_scan(text, EMUQ_NUMBER_COUNT, number, &end) == 0 && *end == '\0' && *number <= most;
}

static const char *plan_set_bits(const char *text, apenet_fault_plan_t *plan)
{
    if (strcmp(text, "optical") == 0)
        plan->bit_rate = APENET_FAULTS_OPTICAL;
    else if (strcmp(text, "copper") == 0)
        plan->bit_rate = APENET_FAULTS_COPPER;
    else if (!plan_read_rate(text, BIT_RATE_MOST, &plan->bit_rate))
        return "expected errors per bit, 0..1e-3, optical or copper";
    return NULL;
}

static const char *plan_set_burst(const char *text, apenet_fault_plan_t *plan)
{
    uint64_t bits;
    if (!plan_read_count(text, APENET_FAULTS_BURST_MOST, &bits) || bits == 0)
        return "expected bits of an error, 1..4096";
    plan->burst = (uint32_t)bits;
    return NULL;
}

static const char *plan_set_header(const char *text, apenet_fault_plan_t *plan)
{
    return plan_read_rate(text, 1, &plan->header_rate) ? NULL : "expected damaged headers per packet, 0..1";
}

static const char *plan_set_datagrams(const char *text, double *rate)
{
    return plan_read_rate(text, 0.9, rate) ? NULL : "expected a part of the datagrams, 0..0.9";
}

static const char *plan_set_lose(const char *text, apenet_fault_plan_t *plan)
{
    return plan_set_datagrams(text, &plan->lost);
}

static const char *plan_set_double(const char *text, apenet_fault_plan_t *plan)
{
    return plan_set_datagrams(text, &plan->doubled);
}

static const char *plan_set_reorder(const char *text, apenet_fault_plan_t *plan)
{
    return plan_set_datagrams(text, &plan->late);
}

static const char *plan_set_seed(const char *text, apenet_fault_plan_t *plan)
{
    return plan_read_count(text, UINT64_MAX, &plan->seed) ? NULL : "expected a number";
}

static const char *plan_set_link(const char *text, apenet_fault_plan_t *plan)
{
    static const char form[] = "expected X.Y.Z.PORT@PACKET, with a port 0..5 and a packet from 1";
    static const char ends[] = "...@";
    uint64_t number[5];
    for (unsigned i = 0; i < 5; i++) {
        if (emuq_number_scan(text, EMUQ_NUMBER_COUNT, &number[i], &text) != 0 || *text != ends[i])
            return form;
        text += i != 4;
    }
    if (number[0] >= APENET_NODES_MOST || number[1] >= APENET_NODES_MOST || number[2] >= APENET_NODES_MOST ||
        number[3] >= APENET_PORTS || number[4] == 0)
        return form;
    for (unsigned i = 0; i < 3; i++)
        plan->cut_node[i] = (uint8_t)number[i];
    plan->cut_port = (uint8_t)number[3];
    plan->cut_packet = number[4];
    plan->has_cut = true;
    return NULL;
}

/* @return NULL or a message */
static const char *plan_read_word(const char *word, void *state)
{
    apenet_fault_plan_t *plan = state;
    static const struct {
        const char *name;
        const char *(*set)(const char *text, apenet_fault_plan_t *plan);
    } kinds[] = {{"seed:", plan_set_seed},     {"ber:", plan_set_bits},       {"burst:", plan_set_burst},
                 {"header:", plan_set_header}, {"link:", plan_set_link},      {"lose:", plan_set_lose},
                 {"double:", plan_set_double}, {"reorder:", plan_set_reorder}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strncmp(word, kinds[i].name, strlen(kinds[i].name)) == 0)
            return kinds[i].set(word + strlen(kinds[i].name), plan);
    return "expected seed:, ber:, burst:, header:, link:, lose:, double: or reorder:";
}

int apenet_fault_plan_parse(const char *text, apenet_fault_plan_t *plan, char *what, size_t bytes)
{
    apenet_fault_plan_t p = {.is_on = *text != '\0', .burst = 1};
    int rc = emuq_list_read(text, plan_read_word, &p, what, bytes);
    if (rc == 0)
        *plan = p;
    return rc;
}

/* ---- lines ---- */

/* Bound of random numbers of 64 bits for a probability. */
static uint64_t line_limit(double probability)
{
    const double all = 18446744073709551616.0;
    return probability >= 1 ? UINT64_MAX : (uint64_t)(probability * all);
}

void apenet_fault_line_init(apenet_fault_line_t *line, const apenet_fault_plan_t *plan, uint32_t node,
                            unsigned port, bool is_cut)
{
    double intact = 1; /* probability of a word without error; a sum for rates that 1 - rate would lose */
    for (unsigned i = 0; i < WORD_BITS; i++)
        intact *= 1 - plan->bit_rate;
    double damaged = plan->bit_rate < 1e-9 ? plan->bit_rate * WORD_BITS : 1 - intact;
    memset(line, 0, sizeof *line);
    line->key = emuq_mix_in(emuq_mix_in(plan->seed, node), port);
    line->word_limit = line_limit(damaged);
    line->header_limit = line_limit(plan->header_rate);
    line->burst = plan->burst;
    line->cut = is_cut ? plan->cut_packet : 0;
}

/* Inverts bits of a word from bit @p first on; the rest of a burst is left for the next word. */
static void line_invert(apenet_fault_line_t *line, apenet_word_t *word, uint32_t first, uint32_t bits)
{
    uint32_t end = first + bits < WORD_BITS ? first + bits : WORD_BITS;
    for (uint32_t bit = first; bit < end; bit++)
        word->w[bit / 32] ^= UINT32_C(1) << bit % 32;
    line->damaged += end - first;
    line->left = bits - (end - first);
}

/* Follows the words: MAGIC, START, header. @return whether the word is a header behind its START */
static bool line_follow(apenet_fault_line_t *line, const apenet_word_t *word)
{
    static const apenet_word_t magic = APENET_LINK_MAGIC;
    bool is_header = line->behind == 2;
    bool is_magic = memcmp(word, &magic, sizeof magic) == 0;
    if (line->behind == 1 && !is_magic) {
        bool is_start = apenet_get(word->w, APENET_LINK_KIND) == APENET_LINK_START;
        bool is_packet = is_start && apenet_get(word->w, APENET_START_RESEND_HEADER) == 0 &&
                         apenet_get(word->w, APENET_START_RESEND_FOOTER) == 0;
        line->packets += is_packet;
        line->behind = is_start && apenet_get(word->w, APENET_START_RESEND_FOOTER) == 0 ? 2 : 0;
    } else {
        line->behind = is_magic && line->behind == 0;
    }
    return is_header;
}

uint32_t apenet_fault_line_pass(apenet_fault_line_t *line, apenet_word_t *words, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        bool is_header = line_follow(line, &words[i]);
        line->is_cut |= line->cut != 0 && line->packets >= line->cut;
        if (line->is_cut)
            return i;
        uint64_t draw = emuq_mix_in(line->key, line->words++), more = emuq_mix_in(draw, 1);
        uint32_t first = (uint32_t)(more % WORD_BITS);
        if (line->left != 0)
            line_invert(line, &words[i], 0, line->left);
        else if (draw < line->word_limit)
            line_invert(line, &words[i], first, line->burst);
        else if (is_header && emuq_mix_in(draw, 2) < line->header_limit)
            line_invert(line, &words[i], first, line->burst);
    }
    return count;
}

unsigned apenet_fault_datagram(const apenet_fault_plan_t *plan, uint32_t node, unsigned port, uint64_t number)
{
    if (!plan->is_on)
        return APENET_DATAGRAM_SENT;
    uint64_t key = emuq_mix_in(emuq_mix_in(emuq_mix_in(plan->seed, node), port), number);
    if (emuq_mix_in(key, 3) < line_limit(plan->lost))
        return APENET_DATAGRAM_LOST;
    if (emuq_mix_in(key, 4) < line_limit(plan->doubled))
        return APENET_DATAGRAM_DOUBLE;
    return emuq_mix_in(key, 5) < line_limit(plan->late) ? APENET_DATAGRAM_LATE : APENET_DATAGRAM_SENT;
}
