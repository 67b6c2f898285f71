/* SPDX-License-Identifier: BSD-3-Clause */
/* Stream: records are read complete and in order, and lost records are counted. */
#include "sync/stream.h"

#include "validate.h"

enum { MOST_SLOTS = 8, WORDS = 4, WRITES = 20000 };

typedef struct shared {
    emuq_stream_t stream;
    uint64_t slots;
    uint64_t slot[MOST_SLOTS][WORDS]; /* not atomic, for checks by ThreadSanitizer */
    uint64_t read;
    unsigned done; /* store-release by the writer, load-acquire by the reader */
} shared_t;

static void write_all(shared_t *s)
{
    uint64_t spare[WORDS], lost = 0;
    for (uint64_t i = 1; i <= WRITES; i++) {
        bool is_lost = emuq_stream_is_full(&s->stream, s->slots);
        uint64_t *slot = is_lost ? spare : s->slot[emuq_stream_slot(&s->stream, s->slots)];
        lost += is_lost;
        for (int w = 0; w < WORDS; w++)
            slot[w] = i;
        emuq_stream_add(&s->stream);
    }
    VALIDATE(s->stream.lost == lost && s->stream.written == WRITES - lost);
    __atomic_store_n(&s->done, 1, __ATOMIC_RELEASE);
}

/* Reads all available records. @param last set to the value of the latest record */
static void read_some(shared_t *s, uint64_t *last)
{
    uint64_t end = emuq_stream_end(&s->stream);
    VALIDATE(end - s->stream.taken <= s->slots);
    for (uint64_t i = s->stream.taken; i != end; i++) {
        const uint64_t *slot = s->slot[i & (s->slots - 1)];
        VALIDATE(slot[0] > *last);
        for (int w = 1; w < WORDS; w++)
            VALIDATE(slot[w] == slot[0]);
        *last = slot[0];
        s->read++;
    }
    emuq_stream_take(&s->stream, end);
}

static void work(void *shared, unsigned number)
{
    shared_t *s = shared;
    uint64_t last = 0;
    if (number == 0) {
        write_all(s);
        return;
    }
    while (__atomic_load_n(&s->done, __ATOMIC_ACQUIRE) == 0)
        read_some(s, &last);
    read_some(s, &last);
}

static void run(bool processes, uint64_t slots)
{
    shared_t *s = validate_shared(sizeof *s);
    s->slots = slots;
    emuq_stream_init(&s->stream, slots, true);
    validate_run(processes, 2, work, s);
    VALIDATE(s->read + s->stream.lost == WRITES && s->read >= slots);
    validate_end(s, sizeof *s);
}

static void threads(void)
{
    run(false, 1);
    run(false, 2);
    run(false, MOST_SLOTS);
}

static void processes(void)
{
    run(true, 2);
    run(true, MOST_SLOTS);
}

static void nobody_reads(void)
{
    shared_t *s = validate_shared(sizeof *s);
    s->slots = 4;
    emuq_stream_init(&s->stream, s->slots, false);
    write_all(s);
    CU_ASSERT_EQUAL(s->stream.lost, 0);
    for (uint64_t i = 0; i < s->slots; i++) /* the latest records are present */
        CU_ASSERT_EQUAL(s->slot[i][0], WRITES - s->slots + 1 + i);
    validate_end(s, sizeof *s);
}

static void full_and_read(void)
{
    emuq_stream_t s;
    emuq_stream_init(&s, 2, true);
    for (int i = 0; i < 5; i++) {
        CU_ASSERT_EQUAL(emuq_stream_is_full(&s, 2), i >= 2);
        if (i < 2)
            CU_ASSERT_EQUAL(emuq_stream_slot(&s, 2), (uint64_t)i);
        emuq_stream_add(&s);
    }
    CU_ASSERT_EQUAL(s.lost, 3);
    CU_ASSERT_EQUAL(emuq_stream_end(&s), 2);
    emuq_stream_take(&s, 1);
    CU_ASSERT(!emuq_stream_is_full(&s, 2));
    CU_ASSERT_EQUAL(emuq_stream_slot(&s, 2), 0);
    emuq_stream_add(&s);
    CU_ASSERT_EQUAL(emuq_stream_end(&s), 3);
    CU_ASSERT(emuq_stream_is_full(&s, 2));
}

int main(void)
{
    static const emuq_test_t tests[] = {{"nobody reads", nobody_reads},
                                        {"full, and read", full_and_read},
                                        {"threads", threads},
                                        {"processes", processes},
                                        {NULL, NULL}};
    return emuq_test_main("stream", tests);
}
