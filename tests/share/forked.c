/* SPDX-License-Identifier: BSD-3-Clause */
/* fork() in a process with shared data: stores of the parent do not affect the child, and vice versa. */
#define _GNU_SOURCE
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "emuq_test.h"
#include "window.h"

#define BLOCK ((size_t)10 << 20)

extern char **environ;

static volatile int counter = 5;
static volatile char bss[1 << 20];
static volatile char *block;

/** Alternation of parent and child, in memory mapped for both. */
static volatile int *turn;

static void wait_for(int value)
{
    while (__atomic_load_n(turn, __ATOMIC_ACQUIRE) != value)
        usleep(1000);
}

static void give(int value)
{
    __atomic_store_n(turn, value, __ATOMIC_RELEASE);
}

static int status_of(pid_t child)
{
    int status = -1;
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
        return -1;
    return WEXITSTATUS(status);
}

static void set_up(int value)
{
    counter = value;
    bss[sizeof(bss) - 1] = (char)value;
    block[0] = block[BLOCK - 1] = (char)value;
}

static bool all_are(int value)
{
    return counter == value && bss[sizeof(bss) - 1] == (char)value && block[0] == (char)value &&
           block[BLOCK - 1] == (char)value;
}

static void child_changes_nothing(void)
{
    set_up(6);
    pid_t child = fork();
    if (child == 0) {
        bool right = all_are(6);
        set_up(7);
        for (unsigned i = 0; i < 1000; i++) {
            char *more = malloc(i * 100);
            memset(more, 0x55, i * 100);
            if (i % 2 != 0)
                free(more);
        }
        _exit(right && all_are(7) ? 0 : 1);
    }
    CU_ASSERT_EQUAL(status_of(child), 0);
    CU_ASSERT(all_are(6));
    if (window.data_status == 0)
        CU_ASSERT_EQUAL(*(volatile int *)peer_of(&counter), 6);
}

static void child_sees_no_later_changes(void)
{
    give(0);
    set_up(8);
    pid_t child = fork();
    if (child == 0) {
        wait_for(1);
        _exit(all_are(8) ? 0 : 1);
    }
    set_up(9);
    give(1);
    CU_ASSERT_EQUAL(status_of(child), 0);
    CU_ASSERT(all_are(9));
}

static void parent_still_shares(void)
{
    if (window.data_status == 0) {
        *(volatile int *)peer_of(&counter) = 1234;
        CU_ASSERT_EQUAL(counter, 1234);
    }
    if (window.heap_status == 0) {
        *peer_of(block) = 12;
        CU_ASSERT_EQUAL(block[0], 12);
    }
}

static void grandchild(void)
{
    set_up(20);
    pid_t child = fork();
    if (child == 0) {
        set_up(21);
        pid_t next = fork();
        if (next == 0) {
            bool right = all_are(21);
            set_up(22);
            _exit(right ? 0 : 1);
        }
        _exit(status_of(next) == 0 && all_are(21) ? 0 : 1);
    }
    CU_ASSERT_EQUAL(status_of(child), 0);
    CU_ASSERT(all_are(20));
}

static void programs_start(void)
{
    static char shell[] = "sh", option[] = "-c", script[] = "exit 3";
    char *arguments[] = {shell, option, script, NULL};
    pid_t child = -1;
    CU_ASSERT_EQUAL(posix_spawnp(&child, shell, NULL, NULL, arguments, environ), 0);
    CU_ASSERT_EQUAL(status_of(child), 3);
    CU_ASSERT_EQUAL(WEXITSTATUS(system("exit 4")), 4);
    child = vfork();
    if (child == 0) {
        execvp(shell, arguments);
        _exit(127);
    }
    CU_ASSERT_EQUAL(status_of(child), 3);
}

/** Daemons close all descriptors. */
static void without_the_file(void)
{
    close(window.fd);
    child_changes_nothing();
    child_sees_no_later_changes();
}

int main(void)
{
    static const emuq_test_t tests[] = {{"a child changes nothing", child_changes_nothing},
                                        {"a child sees no later changes", child_sees_no_later_changes},
                                        {"the parent still shares", parent_still_shares},
                                        {"grandchild", grandchild},
                                        {"programs start", programs_start},
                                        {"without the file", without_the_file},
                                        {NULL, NULL}};
    turn = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    block = malloc(BLOCK);
    return emuq_test_main("fork", tests);
}
