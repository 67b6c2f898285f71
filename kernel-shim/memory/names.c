/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "kernel-shim/memory/names.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/host_calls.h"
#include "backends/settings.h"
#include "base/shared_mutex.h"
#include "kernel-shim/partition/state.h"

#define SEGMENTS 256        /* of a node */
#define MAPPED   256        /* ranges of reserved addresses where a process has mapped segments */
#define ALIGN    (1u << 16) /* of places: a multiple of all page sizes */

enum { SHM_NODE, SHM_HOST }; /* words of EMUQ_SHM */

/* A segment. pid 0: the entry is free. */
typedef struct segment {
    char name[NAME_MAX + 1]; /* empty: it has been unlinked */
    pid_t pid;               /* of the process that keeps it */
    int fd;                  /* that process's */
    ino_t inode;             /* all are files of one file system */
    dev_t device;
    char *place; /* in the arena (emuq_arena_reserve()); NULL: it has not been mapped */
    size_t room; /* bytes there */
} segment_t;

struct emuq_shm {
    segment_t segment[SEGMENTS];
};

/* Reserved addresses where this process has mapped segments. */
typedef struct range {
    uintptr_t begin, end; /* begin == end: unused */
} range_t;

static struct {
    range_t range[MAPPED];
    uintptr_t begin, end; /* of all that has ever been there (__atomic): most calls need no lock */
    pthread_mutex_t lock; /* leaf */
} mapped = {.lock = PTHREAD_MUTEX_INITIALIZER};

emuq_node_t *emuq_shm_node(void)
{
    const emuq_process_t *self =
        emuq_thread_self.process != NULL ? emuq_thread_self.process : emuq_joined_process;
    return self != NULL && emuq_setting_number(EMUQ_SETTING_SHM) == SHM_NODE ? self->node : NULL;
}

/* Takes the lock. @return the table, or NULL without memory. */
static struct emuq_shm *lock(emuq_node_t *node)
{
    emuq_shared_lock(&node->shm_lock);
    if (node->shm == NULL)
        node->shm = emuq_arena_alloc(node->partition->arena, sizeof(*node->shm), 64);
    if (node->shm == NULL) {
        emuq_shared_unlock(&node->shm_lock);
        errno = ENOMEM;
    }
    return node->shm;
}

static int unlock(emuq_node_t *node, int result)
{
    emuq_shared_unlock(&node->shm_lock);
    return result;
}

/* A name without its slash, or NULL and errno. */
static const char *plain(const char *name)
{
    while (name[0] == '/')
        name++;
    if (name[0] == '\0' || strchr(name, '/') != NULL) {
        errno = EINVAL;
        return NULL;
    }
    if (strlen(name) > NAME_MAX) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    return name;
}

static segment_t *find(struct emuq_shm *shm, const char *name)
{
    for (segment_t *s = shm->segment; s < shm->segment + SEGMENTS; s++)
        if (s->pid != 0 && strcmp(s->name, name) == 0)
            return s;
    return NULL;
}

static segment_t *find_file(struct emuq_shm *shm, int fd)
{
    struct stat status;
    if (fstat(fd, &status) != 0)
        return NULL;
    for (segment_t *s = shm->segment; s < shm->segment + SEGMENTS; s++)
        if (s->pid != 0 && s->inode == status.st_ino && s->device == status.st_dev)
            return s;
    return NULL;
}

/* A descriptor of the program's own: with an offset and an access mode of its own. */
static int open_segment(const segment_t *s, int flags)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)s->pid, s->fd);
    return open(path, (flags & (O_ACCMODE | O_TRUNC)) | O_CLOEXEC);
}

/* An entry that is free, or that of a segment which is gone but for this process's descriptor. */
static segment_t *find_free(struct emuq_shm *shm)
{
    segment_t *found = NULL;
    for (segment_t *s = shm->segment; s < shm->segment + SEGMENTS; s++) {
        if (s->pid == getpid() && s->name[0] == '\0' && s->place == NULL) {
            close(s->fd);
            s->pid = 0;
        }
        if (found == NULL && s->pid == 0)
            found = s;
    }
    return found;
}

static int create(struct emuq_shm *shm, const char *name, int flags, mode_t mode)
{
    segment_t *s = find_free(shm);
    struct stat status;
    int kept = memfd_create(name, MFD_CLOEXEC);
    if (s == NULL || kept < 0 || fstat(kept, &status) != 0) {
        if (s == NULL)
            errno = ENFILE;
        if (kept >= 0)
            close(kept);
        return -1;
    }
    *s = (segment_t){.pid = getpid(), .fd = kept, .inode = status.st_ino, .device = status.st_dev};
    strcpy(s->name, name);
    int fd = open_segment(s, flags);
    if (fd < 0) {
        int error = errno;
        close(kept);
        s->pid = 0;
        errno = error;
        return -1;
    }
    mode_t mask = umask(0);
    umask(mask);
    fchmod(kept, mode & ~mask);
    return fd;
}

int emuq_shm_open(emuq_node_t *node, const char *name, int flags, mode_t mode)
{
    struct emuq_shm *shm;
    if ((name = plain(name)) == NULL || (shm = lock(node)) == NULL)
        return -1;
    segment_t *s = find(shm, name);
    int fd = -1;
    if (s == NULL && (flags & O_CREAT) != 0)
        fd = create(shm, name, flags, mode);
    else if (s == NULL)
        errno = ENOENT;
    else if ((flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL))
        errno = EEXIST;
    else
        fd = open_segment(s, flags);
    return unlock(node, fd);
}

int emuq_shm_unlink(emuq_node_t *node, const char *name)
{
    struct emuq_shm *shm;
    if ((name = plain(name)) == NULL || (shm = lock(node)) == NULL)
        return -1;
    segment_t *s = find(shm, name);
    if (s != NULL)
        s->name[0] = '\0';
    else
        errno = ENOENT;
    return unlock(node, s != NULL ? 0 : -1);
}

bool emuq_shm_is_segment(emuq_node_t *node, int fd)
{
    int error = errno;
    struct emuq_shm *shm = lock(node);
    bool is = shm != NULL && find_file(shm, fd) != NULL;
    if (shm != NULL)
        unlock(node, 0);
    errno = error;
    return is;
}

/* Reserves the addresses of a segment, for as long as the job runs. */
static bool reserve(const emuq_node_t *node, segment_t *s, int fd, size_t bytes)
{
    struct stat status;
    if (fstat(fd, &status) == 0 && (size_t)status.st_size > bytes)
        bytes = (size_t)status.st_size;
    if (bytes <= s->room)
        return true;
    s->place = emuq_arena_reserve(node->partition->arena, bytes, ALIGN);
    s->room = s->place != NULL ? bytes : 0;
    return s->place != NULL;
}

/* Notes that something is mapped in [begin, end). @return false if something is already, or the list is full
 */
static bool note_mapped(uintptr_t begin, uintptr_t end)
{
    range_t *unused = NULL;
    bool is_free = true;
    emuq_host_mutex_lock(&mapped.lock);
    for (range_t *r = mapped.range; r < mapped.range + MAPPED; r++) {
        if (r->begin == r->end)
            unused = r;
        else if (r->begin < end && begin < r->end)
            is_free = false;
    }
    if (is_free && unused != NULL) {
        *unused = (range_t){begin, end};
        if (mapped.end == 0 || begin < mapped.begin)
            __atomic_store_n(&mapped.begin, begin, __ATOMIC_RELAXED);
        if (end > mapped.end)
            __atomic_store_n(&mapped.end, end, __ATOMIC_RELAXED);
    }
    emuq_host_mutex_unlock(&mapped.lock);
    return is_free && unused != NULL;
}

/* Takes [begin, end) out of a range. @param rest an unused range, or NULL: a range that would be cut in two
 * is kept whole, so nothing is mapped there again */
static void cut(range_t *r, uintptr_t begin, uintptr_t end, range_t *rest)
{
    range_t before = {r->begin, begin > r->begin ? begin : r->begin};
    range_t behind = {end < r->end ? end : r->end, r->end};
    bool is_cut_in_two = before.begin != before.end && behind.begin != behind.end;
    if (is_cut_in_two && rest == NULL)
        return;
    *r = before.begin != before.end ? before : behind;
    if (is_cut_in_two)
        *rest = behind;
}

static range_t *find_unused(void)
{
    for (range_t *r = mapped.range; r < mapped.range + MAPPED; r++)
        if (r->begin == r->end)
            return r;
    return NULL;
}

void *emuq_shm_place(emuq_node_t *node, int fd, size_t bytes, off_t offset)
{
    void *place = NULL;
    int error = errno;
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    bytes = (bytes + page - 1) & ~(page - 1);
    struct emuq_shm *shm = node->partition->is_shared && offset >= 0 ? lock(node) : NULL;
    if (shm != NULL) {
        segment_t *s = find_file(shm, fd);
        if (s != NULL && reserve(node, s, fd, bytes + (size_t)offset) &&
            note_mapped((uintptr_t)s->place + (size_t)offset, (uintptr_t)s->place + (size_t)offset + bytes))
            place = s->place + offset;
        unlock(node, 0);
    }
    errno = error;
    return place;
}

/* Whether this process may have mapped a segment in [begin, end), found without the lock. */
static bool may_be_mapped(uintptr_t begin, uintptr_t end)
{
    return begin < __atomic_load_n(&mapped.end, __ATOMIC_RELAXED) &&
           end > __atomic_load_n(&mapped.begin, __ATOMIC_RELAXED);
}

static uintptr_t end_of_pages(uintptr_t begin, size_t bytes)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return begin + ((bytes + page - 1) & ~(page - 1));
}

bool emuq_shm_unmap(void *address, size_t bytes)
{
    uintptr_t begin = (uintptr_t)address, end = end_of_pages(begin, bytes);
    bool is_unmapped = false;
    if (begin >= end || !may_be_mapped(begin, end))
        return false;
    emuq_host_mutex_lock(&mapped.lock);
    for (range_t *r = mapped.range; r < mapped.range + MAPPED && !is_unmapped; r++) {
        is_unmapped =
            r->begin <= begin && end <= r->end && emuq_arena_release(address, end - begin, true) == 0;
        if (is_unmapped)
            cut(r, begin, end, find_unused());
    }
    emuq_host_mutex_unlock(&mapped.lock);
    return is_unmapped;
}

void emuq_shm_unmapped(void *address, size_t bytes)
{
    uintptr_t begin = (uintptr_t)address, end = end_of_pages(begin, bytes);
    if (!may_be_mapped(begin, end))
        return;
    emuq_host_mutex_lock(&mapped.lock);
    for (range_t *r = mapped.range; r < mapped.range + MAPPED; r++) {
        uintptr_t from = r->begin > begin ? r->begin : begin, behind = r->end < end ? r->end : end;
        /* Where other memory has been mapped since, no segment is mapped again. */
        if (from < behind && emuq_arena_release((void *)from, behind - from, false) == 0)
            cut(r, from, behind, find_unused());
    }
    emuq_host_mutex_unlock(&mapped.lock);
}

void emuq_shm_close(emuq_node_t *node)
{
    for (unsigned i = 0; node->shm != NULL && i < SEGMENTS; i++)
        if (node->shm->segment[i].pid == getpid()) {
            close(node->shm->segment[i].fd);
            node->shm->segment[i].pid = 0;
        }
}
