/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Events of a context whose thread is about to sleep on an unrelated register: the status of a barrier of the
 * global interrupts. The thread stops at the test point between its last round and the sleep; then a packet
 * arrives, or work is posted. The hook sleeps only on the second call with the same register and value, so
 * the thread must take the packet before the second call. With posted work, which changes no register, the
 * thread must not call the hook.
 */
#include "coll_support.h"

#include <unistd.h>

#include <hwi/include/common/emuq_mmio.h>

#include "base/atomic.h"
#include "msglayer/core/context.h"

#define ID 7

enum { NOTHING, PACKET, WORK };

static kit_t *kit; /* kit of rank 0, the tested thread */
static pthread_t tested;
static int to_come;       /* at the test point */
static bool is_pending;   /* arrived, and not handled by the context */
static unsigned idles;    /* calls of the hook with pending events */
static unsigned handled;  /* packets and work */
static unsigned quiet;    /* __atomic: rank 1 uses no register, so the hook may be replaced */
static unsigned released; /* __atomic: rank 1 may enter the barrier */
static pami_work_t storage;
static void (*real_idle)(const volatile uint64_t *reg, uint64_t seen);

static void message(pami_context_t context, void *cookie, const void *header, size_t header_size,
                    const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    (void)context, (void)cookie, (void)header, (void)header_size, (void)data, (void)data_size, (void)origin,
        (void)recv;
    is_pending = false;
    handled++;
}

static pami_result_t work(pami_context_t context, void *cookie)
{
    (void)context, (void)cookie;
    is_pending = false;
    handled++;
    return PAMI_SUCCESS;
}

/* The window of the test point. */
static void at_point(const char *name)
{
    int now = to_come;
    if (strcmp(name, "advance_sleeping_set") != 0 || now == NOTHING || !pthread_equal(pthread_self(), tested))
        return;
    to_come = NOTHING;
    emuq_pami_context_t *context = kit->context[0];
    MUSPI_RecFifo_t *rec = context->device->rec;
    uint64_t tail = MUSPI_getHwTail(&rec->_fifo);
    if (now == PACKET)
        kit_send_immediate(context, kit_endpoint(kit, kit->task, 0), ID, &now, sizeof now, NULL, 0);
    else
        CHECK_EQUAL(PAMI_Context_post(context, &storage, work, NULL), PAMI_SUCCESS);
    while (now == PACKET && MUSPI_getHwTail(&rec->_fifo) == tail) { /* until arrival */
    }
    is_pending = true;
}

/* Called before the hook of the backend. */
static void watch_idle(const volatile uint64_t *reg, uint64_t seen)
{
    if (pthread_equal(pthread_self(), tested))
        idles += is_pending;
    real_idle(reg, seen);
}

static void provoke(int what, unsigned allowed)
{
    unsigned before = handled;
    idles = 0;
    to_come = what;
    KIT_WAIT(kit, handled == before + 1);
    CHECK(idles <= allowed);
}

static void body(mu_rank_t *me)
{
    kit_t mine;
    coll_t c;
    pami_algorithm_t algorithm[8];
    kit_open(&mine, me, 1);
    coll_open(&c, &mine, COLL_WORLD);
    CHECK(coll_algorithms(&c, PAMI_XFER_BARRIER, algorithm, 8) >= 2); /* the first uses the hardware */
    coll_barrier(&c);
    CHECK_EQUAL(kit_dispatch(mine.context[0], ID, message, NULL, kit_no_hints), PAMI_SUCCESS);
    unsigned done = 0;
    pami_xfer_t x = {.cb_done = kit_count, .cookie = &done, .algorithm = algorithm[0]};
    if (me->rank == 0) {
        while (__atomic_load_n(&quiet, __ATOMIC_ACQUIRE) == 0) /* pairs with the store of rank 1 */
            usleep(1000);
        kit = &mine;
        tested = pthread_self();
        real_idle = emuq_mmio.wait.idle;
        emuq_mmio.wait.idle = watch_idle;
        emuq_test_point_reached = at_point;
        CHECK_EQUAL(PAMI_Collective(mine.context[0], &x), PAMI_SUCCESS);
        provoke(PACKET, 1);
        provoke(WORK, 0);
        emuq_test_point_reached = NULL;
        emuq_mmio.wait.idle = real_idle;
        CHECK_EQUAL(done, 0);
        __atomic_store_n(&released, 1, __ATOMIC_RELEASE); /* pairs with the load of rank 1 */
    } else {
        __atomic_store_n(&quiet, 1, __ATOMIC_RELEASE);
        while (__atomic_load_n(&released, __ATOMIC_ACQUIRE) == 0)
            usleep(1000);
        CHECK_EQUAL(PAMI_Collective(mine.context[0], &x), PAMI_SUCCESS);
    }
    KIT_WAIT(&mine, done == 1);
    coll_close(&c);
    kit_close(&mine);
}

static void about_to_sleep(void)
{
    mu_run(MU_NODES(2, 1, 1, 1, 1), body);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"about to sleep", about_to_sleep}, {NULL, NULL}};
    return emuq_test_main("PAMI idle waits", tests);
}
