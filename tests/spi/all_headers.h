/* SPDX-License-Identifier: BSD-3-Clause */
/* Every header of the Message Unit SPI for use in several translation units, by the paths of programs. */
#ifndef TESTS_SPI_ALL_HEADERS_H
#define TESTS_SPI_ALL_HEADERS_H

#include <mu/RankMap.h>
#include <mu/GIBarrier.h>
#include <spi/include/mu/Addressing.h>
#include <spi/include/mu/Addressing_inlines.h>
#include <spi/include/mu/Classroute.h>
#include <spi/include/mu/Classroute_inlines.h>
#include <spi/include/mu/Descriptor.h>
#include <spi/include/mu/Descriptor_inlines.h>
#include <spi/include/mu/Fifo.h>
#include <spi/include/mu/GI.h>
#include <spi/include/mu/GIBarrier.h>
#include <spi/include/mu/InjFifo.h>
#include <spi/include/mu/RankMap.h>
#include <spi/include/mu/RecFifo.h>
#include <spi/include/mu/Reset.h>
#include <spi/include/mu/Util.h>
#ifdef __cplusplus
#include <spi/include/mu/CollectiveDirectPutDescriptorXX.h>
#include <spi/include/mu/CollectiveMemoryFIFODescriptorXX.h>
#include <spi/include/mu/CollectiveRemoteGetDescriptorXX.h>
#include <spi/include/mu/DescriptorBaseXX.h>
#include <spi/include/mu/DescriptorWrapperXX.h>
#include <spi/include/mu/Pt2PtDirectPutDescriptorXX.h>
#include <spi/include/mu/Pt2PtMemoryFIFODescriptorXX.h>
#include <spi/include/mu/Pt2PtRemoteGetDescriptorXX.h>
#endif

#endif /* TESTS_SPI_ALL_HEADERS_H */
