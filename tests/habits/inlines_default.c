/* SPDX-License-Identifier: BSD-3-Clause */
/* Second file of inlines.c, with the default __INLINE__ of the headers. */
#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/location.h>
#include <spi/include/mu/Addressing_inlines.h>
#include <spi/include/mu/Descriptor_inlines.h>
#include <spi/include/mu/GIBarrier.h>
#include <spi/include/l2/atomic.h>

uint64_t by_default(MUHWI_Descriptor_t *d, uint64_t word);

uint64_t by_default(MUHWI_Descriptor_t *d, uint64_t word)
{
    uint64_t tokens = 0;
    MUSPI_SetPayload(d, 0x1234, 567);
    if (Kernel_GetNDExpectedTokensDCR(10, &tokens) != 0)
        return 0;
    return MUSPI_GetAtomicAddress(8, 2) + L2_AtomicLoad(&word);
}
