/* SPDX-License-Identifier: BSD-3-Clause */
/* Object-like macros: value and size of their type. */
#include "firmware/include/personality.h"
#include "hwi/include/bqc/classroute.h"
#include "hwi/include/bqc/MU_Addressing.h"
#include "hwi/include/bqc/MU_Descriptor.h"
#include "hwi/include/bqc/MU_Fifo.h"
#include "hwi/include/common/bgq_alignment.h"
#include "spi/include/kernel/MU.h"
#include "spi/include/kernel/thread.h"
#include "spi/include/l2/atomic.h"
#include "spi/include/mu/Classroute.h"
#include "spi/include/mu/Classroute_inlines.h"
#include "spi/include/mu/GIBarrier.h"
#include "spi/include/mu/RecFifo.h"

#include <string.h>

#include "emuq_test.h"
#include "golden.h"

static const struct constant {
    const char *name;
    uint64_t value;
    size_t size;
} constants[] = {
#define CONSTANT(name) {#name, (uint64_t)(name), sizeof(name)},
#include "constants.def"
#define CONSTANT(name) {#name, (uint64_t)(name), sizeof(name)},
#include "constants_spi.def"
};

static int check(json_t *in, json_t *out, void *arg)
{
    (void)arg;
    const char *name = golden_string(in, "name");
    for (size_t i = 0; i < sizeof constants / sizeof constants[0]; i++) {
        const struct constant *c = &constants[i];
        if (strcmp(c->name, name) == 0)
            return golden_equal(name, c->value, golden_u64(out, "value")) +
                   golden_equal(name, c->size, golden_u64(out, "size"));
    }
    return golden_differs("the test does not know %s", name);
}

static void values(void)
{
    CU_ASSERT_EQUAL(golden_each("addresses", "constant", check, NULL), 0);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"constants", values}, {NULL, NULL}};
    return emuq_test_main("constants", tests);
}
