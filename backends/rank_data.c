/* SPDX-License-Identifier: BSD-3-Clause */
/* Static data of ranks: one copy of the program's segment per rank. */
#define _GNU_SOURCE
#include "backends/rank_memory.h"

#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "backends/address_space.h"
#include "base/process.h"

/* Sanitizers track memory by address, and may have data in the program's segment. */
extern void __tsan_init(void) __attribute__((weak));
extern void __asan_init(void) __attribute__((weak));

#if defined(__x86_64__)
#define COPY_RELOCATION R_X86_64_COPY
#elif defined(__aarch64__)
#define COPY_RELOCATION R_AARCH64_COPY
#else
#error "the type of relocation that copies a variable of a shared library is not known"
#endif

#define SEGMENTS EMUQ_RANK_DATA_PARTS

#define ALIGNMENT ((uint64_t)1 << 20) /* alignment of aliases: the maximum of static objects */

/* Half of the physical address space; heaps have the rest. */
#define ALIASES_MOST (EMUQ_GRANULES / 2 * EMUQ_GRANULE_BYTES)

#define OTHER_GRANULES 128u

#define FEW_BYTES (24u << 10) /* up to here, two copies are faster than a mapping */

typedef struct segment {
    uintptr_t begin, end;
} segment_t;

/* Variables of the C library that belong to a rank. */
typedef struct library_data {
    /* private: setenv() reallocates the latest array of any rank */
    char **environment;
    char *argument;
    int index, error, option; /* state of getopt(), like `argument` */
} library_data_t;

static struct {
    segment_t segment[SEGMENTS];
    uintptr_t begin, end;
    char *first; /* data before constructors, or NULL */
    int file;
    uint64_t bytes; /* size of a copy */
    char *area;
    uint64_t area_bytes;
    char *alias;             /* alias of copy 0 */
    uint64_t spacing;        /* bytes between aliases */
    uint32_t ranks;          /* 0: no copies */
    uint32_t rank;           /* loaded rank */
    bool is_mapped;          /* the rank is loaded by a mapping, not by a copy */
    library_data_t *library; /* variables of suspended ranks */
} data = {.file = -1};

const emuq_library_sections_t *emuq_library_sections;

static uintptr_t rank_data_round_up(uintptr_t address, uint64_t unit)
{
    return (address + unit - 1) / unit * unit;
}

/* Returns false if the data are not separable from EMUQ's. */
static bool rank_data_find_segments(void)
{
    const emuq_library_sections_t *library = emuq_library_sections;
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    emuq_program_data_t all = emuq_program_data_find();
    if (library == NULL || all.has_library || __tsan_init != NULL || __asan_init != NULL)
        return false;
    for (int i = 0; i < 2; i++)
        if (library->begin[i] % page != 0 || library->end[i] % page != 0 ||
            library->end[i] < library->begin[i])
            return false;
    if (all.begin >= library->begin[0] || library->end[0] > library->begin[1] ||
        library->begin[1] >= all.end || library->end[1] < all.end)
        return false;
    data.segment[0] = (segment_t){all.begin, library->begin[0]};
    data.segment[1] = (segment_t){library->end[0], library->begin[1]};
    data.begin = all.begin;
    data.end = library->begin[1];
    data.bytes = data.end - data.begin;
    return true;
}

uint32_t emuq_rank_data_most(void)
{
    return (uint32_t)(ALIASES_MOST / rank_data_round_up(data.bytes, ALIGNMENT));
}

uint64_t emuq_rank_data_heap_bytes(void)
{
    uint64_t taken = rank_data_round_up(data.ranks * data.spacing, EMUQ_GRANULE_BYTES) / EMUQ_GRANULE_BYTES,
             left = EMUQ_GRANULES - OTHER_GRANULES - taken;
    return emuq_rank_heap_most(data.ranks, left);
}

/* Aliases have the alignment of the data, and share granules. */
static int rank_data_make_aliases(uint32_t ranks)
{
    uintptr_t skip = data.begin % ALIGNMENT;
    if (ranks > emuq_rank_data_most())
        return -ENOSPC;
    data.spacing = rank_data_round_up(data.bytes, ALIGNMENT);
    data.area_bytes = ranks * data.spacing + ALIGNMENT + EMUQ_GRANULE_BYTES;
    data.file = memfd_create("emuq-rank-data", MFD_CLOEXEC);
    if (data.file < 0)
        return -errno;
    int rc = emuq_file_resize(data.file, ranks * data.bytes);
    if (rc != 0)
        return rc;
    data.area = mmap(NULL, data.area_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (data.area == MAP_FAILED) {
        data.area = NULL;
        return -errno;
    }
    data.alias = (char *)rank_data_round_up((uintptr_t)data.area, EMUQ_GRANULE_BYTES) + skip;
    for (uint32_t r = 0; r < ranks; r++)
        if (mmap(data.alias + r * data.spacing, data.bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                 data.file, (off_t)(r * data.bytes)) == MAP_FAILED)
            return -errno;
    return 0;
}

/* Zeroed pages remain holes of the file, so an unused .bss costs no memory. */
static void rank_data_copy(char *to, const segment_t *segment, const char *from)
{
    static const char zeros[4096];
    for (uint64_t at = 0; at < segment->end - segment->begin; at += sizeof zeros)
        if (memcmp(from + at, zeros, sizeof zeros) != 0)
            memcpy(to + (segment->begin - data.begin) + at, from + at, sizeof zeros);
}

static void rank_data_copy_all(char *to, const char *from)
{
    for (int i = 0; i < SEGMENTS; i++)
        rank_data_copy(to, &data.segment[i], from + (data.segment[i].begin - data.begin));
}

/* Copies variables of shared libraries (copy relocations, such as std::cout), whose constructors do not run
 * again for the rank. */
static void rank_data_copy_library(char *to, const struct dl_phdr_info *program, const ElfW(Dyn) * dynamic)
{
    const ElfW(Rela) *relocation = NULL;
    const ElfW(Sym) *symbol = NULL;
    size_t bytes = 0;
    for (const ElfW(Dyn) *d = dynamic; d->d_tag != DT_NULL; d++) {
        if (d->d_tag == DT_RELA) /* relocated to a pointer by the C library */
            relocation = (const void *)d->d_un.d_ptr;
        if (d->d_tag == DT_SYMTAB)
            symbol = (const void *)d->d_un.d_ptr;
        if (d->d_tag == DT_RELASZ)
            bytes = d->d_un.d_val;
    }
    for (size_t i = 0; relocation != NULL && symbol != NULL && i < bytes / sizeof *relocation; i++) {
        uintptr_t at = program->dlpi_addr + relocation[i].r_offset;
        if (ELF64_R_TYPE(relocation[i].r_info) == COPY_RELOCATION && at >= data.begin && at < data.end)
            memcpy(to + (at - data.begin), (const char *)at,
                   symbol[ELF64_R_SYM(relocation[i].r_info)].st_size);
    }
}

static int rank_data_copy_libraries(struct dl_phdr_info *program, size_t size, void *to)
{
    (void)size;
    for (unsigned i = 0; i < program->dlpi_phnum; i++)
        if (program->dlpi_phdr[i].p_type == PT_DYNAMIC)
            rank_data_copy_library(to, program,
                                   (const void *)(program->dlpi_addr + program->dlpi_phdr[i].p_vaddr));
    return 1;
}

/* Returns a private copy, or environ itself if out of memory. */
static char **rank_data_environment(char **old)
{
    size_t count = 0;
    while (environ != NULL && environ[count] != NULL)
        count++;
    if (environ == old || environ == NULL)
        return environ;
    char **array = realloc(old, (count + 1) * sizeof *array);
    if (array == NULL)
        return environ;
    memcpy(array, environ, (count + 1) * sizeof *array);
    return array;
}

static void rank_data_save_library(library_data_t *d)
{
    *d = (library_data_t){rank_data_environment(d->environment), optarg, optind, opterr, optopt};
}

static void rank_data_restore_library(const library_data_t *d)
{
    environ = d->environment;
    optarg = d->argument;
    optind = d->index;
    opterr = d->error;
    optopt = d->option;
}

/* Calls the kernel directly: the interposed mmap() rejects mappings over static data. */
static int rank_data_map(uint32_t rank)
{
    for (int i = 0; i < SEGMENTS; i++) {
        const segment_t *p = &data.segment[i];
        if (p->end > p->begin &&
            syscall(SYS_mmap, p->begin, p->end - p->begin, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                    data.file, (off_t)(rank * data.bytes + (p->begin - data.begin))) == -1)
            return -errno;
    }
    data.rank = rank;
    data.is_mapped = true;
    return 0;
}

static char *rank_data_copy_address(uint32_t rank, const segment_t *segment)
{
    return data.alias + rank * data.spacing + (segment->begin - data.begin);
}

static void rank_data_save(void)
{
    for (int i = 0; i < SEGMENTS; i++)
        memcpy(rank_data_copy_address(data.rank, &data.segment[i]), (const char *)data.segment[i].begin,
               data.segment[i].end - data.segment[i].begin);
}

static int rank_data_load(uint32_t rank)
{
    if (data.is_mapped)
        return rank_data_map(rank);
    rank_data_save();
    for (int i = 0; i < SEGMENTS; i++)
        memcpy((char *)data.segment[i].begin, rank_data_copy_address(rank, &data.segment[i]),
               data.segment[i].end - data.segment[i].begin);
    data.rank = rank;
    return 0;
}

int emuq_rank_data_remember(void)
{
    if (!rank_data_find_segments())
        return -ENOTSUP;
    char *first =
        mmap(NULL, data.bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (first == MAP_FAILED)
        return -errno;
    rank_data_copy_all(first, (const char *)data.begin);
    data.first = first;
    return 0;
}

static bool rank_data_is_small(void)
{
    uint64_t bytes = 0;
    for (int i = 0; i < SEGMENTS; i++)
        bytes += data.segment[i].end - data.segment[i].begin;
    return bytes <= FEW_BYTES;
}

int emuq_rank_data_open(uint32_t ranks)
{
    if (!rank_data_find_segments())
        return -ENOTSUP;
    int rc = rank_data_make_aliases(ranks);
    data.library = calloc(ranks, sizeof *data.library);
    if (rc == 0 && data.library == NULL)
        rc = -ENOMEM;
    for (uint32_t r = 0; r < ranks && rc == 0; r++) {
        char *to = data.alias + r * data.spacing;
        bool is_constructed = r == 0 || data.first == NULL;
        rank_data_save_library(&data.library[r]);
        rank_data_copy_all(to, is_constructed ? (const char *)data.begin : data.first);
        if (!is_constructed)
            dl_iterate_phdr(rank_data_copy_libraries, to);
    }
    data.rank = 0;
    data.is_mapped = false;
    if (rc == 0 && !rank_data_is_small())
        rc = rank_data_map(0);
    if (rc == 0)
        data.ranks = ranks;
    else
        emuq_rank_data_close();
    return rc;
}

void emuq_rank_data_close(void)
{
    if (data.ranks != 0)
        emuq_rank_data_enter(0);
    emuq_rank_heap_close();
    if (data.area != NULL)
        munmap(data.area, data.area_bytes);
    if (data.file >= 0)
        close(data.file);
    for (uint32_t r = 1; r < data.ranks; r++) /* rank 0's stays in use */
        free(data.library[r].environment);
    free(data.library);
    data.library = NULL;
    data.area = NULL;
    data.file = -1;
    data.ranks = 0;
}

static void rank_data_fail(uint32_t rank)
{
    fprintf(stderr, "emuq: rank %u: its static data cannot be mapped: %s; raise vm.max_map_count\n", rank,
            strerror(errno));
    _exit(EXIT_FAILURE);
}

void emuq_rank_data_enter(uint32_t rank)
{
    if (rank >= data.ranks || rank == data.rank)
        return;
    rank_data_save_library(&data.library[data.rank]);
    if (rank_data_load(rank) != 0)
        rank_data_fail(rank);
    emuq_rank_heap_enter(rank);
    rank_data_restore_library(&data.library[rank]);
}

void emuq_rank_data_give(void)
{
    if (data.ranks == 0 || data.is_mapped)
        return;
    rank_data_save();
    if (rank_data_map(data.rank) != 0)
        rank_data_fail(data.rank);
}

void emuq_rank_data_construct(int argc, char **argv, char **envp)
{
    if (emuq_rank_data_is_foreign() && data.first != NULL)
        emuq_library_sections->construct(argc, argv, envp);
}

bool emuq_rank_data_is_foreign(void)
{
    return data.ranks != 0 && data.rank != 0;
}

uintptr_t emuq_rank_data_delta(uint32_t rank, uintptr_t address)
{
    if (rank >= data.ranks)
        return 0;
    if (address < data.begin || address >= data.end)
        return emuq_rank_heap_delta(rank, address);
    return (uintptr_t)data.alias + rank * data.spacing - data.begin;
}

void emuq_rank_data_range(uintptr_t *begin, uintptr_t *end)
{
    *begin = data.ranks != 0 ? data.begin : 0;
    *end = data.ranks != 0 ? data.end : 0;
}

unsigned emuq_rank_data_parts(emuq_rank_data_part_t part[EMUQ_RANK_DATA_PARTS])
{
    unsigned count = 0;
    for (int i = 0; i < SEGMENTS && data.ranks != 0 && data.is_mapped; i++) {
        const segment_t *p = &data.segment[i];
        if (p->end > p->begin)
            part[count++] =
                (emuq_rank_data_part_t){data.file, data.rank * data.bytes + (p->begin - data.begin),
                                        (char *)p->begin, p->end - p->begin};
    }
    return count;
}

void emuq_rank_data_leave(void)
{
    data.ranks = 0;
}
