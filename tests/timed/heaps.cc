/* SPDX-License-Identifier: BSD-3-Clause */
/* Each rank has a heap at the same addresses, also before main(), and keeps its data while different
 * ranks and threads run. Prints addresses and the offset of a block in its memory region, which heaps.sh
 * compares. heaps [NUMBER]: number of checks. */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <malloc.h>
#include <memory>
#include <pthread.h>
#include <string>
#include <sys/mman.h>
#include <vector>

extern "C" {
#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/memory.h>
}

#define BYTES 100000

namespace
{
int turns = 50;
char *before_main = static_cast<char *>(malloc(5000)); // a constructor allocates it
std::vector<int> numbers(3000, 1);

bool is_full_of(const char *block, size_t bytes, int value)
{
    for (size_t i = 0; i < bytes; i++)
        if (block[i] != (char)value)
            return false;
    return true;
}

/* Every read of the time yields. */
bool keeps(char *block, size_t bytes)
{
    int rank = (int)Kernel_GetRank();
    for (int turn = 0; turn < turns; turn++) {
        memset(block, rank + turn, bytes);
        (void)GetTimeBase();
        if (!is_full_of(block, bytes, rank + turn))
            return false;
    }
    return true;
}

// A block that gives its pages back when it is freed: its neighbours keep their bytes, calloc() zeroes it.
bool gives_back()
{
    const size_t bytes = 9 << 20;
    char *before = static_cast<char *>(malloc(1000)), *block = static_cast<char *>(malloc(bytes));
    char *behind = static_cast<char *>(malloc(1000));
    memset(before, 1, 1000);
    memset(block, 2, bytes);
    memset(behind, 3, 1000);
    free(block);
    block = static_cast<char *>(calloc(1, bytes));
    bool good = is_full_of(before, 1000, 1) && is_full_of(behind, 1000, 3) && is_full_of(block, bytes, 0);
    free(block);
    free(before);
    free(behind);
    return good;
}

// Memory that a rank maps over its heap stays the rank's, and a shared mapping is rejected: another rank
// would find it.
bool maps_over()
{
    const size_t page = 65536;
    const int over = MAP_FIXED | MAP_ANONYMOUS, access = PROT_READ | PROT_WRITE;
    char *block = static_cast<char *>(aligned_alloc(page, 2 * page));
    memset(block, 1, 2 * page);
    bool good = mmap(block, page, access, over | MAP_SHARED, -1, 0) == MAP_FAILED &&
                mmap(block, page - 100, access, over | MAP_PRIVATE, -1, 0) == block &&
                is_full_of(block, page, 0) && is_full_of(block + page, page, 1) && keeps(block, page);
    free(block);
    return good;
}

void *thread(void *block)
{
    bool kept = keeps(static_cast<char *>(block), 500);
    free(block); // allocated by another thread
    char *made = static_cast<char *>(malloc(700));
    made[0] = 1;
    return kept ? made : NULL;
}
} // namespace

int main(int argc, char **argv)
{
    if (argc > 1)
        turns = atoi(argv[1]);
    char *big = static_cast<char *>(malloc(BYTES)), *zeroed = static_cast<char *>(calloc(100, 77));
    void *page = NULL;
    bool good = is_full_of(zeroed, 7700, 0) && posix_memalign(&page, 4096, 10000) == 0;
    char *copy = strdup("the C library allocates it"), *made = new char[3000];
    std::unique_ptr<int[]> object(new int[40]);
    memset(made, 3, 3000);
    big = static_cast<char *>(realloc(big, 3 * BYTES));
    good = good && keeps(big, BYTES) && keeps(before_main, 5000) && keeps(static_cast<char *>(page), 10000);
    free(zeroed);
    char *again = static_cast<char *>(memalign(256, 7000));
    pthread_t id;
    void *of_thread = NULL;
    char *for_thread = static_cast<char *>(malloc(500));
    if (pthread_create(&id, NULL, thread, for_thread) != 0 || pthread_join(id, &of_thread) != 0)
        good = false;
    good = good && is_full_of(made, 3000, 3) && strcmp(copy, "the C library allocates it") == 0;
    good = good && (argc > 1 || gives_back()) && maps_over() && malloc_usable_size(again) >= 7000 &&
           numbers[2999] == 1;
    copy = static_cast<char *>(realloc(copy, 4000)); // stays where it is
    Kernel_MemoryRegion_t region;
    good = good && Kernel_CreateMemoryRegion(&region, big, 3 * BYTES) == 0 && region.Bytes >= 3 * BYTES;
    printf("%td %p %p %p %p %p %p %p %p %p\n", big - static_cast<char *>(region.BaseVa), (void *)before_main,
           (void *)numbers.data(), (void *)big, page, (void *)made, (void *)object.get(), (void *)again,
           (void *)for_thread, of_thread);
    free(copy);
    free(big);
    free(page);
    free(again);
    delete[] made;
    return good && of_thread != NULL ? 0 : 1;
}
