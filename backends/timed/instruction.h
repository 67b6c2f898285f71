/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file instruction.h
 * @brief What the next instruction of an interrupted thread does to memory.
 *
 * Known are the integer instructions that compilers make for loops that look at memory or try an atomic
 * operation. One that finds something else and stores nothing counts as one that stores what was there.
 * Whatever is not known is taken to do anything.
 */
#ifndef EMUQ_TIMED_INSTRUCTION_H
#define EMUQ_TIMED_INSTRUCTION_H

#include <stdint.h>
#include <ucontext.h>

/** What an instruction does. */
typedef enum emuq_effect {
    EMUQ_EFFECT_NONE,   /**< it changes registers only */
    EMUQ_EFFECT_STORES, /**< and memory at a known place */
    EMUQ_EFFECT_UNKNOWN /**< anything: a system call, the time, a vector */
} emuq_effect_t;

/** Where an instruction stores. */
typedef struct emuq_stored {
    uintptr_t where;
    uint32_t bytes; /**< 1 to 8 */
} emuq_stored_t;

/** Looks at the instruction that comes next. Async-signal-safe.
 *  @param stored  set if it stores
 *  @return always EMUQ_EFFECT_UNKNOWN on machines other than x86-64 */
emuq_effect_t emuq_instruction_effect(const ucontext_t *context, emuq_stored_t *stored);

#endif /* EMUQ_TIMED_INSTRUCTION_H */
