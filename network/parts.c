/* SPDX-License-Identifier: BSD-3-Clause */
/* Parts of a machine, one thread each. Time advances in windows. Events for other parts are at least a
 * lookahead away, hence in a later window, and go to mailboxes. After the barrier of a window all mailboxes
 * are complete; two sets of mailboxes alternate. */
#define _GNU_SOURCE
#include "network/machine.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#include "sync/barrier.h"

#define SPIN_LIMIT 4096 /* polls at a barrier before a thread sleeps */

typedef struct worker {
    emuq_net_t *part;
    uint32_t number;
    pthread_t thread;
} worker_t;

/** The caller stores `last` and `stop` before the barrier `beginning`; the threads load them after it. */
struct emuq_net_team {
    emuq_barrier_t beginning, windows;
    uint64_t last;
    bool stop;
    uint64_t *next;   /**< [2][parts] earliest pending cycle */
    worker_t *worker; /**< by part; the first is the caller's */
};

static int part_init(emuq_net_t *part, uint32_t number)
{
    uint32_t nodes = part->nodes, parts = part->parts;
    part->base = (uint32_t)((uint64_t)nodes * number / parts);
    part->count = (uint32_t)((uint64_t)nodes * (number + 1) / parts) - part->base;
    part->packet_free = part->work_free = EMUQ_NET_NONE_ITEM;
    part->touched = calloc(part->count, sizeof(*part->touched));
    part->out = part->mailboxes = calloc((size_t)2 * parts, sizeof(*part->mailboxes));
    part->earliest = UINT64_MAX;
    return part->touched == NULL || part->out == NULL ? -ENOMEM : 0;
}

static uint32_t part_lookahead(const emuq_net_t *net)
{
    uint32_t least = UINT32_MAX;
    for (uint32_t i = 0; i < net->nodes * net->links; i++) {
        uint32_t node = i / net->links, link = i % net->links;
        uint32_t to = emuq_net_neighbour(&net->shape, node, link), wire = emuq_net_wire_of(net, node, link);
        if (to == EMUQ_NET_NOWHERE || emuq_net_part_number(net, to) == emuq_net_part_number(net, node))
            continue;
        least = net->hop[wire] < least ? net->hop[wire] : least;
        least = net->token[wire] < least ? net->token[wire] : least;
    }
    return least;
}

int emuq_net_parts_create(emuq_net_t *net, uint32_t parts)
{
    net->part = calloc(parts, sizeof(emuq_net_t *));
    if (net->part == NULL)
        return -ENOMEM;
    net->part[0] = net;
    net->parts = parts;
    net->lookahead = part_lookahead(net);
    for (uint32_t i = 1; i < parts; i++) {
        net->part[i] = malloc(sizeof(*net));
        if (net->part[i] == NULL)
            return -ENOMEM;
        *net->part[i] = *net;
        if (part_init(net->part[i], i) != 0)
            return -ENOMEM;
    }
    return part_init(net, 0);
}

static void part_empty_mailboxes(emuq_net_t *part, uint32_t number, uint32_t set)
{
    for (uint32_t i = 0; i < part->parts; i++) {
        emuq_net_mailbox_t *mailbox = &part->part[i]->mailboxes[set * part->parts + number];
        for (uint32_t j = 0; j < mailbox->count; j++) {
            emuq_net_remote_event_t *remote = &mailbox->remote[j];
            if (remote->event.kind == EMUQ_NET_ARRIVE) {
                remote->event.item = emuq_net_take_packet(part);
                part->packet[remote->event.item] = remote->record;
            }
            emuq_net_post(&part->calendar, remote->cycle, remote->event);
        }
        mailbox->count = 0;
    }
}

/** Processes windows up to and including cycle @p last. */
static void part_run(emuq_net_t *part, uint32_t number, uint64_t last)
{
    emuq_net_team_t *team = part->part[0]->team;
    for (;;) {
        uint64_t start = UINT64_MAX, cycle = emuq_net_calendar_next(&part->calendar);
        uint32_t set = (uint32_t)(part->windows++ % 2);
        uint64_t *next = &team->next[set * part->parts];
        next[number] = cycle < part->earliest ? cycle : part->earliest;
        part->out = &part->mailboxes[(set ^ 1) * part->parts];
        part->earliest = UINT64_MAX;
        emuq_barrier_wait(&team->windows);
        for (uint32_t i = 0; i < part->parts; i++)
            start = next[i] < start ? next[i] : start;
        part_empty_mailboxes(part, number, set);
        if (start > last)
            break;
        uint64_t end = last - start < part->lookahead ? last : start + part->lookahead - 1;
        while ((cycle = emuq_net_calendar_next(&part->calendar)) <= end)
            emuq_net_run_cycle(part, cycle);
    }
    emuq_barrier_wait(&team->windows); /* all mailboxes are empty */
}

static void *team_work(void *argument)
{
    worker_t *worker = argument;
    emuq_net_team_t *team = worker->part->part[0]->team;
    for (;;) {
        emuq_barrier_wait(&team->beginning);
        if (team->stop)
            return NULL;
        part_run(worker->part, worker->number, team->last);
    }
}

static void team_fail(void)
{
    fprintf(stderr, "emuq: cannot start the threads of the modelled network; use fewer threads\n");
    abort();
}

static uint32_t team_cores(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof(set), &set) == 0 ? (uint32_t)CPU_COUNT(&set) : 1;
}

static emuq_net_team_t *team_start(emuq_net_t *net)
{
    uint32_t parts = net->parts;
    emuq_net_team_t *team = net->team = emuq_net_map(1, sizeof(*team));
    if (team == NULL || (team->next = calloc((size_t)2 * parts, sizeof(*team->next))) == NULL ||
        (team->worker = calloc(parts, sizeof(*team->worker))) == NULL)
        team_fail();
    emuq_barrier_init(&team->beginning, parts, 0);
    emuq_barrier_init(&team->windows, parts, parts <= team_cores() ? SPIN_LIMIT : 0);
    for (uint32_t i = 1; i < parts; i++) {
        team->worker[i] = (worker_t){.part = net->part[i], .number = i};
        if (pthread_create(&team->worker[i].thread, NULL, team_work, &team->worker[i]) != 0)
            team_fail();
    }
    return team;
}

void emuq_net_parts_run(emuq_net_t *net, uint64_t last)
{
    emuq_net_team_t *team = net->team != NULL ? net->team : team_start(net);
    team->last = last;
    emuq_barrier_wait(&team->beginning);
    part_run(net, 0, last);
}

static void team_stop(emuq_net_t *net)
{
    emuq_net_team_t *team = net->team;
    team->stop = true;
    emuq_barrier_wait(&team->beginning);
    for (uint32_t i = 1; i < net->parts; i++)
        pthread_join(team->worker[i].thread, NULL);
    free(team->next);
    free(team->worker);
    emuq_net_unmap(team);
}

void emuq_net_parts_free(emuq_net_t *net)
{
    if (net->team != NULL)
        team_stop(net);
    for (uint32_t i = net->parts; i-- > 0;) {
        emuq_net_t *part = net->part[i];
        if (part == NULL)
            continue;
        for (uint32_t j = 0; part->mailboxes != NULL && j < 2 * net->parts; j++)
            free(part->mailboxes[j].remote);
        emuq_net_calendar_free(&part->calendar);
        free(part->mailboxes);
        free(part->touched);
        free(part->packet);
        free(part->work);
        if (i > 0)
            free(part);
    }
    free(net->part);
}
