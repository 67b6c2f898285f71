/* SPDX-License-Identifier: BSD-3-Clause */
/* Device-reachable memory of a rank, and messages for unreachable memory. Runs as the only rank of a job. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <spi/include/kernel/memory.h>

#include "emuq_test.h"

#define BYTES 4096u

static char in_bss[BYTES], in_data[BYTES] = "data";

/* A region around @p va in the device part of the physical addresses that maps back to @p va. */
static Kernel_MemoryRegion_t reached(char *va, size_t bytes)
{
    Kernel_MemoryRegion_t r = {0};
    void *back = NULL;
    CU_ASSERT_EQUAL_FATAL(Kernel_CreateMemoryRegion(&r, va, bytes), 0);
    CU_ASSERT((char *)r.BaseVa <= va && va + bytes <= (char *)r.BaseVa + r.Bytes);
    uint64_t pa = (uint64_t)r.BasePa + (uint64_t)(va - (char *)r.BaseVa);
    CU_ASSERT(pa >= UINT64_C(1) << 35 && pa + bytes <= UINT64_C(1) << 36);
    CU_ASSERT_EQUAL(pa % 64, (uint64_t)va % 64);
    CU_ASSERT_EQUAL(Kernel_Physical2Virtual((void *)(uintptr_t)pa, &back), 0);
    CU_ASSERT_PTR_EQUAL(back, va);
    return r;
}

static void static_data_heap_and_stack(void)
{
    char on_stack[BYTES];
    char *block = malloc(BYTES), *large = malloc(64 << 20);
    reached(in_bss, BYTES);
    reached(in_data, BYTES);
    reached(block, BYTES);
    reached(large, 64 << 20);
    reached(on_stack, BYTES);
    free(block);
    free(large);
}

/* The memory behind static data belongs to another mapping. */
static void regions_end_where_sharing_does(void)
{
    Kernel_MemoryRegion_t r;
    CU_ASSERT_EQUAL_FATAL(Kernel_CreateMemoryRegion(&r, in_bss, (size_t)1 << 34), 0);
    char *end = (char *)r.BaseVa + r.Bytes;
    CU_ASSERT(end > in_bss && (size_t)(end - in_bss) < (size_t)1 << 26);
}

/* Requests a rejected region twice. @return the message. */
static const char *refused(void *va)
{
    static char text[2048];
    Kernel_MemoryRegion_t r;
    FILE *file = tmpfile();
    int before = dup(STDERR_FILENO);
    fflush(stderr);
    dup2(fileno(file), STDERR_FILENO);
    for (int i = 0; i < 2; i++)
        CU_ASSERT_EQUAL(Kernel_CreateMemoryRegion(&r, va, 1), EINVAL);
    fflush(stderr);
    dup2(before, STDERR_FILENO);
    close(before);
    rewind(file);
    text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
    fclose(file);
    CU_ASSERT(strchr(text, '\n') != NULL && strchr(text, '\n') == strrchr(text, '\n')); /* once */
    CU_ASSERT(strstr(text, "rank 0: no memory region at 0x") != NULL);
    return text;
}

static void *thread(void *argument)
{
    char on_stack[BYTES];
    (void)argument;
    CU_ASSERT(strstr(refused(on_stack), "on a stack") != NULL);
    return NULL;
}

static void the_rest_is_refused(void)
{
    pthread_t other;
    char *map = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CU_ASSERT(strstr(refused(map), "a mapping that the program") != NULL);
    munmap(map, BYTES);
    CU_ASSERT(strstr(refused(stdin), "a mapping of /") != NULL); /* static data of the C library */
    CU_ASSERT_EQUAL_FATAL(pthread_create(&other, NULL, thread, NULL), 0);
    pthread_join(other, NULL);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"static data, heap and stack", static_data_heap_and_stack},
                                        {"regions end where sharing does", regions_end_where_sharing_does},
                                        {"the rest is refused", the_rest_is_refused},
                                        {NULL, NULL}};
    return emuq_test_main("memory of a device", tests);
}
