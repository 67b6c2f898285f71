/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernel-shim/partition/descriptor_dump.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#include "hwi/include/bqc/MU_Addressing.h"

#define ADDRESS_MASK UINT64_C(0x1fffffffff) /**< 37 significant bits */

enum { TYPE_MEMORY_FIFO, TYPE_DIRECT_PUT, TYPE_REMOTE_GET, TYPE_PACED_GET };

static const char *const virtual_channels[] = {
    "dynamic",         "deterministic", "high priority",     "system",
    "user comm-world", "user sub-comm", "system collective", "unknown"};

/** Begins the line of a field. */
static void field(emuq_text_t *text, const char *name)
{
    emuq_text_add(text, "    %-22s", name);
}

/** Adds the names of the bits of @p bits, from the top of @p count bits down. */
static void add_bits(emuq_text_t *text, uint64_t bits, const char *const *names, int count)
{
    for (int i = 0; i < count; i++)
        if ((bits >> (count - 1 - i) & 1) != 0)
            emuq_text_add(text, " %s", names[i]);
    if (bits == 0)
        emuq_text_add(text, " none");
    emuq_text_add(text, "\n");
}

/** Adds an address of the Message Unit; an atomic one with its opcode, which means one thing to a load and
 *  another to a store. */
static void add_address(emuq_text_t *text, uint64_t address, bool load)
{
    static const char *const loads[] = {"LOAD",
                                        "LOAD_CLEAR",
                                        "LOAD_INCREMENT",
                                        "LOAD_DECREMENT",
                                        "LOAD_INCREMENT_BOUNDED",
                                        "LOAD_DECREMENT_BOUNDED",
                                        "LOAD_INCREMENT_IF_EQUAL",
                                        "no load operation"};
    static const char *const stores[] = {
        "STORE",    "STORE_TWIN", "STORE_ADD",          "STORE_ADD_COHERENCE_ON_ZERO",
        "STORE_OR", "STORE_XOR",  "STORE_MAX_UNSIGNED", "STORE_MAX_SIGNED"};
    emuq_text_add(text, " 0x%010" PRIx64, address & ADDRESS_MASK);
    if ((address & MUHWI_ATOMIC_ADDRESS_INDICATOR) != 0)
        emuq_text_add(text, ", atomic %s at 0x%09" PRIx64, (load ? loads : stores)[address & 7],
                      (uint64_t)(address & (MUHWI_ATOMIC_ADDRESS_INDICATOR - 1) & ~UINT64_C(7)));
}

static void add_destination(emuq_text_t *text, const MUHWI_Destination_t *to)
{
    field(text, "Destination");
    emuq_text_add(text, " (A %u, B %u, C %u, D %u, E %u)\n", to->Destination.A_Destination,
                  to->Destination.B_Destination, to->Destination.C_Destination, to->Destination.D_Destination,
                  to->Destination.E_Destination);
}

static void add_channel(emuq_text_t *text, uint32_t channel)
{
    field(text, "Virtual_channel");
    emuq_text_add(text, " %u, %s\n", channel, virtual_channels[channel]);
}

static void add_point_to_point(emuq_text_t *text, const MUHWI_Pt2PtNetworkHeader_t *h)
{
    static const char *const hints[] = {"A-", "A+", "B-", "B+", "C-", "C+", "D-", "D+", "E-", "E+"};
    add_destination(text, &h->Destination);
    field(text, "Hints");
    add_bits(text, (uint64_t)h->Hints << 2 | h->Byte2.Byte2 >> 6, hints, 10);
    field(text, "Routing");
    emuq_text_add(text, " %s%s%s, zone %u%s", h->Byte2.Dynamic ? "dynamic" : "deterministic",
                  h->Byte2.Deposit ? ", deposit" : "", h->Byte3.Stay_On_Bubble ? ", stay on bubble" : "",
                  h->Byte3.Zone_Routing_Id, h->Byte2.Route_To_IO_Node ? ", to I/O node" : "");
    if (h->Byte2.Return_From_IO_Node != 0)
        emuq_text_add(text, ", from I/O node (%u)", h->Byte2.Return_From_IO_Node);
    emuq_text_add(text, "\n");
    add_channel(text, h->Byte3.Virtual_channel);
}

static void add_collective(emuq_text_t *text, const MUHWI_CollectiveNetworkHeader_t *h)
{
    static const char *const types[] = {"broadcast", "reserved", "all-reduce", "reduce"};
    static const char *const operations[] = {"AND",
                                             "OR",
                                             "XOR",
                                             "invalid",
                                             "UNSIGNED_ADD",
                                             "UNSIGNED_MIN",
                                             "UNSIGNED_MAX",
                                             "invalid",
                                             "SIGNED_ADD",
                                             "SIGNED_MIN",
                                             "SIGNED_MAX",
                                             "invalid",
                                             "FLOATING_POINT_ADD",
                                             "FLOATING_POINT_MIN",
                                             "FLOATING_POINT_MAX",
                                             "invalid"};
    field(text, "Collective_Type");
    emuq_text_add(text, " %u, %s\n", h->Byte3.Collective_Type, types[h->Byte3.Collective_Type]);
    field(text, "OpCode");
    emuq_text_add(text, " %u, %s\n", h->Byte1.OpCode, operations[h->Byte1.OpCode]);
    field(text, "Word_Length");
    emuq_text_add(text, " %u, operands of %u bytes\n", h->Byte1.Word_Length, 4u << h->Byte1.Word_Length);
    field(text, "Class_Route");
    emuq_text_add(text, " %u\n", h->Byte2.Class_Route);
    if (h->Byte3.Collective_Type == 3)
        add_destination(text, &h->Destination);
    add_channel(text, h->Byte3.Virtual_channel);
}

static void add_bat_entry(emuq_text_t *text, const char *name, uint32_t id)
{
    field(text, name);
    emuq_text_add(text, " %u (subgroup %u, entry %u)\n", id, id / 8, id % 8);
}

static void add_put_offset(emuq_text_t *text, uint64_t high, uint64_t low)
{
    field(text, "Put_Offset");
    add_address(text, high << 32 | low, false);
    emuq_text_add(text, "\n");
}

static void add_message_unit_header(emuq_text_t *text, const MUHWI_MessageUnitHeader_t *h, uint32_t type)
{
    if (type == TYPE_MEMORY_FIFO) {
        uint32_t id = h->Packet_Types.Memory_FIFO.Rec_FIFO_Id;
        field(text, "Rec_FIFO_Id");
        emuq_text_add(text, " %u (subgroup %u, FIFO %u)\n", id, id / 4, id % 4);
        add_put_offset(text, h->Packet_Types.Memory_FIFO.Put_Offset_MSB,
                       h->Packet_Types.Memory_FIFO.Put_Offset_LSB);
        field(text, "Software bit, bytes");
        emuq_text_add(text, " %u,", h->Packet_Types.Memory_FIFO.Unused1);
        for (size_t i = 0; i < sizeof(h->Packet_Types.Memory_FIFO.Unused2); i++)
            emuq_text_add(text, " %02x", h->Packet_Types.Memory_FIFO.Unused2[i]);
        emuq_text_add(text, "\n");
    } else if (type == TYPE_DIRECT_PUT) {
        add_bat_entry(text, "Rec_Payload_Base_Address_Id",
                      h->Packet_Types.Direct_Put.Rec_Payload_Base_Address_Id);
        add_put_offset(text, h->Packet_Types.Direct_Put.Put_Offset_MSB,
                       h->Packet_Types.Direct_Put.Put_Offset_LSB);
        add_bat_entry(text, "Rec_Counter_Base_Address_Id",
                      h->Packet_Types.Direct_Put.Rec_Counter_Base_Address_Id);
        field(text, "Counter_Offset");
        add_address(text, h->Packet_Types.Direct_Put.Counter_Offset, false);
        emuq_text_add(text, "\n");
        field(text, "Pacing");
        emuq_text_add(text, " %u\n", h->Packet_Types.Direct_Put.Pacing);
    } else {
        uint32_t id = h->Packet_Types.Remote_Get.Rget_Inj_FIFO_Id;
        field(text, "Rget_Inj_FIFO_Id");
        emuq_text_add(text, " %u (subgroup %u, FIFO %u)\n", id, id / 8, id % 8);
    }
}

void emuq_descriptor_dump(emuq_text_t *text, const MUHWI_Descriptor_t *descriptor)
{
    static const char *const fifos[] = {"A-",       "A+",     "B-",    "B+",     "C-",     "C+",
                                        "D-",       "D+",     "E-",    "E+",     "LOCAL0", "LOCAL1",
                                        "PRIORITY", "SYSTEM", "CUSER", "CSYSTEM"};
    static const char *const types[] = {"memory FIFO", "direct put", "remote get", "paced get"};
    const MUHWI_PacketHeader_t *header = &descriptor->PacketHeader;
    const MUHWI_Pt2PtNetworkHeader_t *h = &header->NetworkHeader.pt2pt;
    uint32_t type = h->Byte8.Packet_Type, size = h->Byte8.Size;

    field(text, "Prefetch_Only, Interrupt");
    emuq_text_add(text, " %u, %u\n", descriptor->Half_Word0.Prefetch_Only, descriptor->Half_Word1.Interrupt);
    field(text, "Pa_Payload");
    add_address(text, descriptor->Pa_Payload, true);
    emuq_text_add(text, "\n");
    field(text, "Message_Length");
    emuq_text_add(text, " %" PRIu64 " bytes\n", (uint64_t)descriptor->Message_Length & ADDRESS_MASK);
    field(text, "Torus_FIFO_Map");
    add_bits(text, descriptor->Torus_FIFO_Map & 0xffff, fifos, 16);
    field(text, "Packet_Type");
    emuq_text_add(text, " %u, %s\n", type, types[type]);
    field(text, "Size");
    emuq_text_add(text, " %u, packets of up to %u bytes\n", size, size * 32);
    field(text, "Data_Packet_Type");
    if (h->Data_Packet_Type == MUHWI_COLLECTIVE_DATA_PACKET_TYPE) {
        emuq_text_add(text, " 0x%02x, collective\n", h->Data_Packet_Type);
        add_collective(text, &header->NetworkHeader.collective);
    } else {
        emuq_text_add(text, " 0x%02x, %s\n", h->Data_Packet_Type,
                      h->Data_Packet_Type == MUHWI_PT2PT_DATA_PACKET_TYPE ? "point-to-point" : "unknown");
        add_point_to_point(text, h);
    }
    add_message_unit_header(text, &header->messageUnitHeader, type);
    field(text, "Skip");
    emuq_text_add(text, " %u\n", h->Injection_Info.Skip);

    uint64_t words[8];
    memcpy(words, descriptor, sizeof(words));
    for (int i = 0; i < 8; i++)
        emuq_text_add(text, "%s%016" PRIx64 "%s", i % 4 == 0 ? "    " : " ", words[i],
                      i % 4 == 3 ? "\n" : "");
}
