/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory ordering of the inline functions against a Message Unit in a separate thread. The Message Unit
 * thread uses registers only, with acquire loads and release stores. For ThreadSanitizer. */
#include <mu/InjFifo.h>
#include <mu/RecFifo.h>
#include <pthread.h>
#include <sched.h>

#include "emuq_test.h"

#define MESSAGES 20000u
#define SLOTS    16u
#define SLOT     BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES
#define BYTES    4096u
#define PA       0x10000u

static void idle(const volatile uint64_t *reg, uint64_t seen)
{
    (void)reg;
    (void)seen;
    sched_yield();
}

/** A FIFO at physical address PA, empty. */
static void make_fifo(MUSPI_Fifo_t *fifo, MUHWI_Fifo_t *hw, char *memory, uint64_t size)
{
    *fifo = (MUSPI_Fifo_t){PA, memory, size - 1, memory, memory, memory + size, hw};
    hw->pa_start = hw->pa_head = hw->pa_tail = PA;
    hw->size_1 = size - 1;
}

static struct {
    MUSPI_InjFifo_t fifo;
    MUHWI_Fifo_t hw;
    MUHWI_InjFifo_t counters;
    char memory[SLOTS * SLOT] __attribute__((aligned(SLOT)));
    uint32_t payload[SLOTS]; /* written before the injection, read by the Message Unit */
} inj;

/** The Message Unit's free space decreases with the tail update, before the next poll of the injecting
 * thread.
 */
static void doorbell(volatile uint64_t *reg, uint64_t value)
{
    (void)value;
    if (reg == &inj.hw.pa_tail)
        __atomic_fetch_sub(&inj.counters.freeSpace, 1, __ATOMIC_RELAXED);
}

/** The Message Unit: consumes descriptors, checks their payload, and completes the descriptors. */
static void *injection_engine(void *arg)
{
    uint64_t done = 0, wrong = 0;
    (void)arg;
    while (done < MESSAGES) {
        /* Acquire: pairs with the release of the tail by the injecting thread. */
        uint64_t tail = __atomic_load_n(&inj.hw.pa_tail, __ATOMIC_ACQUIRE);
        uint64_t head = inj.hw.pa_head;
        if (head == tail) {
            sched_yield();
            continue;
        }
        uint32_t words[SLOT / 4];
        memcpy(words, inj.memory + (head - PA), SLOT);
        for (unsigned i = 0; i < SLOT / 4; i++)
            wrong += words[i] != done;
        wrong += inj.payload[(head - PA) / SLOT] != done;
        head = head + SLOT == PA + sizeof(inj.memory) ? PA : head + SLOT;
        done++;
        /* Release: pairs with the acquire of free space and count by the injecting thread. */
        __atomic_store_n(&inj.hw.pa_head, head, __ATOMIC_RELEASE);
        __atomic_fetch_add(&inj.counters.freeSpace, 1, __ATOMIC_RELEASE);
        __atomic_store_n(&inj.counters.descCount, done, __ATOMIC_RELEASE);
    }
    return (void *)(uintptr_t)wrong;
}

static void descriptors_arrive_whole(void)
{
    pthread_t engine;
    void *wrong;
    make_fifo(&inj.fifo._fifo, &inj.hw, inj.memory, sizeof(inj.memory));
    inj.fifo.hw_injfifo = &inj.counters;
    inj.counters.freeSpace = inj.fifo.freeSpace = SLOTS - 1;
    CU_ASSERT_EQUAL_FATAL(pthread_create(&engine, NULL, injection_engine, NULL), 0);
    for (uint32_t n = 0; n < MESSAGES; n++) {
        uint32_t desc[SLOT / 4];
        void *slot;
        uint64_t number;
        for (unsigned i = 0; i < SLOT / 4; i++)
            desc[i] = n;
        /* The slot's payload word is free when the slot is. */
        while (MUSPI_InjFifoNextDesc(&inj.fifo, &slot) == (uint64_t)-1) {
        }
        inj.payload[n % SLOTS] = n;
        number = MUSPI_InjFifoInject(&inj.fifo, desc);
        CU_ASSERT_EQUAL(number, n + 1);
    }
    while (!MUSPI_CheckDescComplete(&inj.fifo, MESSAGES)) {
    }
    pthread_join(engine, &wrong);
    CU_ASSERT_PTR_NULL(wrong);
}

static struct {
    MUSPI_RecFifo_t fifo;
    MUHWI_Fifo_t hw;
    char memory[BYTES] __attribute__((aligned(32)));
    uint32_t received, wrong;
} rec;

/** Payload chunks of packet @p n. */
static uint32_t chunks(uint32_t n)
{
    return n * 7 % 17;
}

/** The Message Unit: stores packets while space is free, then moves the tail. */
static void *reception_engine(void *arg)
{
    uint64_t tail = 0;
    (void)arg;
    for (uint32_t n = 0; n < MESSAGES; n++) {
        char packet[EMUQ_MAX_PACKET_BYTES];
        MUHWI_PacketHeader_t *header = (MUHWI_PacketHeader_t *)packet;
        uint64_t bytes = 32 + 32 * chunks(n), head;
        memset(packet, (int)n, sizeof(packet));
        header->NetworkHeader.pt2pt.Byte8.Size = chunks(n) & 0x1f;
        header->messageUnitHeader.Packet_Types.Memory_FIFO.Unused2[0] = 0;
        /* Acquire: pairs with the release of the head by the polling thread. */
        while (head = __atomic_load_n(&rec.hw.pa_head, __ATOMIC_ACQUIRE) - PA,
               BYTES - 32 - (tail - head + BYTES) % BYTES < bytes)
            sched_yield();
        for (uint64_t i = 0; i < bytes; i += 32)
            memcpy(rec.memory + (tail + i) % BYTES, packet + i, 32);
        tail = (tail + bytes) % BYTES;
        /* Release: pairs with the acquire of the tail by the polling thread. */
        __atomic_store_n(&rec.hw.pa_tail, PA + tail, __ATOMIC_RELEASE);
    }
    return NULL;
}

static int receive(void *parm, MUHWI_PacketHeader_t *packet, uint32_t bytes)
{
    const unsigned char *byte = (const unsigned char *)packet;
    (void)parm;
    rec.wrong += bytes != 32 + 32 * chunks(rec.received);
    for (uint32_t i = 32; i < bytes; i++)
        rec.wrong += byte[i] != (unsigned char)rec.received;
    rec.received++;
    return 0;
}

/** Receives all packets with @p poll. */
static void receive_all(void (*poll)(void))
{
    pthread_t engine;
    memset(&rec, 0, sizeof(rec));
    make_fifo(&rec.fifo._fifo, &rec.hw, rec.memory, sizeof(rec.memory));
    CU_ASSERT_EQUAL_FATAL(pthread_create(&engine, NULL, reception_engine, NULL), 0);
    while (rec.received < MESSAGES)
        poll();
    pthread_join(engine, NULL);
    CU_ASSERT_EQUAL(rec.received, MESSAGES);
    CU_ASSERT_EQUAL(rec.wrong, 0);
}

static void poll_three(void)
{
    (void)MUSPI_RecFifoPoll(&rec.fifo, 3);
}

static void poll_all(void)
{
    MUSPI_RecFifoExamplePoll(&rec.fifo, receive, NULL);
}

static void packets_arrive_whole(void)
{
    MUSPI_RegisterRecvFunction(receive, NULL, 0);
    receive_all(poll_three);
    receive_all(poll_all);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"descriptors arrive whole", descriptors_arrive_whole},
        {"packets arrive whole", packets_arrive_whole},
        {NULL, NULL},
    };
    emuq_mmio.wait.idle = idle;
    emuq_mmio.access.doorbell = doorbell;
    return emuq_test_main("spi threads", tests);
}
