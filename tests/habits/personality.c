/* SPDX-License-Identifier: BSD-3-Clause */
/* Every personality field used by programs. */
#include <stdio.h>
#include <stdlib.h>

#include <spi/include/kernel/process.h>
#include <firmware/include/personality.h>

#define EXPECT(condition)                                                                                    \
    if (!(condition)) {                                                                                      \
        fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                              \
        exit(1);                                                                                             \
    }

int main(void)
{
    Personality_t p;
    EXPECT(Kernel_GetPersonality(&p, sizeof(Personality_t)) == 0);
    const Personality_Networks_t *n = &p.Network_Config;

    EXPECT(n->Acoord < n->Anodes && n->Bcoord < n->Bnodes && n->Ccoord < n->Cnodes && n->Dcoord < n->Dnodes &&
           n->Ecoord < n->Enodes);
    EXPECT(n->cnBridge_A < n->Anodes && n->cnBridge_B < n->Bnodes && n->cnBridge_C < n->Cnodes &&
           n->cnBridge_D < n->Dnodes && n->cnBridge_E < n->Enodes);
    EXPECT(n->BlockID == p.Network_Config.BlockID);

    unsigned torus[5] = {
        (n->NetFlags & ND_ENABLE_TORUS_DIM_A) != 0, (n->NetFlags & ND_ENABLE_TORUS_DIM_B) != 0,
        (n->NetFlags & ND_ENABLE_TORUS_DIM_C) != 0, (n->NetFlags & ND_ENABLE_TORUS_DIM_D) != 0,
        (n->NetFlags & ND_ENABLE_TORUS_DIM_E) != 0};
    unsigned sizes[5] = {n->Anodes, n->Bnodes, n->Cnodes, n->Dnodes, n->Enodes};
    for (int d = 0; d < 5; d++) {
        EXPECT(torus[d] == ND_GET_TORUS(d, n->NetFlags));
        /* A torus of more than one node has links in both directions. */
        if (torus[d] && sizes[d] > 1) {
            EXPECT(n->NetFlags2 & ND_ENABLE_LINK_A_MINUS >> (2 * d));
            EXPECT(n->NetFlags2 & ND_ENABLE_LINK_A_PLUS >> (2 * d));
        }
    }
    unsigned inputs = n->PrimordialClassRoute.GlobIntUpPortInputs;
    unsigned outputs = n->PrimordialClassRoute.GlobIntUpPortOutputs;
    EXPECT((inputs & outputs) == 0);
    if (sizes[0] * sizes[1] * sizes[2] * sizes[3] * sizes[4] > 1)
        EXPECT((inputs | outputs) != 0);

    EXPECT(p.Kernel_Config.FreqMHz == 1600);
    EXPECT(p.Kernel_Config.NodeConfig & PERS_ENABLE_MU);
    EXPECT(p.Kernel_Config.NodeConfig & PERS_ENABLE_ND);
    EXPECT(!(p.Kernel_Config.NodeConfig & PERS_ENABLE_Mambo));
    EXPECT(p.DDR_Config.DDRSizeMB >= 1024);
    return 0;
}
