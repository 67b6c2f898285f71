/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "backends/emulator/core/fetch.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "backends/emulator/core/delegate.h"

static bool registers_are_valid(const emuq_inj_regs_t *r, uint64_t head, uint64_t tail)
{
    uint64_t start = emuq_load(&r->start), size_1 = emuq_load(&r->size_1);
    return ((start | head | tail) & 63) == 0 && (size_1 & 63) == 63 && size_1 >= 127 &&
           head - start <= size_1 && tail - start <= size_1 && (start + size_1) >> EMUQ_PA_BITS == 0;
}

/* The registers are valid: notes where the FIFO's memory is, if that is the same for all processes. */
static void note_memory(emuq_inj_t *f, const emuq_address_space_t *space)
{
    f->start = emuq_load(&f->regs->start);
    f->size_1 = emuq_load(&f->regs->size_1);
    emuq_range_t range = emuq_range_around(space->memory, f->start);
    f->memory = emuq_range_holds(&range, f->start, f->size_1 + 1) ? emuq_range_at(&range, f->start) : NULL;
    f->own = emuq_owner_view(space->memory, f->start);
    __atomic_store_n(&f->single, 0, __ATOMIC_RELAXED); /* as in fast_path.c */
}

emuq_outcome_t emuq_fetch(emuq_work_t *work, emuq_inj_t *f, uint64_t head, uint64_t tail,
                          const MUHWI_Descriptor_t **d)
{
    emuq_inj_regs_t *r = f->regs;
    emuq_owner_t owner = emuq_owner_of(&f->owner);
    if (!registers_are_valid(r, head, tail))
        return emuq_refuse(
            work, "start, head and tail are multiples of 64 inside the FIFO; size_1 is its size minus 1",
            "registers of the injection FIFO: start 0x%llx, size_1 0x%llx, head 0x%llx, tail 0x%llx",
            (unsigned long long)emuq_load(&r->start), (unsigned long long)emuq_load(&r->size_1),
            (unsigned long long)head, (unsigned long long)tail);
    void *va;
    uint32_t remote;
    emuq_outcome_t outcome = emuq_reach(work, &owner, head, sizeof **d, &va, &remote);
    if (outcome == EMUQ_REMOTE)
        return emuq_delegate(work, f, &owner, remote);
    if (outcome == EMUQ_OUTSIDE)
        return emuq_refuse(work, "initialise the FIFO with a memory region of its own memory",
                           "the FIFO's memory at 0x%llx is outside the windows of the rank",
                           (unsigned long long)head);
    if (outcome != EMUQ_DONE)
        return outcome;
    *d = va;
    if (f->node->machine->is_device) {
        emuq_fetch_begin(f, va);
        *d = &f->begun.descriptor;
    } else if (f->memory == NULL || f->start != emuq_load(&r->start) || f->size_1 != emuq_load(&r->size_1)) {
        note_memory(f, owner.space);
    }
    return EMUQ_DONE;
}

void emuq_fetch_begin(emuq_inj_t *f, const MUHWI_Descriptor_t *d)
{
    emuq_begun_t *b = &f->begun;
    memcpy(&b->descriptor, d, sizeof *d);
    b->head = emuq_load(&f->regs->head);
    b->count = emuq_load(&f->regs->desc_count);
    b->owner = emuq_owner_of(&f->owner);
    b->was_disabled = b->is_apart = false;
    b->is_begun = true;
}

/* Copies a descriptor from memory that the program may have unmapped: through a pipe, because write() is
 * refused where a load would fault, on every kernel. Called by number: sanitizers have no opinion on such
 * memory. With no pipe to be had the memory has to be there. */
static bool copy_if_mapped(MUHWI_Descriptor_t *to, const MUHWI_Descriptor_t *from)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        memcpy(to, from, sizeof *to);
        return true;
    }
    bool is_mapped = syscall(SYS_write, ends[1], from, sizeof *from) == (long)sizeof *from &&
                     read(ends[0], to, sizeof *to) == (ssize_t)sizeof *to;
    close(ends[0]);
    close(ends[1]);
    return is_mapped;
}

/* Whether the FIFO's memory has the descriptor where it was. The FIFO has been disabled: its memory may be
 * the program's again. */
static bool is_in_place(const emuq_inj_t *f)
{
    const emuq_begun_t *b = &f->begun;
    const MUHWI_Descriptor_t *place = emuq_translate(b->owner.space->memory, b->head, sizeof *place);
    MUHWI_Descriptor_t now;
    if (b->head == emuq_load_acquire(&f->regs->tail))
        return false;
    return place == NULL || (copy_if_mapped(&now, place) && memcmp(&now, &b->descriptor, sizeof now) == 0);
}

bool emuq_fetch_is_at_head(const emuq_inj_t *f)
{
    const emuq_begun_t *b = &f->begun;
    return !b->is_apart && emuq_load(&f->regs->head) == b->head &&
           emuq_load(&f->regs->desc_count) == b->count &&
           ((!b->was_disabled && !emuq_fetch_is_disabled(f)) || is_in_place(f));
}

void emuq_fetch_disturb(emuq_inj_t *f, bool is_apart)
{
    emuq_begun_t *b = &f->begun;
    if (!b->is_begun)
        return;
    if (__atomic_load_n(&f->hold, __ATOMIC_RELAXED) == 0 && b->sent == 0 && b->hop == 0 && !b->has_value &&
        !b->collected) {
        emuq_fetch_end(f);
        return;
    }
    b->was_disabled = true;
    b->is_apart = is_apart || !emuq_fetch_is_at_head(f);
}
