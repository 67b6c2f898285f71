/* SPDX-License-Identifier: BSD-3-Clause */
/* emuq-run --mpi: an unmodified program of Open MPI. This process makes the partition and observes it; mpirun
 * starts the ranks, which join when the MPI library opens the provider of libfabric (docs/fabric.md). On
 * several hosts the ranks make the partitions: this process starts mpirun, and observes nothing. */
#define _GNU_SOURCE
#include "tools/emuq-run/run.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <emuq_components.h>

#include "backends/settings.h"

#define GRACE_MS 5000u /* between SIGTERM and SIGKILL for mpirun, which ends its ranks */

typedef struct mpi_job {
    emuq_rank_table_t table; /* for reports: its ranks are not children; launch NULL: on several hosts */
    emuq_host_plan_t plan;   /* with hosts */
    emuq_health_t health;
    emuq_live_t *live; /* --watch; or NULL */
    sigset_t mask;     /* of mpirun */
    int signals;       /* result of emuq_watch_signals() */
    pid_t mpirun;
    uint64_t deadline; /* ms; 0: none */
    int cause;         /* status of the signal or time limit that ends the job; 0: none */
} mpi_job_t;

/* ---- before the start ---- */

/* A plugin that makes the MPI library use EMUQ. */
typedef struct mpi_plugin {
    const char *file, *folder[2]; /* beside this program: in a build, and in an installation */
    const char *advice;           /* of the message if it is missing */
} mpi_plugin_t;

static const mpi_plugin_t mpi_provider = {
    "libemuq-fi.so", {"../fabric", "../" EMUQ_PROVIDER_FOLDER}, "set FI_PROVIDER_PATH to its folder"};
static const mpi_plugin_t mpi_component = {
    "mca_btl_apenet.so",
    {"../fabric/btl", "../" EMUQ_BTL_FOLDER},
    "install the package libopenmpi-dev and build EMUQ again, or use --mpi=apenet"};

static bool mpi_has_file(const char *folder, const char *name)
{
    char *file = emuq_format("%s/%s", folder, name);
    bool found = access(file, R_OK) == 0;
    free(file);
    return found;
}

/* @return folder of a plugin beside this program; NULL after printing an error */
static char *mpi_find_plugin(const mpi_plugin_t *plugin)
{
    char self[PATH_MAX] = "";
    if (readlink("/proc/self/exe", self, sizeof self - 1) < 0)
        strcpy(self, "./"); /* without /proc: the current folder */
    const char *here = dirname(self);
    for (size_t i = 0; i < sizeof plugin->folder / sizeof *plugin->folder; i++) {
        char *folder = emuq_format("%s/%s", here, plugin->folder[i]);
        if (mpi_has_file(folder, plugin->file))
            return folder;
        free(folder);
    }
    emuq_run_message("--mpi: there is no %s beside %s; %s", plugin->file, here, plugin->advice);
    return NULL;
}

static void mpi_set_default(const char *name, const char *value)
{
    if (getenv(name) == NULL)
        emuq_setenv(name, value);
}

/* Makes the MPI library use the provider. A word of --mpi replaces parameters of the user; without a word
 * these remain. @return 0 or -ENOENT after printing an error */
static int mpi_use_provider(emuq_mpi_kind_t kind)
{
    void (*set)(const char *, const char *) = kind == EMUQ_MPI_DEFAULT ? mpi_set_default : emuq_setenv;
    const char *given = getenv("FI_PROVIDER_PATH");
    if (given == NULL || !mpi_has_file(given, mpi_provider.file)) {
        char *folder = mpi_find_plugin(&mpi_provider);
        if (folder == NULL)
            return -ENOENT;
        emuq_setenv("FI_PROVIDER_PATH", folder);
        free(folder);
    }
    set("OMPI_MCA_pml", "cm");
    set("OMPI_MCA_mtl", "ofi");
    set("OMPI_MCA_mtl_ofi_provider_include", "emuq");
    if (kind != EMUQ_MPI_DEFAULT)
        emuq_setenv(emuq_setting_info(EMUQ_SETTING_FABRIC_DOMAIN)->name,
                    kind == EMUQ_MPI_APENET ? "apenet" : "mu");
    return 0;
}

/* Makes the MPI library use the component. @return 0 or -ENOENT after printing an error */
static int mpi_use_component(void)
{
    static const char path[] = "OMPI_MCA_mca_base_component_path";
    const char *given = getenv(path);
    char *folder = mpi_find_plugin(&mpi_component);
    if (folder == NULL)
        return -ENOENT;
    char *folders = emuq_format("%s:%s", folder, given != NULL ? given : "SYSTEM_DEFAULT");
    emuq_setenv(path, folders);
    emuq_setenv("OMPI_MCA_pml", "ob1");
    emuq_setenv("OMPI_MCA_btl", "apenet,self");
    free(folders);
    free(folder);
    return 0;
}

/* Sets parameters of Open MPI for all transports, and the partition of the ranks. */
static void mpi_set_parameters(const mpi_job_t *j)
{
    if (j->table.ranks > (uint32_t)sysconf(_SC_NPROCESSORS_ONLN))
        mpi_set_default("OMPI_MCA_rmaps_base_oversubscribe", "1");
    if (geteuid() == 0) { /* as in a container */
        mpi_set_default("OMPI_ALLOW_RUN_AS_ROOT", "1");
        mpi_set_default("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    }
    if (j->table.launch == NULL) {
        unsetenv("EMUQ_JOIN");
        emuq_run_command_export(&j->plan.job);
        return;
    }
    emuq_setenv("EMUQ_JOIN", emuq_launch_path(j->table.launch));
    /* A program that also calls the SPI makes a partition of the same shape, without a recording. */
    emuq_run_command_export(emuq_launch_job(j->table.launch));
    unsetenv("EMUQ_TRACE");
}

static bool mpi_has_hosts(const emuq_run_command_t *c)
{
    return c->hosts != NULL || c->hostfile != NULL;
}

static const char *mpi_unsupported(const emuq_run_command_t *c)
{
    return !mpi_has_hosts(c) && emuq_launch_hosts(&c->job) > 1 ? "EMUQ_HOSTS"
           : c->timed                                          ? "--timed"
           : c->debugger != NULL                               ? "--debugger"
           : c->backtrace                                      ? "--backtrace"
           : c->output != NULL                                 ? "--output"
           : c->bind != NULL                                   ? "--bind"
           : c->input_rank != 0                                ? "--stdinrank"
           : c->remote_path != NULL                            ? "--remote-path"
                                                               : NULL;
}

static const char *mpi_unsupported_on_hosts(const emuq_run_command_t *c)
{
    return c->counters ? "--counters" : c->heat != NULL ? "--heat" : c->watch ? "--watch" : NULL;
}

/* @return false after printing an error */
static bool mpi_check_cards(const emuq_run_command_t *c)
{
    const uint32_t *shape = c->job.shape, ppn = c->job.ppn;
    if (!emuq_run_command_has_cards(c))
        return true;
    if (!EMUQ_HAVE_APENET)
        emuq_run_message("--mpi: this build has no APEnet+ cards; use --mpi=mu, or configure EMUQ with "
                         "-DEMUQ_APENET=ON");
    else if (shape[3] > 1 || shape[4] > 1 || ppn > 4)
        emuq_run_message("--mpi: APEnet+ cards need a shape AxBxC with 1, 2 or 4 processes on a node; choose "
                         "another shape, or use --mpi=mu");
    else
        return true;
    return false;
}

/* @return 0, or the exit status after printing an error */
static int mpi_check_options(const emuq_run_command_t *c)
{
    const char *wrong = mpi_unsupported(c), *on_hosts = mpi_has_hosts(c) ? mpi_unsupported_on_hosts(c) : NULL;
    bool has_manager = mpi_has_hosts(c) && c->manager != EMUQ_MANAGER_AUTO && c->manager != EMUQ_MANAGER_PRTE;
    if (wrong != NULL)
        emuq_run_message("%s is not possible with --mpi; call mpirun instead (docs/fabric.md)", wrong);
    else if (has_manager)
        emuq_run_message("--launcher is not possible with --mpi and hosts, where mpirun starts the ranks; "
                         "omit --launcher");
    else if (on_hosts != NULL)
        emuq_run_message("%s is not possible with --mpi and hosts, as the ranks make the partitions; record "
                         "the job by --trace, or use one host (docs/fabric.md)",
                         on_hosts);
    bool is_good = wrong == NULL && !has_manager && on_hosts == NULL;
    return is_good && mpi_check_cards(c) ? 0 : EMUQ_STATUS_USAGE;
}

/* ---- hosts ---- */

/* mpirun fills the hosts in their order. @return 0, or -EINVAL after printing an error */
static int mpi_check_order(const emuq_host_plan_t *plan)
{
    for (uint32_t rank = 1; rank < plan->ranks; rank++)
        if (plan->host_of_rank[rank] < plan->host_of_rank[rank - 1]) {
            emuq_run_message("--mpi: the mapping places rank %u on host %s, before rank %u on host %s; use a "
                             "mapping with consecutive ranks on each host",
                             rank, plan->hosts.host[plan->host_of_rank[rank]].name, rank - 1,
                             plan->hosts.host[plan->host_of_rank[rank - 1]].name);
            return -EINVAL;
        }
    return 0;
}

/* @return argument of mpirun --host: names, and numbers of ranks */
static const char *mpi_host_list(const emuq_host_plan_t *plan)
{
    char *text;
    FILE *out = emuq_text_open(&text);
    for (uint32_t host = 0; host < plan->hosts.hosts; host++) {
        uint32_t ranks = 0;
        for (uint32_t rank = 0; rank < plan->ranks; rank++)
            ranks += plan->host_of_rank[rank] == host;
        if (ranks != 0)
            fprintf(out, "%s%s:%u", ftell(out) != 0 ? "," : "", plan->hosts.host[host].name, ranks);
    }
    fclose(out);
    return emuq_need(text);
}

static void mpi_add_hosts(const mpi_job_t *j, emuq_words_t *words)
{
    const emuq_run_command_t *c = j->table.command;
    unsetenv("EMUQ_HOSTS");
    emuq_words_add(words, "--host");
    emuq_words_add(words, mpi_host_list(&j->plan));
    emuq_words_add(words, "--mca");
    emuq_words_add(words, "plm_rsh_agent");
    emuq_words_add(words, c->agent != NULL ? c->agent : EMUQ_AGENT_DEFAULT);
    emuq_process_manager_add_environment(words); /* mpirun passes on OMPI_... */
}

/* ---- the process of mpirun ---- */

static void __attribute__((noreturn)) mpi_exec(const mpi_job_t *j, const char *path)
{
    const emuq_run_command_t *c = j->table.command;
    emuq_words_t words = {0};
    char count[16];
    snprintf(count, sizeof count, "%u", j->table.ranks);
    emuq_words_add(&words, path);
    emuq_words_add(&words, "-n");
    emuq_words_add(&words, count);
    if (c->label != EMUQ_LABEL_NONE)
        emuq_words_add(&words, "--tag-output");
    if (j->table.launch == NULL)
        mpi_add_hosts(j, &words);
    for (int i = 0; i < c->program.count; i++)
        emuq_words_add(&words, c->program.word[i]);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    signal(SIGPIPE, SIG_DFL);
    sigprocmask(SIG_SETMASK, &j->mask, NULL);
    execv(path, words.word);
    _exit(emuq_program_failed(path, errno));
}

static int mpi_start(mpi_job_t *j)
{
    char *path;
    if (emuq_program_search("mpirun.openmpi", &path) != 0 && emuq_program_search("mpirun", &path) != 0) {
        emuq_run_message("--mpi: there is no mpirun in PATH; install Open MPI");
        return -ENOENT;
    }
    j->signals = emuq_watch_signals(&j->mask);
    j->mpirun = j->signals >= 0 ? fork() : 0;
    if (j->mpirun == 0 && j->signals >= 0)
        mpi_exec(j, path);
    int rc = j->signals < 0 ? j->signals : j->mpirun < 0 ? -errno : 0;
    if (rc != 0)
        emuq_run_message("cannot start %s: %s", path, strerror(-rc));
    free(path);
    return rc;
}

/* Ends mpirun, at last by SIGKILL. mpirun ends its ranks on SIGTERM, but not on each signal. @param cause
 * status of the job */
static void mpi_end(mpi_job_t *j, int cause)
{
    kill(j->mpirun, j->cause != 0 ? SIGKILL : SIGTERM);
    if (j->cause == 0)
        j->cause = cause;
    j->deadline = emuq_now_ms() + GRACE_MS;
}

/* Stops the ranks and this process until SIGCONT. The time limit does not run meanwhile. */
static void mpi_suspend(mpi_job_t *j)
{
    uint64_t begin = emuq_now_ms();
    kill(j->mpirun, SIGTSTP);
    raise(SIGSTOP);
    if (j->deadline != 0)
        j->deadline += emuq_now_ms() - begin;
}

static void mpi_report_waits(const mpi_job_t *j)
{
    if (j->table.launch != NULL)
        emuq_report_waits(&j->table, NULL);
    else
        emuq_run_message(
            "with --mpi and hosts the states of ranks are unknown; attach a debugger to a rank, or run the "
            "job on one host");
}

static void mpi_handle_signals(mpi_job_t *j)
{
    struct signalfd_siginfo info;
    while (read(j->signals, &info, sizeof info) == (ssize_t)sizeof info) {
        int signal = (int)info.ssi_signo;
        if (signal == SIGUSR1)
            mpi_report_waits(j);
        else if (signal == SIGTSTP)
            mpi_suspend(j);
        else if (signal == SIGUSR2 || signal == SIGXCPU || signal == SIGCONT)
            kill(j->mpirun, signal); /* mpirun passes these on to the ranks */
        else if (signal != SIGCHLD)
            mpi_end(j, EMUQ_STATUS_SIGNAL + signal);
    }
}

static void mpi_deadline_passed(mpi_job_t *j)
{
    if (j->cause == 0) {
        emuq_run_message("the time limit of %g s is over; ending the job",
                         (double)j->table.command->timeout / 1000.0);
        mpi_report_waits(j);
    }
    mpi_end(j, EMUQ_STATUS_TIMEOUT);
}

static int mpi_poll_ms(const mpi_job_t *j)
{
    uint64_t now = emuq_now_ms(), wait = j->table.launch != NULL ? emuq_health_due(&j->health) : UINT64_MAX;
    if (j->live != NULL && emuq_live_due(j->live) < wait)
        wait = emuq_live_due(j->live);
    if (j->deadline != 0)
        wait = j->deadline <= now ? 0 : j->deadline - now < wait ? j->deadline - now : wait;
    return wait < INT_MAX ? (int)wait : INT_MAX;
}

/* @return exit status of mpirun */
static int mpi_wait(mpi_job_t *j)
{
    int status;
    while (waitpid(j->mpirun, &status, WNOHANG) == 0) {
        struct pollfd ready = {.fd = j->signals, .events = POLLIN};
        (void)poll(&ready, 1, mpi_poll_ms(j));
        mpi_handle_signals(j);
        if (j->table.launch != NULL)
            emuq_health_sample(&j->health, j->table.launch);
        if (j->live != NULL)
            emuq_live_update(j->live);
        if (j->deadline != 0 && emuq_now_ms() >= j->deadline)
            mpi_deadline_passed(j);
    }
    return j->cause != 0 ? j->cause : emuq_wait_exit_status(status);
}

/* ---- the job ---- */

/* @return 0, or a negative errno if the counters of an option cannot be read or drawn */
static int mpi_report_counts(const mpi_job_t *j)
{
    emuq_counts_t counts;
    int rc = emuq_counts_read(&counts, j->table.launch);
    if (rc == 0)
        rc = emuq_counts_report(&counts, j->table.command);
    emuq_counts_close(&counts);
    return rc;
}

/* @return exit status of the job, from counters and ranks */
static int mpi_observe(mpi_job_t *j)
{
    const emuq_run_command_t *c = j->table.command;
    emuq_health_open(&j->health, emuq_launch_job(j->table.launch)->shape);
    j->live = c->watch ? emuq_live_open(&j->table, &j->health) : NULL;
    int status = mpi_wait(j);
    if (j->live != NULL)
        emuq_live_close(j->live);
    emuq_health_report(&j->health, c->watch);
    emuq_health_close(&j->health);
    if ((c->counters || c->heat != NULL) && mpi_report_counts(j) != 0 && c->heat != NULL && status == 0)
        status = EMUQ_STATUS_FAILED;
    return status;
}

/* @return exit status */
static int mpi_run(mpi_job_t *j)
{
    const emuq_run_command_t *c = j->table.command;
    mpi_set_parameters(j);
    int rc = mpi_start(j);
    if (rc != 0)
        return EMUQ_STATUS_FAILED;
    j->deadline = c->timeout != 0 ? emuq_now_ms() + c->timeout : 0;
    int status = j->table.launch != NULL ? mpi_observe(j) : mpi_wait(j);
    emuq_watch_signals_end(j->signals, &j->mask);
    return status;
}

static int mpi_run_here(mpi_job_t *j)
{
    const emuq_run_command_t *c = j->table.command;
    emuq_launch_for_plugins();
    int rc = emuq_launch_open(&c->job, NULL, &j->table.launch);
    if (rc != 0)
        return rc == -EINVAL ? EMUQ_STATUS_USAGE : EMUQ_STATUS_FAILED;
    j->table.ranks = j->table.running = emuq_launch_ranks(j->table.launch);
    j->table.rank = emuq_need(calloc(j->table.ranks, sizeof *j->table.rank));
    if (c->verbose)
        emuq_report_job(j->table.launch);
    int status = mpi_run(j);
    emuq_launch_close(j->table.launch);
    return status;
}

static int mpi_run_on_hosts(mpi_job_t *j)
{
    int status = emuq_host_plan_make(&j->plan, j->table.command, 0);
    j->plan.job.mapping = j->table.command->job.mapping; /* not of the partition of the check */
    if (status == 0 && mpi_check_order(&j->plan) != 0)
        status = EMUQ_STATUS_USAGE;
    if (status == 0) {
        j->table.ranks = j->plan.ranks;
        if (j->table.command->verbose)
            emuq_host_plan_print(&j->plan);
        status = mpi_run(j);
    }
    emuq_host_plan_free(&j->plan);
    return status;
}

int emuq_run_mpi(const emuq_run_command_t *command)
{
    mpi_job_t j = {.table = {.command = command, .hosts = 1, .end_signals = -1}};
    int status = mpi_check_options(command);
    if (status == 0)
        status = emuq_program_find(command->program.word[0], &j.table.path);
    if (status != 0)
        return status;
    status = EMUQ_STATUS_FAILED;
    emuq_launch_name(command->program.word[0]);
    int rc = command->mpi == EMUQ_MPI_BTL ? mpi_use_component() : mpi_use_provider(command->mpi);
    if (rc == 0 && emuq_output_open(NULL) == 0) {
        status = mpi_has_hosts(command) ? mpi_run_on_hosts(&j) : mpi_run_here(&j);
        (void)emuq_output_close();
    }
    free(j.table.rank);
    free(j.table.path);
    return emuq_exit_status(status);
}
