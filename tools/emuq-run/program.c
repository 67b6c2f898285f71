/* SPDX-License-Identifier: BSD-3-Clause */
/* Search for the program, and the limit of open files. */
#define _GNU_SOURCE
#include "tools/emuq-run/run.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILES_OF_LAUNCHER 64u /* descriptors of the launcher itself */

int emuq_files_raise(uint64_t count, const char *what, unsigned each, struct rlimit *before)
{
    uint64_t needed = count * each + FILES_OF_LAUNCHER;
    if (getrlimit(RLIMIT_NOFILE, before) != 0) {
        int error = errno;
        emuq_run_message("cannot find out the limit of open files: %s", strerror(error));
        return -error;
    }
    struct rlimit most = {before->rlim_max, before->rlim_max};
    if (most.rlim_max != RLIM_INFINITY && most.rlim_max < needed) {
        emuq_run_message("%llu %s%s need %llu open files; the limit is %llu (ulimit -Hn)",
                         (unsigned long long)count, what, emuq_member_where, (unsigned long long)needed,
                         (unsigned long long)most.rlim_max);
        return -EMFILE;
    }
    if (setrlimit(RLIMIT_NOFILE, &most) != 0)
        emuq_run_message("cannot raise the limit of open files: %s", strerror(errno));
    return 0;
}

/* @return 0 if @p path is executable, or an errno */
static int program_check(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return errno;
    if (S_ISDIR(status.st_mode))
        return EISDIR;
    if (!S_ISREG(status.st_mode))
        return EACCES;
    return access(path, X_OK) == 0 ? 0 : errno;
}

/* EACCES of one directory has precedence over ENOENT of another. */
int emuq_program_search(const char *name, char **path)
{
    const char *directory = getenv("PATH");
    int problem = ENOENT;
    if (directory == NULL)
        directory = "/bin:/usr/bin";
    for (;; directory++) {
        int length = (int)strcspn(directory, ":");
        *path = emuq_format("%.*s/%s", length > 0 ? length : 1, length > 0 ? directory : ".", name);
        int error = program_check(*path);
        if (error == 0)
            return 0;
        free(*path);
        if (error == EACCES)
            problem = error;
        directory += length;
        if (*directory == '\0')
            return problem;
    }
}

int emuq_program_failed(const char *path, int error)
{
    bool is_lost = error == ENOENT || error == ENOTDIR;
    int status = is_lost ? EMUQ_STATUS_NOT_FOUND : EMUQ_STATUS_NOT_EXECUTABLE;
    if (error == ENOENT && program_check(path) == 0)
        emuq_member_cause(status, false, "cannot run %s%s: the interpreter that it names does not exist",
                          path, emuq_member_where);
    else
        emuq_member_cause(status, false, "cannot run %s%s: %s%s", path, emuq_member_where, strerror(error),
                          is_lost && emuq_is_member ? "; copy it there" : "");
    return status;
}

int emuq_program_find(const char *name, char **path)
{
    if (strchr(name, '/') != NULL) {
        *path = emuq_need(strdup(name));
        int error = program_check(name);
        if (error == 0)
            return 0;
        free(*path);
        return emuq_program_failed(name, error);
    }
    int error = *name != '\0' ? emuq_program_search(name, path) : ENOENT;
    if (error == 0)
        return 0;
    if (error == ENOENT && *name != '\0' && program_check(name) == 0) {
        emuq_member_cause(EMUQ_STATUS_NOT_FOUND, false,
                          "cannot run %s%s: it is in no directory of PATH; did you mean ./%s?", name,
                          emuq_member_where, name);
        return EMUQ_STATUS_NOT_FOUND;
    }
    return emuq_program_failed(*name != '\0' ? name : "''", error);
}
