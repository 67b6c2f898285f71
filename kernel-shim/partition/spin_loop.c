/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "kernel-shim/partition/spin_loop.h"

#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <ucontext.h>

#define NEAR      UINT64_C(256) /* bytes of code of a loop; what others add to what it looks at */
#define SURE      2u            /* times that a loop must be seen again */
#define LIKELY    1u            /* ... if the thread has waited lately: */
#define REMEMBERS 16u           /* interruptions ago at most */

#if defined(__x86_64__)
_Static_assert(REG_RIP == EMUQ_LOOP_REGISTERS - 1, "general registers come first");

static bool read_registers(const ucontext_t *u, uint64_t *registers, uint64_t *vectors)
{
    for (size_t i = 0; i < EMUQ_LOOP_REGISTERS; i++)
        registers[i] = (uint64_t)u->uc_mcontext.gregs[i];
    memcpy(vectors, u->uc_mcontext.fpregs->_xmm, EMUQ_LOOP_VECTORS * sizeof(*vectors));
    return true;
}
#elif defined(__aarch64__)
static bool read_registers(const ucontext_t *u, uint64_t *registers, uint64_t *vectors)
{
    const struct fpsimd_context *first = (const void *)u->uc_mcontext.__reserved;
    for (size_t i = 0; i < EMUQ_LOOP_REGISTERS - 2; i++)
        registers[i] = u->uc_mcontext.regs[i];
    registers[EMUQ_LOOP_REGISTERS - 2] = u->uc_mcontext.sp;
    registers[EMUQ_LOOP_REGISTERS - 1] = u->uc_mcontext.pc;
    if (first->head.magic != FPSIMD_MAGIC) /* Linux puts it first */
        return false;
    memcpy(vectors, first->vregs, EMUQ_LOOP_VECTORS * sizeof(*vectors));
    return true;
}
#else
static bool read_registers(const ucontext_t *u, uint64_t *registers, uint64_t *vectors)
{
    (void)u;
    (void)registers;
    (void)vectors;
    return false;
}
#endif

static bool is_near(uint64_t a, uint64_t b)
{
    return a - b < NEAR || b - a < NEAR;
}

/* Remembers what the thread is doing. @return whether it was doing the same before. */
static bool look(emuq_loop_t *loop, const ucontext_t *u)
{
    uint64_t registers[EMUQ_LOOP_REGISTERS], vectors[EMUQ_LOOP_VECTORS];
    uint32_t changed = 0;
    bool near = true;
    if (!read_registers(u, registers, vectors))
        return false;
    for (size_t i = 0; i < EMUQ_LOOP_REGISTERS; i++) {
        changed += i != EMUQ_LOOP_REGISTERS - 1 && registers[i] != loop->registers[i];
        near = near && is_near(registers[i], loop->registers[i]);
    }
    bool same = memcmp(loop->vectors, vectors, sizeof(vectors)) == 0;
    memcpy(loop->registers, registers, sizeof(registers));
    memcpy(loop->vectors, vectors, sizeof(vectors));
    return near && changed <= 1 && same;
}

bool emuq_loop_waits(emuq_loop_t *loop, const void *context, uint64_t now_ns)
{
    if (context == NULL)
        return false;
    if (!look(loop, context)) {
        loop->seen = 0;
        loop->since_ns = now_ns;
    } else if (++loop->seen >= (loop->expected > 0 ? LIKELY : SURE)) {
        loop->expected = REMEMBERS;
        return true;
    }
    loop->expected -= loop->expected > 0;
    return false;
}
