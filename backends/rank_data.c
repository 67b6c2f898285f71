/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "backends/rank_data.h"

#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "backends/address_space.h"
#include "backends/rank_heap.h"
#include "base/program_data.h"
#include "base/resize.h"

/* What a sanitizer knows of memory goes by addresses, and its own data may lie among the program's. */
extern void __tsan_init(void) __attribute__((weak));
extern void __asan_init(void) __attribute__((weak));

#if defined(__x86_64__)
#define COPY_RELOCATION R_X86_64_COPY
#elif defined(__aarch64__)
#define COPY_RELOCATION R_AARCH64_COPY
#else
#error "the type of relocation that copies a variable of a shared library is not known"
#endif

#define PIECES EMUQ_RANK_DATA_PARTS

/* Of aliases: the alignment that objects of the program may rely on. */
#define ALIGNMENT ((uint64_t)1 << 20)

/* Address space of all aliases: Message Units can reach all of them and, in as much again, the heap. */
#define ALIASES_MOST (EMUQ_GRANULES / 2 * EMUQ_GRANULE_BYTES)

#define OTHER_GRANULES 128u /* of memory that is neither static data nor in heaps of ranks */

#define FEW_BYTES (24u << 10) /* to be copied twice takes less time than to be mapped */

/* Static data that one call maps. */
typedef struct piece {
    uintptr_t begin, end;
} piece_t;

/* Variables of the C library that a process has of its own. */
typedef struct library_data {
    /* An array of the rank's own: setenv() makes one anew from the last one of any rank. */
    char **environment;
    char *argument;
    int index, error, option; /* of getopt(), as is `argument` */
} library_data_t;

static struct {
    piece_t piece[PIECES];
    uintptr_t begin, end; /* of all pieces */
    char *first;          /* as they were before constructors, or NULL */
    int file;             /* the copies, one after the other */
    uint64_t bytes;       /* of a copy */
    char *area;           /* address space of the aliases */
    uint64_t area_bytes;
    char *alias;             /* of the first copy */
    uint64_t spacing;        /* from alias to alias */
    uint32_t ranks;          /* 0: there are no copies */
    uint32_t rank;           /* whose data are in place ... */
    bool is_mapped;          /* ... by a mapping of its copy */
    library_data_t *library; /* of each rank that does not run */
} data = {.file = -1};

const emuq_library_sections_t *emuq_library_sections;

static uintptr_t up(uintptr_t address, uint64_t unit)
{
    return (address + unit - 1) / unit * unit;
}

/* The program's data without EMUQ's. @return false: they cannot be told apart */
static bool find_pieces(void)
{
    const emuq_library_sections_t *own = emuq_library_sections;
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    emuq_program_data_t all = emuq_program_data_find();
    if (own == NULL || all.has_library || __tsan_init != NULL || __asan_init != NULL)
        return false;
    for (int i = 0; i < 2; i++)
        if (own->begin[i] % page != 0 || own->end[i] % page != 0 || own->end[i] < own->begin[i])
            return false;
    if (all.begin >= own->begin[0] || own->end[0] > own->begin[1] || own->begin[1] >= all.end ||
        own->end[1] < all.end)
        return false;
    data.piece[0] = (piece_t){all.begin, own->begin[0]};
    data.piece[1] = (piece_t){own->end[0], own->begin[1]};
    data.begin = all.begin;
    data.end = own->begin[1];
    data.bytes = data.end - data.begin;
    return true;
}

uint32_t emuq_rank_data_most(void)
{
    return (uint32_t)(ALIASES_MOST / up(data.bytes, ALIGNMENT));
}

uint64_t emuq_rank_data_heap_bytes(void)
{
    uint64_t taken = up(data.ranks * data.spacing, EMUQ_GRANULE_BYTES) / EMUQ_GRANULE_BYTES,
             left = EMUQ_GRANULES - OTHER_GRANULES - taken;
    return emuq_rank_heap_most(data.ranks, left);
}

/* Address space in which every alias is aligned as the data themselves. Aliases lie close together: the ranks
 * share the granules of one table of physical memory. */
static int make_aliases(uint32_t ranks)
{
    uintptr_t skip = data.begin % ALIGNMENT;
    if (ranks > emuq_rank_data_most())
        return -ENOSPC;
    data.spacing = up(data.bytes, ALIGNMENT);
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
    data.alias = (char *)up((uintptr_t)data.area, EMUQ_GRANULE_BYTES) + skip;
    for (uint32_t r = 0; r < ranks; r++)
        if (mmap(data.alias + r * data.spacing, data.bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                 data.file, (off_t)(r * data.bytes)) == MAP_FAILED)
            return -errno;
    return 0;
}

/* Pages of zeros stay holes of the file: a large .bss costs no memory before it is used.
 *  @param from  of the piece */
static void copy(char *to, const piece_t *piece, const char *from)
{
    static const char zeros[4096];
    for (uint64_t at = 0; at < piece->end - piece->begin; at += sizeof zeros)
        if (memcmp(from + at, zeros, sizeof zeros) != 0)
            memcpy(to + (piece->begin - data.begin) + at, from + at, sizeof zeros);
}

static void copy_all(char *to, const char *from)
{
    for (int i = 0; i < PIECES; i++)
        copy(to, &data.piece[i], from + (data.piece[i].begin - data.begin));
}

/* Variables of shared libraries that the linker has put among the program's data (std::cout): the libraries'
 * constructors do not run again, so a copy begins with what they have made. */
static void copy_of_libraries(char *to, const struct dl_phdr_info *program, const ElfW(Dyn) * dynamic)
{
    const ElfW(Rela) *relocation = NULL;
    const ElfW(Sym) *symbol = NULL;
    size_t bytes = 0;
    for (const ElfW(Dyn) *d = dynamic; d->d_tag != DT_NULL; d++) {
        if (d->d_tag == DT_RELA) /* the C library has made pointers of these */
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

static int find_libraries(struct dl_phdr_info *program, size_t size, void *to)
{
    (void)size;
    for (unsigned i = 0; i < program->dlpi_phnum; i++)
        if (program->dlpi_phdr[i].p_type == PT_DYNAMIC)
            copy_of_libraries(to, program,
                              (const void *)(program->dlpi_addr + program->dlpi_phdr[i].p_vaddr));
    return 1;
}

/* Without memory the array stays where it is. */
static char **own_environment(char **own)
{
    size_t count = 0;
    while (environ != NULL && environ[count] != NULL)
        count++;
    if (environ == own || environ == NULL)
        return environ;
    char **array = realloc(own, (count + 1) * sizeof *array);
    if (array == NULL)
        return environ;
    memcpy(array, environ, (count + 1) * sizeof *array);
    return array;
}

static void keep_library_data(library_data_t *d)
{
    *d = (library_data_t){own_environment(d->environment), optarg, optind, opterr, optopt};
}

static void set_library_data(const library_data_t *d)
{
    environ = d->environment;
    optarg = d->argument;
    optind = d->index;
    opterr = d->error;
    optopt = d->option;
}

/* Not by mmap(), which protects static data from the program. */
static int map(uint32_t rank)
{
    for (int i = 0; i < PIECES; i++) {
        const piece_t *p = &data.piece[i];
        if (p->end > p->begin &&
            syscall(SYS_mmap, p->begin, p->end - p->begin, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                    data.file, (off_t)(rank * data.bytes + (p->begin - data.begin))) == -1)
            return -errno;
    }
    data.rank = rank;
    data.is_mapped = true;
    return 0;
}

static char *copy_of(uint32_t rank, const piece_t *piece)
{
    return data.alias + rank * data.spacing + (piece->begin - data.begin);
}

/* What is in place, to the copy of the rank that it belongs to. */
static void put_away(void)
{
    for (int i = 0; i < PIECES; i++)
        memcpy(copy_of(data.rank, &data.piece[i]), (const char *)data.piece[i].begin,
               data.piece[i].end - data.piece[i].begin);
}

static int put_in_place(uint32_t rank)
{
    if (data.is_mapped)
        return map(rank);
    put_away();
    for (int i = 0; i < PIECES; i++)
        memcpy((char *)data.piece[i].begin, copy_of(rank, &data.piece[i]),
               data.piece[i].end - data.piece[i].begin);
    data.rank = rank;
    return 0;
}

int emuq_rank_data_remember(void)
{
    if (!find_pieces())
        return -ENOTSUP;
    char *first =
        mmap(NULL, data.bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (first == MAP_FAILED)
        return -errno;
    copy_all(first, (const char *)data.begin);
    data.first = first;
    return 0;
}

static bool are_few_bytes(void)
{
    uint64_t bytes = 0;
    for (int i = 0; i < PIECES; i++)
        bytes += data.piece[i].end - data.piece[i].begin;
    return bytes <= FEW_BYTES;
}

int emuq_rank_data_open(uint32_t ranks)
{
    if (!find_pieces())
        return -ENOTSUP;
    int rc = make_aliases(ranks);
    data.library = calloc(ranks, sizeof *data.library);
    if (rc == 0 && data.library == NULL)
        rc = -ENOMEM;
    for (uint32_t r = 0; r < ranks && rc == 0; r++) {
        char *to = data.alias + r * data.spacing;
        bool is_constructed = r == 0 || data.first == NULL;
        keep_library_data(&data.library[r]);
        copy_all(to, is_constructed ? (const char *)data.begin : data.first);
        if (!is_constructed)
            dl_iterate_phdr(find_libraries, to);
    }
    data.rank = 0;
    data.is_mapped = false;
    if (rc == 0 && !are_few_bytes())
        rc = map(0);
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
    for (uint32_t r = 1; r < data.ranks; r++) /* that of the first one is in use */
        free(data.library[r].environment);
    free(data.library);
    data.library = NULL;
    data.area = NULL;
    data.file = -1;
    data.ranks = 0;
}

/* Whoever ran on would have another rank's data. */
static void fail(uint32_t rank)
{
    fprintf(stderr, "emuq: rank %u: its static data cannot be mapped: %s; raise vm.max_map_count\n", rank,
            strerror(errno));
    _exit(EXIT_FAILURE);
}

void emuq_rank_data_enter(uint32_t rank)
{
    if (rank >= data.ranks || rank == data.rank)
        return;
    keep_library_data(&data.library[data.rank]);
    if (put_in_place(rank) != 0)
        fail(rank);
    emuq_rank_heap_enter(rank);
    set_library_data(&data.library[rank]);
}

void emuq_rank_data_give(void)
{
    if (data.ranks == 0 || data.is_mapped)
        return;
    put_away();
    if (map(data.rank) != 0)
        fail(data.rank);
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
    for (int i = 0; i < PIECES && data.ranks != 0 && data.is_mapped; i++) {
        const piece_t *p = &data.piece[i];
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
