/* SPDX-License-Identifier: BSD-3-Clause */
/* Finds EMUQ's static data in the program: cmake/own_sections.cmake has moved them to sections emuq_data and
 * emuq_bss, behind .data and .bss. Both begin with a page; the page emuq_library_data_end ends the first. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "backends/rank_memory.h"
#include "kernel-shim/memory/memory.h"
#include "kernel-shim/preload/preload.h"

/* Align the sections. Volatile prevents a move to constant data */
static volatile char begin_of_data[EMUQ_LARGEST_PAGE] __attribute__((aligned(EMUQ_LARGEST_PAGE))) = {1};
static volatile char begin_of_bss[EMUQ_LARGEST_PAGE] __attribute__((aligned(EMUQ_LARGEST_PAGE)));

/* Defined by the linker; NULL if EMUQ is a shared library, or its sections are not renamed */
extern char __start_emuq_data[] __attribute__((weak)), __stop_emuq_data[] __attribute__((weak)),
    __start_emuq_bss[] __attribute__((weak)), __stop_emuq_bss[] __attribute__((weak));

typedef void constructor_t(int argc, char **argv, char **envp);

/* Defined by the linker: constructors of the program and of archives in it */
extern constructor_t *__init_array_start[], *__init_array_end[];

const int emuq_library_sections_linked = 1;

static emuq_library_sections_t found;

static constructor_t sections_before_constructors;

/* Constructors of EMUQ have lower numbers and run first. */
static constructor_t *const mark __attribute__((section(".init_array.00201"), used)) =
    sections_before_constructors;

static void sections_construct(int argc, char **argv, char **envp)
{
    constructor_t **at = __init_array_start;
    while (at < __init_array_end && *at != sections_before_constructors)
        at++;
    for (at++; at < __init_array_end; at++)
        (*at)(argc, argv, envp);
}

/* @return whether the sections exist, in the expected order */
static bool sections_find(void)
{
    begin_of_data[0] = begin_of_bss[0] = emuq_library_data_end[0] = 2; /* keeps the variables linked */
    uintptr_t data = (uintptr_t)__start_emuq_data, data_end = (uintptr_t)__stop_emuq_data,
              last = (uintptr_t)emuq_library_data_end, bss = (uintptr_t)__start_emuq_bss,
              bss_end = (uintptr_t)__stop_emuq_bss;
    if (data == 0 || bss == 0 || last < data_end || bss < last)
        return false;
    found =
        (emuq_library_sections_t){{data, bss},
                                  {last + EMUQ_LARGEST_PAGE, bss_end + (-bss_end & (EMUQ_LARGEST_PAGE - 1))},
                                  sections_construct};
    emuq_library_sections = &found;
    return true;
}

/* Runs before the program's constructors, for modelled time. */
static void sections_before_constructors(int argc, char **argv, char **envp)
{
    const char *backend = getenv("EMUQ_BACKEND");
    (void)argc, (void)argv, (void)envp;
    if (backend == NULL || strcmp(backend, "timed") != 0 || !sections_find())
        return;
    /* Without a copy, ranks start with the data after constructors. Constructors may fork(). */
    if (emuq_rank_data_remember() == 0 && emuq_rank_heap_begin() == 0)
        (void)emuq_rank_copies_open();
}

int __cxa_atexit(void (*function)(void *), void *argument, void *dso);

/* C++ registers destructors of static objects here. Only rank 0's are kept: at the end of the process all
 * destructors find rank 0's data. */
int __cxa_atexit(void (*function)(void *), void *argument, void *dso)
{
    int (*next)(void (*)(void *), void *, void *) = NULL;
    if (emuq_rank_data_is_foreign())
        return 0;
    *(void **)&next = dlsym(RTLD_NEXT, "__cxa_atexit");
    return next != NULL ? next(function, argument, dso) : -1;
}
