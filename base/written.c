/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/written.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool is_lost; /* relaxed: the end of a job orders it before the status is read */

int emuq_file_close(FILE *file)
{
    int rc = ferror(file) != 0 ? -EIO : 0;
    errno = 0;
    if (fclose(file) != 0)
        rc = errno != 0 ? -errno : -EIO;
    return rc;
}

void emuq_file_lost(const char *path, const char *setting, int error)
{
    fprintf(stderr, "emuq: cannot write %s (%s): %s\n", path, setting,
            error == -EIO ? "a write has failed (is the disk full?)" : strerror(-error));
    __atomic_store_n(&is_lost, true, __ATOMIC_RELAXED);
}

void emuq_file_finish(FILE *file, const char *path, const char *setting)
{
    int rc = emuq_file_close(file);
    if (rc != 0)
        emuq_file_lost(path, setting, rc);
}

int emuq_status_of_files(int status)
{
    return status == 0 && __atomic_load_n(&is_lost, __ATOMIC_RELAXED) ? EXIT_FAILURE : status;
}
