/* SPDX-License-Identifier: BSD-3-Clause */
/* A context advanced inside a callback: one line reports the error, and the program ends. */
#include "pami_support.h"

#include <sys/wait.h>
#include <unistd.h>

enum { ID = 5 };

static bool in_completion; /* the callback is a completion inside a send; otherwise posted work */

static void advance_inside(pami_context_t context, void *cookie, pami_result_t result)
{
    (void)cookie, (void)result;
    PAMI_Context_advance(context, 1);
}

static pami_result_t advance_in_work(pami_context_t context, void *cookie)
{
    advance_inside(context, cookie, PAMI_SUCCESS);
    return PAMI_SUCCESS;
}

static void ignore(pami_context_t context, void *cookie, const void *header, size_t header_size,
                   const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    (void)context, (void)cookie, (void)header, (void)header_size, (void)data, (void)data_size, (void)origin,
        (void)recv;
}

static void body(mu_rank_t *me)
{
    kit_t kit;
    pami_work_t work;
    char byte = 0;
    kit_open(&kit, me, 1);
    CHECK_EQUAL(kit_dispatch(kit.context[0], ID, ignore, NULL, kit_no_hints), PAMI_SUCCESS);
    if (in_completion) {
        pami_send_t p = {.send = {.header = {&byte, 1}, .dispatch = ID},
                         .events = {.local_fn = advance_inside}};
        p.send.dest = kit_endpoint(&kit, kit.task, 0);
        PAMI_Send(kit.context[0], &p);
    } else {
        PAMI_Context_post(kit.context[0], &work, advance_in_work, NULL);
    }
    for (int i = 0; i < 100; i++)
        kit_turn(&kit);
}

/* Runs the misuse in a child process with standard error in a pipe. */
static void misuse(void)
{
    char text[4096];
    size_t length = 0;
    int ends[2], status = 0;
    CHECK_EQUAL(pipe(ends), 0);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        mu_run(MU_NODES(1, 1, 1, 1, 1), body);
        _exit(0); /* not detected */
    }
    close(ends[1]);
    for (ssize_t n;
         length + 1 < sizeof text && (n = read(ends[0], text + length, sizeof text - 1 - length)) > 0;)
        length += (size_t)n;
    text[length] = 0;
    close(ends[0]);
    waitpid(child, &status, 0);
    CU_ASSERT(strstr(text, "pami: task 0: context 0 is advanced by a function") != NULL);
    CU_ASSERT(!WIFEXITED(status) || WEXITSTATUS(status) != 0 || getenv("MU_RANKS") != NULL);
}

static void in_work(void)
{
    in_completion = false;
    misuse();
}

static void in_a_completion(void)
{
    in_completion = true;
    misuse();
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"in posted work", in_work}, {"in a completion", in_a_completion}, {NULL, NULL}};
    return emuq_test_main("PAMI misuse", tests);
}
