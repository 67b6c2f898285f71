/* SPDX-License-Identifier: BSD-3-Clause */
/** @file parameters.c
 *  The table of constants, and its presets. */
#include <errno.h>
#include <string.h>

#include "emuq_test.h"
#include "network/parameters.h"

/** Every word of the structure has exactly one row with a unique name. */
static void complete(void)
{
    uint8_t rows[sizeof(emuq_net_parameters_t) / sizeof(uint32_t)] = {0};
    for (uint32_t i = 0; i < emuq_net_parameter_count; i++) {
        const emuq_net_parameter_t *row = &emuq_net_parameter[i];
        rows[row->offset / sizeof(uint32_t)]++;
        CU_ASSERT(row->low <= row->high);
        CU_ASSERT(strlen(row->tag) == 1 && strchr("PDFA", row->tag[0]) != NULL);
        for (uint32_t j = 0; j < i; j++)
            CU_ASSERT_STRING_NOT_EQUAL(row->key, emuq_net_parameter[j].key);
    }
    for (size_t i = 0; i < sizeof(rows); i++)
        CU_ASSERT_EQUAL(rows[i], 1);
}

static void presets(void)
{
    emuq_net_parameters_t p;
    CU_ASSERT_EQUAL(emuq_net_preset("nonesuch", &p), -ENOENT);
    CU_ASSERT_EQUAL(emuq_net_preset("torus3d", &p), 0);
    CU_ASSERT_EQUAL(emuq_net_parameters_check(&p, NULL), 0);
    CU_ASSERT_EQUAL(emuq_net_preset("bgq", &p), 0);
    CU_ASSERT_EQUAL(emuq_net_parameters_check(&p, NULL), 0);
    CU_ASSERT_EQUAL(emuq_net_occupancy(&p, emuq_net_chunks(512)), 144);
    CU_ASSERT_EQUAL(emuq_net_occupancy(&p, emuq_net_chunks(0)), 16);
    CU_ASSERT_EQUAL(p.clock.cycle * EMUQ_NET_TICK_PS, 2000);
}

/** True if a change of preset bgq is rejected with a reason. */
static bool rejected(size_t offset, uint32_t value)
{
    const char *reason = NULL;
    emuq_net_parameters_t p;
    emuq_net_preset("bgq", &p);
    memcpy((char *)&p + offset, &value, sizeof(value));
    return emuq_net_parameters_check(&p, &reason) == -EINVAL && reason != NULL;
}

static void refusals(void)
{
    CU_ASSERT(rejected(offsetof(emuq_net_parameters_t, clock.cycle), 0));
    CU_ASSERT(rejected(offsetof(emuq_net_parameters_t, mu.payload), 513));
    CU_ASSERT(rejected(offsetof(emuq_net_parameters_t, vc[0].tokens), 16));
    CU_ASSERT(!rejected(offsetof(emuq_net_parameters_t, vc[0].tokens), 17));
    CU_ASSERT(rejected(offsetof(emuq_net_parameters_t, vc[1].tokens), 9));
    CU_ASSERT(rejected(offsetof(emuq_net_parameters_t, vc[1].kind), EMUQ_NET_NONE));
    CU_ASSERT(rejected(offsetof(emuq_net_parameters_t, vc[2].kind), EMUQ_NET_DYNAMIC));
    CU_ASSERT(rejected(offsetof(emuq_net_parameters_t, vc[5].kind), EMUQ_NET_DATELINE));
    CU_ASSERT(rejected(offsetof(emuq_net_parameters_t, vc[4].kind), EMUQ_NET_BUBBLE));
    CU_ASSERT(!rejected(offsetof(emuq_net_parameters_t, vc[4].kind), EMUQ_NET_NONE));
    CU_ASSERT(rejected(offsetof(emuq_net_parameters_t, vc[0].kind), EMUQ_NET_COLLECTIVE));
}

int main(void)
{
    static const emuq_test_t tests[] = {{"every constant has a row", complete},
                                        {"presets", presets},
                                        {"values that do not fit are rejected", refusals},
                                        {NULL, NULL}};
    return emuq_test_main("network parameters", tests);
}
