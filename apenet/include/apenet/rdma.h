/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file rdma.h
 * @brief RDMA by an APEnet+ card: register buffers, put, get, send, wait for events.
 *
 * A node of the torus (shape AxBxC, each up to 32) has one card, which its processes share, up to 4 of them;
 * an address is the coordinates of the node and the number of the process there. Whoever knows the address of
 * a registered buffer can write to it: there is no key.
 *
 * What holds:
 *  1. put and send return when the message is accepted; they wait while the card's ring is full. After
 *     APENET_EVENT_SENT the source may be changed.
 *  2. Messages from one process to another are written, and their events given, in the order of the calls.
 * There is no order between destinations, between processes, or of a get and puts.
 *  3. Who has seen APENET_EVENT_RECEIVED sees all bytes of the message.
 *  4. After APENET_EVENT_GET_DONE with status 0 the bytes are in local memory.
 *  5. After apenet_unregister_buffer() has returned, no packet writes to the buffer.
 *  6. All functions are thread-safe, also on one card. An event goes to one caller.
 *  7. A kernel that runs on a GPU sees the bytes of messages in no order that it can rely on, before
 * apenet_gpu_acquire() with their event.
 *
 * The functions return 0 or a negative errno; a refused call has changed nothing. C and C++98.
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

/** A card, as a process uses it. */
typedef struct apenet_card apenet_card_t;

/** A registered buffer; id 0: none. */
typedef struct {
    uint64_t id;
} apenet_buffer_t;

/** Something that has happened. */
typedef struct {
    int kind;               /**< ::apenet_event_kind_t */
    int status;             /**< 0 or a negative errno */
    apenet_address_t peer;  /**< the other end */
    void *address;          /**< first byte that was written; of a put or send of one's own, NULL */
    uint64_t bytes;         /**< of the message; of a received one, those that were written */
    uint64_t context;       /**< of the buffer, as given when it was registered */
    uint64_t tag;           /**< of a put, get or send of one's own */
    apenet_buffer_t buffer; /**< that has received the message */
} apenet_event_t;

/** Flags of buffers. */
enum {
    APENET_STREAMING = 1, /**< takes one message that is sent without an address, then waits to be re-armed */
    APENET_GET = 2        /**< other processes may read it */
};
#define APENET_GPU(n) (0x10u | (unsigned)(n) << 5) /**< it is in memory of GPU @p n (gpu.h) */

/** Flags of operations. */
enum {
    APENET_NOWAIT = 1, /**< returns -EAGAIN if the ring has no room for the message (or is not empty, if it is
                          longer), and maybe also while another thread uses the ring */
    APENET_SILENT =
        2, /**< no APENET_EVENT_SENT: the program learns otherwise when the source may be changed */
    APENET_PHYS =
        4 /**< a put to memory of the caller itself, by its physical address: a loop for measurements */
};

#define APENET_REMOTE_GPU(n) (0x10u | (unsigned)(n) << 5)     /**< the other end is on GPU @p n there */
#define APENET_LOCAL_GPU(n)  (0x10000u | (unsigned)(n) << 17) /**< the own end is on GPU @p n */

/** For apenet_wait_event(): the kinds that are meant. */
#define APENET_KIND(kind) (1u << (kind))
#define APENET_ANY        0xffffffffu /**< all kinds */

/**
 * Opens a card.
 * @param card number of the card at the node: 0.
 * @param out the same for all calls of a process; each is to be closed.
 * @return 0; -ENXIO: no such card; -EINVAL: the partition's shape is none of a torus of APEnet+, or the node
 * has more than 4 processes; -ENOTSUP: the partition is spread over hosts, or its backend is not `emulator`;
 * -ENOMEM. What a partition lacks is said on standard error, once.
 */
int apenet_open(unsigned card, apenet_card_t **out);

/** Closes a card. With the last call, buffers of the process are unregistered, and its events are dropped; no
 * other thread uses the card then. @return 0; -EBUSY: operations of the process are not complete; -EINVAL: it
 * is not open */
int apenet_close(apenet_card_t *card);

/** Tells the caller's address, and the number of nodes per dimension with the number of processes per node as
 * pid. Either may be NULL. */
int apenet_whoami(apenet_card_t *card, apenet_address_t *me, apenet_address_t *lattice);

/**
 * Registers a buffer: other processes may put to it, or send if it is a streaming one.
 * @param bytes 1..2^32-1 @param flags APENET_STREAMING, APENET_GET, APENET_GPU() @param context comes back in
 * events.
 * Buffers may overlap. Registering the same memory, flags and context again gives the same buffer, which is
 * to be unregistered as often.
 * @return 0; -EINVAL; -EFAULT: not all of it is mapped and can be written, or is on that GPU; -ENXIO: no such
 * GPU; -ENOSPC: a table is full; -ENOMEM
 */
int apenet_register_buffer(apenet_card_t *card, void *address, size_t bytes, unsigned flags, uint64_t context,
                           apenet_buffer_t *out);

/** Unregisters a buffer. @return 0; -ENOENT: there is none; -EBUSY: an operation of this process uses its
 * memory */
int apenet_unregister_buffer(apenet_card_t *card, apenet_buffer_t buffer);

/** Lets a streaming buffer take another message; it is the last of its process then. @return 0; -ENOENT;
 * -EINVAL: it is no streaming buffer */
int apenet_rearm_buffer(apenet_card_t *card, apenet_buffer_t buffer);

/**
 * Writes to a registered buffer of another process, or of one of the own node.
 * @param local need not be registered; stays mapped, and as it is, until the put is complete: also one that
 * waits for room, or is silent. @param bytes 1..2^32-1 @param remote_va in a buffer of @p to; neither 0, nor
 * so high that the last byte has no address (-EINVAL).
 * @param tag comes back with APENET_EVENT_SENT.
 * @param flags APENET_NOWAIT, APENET_SILENT, APENET_PHYS, APENET_LOCAL_GPU(), APENET_REMOTE_GPU(): the ends
 * are in memory of the host without the last two. With APENET_PHYS, @p to is the caller; the target
 * need not be registered, and begins as many bytes behind a page boundary as the source does; the event of
 * the message that comes has the physical address, and no buffer.
 * @return 0; -EINVAL; -EFAULT: the source (or with APENET_PHYS the target) is not mapped, or not on that GPU
 * (a source in a buffer that is registered has been mapped then, and is taken to be so still);
 * -ENXIO: no such node, process or GPU, or with APENET_PHYS another one; -EAGAIN: see APENET_NOWAIT; -ENOSPC:
 * the source cannot be pinned; -ENOMEM: the ring is full, and there is no memory for the events that hold it
 * up
 */
int apenet_rdma_put(apenet_card_t *card, apenet_address_t to, const void *local, size_t bytes,
                    uint64_t remote_va, uint64_t tag, unsigned flags);

/** Reads from a buffer that another process has registered with APENET_GET. Completes with
 * APENET_EVENT_GET_DONE, of status -EACCES if the other process does not allow it. @param flags
 * APENET_NOWAIT, APENET_LOCAL_GPU(), APENET_REMOTE_GPU(). As apenet_rdma_put() otherwise. */
int apenet_rdma_get(apenet_card_t *card, apenet_address_t from, void *local, size_t bytes, uint64_t remote_va,
                    uint64_t tag, unsigned flags);

/** Sends to the first streaming buffer of another process that has room. @param bytes 1..4096, else
 * -EMSGSIZE.
 * @param flags APENET_NOWAIT, APENET_SILENT, APENET_LOCAL_GPU(), APENET_REMOTE_GPU(). As apenet_rdma_put()
 * otherwise. */
int apenet_rdma_send(apenet_card_t *card, apenet_address_t to, const void *local, size_t bytes, uint64_t tag,
                     unsigned flags);

/**
 * Takes the oldest event of some kinds; those of other kinds stay.
 * @param kinds APENET_KIND() of each @param timeout_ms -1: for ever; 0: does not wait.
 * @return 0; -ETIMEDOUT; -EINVAL: no kinds; -ENOMEM: none has come, and there is no memory for what would be
 * next. It helps to take events of other kinds.
 */
int apenet_wait_event(apenet_card_t *card, unsigned kinds, int timeout_ms, apenet_event_t *out);

/**
 * Gives the eventfd of the process for a card, which stays that of the library: for a thread that waits for
 * other things too (poll()). It becomes readable when an event may have come, by an interrupt of the card,
 * and stays so until apenet_wait_event() has found no event of its kinds. So a program that has been told
 * takes events until -ETIMEDOUT; the next one is told then. It is readable at first. Nothing is told of
 * kernels (gpu_ring.h). apenet_close() closes it. Thread-safe (apenet 4.2).
 * @return the file descriptor, the same at each call; -EMFILE, -ENFILE, -ENODEV, -ENOMEM: as eventfd(2)
 */
int apenet_event_fd(apenet_card_t *card);

#ifdef __cplusplus
}
#endif

#include "apenet/gpu.h"

#endif /* APENET_RDMA_H */
