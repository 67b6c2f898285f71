/* SPDX-License-Identifier: BSD-3-Clause */
/* Ranks (threads or processes) put to each other, read back and acknowledge. Sources and sinks are static
 * data, heap, stack and a GPU; every other rank has its window on a GPU. Usage: apenet_ranks [job options]
 * STEPS */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apenet/rdma_names.h"

#define RANKS 64u
#define SLOT  20000u /* bytes per pair of ranks */

enum { CONTEXT_WINDOW = 1, CONTEXT_STREAM = 2 };

/* A note: address of the window, or arrival of a put. */
typedef struct note {
    uint64_t window;
    uint64_t step;
} note_t;

typedef struct rank {
    apenet_address_t size;
    unsigned self, ranks;
    char *window; /* a slot per rank; on GPU 1 for odd ranks */
    char *gpu;    /* a source and sink on GPU 0 */
    note_t *stream;
    note_t note[RANKS];    /* notes to the remote ranks */
    note_t done;           /* last note to each rank */
    uint64_t there[RANKS]; /* windows of the remote ranks */
    uint64_t puts[RANKS], acknowledged[RANKS], reads, windows;
} rank_t;

static _Thread_local char staged[SLOT + 64];

static void must(int holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "apenet_ranks: %s\n", what);
    exit(1);
}

static apenet_address_t address_of(const rank_t *r, unsigned n)
{
    apenet_address_t a = {(uint8_t)(n / r->size.pid / r->size.z / r->size.y),
                          (uint8_t)(n / r->size.pid / r->size.z % r->size.y),
                          (uint8_t)(n / r->size.pid % r->size.z), (uint8_t)(n % r->size.pid)};
    return a;
}

static unsigned number_of(const rank_t *r, apenet_address_t a)
{
    return ((a.x * r->size.y + a.y) * r->size.z + a.z) * r->size.pid + a.pid;
}

static uint32_t length_of(unsigned source, uint64_t step)
{
    uint32_t h = (uint32_t)(source * 2654435761u + step * 40503u);
    h ^= h >> 15;
    return h % (step % 4 == 0 ? SLOT : 300) + 1;
}

static char pattern(unsigned source, uint64_t step, uint32_t i)
{
    return (char)(source * 31 + step * 7 + i + (i >> 8));
}

static int is_right(const char *p, unsigned source, uint64_t step)
{
    uint32_t i = 0, bytes = length_of(source, step);
    while (i < bytes && p[i] == pattern(source, step, i))
        i++;
    return i == bytes;
}

static void acknowledge(rank_t *r, unsigned to)
{
    note_t *note = &r->note[to]; /* the receiver has taken the last note: a put came since */
    note->window = (uintptr_t)r->window;
    note->step = r->puts[to];
    must(rdma_send(address_of(r, to), note, sizeof *note, 0, APENET_SILENT) == 0, "rdma_send");
}

static void take_note(rank_t *r, unsigned from, const apenet_event_t *e)
{
    note_t note;
    apenet_card_t *card;
    must(e->bytes == sizeof note, "a note has another length");
    memcpy(&note, e->address, sizeof note);
    must(apenet_default_card(&card) == 0 && apenet_rearm_buffer(card, e->buffer) == 0, "apenet_rearm_buffer");
    r->windows += r->there[from] == 0;
    r->there[from] = note.window;
    must(note.step >= r->acknowledged[from], "notes overtake each other");
    r->acknowledged[from] = note.step;
}

static void take_put(rank_t *r, unsigned from, const apenet_event_t *e)
{
    uint64_t step = r->puts[from];
    must(e->address == r->window + (size_t)from * SLOT && e->bytes == length_of(from, step),
         "a put is elsewhere");
    char came[SLOT];
    must(apenet_gpu_copy(came, e->address, e->bytes) == 0, "apenet_gpu_copy");
    must(is_right(came, from, step), "a put has brought something else");
    r->puts[from]++;
    acknowledge(r, from);
}

static void take_event(rank_t *r)
{
    apenet_event_t e;
    must(wait_event(APENET_ANY, 60000, &e) == 0, "wait_event");
    must(e.status == 0, "an event is an error");
    if (e.kind == APENET_EVENT_GET_DONE)
        r->reads++;
    else if (e.kind == APENET_EVENT_RECEIVED && e.context == CONTEXT_STREAM)
        take_note(r, number_of(r, e.peer), &e);
    else if (e.kind == APENET_EVENT_RECEIVED)
        take_put(r, number_of(r, e.peer), &e);
}

/* Address of the window of a rank. */
static unsigned gpu_of(unsigned rank)
{
    return rank % 2;
}

/* Puts to a rank, waits for its note, and reads back. `source`: source of the put; NULL: GPU memory for both.
 */
static void step(rank_t *r, unsigned to, char *source)
{
    uint64_t number = r->acknowledged[to], reads = r->reads;
    uint32_t bytes = length_of(r->self, number);
    char back[SLOT], *from = source != NULL ? source : back;
    unsigned flags =
        (source == NULL ? APENET_LOCAL_GPU(0) : 0) | (gpu_of(to) != 0 ? APENET_REMOTE_GPU(1) : 0);
    for (uint32_t i = 0; i < bytes; i++)
        from[i] = pattern(r->self, number, i);
    if (source == NULL)
        must(apenet_gpu_copy(r->gpu, back, bytes) == 0, "apenet_gpu_copy");
    uint64_t slot = r->there[to] + (uint64_t)r->self * SLOT;
    must(rdma_put(address_of(r, to), source != NULL ? source : r->gpu, bytes, slot, 0, flags) == 0,
         "rdma_put");
    while (r->acknowledged[to] == number)
        take_event(r);
    memset(back, 0, bytes);
    if (source == NULL)
        must(apenet_gpu_copy(r->gpu, back, bytes) == 0, "apenet_gpu_copy");
    must(rdma_get(address_of(r, to), source != NULL ? back : r->gpu, bytes, slot, 0, flags) == 0, "rdma_get");
    while (r->reads == reads)
        take_event(r);
    if (source == NULL)
        must(apenet_gpu_copy(back, r->gpu, bytes) == 0, "apenet_gpu_copy");
    must(is_right(back, r->self, number), "a get has brought something else");
}

/* Puts to local memory by physical address. All notes have arrived. */
static void loop(const rank_t *r)
{
    apenet_address_t me = address_of(r, r->self);
    char *heap = aligned_alloc(4096, 3 * 4096);
    _Alignas(4096) char stack[3 * 4096];
    apenet_event_t e;
    must(heap != NULL, "no memory");
    memset(heap, 'h', 8192);
    memset(stack, 's', sizeof stack);
    must(rdma_put(me, heap + 5, 8000, (uintptr_t)stack + 5, 0, APENET_PHYS) == 0, "a put to oneself");
    must(wait_event(APENET_KIND(APENET_EVENT_SENT), 60000, &e) == 0, "wait_event");
    must(wait_event(APENET_KIND(APENET_EVENT_RECEIVED), 60000, &e) == 0 && e.bytes == 8000, "wait_event");
    must(stack[4] == 's' && stack[5] == 'h' && stack[8004] == 'h' && stack[8005] == 's',
         "a put to oneself has brought something else");
    free(heap);
}

static void open_memory(rank_t *r, apenet_card_t *card, size_t bytes)
{
    unsigned flags = APENET_GET | (gpu_of(r->self) != 0 ? APENET_GPU(1) : 0);
    void *window = NULL, *gpu;
    apenet_buffer_t buffer;
    must(apenet_gpu_alloc(card, 0, SLOT, &gpu) == 0, "apenet_gpu_alloc");
    if (gpu_of(r->self) == 0)
        window = malloc(bytes);
    else
        must(apenet_gpu_alloc(card, 1, bytes, &window) == 0, "apenet_gpu_alloc");
    must(window != NULL, "no memory");
    must(register_buffer(window, bytes, flags, CONTEXT_WINDOW, &buffer) == 0, "register_buffer");
    r->window = window;
    r->gpu = gpu;
}

static void open_all(rank_t *r)
{
    apenet_card_t *card;
    apenet_address_t me;
    apenet_buffer_t buffer;
    must(apenet_default_card(&card) == 0, "apenet_default_card");
    must(apenet_whoami(card, &me, &r->size) == 0, "apenet_whoami");
    r->self = number_of(r, me);
    r->ranks = (unsigned)r->size.x * r->size.y * r->size.z * r->size.pid;
    must(r->ranks <= RANKS, "too many ranks");
    open_memory(r, card, (size_t)r->ranks * SLOT);
    r->stream = calloc(2 * r->ranks, sizeof *r->stream); /* each rank may have sent two notes */
    must(r->stream != NULL, "no memory");
    for (unsigned i = 0; i < 2 * r->ranks; i++)
        must(register_buffer(&r->stream[i], sizeof(note_t), APENET_STREAMING, CONTEXT_STREAM, &buffer) == 0,
             "register_buffer");
    for (unsigned i = 0; i < r->ranks; i++)
        acknowledge(r, i);
    while (r->windows < r->ranks)
        take_event(r);
}

/* Ranks may still put and read back: memory stays until all ranks have finished. */
static void close_all(rank_t *r, uint64_t steps)
{
    for (unsigned i = 0; i < r->ranks; i++)
        while (r->puts[i] < steps)
            take_event(r);
    r->done.window = (uintptr_t)r->window;
    r->done.step = steps + 1;
    for (unsigned i = 0; i < r->ranks; i++)
        must(rdma_send(address_of(r, i), &r->done, sizeof r->done, 0, APENET_SILENT) == 0, "rdma_send");
    for (unsigned i = 0; i < r->ranks; i++)
        while (r->acknowledged[i] <= steps)
            take_event(r);
    loop(r);
    if (gpu_of(r->self) == 0)
        free(r->window);
    free(r->stream);
}

int main(int argc, char **argv)
{
    static _Thread_local rank_t r;
    char *heap = malloc(SLOT + 64), stack[SLOT + 64];
    char *const source[4] = {heap, stack, staged, NULL};
    must(argc == 2 && heap != NULL, "usage: apenet_ranks STEPS");
    unsigned long steps = strtoul(argv[1], NULL, 10);
    open_all(&r);
    for (unsigned long n = 0; n < steps; n++)
        for (unsigned i = 0; i < r.ranks; i++)
            step(&r, (r.self + i) % r.ranks,
                 source[(n + i) % 4] != NULL ? source[(n + i) % 4] + n % 64 : NULL);
    close_all(&r, steps);
    free(heap);
    return 0;
}
