/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "kernel-shim/partition/rank_engine.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "backends/settings.h"
#include "base/backoff.h"
#include "base/host_calls.h"
#include "base/lock.h"
#include "base/process.h"
#include "kernel-shim/partition/report.h"
#include "base/text.h"
#include "kernel-shim/partition/host_engine.h"
#include "transport/fabric.h"
#include "transport/connection.h"
#include "sync/claim.h"
#include "sync/event_count.h"

/* The host engine in a rank (rank_engine.h).
 *
 * While the rank polls at least this often in EMUQ_BACKOFF_SLEEP_NS, the engine's thread sleeps for that
 * time.
 */
#define FREQUENT_POLLS EMUQ_BACKOFF_REPEATS
/* A message is sent at once if the previous was sent at least this long ago. Otherwise messages are
 * coalesced until the rank or the engine's thread polls, or COALESCE_MAX have gathered. */
#define COALESCE_NS  UINT64_C(10000)
#define COALESCE_MAX 32u

#define DOUBT_NS UINT64_C(400000000) /* time for emuq-run to end a rank before a lost host is reported */

static struct {
    emuq_partition_t *partition;
    emuq_fabric_t *fabric; /* NULL: no engine in this process */
    emuq_connections_t connections;
    emuq_kernel_callbacks_t callbacks;
    emuq_connection_user_t base;
    emuq_connection_user_t user, guest; /* callbacks for the engine's thread, and for threads of the rank */
    pthread_t thread;
    bool runs;           /* atomic; false again in forked processes */
    emuq_claim_t claim;  /* guards connections, engine, rc and has_work */
    int rc;              /* error of a poll; not 0: the job fails */
    bool has_work;       /* posts or frames may be pending */
    uint64_t last_sent;  /* ns; relaxed hint: last message sent at once */
    uint64_t polls_seen; /* `polls` at the last decision of the engine's thread */
    /* See rank_engine.h: */
    emuq_event_count_t wakeup;
    uint64_t polls;
    uint32_t requested;
    uint32_t sleeps_long;
    uint32_t wants_claim;
    uint32_t coalesced;
} self = {.user.wakeup_fd = -1};

/* The calling thread runs the engine: no recursion */
static __thread bool is_working;

/* ---- threads of the rank ---- */

static void rank_engine_wake(void)
{
    const uint64_t one = 1;
    if (emuq_event_take(&self.wakeup))
        (void)!write(self.user.wakeup_fd, &one, sizeof one);
}

static void rank_engine_request(void)
{
    AO_int_store(&self.requested, 1);
    if (emuq_event_is_announced(&self.wakeup))
        rank_engine_wake();
}

/* Threads of the rank work or wake the engine themselves, so no sleep is announced to the unit. */
static bool rank_engine_serve(void *argument, bool may_sleep)
{
    (void)may_sleep;
    /* Acquire: pairs with the release in rank_engine_coalesce(); earlier posts are found. */
    (void)emuq_int_exchange(&self.coalesced, 0);
    return self.base.serve(argument, false);
}

/* For threads of the rank: most of their polls find no work, and return at once. */
static bool rank_engine_serve_if_needed(void *argument, bool may_sleep)
{
    bool has_work = self.has_work || AO_int_load(&self.coalesced) != 0;
    self.has_work = false;
    return has_work && rank_engine_serve(argument, may_sleep);
}

static int rank_engine_arrival(void *argument, uint32_t host, const void *frame, size_t bytes)
{
    self.has_work = true;
    return self.base.arrival(argument, host, frame, bytes);
}

/* Counts a post. @return whether the post waits for further posts */
static bool rank_engine_coalesce(void)
{
    uint64_t now = emuq_host_now_ns();
    if (now - AO_load(&self.last_sent) >= COALESCE_NS ||
        AO_int_fetch_and_add_full(&self.coalesced, 1) + 1 >= COALESCE_MAX) {
        AO_store(&self.last_sent, now);
        return false;
    }
    if (emuq_event_is_announced(&self.wakeup) && AO_int_load(&self.sleeps_long) != 0)
        rank_engine_wake();
    return true;
}

/* Polls the engine. Caller holds the claim, released at return. @return whether there was work */
static bool rank_engine_poll(bool has_work)
{
    bool any = false;
    self.has_work |= has_work;
    for (;;) {
        int rc = self.rc == 0 ? self.connections.poll(self.connections.context, &self.guest) : 0;
        any |= rc > 0;
        if (rc < 0) {
            self.rc = rc;
            rank_engine_request();
        }
        AO_store(&self.polls, self.polls + 1);
        if (emuq_claim_release(&self.claim))
            return any;
        self.has_work = true; /* a thread that found the claim taken may have left work */
    }
}

/* Yields if due, after an empty poll. @return whether the thread keeps the core */
static bool rank_engine_keep_core(void)
{
    static __thread emuq_engine_backoff_t e;
    if (e.backoff.spins == 0)
        emuq_engine_backoff_init(&e, EMUQ_BACKOFF_SPIN_NS);
    if (emuq_backoff_spins(&e.backoff))
        return true;
    e.backoff.polls = 0;
    emuq_engine_backoff_yield(&e);
    return false;
}

/* Defers cancellation and suspension: the engine's work must be completed. */
static bool rank_engine_help(emuq_hosts_request_t what)
{
    int state;
    bool any = false;
    if (what == EMUQ_HOSTS_SEND && rank_engine_coalesce())
        return false;
    emuq_critical_begin();
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
    is_working = true;
    bool is_wanted = AO_int_load(&self.wants_claim) != 0;
    if (what == EMUQ_HOSTS_SEND ? emuq_claim_try(&self.claim) : !is_wanted && emuq_claim_acquire(&self.claim))
        any = rank_engine_poll(what == EMUQ_HOSTS_SEND);
    if (!any && what == EMUQ_HOSTS_POLL)
        any = !is_wanted && rank_engine_keep_core();
    is_working = false;
    pthread_setcancelstate(state, NULL);
    emuq_critical_end();
    return any;
}

static bool rank_engine_progress(void *context, emuq_hosts_request_t what)
{
    (void)context;
    /* Acquire: pairs with emuq_rank_engine_begin(), as threads of the unit are older. */
    if (!emuq_flag_load_acquire(&self.runs))
        return false;
    if (what == EMUQ_HOSTS_LEAVE)
        rank_engine_request();
    /* Never run the engine while holding a lock that message delivery may take. */
    return what != EMUQ_HOSTS_LEAVE && !is_working && emuq_critical_depth == 0 && rank_engine_help(what);
}

static void rank_engine_error(void *context, const emuq_mu_error_t *e)
{
    (is_working ? emuq_engine_callbacks.error : emuq_kernel_error)(context, e);
}

static void rank_engine_failed(void *context, uint32_t node, const char *what, const char *advice)
{
    (is_working ? emuq_engine_callbacks.failed : emuq_kernel_failed)(context, node, what, advice);
}

static void rank_engine_forked(void)
{
    emuq_flag_store(&self.runs, false);
}

/* ---- thread of the engine ---- */

/* @param sleeps_long longer than the next check of the rank's polls @return whether to sleep */
static bool rank_engine_begin_sleep(bool sleeps_long)
{
    AO_int_store(&self.sleeps_long, sleeps_long);
    (void)emuq_event_prepare(&self.wakeup);
    return AO_int_load(&self.requested) == 0 && (!sleeps_long || AO_int_load(&self.coalesced) == 0);
}

/* Threads of the rank see wants_claim, and let this thread in. */
static void rank_engine_take_claim(void)
{
    AO_int_store(&self.wants_claim, 1);
    emuq_claim_wait(&self.claim);
    AO_int_store(&self.wants_claim, 0);
}

static void rank_engine_sleep(void)
{
    struct pollfd bell = {self.user.wakeup_fd, POLLIN, 0};
    const struct timespec limit = emuq_timespec(EMUQ_BACKOFF_SLEEP_NS);
    uint64_t events;
    if (rank_engine_begin_sleep(false) && ppoll(&bell, 1, &limit, NULL) > 0)
        (void)!read(self.user.wakeup_fd, &events, sizeof events);
}

static bool rank_engine_is_spared(void)
{
    uint64_t polls = AO_load(&self.polls), since = polls - self.polls_seen;
    self.polls_seen = polls;
    return emuq_int_exchange(&self.requested, 0) == 0 && since >= FREQUENT_POLLS;
}

static bool rank_engine_pause_turn(void *argument, bool begins)
{
    (void)argument;
    if (begins && !emuq_claim_release(&self.claim))
        return false;
    if (begins && rank_engine_begin_sleep(true))
        return true;
    rank_engine_take_claim();
    return !begins && AO_load(&self.polls) - self.polls_seen < FREQUENT_POLLS;
}

static int rank_engine_step(bool *is_over)
{
    bool spared = rank_engine_is_spared();
    if (spared)
        rank_engine_sleep();
    rank_engine_take_claim();
    int rc = self.rc != 0 ? self.rc : emuq_engine_step(&self.user, !spared, is_over);
    self.rc = rc;
    while (!emuq_claim_release(&self.claim))
        if (rc == 0)
            (void)rank_engine_serve(self.user.argument, false);
    return rc;
}

static void *rank_engine_thread(void *argument)
{
    int rc = 0;
    (void)argument;
    is_working = true;
    prctl(PR_SET_NAME, "emuq-engine");
    emuq_engine_shorten_slice(self.partition);
    for (bool is_over = false; rc == 0 && !is_over;)
        rc = rank_engine_step(&is_over);
    rank_engine_take_claim(); /* never released: no work follows the last frames */
    emuq_engine_close(rc);
    if (rc == 0)
        return NULL;
    int status = (int)AO_int_load_acquire(&self.partition->failed);
    /* Release: pairs with the acquire in emuq_launch_engine_failed(). */
    AO_int_store_release(&self.partition->engine.failed, 1);
    _exit(status != 0 ? status : EXIT_FAILURE);
}

/* ---- life ---- */

bool emuq_rank_engine_suits(const emuq_partition_t *p)
{
    uint32_t here = 0;
    for (uint32_t rank = 0; rank < p->job.np; rank++)
        here += emuq_node_is_here(p, p->process[p->process_of_rank[rank]].node->number);
    /* With reports_deaths, the engine must survive the rank. */
    return here == 1 && !p->reports_deaths && emuq_setting_number(EMUQ_SETTING_HOST_ENGINE) == 0 &&
           *emuq_setting_text(EMUQ_SETTING_FAULTS) == '\0' && emuq_backend->remote != NULL;
}

int emuq_rank_engine_accept(emuq_partition_t *partition)
{
    self.partition = partition;
    return emuq_engine_accept(partition, &self.fabric);
}

int emuq_rank_engine_open(emuq_partition_t *partition, const char *local_address, emuq_host_text_t *text)
{
    self.partition = partition;
    return emuq_engine_fabric_open(partition, local_address, true, &self.fabric, text);
}

int emuq_rank_engine_connect(const emuq_host_text_t *texts, const unsigned char key[EMUQ_KEY_BYTES])
{
    return emuq_engine_fabric_connect(self.partition, self.fabric, texts, key);
}

bool emuq_rank_engine_is_open(void)
{
    return self.fabric != NULL;
}

const emuq_kernel_callbacks_t *emuq_rank_engine_callbacks(void)
{
    self.callbacks = emuq_engine_callbacks;
    self.callbacks.error = rank_engine_error;
    self.callbacks.failed = rank_engine_failed;
    self.callbacks.hosts.progress = rank_engine_progress;
    return self.fabric != NULL ? &self.callbacks : NULL;
}

int emuq_rank_engine_begin(bool watches_ranks)
{
    if (self.fabric == NULL)
        return 0;
    emuq_fabric_connections(self.fabric, &self.connections);
    self.connections.watches_ranks = watches_ranks;
    self.connections.doubt_ns = watches_ranks ? 0 : DOUBT_NS;
    self.base = self.guest = self.user = emuq_engine_user(self.partition);
    self.guest.serve = rank_engine_serve_if_needed;
    self.guest.arrival = rank_engine_arrival;
    self.user.serve = rank_engine_serve;
    self.user.pause = rank_engine_pause_turn;
    self.user.wakeup_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    int rc = self.user.wakeup_fd >= 0 ? emuq_engine_open(self.partition, &self.connections) : -errno;
    if (rc == 0)
        rc = -pthread_atfork(NULL, NULL, rank_engine_forked);
    emuq_flag_store_release(&self.runs, rc == 0);
    if (rc == 0)
        rc = -emuq_internal_thread(&self.thread, rank_engine_thread, NULL);
    if (rc != 0)
        emuq_log("cannot begin the host engine: %s", strerror(-rc));
    return rc;
}

void emuq_rank_engine_end(void)
{
    if (emuq_flag_load(&self.runs))
        pthread_join(self.thread, NULL);
}
