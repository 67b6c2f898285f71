/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages between the links of hosts: cards take messages of any kind, node, port, number and length. The
 * input is a sequence of messages and runs of the network. A malformed message changes nothing. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "apenet/card/packets.h"
#include "apenet/driver/links.h"
#include "apenet/net/node.h"
#include "bench.h"
#include "fuzz.h"

#define NODES 4u
#define ENDS  (NODES * APENET_PORTS)
#define BYTES 4096u /* of a message, at most */

/* All that messages change. */
typedef struct state {
    uint64_t endpoint[ENDS], tail[ENDS];
    uint32_t down[NODES];
} state_t;

static const uint16_t host_of[NODES] = {0, 1, 0, 2};
static bench_t bench;

static bool send_words(void *machine, uint32_t node, unsigned port, uint64_t number,
                       const apenet_word_t *word, uint32_t words)
{
    (void)machine, (void)number, (void)word;
    FUZZ_CHECK(node < NODES && port < APENET_PORTS && words >= 1 && words <= APENET_SEGMENT_WORDS);
    FUZZ_CHECK(!apenet_is_remote(bench.machine, node));
    return words % 2 == 0;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    apenet_send_hook = send_words;
    return 0;
}

static state_t state_of(const apenet_machine_t *m)
{
    state_t s;
    memset(&s, 0, sizeof s);
    memcpy(s.endpoint, m->endpoint, sizeof s.endpoint);
    for (uint32_t i = 0; i < NODES; i++) {
        s.down[i] = apenet_network_down(m->network, i);
        for (unsigned port = 0; port < APENET_PORTS; port++) {
            const network_line_t *line = m->network->node[i].line[port];
            s.tail[i * APENET_PORTS + port] = line != NULL ? line->tail : 0;
            FUZZ_CHECK(line == NULL || line->tail - line->head <= LINE_SEGMENTS);
        }
    }
    return s;
}

static unsigned changes_of_ends(const state_t *a, const state_t *b)
{
    unsigned n = 0;
    for (unsigned i = 0; i < ENDS; i++)
        n += (a->endpoint[i] != b->endpoint[i]) + (a->tail[i] != b->tail[i]);
    return n;
}

static unsigned changes_of_nodes(const state_t *a, const state_t *b)
{
    unsigned n = 0;
    for (unsigned i = 0; i < NODES; i++)
        n += a->down[i] != b->down[i];
    return n;
}

/* An accepted message changes one end, or, if it reports links that are down, one node. If it reports a node
 * that is stopped, the links of the neighbours to that node go down, too. */
static void check_changes(int rc, const apenet_links_message_t *head, const state_t *before,
                          const state_t *after)
{
    bool is_down = head->kind == APENET_LINKS_DOWN;
    bool is_stopped = is_down && (head->endpoint & APENET_NETWORK_STOPPED) != 0;
    unsigned ends = rc == 0 && !is_down ? 1 : 0;
    unsigned nodes = rc != 0 || !is_down ? 0 : is_stopped ? 1 + 2 : 1; /* a ring: two neighbours */
    FUZZ_CHECK(changes_of_ends(before, after) <= ends);
    FUZZ_CHECK(changes_of_nodes(before, after) <= nodes);
    if (rc == 0 && is_down)
        FUZZ_CHECK((after->down[head->node] & head->endpoint) == head->endpoint);
}

/* Gives a copy of exactly this size. */
static void take(const void *message, uint32_t bytes)
{
    apenet_machine_t *m = bench.machine;
    void *copy = malloc(bytes != 0 ? bytes : 1);
    FUZZ_CHECK(copy != NULL);
    memcpy(copy, message, bytes);
    state_t before = state_of(m);
    int rc = apenet_links_take(m, copy, bytes);
    state_t after = state_of(m);
    free(copy);
    FUZZ_CHECK(rc == 0 || rc == -EBADMSG || rc == -EALREADY);
    apenet_links_message_t head;
    memset(&head, 0, sizeof head);
    memcpy(&head, message, bytes < sizeof head ? bytes : sizeof head);
    check_changes(rc, &head, &before, &after);
}

static void take_made(fuzz_input_t *input)
{
    struct {
        apenet_links_message_t head;
        char data[BYTES];
    } message;
    memset(&message, 0, sizeof message);
    uint8_t kind = fuzz_byte(input), node = fuzz_byte(input), port = fuzz_byte(input);
    uint64_t number = fuzz_byte(input);
    uint32_t words = fuzz_byte(input) % 96u, given = fuzz_byte(input), extra = words >= 90 ? words % 16 : 0;
    message.head.kind = kind % 4;
    message.head.node = node < 128 ? node % 6u : UINT32_MAX - node;
    message.head.port = port < 128 ? port % 8u : UINT32_MAX - port;
    if (message.head.node < NODES && message.head.port < APENET_PORTS) {
        const network_line_t *line = bench.machine->network->node[message.head.node].line[message.head.port];
        message.head.number = line != NULL ? line->expected + (uint32_t)(int8_t)number : 0;
    }
    message.head.endpoint = kind < 64 ? number : kind < 128 ? number & 0x7f : number << 56 | number;
    fuzz_take(input, message.data, given % 64u);
    take(&message, (uint32_t)sizeof message.head + words * (uint32_t)sizeof(apenet_word_t) + extra);
}

static void take_raw(fuzz_input_t *input)
{
    unsigned char bytes[256];
    uint8_t size = fuzz_byte(input);
    fuzz_take(input, bytes, size);
    take(bytes, size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input_t input = {data, size};
    uint8_t kind = fuzz_byte(&input);
    bench_plan_t plan = {
        .size = {NODES, 1, 1}, .is_packet = true, .has_datagrams = kind % 2 != 0, .host_of = host_of};
    bench_open(&bench, &plan);
    while (input.size > 0) {
        uint8_t what = fuzz_byte(&input);
        if (what % 4 == 0)
            take_made(&input);
        else if (what % 4 == 1)
            take_raw(&input);
        else if (what % 4 == 2)
            apenet_tick(&bench.machine->device[0]);
        else
            apenet_run_network(bench.machine);
    }
    bench_close(&bench);
    return 0;
}
