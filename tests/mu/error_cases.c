/* SPDX-License-Identifier: BSD-3-Clause */
#include "error_cases.h"

#include "hwi/include/common/emuq_mmio.h"

#define PT2PT(d)   ((d)->PacketHeader.NetworkHeader.pt2pt)
#define COLL(d)    ((d)->PacketHeader.NetworkHeader.collective)
#define PUT(d)     ((d)->PacketHeader.messageUnitHeader.Packet_Types.Direct_Put)
#define FIFO(d)    ((d)->PacketHeader.messageUnitHeader.Packet_Types.Memory_FIFO)
#define GET(d)     ((d)->PacketHeader.messageUnitHeader.Packet_Types.Remote_Get)
#define CASE(name) static void name(MUHWI_Descriptor_t *d, mu_rank_t *me, mu_kit_t *kit)
#define UNUSED     ((void)d, (void)me, (void)kit)

/* Turns the descriptor into a memory-FIFO message, a remote get, or a collective. */
static void as_fifo(MUHWI_Descriptor_t *d, mu_rank_t *me, mu_kit_t *kit)
{
    *d = mu_describe(me, (mu_message_t){.type = MUHWI_PACKET_TYPE_FIFO,
                                        .to = 1,
                                        .pa = kit->source.pa,
                                        .bytes = 100,
                                        .rec_fifo = mu_rec_id(me, 0, 0)});
}

static void as_get(MUHWI_Descriptor_t *d, mu_rank_t *me, mu_kit_t *kit)
{
    *d = mu_describe(me, (mu_message_t){.type = MUHWI_PACKET_TYPE_GET,
                                        .to = 1,
                                        .pa = kit->source.pa,
                                        .bytes = 64,
                                        .get_fifo = mu_inj_id(me, 0, ERROR_ANSWER)});
}

static void as_collective(MUHWI_Descriptor_t *d, mu_rank_t *me, mu_kit_t *kit)
{
    mu_message_t m = mu_put(me, kit, 1, 0, 0, 128, 0);
    m.word = 8;
    m.op = MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_ADD;
    m.collective = MUHWI_COLLECTIVE_TYPE_ALLREDUCE;
    *d = mu_describe(me, m);
}

/* Descriptors (hwi-descriptor 6). */
CASE(no_network_fifo)
{
    UNUSED;
    d->Torus_FIFO_Map = 0;
}

CASE(zeros)
{
    UNUSED;
    memset(d, 0, sizeof *d);
}

CASE(packet_type_3)
{
    as_get(d, me, kit);
    PT2PT(d).Byte8.Packet_Type = 3;
}

CASE(system_network_fifo)
{
    UNUSED;
    d->Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_SYSTEM;
}

CASE(system_network_fifo_among_others)
{
    UNUSED;
    d->Torus_FIFO_Map |= MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_SYSTEM;
}

CASE(system_collective_fifo)
{
    as_collective(d, me, kit);
    d->Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CSYSTEM;
}

CASE(system_channel)
{
    UNUSED;
    MUSPI_SetPt2PtVirtualChannel(d, MUHWI_PACKET_VIRTUAL_CHANNEL_SYSTEM);
}

CASE(system_collective_channel)
{
    as_collective(d, me, kit);
    COLL(d).Byte3.Virtual_channel = 6;
}

CASE(size_17)
{
    UNUSED;
    PT2PT(d).Byte8.Size = 17;
}

CASE(size_31)
{
    as_fifo(d, me, kit);
    PT2PT(d).Byte8.Size = 31;
}

CASE(size_0_of_a_fifo_message)
{
    as_fifo(d, me, kit);
    PT2PT(d).Byte8.Size = 0;
}

CASE(size_0_of_a_put)
{
    UNUSED;
    PT2PT(d).Byte8.Size = 0;
}

CASE(put_of_nothing)
{
    UNUSED;
    d->Message_Length = 0;
}

CASE(get_of_nothing)
{
    as_get(d, me, kit);
    d->Message_Length = 0;
}

CASE(get_of_32_bytes)
{
    as_get(d, me, kit);
    d->Message_Length = 32;
}

CASE(get_of_96_bytes)
{
    as_get(d, me, kit);
    d->Message_Length = 96;
}

CASE(get_in_packets_of_32_bytes)
{
    as_get(d, me, kit);
    PT2PT(d).Byte8.Size = 1;
}

CASE(get_in_packets_of_96_bytes)
{
    as_get(d, me, kit);
    PT2PT(d).Byte8.Size = 3;
}

CASE(get_from_an_atomic_address)
{
    as_get(d, me, kit);
    d->Pa_Payload = mu_atomic(d->Pa_Payload, MUHWI_ATOMIC_OPCODE_LOAD);
}

CASE(atomic_payload_of_16_bytes)
{
    UNUSED;
    d->Pa_Payload = mu_atomic(d->Pa_Payload, MUHWI_ATOMIC_OPCODE_LOAD_INCREMENT);
    d->Message_Length = 16;
}

CASE(payload_into_atomic_space)
{
    UNUSED;
    d->Pa_Payload = MUHWI_ATOMIC_ADDRESS_INDICATOR - 50;
}

CASE(payload_outside_all_windows)
{
    UNUSED;
    d->Pa_Payload = 0x1000; /* no memory at such a low address */
}

CASE(plus_and_minus)
{
    UNUSED;
    PT2PT(d).Hints = MUHWI_PACKET_HINT_AM | MUHWI_PACKET_HINT_AP;
}

CASE(plus_and_minus_in_b)
{
    UNUSED;
    PT2PT(d).Hints = MUHWI_PACKET_HINT_BM | MUHWI_PACKET_HINT_BP;
}

CASE(plus_and_minus_in_c)
{
    UNUSED;
    PT2PT(d).Hints = MUHWI_PACKET_HINT_CM | MUHWI_PACKET_HINT_CP;
}

CASE(plus_and_minus_in_d)
{
    UNUSED;
    PT2PT(d).Hints = MUHWI_PACKET_HINT_DM | MUHWI_PACKET_HINT_DP;
}

CASE(plus_and_minus_in_e)
{
    UNUSED;
    PT2PT(d).Byte2.Byte2 = MUHWI_PACKET_HINT_EM | MUHWI_PACKET_HINT_EP;
}

CASE(collective_channel_on_a_torus_fifo)
{
    UNUSED;
    MUSPI_SetPt2PtVirtualChannel(d, MUHWI_PACKET_VIRTUAL_CHANNEL_USER_SUB_COMM);
}

CASE(destination_outside_the_partition)
{
    UNUSED;
    PT2PT(d).Destination.Destination.A_Destination = 2;
}

CASE(route_to_an_io_node)
{
    UNUSED;
    MUSPI_SetRouteToIONode(d, MUHWI_PACKET_ROUTE_TO_IO_NODE);
}

/* Memory FIFO (hwi-packet-headers 8.1). */
CASE(reception_fifo_272)
{
    as_fifo(d, me, kit);
    FIFO(d).Rec_FIFO_Id = 272;
}

CASE(reception_fifo_not_enabled)
{
    as_fifo(d, me, kit);
    FIFO(d).Rec_FIFO_Id = 77;
}

CASE(system_reception_fifo)
{
    as_fifo(d, me, kit);
    FIFO(d).Rec_FIFO_Id = 264;
}

/* Direct put (8.2). */
CASE(payload_entry_544)
{
    UNUSED;
    PUT(d).Rec_Payload_Base_Address_Id = 544;
}

CASE(counter_entry_1023)
{
    UNUSED;
    PUT(d).Rec_Counter_Base_Address_Id = 1023;
}

CASE(system_payload_entry)
{
    UNUSED;
    PUT(d).Rec_Payload_Base_Address_Id = 528;
}

CASE(system_counter_entry)
{
    UNUSED;
    PUT(d).Rec_Counter_Base_Address_Id = 543;
}

CASE(payload_sum_overflows)
{
    UNUSED;
    MUSPI_SetRecPutOffset(d, UINT64_C(0x1fffffffff));
}

CASE(counter_flag_twice)
{
    /* Entry and offset both have the flag; their sum does not. */
    UNUSED;
    PUT(d).Rec_Counter_Base_Address_Id = ERROR_FLAGGED;
}

CASE(landing_into_atomic_space)
{
    UNUSED;
    PUT(d).Rec_Payload_Base_Address_Id = MU_ZERO;
    MUSPI_SetRecPutOffset(d, MUHWI_ATOMIC_ADDRESS_INDICATOR - 60);
}

CASE(atomic_landing_of_100_bytes)
{
    UNUSED;
    MUSPI_SetRecPutOffset(d, mu_atomic(0, MUHWI_ATOMIC_OPCODE_STORE_ADD));
}

CASE(counter_not_atomic)
{
    UNUSED;
    PUT(d).Counter_Offset = 0;
}

CASE(counter_with_another_operation)
{
    UNUSED;
    PUT(d).Counter_Offset = mu_atomic(0, MUHWI_ATOMIC_OPCODE_STORE_OR);
}

CASE(landing_outside_all_windows)
{
    UNUSED;
    PUT(d).Rec_Payload_Base_Address_Id = MU_ZERO;
    MUSPI_SetRecPutOffset(d, 0x1000);
}

CASE(counter_outside_all_windows)
{
    UNUSED;
    PUT(d).Rec_Counter_Base_Address_Id = MU_ZERO;
    PUT(d).Counter_Offset = mu_counter(0x1000);
}

CASE(free_payload_entry)
{
    UNUSED;
    PUT(d).Rec_Payload_Base_Address_Id = 100; /* not allocated */
}

/* Remote get (8.3). */
CASE(get_fifo_544)
{
    as_get(d, me, kit);
    GET(d).Rget_Inj_FIFO_Id = 544;
}

CASE(get_fifo_not_enabled)
{
    as_get(d, me, kit);
    GET(d).Rget_Inj_FIFO_Id = 100;
}

CASE(get_fifo_not_for_gets)
{
    as_get(d, me, kit);
    GET(d).Rget_Inj_FIFO_Id = mu_inj_id(me, 0, 0);
}

CASE(system_get_fifo)
{
    as_get(d, me, kit);
    GET(d).Rget_Inj_FIFO_Id = 528;
}

/* Deposit (7). */
CASE(deposit_over_two_dimensions)
{
    UNUSED;
    PT2PT(d).Destination = mu_destination(me, 3);
    MUSPI_SetDeposit(d, MUHWI_PACKET_DEPOSIT);
}

/* Collectives (spi-classroute-collectives 2). */
CASE(collective_type_1)
{
    as_collective(d, me, kit);
    COLL(d).Byte3.Collective_Type = 1;
}

CASE(op_code_3)
{
    as_collective(d, me, kit);
    COLL(d).Byte1.OpCode = 3;
}

CASE(op_code_15)
{
    as_collective(d, me, kit);
    COLL(d).Byte1.OpCode = 15;
}

CASE(single_precision)
{
    as_collective(d, me, kit);
    COLL(d).Byte1.OpCode = 12;
    COLL(d).Byte1.Word_Length = 0;
}

CASE(half_an_operand)
{
    as_collective(d, me, kit);
    d->Message_Length = 132;
}

CASE(operand_longer_than_a_packet)
{
    as_collective(d, me, kit);
    COLL(d).Byte1.Word_Length = 7; /* 512 bytes */
    d->Message_Length = 512;
    COLL(d).Byte8.Size = 8;
}

CASE(channel_of_another_route)
{
    as_collective(d, me, kit);
    COLL(d).Byte2.Class_Route = ERROR_ROUTE; /* of the type of channel 5 */
    COLL(d).Byte3.Virtual_channel = 4;
}

CASE(collective_packet_type_3)
{
    as_collective(d, me, kit);
    COLL(d).Byte8.Packet_Type = 3;
}

/* Injection FIFOs (hwi-registers 4). */
static void tail_not_aligned(mu_inj_t *inj)
{
    emuq_mmio_store(&inj->fifo->_fifo.hwfifo->pa_tail, inj->memory.pa + 96);
}

static void tail_outside_the_fifo(mu_inj_t *inj)
{
    emuq_mmio_store(&inj->fifo->_fifo.hwfifo->pa_tail, inj->memory.pa + inj->memory.bytes + 64);
}

static void fifo_outside_all_windows(mu_inj_t *inj)
{
    MUHWI_Fifo_t *hw = inj->fifo->_fifo.hwfifo;
    mu_activate(inj, false);
    emuq_mmio_store(&hw->pa_start, 0x1000);
    emuq_mmio_store(&hw->pa_head, 0x1000);
    emuq_mmio_store(&hw->pa_tail, 0x1040);
    mu_activate(inj, true);
}

#define ROW(name)                                                                                            \
    {                                                                                                        \
#name, name, NULL, 0                                                                                 \
    }
/* Same as ROW(), after messages that make the FIFO expect another single one of that kind. */
#define LONE(name)                                                                                           \
    {                                                                                                        \
#name, name, NULL, 2                                                                                 \
    }
#define RUIN(name)                                                                                           \
    {                                                                                                        \
#name, NULL, name, 0                                                                                 \
    }
const error_case_t error_cases[] = {
    ROW(no_network_fifo),
    LONE(zeros),
    ROW(packet_type_3),
    ROW(system_network_fifo),
    ROW(system_network_fifo_among_others),
    ROW(system_collective_fifo),
    ROW(system_channel),
    ROW(system_collective_channel),
    ROW(size_17),
    ROW(size_31),
    ROW(size_0_of_a_fifo_message),
    ROW(size_0_of_a_put),
    ROW(put_of_nothing),
    ROW(get_of_nothing),
    ROW(get_of_32_bytes),
    ROW(get_of_96_bytes),
    ROW(get_in_packets_of_32_bytes),
    ROW(get_in_packets_of_96_bytes),
    ROW(get_from_an_atomic_address),
    ROW(atomic_payload_of_16_bytes),
    ROW(payload_into_atomic_space),
    ROW(payload_outside_all_windows),
    ROW(plus_and_minus),
    ROW(plus_and_minus_in_b),
    ROW(plus_and_minus_in_c),
    ROW(plus_and_minus_in_d),
    ROW(plus_and_minus_in_e),
    ROW(collective_channel_on_a_torus_fifo),
    ROW(destination_outside_the_partition),
    ROW(route_to_an_io_node),
    ROW(reception_fifo_272),
    ROW(reception_fifo_not_enabled),
    ROW(system_reception_fifo),
    ROW(payload_entry_544),
    ROW(counter_entry_1023),
    ROW(system_payload_entry),
    ROW(system_counter_entry),
    ROW(payload_sum_overflows),
    ROW(counter_flag_twice),
    ROW(landing_into_atomic_space),
    ROW(atomic_landing_of_100_bytes),
    ROW(counter_not_atomic),
    ROW(counter_with_another_operation),
    ROW(landing_outside_all_windows),
    ROW(counter_outside_all_windows),
    ROW(free_payload_entry),
    ROW(get_fifo_544),
    ROW(get_fifo_not_enabled),
    ROW(get_fifo_not_for_gets),
    ROW(system_get_fifo),
    ROW(deposit_over_two_dimensions),
    ROW(collective_type_1),
    ROW(op_code_3),
    ROW(op_code_15),
    ROW(single_precision),
    ROW(half_an_operand),
    ROW(operand_longer_than_a_packet),
    ROW(channel_of_another_route),
    ROW(collective_packet_type_3),
    RUIN(tail_not_aligned),
    RUIN(tail_outside_the_fifo),
    RUIN(fifo_outside_all_windows),
};
const uint32_t error_case_count = sizeof error_cases / sizeof *error_cases;

/* Stores forbidden for user programs (hwi-registers 6). */
const register_case_t register_cases[] = {
    {"free space is read-only", BGQ_MU_iDMA_FREE_SPACE_OFFSET(0, 0, 0), 5},
    {"isEnabled is read-only", BGQ_MU_iDMA_IS_ENABLED_OFFSET(0, 0), 0},
    {"interruptStatus is read-only", BGQ_MU_READ_INT_STATUS_REGISTER_OFFSET(0, 0), 0},
    {"GI status is read-only", BGQ_MU_GI_STATUS_OFFSET(0, 0), 0},
    {"unused bits of enable", BGQ_MU_iDMA_ENABLE_OFFSET(0, 0), UINT64_C(1) << 32},
    {"unused bits of disable", BGQ_MU_iDMA_DISABLE_OFFSET(0, 0), UINT64_C(1) << 63},
    {"unused bits of priority", BGQ_MU_iDMA_HIGH_PRIORITY_OFFSET(0, 0), UINT64_C(1) << 40},
    {"unused bits of GI control", BGQ_MU_GI_CONTROL_OFFSET(0, 0), 8},
    {"a system route's GI control", BGQ_MU_GI_CONTROL_OFFSET(0, 14), 2},
    {"a system injection FIFO", BGQ_MU_iDMA_TAIL_OFFSET(16, 2, 0), 64},
    {"a system reception FIFO", BGQ_MU_rDMA_HEAD_OFFSET(16, 2, 0), 64},
    {"a system base address", BGQ_MU_DATA_COUNTER_BASE_ADDRESS_OFFSET(16, 3, 2), 64},
    {"enabling a system FIFO", BGQ_MU_iDMA_ENABLE_OFFSET(16, 2), UINT64_C(1) << (31 - 16)},
};
const uint32_t register_case_count = sizeof register_cases / sizeof *register_cases;
