/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernel-shim/bootstrap/space.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "kernel-shim/bootstrap/method.h"
#include "kernel-shim/bootstrap/value.h"

static void key_of(char key[EMUQ_SPACE_KEY], unsigned number, uint32_t giver)
{
    snprintf(key, EMUQ_SPACE_KEY, "emuq-%u-%u", number, giver);
}

static int publish(emuq_wire_t *wire, const emuq_space_t *space, size_t value_bytes, const char *key,
                   const char *text)
{
    static const char doing[] = "publishing where the partition is";
    char value[EMUQ_SPACE_VALUE / 2]; /* with a key it fits into a line */
    if (emuq_value_encode(text, value, value_bytes < sizeof(value) ? value_bytes : sizeof(value)) != 0)
        return emuq_wire_broken(wire, EMSGSIZE, doing, "the text is too long for the launcher");
    int error = space->put(doing, key, value);
    explicit_bzero(value, sizeof(value)); /* the key of the job may be in it */
    return error;
}

static int receive(emuq_wire_t *wire, const emuq_space_t *space, uint32_t giver, const char *key, char *text,
                   size_t bytes)
{
    char value[EMUQ_SPACE_VALUE], doing[64];
    snprintf(doing, sizeof(doing), "asking rank %u where the partition is", giver);
    int error = space->get(doing, key, value);
    if (error != 0)
        return error;
    error = emuq_value_decode(value, text, bytes);
    explicit_bzero(value, sizeof(value));
    if (error == -EMSGSIZE)
        return emuq_wire_broken(wire, EMSGSIZE, doing, "the answer is too long");
    return error == 0 ? 0 : emuq_wire_broken(wire, EPROTO, doing, "the answer is not what the rank has sent");
}

int emuq_space_gather(emuq_wire_t *wire, const emuq_space_t *space, size_t value_bytes, unsigned number,
                      const emuq_gather_t *what)
{
    char key[EMUQ_SPACE_KEY];
    int error = 0;
    for (uint32_t i = 0; i < what->givers && error == 0; i++) {
        if (what->giver[i] != wire->rank)
            continue;
        key_of(key, number, i);
        error = publish(wire, space, value_bytes, key, emuq_gather_text(what, i));
    }
    if (error == 0)
        error = space->barrier("waiting for all ranks to come");
    for (uint32_t i = what->first; i < what->end && error == 0; i++) {
        if (what->giver[i] == wire->rank)
            continue;
        key_of(key, number, i);
        error = receive(wire, space, what->giver[i], key, emuq_gather_text(what, i), what->bytes);
    }
    if (error != 0 || what->goes_on)
        return error;
    return space->barrier("waiting for all ranks to learn where the partition is");
}
