/* SPDX-License-Identifier: BSD-3-Clause */
/* A C++98 program with all headers of the SPI. */
#include <hwi/include/bqc/A2_inlines.h>
#include <hwi/include/bqc/MU_PacketHeader.h>
#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/collective.h>
#include <spi/include/kernel/gi.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/memory.h>
#include <spi/include/kernel/process.h>
#include <spi/include/mu/Addressing_inlines.h>
#include <spi/include/mu/Classroute_inlines.h>
#include <spi/include/mu/CollectiveDirectPutDescriptorXX.h>
#include <spi/include/mu/Descriptor_inlines.h>
#include <spi/include/mu/GIBarrier.h>
#include <spi/include/mu/InjFifo.h>
#include <spi/include/mu/Pt2PtDirectPutDescriptorXX.h>
#include <spi/include/mu/RecFifo.h>
#include <spi/include/l1p/sprefetch.h>
#include <spi/include/l2/barrier.h>
#include <firmware/include/personality.h>

#include <iostream>
#include <map>
#include <string>
#include <vector>

extern "C" int by_address(uint32_t (*function)(void))
{
    return function() < 64;
}

int main()
{
    struct MUHWI_Descriptor descriptor;
    struct MUHWI_Destination destination;
    struct MUSPI_InjFifo *fifo = NULL;
    std::vector<BG_CoordinateMapping_t> map(64);
    std::map<uint32_t, std::string> names;
    uint64_t ranks = 0;

    MUSPI_DescriptorZeroOut(&descriptor);
    MUSPI_SetUpDestination(&destination, 1, 2, 3, 4, 1);
    descriptor.PacketHeader.NetworkHeader.pt2pt.Destination = destination;
    if (destination.Destination.Destination != (1u << 24 | 2u << 18 | 3u << 12 | 4u << 6 | 1u)) {
        std::cerr << "the destination's word is " << destination.Destination.Destination << std::endl;
        return 1;
    }
    if (Kernel_RanksToCoords(map.size() * sizeof(map[0]), &map[0], &ranks) != 0 || ranks == 0) {
        std::cerr << "no coordinates" << std::endl;
        return 1;
    }
    for (uint64_t r = 0; r < ranks; ++r)
        names[map[r].a] += "x";
    return fifo != NULL || names[0].empty() || !by_address(Kernel_GetRank);
}
