/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/core/header.h"

#include "backends/emulator/core/unit.h"
#include "network/rules.h"

/* Checks of descriptors (hwi-descriptor 6) and headers (hwi-packet-headers 2, 3, 7), and
 * paths in the torus. */

#define MAP_SYSTEM     (MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_SYSTEM | MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CSYSTEM)
#define MAP_COLLECTIVE (MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CUSER | MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CSYSTEM)

static const char *header_error(const char **advice, const char *what, const char *remedy)
{
    *advice = remedy;
    return what;
}

static const char *header_check_fifo_map(uint64_t map, bool collective, bool system, const char **advice)
{
    if ((map & 0xffff) == 0)
        return header_error(advice, "the descriptor selects no network FIFO (Torus_FIFO_Map is 0)",
                            "set at least one MUHWI_DESCRIPTOR_TORUS_FIFO_MAP bit");
    if (!system && (map & MAP_SYSTEM))
        return header_error(advice, "a user descriptor selects a system network FIFO",
                            "use torus, local, priority or user collective FIFOs");
    if (collective && !(map & MAP_COLLECTIVE))
        return header_error(advice, "a collective descriptor selects no collective network FIFO",
                            "set MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CUSER");
    if (!collective && !(map & 0xffff & ~(uint64_t)MAP_COLLECTIVE))
        return header_error(advice, "a point-to-point descriptor selects only collective network FIFOs",
                            "set a torus, local or priority bit of the FIFO map");
    return NULL;
}

static const char *header_check_kind(uint32_t type, uint32_t chunks, uint64_t length, const char **advice)
{
    if (type == EMUQ_TYPE_PACED_GET)
        return header_error(advice, "the packet type is 3, a paced get, which the Message Unit does not have",
                            "use MUHWI_PACKET_TYPE_GET");
    if (chunks > 16)
        return header_error(advice, "the packet size of the template exceeds 512 bytes", "set Size to 16");
    if (chunks == 0 && length != 0)
        return header_error(advice, "the packet size of the template is 0 in a message that is not empty",
                            "set Size to 16, as MUSPI_SetBaseFields and MUSPI_SetSize do");
    if (type == EMUQ_TYPE_PUT && (chunks == 0 || length == 0))
        return header_error(advice, "a direct put has no payload", "give it at least one byte");
    if (type >= EMUQ_TYPE_GET && (chunks < 2 || chunks % 2 != 0))
        return header_error(advice, "the packet size of a remote get is not a multiple of 64 bytes",
                            "set Size to 16");
    if (type >= EMUQ_TYPE_GET && (length < 64 || length % 64 != 0))
        return header_error(advice,
                            "the payload of a remote get is not a whole number of 64-byte descriptors",
                            "Message_Length counts bytes: 64 for each descriptor");
    return NULL;
}

static const char *header_check_payload(uint32_t type, uint64_t pa, uint64_t length, const char **advice)
{
    if (length == 0)
        return NULL;
    if (pa & EMUQ_ATOMIC) {
        if (type >= EMUQ_TYPE_GET)
            return header_error(advice, "the payload of a remote get has an atomic address",
                                "use a plain address");
        if (length != 8)
            return header_error(advice, "an atomic payload address needs a message of 8 bytes",
                                "set Message_Length to 8");
        if ((pa & 7) == 7)
            return header_error(advice, "opcode 7 of an atomic payload address is no load operation",
                                "use one of the MUHWI_ATOMIC_OPCODE_LOAD values");
    } else if ((pa + length - 1) & EMUQ_ATOMIC) {
        return header_error(advice, "the payload begins in memory and runs into atomic address space",
                            "keep the whole payload below 2^36");
    }
    return NULL;
}

static const char *header_check_point_to_point(const MUHWI_Pt2PtNetworkHeader_t *h, bool system,
                                               const char **advice)
{
    uint32_t vc = h->Byte3.Virtual_channel;
    if (vc > 3)
        return header_error(advice, "a point-to-point descriptor uses a collective virtual channel",
                            "use the dynamic, deterministic or high-priority channel");
    if (vc == 3 && !system)
        return header_error(advice, "a user descriptor uses the system virtual channel",
                            "use the dynamic, deterministic or high-priority channel");
    if ((h->Hints & (h->Hints >> 1) & 0x55) || (h->Byte2.Byte2 & 0xc0) == 0xc0)
        return header_error(advice, "the hint bits name both directions of a dimension",
                            "set at most one of them");
    if (h->Byte2.Route_To_IO_Node || h->Byte2.Return_From_IO_Node)
        return header_error(advice, "the descriptor is routed to or from an I/O node",
                            "this partition has none; clear those bits");
    return NULL;
}

static const char *header_check_collective(const MUHWI_CollectiveNetworkHeader_t *h, uint64_t length,
                                           bool system, const char **advice)
{
    uint32_t vc = h->Byte3.Virtual_channel, op = h->Byte1.OpCode, word = 4u << h->Byte1.Word_Length;
    if (vc < 4 || vc > 6)
        return header_error(advice, "a collective descriptor uses a point-to-point virtual channel",
                            "use the user comm-world or sub-communicator channel");
    if (vc == 6 && !system)
        return header_error(advice, "a user descriptor uses the system collective virtual channel",
                            "use the user comm-world or sub-communicator channel");
    if (h->Byte3.Collective_Type == 1)
        return header_error(advice, "collective type 1 is reserved", "use broadcast, all-reduce or reduce");
    if (op % 4 == 3)
        return header_error(advice, "the collective operation code is invalid",
                            "use a MUHWI_COLLECTIVE_OP_CODE value");
    if (h->Byte1.Word_Length > 7)
        return header_error(advice, "the collective operand is longer than 512 bytes",
                            "use 4, 8, ... 512 bytes");
    if (op >= 12 && word != 8)
        return header_error(advice, "a floating-point collective needs operands of 8 bytes",
                            "set the word length to 8");
    if (length % word != 0 || h->Byte8.Size * 32u % word != 0)
        return header_error(advice, "the operand size does not divide the payload of every packet",
                            "make Message_Length a multiple of the operand size");
    return NULL;
}

const char *emuq_check_header(const MUHWI_PacketHeader_t *header, uint64_t length, bool system,
                              const char **advice)
{
    const MUHWI_Pt2PtNetworkHeader_t *h = &header->NetworkHeader.pt2pt;
    bool collective = h->Data_Packet_Type == MUHWI_COLLECTIVE_DATA_PACKET_TYPE;
    if (!collective && h->Data_Packet_Type != MUHWI_PT2PT_DATA_PACKET_TYPE)
        return header_error(advice,
                            "the data packet type is neither point-to-point (0x55) nor collective (0x5a)",
                            "build the descriptor with MUSPI_Create... or call MUSPI_SetDataPacketType");
    const char *what = header_check_kind(h->Byte8.Packet_Type, h->Byte8.Size, length, advice);
    if (what != NULL)
        return what;
    return collective ? header_check_collective(&header->NetworkHeader.collective, length, system, advice)
                      : header_check_point_to_point(h, system, advice);
}

const char *emuq_check_descriptor(const MUHWI_Descriptor_t *d, bool system, const char **advice)
{
    const MUHWI_Pt2PtNetworkHeader_t *h = &d->PacketHeader.NetworkHeader.pt2pt;
    uint64_t length = d->Message_Length & EMUQ_PA_MASK;
    bool collective = h->Data_Packet_Type == MUHWI_COLLECTIVE_DATA_PACKET_TYPE;
    const char *what = header_check_fifo_map(d->Torus_FIFO_Map, collective, system, advice);
    if (what == NULL)
        what = header_check_payload(h->Byte8.Packet_Type, d->Pa_Payload & EMUQ_PA_MASK, length, advice);
    return what != NULL ? what : emuq_check_header(&d->PacketHeader, length, system, advice);
}

/* ---- Paths in the torus ---- */

static uint32_t torus_stride(const emuq_geometry_t *g, int d)
{
    uint32_t s = 1;
    for (int i = 4; i > d; i--)
        s *= g->size[i];
    return s;
}

static uint32_t torus_coordinate(const emuq_geometry_t *g, uint32_t node, int d)
{
    return node / torus_stride(g, d) % g->size[d];
}

static bool torus_wraps(const emuq_geometry_t *g, int d)
{
    return (g->torus & (0x10u >> d)) != 0;
}

/* Node one step from @p node, or UINT32_MAX at the edge of a mesh. @param c coordinate, updated */
static uint32_t torus_step(const emuq_geometry_t *g, uint32_t node, uint32_t *c, int d, bool is_up)
{
    uint32_t last = g->size[d] - 1, s = torus_stride(g, d), from = *c;
    if (from == (is_up ? last : 0)) {
        *c = last - from;
        return !torus_wraps(g, d) ? UINT32_MAX : is_up ? node - last * s : node + last * s;
    }
    *c = is_up ? from + 1 : from - 1;
    return is_up ? node + s : node - s;
}

uint32_t emuq_neighbour(const emuq_geometry_t *g, uint32_t node, uint32_t link)
{
    const int d = (int)(link / 2);
    uint32_t c = torus_coordinate(g, node, d);
    return torus_step(g, node, &c, d, link % 2 != 0);
}

/* Byte 1 is (A- A+ B- B+ C- C+ D- D+), byte 2 begins with (E- E+). */
static uint32_t torus_hint_minus(int d)
{
    return d == 4 ? 0x80u : 0x8000u >> (2 * d);
}

/* emuq_direction() from coordinates. */
static int torus_sign(const emuq_geometry_t *g, uint32_t from, uint32_t to, uint32_t source_sum, int d,
                      uint32_t hints, const char **error)
{
    int sign;
    if (from == to)
        return 0;
    if (hints == 0)
        sign = emuq_net_ring_direction(from, to, g->size[d], torus_wraps(g, d), source_sum);
    else if (hints & torus_hint_minus(d))
        sign = -1;
    else if (hints & (torus_hint_minus(d) >> 1))
        sign = 1;
    else {
        *error = "the hint bits leave out a dimension in which the destination differs";
        return 0;
    }
    if (!torus_wraps(g, d) && (sign > 0) != (to > from))
        *error = "the hint bits lead off the edge of a dimension that does not wrap around";
    return sign;
}

int emuq_direction(const emuq_geometry_t *g, uint32_t src, uint32_t dst, int d, uint32_t hints,
                   const char **error)
{
    uint32_t sum = 0;
    for (int i = 0; i < 5; i++)
        sum += torus_coordinate(g, src, i);
    return torus_sign(g, torus_coordinate(g, src, d), torus_coordinate(g, dst, d), sum, d, hints, error);
}

emuq_path_t emuq_path(const emuq_geometry_t *g, uint32_t source, uint32_t to, uint32_t hints)
{
    emuq_path_t path = {.geometry = g, .hints = hints, .next = source};
    emuq_geometry_coordinates(g, source, path.at);
    emuq_geometry_coordinates(g, to, path.to);
    for (int d = 0; d < 5; d++)
        path.source_sum += path.at[d];
    return path;
}

bool emuq_path_next(emuq_path_t *path)
{
    const char *ignore = NULL;
    for (; path->dimension < 5; path->dimension++, path->sign = 0) {
        const int d = path->dimension;
        if (path->at[d] == path->to[d])
            continue;
        if (path->sign == 0)
            path->sign = torus_sign(path->geometry, path->at[d], path->to[d], path->source_sum, d,
                                    path->hints, &ignore);
        bool is_up = path->sign > 0;
        path->link = (uint32_t)d * 2 + is_up;
        path->from = path->next;
        path->next = torus_step(path->geometry, path->from, &path->at[d], d, is_up);
        return path->next != UINT32_MAX;
    }
    return false;
}

const char *emuq_hints_check(const emuq_geometry_t *g, uint32_t src, uint32_t dst, uint32_t hints)
{
    const char *error = NULL;
    for (int d = 0; d < 5 && error == NULL; d++)
        emuq_direction(g, src, dst, d, hints, &error);
    return error;
}

uint32_t emuq_line_node(const emuq_geometry_t *g, uint32_t src, uint32_t dst, uint32_t hints, uint32_t k,
                        uint32_t *count, const char **error)
{
    int line = -1;
    *count = 1;
    for (int d = 0; d < 5; d++) {
        if (torus_coordinate(g, src, d) == torus_coordinate(g, dst, d))
            continue;
        if (line >= 0) {
            *error = "a deposit message changes more than one dimension";
            return UINT32_MAX;
        }
        line = d;
    }
    if (line < 0)
        return dst;
    int sign = emuq_direction(g, src, dst, line, hints, error);
    if (*error != NULL)
        return UINT32_MAX;
    uint32_t from = torus_coordinate(g, src, line), to = torus_coordinate(g, dst, line), size = g->size[line];
    *count = sign > 0 ? (to + size - from) % size : (from + size - to) % size;
    uint32_t c = sign > 0 ? (from + k + 1) % size : (from + size - (k + 1) % size) % size;
    return src + c * torus_stride(g, line) - from * torus_stride(g, line);
}
