/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages with all combinations of injection FIFO maps, hints, zones, virtual channels, dynamic and
 * deterministic routing arrive: at another node, and at the sender. */
#include "common.h"

int main(void)
{
    static const uint8_t hints_abcd[] = {
        MUHWI_PACKET_HINT_A_NONE | MUHWI_PACKET_HINT_B_NONE | MUHWI_PACKET_HINT_C_NONE |
            MUHWI_PACKET_HINT_D_NONE,
        MUHWI_PACKET_HINT_AP | MUHWI_PACKET_HINT_BP | MUHWI_PACKET_HINT_CP | MUHWI_PACKET_HINT_DP,
        MUHWI_PACKET_HINT_AM | MUHWI_PACKET_HINT_BM | MUHWI_PACKET_HINT_CM | MUHWI_PACKET_HINT_DM};
    static const uint8_t hints_e[] = {MUHWI_PACKET_HINT_E_NONE, MUHWI_PACKET_HINT_EP, MUHWI_PACKET_HINT_EM};
    struct {
        MUHWI_Descriptor_t fifo[16];
        uint64_t from[4], to[8];
        volatile uint64_t counter;
    } *m = malloc(sizeof *m);
    MUSPI_InjFifoSubGroup_t inj;
    MUSPI_InjFifo_t *fifo;
    neighbour_t next = next_node(), self = next;
    Personality_t p;
    uint64_t pa = pa_of(m, sizeof *m), sent = 0;
    MUHWI_Descriptor_t d;
    int who, bit, way, hint;

    memset(m, 0, sizeof *m);
    fifo = open_injection(&inj, 0, 0, m->fifo, sizeof m->fifo);
    set_base(0, 0, pa);
    set_base(0, 1, MUSPI_GetAtomicAddress(pa_of(&m->counter, 8), MUHWI_ATOMIC_OPCODE_STORE_ADD));
    EXPECT(Kernel_GetPersonality(&p, sizeof p) == 0);
    MUSPI_SetUpDestination(&self.destination, p.Network_Config.Acoord, p.Network_Config.Bcoord,
                           p.Network_Config.Ccoord, p.Network_Config.Dcoord, p.Network_Config.Ecoord);
    barrier();
    for (who = 0; who < 2; who++)
        for (bit = 4; bit < 16; bit++) /* LOCAL1, LOCAL0, EP ... AM */
            for (way = 0; way < 8; way++)
                for (hint = 0; hint < 3; hint++) {
                    if (who == 0 && bit < 6 && next.nodes > 1)
                        continue; /* local FIFOs only reach the same node */
                    int dynamic = way & 1;
                    describe_put(&d, who == 0 ? &next : &self, pa_of(m->from, 32), 25,
                                 (uint64_t)m->to - (uint64_t)m, 0);
                    d.Torus_FIFO_Map = (uint64_t)1 << bit;
                    if (way & 2 && bit >= 6)
                        d.Torus_FIFO_Map |= MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_DM;
                    MUSPI_SetHintsABCD(&d, hints_abcd[hint]);
                    MUSPI_SetPt2PtMisc1(
                        &d, (uint8_t)(hints_e[hint] | (dynamic ? MUHWI_PACKET_USE_DYNAMIC_ROUTING : 0)));
                    MUSPI_SetPt2PtMisc2(&d, (uint8_t)((dynamic ? MUHWI_PACKET_VIRTUAL_CHANNEL_DYNAMIC
                                                               : MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC) |
                                                      (bit % 4) << 3 |
                                                      (way & 4 ? MUHWI_PACKET_STAY_ON_BUBBLE : 0)));
                    while (MUSPI_InjFifoInject(fifo, &d) == (uint64_t)-1)
                        ;
                    sent += 25;
                }
    while (m->counter != -sent) /* all sent bytes have arrived */
        ;
    barrier();
    return 0;
}
