/* SPDX-License-Identifier: BSD-3-Clause */
/* With BG_MAPCOMMONHEAP=1 a pointer from malloc() is valid in all processes of a node. Each process reads and
 * writes blocks of its successor: small blocks, large blocks, and blocks moved by realloc(). */
#include "common.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

enum { BLOCKS = 3, LARGE = 5 << 20 };

/* Data published by a process in shared memory of the node. */
typedef struct board {
    char *block[BLOCKS];
    volatile int written;
} board_t;

static const size_t sizes[BLOCKS] = {16, 5000, LARGE};

static void wait_until(volatile int *word)
{
    while (!*word)
        usleep(100);
}

int main(void)
{
    uint32_t me = Kernel_MyTcoord(), count = Kernel_ProcessCount(), other = (me + 1) % count;
    int fd = shm_open("/common_heap", O_CREAT | O_RDWR, 0600);
    EXPECT(fd >= 0 && ftruncate(fd, 65536) == 0);
    board_t *board = mmap(NULL, 65536, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    EXPECT(board != MAP_FAILED);
    volatile int *done = &board[count].written;

    for (int i = 0; i < BLOCKS; i++) {
        char *block = malloc(sizes[i] / 2);
        EXPECT(block != NULL);
        block = realloc(block, sizes[i]);
        EXPECT(block != NULL);
        memset(block, 10 * i + (int)me, sizes[i]);
        board[me].block[i] = block;
    }
    __sync_synchronize();
    board[me].written = 1;
    wait_until(&board[other].written);
    for (int i = 0; i < BLOCKS; i++) {
        char *block = board[other].block[i];
        EXPECT(block != board[me].block[i]);
        EXPECT(block[0] == 10 * i + (int)other && block[sizes[i] - 1] == 10 * i + (int)other);
        block[sizes[i] / 2] = 100 + i;
    }
    __sync_fetch_and_add(done, 1);
    while (*done < (int)count)
        usleep(100);
    for (int i = 0; i < BLOCKS; i++)
        EXPECT(board[me].block[i][sizes[i] / 2] == 100 + i);
    return 0;
}
