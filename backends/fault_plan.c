/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/fault_plan.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "hwi/include/bqc/MU_Macros.h"

#define NS_OF_US UINT64_C(1000)
#define NUMBERS  3 /* of one word, at most */

emuq_fault_plan_t emuq_planned_faults;

/* Reads @p count numbers with colons between them, which are all of @p text. */
static bool read_numbers(const char *text, unsigned count, uint64_t number[NUMBERS])
{
    for (unsigned i = 0; i < count; i++) {
        if (emuq_number_scan(text, EMUQ_NUMBER_COUNT, &number[i], &text) != 0 ||
            *text != (i + 1 < count ? ':' : '\0'))
            return false;
        text++;
    }
    return true;
}

static const char *set_seed(emuq_fault_plan_t *plan, const uint64_t number[NUMBERS])
{
    plan->has_seed = true;
    plan->seed = number[0];
    return NULL;
}

static const char *set_late(emuq_fault_plan_t *plan, const uint64_t number[NUMBERS])
{
    if (number[0] > EMUQ_FAULTS_LONGEST)
        return "at most 1000000 microseconds";
    plan->late_ns = number[0] * NS_OF_US;
    return NULL;
}

static const char *add_slow(emuq_fault_plan_t *plan, const uint64_t number[NUMBERS])
{
    if (plan->slows == EMUQ_FAULTS_SLOW_MOST)
        return "at most 8 injection FIFOs are slow";
    if (number[0] > UINT32_MAX || number[1] >= BGQ_MU_NUM_INJ_FIFOS)
        return "injection FIFOs are subgroup*8 + fifo, 0..543";
    if (number[2] > EMUQ_FAULTS_LONGEST)
        return "at most 1000000 microseconds";
    plan->slow[plan->slows++] =
        (emuq_slow_fifo_t){(uint32_t)number[0], (uint32_t)number[1], number[2] * NS_OF_US};
    return NULL;
}

static const char *set_death(emuq_fault_plan_t *plan, const uint64_t number[NUMBERS])
{
    if (number[0] > INT32_MAX || number[1] == 0)
        return "a rank, and the number of a packet from 1";
    plan->has_death = true;
    plan->dying_rank = (uint32_t)number[0];
    plan->last_packet = number[1];
    return NULL;
}

static const char *set_memory(emuq_fault_plan_t *plan, const uint64_t number[NUMBERS])
{
    plan->memory = number[0];
    return number[0] == 0 ? "the number of an allocation from 1" : NULL;
}

static const struct word {
    const char *name, *form;
    unsigned numbers;
    const char *(*set)(emuq_fault_plan_t *plan, const uint64_t number[NUMBERS]); /* NULL, or what is wrong */
} words[] = {
    {"seed", "seed=NUMBER", 1, set_seed},
    {"late", "late=MICROSECONDS", 1, set_late},
    {"slow", "slow=NODE:FIFO:MICROSECONDS", 3, add_slow},
    {"die", "die=RANK:PACKET", 2, set_death},
    {"memory", "memory=ALLOCATION", 1, set_memory},
};

/* @return NULL, or what is wrong with "name=value" */
static const char *read_word(const char *word, emuq_fault_plan_t *plan)
{
    uint64_t number[NUMBERS];
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t length = strlen(words[i].name);
        if (strncmp(word, words[i].name, length) != 0 || word[length] != '=')
            continue;
        return read_numbers(word + length + 1, words[i].numbers, number) ? words[i].set(plan, number)
                                                                         : words[i].form;
    }
    return "faults are seed, late, slow, die and memory";
}

int emuq_fault_plan_parse(const char *text, emuq_fault_plan_t *plan, char *what, size_t bytes)
{
    *plan = (emuq_fault_plan_t){.is_on = *text != '\0'};
    for (size_t length; plan->is_on; text += length + 1) {
        char word[80];
        length = strcspn(text, ",");
        snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word), text);
        const char *wrong = read_word(word, plan);
        if (wrong != NULL) {
            snprintf(what, bytes, "\"%s\": %s", word, wrong);
            return -EINVAL;
        }
        if (text[length] == '\0')
            break;
    }
    return 0;
}

/* A mixing step of splitmix64: every bit of the result depends on every bit of both. */
static uint64_t mix(uint64_t state, uint64_t value)
{
    uint64_t x = (state ^ value) + UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

uint64_t emuq_fault_plan_draw(const emuq_fault_plan_t *plan, uint32_t node, uint32_t fifo, uint64_t message,
                              uint64_t choice, uint64_t limit)
{
    uint64_t x = mix(mix(mix(mix(0, plan->seed), (uint64_t)node << 32 | fifo), message), choice);
    return limit != 0 ? x % limit : 0;
}

bool emuq_fault_plan_has_messages(const emuq_fault_plan_t *plan)
{
    return plan->is_on && (plan->memory == 0 || plan->late_ns != 0 || plan->slows != 0 || plan->has_death);
}

uint64_t emuq_fault_plan_slow(const emuq_fault_plan_t *plan, uint32_t node, uint32_t fifo)
{
    for (uint32_t i = 0; i < plan->slows; i++)
        if (plan->slow[i].node == node && plan->slow[i].fifo == fifo)
            return plan->slow[i].ns;
    return 0;
}
