/* SPDX-License-Identifier: BSD-3-Clause */
/* Each rank writes fragments to standard output and error, between which different ranks run, and text
 * that resembles a mark. With an argument rank 1 aborts. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/location.h>

int main(int argc, char **argv)
{
    (void)argv;
    unsigned rank = Kernel_GetRank();
    printf("first");
    DelayTimeBase(1000);
    printf(" of %u\n", rank);
    fprintf(stderr, "error of %u\n", rank);
    fwrite("\0emuq-0", 1, 7, stdout);
    DelayTimeBase(1000);
    puts(" later");
    DelayTimeBase(1000);
    if (write(STDOUT_FILENO, "written\n", 8) != 8)
        return 1;
    if (argc > 1 && rank == 1) {
        fputs("last words", stderr);
        abort();
    }
    return 0;
}
