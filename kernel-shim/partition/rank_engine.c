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
#include "base/clock.h"
#include "base/hold.h"
#include "base/quiet.h"
#include "kernel-shim/partition/report.h"
#include "kernel-shim/partition/say.h"
#include "transport/engine.h"
#include "transport/fabric.h"
#include "transport/patience.h"
#include "sync/claim.h"
#include "sync/event_count.h"

/* While the rank looks often the engine's thread dozes, and looks after so long whether it still does. */
#define DOZE_NS UINT64_C(200000)
#define OFTEN   10u /* looks of the rank in that time, or more */
/* A message is sent at once, unless the sending of the last one began so short a while ago: then there may be
 * more, and they are gathered until the rank looks, or there are many, or the engine's thread comes. */
#define GATHER_NS UINT64_C(10000)
#define MANY      32u

#define DOUBT_NS                                                                                             \
    UINT64_C(400000000) /* for our own launcher to end a rank before it says that a host is lost */

static struct {
    emuq_partition_t *partition;
    emuq_fabric_t *fabric; /* NULL: this process runs no engine */
    emuq_lanes_t lanes;
    emuq_kernel_callbacks_t callbacks;
    emuq_lane_user_t unit;        /* what there is to do ... */
    emuq_lane_user_t user, guest; /* ... in turns of the engine's thread, and looks of the rank's threads */
    pthread_t thread;
    bool runs;          /* threads of the rank may look; constant, but in forked processes */
    emuq_claim_t claim; /* of lanes, engine, and the next two */
    int rc;             /* what a look of the rank's has found; not 0: the job cannot go on */
    bool is_asked;      /* something may have been posted, or has come */
    uint64_t sent;      /* ns; __atomic, relaxed: when a message was sent at once, at last: a hint */
    uint64_t seen;      /* looks at the last decision of the engine's thread, which alone uses it */
    /* See rank_engine.h: */
    emuq_event_count_t bell; /* where the engine's thread sleeps, in ppoll(2) */
    uint64_t looks;          /* of threads of the rank, so far */
    uint32_t left;           /* threads of the rank leave the work to the engine's */
    uint32_t naps;           /* the engine's thread sleeps although threads of the rank may not look soon */
    uint32_t wants;          /* the engine's thread waits for the claim */
    uint32_t gathered;       /* messages that were not sent at once */
} own = {.user.bell = -1};

/* Whether the thread does the work of the engine, which must not begin it again. */
static __thread bool works;

/* ---- threads of the rank ---- */

/* Ends the sleep of the engine's thread. */
static void ring(void)
{
    const uint64_t one = 1;
    if (emuq_event_take(&own.bell))
        (void)!write(own.user.bell, &one, sizeof one);
}

/* The engine's thread is to look. */
static void leave(void)
{
    __atomic_store_n(&own.left, 1, __ATOMIC_RELAXED);
    if (emuq_event_is_announced(&own.bell))
        ring();
}

/* Threads that ask for something do it themselves, or ring: no sleep has to be announced to the unit. */
static bool serve(void *argument, bool rests)
{
    (void)rests;
    /* Acquire: pairs with the release in gathers(); what was posted before is found. */
    (void)__atomic_exchange_n(&own.gathered, 0, __ATOMIC_ACQ_REL);
    return own.unit.serve(argument, false);
}

/* Of threads of the rank, which look much more often than there is something. */
static bool serve_if_asked(void *argument, bool rests)
{
    bool is_asked = own.is_asked || __atomic_load_n(&own.gathered, __ATOMIC_RELAXED) != 0;
    own.is_asked = false;
    return is_asked && serve(argument, rests);
}

static int arrival(void *argument, uint32_t host, const void *frame, size_t bytes)
{
    own.is_asked = true;
    return own.unit.arrival(argument, host, frame, bytes);
}

/* Whether what the thread has posted stays where it is for now. */
static bool gathers(void)
{
    uint64_t now = emuq_host_now_ns();
    if (now - __atomic_load_n(&own.sent, __ATOMIC_RELAXED) >= GATHER_NS ||
        __atomic_add_fetch(&own.gathered, 1, __ATOMIC_ACQ_REL) >= MANY) {
        __atomic_store_n(&own.sent, now, __ATOMIC_RELAXED);
        return false;
    }
    if (emuq_event_is_announced(&own.bell) && __atomic_load_n(&own.naps, __ATOMIC_RELAXED) != 0)
        ring();
    return true;
}

/* With the claim, which it gives back. @return whether there was something */
static bool look(bool is_asked)
{
    bool any = false;
    own.is_asked |= is_asked;
    for (;;) {
        int rc = own.rc == 0 ? own.lanes.look(own.lanes.context, &own.guest) : 0;
        any |= rc > 0;
        if (rc < 0) {
            own.rc = rc;
            leave();
        }
        __atomic_store_n(&own.looks, own.looks + 1, __ATOMIC_RELAXED);
        if (emuq_claim_release(&own.claim))
            return any;
        own.is_asked = true; /* by who has left the note */
    }
}

/* After a look in vain: gives up the core, if that is due. @return whether it keeps the core instead */
static bool keep_core(void)
{
    static __thread emuq_patience_t patience;
    if (patience.until == 0)
        emuq_patience_open(&patience, EMUQ_PATIENCE_NS);
    if (++patience.looks < patience.until)
        return true;
    patience.looks = 0;
    emuq_patience_offer(&patience);
    return false;
}

/* A thread that is cancelled or stopped in the middle of the engine's work would leave it undone. */
static bool work(emuq_for_hosts_t what)
{
    int state;
    bool any = false;
    if (what == EMUQ_HOSTS_SEND && gathers())
        return false;
    emuq_hold_begin();
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
    works = true;
    bool is_wanted = __atomic_load_n(&own.wants, __ATOMIC_RELAXED) != 0;
    if (what == EMUQ_HOSTS_SEND ? emuq_claim_try(&own.claim) : !is_wanted && emuq_claim_take(&own.claim))
        any = look(what == EMUQ_HOSTS_SEND);
    if (!any && what == EMUQ_HOSTS_POLL)
        any = !is_wanted && keep_core();
    works = false;
    pthread_setcancelstate(state, NULL);
    emuq_hold_end();
    return any;
}

static bool serve_hosts(void *context, emuq_for_hosts_t what)
{
    (void)context;
    if (!own.runs)
        return false;
    if (what == EMUQ_HOSTS_LEAVE)
        leave();
    /* Who holds what a message may need does no other work. */
    return what != EMUQ_HOSTS_LEAVE && !works && emuq_holds == 0 && work(what);
}

static void error(void *context, const emuq_mu_error_t *e)
{
    (works ? emuq_engine_callbacks.error : emuq_kernel_error)(context, e);
}

static void failed(void *context, uint32_t node, const char *what, const char *advice)
{
    (works ? emuq_engine_callbacks.failed : emuq_kernel_failed)(context, node, what, advice);
}

/* A process that the rank has forked is no engine. */
static void forked(void)
{
    own.runs = false;
}

/* ---- the engine's thread ---- */

/* @param naps for longer than until the rank's threads have looked or not
 * @return whether the thread may sleep: then the bell ends that */
static bool begin_sleep(bool naps)
{
    __atomic_store_n(&own.naps, naps, __ATOMIC_RELAXED);
    (void)emuq_event_prepare(&own.bell);
    return __atomic_load_n(&own.left, __ATOMIC_RELAXED) == 0 &&
           (!naps || __atomic_load_n(&own.gathered, __ATOMIC_RELAXED) == 0);
}

/* Threads of the rank look again and again, and let this one in. */
static void take_claim(void)
{
    __atomic_store_n(&own.wants, 1, __ATOMIC_RELAXED);
    emuq_claim_wait(&own.claim);
    __atomic_store_n(&own.wants, 0, __ATOMIC_RELAXED);
}

/* Threads of the rank look. */
static void doze(void)
{
    struct pollfd bell = {own.user.bell, POLLIN, 0};
    const struct timespec limit = emuq_timespec(DOZE_NS);
    uint64_t rings;
    if (begin_sleep(false) && ppoll(&bell, 1, &limit, NULL) > 0)
        (void)!read(own.user.bell, &rings, sizeof rings);
}

/* Whether threads of the rank look so often that this one need not. */
static bool is_spared(void)
{
    uint64_t looks = __atomic_load_n(&own.looks, __ATOMIC_RELAXED), since = looks - own.seen;
    own.seen = looks;
    return __atomic_exchange_n(&own.left, 0, __ATOMIC_RELAXED) == 0 && since >= OFTEN;
}

/* See emuq_lane_user_t. */
static bool pause_turn(void *argument, bool begins)
{
    (void)argument;
    if (begins && !emuq_claim_release(&own.claim))
        return false;
    if (begins && begin_sleep(true))
        return true;
    take_claim();
    return !begins && __atomic_load_n(&own.looks, __ATOMIC_RELAXED) - own.seen < OFTEN;
}

/* @return as emuq_host_engine() */
static int step(bool *is_over)
{
    bool spared = is_spared();
    if (spared)
        doze();
    take_claim();
    int rc = own.rc != 0 ? own.rc : emuq_engine_step(&own.user, !spared, is_over);
    own.rc = rc;
    while (!emuq_claim_release(&own.claim))
        if (rc == 0)
            (void)serve(own.user.argument, false);
    return rc;
}

static void *engine(void *argument)
{
    int rc = 0;
    (void)argument;
    works = true;
    prctl(PR_SET_NAME, "emuq-engine");
    emuq_engine_shorten_slice(own.partition);
    for (bool is_over = false; rc == 0 && !is_over;)
        rc = step(&is_over);
    take_claim(); /* for ever: nothing comes after the last words */
    emuq_engine_close(rc);
    if (rc == 0)
        return NULL;
    int status = __atomic_load_n(&own.partition->failed, __ATOMIC_ACQUIRE);
    /* Release: pairs with the acquire in emuq_launch_engine_failed(). */
    __atomic_store_n(&own.partition->engine_failed, 1, __ATOMIC_RELEASE);
    _exit(status != 0 ? status : EXIT_FAILURE);
}

/* ---- life ---- */

bool emuq_rank_engine_suits(const emuq_partition_t *p)
{
    uint32_t here = 0;
    for (uint32_t rank = 0; rank < p->job.np; rank++)
        here += emuq_node_is_here(p, p->process[p->process_of_rank[rank]].node->number);
    return here == 1 && emuq_setting_number(EMUQ_SETTING_HOST_ENGINE) == 0 &&
           *emuq_setting_text(EMUQ_SETTING_FAULTS) == '\0' && emuq_backend->serve != NULL;
}

int emuq_rank_engine_accept(emuq_partition_t *partition)
{
    own.partition = partition;
    return emuq_engine_accept(partition, &own.fabric);
}

int emuq_rank_engine_open(emuq_partition_t *partition, const char *near, emuq_host_text_t *text)
{
    own.partition = partition;
    return emuq_engine_fabric_open(partition, near, true, &own.fabric, text);
}

int emuq_rank_engine_connect(const emuq_host_text_t *texts, const unsigned char key[EMUQ_KEY_BYTES])
{
    return emuq_engine_fabric_connect(own.partition, own.fabric, texts, key);
}

bool emuq_rank_engine_is_open(void)
{
    return own.fabric != NULL;
}

const emuq_kernel_callbacks_t *emuq_rank_engine_callbacks(void)
{
    own.callbacks = emuq_engine_callbacks;
    own.callbacks.error = error;
    own.callbacks.failed = failed;
    own.callbacks.serve_hosts = serve_hosts;
    return own.fabric != NULL ? &own.callbacks : NULL;
}

int emuq_rank_engine_begin(bool watches_ranks)
{
    if (own.fabric == NULL)
        return 0;
    emuq_fabric_lanes(own.fabric, &own.lanes);
    own.lanes.watches_ranks = watches_ranks;
    own.lanes.doubt_ns = watches_ranks ? 0 : DOUBT_NS;
    own.unit = own.guest = own.user = emuq_engine_user(own.partition);
    own.guest.serve = serve_if_asked;
    own.guest.arrival = arrival;
    own.user.serve = serve;
    own.user.pause = pause_turn;
    own.user.bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    int rc = own.user.bell >= 0 ? emuq_engine_open(own.partition, &own.lanes) : -errno;
    if (rc == 0)
        rc = -pthread_atfork(NULL, NULL, forked);
    own.runs = rc == 0;
    if (rc == 0)
        rc = -emuq_quiet_thread(&own.thread, engine, NULL);
    if (rc != 0)
        emuq_job_say("cannot begin the host engine: %s", strerror(-rc));
    return rc;
}

void emuq_rank_engine_end(void)
{
    if (own.runs)
        pthread_join(own.thread, NULL);
}
