/* SPDX-License-Identifier: BSD-3-Clause */
/* Results of Kernel_GetPersonality() on each node. */
#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "emuq/partition.h"
#include "emuq_test.h"
#include "firmware/include/personality_v7.h"
#include "hwi/include/bqc/classroute.h"
#include "hwi/include/common/bgq_bitnumbers.h"
#include "hwi/include/common/uci.h"
#include "in_ranks.h"
#include "spi/include/kernel/location.h"

#define MAX_NODES 64

static Personality_t personalities[MAX_NODES]; /* by rank; a rank per node, default mapping: by node number */

static int take_personality(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    return Kernel_GetPersonality(&personalities[Kernel_GetRank()], sizeof(Personality_t));
}

static void collect(const emuq_job_t *job)
{
    memset(personalities, 0, sizeof(personalities));
    CU_ASSERT_EQUAL(emuq_run_threads(job, take_personality, 0, NULL), 0);
}

/* The checksum of job.h. */
static unsigned crc16(const unsigned char *byte, size_t bytes)
{
    unsigned crc = 0xffff;
    for (size_t i = 0; i < bytes; i++) {
        for (int bit = 7; bit >= 0; bit--) {
            unsigned top = (crc >> 15 ^ byte[i] >> bit) & 1;
            crc = (crc << 1 & 0xffff) ^ (top != 0 ? 0x1021 : 0);
        }
    }
    return crc;
}

static void coordinates_and_sizes(void)
{
    const emuq_job_t job = {.shape = {3, 2, 1, 4, 2}};
    CU_ASSERT_EQUAL(crc16((const unsigned char *)"123456789", 9), 0x29b1);
    collect(&job);
    int wrong = 0;
    for (uint32_t n = 0; n < 48; n++) {
        const Personality_t *p = &personalities[n];
        const Personality_Networks_t *net = &p->Network_Config;
        wrong +=
            net->Anodes != 3 || net->Bnodes != 2 || net->Cnodes != 1 || net->Dnodes != 4 || net->Enodes != 2;
        wrong += ND_TORUS_SIZE(*net) != 48;
        wrong += ((((net->Acoord * 2u + net->Bcoord) * 1u + net->Ccoord) * 4u + net->Dcoord) * 2u +
                  net->Ecoord) != n;
        wrong += p->Version != 8 || p->PersonalitySizeWords * 4u != sizeof(Personality_t);
        wrong += p->CRC != crc16((const unsigned char *)p + 2, sizeof(*p) - 2);
        for (uint32_t m = 0; m < n; m++)
            wrong += p->Kernel_Config.UCI == personalities[m].Kernel_Config.UCI;
    }
    CU_ASSERT_EQUAL(wrong, 0);
    const Personality_t *p = &personalities[33];
    char location[EMUQ_UCI_LENGTH];
    CU_ASSERT_EQUAL(bg_uci_toString(p->Kernel_Config.UCI, location), 0);
    CU_ASSERT_STRING_EQUAL(location, "R00-M0-N01-J01");
    CU_ASSERT_EQUAL(p->Kernel_Config.FreqMHz, 1600);
    CU_ASSERT_EQUAL(p->Kernel_Config.NodeConfig, 0xBAFC7C000A673344ull);
    CU_ASSERT_EQUAL(p->DDR_Config.DDRSizeMB, 16384);
    CU_ASSERT_EQUAL(p->Network_Config.MuFlags, 0xFFFF800000000000ull);
    CU_ASSERT_NOT_EQUAL(p->Network_Config.BlockID, 0);
}

static void torus_and_mesh(void)
{
    const emuq_job_t job = {.shape = {3, 2, 1, 4, 2}, .mesh = 0x10 | 0x04 | 0x01}; /* A, C, E */
    collect(&job);
    int wrong = 0;
    for (uint32_t n = 0; n < 48; n++) {
        const Personality_Networks_t *net = &personalities[n].Network_Config;
        /* C has one node, with links to itself. */
        wrong += ND_GET_ALL_TORUS(net->NetFlags) != (0x08 | 0x04 | 0x02);
        wrong += (ND_GET_LINK_ENABLE(0, 0, net->NetFlags2) == 0) != (net->Acoord == 0);
        wrong += (ND_GET_LINK_ENABLE(0, 1, net->NetFlags2) == 0) != (net->Acoord == 2);
        wrong += (ND_GET_LINK_ENABLE(4, 0, net->NetFlags2) == 0) != (net->Ecoord == 0);
        wrong += (ND_GET_LINK_ENABLE(4, 1, net->NetFlags2) == 0) != (net->Ecoord == 1);
        for (int d = 1; d < 4; d++)
            wrong += ND_GET_LINK_ENABLE(d, 0, net->NetFlags2) == 0 ||
                     ND_GET_LINK_ENABLE(d, 1, net->NetFlags2) == 0;
        for (int d = 0; d < 5; d++)
            wrong +=
                ND_GET_LOOPBACK(d, net->NetFlags) != (d == 2 ? ND_LOOPBACK_TORUS_INTERNAL : ND_LOOPBACK_NONE);
        wrong += (ND_GET_ENABLE_ION_LINK(net->NetFlags) != 0) != (n == 0);
        wrong += net->cnBridge_A + net->cnBridge_B + net->cnBridge_C + net->cnBridge_D + net->cnBridge_E != 0;
    }
    CU_ASSERT_EQUAL(wrong, 0);
}

/* Follows the primordial route of every node to the root, in the direction of the link bit. */
static void primordial_route(void)
{
    const emuq_job_t job = {.shape = {3, 2, 1, 4, 2}};
    collect(&job);
    int roots = 0, wrong = 0;
    for (uint32_t n = 0; n < 48; n++) {
        const Personality_Networks_t *net = &personalities[n].Network_Config;
        const struct PrimordialClassRoute *r = &net->PrimordialClassRoute;
        wrong += (r->GlobIntUpPortInputs & BGQ_CLASS_INPUT_LINK_LOCAL) == 0;
        wrong += r->CollectiveTypeAndUpPortInputs != (r->GlobIntUpPortInputs | BGQ_CLASS_INPUT_VC_SYSTEM);
        wrong += r->CollectiveUpPortOutputs != r->GlobIntUpPortOutputs;
        roots += r->GlobIntUpPortOutputs == 0;
        wrong += (r->GlobIntUpPortOutputs == 0) != (net->latencyFromRoot == 0);
        wrong += (r->GlobIntUpPortOutputs & (r->GlobIntUpPortOutputs - 1)) != 0;
    }
    CU_ASSERT_EQUAL(roots, 1);
    CU_ASSERT_EQUAL(wrong, 0);
    /* The root is in the middle (kernel-classroutes 4). */
    const Personality_Networks_t *net = &personalities[((1 * 2 + 1) * 4 + 2) * 2 + 1].Network_Config;
    CU_ASSERT_EQUAL(net->PrimordialClassRoute.GlobIntUpPortOutputs, 0);

    collect(NULL);
    net = &personalities[0].Network_Config;
    CU_ASSERT_EQUAL(net->PrimordialClassRoute.GlobIntUpPortInputs, BGQ_CLASS_INPUT_LINK_LOCAL);
    CU_ASSERT_EQUAL(net->PrimordialClassRoute.GlobIntUpPortOutputs, 0);
}

static int ask_in_all_ways(int argc, char **argv)
{
    Personality_v7_t old;
    Personality_t now;
    (void)argc;
    (void)argv;
    memset(&old, 0xff, sizeof(old));
    CHECK(sizeof(now) == 176 && sizeof(old) == 600);
    CHECK(Kernel_GetPersonality(&now, sizeof(now)) == 0);
    CHECK(Kernel_GetPersonality((Personality_t *)(void *)&old, sizeof(old)) == 0);
    CHECK(old.Version == 7 && old.PersonalitySizeWords == 150);
    CHECK(memcmp(&old.Kernel_Config, &now.Kernel_Config, sizeof(now.Kernel_Config)) == 0);
    CHECK(old.DDR_Config.DDRFlags == 1 && old.DDR_Config.DDRSizeMB == 16384);
    CHECK(old.Network_Config.NetFlags2 == now.Network_Config.NetFlags2);
    CHECK(old.Network_Config.Bcoord == now.Network_Config.Bcoord && old.Network_Config.Bnodes == 2);
    CHECK(memcmp(&old.Network_Config.ClassRoute[0], &now.Network_Config.PrimordialClassRoute, 8) == 0);
    CHECK(old.Network_Config.ClassRoute[1].GlobIntUpPortInputs == 0);
    CHECK(old.Network_Config.MuFlags == now.Network_Config.MuFlags);
    CHECK(old.Network_Config.latencyFromRoot == now.Network_Config.latencyFromRoot);
    CHECK(Kernel_GetPersonality(&now, sizeof(now) - 1) == EINVAL);
    CHECK(Kernel_GetPersonality(&now, 0) == EINVAL);
    CHECK(Kernel_GetPersonality(NULL, sizeof(now)) == EFAULT);
    return 0;
}

static void versions_and_errors(void)
{
    const emuq_job_t job = {.shape = {1, 2}};
    CU_ASSERT_EQUAL(emuq_run_threads(&job, ask_in_all_ways, 0, NULL), 0);
    CU_ASSERT_EQUAL(take_failures(), 0);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"coordinates and sizes", coordinates_and_sizes},
                                        {"torus and mesh", torus_and_mesh},
                                        {"primordial route", primordial_route},
                                        {"versions and errors", versions_and_errors},
                                        {NULL, NULL}};
    return emuq_test_main("personality", tests);
}
