/* SPDX-License-Identifier: BSD-3-Clause */
/* Packets of messages, one by one: the provider's sources are part of this program, and its endpoint is the
 * sender, too. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/atomic.h"
#include "emuq/join.h"
#include "emuq_test.h"
#include "fabric/atomic.h"
#include "fabric/search.h"
#include "kernel-shim/partition/partition.h"

#define BYTES 1000u

static struct fid_fabric *fabric;
static struct fid_domain *domain;
static struct fid_av *av;
static struct fid_cq *cq;
static struct fid_ep *ep;
static fi_addr_t self;
static char data[BYTES], buffer[BYTES];

static void opened(void)
{
    struct fi_info *hints = fi_allocinfo(), *info = NULL;
    struct fi_av_attr av_attr = {.type = FI_AV_MAP};
    struct fi_cq_attr cq_attr = {.format = FI_CQ_FORMAT_TAGGED};
    char name[128];
    size_t length = sizeof name;
    hints->caps = FI_MSG | FI_TAGGED | FI_ATOMIC;
    CU_ASSERT_EQUAL_FATAL(emuq_fi_provider.getinfo(FI_VERSION(1, 17), NULL, NULL, 0, hints, &info), 0);
    CU_ASSERT_EQUAL_FATAL(emuq_fi_provider.fabric(info->fabric_attr, &fabric, NULL), 0);
    CU_ASSERT_EQUAL_FATAL(fi_domain(fabric, info, &domain, NULL), 0);
    CU_ASSERT_EQUAL_FATAL(fi_av_open(domain, &av_attr, &av, NULL), 0);
    CU_ASSERT_EQUAL_FATAL(fi_cq_open(domain, &cq_attr, &cq, NULL), 0);
    CU_ASSERT_EQUAL_FATAL(fi_endpoint(domain, info, &ep, NULL), 0);
    CU_ASSERT_EQUAL_FATAL(fi_ep_bind(ep, &av->fid, 0), 0);
    CU_ASSERT_EQUAL_FATAL(fi_ep_bind(ep, &cq->fid, FI_SEND | FI_RECV), 0);
    CU_ASSERT_EQUAL_FATAL(fi_enable(ep), 0);
    CU_ASSERT_EQUAL_FATAL(fi_getname(&ep->fid, name, &length), 0);
    CU_ASSERT_EQUAL_FATAL(fi_av_insert(av, name, 1, &self, 0, NULL), 1);
    fi_freeinfo(hints);
    fi_freeinfo(info);
    for (size_t i = 0; i < BYTES; i++)
        data[i] = (char)(i * 7 + i / 251);
}

static void closed(void)
{
    CU_ASSERT_EQUAL(fi_close(&ep->fid), 0);
    CU_ASSERT_EQUAL(fi_close(&cq->fid), 0);
    CU_ASSERT_EQUAL(fi_close(&av->fid), 0);
    CU_ASSERT_EQUAL(fi_close(&domain->fid), 0);
    CU_ASSERT_EQUAL(fi_close(&fabric->fid), 0);
}

static emuq_fi_endpoint_t *endpoint(void)
{
    return (emuq_fi_endpoint_t *)ep;
}

/* Sends a packet of [from, from + bytes) to this endpoint. */
static void packet(uint8_t kind, uint32_t size, uint64_t word, const char *from, size_t bytes)
{
    emuq_fi_endpoint_t *e = endpoint();
    CU_ASSERT_FATAL(emuq_fi_mu_has_space(e->mu, 1));
    memcpy(emuq_fi_mu_payload(e->mu), from, bytes);
    emuq_fi_mu_send_packet(e->mu, emuq_fi_route_of(e, self), kind, size, word, bytes);
}

static void first_packet(uint64_t tag)
{
    packet(EMUQ_FI_SINGLE | EMUQ_FI_TAGGED, BYTES, tag, data, EMUQ_FI_PACKET);
}

static void last_packet(void)
{
    packet(EMUQ_FI_PART, 0, EMUQ_FI_PACKET, data + EMUQ_FI_PACKET, BYTES - EMUQ_FI_PACKET);
}

/* Makes progress. @return whether there is no completion */
static bool is_idle(void)
{
    return fi_cq_read(cq, NULL, 0) == -FI_EAGAIN;
}

static void post(uint64_t tag)
{
    memset(buffer, 0, sizeof buffer);
    CU_ASSERT_EQUAL(fi_trecv(ep, buffer, BYTES, NULL, FI_ADDR_UNSPEC, tag, 0, buffer), 0);
}

static void assert_received(uint64_t tag)
{
    struct fi_cq_tagged_entry e;
    CU_ASSERT_EQUAL_FATAL(fi_cq_read(cq, &e, 1), 1);
    CU_ASSERT_PTR_EQUAL(e.op_context, buffer);
    CU_ASSERT_EQUAL(e.tag, tag);
    CU_ASSERT_EQUAL(e.len, BYTES);
    CU_ASSERT_EQUAL(memcmp(buffer, data, BYTES), 0);
    CU_ASSERT(is_idle());
}

static void receives_at_any_time(void)
{
    opened();
    for (uint64_t when = 0; when < 3; when++) {
        if (when == 0)
            post(when);
        first_packet(when);
        CU_ASSERT(is_idle());
        if (when == 1)
            post(when);
        CU_ASSERT(is_idle());
        last_packet();
        if (when == 2) {
            CU_ASSERT(is_idle());
            post(when);
        }
        assert_received(when);
    }
    closed();
}

/* Further packets of no message, and of an earlier offset. */
static void packets_of_no_message(void)
{
    opened();
    last_packet();
    post(1);
    last_packet();
    CU_ASSERT(is_idle());
    first_packet(1);
    packet(EMUQ_FI_PART, 0, 0, buffer, EMUQ_FI_PACKET);
    packet(EMUQ_FI_PART, 0, BYTES, buffer, 1);
    CU_ASSERT(is_idle());
    last_packet();
    assert_received(1);
    last_packet();
    packet(EMUQ_FI_PART, 0, BYTES, buffer, 1);
    CU_ASSERT(is_idle());
    closed();
}

/* A message in packets is acknowledged when all have arrived; here with the request of a second message. */
static void acknowledgement(void)
{
    static char big[100000];
    struct fi_cq_tagged_entry e;
    opened();
    CU_ASSERT_EQUAL(fi_tsend(ep, big, sizeof big, NULL, self, 9, big), 0);
    CU_ASSERT(is_idle());
    CU_ASSERT_PTR_NOT_NULL_FATAL(endpoint()->tagged.unexpected);
    char payload[EMUQ_FI_PACKET];
    uint64_t request = endpoint()->tagged.unexpected->message.start.request;
    memcpy(payload, &request, sizeof request);
    memcpy(payload + sizeof request, data, sizeof payload - sizeof request);
    packet(EMUQ_FI_SINGLE | EMUQ_FI_TAGGED | EMUQ_FI_HAS_REQUEST, BYTES, 3, payload, sizeof payload);
    CU_ASSERT(is_idle());
    size_t at = sizeof payload - sizeof request;
    packet(EMUQ_FI_PART, 0, at, data + at, BYTES - at);
    ssize_t rc;
    while ((rc = fi_cq_read(cq, &e, 1)) == -FI_EAGAIN)
        ;
    CU_ASSERT_EQUAL(rc, 1);
    CU_ASSERT_PTR_EQUAL(e.op_context, big);
    post(3);
    assert_received(3);
    closed();
}

/* A message that is not complete when its endpoint is closed, with and without a receive. */
static void closing(void)
{
    for (unsigned i = 0; i < 3; i++) {
        opened();
        struct iovec part[2] = {{buffer, 600}, {buffer + 600, 400}};
        if (i == 1)
            post(1);
        if (i == 2)
            CU_ASSERT_EQUAL(fi_trecvv(ep, part, NULL, 2, FI_ADDR_UNSPEC, 1, 0, NULL), 0);
        first_packet(1);
        CU_ASSERT(is_idle());
        closed();
    }
    opened();
    post(1);
    last_packet();
    CU_ASSERT(is_idle());
    closed();
}

/* Data of 16 bits are in the header, longer ones in the payload. */
static void data_of_completions(void)
{
    static const uint64_t values[] = {0, 1, 0xffff, 0x10000, UINT64_MAX};
    struct fi_cq_tagged_entry e;
    opened();
    for (unsigned i = 0; i < 2 * sizeof values / sizeof values[0]; i++) {
        uint64_t value = values[i / 2];
        size_t bytes = i % 2 != 0 ? BYTES : 0;
        CU_ASSERT_EQUAL(fi_tsenddata(ep, data, bytes, NULL, value, self, i, data), 0);
        CU_ASSERT_EQUAL(fi_cq_read(cq, &e, 1), 1);
        CU_ASSERT_PTR_EQUAL(e.op_context, data);
        post(i);
        CU_ASSERT_EQUAL_FATAL(fi_cq_read(cq, &e, 1), 1);
        CU_ASSERT_EQUAL(e.data, value);
        CU_ASSERT_EQUAL(e.len, bytes);
        CU_ASSERT_EQUAL(memcmp(buffer, data, bytes), 0);
        CU_ASSERT_NOT_EQUAL(e.flags & FI_REMOTE_CQ_DATA, 0);
    }
    closed();
}

/* A request without operands for all elements of its targets changes nothing. */
static void requests_without_operands(void)
{
    static const uint64_t counts[] = {1, 2, 0, UINT64_MAX, (UINT64_C(1) << 61) + 1};
    static uint64_t memory[64];
    struct fid_mr *mr;
    struct {
        emuq_fi_atomic_request_t request;
        uint64_t operand[EMUQ_FI_ATOMIC_BYTES / sizeof(uint64_t)];
    } r = {{.type = FI_UINT64, .op = FI_SUM, .count = 1, .targets = 1, .target[0].key = 5}, {1, 1, 1}};
    opened();
    CU_ASSERT_EQUAL_FATAL(
        fi_mr_reg(domain, memory, sizeof memory, FI_REMOTE_WRITE | FI_REMOTE_READ, 0, 5, 0, &mr, NULL), 0);
    for (unsigned i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        r.request.target[0].count = counts[i];
        packet(EMUQ_FI_ATOMIC, 0, 0, (const char *)&r, sizeof r);
        CU_ASSERT(is_idle());
    }
    r.request.count = 50; /* elements of a packet: 48 */
    r.request.target[0].count = 50;
    packet(EMUQ_FI_ATOMIC, 0, 0, (const char *)&r, sizeof r);
    CU_ASSERT(is_idle());
    CU_ASSERT_EQUAL(memory[0], 1); /* the first request is complete */
    for (unsigned i = 1; i < sizeof memory / sizeof memory[0]; i++)
        CU_ASSERT_EQUAL(memory[i], 0);
    CU_ASSERT_EQUAL(fi_close(&mr->fid), 0);
    closed();
}

/* An offer is executed once, if it is open. */
static void offers(void)
{
    static uint64_t word, elsewhere;
    struct fid_mr *mr;
    struct {
        emuq_fi_atomic_request_t request;
        uint64_t operand;
    } r = {{.id = 9, .type = FI_UINT64, .op = FI_SUM, .count = 1, .targets = 1, .target = {{0, 5, 1}}}, 1};
    word = 0;
    opened();
    emuq_offer_t *offer = emuq_message_memory(2 * sizeof *offer, sizeof *offer);
    CU_ASSERT_FATAL(offer != NULL);
    CU_ASSERT_EQUAL_FATAL(fi_mr_reg(domain, &word, sizeof word, FI_REMOTE_WRITE, 0, 5, 0, &mr, NULL), 0);
    const struct {
        uint64_t *offer, value, sum;
    } step[] = {{offer, 9, 1}, {offer, 10, 1}, {offer, 7, 1}, {offer, 9, 2}, {&elsewhere, 9, 2}};
    r.request.ticket = 9;
    for (unsigned i = 0; i < sizeof step / sizeof step[0]; i++) {
        *step[i].offer = step[i].value;
        r.request.offer = (uintptr_t)step[i].offer;
        packet(EMUQ_FI_ATOMIC, 0, 0, (const char *)&r, sizeof r);
        CU_ASSERT(is_idle());
        CU_ASSERT_EQUAL(word, step[i].sum);
        CU_ASSERT_EQUAL(*step[i].offer, step[i].value == 9 && step[i].offer == offer ? 10 : step[i].value);
    }
    r.request.offer = (uintptr_t)offer + 1; /* not aligned */
    memcpy((char *)offer + 1, &r.request.ticket, sizeof r.request.ticket);
    packet(EMUQ_FI_ATOMIC, 0, 0, (const char *)&r, sizeof r);
    CU_ASSERT(is_idle());
    CU_ASSERT_EQUAL(word, 2);
    CU_ASSERT_EQUAL(fi_close(&mr->fid), 0);
    closed();
}

/* An offer whose reply finds no space stays open, for the initiator. */
static void offers_without_space(void)
{
    static uint64_t word;
    struct fid_mr *mr;
    struct {
        emuq_fi_atomic_request_t request;
        uint64_t operand;
    } r = {{.id = 9, .type = FI_UINT64, .op = FI_SUM, .count = 1, .targets = 1, .target = {{0, 5, 1}}}, 1};
    opened();
    emuq_offer_t *offer = emuq_message_memory(sizeof *offer, sizeof *offer);
    CU_ASSERT_FATAL(offer != NULL);
    CU_ASSERT_EQUAL_FATAL(fi_mr_reg(domain, &word, sizeof word, FI_REMOTE_WRITE, 0, 5, 0, &mr, NULL), 0);
    r.request.offer = (uintptr_t)offer;
    r.request.ticket = emuq_offer_open(offer);
    packet(EMUQ_FI_ATOMIC, 0, 0, (const char *)&r, sizeof r);
    while (emuq_fi_mu_has_space(endpoint()->mu, 1))
        packet(EMUQ_FI_ATOMIC_DONE, 0, 0, data, EMUQ_FI_PACKET); /* no effect */
    CU_ASSERT(is_idle());
    CU_ASSERT(endpoint()->reply == NULL);
    CU_ASSERT_EQUAL(*offer, r.request.ticket);
    CU_ASSERT_EQUAL(word, 0);
    while (!emuq_fi_mu_has_space(endpoint()->mu, 1))
        CU_ASSERT(is_idle());
    packet(EMUQ_FI_ATOMIC, 0, 0, (const char *)&r, sizeof r);
    while (*offer == r.request.ticket)
        CU_ASSERT(is_idle());
    CU_ASSERT_EQUAL(word, 1);
    CU_ASSERT_EQUAL(fi_close(&mr->fid), 0);
    closed();
}

#define SEARCHES 64u /* more than are allocated at once */

/* The bucket of a search in transfer is used again after the end of the search. The table of this endpoint
 * stands for a table of a remote host. */
static void bucket_of_an_ended_search(void)
{
    opened();
    emuq_fi_endpoint_t *e = endpoint();
    emuq_fi_peer_t *peer = emuq_fi_av_peer((emuq_fi_av_t *)av, self);
    emuq_fi_search_t ended = {0}, search[SEARCHES] = {{0}};
    emuq_fi_key_t entry;
    const emuq_fi_key_t *table = peer->table;
    unsigned count = 0;
    peer->table = NULL;
    CU_ASSERT_EQUAL(emuq_fi_search(e, &ended, self, 1, &entry), EMUQ_FI_SEARCHES);
    const union emuq_fi_bucket *bucket = ended.bucket;
    CU_ASSERT_PTR_NOT_NULL_FATAL(ended.get);
    emuq_fi_search_abandon(e, &ended);
    do {
        CU_ASSERT_EQUAL(emuq_fi_search(e, &search[count], self, 1, &entry), EMUQ_FI_SEARCHES);
    } while (search[count].bucket != bucket && ++count < SEARCHES);
    CU_ASSERT(count < SEARCHES);
    for (unsigned i = 0; i <= count && i < SEARCHES; i++) {
        while (emuq_fi_search(e, &search[i], self, 1, &entry) == EMUQ_FI_SEARCHES)
            (void)is_idle();
        emuq_fi_search_end(&search[i]);
    }
    peer->table = table;
    closed();
}

/* ---- a second process; the first test, because it joins by itself ---- */

static int peer_fd;
static fi_addr_t peer;

/* Exchanges the addresses of the endpoints. @return false: not possible */
static bool peer_insert(void)
{
    char name[128] = {0};
    size_t length = sizeof name;
    return fi_getname(&ep->fid, name, &length) == 0 && write(peer_fd, name, sizeof name) == sizeof name &&
           read(peer_fd, name, sizeof name) == sizeof name && fi_av_insert(av, name, 1, &peer, 0, NULL) == 1;
}

static bool peer_waits(void)
{
    char c;
    return read(peer_fd, &c, 1) == 1;
}

/* The process has a word, makes no progress, sends a part of a message, and leaves. */
static void peer_run(void)
{
    static uint64_t word;
    struct fid_mr *mr;
    bool is_good = peer_waits();
    opened();
    is_good = is_good && fi_mr_reg(domain, &word, sizeof word, FI_REMOTE_READ | FI_REMOTE_WRITE, 0, 5, 0, &mr,
                                   NULL) == 0;
    is_good = is_good && peer_insert() && peer_waits() && word == 1;
    self = peer; /* the target of packets */
    if (is_good)
        first_packet(1);
    emuq_leave();
    _exit(is_good ? 0 : 1);
}

/* A pending offer is a request and an operation of the Message Unit, and counts once. */
static void peer_is_offered(void)
{
    static uint64_t operand = 1, before;
    emuq_fi_endpoint_t *e = endpoint();
    CU_ASSERT_EQUAL(
        fi_fetch_atomic(ep, &operand, 1, NULL, &before, NULL, peer, 0, 5, FI_UINT64, FI_SUM, NULL), 0);
    CU_ASSERT_EQUAL(e->natives, 1);
    CU_ASSERT_EQUAL(e->atomics, 1); /* offered */
    emuq_fi_waits_describe(&((emuq_fi_cq_t *)cq)->bound);
    CU_ASSERT_STRING_EQUAL(emuq_joined_process->description, "the results of 1 atomic operation");
    struct fi_cq_tagged_entry entry;
    while (fi_cq_read(cq, &entry, 1) == -FI_EAGAIN)
        ;
    CU_ASSERT_EQUAL(e->natives, 0);
    CU_ASSERT_EQUAL(before, 0);
}

/* A message whose sender leaves before its last packet ends with an error. */
static void peer_sends_a_part(void)
{
    struct fi_cq_tagged_entry entry;
    struct fi_cq_err_entry error = {0};
    ssize_t rc;
    post(1);
    CU_ASSERT_EQUAL(write(peer_fd, "", 1), 1);
    while ((rc = fi_cq_read(cq, &entry, 1)) == -FI_EAGAIN)
        ;
    CU_ASSERT_EQUAL(rc, -FI_EAVAIL);
    CU_ASSERT_EQUAL(fi_cq_readerr(cq, &error, 0), 1);
    CU_ASSERT_EQUAL(error.err, FI_ECONNRESET);
    CU_ASSERT_PTR_EQUAL(error.op_context, buffer);
    CU_ASSERT_EQUAL(buffer[1], data[1]); /* the first packet has arrived */
    CU_ASSERT_EQUAL(fi_tsend(ep, data, 1, NULL, peer, 1, NULL), -FI_EHOSTUNREACH);
}

static void second_process(void)
{
    int fd[2], status = -1;
    CU_ASSERT_EQUAL_FATAL(socketpair(AF_UNIX, SOCK_STREAM, 0, fd), 0);
    pid_t child = fork();
    peer_fd = fd[child == 0];
    close(fd[child != 0]);
    if (child == 0)
        peer_run();
    opened();
    CU_ASSERT_EQUAL(write(peer_fd, "", 1), 1);
    CU_ASSERT_FATAL(peer_insert());
    peer_is_offered();
    peer_sends_a_part();
    CU_ASSERT_EQUAL(waitpid(child, &status, 0), child);
    CU_ASSERT_EQUAL(status, 0);
    close(peer_fd);
    closed();
}

/* The next endpoint of a number does not repeat identifiers: replies may arrive late. */
static void requests_of_the_next_endpoint(void)
{
    for (unsigned shift = 0; shift < 32; shift += 4) {
        opened();
        uint32_t latest = endpoint()->generation += UINT32_C(1) << shift; /* after many requests */
        closed();
        opened();
        CU_ASSERT_EQUAL(endpoint()->generation, latest);
        closed();
    }
}

/* An entry of a table that its owner changes is read again; a search ends if the owner has died. */
static void entries_that_change(void)
{
    static char memory[64];
    emuq_fi_key_t entry;
    struct fid_mr *mr;
    opened();
    CU_ASSERT_EQUAL_FATAL(fi_mr_reg(domain, memory, sizeof memory, FI_REMOTE_READ, 0, 5, 0, &mr, NULL), 0);
    emuq_fi_key_t *table = endpoint()->domain->regions.table;
    emuq_fi_key_t *bucket = table + (size_t)emuq_fi_key_bucket(5) * EMUQ_FI_BUCKET;
    uint64_t *words[] = {&bucket->check, &bucket->parts, &bucket->part[0].start, &bucket->part[0].bytes,
                         &bucket->part[0].pa};
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++) {
        *words[i] ^= 1;
        CU_ASSERT_EQUAL(emuq_fi_key_search(bucket, 5, &entry), EMUQ_FI_AGAIN);
        CU_ASSERT_EQUAL(emuq_fi_key_find(table, 5, &entry), emuq_fi_error(EMUQ_FI_NO_KEY));
        *words[i] ^= 1;
        CU_ASSERT_EQUAL(emuq_fi_key_search(bucket, 5, &entry), EMUQ_FI_FOUND);
        CU_ASSERT_EQUAL(emuq_fi_key_find(table, 5, &entry), 0);
        CU_ASSERT_EQUAL(entry.part[0].bytes, sizeof memory);
    }
    CU_ASSERT_EQUAL(fi_close(&mr->fid), 0);
    CU_ASSERT_EQUAL(emuq_fi_key_search(bucket, 5, &entry), 0);
    closed();
}

enum { STEPS = 300000 };

static void *add_by_instructions(void *words)
{
    for (unsigned i = 0; i < STEPS; i++) {
        (void)AO_fetch_and_add_full((uint64_t *)words, 1);
        (void)AO_int_fetch_and_add_full((unsigned *)words + 2, 1);
        (void)AO_char_fetch_and_add_full((unsigned char *)words + 12, 1);
    }
    return NULL;
}

/* Operations on aligned elements are atomic to instructions of the processor. */
static void instructions(void)
{
    _Alignas(64) char words[16] = {0};
    const uint64_t one = 1;
    const uint32_t int_one = 1;
    const uint8_t char_one = 1;
    uint64_t sum;
    uint32_t int_sum;
    pthread_t thread;
    CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, add_by_instructions, words), 0);
    for (unsigned i = 0; i < STEPS; i++) {
        emuq_fi_atomic_apply(FI_UINT64, FI_SUM, words, 1, (const char *)&one, NULL, NULL);
        emuq_fi_atomic_apply(FI_UINT32, FI_SUM, words + 8, 1, (const char *)&int_one, NULL, NULL);
        emuq_fi_atomic_apply(FI_UINT8, FI_SUM, words + 12, 1, (const char *)&char_one, NULL, NULL);
    }
    CU_ASSERT_EQUAL(pthread_join(thread, NULL), 0);
    memcpy(&sum, words, sizeof sum);
    memcpy(&int_sum, words + 8, sizeof int_sum);
    CU_ASSERT_EQUAL(sum, 2 * STEPS);
    CU_ASSERT_EQUAL(int_sum, 2 * STEPS);
    CU_ASSERT_EQUAL((uint8_t)words[12], (uint8_t)(2 * STEPS));
    CU_ASSERT_EQUAL(words[13], 0);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"second process", second_process},
                                        {"receives at any time", receives_at_any_time},
                                        {"packets of no message", packets_of_no_message},
                                        {"acknowledgement", acknowledgement},
                                        {"closing", closing},
                                        {"data of completions", data_of_completions},
                                        {"requests without operands", requests_without_operands},
                                        {"offers", offers},
                                        {"offers without space", offers_without_space},
                                        {"bucket of an ended search", bucket_of_an_ended_search},
                                        {"requests of the next endpoint", requests_of_the_next_endpoint},
                                        {"entries that change", entries_that_change},
                                        {"atomic operations and instructions", instructions},
                                        {NULL, NULL}};
    char name[32];
    snprintf(name, sizeof name, "packets-%ld", (long)getpid());
    setenv("EMUQ_JOIN", name, 1);
    return emuq_test_main("fabric packets", tests);
}
