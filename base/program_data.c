/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "base/program_data.h"

#include <link.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

static uintptr_t page_down(uintptr_t address)
{
    return address & ~((uintptr_t)sysconf(_SC_PAGESIZE) - 1);
}

static uintptr_t page_up(uintptr_t address)
{
    return page_down(address + (uintptr_t)sysconf(_SC_PAGESIZE) - 1);
}

/* What the dynamic linker has made read-only: whole pages, a last piece of one stays writable. */
static emuq_program_data_t relro_of(const struct dl_phdr_info *program)
{
    for (unsigned i = 0; i < program->dlpi_phnum; i++) {
        const ElfW(Phdr) *h = &program->dlpi_phdr[i];
        uintptr_t begin = program->dlpi_addr + h->p_vaddr;
        if (h->p_type == PT_GNU_RELRO)
            return (emuq_program_data_t){.begin = page_down(begin), .end = page_down(begin + h->p_memsz)};
    }
    return (emuq_program_data_t){.begin = 0};
}

/* The linker puts an object with a large alignment into a separate segment, and leaves a gap in front of it
 * that is shorter than the alignment. @return whether the gap is memory now */
static bool fill_gap(uintptr_t begin, uintptr_t end, uintptr_t alignment)
{
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
    return begin != 0 && begin < end && end - begin < alignment &&
           mmap((void *)begin, end - begin, PROT_READ | PROT_WRITE, flags, -1, 0) == (void *)begin;
}

/* 1 ends the iteration: the program comes first. */
static int find(struct dl_phdr_info *program, size_t size, void *found)
{
    (void)size;
    emuq_program_data_t *longest = found, run = {.begin = 0}, relro = relro_of(program);
    bool has_interpreter = false;
    for (unsigned i = 0; i < program->dlpi_phnum; i++) {
        const ElfW(Phdr) *h = &program->dlpi_phdr[i];
        has_interpreter |= h->p_type == PT_INTERP;
        if (h->p_type != PT_LOAD || (h->p_flags & PF_W) == 0)
            continue;
        uintptr_t begin = page_down(program->dlpi_addr + h->p_vaddr);
        uintptr_t end = page_up(program->dlpi_addr + h->p_vaddr + h->p_memsz);
        if (relro.begin < end && relro.end > begin)
            begin = relro.end;
        if (begin >= end)
            continue;
        if (begin != run.end && !fill_gap(run.end, begin, h->p_align))
            run = (emuq_program_data_t){.begin = begin, .protection = PROT_READ | PROT_WRITE};
        run.end = end;
        run.protection |= (h->p_flags & PF_X) != 0 ? PROT_EXEC : 0;
        if (run.end - run.begin > longest->end - longest->begin)
            *longest = run;
    }
    longest->has_library = !has_interpreter;
    return 1;
}

emuq_program_data_t emuq_program_data_find(void)
{
    static emuq_program_data_t found;
    if (found.end == 0)
        dl_iterate_phdr(find, &found);
    return found;
}
