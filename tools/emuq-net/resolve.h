/* SPDX-License-Identifier: BSD-3-Clause */
/** @file resolve.h  What options mean that depends on other options. */
#ifndef EMUQ_NET_RESOLVE_H
#define EMUQ_NET_RESOLVE_H

#include "tools/emuq-net/options.h"

#define TRAFFIC_MOST_SETS 64 /**< --set and --zone */

/** Constants that the command line changes, in its order. */
typedef struct traffic_sets {
    struct {
        const char *table, *assignment; /**< "" and key=value, or "zone." and N=AB,CD */
    } set[TRAFFIC_MOST_SETS];
    unsigned count;
} traffic_sets_t;

/**
 * Checks whether options go together, opens pattern and constants, and fills in what was not said.
 * @param o as written
 * @return 0, -EINVAL with the reason in @p why, or -ENOMEM
 */
int traffic_options_resolve(traffic_options_t *o, const traffic_sets_t *sets, emuq_text_t *why);

#endif /* EMUQ_NET_RESOLVE_H */
