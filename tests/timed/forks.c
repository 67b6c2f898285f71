/* SPDX-License-Identifier: BSD-3-Clause */
/* A forked child has a copy of its rank's memory, and the parent receives its status. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/location.h>

static char zeroed[1 << 16];
static int initialised = 5;

/* @return exit status of a child, or -1 */
static int status_of(pid_t child)
{
    int status;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int constructor_is_copied;

/* Before ranks start. */
__attribute__((constructor)) static void fork_in_constructor(void)
{
    volatile char *block = calloc(1, 100);
    pid_t child = fork();
    if (child == 0) {
        block[50] = 1;
        _exit(7);
    }
    constructor_is_copied = status_of(child) == 7 && block[50] == 0;
    free((void *)block);
}

/* The child sees the parent's memory, and the parent no changes of the child. */
static int memory_is_copied(char *block, size_t bytes)
{
    unsigned rank = Kernel_GetRank();
    memset(zeroed, (int)rank + 1, sizeof zeroed);
    memset(block, (int)rank + 1, bytes);
    (void)GetTimeBase(); /* yields */
    pid_t child = fork();
    if (child == 0) {
        char *fresh = calloc(1, bytes);
        int good = zeroed[10] == (char)(rank + 1) && block[bytes - 1] == (char)(rank + 1) &&
                   initialised == 5 && fresh != NULL && fresh[bytes / 2] == 0;
        memset(zeroed, 99, sizeof zeroed);
        memset(block, 99, bytes);
        memset(fresh, 99, bytes);
        initialised = 99;
        free(block);
        _exit(good ? 0 : 1);
    }
    (void)GetTimeBase();
    return status_of(child) == 0 && zeroed[10] == (char)(rank + 1) && block[0] == (char)(rank + 1) &&
           block[bytes - 1] == (char)(rank + 1) && initialised == 5;
}

static int status_arrives(void)
{
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        exit(3);
    return status_of(child) == 3;
}

int main(void)
{
    size_t bytes = 200000;
    char *block = malloc(bytes);
    int good = constructor_is_copied && block != NULL && memory_is_copied(block, bytes) && status_arrives();
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        return 4;
    good = good && status_of(child) == 4;
    if (!good)
        fprintf(stderr, "rank %u: a child is no copy, or its status is lost\n", Kernel_GetRank());
    free(block);
    return good ? 0 : 1;
}
