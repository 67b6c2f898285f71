/* SPDX-License-Identifier: BSD-3-Clause */
/* Makes a memory region in memory of one kind; its bytes are for messages.
 *   slow stack|thread|heap|static|file|none */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <spi/include/kernel/memory.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static char data[4096];

static void make_region(void *at)
{
    Kernel_MemoryRegion_t region;
    if (Kernel_CreateMemoryRegion(&region, at, 64) != 0) {
        printf("no region at %p\n", at);
        exit(2);
    }
}

static void *on_stack(void *unused)
{
    char local[256];
    memset(local, 0, sizeof(local));
    make_region(local);
    return unused;
}

int main(int argc, char **argv)
{
    const char *kind = argc > 1 ? argv[1] : "none";
    pthread_t thread;
    if (strcmp(kind, "stack") == 0)
        on_stack(NULL);
    if (strcmp(kind, "thread") == 0 && pthread_create(&thread, NULL, on_stack, NULL) == 0)
        pthread_join(thread, NULL);
    if (strcmp(kind, "heap") == 0)
        make_region(malloc(4096));
    if (strcmp(kind, "static") == 0)
        make_region(data);
    if (strcmp(kind, "file") == 0) {
        int fd = open("/proc/self/exe", O_RDONLY);
        make_region(mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0));
    }
    return 0;
}
