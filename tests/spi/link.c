/* SPDX-License-Identifier: BSD-3-Clause */
/* A program of two C and one C++ translation units, each including all headers, links. */
#include "link.h"

#include "all_headers.h"
#include <spi/include/mu/TermCheck.h>

#include "emuq_test.h"

static int receive(void *parm, MUHWI_PacketHeader_t *packet, uint32_t bytes)
{
    (void)parm;
    (void)packet;
    (void)bytes;
    return 0;
}

static void receive_functions_are_shared(void)
{
    memset(&_muspi_RecvInfo, 0, sizeof(_muspi_RecvInfo));
    _muspi_RecvInfoNextFreeId = 0;
    CU_ASSERT_EQUAL(MUSPI_RegisterReceiveFunction(receive, NULL), 0);
    CU_ASSERT_EQUAL(link_c_register(receive), 1);
    CU_ASSERT_EQUAL(link_cxx_register(receive), 2);
    CU_ASSERT_EQUAL(_muspi_RecvInfoNextFreeId, 3);
    CU_ASSERT(_muspi_RecvInfo.table[2].recvFunction == receive);
    CU_ASSERT_EQUAL(MUSPI_DeRegisterReceiveFunction(1), 0);
    CU_ASSERT_EQUAL(link_cxx_register(receive), 1);
}

static void builders_agree(void)
{
    MUHWI_Descriptor_t c, cxx;
    CU_ASSERT_EQUAL(link_c_build(&c, 4711), 4711);
    CU_ASSERT_EQUAL(link_cxx_build(&cxx, 4711), 4711);
    CU_ASSERT_EQUAL(memcmp(&c, &cxx, sizeof(c)), 0);
}

static void a_network_at_rest_passes_the_termination_check(void)
{
    CU_ASSERT_EQUAL(MUSPI_ND_TermCheck_FatalErrors(), 0);
    CU_ASSERT_EQUAL(MUSPI_ND_TermCheck_StateMachine(), 0);
}

static uint64_t one(int i)
{
    (void)i;
    return 1;
}

static void a_register_that_is_not_idle_is_counted(void)
{
    MUSPI_TERMCHECK_t row = {getZero, one, getZero, getAllBitsMask, 3};
    fflush(stderr);
    CU_ASSERT_EQUAL(MUSPI_ND_TERMCHECK_step(&row), 3);
    row.getMask = getZero;
    CU_ASSERT_EQUAL(MUSPI_ND_TERMCHECK_step(&row), 0);
}

static void a_reset_goes_through_its_steps(void)
{
    MUSPI_RESET_t reset;
    int steps = 1;
    CU_ASSERT_EQUAL(MUSPI_InitReset(&reset), 0);
    CU_ASSERT_EQUAL(reset.sequence, 1);
    while (MUSPI_Reset(&reset) == EAGAIN)
        steps++;
    CU_ASSERT_EQUAL(steps, 9);
    CU_ASSERT_EQUAL(MUSPI_InitResetHold(&reset, 3, 4), 0);
    for (steps = 1; MUSPI_Reset(&reset) == EAGAIN; steps++) {
    }
    CU_ASSERT_EQUAL(steps, 7);
    CU_ASSERT_EQUAL(MUSPI_InitResetRelease(&reset, 3, 4), 0);
    for (steps = 1; MUSPI_Reset(&reset) == EAGAIN; steps++) {
    }
    CU_ASSERT_EQUAL(steps, 2);
    CU_ASSERT_EQUAL(MUSPI_ResetBN_XtoY(0, 63), ~0ull);
    CU_ASSERT_EQUAL(MUSPI_ResetBN_XtoY(32, 35), 0xf0000000);
}

static void vector_registers_copy(void)
{
    char from[64], to[64] = {0};
    double f0, f1;
    for (unsigned i = 0; i < sizeof(from); i++)
        from[i] = (char)(i + 1);
    VECTOR_LOAD_NU(from, 0, f0);
    VECTOR_LOAD_NU(from, 32, f1);
    VECTOR_STORE_NU(to, 32, f0);
    VECTOR_STORE_NU(to, 0, f1);
    CU_ASSERT_EQUAL(memcmp(to, from + 32, 32), 0);
    CU_ASSERT_EQUAL(memcmp(to + 32, from, 32), 0);
}

static void zeroing_a_line_zeroes_that_line(void)
{
    static char memory[3 * 64] __attribute__((aligned(64)));
    memset(memory, 1, sizeof(memory));
    muspi_dcbt(memory, 64);
    muspi_dcbt_l2(memory, 64);
    muspi_dcbz(memory, 64 + 5);
    for (unsigned i = 0; i < sizeof(memory); i++)
        CU_ASSERT_EQUAL(memory[i], i / 64 != 1);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"receive functions are shared", receive_functions_are_shared},
        {"builders agree", builders_agree},
        {"a network at rest passes the termination check", a_network_at_rest_passes_the_termination_check},
        {"a register that is not idle is counted", a_register_that_is_not_idle_is_counted},
        {"a reset goes through its steps", a_reset_goes_through_its_steps},
        {"vector registers copy", vector_registers_copy},
        {"zeroing a line zeroes that line", zeroing_a_line_zeroes_that_line},
        {NULL, NULL},
    };
    return emuq_test_main("spi link", tests);
}
