/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file uci.h
 * @brief Universal component identifiers: location of a hardware part (uci).
 *
 * Kind of the part, rack row and column, and kind-specific fields. The text form, as in R12-M1-N15-J31-C16,
 * follows the kind's pattern: a letter per field, a star per character of the value.
 */
#ifndef _UCI_H_
#define _UCI_H_

#include <stddef.h>
#include <string.h>

#include <hwi/include/common/compiler_support.h>
#include <hwi/include/common/bgq_bitnumbers.h>

/** Identifier of a part. */
typedef uint64_t BG_UniversalComponentIdentifier;

/** Buffer size for any text form with its terminating zero. */
#define EMUQ_UCI_LENGTH 20

/* clang-format off */
/** @name Kinds of parts (uci 2)
 *  @{ */
#define BG_UCI_Component_ComputeRack                        1
#define BG_UCI_Component_IoRack                             2
#define BG_UCI_Component_Midplane                           3
#define BG_UCI_Component_BulkPowerSupplyOnComputeRack       4
#define BG_UCI_Component_PowerModuleOnComputeRack           5
#define BG_UCI_Component_PowerModuleOnIoRack                6
#define BG_UCI_Component_ClockCardOnComputeRack             7
#define BG_UCI_Component_ClockCardOnIoRack                  8
#define BG_UCI_Component_IoDrawerOnComputeRack              9
#define BG_UCI_Component_IoDrawerOnIoRack                   10
#define BG_UCI_Component_NodeBoard                          11
#define BG_UCI_Component_FanAssemblyOnIoRack                12
#define BG_UCI_Component_ComputeCardOnNodeBoard             13
#define BG_UCI_Component_ComputeCardOnIoBoardOnIoRack       14
#define BG_UCI_Component_ComputeCardCoreOnNodeBoard         15
#define BG_UCI_Component_ComputeCardCoreOnIoBoard           16
#define BG_UCI_Component_ServiceCard                        17
#define BG_UCI_Component_LinkModuleOnNodeBoard              18
#define BG_UCI_Component_LinkModuleOnIoBoard                19
#define BG_UCI_Component_OpticalModuleOnNodeBoard           20
#define BG_UCI_Component_OpticalModuleOnIoBoard             21
#define BG_UCI_Component_DcaOnNodeBoard                     22
#define BG_UCI_Component_PciAdapterCard                     23
#define BG_UCI_Component_BulkPowerSupplyOnIoRack            24
#define BG_UCI_Component_DcaOnIoBoard                       25
#define BG_UCI_Component_FanAssemblyOnComputeRack           26
#define BG_UCI_Component_FanOnComputeRack                   27
#define BG_UCI_Component_FanOnIoRack                        28
#define BG_UCI_Component_LeakDetectorOnComputeRack          29
#define BG_UCI_Component_ComputeCardOnIoBoardOnComputeRack  30
/** @} */

/** @name Text patterns, by kind; a star is a character (uci 2)
 *  @{ */
#define BG_UCI_Pattern_ComputeRack                        "R**"
#define BG_UCI_Pattern_IoRack                             "Q**"
#define BG_UCI_Pattern_Midplane                           "R**-M*"
#define BG_UCI_Pattern_BulkPowerSupplyOnComputeRack       "R**-B*"
#define BG_UCI_Pattern_PowerModuleOnComputeRack           "R**-B*-P*"
#define BG_UCI_Pattern_PowerModuleOnIoRack                "Q**-B-P*"
#define BG_UCI_Pattern_ClockCardOnComputeRack             "R**-K"
#define BG_UCI_Pattern_ClockCardOnIoRack                  "Q**-K*"
#define BG_UCI_Pattern_IoDrawerOnComputeRack              "R**-I*"
#define BG_UCI_Pattern_IoDrawerOnIoRack                   "Q**-I*"
#define BG_UCI_Pattern_NodeBoard                          "R**-M*-N**"
#define BG_UCI_Pattern_FanAssemblyOnIoRack                "Q**-I*-H*"
#define BG_UCI_Pattern_ComputeCardOnNodeBoard             "R**-M*-N**-J**"
#define BG_UCI_Pattern_ComputeCardOnIoBoardOnIoRack       "Q**-I*-J**"
#define BG_UCI_Pattern_ComputeCardCoreOnNodeBoard         "R**-M*-N**-J**-C**"
#define BG_UCI_Pattern_ComputeCardCoreOnIoBoard           "Q**-I*-J**-C**"
#define BG_UCI_Pattern_ServiceCard                        "R**-M*-S"
#define BG_UCI_Pattern_LinkModuleOnNodeBoard              "R**-M*-N**-U**"
#define BG_UCI_Pattern_LinkModuleOnIoBoard                "Q**-I*-U**"
#define BG_UCI_Pattern_OpticalModuleOnNodeBoard           "R**-M*-N**-O**"
#define BG_UCI_Pattern_OpticalModuleOnIoBoard             "Q**-I*-O**"
#define BG_UCI_Pattern_DcaOnNodeBoard                     "R**-M*-N**-D*"
#define BG_UCI_Pattern_PciAdapterCard                     "Q**-I*-A*"
#define BG_UCI_Pattern_BulkPowerSupplyOnIoRack            "Q**-B"
#define BG_UCI_Pattern_DcaOnIoBoard                       "Q**-I*-D*"
#define BG_UCI_Pattern_FanAssemblyOnComputeRack           "R**-I*-H*"
#define BG_UCI_Pattern_FanOnComputeRack                   "R**-I*-H*-F*"
#define BG_UCI_Pattern_FanOnIoRack                        "Q**-I*-H*-F*"
#define BG_UCI_Pattern_LeakDetectorOnComputeRack          "R**-L"
#define BG_UCI_Pattern_ComputeCardOnIoBoardOnComputeRack  "R**-I*-J**"
/** @} */

/** @name Fields (uci 1)
 *  BG_UCI_SET_...(v) positions a value; BG_UCI_GET_...(uci) extracts it.
 *  @{ */
#define BG_UCI_SET_COMPONENT(v)         _BGQ_SET(6, 5, (uint64_t)(v))
#define BG_UCI_GET_COMPONENT(uci)       _BGQ_GET(6, 5, uci)
#define BG_UCI_SET_ROW(v)               _BGQ_SET(5, 10, (uint64_t)(v))
#define BG_UCI_GET_ROW(uci)             _BGQ_GET(5, 10, uci)
#define BG_UCI_SET_COLUMN(v)            _BGQ_SET(5, 15, (uint64_t)(v))
#define BG_UCI_GET_COLUMN(uci)          _BGQ_GET(5, 15, uci)
#define BG_UCI_SET_MIDPLANE(v)          _BGQ_SET(1, 16, (uint64_t)(v))
#define BG_UCI_GET_MIDPLANE(uci)        _BGQ_GET(1, 16, uci)
#define BG_UCI_SET_CLOCK_CARD(v)        _BGQ_SET(1, 16, (uint64_t)(v))
#define BG_UCI_GET_CLOCK_CARD(uci)      _BGQ_GET(1, 16, uci)
#define BG_UCI_SET_BULK_POWER_SUPPLY(v) _BGQ_SET(2, 17, (uint64_t)(v))
#define BG_UCI_GET_BULK_POWER_SUPPLY(uci) _BGQ_GET(2, 17, uci)
#define BG_UCI_SET_IO_DRAWER(v)         _BGQ_SET(4, 19, (uint64_t)(v))
#define BG_UCI_GET_IO_DRAWER(uci)       _BGQ_GET(4, 19, uci)
#define BG_UCI_SET_NODE_BOARD(v)        _BGQ_SET(4, 20, (uint64_t)(v))
#define BG_UCI_GET_NODE_BOARD(uci)      _BGQ_GET(4, 20, uci)
#define BG_UCI_SET_PCI_ADAPTER(v)       _BGQ_SET(1, 20, (uint64_t)(v))
#define BG_UCI_GET_PCI_ADAPTER(uci)     _BGQ_GET(1, 20, uci)
#define BG_UCI_SET_POWER_MODULE(v)      _BGQ_SET(4, 21, (uint64_t)(v))
#define BG_UCI_GET_POWER_MODULE(uci)    _BGQ_GET(4, 21, uci)
#define BG_UCI_SET_FAN_ASSEMBLY(v)      _BGQ_SET(2, 21, (uint64_t)(v))
#define BG_UCI_GET_FAN_ASSEMBLY(uci)    _BGQ_GET(2, 21, uci)
#define BG_UCI_SET_DCA(v)               _BGQ_SET(1, 21, (uint64_t)(v))
#define BG_UCI_GET_DCA(uci)             _BGQ_GET(1, 21, uci)
#define BG_UCI_SET_FAN(v)               _BGQ_SET(2, 23, (uint64_t)(v))
#define BG_UCI_GET_FAN(uci)             _BGQ_GET(2, 23, uci)
#define BG_UCI_SET_LINK_MODULE(v)       _BGQ_SET(4, 24, (uint64_t)(v))
#define BG_UCI_GET_LINK_MODULE(uci)     _BGQ_GET(4, 24, uci)
#define BG_UCI_SET_COMPUTE_CARD(v)      _BGQ_SET(5, 25, (uint64_t)(v))
#define BG_UCI_GET_COMPUTE_CARD(uci)    _BGQ_GET(5, 25, uci)
#define BG_UCI_SET_OPTICAL_MODULE(v)    _BGQ_SET(6, 26, (uint64_t)(v))
#define BG_UCI_GET_OPTICAL_MODULE(uci)  _BGQ_GET(6, 26, uci)
#define BG_UCI_SET_CORE(v)              _BGQ_SET(5, 30, (uint64_t)(v))
#define BG_UCI_GET_CORE(uci)            _BGQ_GET(5, 30, uci)
/** @} */
/* clang-format on */

/** @return the kind of part, BG_UCI_Component_..., or an undefined number. */
static inline unsigned bg_decodeComponent(BG_UniversalComponentIdentifier uci)
{
    return (unsigned)BG_UCI_GET_COMPONENT(uci);
}

/** @return an identifier with the fields common to all kinds */
static inline BG_UniversalComponentIdentifier emuq_uci_rack(unsigned component, unsigned row, unsigned column)
{
    return BG_UCI_SET_COMPONENT(component) | BG_UCI_SET_ROW(row) | BG_UCI_SET_COLUMN(column);
}

/** Reads the rack of any part. */
static inline void emuq_uci_get_rack(BG_UniversalComponentIdentifier uci, unsigned *row, unsigned *column)
{
    *row = (unsigned)BG_UCI_GET_ROW(uci);
    *column = (unsigned)BG_UCI_GET_COLUMN(uci);
}

/** @name Definitions of the functions of a kind K, with function name N and fields A, B, ... after the rack
 *  @{ */
/** No fields. */
#define EMUQ_UCI_FUNCTIONS_0(K, N)                                                                           \
    static inline BG_UniversalComponentIdentifier bg_encode##N##UCI(unsigned row, unsigned column)           \
    {                                                                                                        \
        return emuq_uci_rack(BG_UCI_Component_##K, row, column);                                             \
    }                                                                                                        \
    static inline int bg_decode##N##UCI(BG_UniversalComponentIdentifier uci, unsigned *row,                  \
                                        unsigned *column)                                                    \
    {                                                                                                        \
        emuq_uci_get_rack(uci, row, column);                                                                 \
        return 0;                                                                                            \
    }
/** One field. */
#define EMUQ_UCI_FUNCTIONS_1(K, N, A)                                                                        \
    static inline BG_UniversalComponentIdentifier bg_encode##N##UCI(unsigned row, unsigned column,           \
                                                                    unsigned a)                              \
    {                                                                                                        \
        return emuq_uci_rack(BG_UCI_Component_##K, row, column) | BG_UCI_SET_##A(a);                         \
    }                                                                                                        \
    static inline int bg_decode##N##UCI(BG_UniversalComponentIdentifier uci, unsigned *row,                  \
                                        unsigned *column, unsigned *a)                                       \
    {                                                                                                        \
        emuq_uci_get_rack(uci, row, column);                                                                 \
        *a = (unsigned)BG_UCI_GET_##A(uci);                                                                  \
        return 0;                                                                                            \
    }
/** 2 fields. */
#define EMUQ_UCI_FUNCTIONS_2(K, N, A, B)                                                                     \
    static inline BG_UniversalComponentIdentifier bg_encode##N##UCI(unsigned row, unsigned column,           \
                                                                    unsigned a, unsigned b)                  \
    {                                                                                                        \
        return emuq_uci_rack(BG_UCI_Component_##K, row, column) | BG_UCI_SET_##A(a) | BG_UCI_SET_##B(b);     \
    }                                                                                                        \
    static inline int bg_decode##N##UCI(BG_UniversalComponentIdentifier uci, unsigned *row,                  \
                                        unsigned *column, unsigned *a, unsigned *b)                          \
    {                                                                                                        \
        emuq_uci_get_rack(uci, row, column);                                                                 \
        *a = (unsigned)BG_UCI_GET_##A(uci);                                                                  \
        *b = (unsigned)BG_UCI_GET_##B(uci);                                                                  \
        return 0;                                                                                            \
    }
/** 3 fields. */
#define EMUQ_UCI_FUNCTIONS_3(K, N, A, B, C)                                                                  \
    static inline BG_UniversalComponentIdentifier bg_encode##N##UCI(unsigned row, unsigned column,           \
                                                                    unsigned a, unsigned b, unsigned c)      \
    {                                                                                                        \
        return emuq_uci_rack(BG_UCI_Component_##K, row, column) | BG_UCI_SET_##A(a) | BG_UCI_SET_##B(b) |    \
               BG_UCI_SET_##C(c);                                                                            \
    }                                                                                                        \
    static inline int bg_decode##N##UCI(BG_UniversalComponentIdentifier uci, unsigned *row,                  \
                                        unsigned *column, unsigned *a, unsigned *b, unsigned *c)             \
    {                                                                                                        \
        emuq_uci_get_rack(uci, row, column);                                                                 \
        *a = (unsigned)BG_UCI_GET_##A(uci);                                                                  \
        *b = (unsigned)BG_UCI_GET_##B(uci);                                                                  \
        *c = (unsigned)BG_UCI_GET_##C(uci);                                                                  \
        return 0;                                                                                            \
    }
/** 4 fields. */
#define EMUQ_UCI_FUNCTIONS_4(K, N, A, B, C, D)                                                               \
    static inline BG_UniversalComponentIdentifier bg_encode##N##UCI(                                         \
        unsigned row, unsigned column, unsigned a, unsigned b, unsigned c, unsigned d)                       \
    {                                                                                                        \
        return emuq_uci_rack(BG_UCI_Component_##K, row, column) | BG_UCI_SET_##A(a) | BG_UCI_SET_##B(b) |    \
               BG_UCI_SET_##C(c) | BG_UCI_SET_##D(d);                                                        \
    }                                                                                                        \
    static inline int bg_decode##N##UCI(BG_UniversalComponentIdentifier uci, unsigned *row,                  \
                                        unsigned *column, unsigned *a, unsigned *b, unsigned *c,             \
                                        unsigned *d)                                                         \
    {                                                                                                        \
        emuq_uci_get_rack(uci, row, column);                                                                 \
        *a = (unsigned)BG_UCI_GET_##A(uci);                                                                  \
        *b = (unsigned)BG_UCI_GET_##B(uci);                                                                  \
        *c = (unsigned)BG_UCI_GET_##C(uci);                                                                  \
        *d = (unsigned)BG_UCI_GET_##D(uci);                                                                  \
        return 0;                                                                                            \
    }
/** @} */

/** @name Identifiers from fields, and back
 *  Per kind, bg_encode...UCI(row, column, fields...) returns an identifier; bg_decode...UCI(uci, &row,
 *  &column, &fields...) decodes any identifier and returns 0 (uci 2).
 *  @{ */
/* clang-format off */
EMUQ_UCI_FUNCTIONS_0(ComputeRack, ComputeRack)
EMUQ_UCI_FUNCTIONS_0(IoRack, IoRack)
EMUQ_UCI_FUNCTIONS_1(Midplane, Midplane, MIDPLANE)
EMUQ_UCI_FUNCTIONS_1(BulkPowerSupplyOnComputeRack, BulkPowerSupplyOnComputeRack, BULK_POWER_SUPPLY)
EMUQ_UCI_FUNCTIONS_2(PowerModuleOnComputeRack, PowerModuleOnComputeRack, BULK_POWER_SUPPLY, POWER_MODULE)
EMUQ_UCI_FUNCTIONS_1(PowerModuleOnIoRack, PowerModuleOnIoRack, POWER_MODULE)
EMUQ_UCI_FUNCTIONS_0(ClockCardOnComputeRack, ClockCardOnComputeRack)
EMUQ_UCI_FUNCTIONS_1(ClockCardOnIoRack, ClockCardOnIoRack, CLOCK_CARD)
EMUQ_UCI_FUNCTIONS_1(IoDrawerOnComputeRack, IoDrawerOnComputeRack, IO_DRAWER)
EMUQ_UCI_FUNCTIONS_1(IoDrawerOnIoRack, IoDrawerOnIoRack, IO_DRAWER)
EMUQ_UCI_FUNCTIONS_2(NodeBoard, NodeBoard, MIDPLANE, NODE_BOARD)
EMUQ_UCI_FUNCTIONS_2(FanAssemblyOnIoRack, FanAssemblyOnIoRack, IO_DRAWER, FAN_ASSEMBLY)
EMUQ_UCI_FUNCTIONS_3(ComputeCardOnNodeBoard, ComputeCardOnNodeBoard, MIDPLANE, NODE_BOARD, COMPUTE_CARD)
EMUQ_UCI_FUNCTIONS_2(ComputeCardOnIoBoardOnIoRack, ComputeCardOnIoBoardOnIoRack, IO_DRAWER, COMPUTE_CARD)
EMUQ_UCI_FUNCTIONS_4(ComputeCardCoreOnNodeBoard, ComputeCardCoreOnNodeBoard, MIDPLANE, NODE_BOARD, COMPUTE_CARD, CORE)
EMUQ_UCI_FUNCTIONS_3(ComputeCardCoreOnIoBoard, ComputeCardCoreOnIoBoard, IO_DRAWER, COMPUTE_CARD, CORE)
EMUQ_UCI_FUNCTIONS_1(ServiceCard, ServiceCard, MIDPLANE)
EMUQ_UCI_FUNCTIONS_3(LinkModuleOnNodeBoard, LinkModuleOnNodeBoard, MIDPLANE, NODE_BOARD, LINK_MODULE)
EMUQ_UCI_FUNCTIONS_2(LinkModuleOnIoBoard, LinkModuleOnIoBoard, IO_DRAWER, LINK_MODULE)
EMUQ_UCI_FUNCTIONS_3(OpticalModuleOnNodeBoard, OpticalModuleOnNodeBoard, MIDPLANE, NODE_BOARD, OPTICAL_MODULE)
EMUQ_UCI_FUNCTIONS_2(OpticalModuleOnIoBoard, OpticalModuleOnIoBoard, IO_DRAWER, OPTICAL_MODULE)
EMUQ_UCI_FUNCTIONS_3(DcaOnNodeBoard, DcaOnNodeBoard, MIDPLANE, NODE_BOARD, DCA)
EMUQ_UCI_FUNCTIONS_2(PciAdapterCard, PciAdapter, IO_DRAWER, PCI_ADAPTER)
EMUQ_UCI_FUNCTIONS_0(BulkPowerSupplyOnIoRack, BulkPowerSupplyOnIoRack)
EMUQ_UCI_FUNCTIONS_2(DcaOnIoBoard, DcaOnIoBoard, IO_DRAWER, DCA)
EMUQ_UCI_FUNCTIONS_2(FanAssemblyOnComputeRack, FanAssemblyOnComputeRack, IO_DRAWER, FAN_ASSEMBLY)
EMUQ_UCI_FUNCTIONS_3(FanOnComputeRack, FanOnComputeRack, IO_DRAWER, FAN_ASSEMBLY, FAN)
EMUQ_UCI_FUNCTIONS_3(FanOnIoRack, FanOnIoRack, IO_DRAWER, FAN_ASSEMBLY, FAN)
EMUQ_UCI_FUNCTIONS_0(LeakDetectorOnComputeRack, LeakDetectorOnComputeRack)
EMUQ_UCI_FUNCTIONS_2(ComputeCardOnIoBoardOnComputeRack, ComputeCardOnIoBoardOnComputeRack, IO_DRAWER, COMPUTE_CARD)
/* clang-format on */
/** @} */

/** Pattern of a kind. @return NULL: unknown kind */
static inline const char *emuq_uci_pattern(unsigned component)
{
    static const char *const patterns[] = {BG_UCI_Pattern_ComputeRack,
                                           BG_UCI_Pattern_IoRack,
                                           BG_UCI_Pattern_Midplane,
                                           BG_UCI_Pattern_BulkPowerSupplyOnComputeRack,
                                           BG_UCI_Pattern_PowerModuleOnComputeRack,
                                           BG_UCI_Pattern_PowerModuleOnIoRack,
                                           BG_UCI_Pattern_ClockCardOnComputeRack,
                                           BG_UCI_Pattern_ClockCardOnIoRack,
                                           BG_UCI_Pattern_IoDrawerOnComputeRack,
                                           BG_UCI_Pattern_IoDrawerOnIoRack,
                                           BG_UCI_Pattern_NodeBoard,
                                           BG_UCI_Pattern_FanAssemblyOnIoRack,
                                           BG_UCI_Pattern_ComputeCardOnNodeBoard,
                                           BG_UCI_Pattern_ComputeCardOnIoBoardOnIoRack,
                                           BG_UCI_Pattern_ComputeCardCoreOnNodeBoard,
                                           BG_UCI_Pattern_ComputeCardCoreOnIoBoard,
                                           BG_UCI_Pattern_ServiceCard,
                                           BG_UCI_Pattern_LinkModuleOnNodeBoard,
                                           BG_UCI_Pattern_LinkModuleOnIoBoard,
                                           BG_UCI_Pattern_OpticalModuleOnNodeBoard,
                                           BG_UCI_Pattern_OpticalModuleOnIoBoard,
                                           BG_UCI_Pattern_DcaOnNodeBoard,
                                           BG_UCI_Pattern_PciAdapterCard,
                                           BG_UCI_Pattern_BulkPowerSupplyOnIoRack,
                                           BG_UCI_Pattern_DcaOnIoBoard,
                                           BG_UCI_Pattern_FanAssemblyOnComputeRack,
                                           BG_UCI_Pattern_FanOnComputeRack,
                                           BG_UCI_Pattern_FanOnIoRack,
                                           BG_UCI_Pattern_LeakDetectorOnComputeRack,
                                           BG_UCI_Pattern_ComputeCardOnIoBoardOnComputeRack};
    return component >= 1 && component <= sizeof(patterns) / sizeof(patterns[0]) ? patterns[component - 1]
                                                                                 : NULL;
}

/** A field after the rack, by its letter. */
typedef struct emuq_uci_field {
    char letter;
    unsigned char shift; /**< position of its lowest bit */
    unsigned char width; /**< width in bits */
    unsigned char most;  /**< largest value in a text */
} emuq_uci_field_t;

/** @return the field of a letter, or NULL. */
static inline const emuq_uci_field_t *emuq_uci_field(char letter)
{
    static const emuq_uci_field_t fields[] = {
        {'M', 47, 1, 1},  {'B', 46, 2, 3}, {'P', 42, 4, 8},  {'K', 47, 1, 1},  {'I', 44, 4, 15},
        {'N', 43, 4, 15}, {'H', 42, 2, 2}, {'J', 38, 5, 31}, {'C', 33, 5, 16}, {'U', 39, 4, 8},
        {'O', 37, 6, 35}, {'D', 42, 1, 1}, {'A', 43, 1, 7},  {'F', 40, 2, 1},
    };
    size_t i;
    for (i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
        if (fields[i].letter == letter)
            return &fields[i];
    return NULL;
}

/** @return the character of a value 0..35. */
static inline char emuq_uci_digit(unsigned value)
{
    return (char)(value < 10 ? '0' + value : 'A' + (value - 10));
}

/** @return the value of a character 0-9 or A-Z, or -1. */
static inline int emuq_uci_value(char digit)
{
    return digit >= '0' && digit <= '9' ? digit - '0' : digit >= 'A' && digit <= 'Z' ? digit - 'A' + 10 : -1;
}

/** Writes the text form of an identifier. @param buf EMUQ_UCI_LENGTH bytes. @return 0, or -1 for an unknown
 * kind; then @p buf is unchanged. */
static inline int bg_uci_toString(BG_UniversalComponentIdentifier uci, char *buf)
{
    const char *pattern = emuq_uci_pattern(bg_decodeComponent(uci));
    if (pattern == NULL)
        return -1;
    *buf++ = *pattern++;
    *buf++ = emuq_uci_digit((unsigned)BG_UCI_GET_ROW(uci));
    *buf++ = emuq_uci_digit((unsigned)BG_UCI_GET_COLUMN(uci));
    for (pattern += 2; *pattern != '\0';) {
        const emuq_uci_field_t *field = emuq_uci_field(pattern[1]);
        size_t stars = strspn(pattern + 2, "*");
        unsigned value = field != NULL ? (unsigned)(uci >> field->shift) & ((1u << field->width) - 1) : 0;
        *buf++ = '-';
        *buf++ = pattern[1];
        if (stars == 2)
            *buf++ = emuq_uci_digit(value / 10);
        if (stars != 0)
            *buf++ = emuq_uci_digit(stars == 2 ? value % 10 : value);
        pattern += 2 + stars;
    }
    *buf = '\0';
    return 0;
}

/** True if a whole text matches a pattern. */
static inline int emuq_uci_matches(const char *text, const char *pattern)
{
    for (; *pattern != '\0' && *text != '\0'; pattern++, text++)
        if (*pattern != '*' && *pattern != *text)
            return 0;
    return *pattern == *text;
}

/** Reads the characters of a field. @return its value, or -1 for a wrong character */
static inline int emuq_uci_parse(const char *text, size_t characters)
{
    int first = emuq_uci_value(text[0]), second = characters == 2 ? emuq_uci_value(text[1]) : 0;
    if (characters != 2)
        return first;
    return first < 0 || first > 9 || second < 0 || second > 9 ? -1 : first * 10 + second;
}

/** Reads the text form of an identifier. @param str the text. @param uci set to the identifier, or 0 on
 * failure. @return 0; -1: the text matches no pattern; 1: a value is out of range. */
static inline int bg_string_to_uci(char *str, BG_UniversalComponentIdentifier *uci)
{
    const char *text = str, *pattern;
    unsigned component = 1;
    BG_UniversalComponentIdentifier result;
    int row, column;
    *uci = 0;
    while ((pattern = emuq_uci_pattern(component)) != NULL && !emuq_uci_matches(text, pattern))
        component++;
    if (pattern == NULL)
        return -1;
    row = emuq_uci_value(text[1]);
    column = emuq_uci_value(text[2]);
    if (row < 0 || row > 31 || column < 0 || column > 31)
        return -1;
    result = emuq_uci_rack(component, (unsigned)row, (unsigned)column);
    for (pattern += 3, text += 3; *pattern != '\0';) {
        const emuq_uci_field_t *field = emuq_uci_field(pattern[1]);
        size_t stars = strspn(pattern + 2, "*");
        if (field != NULL && stars != 0) {
            int value = emuq_uci_parse(text + 2, stars);
            if (value < 0)
                return -1;
            if (value > field->most)
                return 1;
            result |= ((uint64_t)value & ((1u << field->width) - 1)) << field->shift;
        }
        pattern += 2 + stars;
        text += 2 + stars;
    }
    *uci = result;
    return 0;
}

#endif /* _UCI_H_ */
