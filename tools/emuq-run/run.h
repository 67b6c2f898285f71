/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file run.h
 * @brief Types and functions of emuq-run. Nothing here is thread-safe: the launcher has one thread.
 */
#ifndef EMUQ_RUN_H
#define EMUQ_RUN_H

#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/types.h>

#include "backends/progress.h"
#include "base/clock.h"
#include "emuq/partition.h"
#include "kernel-shim/launch/launch.h"

/* ---- say: Messages of the launcher, and what it does when it has no memory for itself. ---- */

/** Name by which the launcher was called: "emuq-run" or "runjob". */
extern const char *emuq_launcher_name;

/** Prints one line, the launcher's name and the message, on standard error; never inside a line of a rank. */
void emuq_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** @return @p memory if it is not NULL; else ends the launcher after a message, and the ranks with it. */
void *emuq_need(void *memory);

/* ---- words: A growing list of words, ended by NULL as argument vectors are. ---- */

typedef struct emuq_words {
    char **word; /**< NULL or ended by NULL */
    int count;
} emuq_words_t;

/** Adds a copy of the first @p length characters of @p text. */
static inline void emuq_words_add(emuq_words_t *words, const char *text, size_t length)
{
    words->word = emuq_need(realloc(words->word, ((size_t)words->count + 2) * sizeof(*words->word)));
    words->word[words->count++] = emuq_need(strndup(text, length));
    words->word[words->count] = NULL;
}

/** Adds the words of a text that are separated by blanks. */
static inline void emuq_words_split(emuq_words_t *words, const char *text)
{
    for (text += strspn(text, " \t"); *text != '\0'; text += strspn(text, " \t")) {
        size_t length = strcspn(text, " \t");
        emuq_words_add(words, text, length);
        text += length;
    }
}

static inline void emuq_words_free(emuq_words_t *words)
{
    for (int i = 0; i < words->count; i++)
        free(words->word[i]);
    free(words->word);
    *words = (emuq_words_t){0};
}

/* ---- options: The one table of the launcher's options. ---- */

/** What an option does. */
typedef enum emuq_action {
    EMUQ_ACTION_JOB, /**< says what job: read by emuq_job_options() under the name in the table */
    EMUQ_ACTION_ENVS,
    EMUQ_ACTION_LABEL,
    EMUQ_ACTION_TIMEOUT,
    EMUQ_ACTION_BAD_EXIT,
    EMUQ_ACTION_STACK,
    EMUQ_ACTION_BIND,
    EMUQ_ACTION_VERBOSE,
    EMUQ_ACTION_TIMED,
    EMUQ_ACTION_WATCH,
    EMUQ_ACTION_COUNTERS,
    EMUQ_ACTION_TRACE,
    EMUQ_ACTION_BACKTRACE,
    EMUQ_ACTION_DEBUGGER,
    EMUQ_ACTION_DEBUG_RANK,
    EMUQ_ACTION_INPUT_RANK,
    EMUQ_ACTION_HOSTS,
    EMUQ_ACTION_HOSTFILE,
    EMUQ_ACTION_LAUNCHER,
    EMUQ_ACTION_AGENT,
    EMUQ_ACTION_REMOTE_PATH,
    EMUQ_ACTION_CWD,
    EMUQ_ACTION_PROGRAM,
    EMUQ_ACTION_ARGUMENTS,
    EMUQ_ACTION_NOTHING, /**< known on the machine, without a meaning here */
    EMUQ_ACTION_HELP,
    EMUQ_ACTION_VERSION
} emuq_action_t;

/** What may follow an option. */
typedef enum emuq_values {
    EMUQ_VALUES_NONE,
    EMUQ_VALUES_MAYBE, /**< one of the words of the table, or nothing */
    EMUQ_VALUES_ONE,
    EMUQ_VALUES_MANY /**< at least one word; more, until an option or ":" follows */
} emuq_values_t;

typedef struct emuq_option {
    const char *name;
    char letter; /**< 0: it has none */
    emuq_values_t values;
    emuq_action_t action;
    const char *job_option; /**< EMUQ_ACTION_JOB: its name there */
    const char *argument;   /**< what follows, for the help; the words that EMUQ_VALUES_MAYBE can be */
    const char *help;
} emuq_option_t;

/** Whether the launcher was called by the name of the machine's launcher. */
bool emuq_is_runjob(void);

/** The options of the spelling in use; a row without a name ends them. */
const emuq_option_t *emuq_options(void);

/** Prints the help. */
void emuq_print_help(FILE *out);

/* ---- command: The command line of the launcher, in its two spellings: emuq-run and runjob. ---- */

/** Exit status of the launcher for a command that is not possible. */
#define EMUQ_STATUS_FAILED  1
#define EMUQ_STATUS_USAGE   2
#define EMUQ_STATUS_TIMEOUT 124 /**< of a job that has been ended by its time limit */
#define EMUQ_STATUS_SIGNAL  128 /**< and the signal by which a rank or the job has been ended */

/** Runs a command on another host, whose name and the command follow. */
#define EMUQ_AGENT_DEFAULT                                                                                   \
    "ssh -x -o BatchMode=yes -o ConnectTimeout=30 -o ServerAliveInterval=5 -o ServerAliveCountMax=2"

/** What stands in front of the lines of a rank. */
typedef enum emuq_label {
    EMUQ_LABEL_NONE,
    EMUQ_LABEL_SHORT, /**< "3: " */
    EMUQ_LABEL_LONG   /**< "stdout[3]: " or "stderr[3]: " */
} emuq_label_t;

/** Process managers, as in --launcher. */
typedef enum emuq_manager_kind {
    EMUQ_MANAGER_HYDRA,
    EMUQ_MANAGER_PRTE,
    EMUQ_MANAGER_SRUN,
    EMUQ_MANAGER_AUTO
} emuq_manager_kind_t;

/** What the launcher is to do. */
typedef struct emuq_command {
    emuq_job_t job;
    emuq_words_t program; /**< program and arguments */
    const char *path;     /**< what is executed; NULL: the program, as it is called */
    emuq_label_t label;
    uint64_t timeout;    /**< milliseconds; 0 = none */
    uint32_t input_rank; /**< the rank that reads the launcher's standard input */
    const char *bind;    /**< as of emuq_binding_open() */
    bool verbose;
    bool timed;                      /**< the program runs the ranks itself, in modelled time */
    const char *debugger;            /**< command that is brought to a rank; NULL: none */
    uint32_t debug_rank;             /**< that rank */
    bool has_debug_rank;             /**< it has been said which */
    bool backtrace;                  /**< stacks of the ranks before the job is ended */
    bool watch;                      /**< what the job is doing, once a second */
    bool counters;                   /**< counts of Message Units and links at the end */
    const struct emuq_option *doubt; /**< the option before the program that could have a value; NULL: none */
    emuq_words_t envs;               /**< what --envs has set, NAME=VALUE */
    const char *hosts;               /**< as of emuq_hostlist_add(); or NULL */
    const char *hostfile;            /**< as of emuq_hostlist_read(); or NULL */
    emuq_manager_kind_t manager;     /**< that starts launchers on the hosts */
    const char *agent;               /**< command that runs a command on a host; NULL: EMUQ_AGENT_DEFAULT */
    const char *remote_path; /**< of emuq-run on the hosts; NULL: that of this program, or a setting says */
    char **word;             /**< the command line without the name of the launcher */
    int words;
    emuq_words_t job_words; /**< what emuq_job_options() has read; the job's mapping may point into it */
} emuq_command_t;

/**
 * Reads the command line and the settings, and of runjob the RUNJOB_ variables. Does what --envs and --cwd
 * say to this process: the ranks inherit it.
 * @param command set; to be freed whatever happens.
 * @return 0; 1: nothing is to be run (help was asked for); or -EINVAL after a message.
 */
int emuq_command_read(emuq_command_t *command, int argc, char **argv);
void emuq_command_free(emuq_command_t *command);

/** In the launcher of one of several hosts: the front end has chosen directory and hosts. */
void emuq_command_of_member(void);

/** Says, of a program that is not there, that it may have been meant as the value of an option. */
void emuq_command_suggest(const emuq_command_t *command);

/** Number of ranks of a job on one host, if it is possible at all. */
uint64_t emuq_command_ranks(const emuq_job_t *job);

/* ---- files: Descriptors of the launcher, and its limit of open files. ---- */

#define EMUQ_FILES_OWN 64u /**< descriptors that the launcher needs for itself */

/** Raises the limit of this process as far as it goes.
 *  @param count,what that need @p each descriptors, such as 12 "hosts"; the launcher's own come on top
 *  @param before set to the limit as it was, for processes that are started
 *  @return 0, or a negative errno after a message: they need more than is possible */
int emuq_files_raise(uint64_t count, const char *what, unsigned each, struct rlimit *before);

/** Closes a descriptor, if it is not closed. @param fd set to -1, which is closed */
void emuq_fd_close(int *fd);

/* ---- output: Brings what the ranks write to the launcher's standard output and error, line by line.  Each
 * rank writes into two pipes, its *streams*. The launcher has two *sinks*, or one if its standard output and
 * error are the same file. A sink takes a line only as a whole, and waits for its reader by itself: nobody
 * else waits, except the ranks whose streams lead to it, once it holds much. ---- */

/** Most descriptors that emuq_output_polls() sets. */
#define EMUQ_OUTPUT_POLLS 4

struct emuq_sink;

/** Between the launcher of a host and the front end of a job on several: each line begins with EMUQ_MARK and
 * one of these characters. A line without is of the process manager. */
#define EMUQ_MARK        "\036\037"
#define EMUQ_MARK_LENGTH 3u
enum {
    EMUQ_MARK_NONE = 0,
    EMUQ_MARK_LINE = 'l',      /**< output of a rank, or a message */
    EMUQ_MARK_ENGINE = 'm',    /**< message of a host engine */
    EMUQ_MARK_BEGIN = 'b',     /**< HOST: its launcher runs */
    EMUQ_MARK_CONNECTED = 'r', /**< HOST: its engine is connected with all others */
    EMUQ_MARK_CAUSE = 'c',     /**< HOST STATUS IS_CONSEQUENCE TEXT: why the job ends */
    EMUQ_MARK_LOST = 'x',      /**< HOST OTHER: an engine has lost another host */
    EMUQ_MARK_INPUT = 'i',     /**< HOST BYTES: so much of standard input has been read */
    EMUQ_MARK_AGENT = 'a',     /**< STATUS WORDS: the agent with these arguments has ended */
    EMUQ_MARK_TIMEOUT = 'w',   /**< HOST: the time limit is over; descriptions of its ranks follow */
    EMUQ_MARK_DESCRIBED = 'd', /**< HOST: end of the descriptions */
    EMUQ_MARK_OVER = 's',      /**< HOST STATUS: no rank runs there any more */
    EMUQ_MARK_ENDED = 't'      /**< HOST: the same, because of a signal */
};

/** Takes a line, or part of a line that is longer than 64 KiB or has not ended. */
typedef void (*emuq_line_function_t)(void *argument, const char *text, size_t length);

/** What a rank writes to one of its two descriptors. */
typedef struct emuq_stream {
    int fd; /**< where the launcher reads; -1: closed */
    struct emuq_sink *sink;
    emuq_line_function_t take; /**< instead of the sink; or NULL */
    void *argument;            /**< of take */
    char label[80];            /**< in front of each line */
    char *line;                /**< the beginning of a line that has not ended */
    size_t length;             /**< of it */
    size_t room;
} emuq_stream_t;

/** Makes the sinks. @return 0, or a negative errno. */
int emuq_output_open(void);

/** Writes what the sinks hold, however long their readers take, and frees them. */
int emuq_output_close(void);

/** Of standard error on a terminal: shows lines below all others, in place of those that were shown before.
 *  @param lines each with its end, no wider than the terminal; or none */
void emuq_output_show(const char *lines);

/** Sets what the launcher has to wait for. @return the number of descriptors set. */
int emuq_output_polls(struct pollfd polls[EMUQ_OUTPUT_POLLS]);

/** Moves what can be moved without waiting; @p polls as set by emuq_output_polls(), after poll(). */
void emuq_output_move(const struct pollfd *polls, int count);

/** Whether so much waits for a reader that those who write should wait, too. */
bool emuq_output_is_full(void);

/** In a forked process that is no launcher: forgets what waits, and writes nothing of it. */
void emuq_output_forget(void);

/** Whether nobody reads the launcher's standard output or error any more. */
bool emuq_output_is_broken(void);

/** errno with which standard output or error cannot be written; 0: they can, or their reader has closed. */
int emuq_output_error(void);

/** After emuq_output_is_broken(): reports a write error, such as a full disk. @return exit status of the job:
 *  128 and SIGPIPE if the reader has closed, else 1. */
int emuq_output_failed(void);

/**
 * Opens a stream to standard output (@p number 1) or error (2). @p write_end is where the rank writes.
 * The stream must stay where it is until it is closed.
 * @return 0, or a negative errno.
 */
int emuq_stream_open(emuq_stream_t *stream, int number, const char *label, int *write_end);

/** Opens a stream for the messages of the host engine. */
int emuq_stream_open_messages(emuq_stream_t *stream, int *write_end);

/** In the launcher of one of several hosts: marks all lines from now on. */
void emuq_output_mark(void);
/** Writes a line with a mark to standard error. */
void emuq_output_report(char mark, const char *format, ...) __attribute__((format(printf, 2, 3)));
/** Adds text of an owner to standard output (@p number 1) or error (2), without a label. */
void emuq_output_put(int number, const void *owner, const char *text, size_t length);

/** Opens a stream without a pipe, for text that comes by emuq_stream_take(). */
void emuq_stream_open_plain(emuq_stream_t *stream, int number);

/** Takes text as if a rank had written it. */
void emuq_stream_take(emuq_stream_t *stream, const char *text, size_t length);

/** Moves all that is in the pipe now. */
void emuq_stream_drain(emuq_stream_t *stream);

/** Drains and closes a stream; one that is closed (or all zero but for fd -1) stays so. */
void emuq_stream_close(emuq_stream_t *stream);

/* ---- sink: Standard output or error of the launcher: lines wait in it until they can be written. ---- */

typedef struct emuq_sink {
    int fd;
    bool is_file; /**< writing never waits long */
    int error;    /**< errno of the write that failed; all later text is discarded. 0: none */
    int sources;  /**< epoll of the streams that lead here */
    char *text;   /**< what has not been written: [start, start + length) */
    size_t start, length, room;
    bool in_line;      /**< the last byte put was not the end of a line */
    const void *owner; /**< who has put it */
    unsigned shown;    /**< lines at the end that the next text replaces */
} emuq_sink_t;

/** @return 0, or a negative errno. */
int emuq_sink_open(emuq_sink_t *sink, int fd);
void emuq_sink_close(emuq_sink_t *sink);

/**
 * Adds text of @p owner. If it begins a line, @p label comes first. Another's line that has not ended gets an
 * end of line.
 */
void emuq_sink_put(emuq_sink_t *sink, const void *owner, const char *label, const char *text, size_t length);

/** Of a terminal: replaces the lines that were shown last by others, until something is put.
 *  @param lines each with its end; nothing is shown while earlier text waits for the terminal */
void emuq_sink_show(emuq_sink_t *sink, const char *lines);

/** Writes as much as can be written without waiting; all if @p wait. */
void emuq_sink_write(emuq_sink_t *sink, bool wait);

/** Whether its streams should wait. */
bool emuq_sink_is_full(const emuq_sink_t *sink);

/* ---- input: Standard input of the launcher, for the one rank that reads it.  A file or pipe is handed over.
 * A terminal cannot be: a rank is in a process group of its own, and would be stopped when it reads. The
 * launcher reads it while it is in the foreground: one line, and the next when the rank has read all of that.
 * So what no rank reads stays in the terminal for its next reader, but for one line. ---- */

typedef struct emuq_input {
    int to;              /**< pipe to the rank, of one page; -1: nothing to pass on */
    int given;           /**< what the rank gets as its standard input; -1: it has been closed */
    char text[PIPE_BUF]; /**< the latest line, or part of a line */
    size_t length;       /**< of text */
    bool is_kept;        /**< the pipe has had no space for text */
    bool is_terminal;
    size_t credit; /**< bytes that may be read */
} emuq_input_t;

/** Bytes on their way to a rank on another host: less than a pipe holds, as mpiexec.hydra ends a job whose
 * rank reads more slowly than the input comes. */
#define EMUQ_INPUT_WINDOW (32u << 10)

/** @param credit bytes to read at first; SIZE_MAX: no limit @param pumps do not hand over files and pipes
 * either
 *  @return 0, or a negative errno. */
int emuq_input_open(emuq_input_t *input, size_t credit, bool pumps);
/** More may be read. */
void emuq_input_add_credit(emuq_input_t *input, size_t bytes);
/** The rank has been started. */
void emuq_input_given(emuq_input_t *input);
/** Reports a line that the rank has not read. */
void emuq_input_close(emuq_input_t *input);
/** Drops what the rank has not read, as a terminal does at an interrupt. */
void emuq_input_drop(emuq_input_t *input);

/** Sets what the launcher has to wait for. @return whether there is something. */
bool emuq_input_poll(const emuq_input_t *input, struct pollfd *poll);

/** Passes on what can be passed on without waiting, after poll() said so. */
void emuq_input_move(emuq_input_t *input);

/* ---- keeper: A process that ends what the ranks have started if the launcher is killed.  The ranks
 * themselves are ended by the kernel then. The watchdog sleeps until the launcher has ended. It holds no
 * descriptor but its pipe. ---- */

/** Milliseconds of the monotonic clock. */
static inline uint64_t emuq_now_ms(void)
{
    return emuq_now_ns() / 1000000;
}

typedef struct emuq_watchdog {
    pid_t pid;
    int alarm;    /**< the watchdog holds the other end of this pipe */
    pid_t *group; /**< shared with it: process group of each rank, 0 if there is none */
    uint32_t groups;
} emuq_watchdog_t;

/** Starts the watchdog, before any rank. @return 0, or a negative errno with the watchdog all zero. */
int emuq_watchdog_open(emuq_watchdog_t *watchdog, uint32_t groups);
/** Kills it; an all-zero watchdog is accepted. No rank runs any more. */
void emuq_watchdog_close(emuq_watchdog_t *watchdog);

/** The process group of a rank; 0: it has gone. */
void emuq_watchdog_set(emuq_watchdog_t *watchdog, uint32_t rank, pid_t group);

/* ---- bind: The processors on which each rank runs.  Ranks that wait for each other by yielding have been
 * seen on one core, with another one idle. A rank with cores of its own, as on the machine, never is. With
 * more ranks than cores the kernel decides. ---- */

typedef struct emuq_binding emuq_binding_t;

/**
 * Chooses processors among those that this process may use.
 * @param how "core" or NULL (default): equal shares of the cores, if there are no more ranks than cores;
 * "none"; or a list of processors such as "0,2-3", of which each rank gets one, in turn.
 * @param in_turn the ranks of a host: they are counted in the order in which they are started there
 * @param binding set; to be closed whatever happens.
 * @return 0; -EINVAL after a message: no such list, or processors that this process may not use.
 */
int emuq_binding_open(emuq_binding_t **binding, const char *how, uint32_t ranks, bool in_turn);
void emuq_binding_close(emuq_binding_t *binding);

/** Has ranks that are bound by default unbound when they have more threads than their shares are for. */
void emuq_binding_offer(const emuq_binding_t *binding, emuq_launch_t *launch);

/** Says where the ranks run. */
void emuq_binding_say(const emuq_binding_t *binding);

/** Binds the calling process, which becomes a rank. What is not possible is left as it is. */
void emuq_binding_apply(const emuq_binding_t *binding, uint32_t rank);

/** Binds the calling process to the processors of the chosen ranks, for which it works. @return whether they
 * are not all that it had: emuq_binding_leave() gives it these again. */
bool emuq_binding_join(const emuq_binding_t *binding, bool (*is_chosen)(const void *argument, uint32_t rank),
                       const void *argument);
/** After emuq_binding_join(). */
void emuq_binding_leave(const emuq_binding_t *binding);

/* ---- crew: The processes of a job's ranks: started, signalled, and noticed when they end.  Each is the
 * leader of a process group of its own, and dies with the launcher. What is left of its group when it ends is
 * ended too. ---- */

typedef struct emuq_rank {
    pid_t pid; /**< 0: it has not been started */
    bool ended;
    bool is_reaped; /**< and the watch has not looked at it yet */
    bool is_dying;  /**< it has stopped because it dies by a signal */
    bool is_shown;  /**< its stacks have been printed */
    int status;     /**< as of waitpid(), when it has ended */
    emuq_stream_t out, err;
} emuq_rank_t;

typedef struct emuq_rank_table {
    uint32_t ranks;
    uint32_t running;
    emuq_rank_t *rank;
    emuq_watchdog_t watchdog;
    emuq_input_t input;
    const emuq_binding_t *binding;
    bool is_looked_at;     /**< a debugger may look at the ranks */
    uint32_t waiting_rank; /**< waits for a debugger before it becomes the program; UINT32_MAX: none does */
    bool binds_in_turn;    /**< by the order in which ranks are started here, not by their numbers */
    bool is_parent;      /**< the launcher had other children when it was started: they are not ours to end */
    sigset_t signals;    /**< signal mask, and */
    struct rlimit files; /**< limit of open files, of the launcher when it was started: the ranks' */
    pid_t engine;        /**< the host engine; 0: there is none, or it has ended */
    pid_t debugger;      /**< that looks at a rank (stacks.h); 0: there is none, or it has ended */
    bool engine_lost;    /**< it has ended badly */
    uint32_t hosts;      /**< of the job; 1 or more */
    int signal_fd;       /**< readable when a signal has come */
    int enders;          /**< readable when a signal has come that ends the job; never read */
    int failures[2];     /**< pipe: why a rank could not execute the program */
} emuq_rank_table_t;

/** Makes room for so many open files. @return 0, or a negative errno after a message. */
int emuq_ranks_limits(emuq_rank_table_t *table, uint64_t ranks);

/**
 * Starts all ranks. @param signals mask of signals for them.
 * @param path of the program. Of a job on several hosts the engine is started first, and
 * only the ranks of this host.
 * @return 0, or a negative errno after a message; some may run then. To be closed in either case.
 */
int emuq_ranks_open(emuq_rank_table_t *table, const emuq_command_t *command, emuq_launch_t *launch,
                    const char *path);

/** All ranks have ended: waits until the host engine has told the others, for a second at most. */
void emuq_ranks_await_engine(emuq_rank_table_t *table);

/** Ends what is left of the job, and frees the table. */
void emuq_ranks_close(emuq_rank_table_t *table);

/** Sends a signal to all ranks that run and their children. */
void emuq_ranks_signal(emuq_rank_table_t *table, int signal);

/** Notices the end of a process. @return its rank; or NULL: no rank has ended since. */
emuq_rank_t *emuq_ranks_reap(emuq_rank_table_t *table);

/** Notices that a process has been stopped. @return its rank, UINT32_MAX: none has been stopped since */
uint32_t emuq_ranks_stopped(const emuq_rank_table_t *table);

/** Why a rank could not execute the program: an errno, or 0 if none failed. */
int emuq_ranks_failure(emuq_rank_table_t *table);

/* ---- member: The launcher of one host of a job on several: its link to the front end and to the other
 * hosts.  A process manager starts one launcher per host (emuq-run --on-host); the front end forks those of
 * simulated hosts. A launcher marks each line that it writes, so that the front end separates its output, its
 * reports and the messages of the process manager. Not thread-safe. ---- */

/** Which host a launcher is for. */
typedef struct emuq_host {
    const emuq_launch_spread_t *spread; /**< NULL: the job is on one host */
    uint32_t hosts;                     /**< 1 or more */
    uint32_t nodes;                     /**< of this host; 0: all */
} emuq_host_t;

/** Runs the ranks of one host. @return exit status */
typedef int (*emuq_launch_function_t)(const emuq_command_t *command, const emuq_host_t *host);

/** Shared by the launchers of simulated hosts: how to reach each engine. */
typedef struct emuq_member_texts {
    uint32_t given;                    /**< number of texts that are complete */
    unsigned char key[EMUQ_KEY_BYTES]; /**< of the job */
    emuq_host_text_t text[];           /**< by host */
} emuq_member_texts_t;

/** Runs the launcher of a host that a process manager has started.
 *  @param argv --on-host SPEC DIRECTORY NAME OPTION... as written by the front end
 *  @return exit status: 0 if the front end has got a report */
int emuq_member_main(int argc, char **argv, emuq_launch_function_t launch);
/** Runs the agent of mpiexec.hydra, which does not notice when an agent fails. @param argv command and
 * arguments
 *  @return its exit status, which is reported to the front end if it is not 0 */
int emuq_member_agent(char **argv);
/** As emuq_member_main() for a simulated host, in a forked process of the front end. @return as
 * emuq_member_main() */
int emuq_member_simulate(const emuq_command_t *command, const emuq_host_t *host, const char *name,
                         emuq_member_texts_t *texts, emuq_launch_function_t launch);

/** Whether this process is the launcher of one host of several. */
bool emuq_is_member(void);
/** " on HOST" in such a launcher; else an empty text. */
const char *emuq_member_where(void);
/** After emuq_output_open(): opens the pipe for messages of the host engine. @return 0 or a negative errno */
int emuq_member_output(void);
/** Closes it after the host engine has ended. */
void emuq_member_close(void);
/** Write end of that pipe. */
int emuq_member_messages(void);

/** Reports why the job ends: to the front end, or as a message if there is none.
 *  @param status of the job @param is_consequence may be the consequence of a cause on another host
 *  @param format empty: a message has been printed already */
void emuq_member_cause(int status, bool is_consequence, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/** Reports to the front end, if there is one, that the engine of this host has lost another host. */
void emuq_member_lost(uint32_t host);
/** Whether standard input comes from a process manager. */
bool emuq_member_pumps(void);
/** So much of standard input has been read: gives the front end credit. */
void emuq_member_read(size_t bytes);
/** Before (@p described false) and after the ranks are described because the time limit is over. */
void emuq_member_timeout(bool described);
/** Milliseconds since the launcher of this host has begun. */
uint64_t emuq_member_age(void);
/** A signal has ended the job here: the status of this host does not count. */
void emuq_member_ended(void);

/** Exchanges the texts of all engines. Collective over the launchers of all hosts.
 *  @param engine process that runs the local engine; 0: none
 *  @param signals non-blocking signalfd; a pending SIGUSR1 is dropped
 *  @param texts [hosts] set @param key set
 *  @return 0; -ESRCH: the engine has ended; -ECANCELED: a signal ends the job; or another negative errno
 * after a message */
int emuq_member_meet(const emuq_host_text_t *text, pid_t engine, int signals, uint32_t hosts,
                     emuq_host_text_t *texts, unsigned char key[EMUQ_KEY_BYTES]);

/* ---- hosts: The hosts of a job (--hosts and --hostfile), and which nodes and ranks are on each. ---- */

#define EMUQ_HOSTS_MOST      65535u
#define EMUQ_HOST_NAME_BYTES 256u

/** A host that was named. */
typedef struct emuq_listed {
    char name[EMUQ_HOST_NAME_BYTES];
    uint64_t slots; /**< nodes that fit; 0: a share of the nodes that are left */
    bool mentions;  /**< slots counts how often the name was given without a number */
    bool has_count; /**< a number was given */
    uint32_t nodes; /**< set by emuq_hostlist_place() */
} emuq_listed_t;

/** In the order of their first mention. All zero: none. */
typedef struct emuq_hostlist {
    emuq_listed_t *host;
    uint32_t hosts;
} emuq_hostlist_t;

/** Adds the hosts of "n1,n2:8". @return 0, or -EINVAL after a message. */
int emuq_hostlist_add(emuq_hostlist_t *list, const char *text);
/** Adds those of a file with a host on each line: "n1", "n1:8" or "n1 slots=8"; # begins a comment.
 *  @return 0, or -EINVAL after a message. */
int emuq_hostlist_read(emuq_hostlist_t *list, const char *path);
/** Gives each host a block of @p nodes nodes, 1 or more, and removes hosts that get none.
 *  @return 0, or -EINVAL after a message: the hosts have too few slots */
int emuq_hostlist_place(emuq_hostlist_t *list, uint64_t nodes);
void emuq_hostlist_free(emuq_hostlist_t *list);

/** Where the nodes and ranks of a job are. */
typedef struct emuq_plan {
    emuq_hostlist_t hosts;
    uint32_t *nodes; /**< [hosts] number of each */
    uint64_t job_id; /**< random, not 0 */
    emuq_job_t job;  /**< without defaults left; mapping is not valid */
    uint32_t ranks;
    uint32_t *host_of_rank; /**< [ranks] */
} emuq_plan_t;

/** Checks the job as a launcher does, and places it on the hosts. @param simulated as of emuq_manager_run()
 *  @param plan set, to be freed whatever happens. @return 0, or the exit status after a message. */
int emuq_plan_make(emuq_plan_t *plan, const emuq_command_t *command, uint32_t simulated);
/** Prints which nodes and ranks are on which host, and how many links of the torus are between hosts. */
void emuq_plan_say(const emuq_plan_t *plan);
/** The ranks of a host, as in "rank 3" or "ranks 0-5,7"; to be freed. */
char *emuq_plan_ranks(const emuq_plan_t *plan, uint32_t host);
void emuq_plan_free(emuq_plan_t *plan);

/* ---- manager: Front end of a job on several hosts. ---- */

/** Runs a job on hosts: by a process manager, or as processes of this machine for simulated hosts. What ends
 *  the job on one host ends it on all.
 *  @param simulated number of simulated hosts; 0: the command names hosts
 *  @return exit status: that of the first cause, or the first of a rank that is not 0 */
int emuq_manager_run(const emuq_command_t *command, uint32_t simulated, emuq_launch_function_t launch);

/* ---- report: What the launcher says about ranks; those of which the same can be said share the lines. ----
 */

/** Says what job it is. */
void emuq_report_job(const emuq_launch_t *launch);

/** Says where the partition is. */
void emuq_report_partition(const emuq_launch_t *launch);

/** Says which processes the ranks are. */
void emuq_report_processes(const emuq_rank_table_t *table);

/** Says by which backend and paths the ranks reach each other. */
void emuq_report_paths(const emuq_rank_table_t *table, const emuq_launch_t *launch);

/** Says what each rank is doing or waits for. */
void emuq_report_waits(const emuq_rank_table_t *table, const emuq_launch_t *launch);

/** The same to a file, without the launcher's name in front of the lines. */
void emuq_report_waits_to(const emuq_rank_table_t *table, const emuq_launch_t *launch, FILE *out);

/** Says by which signal a rank has ended. @param running ranks that run and will be ended. */
void emuq_report_death(const emuq_rank_table_t *table, const emuq_rank_t *rank, uint32_t running);

/** Says by which status a rank ends the job. @param running as above. */
void emuq_report_bad_exit(const emuq_rank_table_t *table, const emuq_rank_t *rank, uint32_t running);

/** Says what the host engine has exchanged with each of the other @p hosts. */
void emuq_report_lanes(const emuq_launch_t *launch, uint32_t hosts);

/** Says how many packets came too late, if any did. */
void emuq_report_dropped(const emuq_launch_t *launch);

/** Says what memory ranks use for messages that is not shared: of the first rank that does, and how many do.
 */
void emuq_report_slow(const emuq_rank_table_t *table, const emuq_launch_t *launch);

/** "SIGTERM" for 15, "signal 40" for one without a name. @param name of 32 bytes. @return name. */
const char *emuq_signal_name(int signal, char *name);

/* ---- watch: The launcher's loop: from the start of the ranks to the end of the last one. ---- */

/** Blocks the signals that the loop looks for. @param before set to the mask as it was. @return a descriptor
 * to read them from, or a negative errno. */
int emuq_watch_signals(sigset_t *before);

/** @return a descriptor that is readable while a signal is pending that ends the job; or a negative errno. It
 * is not to be read: the signal stays pending. */
int emuq_watch_enders(void);

/** Closes the descriptor. The signals that were looked for do again what they did, but for one that only
 * asks. */
void emuq_watch_signals_end(int signals, const sigset_t *before);

/** Watches the ranks until none runs. @param signals from emuq_watch_signals(). @return exit status of the
 * job. */
int emuq_watch(emuq_rank_table_t *table, const emuq_command_t *command, emuq_launch_t *launch,
               const char *path, int signals);

/* ---- counters: What the launcher says of the counters of Message Units and links (--counters). ---- */

/** Says what has been counted, by the machine's names, and which links have carried most. No rank runs any
 * more. */
void emuq_counters_say(const emuq_launch_t *launch);

/** The same of counts that are there. @param node one of each node of the shape */
void emuq_counters_say_of(const emuq_node_counts_t *node, const uint32_t shape[5]);

/** "3 (0,1,1,0,0)": a node and its coordinates. @param shape [5] @param text of 64 bytes */
const char *emuq_node_name(const uint32_t *shape, uint32_t node, char *text);

/* ---- room_rates: How fast rooms beside the Message Units count: those of their counters that have the name
 * of a rate. ---- */

#define EMUQ_COUNTER_RATES 8 /**< that are said, at most */

/** Counts at the latest look and the one before. Zeros before the first. */
typedef struct emuq_counter_rates {
    uint32_t nodes, rates;
    const char *name[EMUQ_COUNTER_RATES];
    uint64_t *before, *now; /**< [EMUQ_COUNTER_RATES * nodes] */
    uint64_t looked;        /**< ns */
    double seconds;         /**< from the look before */
} emuq_counter_rates_t;

/** Begins. */
void emuq_counter_rates_open(emuq_counter_rates_t *r, const emuq_launch_t *launch);
/** Frees what it has. */
void emuq_counter_rates_close(emuq_counter_rates_t *r);

/** Looks at the job. */
void emuq_counter_rates_look(emuq_counter_rates_t *r, const emuq_launch_t *launch);

/** Writes the rates between the latest two looks that are not 0: of all nodes, and of the one that has
 * counted most. @param before each @return how many */
uint32_t emuq_counter_rates_write(const emuq_counter_rates_t *r, const emuq_launch_t *launch,
                                  const char *before, FILE *out);

/* ---- live: --watch: what a running job is doing, once a second.  On a terminal a block of lines that is
 * drawn again in its place; otherwise one line each time. The job is looked at from outside: its ranks run
 * the same code as ever. ---- */

typedef struct emuq_live emuq_live_t;

/** Begins to look at a job. */
emuq_live_t *emuq_live_open(const emuq_rank_table_t *table, const emuq_launch_t *launch);
/** Takes the block away. @param live NULL: does nothing */
void emuq_live_close(emuq_live_t *live);

/** Milliseconds until the job is to be looked at again. */
uint64_t emuq_live_due(const emuq_live_t *live);
/** Looks, if it is time to. */
void emuq_live_update(emuq_live_t *live);

/* ---- program: Finds the program of a job, and says what is wrong with it. ---- */

#define EMUQ_STATUS_NOT_EXECUTABLE 126 /**< as in a shell */
#define EMUQ_STATUS_NOT_FOUND      127 /**< as in a shell */

/**
 * Finds @p name as a shell would: as a path if it contains a slash, else in the directories of PATH.
 * @param path set to the path, to be freed.
 * @return 0, or the exit status of the launcher after a message.
 */
int emuq_program_find(const char *name, char **path);

/** Finds a program in the directories of PATH. @param path set, to be freed @return 0 or an errno */
int emuq_program_search(const char *name, char **path);

/** Says why execve() of @p path failed with @p error. @return the exit status of the launcher. */
int emuq_program_failed(const char *path, int error);

/* ---- stacks: Stacks of a rank that dies by a signal, and of the ranks that still run when a job is about to
 * be ended (--backtrace).  A debugger looks at one rank after the other, as a process beside the ranks; what
 * it prints comes through as their lines do, so that the launcher does not wait for it. ---- */

/** How long the debugger may look: at one process that runs several ranks, or at all ranks. */
#define EMUQ_STACKS_MS 30000u

/** The looking; all zero at first. */
typedef struct emuq_stacks {
    uint32_t next; /**< rank that has not been looked at */
    uint32_t rank; /**< that the debugger looks at */
    bool is_dying; /**< the debugger was started for that rank alone */
    bool is_open;
    emuq_stream_t out; /**< what the debugger prints */
} emuq_stacks_t;

/** Whether it is possible here. @return 0, or -ENOENT after a message. */
int emuq_stacks_check(void);

/** Has the debugger look at the next rank that runs: table->debugger is its process until it has ended. To be
 * called again then. @return false: there is no other rank, or no debugger after a message. */
bool emuq_stacks_next(emuq_stacks_t *stacks, emuq_rank_table_t *table, const emuq_launch_t *launch);

/** Has the debugger look at one rank that has stopped because it dies. @return 0, or a negative errno after a
 *  message */
int emuq_stacks_dying(emuq_stacks_t *stacks, emuq_rank_table_t *table, uint32_t rank);

/** Has the debugger look at a process that runs several ranks, and waits for it. What it prints goes to
 * standard error. @param signals mask of the debugger */
void emuq_stacks_of_process(pid_t process, const sigset_t *signals);

/** Ends the debugger if it still runs, and says so. Everything that it has printed is brought through. */
void emuq_stacks_end(emuq_stacks_t *stacks, emuq_rank_table_t *table);

/* ---- debug: Brings a debugger to one rank (--debugger, --rank), which waits for it before it becomes the
 * program. ---- */

/** The rank has been started: opens a window of tmux with the debugger, if the launcher is inside of tmux;
 * else says what the user has to call. */
void emuq_debug_rank(const emuq_rank_table_t *table, const emuq_command_t *command);

/* ---- debug_await: How a rank waits for a debugger before it becomes the program (debug.h). ---- */

/** Returns when a debugger is attached to this process, or SIGCONT has come to it. */
void emuq_debug_await(void);

/* ---- timed: Jobs in modelled time (--timed): the program itself runs its ranks, as threads. ---- */

/** Becomes the program of a command, with the settings by which it runs the job on the timed backend.
 *  @return the exit status, after a message: that is not possible. */
int emuq_run_timed(const emuq_command_t *command);

/* ---- modelled: What a job in modelled time shows of itself (backends/progress.h): a line a second
 * (--watch), and that it has stopped because an error ends it (--backtrace). ---- */

/** What is shown, and what has been said of it. */
typedef struct emuq_modelled {
    int file;               /**< that the program opens by its name */
    emuq_progress_t *shown; /**< NULL: nothing is shown */
    uint64_t begun_ns;
    uint64_t next_ns; /**< when the next line is due; UINT64_MAX: never */
    uint64_t tick;    /**< modelled time of the last line */
} emuq_modelled_t;

/** Makes the file. The setting tells the program of it. @param watch lines are wanted @param stops the
 * program is to stop before it ends by an error @return 0 or a negative errno */
int emuq_modelled_open(emuq_modelled_t *m, bool watch, bool stops);
void emuq_modelled_close(emuq_modelled_t *m);

/** Says a line if it is due. */
void emuq_modelled_say(emuq_modelled_t *m, uint64_t now_ns);

/** Whether the program, which is stopped, has stopped itself. It is asked once for each time. */
bool emuq_modelled_has_stopped(const emuq_modelled_t *m);

/* ---- marked: What the ranks of a timed job write. They are threads of one process, whose two pipes hold
 * marks that say which rank has written what follows (backends/timed/marks.h). ---- */

#define EMUQ_MARK_BYTES 32 /**< for the text of a mark */

/** Standard output or error of the process. */
typedef struct emuq_marked {
    int fd;     /**< where the launcher reads; -1: closed */
    int number; /**< of the launcher's, where it goes: 1 or 2 */
    const char *mark;
    const char *label;
    emuq_stream_t **stream; /**< by rank + 1; the first is of no rank */
    uint32_t streams;
    emuq_stream_t *writer;           /**< who writes */
    char kept[EMUQ_MARK_BYTES + 10]; /**< what may be the beginning of a mark */
    size_t length;                   /**< of it */
} emuq_marked_t;

/** Opens it. @param mark the text of a mark, shorter than EMUQ_MARK_BYTES
 *  @param label of a rank, as printf() takes it with an unsigned number
 *  @param write_end where the process writes
 *  @return 0 or a negative errno */
int emuq_marked_open(emuq_marked_t *m, int number, const char *mark, const char *label, int *write_end);

/** Takes what is there. */
void emuq_marked_read(emuq_marked_t *m);

/** Takes the rest, and closes it. */
void emuq_marked_close(emuq_marked_t *m);

#endif /* EMUQ_RUN_H */
