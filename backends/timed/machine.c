/* SPDX-License-Identifier: BSD-3-Clause */
/* Function table and machine of the backend "timed": modelled time. */

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backends/emulator/core/machine.h"
#include "backends/emulator/core/inject.h"
#include "backends/emulator/core/deliver.h"
#include "backends/fault_plan.h"
#include "backends/settings.h"
#include "backends/timed/scheduler.h"
#include "network/files/files.h"

#define WHY 512 /* bytes of an error text */

/* Programs rely on constants that a parameter file must not change. */
static bool model_is_fixed(const char *key)
{
    return strcmp(key, "clock.cpu") == 0 || strcmp(key, "mu.packet_payload") == 0 ||
           (strncmp(key, "vc.", 3) == 0 && strcmp(key + 4, ".kind") == 0);
}

static int model_check_fixed(emuq_net_constants_t *c, emuq_text_t *why)
{
    for (uint32_t i = 0; i < emuq_net_parameter_count; i++) {
        const emuq_net_parameter_t *row = &emuq_net_parameter[i];
        if (model_is_fixed(row->key) && *emuq_net_value(&c->value, row) != row->bgq)
            return emuq_net_error(why, "programs need the %s of preset bgq; emuq-net runs without programs",
                                  row->key);
    }
    return 0;
}

static int model_read_file(emuq_net_constants_t *c, const char *path, emuq_text_t *why)
{
    int rc = emuq_net_constants_read(c, path, why);
    if (rc == 0)
        rc = emuq_net_constants_check(c, why);
    return rc == 0 ? model_check_fixed(c, why) : rc;
}

static int model_read(emuq_net_parameters_t *p)
{
    const char *path = emuq_setting_text(EMUQ_SETTING_TIME_PARAMS);
    char reason[WHY] = "";
    emuq_text_t why = emuq_text(reason, sizeof reason);
    emuq_net_constants_t c;
    int rc = emuq_net_constants_open(&c);
    if (rc != 0)
        return rc;
    if (*path != '\0')
        rc = model_read_file(&c, path, &why);
    if (rc == 0)
        *p = c.value;
    else
        fprintf(stderr, "emuq: EMUQ_TIME_PARAMS: %s\n", reason);
    emuq_net_constants_free(&c);
    return rc;
}

static void net_built(void *context, const emuq_net_packet_t *packet, uint64_t tick)
{
    emuq_timed_t *t = context;
    void *message = (void *)(uintptr_t)packet->tag;
    t->now = tick;
    if (packet->vc < EMUQ_NET_VCS)
        emuq_timed_message_built(t, message, packet);
    else
        emuq_timed_contribution_built(t, message, packet);
}

static void net_sent(void *context, const emuq_net_message_t *message, uint64_t tick)
{
    emuq_timed_t *t = context;
    t->now = tick;
    if (message->vc < EMUQ_NET_VCS)
        emuq_timed_message_sent(t, (void *)(uintptr_t)message->tag);
    else
        emuq_timed_contribution_sent(t, (void *)(uintptr_t)message->tag);
}

static bool net_arrived(void *context, uint32_t node, const emuq_net_packet_t *packet, uint64_t tick)
{
    emuq_timed_t *t = context;
    void *message = (void *)(uintptr_t)packet->tag;
    t->now = tick;
    return packet->vc < EMUQ_NET_VCS ? emuq_timed_message_arrived(t, message, node, packet)
                                     : emuq_timed_contribution_arrived(t, message, node, packet);
}

static void net_interrupted(void *context, uint32_t node, uint32_t route, uint32_t bits, uint64_t tick)
{
    emuq_timed_t *t = context;
    t->now = tick;
    emuq_routes_interrupted(t, node, route, bits);
}

static void net_link_down(void *context, uint32_t node, uint32_t direction, uint64_t tick)
{
    emuq_timed_t *t = context;
    char what[160];
    snprintf(what, sizeof what,
             "link %c%c is down at %.3f us of modelled time: no acknowledgement of packet %llu after all "
             "retransmissions",
             "ABCDE"[direction / 2], "-+"[direction % 2], emuq_timed_us(t, tick),
             (unsigned long long)emuq_planned_faults.down_packet);
    emuq_the_kernel.failed(emuq_the_kernel.context, node, what, "EMUQ_FAULTS has planned the failure");
}

static const emuq_network_hooks_t network_hooks = {
    .post = emuq_timed_message_post, .contribute = emuq_timed_contribution_post, .level = emuq_routes_level};

static int timed_open_network(emuq_timed_t *t)
{
    const emuq_geometry_t *g = &t->machine->geometry;
    const emuq_fault_plan_t *plan = &emuq_planned_faults;
    emuq_net_shape_t shape = {.dimensions = 5};
    const emuq_net_client_t client = {.context = t,
                                      .built = net_built,
                                      .sent = net_sent,
                                      .arrived = net_arrived,
                                      .interrupted = net_interrupted,
                                      .down = net_link_down};
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

static void timed_free(emuq_timed_t *t)
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

static int timed_init(emuq_machine_t *m)
{
    emuq_timed_t *t = m->timed = calloc(1, sizeof *t);
    if (t == NULL)
        return -ENOMEM;
    t->machine = m;
    t->at = calloc(m->nodes, sizeof(emuq_actor_t *));
    t->route = calloc(m->nodes, sizeof(emuq_known_routes_t));
    if (t->at == NULL || t->route == NULL)
        return -ENOMEM;
    int rc = model_read(&t->parameters);
    if (rc == 0)
        rc = emuq_cores_open(t);
    if (rc == 0)
        rc = timed_open_network(t);
    if (rc == 0)
        rc = emuq_timed_memory_open(t);
    return rc == 0 ? emuq_timed_trace_open(t) : rc;
}

static void timed_close(emuq_machine_t *m)
{
#if EMUQ_HAVE_TRACE
    emuq_pointer_store(&emuq_record_time, NULL);
#endif
    timed_free(m->timed);
    emuq_machine_close(m);
}

static int timed_open(const emuq_geometry_t *geometry, emuq_arena_t *arena, uint32_t members,
                      emuq_machine_t **machine)
{
    emuq_machine_t *m;
    if (emuq_arena_is_shared(arena)) {
        fprintf(stderr,
                "emuq: the timed backend runs the ranks of a job as threads of one process: start the "
                "program directly or with emuq-run --timed\n");
        return -ENOTSUP;
    }
    int rc = emuq_machine_open(geometry, arena, members, NULL, &m);
    if (rc != 0)
        return rc;
    m->inline_bytes = UINT64_MAX; /* always inline: no engine thread */
    rc = timed_init(m);
    if (rc == 0)
        *machine = m;
    else
        timed_close(m);
    return rc;
}

/* Undoes timed_attach() except the monitor thread. */
static void timed_release(emuq_machine_t *m)
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
        rc = emuq_timed_watch_start(m->timed);
    if (rc != 0)
        timed_release(m);
    return rc;
}

static void timed_detach(emuq_machine_t *m)
{
    emuq_timed_watch_stop(m->timed);
    timed_release(m);
}

static void timed_begin(emuq_machine_t *m, uint32_t rank, uint32_t ranks)
{
    if (emuq_actor_begin(m->timed, rank, ranks) != 0)
        emuq_timed_fail("no memory for the clocks of the ranks; give the process more memory");
    emuq_core_continue(m->timed);
}

static void timed_end_actor(emuq_timed_t *t)
{
    emuq_actor_end(t, emuq_my_actor);
    emuq_spins_leave();
}

static void timed_end(emuq_machine_t *m, uint32_t node, int32_t rank)
{
    if (emuq_my_actor != NULL) { /* earlier events still see the rank */
        emuq_core_charge(m->timed);
        emuq_actor_observe(m->timed);
    }
    emuq_machine_retire(m, node, rank);
    if (emuq_my_actor != NULL)
        timed_end_actor(m->timed);
}

static void *timed_expect(emuq_machine_t *m)
{
    if (emuq_my_actor == NULL)
        return NULL;
    emuq_core_charge(m->timed);
    return emuq_actor_expect(m->timed);
}

static void timed_created(emuq_machine_t *m, void *expected, const pthread_t *thread)
{
    if (thread != NULL)
        emuq_actor_created(expected, *thread);
    else
        emuq_actor_end(m->timed, expected);
}

static void timed_start(emuq_machine_t *m, void *expected)
{
    emuq_actor_start(m->timed, expected);
    emuq_core_continue(m->timed);
}

static void timed_join(emuq_machine_t *m, pthread_t thread)
{
    if (emuq_my_actor == NULL)
        return;
    emuq_core_charge(m->timed);
    emuq_actor_join(m->timed, thread);
    emuq_core_continue(m->timed);
}

static void timed_pin(emuq_machine_t *m)
{
    if (!emuq_actor_is_running(m->timed))
        return;
    emuq_core_charge(m->timed);
    emuq_actor_pin(m->timed);
    emuq_core_continue(m->timed);
}

static void timed_enter(emuq_machine_t *m, uint32_t node)
{
    if (node == UINT32_MAX && emuq_my_actor != NULL) {
        emuq_core_charge(m->timed);
        emuq_my_actor->rank_continues = emuq_my_actor->is_main;
        timed_end_actor(m->timed);
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

/* timed_end() retires ranks. Waiting actors are parked, so drain, poll and sleep hooks are unnecessary. */
static const emuq_backend_machine_ops_t timed_machine = {
    .open = timed_open,
    .close = timed_close,
    .attach = timed_attach,
    .enter = timed_enter,
    .detach = timed_detach,
    .failing = emuq_timed_progress_stop,
};

static const emuq_backend_unit_ops_t timed_unit = {
    .reg = emuq_machine_reg,
    .dcr_read = timed_dcr_read,
    .dcr_write = timed_dcr_write,
    .assign = emuq_machine_assign,
    .resume = emuq_machine_resume,
    .notify = emuq_machine_notify,
};

static const emuq_backend_stats_ops_t timed_stats = {
    .count = emuq_count_read,
    .totals = emuq_timed_totals,
    .dropped = emuq_machine_dropped,
    .describe = emuq_describe,
};

static const emuq_backend_clock_ops_t timed_clock = {
    .begin = timed_begin,
    .end = timed_end,
    .expect = timed_expect,
    .created = timed_created,
    .start = timed_start,
    .join = timed_join,
    .pin = timed_pin,
};

const emuq_backend_t emuq_backend_timed = {
    .name = "timed",
    .help = "Message Units emulated with the times of the machine: one thread of the job runs at a time",
    .layout = EMUQ_EMULATED_LAYOUT,
    .node_bytes = sizeof(emuq_mu_node_t),
    .faults = EMUQ_HAVE_FAULTS ? EMUQ_FAULT_BIT_ERRORS | EMUQ_FAULT_LINK_DOWN : 0,
    .has_records = EMUQ_HAVE_TRACE,
    .machine = &timed_machine,
    .unit = &timed_unit,
    .stats = &timed_stats,
    .clock = &timed_clock,
};
