/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file trace.h
 * @brief The kernel's flight recorder (kernel-misc 4). Not available here.
 */
#ifndef _SPI_KERNEL_TRACE_H_
#define _SPI_KERNEL_TRACE_H_

#include "spi/include/kernel/cnk/kernel_impl.h"

__BEGIN_DECLS

/** An entry of a log. */
typedef struct BG_FlightRecorderLog {
    uint64_t timestamp; /**< time base */
    uint32_t hwthread;  /**< processor id */
    uint32_t id;        /**< kind of event */
    uint64_t data[4];
} BG_FlightRecorderLog_t;

EMUQ_STATIC_ASSERT(sizeof(BG_FlightRecorderLog_t) == 48, "six words");

/** Conversion of an entry to a string. */
typedef enum BG_FlightRecorderFormatterType {
    FLIGHTRECORDER_PRINTF = 0x100, /**< by a format string */
    FLIGHTRECORDER_FUNC = 0x101    /**< by a function */
} BG_FlightRecorderFormatterType_t;

/** Writes an entry as a string into @p buffer of @p bufsize bytes. */
typedef void (*BG_FlightRecorderFunc_t)(size_t bufsize, char *buffer, const BG_FlightRecorderLog_t *logentry,
                                        void *extraDataPtr);

/** The format of a kind of entry. */
typedef struct BG_FlightRecorderFormatter {
    const char *id_str;                     /**< name of the kind */
    BG_FlightRecorderFormatterType_t type;  /**< selects the member of the union */
    const char *formatString;               /**< takes the four data words */
    BG_FlightRecorderFunc_t formatFunction; /**< takes the entry */
    void *anchorPtr;                        /**< extra data for the function */
} BG_FlightRecorderFormatter_t;

/** A log and its reading position. */
typedef struct BG_FlightRecorderRegistry {
    BG_FlightRecorderLog_t *flightlog;             /**< entries */
    uint64_t flightsize;                           /**< number of entries */
    uint64_t *flightlock;                          /**< next entry */
    BG_FlightRecorderFormatter_t *flightformatter; /**< indexed by kind */
    uint32_t num_ids;                              /**< number of kinds */
    uint32_t lastStateSet;                         /**< state of Kernel_DecodeFlightLogs() */
    uint64_t lastState;
    uint64_t lastStateTotal;
    uint64_t lastOffset;
    const char *registryName;
} BG_FlightRecorderRegistry_t;

/** Adds an entry. Declared but not defined, as on Blue Gene/Q. */
uint64_t Kernel_WriteFlightLog(uint64_t *flightlock, BG_FlightRecorderLog_t flightlog[], uint64_t flightsize,
                               uint32_t ID, uint64_t data0, uint64_t data1, uint64_t data2, uint64_t data3);
/** Formats logs as text. Declared but not defined, as on Blue Gene/Q. */
int Kernel_DecodeFlightLogs(uint32_t numlogs, BG_FlightRecorderRegistry_t *logregistry, size_t bufferSize,
                            char *buffer, uint64_t *moreData);
/** Copies the kernel's log as text. @return ENOSYS */
int Kernel_GetFlightLog(size_t bufferSize, char *buffer);

__END_DECLS

#include "spi/include/kernel/cnk/trace_impl.h"

#endif /* _SPI_KERNEL_TRACE_H_ */
