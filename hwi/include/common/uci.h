/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file uci.h
 * @brief Universal component identifier: where a node is in the machine (personality 8).
 *
 * The identifier of a compute card on a node board prints as Rxy-Mm-Nnn-Jjj: rack in row x and column y
 * (digits, then letters), midplane, node board, compute card; that of a core on it adds -Ccc.
 */
#ifndef _UCI_H_
#define _UCI_H_

#include <stdio.h>

#include <hwi/include/common/compiler_support.h>
#include <hwi/include/common/bgq_bitnumbers.h>

__BEGIN_DECLS

/** @name Component types
 *  @{ */
#define EMUQ_UCI_COMPUTE_CARD 13
#define EMUQ_UCI_CORE         15
/** @} */

/** @name Fields of an identifier
 *  @{ */
#define EMUQ_UCI_TYPE(uci)       _BGQ_GET(6, 5, uci)
#define EMUQ_UCI_ROW(uci)        _BGQ_GET(5, 10, uci)
#define EMUQ_UCI_COLUMN(uci)     _BGQ_GET(5, 15, uci)
#define EMUQ_UCI_MIDPLANE(uci)   _BGQ_GET(1, 16, uci)
#define EMUQ_UCI_NODE_BOARD(uci) _BGQ_GET(4, 20, uci)
#define EMUQ_UCI_CARD(uci)       _BGQ_GET(5, 25, uci)
#define EMUQ_UCI_CORE_ID(uci)    _BGQ_GET(5, 30, uci)
/** @} */

/** The identifier of a compute card: row and column 0..31, midplane 0..1, node board 0..15, card 0..31. */
#define EMUQ_UCI(row, column, midplane, node_board, card)                                                    \
    (_BGQ_SET(6, 5, EMUQ_UCI_COMPUTE_CARD) | _BGQ_SET(5, 10, row) | _BGQ_SET(5, 15, column) |                \
     _BGQ_SET(1, 16, midplane) | _BGQ_SET(4, 20, node_board) | _BGQ_SET(5, 25, card))

/** Bytes that a printed identifier needs, with the zero at its end. */
#define EMUQ_UCI_LENGTH 20

/** Prints the location of a compute card or core. @return @p text */
static inline char *emuq_uci_print(uint64_t uci, char text[EMUQ_UCI_LENGTH])
{
    static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUV";
    int length = snprintf(text, EMUQ_UCI_LENGTH, "R%c%c-M%u-N%02u-J%02u", digits[EMUQ_UCI_ROW(uci)],
                          digits[EMUQ_UCI_COLUMN(uci)], (unsigned)EMUQ_UCI_MIDPLANE(uci),
                          (unsigned)EMUQ_UCI_NODE_BOARD(uci), (unsigned)EMUQ_UCI_CARD(uci));
    if (EMUQ_UCI_TYPE(uci) == EMUQ_UCI_CORE)
        snprintf(text + length, EMUQ_UCI_LENGTH - (size_t)length, "-C%02u", (unsigned)EMUQ_UCI_CORE_ID(uci));
    return text;
}

/** A location in the machine. */
typedef uint64_t BG_UniversalComponentIdentifier;

/** Prints the location of a compute card or core. @param text gets it: EMUQ_UCI_LENGTH bytes. @return 0 */
static inline int bg_uci_toString(BG_UniversalComponentIdentifier uci, char *text)
{
    emuq_uci_print(uci, text);
    return 0;
}

__END_DECLS

#endif /* _UCI_H_ */
