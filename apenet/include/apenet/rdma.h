/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file rdma.h
 * @brief RDMA by an APEnet+ card.
 *
 * Each node of the torus (up to 32x32x32) has a card for up to 4 processes.
 *
 * Guarantees:
 *  1. put and send wait while the ring is full. The source is reusable after APENET_EVENT_SENT.
 *  2. Messages between two processes are written and reported in call order. There is no other order, nor one
 * with gets.
 *  3. APENET_EVENT_RECEIVED makes all bytes of the message visible.
 *  4. After APENET_EVENT_GET_DONE with status 0 the bytes are in local memory.
 *  5. After apenet_unregister_buffer() no packet writes to the buffer.
 *  6. All functions are thread-safe. Each event goes to one caller.
 *  7. A running GPU kernel may see the bytes of messages in any order before apenet_gpu_acquire().
 *
 * Functions return 0 or a negative errno; a rejected call has no effect. C and C++98.
 */
#ifndef APENET_RDMA_H
#define APENET_RDMA_H

#include <stddef.h>
#include <stdint.h>

#include "apenet/event.h"
#include "apenet/packet.h"

#ifdef __cplusplus
extern "C" {
#endif

/** @addtogroup apenet_cards
 * @{ */
/** An open card. */
typedef struct apenet_card apenet_card_t;
/** @} */

/** A registered buffer; id 0: none. */
typedef struct {
    uint64_t id; /**< identifier in the process */
} apenet_buffer_t;

/** @addtogroup apenet_events
 * @{ */
/** An event of a card, returned by apenet_wait_event().
 *
 * APENET_EVENT_HEALTH (packet mode, apenet 8.6): `peer` is this node or a neighbour, with pid 0; `tag` its
 * health, fields APENET_HEALTH_ of link.h; `context` the ::apenet_port_t of the neighbour, or ::APENET_PORTS
 * for this node; `status` 0, -EHOSTDOWN: its host has stopped, or -ENETDOWN: its card or the link has failed.
 * The first event of a node differs from good health. Changes between two waits make one event, with the last
 * state.
 */
typedef struct {
    int kind;               /**< ::apenet_event_kind_t */
    int status;             /**< 0 or a negative errno */
    apenet_address_t peer;  /**< remote end */
    void *address;          /**< first written byte; NULL for a local put or send */
    uint64_t bytes;         /**< size of the message; received: bytes written */
    uint64_t context;       /**< context of the receiving buffer */
    uint64_t tag;           /**< tag of the local operation */
    apenet_buffer_t buffer; /**< receiving buffer */
} apenet_event_t;
/** @} */

/** Flags of apenet_register_buffer(). */
enum {
    APENET_STREAMING = 1, /**< receives one send, then waits for apenet_rearm_buffer() */
    APENET_GET = 2        /**< readable by gets */
};
#define APENET_GPU(n) (0x10u | (unsigned)(n) << 5) /**< buffer in memory of GPU @p n */

/** Flags of apenet_rdma_put(), apenet_rdma_get() and apenet_rdma_send(). */
enum {
    APENET_NOWAIT = 1, /**< returns -EAGAIN if the ring lacks slots or another thread uses it */
    APENET_SILENT = 2, /**< no APENET_EVENT_SENT */
    APENET_PHYS = 4    /**< put by physical address to the caller, for measurements */
};

#define APENET_REMOTE_GPU(n) (0x10u | (unsigned)(n) << 5)     /**< remote end in GPU @p n */
#define APENET_LOCAL_GPU(n)  (0x10000u | (unsigned)(n) << 17) /**< local end in GPU @p n */

/** @addtogroup apenet_events
 * @{ */
#define APENET_KIND(kind) (1u << (kind)) /**< selects events of a ::apenet_event_kind_t */
#define APENET_ANY        0xffffffbfu    /**< selects all events except APENET_EVENT_HEALTH */
/** @} */

/** @addtogroup apenet_cards
 * @{ */
/**
 * Opens a card.
 * @param card number of the card at the node: 0
 * @param out the same handle for all calls of a process; close each
 * @return 0; -ENXIO: no such card; -EINVAL: unsupported shape, processes per node, or settings of the
 * network; -ENOTSUP: not backend `emulator`, or no access to memory of other processes after emuq_join();
 * -ENOMEM; a negative errno of socket(2) with
 * EMUQ_APENET_LINK=udp. Prints the reason.
 */
int apenet_open(unsigned card, apenet_card_t **out);

/** Closes a card. The last call, when no thread uses the card, unregisters the buffers and drops the events.
 * @return 0; -EBUSY: incomplete operations; -EINVAL: not open */
int apenet_close(apenet_card_t *card);

/** Reports the address of the caller and the lattice (nodes per dimension; pid: processes per node). Pointers
 * may be NULL. @return 0 */
int apenet_whoami(apenet_card_t *card, apenet_address_t *me, apenet_address_t *lattice);
/** @} */

/**
 * Registers a buffer for puts, sends (APENET_STREAMING) and gets (APENET_GET). Buffers may overlap. Equal
 * arguments give the same buffer, to be unregistered as often.
 * @param bytes 1..2^32-1
 * @param flags APENET_STREAMING, APENET_GET, APENET_GPU()
 * @param context returned in events
 * @return 0; -EINVAL; -EFAULT: not mapped, not writable, or not on the GPU; -ENXIO: no such GPU; -ENOSPC:
 * table full; -ENOMEM
 */
int apenet_register_buffer(apenet_card_t *card, void *address, size_t bytes, unsigned flags, uint64_t context,
                           apenet_buffer_t *out);

/** Unregisters a buffer. @return 0; -ENOENT; -EBUSY: used by an operation of this process */
int apenet_unregister_buffer(apenet_card_t *card, apenet_buffer_t buffer);

/** Re-arms a streaming buffer for one more message. Messages select the other buffers first. @return 0;
 * -ENOENT; -EINVAL: not a streaming buffer */
int apenet_rearm_buffer(apenet_card_t *card, apenet_buffer_t buffer);

/**
 * Writes to a registered buffer of a process, also on the same node.
 * @param local unchanged and mapped until the put is complete; need not be registered
 * @param bytes 1..2^32-1
 * @param remote_va address in a buffer of @p to, not 0
 * @param tag returned by APENET_EVENT_SENT
 * @param flags APENET_NOWAIT, APENET_SILENT, APENET_PHYS, APENET_LOCAL_GPU(), APENET_REMOTE_GPU(). With
 * APENET_PHYS @p to is the caller, the target has the page offset of the source, and the event has the
 * physical address and no buffer.
 * @return 0; -EINVAL; -EFAULT: source or physical target not mapped (unchecked in registered buffers) or not
 * on the GPU; -ENXIO: no such node, process or GPU (APENET_PHYS: not the caller); -EHOSTDOWN: the process has
 * died in a job with EMUQ_ON_PEER_DEATH=report, or has died or left after emuq_join() (earlier messages that
 * are not complete get an APENET_EVENT_ERROR, or APENET_EVENT_GET_DONE, with this status); -EAGAIN: see
 * APENET_NOWAIT; -ENOSPC: source not pinnable; -ENOMEM: no memory for events that block the ring
 */
int apenet_rdma_put(apenet_card_t *card, apenet_address_t to, const void *local, size_t bytes,
                    uint64_t remote_va, uint64_t tag, unsigned flags);

/** Reads from a buffer registered with APENET_GET; otherwise like apenet_rdma_put(). Completes with
 * APENET_EVENT_GET_DONE; status -EACCES: not permitted.
 * @param flags all except APENET_SILENT and APENET_PHYS */
int apenet_rdma_get(apenet_card_t *card, apenet_address_t from, void *local, size_t bytes, uint64_t remote_va,
                    uint64_t tag, unsigned flags);

/** Sends to the first free streaming buffer of a process that is large enough; otherwise like
 * apenet_rdma_put().
 * @param bytes 1..4096, else -EMSGSIZE
 * @param flags all except APENET_PHYS */
int apenet_rdma_send(apenet_card_t *card, apenet_address_t to, const void *local, size_t bytes, uint64_t tag,
                     unsigned flags);

/** @addtogroup apenet_events
 * @{ */
/**
 * Takes the oldest event of the given kinds and keeps the rest. Each process gets the HEALTH events of its
 * node if it selects them; they have no order with events of a second kind.
 * @param kinds OR of APENET_KIND(), APENET_ANY
 * @param timeout_ms -1: no timeout; 0: do not wait
 * @return 0; -ETIMEDOUT; -EINVAL: no kinds; -ENOMEM: no memory for the next event; taking events frees memory
 */
int apenet_wait_event(apenet_card_t *card, unsigned kinds, int timeout_ms, apenet_event_t *out);

/** Eventfd of the process for a card, for poll(); closed by apenet_close(). Readable initially, and from a
 * possible event until apenet_wait_event() returns -ETIMEDOUT. Kernel rings (gpu_ring.h) do not signal.
 * Thread-safe (apenet 4.2).
 * @return file descriptor, equal for all calls; or as eventfd(2) */
int apenet_event_fd(apenet_card_t *card);
/** @} */

/**
 * @addtogroup apenet_gpu
 * A GPU has memory in blocks, each of one process. Addresses are unique on the node. The host copies by
 * apenet_gpu_copy(); *kernels* (OpenCL, or a simulating thread) use apenet_gpu_kernel_address(); the card
 * needs APENET_GPU(), APENET_LOCAL_GPU() or APENET_REMOTE_GPU().
 * @{
 */

/** Allocates an uninitialised block in pages of 64 KiB. @param gpu number at the node, from 0
 * @return 0; -EINVAL: no bytes; -ENXIO: no such GPU; -ENOMEM: no such gap */
int apenet_gpu_alloc(apenet_card_t *card, int gpu, size_t bytes, void **out);

/** Frees a block; NULL does nothing. apenet_close() frees all. @return 0; -ENOENT: no block of this process;
 * -EBUSY: used by a buffer or operation of this process */
int apenet_gpu_free(apenet_card_t *card, void *memory);

/** Copies bytes without overlap between the host and GPUs of the node. @return 0; -EINVAL: no bytes; -EFAULT:
 * no such memory; or as apenet_open() */
int apenet_gpu_copy(void *to, const void *from, size_t bytes);

/** Orders received bytes before reads of kernels. @return 0; -EINVAL: not an event of GPU memory */
int apenet_gpu_acquire(const apenet_event_t *event);

/** Address of GPU memory for kernels. @return 0; -EFAULT: not in one block of this process; or as
 * apenet_open() */
int apenet_gpu_kernel_address(const void *memory, size_t bytes, void **out);

/** @} */

#ifdef __cplusplus
}
#endif

#endif /* APENET_RDMA_H */
