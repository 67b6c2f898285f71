/* SPDX-License-Identifier: BSD-3-Clause */
/* EMUQ_FAULTS: a text is rejected with a reason, or the complete fault plan is in range. */
#include <stdlib.h>
#include <string.h>

#include "backends/fault_plan.h"
#include "fuzz.h"
#include "hwi/include/bqc/MU_Macros.h"

#define LONGEST_NS (UINT64_C(1000) * EMUQ_FAULTS_LONGEST)

static void check(const emuq_fault_plan_t *plan)
{
    FUZZ_CHECK((plan->kinds & ~(uint32_t)EMUQ_FAULTS_ALL) == 0);
    FUZZ_CHECK(plan->late_ns <= LONGEST_NS && plan->slows <= EMUQ_FAULTS_SLOW_MOST);
    for (uint32_t i = 0; i < plan->slows; i++)
        FUZZ_CHECK(plan->slow[i].fifo < BGQ_MU_NUM_INJ_FIFOS && plan->slow[i].ns <= LONGEST_NS);
    FUZZ_CHECK(plan->bit_errors <= 100000000 && plan->down_link < 10);
    FUZZ_CHECK(((plan->kinds & EMUQ_FAULT_DEATH) != 0) == (plan->last_packet != 0));
    FUZZ_CHECK(((plan->kinds & EMUQ_FAULT_MEMORY) != 0) == (plan->memory != 0));
    FUZZ_CHECK(((plan->kinds & EMUQ_FAULT_LINK_DOWN) != 0) == (plan->down_packet != 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size), what[160] = "";
    emuq_fault_plan_t plan;
    if (emuq_fault_plan_parse(text, &plan, what, sizeof what) != 0) {
        FUZZ_CHECK(what[0] != '\0' && memchr(what, '\0', sizeof what) != NULL);
    } else if (plan.is_on) {
        check(&plan);
    } else {
        FUZZ_CHECK(*text == '\0');
    }
    free(text);
    return 0;
}
