/* SPDX-License-Identifier: BSD-3-Clause */
/* All spellings of header paths used by programs, without headers of the C library: the included headers
 * declare everything used here. */
#include <hwi/include/bqc/A2_inlines.h>
#include <hwi/include/bqc/MU_Descriptor.h>
#include "hwi/include/bqc/nd_500_dcr.h"
#include <firmware/include/personality.h>
#include <spi/include/kernel/MU.h>
#include "spi/include/kernel/process.h"
#include <spi/include/mu/InjFifo.h>
#include <spi/include/mu/GIBarrier.h>
#include "spi/include/mu/Descriptor.h"
#include <spi/include/l1p/sprefetch.h>
#include <spi/include/l2/atomic.h>
#include <kernel/MU.h>
#include <kernel/location.h>
#include "kernel/memory.h"
#include <kernel/gi.h>
#include <kernel/collective.h>
#include <mu/Addressing_inlines.h>
#include <mu/Descriptor_inlines.h>
#include <mu/RecFifo.h>
#include "mu/GIBarrier.h"
#include <mu/Classroute_inlines.h>
#include <l2/barrier.h>
#include "l2/lock.h"
#include <l1p/pprefetch.h>
#include <wu/wait.h>
#if __has_include(<mpix.h>)
#include <mpix.h>
#endif

int main(void)
{
    Personality_t p;
    uint64_t ranks = 0;
    BG_CoordinateMapping_t *map = (BG_CoordinateMapping_t *)malloc(64 * sizeof *map);
    memset(&p, 0, sizeof p);
    assert(map != NULL);
    if (Kernel_GetPersonality(&p, sizeof p) != 0)
        abort();
    if (Kernel_RanksToCoords(0, map, &ranks) != EINVAL)
        exit(2);
    errno = O_RDONLY;
    if (INT_MAX < L2_CACHE_LINE_SIZE)
        exit(3);
    return (int)(uint8_t)errno;
}
