/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file endpoint.h
 * @brief What the 32 bits of an endpoint mean: the task, and the offset of its context.
 */
#ifndef EMUQ_PAMI_ENDPOINT_H
#define EMUQ_PAMI_ENDPOINT_H

#include <stdint.h>

#define EMUQ_PAMI_TASK_BITS   23
#define EMUQ_PAMI_TASK_MASK   ((1u << EMUQ_PAMI_TASK_BITS) - 1)
#define EMUQ_PAMI_OFFSET_MASK 63u

/** Makes an endpoint. */
static inline uint32_t emuq_pami_endpoint(uint32_t task, uint32_t offset)
{
    return offset << EMUQ_PAMI_TASK_BITS | task;
}

/** The task of an endpoint. */
static inline uint32_t emuq_pami_task(uint32_t endpoint)
{
    return endpoint & EMUQ_PAMI_TASK_MASK;
}

/** The context offset of an endpoint; beyond EMUQ_PAMI_OFFSET_MASK it is none. */
static inline uint32_t emuq_pami_offset(uint32_t endpoint)
{
    return endpoint >> EMUQ_PAMI_TASK_BITS;
}

#endif /* EMUQ_PAMI_ENDPOINT_H */
