/* SPDX-License-Identifier: BSD-3-Clause */
/* Random packets and random faults: the law of apenet 8.4. Arguments: thousands of packets per direction and
 * case, and the seed; then names of cases. */
#include <stdio.h>
#include <stdlib.h>

#include "emuq_test.h"
#include "pair.h"

static uint32_t packets = 20000;
static uint64_t seed = 1;

static pair_plan_t plan_of(apenet_dialect_t dialect)
{
    pair_plan_t plan = {.seed = seed,
                        .packets = packets,
                        .most = 256,
                        .magics = 10,
                        .span = 300,
                        .delay = 400,
                        .law = PAIR_FLAGGED,
                        .cuts_through = true};
    apenet_link_defaults(&plan.config, dialect);
    return plan;
}

static void run(pair_plan_t *plan, const char *name)
{
    static pair_t p;
    const char *error = pair_run(&p, plan);
    printf("  %s, seed %llu: %llu words, %llu faults, %llu flagged%s%s\n", name,
           (unsigned long long)plan->seed, (unsigned long long)p.words, (unsigned long long)p.faults,
           (unsigned long long)p.flagged, error != NULL ? ": " : "", error != NULL ? error : "");
    CU_ASSERT_PTR_NULL(error);
}

static void without_faults(void)
{
    pair_plan_t plan = plan_of(APENET_DIALECT_APENET);
    plan.law = PAIR_INTACT;
    run(&plan, "whole");
    plan.cuts_through = false;
    plan.span = 1;
    run(&plan, "word by word");
}

static void with_flips(void)
{
    pair_plan_t plan = plan_of(APENET_DIALECT_APENET);
    plan.faults = (pair_faults_t){.flip = 200};
    run(&plan, "flips");
}

static void with_bursts(void)
{
    pair_plan_t plan = plan_of(APENET_DIALECT_APENET);
    plan.faults = (pair_faults_t){.other = 1000, .burst = 1000, .magic = 1000, .longest = 30};
    run(&plan, "bursts");
}

static void with_gaps(void)
{
    pair_plan_t plan = plan_of(APENET_DIALECT_APENET);
    plan.faults = (pair_faults_t){.gap = 1000, .flip = 2000, .longest = 600};
    run(&plan, "gaps");
}

/* `exanet` repairs single errors of headers alone. */
static void exanet_without_faults(void)
{
    pair_plan_t plan = plan_of(APENET_DIALECT_EXANET);
    plan.law = PAIR_INTACT;
    plan.span = 60;
    plan.delay = 0;
    run(&plan, "exanet, short wires");
    plan.span = 300;
    plan.delay = 400;
    plan.config.depth = 8192;
    plan.config.header_depth = 4096;
    run(&plan, "exanet, long wires");
    plan.config.period = 0;
    run(&plan, "exanet, no credit period");
}

static void exanet_with_single_errors(void)
{
    pair_plan_t plan = plan_of(APENET_DIALECT_EXANET);
    plan.law = PAIR_INTACT;
    plan.span = 60;
    plan.delay = 0;
    plan.faults = (pair_faults_t){.flip = 20, .kinds = PAIR_HEADER | PAIR_CREDIT};
    run(&plan, "exanet, single errors");
}

static void exanet_with_double_errors(void)
{
    pair_plan_t plan = plan_of(APENET_DIALECT_EXANET);
    plan.law = PAIR_LOSSY;
    plan.span = 60;
    plan.delay = 0;
    plan.faults = (pair_faults_t){.two = 20, .kinds = PAIR_HEADER};
    run(&plan, "exanet, double errors");
}

/* Lost, doubled and damaged CREDITs change nothing but the time. */
static void credits(void)
{
    pair_plan_t plan = plan_of(APENET_DIALECT_APENET);
    plan.law = PAIR_INTACT;
    plan.faults = (pair_faults_t){.spares_packets = true};
    run(&plan, "credits");
    plan.config.depth = 300;
    run(&plan, "credits, little depth");
    plan.most = 6;
    plan.config.depth = 8;
    run(&plan, "credits, depth 8");
    plan = plan_of(APENET_DIALECT_EXANET);
    plan.law = PAIR_INTACT;
    plan.faults = (pair_faults_t){.spares_packets = true};
    plan.span = 60;
    plan.delay = 0;
    run(&plan, "exanet, credits");
}

int main(int argc, char **argv)
{
    static const emuq_test_t tests[] = {{"no faults", without_faults},
                                        {"damaged words", with_flips},
                                        {"bursts", with_bursts},
                                        {"gaps", with_gaps},
                                        {"exanet without faults", exanet_without_faults},
                                        {"exanet with single errors", exanet_with_single_errors},
                                        {"exanet with double errors", exanet_with_double_errors},
                                        {"credits", credits},
                                        {NULL, NULL}};
    if (argc > 2 && strtoul(argv[1], NULL, 0) != 0) {
        packets = (uint32_t)strtoul(argv[1], NULL, 0) * 1000;
        seed = strtoull(argv[2], NULL, 0);
        emuq_test_skip_arguments(2);
    }
    return emuq_test_main("random faults of links", tests);
}
