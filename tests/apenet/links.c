/* SPDX-License-Identifier: BSD-3-Clause */
/* Programs whose packets move through links with faults: damaged headers are repaired, damaged payloads reach
 * the program, and a link that is cut goes down. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "apenet/driver/driver.h"
#include "apenet/event.h"
#include "apenet/net/network.h"
#include "emuq_test.h"
#include "users.h"

#define PAGE    4096u
#define BYTES   (16 * PAGE)
#define ROUNDS  200u
#define PATIENT 20000 /* ms */

static unsigned char pattern(uint32_t round, uint32_t i)
{
    return (unsigned char)(round * 31 + i * 7 + i / 256);
}

static void run_with(users_program_t *program, uint32_t nodes, const char *faults)
{
    setenv("EMUQ_APENET_NET", "packet", 1);
    setenv("EMUQ_APENET_FAULTS", faults, 1);
    users_run(program, nodes, 1);
    unsetenv("EMUQ_APENET_NET");
    unsetenv("EMUQ_APENET_FAULTS");
}

static apenet_event_t next_event(apenet_card_t *card)
{
    apenet_event_t e;
    memset(&e, 0, sizeof e);
    CU_ASSERT_EQUAL_FATAL(apenet_wait_event(card, APENET_ANY, PATIENT, &e), 0);
    return e;
}

/* ---- damaged words ---- */

static uint32_t damaged; /* messages with a payload error, on all nodes; under the barrier */

/* Node 0 puts to the last node, which checks and counts. */
static void put_rounds(apenet_card_t *card, apenet_address_t me, uint32_t last)
{
    apenet_buffer_t buffer;
    bool is_source = me.x == 0, is_target = me.x == last;
    apenet_address_t to = {(uint8_t)last, 0, 0, 0};
    CU_ASSERT_EQUAL_FATAL(apenet_register_buffer(card, users_area[me.x], BYTES, 0, 0, &buffer), 0);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        uint32_t bytes = 1 + round * 311 % BYTES;
        for (uint32_t i = 0; is_source && i < bytes; i++)
            users_area[0][i] = (char)pattern(round, i);
        users_meet();
        if (is_source) {
            CU_ASSERT_EQUAL(
                apenet_rdma_put(card, to, users_area[0], bytes, (uintptr_t)users_area[last], 0, 0), 0);
            CU_ASSERT_EQUAL(next_event(card).kind, APENET_EVENT_SENT);
        }
        if (is_target) {
            apenet_event_t e = next_event(card);
            CU_ASSERT_EQUAL(e.bytes, bytes);
            CU_ASSERT(e.status == 0 || e.status == -EBADMSG);
            CU_ASSERT_EQUAL(e.kind, e.status == 0 ? APENET_EVENT_RECEIVED : APENET_EVENT_ERROR);
            damaged += e.status != 0;
            uint32_t wrong = 0;
            for (uint32_t i = 0; i < bytes; i++)
                wrong += (unsigned char)users_area[last][i] != pattern(round, i);
            CU_ASSERT(wrong == 0 || e.status == -EBADMSG);
        }
        users_meet();
    }
    CU_ASSERT_EQUAL(apenet_unregister_buffer(card, buffer), 0);
}

static void put_to_neighbour(apenet_card_t *card, apenet_address_t me)
{
    put_rounds(card, me, 1);
}

static void put_over_two_links(apenet_card_t *card, apenet_address_t me)
{
    put_rounds(card, me, 2);
}

static void headers_are_repaired(void)
{
    damaged = 0;
    run_with(put_to_neighbour, 2, "seed:5,header:0.05");
    run_with(put_over_two_links, 4, "seed:6,header:0.05");
    CU_ASSERT_EQUAL(damaged, 0);
}

static void payload_errors_are_reported(void)
{
    damaged = 0;
    run_with(put_to_neighbour, 2, "seed:7,ber:5e-7");
    CU_ASSERT(damaged > ROUNDS / 50 && damaged < ROUNDS);
    damaged = 0;
    run_with(put_over_two_links, 4, "seed:8,ber:5e-7,burst:200");
    CU_ASSERT(damaged > ROUNDS / 50 && damaged < ROUNDS);
}

/* ---- gets ---- */

static void get_rounds(apenet_card_t *card, apenet_address_t me)
{
    apenet_buffer_t buffer;
    apenet_address_t from = {1, 0, 0, 0};
    CU_ASSERT_EQUAL_FATAL(apenet_register_buffer(card, users_area[me.x], BYTES, APENET_GET, 0, &buffer), 0);
    for (uint32_t i = 0; me.x == 1 && i < BYTES; i++)
        users_area[1][i] = (char)pattern(1, i);
    users_meet();
    for (uint32_t round = 0; me.x == 0 && round < ROUNDS; round++) {
        uint32_t bytes = 1 + round * 311 % BYTES, wrong = 0;
        memset(users_area[0], 0, bytes);
        CU_ASSERT_EQUAL(apenet_rdma_get(card, from, users_area[0], bytes, (uintptr_t)users_area[1], 0, 0), 0);
        apenet_event_t e = next_event(card);
        CU_ASSERT_EQUAL(e.kind, APENET_EVENT_GET_DONE);
        CU_ASSERT(e.status == 0 || e.status == -EBADMSG || e.status == -EACCES);
        for (uint32_t i = 0; i < bytes; i++)
            wrong += (unsigned char)users_area[0][i] != pattern(1, i);
        CU_ASSERT(wrong == 0 || e.status != 0);
        damaged += e.status != 0;
    }
    users_meet();
    CU_ASSERT_EQUAL(apenet_unregister_buffer(card, buffer), 0);
}

static void gets_end(void)
{
    damaged = 0;
    run_with(get_rounds, 2, "seed:9,header:0.1");
    CU_ASSERT_EQUAL(damaged, 0);
    run_with(get_rounds, 2, "seed:10,ber:5e-7");
    CU_ASSERT(damaged > ROUNDS / 50 && damaged < ROUNDS);
}

/* ---- a cut link ---- */

/* Node 0 sends to node 1 over the link that is cut, then gets and puts; node 3 is still reached. */
static void use_cut_link(apenet_card_t *card, apenet_address_t me)
{
    apenet_buffer_t buffer;
    apenet_address_t cut = {1, 0, 0, 0}, other = {3, 0, 0, 0};
    CU_ASSERT_EQUAL_FATAL(apenet_register_buffer(card, users_area[me.x], PAGE, APENET_GET, 0, &buffer), 0);
    users_meet();
    uint32_t failed = 0, sent = 0;
    while (me.x == 0 && failed == 0) {
        CU_ASSERT_EQUAL(apenet_rdma_put(card, cut, users_area[0], 100, (uintptr_t)users_area[1], 0, 0), 0);
        apenet_event_t e = next_event(card);
        CU_ASSERT(e.status == 0 || e.status == -ENETDOWN);
        sent += e.status == 0;
        failed += e.status != 0;
        (void)apenet_wait_event(card, APENET_ANY, 1, &e); /* time passes on the link */
    }
    if (me.x == 0) {
        CU_ASSERT(sent >= 10);
        CU_ASSERT_EQUAL(apenet_rdma_get(card, cut, users_area[0], 100, (uintptr_t)users_area[1], 0, 0), 0);
        CU_ASSERT_EQUAL(next_event(card).status, -ENETDOWN);
        CU_ASSERT_EQUAL(apenet_rdma_put(card, other, users_area[0], 100, (uintptr_t)users_area[3], 0, 0), 0);
        CU_ASSERT_EQUAL(next_event(card).status, 0);
    }
    if (me.x == 3) {
        apenet_event_t e = next_event(card);
        CU_ASSERT(e.kind == APENET_EVENT_RECEIVED && e.bytes == 100);
    }
    users_meet();
    for (apenet_event_t e; apenet_wait_event(card, APENET_ANY, 0, &e) == 0;)
        CU_ASSERT_EQUAL(me.x, 1);
    CU_ASSERT_EQUAL(apenet_unregister_buffer(card, buffer), 0);
}

static void a_link_is_cut(void)
{
    run_with(use_cut_link, 4, "link:0.0.0.0@11");
}

/* The reply to a get is lost with the link. */
static void get_over_cut_link(apenet_card_t *card, apenet_address_t me)
{
    apenet_buffer_t buffer;
    apenet_address_t from = {1, 0, 0, 0};
    CU_ASSERT_EQUAL_FATAL(apenet_register_buffer(card, users_area[me.x], BYTES, APENET_GET, 0, &buffer), 0);
    users_meet();
    if (me.x == 0) {
        CU_ASSERT_EQUAL(apenet_rdma_get(card, from, users_area[0], BYTES, (uintptr_t)users_area[1], 0, 0), 0);
        CU_ASSERT_EQUAL(next_event(card).status, -ENETDOWN);
    }
    users_meet();
    CU_ASSERT_EQUAL(apenet_unregister_buffer(card, buffer), 0);
}

static void a_get_loses_its_link(void)
{
    run_with(get_over_cut_link, 4, "link:1.0.0.3@4"); /* X- of node 1: the way of the replies */
}

/* ---- settings ---- */

static int refused(int argc, char **argv)
{
    apenet_card_t *card;
    (void)argc;
    (void)argv;
    return apenet_open(0, &card) == -EINVAL ? 0 : 1;
}

static void wrong_settings(void)
{
    static const char *const faults[] = {"ber:2", "link:4.0.0.0@1", "nonsense"};
    for (unsigned i = 0; i < sizeof faults / sizeof *faults; i++) {
        setenv("EMUQ_APENET_NET", "packet", 1);
        setenv("EMUQ_APENET_FAULTS", faults[i], 1);
        users_run_program(refused, 2, 1);
    }
    setenv("EMUQ_APENET_NET", "direct", 1);
    setenv("EMUQ_APENET_FAULTS", "ber:1e-9", 1);
    users_run_program(refused, 2, 1);
    unsetenv("EMUQ_APENET_NET");
    unsetenv("EMUQ_APENET_FAULTS");
}

/* ---- both modes in one job ---- */

static uint64_t words_of_node_0(const apenet_card_t *card)
{
    const apenet_totals_t *totals = apenet_network_totals(card->host->device->machine->network);
    uint64_t words = 0;
    for (unsigned link = 0; link < APENET_PORTS; link++)
        words += totals[0].link[link].count[APENET_TOTAL_WORDS];
    return words;
}

static void put_in_both_modes(apenet_card_t *card, apenet_address_t me)
{
    apenet_buffer_t buffer;
    CU_ASSERT_EQUAL_FATAL(apenet_register_buffer(card, users_area[me.x], PAGE, 0, 0, &buffer), 0);
    for (uint32_t round = 0; round < 4; round++) {
        bool is_direct = round % 2 == 0;
        users_meet();
        if (me.x == 0) {
            uint64_t before = words_of_node_0(card);
            CU_ASSERT_EQUAL(apenet_set_direct(card, is_direct), 0);
            memset(users_area[0], (int)round + 1, 32);
            CU_ASSERT_EQUAL(apenet_rdma_put(card, (apenet_address_t){1, 0, 0, 0}, users_area[0], 32,
                                            (uintptr_t)users_area[1], 0, 0),
                            0);
            CU_ASSERT_EQUAL(next_event(card).kind, APENET_EVENT_SENT);
            CU_ASSERT_EQUAL(words_of_node_0(card) - before, is_direct ? 0 : 6);
        } else {
            CU_ASSERT_EQUAL(next_event(card).kind, APENET_EVENT_RECEIVED);
            CU_ASSERT_EQUAL(users_area[1][31], (char)(round + 1));
        }
        users_meet();
    }
    CU_ASSERT_EQUAL(apenet_unregister_buffer(card, buffer), 0);
}

static void cannot_leave_direct_mode(apenet_card_t *card, apenet_address_t me)
{
    (void)me;
    CU_ASSERT_EQUAL(apenet_set_direct(card, false), -EINVAL);
}

static void both_modes_in_one_job(void)
{
    run_with(put_in_both_modes, 2, "");
    users_run(cannot_leave_direct_mode, 2, 1);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"headers are repaired", headers_are_repaired},
                                        {"payload errors are reported", payload_errors_are_reported},
                                        {"gets end", gets_end},
                                        {"a link is cut", a_link_is_cut},
                                        {"a get loses its link", a_get_loses_its_link},
                                        {"wrong settings", wrong_settings},
                                        {"both modes in one job", both_modes_in_one_job},
                                        {NULL, NULL}};
    return emuq_test_main("apenet_links", tests);
}
