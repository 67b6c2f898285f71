/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file net.h
 * @brief emuq-net: traffic on the modelled network. All of the program; the tests use most of it.
 *
 * Functions that return int return 0 or a negative errno; with a parameter @p why they set the reason on
 * -EINVAL. Random choices depend on their purpose (seed, node, unit, count), not on the order of the choices,
 * so results are independent of the number of threads.
 */
#ifndef EMUQ_NET_H
#define EMUQ_NET_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/atomic.h"
#include "base/text.h"
#include "network/files/files.h"
#include "network/network.h"

#define TRAFFIC_STATUS_WRONG       1          /**< exit status: a run or a file failed */
#define TRAFFIC_STATUS_USAGE       2          /**< exit status: wrong command line or file, nothing written */
#define TRAFFIC_STATUS_INTERRUPTED 130        /**< exit status: partial results after SIGINT */
#define TRAFFIC_QUEUES             64         /**< injection FIFOs used by a node */
#define TRAFFIC_WARM_UP_AUTO       UINT64_MAX /**< warm up until the throughput is steady */
#define TRAFFIC_WARM_UP_MAX        200000     /**< cycles of an automatic warm-up */
#define TRAFFIC_HOPS               256        /**< exceeds all distances in hops */
#define TRAFFIC_BINS               320 /**< number of bins of a histogram: values up to 2^42, larger values in the last */
#define TRAFFIC_TRACE_NONE         UINT32_MAX /**< no edge */
#define TRAFFIC_MAX_SETS           64         /**< --set and --zone */

/* ---- random numbers ---- */

/** The last step of SplitMix64, a bijection that appears random. */
static inline uint64_t traffic_mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

/** The random stream of a node. */
static inline uint64_t traffic_stream(uint64_t seed, uint64_t node)
{
    return traffic_mix(traffic_mix(seed + 0x9e3779b97f4a7c15) ^ (node + 0x9e3779b97f4a7c15));
}

/** The random number (unit, count) of a stream. */
static inline uint64_t traffic_draw(uint64_t stream, uint64_t unit, uint64_t count)
{
    return traffic_mix(stream ^ (unit << 56) ^ (count * 0x9e3779b97f4a7c15));
}

/** The random number (seed, node, unit, count). */
static inline uint64_t traffic_hash(uint64_t seed, uint64_t node, uint64_t unit, uint64_t count)
{
    return traffic_draw(traffic_stream(seed, node), unit, count);
}

/** A number below @p n >= 1 from a hash. */
static inline uint32_t traffic_below(uint64_t hash, uint32_t n)
{
    return (uint32_t)(((hash >> 32) * n) >> 32);
}

/* ---- errors of network callbacks, in any thread ---- */

/** Records the first error. @param error initially 0 @param rc negative errno */
static inline void traffic_error_note(unsigned *error, int rc)
{
    /* Relaxed: loaded after a barrier of the threads. */
    (void)AO_int_compare_and_swap(error, 0, (unsigned)rc);
}

/* ---- constants (report.c) ---- */

/** Nanoseconds of network cycles. */
static inline double traffic_ns(const emuq_net_constants_t *p, double cycles)
{
    return cycles * p->value.clock.cycle * EMUQ_NET_TICK_PS / 1000;
}

/** Nanoseconds of software per message in published latencies: injection, poll, loop. */
static inline double traffic_software_ns(const emuq_net_constants_t *p)
{
    return (double)(p->value.cpu.inject + p->value.cpu.poll + p->value.cpu.loop) * p->value.clock.cpu *
           EMUQ_NET_TICK_PS / 1000;
}

/** Packets of a message; an empty message has one. */
static inline uint32_t traffic_packets(const emuq_net_constants_t *p, uint32_t bytes)
{
    return bytes > 0 ? (bytes + p->value.mu.payload - 1) / p->value.mu.payload : 1;
}

/** Network FIFOs of a channel: torus, priority or system, or local copies. */
static inline uint16_t traffic_fifo_map(uint8_t vc, bool local)
{
    if (local)
        return 1U << EMUQ_NET_L0 | 1U << EMUQ_NET_L1;
    return vc == EMUQ_NET_VC_PRIORITY ? 1U << EMUQ_NET_HP
           : vc == EMUQ_NET_VC_SYSTEM ? 1U << EMUQ_NET_IO
                                      : (1U << EMUQ_NET_L0) - 1;
}

/** Prints a constant: value, unit, tag, range, source. @param key NULL: prints a head and all constants */
void traffic_parameters_print(const emuq_net_constants_t *p, const char *key, FILE *out);
uint64_t traffic_parameters_digest(const emuq_net_constants_t *p);

/* ---- shapes, and regions of collectives (shape.c) ---- */

/** Parses a shape such as 16x8x8x8; all dimensions are rings. */
int traffic_shape_parse(const char *text, emuq_net_shape_t *shape, emuq_text_t *why);
/** Makes dimensions meshes. @param letters such as AC */
int traffic_shape_mesh(const char *letters, emuq_net_shape_t *shape, emuq_text_t *why);
/** Appends a shape: 16x8x8x8, with a - after the size of a mesh. */
void traffic_shape_print(const emuq_net_shape_t *shape, emuq_text_t *text);
/** Parses a node: a number, or coordinates such as (1,0,3,0). @param end set to the next character */
int traffic_node_scan(const emuq_net_shape_t *shape, const char *text, uint32_t *node, const char **end,
                      emuq_text_t *why);

/** A box of nodes with class-route trees. A tree covers the box in the dimensions of `extent`; each choice of
 * the other coordinates has a tree. Trees never use links that close a ring. */
typedef struct traffic_region {
    emuq_net_shape_t shape;             /**< shape of the machine */
    uint32_t low[EMUQ_NET_DIMENSIONS];  /**< lowest coordinates */
    uint32_t size[EMUQ_NET_DIMENSIONS]; /**< nodes per dimension */
    uint32_t extent;                    /**< bit per dimension */
} traffic_region_t;

/** Parses a region: world is a tree of all nodes; line:A and plane:AB are trees of all nodes in these
 * dimensions; (0,0,..)-(1,1,..) is a tree of a box. */
int traffic_region_read(traffic_region_t *r, const char *text, const emuq_net_shape_t *shape,
                        emuq_text_t *why);
uint32_t traffic_region_members(const traffic_region_t *r);
/** Node of member @p rank. */
uint32_t traffic_region_node(const traffic_region_t *r, uint32_t rank);
/** Member number of a node, or #EMUQ_NET_NOWHERE. */
uint32_t traffic_region_rank(const traffic_region_t *r, uint32_t node);
/** Member with the lowest coordinates in a node's tree. */
uint32_t traffic_region_first(const traffic_region_t *r, uint32_t node);
/** Role of a member in its tree. The root is in the middle, and nodes correct the last dimension first. */
emuq_net_tree_t traffic_region_tree(const traffic_region_t *r, uint32_t node, uint8_t vc);

/* ---- patterns (pattern.c) ---- */

typedef struct traffic_pattern traffic_pattern_t;

typedef struct traffic_target {
    uint32_t node;
    uint16_t hints; /**< requested directions, bit each; 0: rule of the network */
} traffic_target_t;

typedef enum traffic_collective {
    TRAFFIC_POINT_TO_POINT, /**< none */
    TRAFFIC_ALLREDUCE,
    TRAFFIC_BROADCAST,
    TRAFFIC_BARRIER
} traffic_collective_t;

typedef struct traffic_pattern_kind {
    const char *name, *argument, *help; /**< argument NULL: no argument */
    /** Parses the argument; "": none given. NULL: nothing to parse. */
    int (*read)(traffic_pattern_t *p, const char *argument, emuq_text_t *why);
    /** @return destination of message @p number, from 0; the source: skip it. NULL: collective */
    traffic_target_t (*target)(const traffic_pattern_t *p, uint32_t source, uint64_t number);
    /** Changes the coordinates of a source to those of its only destination. NULL: not used by `target` */
    void (*move)(const traffic_pattern_t *p, uint8_t at[EMUQ_NET_DIMENSIONS]);
    traffic_collective_t collective;
} traffic_pattern_kind_t;

/** A pattern on a shape: destinations as a function of source and message number. */
struct traffic_pattern {
    const traffic_pattern_kind_t *kind;
    char text[64]; /**< pattern as specified by the user, NAME[:ARGUMENT] */
    emuq_net_shape_t shape;
    uint32_t nodes;
    uint64_t seed;
    uint64_t round;        /**< period in messages; 0: random */
    uint32_t window;       /**< alltoall: bytes of a segment; 0: whole messages */
    uint32_t directions;   /**< neighbour: bit per direction */
    uint32_t target_node;  /**< hotspot */
    uint64_t probability;  /**< hotspot: in units of 2^-32 */
    bool all_nodes;        /**< alltoall */
    bool all;              /**< bisection: in all dimensions; transpose: by rank */
    uint32_t order;        /**< alltoall: order of destinations */
    uint32_t *by_distance; /**< alltoall:near-first: offsets, nearest first */
    traffic_collective_t collective;
    traffic_region_t region; /**< region of a collective */
};

/** Opens a pattern. The caller frees it, also after an error. @return 0, -EINVAL or -ENOMEM */
int traffic_pattern_open(traffic_pattern_t *p, const char *text, const emuq_net_shape_t *shape, uint64_t seed,
                         emuq_text_t *why);
void traffic_pattern_free(traffic_pattern_t *p);
/** Prints the patterns, a line each. */
void traffic_pattern_list(FILE *out);
/** Element @p i of a random permutation of 0..count-1 chosen by @p key, without a table. */
uint32_t traffic_permute(uint64_t key, uint32_t count, uint32_t i);

/** Destination of message @p number of a source; not of a collective. Thread-safe. */
static inline traffic_target_t traffic_pattern_target(const traffic_pattern_t *p, uint32_t source,
                                                      uint64_t number)
{
    return p->kind->target(p, source, number);
}

/** Bounds of a pattern. All packets between the sides of a cut between two neighbouring coordinates cross the
 * links of the cut. At the peak rate, with all nodes sending equally, the busiest cut has no idle link; no
 * routing is faster. */
typedef struct traffic_peak {
    double rate;        /**< link rates that a node can send at; 0: nothing is sent */
    double mean;        /**< average over all nodes, less if some nodes send nothing */
    double hops;        /**< mean distance of a message */
    uint32_t dimension; /**< dimension of the busiest cut */
} traffic_peak_t;

/** Calculates the peak. Random destinations count by probability; skipped messages as sent nowhere. */
traffic_peak_t traffic_peak(const traffic_pattern_t *p);
/** Mean link cycles of messages of @p least to @p most bytes. */
double traffic_mean_busy(const emuq_net_parameters_t *p, uint32_t least, uint32_t most);

/* ---- measurements (measure.c) ---- */

/** Histogram bin of a value: exact below 16, then eighths of an octave. */
static inline uint32_t traffic_bin(uint64_t value)
{
    if (value < 16)
        return (uint32_t)value;
    uint32_t octave = 63 - (uint32_t)__builtin_clzll(value);
    uint32_t bin = 8 * (octave - 2) + (uint32_t)(value >> (octave - 3) & 7);
    return bin < TRAFFIC_BINS ? bin : TRAFFIC_BINS - 1;
}

/** Smallest value of a bin. */
static inline uint64_t traffic_bin_low(uint32_t bin)
{
    return bin < 16 ? bin : (uint64_t)(8 + bin % 8) << (bin / 8 - 1);
}

/** A quantile, interpolated within its bin; 0: no values. @param least,most smallest and largest value */
uint64_t traffic_percentile(const uint64_t count[TRAFFIC_BINS], uint32_t permille, uint64_t least,
                            uint64_t most);

/** Packets of a class: all, of a channel, of a distance. */
typedef struct traffic_class {
    uint64_t packets;
    uint64_t cycles; /**< sum of latencies */
} traffic_class_t;

/** Mean latency in cycles; 0: no packets. */
static inline double traffic_mean(const traffic_class_t *c)
{
    return c->packets > 0 ? (double)c->cycles / (double)c->packets : 0;
}

/** Arrivals within an interval of the time series. */
typedef struct traffic_interval {
    uint64_t begin, end; /**< cycles, end exclusive */
    uint64_t packets, bytes;
    uint64_t cycles; /**< sum of latencies */
    uint64_t p99;    /**< 99 % quantile of the latency, cycles */
    bool measured;   /**< the interval begins in the window */
} traffic_interval_t;

/** Time series of a run: equal intervals from cycle 0, the last one possibly shorter. */
typedef struct traffic_series {
    uint64_t interval; /**< cycles; 0: no series */
    traffic_interval_t *row;
    size_t rows, capacity;
    traffic_interval_t now; /**< current interval */
    uint64_t least, most;   /**< latency in the current interval */
    uint64_t bin[TRAFFIC_BINS];
} traffic_series_t;

/** Arrivals within a window of time. Latency starts at the creation of the message. */
typedef struct traffic_measure {
    uint64_t begin, end; /**< window [begin, end) in ticks */
    uint32_t cycle;      /**< ticks per network cycle */
    uint32_t nodes;
    uint64_t *bytes;    /**< indexed by node: payload received in the window; the arrays share memory */
    uint64_t *received; /**< indexed by node: payload received in total */
    uint64_t *at;       /**< indexed by node: tick of the last arrival */
    uint64_t *checksum; /**< indexed by node: digest of arrivals */
    traffic_class_t all, vc[EMUQ_NET_HEADER_VCS], hops[TRAFFIC_HOPS];
    uint64_t hop_sum,
        busy_sum;         /**< hop_sum: hops of all packets; busy_sum: link cycles, of one link per packet */
    uint64_t wait_sum;    /**< latency cycles before packets entered a network FIFO */
    uint64_t least, most; /**< latencies in cycles; least UINT64_MAX: none */
    uint64_t bin[TRAFFIC_BINS];
    traffic_series_t series;
} traffic_measure_t;

/** Allocates a measurement with an empty window. The caller frees it, also after an error. */
int traffic_measure_open(traffic_measure_t *m, uint32_t nodes, uint32_t cycle_ticks);
void traffic_measure_free(traffic_measure_t *m);
/** Frees only the arrays indexed by node. */
void traffic_measure_free_nodes(traffic_measure_t *m);
/** Restarts the counts for a window. The network must not run. */
void traffic_measure_window(traffic_measure_t *m, uint64_t begin, uint64_t end);
/** Counts a packet. Thread-safe for different nodes. @param created tick @param busy its link cycles */
void traffic_measure_packet(traffic_measure_t *m, uint32_t node, const emuq_net_packet_t *packet,
                            uint64_t created, uint32_t busy, uint64_t tick);
/** Counts an event without a packet: the end of a barrier. Thread-safe for different nodes. */
void traffic_measure_event(traffic_measure_t *m, uint32_t node, uint64_t begin, uint64_t tick);
/** Payload bytes received in total. */
uint64_t traffic_measure_received(const traffic_measure_t *m);
/** Payload bytes received in the window. */
uint64_t traffic_measure_bytes(const traffic_measure_t *m);
/** Tick of the last arrival. */
uint64_t traffic_measure_last(const traffic_measure_t *m);
uint64_t traffic_measure_digest(const traffic_measure_t *m);
/** Begins a time series at cycle 0. @param interval cycles; 0: no series */
void traffic_series_begin(traffic_measure_t *m, uint64_t interval);
/** Ends the current interval. The network must not run. @param end cycle @return 0 or -ENOMEM */
int traffic_series_close(traffic_measure_t *m, uint64_t end);

/** Link usage in a window, from the counters of the links. A packet counts when it starts, and as a
 * point-to-point packet: a combined packet occupies a link for tree.gap_cycles more. */
typedef struct traffic_links {
    double mean;        /**< mean share of busy time in the busiest dimension */
    uint32_t dimension; /**< the busiest dimension */
    double most;        /**< share of the busiest link */
    uint64_t *busy;     /**< [nodes x directions] busy cycles; NULL: not measured */
    uint64_t count;     /**< entries of busy */
} traffic_links_t;

/* ---- runs (run.c, simulate.c, collect.c, trace.c) ---- */

/** Traffic of all nodes. Message n of a node uses injection FIFO n mod 64 and all network FIFOs. A message
 * with hints uses the injection and network FIFO of its direction, so that a busy link delays no packets of
 * different directions. The tag is the tick of creation. */
typedef struct traffic_workload {
    traffic_pattern_t pattern;
    uint64_t seed;                 /**< seed of sizes, times and routing */
    uint32_t bytes_min, bytes_max; /**< payload of a message in bytes */
    uint64_t interval;    /**< open loop: mean cycles between messages of a node, in 2^-16; 0: closed */
    bool periodic;        /**< open loop: evenly spaced, not random */
    uint64_t messages;    /**< closed loop: per node; 0: endless */
    uint32_t outstanding; /**< closed loop: messages of a node not yet in the network */
    uint32_t dynamic;     /**< share of dynamically routed messages, in 2^-32; UINT32_MAX: all */
    uint8_t zone;         /**< routing zone of dynamic messages */
    uint8_t vc;           /**< channel of all messages; 0: by `dynamic` */
    bool stay;            /**< escaped packets stay in the bubble channel */
} traffic_workload_t;

/** Progress callback. @param share done, of 1000 @param cycle modelled time @return false: end the run now */
typedef bool (*traffic_progress_t)(void *context, uint64_t cycle, uint32_t share);

typedef struct traffic_setup {
    const emuq_net_constants_t *parameters;
    traffic_workload_t workload;
    uint64_t seed;
    uint32_t threads;
    uint64_t warm_up;  /**< cycles, or #TRAFFIC_WARM_UP_AUTO: until two windows differ by less than 1 % */
    uint64_t cycles;   /**< length of the window; 0: everything until the last arrival (finite closed loop) */
    uint64_t interval; /**< interval of the time series, cycles; 0: no series */
    traffic_progress_t progress; /**< NULL: none */
    void *progress_context;
} traffic_setup_t;

typedef struct traffic_result {
    traffic_measure_t measure;
    traffic_peak_t peak;
    traffic_links_t links;
    uint64_t nodes;
    uint64_t warm_up;             /**< cycles before the window */
    bool settled;                 /**< the automatic warm-up ended before its limit */
    bool partial;                 /**< ended by the progress callback */
    uint64_t cycles;              /**< length of the window */
    uint64_t offered;             /**< bytes created in the window */
    uint64_t bytes;               /**< payload received in the window */
    uint64_t digest;              /**< of all arrivals, traffic_measure_digest() */
    double node_least, node_most; /**< smallest and largest payload of a node, relative to the mean */
    uint64_t missing;             /**< bytes that have not arrived although no event is left: deadlock */
    uint64_t hops;                /**< total hops of all packets of the run */
    uint64_t resent;              /**< retransmitted packets of the run */
    double seconds;               /**< host time */
} traffic_result_t;

/** Runs a point-to-point pattern. After success the caller frees *result with traffic_result_free(). @return
 * 0, or a negative errno with the reason in @p why */
int traffic_simulate(const traffic_setup_t *setup, traffic_result_t *result, emuq_text_t *why);
void traffic_result_free(traffic_result_t *r);
/** Packets that all links have sent so far. */
uint64_t traffic_links_packets(const emuq_net_t *net, const emuq_net_shape_t *shape);
/** Payload of a message. Thread-safe. */
uint32_t traffic_message_bytes(const traffic_workload_t *w, uint32_t node, uint64_t number);

/** Done share of a run, of 1000. */
typedef uint32_t (*traffic_share_t)(const void *run);

/** Opens measurement and network of a run. @param nodes of the result @param client of the network */
int traffic_run_open(const traffic_setup_t *setup, traffic_result_t *result, uint64_t nodes,
                     const emuq_net_client_t *client, emuq_net_t **net);
/** Cycles between calls of the progress callback. */
uint64_t traffic_run_step(const traffic_result_t *result);
/** Runs a network with the time series, calls the progress callback, and sets result->partial.
 * @param from  current tick @param until tick, exclusive; @p from advances to it, or to the end of a partial
 * run
 * @param share done so far, of 1000
 * @return 0 or -ENOMEM */
int traffic_run_to(const traffic_setup_t *setup, traffic_result_t *result, emuq_net_t *net, uint64_t *from,
                   uint64_t until, uint32_t share);
/** Measures a packet that arrives. @param number of the node in the result @param created tick */
void traffic_run_measure(const traffic_setup_t *setup, traffic_result_t *result, uint32_t number,
                         const emuq_net_packet_t *packet, uint64_t created, uint64_t tick);
/** Runs a network until no event is left. @param error of traffic_error_note() @param run for @p share */
int traffic_run_out(const traffic_setup_t *setup, traffic_result_t *result, emuq_net_t *net,
                    const unsigned *error, traffic_share_t share, const void *run);
/** Busy cycles of all links so far, [nodes x directions], freed by the caller. @return NULL: no memory */
uint64_t *traffic_links_busy(const emuq_net_t *net, const traffic_setup_t *setup);
/** Sets the link usage of a window. @param before busy cycles at its begin; NULL: zeros @return 0, -ENOMEM */
int traffic_result_links(traffic_result_t *r, const traffic_setup_t *setup, const emuq_net_t *net,
                         const uint64_t *before);
/** Sets length and link usage of a run that is measured as a whole. @param begin first tick */
int traffic_result_whole(traffic_result_t *r, const traffic_setup_t *setup, const emuq_net_t *net,
                         uint64_t begin);
/** Ends a run, and sums up its nodes; on an error frees the result. @param begin host time of the start
 * @return @p rc */
int traffic_result_end(traffic_result_t *r, uint64_t begin, int rc, emuq_text_t *why);

/** Payload received per node, GB/s. */
double traffic_throughput(const traffic_result_t *r, const emuq_net_constants_t *p);
/** Share of the window in which the links of the busiest cut were busy with arrived packets. */
double traffic_utilisation(const traffic_result_t *r);
#define TRAFFIC_PEAK_BYTES 1.8 /**< bytes per nanosecond and link in published peaks */
/** Throughput relative to the pattern's peak at 1.8 GB/s per link, as in published figures. */
double traffic_share(const traffic_result_t *r, const emuq_net_constants_t *p);

/** Runs the collective of a pattern on an idle machine. Each member (broadcasts: the source) executes
 * workload.messages operations, up to workload.outstanding at a time. Latency is from that start to each
 * result packet or the end of a barrier, without software. result->nodes are the members. */
int traffic_collect(const traffic_setup_t *setup, traffic_result_t *result, emuq_text_t *why);

typedef struct traffic_trace_message {
    uint64_t time;  /**< ticks */
    uint64_t delay; /**< ticks */
    uint32_t source, destination, bytes;
    uint32_t first; /**< edge to the first message that waits for this message, or #TRAFFIC_TRACE_NONE */
    uint32_t waits; /**< number of messages to wait for */
    uint16_t hints; /**< requested directions, bit each */
    uint8_t vc, zone;
} traffic_trace_message_t;

/** A dependency between messages. */
typedef struct traffic_trace_edge {
    uint32_t waiter; /**< message */
    uint32_t next;   /**< next edge of the awaited message */
} traffic_trace_edge_t;

/** Messages with times and dependencies. */
typedef struct traffic_trace {
    traffic_trace_message_t *message;
    traffic_trace_edge_t *edge;
    uint32_t messages, edges;
} traffic_trace_t;

/** Parses a trace. One message per line, # starts a comment:
 *
 *     time_ns source destination bytes [vc [zone|det [tag]]] [after=tag,..] [delay=ns] [hints=A+B-..]
 *
 * A node is a number or (a,b,..). A message with `after` leaves `delay` after its source has received or sent
 * the tagged messages of earlier lines, but not before its time. vc: 0 to 3; 0 with det is 1.
 * @param name     of the file, for messages
 * @param channels usable channels, bit each
 * @param why      set to "NAME:LINE: reason" */
int traffic_trace_parse(traffic_trace_t *trace, const char *text, const char *name,
                        const emuq_net_shape_t *shape, uint32_t channels, emuq_text_t *why);
/** Parses a file like traffic_trace_parse(). */
int traffic_trace_read(traffic_trace_t *trace, const char *name, const emuq_net_shape_t *shape,
                       uint32_t channels, emuq_text_t *why);
void traffic_trace_free(traffic_trace_t *trace);
/** Runs a trace until the last arrival. The workload of @p setup matters only by the shape of its pattern. */
int traffic_replay(const traffic_setup_t *setup, const traffic_trace_t *trace, traffic_result_t *result,
                   emuq_text_t *why);

/* ---- command line (options.c, resolve.c, sweep.c) ---- */

#define TRAFFIC_SWEEPS      8     /**< --sweep options */
#define TRAFFIC_VALUES      1000  /**< values of a sweep */
#define TRAFFIC_RUNS        10000 /**< runs of a command line */
#define TRAFFIC_SWEEP_VALUE 96    /**< bytes of a value, including the zero */
#define TRAFFIC_SWEEP_NAME  64    /**< bytes of a name, including the zero */

typedef struct traffic_value {
    char text[TRAFFIC_SWEEP_VALUE]; /**< value in the syntax of the option */
    double number;                  /**< for axes; nodes of a shape; NAN: not a number */
} traffic_value_t;

/** A --sweep option. */
typedef struct traffic_sweep {
    char name[TRAFFIC_SWEEP_NAME]; /**< option without --, or key of a parameter */
    traffic_value_t *value;
    unsigned count;
} traffic_sweep_t;

/** The command line of a run: options, with the values of the sweeps. */
typedef struct traffic_options {
    const char *explain;          /**< nodes of --explain, as written; NULL: simulate */
    emuq_net_message_t explained; /**< packet of --explain */
    emuq_net_constants_t parameters;
    emuq_net_shape_t shape;
    traffic_setup_t setup;                         /**< workload.pattern is open */
    const char *params, *mesh, *pattern, *routing; /**< values of the options, or NULL */
    bool show;                                     /**< print the constants */
    bool quiet;                                    /**< no text report */
    traffic_trace_t trace;                         /**< trace file of pattern trace:FILE */
    bool is_trace;
    uint64_t load;     /**< in units of 10^-6: share of the peak, or GB/s per node; 0: closed loop */
    bool load_is_rate; /**< load is in GB/s */
    uint32_t jobs;     /**< simultaneous runs; 0: one per core */
    char *changes;     /**< changed parameters, KEY=VALUE separated by ; */
    int argc;
    char **argv; /**< memory of the caller */
    traffic_sweep_t sweep[TRAFFIC_SWEEPS];
    unsigned sweeps;
    bool is_derived; /**< a different object owns the values of the sweeps */
    unsigned run;    /**< index; the last sweep has its next value in the next run */
    const char *json, *csv, *series, *curve, *heat, *links; /**< output files, "-" or NULL */
} traffic_options_t;

/** Parses the command line of the first run. @param argv must stay valid
 * @return -1: run, then traffic_options_free(); else the exit status: an error was reported, or help, a list
 * or the parameters were printed */
int traffic_options_read(traffic_options_t *o, int argc, char **argv);
void traffic_options_free(traffic_options_t *o);
/** Number of runs: the product of all sweeps. */
unsigned traffic_options_runs(const traffic_options_t *o);
/** Parses the command line of run @p run. The caller frees it, before @p first; also after an error.
 * @return 0 or a negative errno */
int traffic_options_derive(const traffic_options_t *first, unsigned run, traffic_options_t *o,
                           emuq_text_t *why);
/** Reads the trace file of pattern trace:FILE. @return 0 or a negative errno */
int traffic_options_trace(traffic_options_t *o, emuq_text_t *why);
/** True if standard output is for an output file: an option has the value "-". */
bool traffic_options_use_stdout(const traffic_options_t *o);

/** Derived values of all options of a run (resolve.c). @return 0 or a negative errno */
int traffic_options_resolve(traffic_options_t *o, emuq_text_t *why);

/** Parses NAME=a,b,c, or a;b;c with commas in the values, or NAME=FIRST:LAST:STEP. @return 0, -EINVAL,
 * -ENOMEM */
int traffic_sweep_parse(traffic_sweep_t *s, const char *text, emuq_text_t *why);
/** Value of sweep @p sweep in the run of @p o. */
const traffic_value_t *traffic_sweep_value(const traffic_options_t *o, unsigned sweep);
/** Index of the sweep for the horizontal axis: load, or the last one of numbers; -1: no sweep of numbers. */
int traffic_sweep_axis(const traffic_options_t *o);
void traffic_sweep_free(traffic_options_t *o);

/* ---- execution (execute.c, exchange.c) ---- */

/** A run, and its result. */
typedef struct traffic_point {
    traffic_options_t options;
    traffic_result_t result;
    bool is_open;   /**< options are valid */
    bool is_done;   /**< the result is valid */
    bool is_failed; /**< an error was printed */
} traffic_point_t;

/** Executes all runs, in this process or in several, and prints reports in order. A run of several that
 * fails is reported, and does not affect the others. The first SIGINT ends runs with partial results, the
 * second one ends the process.
 * @param points     [runs] freed by the caller with traffic_execute_free(), also after an error
 * @param interrupted set to whether there was a SIGINT
 * @return 0, or a negative errno with the reason in @p why */
int traffic_execute(const traffic_options_t *first, traffic_point_t *points, bool *interrupted,
                    emuq_text_t *why);
void traffic_execute_free(traffic_point_t *points, unsigned count);

/** Writes a result without the arrays indexed by node, or an error and its reason, to a file for
 * traffic_exchange_read(). @return 0 or a negative errno */
int traffic_exchange_write(FILE *out, int rc, const traffic_result_t *result, const char *why);
/** Reads a result. @return the error of the run, 0, -EIO (incomplete) or -ENOMEM */
int traffic_exchange_read(FILE *in, traffic_result_t *result, emuq_text_t *why);

/* ---- output (report.c, csv.c, curve.c, heat.c, explain.c) ---- */

void traffic_report_text(const traffic_point_t *point, FILE *out);

/** Writes all completed runs to a file. @param count at least 1 */
typedef int traffic_write_t(const traffic_point_t *points, unsigned count, FILE *out);

/** Parameters with provenance and results, JSON. */
traffic_write_t traffic_report_json;
/** A line per run, CSV. */
traffic_write_t traffic_csv_runs;
/** A line per run and interval, CSV. */
traffic_write_t traffic_csv_series;
/** Link usage of the last run, CSV. */
traffic_write_t traffic_csv_links;
/** Throughput and latency of sweeps, SVG. */
traffic_write_t traffic_curve;
/** Link usage of the last run, SVG: a plane for each pair of dimensions with several nodes. A link shows the
 * mean over all other dimensions; the two lines between nodes are the two directions. */
traffic_write_t traffic_heat;

/** Appends the parameters of a run in words: bytes, load, routing, model, seed. @param skip sweeps to leave
 * out, bit each */
void traffic_describe(const traffic_options_t *o, uint32_t skip, emuq_text_t *text);
/** Size of a buffer for traffic_describe() and 160 bytes more. */
size_t traffic_describe_size(const traffic_options_t *o);
/** Routing of a run as the argument of --routing. */
void traffic_routing_print(const traffic_options_t *o, emuq_text_t *text);
/** Appends the bytes of a message: "512", or "8:512" for a range. */
void traffic_bytes_print(const traffic_options_t *o, emuq_text_t *text);
/** Payload created per node, GB/s. */
double traffic_offered(const traffic_point_t *point);
/** Quantile of the latency in nanoseconds. */
double traffic_percentile_ns(const traffic_point_t *point, uint32_t permille);
/** Busy share of a link. */
double traffic_link_share(const traffic_point_t *point, uint32_t node, uint32_t direction);

/** Sends a packet on an empty machine and prints the parts of its latency. */
int traffic_explain(const emuq_net_constants_t *p, const emuq_net_shape_t *shape,
                    const emuq_net_message_t *message, FILE *out, emuq_text_t *why);

#endif /* EMUQ_NET_H */
