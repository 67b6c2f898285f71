/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Messages with payload in the destination of messages, in memory with two addresses: one in the owner, one
 * in all peers. The address used by the Message Unit must not matter. Each rank sends to itself, then to its
 * peer; with the argument "hidden" also from shared memory covered by a new mapping: messages carry what the
 * rank sees.
 */
#define _GNU_SOURCE
#include <spi/setup/spi_setup.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { ROW = 15, MOVED = 3000, DISTANCE = 72, ROUNDS = 3 };

typedef struct memory {
    uint64_t counter[8], value[ROW];
    char bytes[MOVED + DISTANCE];
} memory_t;

static spi_process_t process;
static spi_window_t window;
static memory_t *mine;
static uint64_t expected;
static unsigned wrong;

static void expect(const char *what, uint64_t got, uint64_t want)
{
    if (got == want)
        return;
    printf("rank %u: %s: %llu, not %llu\n", process.rank, what, (unsigned long long)got,
           (unsigned long long)want);
    wrong++;
}

static void describe(MUHWI_Descriptor_t *d, const uint32_t *to, const void *from, size_t bytes,
                     const void *landing)
{
    spi_put_descriptor(&process, d, to, 1, &window, from, bytes, landing, mine->counter);
}

static void await(uint64_t bytes)
{
    spi_wait_counter(&window, mine->counter, expected += bytes);
}

/* Puts in a row. Every third has the counter as its payload: the value after the puts before. */
static void counted(const uint32_t *to)
{
    MUSPI_InjFifo_t *fifo = MUSPI_IdToInjFifo((int)process.fifo_id[0], &process.injection);
    MUHWI_Descriptor_t d[ROW];
    for (unsigned i = 0; i < ROW; i++)
        describe(&d[i], to, i % 3 == 2 ? &mine->counter[0] : &mine->counter[1], 8, &mine->value[i]);
    spi_inject(&process, 0, &d[0]); /* the first put of a kind takes a different path */
    await(8);
    spi_barrier(&process); /* no row arrives before this check */
    while (MUSPI_InjFifoInjectMultiple(fifo, d, ROW) == (uint64_t)-1)
        ;
    await(8 * ROW);
}

/* A message onto a part of its payload. */
static void moved(const uint32_t *to)
{
    for (unsigned round = 0; round < 2 * ROUNDS; round++) {
        unsigned from = round < ROUNDS ? 0 : DISTANCE;
        MUHWI_Descriptor_t d;
        for (unsigned i = 0; i < MOVED; i++)
            mine->bytes[from + i] = (char)(i / 7 + round);
        describe(&d, to, mine->bytes + from, MOVED, mine->bytes + DISTANCE - from);
        spi_inject(&process, 0, &d);
        await(MOVED);
        unsigned same = 0;
        while (same < MOVED && mine->bytes[DISTANCE - from + same] == (char)(same / 7 + round))
            same++;
        expect("bytes that a message has moved", same, MOVED);
    }
}

enum { PAGE = 65536 };
static char data[PAGE] __attribute__((aligned(PAGE)));

static void hidden(const uint32_t *to, uint64_t *memory)
{
    enum { BEFORE = 5, AFTER = 6 };
    Kernel_MemoryRegion_t region;
    MUHWI_Descriptor_t d;
    uint64_t after = AFTER;
    int fd = memfd_create("aliases", 0);
    if (memory == MAP_FAILED || ftruncate(fd, PAGE) != 0 ||
        pwrite(fd, &after, sizeof after, 0) != sizeof after ||
        Kernel_CreateMemoryRegion(&region, memory, PAGE) != 0)
        spi_fatal(&process, "no memory to hide");
    memory[0] = BEFORE;
    describe(&d, to, &mine->counter[1], 8, &mine->value[0]);
    d.Pa_Payload = (uint64_t)region.BasePa + ((uint64_t)memory - (uint64_t)region.BaseVa);
    for (unsigned i = 0; i < 2 * ROUNDS; i++) {
        if (i == ROUNDS && mmap(memory, PAGE, PROT_READ, MAP_SHARED | MAP_FIXED, fd, 0) == MAP_FAILED)
            spi_fatal(&process, "no mapping to hide memory with");
        mine->value[0] = 0;
        spi_barrier(&process);
        spi_inject(&process, 0, &d);
        await(8);
        expect("payload over which a file may be mapped", mine->value[0], i < ROUNDS ? BEFORE : AFTER);
    }
    expect("what hides it", memory[0], AFTER);
    close(fd);
}

int main(int argc, char **argv)
{
    if (spi_open(&process, 1, 1) != 0)
        return 1;
    uint32_t self[SPI_DIMS], other[SPI_DIMS];
    memcpy(self, process.at, sizeof self);
    memcpy(other, self, sizeof other);
    other[0] = (self[0] + 1) % process.extent[0];
    spi_window_open(&process, &window, 0, sizeof *mine);
    mine = (memory_t *)window.memory;
    mine->counter[1] = process.rank + 1;
    spi_barrier(&process);
    counted(self);
    for (unsigned i = 2; i < ROW; i += 3)
        expect("counter before a message of a row", mine->value[i], -(uint64_t)8 * (i + 1));
    moved(self);
    spi_barrier(&process);
    counted(other);
    for (unsigned i = 0; i < ROW; i++)
        if (i % 3 != 2)
            expect("a word of the other rank", mine->value[i], process.ranks - process.rank);
    if (argc > 1 && strcmp(argv[1], "hidden") == 0) {
        void *block = NULL;
        (void)!posix_memalign(&block, PAGE, PAGE);
        hidden(other, mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
        hidden(other, (uint64_t *)(void *)data);
        hidden(other, block);
    }
    spi_barrier(&process);
    spi_window_close(&window);
    spi_close(&process);
    return wrong != 0;
}
