/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file backend.h
 * @brief What a Message Unit must offer: the one table between the kernel shim and a backend.
 *
 * A backend is the hardware of a whole partition: the Message Units of all nodes and the network between
 * them. Above it, the kernel shim does what a compute-node kernel does, by the means a kernel has: it
 * reads and writes *registers* (the memory-mapped file of each node, hwi/include/bqc/MU_Macros.h) and
 * *device control registers* (DCRs, numbers as in hwi/include/bqc/mu_dcr.h and nd_500_dcr.h). SPI clients
 * never see this table; they reach the registers through hwi/include/common/emuq_mmio.h.
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
        c[d] = size != 1 ? node % size : 0; /* most partitions are flat: divisions take long */
        node = size != 1 ? node / size : node;
    }
}

#define EMUQ_FRAME_ALIGN  64     /**< of frames between hosts, in bytes */
#define EMUQ_FRAME_MARGIN 128    /**< bytes before and behind a frame that is lent, for who sends it */
#define EMUQ_SERVE_SIGNAL SIGURG /**< see serve() below; ignored by who has no handler */

/** Which nodes of a partition are on which host: each host has a block of consecutive nodes. */
typedef struct emuq_placement {
    uint32_t hosts;          /**< 2 or more */
    uint32_t host;           /**< this one, from 0 */
    const uint16_t *of_node; /**< [nodes] the host that each node is on */
} emuq_placement_t;

/** Resources that belong to one process. */
typedef enum emuq_resource {
    EMUQ_RESOURCE_INJ_FIFO, /**< id 0..543 */
    EMUQ_RESOURCE_REC_FIFO, /**< id 0..271 */
    EMUQ_RESOURCE_BAT,      /**< id 0..543 */
} emuq_resource_t;

/** A software error that the unit has detected (spec: hwi-descriptor section 6, hwi-packet-headers 8). */
typedef struct emuq_mu_error {
    uint32_t node;                        /**< Node whose Message Unit found it. */
    int32_t rank;                         /**< Rank that owns the resource, -1 if unknown. */
    const char *what;                     /**< One sentence: what is wrong. */
    const char *advice;                   /**< One sentence: what to do about it. */
    int inj_fifo;                         /**< Global injection FIFO id, -1 if none is involved. */
    uint64_t descriptor_number;           /**< 1-based number of the descriptor in its FIFO. */
    const MUHWI_Descriptor_t *descriptor; /**< The descriptor, or NULL. */
    uint64_t reg;                         /**< User-view address of the register at fault, or 0. */
} emuq_mu_error_t;

/** What a thread asks of serve_hosts(). */
typedef enum emuq_for_hosts {
    EMUQ_HOSTS_LOOK,  /**< to look for what has come: it waits, and would give up its core */
    EMUQ_HOSTS_SEND,  /**< to send what it has posted */
    EMUQ_HOSTS_LEAVE, /**< to have another thread do both from now on: it is about to sleep, or holds locks
                            of the kernel */
} emuq_for_hosts_t;

/** What the unit tells the kernel. Called from any thread, of the unit's own or a program's, with no lock of
 * the backend held that a register access could need, and in the Linux process that has given them to
 * attach(). */
typedef struct emuq_kernel_callbacks {
    void *context; /**< first argument of all of them */
    /** Bits @p status of @p group's interruptStatus register (hwi-registers section 4) have just been raised.
     *  Only enabled sources are reported, each rise once and in one process of the node: the kernel tells the
     *  other processes of the node. */
    void (*interrupt)(void *context, uint32_t node, uint32_t group, uint64_t status);
    /** GI status bits @p bits (LSB 2..0) of @p route are 1 and their interrupt is enabled. As above, once. */
    void (*gi_interrupt)(void *context, uint32_t node, uint32_t route, uint32_t bits);
    /** poke() has been called for this process, once or several times since the last call. */
    void (*poked)(void *context);
    /** A software error, or that the unit itself has failed; in the process of the rank at fault if that is
     *  known; in the host engine for what another host has refused. May not return: ends the process, or
     * jumps out of a signal handler of the program's. If it returns, the unit has stopped the FIFO and goes
     * on. @p error and its texts live as long as the call. */
    void (*error)(void *context, const emuq_mu_error_t *error);
    /** The backend is about to end the process, with the job. May be NULL. */
    void (*ending)(void *context);
    /** The machine itself has failed at a node, as EMUQ_FAULTS has planned it: ends the process, with the
     * job.
     * @p what and @p advice say what has failed, and what to do. May be called under locks. */
    void (*failed)(void *context, uint32_t node, const char *what, const char *advice);
    /** Sends a frame to the same function of the unit on another host: arrived() there gets all frames of a
     * host in the order of their calls, once each. Copies the frame and does not wait. Only in the host
     * engine's process; NULL elsewhere. @return 0, or a negative errno: the host is lost, or -ENOMEM, after
     * which the job ends as by exhausted(). */
    int (*carry)(void *context, uint32_t host, const void *frame, size_t bytes);
    /** The same without a copy: the frame, which is aligned and has margins, is the lanes' until they call @p
     * done, once, from any thread of the process, maybe with locks of their own; also if the host is lost.
     * NULL where carry is. */
    int (*lend)(void *context, uint32_t host, void *frame, size_t bytes, void (*done)(void *frame));
    /** There is no memory for what another host waits for: the host engine ends soon, and the job with it,
     * whatever becomes of software errors. From any thread of its process. NULL where carry is. */
    void (*exhausted)(void *context);
    /** Does what the host engine has to do, in the process of a rank that runs it; returns soon. With no lock
     *  that the kernel's callbacks take, but for #EMUQ_HOSTS_LEAVE. NULL: another process does that.
     *  @return whether there is no reason to give up the core: something was done, or no other thread wants
     *  it */
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

/** Links of a node to its neighbours: A-, A+, ... E+; and virtual channels of each. */
#define EMUQ_COUNT_LINKS    10
#define EMUQ_COUNT_CHANNELS 7

/** What has been counted for a node since the partition began. */
typedef struct emuq_node_counts {
    uint64_t mu[EMUQ_COUNT_MU_PUT_PACKETS_RECEIVED + 1]; /**< by event */
    uint64_t chunks_sent[EMUQ_COUNT_LINKS][EMUQ_COUNT_CHANNELS];
    uint64_t packets_received[EMUQ_COUNT_LINKS][EMUQ_COUNT_CHANNELS];
    uint64_t resent[EMUQ_COUNT_LINKS]; /**< packets, each time, because the link had damaged them */
} emuq_node_counts_t;

/** How full a FIFO is. */
typedef struct emuq_fifo_fill {
    uint32_t node;     /**< whose it is */
    uint32_t fifo;     /**< its number among those of the node */
    bool is_reception; /**< else an injection FIFO */
    uint64_t used;     /**< bytes in it */
    uint64_t bytes;    /**< its size */
} emuq_fifo_fill_t;

typedef struct emuq_machine emuq_machine_t; /**< A backend's own. */

/** What processes need of memory that the Message Units reach. */
typedef struct emuq_memory_plan {
    uint32_t nodes; /**< of the partition; 0: not known yet */
    uint32_t ppn;   /**< processes per node; 0: one process runs all ranks as threads */
} emuq_memory_plan_t;

/** The table. Every function is thread-safe unless it says otherwise; docs/backends.md says in which order
 * and in which process they are called. */
typedef struct emuq_backend {
    const char *name; /**< One word, as in the setting EMUQ_BACKEND. */
    const char *help; /**< One line. */
    uint64_t layout;  /**< Differs if the backend lays out anything in an arena differently. */
    uint32_t faults;  /**< Kinds of faults on purpose that it has (backends/fault_plan.h). */

    /** Says where the memory is that the Message Units can reach, if that is not all memory of all processes:
     *  then only the windows of the answer are shared with them, and what lies elsewhere is refused to
     *  programs. Called before open(), for a partition whose arena gets the answer; for a process that runs
     *  ranks as threads once, for all its partitions. NULL: the Message Units reach everything.
     *  @return 0 and *backing, or a negative errno after a message. */
    int (*memory)(const emuq_memory_plan_t *plan, emuq_backing_t *backing);

    /** Makes the partition in reset state (hwi-registers section 4: FIFO rules): every FIFO and BAT entry
     *  free, disabled and "system". Everything shared lies in @p arena, the machine too.
     *  @param members Linux processes that will attach, at most; they are numbered from 0.
     *  @return 0 and *machine, or a negative errno with nothing left behind but memory of the arena. One
     *  partition at a time in a Linux process. */
    int (*open)(const emuq_geometry_t *geometry, emuq_arena_t *arena, uint32_t members,
                emuq_machine_t **machine);

    /** Says which nodes are on this host; otherwise all are. Called right after open(), on each host for the
     * same partition. The last member is the host engine, whose process carries what goes to the others. What
     * the kernel does with the nodes of other hosts shows how they begin; later, their host does it.
     *  NULL: the unit cannot be spread. @return 0 or -ENOMEM. */
    int (*place)(emuq_machine_t *machine, const emuq_placement_t *placement);

    /** Says how many ranks take turns on how many processors of this machine, so that polls cost accordingly.
     * Called once, after open() and place(), before any attach(). NULL: the unit finds that out.
     *  @param ranks 0 or more. @param processors 1 or more */
    void (*share)(emuq_machine_t *machine, uint32_t ranks, uint32_t processors);

    /** Ends the partition in the process that has opened it. No thread uses a register any more. Undelivered
     *  messages are dropped. The arena may be closed afterwards. */
    void (*close)(emuq_machine_t *machine);

    /** Makes the calling process a user of the machine: installs the hooks of emuq_mmio, and begins to do its
     *  part of the work. Its number is emuq_my_member.
     *  @param node the process's node; UINT32_MAX if it is all processes, or the host engine.
     *  @return 0 or a negative errno.
     */
    int (*attach)(emuq_machine_t *machine, const emuq_kernel_callbacks_t *kernel, uint32_t node);

    /** The calling thread has entered, and is about to run the main function of @p rank. Returns when it may.
     *  NULL: at once.
     *  @param ranks that will come here, this one included */
    void (*begin)(emuq_machine_t *machine, uint32_t rank, uint32_t ranks);

    /** The main function of the rank, which the calling thread has begun, is over; the thread uses no
     * register any more. NULL: there is nothing to do. */
    void (*end)(emuq_machine_t *machine, uint32_t node, int32_t rank);

    /** The calling thread is about to create a thread that will enter. @return for created() and appear(), or
     *  NULL: neither is called. NULL: there is nothing to do. */
    void *(*expect)(emuq_machine_t *machine);
    /** The thread has been created. @param thread its number; NULL: it has not */
    void (*created)(emuq_machine_t *machine, void *expected, const pthread_t *thread);
    /** The calling thread is the one that was expected, and has entered. Returns when it may run. */
    void (*appear)(emuq_machine_t *machine, void *expected);
    /** Returns when the thread has left, or it is none that was expected. NULL: at once. */
    void (*join)(emuq_machine_t *machine, pthread_t thread);
    /** Keeps the calling thread, which has entered, in its kernel thread from now on: counters of the host's
     * processor or signals are for that. Optional; default: every thread stays there. */
    void (*stay)(emuq_machine_t *machine);

    /** Waits until the messages that the calling process has injected are complete, and those of its node @p
     * node for other hosts have been taken there, but no longer than a second. */
    void (*drain)(emuq_machine_t *machine, uint32_t node);

    /** A rank of @p node has ended; its memory and its resources stay as they are. Packets for its reception
     * FIFOs are dropped from now on, also those that wait for room there. NULL: they fill the FIFO. */
    void (*retire)(emuq_machine_t *machine, uint32_t node, int32_t rank);

    /** How many packets have been dropped because of retire(). Called in a process that need not have
     * attached. NULL: none are. */
    uint64_t (*dropped)(const emuq_machine_t *machine);

    /** Says what a rank waits for, as far as the unit can see: text of one or more lines, each with its
     * newline. Called in a process that need not have attached. @return the length, below @p bytes. */
    size_t (*describe)(emuq_machine_t *machine, uint32_t node, uint32_t member, int32_t rank, char *text,
                       size_t bytes);

    /** Ends what attach() has begun. A request of another process to this one from now on is an error. */
    void (*detach)(emuq_machine_t *machine);

    /** Host engine: a frame has come from the unit on @p host, aligned to EMUQ_FRAME_ALIGN. NULL: all nodes
     * are on one host.
     * @return 0; -EPROTO: it is malformed, and nothing has been done; or another negative errno. */
    int (*arrived)(emuq_machine_t *machine, uint32_t host, const void *frame, size_t bytes);

    /** Host engine: does one thing that ranks of the host have asked for, if there is one. Called often, and
     * before a sleep, by one thread at a time.
     * @param rests if there is nothing, the caller, the thread that has attached, is about to sleep: when
     * something is asked for, it gets #EMUQ_SERVE_SIGNAL, which it lets through in its sleep only
     * @return whether there was something */
    bool (*serve)(emuq_machine_t *machine, bool rests);

    /** Has poked() called in another process, by a thread of the backend's there, soon. */
    void (*poke)(emuq_machine_t *machine, uint32_t member);

    /** Register of a node; layout of hwi-registers section 3, group 0 at offset 0. The kernel looks at
     * registers through this only: those of a subgroup need not exist before.
     *  @param offset  bytes from the beginning of the node's register file */
    volatile uint64_t *(*reg)(emuq_machine_t *machine, uint32_t node, uint64_t offset);

    /** Returns when the unit has acted on all stores to the node's registers that have been made before.
     * NULL: it does so at once, or rings (emuq_mmio.doorbell). */
    void (*flush)(emuq_machine_t *machine, uint32_t node);

    /** Reads a device control register by number. @return 0, or -ENXIO: no such register. */
    int (*dcr_read)(emuq_machine_t *machine, uint32_t node, uint32_t dcr, uint64_t *value);

    /** Writes a device control register: attributes, enables, thresholds, class routes. A class route takes
     *  part in a tree as soon as both ends of its links agree. @return 0, or -ENXIO. */
    int (*dcr_write)(emuq_machine_t *machine, uint32_t node, uint32_t dcr, uint64_t value);

    /** Gives a resource to a process: the PAs in a FIFO and in its descriptors, and the sum that a BAT entry
     *  starts, are read in @p space. NULL, -1: takes it back. Called at allocation and deallocation. */
    void (*assign)(emuq_machine_t *machine, uint32_t node, emuq_resource_t kind, uint32_t id,
                   const emuq_address_space_t *space, int32_t rank);

    /** A process of @p node has changed which part of its memory all processes reach
     * (emuq_address_space_hide()). NULL: the unit keeps no addresses from one message to the next. */
    void (*remapped)(emuq_machine_t *machine, uint32_t node, const emuq_address_space_t *space);

    /** Does what register stores of the kernel, dcr_write() and assign() have made possible: messages that
     * find room or an owner, trees that are complete. Called after every kernel call that has changed
     * something, with no lock of the kernel held: the functions above run no message and report no error, so
     * that they can be called under one. May not return, as error(). NULL: there is nothing to do. */
    void (*resume)(emuq_machine_t *machine);

    /** Reads an event count. @p link 0..10 and @p vc 0..6 select link counters, else 0.
     *  @return 0, or -EINVAL. */
    int (*count)(emuq_machine_t *machine, uint32_t node, emuq_count_t event, uint32_t link, uint32_t vc,
                 uint64_t *value);

    /** The counts of all nodes, when no process uses the machine any more: also if some have been killed.
     *  Called in the process that has opened it, which need not have attached. On several hosts: what this
     * one has counted. NULL: nothing is known then. @param counts [nodes] set */
    void (*settle)(emuq_machine_t *machine, emuq_node_counts_t *counts);

    /** The counts of all nodes while the job runs, for people: without those of collectives over their trees,
     * and what is under way may be missing or counted twice. Changes nothing, takes no lock and waits for
     * nobody. Called as settle(). NULL: nothing is known then. @param counts [nodes] set */
    void (*glance)(emuq_machine_t *machine, emuq_node_counts_t *counts);

    /** The fullest FIFOs that are not empty, by the share of their size, the fullest first. Called as
     * glance(). NULL: nothing is known. @param fill [most] set @return how many there are, up to @p most */
    uint32_t (*fullest)(const emuq_machine_t *machine, emuq_fifo_fill_t *fill, uint32_t most);

    /** Binds the calling thread to a node, so that emuq_mmio.map finds its registers. Called once by every
     *  thread that the kernel makes a member of a process; node UINT32_MAX unbinds. */
    void (*enter)(emuq_machine_t *machine, uint32_t node);

    /* The next four are for signal handlers of a thread that has entered: async-signal-safe. All or none of
     * them are NULL; then nobody can wait for an arrival. */

    /** How often the calling thread has given up its core, or slept, in polls of registers. */
    uint64_t (*polls)(emuq_machine_t *machine);

    /** A number that changes with every message that the node's injection FIFOs have completed. */
    uint64_t (*moves)(emuq_machine_t *machine, uint32_t node);

    /** Announces a thread that is about to sleep until something arrives for the node, or the unit changes
     * anything else there that a program may wait for. @return for await() */
    uint64_t (*prepare)(emuq_machine_t *machine, uint32_t node);

    /** Sleeps until then, but no longer than @p ns nanoseconds: some milliseconds, because an arrival at the
     * time of prepare() may be missed. @return false after that time, if nothing has arrived since
     * prepare(). */
    bool (*await)(emuq_machine_t *machine, uint32_t node, uint64_t ticket, uint64_t ns);

    /** The kernel is about to end the process, with the job, because of an error: returns when the launcher
     * has looked at it. Async-signal-safe. NULL: it does not look at a process of this backend itself. */
    void (*failing)(void);
} emuq_backend_t;

/** The emulated Message Unit. */
extern const emuq_backend_t emuq_backend_emulator;
/** A memory-mapped device (backends/mmio). */
extern const emuq_backend_t emuq_backend_mmio;

/** Emulated Message Units, and a model of the network's and the cores' times (backends/timed). */
extern const emuq_backend_t emuq_backend_timed;

/** Number of backends: the words of EMUQ_BACKEND, in the order of its values. */
#define EMUQ_BACKENDS 3
/** Their tables. */
extern const emuq_backend_t *const emuq_backends[EMUQ_BACKENDS];

#endif /* EMUQ_BACKEND_H */
