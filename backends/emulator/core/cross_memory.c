/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies from and to memory of other processes. */
#define _GNU_SOURCE
#include "backends/emulator/core/deliver.h"

#include <errno.h>
#include <sys/uio.h>

#include "backends/settings.h"

/* Atomic, relaxed: a hint that saves system calls. */
static bool is_refused;

static bool elsewhere_address(const emuq_memory_t *memory, uint64_t pa, uintptr_t *va)
{
    /* Acquire: pairs with the release of the process that has made the window. */
    uintptr_t granule = AO_load_acquire(&memory->granule[pa >> EMUQ_GRANULE_BITS].va);
    *va = (granule & ~EMUQ_GRANULE_MAPPED) + (pa & (EMUQ_GRANULE_BYTES - 1));
    return (granule & EMUQ_GRANULE_MAPPED) != 0;
}

bool emuq_elsewhere_find(const emuq_memory_t *memory, uint64_t pa, uint64_t bytes, emuq_elsewhere_t *e)
{
    uintptr_t last;
    if (emuq_flag_load(&is_refused) || bytes == 0 || (pa + bytes - 1) >> EMUQ_PA_BITS != 0 ||
        emuq_setting_number(EMUQ_SETTING_CROSS_MEMORY) != 0)
        return false;
    const emuq_address_space_t *space = emuq_exclusive_owner(memory, pa);
    if (space == NULL || space != emuq_exclusive_owner(memory, pa + bytes - 1))
        return false;
    /* Acquire: pairs with the release in join_enter(). */
    e->process = (int32_t)AO_int_load_acquire(&space->process);
    return e->process != 0 && elsewhere_address(memory, pa, &e->va) &&
           elsewhere_address(memory, pa + bytes - 1, &last) && last - e->va == bytes - 1;
}

typedef ssize_t elsewhere_copy_t(pid_t process, const struct iovec *part, unsigned long parts,
                                 const struct iovec *remote, unsigned long remotes, unsigned long flags);

static bool elsewhere_copy(elsewhere_copy_t *copy, const emuq_elsewhere_t *e, uint64_t offset, uintptr_t at,
                           uint64_t bytes)
{
    const int kept = errno; /* of the program, whose thread may copy inside any call */
    for (uintptr_t va = e->va + offset; bytes != 0;) {
        const struct iovec here = {(void *)at, bytes}, there = {(void *)va, bytes};
        ssize_t n = copy(e->process, &here, 1, &there, 1, 0);
        if (n <= 0) {
            if (n < 0 && (errno == EPERM || errno == ENOSYS))
                emuq_flag_store(&is_refused, true);
            errno = kept;
            return false;
        }
        at += (size_t)n;
        va += (size_t)n;
        bytes -= (uint64_t)n;
    }
    return true;
}

bool emuq_elsewhere_read(void *to, const emuq_elsewhere_t *from, uint64_t offset, uint64_t bytes)
{
    return elsewhere_copy(process_vm_readv, from, offset, (uintptr_t)to, bytes);
}

bool emuq_elsewhere_write(const emuq_elsewhere_t *to, uint64_t offset, const void *from, uint64_t bytes)
{
    return elsewhere_copy(process_vm_writev, to, offset, (uintptr_t)from, bytes);
}
