/* SPDX-License-Identifier: BSD-3-Clause */
/* Minimal program of the message layer: each task prints its number. */
#include <pami.h>
#include <stdio.h>

int main(void)
{
    pami_client_t client;
    pami_configuration_t q[2];
    q[0].name = PAMI_CLIENT_TASK_ID;
    q[1].name = PAMI_CLIENT_NUM_TASKS;
    if (PAMI_Client_create("TEST", &client, NULL, 0) != PAMI_SUCCESS ||
        PAMI_Client_query(client, q, 2) != PAMI_SUCCESS)
        return 1;
    printf("task %lu of %lu\n", (unsigned long)q[0].value.intval, (unsigned long)q[1].value.intval);
    return PAMI_Client_destroy(&client) != PAMI_SUCCESS;
}
