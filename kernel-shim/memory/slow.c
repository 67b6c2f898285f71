/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernel-shim/memory/slow.h"

#include <unistd.h>

#include "kernel-shim/memory/kind.h"
#include "kernel-shim/partition/state.h"

bool emuq_memory_is_shared(const emuq_process_t *process, const void *va)
{
    return emuq_address_space_shares(process->space, va);
}

void emuq_slow_note(emuq_process_t *process, const void *va)
{
    char name[256];
    uintptr_t none = 0;
    const emuq_address_space_t *space = process->space;
    if (__atomic_load_n(&process->slow_va, __ATOMIC_RELAXED) != 0 || emuq_address_space_shares(space, va))
        return;
    emuq_memory_kind_t kind = emuq_memory_kind((uintptr_t)va, name, sizeof(name));
    if (__atomic_compare_exchange_n(&process->slow_va, &none, (uintptr_t)va, false, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED))
        /* Release: pairs with the acquire below. The kind is written once, by who has set the address. */
        __atomic_store_n(&process->slow_kind, (uint32_t)kind + 1, __ATOMIC_RELEASE);
}

int emuq_memory_hide(const void *va, size_t bytes)
{
    const emuq_process_t *process = emuq_joined_process;
    if (process == NULL || __atomic_load_n(&process->pid, __ATOMIC_RELAXED) != getpid())
        return 0; /* a child of fork() has no memory that others reach */
    int rc = emuq_address_space_hide(process->space, va, bytes);
    if (rc == 0 && emuq_backend->remapped != NULL)
        emuq_backend->remapped(process->node->partition->machine, process->node->number, process->space);
    return rc;
}

void emuq_slow_explain(const emuq_process_t *process, emuq_text_t *text)
{
    static const char *const what[EMUQ_MEMORY_KINDS] = {
        [EMUQ_MEMORY_STATIC] = "static data, which is not shared",
        [EMUQ_MEMORY_HEAP] = "a block of the heap, which is not shared",
        [EMUQ_MEMORY_STACK] = "on the stack of a thread; static data and malloc() are faster",
        [EMUQ_MEMORY_FILE] =
            "a mapping of a file or library; the program's static data and malloc() are faster",
        [EMUQ_MEMORY_OTHER] = "a mapping that is not from the window of the rank, or the stack of a thread; "
                              "mmap() of private memory without PROT_EXEC and MAP_HUGETLB, in a program "
                              "linked by emuqcc, and malloc() are faster"};
    uint32_t kind = __atomic_load_n(&process->slow_kind, __ATOMIC_ACQUIRE);
    if (kind != 0)
        emuq_text_add(text, "rank %u: its engine copies messages for 0x%llx: %s", process->rank,
                      (unsigned long long)__atomic_load_n(&process->slow_va, __ATOMIC_RELAXED),
                      what[kind - 1]);
}
