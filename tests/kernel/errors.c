/* SPDX-License-Identifier: BSD-3-Clause */
/* Effects of a software error on the program, and its report. */
#define _GNU_SOURCE
#undef NDEBUG /* preconditions of the SPI are checked in every build of this test */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backends/settings.h"
#include "emuq_test.h"
#include "fake.h"
#include "kernel-shim/partition/report.h"
#include "hwi/include/bqc/MU_Addressing.h"
#include "hwi/include/bqc/dcr_support.h"
#include "hwi/include/bqc/mu_dcr.h"
#include "spi/include/kernel/MU.h"
#include "spi/include/kernel/debug.h"
#include "spi/include/mu/Addressing_inlines.h"
#include "spi/include/mu/RecFifo.h"

static emuq_partition_t *p;

static void begin(const char *on_error)
{
    static const uint32_t shape[5] = {1, 1, 1, 3, 2};
    setenv("EMUQ_ON_ERROR", on_error, 1);
    CU_ASSERT_EQUAL_FATAL(emuq_settings_load(), 0);
    p = fake_open(shape, 1, 0);
    fake_enter(&p->process[0]);
}

static void end(void)
{
    fake_leave();
    fake_close(p);
    unsetenv("EMUQ_ON_ERROR");
    emuq_settings_load();
}

static void dump(char *text, size_t size, const MUHWI_Descriptor_t *d)
{
    emuq_text_t t = emuq_text(text, size);
    emuq_descriptor_dump(&t, d);
    CU_ASSERT_EQUAL(strlen(text), t.length);
}

#define CU_ASSERT_CONTAINS(text, part)                                                                       \
    do {                                                                                                     \
        if (strstr(text, part) == NULL)                                                                      \
            printf("not in the text: %s\n", part);                                                           \
        CU_ASSERT_PTR_NOT_NULL(strstr(text, part));                                                          \
    } while (0)

static MUHWI_Descriptor_t point_to_point(uint8_t type)
{
    MUHWI_Descriptor_t d;
    memset(&d, 0, sizeof(d));
    d.Pa_Payload = 0x123456789;
    d.Message_Length = 4097;
    d.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP | MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_LOCAL1;
    MUHWI_Pt2PtNetworkHeader_t *h = &d.PacketHeader.NetworkHeader.pt2pt;
    h->Data_Packet_Type = MUHWI_PT2PT_DATA_PACKET_TYPE;
    h->Hints = MUHWI_PACKET_HINT_AM | MUHWI_PACKET_HINT_DP;
    h->Byte2.Byte2 = MUHWI_PACKET_HINT_EP | MUHWI_PACKET_USE_DYNAMIC_ROUTING | MUHWI_PACKET_DEPOSIT;
    h->Byte3.Byte3 = MUHWI_PACKET_VIRTUAL_CHANNEL_HIGH_PRIORITY | MUHWI_PACKET_ZONE_ROUTING_2;
    h->Destination.Destination.A_Destination = 3;
    h->Destination.Destination.E_Destination = 1;
    h->Byte8.Byte8 = type;
    h->Byte8.Size = 16;
    h->Injection_Info.Skip = 8;
    return d;
}

static void a_put_in_words(void)
{
    char text[4096];
    MUHWI_Descriptor_t d = point_to_point(MUHWI_PACKET_TYPE_PUT);
    d.PacketHeader.messageUnitHeader.Packet_Types.Direct_Put.Rec_Payload_Base_Address_Id = 8 * 5 + 2;
    d.PacketHeader.messageUnitHeader.Packet_Types.Direct_Put.Rec_Counter_Base_Address_Id = 8 * 67 + 7;
    d.PacketHeader.messageUnitHeader.Packet_Types.Direct_Put.Put_Offset_MSB = 1;
    d.PacketHeader.messageUnitHeader.Packet_Types.Direct_Put.Put_Offset_LSB = 0x2000;
    d.PacketHeader.messageUnitHeader.Packet_Types.Direct_Put.Counter_Offset =
        MUHWI_ATOMIC_ADDRESS_INDICATOR | 0x1238 | MUHWI_ATOMIC_OPCODE_STORE_ADD;
    dump(text, sizeof(text), &d);
    CU_ASSERT_CONTAINS(text, "0x0123456789\n");
    CU_ASSERT_CONTAINS(text, "4097 bytes");
    CU_ASSERT_CONTAINS(text, " A+ LOCAL1\n");
    CU_ASSERT_CONTAINS(text, "direct put");
    CU_ASSERT_CONTAINS(text, " 16, packets of up to 512 bytes");
    CU_ASSERT_CONTAINS(text, "0x55, point-to-point");
    CU_ASSERT_CONTAINS(text, "(A 3, B 0, C 0, D 0, E 1)");
    CU_ASSERT_CONTAINS(text, " A- D+ E+\n");
    CU_ASSERT_CONTAINS(text, "dynamic, deposit, zone 2");
    CU_ASSERT_CONTAINS(text, " 2, high priority");
    CU_ASSERT_CONTAINS(text, "42 (subgroup 5, entry 2)");
    CU_ASSERT_CONTAINS(text, "543 (subgroup 67, entry 7)");
    CU_ASSERT_CONTAINS(text, "0x0100002000\n");
    CU_ASSERT_CONTAINS(text, "0x100000123a, atomic STORE_ADD at 0x000001238");
    CU_ASSERT_CONTAINS(text, "0000000123456789");
}

static void others_in_words(void)
{
    char text[4096];
    MUHWI_Descriptor_t d = point_to_point(MUHWI_PACKET_TYPE_FIFO);
    d.PacketHeader.messageUnitHeader.Packet_Types.Memory_FIFO.Rec_FIFO_Id = 4 * 66 + 1;
    d.PacketHeader.messageUnitHeader.Packet_Types.Memory_FIFO.Unused1 = 1;
    d.PacketHeader.messageUnitHeader.Packet_Types.Memory_FIFO.Unused2[13] = 0xab;
    d.Pa_Payload = MUHWI_ATOMIC_ADDRESS_INDICATOR | 0x4000 | MUHWI_ATOMIC_OPCODE_LOAD_CLEAR;
    dump(text, sizeof(text), &d);
    CU_ASSERT_CONTAINS(text, "memory FIFO");
    CU_ASSERT_CONTAINS(text, "265 (subgroup 66, FIFO 1)");
    CU_ASSERT_CONTAINS(text, " 1, 00 00 00 00 00 00 00 00 00 00 00 00 00 ab");
    CU_ASSERT_CONTAINS(text, "atomic LOAD_CLEAR at 0x000004000");

    d = point_to_point(MUHWI_PACKET_TYPE_GET);
    d.PacketHeader.messageUnitHeader.Packet_Types.Remote_Get.Rget_Inj_FIFO_Id = 17;
    d.Torus_FIFO_Map = 0;
    dump(text, sizeof(text), &d);
    CU_ASSERT_CONTAINS(text, "remote get");
    CU_ASSERT_CONTAINS(text, "17 (subgroup 2, FIFO 1)");
    CU_ASSERT_CONTAINS(text, " none\n");

    d = point_to_point(MUHWI_PACKET_TYPE_PUT);
    MUHWI_CollectiveNetworkHeader_t *h = &d.PacketHeader.NetworkHeader.collective;
    h->Data_Packet_Type = MUHWI_COLLECTIVE_DATA_PACKET_TYPE;
    h->Byte1.Byte1 = MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_MAX | 1;
    h->Byte2.Class_Route = 9;
    h->Byte3.Byte3 = MUHWI_PACKET_VIRTUAL_CHANNEL_USER_SUB_COMM | MUHWI_COLLECTIVE_TYPE_REDUCE;
    dump(text, sizeof(text), &d);
    CU_ASSERT_CONTAINS(text, "0x5a, collective");
    CU_ASSERT_CONTAINS(text, " 3, reduce");
    CU_ASSERT_CONTAINS(text, "14, FLOATING_POINT_MAX");
    CU_ASSERT_CONTAINS(text, " 1, operands of 8 bytes");
    CU_ASSERT_CONTAINS(text, "Class_Route            9\n");
    CU_ASSERT_CONTAINS(text, " 5, user sub-comm");
    CU_ASSERT_CONTAINS(text, "(A 3,");

    /* Any bits produce a text, truncated by a small buffer. */
    char small[100];
    memset(&d, 0xff, sizeof(d));
    dump(text, sizeof(text), &d);
    dump(small, sizeof(small), &d);
    CU_ASSERT_EQUAL(strlen(small), sizeof(small) - 1);
    memset(&d, 0, sizeof(d));
    dump(text, sizeof(text), &d);
    CU_ASSERT_CONTAINS(text, "0x00, unknown");
}

static MUHWI_Descriptor_t bad_descriptor;

static void fail(void)
{
    emuq_mu_error_t error = {.node = 5,
                             .rank = 5,
                             .what = "the descriptor is bad",
                             .advice = "make it better",
                             .inj_fifo = 8 * 12 + 3,
                             .descriptor_number = 77,
                             .descriptor = &bad_descriptor};
    emuq_kernel_error(p, &error);
}

/** Runs @p function in a child with its standard error in @p text. @return the child's status. */
static int in_child(void (*function)(void), char *text, size_t size)
{
    int pipes[2], status = 0;
    size_t length = 0;
    CU_ASSERT_EQUAL_FATAL(pipe(pipes), 0);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        dup2(pipes[1], STDERR_FILENO);
        function();
        _exit(42);
    }
    close(pipes[1]);
    ssize_t got;
    while (length < size - 1 && (got = read(pipes[0], text + length, size - 1 - length)) > 0)
        length += (size_t)got;
    text[length] = '\0';
    close(pipes[0]);
    waitpid(child, &status, 0);
    return status;
}

static void fatal_ends_the_job(void)
{
    char text[8192];
    begin("fatal");
    bad_descriptor = point_to_point(MUHWI_PACKET_TYPE_PUT);
    int status = in_child(fail, text, sizeof(text));
    CU_ASSERT(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    CU_ASSERT_CONTAINS(text, "emuq: software error of the Message Unit: the descriptor is bad\n");
    CU_ASSERT_CONTAINS(text, "rank 5, node 5 at (0,0,0,2,1)");
    CU_ASSERT_CONTAINS(text, "99 of the node, FIFO 3 of subgroup 12, descriptor number 77");
    CU_ASSERT_CONTAINS(text, "what to do: make it better");
    CU_ASSERT_CONTAINS(text, "direct put");
    end();
}

static void report_goes_on(void)
{
    char text[8192];
    begin("report");
    int status = in_child(fail, text, sizeof(text));
    CU_ASSERT(WIFEXITED(status) && WEXITSTATUS(status) == 42);
    CU_ASSERT_CONTAINS(text, "the descriptor is bad");
    end();
}

static volatile sig_atomic_t raised;

static void handler(int signal)
{
    raised = signal;
}

static void fail_with_handler(void)
{
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL); /* without effect */
    signal(SIGMUNDFATAL, handler);
    fail();
    _exit(raised);
}

static void a_handler_is_called(void)
{
    char text[8192];
    begin("fatal");
    int status = in_child(fail_with_handler, text, sizeof(text));
    CU_ASSERT(WIFEXITED(status) && WEXITSTATUS(status) == SIGMUNDFATAL);
    CU_ASSERT_CONTAINS(text, "the descriptor is bad");
    end();
}

static void fail_ignored(void)
{
    signal(SIGMUNDFATAL, SIG_IGN);
    fail();
}

static void it_cannot_be_ignored(void)
{
    char text[8192];
    begin("fatal");
    int status = in_child(fail_ignored, text, sizeof(text));
    CU_ASSERT(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    end();
}

static uint64_t bad_register;

static void fail_register(void)
{
    emuq_mu_error_t error = {.node = 0,
                             .rank = -1,
                             .what = "bad store",
                             .inj_fifo = -1,
                             .reg = bad_register & ~PHYMAP_PRIVILEGEDOFFSET};
    emuq_kernel_error(p, &error);
}

static void registers_have_names(void)
{
    static const struct {
        uint64_t address;
        const char *name;
    } registers[] = {
        {BGQ_MU_iDMA_TAIL_OFFSET(1, 2, 3), "subgroup 6, injection FIFO 3, tail"},
        {BGQ_MU_iDMA_FREE_SPACE_OFFSET(16, 3, 7), "subgroup 67, injection FIFO 7, free space"},
        {BGQ_MU_rDMA_HEAD_OFFSET(0, 1, 2), "subgroup 1, reception FIFO 2, head"},
        {BGQ_MU_iDMA_ENABLE_OFFSET(2, 0), "subgroup 8, enable"},
        {BGQ_MU_CLEAR_INT_STATUS_REGISTER_OFFSET(2, 0), "subgroup 8, clearInterruptStatus"},
        {BGQ_MU_DATA_COUNTER_BASE_ADDRESS_OFFSET(0, 0, 5), "subgroup 0, base address table entry 5"},
        {BGQ_MU_GI_CONTROL_OFFSET(0, 14), "control of global-interrupt route 14"},
        {BGQ_MU_GI_STATUS_OFFSET(0, 3), "status of global-interrupt route 3"},
        {BGQ_MU_GI_STATUS_OFFSET(0, 0) + 0x200, "none that exists"},
    };
    char text[1024];
    begin("report");
    for (size_t i = 0; i < sizeof(registers) / sizeof(registers[0]); i++) {
        bad_register = registers[i].address;
        in_child(fail_register, text, sizeof(text));
        CU_ASSERT_CONTAINS(text, registers[i].name);
        CU_ASSERT_CONTAINS(text, "where: rank 0, node 0 at");
    }
    end();
}

static void write_protected(void)
{
    DCRWriteUser(MU_DCR(IMU_THOLD), 5);
}

static void write_protected_with_handler(void)
{
    signal(SIGDCRVIOLATION, handler);
    write_protected();
    _exit(raised);
}

static void device_control_registers(void)
{
    char text[1024];
    begin("fatal");
    DCRWritePriv(MU_DCR(IMU_THOLD), 17);
    CU_ASSERT_EQUAL(DCRReadPriv(MU_DCR(IMU_THOLD)), 17);
    CU_ASSERT_EQUAL(DCRReadUser(MU_DCR(IMU_THOLD)), 17);
    CU_ASSERT_EQUAL(DCRReadUser(0x12345), 0);
    DCRWriteUser(0x12345, 1); /* no register to protect */
    DCRWritePriv(UINT64_MAX, 1);
    int status = in_child(write_protected, text, sizeof(text));
    CU_ASSERT(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    CU_ASSERT_CONTAINS(text, "stored 0x5 to device control register 0xe0d33");
    status = in_child(write_protected_with_handler, text, sizeof(text));
    CU_ASSERT(WIFEXITED(status) && WEXITSTATUS(status) == SIGDCRVIOLATION);
    end();
}

/* Violated preconditions of SPI functions. */
static char fifo_memory[1024] __attribute__((aligned(64)));
static MUSPI_InjFifoSubGroup_t injection;
static MUSPI_RecFifoSubGroup_t reception;
static MUSPI_BaseAddressTableSubGroup_t base_addresses;

static Kernel_MemoryRegion_t region_of_fifo(void)
{
    return (Kernel_MemoryRegion_t){
        .BaseVa = fifo_memory, .BasePa = fifo_memory, .Bytes = sizeof(fifo_memory)};
}

static void misaligned_injection_fifo(void)
{
    Kernel_MemoryRegion_t r = region_of_fifo();
    Kernel_InjFifoInit(&injection, 0, &r, 8, 511);
}

static void odd_injection_fifo(void)
{
    Kernel_MemoryRegion_t r = region_of_fifo();
    Kernel_InjFifoInit(&injection, 0, &r, 0, 512);
}

static void misaligned_reception_fifo(void)
{
    Kernel_MemoryRegion_t r = region_of_fifo();
    Kernel_RecFifoInit(&reception, 0, &r, 16, 575);
}

static void short_reception_fifo(void)
{
    Kernel_MemoryRegion_t r = region_of_fifo();
    Kernel_RecFifoInit(&reception, 0, &r, 0, 543);
}

static void unknown_receive_function(void)
{
    MUHWI_PacketHeader_t packet __attribute__((aligned(32))) = {0};
    packet.messageUnitHeader.Packet_Types.Memory_FIFO.Unused2[0] = 9;
    emuq_rec_fifo_deliver(&packet, 32);
}

static void foreign_base_address(void)
{
    MUSPI_SetBaseAddress(&base_addresses, 5, 0x1000);
}

static void no_receive_function(void)
{
    MUSPI_RegisterReceiveFunction(NULL, NULL);
}

/* The report of a packet for an unknown function names the FIFO whose descriptor has sent it. */
static void packet_from_injection_fifo(void)
{
    Kernel_InjFifoAttributes_t attributes = {0};
    Kernel_MemoryRegion_t region;
    MUHWI_Descriptor_t d = point_to_point(MUHWI_PACKET_TYPE_FIFO);
    uint32_t id = 2;
    d.PacketHeader.NetworkHeader.pt2pt.Byte2.Byte2 = 0;
    d.PacketHeader.NetworkHeader.pt2pt.Destination.Destination.A_Destination = 0;
    d.PacketHeader.NetworkHeader.pt2pt.Destination.Destination.E_Destination = 0;
    d.PacketHeader.messageUnitHeader.Packet_Types.Memory_FIFO.Unused2[0] = 9;
    if (Kernel_AllocateInjFifos(5, &injection, 1, &id, &attributes) != 0 ||
        Kernel_CreateMemoryRegion(&region, fifo_memory, sizeof(fifo_memory)) != 0)
        _exit(1);
    uint64_t offset = (uint64_t)(fifo_memory - (char *)region.BaseVa);
    memcpy(fifo_memory + 3 * sizeof(d), &d, sizeof(d));
    Kernel_InjFifoInit(&injection, 2, &region, offset, sizeof(fifo_memory) - 1);
    unknown_receive_function();
}

static void sender_of_unknown_function(void)
{
    char text[1024];
    begin("fatal");
    int status = in_child(packet_from_injection_fifo, text, sizeof(text));
    CU_ASSERT(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    CU_ASSERT_CONTAINS(
        text, "MUSPI_RecFifoPoll(): a packet names the receive function 9, which is not registered\n");
    CU_ASSERT_CONTAINS(text,
                       "possible sender: rank 0, node 0 at (0,0,0,0,0), injection FIFO 2 of subgroup 5\n");
    CU_ASSERT_CONTAINS(text, "MUSPI_RegisterReceiveFunction");
    status = in_child(unknown_receive_function, text, sizeof(text));
    CU_ASSERT(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    CU_ASSERT_CONTAINS(text, "the receive function 9");
    CU_ASSERT_PTR_NULL(strstr(text, "possible sender"));
    end();
}

static void misuse_is_reported(void)
{
    static const struct {
        void (*call)(void);
        const char *what, *advice;
    } misuses[] = {
        {misaligned_injection_fifo, "Kernel_InjFifoInit(): the memory of the injection FIFO, at 0x",
         "a multiple of 64"},
        {odd_injection_fifo, "the size of the injection FIFO, minus 1, is 512", "at least 128"},
        {misaligned_reception_fifo, "Kernel_RecFifoInit(): the memory of the reception FIFO, at 0x",
         "a multiple of 32"},
        {short_reception_fifo, "the size of the reception FIFO, minus 1, is 543", "at least 576"},
        {foreign_base_address, "MUSPI_SetBaseAddress(): base-address entry 5 is not allocated",
         "Kernel_AllocateBaseAddressTable"},
        {no_receive_function, "the precondition does not hold: fn != NULL", "correct the arguments"},
    };
    char text[1024];
    begin("report");
    for (size_t i = 0; i < sizeof(misuses) / sizeof(misuses[0]); i++) {
        int status = in_child(misuses[i].call, text, sizeof(text));
        CU_ASSERT(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
        CU_ASSERT_CONTAINS(text, "emuq: software error in a call of ");
        CU_ASSERT_CONTAINS(text, misuses[i].what);
        CU_ASSERT_CONTAINS(text, "where: rank 0, node 0 at (0,0,0,0,0)");
        CU_ASSERT_CONTAINS(text, "what to do: ");
        CU_ASSERT_CONTAINS(text, misuses[i].advice);
    }
    end();
}

static void use_absent_registers(void)
{
    uint64_t sum = 0;
    for (int i = 0; i < 3; i++) {
        sum += mfspr(SPRN_SPRG3RO);
        mtspr(SPRN_TBRO, 7);
    }
    _exit(sum == 0 ? 42 : 1);
}

static void absent_registers_are_reported_once(void)
{
    char text[1024];
    begin("fatal");
    int status = in_child(use_absent_registers, text, sizeof(text));
    CU_ASSERT(WIFEXITED(status) && WEXITSTATUS(status) == 42);
    CU_ASSERT_CONTAINS(text, "emuq: rank 0: ");
    const char *read = strstr(text, "mfspr(0x103): "), *written = strstr(text, "mtspr(0x10c): ");
    CU_ASSERT(read != NULL && strstr(read + 1, "mfspr(") == NULL);
    CU_ASSERT(written != NULL && strstr(written + 1, "mtspr(") == NULL);
    end();
}

static void send_events(void)
{
    const uint64_t words[2] = {0x1234, 5};
    if (Kernel_InjectASCIIRAS(0xd0003, (const uint8_t *)"all is lost") != 0 ||
        Kernel_InjectRAWRAS(0xd0004, sizeof(words), words) != 0 ||
        Kernel_InjectRAWRAS(0xd0004, 8, NULL) == 0 || Kernel_InjectASCIIRAS(1, NULL) == 0)
        _exit(1);
}

static void event_records(void)
{
    char text[1024];
    begin("fatal");
    CU_ASSERT_EQUAL(WEXITSTATUS(in_child(send_events, text, sizeof(text))), 42);
    CU_ASSERT_CONTAINS(text, "emuq: event 0x000d0003 from rank 0, node 0 at (0,0,0,0,0): all is lost\n");
    CU_ASSERT_CONTAINS(text,
                       "0x000d0004 from rank 0, node 0 at (0,0,0,0,0): 0000000000001234 0000000000000005\n");
    end();
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"a put in words", a_put_in_words},
        {"others in words", others_in_words},
        {"fatal ends the job", fatal_ends_the_job},
        {"report goes on", report_goes_on},
        {"a handler is called", a_handler_is_called},
        {"it cannot be ignored", it_cannot_be_ignored},
        {"registers have names", registers_have_names},
        {"device control registers", device_control_registers},
        {"misuse of SPI functions is reported", misuse_is_reported},
        {"sender of a packet for an unknown function", sender_of_unknown_function},
        {"absent registers are reported once", absent_registers_are_reported_once},
        {"event records", event_records},
        {NULL, NULL},
    };
    return emuq_test_main("errors", tests);
}
