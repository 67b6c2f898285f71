/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file parts.h
 * @brief Parts of a machine, and a thread for each of them. For the files of network/ alone.
 *
 * Time goes on in windows. Within a window each thread applies the events of its part; what another part is
 * to know is at least a lookahead away, behind the window, and is put into a box. At the end of the window
 * every part empties its boxes. Two barriers: behind the first, the times of all next events are known, and
 * so is the window; behind the second, the boxes are full.
 */
#ifndef EMUQ_NETWORK_PARTS_H
#define EMUQ_NETWORK_PARTS_H

#include "network/machine.h"

/** Cuts a machine, which has not begun, into parts. @return 0 or -ENOMEM; emuq_net_close() frees what there
 * is */
int emuq_net_cut(emuq_net_t *net, uint32_t parts);

/** Runs all parts, of which there are several, up to and including a cycle. Starts the threads if they are
 * not there; between runs they wait. */
void emuq_net_run_parts(emuq_net_t *net, uint64_t last);

/** Ends the threads; frees what each part has of its own, and the parts but the first. */
void emuq_net_free_parts(emuq_net_t *net);

#endif /* EMUQ_NETWORK_PARTS_H */
