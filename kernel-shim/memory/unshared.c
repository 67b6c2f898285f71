/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "kernel-shim/memory/memory.h"
#include "kernel-shim/memory/partition_memory.h"
#include "base/text.h"
#include "kernel-shim/partition/state.h"

typedef enum memory_kind {
    MEMORY_STATIC,
    MEMORY_HEAP,
    MEMORY_STACK,
    MEMORY_FILE,  /* a mapping of a file or library */
    MEMORY_OTHER, /* an unnamed mapping, or the stack of a thread */
    MEMORY_KINDS
} memory_kind_t;

/* @param name set; empty: no name */
static void memory_mapping_name(uintptr_t va, char *name, size_t bytes)
{
    FILE *maps = fopen("/proc/self/maps", "re");
    char line[512];
    unsigned long low, high;
    int at;
    name[0] = '\0';
    while (maps != NULL && fgets(line, sizeof(line), maps) != NULL)
        if (sscanf(line, "%lx-%lx %*s %*s %*s %*s %n", &low, &high, &at) == 2 && va >= low && va < high) {
            snprintf(name, bytes, "%s", line + at);
            name[strcspn(name, "\n")] = '\0';
            break;
        }
    if (maps != NULL)
        fclose(maps);
}

static bool memory_is_local_stack(uintptr_t va)
{
    pthread_attr_t attributes;
    void *stack;
    size_t bytes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0)
        return false;
    bool known = pthread_attr_getstack(&attributes, &stack, &bytes) == 0;
    pthread_attr_destroy(&attributes);
    return known && va - (uintptr_t)stack < bytes;
}

extern char __data_start[] __attribute__((weak));
extern char _end[] __attribute__((weak));

/* @param name set: name of the mapping */
static memory_kind_t memory_kind(uintptr_t va, char *name, size_t bytes)
{
    memory_mapping_name(va, name, bytes);
    if (va >= (uintptr_t)__data_start && va < (uintptr_t)_end)
        return MEMORY_STATIC;
    if (strcmp(name, "[stack]") == 0 || memory_is_local_stack(va))
        return MEMORY_STACK;
    if (strcmp(name, "[heap]") == 0)
        return MEMORY_HEAP;
    return name[0] == '/' ? MEMORY_FILE : MEMORY_OTHER;
}

static const char *unshared_reason(int rc)
{
    switch (rc) {
    case -ECANCELED:
        return "EMUQ_SHARE excludes it";
    case -EBUSY:
        return "the program had started threads before it used the Message Units";
    case -ENOMEM:
        return "the memory of the device is too small";
    default:
        return "the program is not linked by emuqcc or has its own allocator, or the device's file does not "
               "support it";
    }
}

static void unshared_explain(memory_kind_t kind, const char *name, char *text, size_t bytes)
{
    int share_static = emuq_local_memory.share_static, share_heap = emuq_local_memory.share_heap;
    switch (kind) {
    case MEMORY_STATIC:
        snprintf(text, bytes, "static data, which is not in the device's memory: %s",
                 unshared_reason(share_static));
        break;
    case MEMORY_HEAP:
        snprintf(text, bytes, "a block of the heap, which is not in the device's memory: %s%s",
                 share_heap != 0 ? unshared_reason(share_heap)
                                 : "it was allocated before the heap was moved there",
                 share_heap == -ENOTSUP
                     ? "; link the program by emuqcc, or start it with LD_PRELOAD=libemuq_heap.so"
                     : "");
        break;
    case MEMORY_STACK:
        snprintf(text, bytes, "on a stack; use static data or malloc()");
        break;
    case MEMORY_FILE:
        snprintf(text, bytes, "a mapping of %s; use the program's own static data or malloc()", name);
        break;
    default:
        snprintf(text, bytes,
                 "a mapping that the program or its C library has made (%s); use static data or malloc(), in "
                 "a program "
                 "linked by emuqcc or started with LD_PRELOAD=libemuq_heap.so",
                 share_heap != 0 ? "its heap is not in the device's memory" : "or the stack of a thread");
    }
}

void emuq_memory_report_unreachable(const emuq_process_t *process, const void *va)
{
    static bool reported[MEMORY_KINDS]; /* atomic */
    char name[256], text[512];
    memory_kind_t kind = memory_kind((uintptr_t)va, name, sizeof(name));
    if (emuq_flag_exchange(&reported[kind], true))
        return;
    unshared_explain(kind, name, text, sizeof(text));
    emuq_log("rank %d: no memory region at %p: the device cannot reach it. It is %s", (int)process->rank, va,
             text);
}

void emuq_memory_note_unshared(emuq_process_t *process, const void *va)
{
    char name[256];
    if (AO_load(&process->slow_va) != 0 || emuq_address_space_shares(process->space, va))
        return;
    memory_kind_t kind = memory_kind((uintptr_t)va, name, sizeof(name));
    if (AO_compare_and_swap(&process->slow_va, 0, (uintptr_t)va))
        /* Release: pairs with the acquire in emuq_memory_explain_unshared(). */
        AO_int_store_release(&process->slow_kind, (uint32_t)kind + 1);
}

int emuq_memory_hide(const void *va, size_t bytes)
{
    const emuq_process_t *process = emuq_joined_process;
    if (process == NULL || AO_int_load(&process->pid) != (uint32_t)getpid())
        return 0; /* a child of fork() shares no memory */
    int rc = emuq_address_space_hide(process->space, va, bytes);
    if (rc == 0 && emuq_backend->unit->remapped != NULL)
        emuq_backend->unit->remapped(process->node->partition->machine, process->node->number,
                                     process->space);
    return rc;
}

void emuq_memory_explain_unshared(const emuq_process_t *process, emuq_text_t *text)
{
    static const char *const what[MEMORY_KINDS] = {
        [MEMORY_STATIC] = "static data, which is not shared",
        [MEMORY_HEAP] = "a block of the heap, which is not shared",
        [MEMORY_STACK] = "on the stack of a thread; static data and malloc() are faster",
        [MEMORY_FILE] = "a mapping of a file or library; the program's static data and malloc() are faster",
        [MEMORY_OTHER] = "a mapping that is not from the window of the rank, or the stack of a thread; "
                         "mmap() of private memory without PROT_EXEC and MAP_HUGETLB, in a program "
                         "linked by emuqcc, and malloc() are faster"};
    uint32_t kind = AO_int_load_acquire(&process->slow_kind);
    if (kind != 0)
        emuq_text_add(text, "rank %u: its engine copies messages for 0x%llx: %s", process->rank,
                      (unsigned long long)AO_load(&process->slow_va), what[kind - 1]);
}
