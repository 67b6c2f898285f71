/* SPDX-License-Identifier: BSD-3-Clause */
/* Channels between hosts: the unit of host 0 sends to PEER, and receives its frames back as frames of PEER,
 * so the process is the sender and the receiver of one pair of hosts. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backends/channel.h"
#include "backends/emulator/remote/remote.h"
#include "base/mix.h"
#include "emuq_test.h"
#include "kernel-shim/partition/partition.h"

enum { NODES = 4, HOSTS = 3, PEER = 1, OTHER = 2, CHANNEL = 2, WAIT_NS = 1000000000, POSTERS = 3 };

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
#define MESSAGES 3000u
#else
#define MESSAGES 30000u
#endif

static emuq_partition_t *partition;
static const emuq_backend_remote_ops_t *ops;
static emuq_channel_t *channel;

/* A frame sent by the unit. */
typedef struct passing {
    struct passing *next;
    uint32_t host;
    size_t bytes;
    char frame[] __attribute__((aligned(EMUQ_FRAME_ALIGN)));
} passing_t;

static struct {
    passing_t *first, **end;
    uint32_t frames, lent;
} sent = {.end = &sent.first};

static int carry(void *context, uint32_t host, const void *frame, size_t bytes)
{
    (void)context;
    size_t size = (sizeof(passing_t) + bytes + EMUQ_FRAME_ALIGN - 1) / EMUQ_FRAME_ALIGN * EMUQ_FRAME_ALIGN;
    passing_t *p = aligned_alloc(EMUQ_FRAME_ALIGN, size);
    if (p == NULL)
        abort();
    *p = (passing_t){.host = host, .bytes = bytes};
    memcpy(p->frame, frame, bytes);
    *sent.end = p;
    sent.end = &p->next;
    (void)AO_int_fetch_and_add1_full(&sent.frames);
    return 0;
}

static int lend(void *context, uint32_t host, void *frame, size_t bytes, void (*done)(void *frame))
{
    int rc = carry(context, host, frame, bytes);
    sent.lent++;
    done(frame);
    return rc;
}

/* Sends what is posted. */
static void progress(void)
{
    while (ops->progress(partition->machine, false))
        continue;
}

/* Sends what is posted, and receives all frames. @return whether there were any */
static bool loop_back(void)
{
    bool any = false;
    passing_t *p;
    for (progress(); (p = sent.first) != NULL; progress()) {
        any = true;
        sent.first = p->next;
        if (sent.first == NULL)
            sent.end = &sent.first;
        CU_ASSERT_EQUAL_FATAL(ops->receive(partition->machine, p->host, p->frame, p->bytes), 0);
        free(p);
    }
    return any;
}

/* Drops the frames of all posted messages. */
static void drop_frames(void)
{
    progress();
    for (passing_t *p; (p = sent.first) != NULL; free(p))
        sent.first = p->next;
    sent.end = &sent.first;
}

static void use_channel(uint32_t number)
{
    CU_ASSERT_EQUAL_FATAL(ops->channel_open(partition->machine, number, &channel), 0);
}

static int post(uint32_t host, const void *data, size_t bytes)
{
    return ops->channel_post(channel, host, &(const struct iovec){(void *)(uintptr_t)data, bytes}, 1);
}

/* Returns the unread messages. @return their number */
static uint32_t read_all(void)
{
    uint32_t messages = 0;
    for (emuq_channel_message_t *m; (m = ops->channel_next(channel)) != NULL; messages++)
        ops->channel_done(channel, m);
    return messages;
}

static void channels_have_numbers(void)
{
    emuq_channel_t *first = NULL, *again = NULL;
    emuq_machine_t one_host = {.placement = {.hosts = 1}};
    CU_ASSERT_EQUAL(ops->channel_open(&one_host, 0, &first), -ENOTSUP);
    CU_ASSERT_EQUAL(ops->channel_open(partition->machine, EMUQ_CHANNELS, &first), -EINVAL);
    CU_ASSERT_EQUAL(ops->channel_open(partition->machine, CHANNEL, &first), 0);
    CU_ASSERT_EQUAL(ops->channel_open(partition->machine, CHANNEL, &again), 0);
    CU_ASSERT_PTR_EQUAL(first, channel);
    CU_ASSERT_PTR_EQUAL(again, channel);
    CU_ASSERT_EQUAL(ops->channel_open(partition->machine, 0, &first), 0);
    CU_ASSERT_PTR_NOT_EQUAL(first, channel);
}

static void bad_posts_are_rejected(void)
{
    static const char longest[EMUQ_CHANNEL_BYTES + 1];
    const struct iovec two[] = {{(void *)(uintptr_t)longest, EMUQ_CHANNEL_BYTES},
                                {(void *)(uintptr_t)longest, 1}},
                       wraps[] = {{(void *)(uintptr_t)longest, 16},
                                  {(void *)(uintptr_t)longest, SIZE_MAX - 15}};
    CU_ASSERT_EQUAL(post(0, longest, 1), -EINVAL); /* this host */
    CU_ASSERT_EQUAL(post(HOSTS, longest, 1), -EINVAL);
    CU_ASSERT_EQUAL(post(PEER, longest, sizeof longest), -EINVAL);
    CU_ASSERT_EQUAL(ops->channel_post(channel, PEER, two, 2), -EINVAL);
    CU_ASSERT_EQUAL(ops->channel_post(channel, PEER, wraps, 2), -EINVAL);
    CU_ASSERT_FALSE(loop_back());
    CU_ASSERT_PTR_NULL(ops->channel_next(channel));
}

static void expect_message(uint32_t host, const char *data, uint32_t bytes)
{
    emuq_channel_message_t *m = ops->channel_next(channel);
    CU_ASSERT_PTR_NOT_NULL_FATAL(m);
    CU_ASSERT_EQUAL((uintptr_t)m->data % 16, 0);
    CU_ASSERT_EQUAL(m->host, host);
    CU_ASSERT_EQUAL_FATAL(m->bytes, bytes);
    CU_ASSERT_EQUAL(memcmp(m->data, data, bytes), 0);
    ops->channel_done(channel, m);
}

static void messages_arrive(void)
{
    static char longest[EMUQ_CHANNEL_BYTES];
    char first[] = "ab", second[] = "cde";
    const struct iovec parts[] = {{first, 2}, {NULL, 0}, {second, 3}};
    uint64_t arrivals = AO_load(&channel->arrivals);
    uint32_t lent = sent.lent;
    for (size_t i = 0; i < sizeof longest; i++)
        longest[i] = (char)(i * 7 + i / 256);
    CU_ASSERT_EQUAL(post(PEER, NULL, 0), 0);
    CU_ASSERT_EQUAL(ops->channel_post(channel, PEER, NULL, 0), 0);
    CU_ASSERT_EQUAL(ops->channel_post(channel, OTHER, parts, 3), 0);
    CU_ASSERT_EQUAL(post(PEER, longest, sizeof longest), 0);
    CU_ASSERT_PTR_NULL(ops->channel_next(channel));
    (void)loop_back();
    CU_ASSERT_EQUAL(sent.lent, lent + 1);
    CU_ASSERT_EQUAL(AO_load(&channel->arrivals), arrivals + 4);
    expect_message(PEER, "", 0);
    expect_message(PEER, "", 0);
    expect_message(OTHER, "abcde", 5);
    expect_message(PEER, longest, sizeof longest);
    CU_ASSERT_PTR_NULL(ops->channel_next(channel));
}

static void channels_are_separate(void)
{
    emuq_channel_t *last = NULL;
    CU_ASSERT_EQUAL(ops->channel_open(partition->machine, EMUQ_CHANNELS - 1, &last), 0);
    CU_ASSERT_EQUAL(ops->channel_post(last, PEER, NULL, 0), 0);
    (void)loop_back();
    CU_ASSERT_PTR_NULL(ops->channel_next(channel));
    emuq_channel_message_t *m = ops->channel_next(last);
    CU_ASSERT_PTR_NOT_NULL_FATAL(m);
    ops->channel_done(last, m);
}

/* Posts until the window is full. @return number of messages */
static uint32_t fill_window(uint32_t host, size_t bytes)
{
    static const char data[EMUQ_CHANNEL_BYTES];
    uint32_t messages = 0;
    int rc;
    while ((rc = post(host, data, bytes)) == 0)
        messages++;
    CU_ASSERT_EQUAL(rc, -EAGAIN);
    return messages;
}

/* Windows of any size of message have space for a full window, and get it back from the reader alone. */
static void a_window_is_full(void)
{
    static const uint32_t sizes[] = {EMUQ_CHANNEL_BYTES, 5000, 1, 0};
    static const char data[EMUQ_CHANNEL_BYTES];
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        uint32_t cost = emuq_channel_cost(sizes[i]);
        (void)read_all();
        (void)loop_back();
        /* credit for less than a quarter of the window is missing */
        uint32_t messages = fill_window(PEER, sizes[i]);
        CU_ASSERT(messages <= EMUQ_CHANNEL_WINDOW / cost);
        CU_ASSERT(messages >= (EMUQ_CHANNEL_WINDOW - EMUQ_CHANNEL_WINDOW / 4) / cost);
        uint64_t credits = AO_load(&channel->credits);
        (void)loop_back();
        CU_ASSERT_EQUAL(post(PEER, data, sizes[i]), -EAGAIN); /* arrival is no credit */
        CU_ASSERT_EQUAL(post(OTHER, NULL, 0), 0);             /* a different window */
        CU_ASSERT_EQUAL(AO_load(&channel->credits), credits);
        (void)loop_back();
        CU_ASSERT_EQUAL(read_all(), messages + 1);
        CU_ASSERT_EQUAL(post(PEER, data, sizes[i]), -EAGAIN);
        emuq_ticket_t ticket = emuq_event_prepare(&channel->event);
        (void)loop_back();
        CU_ASSERT_EQUAL(AO_load(&channel->credits), credits + 1);
        CU_ASSERT_EQUAL(ops->channel_wait(channel, ticket, WAIT_NS), -EAGAIN); /* notified */
        CU_ASSERT_EQUAL(post(PEER, data, sizes[i]), 0);
        (void)loop_back();
        CU_ASSERT_EQUAL(read_all(), 1);
    }
}

/* Half of a window is read before waiting threads are notified. */
static void credit_waits_for_half_a_window(void)
{
    uint32_t cost = emuq_channel_cost(EMUQ_CHANNEL_BYTES), returned = 0;
    (void)read_all();
    (void)loop_back();
    uint32_t messages = fill_window(OTHER, EMUQ_CHANNEL_BYTES), read = 0;
    (void)loop_back();
    uint64_t credits = AO_load(&channel->credits);
    for (; AO_load(&channel->credits) == credits && read < messages; read++) {
        emuq_channel_message_t *m = ops->channel_next(channel);
        CU_ASSERT_PTR_NOT_NULL_FATAL(m);
        ops->channel_done(channel, m);
        returned += cost;
        (void)loop_back();
    }
    CU_ASSERT_EQUAL(AO_load(&channel->credits), credits + 1);
    CU_ASSERT(returned >= EMUQ_CHANNEL_WINDOW / 4);
    CU_ASSERT(read < messages);
    uint32_t more = fill_window(OTHER, EMUQ_CHANNEL_BYTES);
    CU_ASSERT(more >= EMUQ_CHANNEL_WINDOW / 2 / cost);
    (void)loop_back();
    CU_ASSERT_EQUAL(read_all(), messages - read + more);
    (void)loop_back();
}

typedef struct frame {
    emuq_remote_channel_t head;
    char data[EMUQ_CHANNEL_BYTES + 1];
} __attribute__((aligned(EMUQ_FRAME_ALIGN))) frame_t;

#define HEAD   sizeof(emuq_remote_channel_t)
#define SENT   EMUQ_REMOTE_CHANNEL
#define CREDIT EMUQ_REMOTE_CHANNEL_CREDIT
#define MOST   EMUQ_CHANNEL_BYTES

/* Frames of PEER, to which a message of 64 bytes is in flight. */
static void malformed_frames_change_nothing(void)
{
    static const struct {
        const char *name;
        emuq_remote_channel_t head;
        size_t bytes;
        int expected;
    } rows[] = {
        {"a message", {{SENT, 0}, 0, 8}, HEAD + 8, 0},
        {"more bytes", {{SENT, 0}, 0, 9}, HEAD + 8, -EPROTO},
        {"fewer bytes", {{SENT, 0}, 0, 7}, HEAD + 8, -EPROTO},
        {"a cut head", {{SENT, 0}, 0, 0}, HEAD - 1, -EPROTO},
        {"no channel", {{SENT, 0}, EMUQ_CHANNELS, 8}, HEAD + 8, -EPROTO},
        {"the longest message", {{SENT, 0}, 0, MOST}, HEAD + MOST, 0},
        {"a longer message", {{SENT, 0}, 0, MOST + 1}, HEAD + MOST + 1, -EPROTO},
        {"too much credit", {{CREDIT, 0}, 0, 65}, HEAD, -EPROTO},
        {"credit of no channel", {{CREDIT, 0}, EMUQ_CHANNELS, 64}, HEAD, -EPROTO},
        {"credit with bytes", {{CREDIT, 0}, 0, 64}, HEAD + 1, -EPROTO},
        {"cut credit", {{CREDIT, 0}, 0, 64}, HEAD - 1, -EPROTO},
        {"credit", {{CREDIT, 0}, 0, 64}, HEAD, 0},
        {"the same credit", {{CREDIT, 0}, 0, 64}, HEAD, -EPROTO},
    };
    static frame_t frame;
    use_channel(0);
    CU_ASSERT_EQUAL(post(PEER, NULL, 0), 0);
    drop_frames();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint64_t arrivals = AO_load(&channel->arrivals);
        frame.head = rows[i].head;
        int rc = ops->receive(partition->machine, PEER, &frame, rows[i].bytes);
        if (rc != rows[i].expected)
            printf("    %s: %d\n", rows[i].name, rc);
        CU_ASSERT_EQUAL(rc, rows[i].expected);
        bool arrives = rc == 0 && rows[i].head.frame.kind == EMUQ_REMOTE_CHANNEL;
        CU_ASSERT_EQUAL(AO_load(&channel->arrivals), arrivals + arrives);
        CU_ASSERT_EQUAL(read_all(), arrives);
    }
}

/* A host that ignores its window takes no more memory. */
static void messages_beyond_the_window_are_rejected(void)
{
    static frame_t frame = {.head = {{EMUQ_REMOTE_CHANNEL, 0}, 1, EMUQ_CHANNEL_BYTES}};
    uint32_t most = EMUQ_CHANNEL_WINDOW / emuq_channel_cost(EMUQ_CHANNEL_BYTES), i;
    use_channel(1);
    for (i = 0; i < most; i++)
        CU_ASSERT_EQUAL(ops->receive(partition->machine, PEER, &frame, HEAD + EMUQ_CHANNEL_BYTES), 0);
    CU_ASSERT_EQUAL(ops->receive(partition->machine, PEER, &frame, HEAD + EMUQ_CHANNEL_BYTES), -EPROTO);
    CU_ASSERT_EQUAL(ops->receive(partition->machine, OTHER, &frame, HEAD + EMUQ_CHANNEL_BYTES), 0);
    CU_ASSERT_EQUAL(read_all(), most + 1);
    drop_frames();
    CU_ASSERT_EQUAL(ops->receive(partition->machine, PEER, &frame, HEAD + EMUQ_CHANNEL_BYTES), 0);
    CU_ASSERT_EQUAL(read_all(), 1);
}

static void the_job_is_over(void)
{
    emuq_mailbox_t *box = &partition->machine->member[partition->machine->engine].mailbox;
    use_channel(CHANNEL);
    CU_ASSERT_PTR_NULL(emuq_mailbox_close(box));
    for (uint32_t i = 0; i <= EMUQ_CHANNEL_WINDOW / 64; i++) /* takes no window space */
        CU_ASSERT_EQUAL(post(PEER, NULL, 0), -ESHUTDOWN);
    emuq_mailbox_open(box);
    CU_ASSERT_EQUAL(post(PEER, NULL, 0), 0);
    (void)loop_back();
    CU_ASSERT_EQUAL(read_all(), 1);
}

/* ---- threads ---- */

static uint32_t drained; /* 1 + frames sent at the end of the drain; 0: not yet */

static void *drain(void *posted)
{
    CU_ASSERT_EQUAL(post(PEER, NULL, 0), 0);
    AO_int_store_release((unsigned *)posted, 1);
    emuq_remote_drain(partition->machine, 0, UINT64_MAX);
    AO_int_store_release(&drained, 1 + AO_int_load(&sent.frames));
    return NULL;
}

static void a_rank_ends_after_its_messages(void)
{
    unsigned posted = 0;
    pthread_t thread;
    uint32_t frames = sent.frames;
    use_channel(CHANNEL);
    CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, drain, &posted), 0);
    while (AO_int_load_acquire(&posted) == 0)
        sched_yield();
    for (int i = 0; i < 1000; i++)
        sched_yield(); /* finds a drain that does not wait */
    CU_ASSERT_EQUAL(AO_int_load_acquire(&drained), 0);
    (void)loop_back();
    pthread_join(thread, NULL);
    CU_ASSERT(drained > frames + 1);
    CU_ASSERT_EQUAL(read_all(), 1);
}

/* Head of a message of a poster. */
typedef struct mark {
    uint32_t poster, bytes;
    uint64_t number; /* of the messages of the poster to this host */
} mark_t;

static uint32_t readers_left;

static uint8_t byte_of(const mark_t *mark, uint32_t i)
{
    return (uint8_t)(mark->number * 31 + mark->poster * 7 + i);
}

static void *run_poster(void *argument)
{
    static _Thread_local char data[EMUQ_CHANNEL_BYTES];
    mark_t mark = {.poster = (uint32_t)(uintptr_t)argument};
    uint64_t state = mark.poster;
    for (; mark.number < MESSAGES; mark.number++) {
        uint64_t r = emuq_mix(state += EMUQ_MIX_STEP);
        mark.bytes = (uint32_t)(r >> 8) % (r % 64 == 0 ? EMUQ_CHANNEL_BYTES - sizeof mark : 500);
        for (uint32_t i = 0; i < mark.bytes; i++)
            data[i] = (char)byte_of(&mark, i);
        const struct iovec parts[] = {{&mark, sizeof mark}, {data, mark.bytes}};
        for (uint32_t host = PEER; host <= OTHER; host++)
            for (;;) {
                emuq_ticket_t ticket = emuq_event_prepare(&channel->event);
                int rc = ops->channel_post(channel, host, parts, 2);
                if (rc == 0)
                    break;
                if (rc != -EAGAIN)
                    abort();
                (void)ops->channel_wait(channel, ticket, EMUQ_FUTEX_FOREVER);
            }
    }
    return NULL;
}

static bool is_intact(const emuq_channel_message_t *m)
{
    const mark_t *mark = (const mark_t *)(const void *)m->data;
    const char *data = m->data + sizeof *mark;
    if (m->bytes < sizeof *mark || m->bytes - sizeof *mark != mark->bytes || mark->poster >= POSTERS)
        return false;
    for (uint32_t i = 0; i < mark->bytes; i++)
        if (data[i] != (char)byte_of(mark, i))
            return false;
    return true;
}

static uint32_t messages_left;

/* Reads until all messages are read. @param alone not NULL: checks the order */
static void *run_reader(void *alone)
{
    uint64_t next[HOSTS][POSTERS] = {{0}};
    while ((int)AO_int_load_acquire(&messages_left) > 0) {
        emuq_ticket_t ticket = emuq_event_prepare(&channel->event);
        emuq_channel_message_t *m = ops->channel_next(channel);
        if (m == NULL) {
            if (AO_int_load_acquire(&messages_left) != 0)
                (void)ops->channel_wait(channel, ticket, EMUQ_FUTEX_FOREVER);
            continue;
        }
        const mark_t *mark = (const mark_t *)(const void *)m->data;
        if (!is_intact(m) || (alone != NULL && mark->number != next[m->host][mark->poster]++))
            abort();
        ops->channel_done(channel, m);
        if (AO_int_fetch_and_sub1_full(&messages_left) == 1)
            emuq_event_notify(&channel->event, EMUQ_EVENT_ALL);
    }
    (void)AO_int_fetch_and_sub1_full(&readers_left);
    return NULL;
}

/* Posters and readers are threads; this thread is the host engine. */
static void run_threads(uint32_t readers)
{
    pthread_t thread[POSTERS + 2];
    uint32_t threads = 0;
    messages_left = 2 * POSTERS * MESSAGES;
    readers_left = readers;
    for (uint32_t i = 0; i < POSTERS; i++)
        CU_ASSERT_EQUAL_FATAL(pthread_create(&thread[threads++], NULL, run_poster, (void *)(uintptr_t)i), 0);
    for (uint32_t i = 0; i < readers; i++)
        CU_ASSERT_EQUAL_FATAL(
            pthread_create(&thread[threads++], NULL, run_reader, readers == 1 ? &readers_left : NULL), 0);
    while (AO_int_load_acquire(&readers_left) != 0)
        if (!loop_back())
            sched_yield();
    for (uint32_t i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
    (void)loop_back();
    CU_ASSERT_PTR_NULL(ops->channel_next(channel));
}

static void many_threads_post(void)
{
    use_channel(CHANNEL);
    run_threads(1);
}

static void several_threads_read(void)
{
    use_channel(CHANNEL);
    run_threads(2);
}

/* The last test: no memory of the arena is left. */
static void no_memory_is_left(void)
{
    static frame_t frame = {.head = {{EMUQ_REMOTE_CHANNEL, 0}, CHANNEL, 8}};
    uint64_t arrivals = AO_load(&channel->arrivals);
    for (size_t bytes = (size_t)1 << 44; bytes > 2 * EMUQ_CHANNEL_BYTES; bytes /= 2)
        while (emuq_arena_alloc_uncleared(partition->arena, bytes, 64) != NULL)
            continue;
    for (size_t bytes = 2 * EMUQ_CHANNEL_BYTES; bytes != 0; bytes -= 64)
        while (emuq_arena_alloc_uncleared(partition->arena, bytes, 64) != NULL)
            continue;
    for (uint32_t i = 0; i <= EMUQ_CHANNEL_WINDOW / 64; i++) /* takes no window space */
        CU_ASSERT_EQUAL(post(PEER, NULL, 0), -ENOMEM);
    CU_ASSERT_FALSE(loop_back());
    CU_ASSERT_EQUAL(ops->receive(partition->machine, PEER, &frame, HEAD + 8), -ENOMEM);
    CU_ASSERT_EQUAL(AO_load(&channel->arrivals), arrivals);
    CU_ASSERT_PTR_NULL(ops->channel_next(channel));
}

static unsigned requests[EMUQ_HOSTS_LEAVE + 1];

static bool request(void *context, emuq_hosts_request_t what)
{
    (void)context;
    requests[what]++;
    return false;
}

static void post_with_lock(void)
{
    emuq_critical_begin();
    CU_ASSERT_EQUAL(post(PEER, NULL, 0), 0);
    emuq_critical_end();
}

/* A host engine in this process runs after a message, or its thread is woken. */
static void batches_leave_at_their_end(void)
{
    bool serves = emuq_serve_hosts(false); /* the engine itself is not woken */
    emuq_the_kernel.hosts.progress = request;
    CU_ASSERT_EQUAL(post(PEER, NULL, 0), 0);
    CU_ASSERT_EQUAL(requests[EMUQ_HOSTS_SEND], 1);
    post_with_lock();
    CU_ASSERT_EQUAL(requests[EMUQ_HOSTS_SEND], 1);
    CU_ASSERT_EQUAL(requests[EMUQ_HOSTS_LEAVE], 1);
    CU_ASSERT_FALSE(ops->channel_batch(true));
    CU_ASSERT_EQUAL(post(PEER, NULL, 0), 0);
    post_with_lock();
    CU_ASSERT_EQUAL(requests[EMUQ_HOSTS_SEND], 1);
    CU_ASSERT_EQUAL(requests[EMUQ_HOSTS_LEAVE], 1);
    CU_ASSERT_TRUE(ops->channel_batch(false));
    CU_ASSERT_EQUAL(requests[EMUQ_HOSTS_SEND], 2);
    CU_ASSERT_FALSE(ops->channel_batch(true));
    emuq_critical_begin();
    CU_ASSERT_EQUAL(post(PEER, NULL, 0), 0);
    CU_ASSERT_TRUE(ops->channel_batch(false));
    emuq_critical_end();
    CU_ASSERT_EQUAL(requests[EMUQ_HOSTS_SEND], 2);
    CU_ASSERT_EQUAL(requests[EMUQ_HOSTS_LEAVE], 2);
    emuq_engine_pending = false;
    emuq_the_kernel.hosts.progress = NULL;
    (void)emuq_serve_hosts(serves);
    (void)loop_back();
    CU_ASSERT_EQUAL(read_all(), 5);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"channels have numbers", channels_have_numbers},
        {"bad posts are rejected", bad_posts_are_rejected},
        {"messages arrive", messages_arrive},
        {"channels are separate", channels_are_separate},
        {"batches leave at their end", batches_leave_at_their_end},
        {"a window is full", a_window_is_full},
        {"credit waits for half a window", credit_waits_for_half_a_window},
        {"malformed frames change nothing", malformed_frames_change_nothing},
        {"messages beyond the window are rejected", messages_beyond_the_window_are_rejected},
        {"the job is over", the_job_is_over},
        {"a rank ends after its messages", a_rank_ends_after_its_messages},
        {"many threads post", many_threads_post},
        {"several threads read", several_threads_read},
        {"no memory is left", no_memory_is_left},
        {NULL, NULL}};
    const emuq_job_hosts_t hosts = {.hosts = HOSTS};
    const emuq_job_t job = {.shape = {NODES, 1, 1, 1, 1}};
    if (emuq_partition_make(&job, true, &hosts, &partition) != 0)
        return 1;
    emuq_my_member = NODES;
    if (emuq_partition_attach(partition, UINT32_MAX,
                              &(emuq_kernel_callbacks_t){.hosts = {.send = carry, .lend = lend}}) != 0)
        return 1;
    ops = emuq_backend->remote;
    if (ops->channel_open(partition->machine, CHANNEL, &channel) != 0)
        return 1;
    int status = emuq_test_main("channels between hosts", tests);
    emuq_partition_detach(partition);
    emuq_partition_close(partition);
    return status;
}
