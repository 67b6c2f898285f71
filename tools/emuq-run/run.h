/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file run.h
 * @brief Types and functions of emuq-run. The launcher has one thread, besides those of a PMIx library.
 * Unless noted, int results are 0 or a negative errno, and memory for results is freed by the caller.
 */
#ifndef EMUQ_RUN_H
#define EMUQ_RUN_H

#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>

#include "base/host_calls.h"
#include "emuq/partition.h"
#include "kernel-shim/partition/launch.h"
#include "tools/emuq-run/counters.h"
#include "tools/emuq-run/health.h"

/* Exit statuses of emuq-run. */
#define EMUQ_STATUS_FAILED         1
#define EMUQ_STATUS_USAGE          2   /**< invalid command; no rank was started */
#define EMUQ_STATUS_TIMEOUT        124 /**< the time limit ended the job */
#define EMUQ_STATUS_NOT_EXECUTABLE 126 /**< same status as a shell */
#define EMUQ_STATUS_NOT_FOUND      127 /**< same status as a shell */
#define EMUQ_STATUS_SIGNAL         128 /**< plus the number of the signal that ends a rank or the job */

/** Exit status of a process as reported by a shell. @param status wait status after the end */
static inline int emuq_wait_exit_status(int status)
{
    return WIFSIGNALED(status) ? EMUQ_STATUS_SIGNAL + WTERMSIG(status) : WEXITSTATUS(status);
}

/** Milliseconds of the monotonic clock. */
static inline uint64_t emuq_now_ms(void)
{
    return emuq_now_ns() / 1000000;
}

/* ---- output.c: messages, and the output of ranks ----
 *
 * A rank writes to two pipes, its streams. The launcher has a sink for its standard output and one for its
 * standard error, or one sink if both are the same file. A sink queues whole lines for its reader. */

/** Name by which the launcher was called: "emuq-run" or "runjob". */
extern const char *emuq_launcher_name;
/** This process is the launcher of one host of several: its lines have marks for the front end. */
extern bool emuq_is_member;
/** The number of that host. */
extern uint32_t emuq_member_host;
/** " on HOST" in the launcher of one host of several; else empty. */
extern char emuq_member_where[300];

/* Out of memory: emuq_need(), emuq_format(), emuq_vformat(), emuq_text_open() and emuq_setenv() print an
 * error and end the launcher, and so its ranks. */

/** @return @p memory, never NULL */
void *emuq_need(void *memory);
char *emuq_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *emuq_vformat(const char *format, va_list list) __attribute__((format(printf, 1, 0)));
/** Opens a stream into memory. @param[out] text valid after fclose(); NULL: out of memory */
FILE *emuq_text_open(char **text);
void emuq_setenv(const char *name, const char *value);
/** Closes a descriptor unless it is negative. @param fd set to -1 */
void emuq_fd_close(int *fd);

/** Prints a message as one line on standard error, never inside a line of a rank. */
void emuq_run_message(const char *format, ...) __attribute__((format(printf, 1, 2)));

#define EMUQ_OUTPUT_POLLS 4 /**< maximum number of descriptors of emuq_output_polls() */

/** Lines from the launcher of a host to the front end begin with EMUQ_MARK and one of these characters. Lines
 *  without a mark come from the process manager. Reports have the form HOST NUMBER REST. */
#define EMUQ_MARK        "\036\037"
#define EMUQ_MARK_LENGTH 3u
enum {
    EMUQ_MARK_NONE = 0,
    EMUQ_MARK_LINE = 'l',      /**< output of a rank, or a message */
    EMUQ_MARK_ESCAPE = 'e',    /**< within a line: the output contains EMUQ_MARK here */
    EMUQ_MARK_ENGINE = 'm',    /**< message of a host engine */
    EMUQ_MARK_BEGIN = 'b',     /**< the launcher runs */
    EMUQ_MARK_CONNECTED = 'r', /**< the engine is connected with all engines */
    EMUQ_MARK_CAUSE = 'c',     /**< exit status; REST is IS_CONSEQUENCE TEXT: reason for the end of the job */
    EMUQ_MARK_PARTITION = 'p', /**< REST is the path of the partition: ranks of mpirun may join */
    EMUQ_MARK_DIFFERS = 'f',   /**< number of an input of the job with a different value; REST is the value */
    EMUQ_MARK_COUNTS = 'k',    /**< links of a node, or 1; REST is NAME, INDEX:COUNT ...: see merge.c */
    EMUQ_MARK_HEALTH = 'h',    /**< REST is FIRST-LAST:WORD ... */
    EMUQ_MARK_SENT = 'z',      /**< number of lines with counts and health; REST is their hash */
    EMUQ_MARK_LOST = 'x',      /**< number of a host that the engine of HOST has lost */
    EMUQ_MARK_INPUT = 'i',     /**< number of bytes read from standard input */
    EMUQ_MARK_AGENT = 'a',     /**< STATUS WORDS, without HOST: an agent with these arguments has ended */
    EMUQ_MARK_TIMEOUT = 'w',   /**< the time limit is over; descriptions of ranks follow */
    EMUQ_MARK_DESCRIBED = 'd', /**< end of the descriptions */
    EMUQ_MARK_OVER = 's',      /**< exit status; all ranks of the host have ended */
    EMUQ_MARK_ENDED = 't'      /**< all ranks of the host have ended because of a signal */
};

/** Handles a line. Long lines, and a last line without a newline, arrive as parts. */
typedef void (*emuq_line_function_t)(void *argument, const char *text, size_t length);

/** Growing queue of bytes. */
typedef struct emuq_output_buffer {
    char *text;                 /**< allocated */
    size_t start, length, room; /**< bytes [start, start + length) of the allocated room are queued */
} emuq_output_buffer_t;

/** Standard output or error of a rank. */
typedef struct emuq_output_stream {
    int fd; /**< read end; -1: none, or closed */
    struct output_sink *sink;
    struct output_sink *file;     /**< file of ranks instead of the sink; or NULL */
    emuq_line_function_t handler; /**< receiver of lines instead of the sink; or NULL */
    void *argument;               /**< argument of handler */
    char label[80];               /**< prefix of each line */
    emuq_output_buffer_t line;    /**< incomplete line */
} emuq_output_stream_t;

/** Opens the sinks. @param output checked name of --output; NULL: none. If all ranks have one file, the front
 * end writes it instead of standard output. @return 0 or a negative errno; -ECANCELED after printing an error
 */
int emuq_output_open(const char *output);
/** Writes all queued text, however long the readers take, and closes the sinks. @return 0, or a negative
 * errno after printing an error, unless emuq_output_failed() has reported one */
int emuq_output_close(void);
/** Shows lines below all output on a terminal, instead of the lines shown before.
 *  @param lines complete lines, not wider than the terminal; or an empty string */
void emuq_output_show(const char *lines);
/** Sets the descriptors to poll. @return their number */
int emuq_output_polls(struct pollfd polls[EMUQ_OUTPUT_POLLS]);
/** Moves data without blocking, after poll() for the descriptors of emuq_output_polls(). */
void emuq_output_move(const struct pollfd *polls, int count);
/** Drops queued output in a forked process. */
void emuq_output_forget(void);
/** Whether a write to standard output, standard error or a file of ranks has failed. */
bool emuq_output_is_broken(void);
/** Reports that error, unless the reader has closed the output. @return exit status of the job */
int emuq_output_failed(void);
/** Writes a report for the front end to standard error. No effect unless this process is a member.
 *  @param number defined by @p mark (EMUQ_MARK_*), or 0 @param rest one line, or empty */
void emuq_output_report(char mark, long number, const char *rest);
/** Writes all queued output, and waits until the reader of standard error has read it, for a second at most.
 */
void emuq_output_await_reader(void);
/** Adds output without a label. @param number 1 for standard output, 2 for standard error
 *  @param owner an incomplete line of a different owner is ended first */
void emuq_output_put(int number, const void *owner, const char *text, size_t length);

/** Opens a stream with a pipe. The stream must not move in memory.
 *  @param number 1 for standard output, 2 for standard error @param[out] write_end descriptor for the rank */
int emuq_output_stream_open(emuq_output_stream_t *stream, int number, const char *label, int *write_end);
/** Opens a stream without a pipe. */
void emuq_output_stream_open_plain(emuq_output_stream_t *stream, int number);
/** Adds output as if the rank had written it. */
void emuq_output_stream_append(emuq_output_stream_t *stream, const char *text, size_t length);
/** Reads the current contents of the pipe. */
void emuq_output_stream_drain(emuq_output_stream_t *stream);
/** Drains and closes a stream. All members but fd may be zero. */
void emuq_output_stream_close(emuq_output_stream_t *stream);

/** Place of a rank, for names of files. */
typedef struct emuq_output_place {
    uint32_t rank, node;
    const char *host;
} emuq_output_place_t;

/** Letters of --output after %, with separate files for ranks. */
#define EMUQ_OUTPUT_PLACES "rnh"

/** Checks a name of --output. @return 0, or -EINVAL after printing an error */
int emuq_output_name_check(const char *name);
/** Whether a checked name contains one of these letters after %. */
bool emuq_output_name_has(const char *name, const char *letters);
/** Opens the file of a rank, which other ranks may share. @param name has a letter of EMUQ_OUTPUT_PLACES
 *  @param[out] file closed by emuq_output_close() @return 0, or a negative errno after printing an error */
int emuq_output_file_open(const char *name, const emuq_output_place_t *where, struct output_sink **file);
/** Writes the text of an opened stream to a file. */
void emuq_output_stream_to_file(emuq_output_stream_t *stream, struct output_sink *file);

struct emuq_marked_stream;

/** Handles a line, or a part of one. @param stream mark, line and owner of the part */
typedef void (*emuq_marked_function_t)(void *argument, const struct emuq_marked_stream *stream,
                                       const char *text, size_t length);

/** Standard output or error of a process manager or of the launcher of a host. */
typedef struct emuq_marked_stream {
    emuq_output_stream_t stream;
    emuq_marked_function_t handler;
    void *argument;
    int number;     /**< 1 for standard output, 2 for standard error */
    char mark;      /**< mark of the incomplete line */
    bool in_line;   /**< the last part had no end of line */
    char owner[2];  /**< addresses for emuq_output_put(): even and odd lines */
    unsigned lines; /**< number of lines and parts so far */
} emuq_marked_stream_t;

/** Opens a stream with marks. emuq_output_stream_close() of the member stream closes it. */
int emuq_marked_stream_open(emuq_marked_stream_t *stream, int number, emuq_marked_function_t handler,
                            void *argument, int *write_end);

/* ---- options.c: the command line ---- */

/** Growing list of copied words. */
typedef struct emuq_words {
    char **word; /**< NULL, or ended by NULL as argument vectors are */
    int count;
} emuq_words_t;

void emuq_words_add(emuq_words_t *words, const char *text);
void emuq_words_free(emuq_words_t *words);

/** Default of --agent; the name of a host and a command follow. */
#define EMUQ_AGENT_DEFAULT                                                                                   \
    "ssh -x -o BatchMode=yes -o ConnectTimeout=30 -o ServerAliveInterval=5 -o ServerAliveCountMax=2"

/** Prefix of the lines of a rank. */
typedef enum emuq_label {
    EMUQ_LABEL_NONE,
    EMUQ_LABEL_SHORT, /**< "3: " */
    EMUQ_LABEL_LONG   /**< "stdout[3]: " or "stderr[3]: " */
} emuq_label_t;

/** Formats of the prefixes for standard output and error; argument: the rank. */
extern const char *const emuq_label_format[3][2];

/** Process managers, in the order of the words of --launcher. */
typedef enum emuq_manager_kind {
    EMUQ_MANAGER_HYDRA,
    EMUQ_MANAGER_PRTE,
    EMUQ_MANAGER_SRUN,
    EMUQ_MANAGER_AUTO
} emuq_manager_kind_t;

/** Transports of MPI programs, in the order of the words of --mpi. */
typedef enum emuq_mpi_kind {
    EMUQ_MPI_NONE,   /**< a program of the SPI */
    EMUQ_MPI_MU,     /**< domain emuq-mu of the provider of libfabric */
    EMUQ_MPI_APENET, /**< domain emuq-apenet of the provider */
    EMUQ_MPI_BTL,    /**< component of Open MPI on APEnet+ cards */
    EMUQ_MPI_DEFAULT /**< the provider, with the domain of EMUQ_FABRIC_DOMAIN */
} emuq_mpi_kind_t;

typedef struct emuq_run_command {
    emuq_job_t job;
    emuq_words_t program; /**< program and arguments */
    const char *exe;      /**< program of --exe; or NULL */
    emuq_label_t label;
    uint64_t timeout;      /**< milliseconds; 0: none */
    uint32_t input_rank;   /**< reader of standard input */
    const char *directory; /**< --cwd; or NULL */
    const char *output;    /**< --output; or NULL */
    const char *heat;      /**< --heat; or NULL */
    const char *bind;      /**< argument of emuq_binding_open() */
    bool verbose, timed, backtrace, watch, counters;
    emuq_mpi_kind_t mpi;
    const char *debugger;             /**< command of --debugger; NULL: none */
    uint32_t debug_rank;              /**< rank for the debugger */
    const struct option_row *suspect; /**< option before the program without its optional value; or NULL */
    const char *hosts;                /**< argument of emuq_hostlist_add(); or NULL */
    const char *hostfile;             /**< argument of emuq_hostlist_read(); or NULL */
    emuq_manager_kind_t manager;      /**< process manager for --hosts and --hostfile */
    const char *agent;                /**< NULL: EMUQ_AGENT_DEFAULT */
    const char *remote_path; /**< emuq-run on the hosts; NULL: EMUQ_REMOTE_RUN or the path of this program */
    char **word;             /**< words of the command line after the name of the launcher */
    int words;               /**< number of these words */
    emuq_words_t job_words;  /**< argument of emuq_job_options(); job.mapping may point here */
} emuq_run_command_t;

/** Reads the command line, the settings and, for runjob, the RUNJOB_ variables. Applies --envs and --cwd to
 *  this process; the ranks inherit both.
 *  @param[out] command freed by the caller, also after an error
 *  @return 0; 1: help or version was printed; -EINVAL after printing an error */
int emuq_run_command_read(emuq_run_command_t *command, int argc, char **argv);
void emuq_run_command_free(emuq_run_command_t *command);
/** Suggests that the name of a missing program is a misspelt value of an option. */
void emuq_run_command_suggest(const emuq_run_command_t *command);
/** Sets the settings of a job in the environment, for programs that make the partition. */
void emuq_run_command_export(const emuq_job_t *job);
/** Whether the ranks are MPI programs that use APEnet+ cards. */
bool emuq_run_command_has_cards(const emuq_run_command_t *command);
/** Number of ranks of a job on one host, without checks. */
uint64_t emuq_run_command_ranks(const emuq_job_t *job);

/* ---- program.c: search for the program; limit of descriptors ---- */

/** Finds a program as a shell does. @return 0, or an exit status after printing an error */
int emuq_program_find(const char *name, char **path);
/** Finds a program in the directories of PATH. @return 0 or a positive errno */
int emuq_program_search(const char *name, char **path);
/** Reports that execve() of @p path failed with @p error. @return exit status */
int emuq_program_failed(const char *path, int error);

/** Raises the limit of open files to the hard limit. Prints an error if that is too low.
 *  @param count,what number and kind of users of descriptors, such as 12 "hosts"
 *  @param each descriptors of each user @param[out] before the previous limit */
int emuq_files_raise(uint64_t count, const char *what, unsigned each, struct rlimit *before);

/* ---- input.c: standard input for the one rank that reads it ----
 *
 * The rank inherits a file or pipe. Reading a terminal would stop it, as its process group is not in the
 * foreground. So the launcher reads the terminal, and waits after each line until the rank has read it:
 * further lines stay in the terminal for the next program. */

/** Maximum number of bytes on their way to a rank on another host. Less than a pipe holds: mpiexec.hydra ends
 *  a job if a rank reads more slowly than the input arrives. */
#define EMUQ_INPUT_WINDOW (32u << 10)

typedef struct emuq_input {
    int to;              /**< pipe of one page to the rank; -1: none */
    int given;           /**< standard input of the rank, to be closed after its start; -1: closed */
    char text[PIPE_BUF]; /**< latest line, or part of a line */
    size_t length;       /**< bytes in `text` */
    bool is_kept;        /**< `text` did not fit into the pipe */
    bool is_terminal;    /**< standard input of the launcher is a terminal */
    size_t credit;       /**< bytes that may be read; SIZE_MAX: no limit */
} emuq_input_t;

/** @param credit initial credit @param pumps read files and pipes too */
int emuq_input_open(emuq_input_t *input, size_t credit, bool pumps);
void emuq_input_add_credit(emuq_input_t *input, size_t bytes);
/** Closes the input. Reports an unread line from the terminal. */
void emuq_input_close(emuq_input_t *input);
/** Drops unread input, as a terminal does at an interrupt. */
void emuq_input_drop(emuq_input_t *input);
/** Moves input and output until a signal is pending, until @p until_ms, or for a shorter time.
 *  @param input without input: member to is -1 @param signals signalfd @return whether a signal is pending */
bool emuq_input_wait(emuq_input_t *input, int signals, uint64_t until_ms);

/* ---- bind.c: processors of the ranks ----
 *
 * The scheduler may keep all ranks of a ping-pong on one core while a second core is idle: separate cores
 * avoid that. With more ranks than cores the kernel decides. */

typedef struct emuq_binding emuq_binding_t;

/** Chooses among the processors that this process may use.
 *  @param how "core" or NULL (default): equal shares of the cores if there are no more ranks than cores;
 *  "none"; or a list of processors such as "0,2-3", one for each rank in turn
 *  @param by_order count ranks in the order of their start: one host of several
 *  @param[out] binding closed by the caller, also after an error
 *  @return 0, or -EINVAL after printing an error */
int emuq_binding_open(emuq_binding_t **binding, const char *how, uint32_t ranks, bool by_order);
void emuq_binding_close(emuq_binding_t *binding);
/** Allows ranks with more threads than processors to leave their default share. */
void emuq_binding_offer(const emuq_binding_t *binding, emuq_launch_t *launch);
void emuq_binding_print(const emuq_binding_t *binding);
/** Binds the calling process to the share of a rank. Ignores errors. @param started ranks started before */
void emuq_binding_apply(const emuq_binding_t *binding, uint32_t rank, uint32_t started);
/** Binds the calling process to the processors of the ranks of this host, unless ranks are counted by order.
 *  @return true: emuq_binding_leave() has to restore the previous processors */
bool emuq_binding_join(const emuq_binding_t *binding, const emuq_launch_t *launch);
void emuq_binding_leave(const emuq_binding_t *binding);

/* ---- ranks.c: processes of the ranks of this host ----
 *
 * Each rank leads a process group and dies with the launcher. The rest of its group is killed at its end. */

/** Process that kills the ranks if the launcher dies. Holds no descriptor except its pipe. */
typedef struct emuq_watchdog {
    pid_t pid;
    int alarm;       /**< write end of a pipe; the watchdog holds the read end */
    uint32_t *group; /**< atomic; shared memory: process group of each rank; 0: none */
    uint32_t groups;
    const emuq_launch_t *joined; /**< ranks that have joined are killed, too (--mpi); or NULL */
} emuq_watchdog_t;

typedef struct emuq_rank_process {
    pid_t pid; /**< 0: not started */
    bool ended;
    bool is_reaped;           /**< ended, but not handled by the event loop yet */
    bool is_dying;            /**< stopped before death by a signal */
    bool is_shown;            /**< the stacks have been printed */
    bool is_lost;             /**< has died while the job continues */
    uint64_t leaving_since;   /**< milliseconds: see watch_check_leaving(); 0: not leaving */
    int status;               /**< wait status after the end */
    struct output_sink *file; /**< file of --output; NULL: none, or one for all ranks */
    emuq_output_stream_t out, err;
} emuq_rank_process_t;

typedef struct emuq_rank_table {
    const emuq_run_command_t *command;
    char *path; /**< path of the program */
    emuq_launch_t *launch;
    uint32_t ranks;
    uint32_t running;
    emuq_rank_process_t *rank;
    emuq_watchdog_t watchdog;
    emuq_input_t input;
    const emuq_binding_t *binding;
    bool is_parent;      /**< the launcher had children before: orphans are not killed */
    sigset_t signals;    /**< signal mask of the ranks */
    struct rlimit files; /**< limit of open files of the ranks */
    pid_t engine;        /**< process of the host engine; 0: none, or ended */
    pid_t debugger;      /**< debugger of --backtrace; 0: none, or ended */
    bool engine_lost;    /**< the host engine has failed */
    uint32_t hosts;      /**< hosts of the job, 1 or more */
    int signal_fd;       /**< result of emuq_watch_signals() */
    int end_signals;     /**< result of emuq_watch_end_signals(); negative: waits are not interrupted */
    int failures[2];     /**< pipe: errno of a failed execve() of a rank */
} emuq_rank_table_t;

/** Raises the limit of open files, and checks that of stacks. Prints errors. */
int emuq_ranks_limits(emuq_rank_table_t *table, uint64_t ranks);
/** Starts the ranks of this host and, for several hosts, the host engine. Prints errors.
 *  @param table closed by the caller, also after an error: some ranks may run */
int emuq_ranks_open(emuq_rank_table_t *table);
/** Waits up to a second for the end of the host engine. */
void emuq_ranks_await_engine(emuq_rank_table_t *table);
/** Kills the rest of the job, and frees the table. */
void emuq_ranks_close(emuq_rank_table_t *table);
void emuq_ranks_signal(emuq_rank_table_t *table, int signal);
/** Reaps processes. @return an ended rank; NULL: none */
emuq_rank_process_t *emuq_ranks_reap(emuq_rank_table_t *table);
/** @return a rank that has been stopped since the last call; UINT32_MAX: none */
uint32_t emuq_ranks_stopped(const emuq_rank_table_t *table);
/** @return errno of a failed execve() of a rank; 0: none */
int emuq_ranks_failure(emuq_rank_table_t *table);

/** Makes this process the parent of its orphaned descendants.
 *  @return false: it had children before, so that emuq_orphans_kill() must not be called */
bool emuq_orphans_adopt(void);
/** Kills and reaps all children and adopted orphans. */
void emuq_orphans_kill(void);

/* ---- watch.c: the event loop ---- */

/** Blocks the signals of the loop. @param[out] before previous mask @return signalfd or a negative errno */
int emuq_watch_signals(sigset_t *before);
/** @return signalfd, readable while a signal that ends the job is pending; or a negative errno */
int emuq_watch_end_signals(void);
/** Closes the signalfd and restores the signal mask, except SIGUSR1. */
void emuq_watch_signals_end(int signals, const sigset_t *before);
/** Runs the started ranks to their end. @return exit status of the job */
int emuq_watch_ranks(emuq_rank_table_t *table);

/* ---- hosts.c: hosts of a job (--hosts, --hostfile) ---- */

#define EMUQ_HOSTS_MOST      65535u
#define EMUQ_HOST_NAME_BYTES 256u

typedef struct emuq_listed {
    char name[EMUQ_HOST_NAME_BYTES];
    uint64_t slots; /**< available nodes; 0: a share of the remaining nodes */
    bool mentions;  /**< slots counts how often the name was given without a number */
    bool has_count; /**< a number was given */
    uint32_t nodes; /**< number of nodes, set by emuq_hostlist_place() */
} emuq_listed_t;

/** Hosts in the order of their first mention. */
typedef struct emuq_hostlist {
    emuq_listed_t *host;
    uint32_t hosts;
} emuq_hostlist_t;

/** Adds the hosts of "n1,n2:8". @return 0, or -EINVAL after printing an error */
int emuq_hostlist_add(emuq_hostlist_t *list, const char *text);
/** Adds the hosts of a file with lines "n1", "n1:8" or "n1 slots=8"; # begins a comment. @return 0, or
 * -EINVAL after printing an error */
int emuq_hostlist_read(emuq_hostlist_t *list, const char *path);
/** Gives each host consecutive nodes, and removes hosts without nodes. @return 0, or -EINVAL after printing
 * an error: too few slots */
int emuq_hostlist_place(emuq_hostlist_t *list, uint64_t nodes);
void emuq_hostlist_free(emuq_hostlist_t *list);

/** Hosts of the nodes and ranks of a job. */
typedef struct emuq_host_plan {
    emuq_hostlist_t hosts;
    uint32_t *nodes; /**< [hosts] number of nodes */
    uint64_t job_id; /**< random, not 0 */
    emuq_job_t job;  /**< job without unset members; mapping is not valid */
    uint32_t ranks;
    uint32_t *host_of_rank; /**< [ranks] */
    uint16_t *host_of_node; /**< [nodes of the job] */
} emuq_host_plan_t;

/** Places the nodes on the hosts, and checks the job by booting its partition once.
 *  @param simulated number of simulated hosts; 0: the command names hosts
 *  @param[out] plan freed by the caller, also after an error @return 0, or an exit status after printing an
 * error */
int emuq_host_plan_make(emuq_host_plan_t *plan, const emuq_run_command_t *command, uint32_t simulated);
/** Prints the nodes and ranks of each host, and the torus links between hosts. */
void emuq_host_plan_print(const emuq_host_plan_t *plan);
/** @return the ranks of a host as a string: "rank 3", "ranks 0-5,7" */
char *emuq_host_plan_ranks(const emuq_host_plan_t *plan, uint32_t host);
void emuq_host_plan_free(emuq_host_plan_t *plan);

/* ---- member.c: the launcher of one host of several ---- */

/** Runs the ranks of one host. @param spread NULL: the job is on one host @return exit status */
typedef int (*emuq_launch_function_t)(const emuq_run_command_t *command,
                                      const emuq_launch_job_hosts_t *spread);

/** Shared memory of the launchers of simulated hosts. */
typedef struct emuq_member_texts {
    uint32_t given;                    /**< number of complete addresses */
    unsigned char key[EMUQ_KEY_BYTES]; /**< key of the job */
    emuq_host_text_t text[];           /**< indexed by host: address of the engine */
} emuq_member_texts_t;

/** Runs the launcher of a host for a process manager. @param argv --on-host SPEC DIRECTORY NAME OPTION...
 *  @return exit status; 0 after a report to the front end */
int emuq_member_main(int argc, char **argv, emuq_launch_function_t launch);
/** Runs the launcher of a simulated host, in a forked process of the front end. @return exit status */
int emuq_member_simulate(const emuq_run_command_t *command, const emuq_launch_job_hosts_t *spread,
                         const char *name, emuq_member_texts_t *texts, emuq_launch_function_t launch);
/** Runs an agent of mpiexec.hydra, and reports its failure to the front end. @param argv command of the agent
 *  @return exit status of the agent */
int emuq_member_agent(char **argv);

/** @return name of this host in the command line, "host0" if simulated, or else the name of this machine */
const char *emuq_member_name(void);
/** Opens the pipe for messages of the host engine, after emuq_output_open(). */
int emuq_member_open(void);
/** Closes the pipe after the end of the host engine. */
void emuq_member_close(void);
/** @return write end of the pipe */
int emuq_member_messages(void);

/** Reports why the job ends: to the front end or, without a front end, as a message.
 *  @param status exit status of the job @param is_consequence another host may have the cause
 *  @param format formats an empty string if a message has been printed */
void emuq_member_cause(int status, bool is_consequence, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/** Records the end by a signal: the status of this host does not count. */
void emuq_member_ended(void);
/** Whether a process manager supplies standard input. */
bool emuq_member_pumps(void);
/** @return milliseconds since the start of this launcher; 0 without a front end */
uint64_t emuq_member_age(void);

/** Exchanges the addresses of the engines with the launchers of all hosts.
 *  @param engine process that runs the local engine; 0: none @param signals signalfd; SIGUSR1 is dropped
 *  @param[out] texts [hosts] addresses of all engines @param[out] key key of the job
 *  @return 0; -ESRCH: the engine has ended; -ECANCELED: a signal ends the job; or another negative errno
 *  after printing an error */
int emuq_member_meet(const emuq_host_text_t *text, pid_t engine, int signals, uint32_t hosts,
                     emuq_host_text_t *texts, unsigned char key[EMUQ_KEY_BYTES]);

/* ---- manager.c: the front end of a job on several hosts ---- */

/** Runs a job on hosts. The end on one host ends the job on all. With --mpi, mpirun starts the ranks.
 *  @param simulated number of simulated hosts; 0: the command names hosts
 *  @return exit status: that of the first cause, or the first of a rank that is not 0 */
int emuq_manager_run(const emuq_run_command_t *command, uint32_t simulated, emuq_launch_function_t launch);

/* ---- mpirun.c: mpirun of Open MPI as the starter of ranks ---- */

/** Consecutive ranks with the partition of a host. */
typedef struct emuq_mpirun_part {
    const char *host; /**< NULL: this machine */
    uint32_t ranks;
    char *partition; /**< allocated: value of EMUQ_JOIN */
} emuq_mpirun_part_t;

typedef struct emuq_mpirun {
    const emuq_run_command_t *command;
    char *path;               /**< of mpirun */
    emuq_mpirun_part_t *part; /**< [parts] in the order of the ranks; set by the caller */
    uint32_t parts;
    pid_t pid; /**< 0: not started, or ended */
} emuq_mpirun_t;

/** Makes the MPI library use a transport, by the environment. @return 0, or -ENOENT after printing an error
 */
int emuq_mpirun_use(emuq_mpi_kind_t kind);
/** Finds mpirun. @return 0, or -ENOENT after printing an error */
int emuq_mpirun_open(emuq_mpirun_t *mpirun, const emuq_run_command_t *command, uint32_t parts);
/** Finds mpirun for the ranks of hosts. @return 0, or an exit status after printing an error */
int emuq_mpirun_plan(emuq_mpirun_t *mpirun, const emuq_run_command_t *command, const emuq_host_plan_t *plan);
/** Sets the partition of a host. @return whether it was the last without a partition */
bool emuq_mpirun_set_partition(emuq_mpirun_t *mpirun, uint32_t part, const char *partition);
void emuq_mpirun_close(emuq_mpirun_t *mpirun);
/** Starts mpirun, which gets SIGTERM if this process dies. Prints errors. @param mask its signal mask */
int emuq_mpirun_start(emuq_mpirun_t *mpirun, const emuq_job_t *job, const sigset_t *mask);
/** No effect unless mpirun runs. */
void emuq_mpirun_signal(const emuq_mpirun_t *mpirun, int signal);
/** @return whether mpirun has ended since the last call @param[out] status wait status */
bool emuq_mpirun_reap(emuq_mpirun_t *mpirun, int *status);

/* ---- process_manager.c: choice and command line of the process manager ---- */

typedef struct emuq_process_manager {
    const emuq_run_command_t *command;
    const emuq_host_plan_t *plan;
    emuq_manager_kind_t kind;
    const char *name;  /**< name of the program; NULL: none, simulated hosts */
    char *path;        /**< path of the program */
    char hostfile[64]; /**< path of the list of hosts for srun; empty: none */
} emuq_process_manager_t;

/** Chooses a process manager and checks the options.
 *  @param m command and plan are set; closed by the caller, also after an error
 *  @return 0, or an exit status after printing an error */
int emuq_process_manager_open(emuq_process_manager_t *m);
/** Adds options of Open MPI's mpirun that pass variables on to the ranks. */
void emuq_process_manager_add_environment(emuq_words_t *words);
void emuq_process_manager_close(emuq_process_manager_t *m);
/** Executes the process manager, or ends this process after printing an error. */
void emuq_process_manager_exec(const emuq_process_manager_t *m) __attribute__((noreturn));
/** Whether the process manager passes on a signal to the launchers of the hosts. */
bool emuq_process_manager_passes_on(const emuq_process_manager_t *m, int signal);
/** @return a signal that the process manager passes on, which launchers take as SIGUSR1 with --mpi */
int emuq_process_manager_report_signal(const emuq_process_manager_t *m);

/* ---- report.c: messages about ranks ---- */

void emuq_report_job(const emuq_launch_t *launch);
void emuq_report_processes(const emuq_rank_table_t *table);
/** Prints backend and memory paths of each rank. */
void emuq_report_paths(const emuq_rank_table_t *table);
/** Prints the state of each rank, with waits. @param to file for lines without the name of the launcher;
 *  NULL: emuq_run_message() */
void emuq_report_waits(const emuq_rank_table_t *table, FILE *to);
/** Prints the chosen of @p ranks ranks, as in "no rank", "rank 3" or "ranks 0-5,7".
 *  @param most replace further ranks by their total number after this many characters */
void emuq_report_ranks(FILE *out, uint32_t ranks, bool (*is_chosen)(const void *group, uint32_t rank),
                       const void *group, long most);
/** Reports the signal by which a rank ends the job. @param running number of running ranks */
void emuq_report_death(const emuq_rank_table_t *table, const emuq_rank_process_t *rank, uint32_t running);
void emuq_report_bad_exit(const emuq_rank_table_t *table, const emuq_rank_process_t *rank, uint32_t running);
/** Reports the death of a rank while the job continues (EMUQ_ON_PEER_DEATH=report). */
void emuq_report_lost(const emuq_rank_table_t *table, const emuq_rank_process_t *rank, uint32_t running);
/** Reports all these deaths at the end of the job. @param status exit status of the job */
void emuq_report_all_lost(const emuq_rank_table_t *table, int status);
/** Prints the traffic of the host engine with each host. */
void emuq_report_connections(const emuq_launch_t *launch, uint32_t hosts);
/** Prints the number of packets for ended ranks, unless 0. */
void emuq_report_dropped(const emuq_launch_t *launch);
/** Prints unshared memory used for messages: details of the first rank, number of ranks. */
void emuq_report_slow(const emuq_rank_table_t *table);
/** @param name buffer of 32 bytes @return name: "SIGTERM" for 15, "signal 40" for a signal without a name */
const char *emuq_signal_name(int signal, char *name);

/* ---- live.c: state of a running job once a second (--watch) ----
 *
 * A terminal shows a block of lines that is redrawn in place; a file or pipe gets one line each time. The
 * launcher reads shared memory: the ranks do nothing for it. */

typedef struct emuq_live emuq_live_t;

/** @param health samples of the caller; valid until emuq_live_close() */
emuq_live_t *emuq_live_open(const emuq_rank_table_t *table, const emuq_health_t *health);
/** Removes the block. @param live NULL: no effect */
void emuq_live_close(emuq_live_t *live);
/** @return milliseconds until the next update */
uint64_t emuq_live_due(const emuq_live_t *live);
/** Prints the state if an update is due. */
void emuq_live_update(emuq_live_t *live);

/* ---- debug.c: a debugger for one rank (--debugger), and stacks of ranks (--backtrace) ---- */

/** Opens a window of tmux with the debugger for the waiting rank. Outside of tmux, prints the command. */
void emuq_debug_rank(const emuq_rank_table_t *table);
/** Waits, in a rank before exec, until a debugger is attached, or for SIGCONT. */
void emuq_debug_await(void);

#define EMUQ_STACKS_MS 30000u /**< time limit for the stacks of all ranks together */

/** Stacks printed before the end of a job: a debugger attaches to rank after rank. All zero at first. */
typedef struct emuq_stacks {
    uint32_t next;            /**< first rank without printed stacks */
    uint32_t rank;            /**< rank of the running debugger */
    bool is_dying;            /**< the debugger was started for that rank alone */
    bool is_open;             /**< out is open */
    emuq_output_stream_t out; /**< output of the debugger */
} emuq_stacks_t;

/** @return 0, or -ENOENT after printing an error: there is no debugger */
int emuq_stacks_check(void);
/** Starts a debugger for the next running rank, and stores its pid in table->debugger.
 *  @return false: no rank is left, or an error has been printed */
bool emuq_stacks_next(emuq_stacks_t *stacks, emuq_rank_table_t *table);
/** Starts a debugger for a rank that has stopped before death. Prints errors. */
int emuq_stacks_dying(emuq_stacks_t *stacks, emuq_rank_table_t *table, uint32_t rank);
/** Prints the stacks of a process with several ranks. @param signals signal mask of the debugger */
void emuq_stacks_of_process(pid_t process, const sigset_t *signals);
/** Ends the debugger, with a message if it still runs, and prints the rest of its output. */
void emuq_stacks_end(emuq_stacks_t *stacks, emuq_rank_table_t *table);

/* ---- timed.c: jobs in modelled time (--timed) ---- */

/** Runs the program of a command: its threads are the ranks. @return exit status */
int emuq_run_timed(const emuq_run_command_t *command);

/* ---- mpi.c: jobs of Open MPI (--mpi) ---- */

/** Runs a program of Open MPI: mpirun starts the ranks. @param launch for hosts @return exit status */
int emuq_run_mpi(const emuq_run_command_t *command, emuq_launch_function_t launch);

#endif /* EMUQ_RUN_H */
