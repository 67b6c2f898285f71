/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernel-shim/partition/kernel_variables.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"
#include "base/log.h"

/* Variables without effect, without their prefix. */
static const char *const ignored[] = {
    "PERSISTMEMRESET",
    "THREADMODEL",
    "MAPNOALIASES",
    "MAPALIGN16",
    "LOCALFSSIZE",
    "MAINSTACKSIZE",
    "STACKGUARDENABLE",
    "STACKGUARDSIZE",
    "APPAGENTCOMM",
    "APPAGENT",
    "AGENTCOMMHEAPSIZE",
    "AGENTHEAPSIZE",
    "DISTRIBUTEDMAPFILE",
    "COLLECTIVELOAD",
    "TERMCHECK",
    "MURESET",
    "CRC_EXCHANGE",
    "SIMULATE_CRC_EXCHANGE_ERROR",
    "PROCESSESPERNODE",
    "NP",
    "ALLOW_CACHELINE_LOCKING",
    "COREDUMPAGENTENABLED",
    "COREDUMPBINARY",
    "COREDUMPCONCURRENT",
    "COREDUMPDISABLED",
    "COREDUMPFILEPREFIX",
    "COREDUMPFPR",
    "COREDUMPGPR",
    "COREDUMPINTCOUNT",
    "COREDUMPMAXNODES",
    "COREDUMPONERROR",
    "COREDUMPONEXIT",
    "COREDUMPPATH",
    "COREDUMPPERS",
    "COREDUMPRANK",
    "COREDUMPREGS",
    "COREDUMPSCOPE",
    "COREDUMPSPR",
    "COREDUMPSTACK",
    "COREDUMPTLBS",
    "COREDUMP_MAILBOX",
    "DEBUGREGSYSCALLSENABLED",
    "DISABLESHAREDTEXT",
    "EEPRIORITY",
    "INTERPRETER",
    "IPIMESSAGEPOLL",
    "IULLAVOIDDELAY",
    "IULLAVOIDPERIOD",
    "JITTERBUG",
    "L2LOCK_CLEAR_SET",
    "L2LOCK_L1_ONLY",
    "L2_OVERLOCK_THRESHOLD",
    "LLBCHECK",
    "MAXALIGNEXP",
    "POWERMGMTDDRTHROTTLE",
    "POWERMGMTDUR",
    "POWERMGMTPERIOD",
    "SIMPLEROLLBACK",
    "SNAPSHOTRATE",
    "SYSIODLOGFUNCTIONSHIPERRORS",
    "SYSIODLOGJOBSTATISTICS",
    "SYSIODPOSIXMODE",
    "TRACE",
};

void emuq_kernel_variables_report(void)
{
    char name[64], list[320];
    emuq_text_t text = emuq_text(list, sizeof(list));
    unsigned count = 0;
    for (size_t i = 0; i < sizeof(ignored) / sizeof(ignored[0]); i++) {
        snprintf(name, sizeof(name), "BG_%s", ignored[i]);
        if (getenv(name) != NULL)
            emuq_text_add(&text, "%s%s", count++ != 0 ? ", " : "", name);
    }
    if (count != 0)
        emuq_log("%u variable%s of the machine's kernel %s no effect here: %s", count,
                     count == 1 ? "" : "s", count == 1 ? "has" : "have", list);
}
