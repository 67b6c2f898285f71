/* SPDX-License-Identifier: BSD-3-Clause */
/* C++ objects constructed before main(): each rank has its own, as in processes, and no object is
 * destroyed twice. */
#include <iostream>
#include <map>
#include <string>
#include <vector>

extern "C" {
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/memory.h>
}

namespace
{
struct counted {
    int value;
    counted() : value(0)
    {
        made++;
    }
    static int made;
};

int counted::made;
counted first, second;
std::map<int, int> numbers;
std::string text = "a string that is too long for the place that it has in the object itself";
std::vector<int> four(4, 1);
} // namespace

int main()
{
    int rank = static_cast<int>(Kernel_GetRank());
    for (int i = 0; i < 5; i++) {
        numbers[10 * rank + i] = i;
        text += static_cast<char>('a' + rank);
        four.push_back(rank);
        first.value += rank;
        DelayTimeBase(1000); // the others come in between
    }
    bool right = numbers.size() == 5 && four.size() == 9 && four[8] == rank && first.value == 5 * rank &&
                 second.value == 0 && counted::made == 2 &&
                 text.substr(text.size() - 6) == 'f' + std::string(5, static_cast<char>('a' + rank));
    std::cout << "rank " << rank << (right ? " is right" : " is wrong") << std::endl;
    return right ? 0 : 3;
}
