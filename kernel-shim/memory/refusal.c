/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "kernel-shim/memory/refusal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "kernel-shim/partition/say.h"
#include "kernel-shim/memory/kind.h"
#include "kernel-shim/memory/window.h"

/* Why static data or heap is not shared. */
static const char *because(int rc)
{
    switch (rc) {
    case -ECANCELED:
        return "EMUQ_SHARE says so";
    case -EBUSY:
        return "the program had threads when it came to use the Message Units";
    case -ENOMEM:
        return "the device has too little memory for it";
    default:
        return "the program is not linked by emuqcc, has an allocator of its own, or the device's file does "
               "not allow it";
    }
}

static void explain(emuq_memory_kind_t kind, const char *name, char *text, size_t bytes)
{
    int share_static = emuq_local_memory.share_static, share_heap = emuq_local_memory.share_heap;
    switch (kind) {
    case EMUQ_MEMORY_STATIC:
        snprintf(text, bytes, "static data, which is not in the device's memory: %s", because(share_static));
        break;
    case EMUQ_MEMORY_HEAP:
        snprintf(text, bytes, "a block of the heap, which is not in the device's memory: %s%s",
                 share_heap != 0 ? because(share_heap) : "it was allocated before the heap was moved there",
                 share_heap == -ENOTSUP
                     ? "; link the program by emuqcc, or start it with LD_PRELOAD=libemuq_heap.so"
                     : "");
        break;
    case EMUQ_MEMORY_STACK:
        snprintf(text, bytes, "on a stack; use static data or malloc()");
        break;
    case EMUQ_MEMORY_FILE:
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

void emuq_refuse_memory(const emuq_process_t *process, const void *va)
{
    static bool said[EMUQ_MEMORY_KINDS]; /* __atomic */
    char name[256], text[512];
    emuq_memory_kind_t kind = emuq_memory_kind((uintptr_t)va, name, sizeof(name));
    if (__atomic_exchange_n(&said[kind], true, __ATOMIC_RELAXED))
        return;
    explain(kind, name, text, sizeof(text));
    emuq_job_say("rank %d: no memory region at %p: the device cannot reach it. It is %s", (int)process->rank,
                 va, text);
}
