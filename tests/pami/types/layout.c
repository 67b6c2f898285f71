/* SPDX-License-Identifier: BSD-3-Clause */
/* What the compiler cannot check of the public header: places of bit-fields, values of variables. */
#include "layout_check.h"

#include <string.h>

#include "emuq_test.h"

#define BITS(type, field, value)                                                                             \
    do {                                                                                                     \
        type x_;                                                                                             \
        unsigned bits_;                                                                                      \
        memset(&x_, 0, sizeof x_);                                                                           \
        x_.field--; /* all ones */                                                                           \
        memcpy(&bits_, &x_, sizeof bits_);                                                                   \
        CU_ASSERT_EQUAL(bits_, (unsigned)(value));                                                           \
    } while (0)

static void hints(void)
{
    BITS(pami_dispatch_hint_t, multicontext, 3u << 0);
    BITS(pami_dispatch_hint_t, long_header, 3u << 2);
    BITS(pami_dispatch_hint_t, recv_contiguous, 3u << 4);
    BITS(pami_dispatch_hint_t, recv_copy, 3u << 6);
    BITS(pami_dispatch_hint_t, recv_immediate, 3u << 8);
    BITS(pami_dispatch_hint_t, consistency, 3u << 10);
    BITS(pami_dispatch_hint_t, buffer_registered, 3u << 12);
    BITS(pami_dispatch_hint_t, remote_async_progress, 3u << 14);
    BITS(pami_dispatch_hint_t, use_rdma, 3u << 16);
    BITS(pami_dispatch_hint_t, use_shmem, 3u << 18);
    BITS(pami_dispatch_hint_t, queue_immediate, 3u << 20);
    BITS(pami_send_hint_t, reserved0, 0xfff);
    BITS(pami_send_hint_t, buffer_registered, 3u << 12);
    BITS(pami_send_hint_t, remote_async_progress, 3u << 14);
    BITS(pami_send_hint_t, use_rdma, 3u << 16);
    BITS(pami_send_hint_t, use_shmem, 3u << 18);
    BITS(pami_send_hint_t, reserved1, 3u << 20);
    BITS(pami_collective_hint_t, multicontext, 3u << 0);
    BITS(pami_collective_hint_t, reserved0, 0xfffffu << 2);
}

#define CORRECT(field, value)                                                                                \
    do {                                                                                                     \
        pami_metadata_t m_;                                                                                  \
        memset(&m_, 0, sizeof m_);                                                                           \
        m_.check_correct.values.field--;                                                                     \
        CU_ASSERT_EQUAL(m_.check_correct.bitmask_correct, (unsigned)(value));                                \
    } while (0)

static void metadata(void)
{
    BITS(metadata_result_t, check.unspecified, 1u << 0);
    BITS(metadata_result_t, check.range, 1u << 1);
    BITS(metadata_result_t, check.align_send_buffer, 1u << 2);
    BITS(metadata_result_t, check.align_recv_buffer, 1u << 3);
    BITS(metadata_result_t, check.datatype_op, 1u << 4);
    BITS(metadata_result_t, check.contiguous_send, 1u << 5);
    BITS(metadata_result_t, check.contiguous_recv, 1u << 6);
    BITS(metadata_result_t, check.continuous_send, 1u << 7);
    BITS(metadata_result_t, check.continuous_recv, 1u << 8);
    BITS(metadata_result_t, check.nonlocal, 1u << 9);
    BITS(metadata_result_t, bitmask, ~0u);
    CORRECT(checkrequired, 1u << 0);
    CORRECT(nonlocal, 1u << 1);
    CORRECT(rangeminmax, 1u << 2);
    CORRECT(sendminalign, 1u << 3);
    CORRECT(recvminalign, 1u << 4);
    CORRECT(alldtop, 1u << 5);
    CORRECT(contigsflags, 1u << 6);
    CORRECT(contigrflags, 1u << 7);
    CORRECT(continsflags, 1u << 8);
    CORRECT(continrflags, 1u << 9);
    CORRECT(blocking, 1u << 10);
    CORRECT(inplace, 1u << 11);
    CORRECT(asyncflowctl, 1u << 12);
    CORRECT(oneatatime, 1u << 13);
    CORRECT(global_order, 15u << 14);
    pami_metadata_t m;
    memset(&m, 0, sizeof m);
    m.check_perf.values.hw_accel = 1;
    CU_ASSERT_EQUAL(m.check_perf.bitmask_perf, 1u);
}

static void null_handles(void)
{
    CU_ASSERT_PTR_NULL(PAMI_CLIENT_NULL);
    CU_ASSERT_PTR_NULL(PAMI_TYPE_NULL);
    CU_ASSERT_PTR_NULL(PAMI_CONTEXT_NULL);
    CU_ASSERT_PTR_NULL(PAMI_GEOMETRY_NULL);
    CU_ASSERT_EQUAL(PAMI_ALGORITHM_NULL, 0);
    CU_ASSERT_EQUAL(PAMI_ENDPOINT_NULL, (pami_endpoint_t)-1);
    CU_ASSERT_EQUAL(PAMI_ALL_CONTEXTS, (size_t)-1);
}

/* Name, bytes on an LP64 machine; atom and extent are the same. */
static void predefined_types(void)
{
    const struct {
        pami_type_t type;
        size_t bytes;
    } types[] = {{PAMI_TYPE_BYTE, 1},
                 {PAMI_TYPE_SIGNED_CHAR, 1},
                 {PAMI_TYPE_UNSIGNED_CHAR, 1},
                 {PAMI_TYPE_SIGNED_SHORT, 2},
                 {PAMI_TYPE_UNSIGNED_SHORT, 2},
                 {PAMI_TYPE_SIGNED_INT, 4},
                 {PAMI_TYPE_UNSIGNED_INT, 4},
                 {PAMI_TYPE_SIGNED_LONG, 8},
                 {PAMI_TYPE_UNSIGNED_LONG, 8},
                 {PAMI_TYPE_SIGNED_LONG_LONG, 8},
                 {PAMI_TYPE_UNSIGNED_LONG_LONG, 8},
                 {PAMI_TYPE_FLOAT, 4},
                 {PAMI_TYPE_DOUBLE, 8},
                 {PAMI_TYPE_LONG_DOUBLE, 16},
                 {PAMI_TYPE_LOGICAL1, 1},
                 {PAMI_TYPE_LOGICAL2, 2},
                 {PAMI_TYPE_LOGICAL4, 4},
                 {PAMI_TYPE_LOGICAL8, 8},
                 {PAMI_TYPE_SINGLE_COMPLEX, 8},
                 {PAMI_TYPE_DOUBLE_COMPLEX, 16},
                 {PAMI_TYPE_LOC_2INT, 8},
                 {PAMI_TYPE_LOC_2FLOAT, 8},
                 {PAMI_TYPE_LOC_2DOUBLE, 16},
                 {PAMI_TYPE_LOC_SHORT_INT, 8},
                 {PAMI_TYPE_LOC_FLOAT_INT, 8},
                 {PAMI_TYPE_LOC_DOUBLE_INT, 16},
                 {PAMI_TYPE_LOC_LONG_INT, 16},
                 {PAMI_TYPE_LOC_LONGDOUBLE_INT, 32}};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        pami_configuration_t ask[] = {
            {.name = PAMI_TYPE_DATA_SIZE}, {.name = PAMI_TYPE_DATA_EXTENT}, {.name = PAMI_TYPE_ATOM_SIZE}};
        CU_ASSERT_EQUAL(PAMI_Type_query(types[i].type, ask, 3), PAMI_SUCCESS);
        for (size_t j = 0; j < 3; j++)
            CU_ASSERT_EQUAL(ask[j].value.intval, types[i].bytes);
        for (size_t j = 0; j < i; j++)
            CU_ASSERT_PTR_NOT_EQUAL(types[i].type, types[j].type);
    }
    CU_ASSERT_PTR_EQUAL(PAMI_TYPE_LOGICAL, PAMI_TYPE_LOGICAL4);
}

static void predefined_functions(void)
{
    const pami_data_function functions[] = {PAMI_DATA_COPY,   PAMI_DATA_NOOP,  PAMI_DATA_MAX,  PAMI_DATA_MIN,
                                            PAMI_DATA_SUM,    PAMI_DATA_PROD,  PAMI_DATA_LAND, PAMI_DATA_LOR,
                                            PAMI_DATA_LXOR,   PAMI_DATA_BAND,  PAMI_DATA_BOR,  PAMI_DATA_BXOR,
                                            PAMI_DATA_MAXLOC, PAMI_DATA_MINLOC};
    for (uintptr_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
        CU_ASSERT_EQUAL((uintptr_t)functions[i], i);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"bits of hints", hints},
                                        {"bits of metadata", metadata},
                                        {"null handles", null_handles},
                                        {"predefined types", predefined_types},
                                        {"predefined functions", predefined_functions},
                                        {NULL, NULL}};
    return emuq_test_main("pami_types_layout", tests);
}
