/* SPDX-License-Identifier: BSD-3-Clause */
/* The complete state of a rank is in globals: initialised, zero, static in functions, and in the C library.
 */
#include "common.h"

int rank = -1;
int ranks;
double field[1000];
char *buffer;
MUSPI_InjFifoSubGroup_t group;
MUSPI_BaseAddressTableSubGroup_t bat;
MUHWI_Descriptor_t fifo_memory[64] __attribute__((aligned(64)));
MUHWI_Descriptor_t to_next;
volatile uint64_t counter;

static int calls(void)
{
    static int n = 10;
    return ++n;
}

static void step(int i)
{
    int k;
    counter = sizeof field;
    for (k = 0; k < 1000; k++)
        ((double *)buffer)[k] = field[k] + rank;
    barrier();
    MUSPI_InjFifoInject(&group._injfifos[0], &to_next);
    while (counter)
        ;
    EXPECT(calls() == 11 + i);
    barrier();
}

int main(void)
{
    neighbour_t next = next_node();
    uint32_t ids[2] = {0, 1};
    int i, k, expected = 0;

    EXPECT(rank == -1 && ranks == 0 && buffer == NULL && field[500] == 0);
    rank = (int)Kernel_GetRank();
    ranks = (int)next.nodes;
    buffer = malloc(sizeof field);
    open_injection(&group, 0, 0, fifo_memory, sizeof fifo_memory);
    EXPECT(Kernel_AllocateBaseAddressTable(0, &bat, 2, ids, 0) == 0);
    MUSPI_SetBaseAddress(&bat, 0, pa_of(field, sizeof field));
    MUSPI_SetBaseAddress(&bat, 1, MUSPI_GetAtomicAddress(pa_of(&counter, 8), MUHWI_ATOMIC_OPCODE_STORE_ADD));
    describe_put(&to_next, &next, pa_of(buffer, sizeof field), sizeof field, 0, 0);

    /* Ring sum over the ranks. */
    srand(7 + (unsigned)rank);
    int first = rand();
    for (i = 0; i < ranks; i++) {
        step(i);
        expected += (rank + 2 * ranks - 1 - i) % ranks;
    }
    for (k = 0; k < 1000; k++)
        EXPECT(field[k] == expected);
    srand(7 + (unsigned)rank);
    EXPECT(rand() == first);
    EXPECT(rank == (int)Kernel_GetRank());
    return 0;
}
