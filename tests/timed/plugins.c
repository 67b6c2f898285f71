/* SPDX-License-Identifier: BSD-3-Clause */
/* plugins LIBRARY...: loads libraries in each rank. */
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (dlopen(argv[i], RTLD_NOW) == NULL) {
            fprintf(stderr, "%s\n", dlerror());
            return 1;
        }
    return 0;
}
