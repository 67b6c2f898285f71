/* SPDX-License-Identifier: BSD-3-Clause */
/* Headers included by their bare names; <memory.h> still means the header of the C library. */
#include <memory.h>
#include <process.h>
#include <location.h>
#include <personality.h>
#include "process.h"

int main(void)
{
    Personality_t p;
    char bytes[4];
    memset(bytes, 0, sizeof bytes);
    return Kernel_GetPersonality(&p, sizeof p) != 0 || Kernel_GetRank() >= 64 || bytes[3] != 0;
}
