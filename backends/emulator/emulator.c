/* SPDX-License-Identifier: BSD-3-Clause */
/* Function table of the backend "emulator". The core calls optional components by groups of operations,
 * set before a process uses the machine. */
#include "backends/backend.h"
#include "backends/emulator/core/machine.h"
#include "backends/emulator/core/inject.h"
#include "backends/emulator/fault/fault.h"
#include "backends/emulator/remote/remote.h"

#if EMUQ_HAVE_HOSTS
static const emuq_remote_ops_t emulator_remote_ops = {
    .post = emuq_remote_post,
    .request = emuq_remote_request_send,
    .resume = emuq_remote_resume,
    .update_send = emuq_remote_update_send,
    .update_wait = emuq_remote_update_wait,
    .is_over = emuq_remote_is_over,
    .flush = emuq_remote_flush,
    .drain = emuq_remote_drain,
    .gi = {.changed = emuq_remote_gi_changed,
           .requested = emuq_remote_gi_requested,
           .settle = emuq_remote_gi_settle},
    .tree = {.run = emuq_remote_collective_run,
             .advance = emuq_remote_collective_continue,
             .result = emuq_remote_collective_result},
};
#endif

static void emulator_use_components(void)
{
#if EMUQ_HAVE_HOSTS
    emuq_remote_ops = &emulator_remote_ops;
#endif
#if EMUQ_HAVE_FAULTS
    emuq_fault_ops = &emuq_faults_ops;
#endif
}

static int emulator_open(const emuq_geometry_t *geometry, emuq_arena_t *arena, uint32_t members,
                         emuq_machine_t **machine)
{
    emulator_use_components();
    int rc = emuq_machine_open(geometry, arena, members, NULL, machine);
    if (rc == 0 && emuq_fault_ops != NULL && (rc = emuq_fault_ops->plan(*machine)) != 0)
        emuq_machine_close(*machine);
    return rc;
}

static int emulator_attach(emuq_machine_t *m, const emuq_kernel_callbacks_t *kernel, uint32_t node)
{
    emulator_use_components();
    return emuq_machine_attach(m, kernel, node);
}

static const emuq_backend_machine_ops_t emulator_life = {
    .open = emulator_open,
    .share = emuq_machine_share,
    .close = emuq_machine_close,
    .attach = emulator_attach,
    .enter = emuq_machine_enter,
    .drain = emuq_machine_drain,
    .retire = emuq_machine_retire,
    .bury = emuq_machine_bury,
    .drop = emuq_machine_drop,
    .detach = emuq_machine_detach,
};

static const emuq_backend_unit_ops_t emulator_unit = {
    .reg = emuq_machine_reg,
    .dcr_read = emuq_dcr_read,
    .dcr_write = emuq_dcr_write,
    .assign = emuq_machine_assign,
    .remapped = emuq_machine_remapped,
    .resume = emuq_machine_resume,
    .notify = emuq_machine_notify,
};

static const emuq_backend_stats_ops_t emulator_stats = {
    .count = emuq_count_read,
    .totals = emuq_count_totals,
    .snapshot = emuq_snapshot,
    .fullest = emuq_fullest,
    .dropped = emuq_machine_dropped,
    .describe = emuq_describe,
};

#if EMUQ_HAVE_HOSTS
static const emuq_backend_remote_ops_t emulator_remote = {
    .place = emuq_remote_place,
    .receive = emuq_remote_receive,
    .progress = emuq_engine_progress,
    .channel_open = emuq_remote_channel_open,
    .channel_post = emuq_remote_channel_post,
    .channel_next = emuq_remote_channel_next,
    .channel_done = emuq_remote_channel_done,
    .channel_batch = emuq_remote_channel_batch,
    .channel_wait = emuq_remote_channel_wait,
};
#endif

static const emuq_backend_waiting_ops_t emulator_waiting = {
    .polls = emuq_idle_polls,
    .completions = emuq_count_completions,
    .prepare = emuq_idle_prepare,
    .await = emuq_idle_await,
};

const emuq_backend_t emuq_backend_emulator = {
    .name = "emulator",
    .help = "Message Units emulated in shared memory, driven by the threads that use them",
    .layout = EMUQ_EMULATED_LAYOUT,
    .node_bytes = sizeof(emuq_mu_node_t),
    .faults = EMUQ_HAVE_FAULTS ? EMUQ_FAULTS_ALL : 0,
    .has_records = EMUQ_HAVE_TRACE,
    .machine = &emulator_life,
    .unit = &emulator_unit,
    .stats = &emulator_stats,
#if EMUQ_HAVE_HOSTS
    .remote = &emulator_remote,
#endif
    .waiting = &emulator_waiting,
};
