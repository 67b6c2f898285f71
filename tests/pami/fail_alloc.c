/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "fail_alloc.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static __thread struct {
    size_t left;
    bool armed, failed;
} state __attribute__((tls_model("initial-exec")));

void fail_after(size_t count)
{
    state.left = count;
    state.failed = false;
    state.armed = true;
}

bool fail_stop(void)
{
    state.armed = false;
    return state.failed;
}

static bool fails(void)
{
    if (!state.armed || state.left-- != 0)
        return false;
    state.left = 0;
    state.failed = true;
    errno = ENOMEM;
    return true;
}

/* What dlsym() itself needs before the functions are known. */
static char early[4096] __attribute__((aligned(16)));
static size_t early_used;

static void *early_memory(size_t bytes)
{
    void *memory = early + early_used;
    early_used += (bytes + 15) & ~(size_t)15;
    return early_used <= sizeof early ? memory : NULL;
}

static bool is_early(const void *memory)
{
    return (const char *)memory >= early && (const char *)memory < early + sizeof early;
}

/* Returns the next definition of an interposed function. */
static void *real(const char *name, void **known)
{
    /* Volatile: dlsym() is declared as a leaf, but calls the functions of this file. */
    static __thread volatile bool is_looking __attribute__((tls_model("initial-exec")));
    if (*known == NULL && !is_looking) {
        is_looking = true;
        *known = dlsym(RTLD_NEXT, name);
        is_looking = false;
    }
    return *known;
}

void *malloc(size_t bytes)
{
    static void *known;
    void *(*fn)(size_t) = (void *(*)(size_t))real("malloc", &known);
    if (fn == NULL)
        return early_memory(bytes);
    return fails() ? NULL : fn(bytes);
}

void *calloc(size_t count, size_t bytes)
{
    static void *known;
    void *(*fn)(size_t, size_t) = (void *(*)(size_t, size_t))real("calloc", &known);
    if (fn == NULL)
        return early_memory(count * bytes);
    return fails() ? NULL : fn(count, bytes);
}

void *realloc(void *memory, size_t bytes)
{
    static void *known;
    void *(*fn)(void *, size_t) = (void *(*)(void *, size_t))real("realloc", &known);
    return fails() ? NULL : fn(memory, bytes);
}

int posix_memalign(void **memory, size_t alignment, size_t bytes)
{
    static void *known;
    int (*fn)(void **, size_t, size_t) = (int (*)(void **, size_t, size_t))real("posix_memalign", &known);
    return fails() ? ENOMEM : fn(memory, alignment, bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes)
{
    static void *known;
    void *(*fn)(size_t, size_t) = (void *(*)(size_t, size_t))real("aligned_alloc", &known);
    return fails() ? NULL : fn(alignment, bytes);
}

void free(void *memory)
{
    static void *known;
    void (*fn)(void *) = (void (*)(void *))real("free", &known);
    if (fn != NULL && !is_early(memory))
        fn(memory);
}
