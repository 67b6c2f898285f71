/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file kcounters.h
 * @brief Counters of the kernel (internal-headers 4). Present, but always 0.
 *
 * X-macros: define HWTPERFCOUNTER(name), PROCPERFCOUNTER(name) or NODEPERFCOUNTER(name) before each
 * inclusion to get lists of names.
 */
#ifndef _KCOUNTERS_H_
#define _KCOUNTERS_H_

#include <stdint.h>

#include <hwi/include/common/compiler_support.h>

/* clang-format off */
/** Counters of a hardware thread: the events from PEVT_CNKHWT_SYSCALL on. */
enum {
#define EMUQ_HWT_COUNTER(name) CNK_HWTPERFCOUNT_##name,
#define EMUQ_PROC_COUNTER(name)
#define EMUQ_NODE_COUNTER(name)
#include <cnk/include/emuq_kcounters.def>
    CNK_HWTPERFCOUNT_NUM /**< number of counters */
};
#undef EMUQ_HWT_COUNTER
#undef EMUQ_PROC_COUNTER
#undef EMUQ_NODE_COUNTER

/** Counters of a process. */
enum {
#define EMUQ_HWT_COUNTER(name)
#define EMUQ_PROC_COUNTER(name) CNK_PROCPERFCOUNT_##name,
#define EMUQ_NODE_COUNTER(name)
#include <cnk/include/emuq_kcounters.def>
    CNK_PROCPERFCOUNT_NUM /**< number of counters */
};
#undef EMUQ_HWT_COUNTER
#undef EMUQ_PROC_COUNTER
#undef EMUQ_NODE_COUNTER

/** Counters of a node. */
enum {
#define EMUQ_HWT_COUNTER(name)
#define EMUQ_PROC_COUNTER(name)
#define EMUQ_NODE_COUNTER(name) CNK_NODEPERFCOUNT_##name,
#include <cnk/include/emuq_kcounters.def>
    CNK_NODEPERFCOUNT_NUM /**< number of counters */
};
#undef EMUQ_HWT_COUNTER
#undef EMUQ_PROC_COUNTER
#undef EMUQ_NODE_COUNTER
/* clang-format on */

/** A counter and its value. */
typedef struct PerfCountItem {
    uint64_t id; /**< CNK_..PERFCOUNT_... */
    uint64_t value;
} PerfCountItem_t;

#endif /* _KCOUNTERS_H_ */

#if defined(HWTPERFCOUNTER) || defined(PROCPERFCOUNTER) || defined(NODEPERFCOUNTER)
#ifdef HWTPERFCOUNTER
#define EMUQ_HWT_COUNTER(name) HWTPERFCOUNTER(name)
#else
#define EMUQ_HWT_COUNTER(name)
#endif
#ifdef PROCPERFCOUNTER
#define EMUQ_PROC_COUNTER(name) PROCPERFCOUNTER(name)
#else
#define EMUQ_PROC_COUNTER(name)
#endif
#ifdef NODEPERFCOUNTER
#define EMUQ_NODE_COUNTER(name) NODEPERFCOUNTER(name)
#else
#define EMUQ_NODE_COUNTER(name)
#endif
#include <cnk/include/emuq_kcounters.def>
#undef EMUQ_HWT_COUNTER
#undef EMUQ_PROC_COUNTER
#undef EMUQ_NODE_COUNTER
#endif
