/* SPDX-License-Identifier: BSD-3-Clause */
/* Internals of the driver: registered pages and delivered events. */
#include "apenet/driver/driver.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "apenet/gpu_ring.h"
#include "emuq_test.h"
#include "tests/ranks/capture.h"
#include "users.h"

#define PAGE 4096u

static apenet_counters_t counters_of(const apenet_card_t *card)
{
    apenet_counters_t c;
    apenet_device_counters(card->host->device, &c);
    return c;
}

/* ---- pages ---- */

/* Registers memory at a page of the area. @return pages added to the card */
static uint64_t pages_added_for(apenet_card_t *card, uint32_t offset, uint32_t bytes, apenet_buffer_t *buffer)
{
    uint64_t before = counters_of(card).pages_added;
    CU_ASSERT_EQUAL(apenet_register_buffer(card, users_area[0] + offset, bytes, 0, 0, buffer), 0);
    return counters_of(card).pages_added - before;
}

static void pages_kept_program(apenet_card_t *card, apenet_address_t me)
{
    apenet_buffer_t first, same, overlapping, again;
    (void)me;
    CU_ASSERT_EQUAL(pages_added_for(card, 0, 10 * PAGE, &first), 10);
    CU_ASSERT_EQUAL(pages_added_for(card, 0, 10 * PAGE, &same), 0);
    CU_ASSERT_EQUAL(pages_added_for(card, 8 * PAGE + 1, 2 * PAGE, &overlapping), 1); /* pages 8 to 10 */
    CU_ASSERT_EQUAL(apenet_unregister_buffer(card, first), 0);
    CU_ASSERT_EQUAL(apenet_unregister_buffer(card, same), 0);
    CU_ASSERT_EQUAL(apenet_unregister_buffer(card, overlapping), 0);
    CU_ASSERT_EQUAL(counters_of(card).pages_removed, 0);
    CU_ASSERT_EQUAL(pages_added_for(card, 0, 11 * PAGE, &again), 0);
}

static void pages_are_registered_once(void)
{
    users_run(pages_kept_program, 1, 1);
}

/* Whether the driver knows an address without a system call; a known address must be correct. */
static bool is_pinned(apenet_card_t *card, uint32_t offset, uint32_t bytes)
{
    uint64_t va = (uintptr_t)users_area[0] + offset, bus = 0, right = 1;
    bool is_found = apenet_pinned(card, va, bytes, &bus);
    CU_ASSERT_EQUAL(apenet_bus_address(card, APENET_GPUS, va, bytes, &right), 0);
    CU_ASSERT_TRUE(!is_found || bus == right);
    return is_found;
}

static void long_sources_program(apenet_card_t *card, apenet_address_t me)
{
    apenet_buffer_t all, part, other[2 * APENET_PIN_RANGES];
    const uint32_t length = APENET_PINNED_PAGES * PAGE + 1;
    (void)me;
    CU_ASSERT_FALSE(is_pinned(card, PAGE, length));
    (void)pages_added_for(card, PAGE, 100 * PAGE, &all);
    CU_ASSERT_TRUE(is_pinned(card, PAGE, 100 * PAGE) && is_pinned(card, 50 * PAGE - 7, length));
    CU_ASSERT_TRUE(is_pinned(card, 101 * PAGE - length, length));
    CU_ASSERT_FALSE(is_pinned(card, PAGE - 1, length) || is_pinned(card, 101 * PAGE - length + 1, length));
    (void)pages_added_for(card, 40 * PAGE, 40 * PAGE, &part);
    CU_ASSERT_EQUAL(apenet_unregister_buffer(card, all), 0); /* pages 40 to 79 are in use */
    CU_ASSERT_TRUE(is_pinned(card, 40 * PAGE, 40 * PAGE));
    CU_ASSERT_FALSE(is_pinned(card, 39 * PAGE, 40 * PAGE) || is_pinned(card, 41 * PAGE, 40 * PAGE));
    CU_ASSERT_EQUAL(apenet_unregister_buffer(card, part), 0);
    CU_ASSERT_FALSE(is_pinned(card, 40 * PAGE, length));
    for (uint32_t n = 0; n < 2 * APENET_PIN_RANGES; n++) {
        (void)pages_added_for(card, n * 4 * PAGE, length, &other[n]);
        CU_ASSERT_TRUE(is_pinned(card, n * 4 * PAGE, length));
    }
    for (uint32_t n = 0; n < 2 * APENET_PIN_RANGES; n++)
        CU_ASSERT_EQUAL(apenet_unregister_buffer(card, other[n]), 0);
    for (uint32_t n = 0; n < 2 * APENET_PIN_RANGES; n++)
        CU_ASSERT_FALSE(is_pinned(card, n * 4 * PAGE, length));
}

/* Also with more pages than are checked one by one. */
static void long_sources_are_found_in_registered_buffers(void)
{
    users_run(long_sources_program, 1, 1);
}

/* A cache of four pages: of six idle pages the two oldest are evicted. Pages become idle in the order of
 * their addresses. */
static void pages_evicted_program(apenet_card_t *card, apenet_address_t me)
{
    apenet_buffer_t all, used, some;
    (void)me;
    CU_ASSERT_EQUAL(pages_added_for(card, 0, 6 * PAGE, &all), 6);
    CU_ASSERT_EQUAL(apenet_unregister_buffer(card, all), 0);
    CU_ASSERT_EQUAL(counters_of(card).pages_removed, 2);
    CU_ASSERT_EQUAL(pages_added_for(card, 2 * PAGE, 4 * PAGE, &used), 0);
    CU_ASSERT_EQUAL(pages_added_for(card, 0, PAGE, &some), 1);
    CU_ASSERT_EQUAL(apenet_unregister_buffer(card, some), 0);
    CU_ASSERT_EQUAL(apenet_unregister_buffer(card, used), 0); /* five are idle */
    CU_ASSERT_EQUAL(counters_of(card).pages_removed, 3);
    CU_ASSERT_EQUAL(pages_added_for(card, 2 * PAGE, 4 * PAGE, &used), 0);
    CU_ASSERT_EQUAL(pages_added_for(card, 0, 2 * PAGE, &all), 2);
}

static void pages_leave_a_full_cache(void)
{
    setenv("EMUQ_APENET_PIN_CACHE", "4", 1);
    users_run(pages_evicted_program, 1, 1);
    unsetenv("EMUQ_APENET_PIN_CACHE");
}

/* ---- a program with its own driver ---- */

/* A local put by a descriptor in the ring, with a magic of the program. */
static void put_by_hand(apenet_card_t *card, apenet_address_t me, uint64_t magic, apenet_completion_t tag)
{
    apenet_host_t *h = card->host;
    emuq_window_t window;
    CU_ASSERT_EQUAL_FATAL(emuq_address_space_map(card->process->space, users_area[1], 8, &window), 0);
    emuq_light_lock(&h->ring_lock);
    apenet_descriptor_t *d = &h->ring[h->fill];
    memset(d, 0, sizeof *d);
    apenet_header_make(&d->header, APENET_CMD_PUT, me, me, (uintptr_t)users_area[0], 8);
    apenet_set(d->header.w, APENET_HEADER_LAST_FRAG, 1);
    apenet_set64(d->cmd0, window.pa + ((uintptr_t)users_area[1] - window.va));
    apenet_set(d->cmd0, APENET_CMD0_BYTES, 8);
    apenet_set64(d->cmd1, magic);
    apenet_set(d->cmd1, APENET_CMD1_TAG, tag);
    h->fill = (h->fill + 1) % APENET_RING_DEFAULT;
    apenet_reg_store(h->device->reg, APENET_REG_TX_RB_NEXT_PTR, h->fill << 16);
    emuq_light_unlock(&h->ring_lock);
}

/* ---- events ---- */

/* More messages than queue entries: new entries arrive during a drain. */
static void endless_program(apenet_card_t *card, apenet_address_t me)
{
    enum { MESSAGES = APENET_QUEUE_DEFAULT + APENET_RING_DEFAULT / 2 };
    apenet_buffer_t buffer;
    CU_ASSERT_EQUAL(apenet_register_buffer(card, users_area[0], PAGE, 0, 0, &buffer), 0);
    for (unsigned i = 0; i < MESSAGES; i++)
        put_by_hand(card, me, 0, APENET_COMP_NONE);
    CU_ASSERT_TRUE(apenet_drain(card->host));
    uint32_t pointers = apenet_reg_load(card->host->device->reg, APENET_REG_EQ_NEXT_PTR);
    CU_ASSERT_NOT_EQUAL(apenet_get(&pointers, APENET_PTR_DRIVER), apenet_get(&pointers, APENET_PTR_CARD));
    for (unsigned i = 0; i < MESSAGES; i++)
        CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_RECEIVED).bytes, 8);
}

static void a_drain_has_an_end(void)
{
    users_run(endless_program, 1, 1);
}

/* Allocates all memory of the arena. */
static void take_all_memory(emuq_arena_t *arena)
{
    for (size_t bytes = (size_t)1 << 33; bytes >= 64; bytes /= 2)
        while (emuq_arena_alloc(arena, bytes, 64) != NULL)
            ;
}

/* Sends two messages while memory is left for only one event. */
static void no_memory_program(apenet_card_t *card, apenet_address_t me)
{
    apenet_buffer_t buffer;
    apenet_event_t e;
    CU_ASSERT_EQUAL(apenet_register_buffer(card, users_area[0], PAGE, 0, 0, &buffer), 0);
    CU_ASSERT_EQUAL(apenet_rdma_put(card, me, users_area[1], 4, (uintptr_t)users_area[0], 1, 0), 0);
    CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_RECEIVED).bytes,
                    4); /* frees the memory of one event; SENT uses another one */
    take_all_memory(card->host->device->machine->arena);
    CU_ASSERT_EQUAL(apenet_rdma_put(card, me, users_area[1], 8, (uintptr_t)users_area[0], 2, 0), 0);
    CU_ASSERT_EQUAL(apenet_wait_event(card, APENET_KIND(APENET_EVENT_GET_DONE), -1, &e), -ENOMEM);
    CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_SENT).tag, 1);
    CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_RECEIVED).bytes, 8);
    CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_SENT).tag, 2);
    unsigned puts = 0;
    int rc;
    while ((rc = apenet_rdma_put(card, me, users_area[1], 8, (uintptr_t)users_area[0], puts, 0)) == 0)
        puts++;
    CU_ASSERT_EQUAL(rc, -ENOMEM);
    CU_ASSERT_EQUAL(apenet_rdma_put(card, me, users_area[1], 8, (uintptr_t)users_area[0], 0, APENET_NOWAIT),
                    -EAGAIN);
    for (unsigned n = 0; n < puts; n++) {
        CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_RECEIVED).bytes, 8);
        CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_SENT).tag, n);
    }
}

static void without_memory_the_wait_ends(void)
{
    users_run(no_memory_program, 1, 1);
}

/* ---- events without a matching record ---- */

static void strange_magic_program(apenet_card_t *card, apenet_address_t me)
{
    apenet_buffer_t buffer;
    CU_ASSERT_EQUAL(apenet_register_buffer(card, users_area[0], PAGE, 0, 0, &buffer), 0);
    memset(users_area[1], 'm', 8);
    put_by_hand(card, me, apenet_magic(1, APENET_PIDS - 1, 0), APENET_COMP_EQ); /* no such process */
    CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_RECEIVED).bytes, 8);
    CU_ASSERT_EQUAL(users_area[0][7], 'm');
    CU_ASSERT_EQUAL(apenet_wait_event(card, APENET_ANY, 0, &(apenet_event_t){0}), -ETIMEDOUT);
}

static void events_of_no_process_are_dropped(void)
{
    users_run(strange_magic_program, 1, 1);
}

/* Delayed events of freed operations and buffers refer to reused records. */
static void late_program(apenet_card_t *card, apenet_address_t me)
{
    apenet_buffer_t gone, buffer;
    char *target = users_area[0], *other = users_area[0] + PAGE;
    CU_ASSERT_EQUAL(apenet_register_buffer(card, target, 2 * PAGE, 0, 4, &gone), 0);
    CU_ASSERT_EQUAL(apenet_unregister_buffer(card, gone), 0);
    CU_ASSERT_EQUAL(apenet_register_buffer(card, target, PAGE, 0, 5, &buffer), 0);
    CU_ASSERT_EQUAL(apenet_magic_number(buffer.id), apenet_magic_number(gone.id));
    uint32_t word3[4] = {PAGE, 0, (uint32_t)gone.id, (uint32_t)(gone.id >> 32)};
    CU_ASSERT_EQUAL(apenet_submit(card, APENET_OP_BUFFER_ADD, (uintptr_t)other, word3), 0);
    CU_ASSERT_EQUAL(apenet_rdma_put(card, me, users_area[1], 8, (uintptr_t)other, 0, APENET_SILENT), 0);
    apenet_event_t e = users_next(card, APENET_EVENT_RECEIVED);
    CU_ASSERT_TRUE(e.status == 0 && e.address == other && e.context == 0 && e.buffer.id == 0);
    uint32_t number = card->next_operation, generation = card->operation[number].generation;
    put_by_hand(card, me, apenet_magic(generation + 1, card->pid, number), APENET_COMP_EQ);
    CU_ASSERT_EQUAL(apenet_rdma_put(card, me, users_area[1], 9, (uintptr_t)target, 77, 0), 0);
    CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_RECEIVED).bytes, 8);
    CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_SENT).tag, 0);
    CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_RECEIVED).bytes, 9);
    CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_SENT).tag, 77);
}

static void late_events_find_nothing(void)
{
    users_run(late_program, 1, 1);
}

/* A complete operation uses no memory, even before its event is taken. */
static void complete_program(apenet_card_t *card, apenet_address_t me)
{
    apenet_buffer_t source, target;
    CU_ASSERT_EQUAL(apenet_register_buffer(card, users_area[1], PAGE, APENET_GET, 3, &source), 0);
    CU_ASSERT_EQUAL(apenet_register_buffer(card, users_area[0], PAGE, 0, 4, &target), 0);
    CU_ASSERT_EQUAL(apenet_rdma_put(card, me, users_area[1], 8, (uintptr_t)users_area[0], 1, 0), 0);
    CU_ASSERT_EQUAL(
        apenet_rdma_get(card, me, users_area[2] + 8, 2 * PAGE - 8, (uintptr_t)users_area[1], 2, 0), 0);
    CU_ASSERT_EQUAL(apenet_unregister_buffer(card, source), 0);
    CU_ASSERT_EQUAL(apenet_unregister_buffer(card, target), 0);
    CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_RECEIVED).context, 4); /* arrived before */
    CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_SENT).tag, 1);
    CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_GET_DONE).tag, 2);
    CU_ASSERT_EQUAL(counters_of(card).pages_added, 4);
    CU_ASSERT_EQUAL(counters_of(card).pages_removed, 4);
}

static void what_is_complete_uses_nothing(void)
{
    setenv("EMUQ_APENET_PIN_CACHE", "0", 1);
    users_run(complete_program, 1, 1);
    unsetenv("EMUQ_APENET_PIN_CACHE");
}

/* A get without a free slot leaves no pages registered. No thread takes the events. */
static void no_room_program(apenet_card_t *card, apenet_address_t me)
{
    for (unsigned n = 0; n < APENET_RING_DEFAULT - 1; n++)
        CU_ASSERT_EQUAL(apenet_rdma_send(card, me, users_area[1], 8, 0, APENET_SILENT), 0);
    uint64_t before = counters_of(card).pages_removed;
    CU_ASSERT_EQUAL(
        apenet_rdma_get(card, me, users_area[2], PAGE, (uintptr_t)users_area[1], 0, APENET_NOWAIT), -EAGAIN);
    CU_ASSERT_EQUAL(counters_of(card).pages_removed - before, 1);
}

static void a_refused_get_leaves_no_pages(void)
{
    setenv("EMUQ_APENET_PIN_CACHE", "0", 1);
    users_run(no_room_program, 1, 1);
    unsetenv("EMUQ_APENET_PIN_CACHE");
}

/* A page is unknown once no buffer needs it. */
static void unmapped_program(apenet_card_t *card, apenet_address_t me)
{
    apenet_buffer_t buffer, target;
    uint64_t to = (uintptr_t)users_area[0];
    char *p = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CU_ASSERT_NOT_EQUAL_FATAL(p, MAP_FAILED);
    CU_ASSERT_EQUAL(apenet_register_buffer(card, users_area[0], PAGE, 0, 0, &target), 0);
    CU_ASSERT_EQUAL(apenet_register_buffer(card, p, PAGE, 0, 0, &buffer), 0);
    CU_ASSERT_EQUAL(apenet_rdma_put(card, me, p, 8, to, 0, APENET_SILENT), 0);
    CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_RECEIVED).bytes, 8);
    CU_ASSERT_EQUAL(apenet_unregister_buffer(card, buffer), 0);
    CU_ASSERT_EQUAL(munmap(p, PAGE), 0);
    CU_ASSERT_EQUAL(apenet_rdma_put(card, me, p, 8, to, 0, APENET_SILENT), -EFAULT);
}

static void pages_that_are_unmapped(void)
{
    users_run(unmapped_program, 1, 1);
}

/* ---- segments of a message ---- */

static const struct {
    uint32_t source, bytes, pieces;
    uint64_t target;
    struct {
        uint32_t bytes, words, pad;
    } piece[3];
} fragmented[] = {{0xff0, 4096, 2, 0x20000010, {{16, 1, 0}, {4080, 255, 0}}},
                  {0, 8192, 2, 0x20000800, {{4096, 256, 0}, {4096, 256, 0}}},
                  {0xfff, 2, 2, 0x20000fff, {{1, 1, 15}, {1, 1, 15}}},
                  {0x100, 10000, 3, 0x20000000, {{3840, 240, 0}, {4096, 256, 0}, {2064, 129, 0}}}};
#define FRAGMENTED (sizeof fragmented / sizeof *fragmented)

/* The descriptors of a put that waits in the ring. */
static void check_pieces(const apenet_host_t *h, uint32_t slot, unsigned n)
{
    uint64_t to = fragmented[n].target;
    CU_ASSERT_EQUAL(h->fill, slot + fragmented[n].pieces);
    for (uint32_t i = 0; i < fragmented[n].pieces; i++) {
        const apenet_descriptor_t *d = &h->ring[slot + i];
        bool is_last = i + 1 == fragmented[n].pieces;
        CU_ASSERT_EQUAL(apenet_get(d->cmd0, APENET_CMD0_BYTES), fragmented[n].piece[i].bytes);
        CU_ASSERT_EQUAL(apenet_get(d->header.w, APENET_HEADER_SIZE), fragmented[n].piece[i].words);
        CU_ASSERT_EQUAL(apenet_get(d->header.w, APENET_HEADER_PAD), fragmented[n].piece[i].pad);
        CU_ASSERT_EQUAL(apenet_get(d->header.w, APENET_HEADER_LAST_FRAG), is_last);
        CU_ASSERT_EQUAL(apenet_get(d->cmd1, APENET_CMD1_TAG), is_last ? APENET_COMP_EQ : APENET_COMP_NONE);
        CU_ASSERT_EQUAL(apenet_header_address(&d->header), to);
        to += fragmented[n].piece[i].bytes;
    }
}

/* A send without a buffer blocks later puts in the ring. */
static void pieces_program(apenet_card_t *card, apenet_address_t me)
{
    apenet_buffer_t buffer;
    CU_ASSERT_EQUAL(apenet_rdma_send(card, me, users_area[1], 8, 0, APENET_SILENT), 0);
    for (unsigned n = 0; n < FRAGMENTED; n++) {
        uint32_t slot = card->host->fill;
        CU_ASSERT_EQUAL(apenet_rdma_put(card, me, users_area[1] + fragmented[n].source, fragmented[n].bytes,
                                        fragmented[n].target, n, 0),
                        0);
        check_pieces(card->host, slot, n);
    }
    CU_ASSERT_EQUAL(apenet_register_buffer(card, users_area[0], 8, APENET_STREAMING, 0, &buffer), 0);
    CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_RECEIVED).bytes, 8);
    for (unsigned n = 0; n < FRAGMENTED; n++) {
        CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_ERROR).status, -ENOENT);
        CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_SENT).tag, n);
    }
}

static void pieces_of_messages(void)
{
    users_run(pieces_program, 1, 1);
}

/* ---- closed cards ---- */

static int closed_program(int argc, char **argv)
{
    apenet_address_t me;
    apenet_buffer_t buffer;
    apenet_gpu_ring_t *ring;
    apenet_card_t *card = users_open(&me);
    (void)argc;
    (void)argv;
    int fd = apenet_event_fd(card);
    CU_ASSERT_EQUAL(apenet_gpu_ring_open(card, &ring), 0);
    CU_ASSERT_EQUAL(apenet_register_buffer(card, users_area[0], PAGE, 0, 3, &buffer), 0);
    CU_ASSERT_EQUAL(apenet_rdma_put(card, me, users_area[1], 8, (uintptr_t)users_area[0], 1, 0), 0);
    CU_ASSERT_EQUAL(apenet_close(card), 0);
    CU_ASSERT_TRUE(fcntl(fd, F_GETFD) == -1 && errno == EBADF);
    card = users_open(&me);
    CU_ASSERT_EQUAL(apenet_gpu_ring_open(card, &ring), 0); /* no longer present */
    CU_ASSERT_EQUAL(apenet_wait_event(card, APENET_ANY, 0, &(apenet_event_t){0}), -ETIMEDOUT);
    CU_ASSERT_EQUAL(apenet_rdma_put(card, me, users_area[1], 8, (uintptr_t)users_area[0], 2, 0), 0);
    CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_ERROR).status, -ENOENT);
    CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_SENT).tag, 2);
    CU_ASSERT_EQUAL(apenet_close(card), 0);
    return 0;
}

static void what_is_closed_is_gone(void)
{
    users_run_program(closed_program, 1, 1);
}

/* ---- waits ---- */

static double idle_seconds(apenet_card_t *card)
{
    struct timespec begin, end;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
    CU_ASSERT_EQUAL(apenet_wait_event(card, APENET_ANY, 400, &(apenet_event_t){0}), -ETIMEDOUT);
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
    return (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) * 1e-9;
}

static void idle_program(apenet_card_t *card, apenet_address_t me)
{
    (void)me;
    for (unsigned n = 0; n < 2; n++)
        CU_ASSERT(idle_seconds(card) < 0.2);
}

static void a_wait_sleeps(void)
{
    users_run(idle_program, 1, 1);
}

/* ---- numbers of errors ---- */

static void numbers_of_errors(void)
{
    static const int number[] = {0,       -EINVAL,  -EFAULT,   -ENXIO,  -ENETDOWN, -ENOENT,
                                 -EFAULT, -EBADMSG, -EMSGSIZE, -EACCES, -ENOSPC,   -EHOSTDOWN};
    for (uint32_t status = 0; status < sizeof number / sizeof *number; status++)
        CU_ASSERT_EQUAL(apenet_status_errno(status), number[status]);
}

/* ---- rejected descriptors ---- */

static void refused_program(apenet_card_t *card, apenet_address_t me)
{
    apenet_buffer_t buffer;
    CU_ASSERT_EQUAL(apenet_register_buffer(card, users_area[0], PAGE, 0, 0, &buffer), 0);
    memset(users_area[0], 'o', 8);
    put_by_hand(card, me, 0, (apenet_completion_t)1);
    CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_ERROR).status, -EINVAL);
    CU_ASSERT_EQUAL(users_area[0][7], 'o');
    put_by_hand(card, me, 0, APENET_COMP_NONE);
    CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_RECEIVED).bytes, 8);
}

static void check_report(const capture_t *c)
{
    CU_ASSERT_PTR_NOT_NULL(
        strstr(c->text, "emuq: software error at the APEnet+ card of node (0,0,0), slot 0"));
    CU_ASSERT_PTR_NOT_NULL(strstr(c->text, "the tag is neither an event nor none"));
    CU_ASSERT_PTR_NOT_NULL(strstr(c->text, "header: PUT from (0,0,0) pid 0 to (0,0,0) pid 0"));
}

static void a_refused_descriptor_is_reported(void)
{
    static capture_t c;
    setenv("EMUQ_ON_ERROR", "report", 1);
    capture_begin(&c);
    users_run(refused_program, 1, 1);
    capture_end(&c);
    unsetenv("EMUQ_ON_ERROR");
    check_report(&c);
}

static void a_refused_descriptor_ends_the_job(void)
{
    static capture_t c;
    int status = 0;
    setenv("EMUQ_ON_ERROR", "fatal", 1);
    capture_begin(&c);
    pid_t child = fork();
    if (child == 0) {
        users_run(refused_program, 1, 1);
        _exit(0);
    }
    CU_ASSERT_EQUAL(waitpid(child, &status, 0), child);
    capture_end(&c);
    unsetenv("EMUQ_ON_ERROR");
    CU_ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    check_report(&c);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"pages are registered once", pages_are_registered_once},
        {"long sources are found in registered buffers", long_sources_are_found_in_registered_buffers},
        {"pages leave a full cache", pages_leave_a_full_cache},
        {"a drain has an end", a_drain_has_an_end},
        {"without memory the wait ends", without_memory_the_wait_ends},
        {"events of no process are dropped", events_of_no_process_are_dropped},
        {"late events find nothing", late_events_find_nothing},
        {"what is complete uses nothing", what_is_complete_uses_nothing},
        {"a refused get leaves no pages", a_refused_get_leaves_no_pages},
        {"pages that are unmapped", pages_that_are_unmapped},
        {"pieces of messages", pieces_of_messages},
        {"what is closed is gone", what_is_closed_is_gone},
        {"a wait sleeps", a_wait_sleeps},
        {"numbers of errors", numbers_of_errors},
        {"a refused descriptor is reported", a_refused_descriptor_is_reported},
        {"a refused descriptor ends the job", a_refused_descriptor_ends_the_job},
        {NULL, NULL}};
    return emuq_test_main("driver of APEnet+", tests);
}
