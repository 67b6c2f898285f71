/* SPDX-License-Identifier: BSD-3-Clause */
/* A process attaches an arena only if the file is from the same build and as long as its head states. Each
 * row changes one field of a valid file. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backends/arena.h"
#include "emuq_test.h"

#define LAYOUT UINT64_C(0x1122334455667788)
#define JOB_ID UINT64_C(0x99aabbccddeeff01)

enum { WORDS = 512 };

static uint64_t good[WORDS]; /* the beginning of an arena */
static off_t file_bytes;     /* of its file */

/* Index of the first head word with a value. */
static size_t word_of(uint64_t value)
{
    size_t at = 0;
    while (at < WORDS && good[at] != value)
        at++;
    CU_ASSERT_FATAL(at < WORDS);
    return at;
}

static void read_good(void)
{
    emuq_arena_t *arena = NULL;
    struct stat is;
    char path[64];
    CU_ASSERT_EQUAL_FATAL(emuq_arena_create(1, NULL, JOB_ID, LAYOUT, &arena), 0);
    CU_ASSERT_FATAL(emuq_arena_path(arena, path, sizeof path) >= 0);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    CU_ASSERT_FATAL(fd >= 0 && fstat(fd, &is) == 0 && read(fd, good, sizeof good) == sizeof good);
    file_bytes = is.st_size;
    close(fd);
    emuq_arena_close(arena);
}

/* Attaches a file of @p bytes bytes, valid except for the word at @p at. Returns the result. */
static int attach(size_t at, uint64_t value, off_t bytes, uint64_t layout)
{
    emuq_arena_t *arena = NULL;
    uint64_t head[WORDS];
    char path[64];
    memcpy(head, good, sizeof head);
    head[at] = value;
    int fd = memfd_create("arena", MFD_CLOEXEC);
    size_t written = (uint64_t)bytes < sizeof head ? (size_t)bytes : sizeof head;
    CU_ASSERT_FATAL(fd >= 0 && write(fd, head, written) == (ssize_t)written && ftruncate(fd, bytes) == 0);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    int rc = emuq_arena_attach(path, layout, &arena);
    if (rc == 0)
        emuq_arena_close(arena);
    close(fd);
    return rc;
}

static void lies_of_a_file(void)
{
    read_good();
    size_t layout = word_of(LAYOUT), bytes = word_of((uint64_t)file_bytes);
    const struct {
        const char *name;
        size_t at;
        uint64_t value;
        off_t bytes;
        uint64_t layout;
        int expected;
    } rows[] = {
        {"nothing", 0, good[0], file_bytes, LAYOUT, 0},
        {"magic", 0, good[0] + 1, file_bytes, LAYOUT, -EPROTO},
        {"layout of the file", layout, LAYOUT + 1, file_bytes, LAYOUT, -EPROTO},
        {"layout of the process", 0, good[0], file_bytes, LAYOUT - 1, -EPROTO},
        {"bytes, more than the file has", bytes, (uint64_t)file_bytes + 1, file_bytes, LAYOUT, -EPROTO},
        {"file, shorter", 0, good[0], file_bytes - 1, LAYOUT, -EPROTO},
        {"bytes, less than the head", bytes, 64, file_bytes, LAYOUT, -EPROTO},
        {"file, half of a head", bytes, 32, 48, LAYOUT, -EPROTO},
        {"file, empty", 0, good[0], 0, LAYOUT, -EPROTO},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int rc = attach(rows[i].at, rows[i].value, rows[i].bytes, rows[i].layout);
        if (rc != rows[i].expected)
            printf("    %s: %d, not %d\n", rows[i].name, rc, rows[i].expected);
        CU_ASSERT_EQUAL(rc, rows[i].expected);
    }
}

/* A valid arena file of a job. */
static int make_file(uint64_t job_id)
{
    uint64_t head[WORDS];
    memcpy(head, good, sizeof head);
    head[word_of(JOB_ID)] = job_id;
    int fd = memfd_create("arena", MFD_CLOEXEC);
    CU_ASSERT_FATAL(fd >= 0 && write(fd, head, sizeof head) == sizeof head && ftruncate(fd, file_bytes) == 0);
    return fd;
}

/* Attaches and closes the arena at a path. Returns the job, or 0. */
static uint64_t job_at(const char *path)
{
    emuq_arena_t *arena = NULL;
    uint64_t job_id = 0;
    if (emuq_arena_attach(path, LAYOUT, &arena) == 0)
        job_id = ((const uint64_t *)(const void *)arena)[word_of(JOB_ID)];
    emuq_arena_close(arena);
    return job_id;
}

/* An inherited descriptor is used only if the path has the same file, or no file. */
static void descriptors_of_other_files(void)
{
    char path[64];
    int mine = make_file(JOB_ID), other = make_file(JOB_ID + 1), pipe_fd[2];
    CU_ASSERT_EQUAL_FATAL(pipe(pipe_fd), 0);
    pid_t child = fork(); /* the descriptor of that number belongs to a different arena */
    if (child == 0) {
        bool is_done = dup2(other, mine) == mine && write(pipe_fd[1], "", 1) == 1;
        while (is_done)
            pause();
        _exit(1);
    }
    CU_ASSERT_FATAL(child > 0 && read(pipe_fd[0], path, 1) == 1);
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)child, mine);
    CU_ASSERT_EQUAL(job_at(path), JOB_ID + 1);
    kill(child, SIGKILL);
    CU_ASSERT_EQUAL(waitpid(child, NULL, 0), child);
    snprintf(path, sizeof path, "/nowhere/fd/%d", other);
    CU_ASSERT_EQUAL(job_at(path), JOB_ID + 1);
    CU_ASSERT_EQUAL(fcntl(other, F_GETFD), -1); /* the arena had it */
    snprintf(path, sizeof path, "/nowhere/fd/%d", pipe_fd[0]);
    CU_ASSERT_EQUAL(job_at(path), 0);
    close(mine);
    close(pipe_fd[0]);
    close(pipe_fd[1]);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"lies of a file", lies_of_a_file},
                                        {"descriptors of other files", descriptors_of_other_files},
                                        {NULL, NULL}};
    return emuq_test_main("attaching an arena", tests);
}
