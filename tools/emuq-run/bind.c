/* SPDX-License-Identifier: BSD-3-Clause */
/* Shares of the processors for the ranks (--bind). */
#define _GNU_SOURCE
#include "tools/emuq-run/run.h"

#include <errno.h>
#include <hwloc.h>

#include "base/backoff.h"

struct emuq_binding {
    hwloc_topology_t topology; /* NULL: the topology is unknown */
    hwloc_cpuset_t allowed;
    hwloc_cpuset_t *share; /* [shares]: rank i uses share i modulo shares */
    uint32_t shares;       /* 0: no binding */
    uint32_t ranks;
    bool by_order;   /* ranks are counted in the order of their start */
    bool is_default; /* --bind is not given */
    uint32_t cores;  /* cores with an allowed processor */
};

/* Reads the cores of the host and the allowed processors. @return success */
static bool bind_load(emuq_binding_t *b)
{
    if (!emuq_affinity_is_available() || hwloc_topology_init(&b->topology) != 0) {
        b->topology = NULL;
        return false;
    }
    hwloc_topology_set_all_types_filter(b->topology, HWLOC_TYPE_FILTER_KEEP_NONE);
    hwloc_topology_set_type_filter(b->topology, HWLOC_OBJ_CORE, HWLOC_TYPE_FILTER_KEEP_ALL);
    b->allowed = emuq_need(hwloc_bitmap_alloc());
    return hwloc_topology_load(b->topology) == 0 &&
           hwloc_get_cpubind(b->topology, b->allowed, HWLOC_CPUBIND_PROCESS) == 0;
}

/* The next core with allowed processors. @param core predecessor; NULL: start with the first core */
static hwloc_obj_t bind_next_core(const emuq_binding_t *b, hwloc_obj_t core)
{
    do
        core = hwloc_get_next_obj_by_type(b->topology, HWLOC_OBJ_CORE, core);
    while (core != NULL && !hwloc_bitmap_intersects(core->cpuset, b->allowed));
    return core;
}

static void bind_make_shares(emuq_binding_t *b, uint32_t shares)
{
    b->share = emuq_need(calloc(shares, sizeof(*b->share)));
    b->shares = shares;
    for (uint32_t i = 0; i < shares; i++)
        b->share[i] = emuq_need(hwloc_bitmap_alloc());
}

/* Core c of C belongs to rank c * ranks / C, so that neighbouring ranks share caches. */
static void bind_share_cores(emuq_binding_t *b)
{
    hwloc_obj_t core = NULL;
    while ((core = bind_next_core(b, core)) != NULL)
        b->cores++;
    if (b->ranks > b->cores)
        return;
    bind_make_shares(b, b->ranks);
    for (uint64_t c = 0; (core = bind_next_core(b, core)) != NULL; c++) {
        hwloc_cpuset_t share = b->share[c * b->ranks / b->cores];
        hwloc_bitmap_or(share, share, core->cpuset);
        hwloc_bitmap_and(share, share, b->allowed);
    }
}

static int bind_share_list(emuq_binding_t *b, const char *list)
{
    hwloc_cpuset_t wanted = emuq_need(hwloc_bitmap_alloc());
    int rc = 0, weight = hwloc_bitmap_list_sscanf(wanted, list) == 0 ? hwloc_bitmap_weight(wanted) : 0;
    if (list[strspn(list, "0123456789,-")] != '\0' || weight < 1 ||
        !hwloc_bitmap_isincluded(wanted, b->allowed)) {
        char *allowed;
        emuq_need(hwloc_bitmap_list_asprintf(&allowed, b->allowed) >= 0 ? allowed : NULL);
        emuq_run_message("--bind: invalid value '%s' (expected core, none, or a list of processors among %s)",
                         list, allowed);
        free(allowed);
        rc = -EINVAL;
    } else {
        uint32_t i = 0;
        bind_make_shares(b, (uint32_t)weight);
        for (int processor = hwloc_bitmap_first(wanted); processor >= 0;
             processor = hwloc_bitmap_next(wanted, processor))
            hwloc_bitmap_set(b->share[i++], (unsigned)processor);
    }
    hwloc_bitmap_free(wanted);
    return rc;
}

int emuq_binding_open(emuq_binding_t **binding, const char *how, uint32_t ranks, bool by_order)
{
    emuq_binding_t *b = *binding = emuq_need(calloc(1, sizeof(*b)));
    b->ranks = ranks;
    b->by_order = by_order;
    b->is_default = how == NULL;
    bool by_cores = how == NULL || strcmp(how, "core") == 0;
    if ((by_cores && ranks < 2) || (how != NULL && strcmp(how, "none") == 0))
        return 0;
    if (!bind_load(b)) {
        emuq_run_message("cannot learn which processors there are; ranks are not bound");
        return 0;
    }
    if (!by_cores)
        return bind_share_list(b, how);
    bind_share_cores(b);
    return 0;
}

void emuq_binding_offer(const emuq_binding_t *b, emuq_launch_t *launch)
{
    uint64_t processors[EMUQ_UNBOUND_WORDS];
    if (!b->is_default || b->shares == 0 || hwloc_bitmap_last(b->allowed) >= (int)(64 * EMUQ_UNBOUND_WORDS))
        return;
    for (unsigned i = 0; i < EMUQ_UNBOUND_WORDS; i++)
        processors[i] = hwloc_bitmap_to_ith_ulong(b->allowed, i);
    emuq_launch_unbind(launch, processors);
}

void emuq_binding_close(emuq_binding_t *b)
{
    for (uint32_t i = 0; i < b->shares; i++)
        hwloc_bitmap_free(b->share[i]);
    free(b->share);
    hwloc_bitmap_free(b->allowed);
    if (b->topology != NULL)
        hwloc_topology_destroy(b->topology);
    free(b);
}

void emuq_binding_print(const emuq_binding_t *b)
{
    char *text;
    if (b->shares == 0) {
        if (b->cores != 0)
            emuq_run_message("ranks%s are not bound to processors: %u of them, %u cores", emuq_member_where,
                             b->ranks, b->cores);
        else
            emuq_run_message("ranks%s are not bound to processors", emuq_member_where);
        return;
    }
    FILE *out = emuq_text_open(&text);
    for (uint32_t i = 0; i < b->shares && i < b->ranks; i++) {
        char *list;
        emuq_need(hwloc_bitmap_list_asprintf(&list, b->share[i]) >= 0 ? list : NULL);
        fprintf(out, "%s%s %u: %s", i != 0 ? "; " : "", b->by_order ? "number" : "rank", i, list);
        free(list);
    }
    fprintf(out, "%s", b->shares < b->ranks ? "; and so on in turn" : "");
    fclose(out);
    emuq_run_message("ranks%s are bound to processors: %s", emuq_member_where, (const char *)emuq_need(text));
    free(text);
}

void emuq_binding_apply(const emuq_binding_t *b, uint32_t rank, uint32_t started)
{
    uint32_t number = b->by_order ? started : rank;
    if (b->shares != 0)
        (void)hwloc_set_cpubind(b->topology, b->share[number % b->shares], HWLOC_CPUBIND_PROCESS);
}

bool emuq_binding_join(const emuq_binding_t *b, const emuq_launch_t *launch)
{
    if (b->by_order || b->shares == 0)
        return false;
    hwloc_cpuset_t set = emuq_need(hwloc_bitmap_alloc());
    for (uint32_t rank = 0; rank < b->ranks; rank++)
        if (emuq_launch_is_here(launch, rank))
            hwloc_bitmap_or(set, set, b->share[rank % b->shares]);
    bool joins = !hwloc_bitmap_iszero(set) && !hwloc_bitmap_isequal(set, b->allowed) &&
                 hwloc_set_cpubind(b->topology, set, HWLOC_CPUBIND_PROCESS) == 0;
    hwloc_bitmap_free(set);
    return joins;
}

void emuq_binding_leave(const emuq_binding_t *b)
{
    (void)hwloc_set_cpubind(b->topology, b->allowed, HWLOC_CPUBIND_PROCESS);
}
