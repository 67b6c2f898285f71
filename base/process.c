/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "base/process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/atomic.h"
#include "base/host_calls.h"

#define PEER_CHECK_MS 50 /* interval without pidfd_open(2) */
#define CHILD_KILL_MS 1000
#define NS_PER_MS     1000000

#define MEMORY_TEXT 4096u /* longest file with numbers of memory, or path of a group */

#define PROC_STAT_SKIP                                                                                       \
    " %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*u %*u %*d %*d" /* up to num_threads */

/* @param text empty on errors @return 0 or a negative errno */
static int process_read(const char *path, char *text, size_t size)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t bytes = file >= 0 ? read(file, text, size - 1) : -1;
    int error = errno;
    if (file >= 0)
        close(file);
    text[bytes > 0 ? bytes : 0] = '\0';
    return bytes < 0 ? -error : 0;
}

bool emuq_process_has_exited(pid_t pid)
{
    char path[32], text[1024], state = 0;
    unsigned threads = 0;
    if (kill(pid, 0) != 0)
        return errno == ESRCH;
    snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
    (void)process_read(path, text, sizeof(text));
    const char *behind = strrchr(text, ')'); /* the name may contain ')' */
    if (behind == NULL || sscanf(behind + 1, " %c" PROC_STAT_SKIP " %u", &state, &threads) != 2)
        return false;
    return state == 'X' || (state == 'Z' && threads <= 1); /* more threads: the process runs */
}

int emuq_is_traced(void)
{
    static const char key[] = "TracerPid:\t";
    char text[4096];
    int rc = process_read("/proc/self/status", text, sizeof text);
    if (rc != 0)
        return rc;
    const char *found = strstr(text, key);
    return found == NULL ? -ENODATA : found[sizeof key - 1] != '0';
}

uint64_t emuq_soft_limit(int resource)
{
    struct rlimit limit;
    if (getrlimit((__rlimit_resource_t)resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return UINT64_MAX;
    return limit.rlim_cur;
}

/* @return the number behind the key; UINT64_MAX: none, or "max" */
static uint64_t memory_find(const char *text, const char *key)
{
    unsigned long long number;
    const char *at = strstr(text, key);
    return at != NULL && sscanf(at + strlen(key), "%llu", &number) == 1 ? number : UINT64_MAX;
}

static void memory_read(const char *root, const char *group, const char *file, char text[MEMORY_TEXT])
{
    char path[2 * PATH_MAX];
    int length = snprintf(path, sizeof path, "%s%s/%s", root, group, file);
    text[0] = '\0';
    if (length > 0 && (size_t)length < sizeof path)
        (void)process_read(path, text, MEMORY_TEXT);
}

/* @return the limit minus the use; UINT64_MAX: no limit */
static uint64_t memory_rest(const char *root, const char *group, const char *limit, const char *use)
{
    char text[MEMORY_TEXT];
    memory_read(root, group, limit, text);
    uint64_t most = memory_find(text, "");
    memory_read(root, group, use, text);
    uint64_t used = memory_find(text, "");
    if (most == UINT64_MAX || used == UINT64_MAX)
        return UINT64_MAX;
    return most > used ? most - used : 0;
}

/* Memory of a control group (version 2) with the reclaimable cache of files, and swap space */
static uint64_t memory_of_group(const char *root, const char *group, uint64_t swap)
{
    static const char *const cached[] = {"\nactive_file ", "\ninactive_file ", "\nslab_reclaimable "};
    char text[MEMORY_TEXT];
    uint64_t rest = memory_rest(root, group, "memory.max", "memory.current");
    if (rest == UINT64_MAX)
        return rest;
    uint64_t swap_rest = memory_rest(root, group, "memory.swap.max", "memory.swap.current");
    rest += swap_rest < swap ? swap_rest : swap;
    memory_read(root, group, "memory.stat", text);
    for (int i = 0; i < 3; i++) {
        uint64_t bytes = memory_find(text, cached[i]);
        rest += bytes != UINT64_MAX ? bytes : 0;
    }
    return rest;
}

uint64_t emuq_available_memory(const char *root)
{
    char text[MEMORY_TEXT], tree[PATH_MAX];
    memory_read(root, "/proc", "meminfo", text);
    uint64_t memory = memory_find(text, "\nMemAvailable:"), swap = memory_find(text, "\nSwapFree:");
    swap = swap != UINT64_MAX ? swap << 10 : 0;
    uint64_t least = memory != UINT64_MAX ? (memory << 10) + swap : UINT64_MAX;
    memory_read(root, "/proc/self", "cgroup", text);
    if (strncmp(text, "0::/", 4) != 0)
        return least;
    (void)snprintf(tree, sizeof tree, "%s/sys/fs/cgroup", root);
    char *group = text + 3, *slash;
    group[strcspn(group, "\n")] = '\0';
    do { /* the group and its parents */
        uint64_t rest = memory_of_group(tree, group, swap);
        least = rest < least ? rest : least;
        slash = strrchr(group, '/');
        if (slash != NULL)
            *slash = '\0';
    } while (slash != NULL);
    return least;
}

static bool descriptor_is_kept(int fd, const int *kept, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (kept[i] == fd)
            return true;
    return false;
}

/* Fallback without close_range(2). */
static void descriptors_close_listed(const int *kept, unsigned count)
{
    DIR *files = opendir("/proc/self/fd");
    if (files == NULL) {
        for (int fd = 3, end = (int)sysconf(_SC_OPEN_MAX); fd < end; fd++)
            if (!descriptor_is_kept(fd, kept, count))
                close(fd);
        return;
    }
    for (const struct dirent *entry; (entry = readdir(files)) != NULL;) {
        int fd = (int)strtol(entry->d_name, NULL, 10);
        if (fd > STDERR_FILENO && fd != dirfd(files) && !descriptor_is_kept(fd, kept, count))
            close(fd);
    }
    closedir(files);
}

void emuq_close_all_except(const int *kept, unsigned count)
{
    for (unsigned first = 3, next; first != 0; first = next + 1) {
        next = UINT_MAX;
        for (unsigned i = 0; i < count; i++)
            if (kept[i] >= (int)first && (unsigned)kept[i] < next)
                next = (unsigned)kept[i];
        if (next != first && close_range(first, next == UINT_MAX ? next : next - 1, 0) != 0) {
            descriptors_close_listed(kept, count);
            return;
        }
    }
}

static uintptr_t data_page_down(uintptr_t address)
{
    return address & ~((uintptr_t)sysconf(_SC_PAGESIZE) - 1);
}

static uintptr_t data_page_up(uintptr_t address)
{
    return data_page_down(address + (uintptr_t)sysconf(_SC_PAGESIZE) - 1);
}

static emuq_program_data_t data_relro_of(const struct dl_phdr_info *program)
{
    for (unsigned i = 0; i < program->dlpi_phnum; i++) {
        const ElfW(Phdr) *h = &program->dlpi_phdr[i];
        uintptr_t begin = program->dlpi_addr + h->p_vaddr;
        if (h->p_type == PT_GNU_RELRO)
            return (emuq_program_data_t){.begin = data_page_down(begin),
                                         .end = data_page_down(begin + h->p_memsz)};
    }
    return (emuq_program_data_t){.begin = 0};
}

/* Maps the gap before an object of large alignment. */
static bool data_fill_gap(uintptr_t begin, uintptr_t end, uintptr_t alignment)
{
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
    return begin != 0 && begin < end && end - begin < alignment &&
           mmap((void *)begin, end - begin, PROT_READ | PROT_WRITE, flags, -1, 0) == (void *)begin;
}

/* Callback of dl_iterate_phdr(). @return 1: stops at the program */
static int data_find(struct dl_phdr_info *program, size_t size, void *found)
{
    (void)size;
    emuq_program_data_t *longest = found, run = {.begin = 0}, relro = data_relro_of(program);
    bool has_interpreter = false;
    for (unsigned i = 0; i < program->dlpi_phnum; i++) {
        const ElfW(Phdr) *h = &program->dlpi_phdr[i];
        has_interpreter |= h->p_type == PT_INTERP;
        if (h->p_type != PT_LOAD || (h->p_flags & PF_W) == 0)
            continue;
        uintptr_t begin = data_page_down(program->dlpi_addr + h->p_vaddr);
        uintptr_t end = data_page_up(program->dlpi_addr + h->p_vaddr + h->p_memsz);
        if (relro.begin < end && relro.end > begin)
            begin = relro.end;
        if (begin >= end)
            continue;
        if (begin != run.end && !data_fill_gap(run.end, begin, h->p_align))
            run = (emuq_program_data_t){.begin = begin, .protection = PROT_READ | PROT_WRITE};
        run.end = end;
        run.protection |= (h->p_flags & PF_X) != 0 ? PROT_EXEC : 0;
        if (run.end - run.begin > longest->end - longest->begin)
            *longest = run;
    }
    longest->has_library = !has_interpreter;
    return 1;
}

emuq_program_data_t emuq_program_data_find(void)
{
    static emuq_program_data_t found;
    if (found.end == 0)
        dl_iterate_phdr(data_find, &found);
    return found;
}

/* @return -1: no process or no pidfd_open(2) */
static int peer_open(pid_t pid)
{
    return pid > 0 ? (int)syscall(SYS_pidfd_open, pid, 0) : -1;
}

/* @param end host time in ns; UINT64_MAX: none @return 0: ready for @p events; or a negative errno */
static int peer_poll(int socket, short events, int peer_fd, emuq_peer_t peer, uint64_t end)
{
    for (;;) {
        struct pollfd fd[3] = {{socket, events, 0}, {peer_fd, POLLIN, 0}, {peer.cancel, POLLIN, 0}};
        uint64_t now = emuq_host_now_ns(), left = now < end ? (end - now + NS_PER_MS - 1) / NS_PER_MS : 0;
        int ms = end == UINT64_MAX ? -1 : (int)(left < INT_MAX ? left : INT_MAX);
        bool polls_state = peer.pid > 0 && peer_fd < 0;
        if (polls_state && (ms < 0 || ms > PEER_CHECK_MS))
            ms = PEER_CHECK_MS;
        /* Before the poll: data sent before the exit are received. */
        bool exited = polls_state && emuq_process_has_exited(peer.pid);
        int ready = poll(fd, 3, exited ? 0 : ms);
        if (ready < 0 && errno != EINTR)
            return -errno;
        if (ready > 0 && fd[0].revents != 0)
            return 0;
        if (exited || (ready > 0 && fd[1].revents != 0))
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

/* Receives, or sends with @p to NULL. */
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
            nanosleep(&(struct timespec){0, NS_PER_MS}, NULL);
        else
            (void)poll(&(struct pollfd){peer_fd, POLLIN, 0}, 1,
                       (int)((end - now + NS_PER_MS - 1) / NS_PER_MS));
    }
    if (peer_fd >= 0)
        close(peer_fd);
    return rc;
}

bool emuq_child_has_exited(pid_t child, int *status)
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
    return emuq_child_await(child, status, CHILD_KILL_MS);
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

int emuq_internal_thread(pthread_t *thread, void *(*start)(void *), void *argument)
{
    return emuq_internal_thread_by(pthread_create, thread, start, argument);
}

int emuq_internal_thread_by(emuq_thread_creator_t *create, pthread_t *thread, void *(*start)(void *),
                            void *argument)
{
    static const int raised_by_itself[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS};
    sigset_t all, before;
    sigfillset(&all);
    for (unsigned i = 0; i < sizeof(raised_by_itself) / sizeof(raised_by_itself[0]); i++)
        sigdelset(&all, raised_by_itself[i]);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int rc = create(thread, NULL, start, argument);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return rc;
}

int emuq_signal_claim(int highest, const struct sigaction *action)
{
    struct sigaction now;
    for (int number = highest; number >= SIGRTMIN; number--)
        if (sigaction(number, NULL, &now) == 0 && !(now.sa_flags & SA_SIGINFO) && now.sa_handler == SIG_DFL &&
            sigaction(number, action, NULL) == 0)
            return number;
    return 0;
}

int emuq_file_resize(int fd, uint64_t bytes)
{
    if (bytes > emuq_soft_limit(RLIMIT_FSIZE))
        return -EFBIG;
    return ftruncate(fd, (off_t)bytes) == 0 ? 0 : -errno;
}

static bool file_is_lost; /* relaxed: the end of a job orders the store before the load */

int emuq_file_close(FILE *file)
{
    int rc = ferror(file) != 0 ? -EIO : 0;
    errno = 0;
    if (fclose(file) != 0)
        rc = errno != 0 ? -errno : -EIO;
    return rc;
}

void emuq_file_failed(const char *path, const char *setting, int error)
{
    fprintf(stderr, "emuq: cannot write %s (%s): %s\n", path, setting,
            error == -EIO ? "a write has failed (is the disk full?)" : strerror(-error));
    emuq_flag_store(&file_is_lost, true);
}

void emuq_file_finish(FILE *file, const char *path, const char *setting)
{
    int rc = emuq_file_close(file);
    if (rc != 0)
        emuq_file_failed(path, setting, rc);
}

int emuq_exit_status(int status)
{
    return status == 0 && emuq_flag_load(&file_is_lost) ? EXIT_FAILURE : status;
}
