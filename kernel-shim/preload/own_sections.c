/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "kernel-shim/preload/own_sections.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "backends/rank_data.h"
#include "backends/rank_heap.h"
#include "kernel-shim/memory/rank_copies.h"

/* The sections are at least as aligned as these. Volatile: they would be constants otherwise. */
static volatile char begin_of_data[EMUQ_LARGEST_PAGE] __attribute__((aligned(EMUQ_LARGEST_PAGE))) = {1};
static volatile char begin_of_bss[EMUQ_LARGEST_PAGE] __attribute__((aligned(EMUQ_LARGEST_PAGE)));

/* Of the linker; NULL if EMUQ is a shared library, or its sections have kept their names. */
extern char __start_emuq_data[] __attribute__((weak)), __stop_emuq_data[] __attribute__((weak)),
    __start_emuq_bss[] __attribute__((weak)), __stop_emuq_bss[] __attribute__((weak));

typedef void constructor_t(int argc, char **argv, char **envp);

/* Of the linker: those of the program, and of what is linked into it. */
extern constructor_t *__init_array_start[], *__init_array_end[];

const int emuq_own_sections_linked = 1;

static emuq_own_sections_t found;

static constructor_t before_constructors;

/* Constructors of EMUQ come before it, by their priorities. */
static constructor_t *const mark __attribute__((section(".init_array.00201"), used)) = before_constructors;

static void construct(int argc, char **argv, char **envp)
{
    constructor_t **at = __init_array_start;
    while (at < __init_array_end && *at != before_constructors)
        at++;
    for (at++; at < __init_array_end; at++)
        (*at)(argc, argv, envp);
}

/* @return whether they are there, in the order that was meant */
static bool find(void)
{
    begin_of_data[0] = begin_of_bss[0] = emuq_own_data_end[0] = 2; /* they are variables, and linked */
    uintptr_t data = (uintptr_t)__start_emuq_data, data_end = (uintptr_t)__stop_emuq_data,
              last = (uintptr_t)emuq_own_data_end, bss = (uintptr_t)__start_emuq_bss,
              bss_end = (uintptr_t)__stop_emuq_bss;
    if (data == 0 || bss == 0 || last < data_end || bss < last)
        return false;
    found = (emuq_own_sections_t){
        {data, bss}, {last + EMUQ_LARGEST_PAGE, bss_end + (-bss_end & (EMUQ_LARGEST_PAGE - 1))}, construct};
    emuq_own_sections = &found;
    return true;
}

/* Costs a copy, so only where it may be needed. */
static void before_constructors(int argc, char **argv, char **envp)
{
    const char *backend = getenv("EMUQ_BACKEND");
    (void)argc, (void)argv, (void)envp;
    if (backend == NULL || strcmp(backend, "timed") != 0 || !find())
        return;
    /* If it cannot remember, ranks begin with what the constructors have made. Constructors may fork(). */
    if (emuq_rank_data_remember() == 0 && emuq_rank_heap_begin() == 0)
        (void)emuq_rank_copies_open();
}

int __cxa_atexit(void (*function)(void *), void *argument, void *dso);

/* What C++ registers to destroy static objects, in front of the C library's. */
int __cxa_atexit(void (*function)(void *), void *argument, void *dso)
{
    int (*next)(void (*)(void *), void *, void *) = NULL;
    if (emuq_rank_data_is_foreign())
        return 0;
    *(void **)&next = dlsym(RTLD_NEXT, "__cxa_atexit");
    return next != NULL ? next(function, argument, dso) : -1;
}
