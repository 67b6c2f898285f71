/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file bgpm.h
 * @brief Performance counters in event sets (network-counters).
 *
 * Only events of the Message Unit and the network exist here (spi/include/upci/events.h). They are counts of
 * the caller's node, so two processes of a node see the same ones. Event sets belong to the process; one of
 * its threads controls them. Starting, stopping and resetting take software snapshots, so any number of sets
 * can run at once.
 *
 * The interface specification names these calls, and the parameters of some; the others are EMUQ's. All calls
 * return 0 (or what is said below), or a negative errno: -EINVAL (no such set, index or event), -ENOSPC (no
 * more sets, or events in a set).
 */
#ifndef _BGPM_H_
#define _BGPM_H_

#include <stdint.h>

#include "hwi/include/common/compiler_support.h"
#include "spi/include/upci/events.h"
#include "spi/include/upci/upc_nw.h"

__BEGIN_DECLS

#define EMUQ_BGPM_SETS   8  /**< Event sets of a process. */
#define EMUQ_BGPM_EVENTS 32 /**< Events of a set. */

/** Begins to use the library; clears what was there. @param mode accepted and ignored. */
int Bgpm_Init(int mode);

/** Ends the use of the library: deletes all sets. */
int Bgpm_Disable(void);

/** @return a new event set, stopped and empty: a number from 0. */
int Bgpm_CreateEventSet(void);

/** Deletes an event set. */
int Bgpm_DeleteEventSet(int set);

/** Adds an event to a set that is stopped. An event that the emulation does not count is accepted, reads 0,
 * and is named on standard error.
 *  @param eventId PEVT_MU_... or PEVT_NW_... @return its index in the set, from 0. */
int Bgpm_AddEvent(int set, unsigned eventId);

/** Chooses the virtual channels of PEVT_NW_SENT, PEVT_NW_RECV or PEVT_NW_RECV_FIFO, in a set that is stopped;
 * user point to point at the start. @param idx index in the set @param mask UPC_NW_VC_... */
int Bgpm_SetEventVirtChannels(int set, int idx, unsigned mask);

/** Makes the set ready to start. Nothing to do here but to check it. */
int Bgpm_Apply(int set);

/** Starts the set from the counts that it has. */
int Bgpm_Start(int set);

/** Starts the set from 0. */
int Bgpm_ResetStart(int set);

/** Stops the set; it keeps its counts. */
int Bgpm_Stop(int set);

/** Sets the counts to 0; a set that runs goes on. */
int Bgpm_Reset(int set);

/** Reads a count. @param idx index in the set @param value set to the count. */
int Bgpm_ReadEvent(int set, int idx, uint64_t *value);

/** Reads the first @p count counts of a set. @return how many there were. */
int Bgpm_ReadEventList(int set, uint64_t *values, unsigned count);

__END_DECLS

#endif /* _BGPM_H_ */
