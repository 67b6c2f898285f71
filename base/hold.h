/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file hold.h
 * @brief Threads that hold what other processes wait for are not stopped.
 *
 * When a rank has ended its process stays, and the program's threads stop wherever they are. A thread that
 * has a lock or a claim which other ranks take goes on until it has given it back: between emuq_hold_begin()
 * and emuq_hold_end(), which nest. A thread that blocks the signal by which threads are stopped is never
 * stopped: those of our own, which serve the other ranks.
 *
 * | word       | stored by          | order   | pairs with                                       |
 * |------------|--------------------|---------|--------------------------------------------------|
 * | emuq_stops | who stops threads  | release | acquire of emuq_hold_end() and emuq_hold_stop()  |
 * | emuq_holds | its thread alone   | relaxed | the thread's own signal handler: signal fences   |
 *
 * Who stops threads stores emuq_stops before it signals. So a thread whose handler has found that it holds
 * something finds emuq_stops at its emuq_hold_end().
 */
#ifndef EMUQ_BASE_HOLD_H
#define EMUQ_BASE_HOLD_H

/** How often the thread has begun and not ended. */
extern __thread unsigned emuq_holds __attribute__((tls_model("initial-exec")));

/** 0, or the signal by which threads are stopped: they are to stop. */
extern unsigned emuq_stops;

/** Stops for as long as emuq_stops says so, if the thread holds nothing. To be called in signal handlers too,
 * with all signals blocked. */
void emuq_hold_stop(void);

/** The same, unless the thread blocks the signal; signals are handled when it goes on. */
void emuq_hold_stop_late(void);

/** The thread is not stopped from here on. */
static inline void emuq_hold_begin(void)
{
    __atomic_store_n(&emuq_holds, emuq_holds + 1, __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_ACQ_REL);
}

/** It is stopped again; here, if it was to be stopped meanwhile. */
static inline void emuq_hold_end(void)
{
    __atomic_signal_fence(__ATOMIC_ACQ_REL);
    unsigned holds = emuq_holds - 1;
    __atomic_store_n(&emuq_holds, holds, __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_ACQ_REL);
    if (__builtin_expect(__atomic_load_n(&emuq_stops, __ATOMIC_ACQUIRE) != 0, 0) && holds == 0)
        emuq_hold_stop_late();
}

#endif /* EMUQ_BASE_HOLD_H */
