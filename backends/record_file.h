/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file record_file.h
 * @brief The file of a recorded job: in the byte order and the layout of the machine that wrote it.
 *
 *     emuq_record_file_t
 *     uint32_t place[np]             of each rank: node * ppn + T coordinate
 *     for each of `pieces` pieces:
 *         emuq_record_thread_t
 *         emuq_record_t[kept]        records of that thread, the oldest first
 *
 * A file that is written at once has one piece for each thread, with its latest records. While records are
 * streamed each piece continues that thread's, and head and number of pieces are written anew now and then: a
 * file whose writer was killed is whole up to there.
 */
#ifndef EMUQ_RECORD_FILE_H
#define EMUQ_RECORD_FILE_H

#include "backends/record.h"

/** The first bytes; differs when the layout does. */
#define EMUQ_RECORD_MAGIC "EMUQREC2"

/** The job. */
typedef struct emuq_record_file {
    char magic[8];
    uint32_t record_bytes; /**< sizeof(emuq_record_t) */
    uint32_t threads;      /**< numbers of threads are less */
    uint64_t pieces;
    uint32_t size[5]; /**< nodes per dimension */
    uint32_t torus;   /**< as of emuq_geometry_t */
    uint32_t ppn;     /**< processes per node */
    uint32_t np;      /**< ranks */
    uint32_t host;    /**< whose file it is: each host of a job has one */
    uint32_t hosts;   /**< of the job */
    uint32_t payload; /**< bytes of each message that are recorded */
    uint32_t without; /**< threads that are not recorded, for want of memory */
    uint64_t job_id;
    uint64_t begun_ticks; /**< the processor's clock when the recording began ... */
    uint64_t begun_ns;    /**< ... and the monotonic one */
    uint64_t ended_ticks; /**< the same when it ended */
    uint64_t ended_ns;    /**< the same when it ended */
    uint64_t realtime_ns; /**< time of day when it began */
} emuq_record_file_t;

/** A thread, and how many records of it follow. */
typedef struct emuq_record_thread {
    uint64_t kept;         /**< records in this piece */
    uint64_t lost;         /**< records that are in no piece, so far */
    uint32_t number;       /**< of the thread in this file */
    uint32_t is_modelled;  /**< 1: all times of the file are modelled, and the file begins with the job */
    uint32_t node;         /**< EMUQ_RECORD_NO_NODE: of all, or not known */
    int32_t rank;          /**< -1: a thread of the unit's own */
    int32_t process;       /**< Linux number of its process ... */
    int32_t thread;        /**< ... and its own */
    emuq_record_t waiting; /**< the wait that had not ended, if its kind is EMUQ_RECORD_WAIT */
} emuq_record_thread_t;

#endif /* EMUQ_RECORD_FILE_H */
