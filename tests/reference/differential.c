/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The same random descriptor streams go to the Message Unit and to the reference.
 *
 *   reference_differential                          a few fixed seeds, and a short run with a new one
 *   reference_differential --seed N [--messages N]  that one again
 *   reference_differential --descriptors N          new ones until so many descriptors have been executed
 */
#include <inttypes.h>
#include <time.h>

#include "against.h"
#include "mu_support.h"

enum { FIXED_SEEDS = 24, MESSAGES = MU_SANITIZED ? 800 : 5000, MANY_MESSAGES = 50000 };

static uint64_t seed, messages = MESSAGES, descriptors;

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

static void fixed_seeds(void)
{
    printf("\n");
    for (uint64_t number = 1; number <= FIXED_SEEDS && one_job_said(number); number++)
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

/* Says from time to time, and at the end, how many have been executed without a difference. */
static void many_descriptors(void)
{
    uint64_t executed = 0, jobs = 0, first = (uint64_t)time(NULL) << 20;
    time_t said = time(NULL);
    against_t done;
    printf("\n");
    while (executed < descriptors && one_job(first + jobs, MANY_MESSAGES, &done)) {
        executed += done.descriptors;
        jobs++;
        if (time(NULL) >= said + 10 || executed >= descriptors) {
            said = time(NULL);
            printf("%" PRIu64 " descriptors of %" PRIu64 " jobs, seeds from 0x%" PRIx64 "\n", executed, jobs,
                   first);
            fflush(stdout);
        }
    }
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
    } options[] = {{"--seed", &seed}, {"--messages", &messages}, {"--descriptors", &descriptors}};
    const emuq_test_t *tests = usual;
    for (int i = 1; i < argc; i += 2) {
        size_t o = 0;
        while (o < 3 && strcmp(argv[i], options[o].name) != 0)
            o++;
        if (o == 3 || i + 1 == argc) {
            fprintf(stderr, "usage: %s [--seed N] [--messages N] | --descriptors N\n", argv[0]);
            return 2;
        }
        *options[o].value = strtoull(argv[i + 1], NULL, 0);
        tests = o == 0 ? one : o == 2 ? many : tests;
    }
    return emuq_test_main("against the reference", tests);
}
