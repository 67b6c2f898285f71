/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file fabric_lane.h
 * @brief Private to the kernel shim: the sending side of lanes over a network, and who is watched.
 */
#ifndef EMUQ_HOSTS_FABRIC_LANE_H
#define EMUQ_HOSTS_FABRIC_LANE_H

#include "transport/lane_counts.h"
#include "transport/message.h"
#include "kernel-shim/partition/host_engine.h"

/** The lane to a host. */
typedef struct emuq_lane {
    emuq_message_t *first, *last; /**< that have not been given to the endpoint, in order */
    fi_addr_t address;            /**< FI_ADDR_NOTAVAIL: nothing has been sent */
    uint64_t tag;                 /**< of messages to this host (mac.h) */
    uint64_t next_out, next_in;   /**< sequence numbers */
    uint64_t heard, sent;         /**< ns; when, at last */
    uint64_t doubted;             /**< ns; if after heard: when it was first found too silent */
    uint64_t answered;            /**< ns; when its system has said that its process is there, at last */
    int probe;                    /**< probe.h; -1: none */
    uint32_t next_busy;           /**< in the list of the set */
    uint16_t in_flight;           /**< messages that the endpoint has */
    bool is_busy;                 /**< in that list: something waits to be sent */
    bool is_of_rank;              /**< its engine is in a rank's process */
    bool is_used;                 /**< frames have been exchanged */
    bool has_ended;               /**< nothing goes or comes any more */
    bool is_deaf;                 /**< nothing that comes is looked at any more */
    bool has_byed, says_bye;      /**< the other host has sent its last message; this one has */
    bool is_told;                 /**< the engine knows that the lane has ended */
    emuq_message_t *early;        /**< that have come before their turn, by sequence */
    char *text;                   /**< the host's (process.h) */
    char *name;
    char *reason; /**< why it has ended, or NULL */
} emuq_lane_t;

/** The lanes of a host. */
typedef struct emuq_lane_set {
    emuq_endpoint_t *endpoint;
    emuq_messages_t messages;
    emuq_wire_job_t job;
    emuq_lane_t *lane;          /**< [hosts] */
    emuq_lane_counts_t *counts; /**< [hosts] or NULL */
    uint32_t busy;              /**< the first lane with something to send; UINT32_MAX: none */
    uint32_t in_flight;         /**< messages that the endpoint has, of all lanes */
    uint32_t untold;            /**< lanes that have ended without the engine's knowledge */
    uint64_t now, looked;       /**< ns; at the last call of emuq_lanes_watch(), and when it looked at all */
    uint64_t resumed;           /**< ns; when this process last went on after it had not run */
    uint64_t silence;           /**< ns after which a host is lost */
} emuq_lane_set_t;

/** Makes the lanes of a set whose endpoint is open. @return 0, or a negative errno after a message */
int emuq_lanes_open(emuq_lane_set_t *set, const emuq_wire_job_t *job, const emuq_host_text_t *texts,
                    uint64_t now);
/** Frees them; messages are freed elsewhere. */
void emuq_lanes_close(emuq_lane_set_t *set);

/** Copies a frame to the end of a lane. @return 0; or -EPIPE, -EMSGSIZE, -ENOMEM */
int emuq_lane_add_frame(emuq_lane_set_t *set, uint32_t host, const struct iovec *part, int parts);
/** Adds a frame to the end of a lane as lend() of emuq_lanes_t does; a short one is copied. @return the same
 */
int emuq_lane_lend_frame(emuq_lane_set_t *set, uint32_t host, void *frame, size_t bytes,
                         void (*done)(void *argument), void *argument);
/** Gives the endpoint what it takes. */
void emuq_lanes_post(emuq_lane_set_t *set);
/** The endpoint does not need a message any more. */
void emuq_lane_sent(emuq_lane_set_t *set, emuq_message_t *m);

/** A lane ends. @param why of the host */
void emuq_lane_end(emuq_lane_set_t *set, uint32_t host, const char *why);
/** The receiving half of a lane ends. */
void emuq_lane_deafen(emuq_lane_set_t *set, uint32_t host, const char *why);
/** The last message of the other host has come. */
void emuq_lane_byed(emuq_lane_set_t *set, uint32_t host);
/** Whether the engine has to be told, now, that a lane has ended. */
bool emuq_lane_tell(emuq_lane_set_t *set, uint32_t host);

/** Time has come to @p now: sends heartbeats, and ends the lanes of hosts that are silent. */
void emuq_lanes_watch(emuq_lane_set_t *set, uint64_t now);

/** Whether a host is watched (fabric.h). */
bool emuq_lane_is_watched(const emuq_lane_set_t *set, uint32_t host);

/** Sends the last message on all lanes of hosts that are watched. */
void emuq_lanes_bye(emuq_lane_set_t *set);
/** Whether some of these lanes have something to send, or another host has not sent its last message. */
bool emuq_lanes_are_open(const emuq_lane_set_t *set);

/** Name of a host. */
const char *emuq_lane_name(const emuq_lane_set_t *set, uint32_t host);

#endif /* EMUQ_HOSTS_FABRIC_LANE_H */
