/* SPDX-License-Identifier: BSD-3-Clause */
/* Frames of remote hosts: valid frames are executed; malformed frames are rejected and change nothing. */
#include "far_frames.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backends/emulator/core/deliver.h"
#include "backends/emulator/collective/collective.h"
#include "backends/emulator/core/inject.h"
#include "backends/emulator/collective/tree.h"
#include "emuq_test.h"
#include "kernel-shim/partition/partition.h"

static emuq_partition_t *partition;
char frame[MOST] __attribute__((aligned(EMUQ_FRAME_ALIGN)));

/* The last frame sent by the unit. */
static struct {
    uint64_t frames;
    uint32_t host;
    size_t bytes;
    char frame[MOST] __attribute__((aligned(EMUQ_FRAME_ALIGN)));
} sent;

static int carry(void *context, uint32_t host, const void *what, size_t bytes)
{
    (void)context;
    sent.frames++;
    sent.host = host;
    sent.bytes = bytes;
    memcpy(sent.frame, what, bytes < MOST ? bytes : MOST);
    return 0;
}

static int lend(void *context, uint32_t host, void *what, size_t bytes, void (*done)(void *what))
{
    int rc = carry(context, host, what, bytes);
    done(what);
    return rc;
}

/* Passes a copy of the frame, freed after the call. */
static int arrive_from(uint32_t host, size_t bytes)
{
    char *passing = aligned_alloc(EMUQ_FRAME_ALIGN, sizeof frame);
    if (passing == NULL)
        abort();
    memcpy(passing, frame, bytes);
    int rc = emuq_backend->remote->receive(partition->machine, host, passing, bytes);
    memset(passing, 0xff, sizeof frame);
    free(passing);
    return rc;
}

int arrive(size_t bytes)
{
    return arrive_from(PEER, bytes);
}

static uint64_t status(uint32_t node)
{
    return *emuq_backend->unit->reg(partition->machine, node, EMUQ_REG_GI_STATUS + ROUTE * 8);
}

/* Nodes 0 to 2 are local, node 3 is on PEER; OTHER has no node. */
static int place(const emuq_job_hosts_t *spread, const emuq_partition_t *p, uint16_t *of_node)
{
    (void)spread;
    for (uint32_t node = 0; node < p->nodes; node++)
        of_node[node] = node == 3 ? PEER : 0;
    return 0;
}

size_t level(int what, uint16_t bits, uint32_t token)
{
    const emuq_remote_gi_t f = {.frame = {EMUQ_REMOTE_GI, token},
                                .what = what,
                                .id = emuq_tree_find(&partition->machine->node[0], ROUTE, true)->id,
                                .route = ROUTE,
                                .bits = bits,
                                .origin = PEER};
    memcpy(frame, &f, sizeof f);
    return sizeof f;
}

static void expect_level(uint64_t frames, int what, uint16_t bits, uint32_t token)
{
    const emuq_remote_gi_t *f = (const emuq_remote_gi_t *)(const void *)sent.frame;
    CU_ASSERT_EQUAL(sent.frames, frames);
    CU_ASSERT_EQUAL(sent.host, PEER);
    CU_ASSERT_EQUAL(sent.bytes, sizeof *f);
    CU_ASSERT_EQUAL(f->frame.kind, EMUQ_REMOTE_GI);
    CU_ASSERT_EQUAL((int)f->what, what);
    CU_ASSERT_EQUAL(f->bits, bits);
    CU_ASSERT_EQUAL(f->frame.token, token);
}

static void expect_nonsense(size_t bytes)
{
    uint64_t before = sent.frames;
    CU_ASSERT_EQUAL(arrive(bytes), -EPROTO);
    CU_ASSERT_EQUAL(sent.frames, before);
}

/* The local nodes contribute 4, as at the start of a job. */
static void a_level_goes_up_and_down(void)
{
    uint64_t before = sent.frames;
    expect_nonsense(level(EMUQ_GI_UP, 4, 3)); /* a fence before any status */
    CU_ASSERT_EQUAL(arrive(level(EMUQ_GI_UP, 4, 0)), 0);
    expect_level(before + 2, EMUQ_GI_DOWN, 4, 0); /* after the query */
    CU_ASSERT_EQUAL(status(0), 4);
    CU_ASSERT_EQUAL(status(2), 4);
    CU_ASSERT_EQUAL(arrive(level(EMUQ_GI_UP, 1, 0)), 0);
    CU_ASSERT_EQUAL(sent.frames, before + 2); /* a raise may be delayed */
    usleep(2000);
    while (emuq_backend->remote->progress(partition->machine, false))
        continue;
    expect_level(before + 3, EMUQ_GI_DOWN, 5, 0);
    CU_ASSERT_EQUAL(status(1), 5);
    CU_ASSERT_EQUAL(arrive(level(EMUQ_GI_UP, 2, 0)), 0);
    expect_level(before + 4, EMUQ_GI_DOWN, 6, 0); /* a drop is sent at once */
}

/* The status of the peer falls, and the local host has seen the fall. */
static void a_fence_is_answered(void)
{
    uint64_t before = sent.frames;
    CU_ASSERT_EQUAL(arrive(level(EMUQ_GI_UP, 3, 9)), 0);
    expect_level(before + 2, EMUQ_GI_SEEN, 0, 9);
    CU_ASSERT_EQUAL(status(0), 7);
}

static emuq_remote_gi_t *in_frame(void)
{
    return (emuq_remote_gi_t *)(void *)frame;
}

static void a_level_of_another_tree_is_lost(void)
{
    uint64_t before = sent.frames, shown = status(0);
    size_t bytes = level(EMUQ_GI_UP, 0, 0);
    in_frame()->id++;
    CU_ASSERT_EQUAL(arrive(bytes), 0);
    (void)level(EMUQ_GI_UP, 0, 0);
    in_frame()->route = ROUTE + 5; /* a route without a tree */
    CU_ASSERT_EQUAL(arrive(bytes), 0);
    CU_ASSERT_EQUAL(sent.frames, before);
    CU_ASSERT_EQUAL(status(0), shown);
}

static void bad_levels_change_nothing(void)
{
    uint64_t shown = status(0);
    expect_nonsense(level(EMUQ_GI_UP, 8, 0));
    expect_nonsense(level(EMUQ_GI_DOWN, 0, 0)); /* sent by a child */
    expect_nonsense(level(EMUQ_GI_QUERY, 0, 0));
    expect_nonsense(level(EMUQ_GI_SEEN, 0, 1)); /* no local fence */
    expect_nonsense(level(EMUQ_GI_SEEN + 1, 0, 0));
    expect_nonsense(level(EMUQ_GI_UP, 0, 0) - 1);
    size_t bytes = level(EMUQ_GI_UP, 0, 0);
    in_frame()->node = NODES;
    expect_nonsense(bytes);
    (void)level(EMUQ_GI_UP, 0, 0);
    in_frame()->route = EMUQ_ROUTES;
    expect_nonsense(bytes);
    (void)level(EMUQ_GI_UP, 0, 0);
    in_frame()->origin = HOSTS;
    expect_nonsense(bytes);
    CU_ASSERT_EQUAL(arrive_from(OTHER, level(EMUQ_GI_UP, 0, 0)), -EPROTO); /* a host without nodes */
    CU_ASSERT_EQUAL(status(0), shown);
}

static void bad_news_change_nothing(void)
{
    const emuq_remote_update_t bad = {{EMUQ_REMOTE_UPDATE, 1}, 3, 99, 0, 7};
    memcpy(frame, &bad, sizeof bad);
    expect_nonsense(sizeof bad);
    ((emuq_remote_update_t *)(void *)frame)->what = EMUQ_UPDATE_DCR;
    expect_nonsense(sizeof bad); /* no class route */
    ((emuq_remote_update_t *)(void *)frame)->what = EMUQ_UPDATE_CREDIT_REQUEST;
    ((emuq_remote_update_t *)(void *)frame)->node = 1; /* a local node */
    expect_nonsense(sizeof bad);
    ((emuq_remote_update_t *)(void *)frame)->node = NODES;
    expect_nonsense(sizeof bad);
    ((emuq_remote_update_t *)(void *)frame)->node = 3;
    expect_nonsense(sizeof bad - 1);
}

static void answers_that_nobody_waits_for(void)
{
    const emuq_remote_reply_t answer = {.frame = {EMUQ_REMOTE_REPLY, 1}};
    const emuq_remote_update_ack_t heard = {.frame = {EMUQ_REMOTE_UPDATE_ACK, 1}};
    memcpy(frame, &answer, sizeof answer);
    expect_nonsense(sizeof answer);
    memcpy(frame, &heard, sizeof heard);
    expect_nonsense(sizeof heard);
    expect_nonsense(0);
    expect_nonsense(sizeof(emuq_remote_frame_t) - 1);
}

size_t ask(emuq_request_kind_t request_kind, uint32_t to)
{
    bool collective = request_kind != EMUQ_FOR_NODE;
    emuq_remote_request_t a = {.frame = {EMUQ_REMOTE_REQUEST, 5},
                               .from = 3,
                               .to = to,
                               .request_kind = (uint8_t)request_kind,
                               .completes = !collective,
                               .tree = emuq_tree_find(&partition->machine->node[0], ROUTE, false)->id,
                               .length = 8};
    MUHWI_Pt2PtNetworkHeader_t *h = &a.header.NetworkHeader.pt2pt;
    h->Data_Packet_Type = collective ? MUHWI_COLLECTIVE_DATA_PACKET_TYPE : MUHWI_PT2PT_DATA_PACKET_TYPE;
    h->Byte8.Packet_Type = EMUQ_TYPE_PUT;
    h->Byte8.Size = 16;
    if (collective) {
        a.header.NetworkHeader.collective.Byte3.Virtual_channel = 4;
        a.header.NetworkHeader.collective.Byte3.Collective_Type = 2;
        a.header.NetworkHeader.collective.Byte1.Word_Length = 1;
    }
    memcpy(frame, &a, sizeof a);
    memset(frame + sizeof a, 0, 8);
    return sizeof a + 8;
}

size_t post(uint32_t posts, uint32_t to, uint16_t fifo)
{
    size_t at = sizeof(emuq_remote_posts_t), step = sizeof(emuq_post_t) + EMUQ_POST_ALIGN;
    const emuq_remote_posts_t p = {.frame = {EMUQ_REMOTE_POSTS, 0}, .posts = posts};
    emuq_post_t one = {
        .from = 3, .to = to, .fifo = fifo, .bytes = 8, .completes = 1, .requests_credit = 1, .length = 8};
    MUHWI_Pt2PtNetworkHeader_t *h = &one.header.NetworkHeader.pt2pt;
    h->Data_Packet_Type = MUHWI_PT2PT_DATA_PACKET_TYPE;
    h->Byte8.Packet_Type = EMUQ_TYPE_PUT;
    h->Byte8.Size = 16;
    memcpy(frame, &p, sizeof p);
    for (uint32_t i = 0; i < posts; i++, at += step) {
        one.number = i + 1;
        memcpy(frame + at, &one, sizeof one);
        memset(frame + at + sizeof one, 0, EMUQ_POST_ALIGN);
    }
    return at;
}

/* Each post is reported, and all posts are acknowledged. */
static void posts_without_a_target_are_refused(void)
{
    uint64_t before = sent.frames;
    CU_ASSERT_EQUAL(arrive(post(3, 1, 7)), 0);
    const emuq_remote_credit_t *taken = (const emuq_remote_credit_t *)(const void *)sent.frame;
    CU_ASSERT_EQUAL(sent.frames, before + 4);
    CU_ASSERT_EQUAL(sent.bytes, sizeof *taken);
    CU_ASSERT_EQUAL(taken->frame.kind, EMUQ_REMOTE_CREDIT);
    CU_ASSERT_EQUAL(taken->fifo, 7);
    CU_ASSERT_EQUAL(taken->pieces, 3);
    CU_ASSERT_EQUAL(taken->bytes, 24);
    expect_nonsense(post(1, 3, 7)); /* a remote node */
    expect_nonsense(post(1, 1, EMUQ_INJ_FIFOS));
    expect_nonsense(post(1, 1, 7) - EMUQ_POST_ALIGN - 1);
}

/* No local FIFO has posted a message. */
static void reports_of_nothing(void)
{
    const emuq_remote_credit_t taken = {{EMUQ_REMOTE_CREDIT, 0}, 1, 0, 1, 1};
    const emuq_remote_reject_t refused = {.frame = {EMUQ_REMOTE_REJECT, 0}, .from = 1};
    memcpy(frame, &taken, sizeof taken);
    expect_nonsense(sizeof taken);
    memcpy(frame, &refused, sizeof refused);
    expect_nonsense(sizeof refused);
}

/* No local process has allocated a resource. */
static void a_message_without_a_target_is_refused(void)
{
    size_t bytes = ask(EMUQ_FOR_NODE, 1);
    CU_ASSERT_EQUAL(arrive(bytes), 0);
    const emuq_remote_reply_t *answer = (const emuq_remote_reply_t *)(const void *)sent.frame;
    CU_ASSERT_EQUAL(sent.bytes, sizeof *answer);
    CU_ASSERT_EQUAL(answer->frame.kind, EMUQ_REMOTE_REPLY);
    CU_ASSERT_EQUAL(answer->frame.token, 5);
    CU_ASSERT_EQUAL(answer->is_refused, 1);
    CU_ASSERT(answer->what[0] != '\0' && answer->advice[0] != '\0');
    bytes = ask(EMUQ_FOR_NODE, 3); /* a remote node */
    expect_nonsense(bytes);
}

/* Makes a request with 8 of 16 bytes: for node 1, or the peer's value. @return bytes of the frame */
static size_t ask_part(bool is_value, uint64_t begin, uint32_t token)
{
    size_t bytes = ask(is_value ? EMUQ_FOR_TREE : EMUQ_FOR_NODE, 1);
    emuq_remote_request_t *a = (emuq_remote_request_t *)(void *)frame;
    a->frame.token = token;
    a->from = is_value ? 3 : 1;
    a->length = 16;
    a->begin = begin;
    a->completes = 0;
    return bytes;
}

/* The last frame is a reply to its host. */
static void expect_answer(uint32_t host, uint32_t token, uint64_t frames)
{
    const emuq_remote_reply_t *answer = (const emuq_remote_reply_t *)(const void *)sent.frame;
    CU_ASSERT_EQUAL(sent.frames, frames);
    CU_ASSERT_EQUAL(sent.host, host);
    CU_ASSERT_EQUAL(answer->frame.kind, EMUQ_REMOTE_REPLY);
    CU_ASSERT_EQUAL(answer->frame.token, token);
}

/* Trees of two roots may deliver results to one node concurrently. */
static void results_of_two_hosts_do_not_mix(void)
{
    uint64_t before = sent.frames;
    CU_ASSERT_EQUAL(arrive_from(PEER, ask_part(false, 0, 0)), 0);
    CU_ASSERT_EQUAL(arrive_from(OTHER, ask_part(false, 0, 0)), 0);
    CU_ASSERT_EQUAL(sent.frames, before);
    CU_ASSERT_EQUAL(arrive_from(PEER, ask_part(false, 8, 5)), 0);
    expect_answer(PEER, 5, before + 1);
    CU_ASSERT_EQUAL(arrive_from(OTHER, ask_part(false, 8, 9)), 0);
    expect_answer(OTHER, 9, before + 2);
}

/* Each request of a value is acknowledged; the value is used when complete. */
static void a_value_comes_in_several_asks(void)
{
    uint64_t before = sent.frames;
    CU_ASSERT_EQUAL(arrive(ask_part(true, 0, 6)), 0);
    expect_answer(PEER, 6, before + 1);
    CU_ASSERT_EQUAL(((const emuq_remote_reply_t *)(const void *)sent.frame)->is_refused, 0);
    expect_nonsense(ask_part(true, 0, 7)); /* repeated */
    CU_ASSERT_EQUAL(arrive(ask_part(true, 8, 7)), 0);
    expect_answer(PEER, 7, before + 2);
    expect_nonsense(ask_part(true, 8, 8)); /* without a first request */
}

/* Long values of two class routes over the same nodes. */
static void values_of_two_routes_do_not_mix(void)
{
    uint64_t before = sent.frames;
    emuq_remote_request_t *a = (emuq_remote_request_t *)(void *)frame;
    CU_ASSERT_EQUAL(arrive(ask_part(true, 0, 6)), 0);
    expect_answer(PEER, 6, before + 1);
    size_t bytes = ask_part(true, 0, 7);
    a->header.NetworkHeader.collective.Byte2.Class_Route = ROUTE + 1;
    CU_ASSERT_EQUAL(arrive(bytes), 0);
    expect_answer(PEER, 7, before + 2);
    bytes = ask_part(true, 0, 8);
    a->tree++;
    CU_ASSERT_EQUAL(arrive(bytes), 0);
    expect_answer(PEER, 8, before + 3);
    CU_ASSERT_EQUAL(arrive(ask_part(true, 8, 9)), 0);
    expect_answer(PEER, 9, before + 4);
}

static void parts_that_do_not_follow_are_nonsense(void)
{
    expect_nonsense(ask_part(false, 8, 0)); /* the last request announces more data */
    uint64_t before = sent.frames;
    CU_ASSERT_EQUAL(arrive(ask_part(false, 0, 0)), 0);
    expect_nonsense(ask_part(false, 0, 0));
    CU_ASSERT_EQUAL(arrive(ask_part(false, 8, 5)), 0);
    expect_answer(PEER, 5, before + 1);
}

/* Any local node accepts a value while its queue has space. A value for an unknown tree waits. */
static void a_value_is_taken(void)
{
    uint64_t before = sent.frames;
    const emuq_remote_reply_t *answer = (const emuq_remote_reply_t *)(const void *)sent.frame;
    for (uint32_t to = 0; to < 2; to++) {
        CU_ASSERT_EQUAL(arrive(ask(EMUQ_FOR_TREE, to)), 0);
        expect_answer(PEER, 5, before + 1 + to);
        CU_ASSERT_EQUAL(answer->is_refused, 0);
    }
    size_t bytes = ask(EMUQ_FOR_TREE, 2);
    ask_in_frame()->tree++;
    CU_ASSERT_EQUAL(arrive(bytes), 0);
    CU_ASSERT_EQUAL(sent.frames, before + 2);
}

size_t withdraw(uint32_t token, uint64_t tree)
{
    const emuq_remote_withdraw_t w = {{EMUQ_REMOTE_WITHDRAW, token}, tree};
    memcpy(frame, &w, sizeof w);
    return sizeof w;
}

/* A frame of any remote host may withdraw values that do not wait. */
static void frames_of_no_remote_host(void)
{
    CU_ASSERT_EQUAL(arrive_from(OTHER, withdraw(1, 1)), 0);
    CU_ASSERT_EQUAL(arrive_from(HOSTS, withdraw(1, 1)), -EPROTO);
    CU_ASSERT_EQUAL(arrive_from(0, withdraw(1, 1)), -EPROTO); /* the local host */
}

/* Only the withdrawn value of a waiting pair is rejected. */
static void a_value_is_withdrawn(void)
{
    enum { TOKEN = 11 };
    const emuq_remote_reply_t *answer = (const emuq_remote_reply_t *)(const void *)sent.frame;
    uint64_t before = sent.frames, tree;
    size_t bytes = ask(EMUQ_FOR_TREE, 1);
    tree = ask_in_frame()->tree += 2;
    ask_in_frame()->frame.token = TOKEN;
    CU_ASSERT_EQUAL(arrive(bytes), 0);
    CU_ASSERT_EQUAL(arrive(withdraw(TOKEN + 1, tree)), 0);
    CU_ASSERT_EQUAL(arrive(withdraw(TOKEN, tree + 1)), 0);
    CU_ASSERT_EQUAL(arrive_from(OTHER, withdraw(TOKEN, tree)), 0);
    expect_nonsense(withdraw(TOKEN, tree) - 1);
    CU_ASSERT_EQUAL(sent.frames, before);
    CU_ASSERT_EQUAL(arrive(withdraw(TOKEN, tree)), 0);
    expect_answer(PEER, TOKEN, before + 1);
    CU_ASSERT_EQUAL(answer->is_refused, 1);
    CU_ASSERT_PTR_NOT_NULL(strstr(answer->what, "class route 0 has been changed"));
    CU_ASSERT_PTR_NOT_NULL(strstr(answer->what, "host 1"));
    CU_ASSERT_EQUAL(arrive(withdraw(TOKEN, tree)), 0); /* repeated */
    CU_ASSERT_EQUAL(sent.frames, before + 1);
}

/* A rank resumes a value that waited for a tree, and the host engine ends before processing the value:
 * the value must not be delivered as a message for its node. */
static void a_value_is_left_at_the_end(void)
{
    emuq_machine_t *m = partition->machine;
    const uint32_t engine = emuq_my_member;
    uint64_t before = sent.frames;
    emuq_work_t work;
    size_t bytes = ask(EMUQ_FOR_TREE, 1);
    ask_in_frame()->tree += 3;
    CU_ASSERT_EQUAL(arrive(bytes), 0);
    __atomic_store_n(&m->routes_changed, 1, __ATOMIC_RELAXED);
    emuq_my_member = 0;
    emuq_serves_hosts = false;
    emuq_work_begin(&work);
    emuq_routes_resume(&work, m);
    emuq_work_run(&work);
    CU_ASSERT_FALSE(emuq_mailbox_is_empty(&m->member[engine].mailbox));
    emuq_my_member = engine;
    emuq_serves_hosts = true;
    emuq_work_begin(&work);
    emuq_requests_end(&work, m, engine);
    emuq_work_run(&work);
    CU_ASSERT(emuq_mailbox_is_empty(&m->member[engine].mailbox));
    CU_ASSERT_EQUAL(sent.frames, before);
    emuq_mailbox_open(&m->member[engine].mailbox);
}

static void expect_refusal(size_t bytes, const char *what)
{
    uint64_t before = sent.frames;
    const emuq_remote_reply_t *answer = (const emuq_remote_reply_t *)(const void *)sent.frame;
    CU_ASSERT_EQUAL(arrive(bytes), 0);
    CU_ASSERT_EQUAL(sent.frames, before + 1);
    CU_ASSERT_EQUAL(answer->is_refused, 1);
    CU_ASSERT_PTR_NOT_NULL(strstr(answer->what, what));
}

/* The sender then sends the result to each receiver. */
static void a_result_of_an_unknown_tree(void)
{
    uint64_t before = sent.frames;
    size_t bytes = ask(EMUQ_FOR_RECEIVERS, 0);
    ask_in_frame()->tree++;
    CU_ASSERT_EQUAL(arrive(bytes), 0);
    expect_answer(PEER, 5, before + 1);
    const emuq_remote_reply_t *answer = (const emuq_remote_reply_t *)(const void *)sent.frame;
    CU_ASSERT_EQUAL(answer->is_refused, 0);
    CU_ASSERT_EQUAL(answer->is_unknown, 1);
}

static void bad_values_and_results_change_nothing(void)
{
    size_t bytes = ask(EMUQ_FOR_TREE, 0);
    ask_in_frame()->value = 1; /* the peer has one node */
    expect_refusal(bytes, "value");
    expect_refusal(ask(EMUQ_FOR_RECEIVERS, 0), "result"); /* the local host knows the tree */
    bytes = ask(EMUQ_FOR_RECEIVERS, 0);
    ask_in_frame()->failed = 1;
    expect_nonsense(bytes);
    bytes = ask(EMUQ_FOR_TREE, 0);
    ask_in_frame()->failed = 1; /* although bytes follow */
    expect_nonsense(bytes);
    bytes = ask(EMUQ_FOR_TREE, 0);
    ask_in_frame()->from = 2; /* a local node */
    expect_nonsense(bytes);
    bytes = ask(EMUQ_FOR_TREE, 0);
    ask_in_frame()->request_kind = EMUQ_FOR_RECEIVERS + 1;
    expect_nonsense(bytes);
}

/* Texts of a reply or an error report must end inside the frame. */
static void texts_without_an_end(void)
{
    emuq_remote_reject_t r = {.frame = {EMUQ_REMOTE_REJECT, 0}, .from = 1};
    memset(r.what, 'x', sizeof r.what);
    memcpy(frame, &r, sizeof r);
    expect_nonsense(sizeof r);
    for (int part = 0; part < 2; part++) {
        emuq_remote_reply_t a = {.frame = {EMUQ_REMOTE_REPLY, emuq_remote_token_add(&partition, PEER, 1)}};
        uint32_t left;
        memset(part == 0 ? a.what : a.advice, 'x', part == 0 ? sizeof a.what : sizeof a.advice);
        memcpy(frame, &a, sizeof a);
        expect_nonsense(sizeof a);
        CU_ASSERT_PTR_EQUAL(emuq_remote_token_reply(a.frame.token, PEER, true, &left),
                            &partition); /* still waiting */
    }
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"a level goes up and down", a_level_goes_up_and_down},
        {"a fence is answered", a_fence_is_answered},
        {"a level of another tree is lost", a_level_of_another_tree_is_lost},
        {"bad levels change nothing", bad_levels_change_nothing},
        {"bad news change nothing", bad_news_change_nothing},
        {"answers that nobody waits for", answers_that_nobody_waits_for},
        {"posts without a target are refused", posts_without_a_target_are_refused},
        {"reports of nothing", reports_of_nothing},
        {"a message without a target is refused", a_message_without_a_target_is_refused},
        {"results of two hosts do not mix", results_of_two_hosts_do_not_mix},
        {"a value comes in several asks", a_value_comes_in_several_asks},
        {"values of two routes do not mix", values_of_two_routes_do_not_mix},
        {"parts that do not follow are nonsense", parts_that_do_not_follow_are_nonsense},
        {"a value is taken", a_value_is_taken},
        {"frames of no remote host", frames_of_no_remote_host},
        {"a value is withdrawn", a_value_is_withdrawn},
        {"a value is left at the end", a_value_is_left_at_the_end},
        {"a result of an unknown tree", a_result_of_an_unknown_tree},
        {"bad values and results change nothing", bad_values_and_results_change_nothing},
        {"lies change nothing", lies_change_nothing},
        {"texts without an end", texts_without_an_end},
        {"random frames", random_frames},
        {NULL, NULL},
    };
    const emuq_job_hosts_t spread = {.hosts = HOSTS, .place = place};
    const emuq_job_t job = {.shape = {NODES, 1, 1, 1, 1}};
    setenv("EMUQ_ON_ERROR", "report", 1);
    if (emuq_partition_make(&job, true, &spread, &partition) != 0)
        return 1;
    emuq_my_member = NODES;
    if (emuq_partition_attach(partition, UINT32_MAX,
                              &(emuq_kernel_callbacks_t){.hosts = {.send = carry, .lend = lend}}) != 0)
        return 1;
    int status = emuq_test_main("frames of other hosts", tests);
    emuq_partition_detach(partition);
    emuq_partition_close(partition);
    return status;
}
