/* SPDX-License-Identifier: BSD-3-Clause */
#include "emuq_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <CUnit/Basic.h>

static unsigned left_out;

int emuq_test_left_out_on_device(const char *why)
{
    const char *backend = getenv("EMUQ_BACKEND");
    if (backend == NULL || strcmp(backend, "mmio") != 0)
        return 0;
    printf("\nleft out on a device: %s\n", why);
    left_out++;
    return 1;
}

int emuq_test_main(const char *suite, const emuq_test_t *tests)
{
    if (CU_initialize_registry() != CUE_SUCCESS) {
        fprintf(stderr, "%s: CUnit: %s\n", suite, CU_get_error_msg());
        return 1;
    }
    CU_pSuite s = CU_add_suite(suite, NULL, NULL);
    for (const emuq_test_t *t = tests; s != NULL && t->name != NULL; t++)
        CU_add_test(s, t->name, t->function);
    if (CU_get_error() != CUE_SUCCESS) {
        fprintf(stderr, "%s: CUnit: %s\n", suite, CU_get_error_msg());
        return 1;
    }
    CU_basic_set_mode(CU_BRM_NORMAL);
    CU_basic_run_tests();
    CU_basic_show_failures(CU_get_failure_list());
    unsigned run = CU_get_number_of_tests_run();
    unsigned failed = CU_get_number_of_tests_failed();
    CU_cleanup_registry();
    printf("\n%u passed, %u failed", run - failed, failed);
    if (left_out != 0)
        printf(", %u left out", left_out);
    printf("\n");
    return failed == 0 && run != 0 ? 0 : 1;
}
