// SPDX-License-Identifier: BSD-3-Clause
// C++: objects constructed before and after the set-up of the window, new and delete, and bad_alloc.
#include <cstdint>
#include <map>
#include <new>
#include <string>
#include <vector>

#include "emuq_test.h"
#include "window.h"

namespace
{

struct Tree {
    std::map<int, std::string> names;
    Tree()
    {
        for (int i = 0; i < 1000; i++)
            names[i] = std::string(static_cast<size_t>(i), 'x');
    }
};

__attribute__((init_priority(250))) Tree before;
__attribute__((init_priority(350))) Tree behind;

struct alignas(64) Line {
    char bytes[64];
};

void objects_from_before()
{
    CU_ASSERT_EQUAL(before.names.size(), 1000u);
    CU_ASSERT_EQUAL(before.names[999].size(), 999u);
    CU_ASSERT(!in_heap(before.names[500].data()));
    before.names[2000] = std::string(5000, 'y');
    before.names.erase(500);
    before.names[400] += before.names[900];
    CU_ASSERT_EQUAL(before.names[400].size(), 1300u);
}

void objects_behind()
{
    CU_ASSERT_EQUAL(behind.names[999].size(), 999u);
    CU_ASSERT_EQUAL(in_heap(behind.names[500].data()), !SANITIZED_HEAP);
}

void new_and_delete()
{
    int *one = new int(5), *many = new int[1000], *quiet = new (std::nothrow) int[10];
    if (!SANITIZED_HEAP) {
        CU_ASSERT(in_heap(one) && in_heap(many) && in_heap(quiet));
        CU_ASSERT_EQUAL(reinterpret_cast<std::uintptr_t>(one) % 64, 0u);
        CU_ASSERT_EQUAL(*reinterpret_cast<int *>(peer_of(one)), 5);
    }
    delete one;
    delete[] many;
    delete[] quiet;
    std::vector<Line> lines(1000);
    CU_ASSERT_EQUAL(reinterpret_cast<std::uintptr_t>(lines.data()) % 16, 0u);
}

void too_much()
{
    bool caught = false;
    volatile size_t huge = SIZE_MAX / 4;
    try {
        static char *volatile block; // prevents elimination of new and delete by the compiler
        block = new char[huge];
        delete[] block;
    } catch (const std::bad_alloc &) {
        caught = true;
    }
    CU_ASSERT(caught || SANITIZED_HEAP);
}

} // namespace

int main()
{
    static const emuq_test_t tests[] = {{"objects from before", objects_from_before},
                                        {"objects behind", objects_behind},
                                        {"new and delete", new_and_delete},
                                        {"too much", SANITIZED_HEAP ? objects_behind : too_much},
                                        {nullptr, nullptr}};
    return emuq_test_main("C++", tests);
}
