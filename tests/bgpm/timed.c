/* SPDX-License-Identifier: BSD-3-Clause */
/* Ranks of a node in modelled time: calls that read the time base pass control with the lock of the node
 * held. */
#include <stdint.h>
#include <stdlib.h>

#include "bgpm/include/bgpm.h"
#include "hwi/include/bqc/A2_inlines.h"

#define ROUNDS 200u

int main(void)
{
    int rc = Bgpm_Init(BGPM_MODE_SWDISTRIB);
    unsigned set = (unsigned)Bgpm_CreateEventSet();
    rc |= Bgpm_AddEvent(set, PEVT_INST_ALL);
    rc |= Bgpm_Apply(set);
    rc |= Bgpm_Start(set);
    for (unsigned i = 0; i < ROUNDS; i++) {
        Bgpm_MuxStats_t stats;
        (void)GetTimeBase(); /* the second read in a row passes control */
        rc |= Bgpm_Stop(set) | Bgpm_Start(set) | Bgpm_GetMultiplex(set, &stats);
    }
    rc |= Bgpm_Stop(set);
    return rc >= 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
