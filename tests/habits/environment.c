/* SPDX-License-Identifier: BSD-3-Clause */
/* Environment variables read and set by programs: the settings affect message libraries and the kernel, and
 * the described resources exist for programs that use the SPI directly. Run with all variables set. */
#include "common.h"

static int number(const char *name)
{
    const char *text = getenv(name);
    EXPECT(text != NULL);
    return atoi(text);
}

int main(void)
{
    static const char *const names[] = {"MUSPI_NUMBATIDS", "MUSPI_NUMINJFIFOS", "MUSPI_NUMRECFIFOS"};
    uint32_t first = Kernel_MyTcoord() * (64 / Kernel_ProcessCount()), ids[8], count;
    uint64_t shared = 0;
    int i;

    for (i = 0; i < 3; i++)
        EXPECT(number(names[i]) > 0);
    EXPECT(Kernel_QueryBaseAddressTable(first, &count, ids) == 0 && (int)count >= number("MUSPI_NUMBATIDS"));
    EXPECT(Kernel_QueryInjFifos(first, &count, ids) == 0 && (int)count >= number("MUSPI_NUMINJFIFOS"));
    EXPECT(Kernel_QueryRecFifos(first, &count, ids) == 0 && (int)count >= number("MUSPI_NUMRECFIFOS"));
    size_t bytes = (size_t)number("MUSPI_INJFIFOSIZE");
    MUSPI_InjFifoSubGroup_t inj;
    MUSPI_InjFifo_t *fifo = open_injection(&inj, first, 0, malloc(bytes), bytes);
    EXPECT(MUSPI_getHwFreeSpace(fifo) == bytes / 64 - 1);
    EXPECT(Kernel_GetMemorySize(KERNEL_MEMSIZE_SHARED, &shared) == 0);
    EXPECT(shared == (uint64_t)number("BG_SHAREDMEMSIZE") << 20);
    EXPECT(setenv("BG_COREDUMPONERROR", "1", 1) == 0 && number("BG_COREDUMPONERROR") == 1);
    return 0;
}
