/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory regions. A region is the physical address of its first byte: that is all a put or get needs on
 * either side. */
#include "msglayer/core/memregion.h"

#include "msglayer/core/context.h"
#include "msglayer/core/record.h"

_Static_assert(sizeof(emuq_pami_memregion_t) <= sizeof(pami_memregion_t), "a region fits");

pami_result_t PAMI_Memregion_create(pami_context_t handle, void *address, size_t bytes_in, size_t *bytes_out,
                                    pami_memregion_t *memregion)
{
    EMUQ_PAMI_CALL();
    emuq_pami_context_t *context = handle;
    if (context == NULL || address == NULL || bytes_in == 0 || bytes_out == NULL || memregion == NULL)
        return emuq_pami_result(emuq_pami_invalid("an argument is null, or bytes_in (%zu) is 0", bytes_in));
    Kernel_MemoryRegion_t region;
    if (Kernel_CreateMemoryRegion(&region, address, bytes_in) != 0)
        return emuq_pami_result(PAMI_EAGAIN);
    size_t before = (size_t)((char *)address - (char *)region.BaseVa);
    emuq_pami_memregion_t made = {(uint64_t)(uintptr_t)region.BasePa + before};
    memset(memregion, 0, sizeof *memregion);
    memcpy(memregion, &made, sizeof made);
    *bytes_out = region.Bytes - before < bytes_in ? region.Bytes - before : bytes_in;
    return PAMI_SUCCESS;
}

pami_result_t PAMI_Memregion_destroy(pami_context_t context, pami_memregion_t *memregion)
{
    EMUQ_PAMI_CALL();
    if (context == NULL || memregion == NULL)
        return emuq_pami_result(PAMI_INVAL);
    return PAMI_SUCCESS; /* the kernel keeps nothing for it */
}
