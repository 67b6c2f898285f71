/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file fabrics.h
 * @brief Simulated hosts: endpoints on loopback.
 */
#ifndef FABRICS_H
#define FABRICS_H

#include "transport/fabric.h"
#include "transport/connection.h"

#define FABRICS_MOST 3u

/** Hosts in one process. */
typedef struct fabrics {
    uint32_t hosts;
    emuq_fabric_t *fabric[FABRICS_MOST];
    emuq_host_text_t text[FABRICS_MOST];
    emuq_connections_t lanes[FABRICS_MOST];
    emuq_connection_counts_t counts[FABRICS_MOST][FABRICS_MOST];
} fabrics_t;

/** A key. */
extern const unsigned char fabrics_key[EMUQ_KEY_BYTES];

/** Ends the program with status 77 (skipped) if the provider in EMUQ_FABRIC has no endpoint. */
void fabrics_need(void);
/** Opens and connects endpoints; host @p odd has a wrong key (UINT32_MAX: none). @return success */
bool fabrics_open(fabrics_t *f, uint32_t hosts, uint32_t odd);
void fabrics_close(fabrics_t *f);

#endif /* FABRICS_H */
