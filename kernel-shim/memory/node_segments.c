/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "kernel-shim/memory/partition_memory.h"

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
#include "base/lock.h"
#include "kernel-shim/partition/partition.h"
#include "kernel-shim/partition/state.h"

#define SEGMENTS 256        /* per node */
#define MAPPED   256        /* mapped ranges per process */
#define ALIGN    (1u << 16) /* alignment of addresses: a multiple of every page size */

enum { SHM_NODE, SHM_HOST }; /* values of EMUQ_SHM */

typedef struct shm_segment {
    char name[NAME_MAX + 1]; /* empty: unlinked */
    pid_t pid;               /* process that keeps the descriptor; 0: free entry */
    int fd;
    ino_t inode; /* identifies the file, with `device` */
    dev_t device;
    char *address; /* reserved in the arena; NULL: never mapped */
    size_t bytes;
} shm_segment_t;

struct emuq_shm {
    shm_segment_t segment[SEGMENTS];
};

/* Addresses where this process has mapped segments */
typedef struct shm_range {
    uintptr_t begin, end; /* begin == end: unused */
} shm_range_t;

static struct {
    shm_range_t range[MAPPED];
    uintptr_t begin, end; /* bounds of all ranges ever (atomic): avoid the lock in most calls */
    pthread_mutex_t lock; /* leaf */
} segment_mapped = {.lock = PTHREAD_MUTEX_INITIALIZER};

emuq_node_t *emuq_shm_node(void)
{
    const emuq_process_t *self =
        emuq_thread_self.process != NULL ? emuq_thread_self.process : emuq_joined_process;
    return self != NULL && emuq_setting_number(EMUQ_SETTING_SHM) == SHM_NODE ? self->node : NULL;
}

/* Locks the table. @return NULL: out of memory, not locked */
static struct emuq_shm *segment_lock(emuq_node_t *node)
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

static int segment_unlock(emuq_node_t *node, int result)
{
    emuq_shared_unlock(&node->shm_lock);
    return result;
}

/* @return the name without slashes, or NULL and errno */
static const char *segment_name(const char *name)
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

static shm_segment_t *segment_find(struct emuq_shm *shm, const char *name)
{
    for (shm_segment_t *s = shm->segment; s < shm->segment + SEGMENTS; s++)
        if (s->pid != 0 && strcmp(s->name, name) == 0)
            return s;
    return NULL;
}

static shm_segment_t *segment_find_file(struct emuq_shm *shm, int fd)
{
    struct stat status;
    if (fstat(fd, &status) != 0)
        return NULL;
    for (shm_segment_t *s = shm->segment; s < shm->segment + SEGMENTS; s++)
        if (s->pid != 0 && s->inode == status.st_ino && s->device == status.st_dev)
            return s;
    return NULL;
}

/* The program gets a separate file description. */
static int segment_open(const shm_segment_t *s, int flags)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)s->pid, s->fd);
    return open(path, (flags & (O_ACCMODE | O_TRUNC)) | O_CLOEXEC);
}

/* Frees unlinked segments of this process that were never mapped. @return a free entry, or NULL */
static shm_segment_t *segment_find_free(struct emuq_shm *shm)
{
    shm_segment_t *found = NULL;
    for (shm_segment_t *s = shm->segment; s < shm->segment + SEGMENTS; s++) {
        if (s->pid == getpid() && s->name[0] == '\0' && s->address == NULL) {
            close(s->fd);
            s->pid = 0;
        }
        if (found == NULL && s->pid == 0)
            found = s;
    }
    return found;
}

static int segment_create(struct emuq_shm *shm, const char *name, int flags, mode_t mode)
{
    shm_segment_t *s = segment_find_free(shm);
    struct stat status;
    int kept = memfd_create(name, MFD_CLOEXEC);
    if (s == NULL || kept < 0 || fstat(kept, &status) != 0) {
        if (s == NULL)
            errno = ENFILE;
        if (kept >= 0)
            close(kept);
        return -1;
    }
    *s = (shm_segment_t){.pid = getpid(), .fd = kept, .inode = status.st_ino, .device = status.st_dev};
    strcpy(s->name, name);
    int fd = segment_open(s, flags);
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
    if ((name = segment_name(name)) == NULL || (shm = segment_lock(node)) == NULL)
        return -1;
    shm_segment_t *s = segment_find(shm, name);
    int fd = -1;
    if (s == NULL && (flags & O_CREAT) != 0)
        fd = segment_create(shm, name, flags, mode);
    else if (s == NULL)
        errno = ENOENT;
    else if ((flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL))
        errno = EEXIST;
    else
        fd = segment_open(s, flags);
    return segment_unlock(node, fd);
}

int emuq_shm_unlink(emuq_node_t *node, const char *name)
{
    struct emuq_shm *shm;
    if ((name = segment_name(name)) == NULL || (shm = segment_lock(node)) == NULL)
        return -1;
    shm_segment_t *s = segment_find(shm, name);
    if (s != NULL)
        s->name[0] = '\0';
    else
        errno = ENOENT;
    return segment_unlock(node, s != NULL ? 0 : -1);
}

bool emuq_shm_is_segment(emuq_node_t *node, int fd)
{
    int error = errno;
    struct emuq_shm *shm = segment_lock(node);
    bool is = shm != NULL && segment_find_file(shm, fd) != NULL;
    if (shm != NULL)
        segment_unlock(node, 0);
    errno = error;
    return is;
}

static bool segment_reserve(const emuq_node_t *node, shm_segment_t *s, int fd, size_t bytes)
{
    struct stat status;
    if (fstat(fd, &status) == 0 && (size_t)status.st_size > bytes)
        bytes = (size_t)status.st_size;
    if (bytes <= s->bytes)
        return true;
    s->address = emuq_arena_reserve(node->partition->arena, bytes, ALIGN);
    s->bytes = s->address != NULL ? bytes : 0;
    return s->address != NULL;
}

static shm_range_t *segment_unused_range(void)
{
    for (shm_range_t *r = segment_mapped.range; r < segment_mapped.range + MAPPED; r++)
        if (r->begin == r->end)
            return r;
    return NULL;
}

/* Adds a range. @return false if [begin, end) overlaps a mapping, or the list is full */
static bool segment_add_range(uintptr_t begin, uintptr_t end)
{
    bool is_free = true;
    emuq_host_mutex_lock(&segment_mapped.lock);
    shm_range_t *unused = segment_unused_range();
    for (shm_range_t *r = segment_mapped.range; r < segment_mapped.range + MAPPED; r++)
        is_free = is_free && (r->begin == r->end || r->begin >= end || begin >= r->end);
    if (is_free && unused != NULL) {
        *unused = (shm_range_t){begin, end};
        if (segment_mapped.end == 0 || begin < segment_mapped.begin)
            AO_store(&segment_mapped.begin, begin);
        if (end > segment_mapped.end)
            AO_store(&segment_mapped.end, end);
    }
    emuq_host_mutex_unlock(&segment_mapped.lock);
    return is_free && unused != NULL;
}

/* If the list is full, a split range stays whole, so its addresses are not reused. */
static void segment_cut_range(shm_range_t *r, uintptr_t begin, uintptr_t end)
{
    shm_range_t before = {r->begin, begin > r->begin ? begin : r->begin};
    shm_range_t behind = {end < r->end ? end : r->end, r->end};
    bool is_cut_in_two = before.begin != before.end && behind.begin != behind.end;
    shm_range_t *rest = segment_unused_range();
    if (is_cut_in_two && rest == NULL)
        return;
    *r = before.begin != before.end ? before : behind;
    if (is_cut_in_two)
        *rest = behind;
}

void *emuq_shm_map_address(emuq_node_t *node, int fd, size_t bytes, off_t offset)
{
    void *address = NULL;
    int error = errno;
    bytes = emuq_page_round_up(bytes);
    struct emuq_shm *shm = node->partition->is_shared && offset >= 0 ? segment_lock(node) : NULL;
    if (shm != NULL) {
        shm_segment_t *s = segment_find_file(shm, fd);
        if (s != NULL && segment_reserve(node, s, fd, bytes + (size_t)offset) &&
            segment_add_range((uintptr_t)s->address + (size_t)offset,
                              (uintptr_t)s->address + (size_t)offset + bytes))
            address = s->address + offset;
        segment_unlock(node, 0);
    }
    errno = error;
    return address;
}

static bool segment_may_be_mapped(uintptr_t begin, uintptr_t end)
{
    return begin < AO_load(&segment_mapped.end) && end > AO_load(&segment_mapped.begin);
}

bool emuq_shm_unmap(void *address, size_t bytes)
{
    uintptr_t begin = (uintptr_t)address, end = begin + emuq_page_round_up(bytes);
    bool is_unmapped = false;
    if (begin >= end || !segment_may_be_mapped(begin, end))
        return false;
    emuq_host_mutex_lock(&segment_mapped.lock);
    for (shm_range_t *r = segment_mapped.range; r < segment_mapped.range + MAPPED && !is_unmapped; r++) {
        is_unmapped =
            r->begin <= begin && end <= r->end && emuq_arena_release(address, end - begin, true) == 0;
        if (is_unmapped)
            segment_cut_range(r, begin, end);
    }
    emuq_host_mutex_unlock(&segment_mapped.lock);
    return is_unmapped;
}

void emuq_shm_unmapped(void *address, size_t bytes)
{
    uintptr_t begin = (uintptr_t)address, end = begin + emuq_page_round_up(bytes);
    if (!segment_may_be_mapped(begin, end))
        return;
    emuq_host_mutex_lock(&segment_mapped.lock);
    for (shm_range_t *r = segment_mapped.range; r < segment_mapped.range + MAPPED; r++) {
        uintptr_t from = r->begin > begin ? r->begin : begin, behind = r->end < end ? r->end : end;
        /* Addresses with new mappings are not reused. */
        if (from < behind && emuq_arena_release((void *)from, behind - from, false) == 0)
            segment_cut_range(r, from, behind);
    }
    emuq_host_mutex_unlock(&segment_mapped.lock);
}

void emuq_shm_close(emuq_node_t *node)
{
    for (unsigned i = 0; node->shm != NULL && i < SEGMENTS; i++)
        if (node->shm->segment[i].pid == getpid()) {
            close(node->shm->segment[i].fd);
            node->shm->segment[i].pid = 0;
        }
}
