/* SPDX-License-Identifier: BSD-3-Clause */
/* The layouts in C++98: compiled, and one golden value. */
#include "apenet/event.h"
#include "apenet/gpu_ring.h"
#include "apenet/link.h"
#include "apenet/packet.h"
#include "apenet/registers.h"
#include "apenet/rdma_names.h"
#include "apenet/ring.h"

extern "C" int layout_in_cxx(void);

int layout_in_cxx(void)
{
    apenet_header_t h;
    apenet_address_t to = {0, 1, 0, 0}, from = {2, 0, 0, 0};
    apenet_header_make(&h, APENET_CMD_GET, to, from, UINT64_C(0x7f00deadb000), 32);
    apenet_set(h.w, APENET_HEADER_LAST_FRAG, 1);
    return h.w[0] == 0x00100080 && h.w[1] == 0x0018000b && h.w[2] == 0xdeadb000 && h.w[3] == 0x00007f00;
}
