/* SPDX-License-Identifier: BSD-3-Clause */
#include "played.h"

#include <time.h>
#include <unistd.h>

#include "backends/backend.h"
#include "emuq_test.h"
#include "points.h"

static int region_file(const emuq_region_t *region, void *context)
{
    (void)context;
    return emuq_memory_file("region", region->layout.region_bytes);
}

void played_open(played_t *p)
{
    emuq_device_plan_t plan = {.geometry = {.size = {1, 1, 1, 1, 1}, .torus = 0x1f},
                               .ppn = 1,
                               .aperture_bytes = EMUQ_GRANULE_BYTES,
                               .aperture_pa = UINT64_C(1) << 35};
    int status, file = p->memory_file = emuq_memory_file("memory", EMUQ_GRANULE_BYTES);
    CU_ASSERT_FATAL(file >= 0);
    CU_ASSERT_EQUAL_FATAL(emuq_memory_map(&p->memory, file, 0, EMUQ_GRANULE_BYTES), 0);
    CU_ASSERT_EQUAL_FATAL(emuq_device_open(&plan, 1, &p->memory, region_file, NULL, &p->device), 0);
    p->member = emuq_device_join(p->device, 1, 0, 4711, &status);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p->member);
}

void played_close(played_t *p)
{
    points_clear();
    emuq_device_close(p->device);
    emuq_memory_unmap(&p->memory);
    close(p->memory_file);
}

void played_request(const played_t *p, emuq_device_command_t command, const uint64_t argument[4])
{
    emuq_device_control_t *c = p->device->node[0].control;
    /* Atomic: the test may have read the last reply through a different mapping. */
    __atomic_store_n(&c->command, command, __ATOMIC_RELAXED);
    for (int i = 0; i < 4; i++)
        __atomic_store_n(&c->argument[i], argument != NULL ? argument[i] : 0, __ATOMIC_RELAXED);
    __atomic_store_n(&c->request, c->request + 1, __ATOMIC_RELEASE);
    emuq_scan_wake(p->device);
}

bool played_is_answered(const played_t *p)
{
    const emuq_device_control_t *c = p->device->node[0].control;
    return __atomic_load_n(&c->answer, __ATOMIC_ACQUIRE) == c->request;
}

int64_t played_status(const played_t *p)
{
    while (!played_is_answered(p))
        played_pause();
    return p->device->node[0].control->status;
}

void played_pause(void)
{
    nanosleep(&(struct timespec){0, 1000000}, NULL);
}
