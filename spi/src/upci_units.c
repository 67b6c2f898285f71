/* SPDX-License-Identifier: BSD-3-Clause */
/* Counter units without an emulation: cores, prefetchers, L2 cache, central unit. Selected signals and the
 * mode are stored per thread; the other functions do nothing. */
#include <string.h>

#include "spi/include/kernel/upci.h"
#include "spi/include/upci/upc_l1p.h"
#include "spi/include/upci/upc_l2.h"

upc_c_mmio_t *const upc_c;
upc_p_mmio_t *const upc_p_local;

/* clang-format off */
void UPC_P_Disable_Unit(int unit) { (void)unit; }
void UPC_P_Clear_Unit(int unit) { (void)unit; }
void UPC_P_Stop_Counters(int unit) { (void)unit; }
void UPC_P_Init_Unit_Mode(int unit, int mode, UPC_Ctr_Mode_t ctrMode) { (void)unit, (void)mode, (void)ctrMode; }
void UPC_P_Enable_PM_Ints(int unit, short thread) { (void)unit, (void)thread; }
void UPC_P_M2_Trigger(upc_p_mmio_t *upc_p) { (void)upc_p; }

void UPC_C_Enable_Mode1_Counter(int counter) { (void)counter; }
void UPC_C_Reset_Mode1_Counter(int counter) { (void)counter; }
void UPC_C_Full_Clear(void) { }
void UPC_C_Clear(void) { }
void UPC_C_Clear_SRAM(void) { }
void UPC_C_Init_Mode(int upcMode, UPC_Ctr_Mode_t ctrMode, short unit) { (void)upcMode, (void)ctrMode, (void)unit; }
void UPC_C_Disable(UPC_Ctr_Mode_t ctrMode) { (void)ctrMode; }
void UPC_C_Init_Error_Interrupts(uint64_t stateCtl, uint64_t internalErrCtl) { (void)stateCtl, (void)internalErrCtl; }
void UPC_C_Start_Sync_Counting(void) { }
void UPC_C_Start_Sync_Counting_Delay(void) { }
UpciBool_t UPC_C_Stop_Sync_Counting(void) { return UpciTrue; }
void UPC_C_Stop_Sync_Counting_Delay(void) { }
void UPC_C_Extract_M2_Trace_Records(upc_trace_buff_t *tbuff) { tbuff->num = 0; }
void UPC_C_Start_M2_Capture(int final_x1_cycles, UpciBool_t int_when_done) { (void)final_x1_cycles, (void)int_when_done; }

void UPC_L1p_SetMode(short unit, uint64_t l1p_mode) { (void)unit, (void)l1p_mode; }
void UPC_L1p_EnableUPC(short unit) { (void)unit; }
void UPC_L1p_DisableUPC(short unit) { (void)unit; }

void UPC_L2_EnableUPC(UpciBool_t indepCtl, UpciBool_t combine) { (void)indepCtl, (void)combine; }
void UPC_L2_Start(void) { }
void UPC_L2_Stop(void) { }
void UPC_L2_Reset(void) { }
uint64_t UPC_L2_ReadCtr(unsigned slice, unsigned ctr) { (void)slice, (void)ctr; return 0; }
void UPC_L2_WriteCtr(unsigned slice, unsigned ctr, uint64_t value) { (void)slice, (void)ctr, (void)value; }
void UPC_L2_DisableUPC(void) { }
/* clang-format on */

/* ---- signals of a core ---- */

static __thread Upci_A2PC_t signals; /* signals of the calling thread's core */
static __thread UpciBool_t are_signals_ready;

static Upci_A2PC_t *upci_units_core_signals(void)
{
    if (!are_signals_ready)
        Upci_A2PC_Init(&signals);
    are_signals_ready = UpciTrue;
    return &signals;
}

static int upci_units_is_valid_signal(short signal)
{
    return signal >= 0 && signal < EMUQ_A2_SIGNALS;
}

static void upci_units_set_event(Upci_A2PC_t *a2pc, cesr_a2_unit_t unit, short signal, short thread,
                                 short event)
{
    if (!upci_units_is_valid_signal(signal))
        return;
    a2pc->select[unit][signal].thread = thread;
    a2pc->select[unit][signal].event = event;
}

static void upci_units_get_event(cesr_a2_unit_t unit, short signal, short *thread, short *event)
{
    if (!upci_units_is_valid_signal(signal))
        return;
    *thread = upci_units_core_signals()->select[unit][signal].thread;
    *event = upci_units_core_signals()->select[unit][signal].event;
}

void Init_A2_Counting(cesr_count_modes_t mode)
{
    Clear_A2_Events();
    upci_units_core_signals()->cesrMode = mode;
}

void Clear_A2_Events(void)
{
    Upci_A2PC_Init(upci_units_core_signals());
}

void set_cesr_event(short unit_sig_num, cesr_a2_unit_t unit_type)
{
    Upci_A2PC_SetCesrEvent(upci_units_core_signals(), unit_sig_num, unit_type);
}

void get_cesr_event(short unit_sig_num, short *unit_type)
{
    if (upci_units_is_valid_signal(unit_sig_num))
        *unit_type = upci_units_core_signals()->unit[unit_sig_num];
}

/* Functions of a unit, for the caller's core and for signals to be applied later. */
#define A2_UNIT(name, Name, unit)                                                                            \
    void set_##name##_event(short unit_sig_num, short thread, short a2_event)                                \
    {                                                                                                        \
        upci_units_set_event(upci_units_core_signals(), unit, unit_sig_num, thread, a2_event);               \
    }                                                                                                        \
    void get_##name##_event(short unit_sig_num, short *thread, short *a2_event)                              \
    {                                                                                                        \
        upci_units_get_event(unit, unit_sig_num, thread, a2_event);                                          \
    }                                                                                                        \
    void Upci_A2PC_Set##Name##Event(Upci_A2PC_t *pA2pc, short unit_sig_num, short thread, short a2_event)    \
    {                                                                                                        \
        upci_units_set_event(pA2pc, unit, unit_sig_num, thread, a2_event);                                   \
    }
A2_UNIT(axu, Axu, CESR_AXU_EVENT)
A2_UNIT(iu, Iu, CESR_IU_EVENT)
A2_UNIT(xu, Xu, CESR_XU_EVENT)
A2_UNIT(lsu, Lsu, CESR_LSU_EVENT)
A2_UNIT(mmu, Mmu, CESR_MMU_EVENT)

void Upci_A2PC_Init(Upci_A2PC_t *pA2pc)
{
    memset(pA2pc, 0, sizeof(*pA2pc));
    memset(pA2pc->unit, 0xff, sizeof(pA2pc->unit));
    for (int unit = 0; unit < EMUQ_A2_UNITS; unit++)
        for (int signal = 0; signal < EMUQ_A2_SIGNALS; signal++)
            pA2pc->select[unit][signal].event = -1;
}

void Upci_A2PC_SetCesrMode(Upci_A2PC_t *pA2pc, uint32_t cmode)
{
    pA2pc->cesrMode = cmode;
}

void Upci_A2PC_SetCesrEvent(Upci_A2PC_t *pA2pc, short unit_sig_num, cesr_a2_unit_t unit_type)
{
    if (upci_units_is_valid_signal(unit_sig_num))
        pA2pc->unit[unit_sig_num] = (short)unit_type;
}

void Upci_A2PC_ApplyRegs(const Upci_A2PC_t *pA2pc)
{
    *upci_units_core_signals() = *pA2pc;
}

void Upci_A2PC_GetRegs(Upci_A2PC_Val_t *pA2pcVal)
{
    *pA2pcVal = *upci_units_core_signals();
}

void Upci_A2PC_Dump(unsigned indent, Upci_A2PC_t *pA2pc)
{
    printf("%*smode %#x\n", (int)indent, "", pA2pc->cesrMode);
    for (int signal = 0; signal < EMUQ_A2_SIGNALS; signal++) {
        short unit = pA2pc->unit[signal];
        if (unit >= 0 && unit < EMUQ_A2_UNITS)
            printf("%*ssignal %d: unit %d, thread %d, event %d\n", (int)indent, "", signal, unit,
                   pA2pc->select[unit][signal].thread, pA2pc->select[unit][signal].event);
    }
}

void Upci_A2PC_DumpRegs_Indent(Upci_A2PC_Val_t *pA2pcVal, int indent)
{
    Upci_A2PC_Dump(indent > 0 ? (unsigned)indent : 0, pA2pcVal);
}

void Upci_A2PC_DumpRegs(Upci_A2PC_Val_t *pA2pcVal)
{
    Upci_A2PC_Dump(0, pA2pcVal);
}

/* ---- the node ---- */

const Upci_Node_Parms_t *Upci_GetNodeParms(void)
{
    static __thread Upci_Node_Parms_t parms; /* ranks of several nodes may be threads of a process */
    return Kernel_Upci_GetNodeParms(&parms) == 0 ? &parms : NULL;
}

void Upci_DumpNodeParms(unsigned indent)
{
    const Upci_Node_Parms_t *parms = Upci_GetNodeParms();
    printf("%*sprocessor %llu MHz, network %llu MHz, spare core %d, configuration %#llx\n", (int)indent, "",
           (unsigned long long)parms->cpuSpeed, (unsigned long long)parms->nwSpeed, parms->spareCore,
           (unsigned long long)parms->nodeConfig);
}

int Upci_Mode_Init(Upci_Mode_t *pMode, unsigned upcMode, UPC_Ctr_Mode_t ctrMode, unsigned unit)
{
    int rc = Kernel_Upci_Mode_Init(upcMode, ctrMode, unit);
    pMode->upcMode = upcMode;
    pMode->ctrMode = ctrMode;
    pMode->pNodeParms = Upci_GetNodeParms();
    return rc;
}

void Upci_Mode_Free(void)
{
    (void)Kernel_Upci_Mode_Free();
}

void Upci_Mode_Dump(unsigned indent, Upci_Mode_t *o)
{
    printf("%*smode %u, control %u\n", (int)indent, "", o->upcMode, o->ctrMode);
    Upci_DumpNodeParms(indent);
}
