/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file private.h
 * @brief Event sets, and the state common to the processes of a node.
 *
 * All state is in the arena of the partition. A lock per node (emuq_node_t::bgpm_lock) guards it; every
 * public function holds the lock between bgpm_enter...() and BGPM_LEAVE(). The handler of the overflow signal
 * acquires it, too: inside the library the handler is postponed (bgpm_thread_t::depth). While a thread holds
 * another lock of libemuq, the handler ignores the (repeated) signal: the holder of the BGPM lock may wait
 * for that lock.
 */
#ifndef EMUQ_BGPM_PRIVATE_H
#define EMUQ_BGPM_PRIVATE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include "bgpm/include/bgpm.h"
#include "kernel-shim/partition/partition.h"

enum {
    BGPM_LINK_COUNTERS = UPC_NW_NUM_CTRS,
    BGPM_SEND_COUNTERS = 4, /* counters 0..3 of a link; 4 counts received packets, 5 packets in FIFOs */
    BGPM_IO_EVENTS = PEVT_IOUNIT_LAST_EVENT - PEVT_L2UNIT_LAST_EVENT,
    BGPM_L2_COUNTERS = 16, /* combined counters, and counters of each slice */
    BGPM_L2_SLICES = 16,
    BGPM_PROCESSES = EMUQ_APP_THREADS /* maximum of a node */
};

/** A count: `sum`, plus the source's advance since `from` while running. */
typedef struct bgpm_tally {
    uint64_t sum;
    uint64_t from;
    bool runs;
} bgpm_tally_t;

typedef struct bgpm_source {
    emuq_event_emulation_t emulation;
    int fd[2]; /**< perf_event_open(); the count is fd[0] - fd[1]; -1: none */
} bgpm_source_t;

/** An event on a hardware thread. Its address is the handle of Bgpm_Punit_GetHandles(): the program may read
 * the first word. */
typedef struct bgpm_counter {
    uint64_t word;
    bgpm_tally_t tally;
    bgpm_source_t source;
} bgpm_counter_t;

typedef struct bgpm_event {
    const UPC_EvtTableRec_t *record; /**< valid in the process of the set alone */
    unsigned id;                     /**< PEVT_... */
    uint64_t user[2];
    uint64_t period; /**< overflow period; 0: none */
    uint64_t next;   /**< count of the next overflow */
    uint64_t group_mask;
    uint16_t match, match_mask;
    unsigned short fp_scale, count_fp, edge, invert;
    uint8_t channels;   /**< UPC_NW_VC_... of a network event */
    uint8_t nw_counter; /**< counter of a link; BGPM_LINK_COUNTERS: cycles */
    bgpm_tally_t tally; /**< count of a kernel event */
} bgpm_event_t;

/** Attributes common to all sets of a core. */
typedef enum bgpm_core_attribute {
    BGPM_CORE_CONTEXT,
    BGPM_CORE_SQUARE_ROOT,
    BGPM_CORE_DIVISION,
    BGPM_CORE_QFPU_MATCH,
    BGPM_CORE_XU_MATCH,
    BGPM_CORE_ATTRIBUTES
} bgpm_core_attribute_t;

typedef struct bgpm_set {
    unsigned handle;
    BgpmUnitTypes unit;
    const struct bgpm_thread *owner; /**< creator; Linux threads may have equal ids in modelled time */
    pid_t tid;                       /**< Linux thread of the owner */
    unsigned processor;              /**< hardware thread of the owner */
    bool frozen;                     /**< no more events */
    bool applied;                    /**< applied or, core sets, attached */
    bool attached;                   /**< by Bgpm_Attach() */
    bool runs;
    bool in_handler; /**< the overflow handler runs */
    bool mixed_context;
    Bgpml1pModes l1p_mode;
    unsigned events, capacity;
    bgpm_event_t *event;
    unsigned targets;
    uint8_t target[EMUQ_HW_THREADS]; /**< hardware threads */
    bgpm_counter_t *counter;         /**< [targets * events] of core and kernel sets, once frozen */
    uint16_t links;                  /**< attached links */
    struct {
        bool set;
        uint64_t value;
    } core[BGPM_CORE_ATTRIBUTES];
    struct {
        bool active;
        int normalize;
        uint64_t period;
        unsigned events; /**< events of a group */
        unsigned switches;
        bgpm_tally_t elapsed;
    } mux;
    Bgpm_OverflowHandler_t handler;
    timer_t timer;
    bool has_timer;
    uint64_t user[2];
} bgpm_set_t;

/** Tests for an L2 or I/O set: all sets share the counters of the unit. */
static inline bool bgpm_is_shared_unit(const bgpm_set_t *set)
{
    return set->unit == BGPMUnitType_L2 || set->unit == BGPMUnitType_IO;
}

typedef struct bgpm_unit {
    bool runs;
    bgpm_tally_t tally[BGPM_IO_EVENTS];
} bgpm_unit_t;

typedef struct bgpm_process {
    unsigned users;    /**< number of initialised threads */
    bool reported;     /**< a failure to add an event has been reported */
    unsigned capacity; /**< capacity of `set` */
    bgpm_set_t **set;
    bgpm_unit_t l2;
    bgpm_source_t l2_source[BGPM_L2_COUNTERS];
    uint64_t slice[BGPM_L2_SLICES][BGPM_L2_COUNTERS];
} bgpm_process_t;

typedef struct bgpm_link {
    const bgpm_set_t *owner; /**< controlling set, of any process, or NULL */
    uint8_t channels[BGPM_LINK_COUNTERS];
    bgpm_tally_t tally[BGPM_LINK_COUNTERS + 1]; /**< the last one counts cycles */
} bgpm_link_t;

/** State common to the processes of a node. */
typedef struct bgpm_node {
    unsigned users; /**< number of processes with initialised threads */
    Bgpm_Modes mode;
    enum { BGPM_L2_FREE, BGPM_L2_COMBINED, BGPM_L2_SLICED } l2_mode;
    bool reported;                               /**< a failure to add an event has been reported */
    uint64_t l2_period[BGPM_L2_COUNTERS];        /**< overflow periods; 0: none */
    uint64_t io_period[BGPM_IO_EVENTS];          /**< overflow periods; 0: none */
    pid_t tid[EMUQ_HW_THREADS];                  /**< initialised Linux thread of a hardware thread, or 0 */
    const bgpm_set_t *attached[EMUQ_HW_THREADS]; /**< set attached to a hardware thread, or NULL */
    bgpm_link_t link[UPC_NW_NUM_LINKS];
    bgpm_unit_t io;
    bgpm_process_t *process[BGPM_PROCESSES];
} bgpm_node_t;

/** The calling thread. */
typedef struct bgpm_thread {
    bgpm_process_t *process; /**< NULL: not initialised */
    pid_t tid;
    unsigned processor;
    bool has_switches; /**< print, exit and dump are set */
    unsigned short print, exit, dump;
    int last_error;
    char text[128];          /**< result of Bgpm_ErrStrg() */
    volatile unsigned depth; /**< nesting of bgpm_lock(); read by the thread's signal handler */
    volatile bool postponed; /**< a signal arrived during the call */
    bgpm_set_t *fast;        /**< set of Bgpm_Punit_Start() and similar functions */
    char *feedback;
    int feedback_bytes;
    bool traces;
    BgpmDebugThreadVars_t debug;
} bgpm_thread_t;

extern __thread bgpm_thread_t bgpm_self __attribute__((tls_model("initial-exec")));

typedef struct bgpm_call {
    int rc;
    bool locked;
    bgpm_set_t *set;     /**< stored by bgpm_enter_set(); no such set: an empty one */
    bgpm_event_t *event; /**< stored by bgpm_enter_event(); no such event: zeros */
} bgpm_call_t;

/** Requirements of a function on an event set. */
enum {
    BGPM_CONTROL = 1, /**< the caller is the creator */
    BGPM_UNIT = 2,    /**< has a unit */
    BGPM_CHANGE = 4,  /**< not frozen */
    BGPM_PUNIT = 8    /**< a core set */
};

/* ---- errors, begin and end of public functions, debug output (calls.c) ---- */

/** Stores an error; prints it and ends the process if chosen. @return @p code */
int bgpm_report(int code, const char *function, const char *file, int line);

/** Takes the lock, until bgpm_leave(), and checks for an initialised thread. */
bgpm_call_t bgpm_enter(void);
/** bgpm_enter(), and checks the set against @p needs (BGPM_CONTROL ...). */
bgpm_call_t bgpm_enter_set(unsigned handle, unsigned needs);
/** bgpm_enter_set(), and finds the event. */
bgpm_call_t bgpm_enter_event(unsigned handle, unsigned index, unsigned needs);
/** Sets an error if the condition fails and there is no earlier one. @return true: no error */
bool bgpm_check(bgpm_call_t *call, bool condition, int error);
/** Releases the lock and reports an error. @return the result */
int bgpm_leave(bgpm_call_t *call, const char *function, const char *file, int line);
#define BGPM_LEAVE(call) bgpm_leave(&(call), __func__, __FILE__, __LINE__)
/** Takes the lock of the node and postpones overflow signals. */
void bgpm_lock(void);
void bgpm_unlock(void);
/** State of the node. Caller holds the lock. @return NULL: no thread is initialised */
bgpm_node_t *bgpm_node(void);
/** Process of the calling thread as registered with the node. @return NULL: no initialised thread */
bgpm_process_t *bgpm_process_known(void);
/** Whether the calling thread is initialised in the current job. */
bool bgpm_is_initialised(void);
/** The signal of overflows: 34 or BGPM_SIGNAL. */
int bgpm_signal(void);
/** Allocates zeroed memory of the partition. @return NULL: out of memory */
void *bgpm_alloc(size_t bytes);
void bgpm_free(void *memory, size_t bytes);
/** Reports why an event cannot be added: BGPM_EVT_FEEDBACK. */
void bgpm_feedback(const bgpm_set_t *set, unsigned event, int error);

/* ---- counts, and counters of core sets (counts.c) ---- */

void bgpm_tally_start(bgpm_tally_t *tally, uint64_t now);
void bgpm_tally_stop(bgpm_tally_t *tally, uint64_t now);
void bgpm_tally_clear(bgpm_tally_t *tally, uint64_t now);
uint64_t bgpm_tally_value(const bgpm_tally_t *tally, uint64_t now);
/** Opens the source of an event for a thread (0: the caller and its later threads).
 *  @param period counts between two signals; 0: no signals */
void bgpm_source_open(bgpm_source_t *source, const UPC_EvtTableRec_t *record, pid_t tid, uint64_t period);
void bgpm_source_close(bgpm_source_t *source);
/** Count since the start of the source. */
uint64_t bgpm_source_now(const bgpm_source_t *source);
/** @param event PEVT_MU_... */
uint64_t bgpm_io_now(unsigned event);
/** @param counter 0..BGPM_LINK_COUNTERS */
uint64_t bgpm_link_now(unsigned link, unsigned counter, unsigned channels);

/** Starts or stops a source with a period: its signals are sent only while the set runs. */
void bgpm_source_enable(const bgpm_source_t *source, bool enable);

bgpm_counter_t *bgpm_counter_of(const bgpm_set_t *set, unsigned target, unsigned index);
uint64_t bgpm_counter_value(const bgpm_counter_t *counter);
/** Sum over all targets. */
uint64_t bgpm_punit_value(const bgpm_set_t *set, unsigned index);
/** Starts or stops the counts of some events (bit n: event n); the state of the set does not change. */
void bgpm_punit_count(bgpm_set_t *set, uint64_t mask, bool run);
/** The running counters of the first target (bit n: event n). */
uint64_t bgpm_punit_running(const bgpm_set_t *set);

/* ---- sets (sets.c) ---- */

void bgpm_set_free(bgpm_set_t *set);

/* ---- core sets (punit.c) ---- */

int bgpm_punit_apply(bgpm_set_t *set);
int bgpm_punit_attach(bgpm_set_t *set, uint64_t threads, uint64_t agents);
/** Stops the set and frees its counters. */
void bgpm_punit_release(bgpm_set_t *set);
/** Creates the counters of the calling thread. @return 0 or BGPM_ENOMEM */
int bgpm_punit_freeze(bgpm_set_t *set);
void bgpm_punit_start(bgpm_set_t *set);
void bgpm_punit_stop(bgpm_set_t *set);
void bgpm_punit_clear(bgpm_set_t *set);
bool bgpm_punit_has_target(const bgpm_set_t *set, unsigned processor);

/* ---- network sets (units.c) ---- */

/** Chooses the counter of a new event. @return 0 or BGPM_ECTRRESERVED */
int bgpm_nw_assign(const bgpm_set_t *set, bgpm_event_t *event);
int bgpm_nw_attach(bgpm_set_t *set, uint64_t mask);
int bgpm_nw_detach(bgpm_set_t *set);
int bgpm_nw_start(bgpm_set_t *set);
int bgpm_nw_stop(bgpm_set_t *set);
int bgpm_nw_reset(bgpm_set_t *set);
int bgpm_nw_read(const bgpm_set_t *set, const bgpm_event_t *event, uint16_t mask, uint64_t *value);

/* ---- L2 and I/O sets (units.c) ---- */

int bgpm_unit_add(const UPC_EvtTableRec_t *record);
void bgpm_unit_apply(bgpm_set_t *set);
void bgpm_unit_start(BgpmUnitTypes type);
void bgpm_unit_stop(BgpmUnitTypes type);
void bgpm_unit_clear(BgpmUnitTypes type);
uint64_t bgpm_unit_value(const bgpm_event_t *event);
int bgpm_unit_write(const bgpm_event_t *event, uint64_t value);
/** Overflow period of the node's counter of an event. */
uint64_t *bgpm_unit_period(const bgpm_event_t *event);
/** Tests if another event of the node has a period for the same counter. */
bool bgpm_unit_shares_period(const bgpm_event_t *event);
bool bgpm_unit_is_sliced(const UPC_EvtTableRec_t *record);
/** Closes the descriptors of the process. */
void bgpm_unit_close(bgpm_process_t *process);
/** Frees the overflow periods of a deleted set. */
void bgpm_unit_release(bgpm_set_t *set);

/* ---- overflow (overflow.c) ---- */

void bgpm_overflow_init(void);
/** Sets or stops the timer; call after starting or stopping a core set. */
void bgpm_overflow_arm(bgpm_set_t *set);
void bgpm_overflow_disarm(bgpm_set_t *set);
/** Restarts the periods of all events. */
void bgpm_overflow_reset(bgpm_set_t *set);

#endif /* EMUQ_BGPM_PRIVATE_H */
