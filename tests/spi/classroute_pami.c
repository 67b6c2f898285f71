/* SPDX-License-Identifier: BSD-3-Clause */
/* The class-route functions on the coordinates of a message layer. */
#include <sys/pami.h>
#include <mu/Classroute_inlines.h>

#include "emuq_test.h"

static void coordinates_are_the_message_layers(void)
{
    pami_coord_t c = CR_COORD_INIT(1, 2, 3, 0, 1);
    CU_ASSERT_EQUAL(c.network, PAMI_N_TORUS_NETWORK);
    CU_ASSERT_EQUAL(c.u.n_torus.coords[2], 3);
    CR_COORD_DIM(&c, CR_AXIS_D) = 7;
    CU_ASSERT_EQUAL(c.u.n_torus.coords[3], 7);
    c.network = PAMI_DEFAULT_NETWORK;
    CR_COORD_T other = CR_COORD_INIT(1, 2, 3, 7, 1);
    CU_ASSERT_EQUAL(__MUSPI_eq_coords(&c, &other), 1);
}

/** Checks a whole tree: exactly one root, and every non-root node's output is an input of its parent. */
static void a_tree_has_one_root(void)
{
    CR_RECT_T world = {CR_COORD_INIT(0, 0, 0, 0, 0), CR_COORD_INIT(0, 3, 0, 2, 1)};
    CR_COORD_T root, me = *CR_RECT_LL(&world);
    int pri_dim, roots = 0, inputs = 0, outputs = 0;
    MUSPI_PickWorldRoot(&world, NULL, &root, &pri_dim);
    CU_ASSERT_EQUAL(pri_dim, CR_AXIS_E);
    for (size_t b = 0; b < 4; b++) {
        for (size_t d = 0; d < 3; d++) {
            for (size_t e = 0; e < 2; e++) {
                ClassRoute_t cr;
                CR_COORD_DIM(&me, CR_AXIS_B) = b;
                CR_COORD_DIM(&me, CR_AXIS_D) = d;
                CR_COORD_DIM(&me, CR_AXIS_E) = e;
                MUSPI_BuildNodeClassrouteSparse(&world, &root, &me, &world, NULL, 0, NULL, pri_dim, &cr);
                CU_ASSERT(cr.input & BGQ_CLASS_INPUT_LINK_LOCAL);
                CU_ASSERT_EQUAL(cr.output == 0, __MUSPI_eq_coords(&me, &root));
                roots += cr.output == 0;
                outputs += __builtin_popcount(cr.output);
                inputs += __builtin_popcount(cr.input & CR_COLL_CLASS_LINK_MASK);
            }
        }
    }
    CU_ASSERT_EQUAL(roots, 1);
    CU_ASSERT_EQUAL(outputs, 23);
    CU_ASSERT_EQUAL(inputs, 23);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"coordinates are the message layer's", coordinates_are_the_message_layers},
        {"a tree has one root", a_tree_has_one_root},
        {NULL, NULL},
    };
    return emuq_test_main("class routes of a message layer", tests);
}
