/* SPDX-License-Identifier: BSD-3-Clause */
/* PAMI: a client and its context. Each task prints its number. */
#include <pami.h>
#include <stdio.h>
#include <stdlib.h>

static void must(pami_result_t result)
{
    char text[300];
    if (result == PAMI_SUCCESS)
        return;
    PAMI_Error_text(text, sizeof text);
    fprintf(stderr, "%s\n", text);
    exit(1);
}

int main(void)
{
    pami_client_t client;
    pami_context_t context;
    pami_configuration_t query[] = {{.name = PAMI_CLIENT_TASK_ID},
                                    {.name = PAMI_CLIENT_NUM_TASKS},
                                    {.name = PAMI_CLIENT_NUM_LOCAL_TASKS}};

    must(PAMI_Client_create("TUTORIAL", &client, NULL, 0));
    must(PAMI_Client_query(client, query, 3));
    must(PAMI_Context_createv(client, NULL, 0, &context, 1));

    printf("task %zu of %zu, %zu on this node\n", query[0].value.intval, query[1].value.intval,
           query[2].value.intval);

    must(PAMI_Context_destroyv(&context, 1));
    must(PAMI_Client_destroy(&client));
}
