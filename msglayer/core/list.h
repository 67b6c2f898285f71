/* SPDX-License-Identifier: BSD-3-Clause */
/** @file list.h
 *  @brief Singly linked lists with a pointer to their last link. The elements have a member `next`. */
#ifndef EMUQ_PAMI_CORE_LIST_H
#define EMUQ_PAMI_CORE_LIST_H

#include <stddef.h>

/** Appends an element. */
#define EMUQ_PAMI_APPEND(first, last, element)                                                               \
    do {                                                                                                     \
        (element)->next = NULL;                                                                              \
        *(last) = (element);                                                                                 \
        (last) = &(element)->next;                                                                           \
    } while (0)

/** Takes the first element off. */
#define EMUQ_PAMI_TAKE(first, last)                                                                          \
    do {                                                                                                     \
        (first) = (first)->next;                                                                             \
        if ((first) == NULL)                                                                                 \
            (last) = &(first);                                                                               \
    } while (0)

#endif /* EMUQ_PAMI_CORE_LIST_H */
