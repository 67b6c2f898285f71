/* SPDX-License-Identifier: BSD-3-Clause */
/* Choice and command line of the process manager: mpiexec.hydra, prterun or mpirun of Open MPI, srun. */
#define _GNU_SOURCE
#include "tools/emuq-run/run.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "backends/settings.h"
#include "kernel-shim/partition/job.h"

/* Names of the hosts, beginning with the reader of standard input: process managers pass input to process 0.
 * @param slots suffix of each name */
static char *pm_host_names(const emuq_process_manager_t *m, uint32_t first, const char *slots, char separator)
{
    char *text;
    FILE *out = emuq_text_open(&text);
    for (uint32_t i = 0; i < m->plan->hosts.hosts; i++)
        fprintf(out, "%s%.*s%s", i != 0 ? (const char[]){separator, '\0'} : "", EMUQ_HOST_NAME_BYTES,
                m->plan->hosts.host[(first + i) % m->plan->hosts.hosts].name, slots);
    fclose(out);
    return emuq_need(text);
}

/* ---- choice of the process manager ---- */

static bool pm_has_program(emuq_process_manager_t *m, const char *name)
{
    char *path;
    if (emuq_program_search(name, &path) != 0)
        return false;
    free(m->path);
    m->path = path;
    m->name = name;
    return true;
}

static bool pm_has_prte(emuq_process_manager_t *m)
{
    if (pm_has_program(m, "prterun") || pm_has_program(m, "mpirun.openmpi"))
        return true;
    /* An mpirun without ompi_info does not belong to Open MPI. */
    return pm_has_program(m, "ompi_info") && pm_has_program(m, "mpirun");
}

static int pm_choose(emuq_process_manager_t *m)
{
    static const char *const names[][2] = {
        [EMUQ_MANAGER_HYDRA] = {"hydra", "mpiexec.hydra is"},
        [EMUQ_MANAGER_PRTE] = {"prte", "prterun and mpirun of Open MPI are"},
        [EMUQ_MANAGER_SRUN] = {"srun", "srun is"},
        [EMUQ_MANAGER_AUTO] = {"auto", "srun, mpiexec.hydra, prterun and mpirun are"}};
    emuq_manager_kind_t wanted = m->command->manager;
    bool any = wanted == EMUQ_MANAGER_AUTO;
    m->kind = EMUQ_MANAGER_SRUN;
    if ((wanted == EMUQ_MANAGER_SRUN || (any && getenv("SLURM_JOB_ID") != NULL)) && pm_has_program(m, "srun"))
        return 0;
    m->kind = EMUQ_MANAGER_HYDRA;
    if ((any || wanted == EMUQ_MANAGER_HYDRA) && pm_has_program(m, "mpiexec.hydra"))
        return 0;
    m->kind = EMUQ_MANAGER_PRTE;
    if ((any || wanted == EMUQ_MANAGER_PRTE) && pm_has_prte(m))
        return 0;
    emuq_run_message("--launcher %s: %s not found in PATH; install MPICH, Open MPI or Slurm",
                     names[wanted][0], names[wanted][1]);
    return EMUQ_STATUS_USAGE;
}

/* Rejects options without support by the process manager. */
static int pm_check_options(const emuq_process_manager_t *m)
{
    const char *agent = m->command->agent;
    if (agent != NULL && agent[strspn(agent, " \t")] == '\0')
        emuq_run_message("--agent needs a command");
    else if (agent != NULL && m->kind == EMUQ_MANAGER_SRUN)
        emuq_run_message(
            "--agent is not supported with srun, which starts processes by slurmd; use --launcher hydra");
    else
        return 0;
    return EMUQ_STATUS_USAGE;
}

/* Writes the list of hosts: srun reads their order from a file only. */
static int pm_write_hostfile(emuq_process_manager_t *m)
{
    const char *folder = getenv("TMPDIR");
    char *names = pm_host_names(m, m->plan->host_of_rank[m->command->input_rank], "", '\n');
    int length = snprintf(m->hostfile, sizeof m->hostfile, "%s/emuq-hosts-XXXXXX",
                          folder != NULL && strlen(folder) < 32 ? folder : "/tmp");
    int fd = length < (int)sizeof m->hostfile ? mkostemp(m->hostfile, O_CLOEXEC) : -1;
    int rc = fd >= 0 && dprintf(fd, "%s\n", names) > 0 ? 0 : -errno;
    if (fd >= 0)
        close(fd);
    else
        m->hostfile[0] = '\0';
    if (rc != 0)
        emuq_run_message("cannot write the list of hosts for srun: %s", strerror(-rc));
    free(names);
    return rc == 0 ? 0 : EMUQ_STATUS_FAILED;
}

/* ---- command ---- */

static void pm_add_all(emuq_words_t *words, const char *const *text)
{
    for (; *text != NULL; text++)
        emuq_words_add(words, *text);
}

/* Whether ranks get a variable from the environment of emuq-run. */
static bool pm_passes_on(const char *entry)
{
    static const char *const names[] = {
        "EMUQ_", "BG_", "PAMI_", "MUSPI_", "RUNJOB_", "PATH=", "LD_LIBRARY_PATH=", "FI_PROVIDER_PATH="};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strncmp(entry, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

static void pm_add_environment(emuq_manager_kind_t kind, emuq_words_t *words)
{
    char *text;
    FILE *out = emuq_text_open(&text);
    for (char **e = environ; *e != NULL; e++) {
        char *name = emuq_need(strndup(*e, strcspn(*e, "=")));
        if (pm_passes_on(*e) && kind == EMUQ_MANAGER_PRTE)
            pm_add_all(words, (const char *const[]){"-x", name, NULL});
        else if (pm_passes_on(*e))
            fprintf(out, "%s%s", ftell(out) != 0 ? "," : "", name);
        free(name);
    }
    fclose(out);
    emuq_need(text);
    if (kind == EMUQ_MANAGER_HYDRA && *text != '\0')
        pm_add_all(words, (const char *const[]){"-genvlist", text, NULL});
    free(text);
}

void emuq_process_manager_add_environment(emuq_words_t *words)
{
    pm_add_environment(EMUQ_MANAGER_PRTE, words);
}

static const char *pm_own_path(void)
{
    const char *path = realpath("/proc/self/exe", NULL);
    return path != NULL ? path : "emuq-run";
}

/* Hydra ignores failures of agents. So emuq-run runs the agent, and reports its failure. */
static void pm_add_hydra(emuq_words_t *words, const char *agent, const char *hosts, const char *count)
{
    emuq_setenv("HYDRA_LAUNCHER_EXTRA_ARGS", emuq_format("--as-agent %s", agent));
    pm_add_all(words, (const char *const[]){"-launcher", "rsh", "-launcher-exec", pm_own_path(), "-hosts",
                                            hosts, "-ppn", "1", "-n", count, "-wdir", "/", NULL});
}

static void pm_add_prte(const emuq_process_manager_t *m, emuq_words_t *words, const char *agent,
                        const char *hosts, const char *count)
{
    bool is_prterun = strcmp(m->name, "prterun") == 0;
    pm_add_all(words, (const char *const[]){"--host", hosts, "-n", count, "--map-by", "node", "--bind-to",
                                            "none", "--wdir", "/", is_prterun ? "--prtemca" : "--mca",
                                            is_prterun ? "plm_ssh_agent" : "plm_rsh_agent", agent, NULL});
    if (geteuid() == 0)
        emuq_words_add(words, "--allow-run-as-root");
}

static void pm_add_srun(emuq_words_t *words, const char *count)
{
    pm_add_all(words, (const char *const[]){"--mpi=pmi2", "-N", count, "-n", count, "--ntasks-per-node=1",
                                            "--distribution=arbitrary", "--input=0", "--chdir=/",
                                            "--kill-on-bad-exit=1", "--quiet", NULL});
}

/* The path of emuq-run on the hosts. */
static const char *pm_remote_path(const emuq_run_command_t *command)
{
    if (command->remote_path != NULL)
        return command->remote_path;
    return emuq_setting_is_set(EMUQ_SETTING_REMOTE_RUN) ? emuq_setting_text(EMUQ_SETTING_REMOTE_RUN)
                                                        : pm_own_path();
}

/* Argument of --on-host: see member.c. */
static char *pm_make_spec(const emuq_process_manager_t *m, uint32_t first)
{
    char *text, digest[EMUQ_DIGEST_BYTES];
    FILE *out = emuq_text_open(&text);
    emuq_job_digest(digest);
    fprintf(out, "%u/%llx/%s/%s/", first, (unsigned long long)m->plan->job_id, EMUQ_VERSION, digest);
    for (uint32_t i = 0; i < m->plan->hosts.hosts; i++)
        fprintf(out, "%s%s:%u", i != 0 ? "," : "", m->plan->hosts.host[i].name, m->plan->nodes[i]);
    fclose(out);
    return emuq_need(text);
}

/* Builds the command of the process manager, in the child. Frees no strings: execv() follows. */
static void pm_make(const emuq_process_manager_t *m, emuq_words_t *words)
{
    const char *agent = m->command->agent != NULL ? m->command->agent : EMUQ_AGENT_DEFAULT;
    uint32_t first = m->plan->host_of_rank[m->command->input_rank];
    const char *directory = getcwd(NULL, 0), *count = emuq_format("%u", m->plan->hosts.hosts);
    const char *hosts = pm_host_names(m, first, m->kind == EMUQ_MANAGER_PRTE ? ":1" : "", ',');
    const char *path = pm_remote_path(m->command), *spec = pm_make_spec(m, first);
    unsetenv(emuq_setting_info(EMUQ_SETTING_HOSTS)->name);
    emuq_words_add(words, m->name);
    if (m->kind == EMUQ_MANAGER_HYDRA)
        pm_add_hydra(words, agent, hosts, count);
    else if (m->kind == EMUQ_MANAGER_PRTE)
        pm_add_prte(m, words, agent, hosts, count);
    else
        pm_add_srun(words, count);
    pm_add_environment(m->kind, words);
    pm_add_all(words, (const char *const[]){path, "--on-host", spec, directory != NULL ? directory : "/",
                                            emuq_launcher_name, NULL});
    for (int i = 0; i < m->command->words; i++) /* "=" hides a word ":" from the process manager */
        emuq_words_add(words, emuq_format("=%s", m->command->word[i]));
}

void emuq_process_manager_exec(const emuq_process_manager_t *m)
{
    emuq_words_t words = {0};
    pm_make(m, &words);
    if (m->kind == EMUQ_MANAGER_SRUN)
        setenv("SLURM_HOSTFILE", m->hostfile, 1);
    execv(m->path, words.word);
    fprintf(stderr, "%s: cannot execute %s: %s\n", emuq_launcher_name, m->path, strerror(errno));
    _exit(EMUQ_STATUS_NOT_FOUND);
}

/* Open MPI 4 forwards SIGUSR2 only, with a message. Hydra forwards SIGUSR1, srun also SIGUSR2; further
 * signals end both. */
bool emuq_process_manager_passes_on(const emuq_process_manager_t *m, int signal)
{
    return (signal == SIGUSR1 && m->kind != EMUQ_MANAGER_PRTE) ||
           (signal == SIGUSR2 && m->kind == EMUQ_MANAGER_SRUN);
}

int emuq_process_manager_report_signal(const emuq_process_manager_t *m)
{
    return m->name != NULL && m->kind == EMUQ_MANAGER_PRTE ? SIGUSR2 : SIGUSR1;
}

int emuq_process_manager_open(emuq_process_manager_t *m)
{
    int status = pm_choose(m);
    if (status == 0)
        status = pm_check_options(m);
    if (status == 0 && m->kind == EMUQ_MANAGER_SRUN)
        status = pm_write_hostfile(m);
    return status;
}

void emuq_process_manager_close(emuq_process_manager_t *m)
{
    if (m->hostfile[0] != '\0')
        unlink(m->hostfile);
    free(m->path);
}
