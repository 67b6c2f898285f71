/* SPDX-License-Identifier: BSD-3-Clause */
/* Descriptor builders and setters of C against the real machine's. */
#include <inttypes.h>
#include <mu/Descriptor_inlines.h>
#include <stdio.h>
#include <unistd.h>

#include "emuq_test.h"
#include "golden.h"
#include "words.h"

/** A setter with its arguments from a vector. */
typedef struct setter {
    const char *fn;
    view_t view;
    void (*call)(MUHWI_Descriptor_t *desc, info_t *info, json_t *in);
} setter_t;

#define NUMBER(type, key) (type) golden_u64(in, #key)
#define SETTER(name, view, ...)                                                                              \
    static void set_##name(MUHWI_Descriptor_t *desc, info_t *info, json_t *in)                               \
    {                                                                                                        \
        (void)info;                                                                                          \
        (void)in;                                                                                            \
        MUSPI_Set##name(desc, __VA_ARGS__);                                                                  \
    }
#include "setters.def"
#undef SETTER

static void set_Size(MUHWI_Descriptor_t *desc, info_t *info, json_t *in)
{
    (void)info;
    (void)in;
    MUSPI_SetSize(desc);
}

static void zero_out(MUHWI_Descriptor_t *desc, info_t *info, json_t *in)
{
    (void)info;
    (void)in;
    MUSPI_DescriptorZeroOut(desc);
}

static const setter_t setters[] = {
#define SETTER(name, view, ...) {"MUSPI_Set" #name, view, set_##name},
#include "setters.def"
#undef SETTER
    {"MUSPI_SetSize", VIEW_FIFO, set_Size},
    {"MUSPI_DescriptorZeroOut", VIEW_FIFO, zero_out},
};

/** The destination word through its fields. */
static uint64_t destination(const MUHWI_Destination_t *dest)
{
    return (uint64_t)dest->Destination.Reserved2 << 30 | dest->Destination.A_Destination << 24 |
           dest->Destination.B_Destination << 18 | dest->Destination.C_Destination << 12 |
           dest->Destination.D_Destination << 6 | dest->Destination.E_Destination;
}

/** Finds a member by its name in the vectors. @return 0, or -1 for an unknown name. */
static int member(MUHWI_Descriptor_t *desc, const char *key, uint64_t *value)
{
    const MUHWI_Destination_t dest = EMUQ_PT2PT(desc).Destination;
    uint16_t half0, half6;
    memcpy(&half0, (char *)desc + 44, sizeof(half0));
    memcpy(&half6, (char *)desc + 50, sizeof(half6));
    const struct {
        const char *key;
        uint64_t value;
    } members[] = {
        {"Half_Word0", desc->Half_Word0.Half_Word0},
        {"Prefetch_Only", desc->Half_Word0.Prefetch_Only},
        {"Half_Word1", desc->Half_Word1.Half_Word1},
        {"Pa_Payload", desc->Pa_Payload},
        {"Message_Length", desc->Message_Length},
        {"Torus_FIFO_Map", desc->Torus_FIFO_Map},
        {"Data_Packet_Type", EMUQ_PT2PT(desc).Data_Packet_Type},
        {"Hints", EMUQ_PT2PT(desc).Hints},
        {"Byte1", EMUQ_COLLECTIVE(desc).Byte1.Byte1},
        {"OpCode", EMUQ_COLLECTIVE(desc).Byte1.OpCode},
        {"Word_Length", EMUQ_COLLECTIVE(desc).Byte1.Word_Length},
        {"Byte2", EMUQ_PT2PT(desc).Byte2.Byte2},
        {"Hint_E_plus", EMUQ_PT2PT(desc).Byte2.Hint_E_plus},
        {"Hint_E_minus", EMUQ_PT2PT(desc).Byte2.Hint_E_minus},
        {"Route_To_IO_Node", EMUQ_PT2PT(desc).Byte2.Route_To_IO_Node},
        {"Return_From_IO_Node", EMUQ_PT2PT(desc).Byte2.Return_From_IO_Node},
        {"Dynamic", EMUQ_PT2PT(desc).Byte2.Dynamic},
        {"Deposit", EMUQ_PT2PT(desc).Byte2.Deposit},
        {"Class_Route", EMUQ_COLLECTIVE(desc).Byte2.Class_Route},
        {"Byte3", EMUQ_PT2PT(desc).Byte3.Byte3},
        {"Virtual_channel", EMUQ_PT2PT(desc).Byte3.Virtual_channel},
        {"Zone_Routing_Id", EMUQ_PT2PT(desc).Byte3.Zone_Routing_Id},
        {"Stay_On_Bubble", EMUQ_PT2PT(desc).Byte3.Stay_On_Bubble},
        {"Collective_Type", EMUQ_COLLECTIVE(desc).Byte3.Collective_Type},
        {"Destination", destination(&dest)},
        {"Byte8", EMUQ_PT2PT(desc).Byte8.Byte8},
        {"Packet_Type", EMUQ_PT2PT(desc).Byte8.Packet_Type},
        {"Size", EMUQ_PT2PT(desc).Byte8.Size},
        {"Skip", EMUQ_PT2PT(desc).Injection_Info.Skip},
        {"mu_half0", half0},
        {"Rec_FIFO_Id", EMUQ_MU_HEADER(desc).Memory_FIFO.Rec_FIFO_Id},
        {"Unused1", EMUQ_MU_HEADER(desc).Memory_FIFO.Unused1},
        {"Put_Offset_MSB", EMUQ_MU_HEADER(desc).Memory_FIFO.Put_Offset_MSB},
        {"Put_Offset_LSB", EMUQ_MU_HEADER(desc).Memory_FIFO.Put_Offset_LSB},
        {"mu_half6", half6},
        {"Rec_Payload_Base_Address_Id", EMUQ_MU_HEADER(desc).Direct_Put.Rec_Payload_Base_Address_Id},
        {"Pacing", EMUQ_MU_HEADER(desc).Direct_Put.Pacing},
        {"Rec_Counter_Base_Address_Id", EMUQ_MU_HEADER(desc).Direct_Put.Rec_Counter_Base_Address_Id},
        {"Valid_Bytes_In_Payload", EMUQ_MU_HEADER(desc).Direct_Put.Valid_Bytes_In_Payload},
        {"mu_Unused2", EMUQ_MU_HEADER(desc).Direct_Put.Unused2},
        {"Counter_Offset", EMUQ_MU_HEADER(desc).Direct_Put.Counter_Offset},
        {"Rget_Inj_FIFO_Id", EMUQ_MU_HEADER(desc).Remote_Get.Rget_Inj_FIFO_Id},
    };
    for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++) {
        if (strcmp(members[i].key, key) == 0) {
            *value = members[i].value;
            return 0;
        }
    }
    return -1;
}

/** Compares all members in @p expected by name. @return number of differences. */
static int check_members(MUHWI_Descriptor_t *desc, json_t *expected)
{
    const char *key;
    json_t *value;
    int differences = 0;
    json_object_foreach(expected, key, value)
    {
        uint64_t got;
        uint8_t bytes[18];
        if (strcmp(key, "w") == 0 || strcmp(key, "rc") == 0 || strcmp(key, "view") == 0)
            continue;
        if (strcmp(key, "software_bytes") == 0) {
            golden_bytes(expected, key, bytes, 14);
            differences += golden_equal_bytes(key, EMUQ_MU_HEADER(desc).Memory_FIFO.Unused2, bytes, 14);
        } else if (strcmp(key, "rest") == 0) {
            golden_bytes(expected, key, bytes, 18);
            differences += golden_equal_bytes(key, EMUQ_MU_HEADER(desc).Remote_Get.Unused2, bytes, 18);
        } else if (strcmp(key, "Interrupt") == 0) {
            got =
                golden_has(expected, "Byte2") ? EMUQ_PT2PT(desc).Byte2.Interrupt : desc->Half_Word1.Interrupt;
            differences += golden_equal(key, got, golden_value(value));
        } else if (member(desc, key, &got) == 0) {
            differences += golden_equal(key, got, golden_value(value));
        } else {
            differences += golden_differs("unknown member %s", key);
        }
    }
    return differences;
}

static int check_setter(json_t *in, json_t *out, void *arg)
{
    const setter_t *setter = arg;
    MUHWI_Descriptor_t desc;
    info_t info;
    info_read(&info, in);
    words_load_json(&desc, setter->view, in, "desc");
    setter->call(&desc, &info, in);
    return words_check_json(&desc, setter->view, out, "w") + check_members(&desc, out);
}

static void setters_are_the_machines(void)
{
    for (size_t i = 0; i < sizeof(setters) / sizeof(setters[0]); i++)
        CU_ASSERT_EQUAL(golden_each("descriptors", setters[i].fn, check_setter, (void *)&setters[i]), 0);
}

/** A builder, for the parts of an information structure. */
typedef struct builder {
    const char *fn;
    view_t view;
    int (*build)(MUHWI_Descriptor_t *desc, const info_t *info);
} builder_t;

#define BUILDER(net, kind, group)                                                                            \
    static int build_##net##kind(MUHWI_Descriptor_t *desc, const info_t *info)                               \
    {                                                                                                        \
        MUSPI_##net##kind##DescriptorInfo_t i = {info->Base, info->net, info->group};                        \
        return MUSPI_Create##net##kind##Descriptor(desc, &i);                                                \
    }
BUILDER(Pt2Pt, MemoryFIFO, MemFIFO)
BUILDER(Pt2Pt, DirectPut, DirectPut)
BUILDER(Pt2Pt, RemoteGet, RemoteGet)
BUILDER(Collective, MemoryFIFO, MemFIFO)
BUILDER(Collective, DirectPut, DirectPut)
BUILDER(Collective, RemoteGet, RemoteGet)

static const builder_t builders[] = {
    {"MUSPI_CreatePt2PtMemoryFIFODescriptor", VIEW_FIFO, build_Pt2PtMemoryFIFO},
    {"MUSPI_CreatePt2PtDirectPutDescriptor", VIEW_PUT, build_Pt2PtDirectPut},
    {"MUSPI_CreatePt2PtRemoteGetDescriptor", VIEW_GET, build_Pt2PtRemoteGet},
    {"MUSPI_CreateCollectiveMemoryFIFODescriptor", VIEW_FIFO, build_CollectiveMemoryFIFO},
    {"MUSPI_CreateCollectiveDirectPutDescriptor", VIEW_PUT, build_CollectiveDirectPut},
    {"MUSPI_CreateCollectiveRemoteGetDescriptor", VIEW_GET, build_CollectiveRemoteGet},
};

static int check_builder(json_t *in, json_t *out, void *arg)
{
    const builder_t *builder = arg;
    MUHWI_Descriptor_t desc;
    info_t info;
    memset(&desc, 0xa5, sizeof(desc));
    info_read(&info, in);
    int rc = builder->build(&desc, &info);
    return golden_equal("rc", (uint64_t)rc, golden_u64(out, "rc")) +
           words_check_json(&desc, builder->view, out, "w") + check_members(&desc, golden_get(out, "view"));
}

static void builders_are_the_machines(void)
{
    for (size_t i = 0; i < sizeof(builders) / sizeof(builders[0]); i++)
        CU_ASSERT_EQUAL(golden_each("descriptors", builders[i].fn, check_builder, (void *)&builders[i]), 0);
}

/** Where standard output goes while a dump is made. */
typedef struct capture {
    const builder_t *builder;
    int file;
    int terminal;
} capture_t;

/** What MUSPI_DescriptorDumpHex() prints. */
static void dump(const capture_t *capture, MUHWI_Descriptor_t *desc, char text[512])
{
    fflush(stdout);
    lseek(capture->file, 0, SEEK_SET);
    dup2(capture->file, STDOUT_FILENO);
    MUSPI_DescriptorDumpHex((char *)"name", desc);
    fflush(stdout);
    dup2(capture->terminal, STDOUT_FILENO);
    ssize_t length = pread(capture->file, text, 511, 0);
    text[length < 0 ? 0 : length] = '\0';
}

static int check_dump(json_t *in, json_t *out, void *arg)
{
    const capture_t *capture = arg;
    MUHWI_Descriptor_t desc;
    info_t info;
    char text[512];
    void *address = NULL;
    int used = 0, differences = 0;
    info_read(&info, in);
    capture->builder->build(&desc, &info);
    dump(capture, &desc, text);
    if (sscanf(text, "name: descriptor at %p%n", &address, &used) != 1)
        return golden_differs("heading in %s", text);
    differences += golden_equal("address", (uintptr_t)address, (uintptr_t)&desc);
    for (unsigned line = 0; line < 4; line++) {
        unsigned offset;
        int length;
        uint32_t word[4];
        if (sscanf(text + used, "%x: %8" SCNx32 " %8" SCNx32 " %8" SCNx32 " %8" SCNx32 "%n", &offset,
                   &word[0], &word[1], &word[2], &word[3], &length) != 5)
            return golden_differs("line %u in %s", line, text);
        differences += golden_equal("offset", offset, line * 16);
        for (unsigned i = 0; i < 4; i += 2)
            differences += golden_equal("words", (uint64_t)word[i] << 32 | word[i + 1],
                                        golden_at(golden_get(out, "w"), line * 2 + i / 2));
        used += length;
    }
    return differences;
}

static void dumps_show_the_machines_words(void)
{
    FILE *file = tmpfile();
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    capture_t capture = {NULL, fileno(file), dup(STDOUT_FILENO)};
    for (size_t i = 0; i < sizeof(builders) / sizeof(builders[0]); i++) {
        capture.builder = &builders[i];
        CU_ASSERT_EQUAL(golden_each("descriptors", builders[i].fn, check_dump, &capture), 0);
    }
    close(capture.terminal);
    fclose(file);
}

static int check_destination(json_t *in, json_t *out, void *arg)
{
    MUHWI_Destination_t dest;
    (void)arg;
    memset(&dest, 0xa5, sizeof(dest));
    MUSPI_SetUpDestination(&dest, (uint32_t)golden_u64(in, "A"), (uint32_t)golden_u64(in, "B"),
                           (uint32_t)golden_u64(in, "C"), (uint32_t)golden_u64(in, "D"),
                           (uint32_t)golden_u64(in, "E"));
    return golden_equal("Destination", dest.Destination.Destination, golden_u64(out, "Destination")) +
           golden_equal("A", dest.Destination.A_Destination, golden_u64(out, "A_Destination")) +
           golden_equal("B", dest.Destination.B_Destination, golden_u64(out, "B_Destination")) +
           golden_equal("C", dest.Destination.C_Destination, golden_u64(out, "C_Destination")) +
           golden_equal("D", dest.Destination.D_Destination, golden_u64(out, "D_Destination")) +
           golden_equal("E", dest.Destination.E_Destination, golden_u64(out, "E_Destination")) +
           golden_equal("Reserved2", dest.Destination.Reserved2, golden_u64(out, "Reserved2"));
}

static int check_chunks(json_t *in, json_t *out, void *arg)
{
    (void)arg;
    return golden_equal("ret", MUSPI_DescriptorGetNumPacketChunks(golden_u64(in, "message_length")),
                        golden_u64(out, "ret"));
}

static void helpers_are_the_machines(void)
{
    CU_ASSERT_EQUAL(golden_each("descriptors", "MUSPI_SetUpDestination", check_destination, NULL), 0);
    CU_ASSERT_EQUAL(golden_each("descriptors", "MUSPI_DescriptorGetNumPacketChunks", check_chunks, NULL), 0);
}

/** First 16 bits of the message unit header of @p desc. */
static uint16_t mu_half0(const MUHWI_Descriptor_t *desc)
{
    uint16_t half;
    memcpy(&half, (const char *)&desc->PacketHeader.messageUnitHeader, sizeof(half));
    return half;
}

/** Check values (spi-addressing-descriptors 6). */
static void check_values(void)
{
    MUHWI_Descriptor_t d;
    MUHWI_Destination_t dest;
    MUSPI_CollectiveDescriptorInfoFields_t sum = {
        MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_ADD, 8, 14,
        MUHWI_PACKET_VIRTUAL_CHANNEL_USER_COMM_WORLD | MUHWI_COLLECTIVE_TYPE_ALLREDUCE, 0};
    MUSPI_SetUpDestination(&dest, 1, 2, 3, 4, 1);
    CU_ASSERT_EQUAL(dest.Destination.Destination, 0x01083101);

    MUSPI_DescriptorZeroOut(&d);
    MUSPI_SetRecFIFOId(&d, 271);
    MUSPI_SetSoftwareBit(&d, 1);
    MUSPI_SetRecPutOffset(&d, 0x1f12345678);
    CU_ASSERT_EQUAL(mu_half0(&d), 0x43ff);
    CU_ASSERT_EQUAL(EMUQ_MU_HEADER(&d).Memory_FIFO.Put_Offset_LSB, 0x12345678);

    MUSPI_DescriptorZeroOut(&d);
    MUSPI_SetRecPayloadBaseAddressInfo(&d, 543, 0x1000000000);
    MUSPI_SetRecCounterBaseAddressInfo(&d, 8, 0);
    CU_ASSERT_EQUAL(mu_half0(&d), 0x87d0);
    CU_ASSERT_EQUAL(EMUQ_MU_HEADER(&d).Direct_Put.Put_Offset_LSB, 0);
    CU_ASSERT_EQUAL(EMUQ_MU_HEADER(&d).Direct_Put.Rec_Counter_Base_Address_Id, 8);

    MUSPI_DescriptorZeroOut(&d);
    MUSPI_SetRemoteGetInjFIFOId(&d, 513);
    CU_ASSERT_EQUAL(mu_half0(&d), 0x8040);

    MUSPI_SetCollectiveFields(&d, &sum);
    CU_ASSERT_EQUAL(EMUQ_COLLECTIVE(&d).Byte1.Byte1, 0xc1);
    CU_ASSERT_EQUAL(EMUQ_COLLECTIVE(&d).Byte2.Byte2, 0xe0);
    CU_ASSERT_EQUAL(EMUQ_COLLECTIVE(&d).Byte3.Byte3, 0x90);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"setters are the machine's", setters_are_the_machines},
        {"builders are the machine's", builders_are_the_machines},
        {"dumps show the machine's words", dumps_show_the_machines_words},
        {"helpers are the machine's", helpers_are_the_machines},
        {"check values", check_values},
        {NULL, NULL},
    };
    return emuq_test_main("descriptors", tests);
}
