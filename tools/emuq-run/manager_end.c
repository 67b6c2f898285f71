/* SPDX-License-Identifier: BSD-3-Clause */
/* The end of a job on several hosts: causes and their consequences, lost hosts, and time limits. */
#define _GNU_SOURCE
#include "tools/emuq-run/manager.h"

#define CONSEQUENCE_MS 400  /* delay of a possible consequence */
#define REPORT_MS      1500 /* time for the descriptions of ranks after the time limit */
#define GRACE_MS       4000 /* time for the hosts to end the job; mpirun delays their reports by 2 s */
#define LOST_MS        300  /* time limit if only lost hosts are missing */
#define LEAVE_MS       2000 /* time for the process manager to end after the last host */
#define MPIRUN_MS      5000 /* time for mpirun to end its ranks */
#define OVER_MS        1000 /* time for the hosts to notice the end of the ranks of mpirun */
#define NAMES_MOST     8    /* maximum number of names in a message */

/* ---- the end ---- */

void emuq_manager_signal(const emuq_manager_t *m, int signal)
{
    for (uint32_t i = 0; i < m->children; i++)
        if (m->child[i].pid != 0)
            kill(m->child[i].pid, signal);
}

void emuq_manager_set_deadline(emuq_manager_t *m)
{
    bool awaits = false;
    for (uint32_t i = 0; i < m->plan.hosts.hosts; i++)
        awaits |= m->host[i].state < HOST_OVER && !m->host[i].is_lost;
    if (m->phase == ENDING && m->mpirun.pid != 0)
        m->deadline = m->begun + MPIRUN_MS;
    else if (m->phase == ENDING)
        m->deadline = m->begun + (awaits ? GRACE_MS : m->over < m->plan.hosts.hosts ? LOST_MS : LEAVE_MS);
    else if (m->phase == RUNNING && m->over == m->plan.hosts.hosts)
        m->deadline = emuq_now_ms() + LEAVE_MS;
}

/* The launchers of the hosts end after mpirun, so that they count all messages. */
static void manager_end_ranks(emuq_manager_t *m)
{
    m->phase = ENDING;
    m->begun = emuq_now_ms();
    if (m->mpirun.pid != 0)
        emuq_mpirun_signal(&m->mpirun, SIGTERM);
    else
        emuq_manager_signal(m, SIGTERM);
    emuq_manager_set_deadline(m);
}

void emuq_manager_end(emuq_manager_t *m, int status)
{
    if (m->phase >= REPORTING)
        return;
    m->status = status;
    manager_end_ranks(m);
}

void emuq_manager_print_messages(emuq_manager_t *m)
{
    if (m->messages == NULL)
        return;
    emuq_output_put(2, m->messages, m->messages, strlen(m->messages));
    free(m->printed);
    m->printed = m->messages;
    m->messages = NULL;
}

void emuq_manager_print_delayed(emuq_manager_t *m)
{
    emuq_manager_print_messages(m);
    if (m->delayed != NULL && !m->has_lost)
        emuq_run_message("%s", m->delayed);
    free(m->delayed);
    m->delayed = NULL;
}

void emuq_manager_cause(emuq_manager_t *m, int status, bool is_consequence, const char *text)
{
    if (m->phase >= REPORTING || (is_consequence && m->phase == DELAYING))
        return;
    if (is_consequence) {
        m->phase = DELAYING;
        m->deadline = emuq_now_ms() + CONSEQUENCE_MS;
        m->status = status;
        m->delayed = emuq_need(strdup(text));
        return;
    }
    if (*text == '\0')
        emuq_manager_print_messages(m);
    else
        emuq_run_message("%s", text);
    if (status == EMUQ_STATUS_NOT_FOUND && m->connected < m->plan.hosts.hosts)
        emuq_run_command_suggest(m->command);
    free(m->messages);
    m->messages = NULL;
    emuq_manager_end(m, status);
}

static void manager_kill_children(const emuq_manager_t *m)
{
    for (uint32_t i = 0; i < m->children; i++)
        if (m->child[i].pid != 0) {
            kill(-m->child[i].pid, SIGKILL);
            kill(m->child[i].pid, SIGKILL);
        }
}

void emuq_manager_kill(emuq_manager_t *m)
{
    emuq_mpirun_signal(&m->mpirun, SIGKILL);
    for (uint32_t i = 0; i < m->plan.hosts.hosts; i++)
        if (m->host[i].state == HOST_BEGUN && !m->host[i].is_lost)
            emuq_run_message("%s does not answer", emuq_manager_host_name(m, i));
    manager_kill_children(m);
    m->phase = KILLED;
    m->deadline = UINT64_MAX;
}

/* ---- the end of a child ---- */

/* Whether a peer has reported the loss of a host: a consequence of the end of its launcher. */
static bool manager_is_gone(const emuq_manager_t *m, uint32_t host)
{
    char *text = emuq_format("%s is gone, with ", emuq_manager_host_name(m, host));
    bool is_gone = m->messages != NULL && strstr(m->messages, text) != NULL;
    free(text);
    return is_gone;
}

/* Reports the loss of a host before the end of the ranks. @param is_consequence as of emuq_manager_cause() */
static void manager_host_lost(emuq_manager_t *m, uint32_t host, int status, bool is_consequence,
                              const char *how)
{
    char *ranks = emuq_host_plan_ranks(&m->plan, host);
    char *text = emuq_format(m->host[host].state == HOST_BEGUN ? "%s is lost, with %s: %s; ending the job"
                                                               : "%s: cannot start %s: %s; ending the job",
                             emuq_manager_host_name(m, host), ranks, how);
    if (!manager_is_gone(m, host))
        emuq_manager_print_messages(m);
    emuq_manager_cause(m, status, is_consequence, text);
    free(text);
    free(ranks);
}

char *emuq_manager_names_of(const emuq_manager_t *m, emuq_managed_state_t last, uint32_t *count)
{
    char *names;
    uint32_t printed = 0;
    FILE *out = emuq_text_open(&names);
    *count = 0;
    for (uint32_t i = 0; i < m->plan.hosts.hosts; i++)
        *count += m->host[i].state <= last;
    for (uint32_t i = 0; i < m->plan.hosts.hosts && printed < NAMES_MOST; i++)
        if (m->host[i].state <= last)
            fprintf(out, "%s%s",
                    printed++ == 0      ? ""
                    : printed == *count ? " and "
                                        : ", ",
                    emuq_manager_host_name(m, i));
    if (*count > printed)
        fprintf(out, " and %u more", *count - printed);
    fclose(out);
    return emuq_need(names);
}

void emuq_manager_child_ended(emuq_manager_t *m, uint32_t first, uint32_t end, int status)
{
    const char *name = m->pm.name != NULL ? m->pm.name : "its launcher";
    uint32_t missing, host = first;
    int code = WIFSIGNALED(status) ? EMUQ_STATUS_SIGNAL + WTERMSIG(status) : EMUQ_STATUS_FAILED;
    if (m->phase >= REPORTING)
        return;
    char *how = WIFSIGNALED(status) ? emuq_format("%s has been ended by signal %d", name, WTERMSIG(status))
                                    : emuq_format("%s has ended with status %d", name, WEXITSTATUS(status));
    while (host < end && m->host[host].state >= HOST_OVER)
        host++;
    char *names = emuq_manager_names_of(m, HOST_BEGUN, &missing);
    if (host < end && (missing == 1 || end - first == 1)) {
        manager_host_lost(m, host, code, false, how);
    } else if (host < end) {
        emuq_manager_print_messages(m);
        bool any_begun = false;
        for (uint32_t i = first; i < end; i++)
            any_begun |= m->host[i].state != HOST_AWAITED;
        emuq_run_message(any_begun ? "%s are lost: %s; ending the job"
                                   : "%s: cannot start emuq-run: %s; ending the job",
                         names, how);
        emuq_manager_end(m, code);
    } else if (m->phase == RUNNING && m->status == 0) {
        for (uint32_t i = first; i < end && m->status == 0; i++)
            if (m->host[i].state == HOST_ENDED) { /* the process manager has ended the ranks by a signal */
                m->status = EMUQ_STATUS_FAILED;
                emuq_run_message("%s has ended the job: %s", m->pm.name != NULL ? m->pm.name : "a signal",
                                 how);
            }
    }
    free(names);
    free(how);
}

void emuq_manager_handle_agent(emuq_manager_t *m, char *text)
{
    char *rest = NULL, *word = strtok_r(text, " ", &rest), how[64];
    snprintf(how, sizeof how, "its agent has ended with status %s", word != NULL ? word : "?");
    while ((word = strtok_r(NULL, " ", &rest)) != NULL)
        for (uint32_t i = 0; i < m->plan.hosts.hosts; i++)
            if (strcmp(word, emuq_manager_host_name(m, i)) == 0) {
                if (m->host[i].state < HOST_OVER)
                    manager_host_lost(m, i, EMUQ_STATUS_FAILED, m->host[i].state == HOST_BEGUN, how);
                return;
            }
}

/* ---- time limits, and the end of mpirun ---- */

void emuq_manager_time_limit(emuq_manager_t *m)
{
    if (m->phase >= REPORTING)
        return;
    emuq_run_message("the time limit of %g s is over; ending the job on %u hosts",
                     (double)m->command->timeout / 1000.0, m->plan.hosts.hosts - m->over);
    m->status = EMUQ_STATUS_TIMEOUT;
    m->phase = REPORTING;
    m->deadline = emuq_now_ms() + REPORT_MS;
}

void emuq_manager_check_described(emuq_manager_t *m)
{
    for (uint32_t i = 0; i < m->plan.hosts.hosts; i++)
        if (m->host[i].state < HOST_OVER && !m->host[i].has_described)
            return;
    if (m->phase == REPORTING)
        manager_end_ranks(m);
}

/* The launchers of the hosts end by themselves unless some rank has never joined. */
void emuq_manager_mpirun_ended(emuq_manager_t *m, int status)
{
    if (m->phase == ENDING)
        manager_end_ranks(m);
    else if (m->phase == RUNNING && status != 0) /* else a consequence of the delayed cause */
        emuq_manager_end(m, emuq_wait_exit_status(status));
    else
        m->mpirun_over = emuq_now_ms() + OVER_MS;
}

void emuq_manager_check_deadline(emuq_manager_t *m)
{
    m->deadline = UINT64_MAX;
    if (m->phase == RUNNING && m->over < m->plan.hosts.hosts) {
        emuq_manager_print_messages(m);
    } else if (m->phase == RUNNING && m->mpirun.pid != 0) {
        manager_kill_children(m); /* the ranks have left the partition, and still run */
    } else if (m->phase == DELAYING) {
        emuq_manager_print_delayed(m);
        emuq_manager_end(m, m->status);
    } else if (m->phase == REPORTING) {
        manager_end_ranks(m);
    } else if (m->phase == ENDING && m->mpirun.pid != 0) {
        emuq_mpirun_signal(&m->mpirun, SIGKILL);
    } else {
        emuq_manager_kill(m);
    }
}
