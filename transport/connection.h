/* SPDX-License-Identifier: BSD-3-Clause */
/** OPENING
 * @file connection_counts.h
 * @brief Private to the kernel shim: what a host engine has exchanged with each other host.
 *
 * The counts lie in the partition's arena, where a launcher reads them while the engine runs and after it.
 *
 * | word                  | stored by                                   | order   | pairs with              |
 * |-----------------------|---------------------------------------------|---------|-------------------------|
 * | of what was sent      | the engine's thread                         | relaxed | nothing: they only grow |
 * | of what was received  | the engine's thread                         | relaxed | nothing                 |
 * | partition connection_counts | who starts the engine, or it when it begins | release | acquire in reader |

 * @file policy.h
 * @brief Private to the kernel shim: how long a host engine looks for something to do before it sleeps, and
 * when it gives its core to other threads meanwhile.
 *
 * A sleep costs several system calls on either side, and a wakeup takes longer than a message: while messages
 * follow each other the engine looks again and again. Where other threads want its core one of them may be
 * the rank that the engine works for, so the core is given away after few looks that find nothing; where
 * none does, after many. Threads that compute keep a core that they are given for a whole time slice, but
 * give way to one that is woken: beside them the engine sleeps at once.
 *
 * Ranks decide by base/turns.h, which knows what each core has been used for: they are many, wait on cores of
 * their own, and have a word in shared memory for each. An engine is one thread that the system moves about,
 * and weighs what its own offers have cost against what they have saved; neither rule has what the other
 * needs.
 *
 * All but emuq_spin_policy_yield() is arithmetic: times are handed in, and nothing is waited for.

 * @file local.h
 * @brief Private to the kernel shim: pretended hosts, partitions on one machine whose host engines are
 * connected by sockets, or by libfabric as those of real hosts are.
 */
#ifndef EMUQ_TRANSPORT_CONNECTION_H
#define EMUQ_TRANSPORT_CONNECTION_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/uio.h>

#include "backends/backend.h"
#include "transport/wire.h"

/** What becomes of a frame of a host. @param frame aligned to EMUQ_FRAME_ALIGN @param bytes 0: the host's
 * connection has ended.
 *  @return 0, or a negative errno: the frame is malformed, or something else ends the job */
typedef int (*emuq_frame_handler_t)(void *argument, uint32_t host, const void *frame, size_t bytes);

/** Who takes turns: what a turn does besides what connections are for. */
typedef struct emuq_connection_user {
    void *argument; /**< first argument of the functions */
    emuq_frame_handler_t arrival;
    /** Does some of what this host has to do, if there is anything. NULL: there never is. @param may_sleep
     * the turn is about to sleep if there is nothing: a signal that `mask` lets through ends its sleep when
     * there is something.
     *  @return whether there was something */
    bool (*serve)(void *argument, bool may_sleep);
    const sigset_t *mask; /**< for the sleep, ppoll(2); NULL: as it is */
    /** The turn is about to give up the core, or to sleep (@p begins), or has done so. Other threads may call
     *  look() meanwhile. NULL: there are none.
     *  @return false: at the begin, it is not to, but to look again; at the end, the turn is over, because
     * other threads look */
    bool (*pause)(void *argument, bool begins);
    int wakeup_fd; /**< an eventfd that ends the sleep, which empties it; if there is pause() */
} emuq_connection_user_t;

/** See serve above. @param user NULL: there never is anything */
static inline bool emuq_connection_serve(const emuq_connection_user_t *user, bool may_sleep)
{
    return user != NULL && user->serve != NULL && user->serve(user->argument, may_sleep);
}

/** Lanes to all other hosts: each delivers whole frames in order, once. One thread at a time calls them. */
typedef struct emuq_connections {
    void *context; /**< first argument of all of them */
    /** Sends a frame of @p parts parts, in all up to EMUQ_WIRE_FRAME bytes. Copies it and does not wait;
     * arrival() and serve() may call it, too.
     *  @return 0, or -EPIPE: the connection has ended; or -ENOMEM */
    int (*send)(void *context, uint32_t host, const struct iovec *part, int parts);
    /** Sends a frame as the unit's lend() does. NULL: all are copied. */
    int (*lend)(void *context, uint32_t host, void *frame, size_t bytes, void (*done)(void *argument),
                void *argument);
    /** Serves, handles frames that have come, and waits up to @p ns nanoseconds for something to do.
     *  @return 0, or what arrival() returned. */
    int (*progress)(void *context, uint64_t ns, const emuq_connection_user_t *user);
    /** As turn(), but never waits. NULL: the connections have no such function. @return 0: there was nothing;
     * more: something; or a negative errno */
    int (*poll)(void *context, const emuq_connection_user_t *user);
    /** The last call: waits until what was sent has left this process, or has come where the other hosts
     * still listen, for up to a second. */
    void (*flush)(void *context);
    /** Name of a host, or NULL. */
    const char *(*name)(void *context, uint32_t host);
    /** Why a connection has ended, as what is said of the host ("does not answer"); NULL: it is gone. */
    const char *(*reason)(void *context, uint32_t host);
    /** Whether a host finds soon that the connection from here has ended: frames have been exchanged, or it
     * is watched for another reason. NULL: all do. */
    bool (*is_watched)(void *context, uint32_t host);
    uint64_t doubt_ns;  /**< before it says that a host is lost: a launcher may know of another cause, and end
                         this process */
    bool watches_ranks; /**< nobody else ends the job for a rank of this host that is killed */
    pid_t watchdog;     /**< the parent, if it ends the ranks of this host for a lost engine; 0: none */
    int parent; /**< a file that ends when the process has ended for which the engine works; -1: none */
} emuq_connections_t;

/** Counts of the connection to one host. */
typedef struct emuq_connection_counts {
    uint64_t frames_out, bytes_out; /**< that the engine has sent */
    uint64_t frames_in, bytes_in;   /**< that have come */
    uint64_t sends;                 /**< network messages, or system calls, that they took */
    uint64_t waits;                 /**< frames that had to queue */
} emuq_connection_counts_t;

/** Adds to a count. By its one writer. */
static inline void emuq_connection_count(uint64_t *count, uint64_t more)
{
    __atomic_store_n(count, *count + more, __ATOMIC_RELAXED);
}

/** ns; the longest time that a host engine looks before a sleep. */
#define EMUQ_SPIN_LIMIT_NS UINT64_C(100000)

/** Of one engine. */
typedef struct emuq_spin_policy {
    uint64_t most, limit;  /**< ns; how long to look before a sleep, at most and now */
    uint64_t begun;        /**< ns; when the wait began */
    uint64_t computing;    /**< ns; until then the core is wanted by threads that compute */
    uint32_t looks, until; /**< vain looks since the core was offered; after so many it is again */
    uint64_t taken;        /**< ns; for so long the last offer was taken, if that was long; else 0 */
    uint64_t saved;        /**< ns; by news that were found without a sleep */
    uint32_t in_row;       /**< offers that were taken for long, since the last one that was not */
    uint32_t lengths;      /**< of the last offer that was harmful, for which there is no other */
} emuq_spin_policy_t;

/** What to do after a look that has found nothing. */
typedef enum emuq_next {
    EMUQ_NEXT_POLL,  /**< look again */
    EMUQ_NEXT_YIELD, /**< emuq_spin_policy_yield() */
    EMUQ_NEXT_SLEEP
} emuq_next_t;

/** Nothing has happened yet. @param most  ns; the longest time to look before a sleep */
void emuq_spin_policy_open(emuq_spin_policy_t *p, uint64_t most);
/** A wait begins. */
void emuq_spin_policy_begin(emuq_spin_policy_t *p, uint64_t now);
/** A look has found nothing. @param most  ns; a sleep is due after so long in any case */
emuq_next_t emuq_spin_policy_empty(emuq_spin_policy_t *p, uint64_t now, uint64_t most);
/** The core was offered to others, which took so long. */
void emuq_spin_policy_yielded(emuq_spin_policy_t *p, uint64_t before, uint64_t now);
/** Offers the core to others now. */
void emuq_spin_policy_yield(emuq_spin_policy_t *p);
/** What a look has found. */
typedef enum emuq_found {
    EMUQ_FOUND_WORK,       /**< what ranks of this host have asked for, or that it has been sent */
    EMUQ_FOUND_FRAMES,     /**< something from other hosts, too */
    EMUQ_FOUND_AFTER_SLEEP /**< either, after a sleep */
} emuq_found_t;
/** A look has found something.
 *  @return whether the core is to be offered when that is done: it is shared, and a rank may have got what it
 * waits for */
bool emuq_spin_policy_found(emuq_spin_policy_t *p, uint64_t now, emuq_found_t what);

#define EMUQ_LOCAL_HOSTS 16u /**< at most */

/** The sockets of all host engines. */
typedef struct emuq_local_hosts {
    uint32_t hosts;
    uint64_t job_id;                                 /**< of the job on all of them */
    int32_t launcher;                                /**< process that has connected them */
    bool by_fabric;                                  /**< there are no sockets */
    int socket[EMUQ_LOCAL_HOSTS * EMUQ_LOCAL_HOSTS]; /**< [host][other host]; -1: none, or closed */
} emuq_local_hosts_t;

/** Opens the sockets, which programs that are executed do not inherit. @param hosts 2..EMUQ_LOCAL_HOSTS
 *  @param by_fabric the engines need none
 *  @return 0, or a negative errno with all of them closed. */
int emuq_local_connect(emuq_local_hosts_t *local, uint32_t hosts, bool by_fabric);

/** Closes the sockets but those of host @p kept (UINT32_MAX: all). An engine finds that another one has gone
 * when no process has the other end. */
void emuq_local_close(emuq_local_hosts_t *local, uint32_t kept);

/** Fills in the table of the connections of host @p host over its sockets; the process has one such table.
 *  @param counts [hosts] or NULL */
void emuq_local_connections(emuq_local_hosts_t *hosts, uint32_t host, emuq_connection_counts_t *counts,
                            emuq_connections_t *connections);

#endif /* EMUQ_TRANSPORT_CONNECTION_H */
