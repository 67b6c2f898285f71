/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file pami.h
 * @brief The message layer: PAMI, the Parallel Active Message Interface.
 *
 * A program creates a client, asks it what there is, makes contexts, sets dispatch functions on them, and
 * advances the contexts: nothing happens otherwise. Every communication call is non-blocking; PAMI_SUCCESS
 * means that it has been accepted, and callbacks say the rest. An error is reported before any effect, and no
 * callback follows it.
 *
 * A context belongs to one thread at a time; different contexts need nothing of each other. Callbacks run in
 * the thread that advances (or calls) their context, own that context, and must not advance it.
 */
#ifndef __pami_h__
#define __pami_h__

#include <stdint.h>
#include <stdlib.h>
#include <sys/uio.h>

#include "pami_sys.h"

#include "emuq/pami_core.h"
#include "emuq/pami_types.h"
#include "emuq/pami_pt2pt.h"
#include "emuq/pami_collectives.h"

#endif /* __pami_h__ */
