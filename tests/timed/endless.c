/* SPDX-License-Identifier: BSD-3-Clause */
/* Computes forever. */
int main(void)
{
    for (volatile unsigned turns = 0;; turns++)
        ;
}
