/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file nearest.h
 * @brief The name that was probably meant: the one that differs in the fewest letters.
 *
 * @code
 * emuq_nearest_t search = emuq_nearest(word, strlen(word));
 * for (each name)
 *     emuq_nearest_try(&search, name);
 * if (search.name != NULL)
 *     printf("did you mean %s?\n", search.name);
 * @endcode
 */
#ifndef EMUQ_BASE_NEAREST_H
#define EMUQ_BASE_NEAREST_H

#include <stddef.h>

#define EMUQ_NEAR 4 /**< a name that differs in fewer letters may be meant */

/** A search under way. */
typedef struct emuq_nearest {
    const char *word;  /**< what was written; need not end with a zero */
    size_t length;     /**< of the word */
    const char *name;  /**< the nearest name so far; NULL: none is near */
    unsigned distance; /**< letters to insert, delete or replace; #EMUQ_NEAR if none is near, 0: the same */
} emuq_nearest_t;

/** Begins a search. */
static inline emuq_nearest_t emuq_nearest(const char *word, size_t length)
{
    return (emuq_nearest_t){word, length, NULL, EMUQ_NEAR};
}

/** Compares one more name. Words and names of more than 63 letters are near nothing. Thread-safe for
 * different searches. @param name stays in use */
void emuq_nearest_try(emuq_nearest_t *search, const char *name);

/** Compares @p count names. */
static inline void emuq_nearest_of(emuq_nearest_t *search, const char *const *name, size_t count)
{
    for (size_t i = 0; i < count; i++)
        emuq_nearest_try(search, name[i]);
}

#endif /* EMUQ_BASE_NEAREST_H */
