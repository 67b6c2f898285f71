/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "kernel-shim/memory/refusal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "kernel-shim/errors/say.h"
#include "kernel-shim/share/window.h"

/* Kinds of memory that lie in no window. */
typedef enum kind { STATIC_DATA, HEAP, STACK, LIBRARY, OTHER, KINDS } kind_t;

/* Reads whose memory it is: the name at the end of its line of the map, empty if it has none. */
static void name_of(uintptr_t va, char *name, size_t bytes)
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

/* Whether @p va is in the stack of the calling thread. */
static bool on_own_stack(uintptr_t va)
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

static kind_t kind_of(uintptr_t va, const char *name)
{
    if (va >= (uintptr_t)__data_start && va < (uintptr_t)_end)
        return STATIC_DATA;
    if (strcmp(name, "[stack]") == 0 || on_own_stack(va))
        return STACK;
    if (strcmp(name, "[heap]") == 0)
        return HEAP;
    return name[0] == '/' ? LIBRARY : OTHER;
}

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

static void explain(kind_t kind, const char *name, char *text, size_t bytes)
{
    int share_static = emuq_own_memory.share_static, share_heap = emuq_own_memory.share_heap;
    switch (kind) {
    case STATIC_DATA:
        snprintf(text, bytes, "static data, which is not in the device's memory: %s", because(share_static));
        break;
    case HEAP:
        snprintf(text, bytes, "a block of the heap, which is not in the device's memory: %s%s",
                 share_heap != 0 ? because(share_heap) : "it was allocated before the heap was moved there",
                 share_heap == -ENOTSUP
                     ? "; link the program by emuqcc, or start it with LD_PRELOAD=libemuq_heap.so"
                     : "");
        break;
    case STACK:
        snprintf(text, bytes, "on a stack; use static data or malloc()");
        break;
    case LIBRARY:
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
    static bool said[KINDS]; /* __atomic */
    char name[256], text[512];
    name_of((uintptr_t)va, name, sizeof(name));
    kind_t kind = kind_of((uintptr_t)va, name);
    if (__atomic_exchange_n(&said[kind], true, __ATOMIC_RELAXED))
        return;
    explain(kind, name, text, sizeof(text));
    emuq_job_say("rank %d: no memory region at %p: the device cannot reach it. It is %s", (int)process->rank,
                 va, text);
}
