/* SPDX-License-Identifier: BSD-3-Clause */
/* A launcher with PMI-1 or PMI-2 that starts all ranks on this host and reports several hosts.
 *   fake_launcher pmi|pmi2 MAPPING RANKS [RANK:NAME=VALUE]... -- PROGRAM ARGUMENTS...
 * MAPPING is a PMI_process_mapping; "-": unknown to the launcher. RANK:NAME=VALUE is a variable of one
 * rank (RANK * is all). After a failed rank the launcher kills all ranks, like mpirun, and returns the status
 * of the first failed rank. The last line on standard error is the number of requests for values of remote
 * ranks.
 */
#define _GNU_SOURCE
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RANKS = 64, LINE = 4096, KEYS = 1024 };

static struct {
    int fd[RANKS]; /* -1: the rank has ended */
    pid_t pid[RANKS];
    bool is_framed[RANKS]; /* messages with length: PMI-2 after the version was selected */
    char *key[KEYS], *value[KEYS];
    bool is_known[KEYS]; /* since the last barrier */
    int ranks, waiting, keys;
    unsigned gets; /* stored values */
    const char *mapping;
    bool is_pmi2;
} job;

static void answer(int rank, const char *text)
{
    char length[8] = "";
    if (job.is_framed[rank])
        snprintf(length, sizeof(length), "%6u", (unsigned)strlen(text) % 100000);
    (void)!send(job.fd[rank], length, strlen(length), MSG_NOSIGNAL);
    (void)!send(job.fd[rank], text, strlen(text), MSG_NOSIGNAL);
}

/* Text behind "name=" up to an end character; in static memory. */
static const char *field(const char *line, const char *name)
{
    static char values[4][LINE];
    static int next;
    char *value = values[next++ % 4];
    const char *at = strstr(line, name);
    value[0] = '\0';
    if (at != NULL)
        snprintf(value, LINE, "%.*s", (int)strcspn(at + strlen(name), " ;\n"), at + strlen(name));
    return value;
}

static void put(const char *key, const char *value, bool is_known)
{
    if (job.keys == KEYS)
        exit(99);
    job.key[job.keys] = strdup(key);
    job.value[job.keys] = strdup(value);
    job.is_known[job.keys++] = is_known;
}

static const char *get(const char *key)
{
    for (int i = 0; i < job.keys; i++)
        if (job.is_known[i] && strcmp(job.key[i], key) == 0)
            return job.value[i];
    return NULL;
}

static void give(int rank, const char *key)
{
    char text[LINE + 64];
    job.gets += strncmp(key, "emuq-", strlen("emuq-")) == 0;
    const char *value = get(key),
               *word = strcmp(key, "PMI_process_mapping") == 0 ? "info-getjobattr" : "kvs-get";
    if (job.is_pmi2)
        snprintf(text, sizeof(text), "cmd=%s-response;rc=0;found=%s;value=%s;", word,
                 value != NULL ? "TRUE" : "FALSE", value != NULL ? value : "");
    else
        snprintf(text, sizeof(text), "cmd=get_result rc=%d msg=x value=%s\n", value != NULL ? 0 : -1,
                 value != NULL ? value : "unknown");
    answer(rank, text);
}

static void barrier(void)
{
    if (++job.waiting < job.ranks)
        return;
    job.waiting = 0;
    for (int i = 0; i < job.keys; i++)
        job.is_known[i] = true;
    for (int rank = 0; rank < job.ranks; rank++)
        if (job.fd[rank] >= 0)
            answer(rank, job.is_pmi2 ? "cmd=kvs-fence-response;rc=0;" : "cmd=barrier_out\n");
}

static void serve(int rank, const char *line)
{
    const char *command = field(line, "cmd=");
    if (strcmp(command, "init") == 0) {
        char text[128];
        snprintf(text, sizeof(text), "cmd=response_to_init pmi_version=%s pmi_subversion=%s rc=0\n",
                 job.is_pmi2 ? "2" : "1", job.is_pmi2 ? "0" : "1");
        answer(rank, text);
        job.is_framed[rank] = job.is_pmi2;
    } else if (strcmp(command, "fullinit") == 0) {
        answer(rank, "cmd=fullinit-response;rc=0;pmi-version=2;pmi-subversion=0;");
    } else if (strcmp(command, "get_maxes") == 0) {
        answer(rank, "cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=1024\n");
    } else if (strcmp(command, "get_my_kvsname") == 0) {
        answer(rank, "cmd=my_kvsname kvsname=kvs\n");
    } else if (strcmp(command, "put") == 0 || strcmp(command, "kvs-put") == 0) {
        put(field(line, "key="), field(line, "value="), false);
        answer(rank, job.is_pmi2 ? "cmd=kvs-put-response;rc=0;" : "cmd=put_result rc=0\n");
    } else if (strcmp(command, "get") == 0 || strcmp(command, "kvs-get") == 0 ||
               strcmp(command, "info-getjobattr") == 0) {
        give(rank, field(line, "key="));
    } else if (strcmp(command, "barrier_in") == 0 || strcmp(command, "kvs-fence") == 0) {
        barrier();
    } else if (strcmp(command, "finalize") == 0) {
        answer(rank, job.is_pmi2 ? "cmd=finalize-response;rc=0;" : "cmd=finalize_ack\n");
    }
}

/* Reads a request. Returns whether the rank still runs. */
static bool read_request(int rank, char line[LINE])
{
    char digits[7] = "";
    unsigned long length = 0, most = LINE - 1;
    if (job.is_framed[rank]) {
        if (recv(job.fd[rank], digits, 6, MSG_WAITALL) != 6)
            return false;
        most = strtoul(digits, NULL, 10);
    }
    while (length < most && length < LINE - 1) {
        if (recv(job.fd[rank], &line[length], 1, 0) != 1)
            return false;
        if (line[length++] == '\n')
            break;
    }
    line[length] = '\0';
    return true;
}

/* Sets the variables of a rank. */
static void set_variables(int rank, char **variable)
{
    char number[16];
    snprintf(number, sizeof(number), "%d", rank);
    setenv("PMI_RANK", number, 1);
    snprintf(number, sizeof(number), "%d", job.ranks);
    setenv("PMI_SIZE", number, 1);
    if (job.is_pmi2) {
        setenv("PMI_JOBID", "1.0", 1);
        setenv("SLURM_STEP_ID", "0", 1);
        unsetenv("MPI_LOCALRANKID");
    }
    for (; strcmp(*variable, "--") != 0; variable++) {
        char *colon = strchr(*variable, ':'), *equal = strchr(*variable, '=');
        if (colon == NULL || equal == NULL || colon > equal ||
            ((*variable)[0] != '*' && strtol(*variable, NULL, 10) != rank))
            continue;
        char *name = strndup(colon + 1, (size_t)(equal - colon - 1));
        setenv(name, equal + 1, 1);
        free(name);
    }
}

static void start(int rank, char **variables, char **command)
{
    int pair[2];
    char number[16];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0)
        exit(99);
    job.pid[rank] = fork();
    if (job.pid[rank] == 0) {
        for (int other = 0; other < rank; other++)
            close(job.fd[other]);
        close(pair[0]);
        snprintf(number, sizeof(number), "%d", pair[1]);
        setenv("PMI_FD", number, 1);
        set_variables(rank, variables);
        execv(command[0], command);
        _exit(127);
    }
    close(pair[1]);
    job.fd[rank] = pair[0];
}

/* Exit status of a rank after its connection has closed. */
static int end_of(int rank)
{
    int status = 0;
    close(job.fd[rank]);
    job.fd[rank] = -1;
    waitpid(job.pid[rank], &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int run(void)
{
    struct pollfd fds[RANKS];
    char line[LINE];
    int running = job.ranks, first = 0;
    while (running > 0) {
        for (int rank = 0; rank < job.ranks; rank++)
            fds[rank] = (struct pollfd){job.fd[rank], POLLIN, 0};
        poll(fds, (nfds_t)job.ranks, -1);
        for (int rank = 0; rank < job.ranks; rank++) {
            if (fds[rank].revents == 0)
                continue;
            if (read_request(rank, line)) {
                serve(rank, line);
                continue;
            }
            int status = end_of(rank);
            running--;
            if (status == 0 || first != 0)
                continue;
            first = status;
            usleep(300000); /* for messages of the other ranks */
            for (int other = 0; other < job.ranks; other++)
                if (job.fd[other] >= 0)
                    kill(job.pid[other], SIGKILL);
        }
    }
    return first;
}

int main(int argc, char **argv)
{
    if (argc < 6)
        return 98;
    job.is_pmi2 = strcmp(argv[1], "pmi2") == 0;
    job.ranks = (int)strtol(argv[3], NULL, 10);
    char **command = argv + 4;
    while (*command != NULL && strcmp(*command, "--") != 0)
        command++;
    if (job.ranks < 1 || job.ranks > RANKS || command[0] == NULL || command[1] == NULL)
        return 98;
    if (strcmp(argv[2], "-") != 0)
        put("PMI_process_mapping", argv[2], true);
    for (int rank = 0; rank < job.ranks; rank++)
        start(rank, argv + 4, command + 1);
    int status = run();
    fprintf(stderr, "texts that ranks have asked for: %u\n", job.gets);
    return status;
}
