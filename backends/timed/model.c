/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/timed/model.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "backends/settings.h"
#include "network/files/constants.h"
#include "network/files/why.h"

#define WHY 512 /* most bytes of a reason */

/* What programs rely on is as in preset bgq: what a packet holds, how long a cycle of the time base is, and
 * the virtual channels. */
static bool is_fixed(const char *key)
{
    return strcmp(key, "clock.cpu") == 0 || strcmp(key, "mu.packet_payload") == 0 ||
           (strncmp(key, "vc.", 3) == 0 && strcmp(key + 4, ".kind") == 0);
}

static int check_fixed(emuq_net_constants_t *c, emuq_text_t *why)
{
    for (uint32_t i = 0; i < emuq_net_parameter_count; i++) {
        const emuq_net_parameter_t *row = &emuq_net_parameter[i];
        if (is_fixed(row->key) && *emuq_net_value(&c->value, row) != row->bgq)
            return emuq_net_refuse(why, "programs need the %s of preset bgq; emuq-net runs without programs",
                                   row->key);
    }
    return 0;
}

static int read_file(emuq_net_constants_t *c, const char *path, emuq_text_t *why)
{
    int rc = emuq_net_constants_read(c, path, why);
    if (rc == 0)
        rc = emuq_net_constants_check(c, why);
    return rc == 0 ? check_fixed(c, why) : rc;
}

int emuq_timed_read_model(emuq_net_parameters_t *p)
{
    const char *path = emuq_setting_text(EMUQ_SETTING_TIME_PARAMS);
    char reason[WHY] = "";
    emuq_text_t why = emuq_text(reason, sizeof reason);
    emuq_net_constants_t c;
    int rc = emuq_net_constants_open(&c);
    if (rc != 0)
        return rc;
    if (*path != '\0')
        rc = read_file(&c, path, &why);
    if (rc == 0)
        *p = c.value;
    else
        fprintf(stderr, "emuq: EMUQ_TIME_PARAMS: %s\n", reason);
    emuq_net_constants_free(&c);
    return rc;
}
