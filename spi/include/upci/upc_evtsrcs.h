/* SPDX-License-Identifier: BSD-3-Clause */
/* Sources of performance events in the order of their numbers: UPC_EVTSRC(name, mnemonic, text). X-macro:
 * define UPC_EVTSRC before each inclusion. */
#ifndef UPC_EVTSRC
#define UPC_EVTSRC(name, mnemonic, text)
#endif
UPC_EVTSRC(Undef, UNDEF, "undefined")
UPC_EVTSRC(A2_MMU, MMU, "memory management unit of the core")
UPC_EVTSRC(A2_AXU, AXU, "vector and floating-point unit")
UPC_EVTSRC(A2_IU, IU, "instruction unit")
UPC_EVTSRC(A2_LSU, LSU, "load and store unit")
UPC_EVTSRC(A2_XU, XU, "execution unit")
UPC_EVTSRC(L1P_BASE, L1P, "prefetcher")
UPC_EVTSRC(L1P_SWITCH, L1PSW, "switch interface of the prefetcher")
UPC_EVTSRC(L1P_STREAM, L1PST, "stream mode of the prefetcher")
UPC_EVTSRC(L1P_LIST, L1PLI, "list mode of the prefetcher")
UPC_EVTSRC(WAKEUP, WAKE, "wakeup unit")
UPC_EVTSRC(OP_XU, OPXU, "instructions of the execution unit")
UPC_EVTSRC(OP_AXU, OPAXU, "instructions of the floating-point unit")
UPC_EVTSRC(OP_FP_OPS, FPOPS, "floating-point operations")
UPC_EVTSRC(OP_FP_INSTR, FPINS, "floating-point instructions")
UPC_EVTSRC(OP_ALL, OPALL, "all instructions")
UPC_EVTSRC(L2, L2, "L2 cache")
UPC_EVTSRC(L2_SLICE, L2SL, "slices of the L2 cache")
UPC_EVTSRC(PCIE, PCIE, "PCI Express")
UPC_EVTSRC(DEVBUS, DEVB, "device bus")
UPC_EVTSRC(MU, MU, "Message Unit")
UPC_EVTSRC(NW, NW, "network links")
UPC_EVTSRC(CNKNODE, CNKN, "kernel, node")
UPC_EVTSRC(CNKPROC, CNKP, "kernel, process")
UPC_EVTSRC(CNKHWT, CNKT, "kernel, hardware thread")
#undef UPC_EVTSRC
