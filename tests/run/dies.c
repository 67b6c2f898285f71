/* SPDX-License-Identifier: BSD-3-Clause */
/* For LD_PRELOAD: rank 0 receives the signal PEERS_TEST_SIGNAL while it opens the host engine.
 * PEERS_TEST_WHEN is "loading": before it reports to the launcher; "reported": between its report and the
 * connection. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

static void die(const char *when)
{
    const char *rank = getenv("EMUQ_RANK"), *wanted = getenv("PEERS_TEST_WHEN"),
               *number = getenv("PEERS_TEST_SIGNAL");
    if (rank != NULL && strcmp(rank, "0") == 0 && wanted != NULL && strcmp(wanted, when) == 0 &&
        number != NULL)
        raise(atoi(number));
}

void *dlopen(const char *name, int flags)
{
    static void *(*real)(const char *, int);
    if (name != NULL && strstr(name, "libfabric") != NULL)
        die("loading");
    if (real == NULL)
        *(void **)&real = dlsym(RTLD_NEXT, "dlopen");
    return real(name, flags);
}

/* The report is the first message of the rank on a socket. */
ssize_t send(int socket, const void *bytes, size_t length, int flags)
{
    static ssize_t (*real)(int, const void *, size_t, int);
    if (real == NULL)
        *(void **)&real = dlsym(RTLD_NEXT, "send");
    ssize_t sent = real(socket, bytes, length, flags);
    die("reported");
    return sent;
}
