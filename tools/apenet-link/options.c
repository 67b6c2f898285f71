/* SPDX-License-Identifier: BSD-3-Clause */
/* The command line of apenet-link: a command, its options, and a file. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "tools/apenet-link/wire.h"
#include "tools/common/options.h"

/* An option; --help prints the rows in this order. */
typedef struct options_row {
    char letter; /* value of getopt_long() */
    const char *name, *argument, *help;
} options_row_t;

static const options_row_t options_rows[] = {
    {'d', "dialect", "apenet|exanet", "dialect of the link protocol; default apenet"},
    {'f', "format", "hex|text|packets|pcapng", "output; default hex, of decode text"},
    {'p', "period", "N", "words between CREDITs, 0: no CREDITs; default 255"},
    {'s', "seed", "N", "start of the random numbers of payloads; default 0"},
    {'F', "faults", "SPEC",
     "seed:S,ber:B,burst:N,header:P,link:X.Y.Z.PORT@PACKET as in EMUQ_APENET_FAULTS; talk: also "
     "lose:P,double:P,reorder:P"},
    {'l', "lose", "W,W,...", "lose the words of these numbers"},
    {'w', "double", "W,W,...", "send the words of these numbers twice"},
    {'S', "stream", "N", "read this stream of a capture only"},
    {'P', "ports", "FROM,TO", "UDP ports of a written capture; default 24576,24585"},
    {'b', "bind", "ADDRESS:PORT", "address of this end; default 127.0.0.1:0, a free port"},
    {'e', "peer", "ADDRESS:PORT", "address of the peer; default: the source of the first datagram"},
    {'n', "seconds", "N", "end when no packet has arrived for this time; default 2"},
    {'o', "output", "FILE", "write to this file; default: standard output"},
    {'v', "version", NULL, "print the version of EMUQ"},
    {'h', "help", NULL, "print this text; COMMAND --help: the options of the command"},
};

#define OPTIONS_ROWS (sizeof options_rows / sizeof options_rows[0])

static const struct {
    const char *name, *options, *formats, *help;
} options_commands[] = {
    [WIRE_ENCODE] = {"encode", "dfpsPovh", "hex text packets pcapng",
                     "encode packets, one per line, to words"},
    [WIRE_DECODE] = {"decode", "dfSPovh", "hex text packets pcapng",
                     "print words and packets with their checks"},
    [WIRE_INJECT] = {"inject", "fFlwSPovh", "hex pcapng", "damage, lose and repeat words"},
    [WIRE_TALK] = {"talk", "sFbenvh", "", "exchange packets with a peer over UDP"},
};

#define OPTIONS_COMMANDS (sizeof options_commands / sizeof options_commands[0])

static const char *const options_formats[] = {
    [WIRE_HEX] = "hex", [WIRE_TEXT] = "text", [WIRE_PACKETS] = "packets", [WIRE_PCAPNG] = "pcapng"};

/* ---- help ---- */

static int options_help(size_t command)
{
    bool is_all = command == OPTIONS_COMMANDS;
    if (is_all) {
        puts("usage: apenet-link COMMAND [OPTION]... [FILE]\n"
             "  Shows the words of APElink: apenet-link encode | apenet-link inject | apenet-link decode\n\n"
             "commands:");
        for (size_t i = 0; i < OPTIONS_COMMANDS; i++)
            printf("  %-8s %s\n", options_commands[i].name, options_commands[i].help);
    } else {
        printf("usage: apenet-link %s [OPTION]... [FILE]\n  %s\n", options_commands[command].name,
               options_commands[command].help);
    }
    puts("\noptions:");
    for (const options_row_t *o = options_rows; o < options_rows + OPTIONS_ROWS; o++) {
        char left[48];
        if (!is_all && strchr(options_commands[command].options, o->letter) == NULL)
            continue;
        snprintf(left, sizeof left, "%s--%s%s%s", o->letter == 'o' ? "-o, " : "", o->name,
                 o->argument != NULL ? " " : "", o->argument != NULL ? o->argument : "");
        printf("  %-32s  %s\n", left, o->help);
    }
    puts(command == WIRE_TALK
             ? "\nexit status: 0 if the peer has acknowledged all packets, 1 if not, or if the link is down, "
               "2 "
               "for a wrong command line or input"
             : "\nexit status: 0, 1 if words are damaged or a file cannot be written, 2 for a wrong command "
               "line or input");
    return 0;
}

/* ---- values ---- */

static bool options_number(const char *option, const char *text, uint64_t least, uint64_t most,
                           uint64_t *number)
{
    if (emuq_number_parse(text, EMUQ_NUMBER_COUNT, least, most, number) == 0)
        return true;
    return wire_error("--%s: invalid value '%s' (expected a number from %llu to %llu)", option, text,
                      (unsigned long long)least, (unsigned long long)most);
}

static int options_compare(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Numbers separated by commas, in ascending order. */
static bool options_list(const char *option, const char *text, uint64_t **list, size_t *count)
{
    size_t capacity = 0;
    free(*list);
    *list = NULL;
    *count = 0;
    for (const char *at = text;; at++) {
        uint64_t number;
        if (emuq_number_scan(at, EMUQ_NUMBER_COUNT, &number, &at) != 0 || (*at != ',' && *at != '\0'))
            return wire_error("--%s: invalid value '%s' (expected numbers of words with commas)", option,
                              text);
        *list = wire_grow(*list, &capacity, *count + 1, sizeof **list);
        (*list)[(*count)++] = number;
        if (*at == '\0')
            break;
    }
    qsort(*list, *count, sizeof **list, options_compare);
    return true;
}

static bool options_ports(const char *text, uint16_t ports[2])
{
    uint64_t from, to;
    const char *at;
    if (emuq_number_scan(text, EMUQ_NUMBER_COUNT, &from, &at) != 0 || *at != ',' ||
        emuq_number_parse(at + 1, EMUQ_NUMBER_COUNT, 1, 65535, &to) != 0 || from == 0 || from > 65535)
        return wire_error("--ports: invalid value '%s' (expected two UDP ports, such as 24576,24585)", text);
    ports[0] = (uint16_t)from;
    ports[1] = (uint16_t)to;
    return true;
}

static bool options_dialect(const char *text, apenet_dialect_t *dialect)
{
    bool is_exanet = strcmp(text, "exanet") == 0;
    *dialect = is_exanet ? APENET_DIALECT_EXANET : APENET_DIALECT_APENET;
    return is_exanet || strcmp(text, "apenet") == 0 ||
           wire_error("--dialect: invalid value '%s' (expected apenet or exanet)", text);
}

static bool options_format(wire_options_t *o, const char *text)
{
    const char *formats = options_commands[o->command].formats;
    for (unsigned i = 0; i < sizeof options_formats / sizeof *options_formats; i++) {
        if (strcmp(text, options_formats[i]) == 0 && strstr(formats, text) != NULL) {
            o->format = (wire_format_t)i;
            return true;
        }
    }
    return wire_error("--format: invalid value '%s' of %s (expected %s)", text,
                      options_commands[o->command].name,
                      o->command == WIRE_INJECT ? "hex or pcapng" : "hex, text, packets or pcapng");
}

static bool options_period(const char *text, uint32_t *period)
{
    uint64_t value;
    if (!options_number("period", text, 0, 1000000, &value))
        return false;
    *period = (uint32_t)value;
    return value == 0 || value >= 3 ||
           wire_error("--period: invalid value '%s' (expected 0, or at least 3)", text);
}

static bool options_faults(const char *text, apenet_fault_plan_t *plan)
{
    char what[256];
    return apenet_fault_plan_parse(text, plan, what, sizeof what) == 0 || wire_error("--faults: %s", what);
}

static bool options_set(wire_options_t *o, int letter)
{
    switch (letter) {
    case 'd':
        return options_dialect(optarg, &o->dialect);
    case 'f':
        return options_format(o, optarg);
    case 'p':
        return options_period(optarg, &o->period);
    case 's':
        return options_number("seed", optarg, 0, UINT64_MAX, &o->seed);
    case 'F':
        return options_faults(optarg, &o->faults);
    case 'l':
        return options_list("lose", optarg, &o->lose, &o->lose_count);
    case 'w':
        return options_list("double", optarg, &o->twice, &o->twice_count);
    case 'S':
        return options_number("stream", optarg, 1, UINT32_MAX, &o->only);
    case 'P':
        return options_ports(optarg, o->ports);
    case 'b':
        o->bind = optarg;
        return true;
    case 'e':
        o->peer = optarg;
        return true;
    case 'n':
        return options_number("seconds", optarg, 1, 86400, &o->seconds);
    default:
        o->output = optarg;
        return true;
    }
}

/* ---- the command line ---- */

static size_t options_find(const char *name)
{
    emuq_nearest_t search = emuq_nearest(name, strlen(name));
    for (size_t i = 0; i < OPTIONS_COMMANDS; i++) {
        if (strcmp(options_commands[i].name, name) == 0)
            return i;
        emuq_nearest_try(&search, options_commands[i].name);
    }
    if (search.name != NULL)
        wire_error("unknown command %s; did you mean %s?", name, search.name);
    else
        wire_error("unknown command %s (expected encode, decode, inject or talk)", name);
    return OPTIONS_COMMANDS;
}

/* Rejects an option of a different command. */
static bool options_reject(size_t command, int letter)
{
    const options_row_t *o = options_rows;
    while (o->letter != letter)
        o++;
    return wire_error("%s takes no option --%s", options_commands[command].name, o->name);
}

/* @param command OPTIONS_COMMANDS: none, only --version and --help @return -1, or an exit status */
static int options_scan(wire_options_t *o, size_t command, int argc, char **argv)
{
    struct option known[OPTIONS_ROWS + 1] = {{.name = NULL}};
    const emuq_tool_options_t line = {.tool = "apenet-link", .shorts = "o:", .longs = known};
    for (size_t i = 0; i < OPTIONS_ROWS; i++)
        known[i] = (struct option){options_rows[i].name,
                                   options_rows[i].argument != NULL ? required_argument : no_argument, NULL,
                                   options_rows[i].letter};
    optind = 0;
    for (int letter; (letter = emuq_tool_option(&line, argc, argv)) != -1;) {
        if (letter == '?')
            return WIRE_STATUS_USAGE;
        if (letter == 'h')
            return options_help(command);
        if (letter == 'v')
            return puts(EMUQ_VERSION), 0;
        if (command == OPTIONS_COMMANDS)
            break;
        if (strchr(options_commands[command].options, letter) == NULL && !options_reject(command, letter))
            return WIRE_STATUS_USAGE;
        if (!options_set(o, letter))
            return WIRE_STATUS_USAGE;
    }
    return -1;
}

static bool options_check(const wire_options_t *o, int arguments)
{
    if (arguments > 1)
        return wire_error("%d files (expected one, or none for standard input)", arguments);
    if (o->input != NULL && o->output != NULL && emuq_is_same_file(o->input, o->output))
        return wire_error("--output: '%s' is the file that is read; name a different file", o->output);
    if (o->command == WIRE_INJECT && !o->faults.is_on && o->lose_count == 0 && o->twice_count == 0)
        return wire_error("inject needs faults: --faults, --lose or --double");
    return true;
}

int wire_options_read(wire_options_t *o, int argc, char **argv)
{
    memset(o, 0, sizeof *o);
    if (argc < 2 || argv[1][0] == '-') {
        int status = options_scan(o, OPTIONS_COMMANDS, argc, argv);
        if (status < 0)
            wire_error("no command (expected encode, decode, inject or talk); see apenet-link --help");
        return status < 0 ? WIRE_STATUS_USAGE : status;
    }
    size_t command = options_find(argv[1]);
    if (command == OPTIONS_COMMANDS)
        return WIRE_STATUS_USAGE;
    o->command = (wire_command_t)command;
    o->format = o->command == WIRE_DECODE ? WIRE_TEXT : WIRE_HEX;
    o->period = 255;
    o->faults.burst = 1;
    o->bind = "127.0.0.1:0";
    o->seconds = 2;
    o->ports[0] = WIRE_PORT;
    o->ports[1] = WIRE_PORT + WIRE_NODE_PORTS + 3; /* X+ of node 0, X- of node 1 */
    argv++;
    argc--;
    int status = options_scan(o, command, argc, argv);
    if (status >= 0)
        return status;
    bool is_file = optind < argc && strcmp(argv[optind], "-") != 0;
    o->input = is_file ? argv[optind] : NULL;
    return options_check(o, argc - optind) ? -1 : WIRE_STATUS_USAGE;
}

void wire_options_free(wire_options_t *o)
{
    free(o->lose);
    free(o->twice);
}
