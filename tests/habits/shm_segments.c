/* SPDX-License-Identifier: BSD-3-Clause */
/* Shared memory of a node: names are private to a node of a job, a segment has the same address in all
 * processes of its node, and ioctl(FIOBGQATOMIC) permits L2 atomics. */
#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <spi/include/l2/atomic.h>
#include <spi/include/l2/barrier.h>

#include "common.h"

#define BYTES (1 << 20)

typedef struct {
    L2_Barrier_t barrier;
    volatile uint64_t creators, address[64];
} segment_t;

/* All processes of the node try to create the segment; one process succeeds. */
static int open_segment(uint64_t *creators)
{
    int fd = shm_open("/segment", O_RDWR | O_CREAT | O_EXCL, 0600);
    uint64_t fit = 1;
    *creators = fd >= 0;
    if (fd < 0) {
        EXPECT(errno == EEXIST);
        fd = shm_open("/segment", O_RDWR, 0);
    }
    EXPECT(fd >= 0);
    EXPECT(ioctl(fd, FIOBGQATOMIC, &fit) == 0);
    EXPECT(ftruncate(fd, BYTES) == 0);
    return fd;
}

static void names(void)
{
    struct stat status;
    errno = 0;
    EXPECT(shm_open("/absent", O_RDWR, 0) == -1 && errno == ENOENT);
    EXPECT(shm_unlink("/absent") == -1 && errno == ENOENT);
    EXPECT(shm_open("/", O_RDWR | O_CREAT, 0600) == -1 && errno == EINVAL);
    int fd = shm_open("/short-lived", O_RDWR | O_CREAT, 0640);
    EXPECT(fd >= 0 && fstat(fd, &status) == 0 && status.st_size == 0);
    EXPECT(write(fd, "abc", 3) == 3);
    int again = shm_open("/short-lived", O_RDONLY, 0);
    char text[4] = "";
    EXPECT(read(again, text, 3) == 3 && strcmp(text, "abc") == 0);
    EXPECT(write(again, "x", 1) == -1);
    close(again);
    again = shm_open("/short-lived", O_RDWR | O_TRUNC, 0);
    EXPECT(fstat(fd, &status) == 0 && status.st_size == 0);
    EXPECT(shm_unlink("/short-lived") == 0);
    EXPECT(shm_open("/short-lived", O_RDWR, 0) == -1 && errno == ENOENT);
    EXPECT(write(fd, "def", 3) == 3); /* the file exists until the last descriptor is closed */
    close(again);
    close(fd);
}

int main(void)
{
    uint32_t t = Kernel_MyTcoord();
    int ppn = (int)Kernel_ProcessCount();
    uint64_t created, i;
    int fd = open_segment(&created);
    segment_t *s = (segment_t *)mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    EXPECT(s != MAP_FAILED);
    close(fd);
    L2_AtomicStoreAdd(&s->creators, created);
    s->address[t] = (uint64_t)s;
    L2_Barrier(&s->barrier, ppn);
    EXPECT(s->creators == 1);
    for (i = 0; i < (uint64_t)ppn; i++)
        EXPECT(s->address[i] == (uint64_t)s);
    L2_Barrier(&s->barrier, ppn);
    if (t == 0) {
        EXPECT(shm_unlink("/segment") == 0);
        names();
    }
    /* After the last unmapping, the next mapping creates a new segment. */
    L2_Barrier(&s->barrier, ppn);
    EXPECT(munmap(s, BYTES) == 0);
    if (t == 0) {
        fd = open_segment(&created);
        s = (segment_t *)mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        EXPECT(s != MAP_FAILED && created && s->creators == 0);
        /* A second mapping in the same process has another address. */
        segment_t *other = (segment_t *)mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        s->creators = 5;
        EXPECT(other != MAP_FAILED && other != s && other->creators == 5);
        EXPECT(munmap(other, BYTES) == 0 && s->creators == 5);
    }
    return 0; /* the remaining segment has no name on the host */
}
