/* SPDX-License-Identifier: BSD-3-Clause */
/* Ranks and coordinates: sizes in bytes; coordinates relative to the corner of the job; processor ids used as
 * T coordinate and node number. */
#include "common.h"

int main(void)
{
    BG_JobCoords_t job;
    Personality_t p;
    uint32_t rank = Kernel_GetRank(), ppn = Kernel_ProcessCount(), node;
    uint64_t ranks = 0, i;
    BG_CoordinateMapping_t *map, self;

    EXPECT(Kernel_JobCoords(&job) == 0);
    EXPECT(Kernel_GetPersonality(&p, sizeof p) == 0);
    EXPECT(job.corner.core == 0);
    uint64_t nodes = (uint64_t)job.shape.a * job.shape.b * job.shape.c * job.shape.d * job.shape.e;
    map = malloc(nodes * ppn * sizeof *map);
    EXPECT(Kernel_RanksToCoords(sizeof *map * nodes * ppn, map, &ranks) == 0);
    EXPECT(ranks == nodes * ppn && rank < ranks);
    EXPECT(Kernel_RanksToCoords(sizeof *map * ranks - 1, map, &ranks) == EINVAL);

    self = map[rank];
    EXPECT(self.a + job.corner.a == p.Network_Config.Acoord &&
           self.b + job.corner.b == p.Network_Config.Bcoord);
    EXPECT(self.c + job.corner.c == p.Network_Config.Ccoord &&
           self.d + job.corner.d == p.Network_Config.Dcoord);
    EXPECT(self.e + job.corner.e == p.Network_Config.Ecoord && self.t == Kernel_MyTcoord());
    for (i = 0; i < ranks; i++) {
        EXPECT(map[i].a < job.shape.a && map[i].b < job.shape.b && map[i].c < job.shape.c);
        EXPECT(map[i].d < job.shape.d && map[i].e < job.shape.e && map[i].t < ppn);
        EXPECT((i == rank) == (memcmp(&map[i], &self, sizeof self) == 0));
    }

    /* With 1 or 16 processes per node, the core number equals the T coordinate. */
    if (ppn == 1 || ppn == 16)
        EXPECT(Kernel_PhysicalProcessorID() == self.t);
    node = (((p.Network_Config.Acoord * p.Network_Config.Bnodes + p.Network_Config.Bcoord) *
                 p.Network_Config.Cnodes +
             p.Network_Config.Ccoord) *
                p.Network_Config.Dnodes +
            p.Network_Config.Dcoord) *
               p.Network_Config.Enodes +
           p.Network_Config.Ecoord;
    EXPECT(Kernel_BlockThreadId() / 68 == node);
    return 0;
}
