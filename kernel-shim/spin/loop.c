/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "kernel-shim/spin/loop.h"

#include <stddef.h>
#include <string.h>
#include <ucontext.h>

#define NEAR      UINT64_C(256) /* bytes of code of a loop; what others add to what it looks at */
#define SURE      2u            /* times that a loop must be seen again */
#define LIKELY    1u            /* ... if the thread has waited lately: */
#define REMEMBERS 16u           /* interruptions ago at most */

#if defined(__x86_64__)
_Static_assert(REG_RIP == EMUQ_LOOP_REGISTERS - 1, "general registers come first");
_Static_assert(sizeof(((struct _libc_fpstate *)NULL)->_xmm) == EMUQ_LOOP_VECTORS * sizeof(uint64_t), "");

static bool is_near(uint64_t a, uint64_t b)
{
    return a - b < NEAR || b - a < NEAR;
}

/* Remembers what the thread is doing. @return whether it was doing the same before. */
static bool look(emuq_loop_t *loop, const ucontext_t *u)
{
    uint32_t changed = 0;
    bool near = true;
    for (size_t i = 0; i < EMUQ_LOOP_REGISTERS; i++) {
        uint64_t now = (uint64_t)u->uc_mcontext.gregs[i];
        changed += i != REG_RIP && now != loop->registers[i];
        near = near && is_near(now, loop->registers[i]);
        loop->registers[i] = now;
    }
    const void *vectors = u->uc_mcontext.fpregs->_xmm;
    bool same = memcmp(loop->vectors, vectors, sizeof(loop->vectors)) == 0;
    memcpy(loop->vectors, vectors, sizeof(loop->vectors));
    return near && changed <= 1 && same;
}
#else
static bool look(emuq_loop_t *loop, const ucontext_t *u)
{
    (void)loop;
    (void)u;
    return false;
}
#endif

bool emuq_loop_waits(emuq_loop_t *loop, const void *context, uint64_t now_ns)
{
    if (context == NULL || !look(loop, context)) {
        loop->seen = 0;
        loop->since_ns = now_ns;
    } else if (++loop->seen >= (loop->expected > 0 ? LIKELY : SURE)) {
        loop->expected = REMEMBERS;
        return true;
    }
    loop->expected -= loop->expected > 0;
    return false;
}
