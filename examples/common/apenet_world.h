/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file apenet_world.h
 * @brief What examples for APEnet+ cards need around their own messages: numbers of ranks, windows that all
 * others know, sums over all ranks.
 *
 * A rank's window is a row of *ports* of one size, for one message each. Who puts to a port and who takes the
 * message out agree by themselves that the port is free. Errors end the program with a message. Of one
 * thread; nothing is kept in globals, so ranks may be threads. The first notes come before their receiver has
 * buffers for them, so sends must wait for buffers (EMUQ_APENET_NOBUF=wait, as it is unless set).
 */
#ifndef EXAMPLES_APENET_WORLD_H
#define EXAMPLES_APENET_WORLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "apenet/rdma.h"

#define APENET_WORLD_VALUES 8u   /**< most values of a sum, or of a note */
#define APENET_WORLD_RANKS  512u /**< most ranks */

/** A small message, by send. */
typedef struct apenet_world_note {
    uint32_t rank; /**< of the sender */
    uint64_t value[APENET_WORLD_VALUES];
} apenet_world_note_t;

/** The ranks, as one of them sees them. */
typedef struct apenet_world {
    apenet_card_t *card;
    apenet_address_t size; /**< nodes in x, y, z, and processes of each */
    unsigned rank, ranks;  /**< pid is fastest, then z, y, x */
    unsigned ports;
    size_t port_bytes;
    char *window;                 /**< [ports * port_bytes] */
    uint64_t *there;              /**< [ranks] the windows */
    unsigned *arrived;            /**< [ports] messages that have not been taken */
    apenet_world_note_t *landing; /**< [2 * ranks] of notes */
    apenet_world_note_t *note;    /**< [ranks][2] that have come, by sender */
    apenet_world_note_t *out;     /**< [ranks] that leave, by receiver */
    bool *is_told;                /**< [ranks] the card may still read it */
    unsigned *told, *heard; /**< [ranks] notes of each sender that have come, and that have been heard */
    unsigned others;        /**< events that apenet_world_other() waits for */
    bool has_windows;       /**< `there` is filled in */
    unsigned unsent;        /**< messages whose sources the card may still read */
} apenet_world_t;

/** Opens the card, and learns who is there; then there are sums. All ranks call it. */
void apenet_world_open(apenet_world_t *w);

/** Opens the window; returns when those of all ranks are known. All ranks call it once with the same
 * arguments, as any function below that says so. */
void apenet_world_window(apenet_world_t *w, unsigned ports, size_t port_bytes);

/** All ranks call it, when no message is under way that somebody waits for. */
void apenet_world_close(apenet_world_t *w);

/** Number of a rank, and where it is. */
unsigned apenet_world_rank(const apenet_world_t *w, apenet_address_t a);
/** The other way round. */
apenet_address_t apenet_world_address(const apenet_world_t *w, unsigned rank);

/** Memory of a port of the own window. */
char *apenet_world_port(const apenet_world_t *w, unsigned port);

/** Puts a message to a port of another rank, or of one's own; the source is free after apenet_world_sent().
 */
void apenet_world_put(apenet_world_t *w, unsigned rank, unsigned port, const void *source, size_t bytes);

/** Waits until the sources of all messages are free. */
void apenet_world_sent(apenet_world_t *w);

/** Waits for the next message in a port. */
void apenet_world_take(apenet_world_t *w, unsigned port);

/** Waits for the next event of what the program does by itself on the card: a get, or a message to a buffer
 * that it has registered with context 0. */
void apenet_world_other(apenet_world_t *w);

/** Sends a rank a few values. A rank hears notes of one other in their order, and has room for two of each
 * that it has not heard. */
void apenet_world_tell(apenet_world_t *w, unsigned rank, const void *values, unsigned n);

/** Waits for the next note of a rank. @return its values, until the one after the next comes */
const uint64_t *apenet_world_hear(apenet_world_t *w, unsigned rank);

/** Replaces numbers by their sums over all ranks, added in the order of the ranks. All ranks call it, and no
 * other notes are under way. @param n up to APENET_WORLD_VALUES; 0: a barrier */
void apenet_world_sum(apenet_world_t *w, double *number, unsigned n);

/** Replaces words by their exclusive or over all ranks. All ranks call it. */
void apenet_world_xor(apenet_world_t *w, uint64_t *word, unsigned n);

/** Seconds from some moment on, by a clock that is not set. */
double apenet_world_seconds(void);

/** Ends the program, unless @p holds. */
void apenet_world_must(const apenet_world_t *w, bool holds, const char *what);

#endif /* EXAMPLES_APENET_WORLD_H */
