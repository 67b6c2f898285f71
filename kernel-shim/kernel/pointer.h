/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file pointer.h
 * @brief Private to the kernel calls: the check of pointers that programs pass.
 */
#ifndef EMUQ_POINTER_H
#define EMUQ_POINTER_H

#include <stdbool.h>

#include "backends/address_space.h"

/** Whether a program's pointer is NULL or leads to no memory: the kernel answers EFAULT. Thread-safe. */
static inline bool emuq_bad(const void *pointer)
{
    return !emuq_is_mapped(pointer, 1);
}

#endif /* EMUQ_POINTER_H */
