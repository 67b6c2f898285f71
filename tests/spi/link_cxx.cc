/* SPDX-License-Identifier: BSD-3-Clause */
#include "link.h"

#include "all_headers.h"

int32_t link_cxx_register(MUSPI_RecvFunction_t fn)
{
    return MUSPI_RegisterReceiveFunction(fn, NULL);
}

uint64_t link_cxx_build(MUHWI_Descriptor_t *desc, uint64_t length)
{
    MUSPI_Pt2PtDirectPutDescriptorInfo_t info;
    memset(&info, 0, sizeof(info));
    info.Base.Message_Length = length;
    MUSPI_Pt2PtDirectPutDescriptor object(&info);
    memcpy(static_cast<void *>(desc), &object, sizeof(object));
    return desc->Message_Length;
}
