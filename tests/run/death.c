/* SPDX-License-Identifier: BSD-3-Clause */
/* Death of ranks and launchers: the job ends with a reason, and leaves no process. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "emuq_test.h"
#include "launched.h"

#define SAY_WHO "echo $EMUQ_RANK is $$; "

static void killed_rank(void)
{
    launched_t l;
    char text[128];
    launched_start(&l, SAY_WHO "sleep 1000", "--np", "8", NULL);
    CU_ASSERT_FATAL(launched_await(&l, 1, " is ", 8));
    pid_t victim = launched_rank(l.out_text, 5);
    time_t begin = time(NULL);
    kill(victim, SIGKILL);
    CU_ASSERT_EQUAL(launched_end(&l), 128 + SIGKILL);
    CU_ASSERT(time(NULL) - begin <= 5);
    snprintf(text, sizeof(text),
             "emuq-run: rank 5 (process %d) was ended by SIGKILL (Killed), no core dumped; ending",
             (int)victim);
    CU_ASSERT_EQUAL(launched_count(l.err_text, text), 1);
    CU_ASSERT_EQUAL(launched_count(l.err_text, "\n"), 1);
    CU_ASSERT_EQUAL(launched_all_gone(l.out_text), 8);
    launched_free(&l);
}

static void every_signal_has_its_name(void)
{
    launched_t l;
    launched_start(&l, "ulimit -c 0; kill -SEGV $$; sleep 1000", NULL);
    CU_ASSERT_EQUAL(launched_end(&l), 128 + SIGSEGV);
    CU_ASSERT_PTR_NOT_NULL(strstr(l.err_text, "SIGSEGV (Segmentation fault), no core dumped\n"));
    launched_free(&l);
    launched_start(&l, "kill -40 $$", "--np", "1", NULL);
    CU_ASSERT_EQUAL(launched_end(&l), 128 + 40);
    CU_ASSERT_PTR_NOT_NULL(strstr(l.err_text, "was ended by signal 40"));
    launched_free(&l);
}

static void deaf_ranks(void)
{
    launched_t l;
    launched_start(&l, "trap '' TERM HUP INT; " SAY_WHO "while :; do sleep 0.1; done", "--np", "4", NULL);
    CU_ASSERT_FATAL(launched_await(&l, 1, " is ", 4));
    kill(launched_rank(l.out_text, 0), SIGKILL);
    CU_ASSERT_EQUAL(launched_end(&l), 128 + SIGKILL);
    CU_ASSERT_EQUAL(launched_all_gone(l.out_text), 4);
    launched_free(&l);
}

static void stopped_ranks(void)
{
    launched_t l;
    launched_start(&l, SAY_WHO "kill -STOP $$", "--np", "3", NULL);
    CU_ASSERT_FATAL(launched_await(&l, 1, " is ", 3));
    kill(launched_rank(l.out_text, 1), SIGKILL);
    CU_ASSERT_EQUAL(launched_end(&l), 128 + SIGKILL);
    CU_ASSERT_EQUAL(launched_all_gone(l.out_text), 3);
    launched_free(&l);
}

static void killed_launcher(void)
{
    launched_t l;
    launched_start(&l, "sleep 1000 & " SAY_WHO "echo child is $!; wait", "--np", "6", NULL);
    CU_ASSERT_FATAL(launched_await(&l, 1, " is ", 12));
    kill(l.pid, SIGKILL);
    CU_ASSERT_EQUAL(launched_end(&l), 1000 + SIGKILL);
    CU_ASSERT_EQUAL(launched_all_gone(l.out_text), 12);
    launched_free(&l);
}

static void ranks_that_end_disturb_nobody(void)
{
    launched_t l;
    launched_start(&l, "[ $EMUQ_RANK = 0 ] && exit 2; sleep 1; [ $EMUQ_RANK = 3 ] && echo last; exit 7",
                   "--np", "4", NULL);
    CU_ASSERT_EQUAL(launched_end(&l), 2); /* status of the first */
    CU_ASSERT_STRING_EQUAL(l.out_text, "last\n");
    CU_ASSERT_STRING_EQUAL(l.err_text, "");
    launched_free(&l);
}

/* @p option NULL: the default. */
static void expect_exit(const char *option, const char *statuses, int status, int wanted, bool ends)
{
    launched_t l;
    char script[128], text[64];
    snprintf(script, sizeof(script), SAY_WHO "[ $EMUQ_RANK = 2 ] && exit %d; sleep %d", status,
             ends ? 1000 : 1);
    launched_start(&l, script, "--np", "4", option, statuses, NULL);
    CU_ASSERT_EQUAL(launched_end(&l), wanted);
    snprintf(text, sizeof(text), "exited with status %d; ending the 3 ranks", status);
    CU_ASSERT_EQUAL(launched_count(l.err_text, text), ends);
    CU_ASSERT_EQUAL(launched_count(l.err_text, "\n"), ends);
    CU_ASSERT(launched_all_gone(l.out_text) > 0);
    launched_free(&l);
}

static void bad_exits(void)
{
    expect_exit(NULL, NULL, 1, 1, true);
    expect_exit("--kill-on-bad-exit", "any", 9, 9, true);
    expect_exit("--envs", "EMUQ_KILL_ON_BAD_EXIT=any", 9, 9, true);
    expect_exit("--kill-on-bad-exit", "none", 1, 1, false);
}

static void children_end_with_their_rank(void)
{
    launched_t l;
    launched_start(&l, "sleep 1000 & echo child is $!", "--np", "4", NULL);
    CU_ASSERT_EQUAL(launched_end(&l), 0);
    CU_ASSERT_EQUAL(launched_all_gone(l.out_text), 4);
    launched_free(&l);
}

static void runaway_children_end_with_the_job(void)
{
    launched_t l;
    /* Outside of the process group of the rank, with its pipes open. */
    launched_start(&l, "setsid sh -c 'echo child is $$; exec sleep 1000' & sleep 0.5", "--np", "3", NULL);
    CU_ASSERT_EQUAL(launched_end(&l), 0);
    CU_ASSERT_EQUAL(launched_all_gone(l.out_text), 3);
    launched_free(&l);
}

static void time_limit(void)
{
    launched_t l;
    launched_start(&l, SAY_WHO "[ $EMUQ_RANK = 1 ] && exit 7; sleep 1000", "--np", "4", "--timeout", "1.5",
                   NULL);
    CU_ASSERT_EQUAL(launched_end(&l), 124);
    CU_ASSERT_EQUAL(launched_count(l.err_text, "the time limit of 1.5 s is over"), 1);
    CU_ASSERT_EQUAL(launched_count(l.err_text, "emuq-run: rank 1: has ended with status 7\n"), 1);
    CU_ASSERT_EQUAL(launched_count(l.err_text, "emuq-run: ranks 0,2-3: "), 1);
    CU_ASSERT_EQUAL(launched_all_gone(l.out_text), 4);
    launched_free(&l);
}

static void time_limit_not_reached(void)
{
    launched_t l;
    launched_start(&l, "exit 3", "--np", "4", "--timeout", "100000", NULL);
    CU_ASSERT_EQUAL(launched_end(&l), 3);
    CU_ASSERT_STRING_EQUAL(l.err_text, "");
    launched_free(&l);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"a killed rank ends the job", killed_rank},
        {"every signal has its name", every_signal_has_its_name},
        {"ranks that ignore signals", deaf_ranks},
        {"stopped ranks", stopped_ranks},
        {"a killed launcher takes all ranks along", killed_launcher},
        {"a rank that ends disturbs nobody", ranks_that_end_disturb_nobody},
        {"exits that end the job", bad_exits},
        {"children end with their rank", children_end_with_their_rank},
        {"runaway children end with the job", runaway_children_end_with_the_job},
        {"time limit", time_limit},
        {"time limit not reached", time_limit_not_reached},
        {NULL, NULL},
    };
    launched_setup();
    return emuq_test_main("death under emuq-run", tests);
}
