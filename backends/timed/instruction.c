/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "backends/timed/instruction.h"

#include <stdbool.h>
#include <string.h>

#if defined(__x86_64__)

#define REX_W 8u
#define REX_R 4u
#define REX_X 2u
#define REX_B 1u

/* An instruction, as far as it has been read. */
typedef struct code {
    const ucontext_t *context;
    const uint8_t *at; /* what is read next */
    bool is_short;     /* operands of two bytes */
    bool repeats;      /* 0xf3 or 0xf2, which also tell operations apart */
    bool is_of_thread; /* an operand in memory is relative to the thread's data */
    unsigned rex;
    bool is_memory;   /* an operand of the ModRM byte is in memory ... */
    bool is_relative; /* ... at a distance from the next instruction */
    unsigned reg;     /* the other operand, or what tells operations of a group apart */
    uintptr_t where;
} code_t;

static uint64_t general(const code_t *c, unsigned number)
{
    static const uint8_t place[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                                    REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
    return (uint64_t)c->context->uc_mcontext.gregs[place[number]];
}

/* @return false: a prefix after which nothing is known */
static bool read_prefixes(code_t *c)
{
    for (;; c->at++) {
        if (*c->at == 0x66)
            c->is_short = true;
        else if (*c->at == 0xf3 || *c->at == 0xf2)
            c->repeats = true;
        else if (*c->at == 0x64 || *c->at == 0x65)
            c->is_of_thread = true;
        else if (*c->at != 0x2e && *c->at != 0x3e &&
                 *c->at != 0xf0) /* a hint, alignment, an atomic operation */
            break;
    }
    if ((*c->at & 0xf0) == 0x40)
        c->rex = *c->at++;
    return *c->at != 0x67; /* short addresses */
}

static uintptr_t displacement(code_t *c, unsigned bytes)
{
    int8_t near = 0;
    int32_t far = 0;
    memcpy(bytes == 1 ? (void *)&near : (void *)&far, c->at, bytes);
    c->at += bytes;
    return (uintptr_t)(intptr_t)(bytes == 1 ? near : far);
}

/* The operands that the ModRM byte tells. */
static void read_operands(code_t *c)
{
    unsigned byte = *c->at++, mod = byte >> 6, rm = byte & 7;
    c->reg = (byte >> 3) & 7;
    c->is_memory = mod != 3;
    if (!c->is_memory)
        return;
    c->is_relative = mod == 0 && rm == 5;
    bool has_base = !c->is_relative;
    unsigned base = rm, index = 4, scale = 0;
    if (rm == 4) {
        scale = *c->at >> 6;
        index = ((*c->at >> 3) & 7) | ((c->rex & REX_X) != 0 ? 8 : 0);
        base = *c->at++ & 7;
        has_base = mod != 0 || base != 5;
    }
    c->where = has_base ? general(c, base | ((c->rex & REX_B) != 0 ? 8 : 0)) : 0;
    if (rm == 4 && index != 4)
        c->where += general(c, index) << scale;
    if (mod != 0 || !has_base)
        c->where += displacement(c, mod == 1 ? 1 : 4);
}

static unsigned operand_bytes(const code_t *c, bool is_byte)
{
    return is_byte ? 1 : (c->rex & REX_W) != 0 ? 8 : c->is_short ? 2 : 4;
}

/* The operand that the ModRM byte tells is changed. @param immediate bytes of the instruction behind it */
static emuq_effect_t changes_operand(const code_t *c, bool is_byte, unsigned immediate, emuq_stored_t *stored)
{
    if (!c->is_memory)
        return EMUQ_EFFECT_NONE;
    if (c->is_of_thread)
        return EMUQ_EFFECT_UNKNOWN;
    *stored = (emuq_stored_t){c->where + (c->is_relative ? (uintptr_t)c->at + immediate : 0),
                              operand_bytes(c, is_byte)};
    return EMUQ_EFFECT_STORES;
}

static emuq_effect_t pushes(const code_t *c, emuq_stored_t *stored)
{
    *stored = (emuq_stored_t){general(c, 4) - 8, 8};
    return c->is_short ? EMUQ_EFFECT_UNKNOWN : EMUQ_EFFECT_STORES;
}

/* Bytes of an immediate operand. */
static unsigned immediate_bytes(const code_t *c, bool is_byte)
{
    unsigned bytes = operand_bytes(c, is_byte);
    return bytes < 4 ? bytes : 4;
}

/* Groups of operations that share a code: c->reg tells which one. */
static emuq_effect_t of_group(code_t *c, unsigned op, emuq_stored_t *stored)
{
    bool is_byte = (op & 1) == 0;
    switch (op) {
    case 0x80:
    case 0x81:
    case 0x83: /* arithmetic; 7 compares */
        return c->reg == 7 ? EMUQ_EFFECT_NONE
                           : changes_operand(c, is_byte, op == 0x81 ? immediate_bytes(c, false) : 1, stored);
    case 0xc0:
    case 0xc1: /* shifts */
        return changes_operand(c, is_byte, 1, stored);
    case 0xd0:
    case 0xd1:
    case 0xd2:
    case 0xd3:
        return changes_operand(c, is_byte, 0, stored);
    case 0xc6:
    case 0xc7: /* a move */
        return c->reg == 0 ? changes_operand(c, is_byte, immediate_bytes(c, is_byte), stored)
                           : EMUQ_EFFECT_UNKNOWN;
    case 0xf6:
    case 0xf7: /* 2 and 3: the complement, and negation; the others test or change registers */
        return c->reg == 2 || c->reg == 3 ? changes_operand(c, is_byte, 0, stored) : EMUQ_EFFECT_NONE;
    default: /* 0xfe, 0xff: an increment, a decrement, a call, a jump, a push */
        if (c->reg < 2)
            return changes_operand(c, is_byte, 0, stored);
        if (is_byte || c->reg == 3 || c->reg == 5 || c->reg == 7)
            return EMUQ_EFFECT_UNKNOWN;
        return c->reg == 4 ? EMUQ_EFFECT_NONE : pushes(c, stored);
    }
}

/* Behind 0x0f. */
static emuq_effect_t of_two_bytes(code_t *c, emuq_stored_t *stored)
{
    unsigned op = *c->at++;
    if ((op >= 0x80 && op <= 0x8f) || (op >= 0xc8 && op <= 0xcf)) /* jumps; exchanges of bytes */
        return EMUQ_EFFECT_NONE;
    read_operands(c);
    if ((op >= 0x18 && op <= 0x1f) || (op >= 0x40 && op <= 0x4f)) /* hints; moves if */
        return EMUQ_EFFECT_NONE;
    if (op >= 0x90 && op <= 0x9f)
        return changes_operand(c, true, 0, stored);
    switch (op) {
    case 0xa3:
    case 0xaf:
    case 0xb6:
    case 0xb7:
    case 0xbc:
    case 0xbd:
    case 0xbe:
    case 0xbf:
    case 0x10:
    case 0x28:
    case 0x2e:
    case 0x2f:
    case 0x54:
    case 0x57:
    case 0x6f:
    case 0xef:
        return EMUQ_EFFECT_NONE; /* tests, products, loads, also of vector registers */
    case 0xae:                   /* fences */
        return !c->is_memory && c->reg >= 5 && !c->repeats && !c->is_short ? EMUQ_EFFECT_NONE
                                                                           : EMUQ_EFFECT_UNKNOWN;
    case 0xba: /* 4 tests a bit, the others change it, too */
        return c->reg == 4 ? EMUQ_EFFECT_NONE : changes_operand(c, false, 1, stored);
    case 0xb0: /* moves if equal, additions: mostly atomic */
    case 0xb1:
    case 0xc0:
    case 0xc1:
        return changes_operand(c, (op & 1) == 0, 0, stored);
    default:
        return EMUQ_EFFECT_UNKNOWN;
    }
}

/* Arithmetic from 0x00 to 0x3f: eight operations with the same forms each, the last one compares. */
static emuq_effect_t of_arithmetic(code_t *c, unsigned op, emuq_stored_t *stored)
{
    unsigned form = op & 7;
    if (form >= 6)
        return EMUQ_EFFECT_UNKNOWN;
    if (form >= 4)
        return EMUQ_EFFECT_NONE;
    read_operands(c);
    return form >= 2 || op >= 0x38 ? EMUQ_EFFECT_NONE : changes_operand(c, form == 0, 0, stored);
}

static emuq_effect_t effect_of(code_t *c, emuq_stored_t *stored)
{
    unsigned op = *c->at++;
    if (op == 0x0f)
        return of_two_bytes(c, stored);
    if (op < 0x40)
        return of_arithmetic(c, op, stored);
    if ((op >= 0x50 && op <= 0x57) || op == 0x68 || op == 0x6a || op == 0xe8) /* pushes, a call */
        return pushes(c, stored);
    if ((op >= 0x58 && op <= 0x5f) || (op >= 0x70 && op <= 0x7f) || (op >= 0xb0 && op <= 0xbf) ||
        (op >= 0xe0 && op <= 0xe3)) /* pops, jumps, loads of constants, loops */
        return EMUQ_EFFECT_NONE;
    switch (op) {
    case 0x63:
    case 0x69:
    case 0x6b:
    case 0x84:
    case 0x85:
    case 0x8a:
    case 0x8b:
    case 0x8d: /* loads, tests */
    case 0x90:
    case 0x98:
    case 0x99:
    case 0xa8:
    case 0xa9: /* registers */
    case 0xc2:
    case 0xc3:
    case 0xc9:
    case 0xe9:
    case 0xeb: /* returns, jumps */
        return EMUQ_EFFECT_NONE;
    case 0x86: /* exchanges */
    case 0x87:
    case 0x88: /* moves */
    case 0x89:
        read_operands(c);
        return changes_operand(c, (op & 1) == 0, 0, stored);
    case 0x80:
    case 0x81:
    case 0x83:
    case 0xc0:
    case 0xc1:
    case 0xc6:
    case 0xc7:
    case 0xd0:
    case 0xd1:
    case 0xd2:
    case 0xd3:
    case 0xf6:
    case 0xf7:
    case 0xfe:
    case 0xff:
        read_operands(c);
        return of_group(c, op, stored);
    default:
        return EMUQ_EFFECT_UNKNOWN;
    }
}

emuq_effect_t emuq_instruction_effect(const ucontext_t *context, emuq_stored_t *stored)
{
    code_t c = {.context = context, .at = (const uint8_t *)(uintptr_t)context->uc_mcontext.gregs[REG_RIP]};
    return read_prefixes(&c) ? effect_of(&c, stored) : EMUQ_EFFECT_UNKNOWN;
}

#else

emuq_effect_t emuq_instruction_effect(const ucontext_t *context, emuq_stored_t *stored)
{
    (void)context, (void)stored;
    return EMUQ_EFFECT_UNKNOWN;
}

#endif
