/* SPDX-License-Identifier: BSD-3-Clause */
/* Health of the nodes of a job (apenet 8.6): samples, map and list. */
#define _GNU_SOURCE
#include "tools/emuq-run/run.h"

#include "base/text.h"
#include "kernel-shim/partition/partition.h"

#define PERIOD_MS   100u   /* between two samples: changes last for a period of the watchdogs or longer */
#define BEGIN_MS    10000u /* time for components to publish words at the usual period */
#define UNKNOWN_MS  1000u  /* between two later polls for words */
#define VALID       EMUQ_COMPONENT_HEALTH_VALID
#define MAP_COLUMNS 72u /* maximum width of a group of blocks */
#define NODES_MOST  32u /* listed nodes of a report */

/* ---- words ---- */

enum { NORMAL = 0, FAILED = 3 }; /* also: link up, link down */

static unsigned health_field(uint32_t word, unsigned at)
{
    return word >> at & 3;
}

/* The most severe state of a link. */
static unsigned health_links(uint32_t word)
{
    unsigned worst = NORMAL;
    for (unsigned port = 0; port < EMUQ_COMPONENT_LINKS; port++) {
        unsigned state = health_field(word, EMUQ_HEALTH_LINK_AT + 2 * port);
        worst = state > worst ? state : worst;
    }
    return worst;
}

char emuq_health_letter(uint32_t word)
{
    unsigned links = health_links(word);
    if ((word & VALID) == 0)
        return '-';
    if (health_field(word, EMUQ_HEALTH_HOST_AT) == FAILED)
        return 'X';
    if (health_field(word, EMUQ_HEALTH_CARD_AT) != NORMAL)
        return 'c';
    if (health_field(word, EMUQ_HEALTH_HOST_AT) != NORMAL)
        return 'h';
    if (links != NORMAL)
        return links == FAILED ? 'L' : 'l';
    if (health_field(word, EMUQ_HEALTH_TEMPERATURE_AT) != NORMAL)
        return 't';
    return (word >> EMUQ_HEALTH_SERVICE_AT & 1) != 0 ? 's' : '.';
}

bool emuq_health_is_bad(uint32_t word)
{
    char letter = emuq_health_letter(word);
    return letter != '-' && letter != '.';
}

uint32_t emuq_health_worst(uint32_t a, uint32_t b)
{
    uint32_t worst = 0;
    if ((a & b & VALID) == 0)
        return (a & VALID) != 0 ? a : b;
    for (unsigned at = 0; at < EMUQ_HEALTH_SERVICE_AT; at += 2) {
        uint32_t mask = 3u << at;
        worst |= (a & mask) > (b & mask) ? a & mask : b & mask;
    }
    return worst | ((a | b) & (1u << EMUQ_HEALTH_SERVICE_AT)) | VALID;
}

static void health_add(emuq_text_t *t, const char *what, const char *state)
{
    if (state != NULL)
        emuq_text_add(t, "%s%s %s", t->length != 0 ? ", " : "", what, state);
}

const char *emuq_health_describe(uint32_t word, char text[EMUQ_HEALTH_TEXT])
{
    static const char *const unit[] = {NULL, "sick", "in alarm", "failed"};
    static const char *const link[] = {NULL, "has errors", "retries", "is down"};
    static const char *const temperature[] = {NULL, "warm", "hot", "unknown"};
    static const char *const port[] = {"link X+", "link Y+", "link Z+", "link X-", "link Y-", "link Z-"};
    emuq_text_t t = emuq_text(text, EMUQ_HEALTH_TEXT);
    if ((word & VALID) == 0)
        word = 0;
    health_add(&t, "host", unit[health_field(word, EMUQ_HEALTH_HOST_AT)]);
    health_add(&t, "card", unit[health_field(word, EMUQ_HEALTH_CARD_AT)]);
    for (unsigned p = 0; p < EMUQ_COMPONENT_LINKS; p++)
        health_add(&t, port[p], link[health_field(word, EMUQ_HEALTH_LINK_AT + 2 * p)]);
    health_add(&t, "temperature", temperature[health_field(word, EMUQ_HEALTH_TEMPERATURE_AT)]);
    health_add(&t, "service network", (word >> EMUQ_HEALTH_SERVICE_AT & 1) != 0 ? "not available" : NULL);
    return text;
}

/* ---- map and list ---- */

/* Width of a block with the gap to the next: space for "z=31". */
static uint32_t health_block_width(const uint32_t size[3])
{
    return (size[0] > 4 ? size[0] : 4) + 2;
}

/* Writes the blocks of z in [first, end). */
static void health_map_group(FILE *out, const uint32_t size[3], const uint32_t *word, uint32_t first,
                             uint32_t end, const char *before)
{
    int width = (int)health_block_width(size);
    fputs(before, out);
    for (uint32_t z = first, used = 0; z < end; z++) {
        fprintf(out, "%*s", z > first ? width - (int)used : 0, "");
        used = (uint32_t)fprintf(out, "z=%u", z);
    }
    fputc('\n', out);
    for (uint32_t y = 0; y < size[1]; y++) {
        fputs(before, out);
        for (uint32_t z = first; z < end; z++) {
            for (uint32_t x = 0; x < size[0]; x++)
                fputc(emuq_health_letter(word[(x * size[1] + y) * size[2] + z]), out);
            fprintf(out, "%*s", width - (int)size[0], "");
        }
        fprintf(out, "y=%u\n", y);
    }
}

void emuq_health_map(FILE *out, const uint32_t size[3], const uint32_t *word, const char *before)
{
    uint32_t width = health_block_width(size), blocks = width < MAP_COLUMNS ? MAP_COLUMNS / width : 1;
    for (uint32_t first = 0; first < size[2]; first += blocks)
        health_map_group(out, size, word, first, first + blocks < size[2] ? first + blocks : size[2], before);
}

uint32_t emuq_health_list(FILE *out, const uint32_t size[3], const uint32_t *word, uint32_t most,
                          const char *separator)
{
    char text[EMUQ_HEALTH_TEXT];
    uint32_t bad = 0, nodes = size[0] * size[1] * size[2];
    for (uint32_t i = 0; i < nodes; i++) {
        if (!emuq_health_is_bad(word[i]) || bad++ >= most)
            continue;
        fprintf(out, "%snode %u (%u,%u,%u): %s", bad > 1 ? separator : "", i, i / size[2] / size[1],
                i / size[2] % size[1], i % size[2], emuq_health_describe(word[i], text));
    }
    if (bad > most && most != 0)
        fprintf(out, "%s%u more nodes", separator, bad - most);
    return bad;
}

/* ---- samples ---- */

void emuq_health_open(emuq_health_t *h, const uint32_t shape[5])
{
    *h =
        (emuq_health_t){.size = {shape[0], shape[1], shape[2] * shape[3] * shape[4]}, .begun = emuq_now_ms()};
    h->sampled = h->begun;
    h->nodes = h->size[0] * h->size[1] * h->size[2];
    h->now = emuq_need(calloc(h->nodes, sizeof *h->now));
    h->seen = emuq_need(calloc(h->nodes, sizeof *h->seen));
}

void emuq_health_close(emuq_health_t *h)
{
    free(h->now);
    free(h->seen);
}

uint64_t emuq_health_due(const emuq_health_t *h)
{
    uint64_t now = emuq_now_ms(), passed = now - h->sampled;
    uint64_t period = h->is_known || now - h->begun < BEGIN_MS ? PERIOD_MS : UNKNOWN_MS;
    return passed < period ? period - passed : 0;
}

void emuq_health_sample(emuq_health_t *h, const emuq_launch_t *launch)
{
    h->sampled = emuq_now_ms();
    if (emuq_launch_is_over(launch))
        return;
    h->is_known = emuq_launch_health(launch, h->now);
    for (uint32_t i = 0; i < h->nodes && h->is_known; i++)
        h->seen[i] = emuq_health_worst(h->seen[i], h->now[i]);
}

/* Prints the lines of a text as messages. */
static void health_print_lines(char *text)
{
    char *rest = text, *line;
    while ((line = strsep(&rest, "\n")) != NULL)
        if (*line != '\0')
            emuq_run_message("%s", line);
}

void emuq_health_report(const emuq_health_t *h, bool was_seen)
{
    const uint32_t *word = was_seen ? h->seen : h->now;
    uint32_t bad = emuq_health_list(NULL, h->size, word, 0, "");
    char *text;
    if (bad == 0)
        return;
    FILE *out = emuq_text_open(&text);
    fprintf(out,
            "health%s%s: %u of %u nodes %s not normal (X host failed, h host, c card, L link down, l link, t "
            "temperature, s service network)\n",
            emuq_member_where, was_seen ? " during the job" : "", bad, h->nodes, was_seen ? "were" : "are");
    emuq_health_map(out, h->size, word, "  ");
    fputs("  ", out);
    (void)emuq_health_list(out, h->size, word, NODES_MOST, "\n  ");
    fclose(out);
    health_print_lines(emuq_need(text));
    free(text);
}
