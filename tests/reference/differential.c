/* SPDX-License-Identifier: BSD-3-Clause */
/* Random descriptor streams for the Message Unit and the reference.
 *
 *   reference_differential                          fixed seeds, and a short run with a new seed
 *   reference_differential --seed N [--messages N]  one seed
 *   reference_differential --descriptors N [--from N]
 *                                                   consecutive seeds until N descriptors are executed
 *
 * Ranks that are processes run a third of the fixed seeds; with TEST_LONG=1, all. */
#include <inttypes.h>
#include <malloc.h>
#include <time.h>

#include "against.h"
#include "mu_support.h"

enum { FIXED_SEEDS = 24, PARTS = 3, MESSAGES = MU_SANITIZED ? 800 : 5000, SAY_SECONDS = 10 };

static uint64_t seed, messages = MESSAGES, descriptors, from;

static bool one_job(uint64_t number, uint32_t count, against_t *done)
{
    bool is_same = against_run(number, count, NULL, 0, done);
    CU_ASSERT(is_same);
    return is_same;
}

static bool one_job_said(uint64_t number)
{
    against_t done;
    bool is_same = one_job(number, (uint32_t)messages, &done);
    printf("seed 0x%" PRIx64 ": %ux%ux%ux%ux%u nodes, %" PRIu64 " descriptors, %" PRIu64
           " packets into FIFOs\n",
           number, done.size[0], done.size[1], done.size[2], done.size[3], done.size[4], done.descriptors,
           done.packets);
    return is_same;
}

/* Processes, two hosts and three hosts run different seeds. */
static void fixed_seeds(void)
{
    bool is_part = mu_in_processes() && !emuq_test_is_long();
    uint64_t first = is_part ? 1 + (mu_hosts() - 1) % PARTS : 1, step = is_part ? PARTS : 1;
    printf("\n");
    for (uint64_t number = first; number <= FIXED_SEEDS && one_job_said(number); number += step)
        continue;
}

static void a_new_seed(void)
{
    printf("\n");
    one_job_said((uint64_t)time(NULL));
}

static void the_given_seed(void)
{
    printf("\n");
    one_job_said(seed);
}

static void say_executed(const against_t *sum, uint64_t jobs, uint64_t first)
{
    printf("%" PRIu64 " descriptors of %" PRIu64 " jobs without a difference, seeds 0x%" PRIx64
           " to 0x%" PRIx64 ": %" PRIu64 " memory FIFO, %" PRIu64 " put, %" PRIu64 " remote get, %" PRIu64
           " collective; %" PRIu64 " packets into FIFOs\n",
           sum->descriptors, jobs, first, first + jobs - 1, sum->kind[AGAINST_FIFO], sum->kind[AGAINST_PUT],
           sum->kind[AGAINST_GET], sum->kind[AGAINST_COLLECTIVE], sum->packets);
    fflush(stdout);
}

/* Reports the number of executed descriptors, periodically and at the end. */
static void many_descriptors(void)
{
    uint64_t jobs = 0, first = from != 0 ? from : (uint64_t)time(NULL) << 20;
    time_t said = time(NULL);
    against_t sum = {0}, done;
    /* Jobs reuse memory. */
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    printf("\n");
    while (sum.descriptors < descriptors && one_job(first + jobs, 0, &done)) {
        jobs++;
        sum.descriptors += done.descriptors;
        sum.packets += done.packets;
        for (int k = 0; k < AGAINST_KINDS; k++)
            sum.kind[k] += done.kind[k];
        if (time(NULL) >= said + SAY_SECONDS && sum.descriptors < descriptors) {
            said = time(NULL);
            say_executed(&sum, jobs, first);
        }
    }
    if (jobs != 0)
        say_executed(&sum, jobs, first);
}

int main(int argc, char **argv)
{
    static const emuq_test_t usual[] = {
        {"fixed seeds", fixed_seeds}, {"a new seed", a_new_seed}, {NULL, NULL}};
    static const emuq_test_t one[] = {{"the given seed", the_given_seed}, {NULL, NULL}};
    static const emuq_test_t many[] = {{"many descriptors", many_descriptors}, {NULL, NULL}};
    static const struct {
        const char *name;
        uint64_t *value;
    } options[] = {
        {"--seed", &seed}, {"--messages", &messages}, {"--descriptors", &descriptors}, {"--from", &from}};
    const size_t all = sizeof options / sizeof *options;
    const emuq_test_t *tests = usual;
    for (int i = 1; i < argc; i += 2) {
        size_t o = 0;
        while (o < all && strcmp(argv[i], options[o].name) != 0)
            o++;
        if (o == all || i + 1 == argc) {
            fprintf(stderr, "usage: %s [--seed N] [--messages N] | --descriptors N [--from N]\n", argv[0]);
            return 2;
        }
        *options[o].value = strtoull(argv[i + 1], NULL, 0);
        tests = o == 0 ? one : o == 2 ? many : tests;
    }
    emuq_test_skip_arguments(argc - 1);
    return emuq_test_main("against the reference", tests);
}
