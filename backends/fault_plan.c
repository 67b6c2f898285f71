/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/fault_plan.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/mix.h"
#include "base/text.h"
#include "hwi/include/bqc/MU_Macros.h"
#include "network/rules.h"

#define NS_OF_US UINT64_C(1000)
#define NUMBERS  3u

/* Returns the rest after "A-" to "E+", or NULL. */
static const char *fault_read_link(const char *text, uint64_t *number)
{
    if (text[0] < 'A' || text[0] > 'E' || (text[1] != '-' && text[1] != '+'))
        return NULL;
    *number = (uint64_t)(text[0] - 'A') * 2 + (text[1] == '+');
    return text + 2;
}

/* @p count numbers separated by colons; number @p link is a link. */
static bool fault_read_numbers(const char *text, unsigned count, unsigned link, uint64_t number[NUMBERS])
{
    for (unsigned i = 0; i < count; i++) {
        if (i == link)
            text = fault_read_link(text, &number[i]);
        else if (emuq_number_scan(text, EMUQ_NUMBER_COUNT, &number[i], &text) != 0)
            return false;
        if (text == NULL || *text != (i + 1 < count ? ':' : '\0'))
            return false;
        text++;
    }
    return true;
}

#define NO_LINK NUMBERS

static const struct word {
    const char *name, *form;
    uint32_t kind;          /* 0: seed */
    unsigned numbers, link; /* index of the link among the numbers */
} words[] = {
    {"seed", "seed=NUMBER", 0, 1, NO_LINK},
    {"late", "late=MICROSECONDS", EMUQ_FAULT_LATE, 1, NO_LINK},
    {"slow", "slow=NODE:FIFO:MICROSECONDS", EMUQ_FAULT_SLOW, 3, NO_LINK},
    {"die", "die=RANK:PACKET", EMUQ_FAULT_DEATH, 2, NO_LINK},
    {"memory", "memory=ALLOCATION", EMUQ_FAULT_MEMORY, 1, NO_LINK},
    {"errors", "errors=BITS", EMUQ_FAULT_BIT_ERRORS, 1, NO_LINK},
    {"down", "down=NODE:LINK:PACKET, with a LINK A-, A+, ... E+", EMUQ_FAULT_LINK_DOWN, 3, 1},
};

#define WORDS (sizeof words / sizeof words[0])

/* Returns NULL or a message. */
static const char *fault_set(emuq_fault_plan_t *plan, uint32_t kind, const uint64_t number[NUMBERS])
{
    switch (kind) {
    case EMUQ_FAULT_LATE:
        plan->late_ns = number[0] * NS_OF_US;
        return number[0] > EMUQ_FAULTS_LONGEST ? "at most 1000000 microseconds" : NULL;
    case EMUQ_FAULT_SLOW:
        if (plan->slows == EMUQ_FAULTS_SLOW_MOST)
            return "at most 8 injection FIFOs are slow";
        if (number[0] > UINT32_MAX || number[1] >= BGQ_MU_NUM_INJ_FIFOS)
            return "injection FIFOs are subgroup*8 + fifo, 0..543";
        if (number[2] > EMUQ_FAULTS_LONGEST)
            return "at most 1000000 microseconds";
        plan->slow[plan->slows++] =
            (emuq_slow_fifo_t){(uint32_t)number[0], (uint32_t)number[1], number[2] * NS_OF_US};
        return NULL;
    case EMUQ_FAULT_DEATH:
        plan->dying_rank = (uint32_t)number[0];
        plan->last_packet = number[1];
        return number[0] > INT32_MAX || number[1] == 0 ? "a rank, and the number of a packet from 1" : NULL;
    case EMUQ_FAULT_MEMORY:
        plan->memory = number[0];
        return number[0] == 0 ? "the number of an allocation from 1" : NULL;
    case EMUQ_FAULT_BIT_ERRORS:
        plan->bit_errors = (uint32_t)number[0];
        return number[0] > EMUQ_NET_MOST_BIT_ERRORS ? "at most 100000000 damaged bits of 10^12" : NULL;
    case EMUQ_FAULT_LINK_DOWN:
        plan->down_node = (uint32_t)number[0];
        plan->down_link = (uint32_t)number[1];
        plan->down_packet = number[2];
        return number[0] > UINT32_MAX || number[2] == 0
                   ? "a node, one of its links A- to E+, and the number of a packet from 1"
                   : NULL;
    default:
        plan->has_seed = true;
        plan->seed = number[0];
        return NULL;
    }
}

/* Returns NULL or a message. */
static const char *fault_read_word(const char *word, void *state)
{
    emuq_fault_plan_t *plan = state;
    uint64_t number[NUMBERS];
    for (size_t i = 0; i < WORDS; i++) {
        size_t length = strlen(words[i].name);
        if (strncmp(word, words[i].name, length) != 0 || word[length] != '=')
            continue;
        if (!fault_read_numbers(word + length + 1, words[i].numbers, words[i].link, number))
            return words[i].form;
        plan->kinds |= words[i].kind;
        return fault_set(plan, words[i].kind, number);
    }
    return "faults are seed, late, slow, die, memory, errors and down";
}

int emuq_fault_plan_parse(const char *text, emuq_fault_plan_t *plan, char *what, size_t bytes)
{
    *plan = (emuq_fault_plan_t){.is_on = *text != '\0'};
    return emuq_list_read(text, fault_read_word, plan, what, bytes);
}

uint64_t emuq_fault_plan_draw(const emuq_fault_plan_t *plan, uint32_t node, uint32_t fifo, uint64_t message,
                              uint64_t choice, uint64_t limit)
{
    uint64_t x = emuq_mix_in(
        emuq_mix_in(emuq_mix_in(emuq_mix_in(0, plan->seed), (uint64_t)node << 32 | fifo), message), choice);
    return limit != 0 ? x % limit : 0;
}

void emuq_fault_kinds(uint32_t kinds, char *text, size_t bytes)
{
    emuq_text_t list = emuq_text(text, bytes);
    int left = __builtin_popcount(kinds);
    for (size_t i = 0; i < WORDS; i++)
        if (words[i].kind & kinds)
            emuq_text_add(&list, "%s%s", words[i].name, --left == 0 ? "" : left == 1 ? " and " : ", ");
}

bool emuq_fault_plan_has_messages(const emuq_fault_plan_t *plan)
{
    return plan->is_on && plan->kinds != EMUQ_FAULT_MEMORY;
}

uint64_t emuq_fault_plan_slow(const emuq_fault_plan_t *plan, uint32_t node, uint32_t fifo)
{
    for (uint32_t i = 0; i < plan->slows; i++)
        if (plan->slow[i].node == node && plan->slow[i].fifo == fifo)
            return plan->slow[i].ns;
    return 0;
}
