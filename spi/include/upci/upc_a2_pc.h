/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file upc_a2_pc.h
 * @brief Events inside of a core, chosen together (internal-headers 5).
 */
#ifndef _UPCI_UPC_A2_PC_H_
#define _UPCI_UPC_A2_PC_H_

#include "spi/include/upci/upc_a2.h"
#include "spi/include/upci/upc_common.h"

__BEGIN_DECLS

enum { EMUQ_A2_SIGNALS = 8, EMUQ_A2_UNITS = 5 }; /**< Signals and units of a core. */

/** Signals of a core, to be applied together. */
typedef struct Upci_A2PC {
    uint32_t cesrMode;           /**< CESR_COUNT_... */
    short unit[EMUQ_A2_SIGNALS]; /**< driving unit of a signal: cesr_a2_unit_t, -1 none */
    /** A unit's event and thread for a signal; event -1: none. */
    struct {
        short thread, event;
    } select[EMUQ_A2_UNITS][EMUQ_A2_SIGNALS];
} Upci_A2PC_t;

/** Current signals of a core. */
typedef Upci_A2PC_t Upci_A2PC_Val_t;

/** Clears all signals. */
void Upci_A2PC_Init(Upci_A2PC_t *pA2pc);
/** @param cmode CESR_COUNT_... */
void Upci_A2PC_SetCesrMode(Upci_A2PC_t *pA2pc, uint32_t cmode);
/** Selects the driving unit of a signal, 0..7. */
void Upci_A2PC_SetCesrEvent(Upci_A2PC_t *pA2pc, short unit_sig_num, cesr_a2_unit_t unit_type);
/** @name Event of a unit for a signal, 0..7
 *  @{ */
void Upci_A2PC_SetAxuEvent(Upci_A2PC_t *pA2pc, short unit_sig_num, short thread, short a2_event);
void Upci_A2PC_SetIuEvent(Upci_A2PC_t *pA2pc, short unit_sig_num, short thread, short a2_event);
void Upci_A2PC_SetXuEvent(Upci_A2PC_t *pA2pc, short unit_sig_num, short thread, short a2_event);
void Upci_A2PC_SetLsuEvent(Upci_A2PC_t *pA2pc, short unit_sig_num, short thread, short a2_event);
void Upci_A2PC_SetMmuEvent(Upci_A2PC_t *pA2pc, short unit_sig_num, short thread, short a2_event);
/** @} */
/** Applies the signals to the caller's core. */
void Upci_A2PC_ApplyRegs(const Upci_A2PC_t *pA2pc);
/** Prints signals on standard output, each line after @p indent blanks. */
void Upci_A2PC_Dump(unsigned indent, Upci_A2PC_t *pA2pc);
/** @param pA2pcVal set to the signals of the caller's core. */
void Upci_A2PC_GetRegs(Upci_A2PC_Val_t *pA2pcVal);
/** Prints signals of a core on standard output, each line after @p indent blanks. */
void Upci_A2PC_DumpRegs_Indent(Upci_A2PC_Val_t *pA2pcVal, int indent);
/** Prints signals of a core on standard output. */
void Upci_A2PC_DumpRegs(Upci_A2PC_Val_t *pA2pcVal);

__END_DECLS

#endif /* _UPCI_UPC_A2_PC_H_ */
