/* SPDX-License-Identifier: BSD-3-Clause */
/* Clients and contexts: creation, attributes, end, and exit of the process. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include <firmware/include/personality.h>
#include <hwi/include/common/emuq_wait.h>
#include <spi/include/kernel/cnk/emuq_rank.h>
#include <spi/include/kernel/process.h>

#include "base/memory.h"
#include "msglayer/client/client.h"
#include "msglayer/coll/network.h"
#include "msglayer/core/resources.h"
#include "msglayer/p2p/p2p.h"

/* ---- contexts ---- */

/* Chooses the window: leaves space for several senders in the FIFO. */
static void context_choose_sizes(emuq_pami_context_t *context)
{
    const emuq_pami_resources_t *resources = context->client->resources;
    uint64_t fair = emuq_pami_setting(EMUQ_PAMI_RECFIFO) / resources->tasks;
    uint64_t window = emuq_pami_setting(EMUQ_PAMI_WINDOW);
    uint64_t least = 4 * EMUQ_PAMI_PAYLOAD;
    if (window > fair)
        window = fair > least ? fair : least;
    context->window = window / 2;
}

static uint64_t context_count; /* contexts created by this process; atomic, relaxed: only numbers them */

static emuq_pami_context_t *context_new(emuq_pami_client_t *client, uint32_t offset)
{
    emuq_pami_device_t *device = emuq_pami_device_open(client->resources, offset);
    emuq_pami_context_t *context = device != NULL ? emuq_pami_alloc(sizeof *context) : NULL;
    if (context == NULL)
        return NULL;
    context->client = client;
    context->number = AO_fetch_and_add(&context_count, 1) + 1;
    context->device = device;
    context->offset = offset;
    context->endpoint = emuq_pami_endpoint(client->resources->task, offset);
    context->again_last = &context->again;
    context->deferred_last = &context->deferred;
    context->control_last = &context->control;
    context->rdma_last = &context->rdma;
    context->unexpected_last = &context->unexpected;
    context->empty = emuq_pami_idle_result();
    context_choose_sizes(context);
    emuq_pami_receive_open(context);
    emuq_pami_onesided_open(context);
    if (!emuq_pami_coll_context_open(context)) {
        free(context);
        return NULL;
    }
    return context;
}

static void context_free(emuq_pami_context_t *context)
{
    emuq_pami_device_t *device = context->device;
    for (uint32_t i = 0; i < EMUQ_PAMI_SEND_FIFOS; i++) {
        device->send[i].first = NULL;
        device->send[i].last = &device->send[i].first;
    }
    device->rdma.first = NULL;
    device->rdma.last = &device->rdma.first;
    emuq_pami_coll_context_close(context);
    emuq_pami_incoming_free(context);
    for (uint32_t id = 0; id < EMUQ_PAMI_DISPATCH_IDS; id++)
        emuq_pami_record_end(&context->dispatch[id]);
    emuq_pami_ops_free(context);
    emuq_pami_peers_free(context);
    free(context);
}

/* ---- the end of contexts, and of processes with clients ---- */

#define REPLY_TIMEOUT 5.0  /* seconds without progress; a reply may never come */
#define GRACE_PERIOD  0.02 /* seconds; threads that still advance may receive the replies */

/* Whether replies are outstanding, or remote tasks wait for this client. */
static bool client_is_expected(emuq_pami_client_t *client)
{
    for (size_t i = 0; i < client->contexts; i++)
        if (AO_int_load(&client->context[i]->credit_requests) != 0)
            return true;
    return emuq_pami_networks_pending(client) || emuq_pami_agreements_pending(client);
}

/* Whether sent messages wait for credit or slots. */
static bool client_has_queues(const emuq_pami_client_t *client)
{
    bool any = false;
    for (size_t i = 0; i < client->contexts; i++)
        any |= client->context[i]->blocked != NULL || client->context[i]->control != NULL;
    return any;
}

static void client_count_remote(emuq_pami_op_t *op, void *cookie)
{
    size_t *count = cookie;
    *count += (op->pending & EMUQ_PAMI_REMOTE) != 0 && !emuq_rank_has_ended(emuq_pami_task(op->dest));
}

/* Counts operations that wait for running tasks. */
static size_t client_remote_completions(const emuq_pami_client_t *client)
{
    size_t count = 0;
    for (size_t i = 0; i < client->contexts; i++)
        emuq_pami_op_each(client->context[i], client_count_remote, &count);
    return count;
}

/* Makes progress on an ending context once. @return whether messages have been sent */
static bool client_settle_context(emuq_pami_context_t *context, bool completes)
{
    for (emuq_pami_peer_t *peer = context->all_peers; peer != NULL; peer = peer->next)
        if (peer->credit_requests != 0)
            (void)emuq_pami_peer_has_ended(context, peer);
    emuq_pami_receive_at_end(context, completes);
    if (completes && context->incomplete != 0)
        (void)emuq_pami_complete(context);
    if (completes)
        (void)emuq_pami_complete_gets(context);
    return emuq_pami_flush(context);
}

/* Sends queued messages and waits for replies to credit requests and agreements, handling packets meanwhile.
 * Gives up after REPLY_TIMEOUT without progress: remote tasks may not advance. @param completes also wait for
 * remote completions */
static void client_settle(emuq_pami_client_t *client, bool completes)
{
    unsigned spins = 0;
    double end = PAMI_Wtime(client) + REPLY_TIMEOUT;
    size_t left = 0, before;
    do {
        bool any = false;
        emuq_pami_networks_abandon(client);
        emuq_pami_agreements_abandon(client);
        for (size_t i = 0; i < client->contexts; i++)
            any |= client_settle_context(client->context[i], completes);
        before = left;
        left = completes ? client_remote_completions(client) : 0;
        if (any || left < before)
            end = PAMI_Wtime(client) + REPLY_TIMEOUT;
        if (!client_is_expected(client) && !client_has_queues(client) && left == 0)
            return;
        emuq_relax(&spins);
    } while (PAMI_Wtime(client) < end);
}

static void client_drop_contexts(emuq_pami_client_t *client)
{
    emuq_pami_coll_end_contexts(client);
    for (size_t i = 0; i < client->contexts; i++) {
        context_free(client->context[i]);
        client->context[i] = NULL;
    }
    client->contexts = 0;
}

static void client_end_contexts(emuq_pami_client_t *client)
{
    for (size_t i = 0; i < client->contexts; i++)
        emuq_pami_async_unregister(client->context[i]);
    for (size_t i = 0; i < client->contexts; i++) {
        client->context[i]->is_ending = true;
        emuq_pami_ops_mute(client->context[i]);
    }
    client_settle(client, true);
    client_drop_contexts(client);
}

/* Ends clients at process exit. Threads that still advance may receive the replies first. */
static void client_at_exit(void)
{
    emuq_pami_process_t *process = emuq_pami_process_find();
    for (uint32_t i = 0; process != NULL && i < EMUQ_PAMI_RESOURCE_SETS; i++) {
        /* Acquire: pairs with the release in PAMI_Client_create(). */
        emuq_pami_client_t *client = emuq_pointer_load_acquire(&process->set[i].client);
        unsigned spins = 0;
        double end = client != NULL ? PAMI_Wtime(client) + GRACE_PERIOD : 0;
        while (client != NULL && client_is_expected(client) && PAMI_Wtime(client) < end)
            emuq_relax(&spins);
        if (client != NULL && client_is_expected(client))
            client_settle(client, false);
    }
}

static void client_register_exit(void)
{
    atexit(client_at_exit);
}

/* ---- clients ---- */

#define CLOCK_MHZ 1600u /* frequency of the core and of the time base */

static bool client_find_local_tasks(emuq_pami_client_t *client)
{
    const emuq_pami_resources_t *resources = client->resources;
    client->local_tasks = emuq_calloc(resources->ppn, sizeof *client->local_tasks);
    if (client->local_tasks == NULL)
        return false;
    for (uint32_t i = 0; i < resources->tasks; i++)
        if (emuq_pami_is_local(resources, i))
            client->local_tasks[client->local_count++] = i;
    return true;
}

static void client_make_name(emuq_pami_client_t *client)
{
    const emuq_pami_resources_t *resources = client->resources;
    const emuq_pami_location_t *at = &resources->location[resources->task];
    uint32_t node = at->node.Destination.Destination;
    snprintf(client->name, sizeof client->name, "Task %u of %u (%u,%u,%u,%u,%u,%u)", resources->task,
             resources->tasks, node >> 24 & 63, node >> 18 & 63, node >> 12 & 63, node >> 6 & 63, node & 63,
             at->t);
}

/* Reports a failed creation. @return result of PAMI_Client_create() */
static pami_result_t client_create_failed(const char *name, int error)
{
    if (error == -ENOMEM)
        return PAMI_ENOMEM;
    if (error == -EINVAL) /* already reported */
        return emuq_pami_invalid("client \"%s\": invalid PAMI_ setting, reported on standard error", name);
    emuq_pami_invalid("client \"%s\": all FIFOs of the %u processes per node are in use (see PAMI_CLIENTS, "
                      "PAMI_MAX_CONTEXTS)",
                      name, (unsigned)Kernel_ProcessCount());
    if (error == -EBUSY && Kernel_GetRank() != 0)
        return PAMI_INVAL; /* task 0 reports for all tasks */
    const char *clients = error == -EBUSY ? emuq_pami_setting_value(EMUQ_PAMI_CLIENTS)->text : "";
    if (*clients != '\0')
        fprintf(stderr,
                "pami: client \"%s\" is not allowed by PAMI_CLIENTS=\"%s\" or exceeds its limits; extend "
                "PAMI_CLIENTS\n",
                name, clients);
    else if (error == -EBUSY)
        fprintf(stderr,
                "pami: no FIFOs left for client \"%s\" with %u processes per node; divide them with "
                "PAMI_CLIENTS or reduce PAMI_MAX_CONTEXTS\n",
                name, (unsigned)Kernel_ProcessCount());
    else
        fprintf(stderr,
                "pami: task %u: client \"%s\": the program has allocated required FIFOs; reserve the "
                "program's FIFOs with MUSPI_NUMINJFIFOS and MUSPI_NUMRECFIFOS\n",
                Kernel_GetRank(), name);
    return PAMI_INVAL;
}

static pami_result_t client_configure(emuq_pami_client_t *client, const pami_configuration_t *configuration,
                                      size_t count)
{
    pami_result_t rc = PAMI_SUCCESS;
    for (size_t i = 0; i < count && configuration != NULL; i++) {
        if (configuration[i].name == PAMI_CLIENT_NONCONTIG)
            client->noncontig = configuration[i].value.intval != 0;
        else if (configuration[i].name == PAMI_CLIENT_MEMORY_OPTIMIZE)
            client->saves_memory = configuration[i].value.intval != 0;
        else
            rc = emuq_pami_invalid("attribute %d of a client cannot be set", (int)configuration[i].name);
    }
    return rc;
}

pami_result_t PAMI_Client_create(const char *name, pami_client_t *handle,
                                 pami_configuration_t configuration[], size_t num_configs)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    EMUQ_PAMI_CALL();
    if (name == NULL || handle == NULL)
        return emuq_pami_result(emuq_pami_invalid("%s is null", name == NULL ? "name" : "client"));
    emuq_pami_client_t *client = emuq_calloc(1, sizeof *client);
    if (client == NULL)
        return emuq_pami_result(PAMI_ENOMEM);
    int error = emuq_pami_resources_acquire(name, &client->resources);
    if (error != 0) {
        free(client);
        return emuq_pami_result(client_create_failed(name, error));
    }
    client->noncontig = true;
    client_configure(client, configuration, num_configs); /* further attributes are ignored */
    if (!client_find_local_tasks(client) || !emuq_pami_coll_client_open(client)) {
        emuq_pami_coll_client_close(client);
        emuq_pami_resources_return(client->resources);
        free(client->local_tasks);
        free(client);
        return emuq_pami_result(PAMI_ENOMEM);
    }
    client_make_name(client);
    /* Release: pairs with the acquire of the exit handler, which may run in any thread. */
    emuq_pointer_store_release(&client->resources->client, client);
    pthread_once(&once, client_register_exit);
    *handle = client;
    return PAMI_SUCCESS;
}

pami_result_t PAMI_Client_destroy(pami_client_t *handle)
{
    EMUQ_PAMI_CALL();
    if (handle == NULL || *handle == NULL)
        return emuq_pami_result(emuq_pami_invalid("client is null"));
    emuq_pami_client_t *client = *handle;
    client_end_contexts(client);
    emuq_pami_async_end(client);
    emuq_pami_coll_client_close(client);
    emuq_pami_resources_release(client->resources);
    free(client->local_tasks);
    free(client);
    *handle = PAMI_CLIENT_NULL;
    return PAMI_SUCCESS;
}

/* Main memory of the node in MiB. */
static size_t client_memory_size(void)
{
    Personality_t p;
    return Kernel_GetPersonality(&p, sizeof p) == 0 ? p.DDR_Config.DDRSizeMB : 0;
}

static bool client_attribute(const emuq_pami_client_t *client, pami_configuration_t *question)
{
    pami_attribute_value_t *value = &question->value;
#define CASE(attribute, member, number)                                                                      \
    case PAMI_CLIENT_##attribute:                                                                            \
        value->member = number;                                                                              \
        return true
    switch ((int)question->name) {
    case PAMI_CLIENT_CLOCK_MHZ:
        CASE(WTIMEBASE_MHZ, intval, CLOCK_MHZ);
        CASE(CONST_CONTEXTS, intval, 1);
        CASE(HWTHREADS_AVAILABLE, intval, Kernel_ProcessorCount());
        CASE(MEMREGION_SIZE, intval, sizeof(pami_memregion_t));
        CASE(MEM_SIZE, intval, client_memory_size());
        CASE(NUM_TASKS, intval, client->resources->tasks);
        CASE(NUM_LOCAL_TASKS, intval, client->local_count);
        CASE(LOCAL_TASKS, intarray, client->local_tasks);
        CASE(NUM_CONTEXTS, intval, client->resources->contexts);
        CASE(PROCESSOR_NAME, chararray, client->name);
        CASE(TASK_ID, intval, client->resources->task);
        CASE(WTICK, doubleval, 1e-6 / CLOCK_MHZ);
        CASE(NONCONTIG, intval, client->noncontig);
        CASE(MEMORY_OPTIMIZE, intval, client->saves_memory);
    default:
        return false;
    }
#undef CASE
}

pami_result_t PAMI_Client_query(pami_client_t client, pami_configuration_t configuration[],
                                size_t num_configs)
{
    pami_result_t rc = client != NULL ? PAMI_SUCCESS : emuq_pami_invalid("client is null");
    for (size_t i = 0; i < num_configs && client != NULL; i++)
        if (!client_attribute(client, &configuration[i]))
            rc = emuq_pami_invalid("attribute %d of a client cannot be queried", (int)configuration[i].name);
    return emuq_pami_result(rc);
}

pami_result_t PAMI_Client_update(pami_client_t client, pami_configuration_t configuration[],
                                 size_t num_configs)
{
    if (client == NULL || configuration == NULL || num_configs == 0)
        return emuq_pami_result(emuq_pami_invalid("client or configuration is null, or num_configs is 0"));
    emuq_pami_client_t now = *(const emuq_pami_client_t *)client;
    pami_result_t rc = client_configure(&now, configuration, num_configs);
    if (rc == PAMI_SUCCESS)
        rc = client_configure(client, configuration, num_configs);
    return emuq_pami_result(rc);
}

/* ---- contexts: the public functions ---- */

pami_result_t PAMI_Context_createv(pami_client_t handle, pami_configuration_t configuration[],
                                   size_t num_configs, pami_context_t contexts[], size_t ncontexts)
{
    EMUQ_PAMI_CALL();
    emuq_pami_client_t *client = handle;
    (void)configuration, (void)num_configs; /* only declares equal numbers of contexts in all tasks */
    if (client == NULL || contexts == NULL)
        return emuq_pami_result(emuq_pami_invalid("%s is null", client == NULL ? "client" : "contexts"));
    if (ncontexts == 0 || ncontexts > client->resources->contexts)
        return emuq_pami_result(emuq_pami_invalid("%zu contexts requested; expected 1 to %u "
                                                  "(PAMI_CLIENT_NUM_CONTEXTS, PAMI_MAX_CONTEXTS)",
                                                  ncontexts, (unsigned)client->resources->contexts));
    if (client->contexts != 0) {
        (void)emuq_pami_invalid("the client already has %zu contexts; create all contexts in one call",
                                client->contexts);
        return emuq_pami_result(PAMI_ERROR);
    }
    for (size_t i = 0; i < ncontexts; i++) {
        client->context[i] = context_new(client, (uint32_t)i);
        if (client->context[i] == NULL) {
            while (i-- > 0)
                context_free(client->context[i]);
            return emuq_pami_result(PAMI_ENOMEM);
        }
    }
    client->contexts = ncontexts;
    if (!emuq_pami_coll_open_world(client)) {
        client_drop_contexts(client);
        return emuq_pami_result(PAMI_ENOMEM);
    }
    for (size_t i = 0; i < ncontexts; i++)
        contexts[i] = client->context[i];
    return PAMI_SUCCESS;
}

pami_result_t PAMI_Context_destroyv(pami_context_t *contexts, size_t ncontexts)
{
    EMUQ_PAMI_CALL();
    if (contexts == NULL || ncontexts == 0 || contexts[0] == NULL)
        return emuq_pami_result(emuq_pami_invalid("contexts is null or empty (%zu)", ncontexts));
    emuq_pami_client_t *client = ((emuq_pami_context_t *)contexts[0])->client;
    if (ncontexts != client->contexts)
        return emuq_pami_result(
            emuq_pami_invalid("%zu contexts given; all %zu contexts of the client must be destroyed together",
                              ncontexts, client->contexts));
    for (size_t i = 0; i < ncontexts; i++)
        if (contexts[i] != client->context[i])
            return emuq_pami_result(emuq_pami_invalid("contexts[%zu] is not the client's context %zu", i, i));
    client_end_contexts(client);
    for (size_t i = 0; i < ncontexts; i++)
        contexts[i] = PAMI_CONTEXT_NULL;
    return PAMI_SUCCESS;
}

pami_result_t PAMI_Context_query(pami_context_t context, pami_configuration_t configuration[],
                                 size_t num_configs)
{
    pami_result_t rc = context != NULL ? PAMI_SUCCESS : emuq_pami_invalid("context is null");
    for (size_t i = 0; i < num_configs && context != NULL; i++) {
        if (configuration[i].name == PAMI_CONTEXT_DISPATCH_ID_MAX)
            configuration[i].value.intval = EMUQ_PAMI_DISPATCH_MAX;
        else
            rc = emuq_pami_invalid("attribute %d of a context cannot be queried", (int)configuration[i].name);
    }
    return emuq_pami_result(rc);
}

pami_result_t PAMI_Context_update(pami_context_t context, pami_configuration_t configuration[],
                                  size_t num_configs)
{
    (void)context, (void)configuration, (void)num_configs;
    return emuq_pami_result(emuq_pami_invalid("no attribute of a context can be set"));
}
