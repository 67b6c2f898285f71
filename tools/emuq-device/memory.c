/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "tools/emuq-device/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/process.h"

#define RUN_OFF ((UINT64_C(1) << 32) + (UINT64_C(1) << 26)) /* behind the mapping */

int emuq_memory_file(const char *name, uint64_t bytes)
{
    int fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd < 0)
        return -errno;
    int rc = emuq_file_resize(fd, bytes);
    if (rc == 0 && fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
        rc = -errno;
    if (rc == 0)
        return fd;
    close(fd);
    return rc;
}

int emuq_memory_map(emuq_mapping_t *mapping, int fd, uint64_t offset, uint64_t bytes)
{
    uint64_t mapped = bytes + RUN_OFF;
    char *va = mmap(NULL, mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (va == MAP_FAILED)
        return -errno;
    *mapping = (emuq_mapping_t){va, bytes, mapped};
    for (uint64_t at = 0; at < mapped; at += bytes) {
        uint64_t piece = mapped - at < bytes ? mapped - at : bytes;
        if (mmap(va + at, piece, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED | MAP_NORESERVE, fd,
                 (off_t)offset) == MAP_FAILED) {
            int rc = -errno;
            emuq_memory_unmap(mapping);
            return rc;
        }
    }
    madvise(va, mapped, MADV_DONTDUMP);
    return 0;
}

void emuq_memory_unmap(emuq_mapping_t *mapping)
{
    if (mapping->va != NULL)
        munmap(mapping->va, mapping->mapped);
    *mapping = (emuq_mapping_t){0};
}
