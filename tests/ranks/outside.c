/* SPDX-License-Identifier: BSD-3-Clause */
/* Programs without a launcher: a partition of one node, made on first use, and closed for a job. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "capture.h"
#include "emuq/partition.h"
#include "emuq_test.h"
#include "in_ranks.h"
#include "spi/include/kernel/location.h"

static uint32_t rank_before_main = 99, processor_before_main = 99;

static __attribute__((constructor)) void before_main(void)
{
    rank_before_main = Kernel_GetRank();
    processor_before_main = Kernel_ProcessorID();
}

static void static_constructors(void)
{
    CU_ASSERT_EQUAL(rank_before_main, 0);
    CU_ASSERT_EQUAL(processor_before_main, 0);
    CU_ASSERT_EQUAL(Kernel_ProcessorID(), 0);
}

static void one_node(void)
{
    BG_CoordinateMapping_t map[2];
    BG_JobCoords_t job;
    uint64_t entries = 0;
    CU_ASSERT_EQUAL(Kernel_RanksToCoords(sizeof(map), map, &entries), 0);
    CU_ASSERT_EQUAL(entries, 1);
    CU_ASSERT_EQUAL(Kernel_JobCoords(&job), 0);
    CU_ASSERT_EQUAL(job.shape.a * job.shape.b * job.shape.c * job.shape.d * job.shape.e, 1);
    CU_ASSERT_EQUAL(Kernel_ProcessCount(), 1);
}

static void *join_in(void *processor)
{
    *(uint32_t *)processor = Kernel_ProcessorID();
    return NULL;
}

static void *wait_a_while(void *argument)
{
    pthread_barrier_t *barrier = argument;
    (void)Kernel_GetRank();
    pthread_barrier_wait(barrier);
    pthread_barrier_wait(barrier);
    return NULL;
}

static void children_belong(void)
{
    pthread_t thread;
    uint32_t processor = 0;
    CU_ASSERT_EQUAL(pthread_create(&thread, NULL, join_in, &processor), 0);
    pthread_join(thread, NULL);
    CU_ASSERT_EQUAL(processor, 4);
}

static int be_one_of_four(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    return Kernel_GetRank() < 4 && Kernel_ProcessCount() == 2 ? 3 : 4;
}

static void a_job_takes_over(void)
{
    const emuq_job_t job = {.shape = {2}, .ppn = 2};
    capture_t c;
    pthread_t thread;
    pthread_barrier_t barrier;
    uint64_t id = Kernel_GetJobID();
    pthread_barrier_init(&barrier, NULL, 2);
    CU_ASSERT_EQUAL(pthread_create(&thread, NULL, wait_a_while, &barrier), 0);
    pthread_barrier_wait(&barrier);
    capture_begin(&c);
    CU_ASSERT_EQUAL(emuq_run_threads(&job, be_one_of_four, 0, NULL), -EBUSY);
    capture_end(&c);
    CU_ASSERT_EQUAL(capture_lines(&c), 1);
    CU_ASSERT_EQUAL(Kernel_GetJobID(), id);
    pthread_barrier_wait(&barrier);
    pthread_join(thread, NULL);
    pthread_barrier_destroy(&barrier);

    CU_ASSERT_EQUAL(emuq_run_threads(&job, be_one_of_four, 0, NULL), 3);
    CU_ASSERT_NOT_EQUAL(Kernel_GetJobID(), id);
    CU_ASSERT_EQUAL(Kernel_ProcessCount(), 1);
}

/* Runs a body in a child process. @return its exit status; @p c captures standard error */
static int in_child(const char *body, capture_t *c)
{
    int status = 0;
    capture_begin(c);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        execl("/proc/self/exe", "child", body, (char *)NULL);
        _exit(127);
    }
    waitpid(child, &status, 0);
    capture_end(c);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void exit_outside(void)
{
    (void)Kernel_GetRank();
    exit(12);
}

static void exit_outside_ranks_is_exit(void)
{
    capture_t c;
    if (emuq_test_left_out_on_device("exit outside ranks, in a second program while this one has the device"))
        return;
    CU_ASSERT_EQUAL(in_child("exit", &c), 12);
    CU_ASSERT_STRING_EQUAL(c.text, "");
}

static void *use_kernel(void *argument)
{
    (void)argument;
    (void)Kernel_GetRank();
    return NULL;
}

static pthread_barrier_t meeting;

static void *stranger(void *argument)
{
    (void)argument;
    pthread_barrier_wait(&meeting);
    return use_kernel(NULL);
}

static int wait_for_stranger(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    pthread_barrier_wait(&meeting);
    pause();
    return 0;
}

static void stranger_during_a_job(void)
{
    pthread_t thread;
    emuq_run_threads(NULL, be_one_of_four, 0,
                     NULL); /* closes the default partition: its creator is no longer a member */
    pthread_barrier_init(&meeting, NULL, 2);
    pthread_create(&thread, NULL, stranger, NULL);
    emuq_run_threads(NULL, wait_for_stranger, 0, NULL);
}

static void strangers_are_refused(void)
{
    capture_t c;
    if (emuq_test_left_out_on_device("threads of no rank, in a second program while this one has the device"))
        return;
    CU_ASSERT_EQUAL(in_child("stranger", &c), EXIT_FAILURE);
    CU_ASSERT_EQUAL(capture_lines(&c), 1);
    CU_ASSERT_PTR_NOT_NULL(strstr(c.text, "belongs to no rank"));
}

static void use_with_bad_setting(void)
{
    emuq_run_threads(NULL, be_one_of_four, 0, NULL);
    setenv("EMUQ_SHAP", "2", 1);
    use_kernel(NULL);
}

static void bad_settings_end_the_program(void)
{
    capture_t c;
    if (emuq_test_left_out_on_device("bad settings, in a second program while this one has the device"))
        return;
    CU_ASSERT_EQUAL(in_child("setting", &c), EXIT_FAILURE);
    CU_ASSERT_PTR_NOT_NULL(strstr(c.text, "EMUQ_SHAPE?"));
}

static int run_body(const char *name)
{
    static const struct {
        const char *name;
        void (*body)(void);
    } bodies[] = {
        {"exit", exit_outside}, {"stranger", stranger_during_a_job}, {"setting", use_with_bad_setting}};
    for (size_t i = 0; i < sizeof(bodies) / sizeof(bodies[0]); i++)
        if (strcmp(name, bodies[i].name) == 0)
            bodies[i].body();
    return 99;
}

int main(int argc, char **argv)
{
    if (argc > 1)
        return run_body(argv[1]);
    static const emuq_test_t tests[] = {{"static constructors", static_constructors},
                                        {"one node", one_node},
                                        {"children belong", children_belong},
                                        {"a job takes over", a_job_takes_over},
                                        {"exit outside ranks is exit", exit_outside_ranks_is_exit},
                                        {"strangers are refused", strangers_are_refused},
                                        {"bad settings end the program", bad_settings_end_the_program},
                                        {NULL, NULL}};
    return emuq_test_main("threads outside jobs", tests);
}
