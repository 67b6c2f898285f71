/* SPDX-License-Identifier: BSD-3-Clause */
/* Clients without the key of the job neither stop the messages of the hosts nor increase the memory of an
 * engine. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/host_calls.h"
#include "backends/settings.h"
#include "emuq_test.h"
#include "fabrics.h"
#include "transport/fabric.h"

#define LIMIT_NS (20 * EMUQ_NS_PER_S)
/* A provider that stored the flood would take 165 MB. AddressSanitizer retains freed memory. */
#ifdef __SANITIZE_ADDRESS__
#define GROWTH_KB 160000
#else
#define GROWTH_KB 80000
#endif

enum { FRAMES = 200, BYTES = 100000 };

static uint64_t received[2], ended[2];

static int arrival(void *argument, uint32_t host, const void *frame, size_t bytes)
{
    (void)host, (void)frame;
    uint32_t receiver = *(const uint32_t *)argument;
    received[receiver] += bytes == BYTES;
    ended[receiver] += bytes == 0;
    return 0;
}

static void turns(fabrics_t *f)
{
    for (uint32_t h = 0; h < f->hosts; h++)
        if (f->lanes[h].progress(f->lanes[h].context, 10000,
                                 &(emuq_connection_user_t){.argument = &h, .arrival = arrival}) != 0)
            CU_FAIL("a turn succeeds");
}

/* A running stranger. */
typedef struct stranger {
    pid_t pid;
    int input, output;
} stranger_t;

static stranger_t stranger_start(const fabrics_t *f, const char *kind)
{
    stranger_t s;
    emuq_host_parts_t parts;
    struct sockaddr_in address;
    int in[2], out[2];
    char port[16];
    if (emuq_host_text_parse(f->text[0].text, &parts) != 0 || pipe2(in, O_CLOEXEC) != 0 ||
        pipe2(out, O_CLOEXEC) != 0)
        abort();
    memcpy(&address, parts.address, sizeof address);
    snprintf(port, sizeof port, "%d", ntohs(address.sin_port));
    s = (stranger_t){.pid = fork(), .input = in[1], .output = out[0]};
    if (s.pid == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        execl(EMUQ_STRANGER, "stranger", parts.provider, port, kind, (char *)NULL);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    return s;
}

/* Makes progress until the attack is prepared. */
static void stranger_await(fabrics_t *f, const stranger_t *s)
{
    struct pollfd output = {s->output, POLLIN, 0};
    char text[8] = "";
    for (uint64_t begin = emuq_now_ns(); poll(&output, 1, 0) == 0 && emuq_now_ns() - begin < LIMIT_NS;)
        turns(f);
    CU_ASSERT(poll(&output, 1, 0) == 1 && read(s->output, text, sizeof text - 1) > 0);
    CU_ASSERT_STRING_EQUAL(text, "ready\n");
}

static void stranger_end(const stranger_t *s)
{
    close(s->input);
    kill(s->pid, SIGKILL);
    waitpid(s->pid, NULL, 0);
    close(s->output);
}

static void exchange(fabrics_t *f)
{
    static char frame[BYTES];
    const struct iovec part = {frame, sizeof frame};
    uint64_t wanted = received[0] + FRAMES, begin = emuq_now_ns();
    for (int i = 0; i < FRAMES; i++)
        for (uint32_t h = 0; h < 2; h++)
            CU_ASSERT_EQUAL_FATAL(f->lanes[h].send(f->lanes[h].context, 1 - h, &part, 1), 0);
    while ((received[0] < wanted || received[1] < wanted) && emuq_now_ns() - begin < LIMIT_NS)
        turns(f);
    for (uint32_t h = 0; h < 2; h++)
        if (f->lanes[h].reason(f->lanes[h].context, 1 - h) != NULL)
            printf("    host %u %s\n", 1 - h, f->lanes[h].reason(f->lanes[h].context, 1 - h));
    CU_ASSERT_EQUAL(received[0], wanted);
    CU_ASSERT_EQUAL(received[1], wanted);
}

static long resident_kb(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL || fscanf(file, "%*d %ld", &pages) != 1)
        abort();
    fclose(file);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

/* Runs an attack between the hosts' first messages and many more. @return growth of the process in KiB */
static long attack(const char *kind)
{
    fabrics_t f;
    memset(received, 0, sizeof received);
    memset(ended, 0, sizeof ended);
    if (!fabrics_open(&f, 2, UINT32_MAX))
        abort();
    exchange(&f);
    long before = resident_kb();
    stranger_t s = stranger_start(&f, kind);
    stranger_await(&f, &s);
    exchange(&f);
    exchange(&f);
    long growth = resident_kb() - before;
    stranger_end(&s);
    exchange(&f);
    CU_ASSERT_EQUAL(ended[0] + ended[1], 0);
    fabrics_close(&f);
    printf("    %s: %ld KiB more\n", kind, growth);
    return growth;
}

static void unfinished_messages(void)
{
    CU_ASSERT(attack("cut") < GROWTH_KB);
}

static void unfinished_untagged_messages(void)
{
    CU_ASSERT(attack("untagged") < GROWTH_KB);
}

static void rendezvous_without_data(void)
{
    CU_ASSERT(attack("hold") < GROWTH_KB);
}

static void a_flood(void)
{
    CU_ASSERT(attack("flood") < GROWTH_KB);
}

static void arbitrary_bytes(void)
{
    CU_ASSERT(attack("raw") < GROWTH_KB);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"unfinished messages", unfinished_messages},
        {"unfinished messages without a tag", unfinished_untagged_messages},
        {"rendezvous without data", rendezvous_without_data},
        {"a flood of messages", a_flood},
        {"arbitrary bytes", arbitrary_bytes},
        {NULL, NULL},
    };
    fabrics_need();
    return emuq_test_main("strangers at an engine", tests);
}
