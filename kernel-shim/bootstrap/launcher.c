/* SPDX-License-Identifier: BSD-3-Clause */
/* The project's own launcher: the partition exists, and the environment says where. */
#include <errno.h>
#include <stdlib.h>

#include "kernel-shim/bootstrap/method.h"

static bool launcher_present(void)
{
    return getenv("EMUQ_PARTITION") != NULL || getenv("EMUQ_RANK") != NULL;
}

static int launcher_open(uint32_t *rank, uint32_t *ranks)
{
    const char *partition = getenv("EMUQ_PARTITION");
    if (partition == NULL || partition[0] == '\0') {
        emuq_log("EMUQ_RANK is in the environment, but EMUQ_PARTITION is not; both come from emuq-run: "
                     "unset EMUQ_RANK, or start the program by emuq-run");
        return -EINVAL;
    }
    int error = emuq_bootstrap_number("EMUQ_RANK", rank);
    *ranks = 0;
    return error;
}

const emuq_bootstrap_t emuq_bootstrap_launcher = {
    .name = "emuq-run",
    .help = "EMUQ_PARTITION and EMUQ_RANK are set: emuq-run has made the partition",
    .present = launcher_present,
    .open = launcher_open,
};
