/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file engine.h
 * @brief Private to the kernel shim: the process of a host that exchanges frames with the other hosts.
 *
 * Each host of a spread partition has one. It is a member of the partition, attached to no node; the unit's
 * frames and the kernel's own go through its lanes.
 */
#ifndef EMUQ_HOSTS_ENGINE_H
#define EMUQ_HOSTS_ENGINE_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/uio.h>

#include "kernel-shim/partition/state.h"

/** What becomes of a frame of a host. @param frame aligned to EMUQ_FRAME_ALIGN @param bytes 0: the host's
 * lane has ended.
 *  @return 0, or a negative errno: the frame is malformed, or something else ends the job */
typedef int (*emuq_lane_arrival_t)(void *argument, uint32_t host, const void *frame, size_t bytes);

/** Who takes turns: what a turn does besides what lanes are for. */
typedef struct emuq_lane_user {
    void *argument; /**< first argument of the functions */
    emuq_lane_arrival_t arrival;
    /** Does some of what this host has to do, if there is anything. NULL: there never is. @param rests the
     * turn is about to sleep if there is nothing: a signal that `mask` lets through ends its sleep when there
     * is something.
     *  @return whether there was something */
    bool (*serve)(void *argument, bool rests);
    const sigset_t *mask; /**< for the sleep, ppoll(2); NULL: as it is */
    /** The turn is about to give up the core, or to sleep (@p begins), or has done so. Other threads may call
     *  look() meanwhile. NULL: there are none.
     *  @return false: at the begin, it is not to, but to look again; at the end, the turn is over, because
     * other threads look */
    bool (*pause)(void *argument, bool begins);
    int bell; /**< an eventfd that ends the sleep, which empties it; if there is pause() */
} emuq_lane_user_t;

/** See serve above. @param user NULL: there never is anything */
static inline bool emuq_lane_serve(const emuq_lane_user_t *user, bool rests)
{
    return user != NULL && user->serve != NULL && user->serve(user->argument, rests);
}

/** Lanes to all other hosts: each delivers whole frames in order, once. One thread at a time calls them. */
typedef struct emuq_lanes {
    void *context; /**< first argument of all of them */
    /** Sends a frame of @p parts parts, in all up to EMUQ_WIRE_FRAME bytes. Copies it and does not wait;
     * arrival() and serve() may call it, too.
     *  @return 0, or -EPIPE: the lane has ended; or -ENOMEM */
    int (*send)(void *context, uint32_t host, const struct iovec *part, int parts);
    /** Sends a frame as the unit's lend() does. NULL: all are copied. */
    int (*lend)(void *context, uint32_t host, void *frame, size_t bytes, void (*done)(void *argument),
                void *argument);
    /** Serves, handles frames that have come, and waits up to @p ns nanoseconds for something to do.
     *  @return 0, or what arrival() returned. */
    int (*turn)(void *context, uint64_t ns, const emuq_lane_user_t *user);
    /** As turn(), but never waits. NULL: the lanes have no such function. @return 0: there was nothing;
     * more: something; or a negative errno */
    int (*look)(void *context, const emuq_lane_user_t *user);
    /** The last call: waits until what was sent has left this process, or has come where the other hosts
     * still listen, for up to a second. */
    void (*flush)(void *context);
    /** Name of a host, or NULL. */
    const char *(*name)(void *context, uint32_t host);
    /** Why a lane has ended, as what is said of the host ("does not answer"); NULL: it is gone. */
    const char *(*reason)(void *context, uint32_t host);
    /** Whether a host finds soon that the lane from here has ended: frames have been exchanged, or it is
     * watched for another reason. NULL: all do. */
    bool (*is_watched)(void *context, uint32_t host);
    uint64_t doubt_ns;  /**< before it says that a host is lost: a launcher may know of another cause, and end
                         this process */
    bool watches_ranks; /**< nobody else ends the job for a rank of this host that is killed */
    pid_t keeper;       /**< the parent, if it ends the ranks of this host for a lost engine; 0: none */
    int parent; /**< a file that ends when the process has ended for which the engine works; -1: none */
} emuq_lanes_t;

/** Runs the host engine of a spread partition in this process, which is no other member, until all ranks of
 *  all hosts have ended. If the job cannot go on, the other hosts are told why.
 *  @return 0, or a negative errno after a message: a host is lost, or has sent nonsense, or has told that the
 * job cannot go on, or a rank of this host is lost, or there is no memory for a frame; or -ECANCELED, without
 * a message: the parent has ended.
 */
int emuq_host_engine(emuq_partition_t *partition, const emuq_lanes_t *lanes);

/* The parts of it, for a process that does more than that (rank_engine.c). One thread at a time. */

/** The callbacks of the engine, of which error and failed are for what it finds itself. */
extern const emuq_kernel_callbacks_t emuq_engine_callbacks;

/** What turns of the engine's lanes do. */
emuq_lane_user_t emuq_engine_user(emuq_partition_t *partition);

/** Begins. @return 0 or -ENOMEM */
int emuq_engine_open(emuq_partition_t *partition, const emuq_lanes_t *lanes);

/** One turn of the lanes, and what the engine has to do besides. @param rests it may sleep
 *  @param is_over set: the job is, and the other hosts have been told
 *  @return as emuq_host_engine() */
int emuq_engine_step(const emuq_lane_user_t *user, bool rests, bool *is_over);

/** Ends: what is left is sent, and if @p rc is not 0 the other hosts are told why. */
void emuq_engine_close(int rc);

/** Asks for time slices as long as those of the ranks, for the calling thread. */
void emuq_engine_shorten_slice(const emuq_partition_t *partition);

#endif /* EMUQ_HOSTS_ENGINE_H */
