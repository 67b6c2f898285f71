/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "tools/emuq-device/options.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emuq/partition.h"
#include "base/text.h"
#include "tools/emuq-device/plan.h"
#include "tools/emuq-device/say.h"

enum { SOCKET = 1, FILE_PATH, SHAPE, MESH, PPN, MEMORY, SEPARATE, RUN, VERSION, HELP };

static const struct option options[] = {
    {"socket", required_argument, NULL, SOCKET},
    {"file", required_argument, NULL, FILE_PATH},
    {"shape", required_argument, NULL, SHAPE},
    {"mesh", required_argument, NULL, MESH},
    {"ppn", required_argument, NULL, PPN},
    {"memory", required_argument, NULL, MEMORY},
    {"separate", no_argument, NULL, SEPARATE},
    {"run", required_argument, NULL, RUN},
    {"version", no_argument, NULL, VERSION},
    {"help", no_argument, NULL, HELP},
    {NULL, 0, NULL, 0},
};

static const char help[] =
    "usage: emuq-device --socket PATH [--shape AxBxCxDxE [--ppn N]]\n"
    "       emuq-device --file PATH --shape AxBxCxDxE [--ppn N] [--mesh ABCDE] [--memory SIZE] [--separate]\n"
    "       emuq-device [OPTION]... --run COMMAND [ARGUMENT]...\n"
    "  Plays a Message Unit whose registers other programs map: those that are started with "
    "EMUQ_BACKEND=mmio and\n"
    "  EMUQ_DEVICE=PATH in the environment. Runs until SIGINT or SIGTERM, or until COMMAND ends.\n\n"
    "  --socket PATH       make the partitions that programs ask for, one at a time; @NAME needs no file\n"
    "  --file PATH         write one partition into a file; with %n in PATH a file for each node\n"
    "  --shape AxBxCxDxE   nodes per dimension; with a socket, other shapes are refused\n"
    "  --mesh ABCDE        dimensions that do not wrap around\n"
    "  --ppn N             processes per node; default: as many as the program wants\n"
    "  --memory SIZE       bytes of memory in a file that nodes reach, a multiple of 64M; default 1G\n"
    "  --separate          each node of a file has its own part of the memory, not all the same\n"
    "  --run COMMAND...    start COMMAND with that environment, and end with it and its status\n"
    "  --version, --help\n";

static int bad(const char *option, const char *text, const char *wanted)
{
    emuq_say("--%s %s is not possible; %s", option, text, wanted);
    return -EINVAL;
}

static int parse_mesh(const char *text, uint32_t *mesh)
{
    static const char names[] = "ABCDE";
    for (*mesh = 0; *text != '\0'; text++) {
        const char *name = strchr(names, *text);
        if (name == NULL)
            return -EINVAL;
        *mesh |= 0x10u >> (name - names);
    }
    return 0;
}

static int take(emuq_device_options_t *o, int option, const char *text)
{
    uint64_t number;
    switch (option) {
    case SOCKET:
        o->socket = text;
        return 0;
    case FILE_PATH:
        o->file = text;
        return 0;
    case SHAPE:
        o->has_shape = true;
        return emuq_parse_shape(text, o->size) == 0 ? 0 : bad("shape", text, "it is like 2x2x1x1x1");
    case MESH:
        return parse_mesh(text, &o->mesh) == 0 ? 0 : bad("mesh", text, "it is letters of ABCDE");
    case PPN:
        if (emuq_number_parse(text, EMUQ_NUMBER_COUNT, 1, 64, &number) != 0)
            return bad("ppn", text, "it is 1, 2, 4 and so on up to 64");
        o->ppn = (uint32_t)number;
        return 0;
    case MEMORY:
        return emuq_number_parse(text, EMUQ_NUMBER_SIZE, 0, UINT64_MAX, &o->memory) == 0
                   ? 0
                   : bad("memory", text, "it is a number with K, M or G");
    case SEPARATE:
        o->separate = true;
        return 0;
    default:
        fputs("emuq-device --help lists the options\n", stderr);
        return -EINVAL;
    }
}

/* What does not go together. */
static int check(const emuq_device_options_t *o)
{
    if (o->socket != NULL && o->file != NULL)
        return emuq_say("--socket and --file exclude each other"), -EINVAL;
    if (o->socket == NULL && o->file == NULL && o->command == NULL)
        return emuq_say("what is offered where? Give --socket PATH, --file PATH or --run COMMAND"), -EINVAL;
    if (o->file != NULL && !o->has_shape)
        return emuq_say("a file holds one partition: which? Give --shape"), -EINVAL;
    if (o->file == NULL && (o->mesh != 0 || o->separate || o->memory != 0))
        return emuq_say("--mesh, --memory and --separate are for --file; programs behind a socket say what "
                        "they want"),
               -EINVAL;
    if (o->ppn != 0 && !o->has_shape)
        return emuq_say("--ppn needs --shape"), -EINVAL;
    if (o->socket != NULL && (o->socket[0] == '\0' || strcmp(o->socket, "@") == 0))
        return emuq_say("--socket needs a path, or @ and a name"), -EINVAL;
    return 0;
}

/* A shape that no device can have is found before anything is made. */
static int check_shape(const emuq_device_options_t *o)
{
    char reason[112];
    emuq_plan_t plan = {.ppn = o->ppn, .aperture_bytes = EMUQ_GRANULE_BYTES};
    memcpy(plan.geometry.size, o->size, sizeof o->size);
    if (!o->has_shape || emuq_plan_check(&plan, EMUQ_GRANULE_BYTES, reason, sizeof reason) == 0)
        return 0;
    emuq_say("%s", reason);
    return -EINVAL;
}

int emuq_device_options(int argc, char **argv, emuq_device_options_t *o)
{
    *o = (emuq_device_options_t){.size = {1, 1, 1, 1, 1}};
    int option, rc = 0;
    opterr = 1;
    while (rc == 0 && o->command == NULL && (option = getopt_long(argc, argv, "+", options, NULL)) != -1) {
        if (option == VERSION || option == HELP) {
            fputs(option == HELP ? help : EMUQ_VERSION "\n", stdout);
            return 1;
        }
        if (option == RUN) { /* and everything behind it */
            o->command = &argv[optind - 1];
            o->command[0] = optarg;
        } else {
            rc = take(o, option, optarg);
        }
    }
    if (rc == 0 && o->command == NULL && optind < argc) {
        emuq_say("\"%s\" is no option; a command follows --run", argv[optind]);
        rc = -EINVAL;
    }
    if (rc == 0)
        rc = check(o);
    return rc == 0 ? check_shape(o) : rc;
}
