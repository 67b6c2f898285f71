/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages between processes that have joined a partition: packets, and memory that is not shared. The kernel
 * copies such memory without the help of its process, which is stopped; without EMUQ_CROSS_MEMORY its engine
 * does.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <spi/include/mu/Addressing_inlines.h>
#include <spi/include/mu/Descriptor_inlines.h>

#include <emuq_components.h>

#include "base/atomic.h"
#include "emuq_test.h"
#include "fabric/mu.h"
#include "team.h"

#define LONG  (3u << 20) /* more than EMUQ_INLINE_BYTES */
#define SHORT 1000u

static emuq_fi_mu_t *mu;
static emuq_fi_route_t route;
static emuq_fi_get_t *get;
static char *area; /* of the program, not shared */

static emuq_fi_address_t *addresses(void)
{
    return (emuq_fi_address_t *)(void *)team->text;
}

static uint64_t *positions(void) /* of areas */
{
    return (uint64_t *)(void *)(team->text + TEAM_BYTES);
}

static char pattern(size_t i, unsigned of)
{
    return (char)(i * 7 + i / 251 + of);
}

static bool has_hosts; /* each process is on a host */

/* Joins, and finds the other process. */
static void begin(void)
{
    const emuq_join_t by_exchange = {.rank = team_self, .ranks = 2, .exchange = team_exchange};
    TEAM_CHECK((has_hosts ? emuq_join(&by_exchange) : team_join(team_self, 2)) == 0);
    TEAM_CHECK(emuq_fi_mu_open(&mu, 0) == 0);
    area = malloc(LONG);
    for (size_t i = 0; i < LONG; i++)
        area[i] = pattern(i, team_self);
    addresses()[team_self] = mu->address;
    TEAM_CHECK(emuq_fi_mu_pa(mu, area, LONG, &positions()[team_self]));
    team_meet();
    emuq_fi_mu_route(mu, &addresses()[!team_self], &route);
    get = emuq_fi_mu_gets(mu);
    TEAM_CHECK(get != NULL);
}

static void await(const emuq_fi_get_t *g)
{
    while (AO_load_acquire(&g->left) != 0)
        emuq_mmio_idle(&mu->receive->_fifo.hwfifo->pa_tail, 0);
}

static void get_bytes(size_t bytes)
{
    memset(area, 0, bytes);
    TEAM_CHECK(emuq_fi_mu_get(mu, &route, get, positions()[!team_self], positions()[team_self], bytes));
    await(get);
    for (size_t i = 0; i < bytes; i++)
        TEAM_CHECK(area[i] == pattern(i, !team_self));
}

/* Puts from shared memory to the area of the peer, with the counter of the peer. */
static void put_bytes(size_t bytes, uint64_t counter_pa)
{
    MUHWI_Descriptor_t d = route.packet;
    char *from = emuq_message_memory(bytes, 64);
    uint64_t pa;
    TEAM_CHECK(from != NULL && emuq_fi_mu_pa(mu, from, bytes, &pa));
    for (size_t i = 0; i < bytes; i++)
        from[i] = pattern(i, 9);
    MUSPI_SetMessageUnitPacketType(&d, MUHWI_PACKET_TYPE_PUT);
    MUSPI_SetRecPayloadBaseAddressInfo(&d, addresses()[!team_self].base, positions()[!team_self]);
    MUSPI_SetRecCounterBaseAddressInfo(&d, addresses()[!team_self].base,
                                       MUSPI_GetAtomicAddress(counter_pa, MUHWI_ATOMIC_OPCODE_STORE_ADD));
    d.Pa_Payload = pa;
    d.Message_Length = bytes;
    uint64_t number = MUSPI_InjFifoInject(mu->send, &d);
    while (MUSPI_getHwDescCount(mu->send) < number)
        emuq_mmio_idle(&mu->send->hw_injfifo->descCount, MUSPI_getHwDescCount(mu->send));
}

static void stop_peer(void)
{
    int status;
    kill(team->process[1], SIGSTOP);
    for (;;) { /* the test program, not this process, is the parent */
        char path[64], text[256];
        snprintf(path, sizeof path, "/proc/%ld/stat", (long)team->process[1]);
        FILE *f = fopen(path, "r");
        status = f != NULL && fgets(text, sizeof text, f) != NULL && strstr(text, ") T ") != NULL;
        if (f != NULL)
            fclose(f);
        if (status)
            return;
        usleep(1000);
    }
}

static uint64_t *counters(void)
{
    return positions() + TEAM_MOST;
}

/* @param stops whether process 1 is stopped meanwhile */
static void unshared(bool stops)
{
    begin();
    if (team_self == 1) {
        get->left = SHORT + LONG;
        counters()[0] = get->pa + offsetof(emuq_fi_get_t, left);
    }
    team_meet();
    if (team_self == 0) {
        if (stops)
            stop_peer();
        get_bytes(SHORT);
        get_bytes(LONG);
        put_bytes(SHORT, counters()[0]);
        put_bytes(LONG, counters()[0]);
        if (stops)
            kill(team->process[1], SIGCONT);
    } else {
        await(get);
        for (size_t i = 0; i < LONG; i++)
            TEAM_CHECK(area[i] == pattern(i, 9));
    }
    team_meet();
}

static void stopped(void)
{
    unshared(true);
}

static void running(void)
{
    setenv("EMUQ_CROSS_MEMORY", "off", 1);
    unshared(false);
}

#define PACKETS 20000u

static void take(void (*check)(const MUHWI_PacketHeader_t *h, uint32_t number))
{
    static uint32_t taken;
    uint32_t wrap, bytes, available = emuq_rec_fifo_available(mu->receive, &wrap);
    for (uint32_t done = 0; done < available; done += bytes) {
        check(wrap ? MUSPI_getNextPacketWrap(mu->receive, &bytes)
                   : MUSPI_getNextPacketOptimized(mu->receive, &bytes),
              taken++);
        if (wrap)
            break;
    }
    if (available != 0)
        MUSPI_syncRecFifoHwHead(mu->receive);
    team->text[TEAM_BYTES * 3 + team_self] = taken >= PACKETS;
}

static void check_packet(const MUHWI_PacketHeader_t *h, uint32_t number)
{
    emuq_fi_software_t s;
    memcpy(&s, h->messageUnitHeader.Packet_Types.Memory_FIFO.Unused2, sizeof s);
    uint32_t size = h->messageUnitHeader.Packet_Types.Memory_FIFO.Put_Offset_LSB;
    TEAM_CHECK(s.kind == number % 200 && s.rank == !team_self && s.endpoint == 0 &&
               s.word == number * UINT64_C(0x100000001));
    TEAM_CHECK(size == number % (EMUQ_FI_PACKET + 1));
    for (uint32_t i = 0; i < size; i++)
        TEAM_CHECK(((const char *)(h + 1))[i] == pattern(i, number));
}

static void packets(void)
{
    begin();
    for (uint32_t number = 0; number < PACKETS; number++) {
        uint32_t size = number % (EMUQ_FI_PACKET + 1);
        while (!emuq_fi_mu_has_space(mu, 1))
            take(check_packet);
        for (uint32_t i = 0; i < size; i++)
            emuq_fi_mu_payload(mu)[i] = pattern(i, number);
        emuq_fi_mu_send_packet(mu, &route, (uint8_t)(number % 200), size, number * UINT64_C(0x100000001),
                               size != 0 ? size : 1);
        take(check_packet);
    }
    while (!team->text[TEAM_BYTES * 3 + team_self]) {
        take(check_packet);
        emuq_mmio_idle(&mu->receive->_fifo.hwfifo->pa_tail, 0);
    }
    team_meet();
}

/* Hosts by name: each process has a different host name. */
static void hosts(void)
{
    char name[16];
    snprintf(name, sizeof name, "host%u", team_self);
    TEAM_CHECK(unshare(CLONE_NEWUTS) == 0 && sethostname(name, strlen(name)) == 0);
    setenv("EMUQ_FABRIC", "tcp", 1);
    has_hosts = true;
    packets();
}

#define FULL_PACKET (EMUQ_FI_PACKET + (uint32_t)sizeof(MUHWI_PacketHeader_t))

/* Sends packets of the maximum length, without receiving; returns when the Message Unit has taken all. */
static void send_unread(unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        while (!emuq_fi_mu_has_space(mu, 1))
            usleep(100);
        emuq_fi_mu_send_packet(mu, &route, 1, 0, i, EMUQ_FI_PACKET);
    }
    while (!emuq_fi_mu_has_sent(mu))
        usleep(100);
}

/* A process leaves: its packets, more than its FIFO holds, are dropped, and the sender goes on. */
static void left(void)
{
    begin();
    team_meet();
    if (team_self == 1)
        TEAM_CHECK(emuq_leave() == 0);
    team_meet();
    if (team_self == 0)
        send_unread(1000);
    team_meet();
}

/* Process 1 drops: more packets than its FIFO holds are sent, and do not arrive. Then packets arrive again.
 */
static void dropped(void)
{
    TEAM_CHECK(emuq_message_drop(0, 0, true) == -ENOENT);
    begin();
    TEAM_CHECK(emuq_message_drop(BGQ_MU_NUM_FIFO_SUBGROUPS_PER_NODE, 0, true) == -EINVAL);
    TEAM_CHECK(emuq_message_drop(mu->subgroup, BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP, true) == -EINVAL);
    for (unsigned round = 0; round < 2; round++) {
        if (team_self == 1)
            TEAM_CHECK(emuq_message_drop(mu->subgroup, 0, round == 0) == 0);
        team_meet();
        if (team_self == 0)
            send_unread(round == 0 ? 1000 : 3);
        team_meet();
        uint32_t wrap, available = emuq_rec_fifo_available(mu->receive, &wrap);
        TEAM_CHECK(available == (team_self == 1 && round == 1 ? 3 * FULL_PACKET : 0));
    }
    team_meet();
}

static void forked(void)
{
    begin();
    pid_t pid = fork();
    if (pid == 0)
        exit(0);
    int status;
    TEAM_CHECK(waitpid(pid, &status, 0) == pid && status == 0);
    if (team_self == 0)
        get_bytes(SHORT);
    team_meet();
}

#define TEAM(name)                                                                                           \
    static void test_##name(void)                                                                            \
    {                                                                                                        \
        CU_ASSERT_EQUAL(team_run(2, name), 0);                                                               \
    }

TEAM(packets)
TEAM(hosts)
TEAM(stopped)
TEAM(running)
TEAM(left)
TEAM(dropped)
TEAM(forked)

int main(void)
{
    static const emuq_test_t of_hosts[] = {{"hosts", test_hosts}, {NULL, NULL}};
    static const emuq_test_t tests[] = {{"packets", test_packets},
                                        {"memory of a stopped process", test_stopped},
                                        {"memory by its process", test_running},
                                        {"a process leaves", test_left},
                                        {"a FIFO drops packets", test_dropped},
                                        {"fork", test_forked},
                                        {NULL, NULL}};
    if (EMUQ_HAVE_HOSTS && geteuid() == 0 && emuq_test_main("messages between hosts", of_hosts) != 0)
        return EXIT_FAILURE;
    if (EMUQ_HAVE_HOSTS && geteuid() != 0)
        puts("not run: messages between hosts, which needs root for names of hosts");
    return emuq_test_main("messages of processes that join", tests);
}
