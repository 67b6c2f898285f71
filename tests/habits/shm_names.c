/* SPDX-License-Identifier: BSD-3-Clause */
/* The processes of a node share memory by a name chosen by the program, and use L2 atomics on the memory. The
 * name is private to the node, or global on the host with EMUQ_SHM=host; the job id makes the name unique. */
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <spi/include/l2/atomic.h>
#include <spi/include/l2/barrier.h>

#include "common.h"

int main(void)
{
    struct {
        L2_Barrier_t barrier;
        volatile uint64_t sum;
    } * shared;
    int ppn = (int)Kernel_ProcessCount(), t = (int)Kernel_MyTcoord(), i;
    const char *wish = getenv("EMUQ_SHM");
    char name[64], path[96];

    snprintf(name, sizeof name, "/habit.%llu", (unsigned long long)Kernel_GetJobID());
    int fd = shm_open(name, O_CREAT | O_RDWR, 0600);
    EXPECT(fd >= 0);
    ioctl(fd, FIOBGQATOMIC); /* required on Blue Gene/Q */
    snprintf(path, sizeof path, "/dev/shm%s", name);
    EXPECT((access(path, F_OK) == 0) == (wish != NULL && strcmp(wish, "host") == 0));
    EXPECT(ftruncate(fd, 4096) == 0);
    shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    EXPECT(shared != MAP_FAILED);
    close(fd);
    EXPECT(Kernel_L2AtomicsAllocate(shared, 4096) == 0);
    for (i = 1; i <= 20; i++) {
        L2_AtomicStoreAdd(&shared->sum, (uint64_t)t + 1);
        L2_Barrier(&shared->barrier, ppn);
        EXPECT(shared->sum == (uint64_t)i * ppn * (ppn + 1) / 2);
        L2_Barrier(&shared->barrier, ppn);
    }
    if (t == 0)
        shm_unlink(name);
    return 0;
}
