/* SPDX-License-Identifier: BSD-3-Clause */
/* Launcher of one host of several: connections to the front end and to the launchers of all hosts. */
#define _GNU_SOURCE
#include "tools/emuq-run/run.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process.h"
#include "base/text.h"
#include "kernel-shim/bootstrap/bootstrap.h"
#include "kernel-shim/partition/job.h"

#define KEY_DIGITS (2 * EMUQ_KEY_BYTES)
#define POLL_MS    2 /* poll interval until the addresses of all simulated hosts are complete */

static struct {
    bool is_ended; /* a signal has ended the ranks */
    uint32_t hosts;
    uint64_t begun;                  /* nanoseconds */
    char name[EMUQ_HOST_NAME_BYTES]; /* of the host */
    uint32_t first;                  /* host of process 0 of the process manager */
    int messages;                    /* write end of engine; -1: closed */
    emuq_output_stream_t engine;     /* messages of the host engine */
    const emuq_bootstrap_t *manager; /* connection to the process manager; NULL: a simulated host */
    emuq_member_texts_t *texts;      /* shared memory of simulated hosts */
} member = {.messages = -1, .engine.fd = -1};

int emuq_member_open(void)
{
    if (!emuq_is_member)
        return 0;
    int rc = emuq_output_stream_open(&member.engine, 2, "", &member.messages);
    strcpy(member.engine.label, EMUQ_MARK "m");
    return rc;
}

const char *emuq_member_name(void)
{
    if (member.name[0] == '\0' && gethostname(member.name, sizeof member.name - 1) == 0)
        member.name[strcspn(member.name, ".")] = '\0';
    return member.name;
}

int emuq_member_messages(void)
{
    return member.messages;
}

/* ---- reports to the front end ---- */

void emuq_member_cause(int status, bool is_consequence, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *text = emuq_vformat(format, list);
    va_end(list);
    char *rest = emuq_format("%d %s", is_consequence, emuq_printable(text, true));
    emuq_output_stream_drain(&member.engine); /* messages of the engine may be the reason */
    if (emuq_is_member)
        emuq_output_report(EMUQ_MARK_CAUSE, status, rest);
    else if (*text != '\0')
        emuq_run_message("%s", text);
    free(rest);
    free(text);
}

bool emuq_member_pumps(void)
{
    return emuq_is_member && member.texts == NULL;
}

uint64_t emuq_member_age(void)
{
    return emuq_is_member ? (emuq_now_ns() - member.begun) / 1000000 : 0;
}

void emuq_member_ended(void)
{
    member.is_ended = true;
}

/* ---- exchange of engine addresses ---- */

/* Handles pending signals. Drops SIGUSR1: no rank runs yet. @return 0; -ESRCH: the engine has ended;
 * -ECANCELED: the job ends */
static int member_signals(int signals, pid_t engine)
{
    struct signalfd_siginfo info;
    bool ends = false;
    while (read(signals, &info, sizeof info) == (ssize_t)sizeof info)
        ends |= info.ssi_signo != SIGCHLD && info.ssi_signo != SIGUSR1;
    member.is_ended |= ends;
    return ends ? -ECANCELED : emuq_child_has_exited(engine, NULL) ? -ESRCH : 0;
}

/* Exchange through shared memory, for simulated hosts. */
static int member_meet_simulated(const emuq_host_text_t *text, pid_t engine, int signals,
                                 emuq_host_text_t *texts, unsigned char key[EMUQ_KEY_BYTES])
{
    emuq_member_texts_t *all = member.texts;
    int rc = 0;
    all->text[emuq_member_host] = *text;
    (void)AO_int_fetch_and_add_release(&all->given, 1);
    while (rc == 0 && AO_int_load_acquire(&all->given) < member.hosts) {
        poll(&(struct pollfd){.fd = signals, .events = POLLIN}, 1, POLL_MS);
        rc = member_signals(signals, engine);
    }
    memcpy(texts, all->text, member.hosts * sizeof *texts);
    memcpy(key, all->key, EMUQ_KEY_BYTES);
    return rc;
}

/* Makes the key of the job, on host 0. The key precedes the address of the engine. */
static int member_make_key(char key[KEY_DIGITS + 1])
{
    unsigned char byte[EMUQ_KEY_BYTES];
    if (getrandom(byte, sizeof byte, 0) != (ssize_t)sizeof byte) {
        emuq_run_message("cannot make the key of the job: %s", strerror(errno));
        return -EIO;
    }
    for (size_t i = 0; i < sizeof byte; i++)
        snprintf(key + 2 * i, 3, "%02x", byte[i]);
    explicit_bzero(byte, sizeof byte);
    return 0;
}

/* Splits the string of a host into key and address. */
static int member_split_text(const char *given, uint32_t host, emuq_host_text_t *text, unsigned char *key)
{
    size_t digits = host == 0 ? KEY_DIGITS : 0;
    if (strlen(given) < digits || strlen(given) - digits >= sizeof text->text)
        return -EPROTO;
    for (size_t i = 0; i < digits / 2; i++)
        key[i] = (unsigned char)strtoul((const char[]){given[2 * i], given[2 * i + 1], '\0'}, NULL, 16);
    strcpy(text->text, given + digits);
    return 0;
}

/* Exchange through the key-value store of the process manager. */
static int member_meet_managed(const emuq_host_text_t *text, emuq_host_text_t *texts,
                               unsigned char key[EMUQ_KEY_BYTES])
{
    uint32_t hosts = member.hosts, own = (emuq_member_host + hosts - member.first) % hosts;
    uint32_t *giver = emuq_need(calloc(hosts, sizeof *giver));
    emuq_gather_t what = {.givers = hosts, .giver = giver, .bytes = EMUQ_GATHER_BYTES, .end = hosts};
    char digits[KEY_DIGITS + 1] = "";
    what.text = emuq_need(calloc(hosts, what.bytes));
    for (uint32_t i = 0; i < hosts; i++)
        giver[i] = i;
    int rc = emuq_member_host == 0 ? member_make_key(digits) : 0;
    snprintf(what.text + own * what.bytes, what.bytes, "%s%s", digits, text->text);
    if (rc == 0)
        rc = member.manager->gather(&what);
    for (uint32_t i = 0; i < hosts && rc == 0; i++) {
        uint32_t host = (i + member.first) % hosts;
        rc = member_split_text(what.text + i * what.bytes, host, &texts[host], key);
        if (rc != 0)
            emuq_run_message("host %u has sent a malformed text; all hosts need the same build of EMUQ",
                             host);
    }
    explicit_bzero(digits, sizeof digits);
    explicit_bzero(what.text, hosts * what.bytes);
    free(what.text);
    free(giver);
    return rc;
}

int emuq_member_meet(const emuq_host_text_t *text, pid_t engine, int signals, uint32_t hosts,
                     emuq_host_text_t *texts, unsigned char key[EMUQ_KEY_BYTES])
{
    int rc = 0;
    if (hosts > 1 && member.manager == NULL)
        rc = member_meet_simulated(text, engine, signals, texts, key);
    else if (hosts > 1)
        rc = member_meet_managed(text, texts, key);
    if (rc == 0)
        rc = member_signals(signals, engine);
    if (rc == 0)
        emuq_output_report(EMUQ_MARK_CONNECTED, 0, "");
    return rc;
}

/* ---- run ---- */

static void member_begin(uint32_t host, uint32_t hosts, const char *name)
{
    emuq_is_member = true;
    member.begun = emuq_now_ns();
    emuq_member_host = host;
    member.hosts = hosts;
    snprintf(emuq_member_where, sizeof emuq_member_where, " on %s", name);
    const char *at = strchr(name, '@');
    if (member.texts != NULL)
        snprintf(member.name, sizeof member.name, "host%u", host);
    else
        snprintf(member.name, sizeof member.name, "%s", at != NULL ? at + 1 : name);
    emuq_output_report(EMUQ_MARK_BEGIN, 0, "");
}

static int member_run(const emuq_run_command_t *command, const emuq_launch_job_hosts_t *spread,
                      emuq_launch_function_t launch)
{
    int status = launch(command, spread);
    emuq_output_report(member.is_ended ? EMUQ_MARK_ENDED : EMUQ_MARK_OVER, status, "");
    fflush(NULL);
    return 0;
}

void emuq_member_close(void)
{
    emuq_fd_close(&member.messages);
    emuq_output_stream_close(&member.engine);
}

int emuq_member_simulate(const emuq_run_command_t *command, const emuq_launch_job_hosts_t *spread,
                         const char *name, emuq_member_texts_t *texts, emuq_launch_function_t launch)
{
    member.texts = texts;
    member_begin(spread->host, spread->hosts, name);
    return member_run(command, spread, launch);
}

/* Enters the working directory of the front end, or else the home directory. */
static void member_chdir(const char *directory, const char *name)
{
    const char *home = getenv("HOME");
    if (chdir(directory) == 0)
        return;
    int error = errno;
    if (home == NULL || chdir(home) != 0)
        home = chdir("/") == 0 ? "/" : ".";
    emuq_run_message("%s: cannot run in %s: %s; running in %s", name, directory, strerror(error), home);
}

/* Argument of --on-host: FIRST/JOB/VERSION/DIGEST/NAME:NODES,NAME:NODES... */
typedef struct spec {
    char *first, *job, *version, *digest, *hosts;
    emuq_words_t names;
    uint32_t *nodes; /* [names.count] */
} spec_t;

static int member_read_spec(spec_t *spec, char *text)
{
    char *rest = text, *word;
    spec->first = strsep(&rest, "/");
    spec->job = strsep(&rest, "/");
    spec->version = strsep(&rest, "/");
    spec->digest = strsep(&rest, "/");
    spec->hosts = rest;
    while ((word = strsep(&rest, ",")) != NULL) {
        char *colon = strrchr(word, ':');
        if (colon == NULL)
            return -EPROTO;
        *colon = '\0';
        spec->nodes = emuq_need(realloc(spec->nodes, ((size_t)spec->names.count + 1) * sizeof *spec->nodes));
        spec->nodes[spec->names.count] = (uint32_t)strtoul(colon + 1, NULL, 10);
        emuq_words_add(&spec->names, word);
    }
    return spec->names.count != 0 ? 0 : -EPROTO;
}

/* Connects to the process manager. Threads of the PMIx library get a full signal mask. @param process set to
 * the rank of this launcher */
static int member_connect(uint32_t hosts, uint32_t *process)
{
    sigset_t all, before;
    uint32_t processes = 0;
    *process = 0;
    if (hosts == 1)
        return 0;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    member.manager = emuq_bootstrap_find();
    int rc = member.manager->gather != NULL ? member.manager->open(process, &processes) : -ENOTSUP;
    sigprocmask(SIG_SETMASK, &before, NULL);
    const char *connection = getenv("PMI_FD");
    if (connection != NULL) /* ranks must not inherit the connection */
        (void)fcntl(atoi(connection), F_SETFD, FD_CLOEXEC);
    if (rc == -ENOTSUP)
        emuq_run_message("--on-host is for emuq-run itself: it needs a process manager with PMI or PMIx");
    if (rc == 0 && (processes != hosts || *process >= hosts)) {
        emuq_run_message("the process manager has started %u processes for %u hosts", processes, hosts);
        rc = -EPROTO;
    }
    return rc;
}

/* Compares build and settings with the front end, which reports a different setting. */
static bool member_agrees(const spec_t *spec, const char *name)
{
    char digest[EMUQ_DIGEST_BYTES], value[EMUQ_INPUT_BYTES];
    (void)emuq_launch_layout(); /* side effect: chooses the backend */
    emuq_job_digest(digest);
    bool has_version = strcmp(spec->version, EMUQ_VERSION) == 0;
    int input = has_version ? emuq_job_difference(spec->digest, digest) : EMUQ_EQUAL_BUILD;
    if (input == EMUQ_EQUAL_BUILD) {
        emuq_member_cause(EMUQ_STATUS_USAGE, false,
                          "%s: %s differs from that of the host of emuq-run; all hosts need the same", name,
                          has_version ? emuq_job_input_name(input) : "the version of EMUQ");
    } else if (input >= 0) {
        emuq_job_input_value(input, value);
        emuq_output_report(EMUQ_MARK_DIFFERS, input, value);
    }
    return input < 0;
}

/* Runs this host's part of the job. @param argv NAME OPTION... */
static int member_start(spec_t *spec, uint32_t number, const char *directory, int argc, char **argv,
                        emuq_launch_function_t launch)
{
    const char *name = spec->names.word[number], *at = strchr(name, '@');
    emuq_launch_job_hosts_t spread = {.hosts = (uint32_t)spec->names.count,
                                      .is_planned = true,
                                      .host = number,
                                      .nodes = spec->nodes,
                                      .job_id = strtoull(spec->job, NULL, 16),
                                      .local_address = strcmp(name, "localhost") == 0 ? NULL
                                                       : at != NULL                   ? at + 1
                                                                                      : name};
    emuq_run_command_t command;
    member_begin(number, spread.hosts, name);
    member_chdir(directory, name);
    int status = EMUQ_STATUS_USAGE;
    if (emuq_run_command_read(&command, argc, argv) == 0 && member_agrees(spec, name))
        status = member_run(&command, spread.hosts > 1 ? &spread : NULL, launch);
    else
        emuq_output_report(EMUQ_MARK_OVER, status, "");
    emuq_run_command_free(&command);
    return 0;
}

int emuq_member_main(int argc, char **argv, emuq_launch_function_t launch)
{
    spec_t spec = {0};
    uint32_t process;
    if (argc < 4 || member_read_spec(&spec, argv[1]) != 0) {
        emuq_run_message("--on-host is for emuq-run itself: its arguments are malformed");
        return EMUQ_STATUS_USAGE;
    }
    for (int i = 4; i < argc; i++)
        argv[i]++; /* "=" precedes each word */
    emuq_launcher_name = strcmp(argv[3], "runjob") == 0 ? "runjob" : "emuq-run";
    uint32_t hosts = (uint32_t)spec.names.count;
    int rc = member_connect(hosts, &process);
    if (rc != 0)
        return EMUQ_STATUS_FAILED;
    member.first = (uint32_t)strtoul(spec.first, NULL, 10);
    int status = member_start(&spec, (process + member.first) % hosts, argv[2], argc - 3, argv + 3, launch);
    if (member.manager != NULL && member.manager->close != NULL)
        member.manager->close();
    emuq_words_free(&spec.names);
    free(spec.nodes);
    return status;
}

/* ---- agent ---- */

int emuq_member_agent(char **argv)
{
    int state = 0;
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    pid_t pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        execvp(argv[0], argv);
        emuq_run_message("cannot execute the agent %s: %s", argv[0], strerror(errno));
        _exit(EMUQ_STATUS_NOT_FOUND);
    }
    while (pid > 0 && waitpid(pid, &state, 0) < 0 && errno == EINTR)
        continue;
    int status = emuq_wait_exit_status(state);
    if (status != 0) {
        fprintf(stderr, EMUQ_MARK "%c%d", EMUQ_MARK_AGENT, status);
        for (; *argv != NULL; argv++)
            fprintf(stderr, " %s", *argv);
        fputc('\n', stderr);
    }
    return status;
}
