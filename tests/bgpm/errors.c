/* SPDX-License-Identifier: BSD-3-Clause */
/* What an error of BGPM does: a line, the end of the process, its text. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "quiet.h"

/* Calls @p function in a child. @param output set to the child's standard error @return the child's status */
static int child(void (*function)(void), char *output, size_t bytes)
{
    int ends[2], status = -1;
    CU_ASSERT_EQUAL_FATAL(pipe(ends), 0);
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        function();
        _exit(42);
    }
    close(ends[1]);
    size_t length = 0;
    ssize_t n;
    while (length + 1 < bytes && (n = read(ends[0], output + length, bytes - 1 - length)) > 0)
        length += (size_t)n;
    output[length] = '\0';
    close(ends[0]);
    CU_ASSERT_EQUAL(waitpid(pid, &status, 0), pid);
    return status;
}

static void without_init(void)
{
    Bgpm_Start(3);
}

static void without_print(void)
{
    if (Bgpm_PrintOnError(0) == 1)
        Bgpm_Start(3);
}

static void by_environment(void)
{
    setenv("BGPM_NO_EXIT_ON_ERR", "", 1);
    if (Bgpm_Start(3) == BGPM_ENOT_INIT)
        _exit(5);
}

static void warning(void)
{
    Bgpm_Init(BGPM_MODE_SWDISTRIB);
    unsigned set = (unsigned)Bgpm_CreateEventSet();
    Bgpm_AddEvent(set, PEVT_NW_CYCLES);
    if (Bgpm_Start(set) == BGPM_WNOT_LINK_CTL && Bgpm_LastErr() == 0)
        _exit(6);
}

static void reactions(void)
{
    char text[512];
    int status = child(without_init, text, sizeof text);
    CU_ASSERT(WIFEXITED(status) && WEXITSTATUS(status) == (BGPM_ENOT_INIT & 0xFF));
    CU_ASSERT(strncmp(text, "Bgpm_Start(", 11) == 0 && strstr(text, "err=-1004; ") != NULL);
    CU_ASSERT(strstr(text, ".\n") == strchr(text, '\n') - 1);
    status = child(without_print, text, sizeof text);
    CU_ASSERT(WIFEXITED(status) && WEXITSTATUS(status) == (BGPM_ENOT_INIT & 0xFF) && text[0] == '\0');
    status = child(by_environment, text, sizeof text);
    CU_ASSERT(WIFEXITED(status) && WEXITSTATUS(status) == 5 && strstr(text, "err=-1004") != NULL);
    status = child(warning, text, sizeof text);
    CU_ASSERT(WIFEXITED(status) && WEXITSTATUS(status) == 6 && text[0] == '\0');
}

static void texts(void)
{
    bgpm_quiet();
    CU_ASSERT_STRING_EQUAL(Bgpm_ErrStrg(0), "operation successful");
    for (int code = BGPM_MAX_ERRNO; code <= BGPM_MIN_ERRNO; code++)
        CU_ASSERT_PTR_NULL(strstr(Bgpm_ErrStrg(code), "unknown code"));
    for (int code = BGPM_MIN_WARNING_NO; code <= BGPM_MAX_WARNING_NO; code++)
        CU_ASSERT_PTR_NULL(strstr(Bgpm_ErrStrg(code), "unknown code"));
    for (int code = UPCI_MAX_ERRNO; code <= UPCI_MIN_ERRNO; code++)
        CU_ASSERT_PTR_NULL(strstr(Bgpm_ErrStrg(code), "unknown code"));
    CU_ASSERT_STRING_EQUAL(Bgpm_ErrStrg(-ENOENT), strerror(ENOENT));
    CU_ASSERT_PTR_NOT_NULL(strstr(Bgpm_ErrStrg(-3210), "-3210"));
    CU_ASSERT(Bgpm_Start(0) == BGPM_ENOT_INIT && Bgpm_LastErr() == BGPM_ENOT_INIT);
    CU_ASSERT(Bgpm_Init(BGPM_MODE_DEFAULT) == 0 && Bgpm_LastErr() == BGPM_ENOT_INIT); /* stays */
    CU_ASSERT_STRING_EQUAL(Bgpm_LastErrStrg(), Bgpm_ErrStrg(BGPM_ENOT_INIT));
    CU_ASSERT_EQUAL(Bgpm_Disable(), 0);
    CU_ASSERT(Bgpm_ExitOnError(0) == 0 && Bgpm_DumpOnError(0) == 0);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"reactions", reactions}, {"texts", texts}, {NULL, NULL}};
    return emuq_test_main("BGPM: errors", tests);
}
