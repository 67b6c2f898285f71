/* SPDX-License-Identifier: BSD-3-Clause */
/** @file parts.c
 *  Parts, windows, boxes. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#include "network/cycle.h"
#include "network/parts.h"
#include "sync/barrier.h"

#define LOOKS 4096 /* at the end of a window before a thread sleeps: less than a window takes */

/** A thread. */
typedef struct hand {
    emuq_net_t *part;
    uint32_t number; /**< of the part */
    pthread_t thread;
} hand_t;

/** What the threads share. The caller of a run writes last and stop before they meet at the beginning, and
 *  all read them behind it. There are two sets of boxes and next cycles, for windows by turns: each thread
 *  fills its own before they meet between windows, and the others read them until the next time; meanwhile it
 *  fills the other set. */
struct emuq_net_crew {
    emuq_barrier_t beginning, windows;
    uint64_t last; /**< cycle of the run */
    bool stop;
    uint64_t *next; /**< cycles, by set and part: of the events there and of those in boxes */
    hand_t *hand;   /**< by part; the first is the caller's */
};

/** Gives a part its nodes. @return 0 or -ENOMEM */
static int make_part(emuq_net_t *part, uint32_t number)
{
    uint32_t nodes = part->nodes, parts = part->parts;
    part->base = (uint32_t)((uint64_t)nodes * number / parts);
    part->count = (uint32_t)((uint64_t)nodes * (number + 1) / parts) - part->base;
    part->packet_free = part->work_free = EMUQ_NET_NONE_ITEM;
    part->touched = calloc(part->count, sizeof(*part->touched));
    part->out = part->boxes = calloc((size_t)2 * parts, sizeof(*part->boxes));
    part->earliest = UINT64_MAX;
    return part->touched == NULL || part->out == NULL ? -ENOMEM : 0;
}

/** The least time from one part to another. */
static uint32_t least_lookahead(const emuq_net_t *net)
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

int emuq_net_cut(emuq_net_t *net, uint32_t parts)
{
    net->part = calloc(parts, sizeof(emuq_net_t *));
    if (net->part == NULL)
        return -ENOMEM;
    net->part[0] = net;
    net->parts = parts;
    net->lookahead = least_lookahead(net);
    for (uint32_t i = 1; i < parts; i++) {
        net->part[i] = malloc(sizeof(*net));
        if (net->part[i] == NULL)
            return -ENOMEM;
        *net->part[i] = *net;
        if (make_part(net->part[i], i) != 0)
            return -ENOMEM;
    }
    return make_part(net, 0);
}

/** Takes what other parts have put into boxes of a set for one. */
static void empty_boxes(emuq_net_t *part, uint32_t number, uint32_t set)
{
    for (uint32_t i = 0; i < part->parts; i++) {
        emuq_net_box_t *box = &part->part[i]->boxes[set * part->parts + number];
        for (uint32_t j = 0; j < box->count; j++) {
            emuq_net_parcel_t *parcel = &box->parcel[j];
            if (parcel->event.kind == EMUQ_NET_ARRIVE) {
                parcel->event.item = emuq_net_take_packet(part);
                part->packet[parcel->event.item] = parcel->record;
            }
            emuq_net_post(&part->calendar, parcel->cycle, parcel->event);
        }
        box->count = 0;
    }
}

/** Window after window, up to and including a cycle. */
static void run_part(emuq_net_t *part, uint32_t number, uint64_t last)
{
    emuq_net_crew_t *crew = part->part[0]->crew;
    for (;;) {
        uint64_t start = UINT64_MAX, cycle = emuq_net_upcoming(&part->calendar);
        uint32_t set = (uint32_t)(part->windows++ % 2);
        uint64_t *next = &crew->next[set * part->parts];
        next[number] = cycle < part->earliest ? cycle : part->earliest;
        part->out = &part->boxes[(set ^ 1) * part->parts];
        part->earliest = UINT64_MAX;
        emuq_barrier_wait(&crew->windows);
        for (uint32_t i = 0; i < part->parts; i++)
            start = next[i] < start ? next[i] : start;
        empty_boxes(part, number, set);
        if (start > last)
            break;
        uint64_t end = last - start < part->lookahead ? last : start + part->lookahead - 1;
        while ((cycle = emuq_net_upcoming(&part->calendar)) <= end)
            emuq_net_run_cycle(part, cycle);
    }
    emuq_barrier_wait(&crew->windows); /* all boxes are empty */
}

/** Run after run. */
static void *work(void *argument)
{
    hand_t *hand = argument;
    emuq_net_crew_t *crew = hand->part->part[0]->crew;
    for (;;) {
        emuq_barrier_wait(&crew->beginning);
        if (crew->stop)
            return NULL;
        run_part(hand->part, hand->number, crew->last);
    }
}

static void no_threads(void)
{
    fprintf(stderr, "emuq: no threads for the modelled network; use fewer\n");
    abort();
}

/** Cores that the process may use. */
static uint32_t cores(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof(set), &set) == 0 ? (uint32_t)CPU_COUNT(&set) : 1;
}

/** Starts the threads of a machine. */
static emuq_net_crew_t *hire(emuq_net_t *net)
{
    uint32_t parts = net->parts;
    emuq_net_crew_t *crew = net->crew = emuq_net_map(1, sizeof(*crew));
    if (crew == NULL || (crew->next = calloc((size_t)2 * parts, sizeof(*crew->next))) == NULL ||
        (crew->hand = calloc(parts, sizeof(*crew->hand))) == NULL)
        no_threads();
    emuq_barrier_init(&crew->beginning, parts, 0);
    emuq_barrier_init(&crew->windows, parts, parts <= cores() ? LOOKS : 0);
    for (uint32_t i = 1; i < parts; i++) {
        crew->hand[i] = (hand_t){.part = net->part[i], .number = i};
        if (pthread_create(&crew->hand[i].thread, NULL, work, &crew->hand[i]) != 0)
            no_threads();
    }
    return crew;
}

void emuq_net_run_parts(emuq_net_t *net, uint64_t last)
{
    emuq_net_crew_t *crew = net->crew != NULL ? net->crew : hire(net);
    crew->last = last;
    emuq_barrier_wait(&crew->beginning);
    run_part(net, 0, last);
}

/** Ends the threads of a machine. */
static void dismiss(emuq_net_t *net)
{
    emuq_net_crew_t *crew = net->crew;
    crew->stop = true;
    emuq_barrier_wait(&crew->beginning);
    for (uint32_t i = 1; i < net->parts; i++)
        pthread_join(crew->hand[i].thread, NULL);
    free(crew->next);
    free(crew->hand);
    emuq_net_unmap(crew);
}

void emuq_net_free_parts(emuq_net_t *net)
{
    if (net->crew != NULL)
        dismiss(net);
    for (uint32_t i = net->parts; i-- > 0;) {
        emuq_net_t *part = net->part[i];
        if (part == NULL)
            continue;
        for (uint32_t j = 0; part->boxes != NULL && j < 2 * net->parts; j++)
            free(part->boxes[j].parcel);
        emuq_net_calendar_end(&part->calendar);
        free(part->boxes);
        free(part->touched);
        free(part->packet);
        free(part->work);
        if (i > 0)
            free(part);
    }
    free(net->part);
}
