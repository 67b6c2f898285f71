/* SPDX-License-Identifier: BSD-3-Clause */
/* EXT_bgq_l2atomic: memory for L2 atomic operations, of a process or shared by the processes of a node. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <spi/include/kernel/location.h>
#include <spi/include/kernel/memory.h>
#include <spi/include/kernel/process.h>

#include "base/process.h"
#include "msglayer/extensions/symbol.h"

#define NAME_BYTES 128
#define PAGE       4096u

/* In front of memory that is shared. Node memory is aligned to at most a page. */
typedef struct shared_header {
    uint64_t users; /* __atomic */
    uint64_t bytes; /* of the mapping, with this page */
    char name[NAME_BYTES];
} shared_header_t;

static pami_result_t usable(void *memory, size_t bytes)
{
    return Kernel_L2AtomicsAllocate(memory, bytes) == 0 ? PAMI_SUCCESS : PAMI_ERROR;
}

static pami_result_t proc_memalign(void **memptr, size_t alignment, size_t bytes, const char *key)
{
    (void)key; /* names the memory only where it is shared */
    if (memptr == NULL || bytes == 0 ||
        posix_memalign(memptr, alignment < sizeof(void *) ? sizeof(void *) : alignment, bytes) != 0)
        return PAMI_ERROR;
    return usable(*memptr, bytes);
}

static pami_result_t proc_free(void *mem)
{
    free(mem);
    return PAMI_SUCCESS;
}

/* A name that is the same for the processes of the node, and for no process outside it. */
static void make_name(char name[NAME_BYTES], const char *key)
{
    uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a: a key may hold anything */
    for (const char *p = key; *p != '\0'; p++)
        hash = (hash ^ (unsigned char)*p) * 0x100000001b3u;
    uint32_t node = (Kernel_BlockThreadId() - Kernel_ProcessorID()) / 68;
    snprintf(name, NAME_BYTES, "/emuq-pami-%llx-%x-%llx", (unsigned long long)Kernel_GetJobID(), node,
             (unsigned long long)hash);
}

static pami_result_t node_memalign(void **memptr, size_t alignment, size_t bytes, const char *key)
{
    char name[NAME_BYTES];
    if (memptr == NULL || bytes == 0 || key == NULL || alignment > PAGE)
        return PAMI_INVAL;
    make_name(name, key);
    size_t total = PAGE + (bytes + PAGE - 1) / PAGE * PAGE;
    int fd = shm_open(name, O_RDWR | O_CREAT, 0600);
    if (fd < 0)
        return PAMI_CHECK_ERRNO;
    void *memory = MAP_FAILED;
    if (emuq_file_resize(fd, total) == 0)
        memory = mmap(NULL, total, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (memory == MAP_FAILED)
        return PAMI_ENOMEM;
    shared_header_t *header = memory;
    /* All users write the same. */
    __atomic_store_n(&header->bytes, total, __ATOMIC_RELAXED);
    if (__atomic_fetch_add(&header->users, 1, __ATOMIC_ACQ_REL) == 0)
        snprintf(header->name, sizeof header->name, "%s", name);
    *memptr = (char *)memory + PAGE;
    return usable(*memptr, bytes);
}

static pami_result_t node_free(void *mem)
{
    if (mem == NULL)
        return PAMI_INVAL;
    shared_header_t *header = (shared_header_t *)(void *)((char *)mem - PAGE);
    size_t bytes = __atomic_load_n(&header->bytes, __ATOMIC_RELAXED);
    /* The last user takes the name away. */
    if (__atomic_fetch_sub(&header->users, 1, __ATOMIC_ACQ_REL) == 1)
        shm_unlink(header->name);
    return munmap(header, bytes) == 0 ? PAMI_SUCCESS : PAMI_CHECK_ERRNO;
}

void *emuq_pami_l2atomic_symbol(const char *name)
{
    const emuq_pami_symbol_t symbols[] = {{"node_memalign", EMUQ_PAMI_FUNCTION(node_memalign)},
                                          {"node_free", EMUQ_PAMI_FUNCTION(node_free)},
                                          {"proc_memalign", EMUQ_PAMI_FUNCTION(proc_memalign)},
                                          {"proc_free", EMUQ_PAMI_FUNCTION(proc_free)}};
    return emuq_pami_find_symbol(symbols, sizeof symbols / sizeof symbols[0], name);
}
