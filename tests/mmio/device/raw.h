/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file raw.h
 * @brief A program without a library: attaches to a device by socket or file, maps it, and stores to
 * registers.
 */
#ifndef RAW_H
#define RAW_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "backends/backend.h"
#include "backends/mmio/device.h"
#include "emuq_test.h"
#include "hwi/include/bqc/mu_dcr.h"
#include "hwi/include/bqc/nd_500_dcr.h"

#define RAW_MIB      (UINT64_C(1) << 20)
#define RAW_APERTURE (64 * RAW_MIB)      /**< aperture bytes of each node */
#define RAW_PA       (UINT64_C(1) << 35) /**< physical address of the aperture */
#define RAW_NOBODY   UINT32_MAX

/** A device process started by the test. */
typedef struct raw_device {
    pid_t pid;
    char where[96];
} raw_device_t;

/** Starts emuq-device with up to 16 arguments, terminated by NULL. @param where the argument with the
 * address, or NULL to add --socket with a new name */
raw_device_t raw_start(const char *where, const char *const *arguments);

/** Ends the device, and asserts its exit status. */
void raw_stop(raw_device_t *device);

/** Waits for the end of the device. @return exit status, 128 plus a signal, or -1 if it is still running */
int raw_end(raw_device_t *device);

/** A partition as seen by a program. */
typedef struct raw {
    int owner, member; /**< connections */
    uint64_t partition;
    emuq_device_info_t *info; /**< mapped region */
    uint64_t region_bytes;
    char *memory; /**< mapped apertures */
    uint64_t memory_bytes;
    int event;
    uint64_t first_node;
} raw_t;

/** Connects, waiting until the device listens. @return the socket */
int raw_connect(const char *where);

/** Sends @p bytes bytes of a request and waits for the reply. @return number of files in the reply */
int raw_ask(int fd, const emuq_device_request_t *request, size_t bytes, emuq_device_reply_t *reply,
            int files[3]);

/** A request for @p size[0] x ... nodes, with RAW_APERTURE bytes each. */
emuq_device_request_t raw_request(uint32_t what, const uint32_t size[5]);

/** Opens a partition and joins as member 0 of all nodes. @return false on failure */
bool raw_open(raw_t *raw, const char *where, const uint32_t size[5]);
/** Joins an open partition. @return false on failure */
bool raw_join(raw_t *raw, const char *where, uint64_t partition, uint32_t member, uint32_t node);
void raw_close(raw_t *raw);

/** Control block, registers and memory of a node. */
emuq_device_control_t *raw_control(const raw_t *raw, uint32_t node);
volatile uint64_t *raw_register(const raw_t *raw, uint32_t node, uint32_t subgroup, uint32_t offset);
char *raw_memory(const raw_t *raw, uint32_t node);

uint64_t raw_load(const volatile uint64_t *word);
void raw_store(volatile uint64_t *word, uint64_t value);

/** Waits for a word to have a value, with a timeout. @return false after the timeout */
bool raw_await(const volatile uint64_t *word, uint64_t value);

/** Executes a command. @return its status, or -ETIMEDOUT */
int raw_command(const raw_t *raw, uint32_t node, uint64_t command, const uint64_t argument[4],
                uint64_t *value);
/** Signals the device's doorbell, if the device sleeps. */
void raw_ring(const raw_t *raw);
int raw_flush(const raw_t *raw, uint32_t node);
uint64_t raw_dcr(const raw_t *raw, uint32_t node, uint32_t number);
int raw_set_dcr(const raw_t *raw, uint32_t node, uint32_t number, uint64_t value);
int raw_assign(const raw_t *raw, uint32_t node, emuq_resource_t kind, uint32_t id, uint64_t member,
               uint64_t rank);

/* Registers of FIFOs and table entries, as offsets in a subgroup's page. */
#define RAW_INJ(fifo)  ((fifo) % 8 * 0x40u)
#define RAW_REC(fifo)  (0x200u + (fifo) % 4 * 0x40u)
#define RAW_BAT(entry) (0x400u + (entry) % 8 * 8u)
enum { RAW_START = 0, RAW_SIZE = 8, RAW_HEAD = 16, RAW_TAIL = 24, RAW_DONE = 32, RAW_FREE = 40 };
enum { RAW_ENABLED = 0x300, RAW_ENABLE = 0x308, RAW_DISABLE = 0x310, RAW_STATUS = 0x320, RAW_CLEAR = 0x328 };
enum { RAW_GI_CONTROL = 0x500, RAW_GI_STATUS = 0x580 };

/** Assigns injection FIFO @p fifo of a node to the program, with @p slots slots at offset @p at of the node's
 * memory, and enables the FIFO. */
void raw_inj(const raw_t *raw, uint32_t node, uint32_t fifo, uint64_t at, uint32_t slots);
/** The same for a reception FIFO of @p bytes bytes. */
void raw_rec(const raw_t *raw, uint32_t node, uint32_t fifo, uint64_t at, uint64_t bytes);
/** Sets a table entry to a base address in the node's memory. */
void raw_bat(const raw_t *raw, uint32_t node, uint32_t entry, uint64_t pa);

/** Builds a direct put of bytes at @p from of the sender to entry 0 of @p to, plus @p offset; the counter is
 * at entry 1, offset 0. Nodes are in a row along A. */
MUHWI_Descriptor_t raw_put(uint32_t to, uint64_t from, uint64_t bytes, uint64_t offset);
/** Builds a message to a reception FIFO. */
MUHWI_Descriptor_t raw_message(uint32_t to, uint64_t from, uint64_t bytes, uint32_t rec_fifo);

/** Builds a remote get: @p bytes / 64 descriptors at @p from go to injection FIFO @p inj_fifo of @p to. */
MUHWI_Descriptor_t raw_get(uint32_t to, uint64_t from, uint64_t bytes, uint32_t inj_fifo);

/** Stores a descriptor and the tail of a FIFO of raw_inj(). */
void raw_inject(const raw_t *raw, uint32_t node, uint32_t fifo, const MUHWI_Descriptor_t *d);

#endif /* RAW_H */
