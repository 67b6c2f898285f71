/* SPDX-License-Identifier: BSD-3-Clause */
/* The hardware structures against the golden layouts, at run time and at compile time. */
#include "layout_check.h"

#include "emuq_test.h"
#include "layout.h"

#define TYPE   LAYOUT_PROBE_TYPE
#define MEMBER LAYOUT_PROBE_MEMBER
#define BITS   LAYOUT_PROBE_BITS
#define END    LAYOUT_PROBE_END
#include "layout.def"

static const layout_type_t types[] = {
#define TYPE   LAYOUT_TABLE_TYPE
#define MEMBER LAYOUT_TABLE_MEMBER
#define BITS   LAYOUT_TABLE_BITS
#define END    LAYOUT_TABLE_END
#include "layout.def"
};

static void layouts(void)
{
    CU_ASSERT_EQUAL(layout_compare(types, sizeof types / sizeof types[0]), 0);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"layouts of the hardware", layouts}, {NULL, NULL}};
    return emuq_test_main("layout", tests);
}
