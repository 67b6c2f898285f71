/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-net/histogram.h"

uint64_t traffic_percentile(const uint64_t count[TRAFFIC_BINS], uint32_t permille, uint64_t least,
                            uint64_t most)
{
    uint64_t all = 0;
    for (uint32_t b = 0; b < TRAFFIC_BINS; b++)
        all += count[b];
    if (all == 0)
        return 0;
    uint64_t wanted = (uint64_t)((unsigned __int128)all * permille / 1000), below = 0;
    for (uint32_t b = 0; b < TRAFFIC_BINS; b++) {
        if (below + count[b] > wanted || below + count[b] == all) {
            uint64_t low = traffic_bin_low(b), width = traffic_bin_low(b + 1) - low;
            uint64_t value = low + (uint64_t)((unsigned __int128)width * (wanted - below) / (count[b] + 1));
            return value < least ? least : value < most ? value : most;
        }
        below += count[b];
    }
    return 0;
}
