/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "tools/emuq-run/timed.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backends/settings.h"
#include "tools/emuq-run/program.h"

#define NUMBERS 64 /* characters of five numbers and what separates them */

static void set(emuq_setting_t id, const char *text)
{
    if (setenv(emuq_setting_info(id)->name, text, 1) != 0)
        emuq_need(NULL);
}

/* What the program reads when it is started by itself. */
static void set_job(const emuq_job_t *job)
{
    char text[NUMBERS], mesh[6], *letter = mesh;
    snprintf(text, sizeof(text), "%ux%ux%ux%ux%u", job->shape[0], job->shape[1], job->shape[2], job->shape[3],
             job->shape[4]);
    set(EMUQ_SETTING_SHAPE, text);
    snprintf(text, sizeof(text), "%u", job->ppn != 0 ? job->ppn : 1);
    set(EMUQ_SETTING_PPN, text);
    snprintf(text, sizeof(text), "%u", job->np);
    set(EMUQ_SETTING_NP, text);
    if (job->mapping != NULL)
        set(EMUQ_SETTING_MAPPING, job->mapping);
    for (int d = 0; d < 5; d++)
        if (job->mesh >> (4 - d) & 1)
            *letter++ = (char)('A' + d);
    *letter = '\0';
    set(EMUQ_SETTING_MESH, mesh);
}

/* An option that needs a process for each rank, or NULL. */
static const char *needs_processes(const emuq_command_t *command)
{
    if (command->hosts != NULL || command->hostfile != NULL)
        return "a job on several hosts";
    if (command->debugger != NULL || command->backtrace)
        return command->debugger != NULL ? "--debugger" : "--backtrace";
    if (command->timeout != 0)
        return "--timeout";
    if (command->counters || command->watch)
        return command->watch ? "--watch" : "--counters";
    if (command->bind != NULL && strcmp(command->bind, "none") != 0)
        return "--bind";
    if (command->input_rank != 0)
        return "--stdinrank";
    return command->label != EMUQ_LABEL_NONE ? "--label" : NULL;
}

int emuq_run_timed(const emuq_command_t *command)
{
    const char *problem = needs_processes(command);
    char *path;
    if (problem != NULL) {
        emuq_say("%s is not possible with --timed, where the ranks are threads of one process", problem);
        return EMUQ_STATUS_USAGE;
    }
    int status = emuq_program_find(command->program.word[0], &path);
    if (status != 0)
        return status;
    set_job(&command->job);
    set(EMUQ_SETTING_BACKEND, "timed");
    execv(path, command->program.word);
    status = emuq_program_failed(path, errno);
    free(path);
    return status;
}
