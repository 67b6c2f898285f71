/* SPDX-License-Identifier: BSD-3-Clause */
#include "msglayer/mu/shares.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "msglayer/settings.h"

/* Resource sets behind the first leave the lower end of the FIFOs to the program as long as there are many:
 * with so many processes on a node at most. */
#define MANY_FIFOS_PPN 16u

/* The second client has two contexts at least, where the first one has several times as many all the same. */
#define ENOUGH_FOR_TWO 6u

#define MOST_WEIGHT 1000u

uint64_t emuq_pami_name_hash(const char *name, size_t bytes)
{
    uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a */
    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ (unsigned char)name[i]) * 0x100000001b3u;
    return hash;
}

/* What there is. */
typedef struct stock {
    uint32_t rec, inj;                   /* FIFOs of a process */
    uint64_t reserved_rec, reserved_inj; /* of them, for the program */
    uint32_t each;                       /* injection FIFOs of a context */
    uint32_t most;                       /* contexts of a client */
} stock_t;

static uint32_t least(uint32_t a, uint64_t b)
{
    return a < b ? a : (uint32_t)b;
}

/* How many contexts a number of FIFOs is enough for, if some have another use. */
static uint32_t contexts_of(uint32_t fifos, uint64_t used, uint32_t each)
{
    return fifos > used ? (uint32_t)((fifos - used) / each) : 0;
}

/* Contexts that the FIFOs are enough for, beside so many contexts and a number of further injection FIFOs:
 * the one for the collective network. */
static uint32_t room(const stock_t *s, uint32_t contexts, uint32_t further)
{
    uint32_t rec =
        contexts_of(least(s->rec, EMUQ_PAMI_CONTEXTS_MAX + s->reserved_rec), s->reserved_rec + contexts, 1);
    return least(rec, contexts_of(s->inj, s->reserved_inj + contexts * s->each + further, s->each));
}

/* The program's FIFOs, when clients behind the first have theirs. */
static stock_t leave_first_subgroup(stock_t s)
{
    if (s.reserved_inj < BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP)
        s.reserved_inj = BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP;
    s.reserved_rec += BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP;
    return s;
}

/* The first client has what the FIFOs are enough for, but for a small share of a second one. Each further
 * client has half of what is left. */
static void share_by_rule(const stock_t *all, uint32_t ppn, emuq_pami_share_t *share)
{
    stock_t s = ppn <= MANY_FIFOS_PPN ? leave_first_subgroup(*all) : *all;
    uint32_t total = room(all, 0, 1), used = least(total, all->most);
    uint32_t second = total >= ENOUGH_FOR_TWO ? 2 : total >= 2 ? 1 : 0;
    second = least(second, all->most);
    if (total - used < second)
        used = total - second;
    share[0].contexts = used;
    for (uint32_t i = 1; i < EMUQ_PAMI_RESOURCE_SETS; i++) {
        uint32_t half = least((room(&s, used, 1) + 1) / 2, all->most);
        if (i == 1 && half < second)
            half = least(second, room(all, used, 1)); /* the program does without */
        share[i].contexts = half;
        used += half;
    }
}

/* ---- PAMI_CLIENTS ---- */

/* One element: [name][:repeat][/weight]. @return what is behind it; NULL: it is no good */
static const char *parse_element(const char *text, emuq_pami_share_t *element, uint64_t *repeat,
                                 uint64_t *weight)
{
    size_t bytes = strcspn(text, ":/,");
    element->has_name = bytes != 0;
    element->name = emuq_pami_name_hash(text, bytes);
    text += bytes;
    *repeat = *weight = 1;
    if (*text == ':' && (emuq_number_scan(text + 1, EMUQ_NUMBER_COUNT, repeat, &text) != 0 || *repeat == 0))
        return NULL;
    if (*text == '/' && (emuq_number_scan(text + 1, EMUQ_NUMBER_COUNT, weight, &text) != 0 || *weight == 0 ||
                         *weight > MOST_WEIGHT))
        return NULL;
    return *text == ',' || *text == '\0' ? text : NULL;
}

/* @return the number of clients; 0: the text is no good */
static uint32_t parse(const char *text, emuq_pami_share_t *share, uint64_t *weight)
{
    uint32_t n = 0;
    for (;; text++) {
        emuq_pami_share_t element = {0};
        uint64_t repeat, each;
        text = parse_element(text, &element, &repeat, &each);
        if (text == NULL || repeat > EMUQ_PAMI_RESOURCE_SETS - n)
            return 0;
        for (; repeat != 0; repeat--, n++) {
            share[n] = element;
            weight[n] = each;
        }
        if (*text == '\0')
            return n;
    }
}

/* By weight, rounded down, but one at least; what is left over goes to the first ones. */
static void share_by_weight(const stock_t *all, emuq_pami_share_t *share, const uint64_t *weight, uint32_t n)
{
    uint32_t total = room(all, 0, 1), left = total;
    uint64_t weights = 0;
    for (uint32_t i = 0; i < n; i++)
        weights += weight[i];
    for (uint32_t i = 0; i < n; i++) {
        uint32_t others = n - 1 - i, mine = (uint32_t)(total * weight[i] / weights);
        uint32_t most = left > others ? left - others : left != 0;
        share[i].contexts = least(least(mine != 0 ? mine : 1, most), all->most);
        left -= share[i].contexts;
    }
    for (uint32_t i = 0; i < n; i++)
        for (; left != 0 && share[i].contexts < all->most && share[i].contexts * weights < total * weight[i];
             left--)
            share[i].contexts++;
}

int emuq_pami_share_out(uint32_t ppn, uint32_t each, emuq_pami_share_t share[EMUQ_PAMI_RESOURCE_SETS])
{
    stock_t all = {.rec = emuq_pami_fifos(ppn, BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP),
                   .inj = emuq_pami_fifos(ppn, BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP),
                   .reserved_rec = emuq_pami_setting(EMUQ_PAMI_RESERVE_REC),
                   .reserved_inj = emuq_pami_setting(EMUQ_PAMI_RESERVE_INJ),
                   .each = each,
                   .most = (uint32_t)emuq_pami_setting(EMUQ_PAMI_CONTEXTS)};
    const char *clients = emuq_pami_setting_text(EMUQ_PAMI_CLIENTS);
    uint64_t weight[EMUQ_PAMI_RESOURCE_SETS];
    memset(share, 0, EMUQ_PAMI_RESOURCE_SETS * sizeof *share);
    if (*clients == '\0') {
        share_by_rule(&all, ppn, share);
        return 0;
    }
    uint32_t n = parse(clients, share, weight);
    if (n == 0) {
        fprintf(stderr,
                "pami: PAMI_CLIENTS is \"%s\", and should be [name][:repeat][/weight],... for at most %u "
                "clients, "
                "weights from 1 to %u\n",
                clients, EMUQ_PAMI_RESOURCE_SETS, MOST_WEIGHT);
        return -EINVAL;
    }
    share_by_weight(&all, share, weight, n);
    return 0;
}
