/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "kinds.h"

#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <unistd.h>

enum { RW = PROT_READ | PROT_WRITE, HUGE_BYTES = 80 << 20 };

const char *const kind_name[KINDS] = {[KIND_HEAP] = "heap",
                                      [KIND_ALIGNED] = "aligned block",
                                      [KIND_HUGE] = "huge block",
                                      [KIND_STATIC] = "static data",
                                      [KIND_TLS] = "thread-local data",
                                      [KIND_STACK] = "stack",
                                      [KIND_THREAD_STACK] = "stack of a thread",
                                      [KIND_PRIVATE] = "private mapping",
                                      [KIND_SHARED] = "shared mapping",
                                      [KIND_FILE_PRIVATE] = "private mapping of a file",
                                      [KIND_FILE_SHARED] = "shared mapping of a file",
                                      [KIND_SYSV] = "System V segment",
                                      [KIND_BREAK] = "sbrk()",
                                      [KIND_SEGMENT] = "segment",
                                      [KIND_SEGMENT_ALONE] = "segment of one process",
                                      [KIND_SEGMENT_SECOND] = "second mapping of a segment",
                                      [KIND_SEGMENT_OVER] = "segment over a private mapping",
                                      [KIND_READ_ONLY] = "read-only mapping",
                                      [KIND_CONST] = "constants"};

/* Each 512 bytes differ from their neighbours. */
#define BYTES_512(n) [(n)*512 ...(n) * 512 + 511] = (char)((n) % 127 + 1)
#define BYTES_4K(n)                                                                                          \
    BYTES_512(8 * (n)), BYTES_512(8 * (n) + 1), BYTES_512(8 * (n) + 2), BYTES_512(8 * (n) + 3),              \
        BYTES_512(8 * (n) + 4), BYTES_512(8 * (n) + 5), BYTES_512(8 * (n) + 6), BYTES_512(8 * (n) + 7)
#define BYTES_32K(n)                                                                                         \
    BYTES_4K(8 * (n)), BYTES_4K(8 * (n) + 1), BYTES_4K(8 * (n) + 2), BYTES_4K(8 * (n) + 3),                  \
        BYTES_4K(8 * (n) + 4), BYTES_4K(8 * (n) + 5), BYTES_4K(8 * (n) + 6), BYTES_4K(8 * (n) + 7)
#define BYTES_256K(n)                                                                                        \
    BYTES_32K(8 * (n)), BYTES_32K(8 * (n) + 1), BYTES_32K(8 * (n) + 2), BYTES_32K(8 * (n) + 3),              \
        BYTES_32K(8 * (n) + 4), BYTES_32K(8 * (n) + 5), BYTES_32K(8 * (n) + 6), BYTES_32K(8 * (n) + 7)

static const char constants[KIND_BYTES]
    __attribute__((aligned(64))) = {BYTES_256K(0), BYTES_256K(1), BYTES_256K(2)};
static char data[2][KIND_BYTES] __attribute__((aligned(64)));
static _Thread_local char local[2][KIND_BYTES] __attribute__((aligned(64)));

static void *need(void *memory, const char *what)
{
    if (memory == NULL || memory == MAP_FAILED) {
        perror(what);
        exit(2);
    }
    return memory;
}

static void *map(void *at, int flags, int fd)
{
    return need(mmap(at, KIND_BYTES, RW, flags, fd, 0), "mmap");
}

static int sized(int fd, const char *what)
{
    if (fd < 0 || ftruncate(fd, KIND_BYTES) != 0)
        need(NULL, what);
    return fd;
}

/* A file in memory: writes to a disk are slow. */
static char *map_file(int flags)
{
    return map(NULL, flags, sized(memfd_create("memory", MFD_CLOEXEC), "memfd_create"));
}

static char *attach(void)
{
    int id = shmget(IPC_PRIVATE, KIND_BYTES, IPC_CREAT | 0600);
    char *m = id >= 0 ? shmat(id, NULL, 0) : MAP_FAILED;
    shmctl(id, IPC_RMID, NULL);
    return need(m, "shmat");
}

/* A segment for each rank of the node. */
static char *open_common(int which, int rank)
{
    int fd = shm_open("/memory.common", O_RDWR | O_CREAT, 0600);
    if (fd < 0 || ftruncate(fd, 4 * KIND_BYTES) != 0)
        need(NULL, "shm_open");
    char *m = need(mmap(NULL, 4 * KIND_BYTES, RW, MAP_SHARED, fd, 0), "mmap");
    close(fd);
    return m + (2 * rank + which) * KIND_BYTES;
}

static char *open_alone(int kind, int which, int rank)
{
    char name[64], *over = kind == KIND_SEGMENT_OVER ? map(NULL, MAP_PRIVATE | MAP_ANONYMOUS, -1) : NULL;
    snprintf(name, sizeof name, "/memory.%d.%d.%d", rank, kind, which);
    int fd = sized(shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600), name);
    shm_unlink(name);
    if (kind == KIND_SEGMENT_SECOND)
        map(NULL, MAP_SHARED, fd);
    if (over != NULL)
        memset(over, 0x55, KIND_BYTES);
    char *m = map(over, MAP_SHARED | (over != NULL ? MAP_FIXED : 0), fd);
    close(fd);
    return m;
}

/* The thread waits until the job is over. */
struct stack {
    sem_t made;
    char *memory;
};

static void *lend_stack(void *argument)
{
    struct stack *s = argument;
    char memory[KIND_BYTES] __attribute__((aligned(64)));
    memset(memory, 0, sizeof memory);
    s->memory = memory;
    sem_post(&s->made);
    for (;;)
        pause();
    return NULL;
}

static char *borrow_stack(void)
{
    static struct stack stacks[4];
    static int used;
    struct stack *s = &stacks[__atomic_fetch_add(&used, 1, __ATOMIC_RELAXED)];
    pthread_t thread;
    sem_init(&s->made, 0, 0);
    if (pthread_create(&thread, NULL, lend_stack, s) != 0)
        need(NULL, "pthread_create");
    sem_wait(&s->made);
    return s->memory;
}

char *kind_make(int kind, int which, int rank, char *stack)
{
    void *m = NULL;
    switch (kind) {
    case KIND_HEAP:
        return need(calloc(1, KIND_BYTES), "calloc");
    case KIND_ALIGNED:
        (void)!posix_memalign(&m, 1 << 16, KIND_BYTES);
        return memset(need(m, "posix_memalign"), 0, KIND_BYTES);
    case KIND_HUGE:
        m = (char *)need(calloc(1, HUGE_BYTES), "calloc") + HUGE_BYTES / 2;
        return (char *)m + (-(size_t)m & 63);
    case KIND_STATIC:
        return data[which];
    case KIND_TLS:
        return local[which];
    case KIND_STACK:
        return memset(stack + which * KIND_BYTES, 0, KIND_BYTES);
    case KIND_THREAD_STACK:
        return borrow_stack();
    case KIND_SHARED:
        return map(NULL, MAP_SHARED | MAP_ANONYMOUS, -1);
    case KIND_FILE_PRIVATE:
        return map_file(MAP_PRIVATE);
    case KIND_FILE_SHARED:
        return map_file(MAP_SHARED);
    case KIND_SYSV:
        return attach();
    case KIND_BREAK:
        m = need(sbrk(KIND_BYTES + 64), "sbrk");
        return (char *)m + (-(size_t)m & 63);
    case KIND_SEGMENT:
        return open_common(which, rank);
    case KIND_SEGMENT_ALONE:
    case KIND_SEGMENT_SECOND:
    case KIND_SEGMENT_OVER:
        return open_alone(kind, which, rank);
    case KIND_CONST:
        return (char *)(size_t)constants;
    default:
        return map(NULL, MAP_PRIVATE | MAP_ANONYMOUS, -1);
    }
}

void kind_protect(char *memory)
{
    if (mprotect(memory, KIND_BYTES, PROT_READ) != 0)
        need(NULL, "mprotect");
}
