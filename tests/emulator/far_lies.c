/* SPDX-License-Identifier: BSD-3-Clause */
/* Valid frames of a remote host with one wrong field or random changes, and random frames. */
#include "far_frames.h"

#include <errno.h>
#include <stdio.h>

#include "backends/emulator/collective/collective.h"
#include "backends/emulator/core/inject.h"
#include "emuq_test.h"

#if defined(__SANITIZE_ADDRESS__)
#define RANDOM_FRAMES 100000u
#else
#define RANDOM_FRAMES 400000u
#endif

/* Requests and posts of PEER; the valid ones are for node 1, from node 3. */
typedef struct ask_lie {
    const char *name;
    emuq_request_kind_t request_kind;
    int expected;
    void (*change)(emuq_remote_request_t *a, size_t *bytes);
} ask_lie_t;

typedef struct post_lie {
    const char *name;
    int expected;
    void (*change)(emuq_post_t *p, size_t *bytes);
} post_lie_t;

#define CHANGE(type, name, statement)                                                                        \
    static void name(type *a, size_t *bytes)                                                                 \
    {                                                                                                        \
        (void)a, (void)bytes;                                                                                \
        statement;                                                                                           \
    }
#define ASK(name, statement)  CHANGE(emuq_remote_request_t, name, statement)
#define POST(name, statement) CHANGE(emuq_post_t, name, statement)
#define DESTINATION(a)        (a)->header.NetworkHeader.pt2pt.Destination.Destination.Destination

ASK(ask_good, (void)0)
ASK(ask_cut, *bytes = sizeof *a - 1)
ASK(ask_to_elsewhere, a->to = 3)
ASK(ask_from_here, a->from = 1)
ASK(ask_from_none, a->from = NODES; a->completes = 0)
ASK(ask_length, a->length = EMUQ_PA_MASK + 1)
ASK(ask_begin, a->begin = a->length + 1)
ASK(ask_piece, a->begin = 1)
ASK(ask_type, a->header.NetworkHeader.pt2pt.Byte8.Packet_Type = 3)
ASK(ask_more_of_nothing, a->frame.token = 0; a->completes = 0; *bytes -= 8)
ASK(ask_more_after_end, a->frame.token = 0; a->completes = 0)
ASK(ask_more_completes, a->frame.token = 0; a->length = 16)
ASK(ask_destination, DESTINATION(a) = UINT32_MAX)
ASK(ask_failed, a->failed = 1)
ASK(value_completes, a->completes = 1)
ASK(value_of_message, a->header.NetworkHeader.pt2pt.Data_Packet_Type = MUHWI_PT2PT_DATA_PACKET_TYPE)
ASK(value_failed, a->failed = 1; *bytes -= 8)
ASK(value_failed_bytes, a->failed = 1)
ASK(value_failed_broadcast, a->failed = 1; *bytes -= 8;
    a->header.NetworkHeader.collective.Byte3.Collective_Type = EMUQ_BROADCAST)
ASK(value_for_none, a->request_kind = EMUQ_FOR_RECEIVERS + 1)

static const ask_lie_t ask_lies[] = {
    {"nothing", EMUQ_FOR_NODE, 0, ask_good},
    {"bytes", EMUQ_FOR_NODE, -EPROTO, ask_cut},
    {"to, on another host", EMUQ_FOR_NODE, -EPROTO, ask_to_elsewhere},
    {"from, counted and on this host", EMUQ_FOR_NODE, -EPROTO, ask_from_here},
    {"from, no node", EMUQ_FOR_NODE, -EPROTO, ask_from_none},
    {"length", EMUQ_FOR_NODE, -EPROTO, ask_length},
    {"begin, behind the end", EMUQ_FOR_NODE, -EPROTO, ask_begin},
    {"begin, and the piece ends behind the end", EMUQ_FOR_NODE, -EPROTO, ask_piece},
    {"packet type", EMUQ_FOR_NODE, -EPROTO, ask_type},
    {"more follows, no bytes", EMUQ_FOR_NODE, -EPROTO, ask_more_of_nothing},
    {"more follows the end", EMUQ_FOR_NODE, -EPROTO, ask_more_after_end},
    {"more follows, complete", EMUQ_FOR_NODE, -EPROTO, ask_more_completes},
    {"destination, counted", EMUQ_FOR_NODE, -EPROTO, ask_destination},
    {"failed", EMUQ_FOR_NODE, -EPROTO, ask_failed},
    {"value, counted", EMUQ_FOR_TREE, -EPROTO, value_completes},
    {"value in a message", EMUQ_FOR_TREE, -EPROTO, value_of_message},
    {"value of this host", EMUQ_FOR_TREE, -EPROTO, ask_from_here},
    {"value has failed, bytes", EMUQ_FOR_TREE, -EPROTO, value_failed_bytes},
    {"value has failed, broadcast", EMUQ_FOR_TREE, -EPROTO, value_failed_broadcast},
    {"result has failed", EMUQ_FOR_RECEIVERS, -EPROTO, value_failed},
    {"value for none", EMUQ_FOR_TREE, -EPROTO, value_for_none},
};

POST(post_good, (void)0)
POST(post_more_bytes, a->bytes = 17)
POST(post_to_elsewhere, a->to = 3)
POST(post_to_none, a->to = NODES)
POST(post_from_here, a->from = 1)
POST(post_from_none, a->from = NODES)
POST(post_fifo, a->fifo = EMUQ_INJ_FIFOS)
POST(post_length, a->length = EMUQ_PA_MASK + 1)
POST(post_begin, a->begin = a->length + 1)
POST(post_piece, a->begin = 1)
POST(post_collective, a->header.NetworkHeader.pt2pt.Data_Packet_Type = MUHWI_COLLECTIVE_DATA_PACKET_TYPE;
     a->header.NetworkHeader.collective.Byte3.Virtual_channel = 4;
     a->header.NetworkHeader.collective.Byte3.Collective_Type = 2;
     a->header.NetworkHeader.collective.Byte1.Word_Length = 1)
POST(post_type, a->header.NetworkHeader.pt2pt.Byte8.Packet_Type = 3)
POST(post_destination, DESTINATION(a) = UINT32_MAX)
POST(post_cut, *bytes -= EMUQ_POST_ALIGN + 1)

static const post_lie_t post_lies[] = {
    {"nothing", 0, post_good},
    {"bytes", -EPROTO, post_more_bytes},
    {"to, on another host", -EPROTO, post_to_elsewhere},
    {"to, no node", -EPROTO, post_to_none},
    {"from, on this host", -EPROTO, post_from_here},
    {"from, no node", -EPROTO, post_from_none},
    {"FIFO", -EPROTO, post_fifo},
    {"length", -EPROTO, post_length},
    {"begin, behind the end", -EPROTO, post_begin},
    {"begin, and the piece ends behind the end", -EPROTO, post_piece},
    {"collective", -EPROTO, post_collective},
    {"packet type", -EPROTO, post_type},
    {"destination", -EPROTO, post_destination},
    {"frame", -EPROTO, post_cut},
};

static void expect_lie(const char *what, const char *name, size_t bytes, int expected)
{
    int rc = arrive(bytes);
    if (rc != expected)
        printf("    %s, %s: %d, not %d\n", what, name, rc, expected);
    CU_ASSERT_EQUAL(rc, expected);
}

void lies_change_nothing(void)
{
    for (size_t i = 0; i < sizeof ask_lies / sizeof ask_lies[0]; i++) {
        size_t bytes = ask(ask_lies[i].request_kind, 1);
        ask_lies[i].change(ask_in_frame(), &bytes);
        expect_lie("ask", ask_lies[i].name, bytes, ask_lies[i].expected);
    }
    for (size_t i = 0; i < sizeof post_lies / sizeof post_lies[0]; i++) {
        size_t bytes = post(1, 1, 9);
        post_lies[i].change((emuq_post_t *)(void *)(frame + sizeof(emuq_remote_posts_t)), &bytes);
        expect_lie("post", post_lies[i].name, bytes, post_lies[i].expected);
    }
}

static uint64_t next(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

void random_frames(void)
{
    uint64_t state = 12, done = 0;
    for (uint32_t i = 0; i < RANDOM_FRAMES; i++) {
        size_t bytes = next(&state) % 7;
        bytes = bytes == 0   ? next(&state) % MOST
                : bytes == 1 ? ask(EMUQ_FOR_NODE, next(&state) % NODES)
                : bytes == 2 ? ask(1 + next(&state) % 2, next(&state) % NODES)
                : bytes == 4 ? withdraw((uint32_t)(next(&state) % 8), next(&state) % 2)
                : bytes == 3 ? post(next(&state) % 4, next(&state) % NODES, (uint16_t)(next(&state) % 600))
                             : level((int)(next(&state) % 4), (uint16_t)(next(&state) % 9),
                                     (uint32_t)(next(&state) % 2));
        for (uint64_t bits = next(&state) % 4; bits > 0 && bytes != 0; bits--)
            frame[next(&state) % bytes] ^= (char)(1 << next(&state) % 8);
        int rc = arrive(bytes);
        done += rc == 0;
        if (rc != 0 && rc != -EPROTO && rc != -ENOMEM)
            CU_FAIL("a frame is done, or refused");
    }
    CU_ASSERT(done > RANDOM_FRAMES / 20);
    CU_ASSERT(done < RANDOM_FRAMES);
}
