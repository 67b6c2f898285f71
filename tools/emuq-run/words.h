/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file words.h
 * @brief A growing list of words, ended by NULL as argument vectors are.
 */
#ifndef EMUQ_WORDS_H
#define EMUQ_WORDS_H

#include <stdlib.h>
#include <string.h>

#include "tools/emuq-run/say.h"

typedef struct emuq_words {
    char **word; /**< NULL or ended by NULL */
    int count;
} emuq_words_t;

/** Adds a copy of the first @p length characters of @p text. */
static inline void emuq_words_add(emuq_words_t *words, const char *text, size_t length)
{
    words->word = emuq_need(realloc(words->word, ((size_t)words->count + 2) * sizeof(*words->word)));
    words->word[words->count++] = emuq_need(strndup(text, length));
    words->word[words->count] = NULL;
}

/** Adds the words of a text that are separated by blanks. */
static inline void emuq_words_split(emuq_words_t *words, const char *text)
{
    for (text += strspn(text, " \t"); *text != '\0'; text += strspn(text, " \t")) {
        size_t length = strcspn(text, " \t");
        emuq_words_add(words, text, length);
        text += length;
    }
}

static inline void emuq_words_free(emuq_words_t *words)
{
    for (int i = 0; i < words->count; i++)
        free(words->word[i]);
    free(words->word);
    *words = (emuq_words_t){0};
}

#endif /* EMUQ_WORDS_H */
