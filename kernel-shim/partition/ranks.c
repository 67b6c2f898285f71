/* SPDX-License-Identifier: BSD-3-Clause */
/* What the ranks of a job in threads mode share. */
#include "kernel-shim/partition/ranks.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Bytes of an argument vector and its strings, in whole pointers. */
static size_t arguments_size(int argc, char **argv)
{
    size_t bytes = ((size_t)argc + 1) * sizeof(char *);
    for (int i = 0; i < argc; i++)
        bytes += strlen(argv[i]) + 1;
    return (bytes + sizeof(char *) - 1) / sizeof(char *) * sizeof(char *);
}

/* Copies an argument vector and its strings to @p memory. */
static char **copy_arguments(int argc, char **argv, void *memory)
{
    char **copy = memory;
    char *string = (char *)(copy + argc + 1);
    for (int i = 0; i < argc; i++) {
        size_t bytes = strlen(argv[i]) + 1;
        copy[i] = memcpy(string, argv[i], bytes);
        string += bytes;
    }
    copy[argc] = NULL;
    return copy;
}

void emuq_ranks_free(struct emuq_ranks *job)
{
    if (job == NULL)
        return;
    pthread_cond_destroy(&job->moved);
    pthread_cond_destroy(&job->ended);
    pthread_mutex_destroy(&job->lock);
    free(job->arguments);
    free(job->rank);
    free(job);
}

struct emuq_ranks *emuq_ranks_new(emuq_partition_t *p, emuq_main_t entry, int argc, char **argv)
{
    struct emuq_ranks *job = emuq_calloc(1, sizeof(*job));
    if (job == NULL)
        return NULL;
    pthread_mutex_init(&job->lock, NULL);
    pthread_cond_init(&job->moved, NULL);
    pthread_cond_init(&job->ended, NULL);
    job->entry = entry;
    job->argc = argc;
    job->count = p->job.np;
    size_t bytes = arguments_size(argc, argv);
    job->rank = emuq_calloc(job->count, sizeof(*job->rank));
    job->arguments = emuq_calloc(job->count, bytes);
    if (job->rank == NULL || job->arguments == NULL) {
        emuq_ranks_free(job);
        return NULL;
    }
    for (uint32_t i = 0; i < job->count; i++) {
        struct emuq_rank_thread *rank = &job->rank[i];
        rank->job = job;
        rank->process = &p->process[p->process_of_rank[i]];
        rank->exit.status = EMUQ_NO_STATUS;
        rank->exit.pid = getpid();
        rank->process->main_exit = &rank->exit;
        rank->argv = copy_arguments(argc, argv, job->arguments + i * bytes);
    }
    return job;
}
