/* SPDX-License-Identifier: BSD-3-Clause */
/* The same in C++: the headers, std::thread, and std::exit() below frames that have destructors. */
#include <atomic>
#include <cstdlib>
#include <thread>

#include "emuq/partition.h"
#include "emuq_test.h"
#include "spi/include/kernel/location.h"
#include "spi/include/kernel/process.h"
#include "spi/include/kernel/thread.h"

/* Some programs redeclare them. */
extern uint32_t Kernel_ProcessCount();
extern "C" uint32_t Kernel_GetRank();

static std::atomic<int> wrong(0), ran(0);

static int rank_with_thread(int, char **)
{
    uint32_t rank = Kernel_GetRank(), seen = 99;
    std::thread thread([&seen] { seen = Kernel_GetRank(); });
    thread.join();
    wrong += seen != rank || Kernel_ProcessCount() != 2;
    ran++;
    return 0;
}

static void leave(int status) noexcept
{
    std::exit(status);
}

static int rank_that_exits(int, char **)
{
    thread_local int mine = 0;
    mine++;
    wrong += mine != 1;
    leave(static_cast<int>(Kernel_GetRank()));
    return 99;
}

static void threads()
{
    emuq_job_t job = emuq_job_t();
    job.shape[0] = 2;
    job.ppn = 2;
    CU_ASSERT_EQUAL(emuq_run_threads(&job, rank_with_thread, 0, NULL), 0);
    CU_ASSERT_EQUAL(wrong.load(), 0);
    CU_ASSERT_EQUAL(ran.load(), 4);
}

static void exits()
{
    emuq_job_t job = emuq_job_t();
    job.shape[0] = 4;
    CU_ASSERT_EQUAL(emuq_run_threads(&job, rank_that_exits, 0, NULL), 3);
    CU_ASSERT_EQUAL(wrong.load(), 0);
}

int main()
{
    static const emuq_test_t tests[] = {{"std::thread", threads}, {"std::exit", exits}, {NULL, NULL}};
    return emuq_test_main("ranks in C++", tests);
}
