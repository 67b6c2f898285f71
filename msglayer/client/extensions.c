/* SPDX-License-Identifier: BSD-3-Clause */
/* Extensions, and the maps of tasks to coordinates (EXT_torus_network, EXT_is_local_task, BGQ_bgq_mapping).
 * Each rank has one map, made on demand without a client and freed when the next job starts. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <unistd.h>

#include <firmware/include/personality.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/memory.h>
#include <spi/include/kernel/process.h>

#include "base/memory.h"
#include "base/process.h"
#include "msglayer/client/client.h"

#define DIMENSIONS 6
#define LOCAL_BIT  0x40000000u /* in the map cache: the task is on this node */

/* Value of `information`, as declared by clients. */
typedef struct map_information {
    size_t dims;
    size_t *coord, *size, *torus;
} map_information_t;

typedef struct map {
    struct map *next;
    uint64_t job;
    uint32_t task, tasks, nodes;
    uint32_t *cache; /* [tasks] BG_CoordinateMapping_t and LOCAL_BIT */
    map_information_t information;
    size_t coord[DIMENSIONS], size[DIMENSIONS], torus[DIMENSIONS];
} map_t;

static pthread_mutex_t map_lock = PTHREAD_MUTEX_INITIALIZER;
static map_t *maps; /* maps of all ranks of this process; guarded by map_lock */

static void map_coordinates(const map_t *m, uint32_t task, size_t c[DIMENSIONS])
{
    uint32_t word = m->cache[task] & ~LOCAL_BIT;
    BG_CoordinateMapping_t at;
    memcpy(&at, &word, sizeof at);
    const size_t all[DIMENSIONS] = {at.a, at.b, at.c, at.d, at.e, at.t};
    memcpy(c, all, sizeof all);
}

/* Number of a task's node; E varies fastest. */
static uint32_t map_node_number(const map_t *m, uint32_t task)
{
    size_t c[DIMENSIONS], node = 0;
    map_coordinates(m, task, c);
    for (int d = 0; d < DIMENSIONS - 1; d++)
        node = node * m->size[d] + c[d];
    return (uint32_t)node;
}

static void map_describe_torus(map_t *m)
{
    Personality_t p;
    bool known = Kernel_GetPersonality(&p, sizeof p) == 0;
    for (int d = 0; d < DIMENSIONS - 1; d++)
        m->torus[d] = known && (p.Network_Config.NetFlags & ND_ENABLE_TORUS(d)) != 0;
    m->torus[DIMENSIONS - 1] = 1;
    map_coordinates(m, m->task, m->coord);
    m->information = (map_information_t){DIMENSIONS, m->coord, m->size, m->torus};
}

static map_t *map_make(void)
{
    BG_JobCoords_t job;
    uint64_t tasks = 0;
    map_t *m = emuq_calloc(1, sizeof *m);
    if (m == NULL || Kernel_JobCoords(&job) != 0)
        return free(m), NULL;
    const size_t size[DIMENSIONS] = {job.shape.a, job.shape.b, job.shape.c,
                                     job.shape.d, job.shape.e, Kernel_ProcessCount()};
    memcpy(m->size, size, sizeof size);
    size_t slots = 1;
    for (int d = 0; d < DIMENSIONS; d++)
        slots *= size[d];
    m->cache = emuq_malloc(slots * sizeof *m->cache);
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
    map_describe_torus(m);
    uint32_t here = map_node_number(m, m->task);
    for (uint32_t i = 0; i < m->tasks; i++)
        if (map_node_number(m, i) == here)
            m->cache[i] |= LOCAL_BIT;
    return m;
}

/* Returns the map of the calling rank; frees maps of ended jobs. @return NULL: out of memory */
static map_t *map_of_caller(void)
{
    uint64_t job = Kernel_GetJobID();
    uint32_t task = Kernel_GetRank();
    map_t *own = NULL;
    pthread_mutex_lock(&map_lock);
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
    if (own == NULL && (own = map_make()) != NULL) {
        own->next = maps;
        maps = own;
    }
    pthread_mutex_unlock(&map_lock);
    return own;
}

/* ---- functions returned by PAMI_Extension_symbol() ---- */

static const map_information_t *map_information(void)
{
    const map_t *m = map_of_caller();
    return m != NULL ? &m->information : NULL;
}

/* Reports why @p symbol fails: no map @p m, no task @p task, or else a null pointer. @return PAMI_INVAL */
static pami_result_t map_invalid(const char *symbol, const map_t *m, pami_task_t task)
{
    if (m == NULL)
        (void)emuq_pami_invalid("%s: no memory for the map of the tasks", symbol);
    else if (task >= m->tasks)
        (void)emuq_pami_invalid("%s: no task %u (the job has %u tasks)", symbol, task, m->tasks);
    else
        (void)emuq_pami_invalid("%s: a pointer is null", symbol);
    return emuq_pami_result(PAMI_INVAL);
}

static pami_result_t map_task2torus(pami_task_t task, size_t address[])
{
    const map_t *m = map_of_caller();
    if (m == NULL || task >= m->tasks || address == NULL)
        return map_invalid("EXT_torus_network task2torus", m, task);
    map_coordinates(m, task, address);
    return PAMI_SUCCESS;
}

static pami_result_t map_torus2task(size_t address[], pami_task_t *task)
{
    const map_t *m = map_of_caller();
    if (m == NULL || address == NULL || task == NULL)
        return map_invalid("EXT_torus_network torus2task", m, 0);
    for (uint32_t i = 0; i < m->tasks; i++) {
        size_t c[DIMENSIONS];
        map_coordinates(m, i, c);
        if (memcmp(c, address, sizeof c) == 0) {
            *task = i;
            return PAMI_SUCCESS;
        }
    }
    return emuq_pami_result(emuq_pami_invalid(
        "EXT_torus_network torus2task: no task has the coordinates (%zu,%zu,%zu,%zu,%zu,%zu)", address[0],
        address[1], address[2], address[3], address[4], address[5]));
}

static pami_result_t map_get_node_info(pami_task_t task, uint32_t *node_id, uint32_t *offset,
                                       uint32_t *max_nodes)
{
    const map_t *m = map_of_caller();
    if (m == NULL || task >= m->tasks)
        return map_invalid("EXT_is_local_task get_node_info", m, task);
    size_t c[DIMENSIONS];
    map_coordinates(m, task, c);
    *node_id = map_node_number(m, task);
    *offset = (uint32_t)c[DIMENSIONS - 1];
    *max_nodes = m->nodes;
    return PAMI_SUCCESS;
}

static const emuq_pami_symbol_t map_torus_symbols[] = {{"information", EMUQ_PAMI_FUNCTION(map_information)},
                                                       {"task2torus", EMUQ_PAMI_FUNCTION(map_task2torus)},
                                                       {"torus2task", EMUQ_PAMI_FUNCTION(map_torus2task)},
                                                       {NULL, NULL}};
static const emuq_pami_symbol_t map_local_symbols[] = {
    {"stride", (void *)sizeof(uint32_t)},
    {"bitmask", (void *)(uintptr_t)(LOCAL_BIT >> 24)},
    {"get_node_info", EMUQ_PAMI_FUNCTION(map_get_node_info)},
    {NULL, NULL}};

/* ---- EXT_bgq_l2atomic: memory for L2 atomic operations, private or shared by the node ---- */

#define NAME_BYTES 128
#define PAGE       4096u

/* Header of shared memory. */
typedef struct l2atomic_header {
    uint64_t users; /* atomic: number of mappings */
    uint64_t bytes; /* size of the mapping, with the header page */
    char name[NAME_BYTES];
} l2atomic_header_t;

static bool l2atomic_allow(void *memory, size_t bytes)
{
    if (Kernel_L2AtomicsAllocate(memory, bytes) == 0)
        return true;
    (void)emuq_pami_invalid("EXT_bgq_l2atomic: %zu bytes at %p cannot be used for L2 atomics", bytes, memory);
    return false;
}

static pami_result_t l2atomic_proc_memalign(void **memptr, size_t alignment, size_t bytes, const char *key)
{
    (void)key; /* names shared memory only */
    int error = EINVAL;
    void *memory;
    if (memptr != NULL && bytes != 0 && (alignment & (alignment - 1)) == 0)
        error = emuq_posix_memalign(&memory, alignment < sizeof(void *) ? sizeof(void *) : alignment, bytes);
    if (error != 0) {
        (void)emuq_pami_invalid("EXT_bgq_l2atomic proc_memalign: memptr %p, alignment %zu, %zu bytes: %s",
                                (void *)memptr, alignment, bytes,
                                error == EINVAL ? "expected a pointer, a power of 2 and 1 byte or more"
                                                : "no memory");
        return emuq_pami_result(PAMI_ERROR);
    }
    if (!l2atomic_allow(memory, bytes)) {
        free(memory);
        return emuq_pami_result(PAMI_ERROR);
    }
    *memptr = memory;
    return PAMI_SUCCESS;
}

static pami_result_t l2atomic_proc_free(void *mem)
{
    free(mem);
    return PAMI_SUCCESS;
}

/* Writes a name unique to the node, the job and the key. */
static void l2atomic_make_name(char name[NAME_BYTES], const char *key)
{
    uint64_t hash = emuq_pami_hash(key, strlen(key));
    uint32_t node = (Kernel_BlockThreadId() - Kernel_ProcessorID()) / 68;
    snprintf(name, NAME_BYTES, "/emuq-pami-%llx-%x-%llx", (unsigned long long)Kernel_GetJobID(), node,
             (unsigned long long)hash);
}

static pami_result_t l2atomic_node_free(void *mem)
{
    if (mem == NULL)
        return emuq_pami_result(emuq_pami_invalid("EXT_bgq_l2atomic node_free: mem is null"));
    l2atomic_header_t *header = (l2atomic_header_t *)(void *)((char *)mem - PAGE);
    size_t bytes = AO_load(&header->bytes);
    if (AO_fetch_and_sub1_full(&header->users) == 1)
        shm_unlink(header->name);
    return munmap(header, bytes) == 0 ? PAMI_SUCCESS : emuq_pami_result(PAMI_CHECK_ERRNO);
}

static pami_result_t l2atomic_node_memalign(void **memptr, size_t alignment, size_t bytes, const char *key)
{
    char name[NAME_BYTES];
    if (memptr == NULL || key == NULL)
        return emuq_pami_result(emuq_pami_invalid("EXT_bgq_l2atomic node_memalign: %s is null",
                                                  memptr == NULL ? "memptr" : "key"));
    if (bytes == 0 || alignment > PAGE)
        return emuq_pami_result(emuq_pami_invalid("EXT_bgq_l2atomic node_memalign: alignment %zu, %zu bytes; "
                                                  "expected up to %u, and 1 byte or more",
                                                  alignment, bytes, PAGE));
    l2atomic_make_name(name, key);
    size_t total = PAGE + (bytes + PAGE - 1) / PAGE * PAGE;
    int fd = shm_open(name, O_RDWR | O_CREAT, 0600);
    if (fd < 0)
        return emuq_pami_result(PAMI_CHECK_ERRNO);
    void *memory = MAP_FAILED;
    if (emuq_file_resize(fd, total) == 0)
        memory = mmap(NULL, total, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (memory == MAP_FAILED)
        return emuq_pami_result(PAMI_ENOMEM);
    l2atomic_header_t *header = memory;
    /* All users store the same value. */
    AO_store(&header->bytes, total);
    if (AO_fetch_and_add_full(&header->users, 1) == 0)
        snprintf(header->name, sizeof header->name, "%s", name);
    char *data = (char *)memory + PAGE;
    if (!l2atomic_allow(data, bytes)) {
        (void)l2atomic_node_free(data);
        return emuq_pami_result(PAMI_ERROR);
    }
    *memptr = data;
    return PAMI_SUCCESS;
}

static const emuq_pami_symbol_t l2atomic_symbols[] = {
    {"node_memalign", EMUQ_PAMI_FUNCTION(l2atomic_node_memalign)},
    {"node_free", EMUQ_PAMI_FUNCTION(l2atomic_node_free)},
    {"proc_memalign", EMUQ_PAMI_FUNCTION(l2atomic_proc_memalign)},
    {"proc_free", EMUQ_PAMI_FUNCTION(l2atomic_proc_free)},
    {NULL, NULL}};

static void extension_test_function(void) {}

static const emuq_pami_symbol_t extension_test_symbols[] = {
    {"foo", EMUQ_PAMI_FUNCTION(extension_test_function)},
    {"bar", EMUQ_PAMI_FUNCTION(extension_test_function)},
    {NULL, NULL}};

/* ---- the table of extensions; a handle is the address of a row ---- */

typedef struct extension {
    const char *name;
    const emuq_pami_symbol_t *symbols; /* names in any case; the last name is NULL */
    const char *cache_symbol;          /* symbol that points into the caller's map cache, or NULL */
    size_t cache_offset;               /* bytes */
    bool uses_map;
} extension_t;

static const emuq_pami_symbol_t extension_no_symbols[] = {{NULL, NULL}};

static const extension_t extensions[] = {
    {"EXT_async_progress", emuq_pami_async_symbols, NULL, 0, false},
    {"EXT_torus_network", map_torus_symbols, NULL, 0, true},
    /* The client tests LOCAL_BIT in the top byte of a task's map-cache word: byte 3 (little-endian). */
    {"EXT_is_local_task", map_local_symbols, "base", sizeof(uint32_t) - 1, true},
    {"BGQ_bgq_mapping", extension_no_symbols, "mapcache", 0, true},
    {"EXT_bgq_l2atomic", l2atomic_symbols, NULL, 0, false},
    {"EXT_test_extension", extension_test_symbols, NULL, 0, false},
};

pami_result_t PAMI_Extension_open(pami_client_t client, const char *name, pami_extension_t *extension)
{
    (void)client;
    if (name == NULL || extension == NULL)
        return emuq_pami_result(emuq_pami_invalid("%s is null", name == NULL ? "name" : "extension"));
    for (size_t i = 0; i < sizeof extensions / sizeof extensions[0]; i++) {
        const extension_t *e = &extensions[i];
        if (strcmp(e->name, name) != 0)
            continue;
        if (e->uses_map && map_of_caller() == NULL)
            return emuq_pami_result(PAMI_ERROR);
        *extension = (void *)(uintptr_t)e;
        return PAMI_SUCCESS;
    }
    (void)emuq_pami_invalid("no extension has the name \"%s\"", name);
    return emuq_pami_result(PAMI_UNIMPL);
}

pami_result_t PAMI_Extension_close(pami_extension_t extension)
{
    return emuq_pami_result(extension != NULL ? PAMI_SUCCESS : emuq_pami_invalid("extension is null"));
}

void *PAMI_Extension_symbol(pami_extension_t extension, const char *name)
{
    const extension_t *e = extension;
    if (e == NULL || name == NULL)
        return NULL;
    if (e->cache_symbol != NULL && strcasecmp(e->cache_symbol, name) == 0) {
        const map_t *m = map_of_caller();
        return m != NULL ? (char *)m->cache + e->cache_offset : NULL;
    }
    for (const emuq_pami_symbol_t *s = e->symbols; s->name != NULL; s++)
        if (strcasecmp(s->name, name) == 0)
            return s->value;
    return NULL;
}
