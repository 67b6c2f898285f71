/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file connection.h
 * @brief Connections between host engines: the interface of both implementations (libfabric, sockets of
 * simulated hosts) and counters.
 *
 * Counters are in the arena: stored relaxed by the engine's thread, read by launchers. Their pointer is
 * stored with release, and loaded with acquire.
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

/** Handles a frame aligned to EMUQ_FRAME_ALIGN. @param bytes 0: the connection has ended @return 0, or
 * -errno, which ends the job */
typedef int (*emuq_frame_handler_t)(void *argument, uint32_t host, const void *frame, size_t bytes);

/** Callbacks of the progress loop of a set of connections. */
typedef struct emuq_connection_user {
    void *argument; /**< first argument of the callbacks */
    emuq_frame_handler_t arrival;
    /** Does pending work. Optional. @param may_sleep progress() is about to sleep; new work then sends a
     * signal in `mask` @return whether there was work */
    bool (*serve)(void *argument, bool may_sleep);
    const sigset_t *mask; /**< signal mask of the sleep, see ppoll(2); NULL: unchanged */
    /** Called before (@p begins) and after a yield or sleep, during which other threads may poll(). Optional.
     * @return false before the pause: do not pause, poll again; false after it: another thread polls now */
    bool (*pause)(void *argument, bool begins);
    int wakeup_fd; /**< eventfd that ends the sleep; used with pause() */
} emuq_connection_user_t;

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
    /** Sends a frame without a copy (emuq_host_callbacks_t::lend). Optional. */
    int (*lend)(void *context, uint32_t host, void *frame, size_t bytes, void (*done)(void *argument),
                void *argument);
    /** Calls serve(), handles frames, and sleeps up to @p ns nanoseconds. @return 0, or the error of
     * arrival() */
    int (*progress)(void *context, uint64_t ns, const emuq_connection_user_t *user);
    /** Same as progress(), without waiting. Optional. @return 0: no event; 1: an event; or -errno */
    int (*poll)(void *context, const emuq_connection_user_t *user);
    /** Waits up to a second until all frames are sent. Must be the last call. */
    void (*flush)(void *context);
    /** Name of a host, or NULL. */
    const char *(*name)(void *context, uint32_t host);
    /** Reason for the end of a connection, such as "does not answer"; NULL: unknown. */
    const char *(*reason)(void *context, uint32_t host);
    /** Whether a host soon detects the end of this process. Optional; default: every host does. */
    bool (*is_watched)(void *context, uint32_t host);
    uint64_t doubt_ns;  /**< delay in ns of reports of lost hosts: launchers report causes first */
    bool watches_ranks; /**< no launcher detects killed ranks of this host: the engine does */
    pid_t watchdog;     /**< parent that kills the ranks if the engine is lost; 0: none */
    int parent;         /**< descriptor that closes when the process served ends; -1: none */
} emuq_connections_t;

typedef struct emuq_connection_counts {
    uint64_t frames_out, bytes_out; /**< sent */
    uint64_t frames_in, bytes_in;   /**< received */
    uint64_t sends;                 /**< network messages or system calls */
    uint64_t waits;                 /**< frames queued before they were sent */
} emuq_connection_counts_t;

static inline void emuq_connection_count(uint64_t *count, uint64_t more)
{
    AO_store(count, *count + more);
}

#define EMUQ_LOCAL_HOSTS 16u /**< maximum */

/** The sockets of all engines of simulated hosts. */
typedef struct emuq_local_hosts {
    uint32_t hosts;
    uint64_t job_id;                                 /**< equal on all simulated hosts */
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

/** Opens the sockets, close-on-exec. @param by_fabric opens none @return 0 or -errno */
int emuq_local_connect(emuq_local_hosts_t *local, uint32_t hosts, bool by_fabric);

/** Closes the sockets except those of host @p kept (UINT32_MAX: none). */
void emuq_local_close(emuq_local_hosts_t *local, uint32_t kept);

#endif

/** Connections of a host, one set per process. @param counts [hosts] or NULL */
void emuq_local_connections(emuq_local_hosts_t *hosts, uint32_t host, emuq_connection_counts_t *counts,
                            emuq_connections_t *connections);

#endif /* EMUQ_TRANSPORT_CONNECTION_H */
