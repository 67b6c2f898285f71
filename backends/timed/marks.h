/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file marks.h
 * @brief Marks in standard output and error that say which rank writes what follows, for the labels of
 * emuq-run: the ranks are threads of one process, and the launcher sees what it writes only.
 *
 * A mark is a zero byte, the text of the setting EMUQ_TIME_MARK, and eight hexadecimal digits: the rank, or
 * ffffffff for none. It is written when a thread of another rank gets the baton.
 */
#ifndef EMUQ_TIMED_MARKS_H
#define EMUQ_TIMED_MARKS_H

#include <stdint.h>

/** Begins to write marks, if the setting asks for them. */
void emuq_marks_open(void);
/** Ends it. */
void emuq_marks_close(void);

/** The rank that runs is about to run no more: writes what standard output holds of it. */
void emuq_marks_leave(void);
/** A rank runs from now on, or none: -1. */
void emuq_marks_enter(int32_t rank);

#endif /* EMUQ_TIMED_MARKS_H */
