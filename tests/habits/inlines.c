/* SPDX-License-Identifier: BSD-3-Clause */
/* Several files of a program include the headers; this file defines __INLINE__ itself. */
#define __INLINE__ static inline
#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/location.h>
#include <spi/include/mu/Addressing_inlines.h>
#include <spi/include/mu/Descriptor_inlines.h>
#include <spi/include/mu/GIBarrier.h>
#include <spi/include/l2/atomic.h>

uint64_t by_default(MUHWI_Descriptor_t *d, uint64_t word); /* in inlines_default.c */

int main(void)
{
    MUHWI_Descriptor_t here, there;
    uint64_t word = 0;
    MUSPI_DescriptorZeroOut(&here);
    MUSPI_DescriptorZeroOut(&there);
    MUSPI_SetPayload(&here, 0x1234, 567);
    L2_AtomicStoreAdd(&word, 5);
    uint32_t tokens = 0;
    if (Kernel_GetNDExpectedTokens(0, 0, &tokens) != 0 || tokens != 126)
        return 2;
    if (by_default(&there, word) != MUSPI_GetAtomicAddress(8, 2) + word)
        return 1;
    return memcmp(&here, &there, sizeof here) != 0;
}
