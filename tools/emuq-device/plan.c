/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-device/plan.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

#define A_TO_D_MOST 64u
#define E_MOST      2u
#define PPN_MOST    64u

static int __attribute__((format(printf, 3, 4))) refuse(char *reason, size_t bytes, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(reason, bytes, format, list);
    va_end(list);
    return -EINVAL;
}

static bool is_granular(uint64_t bytes)
{
    return bytes % EMUQ_GRANULE_BYTES == 0;
}

static int check_nodes(const emuq_plan_t *plan, char *reason, size_t bytes)
{
    uint64_t nodes = 1;
    for (int d = 0; d < 5; d++) {
        uint32_t size = plan->geometry.size[d], most = d < 4 ? A_TO_D_MOST : E_MOST;
        if (size < 1 || size > most)
            return refuse(reason, bytes, "dimension %c has 1 to %u nodes, not %u", "ABCDE"[d], most, size);
        nodes *= size;
    }
    if (nodes > EMUQ_DEVICE_NODES_MOST)
        return refuse(reason, bytes, "the device has at most %u nodes", EMUQ_DEVICE_NODES_MOST);
    if (plan->geometry.torus > 0x1f)
        return refuse(reason, bytes, "0x%x has bits that are no dimension", plan->geometry.torus);
    if (plan->ppn > PPN_MOST || (plan->ppn & (plan->ppn - 1)) != 0)
        return refuse(reason, bytes, "a node has 1, 2, 4 and so on up to %u processes, not %u", PPN_MOST,
                      plan->ppn);
    return 0;
}

int emuq_plan_check(const emuq_plan_t *plan, uint64_t memory_bytes, char *reason, size_t bytes)
{
    int rc = check_nodes(plan, reason, bytes);
    if (rc != 0)
        return rc;
    if (!is_granular(plan->aperture_bytes) || !is_granular(plan->aperture_stride) ||
        !is_granular(plan->aperture_pa) || plan->aperture_bytes == 0)
        return refuse(reason, bytes, "aperture sizes and addresses are multiples of 64 MiB");
    if (plan->aperture_pa >> EMUQ_PA_BITS != 0 ||
        plan->aperture_bytes > (UINT64_C(1) << EMUQ_PA_BITS) - plan->aperture_pa)
        return refuse(reason, bytes, "an aperture ends at 2^%u or before", EMUQ_PA_BITS);
    uint64_t end;
    if (__builtin_mul_overflow(plan->aperture_stride, emuq_geometry_nodes(&plan->geometry) - 1, &end) ||
        __builtin_add_overflow(end, plan->aperture_bytes, &end) || end > memory_bytes)
        return refuse(reason, bytes, "the apertures do not fit into the memory of %llu bytes",
                      (unsigned long long)memory_bytes);
    return 0;
}
