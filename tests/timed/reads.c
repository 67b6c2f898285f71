/* SPDX-License-Identifier: BSD-3-Clause */
/* Each rank reads standard input, first half a line by the C library, the rest after a hand-over, and
 * prints the lines. reads RANK: this rank closes standard input instead; reads RANK FILE: it opens a file
 * as standard input first. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/location.h>

static int read_all(void)
{
    char line[64];
    for (int c; (c = getchar()) != EOF;) {
        DelayTimeBase(1000);
        line[0] = (char)c;
        if (fgets(line + 1, sizeof line - 1, stdin) == NULL)
            return 1;
        DelayTimeBase(1000);
        fputs(line, stdout);
    }
    char rest;
    if (read(STDIN_FILENO, &rest, 1) == 1) /* also of the descriptor */
        puts("more");
    puts("no more");
    return 0;
}

int main(int argc, char **argv)
{
    long chosen = argc > 1 ? strtol(argv[1], NULL, 10) : -1;
    if (chosen != Kernel_GetRank()) {
        DelayTimeBase(1000); /* until that rank is ready */
        return read_all();
    }
    if (argc < 3) {
        int rc = fclose(stdin);
        DelayTimeBase(1000);
        puts("closed");
        return rc;
    }
    if (freopen(argv[2], "r", stdin) == NULL)
        return 1;
    DelayTimeBase(1000);
    return read_all();
}
