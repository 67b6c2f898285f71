/* SPDX-License-Identifier: BSD-3-Clause */
/* Instructions of the host's processor: more work gives higher counts. Skipped where the host does not
 * count. */
#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "quiet.h"

static bool host_counts(void)
{
    struct perf_event_attr attr = {.type = PERF_TYPE_HARDWARE,
                                   .config = PERF_COUNT_HW_INSTRUCTIONS,
                                   .size = sizeof attr,
                                   .exclude_kernel = 1,
                                   .exclude_hv = 1};
    int fd = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

static uint64_t instructions(unsigned set, unsigned work)
{
    uint64_t value = 0;
    CU_ASSERT_EQUAL(Bgpm_ResetStart(set), 0);
    for (volatile unsigned i = 0; i < work; i++)
        continue;
    CU_ASSERT_EQUAL(Bgpm_Stop(set), 0);
    CU_ASSERT_EQUAL(Bgpm_ReadEvent(set, 0, &value), 0);
    return value;
}

static void counts(void)
{
    bgpm_quiet();
    CU_ASSERT_EQUAL(Bgpm_Init(BGPM_MODE_SWDISTRIB), 0);
    unsigned set = (unsigned)Bgpm_CreateEventSet();
    CU_ASSERT(Bgpm_AddEvent(set, PEVT_INST_ALL) == 0 && Bgpm_AddEvent(set, PEVT_XU_BR_COMMIT) == 0);
    CU_ASSERT_EQUAL(Bgpm_Apply(set), 0);
    uint64_t little = instructions(set, 1000), much = instructions(set, 1000000);
    CU_ASSERT(little >= 2000 && much >= 2000000 && much > little);
    CU_ASSERT(Bgpm_ReadEvent(set, 0, &little) == 0 && little == much); /* stopped */
    CU_ASSERT_EQUAL(Bgpm_Disable(), 0);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"instructions", counts}, {NULL, NULL}};
    if (!host_counts()) {
        puts("skipped: this host does not count instructions (perf_event_open)");
        return EMUQ_TEST_SKIPPED;
    }
    return emuq_test_main("BGPM: the host's processor", tests);
}
