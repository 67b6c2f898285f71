/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file backend.h
 * @brief The Message Unit interface: the operations of a backend, called by the kernel shim
 * (docs/backends.md).
 *
 * Device control registers (DCRs) are in mu_dcr.h and nd_500_dcr.h. Nodes are numbered ((((A*Bn + B)*Cn +
 * C)*Dn + D)*En + E), E fastest.
 */
#ifndef EMUQ_BACKEND_H
#define EMUQ_BACKEND_H

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/uio.h>

#include <emuq_components.h>

#include "hwi/include/bqc/MU_Descriptor.h"
#include "hwi/include/common/emuq_mmio.h"
#include "backends/address_space.h"
#include "backends/arena.h"

/** Bytes between the registers of two nodes. */
#define EMUQ_REGISTER_FILE_BYTES UINT64_C(0x200000)

/** Shape of the partition. */
typedef struct emuq_geometry {
    uint32_t size[5]; /**< nodes per dimension A..E: A..D up to 64, E up to 2 */
    uint32_t torus;   /**< bit (0x10 >> d) set: dimension d wraps around */
} emuq_geometry_t;

/** @{ Numbers and coordinates of nodes. */
static inline uint32_t emuq_geometry_nodes(const emuq_geometry_t *g)
{
    return g->size[0] * g->size[1] * g->size[2] * g->size[3] * g->size[4];
}

static inline uint32_t emuq_geometry_node(const emuq_geometry_t *g, const uint32_t c[5])
{
    return (((c[0] * g->size[1] + c[1]) * g->size[2] + c[2]) * g->size[3] + c[3]) * g->size[4] + c[4];
}

static inline void emuq_geometry_coordinates(const emuq_geometry_t *g, uint32_t node, uint32_t c[5])
{
    for (int d = 4; d >= 0; d--) {
        const uint32_t size = g->size[d];
        c[d] = size != 1 ? node % size : 0; /* avoids divisions */
        node = size != 1 ? node / size : node;
    }
}
/** @} */

#define EMUQ_FRAME_ALIGN  64     /**< alignment of frames between hosts, in bytes */
#define EMUQ_FRAME_MARGIN 128    /**< writable bytes around a lent frame */
#define EMUQ_SERVE_SIGNAL SIGURG /**< wakes a thread in progress() */

/** Each host has a block of consecutive nodes. */
typedef struct emuq_placement {
    uint32_t hosts;
    uint32_t host;
    const uint16_t *of_node; /**< host of each node */
} emuq_placement_t;

/** Resources of a process. */
typedef enum emuq_resource {
    EMUQ_RESOURCE_INJ_FIFO, /**< id 0..543 */
    EMUQ_RESOURCE_REC_FIFO, /**< id 0..271 */
    EMUQ_RESOURCE_BAT,      /**< id 0..543 */
} emuq_resource_t;

/** A software error of the program (hwi-descriptor 6, hwi-packet-headers 8). */
typedef struct emuq_mu_error {
    uint32_t node;
    int32_t rank;                         /**< -1: unknown */
    const char *what;                     /**< one sentence */
    const char *advice;                   /**< one sentence */
    int inj_fifo;                         /**< id in the node; -1: none */
    uint64_t descriptor_number;           /**< number in its FIFO, from 1 */
    const MUHWI_Descriptor_t *descriptor; /**< NULL: none */
    uint64_t reg;                         /**< user-view address of the register; 0: none */
} emuq_mu_error_t;

/** Requests for progress(). */
typedef enum emuq_hosts_request {
    EMUQ_HOSTS_POLL,  /**< poll for frames: the thread waits */
    EMUQ_HOSTS_SEND,  /**< send posted frames */
    EMUQ_HOSTS_LEAVE, /**< let another thread do both */
} emuq_hosts_request_t;

/** Services of the kernel for nodes on several hosts. NULL outside of the host engine. */
typedef struct emuq_host_callbacks {
    /** Sends a copy of a frame to receive() on another host: in order, exactly once, without waiting. Returns
     * 0; -ENOMEM: the job ends soon; or another negative errno: the host is lost. */
    int (*send)(void *context, uint32_t host, const void *frame, size_t bytes);
    /** Sends a frame without a copy. The transport owns the frame (EMUQ_FRAME_ALIGN, EMUQ_FRAME_MARGIN) until
     * it calls @p done once, in any thread, maybe under transport locks, also if the host is lost. Returns as
     * send(). */
    int (*lend)(void *context, uint32_t host, void *frame, size_t bytes, void (*done)(void *frame));
    /** Reports that memory for an awaited frame is exhausted: the job ends soon. */
    void (*exhausted)(void *context);
    /** Does pending work of a host engine in a rank's process; does not wait. Called without locks of kernel
     * callbacks, except for #EMUQ_HOSTS_LEAVE. Returns true if the caller should keep its core. NULL if the
     * host engine is a separate process. */
    bool (*progress)(void *context, emuq_hosts_request_t what);
} emuq_host_callbacks_t;

/** Kernel functions for the unit: called in the process of attach() by any thread, without locks that a
 * register access takes. */
typedef struct emuq_kernel_callbacks {
    void *context;
    /** Reports new bits in @p group's interruptStatus register. Called once per rise of enabled sources, in
     * one process of the node. */
    void (*interrupt)(void *context, uint32_t node, uint32_t group, uint64_t status);
    /** Reports enabled GI status bits (LSB 2..0) that are 1. Called as interrupt(). */
    void (*gi_interrupt)(void *context, uint32_t node, uint32_t route, uint32_t bits);
    /** Delivers notify(). Called once for one or several notifications. */
    void (*notified)(void *context);
    /** Reports a software error or a failure of the unit; @p error is valid during the call. Called in the
     * process of the rank at fault if known. May not return; if it returns, the unit has stopped the FIFO. */
    void (*error)(void *context, const emuq_mu_error_t *error);
    /** Announces that the backend ends the job. Optional. */
    void (*ending)(void *context);
    /** Reports a planned failure (EMUQ_FAULTS); ends the job. May be called with locks held. */
    void (*failed)(void *context, uint32_t node, const char *what, const char *advice);
    emuq_host_callbacks_t hosts; /**< members NULL: one host only */
    bool moves_inline; /**< no engine thread moves long messages: the program polls without sleeping */
} emuq_kernel_callbacks_t;

/** Events counted per node (network-counters). */
typedef enum emuq_count {
    EMUQ_COUNT_MU_PACKETS_INJECTED,
    EMUQ_COUNT_MU_MESSAGES_INJECTED,
    EMUQ_COUNT_MU_FIFO_PACKETS_RECEIVED,
    EMUQ_COUNT_MU_RGET_PACKETS_RECEIVED,
    EMUQ_COUNT_MU_PUT_PACKETS_RECEIVED,
    EMUQ_COUNT_LINK_CHUNKS_SENT,     /**< counted per link and virtual channel */
    EMUQ_COUNT_LINK_PACKETS_RECEIVED /**< counted per link and virtual channel */
} emuq_count_t;

#define EMUQ_COUNT_LINKS    10 /**< A-, A+, ... E+ */
#define EMUQ_COUNT_CHANNELS 7  /**< virtual channels */

/** Counts since the start of the partition. */
typedef struct emuq_node_counts {
    uint64_t mu[EMUQ_COUNT_MU_PUT_PACKETS_RECEIVED + 1]; /**< indexed by event */
    uint64_t chunks_sent[EMUQ_COUNT_LINKS][EMUQ_COUNT_CHANNELS];
    uint64_t packets_received[EMUQ_COUNT_LINKS][EMUQ_COUNT_CHANNELS];
    uint64_t resent[EMUQ_COUNT_LINKS]; /**< retransmissions of damaged packets */
} emuq_node_counts_t;

/** Fill level of a FIFO. */
typedef struct emuq_fifo_fill {
    uint32_t node;     /**< node of the FIFO */
    uint32_t fifo;     /**< number of the FIFO in the node */
    bool is_reception; /**< false: injection FIFO */
    uint64_t used;     /**< used bytes */
    uint64_t bytes;    /**< size in bytes */
} emuq_fifo_fill_t;

typedef struct emuq_machine emuq_machine_t; /**< defined by each backend */

/** Demand for memory. */
typedef struct emuq_memory_plan {
    uint32_t nodes; /**< 0: not known yet */
    uint32_t ppn;   /**< 0: one process runs all ranks as threads */
} emuq_memory_plan_t;

/*
 * ---- operations of a backend ----
 *
 * Thread-safe unless noted. Optional operations may be NULL. Operations without a stated time are for kernel
 * calls.
 */

/** Life cycle of a machine. */
typedef struct emuq_backend_machine_ops {
    /** Locates the memory that the unit reaches. Called before open(). Returns 0 and *backing, or a
     * negative errno after printing an error. Optional: all memory is reached. */
    int (*memory)(const emuq_memory_plan_t *plan, emuq_backing_t *backing);
    /** Creates a machine in reset state, with all shared state in @p arena, for @p members: ranks, and
     * the host engine of processes on several hosts. Called by the creator of the partition. Returns 0 and
     * *machine, or a negative errno. */
    int (*open)(const emuq_geometry_t *geometry, emuq_arena_t *arena, uint32_t members,
                emuq_machine_t **machine);
    /** Sets the numbers of ranks and processors of this host. Called once, between place() and attach().
     * Optional. */
    void (*share)(emuq_machine_t *machine, uint32_t ranks, uint32_t processors);
    /** Destroys the machine. Called by the process of open() after the last register access. */
    void (*close)(emuq_machine_t *machine);
    /** Makes process emuq_my_member a user of the machine, and sets emuq_mmio. @p node: UINT32_MAX for a
     * process with all ranks, and for the host engine. Returns 0 or a negative errno. */
    int (*attach)(emuq_machine_t *machine, const emuq_kernel_callbacks_t *kernel, uint32_t node);
    /** Binds the calling thread to a node for emuq_mmio.access.map; UINT32_MAX unbinds. */
    void (*enter)(emuq_machine_t *machine, uint32_t node);
    /** Waits up to a second until messages of the process are complete and messages of @p node to remote
     * hosts are sent. Called before a rank's process ends; optional for ranks as threads. */
    void (*drain)(emuq_machine_t *machine, uint32_t node);
    /** Drops packets for the reception FIFOs of @p rank, which has ended. Optional. */
    void (*retire)(emuq_machine_t *machine, uint32_t node, int32_t rank);
    /** Ends the messages to and from process @p member, which has died as @p rank and whose
     * emuq_address_space_t has `is_leavable` and `ended`: they are dropped. Called in any process. Optional.
     */
    void (*bury)(emuq_machine_t *machine, uint32_t node, int32_t rank, uint32_t member);
    /** Drops later packets for a reception FIFO, or ends that. Optional. @param id in the node, from 0 */
    void (*drop)(emuq_machine_t *machine, uint32_t node, uint32_t id, bool drops);
    /** Ends attach(). Later requests to this process are errors. */
    void (*detach)(emuq_machine_t *machine);
    /** Waits until the launcher has inspected this process. Called before an error ends the job.
     * Async-signal-safe. Optional. */
    void (*failing)(void);
} emuq_backend_machine_ops_t;

/** Registers and resources. */
typedef struct emuq_backend_unit_ops {
    /** Returns the address of the register at @p offset in the node's register file. */
    volatile uint64_t *(*reg)(emuq_machine_t *machine, uint32_t node, uint64_t offset);
    /** Waits until the unit has processed earlier stores to the node's registers. Called after stores of the
     * kernel. Optional. */
    void (*flush)(emuq_machine_t *machine, uint32_t node);
    /** Returns 0; -ENXIO: no such register. */
    int (*dcr_read)(emuq_machine_t *machine, uint32_t node, uint32_t dcr, uint64_t *value);
    /** Returns as dcr_read(). A class route joins a tree when both ends of its links agree. */
    int (*dcr_write)(emuq_machine_t *machine, uint32_t node, uint32_t dcr, uint64_t value);
    /** Assigns a resource to a rank; @p space translates its PAs. NULL and -1 release the resource. */
    void (*assign)(emuq_machine_t *machine, uint32_t node, emuq_resource_t kind, uint32_t id,
                   const emuq_address_space_t *space, int32_t rank);
    /** Invalidates cached translations of @p space. Called after emuq_address_space_hide(). Optional. */
    void (*remapped)(emuq_machine_t *machine, uint32_t node, const emuq_address_space_t *space);
    /** Resumes messages and trees that stores, dcr_write() or assign() have unblocked. Called without locks
     * of the kernel. May not return. Optional. */
    void (*resume)(emuq_machine_t *machine);
    /** Makes process @p member call notified() soon. */
    void (*notify)(emuq_machine_t *machine, uint32_t member);
} emuq_backend_unit_ops_t;

/** Counts and descriptions. */
typedef struct emuq_backend_stats_ops {
    /** Reads an event count. @p link 0..10 and @p vc 0..6 select a link counter, else 0. Returns 0 or
     * -EINVAL. */
    int (*count)(emuq_machine_t *machine, uint32_t node, emuq_count_t event, uint32_t link, uint32_t vc,
                 uint64_t *value);
    /** Stores the final counts of all nodes of this host. Called in the process of open() after the last use
     * of the machine. Optional. */
    void (*totals)(emuq_machine_t *machine, emuq_node_counts_t *counts);
    /** Stores approximate counts, without collectives over trees. Lock-free. Called in the process of open()
     * while the job runs. Optional. */
    void (*snapshot)(emuq_machine_t *machine, emuq_node_counts_t *counts);
    /** Stores the relatively fullest FIFOs, the fullest first. Called as snapshot(). Returns their number.
     * Optional. */
    uint32_t (*fullest)(const emuq_machine_t *machine, emuq_fifo_fill_t *fill, uint32_t most);
    /** Counts packets dropped by retire(). Optional. */
    uint64_t (*dropped)(const emuq_machine_t *machine);
    /** Describes the waits of a rank. Returns the length, below @p bytes. */
    size_t (*describe)(emuq_machine_t *machine, uint32_t node, uint32_t member, int32_t rank, char *text,
                       size_t bytes);
} emuq_backend_stats_ops_t;

/** Threads in modelled time. */
typedef struct emuq_backend_clock_ops {
    /** Waits until the main function of @p rank may run. Called after enter(). */
    void (*begin)(emuq_machine_t *machine, uint32_t rank, uint32_t ranks);
    /** Ends the rank's modelled time. Called by the thread of begin() after its last register access. */
    void (*end)(emuq_machine_t *machine, uint32_t node, int32_t rank);
    /** Announces a thread. Called by the creator. Returns a handle, or NULL: created() and start() are not
     * called. */
    void *(*expect)(emuq_machine_t *machine);
    /** Completes expect(). Called by the creator; @p thread NULL: the creation failed. */
    void (*created)(emuq_machine_t *machine, void *expected, const pthread_t *thread);
    /** Waits until the new thread may run. Called by it after enter(). */
    void (*start)(emuq_machine_t *machine, void *expected);
    /** Waits for an announced thread to detach. Called before a join; returns at once for other threads. */
    void (*join)(emuq_machine_t *machine, pthread_t thread);
    /** Binds the calling thread to its kernel thread, for processor counters and signals. */
    void (*pin)(emuq_machine_t *machine);
} emuq_backend_clock_ops_t;

/* See channel.h. */
struct emuq_channel;
struct emuq_channel_message;

/** Nodes on several hosts. */
typedef struct emuq_backend_remote_ops {
    /** Restricts the machine to nodes of this host; the last member is the host engine. Called right after
     * open(). Returns 0 or -ENOMEM. */
    int (*place)(emuq_machine_t *machine, const emuq_placement_t *placement);
    /** Processes a frame, aligned to EMUQ_FRAME_ALIGN. Called in the host engine. Returns 0; -EPROTO:
     * malformed, without effect; or another negative errno. */
    int (*receive)(emuq_machine_t *machine, uint32_t host, const void *frame, size_t bytes);
    /** Processes a pending request of a local rank. Called in the host engine by one thread at a time. If
     * @p may_sleep is true and there is no request, the caller sleeps: the next request sends
     * #EMUQ_SERVE_SIGNAL, which the caller unblocks during the sleep. Returns whether there was a request. */
    bool (*progress)(emuq_machine_t *machine, bool may_sleep);
    /** Finds a channel (channel.h). Called by any thread of any process, after place(). Returns 0 and
     * *channel, valid in all processes of this host; -EINVAL: no such number; -ENOTSUP: one host. */
    int (*channel_open)(emuq_machine_t *machine, uint32_t number, struct emuq_channel **channel);
    /** Copies a message for another host. Does not wait, also with locks held; takes leaf locks only. Called
     * by any thread of a local rank. Returns 0; without effect: -EAGAIN: the window to that host is full,
     * `credits` changes when half of it is free; -EINVAL: this host, no host, or more than
     * EMUQ_CHANNEL_BYTES; -ENOMEM; -ESHUTDOWN: the job is over. */
    int (*channel_post)(struct emuq_channel *channel, uint32_t host, const struct iovec *part, int parts);
    /** Takes the oldest message of all hosts. Does not wait. Messages of one host are in order; several
     * readers take different messages. Returns NULL: none. */
    struct emuq_channel_message *(*channel_next)(struct emuq_channel *channel);
    /** Returns a message of channel_next(), once, in any order, in any process: frees the message, and its
     * space in the window of the sender. Does not wait. */
    void (*channel_done)(struct emuq_channel *channel, struct emuq_channel_message *message);
    /** Begins or ends a batch of the calling thread. After a message of channel_post() or channel_done(), a
     * host engine in this process runs, or its thread is woken if the caller is in a critical section. In a
     * batch, both are left to its end. Returns whether the thread was in a batch. */
    bool (*channel_batch)(bool begins);
    /** Sleeps until `event` is notified after @p ticket (emuq_ticket_t), up to @p ns. Called without locks
     * that channel_post() or a received frame needs. Returns as emuq_event_wait(). */
    int (*channel_wait)(struct emuq_channel *channel, unsigned ticket, uint64_t ns);
} emuq_backend_remote_ops_t;

/** Waits of threads that poll memory. Async-signal-safe, after enter(). */
typedef struct emuq_backend_waiting_ops {
    /** Returns the number of yields and sleeps of the calling thread in register polls. */
    uint64_t (*polls)(emuq_machine_t *machine);
    /** Returns a number that changes with every completed message of the node. */
    uint64_t (*completions)(emuq_machine_t *machine, uint32_t node);
    /** Returns a ticket for await(). */
    uint64_t (*prepare)(emuq_machine_t *machine, uint32_t node);
    /** Sleeps until an arrival after prepare(), for up to @p ns: some milliseconds, because an arrival during
     * prepare() may be missed. Returns false after a timeout. */
    bool (*await)(emuq_machine_t *machine, uint32_t node, uint64_t ticket, uint64_t ns);
} emuq_backend_waiting_ops_t;

/** Groups of operations. */
typedef struct emuq_backend {
    const char *name;                          /**< value of EMUQ_BACKEND */
    const char *help;                          /**< description for users */
    uint64_t layout;                           /**< layout of the backend's data in an arena */
    uint32_t node_bytes;                       /**< least memory of the arena for each node */
    uint32_t faults;                           /**< mask of EMUQ_FAULT_ */
    bool has_records;                          /**< supports EMUQ_TRACE */
    const emuq_backend_machine_ops_t *machine; /**< never NULL */
    const emuq_backend_unit_ops_t *unit;       /**< never NULL */
    const emuq_backend_stats_ops_t *stats;     /**< never NULL */
    const emuq_backend_clock_ops_t *clock;     /**< NULL: no modelled time */
    const emuq_backend_remote_ops_t *remote;   /**< NULL: one host only */
    const emuq_backend_waiting_ops_t *waiting; /**< NULL: threads cannot wait for an arrival */
} emuq_backend_t;

/** @{ Backends; emuq_backends in the order of the values of EMUQ_BACKEND. */
extern const emuq_backend_t emuq_backend_emulator;
extern const emuq_backend_t emuq_backend_mmio;
extern const emuq_backend_t emuq_backend_timed;

#define EMUQ_BACKENDS (1 + EMUQ_HAVE_MMIO + EMUQ_HAVE_TIMED)
extern const emuq_backend_t *const emuq_backends[EMUQ_BACKENDS];
/** @} */

/*
 * ---- device interface of the emulator, for emuq-device ----
 *
 * Programs signal no doorbells: a device thread polls and flushes. Data of programs are untrusted.
 */

/** Creates a partition in reset state. @p arena is private. @p registers: of all nodes, page-aligned, owned
 * by the caller until the machine is closed. @return 0 or a negative errno */
int emuq_emulator_open(const emuq_geometry_t *geometry, emuq_arena_t *arena, char *registers,
                       emuq_machine_t **machine);
/** Processes new stores to a node's registers. @return whether there were any */
bool emuq_emulator_poll(emuq_machine_t *machine, uint32_t node);
/** Processes all registers of a node. */
void emuq_emulator_flush(emuq_machine_t *machine, uint32_t node);
/** Stops all FIFOs after their current descriptors. Called by any thread. */
void emuq_emulator_halt(emuq_machine_t *machine);
/** Waits until no message uses resources that were released earlier. Call in the polling thread. */
void emuq_emulator_settle(emuq_machine_t *machine);
/** Takes a resource from its owner: disables a FIFO, resets a table entry, rejects waiting messages. Called
 * by any thread. @p empty is an empty address space. */
void emuq_emulator_revoke(emuq_machine_t *machine, uint32_t node, emuq_resource_t kind, uint32_t id,
                          const emuq_address_space_t *empty);

#endif /* EMUQ_BACKEND_H */
