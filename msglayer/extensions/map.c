/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Extensions that map tasks to coordinates: EXT_torus_network, EXT_is_local_task and BGQ_bgq_mapping. They
 * work without a client. There is one map for each rank, made when it is first needed; it stays as long as
 * its job.
 */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <firmware/include/personality.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/process.h>

#include "msglayer/extensions/symbol.h"

#define DIMENSIONS 6
#define LOCAL_BIT  0x40000000u /* of a task's word in the map cache */

/* What `information` returns: the client's own declaration of it. */
typedef struct information {
    size_t dims;
    size_t *coord, *size, *torus;
} information_t;

typedef struct map {
    struct map *next;
    uint64_t job;
    uint32_t task, tasks, nodes;
    uint32_t *cache; /* [tasks]: coordinates as BG_CoordinateMapping_t, and LOCAL_BIT */
    information_t information;
    size_t coord[DIMENSIONS], size[DIMENSIONS], torus[DIMENSIONS];
} map_t;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static map_t *maps; /* of all ranks of this Linux process; lock */

static BG_CoordinateMapping_t place_of(const map_t *m, uint32_t task)
{
    uint32_t word = m->cache[task] & ~LOCAL_BIT;
    BG_CoordinateMapping_t at;
    memcpy(&at, &word, sizeof at);
    return at;
}

static void coordinates(const map_t *m, uint32_t task, size_t c[DIMENSIONS])
{
    BG_CoordinateMapping_t at = place_of(m, task);
    const size_t all[DIMENSIONS] = {at.a, at.b, at.c, at.d, at.e, at.t};
    memcpy(c, all, sizeof all);
}

/* Number of a task's node, E fastest. */
static uint32_t node_number(const map_t *m, uint32_t task)
{
    size_t c[DIMENSIONS], node = 0;
    coordinates(m, task, c);
    for (int d = 0; d < DIMENSIONS - 1; d++)
        node = node * m->size[d] + c[d];
    return (uint32_t)node;
}

static void describe_torus(map_t *m)
{
    Personality_t p;
    bool known = Kernel_GetPersonality(&p, sizeof p) == 0;
    for (int d = 0; d < DIMENSIONS - 1; d++)
        m->torus[d] = known && (p.Network_Config.NetFlags & ND_ENABLE_TORUS(d)) != 0;
    m->torus[DIMENSIONS - 1] = 1;
    coordinates(m, m->task, m->coord);
    m->information = (information_t){DIMENSIONS, m->coord, m->size, m->torus};
}

static void mark_local(map_t *m)
{
    uint32_t here = node_number(m, m->task);
    for (uint32_t i = 0; i < m->tasks; i++)
        if (node_number(m, i) == here)
            m->cache[i] |= LOCAL_BIT;
}

static map_t *make_map(void)
{
    BG_JobCoords_t job;
    uint64_t tasks = 0;
    map_t *m = calloc(1, sizeof *m);
    if (m == NULL || Kernel_JobCoords(&job) != 0)
        return free(m), NULL;
    const size_t size[DIMENSIONS] = {job.shape.a, job.shape.b, job.shape.c,
                                     job.shape.d, job.shape.e, Kernel_ProcessCount()};
    memcpy(m->size, size, sizeof size);
    size_t slots = 1;
    for (int d = 0; d < DIMENSIONS; d++)
        slots *= size[d];
    m->cache = malloc(slots * sizeof *m->cache);
    if (m->cache == NULL || Kernel_RanksToCoords(slots * sizeof *m->cache,
                                                 (BG_CoordinateMapping_t *)(void *)m->cache, &tasks) != 0) {
        free(m->cache);
        free(m);
        return NULL;
    }
    m->job = Kernel_GetJobID();
    m->task = Kernel_GetRank();
    m->tasks = (uint32_t)tasks;
    m->nodes = (uint32_t)(slots / size[DIMENSIONS - 1]);
    describe_torus(m);
    mark_local(m);
    return m;
}

/* The caller's map, made if there is none. Those of jobs that have ended go. @return NULL without memory. */
static map_t *own_map(void)
{
    uint64_t job = Kernel_GetJobID();
    uint32_t task = Kernel_GetRank();
    map_t *own = NULL;
    pthread_mutex_lock(&lock);
    for (map_t **at = &maps; *at != NULL;) {
        map_t *m = *at;
        if (m->job != job) {
            *at = m->next;
            free(m->cache);
            free(m);
            continue;
        }
        if (m->task == task)
            own = m;
        at = &m->next;
    }
    if (own == NULL && (own = make_map()) != NULL) {
        own->next = maps;
        maps = own;
    }
    pthread_mutex_unlock(&lock);
    return own;
}

pami_result_t emuq_pami_map_prepare(void)
{
    return own_map() != NULL ? PAMI_SUCCESS : PAMI_ERROR;
}

/* ---- the functions of the symbols ---- */

static const information_t *information(void)
{
    const map_t *m = own_map();
    return m != NULL ? &m->information : NULL;
}

static pami_result_t task2torus(pami_task_t task, size_t address[])
{
    const map_t *m = own_map();
    if (m == NULL || task >= m->tasks || address == NULL)
        return PAMI_INVAL;
    coordinates(m, task, address);
    return PAMI_SUCCESS;
}

static pami_result_t torus2task(size_t address[], pami_task_t *task)
{
    const map_t *m = own_map();
    if (m == NULL || address == NULL || task == NULL)
        return PAMI_INVAL;
    for (uint32_t i = 0; i < m->tasks; i++) {
        size_t c[DIMENSIONS];
        coordinates(m, i, c);
        if (memcmp(c, address, sizeof c) == 0) {
            *task = i;
            return PAMI_SUCCESS;
        }
    }
    return PAMI_INVAL;
}

static pami_result_t get_node_info(pami_task_t task, uint32_t *node_id, uint32_t *offset, uint32_t *max_nodes)
{
    const map_t *m = own_map();
    if (m == NULL || task >= m->tasks)
        return PAMI_INVAL;
    *node_id = node_number(m, task);
    *offset = place_of(m, task).t;
    *max_nodes = m->nodes;
    return PAMI_SUCCESS;
}

void *emuq_pami_torus_symbol(const char *name)
{
    const emuq_pami_symbol_t symbols[] = {{"information", EMUQ_PAMI_FUNCTION(information)},
                                          {"task2torus", EMUQ_PAMI_FUNCTION(task2torus)},
                                          {"torus2task", EMUQ_PAMI_FUNCTION(torus2task)}};
    return emuq_pami_find_symbol(symbols, sizeof symbols / sizeof symbols[0], name);
}

/* A task is local when the top byte of its word has the bit; on a little-endian host that is byte 3. */
void *emuq_pami_local_symbol(const char *name)
{
    map_t *m = own_map();
    uint8_t *base = m != NULL ? (uint8_t *)m->cache + sizeof(uint32_t) - 1 : NULL;
    const emuq_pami_symbol_t symbols[] = {{"base", base},
                                          {"stride", (void *)(uintptr_t)sizeof(uint32_t)},
                                          {"bitmask", (void *)(uintptr_t)(LOCAL_BIT >> 24)},
                                          {"get_node_info", EMUQ_PAMI_FUNCTION(get_node_info)}};
    return emuq_pami_find_symbol(symbols, sizeof symbols / sizeof symbols[0], name);
}

void *emuq_pami_mapping_symbol(const char *name)
{
    map_t *m = own_map();
    const emuq_pami_symbol_t symbols[] = {{"mapcache", m != NULL ? m->cache : NULL}};
    return emuq_pami_find_symbol(symbols, 1, name);
}
