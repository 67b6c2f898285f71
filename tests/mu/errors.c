/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Software errors: each is found, reported with rank, FIFO and descriptor, and leaves all memory as it was.
 *
 * Every case runs twice: in a process of its own with EMUQ_ON_ERROR=fatal, which must end with a non-zero
 * status after a report; and in this one with EMUQ_ON_ERROR=report, where the FIFO stops and others go on.
 */
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hwi/include/common/emuq_mmio.h"
#include "mu_support.h"

enum { CHILD_SECONDS = MU_SANITIZED ? 120 : 60, HANDLED = 42 };
enum {
    BAD_FIFO = 1, /* number of the injection FIFO that gets the bad descriptor */
    ROUTE = 2     /* a class route of the program's own */
};

extern char **environ;

/* ---- what can be wrong ---- */

typedef struct error_case {
    const char *name;
    /* Makes the descriptor, an innocent put of 100 bytes to node 1, a guilty one. */
    void (*spoil)(MUHWI_Descriptor_t *d, mu_rank_t *me, mu_kit_t *kit);
    /* Or ruins the registers of the FIFO. */
    void (*ruin)(mu_inj_t *inj);
} error_case_t;

#define PT2PT(d)   ((d)->PacketHeader.NetworkHeader.pt2pt)
#define COLL(d)    ((d)->PacketHeader.NetworkHeader.collective)
#define PUT(d)     ((d)->PacketHeader.messageUnitHeader.Packet_Types.Direct_Put)
#define FIFO(d)    ((d)->PacketHeader.messageUnitHeader.Packet_Types.Memory_FIFO)
#define GET(d)     ((d)->PacketHeader.messageUnitHeader.Packet_Types.Remote_Get)
#define CASE(name) static void name(MUHWI_Descriptor_t *d, mu_rank_t *me, mu_kit_t *kit)
#define UNUSED     ((void)d, (void)me, (void)kit)

/* The same descriptor as a memory FIFO message, a remote get, or a collective. */
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
                                        .get_fifo = mu_inj_id(me, 0, 2)});
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
    d->Pa_Payload = 0x1000; /* no memory is so low */
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
    /* Entry 3 has the flag, and so has the offset: their sum has not. */
    UNUSED;
    PUT(d).Rec_Counter_Base_Address_Id = 3;
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
    PUT(d).Rec_Payload_Base_Address_Id = 100; /* nobody has allocated it */
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
    COLL(d).Byte2.Class_Route = ROUTE; /* of the type of channel 5 */
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
#name, name, NULL                                                                                    \
    }
#define RUIN(name)                                                                                           \
    {                                                                                                        \
#name, NULL, name                                                                                    \
    }
static const error_case_t cases[] = {
    ROW(no_network_fifo),
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
enum { CASES = sizeof cases / sizeof *cases };

/* ---- registers ---- */

static volatile uint64_t *reg(uint64_t privileged)
{
    return emuq_mmio_register(privileged & ~(uint64_t)PHYMAP_PRIVILEGEDOFFSET);
}

typedef struct register_case {
    const char *name;
    uint64_t address;
    uint64_t value;
} register_case_t;

/* Stores that the machine refuses to a user (hwi-registers 6). */
static const register_case_t registers[] = {
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
enum { REGISTERS = sizeof registers / sizeof *registers };

/* ---- one job with one error ---- */

static uint32_t now; /* number of the case, or CASES + number of the register case */

static void good_put(mu_rank_t *me, mu_kit_t *kit, mu_inj_t *inj)
{
    mu_send(me, inj, mu_put(me, kit, 1, 0, 2048, 100, 9));
}

/* What the error must not touch: the whole window but the good puts' place, and all counters but theirs. */
static void check_untouched(mu_rank_t *me, mu_kit_t *kit)
{
    (void)me;
    CHECK(mu_all(kit->window.va, 2048, 0));
    CHECK(mu_all(kit->window.va + 2148, kit->window.bytes - 2148, 0));
    for (int i = 0; i < 512; i++)
        if (i != 9)
            CHECK_EQUAL(in64((uint64_t *)kit->counters.va + i), 0);
    CHECK_EQUAL(MUSPI_getHwTail(&kit->rec->fifo->_fifo), kit->rec->memory.pa);
}

static void guilty(mu_rank_t *me, mu_kit_t *kit, mu_inj_t *inj)
{
    if (now >= CASES) {
        const register_case_t *r = &registers[now - CASES];
        emuq_mmio_store(reg(r->address), r->value);
        return;
    }
    good_put(me, kit, inj);
    if (cases[now].ruin != NULL) {
        mu_wait_sent(inj, 1);
        cases[now].ruin(inj);
        return;
    }
    MUHWI_Descriptor_t d = mu_describe(me, mu_put(me, kit, 1, 0, 0, 100, 0));
    cases[now].spoil(&d, me, kit);
    mu_inject(inj, &d);
    good_put(me, kit, inj); /* comes behind it, and never at all */
}

static void error_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    mu_inj_t *inj = mu_inj(me, 16, 0), *answer = mu_inj(me, 16, MU_REMOTE_GET);
    uint64_t delay = 1, puts = now >= CASES ? 1 : 2;
    mu_box_t world = mu_world(me);
    mu_collective_route(me, ROUTE, &world);
    mu_bat(me, 3, kit.counters.pa | MUHWI_ATOMIC_ADDRESS_INDICATOR);
    mu_barrier(me);
    if (me->node == 0) {
        guilty(me, &kit, inj);
        good_put(me, &kit, kit.inj);
        mu_wait_sent(kit.inj, 1);
    }
    if (me->node == 1)
        MU_WAIT((int64_t)in64((uint64_t *)kit.counters.va + 9) <= -(int64_t)(puts * 100));
    mu_barrier(me);
    for (int i = 0; i < 5; i++)
        mu_dawdle(&delay, 1000);
    if (me->node == 1)
        CHECK_EQUAL(in64((uint64_t *)kit.counters.va + 9), -(puts * 100));
    if (me->node == 0 && now < CASES) {
        CHECK_EQUAL(MUSPI_getHwDescCount(inj->fifo), 1);
        if (cases[now].ruin == NULL)
            CHECK_EQUAL(MUSPI_getHwHead(&inj->fifo->_fifo), inj->memory.pa + 64);
    }
    CHECK_EQUAL(MUSPI_getHwFreeSpace(answer->fifo), 15);
    CHECK_EQUAL(MUSPI_getHwFreeSpace(kit.inj->fifo), 63);
    check_untouched(me, &kit);
}

/* ---- standard error of a job ---- */

typedef struct capture {
    FILE *file;
    int saved;
    char text[65536];
} capture_t;

static void capture_begin(capture_t *c)
{
    c->file = tmpfile();
    fflush(stderr);
    c->saved = dup(STDERR_FILENO);
    if (c->file == NULL || c->saved < 0 || dup2(fileno(c->file), STDERR_FILENO) < 0)
        abort();
}

static void capture_read(capture_t *c)
{
    rewind(c->file);
    size_t n = fread(c->text, 1, sizeof c->text - 1, c->file);
    c->text[n] = '\0';
    fclose(c->file);
}

static void capture_end(capture_t *c)
{
    fflush(stderr);
    dup2(c->saved, STDERR_FILENO);
    close(c->saved);
    capture_read(c);
}

static const char *name_of(uint32_t number)
{
    return number < CASES ? cases[number].name : registers[number - CASES].name;
}

static bool says(const capture_t *c, uint32_t number, const char *what)
{
    if (strstr(c->text, what) != NULL)
        return true;
    fprintf(stderr, "%s: \"%s\" is missing in the report:\n%s\n", name_of(number), what, c->text);
    return false;
}

/* The report names rank, FIFO and descriptor; for a register, the register. */
static void check_report(const capture_t *c, uint32_t number)
{
    char fifo[64];
    if (number < CASES) {
        CU_ASSERT(says(c, number, "rank 0"));
        snprintf(fifo, sizeof fifo, "injection FIFO: %d", BAD_FIFO);
        CU_ASSERT(says(c, number, fifo));
        CU_ASSERT(says(c, number, "descriptor number 2"));
        CU_ASSERT(says(c, number, "what to do:"));
    } else {
        uint64_t address = registers[number - CASES].address & ~(uint64_t)PHYMAP_PRIVILEGEDOFFSET;
        CU_ASSERT(says(c, number, "node 0")); /* a register belongs to all processes of a node */
        snprintf(fifo, sizeof fifo, "0x%llx", (unsigned long long)address);
        CU_ASSERT(says(c, number, fifo));
    }
}

/* ---- fatal errors, in processes of their own ---- */

static const char *program; /* argv[0] */

/* Runs "program mode number". @return its wait status. */
static int run_child(const char *mode, uint32_t number, capture_t *c)
{
    char argument[16], first[4096], second[16];
    snprintf(first, sizeof first, "%s", program);
    snprintf(second, sizeof second, "%s", mode);
    snprintf(argument, sizeof argument, "%u", number);
    char *argv[] = {first, second, argument, NULL};
    posix_spawn_file_actions_t actions;
    pid_t pid = -1;
    int status = 0;
    c->file = tmpfile();
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, fileno(c->file), STDERR_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fileno(c->file), STDOUT_FILENO);
    int rc = posix_spawn(&pid, program, &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    CU_ASSERT_EQUAL_FATAL(rc, 0);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    capture_read(c);
    return status;
}

static void on_signal(int signal)
{
    (void)signal;
    _exit(HANDLED);
}

static void the_error(void)
{
    mu_run(MU_NODES(2, 1, 1, 1, 2), error_body);
}

/* ThreadSanitizer has a process linger for a second when it ends; there are many processes. */
static void do_not_linger(void)
{
    const char *former = getenv("TSAN_OPTIONS");
    char options[1024];
    snprintf(options, sizeof options, "%s%satexit_sleep_ms=0", former != NULL ? former : "",
             former != NULL ? ":" : "");
    setenv("TSAN_OPTIONS", options, 1);
}

static int child(const char *mode, uint32_t number)
{
    now = number;
    alarm(CHILD_SECONDS); /* an error that goes unnoticed must not keep the parent waiting */
    if (strcmp(mode, "handler") == 0)
        signal(SIGMUNDFATAL, on_signal);
    static const emuq_test_t tests[] = {{"the error", the_error}, {NULL, NULL}};
    emuq_test_main("one error", tests);
    return 0; /* it went unnoticed */
}

static void every_error_ends_the_job(void)
{
    static capture_t c;
    setenv("EMUQ_ON_ERROR", "fatal", 1);
    for (uint32_t i = 0; i < CASES + REGISTERS; i++) {
        int status = run_child("fatal", i, &c);
        bool ended = WIFEXITED(status) && WEXITSTATUS(status) != 0;
        if (!ended)
            fprintf(stderr, "%s: wait status 0x%x, standard error:\n%s\n", name_of(i), status, c.text);
        CU_ASSERT(ended);
        if (ended)
            check_report(&c, i);
    }
}

static void a_handler_gets_the_signal(void)
{
    static capture_t c;
    setenv("EMUQ_ON_ERROR", "fatal", 1);
    int status = run_child("handler", 0, &c);
    CU_ASSERT(WIFEXITED(status) && WEXITSTATUS(status) == HANDLED);
    check_report(&c, 0);
}

/* ---- reported errors, in this process ---- */

static void a_reported_error_stops_its_fifo(void)
{
    static capture_t c;
    setenv("EMUQ_ON_ERROR", "report", 1);
    for (uint32_t i = 0; i < CASES + REGISTERS; i++) {
        now = i;
        unsigned failed = CU_get_number_of_failures();
        capture_begin(&c);
        the_error();
        capture_end(&c);
        check_report(&c, i);
        if (CU_get_number_of_failures() != failed)
            fprintf(stderr, "in the case: %s\n%s\n", name_of(i), c.text);
    }
    unsetenv("EMUQ_ON_ERROR");
}

int main(int argc, char **argv)
{
    static const emuq_test_t tests[] = {
        {"every error ends the job", every_error_ends_the_job},
        {"a handler gets the signal", a_handler_gets_the_signal},
        {"a reported error stops its FIFO", a_reported_error_stops_its_fifo},
        {NULL, NULL},
    };
    program = argv[0];
    if (argc == 3)
        return child(argv[1], (uint32_t)strtoul(argv[2], NULL, 10));
    do_not_linger();
    return emuq_test_main("software errors", tests);
}
