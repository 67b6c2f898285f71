/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "raw.h"

#include <errno.h>
#include <linux/futex.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE_NS UINT64_C(20000000000)
#define ARGUMENTS   20

static uint64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* ---- the device's process ---- */

raw_device_t raw_start(const char *where, const char *const *arguments)
{
    static int count;
    raw_device_t device = {.pid = -1};
    const char *argument[ARGUMENTS] = {EMUQ_DEVICE_PROGRAM};
    int n = 1;
    if (where == NULL) {
        snprintf(device.where, sizeof device.where, "@emuq-test-%ld-%d", (long)getpid(), count++);
        argument[n++] = "--socket";
        argument[n++] = device.where;
    } else {
        snprintf(device.where, sizeof device.where, "%s", where);
    }
    while (arguments != NULL && *arguments != NULL && n < ARGUMENTS - 1)
        argument[n++] = *arguments++;
    device.pid = fork();
    if (device.pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (freopen("/dev/null", "w", stdout) != NULL)
            execv(EMUQ_DEVICE_PROGRAM, (char *const *)(uintptr_t)argument);
        _exit(127);
    }
    return device;
}

void raw_stop(raw_device_t *device)
{
    int status = -1;
    kill(device->pid, SIGTERM);
    CU_ASSERT_EQUAL(waitpid(device->pid, &status, 0), device->pid);
    CU_ASSERT_EQUAL(status, 0);
}

int raw_end(raw_device_t *device)
{
    for (uint64_t end = now_ns() + PATIENCE_NS; now_ns() < end; usleep(2000)) {
        int status;
        if (waitpid(device->pid, &status, WNOHANG) == device->pid)
            return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    kill(device->pid, SIGKILL);
    waitpid(device->pid, NULL, 0);
    return -1;
}

/* ---- the protocol ---- */

int raw_connect(const char *where)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = strlen(where);
    memcpy(address.sun_path, where, length);
    if (where[0] == '@')
        address.sun_path[0] = '\0';
    socklen_t bytes = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + (where[0] != '@'));
    int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    for (uint64_t end = now_ns() + PATIENCE_NS; now_ns() < end; usleep(2000))
        if (connect(fd, (const struct sockaddr *)&address, bytes) == 0)
            return fd;
    CU_FAIL("the device does not listen");
    close(fd);
    return -1;
}

int raw_ask(int fd, const emuq_device_request_t *request, size_t bytes, emuq_device_reply_t *reply,
            int files[3])
{
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(3 * sizeof(int))];
    } control;
    struct iovec data = {reply, sizeof *reply};
    struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    memset(reply, 0xff, sizeof *reply);
    if (send(fd, request, bytes, MSG_NOSIGNAL) != (ssize_t)bytes ||
        recvmsg(fd, &message, MSG_CMSG_CLOEXEC) != (ssize_t)sizeof *reply)
        return -1;
    const struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header == NULL)
        return 0;
    size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    memcpy(files, CMSG_DATA(header), count * sizeof(int));
    return (int)count;
}

emuq_device_request_t raw_request(uint32_t what, const uint32_t size[5])
{
    emuq_device_request_t q = {.what = what,
                               .version = EMUQ_DEVICE_VERSION,
                               .torus = 0x1f,
                               .ppn = 1,
                               .pid = (uint32_t)getpid(),
                               .node = RAW_NOBODY,
                               .aperture_bytes = RAW_APERTURE,
                               .aperture_stride = RAW_APERTURE,
                               .aperture_pa = RAW_PA};
    uint64_t nodes = 1;
    for (int d = 0; d < 5; d++) {
        q.size[d] = size != NULL ? size[d] : 1;
        nodes *= q.size[d];
    }
    q.bytes = nodes * RAW_APERTURE;
    return q;
}

static void *map_whole(int fd, uint64_t *bytes)
{
    struct stat status;
    if (fstat(fd, &status) != 0)
        return NULL;
    *bytes = (uint64_t)status.st_size;
    void *va = mmap(NULL, *bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    return va != MAP_FAILED ? va : NULL;
}

bool raw_join(raw_t *raw, const char *where, uint64_t partition, uint32_t member, uint32_t node)
{
    emuq_device_request_t q = raw_request(EMUQ_DEVICE_JOIN, NULL);
    emuq_device_reply_t reply;
    int files[3];
    q.partition = partition;
    q.member = member;
    q.node = node;
    raw->member = raw_connect(where);
    if (raw_ask(raw->member, &q, sizeof q, &reply, files) != 3 || reply.status != 0) {
        fprintf(stderr, "join: %d %s\n", reply.status, reply.reason);
        return false;
    }
    raw->partition = partition;
    raw->info = map_whole(files[0], &raw->region_bytes);
    raw->memory = map_whole(files[1], &raw->memory_bytes);
    raw->event = files[2];
    return raw->info != NULL && raw->memory != NULL;
}

bool raw_open(raw_t *raw, const char *where, const uint32_t size[5])
{
    emuq_device_request_t q = raw_request(EMUQ_DEVICE_MEMORY, size);
    emuq_device_reply_t reply;
    int files[3];
    *raw = (raw_t){.owner = raw_connect(where), .member = -1, .event = -1};
    if (raw_ask(raw->owner, &q, sizeof q, &reply, files) != 1)
        return false;
    close(files[0]); /* the joining member receives the memory file, too */
    q.what = EMUQ_DEVICE_OPEN;
    if (raw_ask(raw->owner, &q, sizeof q, &reply, files) != 1)
        return false;
    close(files[0]);
    return raw_join(raw, where, reply.partition, 0, RAW_NOBODY);
}

void raw_close(raw_t *raw)
{
    emuq_device_request_t q = raw_request(EMUQ_DEVICE_LEAVE, NULL);
    emuq_device_reply_t reply;
    int files[3];
    if (raw->member >= 0) {
        CU_ASSERT_EQUAL(raw_ask(raw->member, &q, sizeof q, &reply, files), 0);
        CU_ASSERT_EQUAL(reply.status, 0);
        close(raw->member);
    }
    if (raw->owner >= 0)
        close(raw->owner);
    if (raw->info != NULL)
        munmap(raw->info, raw->region_bytes);
    if (raw->memory != NULL && raw->memory_bytes != 0)
        munmap(raw->memory, raw->memory_bytes);
    if (raw->event >= 0)
        close(raw->event);
}

/* ---- registers and commands ---- */

emuq_device_control_t *raw_control(const raw_t *raw, uint32_t node)
{
    return (emuq_device_control_t *)((char *)raw->info + raw->info->control_offset +
                                     node * raw->info->control_stride);
}

volatile uint64_t *raw_register(const raw_t *raw, uint32_t node, uint32_t subgroup, uint32_t offset)
{
    return (volatile uint64_t *)((char *)raw->info + raw->info->registers_offset +
                                 node * raw->info->registers_stride + (uint64_t)(subgroup / 4) * 0x10000 +
                                 subgroup % 4 * 0x1000u + offset);
}

char *raw_memory(const raw_t *raw, uint32_t node)
{
    return raw->memory + node * raw->info->aperture_stride;
}

uint64_t raw_load(const volatile uint64_t *word)
{
    return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

void raw_store(volatile uint64_t *word, uint64_t value)
{
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

bool raw_await(const volatile uint64_t *word, uint64_t value)
{
    uint64_t end = now_ns() + PATIENCE_NS;
    while (raw_load(word) != value) {
        if (now_ns() > end) {
            fprintf(stderr, "waited for 0x%llx, found 0x%llx\n", (unsigned long long)value,
                    (unsigned long long)raw_load(word));
            return false;
        }
        sched_yield();
    }
    return true;
}

void raw_ring(const raw_t *raw)
{
    emuq_device_info_t *info = raw->info;
    if (!(info->features & EMUQ_DEVICE_HAS_DOORBELL) ||
        __atomic_fetch_or(&info->bell.sleepers, 0, __ATOMIC_SEQ_CST) == 0)
        return;
    __atomic_exchange_n(&info->bell.sleepers, 0, __ATOMIC_SEQ_CST);
    __atomic_fetch_add(&info->bell.event, 1, __ATOMIC_SEQ_CST);
    syscall(SYS_futex, &info->bell.event, FUTEX_WAKE, 1, NULL, NULL, 0);
}

int raw_command(const raw_t *raw, uint32_t node, uint64_t command, const uint64_t argument[4],
                uint64_t *value)
{
    emuq_device_control_t *c = raw_control(raw, node);
    c->command = command;
    for (int i = 0; i < 4; i++)
        c->argument[i] = argument != NULL ? argument[i] : 0;
    uint64_t request = c->request + 1;
    raw_store(&c->request, request);
    raw_ring(raw);
    if (!raw_await(&c->answer, request))
        return -ETIMEDOUT;
    if (value != NULL)
        *value = c->value;
    return (int)c->status;
}

int raw_flush(const raw_t *raw, uint32_t node)
{
    return raw_command(raw, node, EMUQ_DEVICE_FLUSH, NULL, NULL);
}

uint64_t raw_dcr(const raw_t *raw, uint32_t node, uint32_t number)
{
    uint64_t value = UINT64_MAX;
    CU_ASSERT_EQUAL(raw_command(raw, node, EMUQ_DEVICE_DCR_READ, (const uint64_t[4]){number}, &value), 0);
    return value;
}

int raw_set_dcr(const raw_t *raw, uint32_t node, uint32_t number, uint64_t value)
{
    return raw_command(raw, node, EMUQ_DEVICE_DCR_WRITE, (const uint64_t[4]){number, value}, NULL);
}

int raw_assign(const raw_t *raw, uint32_t node, emuq_resource_t kind, uint32_t id, uint64_t member,
               uint64_t rank)
{
    return raw_command(raw, node, EMUQ_DEVICE_ASSIGN, (const uint64_t[4]){kind, id, member, rank}, NULL);
}

/* ---- resources ---- */

static void clear_dcr(const raw_t *raw, uint32_t node, uint32_t number, uint64_t bits)
{
    CU_ASSERT_EQUAL(raw_set_dcr(raw, node, number, raw_dcr(raw, node, number) & ~bits), 0);
}

static void set_fifo(const raw_t *raw, uint32_t node, uint32_t subgroup, uint32_t offset, uint64_t start,
                     uint64_t bytes)
{
    raw_store(raw_register(raw, node, subgroup, offset + RAW_START), start);
    raw_store(raw_register(raw, node, subgroup, offset + RAW_SIZE), bytes - 1);
    raw_store(raw_register(raw, node, subgroup, offset + RAW_HEAD), start);
    raw_store(raw_register(raw, node, subgroup, offset + RAW_TAIL), start);
}

void raw_inj(const raw_t *raw, uint32_t node, uint32_t fifo, uint64_t at, uint32_t slots)
{
    uint64_t bit = UINT64_C(1) << (31 - fifo % 32);
    CU_ASSERT_EQUAL(raw_assign(raw, node, EMUQ_RESOURCE_INJ_FIFO, fifo, 0, node), 0);
    clear_dcr(raw, node, MU_DCR(IMFIFO_SYSTEM) + fifo / 32, bit);
    set_fifo(raw, node, fifo / 8, RAW_INJ(fifo), RAW_PA + at, slots * sizeof(MUHWI_Descriptor_t));
    CU_ASSERT_EQUAL(raw_flush(raw, node), 0);
    CU_ASSERT_EQUAL(raw_load(raw_register(raw, node, fifo / 8, RAW_INJ(fifo) + RAW_FREE)), slots - 1);
    raw_store(raw_register(raw, node, fifo / 8, RAW_ENABLE), bit);
    CU_ASSERT_EQUAL(raw_flush(raw, node), 0);
    CU_ASSERT_EQUAL(raw_load(raw_register(raw, node, fifo / 8, RAW_ENABLE)), 0);
    CU_ASSERT_EQUAL(raw_load(raw_register(raw, node, fifo / 8, RAW_ENABLED)) & bit, bit);
}

void raw_rec(const raw_t *raw, uint32_t node, uint32_t fifo, uint64_t at, uint64_t bytes)
{
    uint64_t bit = UINT64_C(1) << (15 - fifo % 16);
    uint32_t enable = MU_DCR(RMFIFO_EN) + fifo / 16;
    CU_ASSERT_EQUAL(raw_assign(raw, node, EMUQ_RESOURCE_REC_FIFO, fifo, 0, node), 0);
    clear_dcr(raw, node, MU_DCR(RMFIFO_SYSTEM) + fifo / 16, bit);
    set_fifo(raw, node, fifo / 4, RAW_REC(fifo), RAW_PA + at, bytes);
    CU_ASSERT_EQUAL(raw_set_dcr(raw, node, enable, raw_dcr(raw, node, enable) | bit), 0);
}

void raw_bat(const raw_t *raw, uint32_t node, uint32_t entry, uint64_t pa)
{
    uint32_t subgroup = entry / 8;
    CU_ASSERT_EQUAL(raw_assign(raw, node, EMUQ_RESOURCE_BAT, entry, 0, node), 0);
    clear_dcr(raw, node, MU_DCR(RPUTBASE_SYSTEM0) + subgroup / 64, UINT64_C(1) << (63 - subgroup % 64));
    raw_store(raw_register(raw, node, subgroup, RAW_BAT(entry)), pa);
}

/* ---- messages ---- */

static MUHWI_Descriptor_t base(uint32_t to, uint64_t from, uint64_t bytes, uint32_t type)
{
    MUHWI_Descriptor_t d;
    memset(&d, 0, sizeof d);
    d.Pa_Payload = RAW_PA + from;
    d.Message_Length = bytes;
    d.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP;
    MUHWI_Pt2PtNetworkHeader_t *h = &d.PacketHeader.NetworkHeader.pt2pt;
    h->Data_Packet_Type = MUHWI_PT2PT_DATA_PACKET_TYPE;
    h->Byte3.Byte3 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
    h->Destination.Destination.Destination = to << 24;
    h->Byte8.Byte8 = (uint8_t)type;
    h->Byte8.Size = 16;
    return d;
}

MUHWI_Descriptor_t raw_put(uint32_t to, uint64_t from, uint64_t bytes, uint64_t offset)
{
    MUHWI_Descriptor_t d = base(to, from, bytes, MUHWI_PACKET_TYPE_PUT);
    d.PacketHeader.messageUnitHeader.Packet_Types.Direct_Put.Put_Offset_LSB = (uint32_t)offset;
    d.PacketHeader.messageUnitHeader.Packet_Types.Direct_Put.Rec_Counter_Base_Address_Id = 1;
    return d;
}

MUHWI_Descriptor_t raw_message(uint32_t to, uint64_t from, uint64_t bytes, uint32_t rec_fifo)
{
    MUHWI_Descriptor_t d = base(to, from, bytes, MUHWI_PACKET_TYPE_FIFO);
    d.PacketHeader.messageUnitHeader.Packet_Types.Memory_FIFO.Rec_FIFO_Id = rec_fifo & 0x1ff;
    return d;
}

MUHWI_Descriptor_t raw_get(uint32_t to, uint64_t from, uint64_t bytes, uint32_t inj_fifo)
{
    MUHWI_Descriptor_t d = base(to, from, bytes, MUHWI_PACKET_TYPE_GET);
    d.PacketHeader.messageUnitHeader.Packet_Types.Remote_Get.Rget_Inj_FIFO_Id = inj_fifo & 0x3ff;
    return d;
}

void raw_inject(const raw_t *raw, uint32_t node, uint32_t fifo, const MUHWI_Descriptor_t *d)
{
    uint32_t registers = RAW_INJ(fifo), subgroup = fifo / 8;
    uint64_t start = *raw_register(raw, node, subgroup, registers + RAW_START);
    uint64_t tail = *raw_register(raw, node, subgroup, registers + RAW_TAIL);
    memcpy(raw_memory(raw, node) + (tail - RAW_PA), d, sizeof *d);
    tail += sizeof *d;
    if (tail > start + *raw_register(raw, node, subgroup, registers + RAW_SIZE))
        tail = start;
    raw_store(raw_register(raw, node, subgroup, registers + RAW_TAIL), tail);
    raw_ring(raw);
}
