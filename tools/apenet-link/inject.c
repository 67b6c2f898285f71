/* SPDX-License-Identifier: BSD-3-Clause */
/* Faults of a stream: damage by a plan, then loss and repetition of single words. */
#include <stdlib.h>
#include <string.h>

#include "tools/apenet-link/wire.h"

/* Damages the words. @return number of words before a cut */
static size_t inject_damage(const apenet_fault_plan_t *plan, wire_stream_t *s)
{
    apenet_fault_line_t line;
    apenet_fault_line_init(&line, plan, 0, 0, plan->has_cut);
    for (size_t i = 0; i < s->count; i++)
        if (apenet_fault_line_pass(&line, &s->word[i].word, 1) == 0)
            return i;
    return s->count;
}

/* True if an ascending list has a number. @param at first number that is not passed */
static bool inject_has(const uint64_t *list, size_t count, size_t *at, uint64_t number)
{
    while (*at < count && list[*at] < number)
        (*at)++;
    return *at < count && list[*at] == number;
}

/* Checks that the stream has the words of an ascending list. */
static bool inject_check(const char *option, const uint64_t *list, size_t count, const wire_stream_t *s)
{
    uint64_t first = s->count != 0 ? s->word[0].number : 0;
    if (count == 0 || (list[0] >= first && list[count - 1] < s->next))
        return true;
    return wire_error("--%s: invalid value '%llu' (expected words of the input, %llu..%llu)", option,
                      (unsigned long long)(list[0] < first ? list[0] : list[count - 1]),
                      (unsigned long long)first, (unsigned long long)s->next - (s->next != 0));
}

bool wire_inject(const wire_options_t *o, wire_stream_t *s)
{
    if (!inject_check("lose", o->lose, o->lose_count, s) ||
        !inject_check("double", o->twice, o->twice_count, s))
        return false;
    wire_stream_t old = *s;
    size_t passed = o->faults.is_on ? inject_damage(&o->faults, s) : s->count, lose = 0, twice = 0;
    uint64_t repeated = 0;
    s->word = NULL;
    s->count = s->capacity = 0;
    for (size_t i = 0; i < passed; i++) {
        const wire_word_t *w = &old.word[i];
        s->next = w->number + repeated;
        if (inject_has(o->lose, o->lose_count, &lose, w->number))
            continue;
        wire_add(s, &w->word);
        if (inject_has(o->twice, o->twice_count, &twice, w->number)) {
            wire_add(s, &w->word);
            repeated++;
        }
    }
    s->next = old.next + repeated;
    free(old.word);
    return true;
}
