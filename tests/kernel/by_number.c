/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernel calls by number: each row of the table equals the function of its name. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backends/address_space.h"
#include "emuq_test.h"
#include "fake.h"
#include "kernel-shim/kernel/calls.h"
#include "kernel-shim/partition/interrupts.h"
#include "kernel-shim/partition/registers.h"

/* The same calls by name. */
#define KERNEL_CALL_FUNCTIONS
#include "kernel-shim/kernel/by_number.def"

static uint64_t (*const by_name[EMUQ_NUMBERED_CALLS])(const uint64_t[6]) = {
#define KERNEL_CALL(name, function, arguments) [__NR_##name - SYSCALL_START] = call_##name,
#include "kernel-shim/kernel/by_number.def"
};

/* Memory for the pointer arguments of a call. */
typedef struct {
    _Alignas(64) char of_argument[6][8192];
} memory_t;

static emuq_partition_t *p;

static void begin(void)
{
    static const uint32_t one[5] = {1, 1, 1, 1, 1};
    p = fake_open(one, 2, 0);
    CU_ASSERT_EQUAL(emuq_mu_boot_resources(&p->node[0]), 0);
    fake_enter(&p->process[1]);
}

static void end(void)
{
    fake_leave();
    fake_close(p);
}

/* Masks addresses in results, which differ between partitions. */
static void hide_addresses(memory_t *memory)
{
    uint64_t word;
    for (char *at = (char *)memory; at < (char *)(memory + 1); at += sizeof(word)) {
        memcpy(&word, at, sizeof(word));
        if (word <= UINT32_MAX || !emuq_is_mapped((const void *)(uintptr_t)word, 1))
            continue;
        word = UINT64_MAX;
        memcpy(at, &word, sizeof(word));
    }
}

/* Makes a call on a new partition. Words are @p word; pointers lead to zeroed memory, or all are NULL. */
static uint64_t make_call(long number, bool is_by_name, uint64_t word, memory_t *memory)
{
    static memory_t shared; /* both calls see equal addresses */
    const emuq_numbered_call_t *call = &emuq_numbered_calls[number - SYSCALL_START];
    uint64_t arguments[6] = {0};
    memset(&shared, 0, sizeof(shared));
    for (size_t i = 0; i < strlen(call->kinds); i++)
        arguments[i] = call->kinds[i] == 'w' ? word : memory != NULL ? (uintptr_t)shared.of_argument[i] : 0;
    begin();
    uint64_t result =
        is_by_name ? by_name[number - SYSCALL_START](arguments) : emuq_spi_syscall(number, arguments);
    hide_addresses(&shared);
    end();
    if (memory != NULL)
        *memory = shared;
    return result;
}

static void every_row_is_its_function(void)
{
    static const uint64_t words[] = {0, 1, KERNEL_MEMSIZE_SHARED, sizeof(Personality_t), 8192};
    static memory_t by_number_wrote, by_name_wrote;
    unsigned rows = 0, writers = 0, errors = 0;
    for (long n = SYSCALL_START; n < SPI_NUM_SYSCALLS; n++) {
        bool is_row = emuq_numbered_calls[n - SYSCALL_START].call != NULL;
        CU_ASSERT_EQUAL(is_row, by_name[n - SYSCALL_START] != NULL);
        /* The first call waits for an interrupt; the second needs ranks (tests/ranks/kernel_calls.c). */
        if (!is_row || n == __NR_COMMTHREADPOOF || n == __NR_RANKS2COORDS)
            continue;
        for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
            uint64_t result = make_call(n, false, words[i], &by_number_wrote);
            CU_ASSERT_EQUAL(result, make_call(n, true, words[i], &by_name_wrote));
            CU_ASSERT_EQUAL(memcmp(&by_number_wrote, &by_name_wrote, sizeof(memory_t)), 0);
            static const memory_t zero;
            writers += memcmp(&by_number_wrote, &zero, sizeof(zero)) != 0;
        }
        uint64_t result = make_call(n, false, 0, NULL);
        CU_ASSERT_EQUAL(result, make_call(n, true, 0, NULL));
        errors += result != 0;
        rows++;
    }
    CU_ASSERT(rows >= 50);
    CU_ASSERT(writers >= 20); /* the comparison was not empty */
    CU_ASSERT(errors >= 20);
}

static void numbers_are_those_of_the_machine(void)
{
    CU_ASSERT_EQUAL(__NR_GETMEMORYREGION, 1024);
    CU_ASSERT_EQUAL(__NR_GET_PERSONALITY, 1025);
    CU_ASSERT_EQUAL(__NR_CFG_MU_GEA, 1046);
    CU_ASSERT_EQUAL(__NR_UPCI_OP, 1057);
    CU_ASSERT_EQUAL(__NR_CONFIGUREGIINTERRUPTS, 1073);
    CU_ASSERT_EQUAL(__NR_GETJOBID, 1087);
    CU_ASSERT_EQUAL(__NR_GPFSFCNTL, 1104);
    CU_ASSERT_EQUAL(SPI_NUM_SYSCALLS, 1105);
}

/* Values that a comparison with the function cannot show. */
static void calls_reach_the_node(void)
{
    Personality_t personality;
    uint32_t n = 0, ids[8], id = 3, pvr = 0;
    uint64_t normal = 4096;
    MUSPI_InjFifoSubGroup_t group;
    Kernel_InjFifoAttributes_t attributes;
    memset(&attributes, 0, sizeof(attributes));
    begin();
    CU_ASSERT_EQUAL(CNK_SPI_SYSCALL_2(GET_PERSONALITY, (uintptr_t)&personality, sizeof(personality)), 0);
    CU_ASSERT_EQUAL(memcmp(&personality, &p->node[0].personality, sizeof(personality)), 0);
    CU_ASSERT_EQUAL(CNK_SPI_SYSCALL_0(GETRANK), 1);
    CU_ASSERT_EQUAL(CNK_SPI_SYSCALL_1(GETPVR, &pvr), 0);
    CU_ASSERT_EQUAL(pvr, 0x490200);
    CU_ASSERT_EQUAL(CNK_SPI_SYSCALL_5(ALLOCATE_INJ_FIFOS, 5, &group, 1, &id, &attributes), 0);
    CU_ASSERT_EQUAL(fake_owner(p, EMUQ_RESOURCE_INJ_FIFO, 5 * 8 + 3)->rank, 1);
    CU_ASSERT_EQUAL(CNK_SPI_SYSCALL_3(QUERY_INJ_FIFOS, 5, &n, ids), 0);
    CU_ASSERT_EQUAL(n, 7);
    CU_ASSERT_EQUAL(CNK_SPI_SYSCALL_3(DEALLOC_INJ_FIFOS, &group, 1, &id), 0);
    CU_ASSERT_EQUAL(CNK_SPI_SYSCALL_2(CFG_INJ_FIFO_THRESH, &normal, NULL), 0);
    CU_ASSERT_EQUAL(Kernel_GetInjFifoThresholds(&normal, NULL), 0);
    CU_ASSERT_EQUAL(normal, 4096);
    end();
}

static void handler(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    (void)a, (void)b, (void)c, (void)d;
}

static void six_arguments_arrive(void)
{
    begin();
    CU_ASSERT_EQUAL(CNK_SPI_SYSCALL_6(COMMTHREADINSTALLHANDLER, KERNEL_COMM_INT2, handler, 1, 2, 3, 4), 0);
    emuq_core_t *core = emuq_core_of(&p->node[0], emuq_thread_self.processor);
    const emuq_line_t *line =
        &core->thread[emuq_thread_self.processor % EMUQ_CORE_THREADS].line[KERNEL_COMM_INT2];
    for (uint64_t i = 0; i < 4; i++)
        CU_ASSERT_EQUAL(line->parm[i], i + 1);
    CU_ASSERT_EQUAL(CNK_SPI_SYSCALL_6(COMMTHREADINSTALLHANDLER, KERNEL_COMM_INT2, NULL, 0, 0, 0, 0), 0);
    end();
}

/* The text on standard error while @p function runs. */
static void capture(char *text, size_t size, void (*function)(void))
{
    FILE *file = tmpfile();
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    int saved = dup(STDERR_FILENO);
    dup2(fileno(file), STDERR_FILENO);
    function();
    dup2(saved, STDERR_FILENO);
    close(saved);
    rewind(file);
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
}

static void call_missing(void)
{
    for (int i = 0; i < 2; i++) {
        CU_ASSERT_EQUAL(CNK_SPI_SYSCALL_0(TMWRITE), ENOSYS);
        CU_ASSERT_EQUAL(CNK_SPI_SYSCALL_1(GPFSFCNTL, 1), ENOSYS);
        CU_ASSERT_EQUAL(emuq_spi_syscall(SPI_NUM_SYSCALLS, (const uint64_t[6]){0}), ENOSYS);
        CU_ASSERT_EQUAL(emuq_spi_syscall(SPI_SYSCALL_BEGIN, (const uint64_t[6]){0}), ENOSYS);
    }
}

static void missing_numbers_are_named_once(void)
{
    char text[4096];
    begin();
    capture(text, sizeof(text), call_missing);
    end();
    const char *parts[] = {"kernel call 1062 (TMWRITE)", "kernel call 1104 (GPFSFCNTL)",
                           "kernel call 1105 (unknown)"};
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        const char *first = strstr(text, parts[i]);
        CU_ASSERT_PTR_NOT_NULL_FATAL(first);
        CU_ASSERT_PTR_NULL(strstr(first + 1, parts[i]));
    }
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"every row is its function", every_row_is_its_function},
        {"numbers are those of the machine", numbers_are_those_of_the_machine},
        {"calls reach the node", calls_reach_the_node},
        {"six arguments arrive", six_arguments_arrive},
        {"missing numbers are named once", missing_numbers_are_named_once},
        {NULL, NULL},
    };
    return emuq_test_main("kernel calls by number", tests);
}
