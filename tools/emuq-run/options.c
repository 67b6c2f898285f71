/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-run/options.h"

#include <string.h>

#include "tools/emuq-run/say.h"

/* clang-format off */
/* Of both spellings. */
#define OPTIONS_OF_HOSTS \
    {"--hosts", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_HOSTS, NULL, "HOST[:NODES],...", \
     "spread the nodes over these hosts: so many on each, or equal shares of what is left"}, \
    {"--hostfile", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_HOSTFILE, NULL, "FILE", \
     "the same from a file, a host on each line: HOST, HOST:NODES or HOST slots=NODES"}, \
    {"--launcher", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_LAUNCHER, NULL, "hydra|prte|srun|auto", \
     "process manager that starts emuq-run on the hosts; default: srun in an allocation, else one that is found"}, \
    {"--agent", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_AGENT, NULL, "COMMAND", \
     "runs a command on a host, in place of ssh; the name of the host and the command follow"}, \
    {"--remote-path", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_REMOTE_PATH, NULL, "PATH", \
     "path of emuq-run on the hosts; default: that of this one"}

static const emuq_option_t own[] = {
    {"--shape", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_JOB, "--shape", "AxBxCxDxE",
     "nodes per dimension, A to D up to 64, E up to 2; default: one that fits --np"},
    {"--ppn", 'p', EMUQ_VALUES_ONE, EMUQ_ACTION_JOB, "--ppn", "N",
     "processes per node: 1, 2, 4, ... 64; default 1"},
    {"--np", 'n', EMUQ_VALUES_ONE, EMUQ_ACTION_JOB, "--np", "N",
     "ranks; default: as many as the nodes have room for"},
    {"--mapping", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_JOB, "--mapping", "ABCDET|FILE",
     "order in which ranks fill the partition, last letter fastest, or a map file"},
    {"--mesh", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_JOB, "--mesh", "ABCDE",
     "dimensions that do not wrap around; default: none"},
    {"--envs", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_ENVS, NULL, "NAME=VALUE",
     "a variable for the ranks, beside those they inherit; may be repeated"},
    {"--label", 0, EMUQ_VALUES_MAYBE, EMUQ_ACTION_LABEL, NULL, "none|short|long",
     "put the rank in front of each line: short (default) \"3: \", long \"stdout[3]: \""},
    {"--timeout", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_TIMEOUT, NULL, "SECONDS",
     "end the job then, and say for each rank what it waited for"},
    {"--kill-on-bad-exit", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_BAD_EXIT, NULL, "machine|any|none",
     "exit statuses of a rank that end the job: 1 as on the machine (default), any but 0, or none"},
    {"--stack", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_STACK, NULL, "SIZE",
     "limit of the stack of a rank's main thread, as in 64M; default: the hard limit (ulimit -Hs)"},
    {"--bind", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_BIND, NULL, "core|none|LIST",
     "processors of a rank: its share of the cores if there are enough (default), all, or one of a list such as 0,2-3"},
    {"--verbose", 'v', EMUQ_VALUES_NONE, EMUQ_ACTION_VERBOSE, NULL, NULL,
     "say what is run, by which backend, and how memory of other ranks is reached"},
    {"--timed", 0, EMUQ_VALUES_NONE, EMUQ_ACTION_TIMED, NULL, NULL,
     "run the ranks as threads, in the time that the machine would take (EMUQ_BACKEND=timed)"},
    {"--watch", 0, EMUQ_VALUES_NONE, EMUQ_ACTION_WATCH, NULL, NULL,
     "show once a second what the ranks do, rates, the busiest links and the fullest FIFOs"},
    {"--counters", 0, EMUQ_VALUES_NONE, EMUQ_ACTION_COUNTERS, NULL, NULL,
     "say at the end what the Message Units and links have counted"},
    {"--trace", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_TRACE, NULL, "FILE",
     "record what the ranks do with the Message Units, for emuq-trace"},
    {"--backtrace", 0, EMUQ_VALUES_NONE, EMUQ_ACTION_BACKTRACE, NULL, NULL,
     "before a job is ended because of a rank or the time limit, print the stacks of the ranks that run (gdb)"},
    {"--debugger", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_DEBUGGER, NULL, "COMMAND",
     "have a rank wait at its start for a debugger such as gdb: COMMAND -p PROCESS, in a window of tmux or by hand"},
    {"--rank", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_DEBUG_RANK, NULL, "RANK", "rank for the debugger; default 0"},
    {"--stdinrank", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_INPUT_RANK, NULL, "RANK",
     "rank that reads standard input; default 0"},
    {"--cwd", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_CWD, NULL, "DIRECTORY", "directory in which the ranks run"},
    OPTIONS_OF_HOSTS,
    {"--version", 0, EMUQ_VALUES_NONE, EMUQ_ACTION_VERSION, NULL, NULL, "the version of EMUQ"},
    {"--help", 'h', EMUQ_VALUES_NONE, EMUQ_ACTION_HELP, NULL, NULL, "this text"},
    {NULL, 0, EMUQ_VALUES_NONE, EMUQ_ACTION_NOTHING, NULL, NULL, NULL},
};

static const emuq_option_t runjob[] = {
    {"--np", 'n', EMUQ_VALUES_ONE, EMUQ_ACTION_JOB, "--np", "N",
     "ranks; default: as many as the nodes have room for"},
    {"--ranks-per-node", 'p', EMUQ_VALUES_ONE, EMUQ_ACTION_JOB, "--ppn", "N",
     "processes per node: 1, 2, 4, ... 64; default 1"},
    {"--mapping", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_JOB, "--mapping", "ABCDET|FILE",
     "order in which ranks fill the partition, last letter fastest, or a map file"},
    {"--shape", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_JOB, "--shape", "AxBxCxDxE",
     "nodes per dimension, A to D up to 64, E up to 2; default: one that fits --np"},
    {"--envs", 0, EMUQ_VALUES_MANY, EMUQ_ACTION_ENVS, NULL, "NAME=VALUE...",
     "variables for the ranks, beside those they inherit; may be repeated"},
    {"--exe", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_PROGRAM, NULL, "PROGRAM", "the program, if none follows a colon"},
    {"--args", 0, EMUQ_VALUES_MANY, EMUQ_ACTION_ARGUMENTS, NULL, "ARGUMENT...",
     "its arguments; may be repeated"},
    {"--cwd", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_CWD, NULL, "DIRECTORY", "directory in which the ranks run"},
    {"--label", 0, EMUQ_VALUES_MAYBE, EMUQ_ACTION_LABEL, NULL, "none|short|long",
     "put the rank in front of each line: short (default) \"3: \", long \"stdout[3]: \""},
    {"--timeout", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_TIMEOUT, NULL, "SECONDS",
     "end the job then, and say for each rank what it waited for"},
    {"--kill-on-bad-exit", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_BAD_EXIT, NULL, "machine|any|none",
     "exit statuses of a rank that end the job: 1 as on the machine (default), any but 0, or none"},
    {"--stack", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_STACK, NULL, "SIZE",
     "limit of the stack of a rank's main thread, as in 64M; default: the hard limit (ulimit -Hs)"},
    {"--bind", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_BIND, NULL, "core|none|LIST",
     "processors of a rank: its share of the cores if there are enough (default), all, or one of a list such as 0,2-3"},
    {"--verbose", 'v', EMUQ_VALUES_MAYBE, EMUQ_ACTION_VERBOSE, NULL, "0|1|2|3|4|5|6|7",
     "unless 0: say what is run, by which backend, and how memory of other ranks is reached"},
    {"--watch", 0, EMUQ_VALUES_NONE, EMUQ_ACTION_WATCH, NULL, NULL,
     "show once a second what the ranks do, rates, the busiest links and the fullest FIFOs"},
    {"--counters", 0, EMUQ_VALUES_NONE, EMUQ_ACTION_COUNTERS, NULL, NULL,
     "say at the end what the Message Units and links have counted"},
    {"--trace", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_TRACE, NULL, "FILE",
     "record what the ranks do with the Message Units, for emuq-trace"},
    {"--backtrace", 0, EMUQ_VALUES_NONE, EMUQ_ACTION_BACKTRACE, NULL, NULL,
     "before a job is ended because of a rank or the time limit, print the stacks of the ranks that run (gdb)"},
    {"--debugger", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_DEBUGGER, NULL, "COMMAND",
     "have a rank wait at its start for a debugger such as gdb: COMMAND -p PROCESS, in a window of tmux or by hand"},
    {"--rank", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_DEBUG_RANK, NULL, "RANK", "rank for the debugger; default 0"},
    {"--stdinrank", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_INPUT_RANK, NULL, "RANK",
     "rank that reads standard input; default 0"},
    OPTIONS_OF_HOSTS,
    {"--block", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_NOTHING, NULL, "NAME",
     "nothing: a partition is made for each job"},
    {"--exp-env", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_NOTHING, NULL, "NAME",
     "nothing: the ranks inherit all variables"},
    {"--env-all", 0, EMUQ_VALUES_NONE, EMUQ_ACTION_NOTHING, NULL, NULL,
     "nothing: the ranks inherit all variables"},
    {"--version", 0, EMUQ_VALUES_NONE, EMUQ_ACTION_VERSION, NULL, NULL, "the version of EMUQ"},
    {"--help", 'h', EMUQ_VALUES_NONE, EMUQ_ACTION_HELP, NULL, NULL, "this text"},
    {NULL, 0, EMUQ_VALUES_NONE, EMUQ_ACTION_NOTHING, NULL, NULL, NULL},
};
/* clang-format on */

static const char about_own[] =
    "usage: emuq-run [OPTION]... [--] PROGRAM [ARGUMENT]...\n"
    "  Boots a partition of emulated nodes and runs PROGRAM on it, one process per rank.\n\n"
    "    emuq-run --np 16 ./program              16 nodes, a rank on each\n"
    "    emuq-run --shape 2x2x2x2x2 --ppn 4 ./program    32 nodes, 128 ranks\n"
    "    emuq-run --np 16 --hosts n1,n2 ./program        8 nodes on each of two hosts\n";

static const char about_runjob[] =
    "usage: runjob [OPTION]... : PROGRAM [ARGUMENT]...\n"
    "       runjob [OPTION]... --exe PROGRAM [--args ARGUMENT...]\n"
    "  Boots a partition of emulated nodes and runs PROGRAM on it, one process per rank: emuq-run, with the\n"
    "  options of the machine's launcher. Variables RUNJOB_NP, RUNJOB_RANKS_PER_NODE and so on supply "
    "options\n"
    "  that the command line does not give.\n\n"
    "    runjob --np 128 --ranks-per-node 4 --envs NAME=VALUE : ./program\n";

static const char about_both[] =
    "Settings EMUQ_SHAPE, EMUQ_PPN, EMUQ_NP, EMUQ_MAPPING and EMUQ_MESH supply "
    "what no option says; emuq-info\n"
    "lists all settings. Lines of the ranks come through whole.\n"
    "Exit status: the first of a rank that is not 0; 128 and the signal if a rank or the "
    "job is ended by one; 124 after the\n"
    "time limit; 127 or 126 if PROGRAM is not found or cannot be executed; 2 "
    "for a command that is not possible.\n"
    "Signal USR1 to the launcher makes it say what each rank waits for.\n";

bool emuq_is_runjob(void)
{
    return strcmp(emuq_launcher_name, "runjob") == 0;
}

const emuq_option_t *emuq_options(void)
{
    return emuq_is_runjob() ? runjob : own;
}

void emuq_print_help(FILE *out)
{
    fprintf(out, "%s\n", emuq_is_runjob() ? about_runjob : about_own);
    for (const emuq_option_t *option = emuq_options(); option->name != NULL; option++) {
        char left[64], letter[8] = "    ";
        const char *argument = option->argument != NULL ? option->argument : "";
        if (option->letter != 0)
            snprintf(letter, sizeof(letter), "-%c, ", option->letter);
        snprintf(left, sizeof(left), option->values == EMUQ_VALUES_MAYBE ? "%s%s [%s]" : "%s%s %s", letter,
                 option->name, argument);
        fprintf(out, "  %-30s  %s\n", left, option->help);
    }
    fprintf(out, "\n%s", about_both);
}
