/* SPDX-License-Identifier: BSD-3-Clause */
/* What a descriptor may say: the software errors of hwi-descriptor section 6 and the header rules of
 * hwi-packet-headers sections 2, 3 and 7. Looks at the descriptor alone. */
#include "backends/emulator/core/check.h"

#include "backends/emulator/core/header_view.h"
#include "backends/emulator/core/layout.h"

#define MAP_SYSTEM     (MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_SYSTEM | MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CSYSTEM)
#define MAP_COLLECTIVE (MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CUSER | MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CSYSTEM)

static const char *wrong(const char **advice, const char *what, const char *remedy)
{
    *advice = remedy;
    return what;
}

static const char *check_fifo_map(uint64_t map, bool collective, bool system, const char **advice)
{
    if ((map & 0xffff) == 0)
        return wrong(advice, "the descriptor selects no network FIFO (Torus_FIFO_Map is 0)",
                     "set at least one MUHWI_DESCRIPTOR_TORUS_FIFO_MAP bit");
    if (!system && (map & MAP_SYSTEM))
        return wrong(advice, "a user descriptor selects a system network FIFO",
                     "use torus, local, priority or user collective FIFOs");
    if (collective && !(map & MAP_COLLECTIVE))
        return wrong(advice, "a collective descriptor selects no collective network FIFO",
                     "set MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CUSER");
    if (!collective && !(map & 0xffff & ~(uint64_t)MAP_COLLECTIVE))
        return wrong(advice, "a point-to-point descriptor selects only collective network FIFOs",
                     "set a torus, local or priority bit of the FIFO map");
    return NULL;
}

static const char *check_kind(uint32_t type, uint32_t chunks, uint64_t length, const char **advice)
{
    if (type == EMUQ_TYPE_PACED_GET)
        return wrong(advice, "the packet type is 3, a paced get, which the Message Unit does not have",
                     "use MUHWI_PACKET_TYPE_GET");
    if (chunks > 16)
        return wrong(advice, "the packet size of the template exceeds 512 bytes", "set Size to 16");
    if (chunks == 0 && length != 0)
        return wrong(advice, "the packet size of the template is 0 in a message that is not empty",
                     "set Size to 16, as MUSPI_SetBaseFields and MUSPI_SetSize do");
    if (type == EMUQ_TYPE_PUT && (chunks == 0 || length == 0))
        return wrong(advice, "a direct put has no payload", "give it at least one byte");
    if (type >= EMUQ_TYPE_GET && (chunks < 2 || chunks % 2 != 0))
        return wrong(advice, "the packet size of a remote get is not a multiple of 64 bytes",
                     "set Size to 16");
    if (type >= EMUQ_TYPE_GET && (length < 64 || length % 64 != 0))
        return wrong(advice, "the payload of a remote get is not a whole number of 64-byte descriptors",
                     "Message_Length counts bytes: 64 for each descriptor");
    return NULL;
}

static const char *check_payload(uint32_t type, uint64_t pa, uint64_t length, const char **advice)
{
    if (length == 0)
        return NULL;
    if (pa & EMUQ_ATOMIC) {
        if (type >= EMUQ_TYPE_GET)
            return wrong(advice, "the payload of a remote get has an atomic address", "use a plain address");
        if (length != 8)
            return wrong(advice, "an atomic payload address needs a message of 8 bytes",
                         "set Message_Length to 8");
        if ((pa & 7) == 7)
            return wrong(advice, "opcode 7 of an atomic payload address is no load operation",
                         "use one of the MUHWI_ATOMIC_OPCODE_LOAD values");
    } else if ((pa + length - 1) & EMUQ_ATOMIC) {
        return wrong(advice, "the payload begins in memory and runs into atomic address space",
                     "keep the whole payload below 2^36");
    }
    return NULL;
}

static const char *check_point_to_point(const MUHWI_Pt2PtNetworkHeader_t *h, bool system, const char **advice)
{
    uint32_t vc = h->Byte3.Virtual_channel;
    if (vc > 3)
        return wrong(advice, "a point-to-point descriptor uses a collective virtual channel",
                     "use the dynamic, deterministic or high-priority channel");
    if (vc == 3 && !system)
        return wrong(advice, "a user descriptor uses the system virtual channel",
                     "use the dynamic, deterministic or high-priority channel");
    if ((h->Hints & (h->Hints >> 1) & 0x55) || (h->Byte2.Byte2 & 0xc0) == 0xc0)
        return wrong(advice, "the hint bits name both directions of a dimension", "set at most one of them");
    if (h->Byte2.Route_To_IO_Node || h->Byte2.Return_From_IO_Node)
        return wrong(advice, "the descriptor is routed to or from an I/O node",
                     "this partition has none; clear those bits");
    return NULL;
}

static bool op_code_is_valid(uint32_t op)
{
    return op % 4 != 3;
}

static const char *check_collective(const MUHWI_CollectiveNetworkHeader_t *h, uint64_t length, bool system,
                                    const char **advice)
{
    uint32_t vc = h->Byte3.Virtual_channel, op = h->Byte1.OpCode, word = 4u << h->Byte1.Word_Length;
    if (vc < 4 || vc > 6)
        return wrong(advice, "a collective descriptor uses a point-to-point virtual channel",
                     "use the user comm-world or sub-communicator channel");
    if (vc == 6 && !system)
        return wrong(advice, "a user descriptor uses the system collective virtual channel",
                     "use the user comm-world or sub-communicator channel");
    if (h->Byte3.Collective_Type == 1)
        return wrong(advice, "collective type 1 is reserved", "use broadcast, all-reduce or reduce");
    if (!op_code_is_valid(op))
        return wrong(advice, "the collective operation code is invalid",
                     "use a MUHWI_COLLECTIVE_OP_CODE value");
    if (h->Byte1.Word_Length > 7)
        return wrong(advice, "the collective operand is longer than 512 bytes", "use 4, 8, ... 512 bytes");
    if (op >= 12 && word != 8)
        return wrong(advice, "a floating-point collective needs operands of 8 bytes",
                     "set the word length to 8");
    if (length % word != 0 || h->Byte8.Size * 32u % word != 0)
        return wrong(advice, "the operand size does not divide the payload of every packet",
                     "make Message_Length a multiple of the operand size");
    return NULL;
}

const char *emuq_check_header(const MUHWI_PacketHeader_t *header, uint64_t length, bool system,
                              const char **advice)
{
    const MUHWI_Pt2PtNetworkHeader_t *h = &header->NetworkHeader.pt2pt;
    bool collective = h->Data_Packet_Type == MUHWI_COLLECTIVE_DATA_PACKET_TYPE;
    if (!collective && h->Data_Packet_Type != MUHWI_PT2PT_DATA_PACKET_TYPE)
        return wrong(advice, "the data packet type is neither point-to-point (0x55) nor collective (0x5a)",
                     "build the descriptor with MUSPI_Create... or call MUSPI_SetDataPacketType");
    const char *what = check_kind(h->Byte8.Packet_Type, h->Byte8.Size, length, advice);
    if (what != NULL)
        return what;
    return collective ? check_collective(&header->NetworkHeader.collective, length, system, advice)
                      : check_point_to_point(h, system, advice);
}

const char *emuq_check_descriptor(const MUHWI_Descriptor_t *d, bool system, const char **advice)
{
    const MUHWI_Pt2PtNetworkHeader_t *h = &d->PacketHeader.NetworkHeader.pt2pt;
    uint64_t length = d->Message_Length & EMUQ_PA_MASK;
    bool collective = h->Data_Packet_Type == MUHWI_COLLECTIVE_DATA_PACKET_TYPE;
    const char *what = check_fifo_map(d->Torus_FIFO_Map, collective, system, advice);
    if (what == NULL)
        what = check_payload(h->Byte8.Packet_Type, d->Pa_Payload & EMUQ_PA_MASK, length, advice);
    return what != NULL ? what : emuq_check_header(&d->PacketHeader, length, system, advice);
}
