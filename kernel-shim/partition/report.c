/* SPDX-License-Identifier: BSD-3-Clause */
/* Reports of software errors. Each is a single write(), so that lines of several ranks do not mix. */
#include "kernel-shim/partition/report.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backends/settings.h"
#include "base/host_calls.h"
#include "base/lock.h"
#include "base/text.h"
#include "hwi/include/bqc/MU_Addressing.h"
#include "hwi/include/bqc/MU_Macros.h"
#include "kernel-shim/partition/state.h"
#include "spi/include/kernel/MU.h"
#include "spi/include/mu/RecFifo.h"

#define ADDRESS_MASK UINT64_C(0x1fffffffff) /**< 37 bits */

enum { TYPE_MEMORY_FIFO, TYPE_DIRECT_PUT, TYPE_REMOTE_GET, TYPE_PACED_GET };

static const char *const virtual_channels[] = {
    "dynamic",         "deterministic", "high priority",     "system",
    "user comm-world", "user sub-comm", "system collective", "unknown"};

#define FIELD "    %-22s"

/** Adds the names of the set bits, from the highest of @p count bits down. */
static void dump_add_bits(emuq_text_t *text, const char *field, uint64_t bits, const char *const *names,
                          int count)
{
    emuq_text_add(text, FIELD, field);
    for (int i = 0; i < count; i++)
        if ((bits >> (count - 1 - i) & 1) != 0)
            emuq_text_add(text, " %s", names[i]);
    if (bits == 0)
        emuq_text_add(text, " none");
    emuq_text_add(text, "\n");
}

/** Opcodes of atomic addresses differ for loads and stores. */
static void dump_add_address(emuq_text_t *text, const char *field, uint64_t address, bool load)
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
    emuq_text_add(text, FIELD " 0x%010" PRIx64, field, address & ADDRESS_MASK);
    if ((address & MUHWI_ATOMIC_ADDRESS_INDICATOR) != 0)
        emuq_text_add(text, ", atomic %s at 0x%09" PRIx64, (load ? loads : stores)[address & 7],
                      (uint64_t)(address & (MUHWI_ATOMIC_ADDRESS_INDICATOR - 1) & ~UINT64_C(7)));
    emuq_text_add(text, "\n");
}

static void dump_add_destination(emuq_text_t *text, const MUHWI_Destination_t *to)
{
    emuq_text_add(text, FIELD " (A %u, B %u, C %u, D %u, E %u)\n", "Destination",
                  to->Destination.A_Destination, to->Destination.B_Destination, to->Destination.C_Destination,
                  to->Destination.D_Destination, to->Destination.E_Destination);
}

static void dump_add_channel(emuq_text_t *text, uint32_t channel)
{
    emuq_text_add(text, FIELD " %u, %s\n", "Virtual_channel", channel, virtual_channels[channel]);
}

static void dump_add_point_to_point(emuq_text_t *text, const MUHWI_Pt2PtNetworkHeader_t *h)
{
    static const char *const hints[] = {"A-", "A+", "B-", "B+", "C-", "C+", "D-", "D+", "E-", "E+"};
    dump_add_destination(text, &h->Destination);
    dump_add_bits(text, "Hints", (uint64_t)h->Hints << 2 | h->Byte2.Byte2 >> 6, hints, 10);
    emuq_text_add(text, FIELD " %s%s%s, zone %u%s", "Routing", h->Byte2.Dynamic ? "dynamic" : "deterministic",
                  h->Byte2.Deposit ? ", deposit" : "", h->Byte3.Stay_On_Bubble ? ", stay on bubble" : "",
                  h->Byte3.Zone_Routing_Id, h->Byte2.Route_To_IO_Node ? ", to I/O node" : "");
    if (h->Byte2.Return_From_IO_Node != 0)
        emuq_text_add(text, ", from I/O node (%u)", h->Byte2.Return_From_IO_Node);
    emuq_text_add(text, "\n");
    dump_add_channel(text, h->Byte3.Virtual_channel);
}

static void dump_add_collective(emuq_text_t *text, const MUHWI_CollectiveNetworkHeader_t *h)
{
    static const char *const types[] = {"broadcast", "reserved", "all-reduce", "reduce"};
    static const char *const operands[] = {"", "UNSIGNED_", "SIGNED_", "FLOATING_POINT_"};
    static const char *const bitwise[] = {"AND", "OR", "XOR"}, *const arithmetic[] = {"ADD", "MIN", "MAX"};
    uint32_t operand = h->Byte1.OpCode / 4, operation = h->Byte1.OpCode % 4;
    emuq_text_add(text, FIELD " %u, %s\n", "Collective_Type", h->Byte3.Collective_Type,
                  types[h->Byte3.Collective_Type]);
    emuq_text_add(text, FIELD " %u, %s%s\n", "OpCode", h->Byte1.OpCode,
                  operation < 3 ? operands[operand] : "",
                  operation == 3 ? "invalid" : (operand == 0 ? bitwise : arithmetic)[operation]);
    emuq_text_add(text, FIELD " %u, operands of %u bytes\n", "Word_Length", h->Byte1.Word_Length,
                  4u << h->Byte1.Word_Length);
    emuq_text_add(text, FIELD " %u\n", "Class_Route", h->Byte2.Class_Route);
    if (h->Byte3.Collective_Type == 3)
        dump_add_destination(text, &h->Destination);
    dump_add_channel(text, h->Byte3.Virtual_channel);
}

static void dump_add_bat_entry(emuq_text_t *text, const char *name, uint32_t id)
{
    emuq_text_add(text, FIELD " %u (subgroup %u, entry %u)\n", name, id, id / 8, id % 8);
}

static void dump_add_message_unit_header(emuq_text_t *text, const MUHWI_MessageUnitHeader_t *h, uint32_t type)
{
    if (type == TYPE_MEMORY_FIFO) {
        uint32_t id = h->Packet_Types.Memory_FIFO.Rec_FIFO_Id;
        emuq_text_add(text, FIELD " %u (subgroup %u, FIFO %u)\n", "Rec_FIFO_Id", id, id / 4, id % 4);
        dump_add_address(text, "Put_Offset",
                         (uint64_t)h->Packet_Types.Memory_FIFO.Put_Offset_MSB << 32 |
                             h->Packet_Types.Memory_FIFO.Put_Offset_LSB,
                         false);
        emuq_text_add(text, FIELD " %u,", "Software bit, bytes", h->Packet_Types.Memory_FIFO.Unused1);
        for (size_t i = 0; i < sizeof(h->Packet_Types.Memory_FIFO.Unused2); i++)
            emuq_text_add(text, " %02x", h->Packet_Types.Memory_FIFO.Unused2[i]);
        emuq_text_add(text, "\n");
    } else if (type == TYPE_DIRECT_PUT) {
        dump_add_bat_entry(text, "Rec_Payload_Base_Address_Id",
                           h->Packet_Types.Direct_Put.Rec_Payload_Base_Address_Id);
        dump_add_address(text, "Put_Offset",
                         (uint64_t)h->Packet_Types.Direct_Put.Put_Offset_MSB << 32 |
                             h->Packet_Types.Direct_Put.Put_Offset_LSB,
                         false);
        dump_add_bat_entry(text, "Rec_Counter_Base_Address_Id",
                           h->Packet_Types.Direct_Put.Rec_Counter_Base_Address_Id);
        dump_add_address(text, "Counter_Offset", h->Packet_Types.Direct_Put.Counter_Offset, false);
        emuq_text_add(text, FIELD " %u\n", "Pacing", h->Packet_Types.Direct_Put.Pacing);
    } else {
        uint32_t id = h->Packet_Types.Remote_Get.Rget_Inj_FIFO_Id;
        emuq_text_add(text, FIELD " %u (subgroup %u, FIFO %u)\n", "Rget_Inj_FIFO_Id", id, id / 8, id % 8);
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
    bool is_collective = h->Data_Packet_Type == MUHWI_COLLECTIVE_DATA_PACKET_TYPE;

    emuq_text_add(text, FIELD " %u, %u\n", "Prefetch_Only, Interrupt", descriptor->Half_Word0.Prefetch_Only,
                  descriptor->Half_Word1.Interrupt);
    dump_add_address(text, "Pa_Payload", descriptor->Pa_Payload, true);
    emuq_text_add(text, FIELD " %" PRIu64 " bytes\n", "Message_Length",
                  (uint64_t)descriptor->Message_Length & ADDRESS_MASK);
    dump_add_bits(text, "Torus_FIFO_Map", descriptor->Torus_FIFO_Map & 0xffff, fifos, 16);
    emuq_text_add(text, FIELD " %u, %s\n", "Packet_Type", type, types[type]);
    emuq_text_add(text, FIELD " %u, packets of up to %u bytes\n", "Size", size, size * 32);
    emuq_text_add(text, FIELD " 0x%02x, %s\n", "Data_Packet_Type", h->Data_Packet_Type,
                  is_collective                                         ? "collective"
                  : h->Data_Packet_Type == MUHWI_PT2PT_DATA_PACKET_TYPE ? "point-to-point"
                                                                        : "unknown");
    if (is_collective)
        dump_add_collective(text, &header->NetworkHeader.collective);
    else
        dump_add_point_to_point(text, h);
    dump_add_message_unit_header(text, &header->messageUnitHeader, type);
    emuq_text_add(text, FIELD " %u\n", "Skip", h->Injection_Info.Skip);

    uint64_t words[8];
    memcpy(words, descriptor, sizeof(words));
    for (int i = 0; i < 8; i++)
        emuq_text_add(text, "%s%016" PRIx64 "%s", i % 4 == 0 ? "    " : " ", words[i],
                      i % 4 == 3 ? "\n" : "");
}

#define INFORM_NS (EMUQ_NS_PER_S / 5) /* time for informing remote hosts */

enum { FATAL, REPORT }; /* values of EMUQ_ON_ERROR */

/** Flushes a stream, unless a second thread holds its lock. */
void emuq_report_flush(FILE *stream)
{
    if (ftrylockfile(stream) == 0) {
        fflush(stream);
        funlockfile(stream);
    }
}

/** Raises @p signal, unmasked, if the program handles it. */
static bool report_raise(int signal)
{
    struct sigaction action;
    if (sigaction(signal, NULL, &action) != 0)
        return false;
    bool handler = (action.sa_flags & SA_SIGINFO) != 0
                       ? action.sa_sigaction != NULL
                       : action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN;
    handler = handler && !emuq_fatal_signals_is_ours(&action);
    if (handler) {
        sigset_t set, before;
        sigemptyset(&set);
        sigaddset(&set, signal);
        pthread_sigmask(SIG_UNBLOCK, &set, &before);
        raise(signal);
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    return handler;
}

static void report_fail(emuq_partition_t *partition)
{
    /* Release: pairs with the acquire in emuq_launch_failed(), and in the host engine. */
    AO_int_store_release(&partition->failed, EMUQ_VIOLATION_STATUS);
}

void emuq_fail_job(emuq_partition_t *partition)
{
    report_fail(partition);
    /* Remote hosts must know before they notice lost ranks or engines. The acquire pairs with the release in
     * the host engine. */
    if (partition->is_shared && partition->placement.hosts > 1)
        (void)emuq_futex_await(&partition->hosts.failure_reported, 0, INFORM_NS);
}

/** Ends the process; the launcher ends the job. Buffered output is written first: an informed host engine may
 * end all processes of the host. */
static void report_end_job(emuq_partition_t *partition) __attribute__((noreturn));
static void report_end_job(emuq_partition_t *partition)
{
    emuq_report_flush(stdout);
    emuq_report_flush(stderr);
    if (emuq_before_end != NULL)
        emuq_before_end();
    if (partition != NULL)
        emuq_fail_job(partition);
    if (emuq_backend != NULL && emuq_backend->machine->failing != NULL)
        emuq_backend->machine->failing();
    _exit(EMUQ_VIOLATION_STATUS);
}

void emuq_violation(const emuq_text_t *report, int signal)
{
    emuq_write_report(report);
    if (emuq_setting_number(EMUQ_SETTING_ON_ERROR) != REPORT && !report_raise(signal))
        report_end_job(emuq_joined_process != NULL ? emuq_joined_process->node->partition : NULL);
}

/** Names the register at a user-view address (hwi-registers 3). */
static void report_register(emuq_text_t *text, uint64_t address)
{
    static const char *const fifo[] = {"start",      "size",   "head",  "tail", "descriptor count",
                                       "free space", "hole 1", "hole 2"};
    static const char *const control[] = {"isEnabled", "enable",          "disable",
                                          "priority",  "interruptStatus", "clearInterruptStatus"};
    uint64_t offset = address - PHYMAP_MINADDR_MU, in_page = offset % BGQ_MU_SUBGROUP_SIZE;
    unsigned subgroup = (unsigned)(offset / BGQ_MU_GROUP_SIZE * 4 + offset / BGQ_MU_SUBGROUP_SIZE % 16);
    emuq_text_add(text, "  register: 0x%" PRIx64 ", subgroup %u, ", address, subgroup);
    if (in_page < BGQ_MU_rDMA_STARTING_OFFSET)
        emuq_text_add(text, "injection FIFO %u, %s\n", (unsigned)(in_page / 64), fifo[in_page % 64 / 8]);
    else if (in_page < BGQ_MU_STATUS_CONTROL_STARTING_OFFSET)
        emuq_text_add(text, "reception FIFO %u, %s\n", (unsigned)(in_page % 256 / 64),
                      fifo[in_page % 64 / 8]);
    else if (in_page < BGQ_MU_STATUS_CONTROL_STARTING_OFFSET + sizeof(MUHWI_InjFifoStatus_t))
        emuq_text_add(text, "%s\n", control[in_page % 256 / 8]);
    else if (in_page - BGQ_MU_DATA_COUNTER_BASE_ADDRESS_STARTING_OFFSET < BGQ_MU_COUNTER_REGS_SIZE)
        emuq_text_add(text, "base address table entry %u\n", (unsigned)(in_page % 64 / 8));
    else if (in_page - BGQ_MU_GI_CONTROL_STARTING_OFFSET < 0x80)
        emuq_text_add(text, "control of global-interrupt route %u\n", (unsigned)(in_page % 128 / 8));
    else if (in_page - BGQ_MU_GI_STATUS_STARTING_OFFSET < 0x80)
        emuq_text_add(text, "status of global-interrupt route %u\n", (unsigned)(in_page % 128 / 8));
    else
        emuq_text_add(text, "none that exists\n");
}

static void report_hardware(const emuq_partition_t *p, uint32_t node, const char *what, const char *advice)
{
    char buffer[1024];
    emuq_text_t text = emuq_text(buffer, sizeof(buffer));
    emuq_text_add(&text, "emuq: fatal RAS event: %s\n  where: ", what);
    emuq_report_location(&text, &p->node[node], -1);
    emuq_text_add(&text, "\n  what follows: the job ends, as on the machine; %s\n", advice);
    emuq_write_report(&text);
}

void emuq_kernel_failed(void *partition, uint32_t node, const char *what, const char *advice)
{
    report_hardware(partition, node, what, advice);
    report_end_job(partition);
}

void emuq_engine_failed(emuq_partition_t *partition, uint32_t node, const char *what, const char *advice)
{
    report_hardware(partition, node, what, advice);
    report_fail(partition);
}

/** @return false: no report, since all ranks have ended */
static bool report_error(emuq_text_t *text, const emuq_partition_t *p, const emuq_mu_error_t *error)
{
    if (emuq_is_left_over(p))
        return false;
    emuq_text_add(text, "emuq: software error of the Message Unit: %s\n  where: ", error->what);
    const emuq_process_t *self = emuq_thread_self.process;
    bool is_self = error->rank < 0 && error->reg != 0 && self != NULL && self->node == &p->node[error->node];
    emuq_report_location(text, &p->node[error->node], is_self ? (int32_t)self->rank : error->rank);
    emuq_text_add(text, "\n");
    if (error->inj_fifo >= 0)
        emuq_text_add(
            text, "  injection FIFO: %d of the node, FIFO %d of subgroup %d, descriptor number %" PRIu64 "\n",
            error->inj_fifo, error->inj_fifo % BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP,
            error->inj_fifo / BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP, error->descriptor_number);
    if (error->reg != 0)
        report_register(text, error->reg);
    if (error->advice != NULL)
        emuq_text_add(text, "  what to do: %s\n", error->advice);
    if (error->descriptor != NULL) {
        emuq_text_add(text, "  descriptor:\n");
        emuq_descriptor_dump(text, error->descriptor);
    }
    return true;
}

void emuq_kernel_error(void *partition, const emuq_mu_error_t *error)
{
    char buffer[4096];
    emuq_text_t text = emuq_text(buffer, sizeof(buffer));
    if (report_error(&text, partition, error))
        emuq_violation(&text, SIGMUNDFATAL);
}

void emuq_engine_error(emuq_partition_t *partition, const emuq_mu_error_t *error)
{
    char buffer[4096];
    emuq_text_t text = emuq_text(buffer, sizeof(buffer));
    if (!report_error(&text, partition, error))
        return;
    emuq_write_report(&text);
    if (emuq_setting_number(EMUQ_SETTING_ON_ERROR) != REPORT)
        report_fail(partition);
}

/* Begins a report. @return the process of the calling thread, or NULL */
static const emuq_process_t *report_misuse(emuq_text_t *text, const char *function, const char *what)
{
    const emuq_process_t *process = emuq_thread_self.process;
    emuq_text_add(text, "emuq: software error in a call of %s(): %s\n", function, what);
    if (process != NULL) {
        emuq_text_add(text, "  where: ");
        emuq_report_location(text, process->node, (int32_t)process->rank);
        emuq_text_add(text, "\n");
    }
    return process;
}

static void report_abort_with(emuq_text_t *text, const char *advice) __attribute__((noreturn));
static void report_abort_with(emuq_text_t *text, const char *advice)
{
    emuq_text_add(text, "  what to do: %s\n", advice);
    emuq_report_flush(stdout);
    emuq_write_report(text);
    abort();
}

void emuq_spi_misuse(const char *function, const char *advice, const char *format, ...)
{
    char buffer[1024], what[256];
    emuq_text_t text = emuq_text(buffer, sizeof(buffer));
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof(what), format, arguments);
    va_end(arguments);
    report_misuse(&text, function, what);
    report_abort_with(&text, advice);
}

void emuq_no_receive_function(uint32_t id)
{
    char buffer[1024], what[128];
    emuq_text_t text = emuq_text(buffer, sizeof(buffer));
    snprintf(what, sizeof(what), "a packet names the receive function %" PRIu32 ", which is not registered",
             id);
    const emuq_process_t *process = report_misuse(&text, "MUSPI_RecFifoPoll", what);
    if (process != NULL)
        emuq_report_senders(&text, process, (uint8_t)id);
    report_abort_with(
        &text, "register the function with MUSPI_RegisterReceiveFunction before a sender puts its id into "
               "software byte 0");
}
