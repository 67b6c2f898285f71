/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file backend.h
 * @brief The Message Unit interface: the operations of a backend, called by the kernel shim.
 *
 * A backend is the hardware of a partition: the Message Units of all nodes and their network. The kernel shim
 * accesses *registers* (hwi/include/bqc/MU_Macros.h) and *device control registers* (DCRs,
 * hwi/include/bqc/mu_dcr.h and nd_500_dcr.h). SPI clients access registers through
 * hwi/include/common/emuq_mmio.h.
 *
 * Nodes are numbered ((((A*Bn + B)*Cn + C)*Dn + D)*En + E), E fastest.
 */
#ifndef EMUQ_BACKEND_H
#define EMUQ_BACKEND_H

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include <emuq_components.h>

#include "hwi/include/bqc/MU_Descriptor.h"
#include "hwi/include/common/emuq_mmio.h"
#include "backends/address_space.h"
#include "backends/arena.h"

/** Bytes between the register files of two nodes. */
#define EMUQ_REGISTER_FILE_BYTES UINT64_C(0x200000)

/** Geometry of the partition. */
typedef struct emuq_geometry {
    uint32_t size[5]; /**< Nodes per dimension, A..E, each at least 1 (A..D up to 64, E up to 2). */
    uint32_t torus;   /**< Bit (0x10 >> d) set: dimension d wraps around. */
} emuq_geometry_t;

static inline uint32_t emuq_geometry_nodes(const emuq_geometry_t *g)
{
    return g->size[0] * g->size[1] * g->size[2] * g->size[3] * g->size[4];
}

/** Number of the node at coordinates @p c. */
static inline uint32_t emuq_geometry_node(const emuq_geometry_t *g, const uint32_t c[5])
{
    return (((c[0] * g->size[1] + c[1]) * g->size[2] + c[2]) * g->size[3] + c[3]) * g->size[4] + c[4];
}

static inline void emuq_geometry_coordinates(const emuq_geometry_t *g, uint32_t node, uint32_t c[5])
{
    for (int d = 4; d >= 0; d--) {
        const uint32_t size = g->size[d];
        c[d] = size != 1 ? node % size : 0; /* avoids divisions: most partitions are flat */
        node = size != 1 ? node / size : node;
    }
}

#define EMUQ_FRAME_ALIGN  64     /**< alignment of frames between hosts, in bytes */
#define EMUQ_FRAME_MARGIN 128    /**< writable bytes around a lent frame, for headers */
#define EMUQ_SERVE_SIGNAL SIGURG /**< wakes a thread in progress(); ignored without a handler */

/** The host of each node. Each host has a block of consecutive nodes. */
typedef struct emuq_placement {
    uint32_t hosts;          /**< 2 or more */
    uint32_t host;           /**< this host, from 0 */
    const uint16_t *of_node; /**< [nodes] host of each node */
} emuq_placement_t;

/** Resources that belong to one process. */
typedef enum emuq_resource {
    EMUQ_RESOURCE_INJ_FIFO, /**< id 0..543 */
    EMUQ_RESOURCE_REC_FIFO, /**< id 0..271 */
    EMUQ_RESOURCE_BAT,      /**< id 0..543 */
} emuq_resource_t;

/** A software error that the Message Unit detects (spec: hwi-descriptor section 6, hwi-packet-headers 8). */
typedef struct emuq_mu_error {
    uint32_t node;
    int32_t rank;                         /**< Rank that owns the resource, -1 if unknown. */
    const char *what;                     /**< One sentence. */
    const char *advice;                   /**< The next step of the user, one sentence. */
    int inj_fifo;                         /**< Global injection FIFO id, or -1. */
    uint64_t descriptor_number;           /**< 1-based number of the descriptor in its FIFO. */
    const MUHWI_Descriptor_t *descriptor; /**< NULL: none. */
    uint64_t reg;                         /**< User-view address of the register, or 0. */
} emuq_mu_error_t;

/** Requests to emuq_host_callbacks_t::progress(). */
typedef enum emuq_hosts_request {
    EMUQ_HOSTS_POLL,  /**< poll for frames: the thread waits, and would yield its core */
    EMUQ_HOSTS_SEND,  /**< send frames that the thread has posted */
    EMUQ_HOSTS_LEAVE, /**< let another thread do both */
} emuq_hosts_request_t;

/** Services of the kernel for nodes on several hosts. */
typedef struct emuq_host_callbacks {
    /** Sends a copy of a frame to receive() on another host: in order, exactly once, without waiting. Called
     * in the host engine; NULL elsewhere. Returns 0; -ENOMEM, as exhausted(); another negative errno: the
     * host is lost. */
    int (*send)(void *context, uint32_t host, const void *frame, size_t bytes);
    /** Sends a frame without a copy. The transport owns the frame (EMUQ_FRAME_ALIGN, margins of
     * EMUQ_FRAME_MARGIN) until it calls @p done once: in any thread, maybe under transport locks, also if the
     * host is lost. Called and returns as send(). */
    int (*lend)(void *context, uint32_t host, void *frame, size_t bytes, void (*done)(void *frame));
    /** Reports that memory for an awaited frame is exhausted: the job ends soon. Called by any thread of the
     * host engine; NULL elsewhere. */
    void (*exhausted)(void *context);
    /** Does pending work of a host engine in a rank's process; returns soon. Called without locks of kernel
     * callbacks, except for #EMUQ_HOSTS_LEAVE. Returns true if the caller should keep its core. NULL if the
     * host engine is a separate process. */
    bool (*progress)(void *context, emuq_hosts_request_t what);
} emuq_host_callbacks_t;

/** Kernel functions for the unit: called in the process of attach() by any thread, without backend locks that
 * a register access takes. */
typedef struct emuq_kernel_callbacks {
    void *context; /**< First argument of the functions. */
    /** Reports bits @p status newly raised in @p group's interruptStatus register (hwi-registers section 4).
     * Called once per rise of enabled sources, in one process of the node. Optional. */
    void (*interrupt)(void *context, uint32_t node, uint32_t group, uint64_t status);
    /** Reports GI status bits (LSB 2..0) of @p route that are 1 and enabled. Called as interrupt().
     * Optional. */
    void (*gi_interrupt)(void *context, uint32_t node, uint32_t route, uint32_t bits);
    /** Delivers notify(). Called once for one or several notifications. */
    void (*notified)(void *context);
    /** Reports a software error or a failure of the unit; @p error is valid during the call. Called in the
     * process of the rank at fault if known, or in the host engine for a remote error. May not return (exit,
     * jump out of a signal handler); if it returns, the unit has stopped the FIFO. Optional. */
    void (*error)(void *context, const emuq_mu_error_t *error);
    /** Announces that the backend ends the job. Optional. */
    void (*ending)(void *context);
    /** Reports a planned failure of a node (EMUQ_FAULTS); ends process and job. May be called with locks
     * held. */
    void (*failed)(void *context, uint32_t node, const char *what, const char *advice);
    emuq_host_callbacks_t hosts; /**< all NULL: one host only */
} emuq_kernel_callbacks_t;

/** Events that the unit counts per node (spec: network-counters). */
typedef enum emuq_count {
    EMUQ_COUNT_MU_PACKETS_INJECTED,
    EMUQ_COUNT_MU_MESSAGES_INJECTED,
    EMUQ_COUNT_MU_FIFO_PACKETS_RECEIVED,
    EMUQ_COUNT_MU_RGET_PACKETS_RECEIVED,
    EMUQ_COUNT_MU_PUT_PACKETS_RECEIVED,
    EMUQ_COUNT_LINK_CHUNKS_SENT,     /**< by link and virtual channel */
    EMUQ_COUNT_LINK_PACKETS_RECEIVED /**< likewise */
} emuq_count_t;

#define EMUQ_COUNT_LINKS    10 /**< links of a node: A-, A+, ... E+ */
#define EMUQ_COUNT_CHANNELS 7  /**< virtual channels of a link */

/** Event counts of a node since the start of the partition. */
typedef struct emuq_node_counts {
    uint64_t mu[EMUQ_COUNT_MU_PUT_PACKETS_RECEIVED + 1]; /**< indexed by event */
    uint64_t chunks_sent[EMUQ_COUNT_LINKS][EMUQ_COUNT_CHANNELS];
    uint64_t packets_received[EMUQ_COUNT_LINKS][EMUQ_COUNT_CHANNELS];
    uint64_t resent[EMUQ_COUNT_LINKS]; /**< retransmissions of damaged packets */
} emuq_node_counts_t;

/** Fill level of a FIFO. */
typedef struct emuq_fifo_fill {
    uint32_t node;
    uint32_t fifo;     /**< number in the node */
    bool is_reception; /**< reception FIFO; false: injection FIFO */
    uint64_t used;     /**< bytes in use */
    uint64_t bytes;
} emuq_fifo_fill_t;

typedef struct emuq_machine emuq_machine_t; /**< Opaque; defined by each backend. */

/** Demand for memory that the Message Units reach. */
typedef struct emuq_memory_plan {
    uint32_t nodes; /**< of the partition; 0: not known yet */
    uint32_t ppn;   /**< processes per node; 0: one process runs all ranks as threads */
} emuq_memory_plan_t;

/* ---- operations of a backend ----
 *
 * Thread-safe unless noted. docs/backends.md lists order and processes of the calls. Optional operations may
 * be NULL. Kernel calls use operations without a stated time. */

/** Life cycle of a machine and of its users. */
typedef struct emuq_backend_machine_ops {
    /** Locates the memory that Message Units reach; memory regions elsewhere are rejected. Called before
     * open(); once per process if ranks are threads. Returns 0 and *backing, or a negative errno after
     * printing an error. Optional: all memory is reached. */
    int (*memory)(const emuq_memory_plan_t *plan, emuq_backing_t *backing);
    /** Creates a machine in reset state (hwi-registers section 4), one per process, with all shared state in
     * @p arena. Called by the creator of the partition; up to @p members processes attach, numbered from 0.
     * Returns 0 and *machine, or a negative errno; memory of the arena may stay allocated. */
    int (*open)(const emuq_geometry_t *geometry, emuq_arena_t *arena, uint32_t members,
                emuq_machine_t **machine);
    /** Sets the numbers of ranks (0 or more) and processors (1 or more) of this host, which determine the
     * cost of polls. Called once, after open() and place(), before attach(). Optional. */
    void (*share)(emuq_machine_t *machine, uint32_t ranks, uint32_t processors);
    /** Destroys the machine and drops undelivered messages. Called by the process of open(), after the last
     * use of a register. */
    void (*close)(emuq_machine_t *machine);
    /** Makes process emuq_my_member a user of the machine, and sets emuq_mmio. Called once per process.
     * @p node: UINT32_MAX for a process with all ranks, and for the host engine. Returns 0 or a negative
     * errno. */
    int (*attach)(emuq_machine_t *machine, const emuq_kernel_callbacks_t *kernel, uint32_t node);
    /** Binds the calling thread to a node for emuq_mmio.access.map; UINT32_MAX unbinds. Called when a thread
     * joins or leaves a process. */
    void (*enter)(emuq_machine_t *machine, uint32_t node);
    /** Waits up to a second until messages of the process are complete and messages of @p node to remote
     * hosts are sent. Called before the process ends, if ranks are processes. Optional. */
    void (*drain)(emuq_machine_t *machine, uint32_t node);
    /** Drops present and future packets for the reception FIFOs of @p rank. Called when the rank has ended.
     * Optional: packets fill the FIFO. */
    void (*retire)(emuq_machine_t *machine, uint32_t node, int32_t rank);
    /** Ends attach(). Later requests to this process are errors. */
    void (*detach)(emuq_machine_t *machine);
    /** Waits until the launcher has inspected this process. Async-signal-safe. Called before the kernel ends
     * the job after an error. Optional. */
    void (*failing)(void);
} emuq_backend_machine_ops_t;

/** Registers and resources of the Message Units. */
typedef struct emuq_backend_unit_ops {
    /** Returns the address of the register at @p offset in the node's register file (hwi-registers section
     * 3). Called before every access of the kernel. */
    volatile uint64_t *(*reg)(emuq_machine_t *machine, uint32_t node, uint64_t offset);
    /** Waits until the unit has processed all earlier stores to the node's registers. Called after stores of
     * the kernel. Optional. */
    void (*flush)(emuq_machine_t *machine, uint32_t node);
    /** Reads a device control register. Returns 0; -ENXIO: no such register. */
    int (*dcr_read)(emuq_machine_t *machine, uint32_t node, uint32_t dcr, uint64_t *value);
    /** Writes a device control register. A class route joins a tree when both ends of its links agree.
     * Returns 0; -ENXIO: no such register. */
    int (*dcr_write)(emuq_machine_t *machine, uint32_t node, uint32_t dcr, uint64_t value);
    /** Assigns a resource to a rank; @p space translates its PAs. @p space NULL and @p rank -1 release the
     * resource. Called on allocation and deallocation. */
    void (*assign)(emuq_machine_t *machine, uint32_t node, emuq_resource_t kind, uint32_t id,
                   const emuq_address_space_t *space, int32_t rank);
    /** Invalidates cached translations of @p space. Called after emuq_address_space_hide(). Optional. */
    void (*remapped)(emuq_machine_t *machine, uint32_t node, const emuq_address_space_t *space);
    /** Resumes messages and trees that stores, dcr_write() or assign() of the kernel have unblocked. Called
     * after these calls, without locks of the kernel. May not return, like error(). Optional. */
    void (*resume)(emuq_machine_t *machine);
    /** Makes a backend thread of process @p member call notified() soon. */
    void (*notify)(emuq_machine_t *machine, uint32_t member);
} emuq_backend_unit_ops_t;

/** Counts and descriptions of the state. */
typedef struct emuq_backend_stats_ops {
    /** Reads an event count; @p link 0..10 and @p vc 0..6 select a link counter, else 0. Returns 0 or
     * -EINVAL. */
    int (*count)(emuq_machine_t *machine, uint32_t node, emuq_count_t event, uint32_t link, uint32_t vc,
                 uint64_t *value);
    /** Stores the final counts of all nodes of this host in @p counts [nodes]. Called in the process of
     * open() after the last use of the machine, also after kills. Optional. */
    void (*totals)(emuq_machine_t *machine, emuq_node_counts_t *counts);
    /** Stores a snapshot of the counts for display: without collectives over trees; events may be missing or
     * counted twice. Lock-free. Called while the job runs, in the process of open(). Optional. */
    void (*snapshot)(emuq_machine_t *machine, emuq_node_counts_t *counts);
    /** Stores the relatively fullest FIFOs that are not empty in @p fill [most], the fullest first. Called as
     * snapshot(). Returns their number. Optional. */
    uint32_t (*fullest)(const emuq_machine_t *machine, emuq_fifo_fill_t *fill, uint32_t most);
    /** Returns the number of packets dropped by retire(). Called in any process. Optional. */
    uint64_t (*dropped)(const emuq_machine_t *machine);
    /** Describes the waits of a rank in lines of text. Called in any process. Returns the length, below @p
     * bytes. */
    size_t (*describe)(emuq_machine_t *machine, uint32_t node, uint32_t member, int32_t rank, char *text,
                       size_t bytes);
} emuq_backend_stats_ops_t;

/** Threads in modelled time, scheduled by the backend. */
typedef struct emuq_backend_clock_ops {
    /** Waits until the main function of @p rank may run. Called after enter() by each of @p ranks threads. */
    void (*begin)(emuq_machine_t *machine, uint32_t rank, uint32_t ranks);
    /** Ends begin(). Called by the same thread after its last register access. */
    void (*end)(emuq_machine_t *machine, uint32_t node, int32_t rank);
    /** Announces a thread that will call enter(). Called by the creator. Returns a handle, or NULL:
     * created() and start() are not called. */
    void *(*expect)(emuq_machine_t *machine);
    /** Completes expect(). Called by the creator; @p thread is NULL if the creation failed. */
    void (*created)(emuq_machine_t *machine, void *expected, const pthread_t *thread);
    /** Waits until the new thread may run. Called by the new thread after enter(). */
    void (*start)(emuq_machine_t *machine, void *expected);
    /** Waits for an announced thread to detach; returns at once for other threads. Called before a join. */
    void (*join)(emuq_machine_t *machine, pthread_t thread);
    /** Binds the calling thread to its kernel thread, for processor counters and signals. */
    void (*pin)(emuq_machine_t *machine);
} emuq_backend_clock_ops_t;

/** Nodes on several hosts. */
typedef struct emuq_backend_remote_ops {
    /** Restricts the machine to nodes of this host; the last member is the host engine. Called right after
     * open(), on each host. Returns 0 or -ENOMEM. */
    int (*place)(emuq_machine_t *machine, const emuq_placement_t *placement);
    /** Processes a frame from @p host, aligned to EMUQ_FRAME_ALIGN. Called in the host engine. Returns 0;
     * -EPROTO: malformed, without effect; another negative errno. */
    int (*receive)(emuq_machine_t *machine, uint32_t host, const void *frame, size_t bytes);
    /** Processes a pending request of a local rank. Called in the host engine by one thread at a time. @p
     * rests: without a request the caller sleeps; the next request sends #EMUQ_SERVE_SIGNAL, unblocked
     * during the sleep. Returns whether there was a request. */
    bool (*progress)(emuq_machine_t *machine, bool rests);
} emuq_backend_remote_ops_t;

/** Waits of threads that poll memory instead of registers. Async-signal-safe, for threads that have called
 * enter(). */
typedef struct emuq_backend_waiting_ops {
    /** Returns the number of yields and sleeps of the calling thread, in register polls. */
    uint64_t (*polls)(emuq_machine_t *machine);
    /** Returns a number that changes with every message that the node's injection FIFOs complete. */
    uint64_t (*completions)(emuq_machine_t *machine, uint32_t node);
    /** Announces a sleep until an arrival for the node. Called before await(). Returns a ticket for await().
     */
    uint64_t (*prepare)(emuq_machine_t *machine, uint32_t node);
    /** Sleeps until an arrival after prepare(), for up to @p ns nanoseconds: some milliseconds, because an
     * arrival during prepare() may be missed. Returns false after a timeout. */
    bool (*await)(emuq_machine_t *machine, uint32_t node, uint64_t ticket, uint64_t ns);
} emuq_backend_waiting_ops_t;

/** A backend: groups of operations. */
typedef struct emuq_backend {
    const char *name; /**< Value of EMUQ_BACKEND. */
    const char *help;
    uint64_t layout;  /**< Identifies the layout of the backend's data in an arena. */
    uint32_t faults;  /**< Mask of EMUQ_FAULT_ (backends/fault_plan.h). */
    bool has_records; /**< Supports EMUQ_TRACE. */
    const emuq_backend_machine_ops_t *machine; /**< Never NULL. */
    const emuq_backend_unit_ops_t *unit;       /**< Never NULL. */
    const emuq_backend_stats_ops_t *stats;     /**< Never NULL. */
    const emuq_backend_clock_ops_t *clock;     /**< NULL: no modelled time; threads run at once. */
    const emuq_backend_remote_ops_t *remote;   /**< NULL: one host only. */
    const emuq_backend_waiting_ops_t *waiting; /**< NULL: a thread cannot wait for an arrival. */
} emuq_backend_t;

extern const emuq_backend_t emuq_backend_emulator;
extern const emuq_backend_t emuq_backend_mmio;
extern const emuq_backend_t emuq_backend_timed;

#define EMUQ_BACKENDS (1 + EMUQ_HAVE_MMIO + EMUQ_HAVE_TIMED)
/** The backends, in the order of the values of EMUQ_BACKEND. */
extern const emuq_backend_t *const emuq_backends[EMUQ_BACKENDS];

/* ---- device interface of the emulator, for emuq-device ----
 *
 * Remote programs map the registers and signal no doorbells: a device thread polls and flushes. Data of
 * programs are untrusted. */

/** Creates a partition in reset state. @p arena is private. @p registers: register files of all nodes,
 * EMUQ_REGISTER_FILE_BYTES each, page-aligned, owned by the caller until the machine is closed. @return 0
 * and *machine, or a negative errno */
int emuq_emulator_open(const emuq_geometry_t *geometry, emuq_arena_t *arena, char *registers,
                       emuq_machine_t **machine);
/** Polls a node's registers for new stores. @return whether there was work */
bool emuq_emulator_poll(emuq_machine_t *machine, uint32_t node);
/** Processes every register of a node as if newly stored. */
void emuq_emulator_flush(emuq_machine_t *machine, uint32_t node);
/** Stops all FIFOs after their current descriptors. Called by any thread. */
void emuq_emulator_halt(emuq_machine_t *machine);
/** Waits until no message uses resources released before the call. Called by the polling thread. */
void emuq_emulator_settle(emuq_machine_t *machine);
/** Takes a resource from its owner: disables a FIFO, resets a table entry, rejects waiting messages. Called
 * by any thread. @p empty is an empty address space. */
void emuq_emulator_revoke(emuq_machine_t *machine, uint32_t node, emuq_resource_t kind, uint32_t id,
                          const emuq_address_space_t *empty);

#endif /* EMUQ_BACKEND_H */
