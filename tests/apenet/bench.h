/* SPDX-License-Identifier: BSD-3-Clause */
/** @file bench.h  @brief Cards without kernel and driver: only rings, queues, registers and commands. */
#ifndef TEST_APENET_BENCH_H
#define TEST_APENET_BENCH_H

#include "apenet/card/device.h"

#define BENCH_DEVICES   8u
#define BENCH_RING      8u
#define BENCH_QUEUE     16u
#define BENCH_GPU_BYTES (4u * APENET_GPU_PAGE_BYTES)

/** Simulated driver of a card. */
typedef struct bench_host {
    volatile uint32_t *reg;
    apenet_descriptor_t *ring; /**< [ring_size] */
    apenet_entry_t *queue;     /**< [queue_size] */
    uint32_t ring_size, queue_size;
    uint32_t fill, read, phase;
    uint16_t serial; /**< serial number of commands */
} bench_host_t;

/** The test bench. */
typedef struct bench {
    emuq_arena_t *arena;
    emuq_memory_t *memory;
    emuq_address_space_t *space;
    apenet_machine_t *machine;
    bench_host_t host[BENCH_DEVICES];
} bench_t;

/** Parameters of a bench. Zeros: one node, 64 TLB entries, the sizes above. */
typedef struct bench_plan {
    uint32_t size[3], pids, tlb_entries, ring, queue, gpus, period_ms;
    bool drops, has_no_tlb, is_packet;
    const struct apenet_fault_plan *faults;
    bool has_datagrams;
    const uint16_t *host_of; /**< kept until bench_close(); NULL: one host */
    uint32_t host;
} bench_plan_t;

void bench_open(bench_t *b, const bench_plan_t *plan);
void bench_close(bench_t *b);

/** Number of a process that has ended. */
unsigned bench_dead_process(void);

/** Makes memory accessible to all cards. @return its bus address */
uint64_t bench_map(bench_t *b, const void *p, size_t bytes);
/** Bus address of a byte. */
uint64_t bench_bus(bench_t *b, const void *p);

/** Submits a command for a process, or for GPU @p pid - APENET_PIDS. @return its status */
apenet_status_t bench_command(bench_t *b, unsigned card, apenet_op_t op, unsigned pid, uint64_t va,
                              const uint32_t word3[4]);
/** Registers pages and a buffer of process @p pid. @return status of the last command */
apenet_status_t bench_register(bench_t *b, unsigned card, unsigned pid, void *p, uint32_t bytes,
                               uint32_t flags, uint64_t magic);

/** A one-packet descriptor from card @p from, process 0, to card @p to, process @p pid, with event. */
apenet_descriptor_t bench_descriptor(bench_t *b, unsigned from, unsigned to, unsigned pid,
                                     apenet_rdma_cmd_t command, const void *source, uint32_t bytes,
                                     uint64_t address);

/** Puts a descriptor into the ring. @return false: full */
bool bench_post(bench_t *b, unsigned card, const apenet_descriptor_t *d);
/** Stores the ring pointer. */
void bench_ring(bench_t *b, unsigned card);

/** Takes the next event. @return whether one exists */
bool bench_event(bench_t *b, unsigned card, apenet_entry_t *e);
/** Takes the next event; kind 0: none. */
apenet_entry_t bench_next(bench_t *b, unsigned card);

unsigned bench_kind(const apenet_entry_t *e);
unsigned bench_status(const apenet_entry_t *e);

#endif /* TEST_APENET_BENCH_H */
