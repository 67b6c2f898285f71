/* SPDX-License-Identifier: BSD-3-Clause */
#include "emuq_test.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CUnit/Basic.h>

static unsigned left_out;

/* Arguments of the program: those of main(), less the ones that the program reads itself. */
static int argument_count;
static char **arguments;

/* The C library calls constructors with the arguments of main(). */
__attribute__((constructor)) static void keep_arguments(int argc, char **argv)
{
    argument_count = argc > 1 ? argc - 1 : 0;
    arguments = argv + 1;
}

void emuq_test_skip_arguments(int count)
{
    if (count > argument_count)
        count = argument_count;
    argument_count -= count;
    arguments += count;
}

bool emuq_test_is_long(void)
{
    const char *text = getenv("TEST_LONG");
    return text != NULL && strcmp(text, "1") == 0;
}

int emuq_test_left_out_on_device(const char *why)
{
    const char *backend = getenv("EMUQ_BACKEND");
    if (backend == NULL || strcmp(backend, "mmio") != 0)
        return 0;
    printf("\nleft out on a device: %s\n", why);
    left_out++;
    return 1;
}

/* Whether an argument selects the case; no argument selects all. */
static bool is_selected(const char *name)
{
    for (int i = 0; i < argument_count; i++)
        if (strstr(name, arguments[i]) != NULL)
            return true;
    return argument_count == 0;
}

/* Rejects an argument that selects no case. */
static bool are_arguments_valid(const char *suite, const emuq_test_t *tests)
{
    for (int i = 0; i < argument_count; i++) {
        const emuq_test_t *t = tests;
        while (t->name != NULL && strstr(t->name, arguments[i]) == NULL)
            t++;
        if (t->name == NULL) {
            fprintf(stderr, "%s: no case has '%s' in its name; --list prints the names\n", suite,
                    arguments[i]);
            return false;
        }
    }
    return true;
}

/* @return whether the cases are listed only */
static bool list_cases(const emuq_test_t *tests)
{
    if (argument_count != 1 || strcmp(arguments[0], "--list") != 0)
        return false;
    for (const emuq_test_t *t = tests; t->name != NULL; t++)
        puts(t->name);
    return true;
}

int emuq_test_main(const char *suite, const emuq_test_t *tests)
{
    if (list_cases(tests))
        return 0;
    if (!are_arguments_valid(suite, tests))
        return 2;
    if (CU_initialize_registry() != CUE_SUCCESS) {
        fprintf(stderr, "%s: CUnit: %s\n", suite, CU_get_error_msg());
        return 1;
    }
    CU_pSuite s = CU_add_suite(suite, NULL, NULL);
    for (const emuq_test_t *t = tests; s != NULL && t->name != NULL; t++)
        if (is_selected(t->name))
            CU_add_test(s, t->name, t->function);
    if (CU_get_error() != CUE_SUCCESS) {
        fprintf(stderr, "%s: CUnit: %s\n", suite, CU_get_error_msg());
        return 1;
    }
    CU_basic_set_mode(CU_BRM_NORMAL);
    CU_basic_run_tests();
    CU_basic_show_failures(CU_get_failure_list());
    unsigned run = CU_get_number_of_tests_run();
    unsigned failed = CU_get_number_of_tests_failed();
    CU_cleanup_registry();
    printf("\n%u passed, %u failed", run - failed, failed);
    if (left_out != 0)
        printf(", %u left out", left_out);
    printf("\n");
    return failed == 0 && run != 0 ? 0 : 1;
}

/* ---- cases as processes ---- */

enum { CONCURRENT_CASES = 16 };

typedef struct case_process {
    const emuq_test_t *test;
    FILE *output;
    pid_t pid;
} case_process_t;

/* Runs a case in a child process, with its output in a file. */
static case_process_t case_start(const char *suite, const emuq_test_t *test)
{
    case_process_t c = {.test = test, .output = tmpfile()};
    fflush(NULL);
    c.pid = c.output != NULL ? fork() : -1;
    if (c.pid < 0) {
        perror(test->name);
        exit(1);
    }
    if (c.pid == 0) {
        const emuq_test_t tests[] = {*test, {NULL, NULL}};
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        dup2(fileno(c.output), STDOUT_FILENO);
        dup2(fileno(c.output), STDERR_FILENO);
        argument_count = 0;
        exit(emuq_test_main(suite, tests));
    }
    return c;
}

/* Waits for a case, and prints its output. @return its exit status; 1 after a signal */
static int case_end(const case_process_t *c)
{
    char line[4096];
    int status = 0;
    while (waitpid(c->pid, &status, 0) < 0 && errno == EINTR)
        continue;
    printf("---- %s ----\n", c->test->name);
    rewind(c->output);
    while (fgets(line, sizeof line, c->output) != NULL)
        fputs(line, stdout);
    fclose(c->output);
    if (WIFSIGNALED(status))
        printf("ended by signal %d\n", WTERMSIG(status));
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

int emuq_test_main_concurrent(const char *suite, const emuq_test_t *tests)
{
    case_process_t process[CONCURRENT_CASES];
    unsigned started = 0, passed = 0, skipped = 0;
    if (list_cases(tests))
        return 0;
    if (!are_arguments_valid(suite, tests))
        return 2;
    for (const emuq_test_t *t = tests; t->name != NULL; t++) {
        if (!is_selected(t->name))
            continue;
        if (started == CONCURRENT_CASES) {
            fprintf(stderr, "%s: more than %d cases\n", suite, CONCURRENT_CASES);
            exit(1);
        }
        process[started++] = case_start(suite, t);
    }
    for (unsigned i = 0; i < started; i++) {
        int status = case_end(&process[i]);
        passed += status == 0;
        skipped += status == EMUQ_TEST_SKIPPED;
    }
    unsigned failed = started - passed - skipped;
    if (failed == 0 && skipped != 0)
        return EMUQ_TEST_SKIPPED;
    printf("\n%u passed, %u failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
