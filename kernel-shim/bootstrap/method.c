/* SPDX-License-Identifier: BSD-3-Clause */
/* What the methods have in common. */
#include <errno.h>
#include <stdlib.h>

#include "kernel-shim/bootstrap/method.h"

unsigned emuq_bootstrap_seconds = 60;

int emuq_bootstrap_number(const char *variable, uint32_t *value)
{
    const char *text = getenv(variable);
    if (text == NULL) {
        emuq_log("%s is not in the environment, but variables that come with it are; start the program "
                     "by its launcher, or unset them all",
                     variable);
        return -EINVAL;
    }
    char *end;
    errno = 0;
    unsigned long number = strtoul(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 || number > UINT32_MAX) {
        emuq_log("%s=%s is not a number; start the program by its launcher, or unset the variable",
                     variable, text);
        return -EINVAL;
    }
    *value = (uint32_t)number;
    return 0;
}
