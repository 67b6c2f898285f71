/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file combining.h
 * @brief The combining program of a tree is run: the same for the emulator's collectives and for a network
 * that takes time.
 */
#ifndef EMUQ_EMULATOR_COMBINING_H
#define EMUQ_EMULATOR_COMBINING_H

#include "backends/emulator/collective/combine.h"
#include "backends/emulator/collective/tree.h"

/** Finds the bytes of an input. */
typedef const char *emuq_find_piece_t(const emuq_tree_t *t, uint32_t input, const void *context);

/** Combines a piece of all inputs, in the order of the tree. Inline, so that no call is made per input.
 *  @param stack   t->depth pieces
 *  @param piece   bytes from one piece to the next
 *  @param h       header of any of them
 *  @param bytes   up to a piece
 *  @param context for @p find
 *  @return the result, in the stack; of a host that has several values for another one, the last of them: the
 *  stack is the first one */
static inline __attribute__((always_inline)) const char *
emuq_tree_combine(const emuq_tree_t *t, char *stack, uint64_t piece, const MUHWI_PacketHeader_t *h,
                  uint64_t bytes, emuq_find_piece_t *find, const void *context)
{
    uint8_t op = (uint8_t)h->NetworkHeader.collective.Byte1.OpCode;
    uint32_t word = 4u << h->NetworkHeader.collective.Byte1.Word_Length;
    char *top = stack - piece;
    for (uint32_t i = 0; i < t->steps; i++) {
        const emuq_combine_step_t *s = &t->step[i];
        switch (s->what) {
        case EMUQ_PUSH:
            top += piece;
            if (bytes == sizeof(uint64_t)) /* without a call */
                memcpy(top, find(t, s->input, context), sizeof(uint64_t));
            else
                memcpy(top, find(t, s->input, context), bytes);
            break;
        case EMUQ_COMBINE_LOCAL:
            emuq_combine(op, word, top, find(t, s->input, context), bytes);
            break;
        case EMUQ_MERGE:
            top -= piece;
            emuq_combine(op, word, top, top + piece, bytes);
            break;
        }
    }
    return top;
}

#endif /* EMUQ_EMULATOR_COMBINING_H */
