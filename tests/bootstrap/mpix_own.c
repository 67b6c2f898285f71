/* SPDX-License-Identifier: BSD-3-Clause */
/* An MPI with definitions of some mpix.h functions: the program links, and the other functions of the
 * library do not use the MPI's. */
#include <mpix.h>
#include <string.h>

#include "emuq_test.h"

enum { OWN = 4711 };

int MPIX_Torus_ndims(int *numdim)
{
    *numdim = OWN;
    return 0;
}

int MPIX_IO_link_id(void)
{
    return OWN;
}

static void some_are_the_programs(void)
{
    int dimensions = 0, link = 0, distance = 0;
    MPIX_Hardware_t hw;
    memset(&hw, 0, sizeof(hw));
    CU_ASSERT(MPIX_Torus_ndims(&dimensions) == 0 && dimensions == OWN);
    CU_ASSERT_EQUAL(MPIX_IO_link_id(), OWN);
    CU_ASSERT(MPIX_Hardware(&hw) == 0 && hw.torus_dimension == MPIX_TORUS_MAX_DIMS);
    MPIX_Pset_io_node(&link, &distance);
    CU_ASSERT(link != OWN && distance == MPIX_IO_distance());
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"some are the program's", some_are_the_programs},
        {NULL, NULL},
    };
    return emuq_test_main("functions of mpix.h that a program defines", tests);
}
