/* SPDX-License-Identifier: BSD-3-Clause */
#include "words.h"

/* Places in the descriptor. */
#define HEADER 32
#define MU     (HEADER + 12)

static void put_bytes(uint8_t *bytes, unsigned count, uint64_t value)
{
    for (unsigned i = 0; i < count; i++)
        bytes[i] = (uint8_t)(value >> 8 * (count - 1 - i));
}

static uint64_t get_bytes(const uint8_t *bytes, unsigned count)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < count; i++)
        value = value << 8 | bytes[i];
    return value;
}

/** Copies an integer of the host to or from anywhere. */
#define PUT(type, bytes, value) memcpy(bytes, &(type){(type)(value)}, sizeof(type))
#define GET(type, bytes)        (*(type *)memcpy(&(type){0}, bytes, sizeof(type)))

void words_load(MUHWI_Descriptor_t *desc, view_t view, const uint64_t w[8])
{
    uint8_t *b = (uint8_t *)desc;
    PUT(uint32_t, b, w[0] >> 32);
    PUT(uint32_t, b + 4, w[0]);
    PUT(uint64_t, b + 8, w[1]);
    PUT(uint64_t, b + 16, w[2]);
    PUT(uint64_t, b + 24, w[3]);
    put_bytes(b + HEADER, 4, w[4] >> 32);
    PUT(uint32_t, b + HEADER + 4, w[4]);
    put_bytes(b + HEADER + 8, 4, w[5] >> 32);
    PUT(uint16_t, b + MU, w[5] >> 16);
    if (view == VIEW_GET) {
        put_bytes(b + MU + 2, 2, w[5]);
        put_bytes(b + MU + 4, 8, w[6]);
        put_bytes(b + MU + 12, 8, w[7]);
        return;
    }
    PUT(uint32_t, b + MU + 2, w[5] << 16 | w[6] >> 48);
    if (view == VIEW_FIFO) {
        put_bytes(b + MU + 6, 6, w[6]);
        put_bytes(b + MU + 12, 8, w[7]);
    } else {
        PUT(uint16_t, b + MU + 6, w[6] >> 32);
        PUT(uint16_t, b + MU + 8, w[6] >> 16);
        PUT(uint16_t, b + MU + 10, w[6]);
        PUT(uint64_t, b + MU + 12, w[7]);
    }
}

void words_store(const MUHWI_Descriptor_t *desc, view_t view, uint64_t w[8])
{
    const uint8_t *b = (const uint8_t *)desc;
    uint64_t offset = GET(uint32_t, b + MU + 2);
    w[0] = (uint64_t)GET(uint32_t, b) << 32 | GET(uint32_t, b + 4);
    w[1] = GET(uint64_t, b + 8);
    w[2] = GET(uint64_t, b + 16);
    w[3] = GET(uint64_t, b + 24);
    w[4] = get_bytes(b + HEADER, 4) << 32 | GET(uint32_t, b + HEADER + 4);
    w[5] = get_bytes(b + HEADER + 8, 4) << 32 | (uint64_t)GET(uint16_t, b + MU) << 16;
    w[5] |= view == VIEW_GET ? get_bytes(b + MU + 2, 2) : offset >> 16;
    w[7] = view == VIEW_PUT ? GET(uint64_t, b + MU + 12) : get_bytes(b + MU + 12, 8);
    switch (view) {
    case VIEW_FIFO:
        w[6] = offset << 48 | get_bytes(b + MU + 6, 6);
        break;
    case VIEW_PUT:
        w[6] = offset << 48 | (uint64_t)GET(uint16_t, b + MU + 6) << 32 |
               (uint64_t)GET(uint16_t, b + MU + 8) << 16 | GET(uint16_t, b + MU + 10);
        break;
    case VIEW_GET:
        w[6] = get_bytes(b + MU + 4, 8);
        break;
    }
}

void words_load_json(MUHWI_Descriptor_t *desc, view_t view, json_t *object, const char *key)
{
    uint64_t w[8] = {0};
    if (golden_has(object, key))
        golden_array(object, key, w, 8);
    words_load(desc, view, w);
}

int words_check_json(const MUHWI_Descriptor_t *desc, view_t view, json_t *object, const char *key)
{
    static const char *const names[8] = {"w0", "w1", "w2", "w3", "w4", "w5", "w6", "w7"};
    uint64_t w[8], expected[8];
    int differences = 0;
    words_store(desc, view, w);
    golden_array(object, key, expected, 8);
    for (int i = 0; i < 8; i++)
        differences += golden_equal(names[i], w[i], expected[i]);
    return differences;
}

/** Takes member @e name of JSON object @e from into the member of the same name. */
#define TAKE(to, from, name) (to)->name = golden_u64(from, #name)

void info_read(info_t *info, json_t *in)
{
    memset(info, 0, sizeof(*info));
    if (golden_has(in, "Base")) {
        json_t *from = golden_get(in, "Base");
        TAKE(&info->Base, from, Pre_Fetch_Only);
        TAKE(&info->Base, from, Payload_Address);
        TAKE(&info->Base, from, Message_Length);
        TAKE(&info->Base, from, Torus_FIFO_Map);
        info->Base.Dest.Destination.Destination = golden_u64(from, "Dest");
    }
    if (golden_has(in, "Pt2Pt")) {
        json_t *from = golden_get(in, "Pt2Pt");
        TAKE(&info->Pt2Pt, from, Hints_ABCD);
        TAKE(&info->Pt2Pt, from, Misc1);
        TAKE(&info->Pt2Pt, from, Misc2);
        TAKE(&info->Pt2Pt, from, Skip);
    }
    if (golden_has(in, "Collective")) {
        json_t *from = golden_get(in, "Collective");
        TAKE(&info->Collective, from, Op_Code);
        TAKE(&info->Collective, from, Word_Length);
        TAKE(&info->Collective, from, Class_Route);
        TAKE(&info->Collective, from, Misc);
        TAKE(&info->Collective, from, Skip);
    }
    if (golden_has(in, "MemFIFO")) {
        json_t *from = golden_get(in, "MemFIFO");
        TAKE(&info->MemFIFO, from, Rec_FIFO_Id);
        TAKE(&info->MemFIFO, from, Rec_Put_Offset);
        TAKE(&info->MemFIFO, from, Interrupt);
        TAKE(&info->MemFIFO, from, SoftwareBit);
        golden_bytes(from, "SoftwareBytes", info->MemFIFO.SoftwareBytes, 14);
    }
    if (golden_has(in, "DirectPut")) {
        json_t *from = golden_get(in, "DirectPut");
        TAKE(&info->DirectPut, from, Rec_Payload_Base_Address_Id);
        TAKE(&info->DirectPut, from, Rec_Payload_Offset);
        TAKE(&info->DirectPut, from, Rec_Counter_Base_Address_Id);
        TAKE(&info->DirectPut, from, Rec_Counter_Offset);
        TAKE(&info->DirectPut, from, Pacing);
    }
    if (golden_has(in, "RemoteGet")) {
        json_t *from = golden_get(in, "RemoteGet");
        TAKE(&info->RemoteGet, from, Type);
        TAKE(&info->RemoteGet, from, Rget_Inj_FIFO_Id);
    }
    if (golden_has(in, "dest"))
        info->dest.Destination.Destination = golden_u64(in, "dest");
    if (golden_has(in, "softwareBytes"))
        golden_bytes(in, "softwareBytes", info->softwareBytes, 14);
}
