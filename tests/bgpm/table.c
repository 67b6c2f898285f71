/* SPDX-License-Identifier: BSD-3-Clause */
/* Constants, sizes and the event table of BGPM, compared with events.csv: table CSV. */
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "quiet.h"

static void sizes(void)
{
    CU_ASSERT_EQUAL(sizeof(Bgpm_Punit_Handles_t), 368);
    CU_ASSERT_EQUAL(sizeof(Bgpm_Punit_LLHandles_t), 208);
    CU_ASSERT_EQUAL(sizeof(Bgpm_EventInfo_t), 48);
    CU_ASSERT_EQUAL(sizeof(Bgpm_MuxStats_t), 40);
    CU_ASSERT_EQUAL(sizeof(BgpmErrTblRec), 16);
    CU_ASSERT_EQUAL(sizeof(BgpmDebugThreadVars_t), 104);
}

static void constants(void)
{
    CU_ASSERT(BGPM_MODE_LLDISTRIB == 1 && BGPM_MODE_SWDISTRIB == 2 && BGPM_MODE_HWDISTRIB == 3);
    CU_ASSERT(BGPM_CTX_KERNEL == 1 && BGPM_CTX_BOTH == 3 && BGPMl1pMode_LIST == 3);
    CU_ASSERT(BGPMUnitType_PUNIT == 1 && BGPMUnitType_NW == 4 && BGPMUnitType_CNK == 5);
    CU_ASSERT(BGPMMuxMinEvts == 5 && BGPMMuxMedEvts == 11 && BGPMMuxMaxEvts == 23);
    CU_ASSERT(BGPM_MAX_OVERFLOW_EVENTS == 24 && BGPM_FEEDBACK_BUFSIZE == 4100 && BGPM_PERIOD2THRES(7) == 7);
    CU_ASSERT(BGPM_LLCOUNT_OVERFLOW(0x8001) && !BGPM_LLCOUNT_OVERFLOW(0x7FFF));
    CU_ASSERT(BGPM_EINV_EVENT == -1002 && BGPM_ECSEVT_REQALLTHDS == -1022 && UPCI_MAX_ERRNO == -1022);
    CU_ASSERT(BGPM_MIN_ERRNO == -2000 && BGPM_MAX_ERRNO == -2043 && BGPM_ENOT_APPLIED == -2024);
    CU_ASSERT(BGPM_MIN_WARNING_NO == 3000 && BGPM_MAX_WARNING_NO == 3005);
    CU_ASSERT(UPC_SCOPE_SAMPLED == 7 && UPC_METRIC_CONSEQ == 6 && UPC_ES_NUMSRCS == 25);
    CU_ASSERT(UPC_APP_HWTID_MASK(0) == (uint64_t)1 << 63 && UPC_APP_HWTID_MASK(63) == 1);
    CU_ASSERT(UPC_APP_HWTID_MASK(64) == 0 && UPC_AGENT_HWTID_MASK(64) == (uint64_t)1 << 63);
    CU_ASSERT(UPC_AGENT_HWTID_MASK(63) == 0 && UPC_AGENT_HWTID_MASK(67) == (uint64_t)1 << 60);
    CU_ASSERT_EQUAL(Bgpm_LibLinked(), 1);
}

static void opcodes(void)
{
    CU_ASSERT(BGPM_INST_I_FORM_MASK == 0xFC00 && BGPM_INST_M_FORM_MASK == 0xFC00);
    CU_ASSERT(BGPM_INST_X_FORM_MASK == 0xFFFF && BGPM_INST_XFX_FORM_MASK == 0xFFFF);
    CU_ASSERT(BGPM_INST_XS_FORM_MASK == 0xFFFE && BGPM_INST_XO_FORM_MASK == 0xFDFF);
    CU_ASSERT(BGPM_INST_A_FORM_MASK == 0xFC1F && BGPM_INST_MD_FORM_MASK == 0xFC0E);
    CU_ASSERT(BGPM_INST_MDS_FORM_MASK == 0xFC0F && BGPM_INST_Z23_FORM_MASK == 0xFCFF);
    CU_ASSERT(BGPM_INST_DS_FORM_MASK == 0xFC01 && BGPM_INST_EVX_FORM_MASK == 0xFFFF);
    CU_ASSERT(BGPM_INST_X_FORM_CODE(31, 23) == (31 << 10 | 23) && BGPM_INST_D_FORM_CODE(32) == 32 << 10);
    CU_ASSERT(UPC_P_XU_OGRP_FLD == 0x8000000 && UPC_P_XU_OGRP_WCH == 0x8 && UPC_P_XU_OGRP_ALL == 0xFFFFFF8);
    CU_ASSERT(UPC_P_AXU_OGRP_FOTH == 0x200000 && UPC_P_AXU_OGRP_QCMP == 0x2);
    CU_ASSERT(UPC_P_AXU_OGRP_FPGRP1 == 0x3F7DFE && UPC_P_AXU_OGRP_FPGRP2_QUAD == 0xF0);
}

/* The name of an enumerator without its prefix. */
static const char *source_name(UPC_EventSources_t source)
{
    static const char *const name[] = {
#define UPC_EVTSRC(name, mnemonic, text) #name,
#include "spi/include/upci/upc_evtsrcs.h"
    };
    return name[source];
}

/* Compares a row of the file with the properties reported by the library. */
static bool row_is_right(const char *row)
{
    static const char *const units[] = {"-", "PUNIT", "L2", "IO", "NW", "CNK"};
    static const char *const scopes[] = {"-",          "thread", "core",     "coreshared",
                                         "nodeshared", "node",   "exclusive"};
    static const char *const metrics[] = {"-", "bevents", "bcycles", "events", "cycles", "single", "conseq"};
    char label[64], unit[8], metric[16], source[16], scope[16], lower[64];
    unsigned id, edge, inverted, channels;
    Bgpm_EventInfo_t info;
    if (sscanf(row, "%u,%63[^,],%7[^,],%15[^,],%15[^,],%15[^,],%u,%u,%x", &id, label, unit, metric, source,
               scope, &edge, &inverted, &channels) != 9)
        return false;
    size_t n = strlen(label);
    for (size_t i = 0; i <= n; i++)
        lower[i] = (char)tolower(label[i]);
    return Bgpm_GetEventIdInfo(id, &info) == 0 && info.evtId == id && strcmp(info.label, label) == 0 &&
           strcmp(Bgpm_GetEventIdLabel(id), label) == 0 && Bgpm_GetEventIdFromLabel(lower) == (int)id &&
           strcmp(units[info.unitType], unit) == 0 && strcmp(metrics[info.metric], metric) == 0 &&
           strcmp(scopes[info.scope], scope) == 0 && strcmp(source_name(info.srcType), source) == 0 &&
           info.edge == edge && info.inverted == inverted && info.desc[0] != '\0' &&
           emuq_event_record(id)->channels == channels;
}

static void events(void)
{
    char row[256];
    unsigned rows = 0;
    FILE *file = fopen(EVENTS, "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CU_ASSERT_PTR_NOT_NULL(fgets(row, sizeof row, file)); /* the heading */
    while (fgets(row, sizeof row, file) != NULL) {
        rows++;
        if (!row_is_right(row)) {
            printf("  wrong: %s", row);
            CU_FAIL("an event differs from the table");
        }
    }
    fclose(file);
    CU_ASSERT_EQUAL(rows, PEVT_LAST_EVENT);
}

static void lookups(void)
{
    Bgpm_EventInfo_t info;
    char text[64];
    int length = sizeof text;
    bgpm_quiet();
    CU_ASSERT(PEVT_CYCLES == 211 && PEVT_NW_CYCLES == 384 && PEVT_PUNIT_LAST_EVENT == 277);
    CU_ASSERT_PTR_NULL(Bgpm_GetEventIdLabel(415));
    CU_ASSERT_EQUAL(Bgpm_GetEventIdFromLabel("PEVT_NONE"), 0);
    CU_ASSERT(Bgpm_GetEventIdInfo(0, &info) == BGPM_EUNREC_EVTID && Bgpm_LastErr() == BGPM_EUNREC_EVTID);
    CU_ASSERT_EQUAL(Bgpm_GetEventIdInfo(415, &info), BGPM_EUNREC_EVTID);
    CU_ASSERT_EQUAL(Bgpm_GetEventIdInfo(1, NULL), BGPM_EINV_PARM);
    CU_ASSERT_EQUAL(Bgpm_GetLongDesc(PEVT_CYCLES, text, &length), 0);
    CU_ASSERT_STRING_EQUAL(text, "processor cycles");
    CU_ASSERT_EQUAL(length, 16);
    length = 16;
    CU_ASSERT(Bgpm_GetLongDesc(PEVT_CYCLES, text, &length) == BGPM_EARRAY_TOO_SMALL && length == 17);
    CU_ASSERT_PTR_EQUAL(Upci_GetL2EventRec(PEVT_L2_HITS)->label, Bgpm_GetEventIdLabel(PEVT_L2_HITS));
    CU_ASSERT(Upci_GetNWEventRec(PEVT_CYCLES) == NULL && Upci_IsA2Event(1) && !Upci_IsA2Event(PEVT_CYCLES));
}

/* A file of long descriptions: an index record for each event, then texts, each with its number at the start.
 */
static void description_file(void)
{
    char name[] = "/tmp/bgpm_desc_XXXXXX", text[64] = "";
    int length = sizeof text, fd = mkstemp(name);
    CU_ASSERT_FATAL(fd >= 0);
    FILE *file = fdopen(fd, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    for (int id = 0; id < 3; id++)
        fprintf(file, "%-7d %-7d\n", 48 + 10 * (id == 2), id == 1 ? 10 : 11);
    fprintf(file, "0001 first0003 second");
    fclose(file);
    setenv("BGPM_EVTDESC_FILE", name, 1);
    CU_ASSERT_EQUAL(Bgpm_GetLongDesc(1, text, &length), 0);
    CU_ASSERT_STRING_EQUAL(text, "first");
    length = sizeof text;
    CU_ASSERT_EQUAL(Bgpm_GetLongDesc(2, text, &length), BGPM_ELONGDESC_CORRUPT);
    remove(name);
    CU_ASSERT_EQUAL(Bgpm_GetLongDesc(1, text, &length), -ENOENT);
    unsetenv("BGPM_EVTDESC_FILE");
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"sizes", sizes},   {"constants", constants}, {"opcodes", opcodes},
        {"events", events}, {"look-ups", lookups},    {"file of descriptions", description_file},
        {NULL, NULL},
    };
    return emuq_test_main("BGPM: constants and events", tests);
}
