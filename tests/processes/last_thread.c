/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A rank whose main thread has called pthread_exit() ends with its last thread, with status 0, and runs
 * functions registered with atexit(). Threads of the library do not count. last_thread NAME prints "NAME
 * ends" when the process ends.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "spi/include/kernel/location.h"

static const char *name;
static pthread_t main_thread;

static void at_exit(void)
{
    printf("%s ends\n", name);
}

/* Creates the last thread, after the main thread has ended. */
static void *last(void *nothing)
{
    usleep(20000);
    return nothing;
}

static void *second(void *nothing)
{
    pthread_t thread;
    pthread_join(main_thread, NULL);
    if (pthread_create(&thread, NULL, last, NULL) != 0)
        exit(1);
    pthread_detach(thread);
    return nothing;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    if (argc != 2)
        return 2;
    name = argv[1];
    main_thread = pthread_self();
    (void)Kernel_GetRank();
    if (atexit(at_exit) != 0 || pthread_create(&thread, NULL, second, NULL) != 0)
        return 1;
    pthread_detach(thread);
    pthread_exit(NULL);
}
