/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file pami.h
 * @brief PAMI, the Parallel Active Message Interface.
 *
 * A program creates a client and its contexts, sets dispatch functions, and advances the contexts: only
 * advances make progress. Communication calls do not block: PAMI_SUCCESS means accepted, and callbacks report
 * completion. A call that returns an error has no effect and no callback.
 *
 * A context is used by one thread at a time. Callbacks run in the thread that advances or calls their
 * context, and must not advance the context.
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
