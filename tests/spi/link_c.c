/* SPDX-License-Identifier: BSD-3-Clause */
#include "link.h"

#include "all_headers.h"

int32_t link_c_register(MUSPI_RecvFunction_t fn)
{
    return MUSPI_RegisterReceiveFunction(fn, NULL);
}

uint64_t link_c_build(MUHWI_Descriptor_t *desc, uint64_t length)
{
    MUSPI_Pt2PtDirectPutDescriptorInfo_t info;
    memset(&info, 0, sizeof(info));
    info.Base.Message_Length = length;
    MUSPI_CreatePt2PtDirectPutDescriptor(desc, &info);
    return desc->Message_Length;
}
