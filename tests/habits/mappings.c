/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory of mmap() behaves like private memory, but is also accessible to all processes of the node, like
 * the heap: each mapping has a node-wide address. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common.h"

#define PRIVATE (MAP_PRIVATE | MAP_ANONYMOUS)
#define RW      (PROT_READ | PROT_WRITE)

static size_t page;

static char *map(size_t pages)
{
    char *m = (char *)mmap(NULL, pages * page, RW, PRIVATE, -1, 0);
    EXPECT(m != MAP_FAILED);
    return m;
}

/* Fills each page with its number plus @p seed. */
static void fill(char *m, size_t pages, char seed)
{
    for (size_t i = 0; i < pages; i++)
        memset(m + i * page, (char)(seed + i), page);
}

static int holds(const char *m, size_t pages, char seed)
{
    for (size_t i = 0; i < pages * page; i++)
        if (m[i] != (char)(seed + i / page))
            return 0;
    return 1;
}

static int is_zero(const char *m, size_t pages)
{
    for (size_t i = 0; i < pages * page; i++)
        if (m[i] != 0)
            return 0;
    return 1;
}

static void is_reached(void)
{
    char *m = map(16);
    void *address;
    strcpy(m + 5 * page, "reached");
    EXPECT(Kernel_Physical2GlobalVirtual((void *)pa_of(m + 5 * page, 8), &address) == 0);
    EXPECT(strcmp((char *)address, "reached") == 0);
    EXPECT(munmap(m, 16 * page) == 0);
}

static void parts(void)
{
    char *m = map(8);
    EXPECT(is_zero(m, 8));
    fill(m, 8, 1);
    EXPECT(munmap(m + 3 * page, 2 * page) == 0);
    EXPECT(holds(m, 3, 1) && holds(m + 5 * page, 3, 6));
    char *again = map(2);
    EXPECT(is_zero(again, 2));
    EXPECT(munmap(again, 2 * page) == 0);
    EXPECT(mprotect(m, page, PROT_READ) == 0 && m[0] == 1);
    EXPECT(madvise(m + page, page, MADV_DONTNEED) == 0 && is_zero(m + page, 1));
    EXPECT(mmap(m + 6 * page, page, RW, PRIVATE | MAP_FIXED, -1, 0) == m + 6 * page);
    EXPECT(holds(m + 5 * page, 1, 6) && is_zero(m + 6 * page, 1) && holds(m + 7 * page, 1, 8));
    EXPECT(munmap(m, 3 * page) == 0 && munmap(m + 5 * page, 3 * page) == 0);
}

static void resized(void)
{
    char *m = map(4), *behind = map(4);
    fill(m, 4, 10);
    m = (char *)mremap(m, 4 * page, 9 * page, MREMAP_MAYMOVE);
    EXPECT(m != MAP_FAILED && holds(m, 4, 10) && is_zero(m + 4 * page, 5));
    fill(m, 9, 10);
    EXPECT(mremap(m, 9 * page, 2 * page, 0) == m && holds(m, 2, 10));
    EXPECT(mremap(m, 2 * page, 3 * page, 0) == m && holds(m, 2, 10) && is_zero(m + 2 * page, 1));
    EXPECT(munmap(m, 3 * page) == 0 && munmap(behind, 4 * page) == 0);
}

static void other_kinds(void)
{
    char *m = map(4), text[8] = "";
    int fd = memfd_create("file", 0);
    EXPECT(fd >= 0 && pwrite(fd, "contents", 8, (off_t)page) == 8);
    char *file = (char *)mmap(m + page, page, RW, MAP_PRIVATE | MAP_FIXED, fd, (off_t)page);
    EXPECT(file == m + page && memcmp(file, "contents", 8) == 0 && is_zero(m, 1));
    file[0] = 'C';
    EXPECT(pread(fd, text, 1, (off_t)page) == 1 && text[0] == 'c');
    EXPECT(munmap(m, 4 * page) == 0);
    /* A reservation of addresses, with a file mapped into the range. */
    char *reserved = (char *)mmap(NULL, 64 * page, PROT_NONE, PRIVATE | MAP_NORESERVE, -1, 0);
    EXPECT(reserved != MAP_FAILED);
    EXPECT(mmap(reserved + page, page, RW, MAP_SHARED | MAP_FIXED, fd, (off_t)page) == reserved + page);
    reserved[page] = 'D';
    EXPECT(pread(fd, text, 1, (off_t)page) == 1 && text[0] == 'D');
    EXPECT(munmap(reserved, 64 * page) == 0);
    close(fd);
}

static void forked(void)
{
    int status;
    char *m = map(3);
    fill(m, 3, 40);
    pid_t child = fork();
    EXPECT(child >= 0);
    if (child == 0) {
        int was = holds(m, 3, 40);
        memset(m, 7, page);
        char *own = (char *)mmap(NULL, page, RW, PRIVATE, -1, 0);
        _exit(was && own != MAP_FAILED && munmap(own, page) == 0 && munmap(m, 3 * page) == 0 ? 0 : 1);
    }
    EXPECT(waitpid(child, &status, 0) == child && status == 0);
    EXPECT(holds(m, 3, 40));
    EXPECT(munmap(m, 3 * page) == 0);
}

/* Mappings are created and removed in random order, completely or in parts. Each mapping keeps its contents,
 * and no address range is lost. */
static void many(void)
{
    enum { MANY = 64, ROUNDS = 4000 };
    struct {
        char *m;
        size_t pages;
        char seed;
    } is[MANY];
    unsigned random = 1 + Kernel_GetRank();
    memset(is, 0, sizeof is);
    for (int i = 0; i < ROUNDS; i++) {
        size_t k = (size_t)rand_r(&random) % MANY, half = is[k].pages / 2;
        if (is[k].m == NULL) {
            is[k].pages = 1 + (size_t)rand_r(&random) % 9;
            is[k].seed = (char)i;
            is[k].m = map(is[k].pages);
            EXPECT(is_zero(is[k].m, is[k].pages));
            fill(is[k].m, is[k].pages, is[k].seed);
            continue;
        }
        EXPECT(holds(is[k].m, is[k].pages, is[k].seed));
        if (half > 0 && rand_r(&random) % 2) { /* unmaps the first half */
            EXPECT(munmap(is[k].m, half * page) == 0);
            is[k].m += half * page;
            is[k].pages -= half;
            is[k].seed = (char)(is[k].seed + half);
        } else {
            EXPECT(munmap(is[k].m, is[k].pages * page) == 0);
            is[k].m = NULL;
        }
    }
    for (size_t k = 0; k < MANY; k++)
        if (is[k].m != NULL)
            EXPECT(munmap(is[k].m, is[k].pages * page) == 0);
}

int main(void)
{
    page = (size_t)sysconf(_SC_PAGESIZE);
    char *first = map(1);
    EXPECT(munmap(first, page) == 0);
    is_reached();
    parts();
    resized();
    other_kinds();
    forked();
    many();
    char *last = map(1);
    EXPECT(last == first); /* all pages are free and merged */
    EXPECT(munmap(last, page) == 0);
    return 0;
}
