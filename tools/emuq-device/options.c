/* SPDX-License-Identifier: BSD-3-Clause */
/* The command line of emuq-device. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "emuq/partition.h"
#include "tools/common/options.h"
#include "tools/emuq-device/device.h"

static const struct option options_table[] = {
    {"socket", required_argument, NULL, 's'},
    {"file", required_argument, NULL, 'f'},
    {"shape", required_argument, NULL, 'S'},
    {"mesh", required_argument, NULL, 'm'},
    {"ppn", required_argument, NULL, 'p'},
    {"memory", required_argument, NULL, 'M'},
    {"separate", no_argument, NULL, 'e'},
    {"run", required_argument, NULL, 'r'},
    {"version", no_argument, NULL, 'v'},
    {"help", no_argument, NULL, 'h'},
    {0},
};

static const char options_help[] =
    "usage: emuq-device --socket PATH [--shape AxBxCxDxE [--ppn N]]\n"
    "       emuq-device --file PATH --shape AxBxCxDxE [--ppn N] [--mesh ABCDE] [--memory SIZE] [--separate]\n"
    "       emuq-device [OPTION]... --run COMMAND [ARGUMENT]...\n"
    "  Emulates a memory-mapped Message Unit for programs with EMUQ_BACKEND=mmio and EMUQ_DEVICE=PATH in "
    "the\n"
    "  environment. Runs until SIGINT or SIGTERM, or until COMMAND ends.\n\n"
    "  --socket PATH       create the partitions that programs request, one at a time; @NAME needs no file\n"
    "  --file PATH         write one partition into a file; %n in PATH: one file per node, n is the node "
    "number\n"
    "  --shape AxBxCxDxE   nodes per dimension; with a socket, different shapes are rejected\n"
    "  --mesh ABCDE        dimensions that do not wrap around\n"
    "  --ppn N             processes per node; default: chosen by the program\n"
    "  --memory SIZE       bytes of shared memory in the file, a multiple of 64M; default 1G\n"
    "  --separate          each node of a file has a separate part of the memory\n"
    "  --run COMMAND...    start COMMAND with this environment, and exit with its status\n"
    "  --version, --help\n";

static int options_reject(const char *option, const char *text, const char *expected)
{
    emuq_device_message("--%s: invalid value '%s' (expected %s)", option, text, expected);
    return -EINVAL;
}

static int options_read_mesh(const char *text, uint32_t *mesh)
{
    if (text[strspn(text, "ABCDE")] != '\0')
        return options_reject("mesh", text, "letters of ABCDE");
    for (*mesh = 0; *text != '\0'; text++)
        *mesh |= 0x10u >> (*text - 'A');
    return 0;
}

static int options_read(emuq_device_options_t *o, int option, const char *text)
{
    uint64_t number;
    switch (option) {
    case 's':
        o->socket = text;
        return 0;
    case 'f':
        o->file = text;
        return 0;
    case 'S':
        o->has_shape = true;
        return emuq_parse_shape(text, o->size) == 0 ? 0
                                                    : options_reject("shape", text, "a shape like 2x2x1x1x1");
    case 'm':
        return options_read_mesh(text, &o->mesh);
    case 'p':
        if (emuq_number_parse(text, EMUQ_NUMBER_COUNT, 1, 64, &number) != 0)
            return options_reject("ppn", text, "1, 2, 4, ... 64");
        o->ppn = (uint32_t)number;
        return 0;
    case 'M':
        return emuq_number_parse(text, EMUQ_NUMBER_SIZE, 0, UINT64_MAX, &o->memory) == 0
                   ? 0
                   : options_reject("memory", text, "a number with suffix K, M or G");
    case 'e':
        o->separate = true;
        return 0;
    default:
        return -EINVAL;
    }
}

static int options_check(const emuq_device_options_t *o)
{
    const char *error = NULL;
    if (o->socket != NULL && o->file != NULL)
        error = "--socket excludes --file";
    else if (o->socket == NULL && o->file == NULL && o->command == NULL)
        error = "one of --socket, --file or --run is required";
    else if (o->file != NULL && !o->has_shape)
        error = "--file needs --shape";
    else if (o->file == NULL && (o->mesh != 0 || o->separate || o->memory != 0))
        error = "--mesh, --memory and --separate need --file; with a socket, programs choose them";
    else if (o->ppn != 0 && !o->has_shape)
        error = "--ppn needs --shape";
    else if (o->socket != NULL && (o->socket[0] == '\0' || strcmp(o->socket, "@") == 0))
        error = "--socket: empty name (expected a path or @NAME)";
    if (error != NULL)
        emuq_device_message("%s", error);
    return error != NULL ? -EINVAL : 0;
}

/* Rejects shapes that no device supports, before any file is created. */
static int options_check_shape(const emuq_device_options_t *o)
{
    char reason[EMUQ_REASON_BYTES];
    emuq_device_plan_t plan = {.ppn = o->ppn, .aperture_bytes = EMUQ_GRANULE_BYTES};
    memcpy(plan.geometry.size, o->size, sizeof o->size);
    if (!o->has_shape || emuq_plan_check(&plan, EMUQ_GRANULE_BYTES, reason) == 0)
        return 0;
    emuq_device_message("%s", reason);
    return -EINVAL;
}

int emuq_device_options(int argc, char **argv, emuq_device_options_t *o)
{
    static const emuq_tool_options_t line = {.tool = "emuq-device", .shorts = "+", .longs = options_table};
    *o = (emuq_device_options_t){.size = {1, 1, 1, 1, 1}};
    int option, rc = 0;
    optind = 0;
    while (rc == 0 && o->command == NULL && (option = emuq_tool_option(&line, argc, argv)) != -1) {
        if (option == 'v' || option == 'h') {
            fputs(option == 'h' ? options_help : EMUQ_VERSION "\n", stdout);
            return 1;
        }
        if (option == 'r') { /* the rest of the command line is the command */
            o->command = &argv[optind - 1];
            o->command[0] = optarg;
        } else {
            rc = options_read(o, option, optarg);
        }
    }
    if (rc == 0 && o->command == NULL && optind < argc) {
        emuq_device_message("unexpected argument '%s'; a command follows --run", argv[optind]);
        rc = -EINVAL;
    }
    if (rc == 0)
        rc = options_check(o);
    return rc == 0 ? options_check_shape(o) : rc;
}
