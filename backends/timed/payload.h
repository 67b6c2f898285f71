/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file payload.h
 * @brief Payloads of packets that enter the network.
 */
#ifndef EMUQ_TIMED_PAYLOAD_H
#define EMUQ_TIMED_PAYLOAD_H

#include <string.h>

#include "backends/emulator/core/deliver.h"
#include "backends/emulator/core/inject.h"
#include "backends/timed/memory.h"
#include "backends/timed/timed.h"

/** Reads the payload of a packet of the message that f->current describes. One that is not there any more is
 * an error of the program; its packet is on its way all the same, with zeros.
 *  @param d  the descriptor, for the report
 *  @param to gets p->bytes */
static inline void emuq_payload_read(emuq_timed_t *t, emuq_inj_t *f, const MUHWI_Descriptor_t *d,
                                     const emuq_net_packet_t *p, char *to)
{
    const char *payload;
    emuq_work_t work;
    t->packets++;
    if (p->bytes == 0)
        return;
    emuq_work_begin(&work);
    if (emuq_inj_payload(&work, f, &payload) == EMUQ_DONE) {
        memcpy(to, payload + p->offset, p->bytes);
        emuq_timed_memory_touch(t, f->node->number, payload + p->offset, p->bytes);
    } else {
        memset(to, 0, p->bytes);
        emuq_rejected_by(&work, f, d);
    }
    emuq_work_run(&work);
}

#endif /* EMUQ_TIMED_PAYLOAD_H */
