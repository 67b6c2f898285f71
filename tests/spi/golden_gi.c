/* SPDX-License-Identifier: BSD-3-Clause */
/* Global interrupts and their barrier against the real machine's. The registers of group 0 are a page of
 * memory at their architected address: used by the functions without a Message Unit. If the address is in
 * use, as with sanitizers, a hook maps a page at another address. */
#include <mu/GI.h>
#include <mu/GIBarrier.h>
#include <sys/mman.h>

#include "base/atomic.h"
#include "emuq_test.h"
#include "golden.h"

#define MAX_NODES 64

static volatile uint64_t *page;

/** Registers of route @p r. */
static volatile uint64_t *control(uint64_t r)
{
    return page + (0x500 + r * 8) / 8;
}

static volatile uint64_t *status(uint64_t r)
{
    return page + (0x580 + r * 8) / 8;
}

/** Where the register at @p reg is on the machine. */
static uint64_t architected(const volatile uint64_t *reg)
{
    return (uintptr_t)reg - (uintptr_t)page + PHYMAP_MINADDR_MU;
}

/** The barrier function of the caller: each call sets the status, and returns a code. */
typedef struct barrier {
    uint64_t route;
    json_t *in;
    uint64_t seen[3]; /* control at each call */
    size_t calls;
} barrier_t;

static int32_t call_barrier(void *parm)
{
    barrier_t *b = parm;
    b->seen[b->calls] = *control(b->route);
    *status(b->route) = golden_at(golden_get(b->in, "status_set_by_barrier_call"), b->calls);
    return (int32_t)golden_at(golden_get(b->in, "rc_of_barrier_call"), b->calls++);
}

static int check_barrier(const barrier_t *b, int32_t rc, json_t *out)
{
    json_t *seen = golden_get(out, "control_seen_by_barrier_call");
    int differences = golden_equal("rc", (uint64_t)rc, golden_u64(out, "rc")) +
                      golden_equal("barrier_calls", b->calls, golden_u64(out, "barrier_calls")) +
                      golden_equal("control", *control(b->route), golden_u64(out, "control"));
    for (size_t i = 0; i < b->calls && i < json_array_size(seen); i++)
        differences += golden_equal("control seen", b->seen[i], golden_at(seen, i));
    return differences;
}

static int check_structure(uint64_t route, uint64_t got_route, volatile uint64_t *got_control,
                           volatile uint64_t *got_status, json_t *out)
{
    return golden_equal("classRouteId", got_route, golden_u64(out, "classRouteId")) +
           golden_equal("controlRegPtr", architected(got_control), golden_u64(out, "controlRegPtr")) +
           golden_equal("statusRegPtr", architected(got_status), golden_u64(out, "statusRegPtr")) +
           golden_equal("control", *control(route), golden_u64(out, "control"));
}

static int check_gi_init(json_t *in, json_t *out, void *arg)
{
    uint64_t route = golden_u64(in, "classRouteId");
    MUSPI_GI_t gi;
    (void)arg;
    *control(route) = golden_u64(in, "control");
    int32_t rc = MUSPI_GIInit(&gi, (uint32_t)route, (uint32_t)golden_u64(in, "GIId"));
    return golden_equal("rc", (uint64_t)rc, golden_u64(out, "rc")) +
           golden_equal("mask", gi.mask, golden_u64(out, "mask")) +
           check_structure(route, gi.classRouteId, gi.controlRegPtr, gi.statusRegPtr, out);
}

static int check_gi_init_mu(json_t *in, json_t *out, void *arg)
{
    barrier_t b = {golden_u64(in, "classRouteId"), in, {0}, 0};
    (void)arg;
    *control(b.route) = golden_u64(in, "control");
    *status(b.route) = golden_u64(in, "status");
    int32_t rc = MUSPI_GIInitMU((uint32_t)b.route, (uint32_t)golden_u64(in, "GIId"), call_barrier, &b,
                                golden_u64(in, "timeoutInCycles"));
    return check_barrier(&b, rc, out);
}

static int32_t gi_operation(MUSPI_GI_t *gi, const char *name, uint64_t argument)
{
    if (strcmp(name, "send") == 0)
        return MUSPI_GISend(gi);
    if (strcmp(name, "send_clear") == 0)
        return MUSPI_GISendClear(gi);
    if (strcmp(name, "poll_arrival") == 0)
        return MUSPI_GIPollForArrival(gi);
    if (strcmp(name, "poll_arrival_timeout") == 0)
        return MUSPI_GIPollForArrivalWithTimeout(gi, argument);
    if (strcmp(name, "poll_clear") == 0)
        return MUSPI_GIPollForClear(gi);
    if (strcmp(name, "poll_clear_timeout") == 0)
        return MUSPI_GIPollForClearWithTimeout(gi, argument);
    *gi->statusRegPtr = argument;
    return 0;
}

static int check_gi_script(json_t *in, json_t *out, void *arg)
{
    uint64_t route = golden_u64(in, "classRouteId");
    json_t *ops = golden_get(in, "ops"), *steps = golden_get(out, "steps");
    int differences = 0;
    MUSPI_GI_t gi;
    (void)arg;
    *control(route) = golden_u64(in, "control");
    *status(route) = golden_u64(in, "status");
    MUSPI_GIInit(&gi, (uint32_t)route, (uint32_t)golden_u64(in, "GIId"));
    for (size_t i = 0; i < json_array_size(ops); i++) {
        json_t *op = json_array_get(ops, i), *step = json_array_get(steps, i);
        uint64_t argument = json_array_size(op) > 1 ? golden_at(op, 1) : 0;
        int32_t rc = gi_operation(&gi, json_string_value(json_array_get(op, 0)), argument);
        differences += golden_equal("rc", (uint64_t)rc, golden_at(step, 0)) +
                       golden_equal("control", *control(route), golden_at(step, 1));
    }
    return differences;
}

static void interrupts_are_the_machines(void)
{
    CU_ASSERT_EQUAL(golden_each("gi", "MUSPI_GIInit", check_gi_init, NULL), 0);
    CU_ASSERT_EQUAL(golden_each("gi", "MUSPI_GIInitMU", check_gi_init_mu, NULL), 0);
    CU_ASSERT_EQUAL(golden_each("gi", "gi_script", check_gi_script, NULL), 0);
}

static int check_init(json_t *in, json_t *out, void *arg)
{
    uint64_t route = golden_u64(in, "classRouteId");
    MUSPI_GIBarrier_t barrier;
    (void)arg;
    *control(route) = golden_u64(in, "control");
    int32_t rc = MUSPI_GIBarrierInit(&barrier, (uint32_t)route);
    return golden_equal("rc", (uint64_t)rc, golden_u64(out, "rc")) +
           golden_equal("state", barrier.state, golden_u64(out, "state")) +
           check_structure(route, barrier.classRouteId, barrier.controlRegPtr, barrier.statusRegPtr, out);
}

static int check_init_mu1(json_t *in, json_t *out, void *arg)
{
    uint64_t route = golden_u64(in, "classRouteId");
    (void)arg;
    *control(route) = golden_u64(in, "control");
    int32_t rc = MUSPI_GIBarrierInitMU1((uint32_t)route);
    return golden_equal("rc", (uint64_t)rc, golden_u64(out, "rc")) +
           golden_equal("control", *control(route), golden_u64(out, "control"));
}

static int check_init_mu2(json_t *in, json_t *out, void *arg)
{
    uint64_t route = golden_u64(in, "classRouteId");
    (void)arg;
    *control(route) = 4;
    *status(route) = golden_u64(in, "status");
    int32_t rc = MUSPI_GIBarrierInitMU2((uint32_t)route, golden_u64(in, "timeoutInCycles"));
    return golden_equal("rc", (uint64_t)rc, golden_u64(out, "rc")) +
           golden_equal("control", *control(route), golden_u64(out, "control"));
}

static int check_init_mu(json_t *in, json_t *out, void *arg)
{
    barrier_t b = {golden_u64(in, "classRouteId"), in, {0}, 0};
    (void)arg;
    *control(b.route) = golden_u64(in, "control");
    *status(b.route) = golden_u64(in, "status");
    int32_t rc =
        MUSPI_GIBarrierInitMU((uint32_t)b.route, call_barrier, &b, golden_u64(in, "timeoutInCycles"));
    return check_barrier(&b, rc, out);
}

static int32_t barrier_operation(MUSPI_GIBarrier_t *barrier, const char *name, uint64_t argument)
{
    if (strcmp(name, "enter") == 0)
        return MUSPI_GIBarrierEnter(barrier);
    if (strcmp(name, "poll") == 0)
        return MUSPI_GIBarrierPoll(barrier);
    if (strcmp(name, "poll_timeout") == 0)
        return MUSPI_GIBarrierPollWithTimeout(barrier, argument);
    if (strcmp(name, "enter_wait_timeout") == 0)
        return MUSPI_GIBarrierEnterAndWaitWithTimeout(barrier, argument);
    *barrier->statusRegPtr = argument;
    return 0;
}

static int check_barrier_script(json_t *in, json_t *out, void *arg)
{
    uint64_t route = golden_u64(in, "classRouteId");
    json_t *ops = golden_get(in, "ops"), *steps = golden_get(out, "steps");
    int differences = 0;
    MUSPI_GIBarrier_t barrier;
    (void)arg;
    *control(route) = golden_u64(in, "control");
    *status(route) = golden_u64(in, "status");
    MUSPI_GIBarrierInit(&barrier, (uint32_t)route);
    for (size_t i = 0; i < json_array_size(ops); i++) {
        json_t *op = json_array_get(ops, i), *step = json_array_get(steps, i);
        uint64_t argument = json_array_size(op) > 1 ? golden_at(op, 1) : 0;
        int32_t rc = barrier_operation(&barrier, json_string_value(json_array_get(op, 0)), argument);
        differences += golden_equal("rc", (uint64_t)rc, golden_at(step, 0)) +
                       golden_equal("state", barrier.state, golden_at(step, 1)) +
                       golden_equal("control", *control(route), golden_at(step, 2));
    }
    return differences;
}

static int check_nodes(json_t *in, json_t *out, void *arg)
{
    size_t nodes = golden_u64(in, "nodes");
    json_t *ops = golden_get(in, "ops"), *steps = golden_get(out, "steps");
    MUSPI_GIBarrier_t barrier[MAX_NODES];
    volatile uint64_t controls[MAX_NODES];
    volatile uint64_t common = 4;
    int differences = 0;
    (void)arg;
    for (size_t n = 0; n < nodes; n++) {
        controls[n] = 4;
        barrier[n] = (MUSPI_GIBarrier_t){0, &controls[n], &common, 4};
    }
    for (size_t i = 0; i < json_array_size(ops); i++) {
        json_t *op = json_array_get(ops, i), *step = json_array_get(steps, i);
        size_t node = golden_at(op, 0);
        int32_t rc = barrier_operation(&barrier[node], json_string_value(json_array_get(op, 1)), 0);
        common = 0;
        for (size_t n = 0; n < nodes; n++)
            common |= controls[n];
        differences += golden_equal("rc", (uint64_t)rc, golden_at(step, 0)) +
                       golden_equal("state", barrier[node].state, golden_at(step, 1)) +
                       golden_equal("control", controls[node], golden_at(step, 2)) +
                       golden_equal("status", common, golden_at(step, 3));
    }
    return differences;
}

static void barriers_are_the_machines(void)
{
    CU_ASSERT_EQUAL(golden_each("gi", "MUSPI_GIBarrierInit", check_init, NULL), 0);
    CU_ASSERT_EQUAL(golden_each("gi", "MUSPI_GIBarrierInitMU1", check_init_mu1, NULL), 0);
    CU_ASSERT_EQUAL(golden_each("gi", "MUSPI_GIBarrierInitMU2", check_init_mu2, NULL), 0);
    CU_ASSERT_EQUAL(golden_each("gi", "MUSPI_GIBarrierInitMU", check_init_mu, NULL), 0);
    CU_ASSERT_EQUAL(golden_each("gi", "gibarrier_script", check_barrier_script, NULL), 0);
    CU_ASSERT_EQUAL(golden_each("gi", "gibarrier_nodes", check_nodes, NULL), 0);
}

static unsigned idles;

/** Lets the barrier complete at the third idle poll. */
static void idle(const volatile uint64_t *reg, uint64_t seen)
{
    CU_ASSERT(reg == status(5));
    CU_ASSERT_EQUAL(seen, *reg);
    if (++idles == 3)
        *status(5) = 0;
}

static void waiting_gives_the_processor_away(void)
{
    MUSPI_GIBarrier_t barrier;
    emuq_mmio.wait.idle = idle;
    *control(5) = *status(5) = 4;
    MUSPI_GIBarrierInit(&barrier, 5);
    CU_ASSERT_EQUAL(MUSPI_GIBarrierEnterAndWait(&barrier), 0);
    CU_ASSERT_EQUAL(idles, 3);
    CU_ASSERT_EQUAL(*control(5), 2);
    CU_ASSERT_EQUAL(barrier.state, 2);
    emuq_mmio.wait.idle = NULL;
}

#define HAVE_ARCHITECTED_ADDRESS !EMUQ_TSAN /* not available with ThreadSanitizer */

static volatile uint64_t *map(uint64_t physical_address)
{
    return page + (physical_address - PHYMAP_MINADDR_MU) / 8;
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"interrupts are the machine's", interrupts_are_the_machines},
        {"barriers are the machine's", barriers_are_the_machines},
        {"waiting gives the processor away", waiting_gives_the_processor_away},
        {NULL, NULL},
    };
    static uint64_t elsewhere[4096 / 8];
    page = MAP_FAILED;
    if (HAVE_ARCHITECTED_ADDRESS)
        page = mmap((void *)PHYMAP_MINADDR_MU, sizeof(elsewhere), PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (page == MAP_FAILED) {
        page = elsewhere;
        emuq_mmio.access.map = map;
    }
    return emuq_test_main("global interrupts", tests);
}
