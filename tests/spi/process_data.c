/* SPDX-License-Identifier: BSD-3-Clause */
/* What the SPI has once per process belongs to the rank of the calling thread. */
#include <mu/RecFifo.h>
#include <pthread.h>

#include "emuq_test.h"

#define RANKS 4

static int receive(void *parm, MUHWI_PacketHeader_t *packet, uint32_t bytes)
{
    (void)parm;
    (void)packet;
    (void)bytes;
    return 0;
}

static void *rank(void *slots)
{
    intptr_t wrong = 0;
    emuq_process_data_enter(slots);
    for (int32_t id = 0; id < MUSPI_MAX_FUNCTION_IDS; id++)
        wrong += MUSPI_RegisterReceiveFunction(receive, slots) != id;
    for (int32_t id = 0; id < MUSPI_MAX_FUNCTION_IDS; id++)
        wrong += _muspi_RecvInfo.table[id].recvParam != slots;
    wrong += MUSPI_RegisterReceiveFunction(receive, slots) != -1;
    memset(emuq_process_slot(EMUQ_SLOT_L1P), 0x55, EMUQ_SLOT_BYTES_L1P);
    memset(emuq_process_slot(EMUQ_SLOT_REGION_CACHE), 0x55, EMUQ_SLOT_BYTES_REGION_CACHE);
    return (void *)wrong;
}

static void ranks_have_their_own(void)
{
    void **slots[RANKS];
    pthread_t thread[RANKS];
    for (int r = 0; r < RANKS; r++) {
        slots[r] = emuq_process_data_new();
        CU_ASSERT_PTR_NOT_NULL_FATAL(slots[r]);
        CU_ASSERT_EQUAL(pthread_create(&thread[r], NULL, rank, slots[r]), 0);
    }
    for (int r = 0; r < RANKS; r++) {
        void *wrong;
        pthread_join(thread[r], &wrong);
        CU_ASSERT_PTR_NULL(wrong);
        emuq_process_data_free(slots[r]);
    }
    CU_ASSERT(_muspi_RecvInfo.table[0].recvFunction == NULL);
    emuq_process_data_free(NULL);
}

static void a_thread_outside_any_job_has_the_default(void)
{
    void **slots = emuq_process_data_new();
    void *by_default = emuq_process_slot(EMUQ_SLOT_RECV_INFO);
    CU_ASSERT_PTR_NOT_NULL_FATAL(slots);
    CU_ASSERT_PTR_NOT_NULL(by_default);
    emuq_process_data_enter(slots);
    CU_ASSERT_PTR_EQUAL(emuq_process_slot(EMUQ_SLOT_RECV_INFO), slots[EMUQ_SLOT_RECV_INFO]);
    CU_ASSERT_PTR_NOT_EQUAL(emuq_process_slot(EMUQ_SLOT_RECV_INFO), by_default);
    emuq_process_data_enter(NULL);
    CU_ASSERT_PTR_EQUAL(emuq_process_slot(EMUQ_SLOT_RECV_INFO), by_default);
    emuq_process_data_free(slots);
}

static void new_slots_are_zero_and_aligned(void)
{
    static const size_t bytes[EMUQ_SLOTS] = {
        [EMUQ_SLOT_RECV_INFO] = sizeof(emuq_recv_info_t),
        [EMUQ_SLOT_L1P] = EMUQ_SLOT_BYTES_L1P,
        [EMUQ_SLOT_REGION_CACHE] = EMUQ_SLOT_BYTES_REGION_CACHE,
        [EMUQ_SLOT_COUNTERS] = EMUQ_SLOT_BYTES_COUNTERS,
    };
    void **slots = emuq_process_data_new();
    CU_ASSERT_PTR_NOT_NULL_FATAL(slots);
    for (int slot = 0; slot < EMUQ_SLOTS; slot++) {
        const char *byte = slots[slot];
        size_t set = 0;
        for (size_t i = 0; i < bytes[slot]; i++)
            set += byte[i] != 0;
        CU_ASSERT_EQUAL(set, 0);
        CU_ASSERT_EQUAL((uintptr_t)byte % 64, 0);
    }
    emuq_process_data_free(slots);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"ranks have their own", ranks_have_their_own},
        {"a thread outside any job has the default", a_thread_outside_any_job_has_the_default},
        {"new slots are zero and aligned", new_slots_are_zero_and_aligned},
        {NULL, NULL},
    };
    return emuq_test_main("spi process data", tests);
}
