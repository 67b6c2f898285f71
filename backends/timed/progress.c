/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "backends/timed/progress.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "backends/settings.h"

#define NAME_BYTES 16 /* of a thread, for Linux */

/* For handlers of signals; the same as that of the partition. */
static emuq_progress_t *shown;

/* @return 0 or a negative errno */
static int map(emuq_timed_t *t, const char *path)
{
    struct stat status;
    int rc = 0, file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0)
        return -errno;
    if (fstat(file, &status) != 0)
        rc = -errno;
    else if (status.st_size != sizeof(emuq_progress_t))
        rc = -EPROTO;
    void *mapped = rc == 0 ? mmap(NULL, sizeof(emuq_progress_t), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
                           : MAP_FAILED;
    if (rc == 0 && mapped == MAP_FAILED)
        rc = -errno;
    close(file);
    if (rc == 0)
        shown = t->progressed = mapped;
    return rc;
}

int emuq_timed_progress_open(emuq_timed_t *t)
{
    const char *path = emuq_setting_text(EMUQ_SETTING_TIME_PROGRESS);
    if (*path == '\0')
        return 0;
    int rc = map(t, path);
    if (rc != 0) {
        fprintf(stderr, "emuq: cannot use %s (EMUQ_TIME_PROGRESS): %s\n", path,
                rc == -EPROTO ? "the launcher is of another version of EMUQ; link the program again"
                              : strerror(-rc));
        return rc;
    }
    return 0;
}

void emuq_timed_progress_close(emuq_timed_t *t)
{
    if (t->progressed == NULL)
        return;
    shown = NULL;
    munmap(t->progressed, sizeof *t->progressed);
    t->progressed = NULL;
}

void emuq_timed_progress_leave(void)
{
    shown = NULL;
}

void emuq_timed_progress_enter(const emuq_timed_t *t, emuq_actor_t *a)
{
    char name[NAME_BYTES];
    if (t->progressed == NULL)
        return;
    __atomic_store_n(&t->progressed->rank, a->rank, __ATOMIC_RELAXED);
    __atomic_store_n(&t->progressed->has_begun, 1, __ATOMIC_RELEASE);
    if (t->progressed->stops == 0 || a->is_named)
        return;
    a->is_named = true; /* in stacks */
    snprintf(name, sizeof name, "rank %" PRId32, a->rank);
    pthread_setname_np(pthread_self(), name);
}

void emuq_timed_progress_stop(void)
{
    if (shown == NULL || shown->stops == 0 || getppid() != shown->launcher)
        return;
    __atomic_store_n(&shown->has_stopped, 1, __ATOMIC_RELEASE); /* pairs with the acquire of the launcher */
    raise(SIGSTOP);
}
