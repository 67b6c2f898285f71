/* SPDX-License-Identifier: BSD-3-Clause */
/* The eventfds of emuq/partition.h. */
#include "emuq/partition.h"

#include "kernel-shim/partition/interrupts.h"
#include "kernel-shim/partition/current.h"

int emuq_interrupt_fd(uint32_t subgroup)
{
    return emuq_process_interrupt_fd(emuq_process_self(), subgroup);
}

int emuq_gi_interrupt_fd(uint32_t route)
{
    return emuq_process_gi_interrupt_fd(emuq_process_self(), route);
}
