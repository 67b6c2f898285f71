/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/traced.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

int emuq_is_traced(void)
{
    static const char key[] = "TracerPid:\t";
    char text[4096];
    int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    ssize_t length = file >= 0 ? read(file, text, sizeof text - 1) : -1;
    int error = errno;
    if (file >= 0)
        close(file);
    if (length < 0)
        return -error;
    text[length] = '\0';
    const char *found = strstr(text, key);
    return found == NULL ? -ENODATA : found[sizeof key - 1] != '0';
}
