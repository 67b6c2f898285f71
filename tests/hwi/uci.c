/* SPDX-License-Identifier: BSD-3-Clause */
/* Universal component identifiers: the check values of the specification (uci 3), in both directions, and
 * wrong texts.
 */
#include "hwi/include/common/uci.h"

#include <stdio.h>

#include "emuq_test.h"

static const struct {
    const char *text;
    unsigned component;
    uint64_t value;
} rows[] = {
    {"R00", BG_UCI_Component_ComputeRack, UINT64_C(0x0400000000000000)},
    {"RAV", BG_UCI_Component_ComputeRack, UINT64_C(0x055F000000000000)},
    {"Q0A", BG_UCI_Component_IoRack, UINT64_C(0x080A000000000000)},
    {"R12-M1", BG_UCI_Component_Midplane, UINT64_C(0x0C22800000000000)},
    {"R12-B3", BG_UCI_Component_BulkPowerSupplyOnComputeRack, UINT64_C(0x1022C00000000000)},
    {"R12-B3-P8", BG_UCI_Component_PowerModuleOnComputeRack, UINT64_C(0x1422E00000000000)},
    {"Q12-B-P8", BG_UCI_Component_PowerModuleOnIoRack, UINT64_C(0x1822200000000000)},
    {"R12-K", BG_UCI_Component_ClockCardOnComputeRack, UINT64_C(0x1C22000000000000)},
    {"Q12-K1", BG_UCI_Component_ClockCardOnIoRack, UINT64_C(0x2022800000000000)},
    {"R12-IC", BG_UCI_Component_IoDrawerOnComputeRack, UINT64_C(0x2422C00000000000)},
    {"Q12-I5", BG_UCI_Component_IoDrawerOnIoRack, UINT64_C(0x2822500000000000)},
    {"R12-M1-N15", BG_UCI_Component_NodeBoard, UINT64_C(0x2C22F80000000000)},
    {"Q12-I5-H2", BG_UCI_Component_FanAssemblyOnIoRack, UINT64_C(0x3022580000000000)},
    {"R00-M0-N00-J00", BG_UCI_Component_ComputeCardOnNodeBoard, UINT64_C(0x3400000000000000)},
    {"R12-M1-N15-J31", BG_UCI_Component_ComputeCardOnNodeBoard, UINT64_C(0x3422FFC000000000)},
    {"Q12-I5-J07", BG_UCI_Component_ComputeCardOnIoBoardOnIoRack, UINT64_C(0x382251C000000000)},
    {"R12-M1-N15-J31-C16", BG_UCI_Component_ComputeCardCoreOnNodeBoard, UINT64_C(0x3C22FFE000000000)},
    {"Q12-I5-J07-C03", BG_UCI_Component_ComputeCardCoreOnIoBoard, UINT64_C(0x402251C600000000)},
    {"R12-M1-S", BG_UCI_Component_ServiceCard, UINT64_C(0x4422800000000000)},
    {"R12-M1-N15-U08", BG_UCI_Component_LinkModuleOnNodeBoard, UINT64_C(0x4822FC0000000000)},
    {"Q12-I5-U05", BG_UCI_Component_LinkModuleOnIoBoard, UINT64_C(0x4C22528000000000)},
    {"R12-M1-N15-O35", BG_UCI_Component_OpticalModuleOnNodeBoard, UINT64_C(0x5022FC6000000000)},
    {"Q12-I5-O10", BG_UCI_Component_OpticalModuleOnIoBoard, UINT64_C(0x5422514000000000)},
    {"R12-M1-N15-D1", BG_UCI_Component_DcaOnNodeBoard, UINT64_C(0x5822FC0000000000)},
    {"Q12-I5-A1", BG_UCI_Component_PciAdapterCard, UINT64_C(0x5C22580000000000)},
    {"Q12-B", BG_UCI_Component_BulkPowerSupplyOnIoRack, UINT64_C(0x6022000000000000)},
    {"Q12-I5-D1", BG_UCI_Component_DcaOnIoBoard, UINT64_C(0x6422540000000000)},
    {"R12-IC-H2", BG_UCI_Component_FanAssemblyOnComputeRack, UINT64_C(0x6822C80000000000)},
    {"R12-IC-H2-F1", BG_UCI_Component_FanOnComputeRack, UINT64_C(0x6C22C90000000000)},
    {"Q12-I5-H2-F1", BG_UCI_Component_FanOnIoRack, UINT64_C(0x7022590000000000)},
    {"R12-L", BG_UCI_Component_LeakDetectorOnComputeRack, UINT64_C(0x7422000000000000)},
    {"R12-ID-J03", BG_UCI_Component_ComputeCardOnIoBoardOnComputeRack, UINT64_C(0x7822D0C000000000)},
};

#define ROWS (sizeof(rows) / sizeof(rows[0]))

static int parse(const char *text, BG_UniversalComponentIdentifier *uci)
{
    char copy[64];
    snprintf(copy, sizeof copy, "%s", text);
    return bg_string_to_uci(copy, uci);
}

static void texts(void)
{
    for (size_t i = 0; i < ROWS; i++) {
        char text[EMUQ_UCI_LENGTH];
        BG_UniversalComponentIdentifier uci = 1;
        CU_ASSERT_EQUAL(bg_uci_toString(rows[i].value, text), 0);
        CU_ASSERT_STRING_EQUAL(text, rows[i].text);
        CU_ASSERT_EQUAL(parse(rows[i].text, &uci), 0);
        CU_ASSERT_EQUAL(uci, rows[i].value);
        CU_ASSERT_EQUAL(bg_decodeComponent(uci), rows[i].component);
    }
}

/* Every kind occurs in the table, with the pattern of its text. */
static void kinds(void)
{
    uint64_t seen = 0;
    for (size_t i = 0; i < ROWS; i++) {
        seen |= UINT64_C(1) << rows[i].component;
        CU_ASSERT(emuq_uci_matches(rows[i].text, emuq_uci_pattern(rows[i].component)));
    }
    CU_ASSERT_EQUAL(seen, UINT64_C(0x7ffffffe));
    CU_ASSERT_PTR_NULL(emuq_uci_pattern(0));
    CU_ASSERT_PTR_NULL(emuq_uci_pattern(31));
}

static void wrong_texts(void)
{
    static const struct {
        const char *text;
        int result;
    } wrong[] = {{"R00-M2", 1},
                 {"R00-M0-N16", 1},
                 {"RW0", -1},
                 {"R00-N00", -1},
                 {"r00", -1},
                 {"", -1},
                 {"R0", -1},
                 {"R000", -1},
                 {"R00-Mx", -1},
                 {"R00-B4", 1},
                 {"R00-B0-P9", 1},
                 {"R00-M0-N0A", -1},
                 {"Q00-K2", 1},
                 {"Q00-IG", 1},
                 {"Q00-I0-H3", 1},
                 {"R00-M0-N00-J32", 1},
                 {"Q00-I0-U09", 1},
                 {"Q00-I0-O36", 1},
                 {"Q00-I0-D2", 1},
                 {"R00-I0-H0-F2", 1},
                 {"Q00-I0-A8", 1},
                 {"R00-K0", -1},
                 {"R00-M0-N00-J00-C17", 1}};
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        BG_UniversalComponentIdentifier uci = 1;
        CU_ASSERT_EQUAL(parse(wrong[i].text, &uci), wrong[i].result);
        CU_ASSERT_EQUAL(uci, 0);
    }
    BG_UniversalComponentIdentifier uci;
    CU_ASSERT_EQUAL(parse("Q00-I0-A7", &uci), 0);
    CU_ASSERT_EQUAL(uci, UINT64_C(0x5C00080000000000)); /* a bit of the adapter is kept */
    char text[EMUQ_UCI_LENGTH] = "as it was";
    CU_ASSERT_EQUAL(bg_uci_toString(0, text), -1);
    CU_ASSERT_EQUAL(bg_uci_toString(UINT64_MAX, text), -1);
    CU_ASSERT_STRING_EQUAL(text, "as it was");
}

/* An identifier encoded from fields equals the parsed text. */
#define CHECK_KIND(TEXT, N, ...)                                                                             \
    do {                                                                                                     \
        BG_UniversalComponentIdentifier uci_ = 0;                                                            \
        CU_ASSERT_EQUAL(parse(TEXT, &uci_), 0);                                                              \
        CU_ASSERT_EQUAL(bg_encode##N##UCI(__VA_ARGS__), uci_);                                               \
    } while (0)

static void encoders(void)
{
    CHECK_KIND("R12", ComputeRack, 1, 2);
    CHECK_KIND("Q12", IoRack, 1, 2);
    CHECK_KIND("R12-M1", Midplane, 1, 2, 1);
    CHECK_KIND("R12-B3", BulkPowerSupplyOnComputeRack, 1, 2, 3);
    CHECK_KIND("R12-B3-P8", PowerModuleOnComputeRack, 1, 2, 3, 8);
    CHECK_KIND("Q12-B-P8", PowerModuleOnIoRack, 1, 2, 8);
    CHECK_KIND("R12-K", ClockCardOnComputeRack, 1, 2);
    CHECK_KIND("Q12-K1", ClockCardOnIoRack, 1, 2, 1);
    CHECK_KIND("R12-I5", IoDrawerOnComputeRack, 1, 2, 5);
    CHECK_KIND("Q12-I5", IoDrawerOnIoRack, 1, 2, 5);
    CHECK_KIND("R12-M1-N15", NodeBoard, 1, 2, 1, 15);
    CHECK_KIND("Q12-I5-H2", FanAssemblyOnIoRack, 1, 2, 5, 2);
    CHECK_KIND("R12-M1-N15-J31", ComputeCardOnNodeBoard, 1, 2, 1, 15, 31);
    CHECK_KIND("Q12-I5-J31", ComputeCardOnIoBoardOnIoRack, 1, 2, 5, 31);
    CHECK_KIND("R12-M1-N15-J31-C16", ComputeCardCoreOnNodeBoard, 1, 2, 1, 15, 31, 16);
    CHECK_KIND("Q12-I5-J31-C16", ComputeCardCoreOnIoBoard, 1, 2, 5, 31, 16);
    CHECK_KIND("R12-M1-S", ServiceCard, 1, 2, 1);
    CHECK_KIND("R12-M1-N15-U08", LinkModuleOnNodeBoard, 1, 2, 1, 15, 8);
    CHECK_KIND("Q12-I5-U08", LinkModuleOnIoBoard, 1, 2, 5, 8);
    CHECK_KIND("R12-M1-N15-O35", OpticalModuleOnNodeBoard, 1, 2, 1, 15, 35);
    CHECK_KIND("Q12-I5-O35", OpticalModuleOnIoBoard, 1, 2, 5, 35);
    CHECK_KIND("R12-M1-N15-D1", DcaOnNodeBoard, 1, 2, 1, 15, 1);
    CHECK_KIND("Q12-I5-A1", PciAdapter, 1, 2, 5, 1);
    CHECK_KIND("Q12-B", BulkPowerSupplyOnIoRack, 1, 2);
    CHECK_KIND("Q12-I5-D1", DcaOnIoBoard, 1, 2, 5, 1);
    CHECK_KIND("R12-I5-H2", FanAssemblyOnComputeRack, 1, 2, 5, 2);
    CHECK_KIND("R12-I5-H2-F1", FanOnComputeRack, 1, 2, 5, 2, 1);
    CHECK_KIND("Q12-I5-H2-F1", FanOnIoRack, 1, 2, 5, 2, 1);
    CHECK_KIND("R12-L", LeakDetectorOnComputeRack, 1, 2);
    CHECK_KIND("R12-I5-J31", ComputeCardOnIoBoardOnComputeRack, 1, 2, 5, 31);
}

static void decoders(void)
{
    unsigned row, column, midplane, board, card, core, drawer, assembly, fan;
    CU_ASSERT_EQUAL(bg_decodeComputeCardCoreOnNodeBoardUCI(UINT64_C(0x3C22FFE000000000), &row, &column,
                                                           &midplane, &board, &card, &core),
                    0);
    CU_ASSERT(row == 1 && column == 2 && midplane == 1 && board == 15 && card == 31 && core == 16);
    CU_ASSERT_EQUAL(
        bg_decodeFanOnComputeRackUCI(UINT64_C(0x6C22C90000000000), &row, &column, &drawer, &assembly, &fan),
        0);
    CU_ASSERT(row == 1 && column == 2 && drawer == 12 && assembly == 2 && fan == 1);
    CU_ASSERT_EQUAL(bg_decodeIoRackUCI(UINT64_C(0x080A000000000000), &row, &column), 0);
    CU_ASSERT(row == 0 && column == 10);
    CU_ASSERT_EQUAL(bg_decodeComputeCardOnNodeBoardUCI(bg_encodeComputeCardOnNodeBoardUCI(31, 30, 0, 9, 17),
                                                       &row, &column, &midplane, &board, &card),
                    0);
    CU_ASSERT(row == 31 && column == 30 && midplane == 0 && board == 9 && card == 17);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"texts", texts},       {"kinds", kinds},       {"wrong texts", wrong_texts},
        {"encoders", encoders}, {"decoders", decoders}, {NULL, NULL}};
    return emuq_test_main("component identifiers", tests);
}
