/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Static data of a library are its .data and .bss sections, without what the compiler's start files put into
 * every library: __dso_handle and a flag of one byte. Segments do not tell them from it, so the sections are
 * read from the file. A library is reported by its file, so a symbolic link does not hide it.
 */
#define _GNU_SOURCE
#include "kernel-shim/partition/shared_libraries.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"

#define START_FILES_DATA 8u /* __dso_handle */
#define START_FILES_BSS  8u /* the flag, padded */
#define NAMED_MOST       64u
#define NAME_BYTES       256u

/* Names begin so. Their data belong to the process: locks, caches, streams. */
static const char *const system_libraries[] = {
    "ld-",        "ld64",        "libc.",      "libm.",        "libmvec.",     "libdl.",
    "librt.",     "libpthread",  "libresolv.", "libnss_",      "libutil.",     "libanl.",
    "libgcc_s.",  "libstdc++.",  "libc++",     "libgfortran.", "libquadmath.", "libgomp.",
    "libatomic.", "libmimalloc", "libhwloc.",  "libfabric.",   "libudev.",     "libpmix.",
    "libnuma.",   "libcap.",     "libsodium.", "libemuq",      "linux-vdso",   "linux-gate"};

static struct {
    unsigned ranks;           /* 0: nothing is reported */
    unsigned long long loads; /* of libraries, when the list was read last */
    bool is_busy;             /* __atomic: a thread reads the list */
    unsigned named;
    char name[NAMED_MOST][NAME_BYTES];
} watch;

static bool is_system(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    for (size_t i = 0; i < sizeof system_libraries / sizeof *system_libraries; i++)
        if (strncmp(name, system_libraries[i], strlen(system_libraries[i])) == 0)
            return true;
    return false;
}

/* Bytes of variables in a section of the given name. */
static uint64_t variables(const ElfW(Shdr) * section, const char *name)
{
    bool is_bss = strcmp(name, ".bss") == 0;
    if (strcmp(name, ".data") == 0)
        return section->sh_size > START_FILES_DATA ? section->sh_size : 0;
    if (is_bss && section->sh_addralign <= 1 && section->sh_size <= START_FILES_BSS)
        return 0;
    return is_bss || strcmp(name, ".tm_clone_table") == 0 ? section->sh_size : 0;
}

static uint64_t variables_of(const char *file, size_t bytes)
{
    const ElfW(Ehdr) *header = (const void *)file;
    uint64_t sum = 0;
    if (bytes < sizeof *header || memcmp(file, ELFMAG, SELFMAG) != 0 ||
        header->e_shentsize != sizeof(ElfW(Shdr)) || header->e_shoff > bytes ||
        header->e_shnum > (bytes - header->e_shoff) / sizeof(ElfW(Shdr)) ||
        header->e_shstrndx >= header->e_shnum)
        return 0;
    const ElfW(Shdr) *section = (const void *)(file + header->e_shoff);
    const ElfW(Shdr) *names = &section[header->e_shstrndx];
    if (names->sh_offset > bytes || names->sh_size > bytes - names->sh_offset || names->sh_size == 0 ||
        file[names->sh_offset + names->sh_size - 1] != '\0')
        return 0;
    for (unsigned i = 0; i < header->e_shnum; i++)
        if ((section[i].sh_flags & SHF_WRITE) != 0 && section[i].sh_name < names->sh_size)
            sum += variables(&section[i], file + names->sh_offset + section[i].sh_name);
    return sum;
}

static uint64_t variables_in(const char *path)
{
    struct stat status;
    uint64_t sum = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    if (fstat(fd, &status) == 0 && status.st_size > 0) {
        char *file = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (file != MAP_FAILED) {
            sum = variables_of(file, (size_t)status.st_size);
            munmap(file, (size_t)status.st_size);
        }
    }
    close(fd);
    return sum;
}

static bool is_named(const char *path)
{
    for (unsigned i = 0; i < watch.named; i++)
        if (strncmp(watch.name[i], path, NAME_BYTES - 1) == 0)
            return true;
    return false;
}

static int check(struct dl_phdr_info *library, size_t size, void *is_first)
{
    (void)size;
    const char *path = library->dlpi_name;
    if (*(bool *)is_first && library->dlpi_adds == watch.loads)
        return 1;
    *(bool *)is_first = false;
    watch.loads = library->dlpi_adds;
    if (path == NULL || path[0] == '\0' || is_system(path) || is_named(path) || watch.named == NAMED_MOST)
        return 0;
    uint64_t bytes = variables_in(path);
    snprintf(watch.name[watch.named++], NAME_BYTES, "%s", path);
    if (bytes != 0)
        emuq_log("the %u ranks share the %llu bytes of static data of %s, and what it allocates; link it "
                     "statically, or run the ranks as processes (without --timed)",
                     watch.ranks, (unsigned long long)bytes, path);
    return 0;
}

void emuq_shared_libraries_report(void)
{
    bool is_first = true;
    if (watch.ranks == 0 || __atomic_exchange_n(&watch.is_busy, true, __ATOMIC_ACQUIRE))
        return;
    dl_iterate_phdr(check, &is_first);
    __atomic_store_n(&watch.is_busy, false, __ATOMIC_RELEASE);
}

void emuq_shared_libraries_watch(unsigned ranks)
{
    watch.ranks = ranks;
    emuq_shared_libraries_report();
}
