/* SPDX-License-Identifier: BSD-3-Clause */
/* The masks of backends/emulator/core/header.h agree with the structures of hwi/. */
#include "backends/emulator/core/header.h"

#include <stdlib.h>

#include "emuq_test.h"

/* Sets fields of an empty header, and checks the bits of the word. */
#define FIELD(word, bits, ...)                                                                               \
    do {                                                                                                     \
        MUHWI_PacketHeader_t h;                                                                              \
        memset(&h, 0, sizeof h);                                                                             \
        __VA_ARGS__;                                                                                         \
        CU_ASSERT_EQUAL(emuq_word(&h, word), bits);                                                          \
        for (unsigned w = 0; w < 4; w++)                                                                     \
            CU_ASSERT(w == (word) || emuq_word(&h, w) == 0);                                                 \
    } while (0)

static void masks(void)
{
    FIELD(EMUQ_WORD_NETWORK, EMUQ_INTERRUPT_BIT, h.NetworkHeader.pt2pt.Byte2.Interrupt = 1);
    FIELD(EMUQ_WORD_IDS, ~EMUQ_NOT_SIZE_BITS, h.NetworkHeader.pt2pt.Byte8.Size = 0x1f;
          memset(h.NetworkHeader.pt2pt.Injection_Info.Injection_Info, 0xff, 3));
    FIELD(EMUQ_WORD_IDS, EMUQ_TARGET_BITS,
          h.messageUnitHeader.Packet_Types.Direct_Put.Rec_Payload_Base_Address_Id = 0x3ff);
    FIELD(EMUQ_WORD_IDS, EMUQ_OFFSET_HIGH_BITS,
          h.messageUnitHeader.Packet_Types.Direct_Put.Put_Offset_MSB = 0x1f);
    FIELD(EMUQ_WORD_COUNTER_ID, EMUQ_COUNTER_BITS,
          h.messageUnitHeader.Packet_Types.Direct_Put.Rec_Counter_Base_Address_Id = 0x3ff);
    FIELD(EMUQ_WORD_COUNTER, UINT64_MAX,
          h.messageUnitHeader.Packet_Types.Direct_Put.Counter_Offset = UINT64_MAX);
    /* Kind of a message: end of the network header, and target id. */
    FIELD(EMUQ_WORD_IDS, EMUQ_KIND_BITS, memset((char *)&h + 8, 0xff, 4);
          h.messageUnitHeader.Packet_Types.Direct_Put.Rec_Payload_Base_Address_Id = 0x3ff);
    FIELD(EMUQ_WORD_IDS, emuq_word(&h, EMUQ_WORD_IDS) & EMUQ_KIND_BITS,
          h.messageUnitHeader.Packet_Types.Memory_FIFO.Rec_FIFO_Id = 0x1ff);
}

static void flags(void)
{
    MUHWI_Descriptor_t d;
    memset(&d, 0, sizeof d);
    d.Half_Word0.Prefetch_Only = 1;
    d.Half_Word1.Interrupt = 1;
    CU_ASSERT_EQUAL(emuq_word(&d, EMUQ_WORD_FLAGS), EMUQ_FLAG_BITS);
}

/* The put offset from two words, and the named view, for random headers. */
static void views(void)
{
    for (int round = 0; round < 10000; round++) {
        MUHWI_PacketHeader_t h;
        for (size_t i = 0; i < sizeof h; i++)
            ((unsigned char *)&h)[i] = (unsigned char)(rand() >> 7);
        uint64_t offset = (uint64_t)h.messageUnitHeader.Packet_Types.Direct_Put.Put_Offset_MSB << 32 |
                          h.messageUnitHeader.Packet_Types.Direct_Put.Put_Offset_LSB;
        CU_ASSERT_EQUAL(emuq_put_offset(&h), offset);
        CU_ASSERT_EQUAL(emuq_counter_offset(&h), emuq_word(&h, EMUQ_WORD_COUNTER));
        CU_ASSERT_EQUAL(emuq_packet_type(&h), h.NetworkHeader.collective.Byte8.Packet_Type);
        CU_ASSERT_EQUAL(emuq_packet_limit(&h), h.NetworkHeader.collective.Byte8.Size * 32u);
        CU_ASSERT_EQUAL(emuq_virtual_channel(&h), h.NetworkHeader.collective.Byte3.Virtual_channel);
        CU_ASSERT_EQUAL(emuq_destination(&h), h.NetworkHeader.collective.Destination.Destination.Destination);
    }
}

int main(void)
{
    static const emuq_test_t tests[] = {{"masks are where the fields are", masks},
                                        {"flags of a descriptor", flags},
                                        {"named views agree with words", views},
                                        {NULL, NULL}};
    return emuq_test_main("header views", tests);
}
