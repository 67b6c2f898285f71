/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "kernel-shim/memory/kind.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

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

emuq_memory_kind_t emuq_memory_kind(uintptr_t va, char *name, size_t bytes)
{
    name_of(va, name, bytes);
    if (va >= (uintptr_t)__data_start && va < (uintptr_t)_end)
        return EMUQ_MEMORY_STATIC;
    if (strcmp(name, "[stack]") == 0 || on_own_stack(va))
        return EMUQ_MEMORY_STACK;
    if (strcmp(name, "[heap]") == 0)
        return EMUQ_MEMORY_HEAP;
    return name[0] == '/' ? EMUQ_MEMORY_FILE : EMUQ_MEMORY_OTHER;
}
