/* SPDX-License-Identifier: BSD-3-Clause */
/* Clients and their attributes. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include <firmware/include/personality.h>
#include <spi/include/kernel/process.h>

#include "base/memory.h"
#include "msglayer/client/client.h"
#include "msglayer/coll/geometry.h"
#include "msglayer/core/settings.h"

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

/* Reports a failed creation. @return the result of the call */
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
    const char *clients = error == -EBUSY ? emuq_pami_setting_text(EMUQ_PAMI_CLIENTS) : "";
    if (*clients != '\0')
        fprintf(stderr,
                "pami: client \"%s\" is not allowed by PAMI_CLIENTS=\"%s\" or exceeds its limits; extend "
                "PAMI_CLIENTS\n",
                name, clients);
    else if (error == -EBUSY)
        fprintf(stderr,
                "pami: no FIFOs left for client \"%s\" with %u processes per node; divide them with "
                "PAMI_CLIENTS or reduce "
                "PAMI_MAX_CONTEXTS\n",
                name, (unsigned)Kernel_ProcessCount());
    else
        fprintf(stderr,
                "pami: task %u: client \"%s\": the program has allocated required FIFOs; reserve the "
                "program's FIFOs with "
                "MUSPI_NUMINJFIFOS and MUSPI_NUMRECFIFOS\n",
                Kernel_GetRank(), name);
    return PAMI_INVAL;
}

/* Sets attributes. @return PAMI_INVAL: unknown attribute */
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
    emuq_pami_client_watch_exit();
    *handle = client;
    return PAMI_SUCCESS;
}

pami_result_t PAMI_Client_destroy(pami_client_t *handle)
{
    EMUQ_PAMI_CALL();
    if (handle == NULL || *handle == NULL)
        return emuq_pami_result(emuq_pami_invalid("client is null"));
    emuq_pami_client_t *client = *handle;
    emuq_pami_client_end_contexts(client);
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
