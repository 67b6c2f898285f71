/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "base/peer.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/gone.h"

#define CHECK_MS 50   /* between checks of a peer where pidfd_open(2) does not work */
#define KILL_MS  1000 /* for a killed process to end */
#define NAP_NS   1000000

/* @return -1: unknown process, or a kernel or filter without the call */
static int peer_open(pid_t pid)
{
    return pid > 0 ? (int)syscall(SYS_pidfd_open, pid, 0) : -1;
}

/* @param end ns: of the wait; UINT64_MAX: none. @return as emuq_peer_await() */
static int peer_poll(int socket, short events, int peer_fd, emuq_peer_t peer, uint64_t end)
{
    for (;;) {
        struct pollfd fd[3] = {{socket, events, 0}, {peer_fd, POLLIN, 0}, {peer.cancel, POLLIN, 0}};
        uint64_t now = emuq_host_now_ns(), left = now < end ? (end - now + NAP_NS - 1) / NAP_NS : 0;
        int ms = end == UINT64_MAX ? -1 : (int)(left < INT_MAX ? left : INT_MAX);
        bool checks = peer.pid > 0 && peer_fd < 0;
        if (checks && (ms < 0 || ms > CHECK_MS))
            ms = CHECK_MS;
        bool is_gone = checks && emuq_process_is_gone(peer.pid); /* before the poll: data come first */
        int ready = poll(fd, 3, is_gone ? 0 : ms);
        if (ready < 0 && errno != EINTR)
            return -errno;
        if (ready > 0 && fd[0].revents != 0)
            return 0;
        if (is_gone || (ready > 0 && fd[1].revents != 0))
            return -ESRCH;
        if (ready > 0)
            return -ECANCELED;
        if (emuq_host_now_ns() >= end)
            return -ETIMEDOUT;
    }
}

int emuq_peer_await(int socket, emuq_peer_t peer, unsigned ms)
{
    int peer_fd = peer_open(peer.pid);
    int rc = peer_poll(socket, POLLIN, peer_fd, peer, emuq_host_now_ns() + ms * UINT64_C(1000000));
    if (peer_fd >= 0)
        close(peer_fd);
    return rc;
}

/* Sends or receives (@p to). */
static int peer_move(int socket, const char *from, char *to, size_t bytes, emuq_peer_t peer)
{
    int peer_fd = peer_open(peer.pid), rc = 0;
    for (size_t done = 0; done < bytes && rc == 0;) {
        rc = peer_poll(socket, to != NULL ? POLLIN : POLLOUT, peer_fd, peer, UINT64_MAX);
        if (rc != 0)
            break;
        ssize_t moved = to != NULL ? recv(socket, to + done, bytes - done, MSG_DONTWAIT)
                                   : send(socket, from + done, bytes - done, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (moved == 0)
            rc = -EPIPE;
        else if (moved < 0 && errno != EINTR && errno != EAGAIN)
            rc = errno == ECONNRESET ? -EPIPE : -errno;
        done += moved > 0 ? (size_t)moved : 0;
    }
    if (peer_fd >= 0)
        close(peer_fd);
    return rc;
}

int emuq_peer_receive(int socket, void *to, size_t bytes, emuq_peer_t peer)
{
    return peer_move(socket, NULL, to, bytes, peer);
}

int emuq_peer_send(int socket, const void *from, size_t bytes, emuq_peer_t peer)
{
    return peer_move(socket, from, NULL, bytes, peer);
}

int emuq_child_await(pid_t child, int *status, unsigned ms)
{
    uint64_t end = emuq_host_now_ns() + ms * UINT64_C(1000000);
    int unused, peer_fd = peer_open(child), rc;
    for (;;) {
        pid_t ended = waitpid(child, status != NULL ? status : &unused, WNOHANG);
        uint64_t now = emuq_host_now_ns();
        rc = ended == child ? 0 : ended == 0 ? -ETIMEDOUT : -errno;
        if (rc != -EINTR && (rc != -ETIMEDOUT || now >= end))
            break;
        if (peer_fd < 0)
            nanosleep(&(struct timespec){0, NAP_NS}, NULL);
        else
            (void)poll(&(struct pollfd){peer_fd, POLLIN, 0}, 1, (int)((end - now + NAP_NS - 1) / NAP_NS));
    }
    if (peer_fd >= 0)
        close(peer_fd);
    return rc;
}

bool emuq_child_has_ended(pid_t child, int *status)
{
    siginfo_t info = {0};
    if (child <= 0 || waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0)
        return false;
    if (status != NULL)
        *status = info.si_code == CLD_EXITED ? W_EXITCODE(info.si_status, 0) : W_EXITCODE(0, info.si_status);
    return true;
}

int emuq_child_kill(pid_t child, int *status)
{
    kill(child, SIGKILL);
    return emuq_child_await(child, status, KILL_MS);
}

const char *emuq_peer_status(int status, char text[EMUQ_PEER_NAME])
{
    const char *name = WIFSIGNALED(status) ? sigabbrev_np(WTERMSIG(status)) : NULL;
    if (WIFEXITED(status))
        snprintf(text, EMUQ_PEER_NAME, "exited with status %d", WEXITSTATUS(status));
    else if (name != NULL)
        snprintf(text, EMUQ_PEER_NAME, "was ended by SIG%s", name);
    else
        snprintf(text, EMUQ_PEER_NAME, "was ended by signal %d", WTERMSIG(status));
    return text;
}

static bool is_kept(int fd, const int *kept, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (kept[i] == fd)
            return true;
    return false;
}

/* Where close_range(2) does not work. */
static void close_listed(const int *kept, unsigned count)
{
    DIR *files = opendir("/proc/self/fd");
    if (files == NULL) {
        for (int fd = 3, end = (int)sysconf(_SC_OPEN_MAX); fd < end; fd++)
            if (!is_kept(fd, kept, count))
                close(fd);
        return;
    }
    for (const struct dirent *entry; (entry = readdir(files)) != NULL;) {
        int fd = (int)strtol(entry->d_name, NULL, 10);
        if (fd > STDERR_FILENO && fd != dirfd(files) && !is_kept(fd, kept, count))
            close(fd);
    }
    closedir(files);
}

void emuq_close_others(const int *kept, unsigned count)
{
    for (unsigned first = 3, next; first != 0; first = next + 1) {
        next = UINT_MAX; /* the first one that is kept, and its successor is 0 at the end of the list */
        for (unsigned i = 0; i < count; i++)
            if (kept[i] >= (int)first && (unsigned)kept[i] < next)
                next = (unsigned)kept[i];
        if (next != first && close_range(first, next == UINT_MAX ? next : next - 1, 0) != 0) {
            close_listed(kept, count);
            return;
        }
    }
}
