/* SPDX-License-Identifier: BSD-3-Clause */
/* The text of EMUQ_FAULTS, and random choices. */
#include <errno.h>
#include <string.h>

#include "backends/fault_plan.h"
#include "emuq_test.h"

static void texts(void)
{
    emuq_fault_plan_t plan;
    char what[160];
    CU_ASSERT_EQUAL(emuq_fault_plan_parse("", &plan, what, sizeof what), 0);
    CU_ASSERT_FALSE(plan.is_on);
    CU_ASSERT_EQUAL(emuq_fault_plan_parse("late=50", &plan, what, sizeof what), 0);
    CU_ASSERT(plan.is_on && !plan.has_seed && plan.late_ns == 50000 && plan.slows == 0 &&
              plan.kinds == EMUQ_FAULT_LATE);
    CU_ASSERT_EQUAL(emuq_fault_plan_parse("slow=1:543:20,seed=18446744073709551615,slow=0:0:1,die=3:9", &plan,
                                          what, sizeof what),
                    0);
    CU_ASSERT(plan.has_seed && plan.seed == UINT64_MAX && plan.late_ns == 0);
    CU_ASSERT_EQUAL(plan.slows, 2);
    CU_ASSERT_EQUAL(emuq_fault_plan_slow(&plan, 1, 543), 20000);
    CU_ASSERT_EQUAL(emuq_fault_plan_slow(&plan, 0, 0), 1000);
    CU_ASSERT_EQUAL(emuq_fault_plan_slow(&plan, 0, 543), 0);
    CU_ASSERT(plan.kinds == (EMUQ_FAULT_SLOW | EMUQ_FAULT_DEATH) && plan.dying_rank == 3 &&
              plan.last_packet == 9);
}

static void links(void)
{
    emuq_fault_plan_t plan;
    char what[160];
    CU_ASSERT_EQUAL(emuq_fault_plan_parse("errors=100000000,down=3:C+:1000", &plan, what, sizeof what), 0);
    CU_ASSERT_EQUAL(plan.kinds, EMUQ_FAULT_BIT_ERRORS | EMUQ_FAULT_LINK_DOWN);
    CU_ASSERT_EQUAL(plan.bit_errors, 100000000);
    CU_ASSERT(plan.down_node == 3 && plan.down_link == 5 && plan.down_packet == 1000);
    CU_ASSERT_EQUAL(emuq_fault_plan_parse("down=0:A-:1", &plan, what, sizeof what), 0);
    CU_ASSERT(plan.down_link == 0 && plan.bit_errors == 0 && emuq_fault_plan_has_messages(&plan));
    CU_ASSERT_EQUAL(emuq_fault_plan_parse("down=0:E+:1", &plan, what, sizeof what), 0);
    CU_ASSERT_EQUAL(plan.down_link, 9);
}

static void names(void)
{
    char text[80];
    emuq_fault_kinds(EMUQ_FAULT_LATE | EMUQ_FAULT_MEMORY | EMUQ_FAULT_LINK_DOWN, text, sizeof text);
    CU_ASSERT_STRING_EQUAL(text, "late, memory and down");
    emuq_fault_kinds(EMUQ_FAULT_BIT_ERRORS, text, sizeof text);
    CU_ASSERT_STRING_EQUAL(text, "errors");
}

/* A failing allocation does not affect messages. */
static void memory(void)
{
    emuq_fault_plan_t plan;
    char what[160];
    CU_ASSERT_EQUAL(emuq_fault_plan_parse("seed=1,memory=7", &plan, what, sizeof what), 0);
    CU_ASSERT(plan.is_on && plan.memory == 7 && !emuq_fault_plan_has_messages(&plan));
    CU_ASSERT_EQUAL(emuq_fault_plan_parse("memory=7,late=1", &plan, what, sizeof what), 0);
    CU_ASSERT(emuq_fault_plan_has_messages(&plan));
    CU_ASSERT_EQUAL(emuq_fault_plan_parse("seed=1", &plan, what, sizeof what), 0);
    CU_ASSERT(emuq_fault_plan_has_messages(&plan) && plan.memory == 0);
}

static void wrong_texts(void)
{
    static const struct {
        const char *text, *says;
    } bad[] = {
        {"late", "\"late\""},
        {"late=", "late=MICROSECONDS"},
        {"late=-1", "MICROSECONDS"},
        {"late=5us", "MICROSECONDS"},
        {"late=1000001", "at most"},
        {"seed=1,,late=5", "\"\""},
        {"seed=1,", "\"\""},
        {"seed=18446744073709551616", "seed=NUMBER"},
        {"slow=1:2", "NODE:FIFO"},
        {"slow=0:544:1", "0..543"},
        {"slow=0:1:2:3", "NODE:FIFO"},
        {"die=0:0", "from 1"},
        {"die=1", "RANK:PACKET"},
        {"memory=0", "from 1"},
        {"memory=", "memory=ALLOCATION"},
        {"lates=5", "faults are"},
        {"slow=0:1:1000001", "at most"},
        {"slow=4294967296:1:1", "FIFO"},
        {"errors=100000001", "at most"},
        {"errors=1e-9", "errors=BITS"},
        {"down=0:A:1", "NODE:LINK:PACKET"},
        {"down=0:F+:1", "NODE:LINK:PACKET"},
        {"down=0:3:1", "NODE:LINK:PACKET"},
        {"down=0:A+:0", "from 1"},
        {"down=A+:0:1", "NODE:LINK:PACKET"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        emuq_fault_plan_t plan;
        char what[160] = "";
        CU_ASSERT_EQUAL(emuq_fault_plan_parse(bad[i].text, &plan, what, sizeof what), -EINVAL);
        CU_ASSERT_PTR_NOT_NULL(strstr(what, bad[i].says));
        if (strstr(what, bad[i].says) == NULL)
            printf("%s: %s\n", bad[i].text, what);
    }
    char many[200] = "seed=1";
    for (int i = 0; i <= EMUQ_FAULTS_SLOW_MOST; i++)
        strcat(many, ",slow=0:1:1");
    emuq_fault_plan_t plan;
    char what[160];
    CU_ASSERT_EQUAL(emuq_fault_plan_parse(many, &plan, what, sizeof what), -EINVAL);
}

/* Choices are equal for equal inputs, differ otherwise, and are spread over their range. */
static void choices(void)
{
    enum { DRAWS = 10000, LIMIT = 10 };
    const emuq_fault_plan_t plan = {.seed = 3}, other = {.seed = 4};
    unsigned how_often[LIMIT] = {0}, same_seed = 0, same_fifo = 0;
    for (uint64_t i = 0; i < DRAWS; i++) {
        uint64_t x = emuq_fault_plan_draw(&plan, 0, 5, i, 2, LIMIT);
        CU_ASSERT_FATAL(x < LIMIT);
        how_often[x]++;
        same_seed += x == emuq_fault_plan_draw(&other, 0, 5, i, 2, LIMIT);
        same_fifo += x == emuq_fault_plan_draw(&plan, 0, 6, i, 2, LIMIT);
        CU_ASSERT_EQUAL_FATAL(emuq_fault_plan_draw(&plan, 0, 5, i, 2, LIMIT), x);
    }
    for (int i = 0; i < LIMIT; i++)
        CU_ASSERT(how_often[i] > DRAWS / LIMIT * 8 / 10 && how_often[i] < DRAWS / LIMIT * 12 / 10);
    CU_ASSERT(same_seed < DRAWS / LIMIT * 12 / 10 && same_fifo < DRAWS / LIMIT * 12 / 10);
    CU_ASSERT_EQUAL(emuq_fault_plan_draw(&plan, 0, 5, 1, 2, 0), 0);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"texts", texts},
                                        {"links", links},
                                        {"names", names},
                                        {"memory", memory},
                                        {"wrong texts", wrong_texts},
                                        {"choices", choices},
                                        {NULL, NULL}};
    return emuq_test_main("fault plan", tests);
}
