/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file backend.h
 * @brief The Message Unit interface: the only table of functions between the kernel shim and a backend.
 *
 * A backend is the hardware of a partition: the Message Units of all nodes and their network. The kernel shim
 * acts as a compute-node kernel: it reads and writes *registers* (the memory-mapped file of each node,
 * hwi/include/bqc/MU_Macros.h) and *device control registers* (DCRs, numbers as in hwi/include/bqc/mu_dcr.h
 * and nd_500_dcr.h). SPI clients never see this table; they access registers through
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

/** Number of nodes. */
static inline uint32_t emuq_geometry_nodes(const emuq_geometry_t *g)
{
    return g->size[0] * g->size[1] * g->size[2] * g->size[3] * g->size[4];
}

/** Number of the node at @p c (5 coordinates inside the geometry). */
static inline uint32_t emuq_geometry_node(const emuq_geometry_t *g, const uint32_t c[5])
{
    return (((c[0] * g->size[1] + c[1]) * g->size[2] + c[2]) * g->size[3] + c[3]) * g->size[4] + c[4];
}

/** Coordinates of node number @p node. */
static inline void emuq_geometry_coordinates(const emuq_geometry_t *g, uint32_t node, uint32_t c[5])
{
    for (int d = 4; d >= 0; d--) {
        const uint32_t size = g->size[d];
        c[d] = size != 1 ? node % size : 0; /* avoids divisions: most partitions are flat */
        node = size != 1 ? node / size : node;
    }
}

#define EMUQ_FRAME_ALIGN  64  /**< alignment of frames between hosts, in bytes */
#define EMUQ_FRAME_MARGIN 128 /**< writable bytes before and behind a lent frame, for the sender's headers   \
                               */
#define EMUQ_SERVE_SIGNAL                                                                                    \
    SIGURG /**< wakes a thread inside of serve(); processes without a handler ignore SIGURG */

/** The host of each node. Each host has a block of consecutive nodes. */
typedef struct emuq_placement {
    uint32_t hosts;          /**< number of hosts, 2 or more */
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
    uint32_t node;                        /**< Node whose Message Unit detects the error. */
    int32_t rank;                         /**< Rank that owns the resource, -1 if unknown. */
    const char *what;                     /**< The error, one sentence. */
    const char *advice;                   /**< The next step of the user, one sentence. */
    int inj_fifo;                         /**< Global injection FIFO id, or -1. */
    uint64_t descriptor_number;           /**< 1-based number of the descriptor in its FIFO. */
    const MUHWI_Descriptor_t *descriptor; /**< The descriptor, or NULL. */
    uint64_t reg;                         /**< User-view address of the register at fault, or 0. */
} emuq_mu_error_t;

/** Request of a thread to serve_hosts(). */
typedef enum emuq_for_hosts {
    EMUQ_HOSTS_POLL,  /**< poll for frames: the thread waits, and would yield its core */
    EMUQ_HOSTS_SEND,  /**< send the frames that the thread has posted */
    EMUQ_HOSTS_LEAVE, /**< hand both tasks to another thread: the caller is about to sleep, or holds locks of
                         the kernel */
} emuq_for_hosts_t;

/** Functions of the kernel that the unit calls: from any thread, without any lock of the backend that a
 * register access may take, in the process that has passed the table to attach(). */
typedef struct emuq_kernel_callbacks {
    void *context; /**< First argument of all functions. */

    /** Reports bits @p status that were raised in @p group's interruptStatus register (hwi-registers section
     * 4). Called for enabled sources, once for each rise, in one process of the node; the kernel notifies the
     * processes of the node. */
    void (*interrupt)(void *context, uint32_t node, uint32_t group, uint64_t status);

    /** Reports GI status bits @p bits (LSB 2..0) of @p route that are 1 with their interrupt enabled.
     * Called as interrupt(). */
    void (*gi_interrupt)(void *context, uint32_t node, uint32_t route, uint32_t bits);

    /** Delivers a notification of poke().
     * Called once for one or several calls of poke() for this process. */
    void (*poked)(void *context);

    /** Reports a software error or a failure of the unit. @p error and its texts are valid during the call.
     * Called in the process of the rank at fault if known, or in the host engine for an error that another
     * host reports. May not return: ends the process, or jumps out of a signal handler. On return the unit
     * has stopped the FIFO. */
    void (*error)(void *context, const emuq_mu_error_t *error);

    /** Announces that the backend ends the process and the job.
     * Called before the end. Optional. */
    void (*ending)(void *context);

    /** Reports the failure of a node that EMUQ_FAULTS plans, with the cause @p what and the next step @p
     * advice. May be called with locks held. Does not return: ends the process and the job. */
    void (*failed)(void *context, uint32_t node, const char *what, const char *advice);

    /** Sends a copy of a frame to arrived() of the unit on another host, in the order of calls, exactly once.
     * Does not wait. Called in the host engine's process only. Returns 0; a negative errno: the host is lost;
     * -ENOMEM: the job ends as after exhausted(). NULL elsewhere. */
    int (*carry)(void *context, uint32_t host, const void *frame, size_t bytes);

    /** Sends a frame like carry() without a copy. The frame has alignment EMUQ_FRAME_ALIGN and margins of
     * EMUQ_FRAME_MARGIN bytes; the transport owns the frame until it calls @p done, exactly once, from any
     * thread, maybe with locks of the transport held, also if the host is lost. Called and returns as
     * carry(). NULL where carry is NULL. */
    int (*lend)(void *context, uint32_t host, void *frame, size_t bytes, void (*done)(void *frame));

    /** Reports that memory for a frame that another host waits for is exhausted: the host engine and the job
     * end soon. Called from any thread of the host engine's process. NULL where carry is NULL. */
    void (*exhausted)(void *context);

    /** Does pending work of the host engine in the process of a rank that runs the engine. Returns soon.
     * Called without locks that the kernel's callbacks take, except for #EMUQ_HOSTS_LEAVE.
     * Returns true if the caller should keep its core: work was done, or no other thread wants the core.
     * NULL if a separate process runs the host engine. */
    bool (*serve_hosts)(void *context, emuq_for_hosts_t what);
} emuq_kernel_callbacks_t;

/** Events that the unit counts per node (spec: network-counters). */
typedef enum emuq_count {
    EMUQ_COUNT_MU_PACKETS_INJECTED,
    EMUQ_COUNT_MU_MESSAGES_INJECTED,
    EMUQ_COUNT_MU_FIFO_PACKETS_RECEIVED,
    EMUQ_COUNT_MU_RGET_PACKETS_RECEIVED,
    EMUQ_COUNT_MU_PUT_PACKETS_RECEIVED,
    EMUQ_COUNT_LINK_CHUNKS_SENT,     /**< by link and virtual channel */
    EMUQ_COUNT_LINK_PACKETS_RECEIVED /**< by link and virtual channel */
} emuq_count_t;

#define EMUQ_COUNT_LINKS    10 /**< links of a node: A-, A+, ... E+ */
#define EMUQ_COUNT_CHANNELS 7  /**< virtual channels of a link */

/** Event counts of a node since the start of the partition. */
typedef struct emuq_node_counts {
    uint64_t mu[EMUQ_COUNT_MU_PUT_PACKETS_RECEIVED + 1]; /**< by event */
    uint64_t chunks_sent[EMUQ_COUNT_LINKS][EMUQ_COUNT_CHANNELS];
    uint64_t packets_received[EMUQ_COUNT_LINKS][EMUQ_COUNT_CHANNELS];
    uint64_t resent[EMUQ_COUNT_LINKS]; /**< retransmissions of packets that the link damaged */
} emuq_node_counts_t;

/** Fill level of a FIFO. */
typedef struct emuq_fifo_fill {
    uint32_t node;     /**< node of the FIFO */
    uint32_t fifo;     /**< number of the FIFO in the node */
    bool is_reception; /**< reception FIFO; false: injection FIFO */
    uint64_t used;     /**< bytes in use */
    uint64_t bytes;    /**< size of the FIFO */
} emuq_fifo_fill_t;

typedef struct emuq_machine emuq_machine_t; /**< Opaque; defined by each backend. */

/** Demand for memory that the Message Units reach. */
typedef struct emuq_memory_plan {
    uint32_t nodes; /**< nodes of the partition; 0: not known yet */
    uint32_t ppn;   /**< processes per node; 0: one process runs all ranks as threads */
} emuq_memory_plan_t;

/** The functions of a backend. All are thread-safe unless noted otherwise. docs/backends.md lists the order
 * and the processes of the calls. Each comment: brief, when called, return value, whether the function is
 * optional (may be NULL). */
typedef struct emuq_backend {
    const char *name; /**< One word, a value of the setting EMUQ_BACKEND. */
    const char *help; /**< One line. */
    uint64_t layout;  /**< Identifies the layout of the backend's data in an arena. */
    uint32_t faults;  /**< Supported fault injections: mask of EMUQ_FAULT_ (backends/fault_plan.h). */

    /** Locates the memory that the Message Units reach. Programs then share only the windows of @p backing;
     * memory regions elsewhere are rejected. Called before open(), for a partition whose arena gets the
     * result; once for all partitions of a process that runs ranks as threads. Returns 0 and *backing, or a
     * negative errno after a message. Optional; default: all memory is reached. */
    int (*memory)(const emuq_memory_plan_t *plan, emuq_backing_t *backing);

    /** Creates the machine of a partition in reset state (hwi-registers section 4, FIFO rules): every FIFO
     * and BAT entry is free, disabled and "system". The machine and all shared state lie in @p arena. One
     * partition at a time in a process. Called by the process that creates the partition. @p members: maximum
     * number of processes that attach, numbered from 0. Returns 0 and *machine, or a negative errno; memory
     * of the arena may remain allocated. */
    int (*open)(const emuq_geometry_t *geometry, emuq_arena_t *arena, uint32_t members,
                emuq_machine_t **machine);

    /** Restricts the machine to the nodes of this host. The last member is the host engine, whose process
     * carries frames to other hosts. Registers of remote nodes show their initial state; later, the remote
     * host owns them. Called right after open(), on each host for the same partition. Returns 0 or -ENOMEM.
     * NULL if the backend supports one host only. */
    int (*place)(emuq_machine_t *machine, const emuq_placement_t *placement);

    /** Sets how many ranks (0 or more) share how many processors (1 or more) of this machine, which
     * determines the cost of polls. Called once, after open() and place(), before any attach(). Optional;
     * default: determined by the backend. */
    void (*share)(emuq_machine_t *machine, uint32_t ranks, uint32_t processors);

    /** Destroys the machine and drops undelivered messages. The arena may be closed afterwards.
     * Called in the process that called open(), after the last use of a register. */
    void (*close)(emuq_machine_t *machine);

    /** Makes the calling process, number emuq_my_member, a user of the machine: installs the hooks of
     * emuq_mmio and starts the process's part of the work. Called once per process. @p node: the node of the
     * process; UINT32_MAX for a process that runs all ranks, and for the host engine. Returns 0 or a negative
     * errno. */
    int (*attach)(emuq_machine_t *machine, const emuq_kernel_callbacks_t *kernel, uint32_t node);

    /** Waits until the main function of @p rank may run.
     * Called by the rank's main thread, after enter(). @p ranks: number of ranks that call begin().
     * Optional; default: at once. */
    void (*begin)(emuq_machine_t *machine, uint32_t rank, uint32_t ranks);

    /** Ends what begin() started.
     * Called by the same thread when the main function has returned; the thread uses no register afterwards.
     * Optional. */
    void (*end)(emuq_machine_t *machine, uint32_t node, int32_t rank);

    /** Announces a thread that the calling thread is about to create and that will call enter().
     * Returns a handle for created() and appear(), or NULL: neither is called. Optional. */
    void *(*expect)(emuq_machine_t *machine);

    /** Completes expect() with the number of the new thread.
     * Called by the creator. @p thread is NULL if the creation failed. Optional with expect(). */
    void (*created)(emuq_machine_t *machine, void *expected, const pthread_t *thread);

    /** Waits until the new thread may run.
     * Called by the thread that expect() announced, after enter(). Optional with expect(). */
    void (*appear)(emuq_machine_t *machine, void *expected);

    /** Waits for a created thread to detach. Returns at once for a thread that expect() did not announce.
     * Called before a join. Optional. */
    void (*join)(emuq_machine_t *machine, pthread_t thread);

    /** Binds the calling thread to its kernel thread from now on, for processor counters and signals.
     * Called after enter(). Optional; default: every thread stays in its kernel thread. */
    void (*stay)(emuq_machine_t *machine);

    /** Waits, for a second at most, until messages that the calling process injected are complete, and
     * messages of its node @p node to other hosts have been taken there. Called before the process ends. */
    void (*drain)(emuq_machine_t *machine, uint32_t node);

    /** Drops packets for the reception FIFOs of @p rank from now on, including packets that wait for space.
     * Called when the rank has ended; its memory and resources stay allocated.
     * Optional; default: packets fill the FIFO. */
    void (*retire)(emuq_machine_t *machine, uint32_t node, int32_t rank);

    /** Returns the number of packets that were dropped because of retire().
     * Called in any process that has mapped the arena. Optional; default: 0. */
    uint64_t (*dropped)(const emuq_machine_t *machine);

    /** Describes what a rank waits for: lines of text, each with a newline.
     * Called in any process that has mapped the arena. Returns the length, below @p bytes. */
    size_t (*describe)(emuq_machine_t *machine, uint32_t node, uint32_t member, int32_t rank, char *text,
                       size_t bytes);

    /** Ends attach(). Later requests of other processes to this process are errors.
     * Called once per process. */
    void (*detach)(emuq_machine_t *machine);

    /** Processes a frame from the unit on @p host, aligned to EMUQ_FRAME_ALIGN.
     * Called in the host engine. Returns 0; -EPROTO without effect for a malformed frame; another negative
     * errno. NULL if the backend supports one host only. */
    int (*arrived)(emuq_machine_t *machine, uint32_t host, const void *frame, size_t bytes);

    /** Processes one request of a rank of this host, if any is pending.
     * Called in the host engine, often, and before a sleep, by one thread at a time. @p rests: without a
     * request, the caller, which is the thread that attached, sleeps; the next request then sends
     * #EMUQ_SERVE_SIGNAL, which the caller unblocks during the sleep only. Returns whether a request was
     * processed. NULL with arrived(). */
    bool (*serve)(emuq_machine_t *machine, bool rests);

    /** Makes a backend thread of process @p member call poked() there, soon.
     * Called by kernel calls. */
    void (*poke)(emuq_machine_t *machine, uint32_t member);

    /** Returns the address of a register. @p offset: bytes from the start of the node's register file
     * (hwi-registers section 3, group 0 at offset 0). Called before every access of the kernel; registers of
     * a subgroup need not exist earlier. */
    volatile uint64_t *(*reg)(emuq_machine_t *machine, uint32_t node, uint64_t offset);

    /** Waits until the unit has processed all earlier stores to the node's registers.
     * Called after register stores of the kernel.
     * Optional; default: the unit processes stores at once, or by emuq_mmio.doorbell. */
    void (*flush)(emuq_machine_t *machine, uint32_t node);

    /** Reads a device control register by number.
     * Called by kernel calls. Returns 0, or -ENXIO for an unknown register. */
    int (*dcr_read)(emuq_machine_t *machine, uint32_t node, uint32_t dcr, uint64_t *value);

    /** Writes a device control register: attributes, enables, thresholds, class routes. A class route joins a
     * tree when both ends of its links agree. Called by kernel calls. Returns 0 or -ENXIO. */
    int (*dcr_write)(emuq_machine_t *machine, uint32_t node, uint32_t dcr, uint64_t value);

    /** Assigns a resource to a process: @p space translates the PAs of a FIFO and its descriptors, and the
     * base of a BAT entry. NULL and rank -1 release the resource. Called at allocation and deallocation. */
    void (*assign)(emuq_machine_t *machine, uint32_t node, emuq_resource_t kind, uint32_t id,
                   const emuq_address_space_t *space, int32_t rank);

    /** Invalidates cached translations of @p space.
     * Called when a process of @p node has changed its shared memory (emuq_address_space_hide()).
     * Optional if the unit caches no translations. */
    void (*remapped)(emuq_machine_t *machine, uint32_t node, const emuq_address_space_t *space);

    /** Resumes messages and trees that register stores, dcr_write() or assign() of the kernel have unblocked.
     * The functions above run no message and report no error, because the kernel holds locks. Called after
     * every kernel call with such effects, without locks of the kernel. May not return, like error().
     * Optional. */
    void (*resume)(emuq_machine_t *machine);

    /** Reads an event count. @p link 0..10 and @p vc 0..6 select a link counter, else 0.
     * Called by kernel calls. Returns 0 or -EINVAL. */
    int (*count)(emuq_machine_t *machine, uint32_t node, emuq_count_t event, uint32_t link, uint32_t vc,
                 uint64_t *value);

    /** Stores the final event counts of all nodes in @p counts [nodes]; on several hosts, the counts of this
     * host. Called after the last use of the machine, even if processes were killed, in the process that
     * called open(), which need not have attached. Optional; default: no counts. */
    void (*settle)(emuq_machine_t *machine, emuq_node_counts_t *counts);

    /** Stores a snapshot of the event counts in @p counts [nodes], for display: without collectives over
     * trees; events in progress may be missing or counted twice. Lock-free and read-only. Called while the
     * job runs, otherwise as settle(). Optional; default: no counts. */
    void (*glance)(emuq_machine_t *machine, emuq_node_counts_t *counts);

    /** Stores the FIFOs that are fullest relative to their size in @p fill [most], the fullest first, without
     * empty FIFOs. Called as glance(). Returns their number, up to @p most. Optional. */
    uint32_t (*fullest)(const emuq_machine_t *machine, emuq_fifo_fill_t *fill, uint32_t most);

    /** Binds the calling thread to a node, so that emuq_mmio.map finds the node's registers. UINT32_MAX
     * unbinds. Called once by every thread that joins a process, and when the thread leaves. */
    void (*enter)(emuq_machine_t *machine, uint32_t node);

    /* The next four functions are async-signal-safe; signal handlers of threads that have called enter() use
     * them. All or none are NULL; without them no thread can wait for an arrival. */

    /** Returns how often the calling thread has yielded or slept, in register polls.
     * Called by the signal handler of a spin timer. Optional, see above. */
    uint64_t (*polls)(emuq_machine_t *machine);

    /** Returns a number that changes with every message that the node's injection FIFOs complete.
     * Called as polls(). Optional, see above. */
    uint64_t (*moves)(emuq_machine_t *machine, uint32_t node);

    /** Announces that a thread is about to sleep until a packet arrives for the node, or other state of the
     * node changes that a program may wait for. Called before await(). Returns a ticket for await().
     * Optional, see above. */
    uint64_t (*prepare)(emuq_machine_t *machine, uint32_t node);

    /** Sleeps until an arrival after prepare(), for @p ns nanoseconds at most (some milliseconds, because an
     * arrival during prepare() may be missed). Called with the ticket of prepare(). Returns false after a
     * timeout. Optional, see above. */
    bool (*await)(emuq_machine_t *machine, uint32_t node, uint64_t ticket, uint64_t ns);

    /** Waits until the launcher has inspected this process. Async-signal-safe.
     * Called before the kernel ends the process and the job because of an error.
     * NULL if the launcher does not inspect processes of this backend. */
    void (*failing)(void);
} emuq_backend_t;

/** The emulated Message Unit. */
extern const emuq_backend_t emuq_backend_emulator;
/** A memory-mapped device (backends/mmio). */
extern const emuq_backend_t emuq_backend_mmio;

/** Emulated Message Units, and a model of the network's and the cores' times (backends/timed). */
extern const emuq_backend_t emuq_backend_timed;

#define EMUQ_BACKENDS 3 /**< number of backends */
/** The backends, in the order of the values of EMUQ_BACKEND. */
extern const emuq_backend_t *const emuq_backends[EMUQ_BACKENDS];

/* ---- device interface of the emulator, for emuq-device ---- */

/* Programs in other processes have mapped the registers and send no doorbells, so a device thread polls the
 * registers, and data from programs is untrusted. emuq_backend_emulator provides attach, detach, close,
 * registers and counters. One thread polls and flushes; other threads may call halt and revoke. Defined in
 * backends/emulator/core/device.c. */

/**
 * Creates the partition of a device in reset state.
 * @param geometry  nodes of the partition
 * @param arena     private memory
 * @param registers register files of all nodes, EMUQ_REGISTER_FILE_BYTES each, page-aligned, shared with
 * programs. Owned by the caller, valid until the machine is closed
 * @param machine   set on success
 * @return 0, or a negative errno
 */
int emuq_emulator_open(const emuq_geometry_t *geometry, emuq_arena_t *arena, char *registers,
                       emuq_machine_t **machine);

/** Polls a node's registers for stores of programs that are cheap to detect. @return whether there was work
 */
bool emuq_emulator_poll(emuq_machine_t *machine, uint32_t node);

/** Processes every register of a node as if a program had just stored to it. Computed registers are exact
 * afterwards. */
void emuq_emulator_flush(emuq_machine_t *machine, uint32_t node);

/** Stops all FIFOs after their current descriptors, regardless of later stores. */
void emuq_emulator_halt(emuq_machine_t *machine);

/** Waits for all messages that use an owner from before the call: resources released by assign() are unused
 * afterwards. Called by the polling thread; may run messages. */
void emuq_emulator_settle(emuq_machine_t *machine);

/** Takes a resource from its owner: disables a FIFO, resets a table entry, rejects messages that wait for the
 * resource.
 * @param machine,node,kind,id the resource
 * @param nobody               an empty address space */
void emuq_emulator_revoke(emuq_machine_t *machine, uint32_t node, emuq_resource_t kind, uint32_t id,
                          const emuq_address_space_t *nobody);

#endif /* EMUQ_BACKEND_H */
