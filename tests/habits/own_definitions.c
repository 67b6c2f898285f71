/* SPDX-License-Identifier: BSD-3-Clause */
/* The program defines functions declared by the machine's headers; as C and, by own_definitions_xx.cc, as
 * C++. */
#include <stdio.h>
#include <spi/include/kernel/MU.h>

int32_t Kernel_GetNDExpectedTokens(uint32_t link_id, uint32_t vc, uint32_t *token_ptr)
{
    *token_ptr = 1000 + 10 * link_id + vc;
    return -7;
}

int main(void)
{
    uint32_t tokens = 0;
    uint64_t word = 5;
    if (Kernel_GetNDExpectedTokens(3, 2, &tokens) != -7 || tokens != 1032) {
        fprintf(stderr, "the program's own definition was not called: %u tokens\n", tokens);
        return 1;
    }
    /* The library's function calls the program's definition. */
    if (Kernel_GetNDExpectedTokensDCR(3, &word) != -7 || word != 5) {
        fprintf(stderr, "the library's function did not call the program's: 0x%llx\n",
                (unsigned long long)word);
        return 2;
    }
    return 0;
}
