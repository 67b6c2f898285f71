/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file events.h
 * @brief Numbers of the performance events (bgpm 4). emuq_events.def lists and describes the events.
 */
#ifndef _UPCI_EVENTS_H_
#define _UPCI_EVENTS_H_

#include <stdint.h>

#include "hwi/include/common/compiler_support.h"

/** Event numbers: from emuq_events.def, and the last event of each unit. */
typedef enum Upci_EventIds {
/* clang-format off */
/** Generates an enumerator for an event. */
#define EMUQ_EVENT(number, name, description, unit, metric, source, scope, edge, inverted, emulation, channels) name = number,
#include "spi/include/upci/emuq_events.def"
#undef EMUQ_EVENT
    /* clang-format on */
    PEVT_PUNIT_LAST_EVENT = 277,   /**< last event of a core */
    PEVT_L2UNIT_LAST_EVENT = 309,  /**< last event of the L2 cache */
    PEVT_IOUNIT_LAST_EVENT = 353,  /**< last event of Message Unit, PCI Express and device bus */
    PEVT_NWUNIT_LAST_EVENT = 384,  /**< last event of the network links */
    PEVT_CNKUNIT_LAST_EVENT = 414, /**< last event of the kernel */
    PEVT_LAST_EVENT = 414          /**< last of all events */
} Upci_EventIds;

#endif /* _UPCI_EVENTS_H_ */
