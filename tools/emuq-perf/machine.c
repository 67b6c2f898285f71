/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-perf/machine.h"

#include <hwloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/cores.h"
#include "tools/common/output.h"

static const struct level {
    hwloc_obj_type_t type;
    const char *name;
} levels[] = {{HWLOC_OBJ_L1CACHE, "L1"}, {HWLOC_OBJ_L2CACHE, "L2"}, {HWLOC_OBJ_L3CACHE, "L3"}};

#define LEVELS (sizeof levels / sizeof levels[0])

/* A launcher may have bound this process to its share of the cores: those of the job are the launcher's. */
static void restrict_to_job(hwloc_topology_t topology)
{
    hwloc_bitmap_t own = hwloc_bitmap_alloc(), launcher = hwloc_bitmap_alloc();
    if (own != NULL && launcher != NULL && hwloc_get_cpubind(topology, own, HWLOC_CPUBIND_PROCESS) == 0) {
        if (getenv("EMUQ_RANK") != NULL &&
            hwloc_get_proc_cpubind(topology, getppid(), launcher, HWLOC_CPUBIND_PROCESS) == 0)
            hwloc_bitmap_or(own, own, launcher);
        (void)hwloc_topology_restrict(topology, own, 0);
    }
    hwloc_bitmap_free(own);
    hwloc_bitmap_free(launcher);
}

/* @return the part of the machine that this job may use, or NULL. */
static hwloc_topology_t load(void)
{
    hwloc_topology_t topology;
    if (!emuq_affinity_is_known() || hwloc_topology_init(&topology) != 0)
        return NULL;
    if (hwloc_topology_set_flags(topology, HWLOC_TOPOLOGY_FLAG_IS_THISSYSTEM) == 0 &&
        hwloc_topology_load(topology) == 0) {
        restrict_to_job(topology);
        return topology;
    }
    hwloc_topology_destroy(topology);
    return NULL;
}

static unsigned count(hwloc_topology_t topology, hwloc_obj_type_t type)
{
    int n = topology != NULL ? hwloc_get_nbobjs_by_type(topology, type) : 0;
    return n > 0 ? (unsigned)n : 0;
}

uint32_t perf_machine_cores(int *core, uint32_t most)
{
    hwloc_topology_t topology = load();
    hwloc_obj_type_t type = count(topology, HWLOC_OBJ_CORE) > 0 ? HWLOC_OBJ_CORE : HWLOC_OBJ_PU;
    uint32_t cores = count(topology, type);
    if (cores > most)
        cores = most;
    for (uint32_t i = 0; i < cores; i++)
        core[i] = hwloc_bitmap_first(hwloc_get_obj_by_type(topology, type, i)->cpuset);
    if (topology != NULL)
        hwloc_topology_destroy(topology);
    if (cores == 0) {
        core[0] = 0;
        cores = 1;
    }
    return cores;
}

/* ---- what is printed ---- */

static const char *model(hwloc_topology_t topology)
{
    hwloc_obj_t package = topology != NULL ? hwloc_get_obj_by_type(topology, HWLOC_OBJ_PACKAGE, 0) : NULL;
    const char *name = package != NULL ? hwloc_obj_get_info_by_name(package, "CPUModel") : NULL;
    return name != NULL ? name : "unknown";
}

static unsigned long long cache_bytes(hwloc_topology_t topology, hwloc_obj_type_t type)
{
    return (unsigned long long)hwloc_get_obj_by_type(topology, type, 0)->attr->cache.size;
}

static unsigned long long memory_bytes(hwloc_topology_t topology)
{
    return topology != NULL ? (unsigned long long)hwloc_get_root_obj(topology)->total_memory : 0;
}

void perf_machine_print(FILE *out)
{
    struct utsname system;
    hwloc_topology_t topology = load();
    uname(&system);
    fprintf(out, "EMUQ %s on %s, %s %s, %u cores", EMUQ_VERSION, model(topology), system.sysname,
            system.release, count(topology, HWLOC_OBJ_CORE));
    for (size_t i = 0; i < LEVELS; i++)
        if (count(topology, levels[i].type) != 0)
            fprintf(out, ", %u x %s of %llu KiB", count(topology, levels[i].type), levels[i].name,
                    cache_bytes(topology, levels[i].type) / 1024);
    putc('\n', out);
    if (topology != NULL)
        hwloc_topology_destroy(topology);
}

static void member(FILE *out, const char *name, const char *text, const char *end)
{
    emuq_json_string(out, name);
    fputs(": ", out);
    emuq_json_string(out, text);
    fputs(end, out);
}

void perf_machine_json(FILE *out)
{
    struct utsname system;
    hwloc_topology_t topology = load();
    uname(&system);
    fputs("  \"machine\": {", out);
    member(out, "processor", model(topology), ", ");
    member(out, "architecture", system.machine, ", ");
    fprintf(out, "\"cores\": %u, \"hardware_threads\": %u, \"memory\": %llu, \"caches\": [",
            count(topology, HWLOC_OBJ_CORE), count(topology, HWLOC_OBJ_PU), memory_bytes(topology));
    const char *separator = "";
    for (size_t i = 0; i < LEVELS; i++) {
        if (count(topology, levels[i].type) == 0)
            continue;
        fprintf(out, "%s{\"level\": \"%s\", \"count\": %u, \"bytes\": %llu}", separator, levels[i].name,
                count(topology, levels[i].type), cache_bytes(topology, levels[i].type));
        separator = ", ";
    }
    fputs("]},\n  \"versions\": {", out);
    member(out, "emuq", EMUQ_VERSION, ", ");
    member(out, "compiler", __VERSION__, ", ");
    member(out, "system", system.sysname, ", ");
    member(out, "kernel", system.release, "}");
    if (topology != NULL)
        hwloc_topology_destroy(topology);
}
