/* SPDX-License-Identifier: BSD-3-Clause */
/* Software errors: each is detected, reported with rank, FIFO and descriptor, and leaves all memory
 * unchanged.
 *
 * Every case runs twice: in a separate process with EMUQ_ON_ERROR=fatal, which must end with a non-zero
 * status after a report; and in this process with EMUQ_ON_ERROR=report, where the FIFO stops and independent
 * FIFOs continue. */
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "error_cases.h"
#include "hwi/include/common/emuq_mmio.h"

enum { CHILD_SECONDS = MU_SANITIZED ? 120 : 60, HANDLED = 42 };

extern char **environ;

static volatile uint64_t *reg(uint64_t privileged)
{
    return emuq_mmio_register(privileged & ~(uint64_t)PHYMAP_PRIVILEGEDOFFSET);
}

/* ---- One job with one error ---- */

static uint32_t now; /* number of the case; register cases come last */

/* @return the current register case, or NULL. */
static const register_case_t *register_case(uint32_t number)
{
    return number < error_case_count ? NULL : &register_cases[number - error_case_count];
}

static void good_put(mu_rank_t *me, mu_kit_t *kit, mu_inj_t *inj)
{
    mu_send(me, inj, mu_put(me, kit, 1, 0, 2048, 100, 9));
}

/* Memory unaffected by the error: the window without the target of valid puts, and counters without
 * theirs. */
static void check_untouched(mu_rank_t *me, mu_kit_t *kit)
{
    (void)me;
    CHECK(mu_all(kit->window.va, 2048, 0));
    CHECK(mu_all(kit->window.va + 2148, kit->window.bytes - 2148, 0));
    for (int i = 0; i < 512; i++)
        if (i != 9)
            CHECK_EQUAL(in64((uint64_t *)kit->counters.va + i), 0);
    CHECK_EQUAL(MUSPI_getHwTail(&kit->rec->fifo->_fifo), kit->rec->memory.pa);
}

/* Valid puts before the error of a case. */
static uint32_t puts_before(uint32_t number)
{
    return error_cases[number].lone != 0 ? error_cases[number].lone : 1;
}

static void guilty(mu_rank_t *me, mu_kit_t *kit, mu_inj_t *inj)
{
    const register_case_t *r = register_case(now);
    if (r != NULL) {
        emuq_mmio_store(reg(r->address), r->value);
        return;
    }
    for (uint32_t i = 1; i <= puts_before(now); i++) {
        good_put(me, kit, inj);
        if (error_cases[now].lone != 0)
            mu_wait_sent(inj, i);
    }
    if (error_cases[now].ruin != NULL) {
        mu_wait_sent(inj, 1);
        error_cases[now].ruin(inj);
        return;
    }
    MUHWI_Descriptor_t d = mu_describe(me, mu_put(me, kit, 1, 0, 0, 100, 0));
    error_cases[now].spoil(&d, me, kit);
    mu_inject(inj, &d);
    good_put(me, kit, inj); /* behind the error: never delivered */
}

static void error_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    mu_inj_t *inj = mu_inj(me, 16, 0), *answer = mu_inj(me, 16, MU_REMOTE_GET);
    uint64_t delay = 1, before = register_case(now) != NULL ? 0 : puts_before(now), puts = before + 1;
    mu_box_t world = mu_world(me);
    mu_collective_route(me, ERROR_ROUTE, &world);
    mu_bat(me, ERROR_FLAGGED, kit.counters.pa | MUHWI_ATOMIC_ADDRESS_INDICATOR);
    mu_barrier(me);
    if (me->node == 0) {
        guilty(me, &kit, inj);
        good_put(me, &kit, kit.inj);
        mu_wait_sent(kit.inj, 1);
    }
    if (me->node == 1)
        MU_WAIT((int64_t)in64((uint64_t *)kit.counters.va + 9) <= -(int64_t)(puts * 100));
    mu_barrier(me);
    for (int i = 0; i < 5; i++)
        mu_dawdle(&delay, 1000);
    if (me->node == 1)
        CHECK_EQUAL(in64((uint64_t *)kit.counters.va + 9), -(puts * 100));
    if (me->node == 0 && register_case(now) == NULL) {
        CHECK_EQUAL(MUSPI_getHwDescCount(inj->fifo), before);
        if (error_cases[now].ruin == NULL)
            CHECK_EQUAL(MUSPI_getHwHead(&inj->fifo->_fifo), inj->memory.pa + 64 * before);
    }
    CHECK_EQUAL(MUSPI_getHwFreeSpace(answer->fifo), 15);
    CHECK_EQUAL(MUSPI_getHwFreeSpace(kit.inj->fifo), 63);
    check_untouched(me, &kit);
}

/* ---- Standard error of a job ---- */

typedef struct capture {
    FILE *file;
    int saved;
    char text[65536];
} capture_t;

static void capture_begin(capture_t *c)
{
    c->file = tmpfile();
    fflush(stderr);
    c->saved = dup(STDERR_FILENO);
    if (c->file == NULL || c->saved < 0 || dup2(fileno(c->file), STDERR_FILENO) < 0)
        abort();
}

static void capture_read(capture_t *c)
{
    rewind(c->file);
    size_t n = fread(c->text, 1, sizeof c->text - 1, c->file);
    c->text[n] = '\0';
    fclose(c->file);
}

static void capture_end(capture_t *c)
{
    fflush(stderr);
    dup2(c->saved, STDERR_FILENO);
    close(c->saved);
    capture_read(c);
}

static const char *name_of(uint32_t number)
{
    const register_case_t *r = register_case(number);
    return r != NULL ? r->name : error_cases[number].name;
}

static bool says(const capture_t *c, uint32_t number, const char *what)
{
    if (strstr(c->text, what) != NULL)
        return true;
    fprintf(stderr, "%s: \"%s\" is missing in the report:\n%s\n", name_of(number), what, c->text);
    return false;
}

/* The report contains rank, FIFO and descriptor, or the register. */
static void check_report(const capture_t *c, uint32_t number)
{
    char fifo[64], descriptor[64];
    if (register_case(number) == NULL) {
        CU_ASSERT(says(c, number, "rank 0"));
        snprintf(fifo, sizeof fifo, "injection FIFO: %d", ERROR_FIFO);
        CU_ASSERT(says(c, number, fifo));
        snprintf(descriptor, sizeof descriptor, "descriptor number %u", puts_before(number) + 1);
        CU_ASSERT(says(c, number, descriptor));
        CU_ASSERT(says(c, number, "what to do:"));
    } else {
        uint64_t address = register_case(number)->address & ~(uint64_t)PHYMAP_PRIVILEGEDOFFSET;
        CU_ASSERT(says(c, number, "node 0")); /* a register belongs to all processes of a node */
        snprintf(fifo, sizeof fifo, "0x%llx", (unsigned long long)address);
        CU_ASSERT(says(c, number, fifo));
    }
}

/* ---- Fatal errors, in separate processes ---- */

static const char *program; /* argv[0] */

/* Runs "program mode number". @return its wait status. */
static int run_child(const char *mode, uint32_t number, capture_t *c)
{
    char argument[16], first[4096], second[16];
    snprintf(first, sizeof first, "%s", program);
    snprintf(second, sizeof second, "%s", mode);
    snprintf(argument, sizeof argument, "%u", number);
    char *argv[] = {first, second, argument, NULL};
    posix_spawn_file_actions_t actions;
    pid_t pid = -1;
    int status = 0;
    c->file = tmpfile();
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, fileno(c->file), STDERR_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fileno(c->file), STDOUT_FILENO);
    int rc = posix_spawn(&pid, program, &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    CU_ASSERT_EQUAL_FATAL(rc, 0);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    capture_read(c);
    return status;
}

static void on_signal(int signal)
{
    (void)signal;
    _exit(HANDLED);
}

static void the_error(void)
{
    mu_run(MU_NODES(2, 1, 1, 1, 2), error_body);
}

/* ThreadSanitizer delays the exit of a process by a second; the test runs many processes. */
static void do_not_linger(void)
{
    const char *former = getenv("TSAN_OPTIONS");
    char options[1024];
    snprintf(options, sizeof options, "%s%satexit_sleep_ms=0", former != NULL ? former : "",
             former != NULL ? ":" : "");
    setenv("TSAN_OPTIONS", options, 1);
}

static int child(const char *mode, uint32_t number)
{
    now = number;
    alarm(CHILD_SECONDS); /* the parent must not wait for an undetected error */
    if (strcmp(mode, "handler") == 0)
        signal(SIGMUNDFATAL, on_signal);
    static const emuq_test_t tests[] = {{"the error", the_error}, {NULL, NULL}};
    emuq_test_skip_arguments(2);
    emuq_test_main("one error", tests);
    return 0; /* the error was not detected */
}

/* Register cases come last. */
static uint32_t count_cases(void)
{
    bool no_registers =
        emuq_test_left_out_on_device("stores to registers that a user may not write: it sees values, "
                                     "not who stored them");
    return error_case_count + (no_registers ? 0 : register_case_count);
}

static void every_error_ends_the_job(void)
{
    static capture_t c;
    setenv("EMUQ_ON_ERROR", "fatal", 1);
    uint32_t cases = count_cases();
    for (uint32_t i = 0; i < cases; i++) {
        int status = run_child("fatal", i, &c);
        bool ended = WIFEXITED(status) && WEXITSTATUS(status) != 0;
        if (!ended)
            fprintf(stderr, "%s: wait status 0x%x, standard error:\n%s\n", name_of(i), status, c.text);
        CU_ASSERT(ended);
        if (ended)
            check_report(&c, i);
    }
}

static void a_handler_gets_the_signal(void)
{
    static capture_t c;
    setenv("EMUQ_ON_ERROR", "fatal", 1);
    int status = run_child("handler", 0, &c);
    CU_ASSERT(WIFEXITED(status) && WEXITSTATUS(status) == HANDLED);
    check_report(&c, 0);
}

/* ---- Reported errors, in this process ---- */

static void a_reported_error_stops_its_fifo(void)
{
    static capture_t c;
    setenv("EMUQ_ON_ERROR", "report", 1);
    uint32_t cases = count_cases();
    for (uint32_t i = 0; i < cases; i++) {
        now = i;
        unsigned failed = CU_get_number_of_failures();
        capture_begin(&c);
        the_error();
        capture_end(&c);
        check_report(&c, i);
        if (CU_get_number_of_failures() != failed)
            fprintf(stderr, "in the case: %s\n%s\n", name_of(i), c.text);
    }
    unsetenv("EMUQ_ON_ERROR");
}

int main(int argc, char **argv)
{
    static const emuq_test_t tests[] = {
        {"every error ends the job", every_error_ends_the_job},
        {"a handler gets the signal", a_handler_gets_the_signal},
        {"a reported error stops its FIFO", a_reported_error_stops_its_fifo},
        {NULL, NULL},
    };
    program = argv[0];
    if (argc == 3)
        return child(argv[1], (uint32_t)strtoul(argv[2], NULL, 10));
    do_not_linger();
    return emuq_test_main("software errors", tests);
}
