/* SPDX-License-Identifier: BSD-3-Clause */
/* Operations on mappings affect only their memory: overlapping mappings of a segment, files and segments
 * mapped over private memory, and physical addresses in the node-wide window. Runs as a node of several
 * processes. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/memory.h>
#include <spi/include/kernel/process.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGES = 4, RW = PROT_READ | PROT_WRITE };
#define PRIVATE (MAP_PRIVATE | MAP_ANONYMOUS)

#define EXPECT(condition)                                                                                    \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, "%s:%d: rank %u: not so: %s\n", __FILE__, __LINE__, (unsigned)Kernel_GetRank(),  \
                    #condition);                                                                             \
            exit(1);                                                                                         \
        }                                                                                                    \
    } while (0)

static size_t page, bytes;

static char *map(void *at, int protection, int flags, int fd, size_t first, size_t pages)
{
    char *m = mmap(at, pages * page, protection, flags, fd, (off_t)(first * page));
    EXPECT(m != MAP_FAILED);
    return m;
}

/* A segment, or a file, of four pages that begin with A, B, C and D. */
static int make(int is_segment)
{
    char name[64];
    snprintf(name, sizeof name, "/mappings.%u", (unsigned)Kernel_GetRank());
    int fd = is_segment ? shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600) : fileno(tmpfile());
    EXPECT(fd >= 0 && ftruncate(fd, (off_t)bytes) == 0);
    if (is_segment)
        shm_unlink(name);
    for (int i = 0; i < PAGES; i++)
        EXPECT(pwrite(fd, &(char){(char)('A' + i)}, 1, (off_t)((size_t)i * page)) == 1);
    return fd;
}

static int is_whole(int fd)
{
    char got;
    for (int i = 0; i < PAGES; i++)
        if (pread(fd, &got, 1, (off_t)((size_t)i * page)) != 1 || got != 'A' + i)
            return 0;
    return 1;
}

static int shows(const char *m, const char *first)
{
    for (size_t i = 0; first[i] != 0; i++)
        if (m[i * page] != first[i])
            return 0;
    return 1;
}

/* A second mapping neither replaces nor unmaps part of the first mapping. */
static void overlaps(void)
{
    int fd = make(1);
    char *whole = map(NULL, RW, MAP_SHARED, fd, 0, PAGES);
    char *part = map(NULL, PROT_READ, MAP_SHARED, fd, 1, 2);
    EXPECT(shows(whole, "ABCD") && shows(part, "BC"));
    whole[page + 1] = 'x'; /* still writable */
    EXPECT(part[1] == 'x');
    EXPECT(munmap(part, 2 * page) == 0 && shows(whole, "ABCD"));
    /* Only unmapped addresses are free. */
    EXPECT(munmap(whole + page, page) == 0);
    char *again = map(NULL, RW, MAP_SHARED, fd, 1, 1);
    EXPECT(again == whole + page && shows(whole, "ABCD"));
    char *third = map(NULL, PROT_READ, MAP_SHARED, fd, 1, 2);
    EXPECT(third != whole + page && shows(third, "BC") && munmap(third, 2 * page) == 0);
    EXPECT(shows(whole, "ABCD"));
    /* A moved mapping frees its addresses. */
    char *moved = mremap(whole, bytes, 2 * bytes, MREMAP_MAYMOVE);
    EXPECT(moved != MAP_FAILED && moved != whole && shows(moved, "ABCD"));
    EXPECT(map(NULL, RW, MAP_SHARED, fd, 0, PAGES) == whole && shows(whole, "ABCD"));
    EXPECT(munmap(whole, bytes) == 0 && munmap(moved, 2 * bytes) == 0);
    close(fd);
}

/* Unmapping, MADV_DONTNEED and moving of a mapping over private memory do not change the file. */
static void over_private_memory(int is_segment)
{
    int fd = make(is_segment);
    char *m = map(NULL, RW, PRIVATE, -1, 0, PAGES);
    memset(m, 'p', bytes);
    EXPECT(map(m + page, RW, MAP_SHARED | MAP_FIXED, fd, 1, 2) == m + page && shows(m, "pBCp"));
    EXPECT(madvise(m + page, page, MADV_DONTNEED) == 0 && shows(m, "pBCp") && is_whole(fd));
    EXPECT(munmap(m + page, page) == 0 && is_whole(fd));
    EXPECT(map(m + page, RW, PRIVATE | MAP_FIXED, -1, 0, 1) == m + page && m[page] == 0);
    m[page] = 'q';
    EXPECT(is_whole(fd) && shows(m, "pqCp"));
    EXPECT(map(m + 2 * page, RW, PRIVATE | MAP_FIXED, -1, 0, 1) == m + 2 * page && m[2 * page] == 0);
    m[2 * page] = 'r';
    EXPECT(is_whole(fd) && shows(m, "pqrp"));
    /* A move moves the mapping of the file. */
    EXPECT(map(m, RW, MAP_SHARED | MAP_FIXED, fd, 0, 2) == m);
    char *moved = mremap(m, 2 * page, bytes, MREMAP_MAYMOVE);
    EXPECT(moved != MAP_FAILED && moved != m && shows(moved, "ABCD") && is_whole(fd));
    moved[1] = 'y';
    char got = 0;
    EXPECT(pread(fd, &got, 1, 1) == 1 && got == 'y');
    char *reused = map(NULL, RW, PRIVATE, -1, 0, 2);
    EXPECT(reused[0] == 0 && reused[page] == 0);
    memset(reused, 'z', 2 * page);
    EXPECT(is_whole(fd));
    /* Onto private memory. */
    char *target = map(NULL, RW, PRIVATE, -1, 0, PAGES);
    EXPECT(mremap(moved, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, target) == target &&
           shows(target, "ABCD"));
    EXPECT(munmap(target, bytes) == 0 && is_whole(fd));
    EXPECT(munmap(reused, 2 * page) == 0 && munmap(m + 2 * page, 2 * page) == 0);
    close(fd);
}

/* A rejected mapping leaves the private memory: it can be zeroed. */
static void rejected(void)
{
    int fd = make(0);
    char *m = map(NULL, RW, PRIVATE, -1, 0, PAGES), *other = map(NULL, RW, MAP_SHARED, fd, 0, PAGES);
    memset(m, 'p', bytes);
    EXPECT(mmap(m, bytes, RW, MAP_SHARED | MAP_FIXED, -1, 0) == MAP_FAILED && errno == EBADF);
    EXPECT(mremap(other, bytes, bytes, MREMAP_FIXED, m) == MAP_FAILED && errno == EINVAL);
    EXPECT(madvise(m, bytes, MADV_DONTNEED) == 0 && m[0] == 0 && m[bytes - 1] == 0);
    /* An existing mapping stays. */
    EXPECT(map(m, RW, MAP_SHARED | MAP_FIXED, fd, 0, PAGES) == m);
    EXPECT(mmap(m, bytes, RW, MAP_SHARED | MAP_FIXED, -1, 0) == MAP_FAILED && errno == EBADF);
    EXPECT(madvise(m, bytes, MADV_DONTNEED) == 0 && is_whole(fd));
    EXPECT(munmap(m, bytes) == 0 && munmap(other, bytes) == 0 && is_whole(fd));
    close(fd);
}

/* A process may cover more ranges in sequence than the table has entries. */
static void many_times(void)
{
    int fd = make(0);
    char *m = map(NULL, RW, PRIVATE, -1, 0, PAGES);
    for (int i = 0; i < 3000; i++) {
        EXPECT(map(m + page, RW, MAP_SHARED | MAP_FIXED, fd, 1, 2) == m + page && shows(m + page, "BC"));
        if (i % 2 == 0)
            EXPECT(map(m + page, RW, PRIVATE | MAP_FIXED, -1, 0, 2) == m + page && m[page] == 0);
    }
    EXPECT(munmap(m, bytes) == 0 && is_whole(fd));
    close(fd);
}

static uint64_t physical(void *memory, size_t length)
{
    Kernel_MemoryRegion_t r;
    EXPECT(Kernel_CreateMemoryRegion(&r, memory, length) == 0);
    return (uint64_t)r.BasePa + ((uint64_t)memory - (uint64_t)r.BaseVa);
}

/* The node-wide window shows memory, or has no address. */
static void is_seen_truly(volatile char *memory)
{
    static char value = 'a';
    void *address = NULL;
    *memory = ++value;
    uint64_t pa = physical((void *)(uintptr_t)memory, 1);
    uint32_t rc = Kernel_Physical2GlobalVirtual((void *)pa, &address);
    EXPECT(rc == ENOENT || (rc == 0 && *(volatile char *)address == value));
}

static void node_wide(void)
{
    char local[64];
    int fd = make(1);
    is_seen_truly(local);
    is_seen_truly(map(NULL, RW, MAP_SHARED | MAP_ANONYMOUS, -1, 0, 1));
    is_seen_truly(map(NULL, RW, MAP_SHARED, fd, 0, 1));
    is_seen_truly(sbrk((intptr_t)page));
    is_seen_truly(malloc(64));
    is_seen_truly(map(NULL, RW, PRIVATE, -1, 0, 1));
    char *over = map(NULL, RW, PRIVATE, -1, 0, 1);
    is_seen_truly(over);
    is_seen_truly(map(over, RW, MAP_SHARED | MAP_FIXED, fd, 1, 1));
    close(fd);
}

int main(void)
{
    page = (size_t)sysconf(_SC_PAGESIZE);
    bytes = PAGES * page;
    overlaps();
    over_private_memory(0);
    over_private_memory(1);
    rejected();
    many_times();
    node_wide();
    return 0;
}
