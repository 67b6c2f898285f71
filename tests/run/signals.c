/* SPDX-License-Identifier: BSD-3-Clause */
/* Signals to the launcher. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "emuq_test.h"
#include "launched.h"

/* A rank that prints its start, and SIGTERM. */
#define POLITE "trap 'echo bye; exit 5' TERM; echo $EMUQ_RANK is $$; while :; do sleep 0.05; done"
#define DEAF   "trap '' TERM; echo $EMUQ_RANK is $$; while :; do sleep 0.05; done"

static void ends_job(int signal, const char *name)
{
    launched_t l;
    char text[64];
    launched_start(&l, POLITE, "--np", "4", NULL);
    CU_ASSERT_FATAL(launched_await(&l, 1, " is ", 4));
    kill(l.pid, signal);
    CU_ASSERT_EQUAL(launched_end(&l), 128 + signal);
    snprintf(text, sizeof(text), "emuq-run: %s: ending the job, 4 ranks run\n", name);
    CU_ASSERT_EQUAL(launched_count(l.err_text, text), 1);
    CU_ASSERT_EQUAL(launched_count(l.err_text, "emuq-run: "), 1);
    CU_ASSERT_EQUAL(launched_all_gone(l.out_text), 4);
    launched_free(&l);
}

static void each_end_signal(void)
{
    ends_job(SIGINT, "SIGINT");
    ends_job(SIGTERM, "SIGTERM");
    ends_job(SIGHUP, "SIGHUP");
}

static void ranks_can_say_a_last_word(void)
{
    launched_t l;
    launched_start(&l, POLITE, "--np", "2", NULL);
    CU_ASSERT_FATAL(launched_await(&l, 1, " is ", 2));
    kill(l.pid, SIGTERM);
    CU_ASSERT_EQUAL(launched_end(&l), 128 + SIGTERM);
    CU_ASSERT_EQUAL(launched_count(l.out_text, "bye\n"), 2);
    launched_free(&l);
}

static void ranks_that_do_not_listen(void)
{
    launched_t l;
    launched_start(&l, DEAF, "--np", "4", NULL);
    CU_ASSERT_FATAL(launched_await(&l, 1, " is ", 4));
    kill(l.pid, SIGTERM);
    CU_ASSERT_EQUAL(launched_end(&l), 128 + SIGTERM);
    CU_ASSERT_EQUAL(launched_all_gone(l.out_text), 4);
    launched_free(&l);
}

static void impatience(void)
{
    launched_t l;
    launched_start(&l, DEAF, "--np", "4", NULL);
    CU_ASSERT_FATAL(launched_await(&l, 1, " is ", 4));
    kill(l.pid, SIGINT);
    CU_ASSERT(launched_await(&l, 2, "SIGINT", 1));
    kill(l.pid, SIGINT);
    CU_ASSERT_EQUAL(launched_end(&l), 128 + SIGINT);
    CU_ASSERT_EQUAL(launched_count(l.err_text, "\n"), 1);
    CU_ASSERT_EQUAL(launched_all_gone(l.out_text), 4);
    launched_free(&l);
}

static void ignored_signals_stay_ignored(void)
{
    launched_t l;
    signal(SIGHUP, SIG_IGN);
    launched_start(&l, "echo $EMUQ_RANK is $$; sleep 0.5; echo end", "--np", "2", NULL);
    signal(SIGHUP, SIG_DFL);
    CU_ASSERT_FATAL(launched_await(&l, 1, " is ", 2));
    kill(l.pid, SIGHUP);
    CU_ASSERT_EQUAL(launched_end(&l), 0);
    CU_ASSERT_EQUAL(launched_count(l.out_text, "end\n"), 2);
    launched_free(&l);
}

static void question(void)
{
    launched_t l;
    launched_start(&l, "[ $EMUQ_RANK = 2 ] && echo 2 is $$ && exit; " POLITE, "--np", "4", NULL);
    CU_ASSERT_FATAL(launched_await(&l, 1, " is ", 4));
    CU_ASSERT(launched_is_gone(launched_rank(l.out_text, 2)));
    kill(l.pid, SIGUSR1);
    CU_ASSERT(launched_await(&l, 2, "rank 2: has ended with status 0\n", 1));
    CU_ASSERT_EQUAL(launched_count(l.err_text, "ranks 0-1,3: "), 1);
    kill(l.pid, SIGTERM);
    CU_ASSERT_EQUAL(launched_end(&l), 128 + SIGTERM);
    launched_free(&l);
}

static void ranks_have_the_signals_of_the_launcher(void)
{
    launched_t l;
    /* Checks in /proc: no signal is blocked, and SIGPIPE is not ignored. */
    launched_start(&l, "grep -E 'Sig(Blk|Ign)' /proc/self/status", NULL);
    CU_ASSERT_EQUAL(launched_end(&l), 0);
    CU_ASSERT_EQUAL(launched_count(l.out_text, "0000000000000000"), 2);
    launched_free(&l);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"SIGINT, SIGTERM and SIGHUP end the job", each_end_signal},
        {"ranks can say a last word", ranks_can_say_a_last_word},
        {"ranks that do not listen are killed", ranks_that_do_not_listen},
        {"a second SIGINT", impatience},
        {"ignored signals stay ignored", ignored_signals_stay_ignored},
        {"SIGUSR1 asks", question},
        {"ranks have the signals of the launcher", ranks_have_the_signals_of_the_launcher},
        {NULL, NULL},
    };
    launched_setup();
    return emuq_test_main("signals to emuq-run", tests);
}
