/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file opencl.h
 * @brief Kernels in OpenCL on the memory of a GPU of APEnet+ cards, and ports of messages for this memory.
 *
 * Kernels run on an OpenCL device that shares all memory with the host, as the CPU device of PoCL does.
 * Errors end the program with a message. For one thread; each rank opens its context. Without OpenCL,
 * opencl_absent.c replaces opencl.c, and opencl_open() always fails.
 */
#ifndef EXAMPLES_OPENCL_H
#define EXAMPLES_OPENCL_H

#include "apenet_world.h"

#define OPENCL_GPU     0  /**< number of the GPU at each node */
#define OPENCL_SKIPPED 77 /**< exit status of programs without OpenCL */

typedef struct opencl opencl_t;

/** A kernel of the program. */
typedef void *opencl_kernel_t;

/** Memory of the GPU. */
typedef struct opencl_memory {
    char *at;     /**< address for the card and apenet_gpu_copy() */
    void *buffer; /**< the cl_mem of kernels */
} opencl_memory_t;

/** Collective: compiles a program of kernels in OpenCL C 1.2.
 * @return NULL: a rank has no OpenCL, and rank 0 has printed so */
opencl_t *opencl_open(apenet_world_t *w, const char *source);

/** Waits for all kernels, and frees kernels and memory except the blocks of the GPU, which are freed with the
 * card. */
void opencl_close(opencl_t *cl);

/** Allocates a block. Limit: EMUQ_APENET_GPU_MEMORY. */
opencl_memory_t opencl_alloc(opencl_t *cl, size_t bytes);

/** Permits kernels to use memory of the GPU that is allocated already. */
opencl_memory_t opencl_use(opencl_t *cl, void *gpu, size_t bytes);

/** Copies between the host and the GPU. */
void opencl_copy(opencl_t *cl, void *to, const void *from, size_t bytes);

opencl_kernel_t opencl_kernel(opencl_t *cl, const char *name);

/** Sets argument @p n of a kernel to memory of the GPU. */
void opencl_set_memory(opencl_t *cl, opencl_kernel_t kernel, unsigned n, opencl_memory_t memory);

/** Sets argument @p n of a kernel to a value. */
void opencl_set(opencl_t *cl, opencl_kernel_t kernel, unsigned n, const void *value, size_t bytes);

/** Starts a kernel with a work item for each triple of numbers below @p items, after the kernels before. */
void opencl_start(opencl_t *cl, opencl_kernel_t kernel, size_t x, size_t y, size_t z);

/** Waits for all kernels. */
void opencl_wait(opencl_t *cl);

/* ---- ports ----
 *
 * Kernels write messages to `out` and read messages from `in`. *Direct*: the card reads `out`, and writes to
 * `in`, which is the window of the rank. *Staged*: the window is memory of the host, and apenet_gpu_copy()
 * moves messages from `out` to the host, and from the window to `in`. */

typedef struct opencl_ports {
    opencl_t *cl;
    apenet_world_t *world;
    opencl_memory_t out; /**< messages to send, at multiples of the size of a port */
    opencl_memory_t in;  /**< ports */
    char *staging;       /**< `out` on the host; NULL: direct */
} opencl_ports_t;

/** Collective: opens the window of @p world, with @p messages to send at a time. */
static inline void opencl_ports_open(opencl_ports_t *p, opencl_t *cl, apenet_world_t *world, unsigned ports,
                                     unsigned messages, size_t port_bytes, bool is_direct)
{
    p->cl = cl;
    p->world = world;
    p->out = opencl_alloc(cl, messages * port_bytes);
    if (is_direct) {
        p->staging = NULL;
        apenet_world_gpu_window(world, OPENCL_GPU, ports, port_bytes);
        p->in = opencl_use(cl, world->window, ports * port_bytes);
    } else {
        p->staging = apenet_world_alloc(world, messages * port_bytes);
        apenet_world_window(world, ports, port_bytes);
        p->in = opencl_alloc(cl, ports * port_bytes);
    }
}

static inline void opencl_ports_close(opencl_ports_t *p)
{
    apenet_world_sent(p->world);
    free(p->staging);
}

/** Puts message number @p message of `out` to a port of a rank. All kernels that write the message have
 * finished. The message may be overwritten after apenet_world_sent(). */
static inline void opencl_ports_put(opencl_ports_t *p, unsigned rank, unsigned port, unsigned message,
                                    size_t bytes)
{
    size_t offset = message * p->world->port_bytes;
    char *source = p->out.at + offset;
    if (p->staging != NULL) {
        opencl_copy(p->cl, p->staging + offset, source, bytes);
        source = p->staging + offset;
    }
    apenet_world_put(p->world, rank, port, source, bytes);
}

/** Waits for the next message in a port; then kernels may read the message. */
static inline void opencl_ports_receive(opencl_ports_t *p, unsigned port, size_t bytes)
{
    apenet_world_receive(p->world, port);
    if (p->staging != NULL)
        opencl_copy(p->cl, p->in.at + port * p->world->port_bytes, apenet_world_port(p->world, port), bytes);
}

#endif /* EXAMPLES_OPENCL_H */
