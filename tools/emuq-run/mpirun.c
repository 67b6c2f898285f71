/* SPDX-License-Identifier: BSD-3-Clause */
/* mpirun of Open MPI as the starter of ranks (--mpi): its plugins, parameters and process. Each part of the
 * ranks, those of a host, is an application context of mpirun with the path of its partition in EMUQ_JOIN. */
#define _GNU_SOURCE
#include "tools/emuq-run/run.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "backends/settings.h"

/* ---- plugins of the MPI library ---- */

/* A plugin that makes the MPI library use EMUQ. */
typedef struct mpirun_plugin {
    const char *file, *folder[2]; /* beside this program: in a build, and in an installation */
    const char *advice;           /* of the message if it is missing */
} mpirun_plugin_t;

static const mpirun_plugin_t mpirun_provider = {
    "libemuq-fi.so", {"../fabric", "../" EMUQ_PROVIDER_FOLDER}, "set FI_PROVIDER_PATH to its folder"};
static const mpirun_plugin_t mpirun_component = {
    "mca_btl_apenet.so",
    {"../fabric/btl", "../" EMUQ_BTL_FOLDER},
    "install the package libopenmpi-dev and build EMUQ again, or use --mpi=apenet"};

static bool mpirun_has_file(const char *folder, const char *name)
{
    char *file = emuq_format("%s/%s", folder, name);
    bool found = access(file, R_OK) == 0;
    free(file);
    return found;
}

/* @return folder of a plugin beside this program; NULL after printing an error */
static char *mpirun_find_plugin(const mpirun_plugin_t *plugin)
{
    char self[PATH_MAX] = "";
    if (readlink("/proc/self/exe", self, sizeof self - 1) < 0)
        strcpy(self, "./"); /* without /proc: the current folder */
    const char *here = dirname(self);
    for (size_t i = 0; i < sizeof plugin->folder / sizeof *plugin->folder; i++) {
        char *folder = emuq_format("%s/%s", here, plugin->folder[i]);
        if (mpirun_has_file(folder, plugin->file))
            return folder;
        free(folder);
    }
    emuq_run_message("--mpi: there is no %s beside %s; %s", plugin->file, here, plugin->advice);
    return NULL;
}

static void mpirun_set_default(const char *name, const char *value)
{
    if (getenv(name) == NULL)
        emuq_setenv(name, value);
}

/* Makes the MPI library use the provider. A word of --mpi replaces parameters of the user; without a word
 * these remain. @return 0 or -ENOENT after printing an error */
static int mpirun_use_provider(emuq_mpi_kind_t kind)
{
    void (*set)(const char *, const char *) = kind == EMUQ_MPI_DEFAULT ? mpirun_set_default : emuq_setenv;
    const char *given = getenv("FI_PROVIDER_PATH");
    if (given == NULL || !mpirun_has_file(given, mpirun_provider.file)) {
        char *folder = mpirun_find_plugin(&mpirun_provider);
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
static int mpirun_use_component(void)
{
    static const char path[] = "OMPI_MCA_mca_base_component_path";
    const char *given = getenv(path);
    char *folder = mpirun_find_plugin(&mpirun_component);
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

int emuq_mpirun_use(emuq_mpi_kind_t kind)
{
    return kind == EMUQ_MPI_BTL ? mpirun_use_component() : mpirun_use_provider(kind);
}

/* ---- the process ---- */

/* Parameters of Open MPI for all transports. */
static void mpirun_set_parameters(const emuq_mpirun_t *m)
{
    uint32_t ranks = 0;
    for (uint32_t i = 0; i < m->parts; i++)
        ranks += m->part[i].ranks;
    if (ranks > (uint32_t)sysconf(_SC_NPROCESSORS_ONLN))
        mpirun_set_default("OMPI_MCA_rmaps_base_oversubscribe", "1");
    if (geteuid() == 0) { /* as in a container */
        mpirun_set_default("OMPI_ALLOW_RUN_AS_ROOT", "1");
        mpirun_set_default("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    }
}

/* A program that also calls the SPI makes a partition of the same shape, without a recording. */
static void mpirun_set_job(const emuq_job_t *job)
{
    emuq_run_command_export(job);
    unsetenv(emuq_setting_info(EMUQ_SETTING_TRACE)->name);
    unsetenv(emuq_setting_info(EMUQ_SETTING_HOSTS)->name);
    unsetenv(emuq_setting_info(EMUQ_SETTING_JOIN)->name);
}

static void mpirun_add(emuq_words_t *words, const char *name, const char *value)
{
    emuq_words_add(words, name);
    emuq_words_add(words, value);
}

/* Adds an application context. Frees no strings: execv() follows. */
static void mpirun_add_part(const emuq_mpirun_t *m, const emuq_mpirun_part_t *part, emuq_words_t *words)
{
    const emuq_words_t *program = &m->command->program;
    mpirun_add(words, "-n", emuq_format("%u", part->ranks));
    if (part->host != NULL) {
        mpirun_add(words, "--host", emuq_format("%s:%u", part->host, part->ranks));
        emuq_process_manager_add_environment(words); /* mpirun passes on OMPI_... */
    }
    mpirun_add(words, "-x",
               emuq_format("%s=%s", emuq_setting_info(EMUQ_SETTING_JOIN)->name, part->partition));
    for (int i = 0; i < program->count; i++)
        emuq_words_add(words, program->word[i]);
}

static void mpirun_make(const emuq_mpirun_t *m, emuq_words_t *words)
{
    const emuq_run_command_t *c = m->command;
    bool is_first = true;
    emuq_words_add(words, m->path);
    if (c->label != EMUQ_LABEL_NONE)
        emuq_words_add(words, "--tag-output");
    if (c->hosts != NULL || c->hostfile != NULL) {
        emuq_words_add(words, "--mca");
        mpirun_add(words, "plm_rsh_agent", c->agent != NULL ? c->agent : EMUQ_AGENT_DEFAULT);
    }
    for (uint32_t i = 0; i < m->parts; i++) {
        if (m->part[i].ranks == 0)
            continue;
        if (!is_first)
            emuq_words_add(words, ":");
        mpirun_add_part(m, &m->part[i], words);
        is_first = false;
    }
}

static void __attribute__((noreturn))
mpirun_exec(const emuq_mpirun_t *m, const emuq_job_t *job, const sigset_t *mask, pid_t parent)
{
    emuq_words_t words = {0};
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent)
        _exit(EMUQ_STATUS_NOT_FOUND);
    mpirun_set_parameters(m);
    mpirun_set_job(job);
    mpirun_make(m, &words);
    signal(SIGPIPE, SIG_DFL);
    sigprocmask(SIG_SETMASK, mask, NULL);
    execv(m->path, words.word);
    _exit(emuq_program_failed(m->path, errno));
}

int emuq_mpirun_open(emuq_mpirun_t *m, const emuq_run_command_t *command, uint32_t parts)
{
    *m = (emuq_mpirun_t){.command = command, .parts = parts};
    if (emuq_program_search("mpirun.openmpi", &m->path) != 0 &&
        emuq_program_search("mpirun", &m->path) != 0) {
        emuq_run_message("--mpi: there is no mpirun in PATH; install Open MPI");
        return -ENOENT;
    }
    m->part = emuq_need(calloc(parts, sizeof *m->part));
    return 0;
}

/* mpirun fills the hosts in their order. @return 0, or -EINVAL after printing an error */
static int mpirun_check_order(const emuq_host_plan_t *plan)
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

int emuq_mpirun_plan(emuq_mpirun_t *m, const emuq_run_command_t *command, const emuq_host_plan_t *plan)
{
    bool is_simulated = command->hosts == NULL && command->hostfile == NULL;
    if (mpirun_check_order(plan) != 0)
        return EMUQ_STATUS_USAGE;
    if (emuq_mpirun_open(m, command, plan->hosts.hosts) != 0)
        return EMUQ_STATUS_FAILED;
    for (uint32_t rank = 0; rank < plan->ranks; rank++)
        m->part[plan->host_of_rank[rank]].ranks++;
    for (uint32_t host = 0; host < m->parts && !is_simulated; host++)
        m->part[host].host = plan->hosts.host[host].name;
    return 0;
}

bool emuq_mpirun_set_partition(emuq_mpirun_t *m, uint32_t part, const char *partition)
{
    bool is_complete = m->part[part].partition == NULL;
    if (is_complete)
        m->part[part].partition = emuq_need(strdup(partition));
    for (uint32_t i = 0; i < m->parts; i++)
        is_complete &= m->part[i].partition != NULL;
    return is_complete;
}

void emuq_mpirun_close(emuq_mpirun_t *m)
{
    for (uint32_t i = 0; i < m->parts && m->part != NULL; i++)
        free(m->part[i].partition);
    free(m->part);
    free(m->path);
    *m = (emuq_mpirun_t){0};
}

int emuq_mpirun_start(emuq_mpirun_t *m, const emuq_job_t *job, const sigset_t *mask)
{
    pid_t parent = getpid();
    m->pid = fork();
    if (m->pid == 0)
        mpirun_exec(m, job, mask, parent);
    int rc = m->pid > 0 ? 0 : -errno;
    m->pid = rc == 0 ? m->pid : 0;
    if (rc != 0)
        emuq_run_message("cannot start %s: %s", m->path, strerror(-rc));
    return rc;
}

void emuq_mpirun_signal(const emuq_mpirun_t *m, int signal)
{
    if (m->pid != 0)
        kill(m->pid, signal);
}

bool emuq_mpirun_reap(emuq_mpirun_t *m, int *status)
{
    if (m->pid == 0 || waitpid(m->pid, status, WNOHANG) != m->pid)
        return false;
    m->pid = 0;
    return true;
}
