/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file order.h
 * @brief What the head tells the agent of a host to run: EMUQ_FRAME_ORDER.
 */
#ifndef EMUQ_ORDER_H
#define EMUQ_ORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/emuq-run/command.h"
#include "tools/emuq-run/frame.h"

typedef struct emuq_order {
    emuq_command_t command; /**< with shape and number of processes, nothing left to be defaulted */
    uint32_t hosts, host;   /**< of how many this is which */
    uint32_t *nodes;        /**< [hosts] nodes of each, consecutive blocks */
    uint64_t job_id;
    char *name;                  /**< of this host, in messages */
    char *near;                  /**< of this host as the others know it; empty: it finds that out */
    char *directory;             /**< where the ranks run */
    char *map;                   /**< contents of the map file; NULL: the mapping is a permutation */
    size_t map_bytes;            /**< of the map */
    emuq_words_t environment;    /**< NAME=VALUE of each variable for the ranks */
    char *path, *bind, *mapping; /**< what the command points to */
} emuq_order_t;

/** Fills an order with what is the same for all hosts but for numbers and names: the environment, the
 * directory and the contents of a map file. Its command is copied from @p command.
 *  @return 0, or -EINVAL after a message: the map file cannot be read. */
int emuq_order_make(emuq_order_t *order, const emuq_command_t *command);
/** Adds it as a frame. */
void emuq_order_add(const emuq_order_t *order, emuq_bytes_t *bytes);
/** Reads it. @param order set, to be freed whatever happens. @return 0, or -EPROTO. */
int emuq_order_get(emuq_order_t *order, emuq_frame_read_t *frame);
/** Frees what an order that was made or read has of its own. */
void emuq_order_free(emuq_order_t *order);

#endif /* EMUQ_ORDER_H */
