/* SPDX-License-Identifier: BSD-3-Clause */
/* Events of a device file without notification: programs poll. */
#include <poll.h>
#include <unistd.h>

#include "mu_support.h"

enum { EVENTUALLY = 60000 }; /* milliseconds */

static bool rings(int fd)
{
    struct pollfd p = {fd, POLLIN, 0};
    uint64_t count;
    return poll(&p, 1, EVENTUALLY) == 1 && read(fd, &count, sizeof(count)) == sizeof(count);
}

static void ignore(void *argument, const MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    (void)argument, (void)h, (void)bytes;
}

/* Neither rank polls a register while both wait for packets. */
static void arrival_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 16384, 4096);
    Kernel_RecFifoInterrupts_t arrival = {.Packet_Arrival = 1};
    int fd = emuq_interrupt_fd(me->subgroup);
    CHECK(fd >= 0);
    CHECK_EQUAL(Kernel_ConfigureRecFifoInterrupts(&kit.rec->group, 1, &kit.rec->id, &arrival), 0);
    mu_barrier(me);
    for (int i = 0; i < 5; i++) {
        mu_send(me, kit.inj,
                (mu_message_t){.type = MUHWI_PACKET_TYPE_FIFO,
                               .to = (me->node + 1) % me->nodes,
                               .pa = kit.source.pa,
                               .bytes = 8,
                               .interrupt = 1,
                               .rec_fifo = (uint16_t)kit.rec->global});
        CHECK(rings(fd));
        MUSPI_ClearInterrupts(&kit.rec->group, UINT64_C(1) << (15 - kit.rec->global % 16));
        mu_receive(kit.rec, 1, ignore, NULL);
        mu_barrier(me);
    }
}

static void packet_arrival(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 2), arrival_body);
}

/* Errors are reported without a poll, too. */
static void error_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    mu_barrier(me);
    if (me->node == 0) {
        MUHWI_Descriptor_t d = mu_describe(me, mu_put(me, &kit, 1, 0, 0, 100, 0));
        d.Torus_FIFO_Map = 0;
        mu_inject(kit.inj, &d);
        usleep(100000);
    }
}

static void error_report(void)
{
    char text[4096];
    FILE *file = tmpfile();
    int before = dup(STDERR_FILENO);
    fflush(stderr);
    dup2(fileno(file), STDERR_FILENO);
    setenv("EMUQ_ON_ERROR", "report", 1);
    mu_run(MU_NODES(1, 1, 1, 1, 2), error_body);
    unsetenv("EMUQ_ON_ERROR");
    fflush(stderr);
    dup2(before, STDERR_FILENO);
    close(before);
    rewind(file);
    text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
    fclose(file);
    CU_ASSERT(strstr(text, "the descriptor selects no network FIFO") != NULL);
    CU_ASSERT(strstr(text, "rank 0, node 0") != NULL);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"packet arrival", packet_arrival}, {"error report", error_report}, {NULL, NULL}};
    return emuq_test_main("events of a device in a file", tests);
}
