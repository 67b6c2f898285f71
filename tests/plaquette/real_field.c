/* SPDX-License-Identifier: BSD-3-Clause */
/* A gauge field of a different producer, L4T8conf (4x4x4x8): checksum, group and plaquette, on one rank
 * without a Message Unit. Skipped without the file. */
#include <stdio.h>
#include <unistd.h>

#include "emuq_test.h"
#include "examples/plaquette/ildg.h"
#include "serial.h"

static void plaquette_is_the_recorded_one(void)
{
    ildg_file_t file;
    lattice_t lat;
    field_t f;
    checksum_t sum;
    CU_ASSERT_EQUAL_FATAL(ildg_open(&file, REAL_FIELD), 0);
    CU_ASSERT_STRING_EQUAL(file.plaquette, "6.350056e-01");
    CU_ASSERT_EQUAL(file.precision, 64);
    serial_lattice(&lat, file.global[0], file.global[1], file.global[2], file.global[3]);
    CU_ASSERT_EQUAL_FATAL(field_open(&f, &lat), 0);
    CU_ASSERT_EQUAL(ildg_read_field(&file, &f, &sum), 0);
    CU_ASSERT_EQUAL(sum.suma, 0x1c231a18);
    CU_ASSERT_EQUAL(sum.sumb, 0x3c553b);
    CU_ASSERT(file.has_checksum && file.checksum.suma == sum.suma && file.checksum.sumb == sum.sumb);
    CU_ASSERT(field_deviation(&f) < 1e-12);
    serial_halo(NULL, &f, FIELD_ALL_DIRECTIONS, FIELD_BOTH_PARITIES);
    char digits[32];
    snprintf(digits, sizeof digits, "%.6e", serial_plaquette(&f));
    CU_ASSERT_STRING_EQUAL(digits, "6.350056e-01");
    ildg_close(&file);
    field_close(&f);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"plaquette is the recorded one", plaquette_is_the_recorded_one},
        {NULL, NULL},
    };
    if (access(REAL_FIELD, R_OK) != 0) {
        printf("skipped: no %s\n", REAL_FIELD);
        return EMUQ_TEST_SKIPPED;
    }
    return emuq_test_main("plaquette of a real field", tests);
}
