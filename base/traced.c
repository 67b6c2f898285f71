/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/traced.h"

#include <fcntl.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

bool emuq_is_traced(void)
{
    static const char key[] = "TracerPid:\t";
    char text[4096];
    int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    ssize_t length = file >= 0 ? read(file, text, sizeof text - 1) : -1;
    if (file >= 0)
        close(file);
    text[length > 0 ? length : 0] = '\0';
    const char *found = strstr(text, key);
    return found != NULL && found[sizeof key - 1] != '0';
}
