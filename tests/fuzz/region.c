/* SPDX-License-Identifier: BSD-3-Clause */
/* The information page of a device: accepted segments lie in the region and do not overlap the next segment
 * of the same kind. The bytes are the page, followed by a region of zeros. */
#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "backends/mmio/mmio.h"
#include "fuzz.h"

#define REGION (UINT64_C(1) << 26)

static void check_pieces(uint64_t offset, uint64_t stride, uint64_t bytes, uint32_t count)
{
    FUZZ_CHECK(count == 1 || bytes <= stride);
    FUZZ_CHECK((unsigned __int128)offset + (unsigned __int128)stride * (count - 1) + bytes <= REGION);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static int fd = -1;
    const emuq_region_requirements_t wish = {.path = "fuzz", .bytes = REGION};
    emuq_device_info_t info, page = {0};
    if (fd < 0) {
        fd = memfd_create("fuzz", MFD_CLOEXEC);
        FUZZ_CHECK(fd >= 0 && ftruncate(fd, REGION) == 0);
    }
    memcpy(&page, data, size < sizeof page ? size : sizeof page);
    FUZZ_CHECK(pwrite(fd, &page, sizeof page, 0) == sizeof page);
    if (emuq_region_read(fd, &info, &wish) != 0)
        return 0;
    check_pieces(info.control_offset, info.control_stride, info.control_bytes, info.nodes);
    check_pieces(info.registers_offset, info.registers_stride, info.registers_bytes, info.nodes);
    if ((info.features & EMUQ_DEVICE_HAS_SEPARATE_MEMORY) == 0)
        check_pieces(info.aperture_offset, info.aperture_stride, info.aperture_bytes,
                     info.aperture_stride != 0 ? info.nodes : 1);
    return 0;
}
