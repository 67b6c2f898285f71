/* SPDX-License-Identifier: BSD-3-Clause */
/* Reference values of packet headers, and positions of fields. */
#include <string.h>

#include "apenet/event.h"
#include "apenet/packet.h"
#include "apenet/registers.h"
#include "apenet/ring.h"
#include "emuq_test.h"

static apenet_address_t at(uint8_t x, uint8_t y, uint8_t z, uint8_t pid)
{
    apenet_address_t a = {x, y, z, pid};
    return a;
}

static void same(const apenet_header_t *h, uint32_t w0, uint32_t w1, uint32_t w2, uint32_t w3)
{
    CU_ASSERT_EQUAL(h->w[0], w0);
    CU_ASSERT_EQUAL(h->w[1], w1);
    CU_ASSERT_EQUAL(h->w[2], w2);
    CU_ASSERT_EQUAL(h->w[3], w3);
}

static void puts_of_a_message(void)
{
    apenet_header_t h;
    apenet_header_make(&h, APENET_CMD_PUT, at(1, 2, 3, 1), at(4, 5, 6, 2), UINT64_C(0x7f1234567000), 4096);
    same(&h, 0x08023104, 0x000c6291, 0x34567000, 0x00007f12);
    apenet_header_make(&h, APENET_CMD_PUT, at(1, 2, 3, 1), at(4, 5, 6, 2), UINT64_C(0x7f1234568000), 100);
    apenet_set(h.w, APENET_HEADER_LAST_FRAG, 1);
    same(&h, 0x003a3104, 0x031c6291, 0x34568000, 0x00007f12);
    CU_ASSERT_EQUAL(apenet_header_bytes(&h), 100);
}

static void send(void)
{
    apenet_header_t h;
    apenet_header_make(&h, APENET_CMD_SEND, at(31, 31, 31, 3), at(0, 0, 0, 3), 0, 5);
    apenet_set(h.w, APENET_HEADER_LAST_FRAG, 1);
    same(&h, 0x000ffffc, 0x02de0002, 0, 0);
}

static void get(void)
{
    apenet_header_t h;
    apenet_header_make(&h, APENET_CMD_GET, at(0, 1, 0, 0), at(2, 0, 0, 0), UINT64_C(0x7f00deadb000), 32);
    apenet_set(h.w, APENET_HEADER_LAST_FRAG, 1);
    same(&h, 0x00100080, 0x0018000b, 0xdeadb000, 0x00007f00);
}

/* layout_cxx.cc */
extern int layout_in_cxx(void);

static void the_same_in_cxx(void)
{
    CU_ASSERT_TRUE(layout_in_cxx());
}

static void put_to_gpu(void)
{
    apenet_header_t h;
    apenet_header_make(&h, APENET_CMD_PUT, at(0, 0, 1, 0), at(0, 0, 0, 0), UINT64_C(0x1000000000), 4096);
    apenet_set(h.w, APENET_HEADER_LAST_FRAG, 1);
    apenet_set(h.w, APENET_HEADER_IS_GPU, 1);
    apenet_set(h.w, APENET_HEADER_GPU_ID, 2);
    same(&h, 0xa8001000, 0x00180001, 0, 0x00000010);
}

static void ends_come_back(void)
{
    apenet_header_t h;
    apenet_header_make(&h, APENET_CMD_PUT, at(1, 2, 3, 1), at(4, 5, 6, 2), 77, 16);
    apenet_address_t to = apenet_destination(&h), from = apenet_source(&h);
    CU_ASSERT(to.x == 1 && to.y == 2 && to.z == 3 && to.pid == 1);
    CU_ASSERT(from.x == 4 && from.y == 5 && from.z == 6 && from.pid == 2);
    CU_ASSERT_EQUAL(apenet_header_address(&h), 77);
}

static void header_fields_fill_both_words(void)
{
    static const unsigned fields[] = {
        APENET_HEADER_PKT_ERR, APENET_HEADER_VC,       APENET_HEADER_DEST_X,  APENET_HEADER_DEST_Y,
        APENET_HEADER_DEST_Z,  APENET_HEADER_DEST_PID, APENET_HEADER_SIZE,    APENET_HEADER_IS_GPU,
        APENET_HEADER_GPU_ID,  APENET_HEADER_CMD,      APENET_HEADER_SRC_X,   APENET_HEADER_SRC_Y,
        APENET_HEADER_SRC_Z,   APENET_HEADER_SRC_PID,  APENET_HEADER_NOT_ETH, APENET_HEADER_LAST_FRAG,
        APENET_HEADER_IS_PHYS, APENET_HEADER_PAD,      APENET_HEADER_REPLY,   APENET_HEADER_RESERVED};
    uint32_t seen[2] = {0, 0};
    for (unsigned i = 0; i < sizeof fields / sizeof *fields; i++) {
        CU_ASSERT_EQUAL(seen[fields[i] >> 16] & apenet_mask(fields[i]), 0);
        seen[fields[i] >> 16] |= apenet_mask(fields[i]);
    }
    CU_ASSERT_EQUAL(seen[0], 0xffffffff);
    CU_ASSERT_EQUAL(seen[1], 0xffffffff);
}

static void bytes_of_a_descriptor(void)
{
    apenet_descriptor_t d;
    memset(&d, 0, sizeof d);
    apenet_set64(d.cmd0, UINT64_C(0x123456789abc));
    apenet_set(d.cmd0, APENET_CMD0_BYTES, 4096);
    apenet_set(d.cmd0, APENET_CMD0_IS_GPU, 1);
    apenet_set(d.cmd0, APENET_CMD0_GPU_ID, 2);
    apenet_set(d.cmd0, APENET_CMD0_PID, 3);
    apenet_set(d.cmd1, APENET_CMD1_TAG, APENET_COMP_NONE);
    const uint32_t *w = (const uint32_t *)&d;
    CU_ASSERT_EQUAL(w[0x40 / 4], 0x56789abc);
    CU_ASSERT_EQUAL(w[0x44 / 4], 0x1234);
    CU_ASSERT_EQUAL(w[0x48 / 4], 0x1000 | 1 << 16 | 2 << 17 | 3 << 19);
    CU_ASSERT_EQUAL(w[0x68 / 4], 2);
}

static void register_98(void)
{
    uint32_t pointer = 0;
    apenet_set(&pointer, APENET_PTR_DRIVER, 3);
    apenet_set(&pointer, APENET_PTR_CARD, 2);
    CU_ASSERT_EQUAL(pointer, 0x00030002);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"the packets of a put", puts_of_a_message},
                                        {"a send", send},
                                        {"a request to read", get},
                                        {"the same in C++98", the_same_in_cxx},
                                        {"a put to a GPU", put_to_gpu},
                                        {"both ends can be read", ends_come_back},
                                        {"the fields of a header", header_fields_fill_both_words},
                                        {"a descriptor", bytes_of_a_descriptor},
                                        {"two pointers in a register", register_98},
                                        {NULL, NULL}};
    return emuq_test_main("apenet_layout", tests);
}
