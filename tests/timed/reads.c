/* SPDX-License-Identifier: BSD-3-Clause */
/* Each rank reads standard input, half a line by the C library at first, the rest of it when others have run,
 * and prints the lines. */
#include <stdio.h>

#include <hwi/include/bqc/A2_inlines.h>

int main(void)
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
    puts("no more");
    return 0;
}
