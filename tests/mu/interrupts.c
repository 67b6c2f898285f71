/* SPDX-License-Identifier: BSD-3-Clause */
/* Interrupts: packet arrival, thresholds, global interrupts, and their recipients. */
#include <poll.h>
#include <unistd.h>

#include <spi/include/kernel/thread.h>

#include "mu_support.h"

enum { SOON = 50, EVENTUALLY = 60000 }; /* milliseconds */

/* Whether the interrupt of @p fd arrives within @p milliseconds; consumes the interrupt. */
static bool rings(int fd, int milliseconds)
{
    struct pollfd p = {fd, POLLIN, 0};
    uint64_t count;
    if (poll(&p, 1, milliseconds) != 1)
        return false;
    return read(fd, &count, sizeof count) == sizeof count;
}

static uint64_t status_of(mu_rec_t *rec)
{
    return in64((uint64_t *)(uintptr_t)&rec->group.groupStatus->interruptStatus);
}

static void ignore(void *argument, const MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    (void)argument, (void)h, (void)bytes;
}

static void send_to(mu_rank_t *me, mu_kit_t *kit, mu_rec_t *rec, uint64_t bytes, bool interrupt)
{
    mu_send(me, kit->inj,
            (mu_message_t){.type = MUHWI_PACKET_TYPE_FIFO,
                           .to = (me->node + 1) % me->nodes,
                           .pa = kit->source.pa,
                           .bytes = bytes,
                           .interrupt = interrupt,
                           .rec_fifo = (uint16_t)rec->global});
}

static void listen_to(mu_rec_t *rec, bool threshold, bool arrival)
{
    Kernel_RecFifoInterrupts_t which = {.Threshold_Crossing = threshold, .Packet_Arrival = arrival};
    CHECK_EQUAL(Kernel_ConfigureRecFifoInterrupts(&rec->group, 1, &rec->id, &which), 0);
}

/* ---- Packet arrival ---- */

static void arrival_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 16384, 4096);
    mu_rec_t *quiet = mu_rec(me, 4096);
    const uint64_t bit = UINT64_C(1) << (15 - kit.rec->global % 16);
    int fd = emuq_interrupt_fd(me->subgroup);
    CHECK(fd >= 0);
    listen_to(kit.rec, false, true);
    mu_barrier(me);

    send_to(me, &kit, kit.rec, 100, false); /* without the interrupt bit */
    mu_receive(kit.rec, 1, ignore, NULL);
    send_to(me, &kit, quiet, 100, true); /* interrupts of that FIFO are disabled */
    mu_receive(quiet, 1, ignore, NULL);
    mu_barrier(me);
    CHECK(!rings(fd, SOON));
    CHECK_EQUAL(status_of(kit.rec) & bit, 0);
    mu_barrier(me);

    for (int i = 0; i < 3; i++) {
        send_to(me, &kit, kit.rec, i == 1 ? 2000 : 0, true);
        CHECK(rings(fd, EVENTUALLY));
        CHECK_EQUAL(status_of(kit.rec) & bit, bit); /* until cleared */
        mu_receive(kit.rec, i == 1 ? 4 : 1, ignore, NULL);
        CHECK_EQUAL(status_of(kit.rec) & bit, bit);
        MUSPI_ClearInterrupts(&kit.rec->group, bit);
        CHECK_EQUAL(status_of(kit.rec) & bit, 0);
        mu_barrier(me);
    }
    CHECK(!rings(fd, SOON));
    listen_to(kit.rec, false, false);
    mu_barrier(me);
    send_to(me, &kit, kit.rec, 100, true);
    mu_receive(kit.rec, 1, ignore, NULL);
    CHECK(!rings(fd, SOON));
}

static void packet_arrival(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 2), arrival_body);
    mu_run(MU_NODES(1, 1, 1, 1, 1), arrival_body);
}

/* The packet precedes its interrupt: one poll of the FIFO is enough. */
static void order_body(mu_rank_t *me)
{
    enum { ROUNDS = 200 };
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    const uint64_t bit = UINT64_C(1) << (15 - kit.rec->global % 16);
    int fd = emuq_interrupt_fd(me->subgroup);
    listen_to(kit.rec, false, true);
    mu_barrier(me);
    for (uint32_t round = 0; round < MU_ROUNDS(ROUNDS); round++) {
        if (round % 2 == me->node) {
            send_to(me, &kit, kit.rec, 64, true);
        } else {
            CHECK(rings(fd, EVENTUALLY));
            CHECK_EQUAL(mu_poll(kit.rec, ignore, NULL), 1);
            MUSPI_ClearInterrupts(&kit.rec->group, bit);
        }
    }
}

static void the_packet_comes_first(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 2), order_body);
}

/* ---- Thresholds ---- */

static void reception_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    mu_rec_t *rec = mu_rec(me, 1088); /* 34 chunks, 33 of them free */
    const uint64_t bit = UINT64_C(1) << (31 - rec->global % 16);
    uint64_t threshold = 0;
    int fd = emuq_interrupt_fd(me->subgroup);
    CHECK_EQUAL(Kernel_ConfigureRecFifoThreshold(20), 0);
    CHECK_EQUAL(Kernel_GetRecFifoThreshold(&threshold), 0);
    CHECK_EQUAL(threshold, 20);
    listen_to(rec, true, false);
    send_to(me, &kit, rec, 32, true); /* 31 free */
    MU_WAIT(MUSPI_getHwTail(&rec->fifo->_fifo) != MUSPI_getHwHead(&rec->fifo->_fifo));
    CHECK(!rings(fd, SOON));
    CHECK_EQUAL(status_of(rec) & bit, 0);
    send_to(me, &kit, rec, 512, false); /* 14 free */
    CHECK(rings(fd, EVENTUALLY));
    CHECK_EQUAL(status_of(rec) & bit, bit);
    mu_receive(rec, 2, ignore, NULL);
    MUSPI_ClearInterrupts(&rec->group, bit);
    CHECK_EQUAL(status_of(rec) & bit, 0);
    CHECK(!rings(fd, SOON));
}

static void reception_threshold(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), reception_body);
}

static void injection_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    mu_inj_t *inj = mu_inj(me, 16, MU_INACTIVE);
    const uint64_t bit = UINT64_C(1) << (63 - inj->global % 32);
    uint64_t normal = 10, read_back = 0;
    Kernel_InjFifoInterrupts_t which = {.Threshold_Crossing = 1};
    int fd = emuq_interrupt_fd(me->subgroup);
    CHECK_EQUAL(Kernel_ConfigureInjFifoThresholds(&normal, NULL), 0);
    CHECK_EQUAL(Kernel_GetInjFifoThresholds(&read_back, NULL), 0);
    CHECK_EQUAL(read_back, normal);
    for (int i = 0; i < 12; i++)
        mu_send(me, inj, mu_put(me, &kit, 0, 0, 0, 16, 0));
    CHECK_EQUAL(MUSPI_getHwFreeSpace(inj->fifo), 3);
    CHECK_EQUAL(Kernel_ConfigureInjFifoInterrupts(&inj->group, 1, &inj->id, &which), 0);
    CHECK(!rings(fd, SOON));
    mu_activate(inj, true);
    CHECK(rings(fd, EVENTUALLY));
    CHECK_EQUAL(status_of(kit.rec) & bit, bit);
    mu_wait_sent(inj, 12);
    MUSPI_ClearInterrupts(&kit.rec->group, bit);
    CHECK_EQUAL(status_of(kit.rec) & bit, 0);
    CHECK_EQUAL(in64((uint64_t *)(uintptr_t)&inj->group.groupStatus->interruptStatus) & bit, 0);
    mu_wait_counter(&kit.counter[0], -(uint64_t)(12 * 16)); /* the memory is freed only then */
}

static void injection_threshold(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), injection_body);
}

/* The first descriptor of a remote-get FIFO has a full target; those behind fill the FIFO. */
static void remote_get_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, BGQ_MU_MIN_RECFIFO_SIZE_IN_BYTES, 4096);
    mu_inj_t *answer = mu_inj(me, 16, MU_REMOTE_GET);
    const uint64_t bit = UINT64_C(1) << (63 - answer->global % 32);
    uint64_t threshold = 8; /* descriptors, or half as many: both are crossed below */
    Kernel_InjFifoInterrupts_t which = {.Threshold_Crossing = 1};
    int fd = emuq_interrupt_fd(me->subgroup);
    mu_memory_t questions = mu_memory(me, 16 * sizeof(MUHWI_Descriptor_t));
    MUHWI_Descriptor_t *d = (MUHWI_Descriptor_t *)questions.va;
    CHECK_EQUAL(Kernel_ConfigureInjFifoThresholds(NULL, &threshold), 0);
    CHECK_EQUAL(Kernel_ConfigureInjFifoInterrupts(&answer->group, 1, &answer->id, &which), 0);
    for (int i = 0; i < 16; i++)
        d[i] = mu_describe(me, (mu_message_t){.type = MUHWI_PACKET_TYPE_FIFO,
                                              .to = 0,
                                              .pa = kit.source.pa,
                                              .bytes = i == 0 ? 2000 : 0,
                                              .rec_fifo = (uint16_t)kit.rec->global});
    mu_message_t get = {
        .type = MUHWI_PACKET_TYPE_GET, .pa = questions.pa, .get_fifo = (uint16_t)answer->global};
    get.bytes = 2 * sizeof *d; /* 13 free */
    mu_send(me, kit.inj, get);
    MU_WAIT(mu_is_late() || MUSPI_getHwFreeSpace(answer->fifo) == 13); /* delayed descriptors do not stay */
    CHECK(!rings(fd, SOON));
    get.pa += 2 * sizeof *d;
    get.bytes = 13 * sizeof *d;
    mu_send(me, kit.inj, get);
    CHECK(rings(fd, EVENTUALLY));
    CHECK_EQUAL(status_of(kit.rec) & bit, bit);
    MUSPI_ClearInterrupts(&kit.rec->group, bit);
    mu_receive(kit.rec, 4 + 14, ignore, NULL);
}

static void remote_get_threshold(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), remote_get_body);
}

/* ---- Global interrupts ---- */

static int32_t meet(void *me)
{
    mu_barrier(me);
    return 0;
}

static void gi_body(mu_rank_t *me)
{
    enum { ROUTE = 1 };
    const uint64_t timeout = UINT64_C(1600000000) * 60;
    mu_box_t world = mu_world(me);
    mu_gi_route(me, ROUTE, &world);
    mu_barrier(me);
    MUSPI_GI_t gi[3];
    for (uint32_t i = 0; i < 3; i++) {
        CHECK_EQUAL(MUSPI_GIInitMU(ROUTE, i, meet, me, timeout), 0);
        CHECK_EQUAL(MUSPI_GIInit(&gi[i], ROUTE, i), 0);
    }
    int fd = emuq_gi_interrupt_fd(ROUTE);
    CHECK(fd >= 0);
    CHECK_EQUAL(Kernel_ConfigureGIInterrupts(ROUTE, 1, KERNEL_GI_INTERRUPT_FLAG_ENABLE), 0);
    mu_barrier(me);
    if (me->node == 0)
        MUSPI_GISend(&gi[0]); /* a signal without a listener */
    CHECK_EQUAL(MUSPI_GIPollForArrivalWithTimeout(&gi[0], timeout), 0);
    CHECK(!rings(fd, SOON));
    mu_barrier(me);
    if (me->node == me->nodes - 1)
        MUSPI_GISend(&gi[1]);
    CHECK(rings(fd, EVENTUALLY));
    CHECK_EQUAL(MUSPI_GIPollForArrivalWithTimeout(&gi[1], timeout), 0);
    mu_barrier(me);
    MUSPI_GISendClear(&gi[0]);
    MUSPI_GISendClear(&gi[1]);
    CHECK_EQUAL(MUSPI_GIPollForClearWithTimeout(&gi[0], timeout), 0);
    CHECK_EQUAL(MUSPI_GIPollForClearWithTimeout(&gi[1], timeout), 0);
    CHECK_EQUAL(Kernel_ConfigureGIInterrupts(ROUTE, 1, KERNEL_GI_INTERRUPT_FLAG_DISABLE), 0);
    mu_barrier(me);
    /* The signal may have been seen repeatedly, and engines of peer processes may be slow. */
    while (rings(fd, mu_in_processes() ? SOON : 0))
        ;
    if (me->node == 0)
        MUSPI_GISend(&gi[1]);
    CHECK_EQUAL(MUSPI_GIPollForArrivalWithTimeout(&gi[1], timeout), 0);
    CHECK(!rings(fd, SOON));
}

static void global_interrupts(void)
{
    mu_run(MU_NODES(2, 1, 2, 1, 1), gi_body);
}

/* ---- Communication threads ---- */

static struct {
    mu_rank_t *me;
    uint64_t handled[4];
    int installed; /* atomic: 1 yes, -1 not supported */
    mu_rec_t *rec;
} comm;

static void handler(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    const uint64_t got[4] = {a, b, c, d};
    for (int i = 0; i < 4; i++)
        __atomic_store_n(&comm.handled[i], got[i], __ATOMIC_RELEASE);
    pthread_exit(NULL);
}

/* Runs on a separate hardware thread; listens to the FIFO of the corresponding subgroup. */
static void *comm_thread(void *unused)
{
    (void)unused;
    mu_rank_t here = *comm.me;
    here.subgroup = Kernel_ProcessorID();
    here.rec_fifos = 3;
    comm.rec = mu_rec(&here, 4096);
    comm.me->blocks = here.blocks; /* the rank waits, and frees the blocks at the end */
    listen_to(comm.rec, false, true);
    int32_t rc = 0;
    for (int line = 0; line < 4 && rc == 0; line++)
        rc = Kernel_CommThreadInstallHandler(line, handler, 11, 22, 33, 44);
    __atomic_store_n(&comm.installed, rc == 0 ? 1 : -1, __ATOMIC_RELEASE);
    if (rc == 0)
        Kernel_CommThreadPoof();
    return NULL;
}

static void comm_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    pthread_t thread;
    comm.me = me;
    if (!CHECK_EQUAL(pthread_create(&thread, NULL, comm_thread, NULL), 0))
        return;
    MU_WAIT(__atomic_load_n(&comm.installed, __ATOMIC_ACQUIRE) != 0);
    if (__atomic_load_n(&comm.installed, __ATOMIC_ACQUIRE) > 0) {
        CHECK_EQUAL(__atomic_load_n(&comm.handled[3], __ATOMIC_ACQUIRE), 0);
        send_to(me, &kit, comm.rec, 100, true);
        MU_WAIT(__atomic_load_n(&comm.handled[3], __ATOMIC_ACQUIRE) == 44);
        CHECK(comm.handled[0] == 11 && comm.handled[1] == 22 && comm.handled[2] == 33);
        CHECK_EQUAL(mu_poll(comm.rec, ignore, NULL), 1);
    }
    pthread_join(thread, NULL);
}

static void communication_threads(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), comm_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"packet arrival", packet_arrival},
        {"the packet comes first", the_packet_comes_first},
        {"reception threshold", reception_threshold},
        {"injection threshold", injection_threshold},
        {"remote-get threshold", remote_get_threshold},
        {"global interrupts", global_interrupts},
        {"communication threads", communication_threads},
        {NULL, NULL},
    };
    return emuq_test_main("interrupts", tests);
}
