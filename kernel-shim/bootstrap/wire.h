/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file wire.h
 * @brief Private to the methods with PMI: the connection to the launcher, a socket that it has left open
 * (PMI_FD). It is shared with the MPI library, which may come later: nothing is read ahead.
 */
#ifndef EMUQ_BOOTSTRAP_WIRE_H
#define EMUQ_BOOTSTRAP_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#define EMUQ_WIRE_NAME 256u /**< bytes of names, words and what is said of an answer */

/** The connection. */
typedef struct emuq_wire {
    const char *protocol; /**< for messages */
    int fd;
    uint32_t rank;
    struct stat identity; /**< of the socket: MPI may have closed it, and the program have opened another file
                           */
    bool is_broken;
} emuq_wire_t;

/** Takes the connection, and what the environment says of this process: PMI_FD, PMI_RANK and PMI_SIZE.
 *  @return 0, or a negative errno after a message */
int emuq_wire_open(emuq_wire_t *wire, uint32_t *rank, uint32_t *ranks);
/** Whether the connection is still there. */
bool emuq_wire_is_open(const emuq_wire_t *wire);

/** Says what went wrong while @p doing something, and that the connection is of no use any more.
 *  @return -error */
int emuq_wire_broken(emuq_wire_t *wire, int error, const char *doing, const char *what);
/** The same for an answer that is not what was asked for. @return -EPROTO */
int emuq_wire_wrong(emuq_wire_t *wire, const char *doing, const char *answer);

/** When an answer has to be there that is asked for now; in milliseconds, for the functions below. */
int64_t emuq_wire_limit(void);
/** @return 0, or a negative errno after a message */
int emuq_wire_send(emuq_wire_t *wire, const char *doing, const char *bytes, size_t length);
/** Receives @p length bytes, not one more. @return 0, or a negative errno after a message */
int emuq_wire_receive(emuq_wire_t *wire, const char *doing, char *bytes, size_t length, int64_t limit_ms);
/** Receives a line, without its newline. @param bytes room with the zero
 *  @return 0, or a negative errno after a message */
int emuq_wire_line(emuq_wire_t *wire, const char *doing, char *line, size_t bytes);

/** Sends a word for which there is no answer, if the connection is there: the launcher ends the job at once,
 *  and with it the forwarding of what ranks have printed; it gets some time for that. */
void emuq_wire_last(const emuq_wire_t *wire, const char *bytes, size_t length);
/** Whether the program's MPI library, if there is one, has been initialised: then it says goodbye itself. */
bool emuq_wire_is_of_mpi(void);

/** Finds "name=value" among words that end with @p end.
 *  @return whether it is there and fits into @p bytes with its zero */
bool emuq_wire_field(const char *words, char end, const char *name, char *value, size_t bytes);

#endif /* EMUQ_BOOTSTRAP_WIRE_H */
