/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file connection.h
 * @brief Connections between host engines: the interface of both implementations (libfabric, sockets of
 * simulated hosts), counters, and the policy for spinning, yielding and sleeping.
 *
 * Counters are in the partition's arena: stored relaxed by the engine's thread, read by launchers. The
 * partition's pointer to them is stored with release, and loaded with acquire.
 *
 * Spin policy: a sleep costs more than a message, so an engine spins while messages follow each other. It
 * yields a shared core after few empty polls, a private core after many. A computing thread keeps a yielded
 * core for a time slice, but a woken thread preempts it: beside computing threads the engine sleeps at once.
 */
#ifndef EMUQ_TRANSPORT_CONNECTION_H
#define EMUQ_TRANSPORT_CONNECTION_H

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/uio.h>

#include "backends/backend.h"
#include "transport/wire.h"

/** Handles a frame. @param frame aligned to EMUQ_FRAME_ALIGN @param bytes 0: the connection has ended @return
 * 0, or -errno, which ends the job */
typedef int (*emuq_frame_handler_t)(void *argument, uint32_t host, const void *frame, size_t bytes);

/** Callbacks of the progress loop of a set of connections. */
typedef struct emuq_connection_user {
    void *argument; /**< first argument of the callbacks */
    emuq_frame_handler_t arrival;
    /** Does pending work. NULL: none. @param may_sleep progress() is about to sleep; new work then sends a
     * signal in `mask` @return whether there was work */
    bool (*serve)(void *argument, bool may_sleep);
    const sigset_t *mask; /**< signal mask of the sleep, see ppoll(2); NULL: unchanged */
    /** Called before (@p begins) and after a yield or sleep, during which other threads may poll(). NULL:
     * none do. @return false before the pause: do not pause, poll again; false after the pause: return,
     * another thread polls now */
    bool (*pause)(void *argument, bool begins);
    int wakeup_fd; /**< eventfd that ends the sleep; used with pause() */
} emuq_connection_user_t;

/** Calls serve(). @param user NULL: no work */
static inline bool emuq_connection_serve(const emuq_connection_user_t *user, bool may_sleep)
{
    return user != NULL && user->serve != NULL && user->serve(user->argument, may_sleep);
}

/** Connections to all remote hosts: whole frames, in order, once. One thread at a time. */
typedef struct emuq_connections {
    void *context; /**< first argument of the functions */
    /** Sends a copy of a frame of up to EMUQ_WIRE_FRAME bytes. Never waits; arrival() and serve() may call
     * it. @return 0; -EPIPE: ended; -ENOMEM */
    int (*send)(void *context, uint32_t host, const struct iovec *part, int parts);
    /** Sends a frame without a copy (emuq_host_callbacks_t::lend). NULL: not offered. */
    int (*lend)(void *context, uint32_t host, void *frame, size_t bytes, void (*done)(void *argument),
                void *argument);
    /** Serves, handles frames, and waits up to @p ns nanoseconds. @return 0, or the error of arrival() */
    int (*progress)(void *context, uint64_t ns, const emuq_connection_user_t *user);
    /** Same as progress(), without waiting. NULL: not offered. @return 0: nothing; 1; or -errno */
    int (*poll)(void *context, const emuq_connection_user_t *user);
    /** Waits up to a second until all frames are sent. Must be the last call. */
    void (*flush)(void *context);
    /** Name of a host, or NULL. */
    const char *(*name)(void *context, uint32_t host);
    /** Reason for the end of a connection, as a predicate of the host ("does not answer"); NULL: unknown. */
    const char *(*reason)(void *context, uint32_t host);
    /** Whether a host soon detects the end of this process. NULL: every host does. */
    bool (*is_watched)(void *context, uint32_t host);
    uint64_t doubt_ns;  /**< ns; delay before a lost host is reported: a launcher may know the cause */
    bool watches_ranks; /**< no launcher detects killed ranks of this host: the engine does */
    pid_t watchdog;     /**< parent that kills local ranks for a lost engine; 0: none */
    int parent;         /**< descriptor that closes with the process served; -1: none */
} emuq_connections_t;

/** Counters of the connection to one host. */
typedef struct emuq_connection_counts {
    uint64_t frames_out, bytes_out; /**< sent */
    uint64_t frames_in, bytes_in;   /**< received */
    uint64_t sends;                 /**< network messages or system calls for sending */
    uint64_t waits;                 /**< frames that had to queue */
} emuq_connection_counts_t;

/** Adds to a counter of this thread. */
static inline void emuq_connection_count(uint64_t *count, uint64_t more)
{
    AO_store(count, *count + more);
}

/** ns; maximum time to spin */
#define EMUQ_SPIN_LIMIT_NS UINT64_C(100000)

/** State of the spin policy of one engine. */
typedef struct emuq_spin_policy {
    uint64_t max, limit;         /**< ns; maximum and current time to spin */
    uint64_t begun;              /**< ns; start of the wait */
    uint64_t computing;          /**< ns; time until which computing threads want the core */
    uint32_t polls, yield_after; /**< empty polls since the last yield; limit before the next yield */
    uint64_t long_yield;         /**< ns; length of the last yield if it was long; else 0 */
    uint64_t saved;              /**< ns; saved by frames found without a sleep */
    uint32_t in_row;             /**< consecutive long yields */
    uint32_t skipped; /**< time without yields, as a multiple of the length of the last harmful yield */
} emuq_spin_policy_t;

/** Action after an empty poll. */
typedef enum emuq_next {
    EMUQ_NEXT_POLL,  /**< poll again */
    EMUQ_NEXT_YIELD, /**< call emuq_spin_policy_yield() */
    EMUQ_NEXT_SLEEP
} emuq_next_t;

/** Initialises the policy. @param most ns; maximum time to spin */
void emuq_spin_policy_open(emuq_spin_policy_t *p, uint64_t most);
/** Records the start of a wait. */
void emuq_spin_policy_begin(emuq_spin_policy_t *p, uint64_t now);
/** Records an empty poll. @param most ns; sleep after this time */
emuq_next_t emuq_spin_policy_empty(emuq_spin_policy_t *p, uint64_t now, uint64_t most);
/** Records a yield from @p before to @p now. */
void emuq_spin_policy_yielded(emuq_spin_policy_t *p, uint64_t before, uint64_t now);
/** Yields the core. */
void emuq_spin_policy_yield(emuq_spin_policy_t *p);
/** Result of a poll. */
typedef enum emuq_found {
    EMUQ_FOUND_WORK,       /**< work of local ranks, or completed sends */
    EMUQ_FOUND_FRAMES,     /**< frames of remote hosts */
    EMUQ_FOUND_AFTER_SLEEP /**< any event, after a sleep */
} emuq_found_t;
/** Records a successful poll. @return whether to yield, as a rank on the same core may be waiting for the
 * result
 */
bool emuq_spin_policy_found(emuq_spin_policy_t *p, uint64_t now, emuq_found_t what);

#define EMUQ_LOCAL_HOSTS 16u /**< maximum */

/** The sockets of all engines of simulated hosts. */
typedef struct emuq_local_hosts {
    uint32_t hosts;
    uint64_t job_id;                                 /**< number of the job, equal on all simulated hosts */
    int32_t launcher;                                /**< process that opened the sockets */
    bool by_fabric;                                  /**< libfabric is used: no sockets */
    int socket[EMUQ_LOCAL_HOSTS * EMUQ_LOCAL_HOSTS]; /**< [host][peer]; -1: none, or closed */
} emuq_local_hosts_t;

#if !EMUQ_HAVE_HOSTS /* a build for one host */

static inline int emuq_local_connect(emuq_local_hosts_t *local, uint32_t hosts, bool by_fabric)
{
    (void)local, (void)hosts, (void)by_fabric;
    return -ENOTSUP;
}
static inline void emuq_local_close(emuq_local_hosts_t *local, uint32_t kept)
{
    (void)local, (void)kept;
}

#else

/** Opens the sockets, close-on-exec. @param hosts 2 to EMUQ_LOCAL_HOSTS @param by_fabric none are needed
 * @return 0, or -errno with all sockets closed */
int emuq_local_connect(emuq_local_hosts_t *local, uint32_t hosts, bool by_fabric);

/** Closes the sockets except those of host @p kept (UINT32_MAX: all). A peer sees the end when all copies are
 * closed. */
void emuq_local_close(emuq_local_hosts_t *local, uint32_t kept);

#endif

/** Connections of host @p host, one set per process. @param counts [hosts] or NULL */
void emuq_local_connections(emuq_local_hosts_t *hosts, uint32_t host, emuq_connection_counts_t *counts,
                            emuq_connections_t *connections);

#endif /* EMUQ_TRANSPORT_CONNECTION_H */
