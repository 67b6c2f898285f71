/* SPDX-License-Identifier: BSD-3-Clause */
/* The timed backend: the emulator's Message Units, a network that takes time, and threads with clocks. */
#include "backends/emulator/core/machine.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "backends/emulator/core/register.h"
#include "backends/emulator/core/deliver.h"
#include "backends/fault_plan.h"
#include "backends/timed/actors.h"
#include "backends/timed/collectives.h"
#include "backends/timed/contexts.h"
#include "backends/timed/cores.h"
#include "backends/timed/counts.h"
#include "backends/timed/flights.h"
#include "backends/timed/hooks.h"
#include "backends/timed/input.h"
#include "backends/timed/marks.h"
#include "backends/timed/memory.h"
#include "backends/timed/model.h"
#include "backends/timed/progress.h"
#include "backends/timed/record.h"
#include "backends/timed/report.h"
#include "backends/timed/routes.h"
#include "backends/timed/trace.h"
#include "backends/timed/watch.h"

/* ---- the network ---- */

static void built(void *context, const emuq_net_packet_t *packet, uint64_t tick)
{
    emuq_timed_t *t = context;
    void *message = (void *)(uintptr_t)packet->tag;
    t->now = tick;
    if (packet->vc < EMUQ_NET_VCS)
        emuq_flight_built(t, message, packet);
    else
        emuq_offer_built(t, message, packet);
}

static void sent(void *context, const emuq_net_message_t *message, uint64_t tick)
{
    emuq_timed_t *t = context;
    t->now = tick;
    if (message->vc < EMUQ_NET_VCS)
        emuq_flight_sent(t, (void *)(uintptr_t)message->tag);
    else
        emuq_offer_sent(t, (void *)(uintptr_t)message->tag);
}

static bool arrived(void *context, uint32_t node, const emuq_net_packet_t *packet, uint64_t tick)
{
    emuq_timed_t *t = context;
    void *message = (void *)(uintptr_t)packet->tag;
    t->now = tick;
    return packet->vc < EMUQ_NET_VCS ? emuq_flight_arrived(t, message, node, packet)
                                     : emuq_offer_arrived(t, message, node, packet);
}

static void interrupted(void *context, uint32_t node, uint32_t route, uint32_t bits, uint64_t tick)
{
    emuq_timed_t *t = context;
    t->now = tick;
    emuq_routes_interrupted(t, node, route, bits);
}

static void link_down(void *context, uint32_t node, uint32_t direction, uint64_t tick)
{
    emuq_timed_t *t = context;
    char what[160];
    snprintf(what, sizeof what,
             "link %c%c is down at %.3f us of modelled time: its sender has had no acknowledgement of packet "
             "%llu, however often it has sent it",
             "ABCDE"[direction / 2], "-+"[direction % 2], emuq_timed_us(t, tick),
             (unsigned long long)emuq_planned_faults.down_packet);
    emuq_the_kernel.failed(emuq_the_kernel.context, node, what, "EMUQ_FAULTS has planned it");
}

static const emuq_network_hooks_t network_hooks = {
    .post = emuq_flight_post, .contribute = emuq_offer_post, .level = emuq_routes_level};

static int open_network(emuq_timed_t *t)
{
    const emuq_geometry_t *g = &t->machine->geometry;
    const emuq_fault_plan_t *plan = &emuq_planned_faults;
    emuq_net_shape_t shape = {.dimensions = 5};
    const emuq_net_client_t client = {.context = t,
                                      .built = built,
                                      .sent = sent,
                                      .arrived = arrived,
                                      .interrupted = interrupted,
                                      .down = link_down};
    for (uint32_t d = 0; d < shape.dimensions; d++) {
        shape.size[d] = g->size[d];
        shape.torus |= (g->torus >> (4 - d) & 1) << d;
    }
    if (plan->bit_errors != 0)
        t->parameters.link.errors = plan->bit_errors;
    int rc = emuq_net_open(&t->parameters, &shape, plan->seed, 1, &client, &t->network);
    if (rc == 0 && plan->down_packet != 0)
        rc = emuq_net_break(t->network, plan->down_node, plan->down_link, plan->down_packet);
    return rc;
}

/* ---- the backend table ---- */

/* Frees what make_timed() has made. */
static void forget(emuq_timed_t *t)
{
    if (t == NULL)
        return;
    emuq_timed_trace_close(t);
    emuq_net_close(t->network);
    emuq_actors_close(t);
    emuq_timed_memory_close(t);
    free(t->route);
    free(t);
}

static int make_timed(emuq_machine_t *m)
{
    emuq_timed_t *t = m->timed = calloc(1, sizeof *t);
    if (t == NULL)
        return -ENOMEM;
    t->machine = m;
    t->at = calloc(m->nodes, sizeof(emuq_actor_t *));
    t->route = calloc(m->nodes, sizeof(emuq_known_routes_t));
    if (t->at == NULL || t->route == NULL)
        return -ENOMEM;
    int rc = emuq_timed_read_model(&t->parameters);
    if (rc != 0)
        return rc;
    rc = emuq_cores_open(t);
    if (rc != 0)
        return rc;
    emuq_timed_set_costs(t);
    rc = open_network(t);
    if (rc == 0)
        rc = emuq_timed_memory_open(t);
    return rc == 0 ? emuq_timed_trace_open(t) : rc;
}

static void timed_close(emuq_machine_t *m)
{
    __atomic_store_n(&emuq_record_time, NULL, __ATOMIC_RELAXED);
    forget(m->timed);
    emuq_machine_close(m);
}

static int timed_open(const emuq_geometry_t *geometry, emuq_arena_t *arena, uint32_t members,
                      emuq_machine_t **machine)
{
    emuq_machine_t *m;
    if (emuq_arena_is_shared(arena)) {
        fprintf(stderr,
                "emuq: the timed backend runs the ranks of a job as threads of one process: start the "
                "program by itself, or with emuq-run --timed\n");
        return -ENOTSUP;
    }
    int rc = emuq_machine_open(geometry, arena, members, NULL, &m);
    if (rc != 0)
        return rc;
    m->inline_bytes = UINT64_MAX; /* no engine moves messages */
    rc = make_timed(m);
    if (rc == 0)
        *machine = m;
    else
        timed_close(m);
    return rc;
}

/* Undoes what attach() does but for the watch. */
static void release(emuq_machine_t *m)
{
    emuq_machine_detach(m);
    emuq_the_network = NULL;
    emuq_waits = NULL;
    emuq_cores_close();
    emuq_marks_close();
    emuq_timed_input_close();
    emuq_timed_progress_close(m->timed);
    m->carries_levels = false;
}

static int timed_attach(emuq_machine_t *m, const emuq_kernel_callbacks_t *kernel, uint32_t node)
{
    int rc = emuq_machine_attach(m, kernel, node);
    if (rc != 0)
        return rc;
    emuq_the_timed = m->timed;
    emuq_the_network = &network_hooks;
    m->carries_levels = true;
    rc = emuq_timed_hooks_install();
    if (rc == 0) {
        emuq_timed_record_begin(m->timed);
        emuq_routes_boot(m->timed);
        emuq_marks_open();
        rc = emuq_timed_progress_open(m->timed);
        emuq_contexts_open(m->timed);
    }
    if (rc == 0)
        rc = emuq_watch_begin(m->timed);
    if (rc != 0)
        release(m);
    return rc;
}

static void timed_detach(emuq_machine_t *m)
{
    emuq_watch_end(m->timed);
    release(m);
}

static void timed_begin(emuq_machine_t *m, uint32_t rank, uint32_t ranks)
{
    if (emuq_actor_begin(m->timed, rank, ranks) != 0)
        emuq_timed_fail("no memory for the clocks of the ranks");
    emuq_core_runs(m->timed);
}

static void timed_end(emuq_machine_t *m, uint32_t node, int32_t rank)
{
    if (emuq_my_actor != NULL) { /* what comes before its clock finds the rank alive */
        emuq_core_stops(m->timed);
        emuq_actor_observe(m->timed);
    }
    emuq_machine_retire(m, node, rank);
    if (emuq_my_actor != NULL)
        emuq_actor_end(m->timed, emuq_my_actor);
}

static void *timed_expect(emuq_machine_t *m)
{
    if (emuq_my_actor == NULL)
        return NULL;
    emuq_core_stops(m->timed);
    return emuq_actor_expect(m->timed);
}

static void timed_created(emuq_machine_t *m, void *expected, const pthread_t *thread)
{
    if (thread != NULL)
        emuq_actor_created(expected, *thread);
    else
        emuq_actor_end(m->timed, expected);
}

static void timed_appear(emuq_machine_t *m, void *expected)
{
    emuq_actor_appear(m->timed, expected);
    emuq_core_runs(m->timed);
}

static void timed_join(emuq_machine_t *m, pthread_t thread)
{
    if (emuq_my_actor == NULL)
        return;
    emuq_core_stops(m->timed);
    emuq_actor_join(m->timed, thread);
    emuq_core_runs(m->timed);
}

static void timed_stay(emuq_machine_t *m)
{
    if (!emuq_actor_runs(m->timed))
        return;
    emuq_core_stops(m->timed);
    emuq_actor_stay(m->timed);
    emuq_core_runs(m->timed);
}

static void timed_enter(emuq_machine_t *m, uint32_t node)
{
    if (node == UINT32_MAX && emuq_my_actor != NULL) {
        emuq_core_stops(m->timed);
        emuq_my_actor->rank_lasts = emuq_my_actor->is_main;
        emuq_actor_end(m->timed, emuq_my_actor);
    }
    emuq_machine_enter(m, node);
}

static int timed_dcr_read(emuq_machine_t *m, uint32_t node, uint32_t dcr, uint64_t *value)
{
    emuq_timed_count_links(m->timed);
    return emuq_dcr_read(m, node, dcr, value);
}

static int timed_dcr_write(emuq_machine_t *m, uint32_t node, uint32_t dcr, uint64_t value)
{
    int rc = emuq_dcr_write(m, node, dcr, value);
    return rc == 0 && emuq_dcr_is_route(dcr) ? emuq_routes_update(m->timed, node) : rc;
}

/* Retiring is done by end(). There is nothing to drain: who waits parks, and so there are no polls and sleeps
 * of the host's time either. */
const emuq_backend_t emuq_backend_timed = {
    .name = "timed",
    .help = "Message Units emulated with the times of the machine: one thread of the job runs at a time",
    .layout = EMUQ_EMULATED_LAYOUT,
    .faults = EMUQ_FAULT_BIT_ERRORS | EMUQ_FAULT_LINK_DOWN,
    .open = timed_open,
    .close = timed_close,
    .attach = timed_attach,
    .detach = timed_detach,
    .begin = timed_begin,
    .end = timed_end,
    .expect = timed_expect,
    .created = timed_created,
    .appear = timed_appear,
    .join = timed_join,
    .stay = timed_stay,
    .poke = emuq_machine_poke,
    .dropped = emuq_machine_dropped,
    .describe = emuq_describe,
    .reg = emuq_machine_reg,
    .dcr_read = timed_dcr_read,
    .dcr_write = timed_dcr_write,
    .assign = emuq_machine_assign,
    .resume = emuq_machine_resume,
    .count = emuq_count_read,
    .settle = emuq_timed_settle,
    .enter = timed_enter,
    .failing = emuq_timed_progress_stop,
};
