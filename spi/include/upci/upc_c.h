/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file upc_c.h
 * @brief The central counter unit (internal-headers 5). Its functions do nothing.
 */
#ifndef _UPCI_UPC_C_H_
#define _UPCI_UPC_C_H_

#include "spi/include/kernel/upc_hw.h"
#include "spi/include/upci/upc_atomic.h"
#include "spi/include/upci/upc_p.h"

__BEGIN_DECLS

/** Cycles between a synchronised start and the first count. */
#define UPC_SYNC_START_DELAY 800
/** Records of a trace. */
#define UPC_MAX_TRACE_RECS 1536

/** A trace; the interface gives no layout of its records. */
typedef struct upc_trace_buff {
    unsigned num;                     /**< number of filled records */
    uint64_t rec[UPC_MAX_TRACE_RECS]; /**< the records */
} upc_trace_buff_t;

/** Two's complement: the start value of a counter for an overflow after @p p events. */
#define UPCI_PERIOD2THRES(p) (~(uint64_t)(p) + 1)
/** The inverse of UPCI_PERIOD2THRES(). */
#define UPCI_THRES2PERIOD(t) (~(uint64_t)(t) + 1)

void UPC_C_Enable_Mode1_Counter(int counter); /**< Does nothing. */
void UPC_C_Reset_Mode1_Counter(int counter);  /**< Does nothing. */
void UPC_C_Full_Clear(void);                  /**< Does nothing. */
void UPC_C_Clear(void);                       /**< Does nothing. */
void UPC_C_Clear_SRAM(void);                  /**< Does nothing. */
/** Does nothing. */
void UPC_C_Init_Mode(int upcMode, UPC_Ctr_Mode_t ctrMode, short unit);
void UPC_C_Disable(UPC_Ctr_Mode_t ctrMode); /**< Does nothing. */
/** Does nothing. */
void UPC_C_Init_Error_Interrupts(uint64_t stateCtl, uint64_t internalErrCtl);
void UPC_C_Start_Sync_Counting(void);       /**< Does nothing. */
void UPC_C_Start_Sync_Counting_Delay(void); /**< Does nothing. */
UpciBool_t UPC_C_Stop_Sync_Counting(void);  /**< Does nothing. @return UpciTrue */
void UPC_C_Stop_Sync_Counting_Delay(void);  /**< Does nothing. */
/** @param tbuff set to an empty trace. */
void UPC_C_Extract_M2_Trace_Records(upc_trace_buff_t *tbuff);
/** Does nothing. */
void UPC_C_Start_M2_Capture(int final_x1_cycles, UpciBool_t int_when_done);

__END_DECLS

#endif /* _UPCI_UPC_C_H_ */
