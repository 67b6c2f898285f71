/* SPDX-License-Identifier: BSD-3-Clause */
/* Packet headers against the golden ones, read through every member, and built from every member. */
#include "hwi/include/bqc/MU_PacketHeader.h"

#include <string.h>

#include "emuq_test.h"
#include "golden.h"

/* The members, by view; W = a whole byte or word over bit-fields. */
#define PT2PT(F, W)                                                                                          \
    F(Data_Packet_Type)                                                                                      \
    F(Hints)                                                                                                 \
    W(Byte2.Byte2)                                                                                           \
    F(Byte2.Hint_E_plus)                                                                                     \
    F(Byte2.Hint_E_minus)                                                                                    \
    F(Byte2.Route_To_IO_Node)                                                                                \
    F(Byte2.Return_From_IO_Node)                                                                             \
    F(Byte2.Dynamic)                                                                                         \
    F(Byte2.Deposit)                                                                                         \
    F(Byte2.Interrupt)                                                                                       \
    W(Byte3.Byte3)                                                                                           \
    F(Byte3.Virtual_channel)                                                                                 \
    F(Byte3.Zone_Routing_Id)                                                                                 \
    F(Byte3.Stay_On_Bubble)                                                                                  \
    F(Byte3.Reserved1)                                                                                       \
    W(Destination.Destination.Destination)                                                                   \
    F(Destination.Destination.Reserved2)                                                                     \
    F(Destination.Destination.A_Destination)                                                                 \
    F(Destination.Destination.B_Destination)                                                                 \
    F(Destination.Destination.C_Destination)                                                                 \
    F(Destination.Destination.D_Destination)                                                                 \
    F(Destination.Destination.E_Destination)                                                                 \
    W(Byte8.Byte8)                                                                                           \
    F(Byte8.Packet_Type)                                                                                     \
    F(Byte8.Reserved3)                                                                                       \
    F(Byte8.Size)                                                                                            \
    F(Injection_Info.Reserved4)                                                                              \
    F(Injection_Info.Skip)

#define COLLECTIVE(F, W)                                                                                     \
    F(Data_Packet_Type)                                                                                      \
    W(Byte1.Byte1)                                                                                           \
    F(Byte1.OpCode)                                                                                          \
    F(Byte1.Word_Length)                                                                                     \
    W(Byte2.Byte2)                                                                                           \
    F(Byte2.Class_Route)                                                                                     \
    F(Byte2.Reserved1)                                                                                       \
    F(Byte2.Interrupt)                                                                                       \
    W(Byte3.Byte3)                                                                                           \
    F(Byte3.Virtual_channel)                                                                                 \
    F(Byte3.Collective_Type)                                                                                 \
    F(Byte3.Reserved2)                                                                                       \
    F(Byte8.Packet_Type)                                                                                     \
    F(Byte8.Reserved3)                                                                                       \
    F(Byte8.Size)                                                                                            \
    F(Injection_Info.Skip)

#define MEMORY_FIFO(F)                                                                                       \
    F(Reserved1)                                                                                             \
    F(Rec_FIFO_Id)                                                                                           \
    F(Unused1)                                                                                               \
    F(Put_Offset_MSB)                                                                                        \
    F(Put_Offset_LSB)

#define DIRECT_PUT(F)                                                                                        \
    F(Rec_Payload_Base_Address_Id)                                                                           \
    F(Pacing)                                                                                                \
    F(Put_Offset_MSB)                                                                                        \
    F(Put_Offset_LSB)                                                                                        \
    F(Unused1)                                                                                               \
    F(Rec_Counter_Base_Address_Id)                                                                           \
    F(Valid_Bytes_In_Payload)                                                                                \
    F(Unused2)                                                                                               \
    F(Counter_Offset)

#define REMOTE_GET(F)                                                                                        \
    F(Rget_Inj_FIFO_Id)                                                                                      \
    F(Unused1)

/* Compares the members of `view` with the golden members of `golden`. */
#define READ(path)  bad += golden_equal(#path, view->path, golden_u64(golden, #path));
#define WRITE(path) view->path = golden_u64(golden, #path);
#define PASS(path)

/* 16-bit unit at @p offset of the message unit header, accessible by bit-fields only. */
static uint16_t half(const MUHWI_PacketHeader_t *header, size_t offset)
{
    uint16_t value;
    memcpy(&value, (const char *)&header->messageUnitHeader + offset, sizeof value);
    return value;
}

static void set_half(MUHWI_PacketHeader_t *header, size_t offset, uint64_t unit)
{
    uint16_t value = (uint16_t)unit;
    memcpy((char *)&header->messageUnitHeader + offset, &value, sizeof value);
}

static int read_pt2pt(const MUHWI_Pt2PtNetworkHeader_t *view, json_t *golden)
{
    int bad = 0;
    PT2PT(READ, READ)
    return bad;
}

static int read_collective(const MUHWI_CollectiveNetworkHeader_t *view, json_t *golden)
{
    int bad = 0;
    COLLECTIVE(READ, READ)
    return bad;
}

/* Reads members of a header stored unit by unit, in the view of a direct put. */
static int read_units(json_t *units, const uint8_t *bytes, json_t *out)
{
    MUHWI_PacketHeader_t header;
    memset(&header, 0, sizeof header);
    MUHWI_Pt2PtNetworkHeader_t *network = &header.NetworkHeader.pt2pt;
    network->Data_Packet_Type = golden_u64(units, "byte0");
    network->Hints = golden_u64(units, "byte1");
    network->Byte2.Byte2 = golden_u64(units, "byte2");
    network->Byte3.Byte3 = golden_u64(units, "byte3");
    network->Destination.Destination.Destination = golden_u64(units, "dest");
    network->Byte8.Byte8 = golden_u64(units, "byte8");
    network->Injection_Info.Reserved4 = golden_u64(units, "bytes9_10");
    network->Injection_Info.Skip = golden_u64(units, "byte11");
    set_half(&header, 0, golden_u64(units, "mu_half0"));
    set_half(&header, 6, golden_u64(units, "mu_half6"));
    __auto_type view = &header.messageUnitHeader.Packet_Types.Direct_Put;
    view->Put_Offset_LSB = golden_u64(units, "mu_word2");
    view->Valid_Bytes_In_Payload = golden_u64(units, "mu_half8");
    view->Unused2 = golden_u64(units, "mu_half10");
    view->Counter_Offset = golden_u64(units, "mu_dword12");

    int bad = read_pt2pt(network, golden_get(out, "pt2pt"));
    bad += read_collective(&header.NetworkHeader.collective, golden_get(out, "collective"));
    json_t *golden = golden_get(out, "Direct_Put");
    DIRECT_PUT(READ)

    memcpy(network->Injection_Info.Injection_Info, bytes + 9, 3);
    uint8_t info[3];
    golden_bytes(golden_get(out, "pt2pt"), "Injection_Info.Injection_Info", info, sizeof info);
    return bad +
           golden_equal_bytes("Injection_Info", network->Injection_Info.Injection_Info, info, sizeof info);
}

/* The two views with software bytes. */
static int read_software_bytes(json_t *units, const uint8_t *bytes, json_t *out)
{
    MUHWI_PacketHeader_t header;
    memcpy(&header, bytes, sizeof header);
    set_half(&header, 0, golden_u64(units, "mu_half0"));
    uint8_t expected[18];
    int bad = 0;
    {
        json_t *golden = golden_get(out, "Remote_Get");
        __auto_type view = &header.messageUnitHeader.Packet_Types.Remote_Get;
        REMOTE_GET(READ)
        golden_bytes(golden, "Unused2", expected, 18);
        bad += golden_equal_bytes("Remote_Get.Unused2", view->Unused2, expected, 18);
    }
    {
        json_t *golden = golden_get(out, "Memory_FIFO");
        __auto_type view = &header.messageUnitHeader.Packet_Types.Memory_FIFO;
        view->Put_Offset_LSB = golden_u64(units, "mu_word2");
        MEMORY_FIFO(READ)
        golden_bytes(golden, "Unused2", expected, 14);
        bad += golden_equal_bytes("Memory_FIFO.Unused2", view->Unused2, expected, 14);
    }
    return bad;
}

/* Bit-fields make the units. */
static int write_network(json_t *units, json_t *out)
{
    MUHWI_PacketHeader_t header;
    memset(&header, 0, sizeof header);
    {
        json_t *golden = golden_get(out, "pt2pt");
        MUHWI_Pt2PtNetworkHeader_t *view = &header.NetworkHeader.pt2pt;
        PT2PT(WRITE, PASS)
    }
    const MUHWI_Pt2PtNetworkHeader_t *n = &header.NetworkHeader.pt2pt;
    int bad = golden_equal("Byte2", n->Byte2.Byte2, golden_u64(units, "byte2")) +
              golden_equal("Byte3", n->Byte3.Byte3, golden_u64(units, "byte3")) +
              golden_equal("Destination", n->Destination.Destination.Destination, golden_u64(units, "dest")) +
              golden_equal("Byte8", n->Byte8.Byte8, golden_u64(units, "byte8"));
    memset(&header, 0, sizeof header);
    {
        json_t *golden = golden_get(out, "collective");
        MUHWI_CollectiveNetworkHeader_t *view = &header.NetworkHeader.collective;
        COLLECTIVE(WRITE, PASS)
    }
    const MUHWI_CollectiveNetworkHeader_t *c = &header.NetworkHeader.collective;
    return bad + golden_equal("Byte1", c->Byte1.Byte1, golden_u64(units, "byte1")) +
           golden_equal("Byte2", c->Byte2.Byte2, golden_u64(units, "byte2")) +
           golden_equal("Byte3", c->Byte3.Byte3, golden_u64(units, "byte3"));
}

/* In each view the bit-fields make the first unit. */
static int write_message_unit(json_t *units, json_t *out)
{
    MUHWI_PacketHeader_t header;
    uint64_t half0 = golden_u64(units, "mu_half0");
    memset(&header, 0, sizeof header);
    {
        json_t *golden = golden_get(out, "Direct_Put");
        __auto_type view = &header.messageUnitHeader.Packet_Types.Direct_Put;
        DIRECT_PUT(WRITE)
    }
    int bad = golden_equal("put, first unit", half(&header, 0), half0) +
              golden_equal("put, unit at 6", half(&header, 6), golden_u64(units, "mu_half6"));
    memset(&header, 0, sizeof header);
    {
        json_t *golden = golden_get(out, "Memory_FIFO");
        __auto_type view = &header.messageUnitHeader.Packet_Types.Memory_FIFO;
        MEMORY_FIFO(WRITE)
    }
    bad += golden_equal("FIFO, first unit", half(&header, 0), half0);
    memset(&header, 0, sizeof header);
    {
        json_t *golden = golden_get(out, "Remote_Get");
        __auto_type view = &header.messageUnitHeader.Packet_Types.Remote_Get;
        REMOTE_GET(WRITE)
    }
    return bad + golden_equal("get, first unit", half(&header, 0), half0);
}

static int check(json_t *in, json_t *out, void *arg)
{
    (void)arg;
    json_t *units = golden_get(in, "units");
    uint8_t bytes[sizeof(MUHWI_PacketHeader_t)];
    golden_bytes(in, "bytes", bytes, sizeof bytes);
    return read_units(units, bytes, out) + read_software_bytes(units, bytes, out) +
           write_network(units, out) + write_message_unit(units, out);
}

static void packet_headers(void)
{
    CU_ASSERT_EQUAL(golden_each("packets", "packet_header", check, NULL), 0);
}

/* Bytes common to both network headers, accessed through each header (hwi-packet-headers 3). */
static void shared_bytes(void)
{
    MUHWI_PacketHeader_t header;
    memset(&header, 0, sizeof header);
    header.NetworkHeader.collective.Destination.Destination.Destination = 0x01020304;
    header.NetworkHeader.collective.Byte8.Byte8 = MUHWI_PACKET_TYPE_GET | 16;
    CU_ASSERT_EQUAL(header.NetworkHeader.pt2pt.Destination.Destination.Destination, 0x01020304);
    CU_ASSERT_EQUAL(header.NetworkHeader.pt2pt.Byte8.Packet_Type, 2);
    CU_ASSERT_EQUAL(header.NetworkHeader.pt2pt.Byte8.Size, 16);
    CU_ASSERT_EQUAL(header.NetworkHeader.collective.Byte8.Packet_Type, 2);
    /* The names of the two bits are exchanged, the macros are right. */
    header.NetworkHeader.pt2pt.Byte2.Byte2 = MUHWI_PACKET_HINT_EM;
    CU_ASSERT_EQUAL(header.NetworkHeader.pt2pt.Byte2.Hint_E_plus, 1);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"packet headers", packet_headers}, {"shared bytes", shared_bytes}, {NULL, NULL}};
    return emuq_test_main("packets", tests);
}
