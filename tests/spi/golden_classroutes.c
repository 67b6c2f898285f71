/* SPDX-License-Identifier: BSD-3-Clause */
/* Class-route trees, rectangles and ids against the real machine's control system. */
#include <mu/Classroute_inlines.h>

#include "emuq_test.h"
#include "golden.h"

#define MAX_NODES 8192

static CR_COORD_T coordinates(json_t *array)
{
    CR_COORD_T c;
    for (int d = 0; d < CR_NUM_DIMS; d++)
        CR_COORD_DIM(&c, d) = (uint32_t)golden_at(array, (size_t)d);
    return c;
}

static CR_RECT_T rectangle(json_t *corners)
{
    return (CR_RECT_T){coordinates(json_array_get(corners, 0)), coordinates(json_array_get(corners, 1))};
}

static int check_coordinates(const char *what, CR_COORD_T *got, json_t *expected)
{
    int differences = 0;
    for (int d = 0; d < CR_NUM_DIMS; d++)
        differences += golden_equal(what, CR_COORD_DIM(got, d), golden_at(expected, (size_t)d));
    return differences;
}

static int check_rectangle(const char *what, CR_RECT_T *got, json_t *expected)
{
    return check_coordinates(what, CR_RECT_LL(got), json_array_get(expected, 0)) +
           check_coordinates(what, CR_RECT_UR(got), json_array_get(expected, 1));
}

/** The order of dimensions, or NULL. */
static int *dimensions(json_t *in, int dims[CR_NUM_DIMS])
{
    if (!golden_has(in, "dims"))
        return NULL;
    for (int d = 0; d < CR_NUM_DIMS; d++)
        dims[d] = (int)golden_at(golden_get(in, "dims"), (size_t)d);
    return dims;
}

/** Steps to the next node of @p r, A slowest. @return 0 after the last. */
static int next_node(CR_RECT_T *r, CR_COORD_T *node)
{
    for (int d = CR_AXIS_E; d >= CR_AXIS_A; d--) {
        if (CR_COORD_DIM(node, d) < CR_COORD_DIM(CR_RECT_UR(r), d)) {
            CR_COORD_DIM(node, d)++;
            return 1;
        }
        CR_COORD_DIM(node, d) = CR_COORD_DIM(CR_RECT_LL(r), d);
    }
    return 0;
}

/** Compares the route of a node, or of all nodes of a rectangle. @param arg not NULL: with excluded nodes. */
static int check_routes(json_t *in, json_t *out, void *arg)
{
    static CR_COORD_T exclude[MAX_NODES];
    CR_RECT_T world = rectangle(golden_get(in, "world")), comm = rectangle(golden_get(in, "comm"));
    CR_COORD_T root = coordinates(golden_get(in, "worldroot"));
    int order[CR_NUM_DIMS], *dims = dimensions(in, order), dim0 = (int)golden_u64(in, "dim0");
    int excluded = 0, differences = 0;
    ClassRoute_t cr;

    if (arg != NULL) {
        json_t *list = golden_get(in, "exclude");
        for (; excluded < (int)json_array_size(list); excluded++)
            exclude[excluded] = coordinates(json_array_get(list, (size_t)excluded));
    }
    if (golden_has(in, "me")) {
        CR_COORD_T me = coordinates(golden_get(in, "me"));
        MUSPI_BuildNodeClassroute(&world, &root, &me, &comm, dims, dim0, &cr);
        return golden_equal("input", cr.input, golden_u64(out, "input")) +
               golden_equal("output", cr.output, golden_u64(out, "output"));
    }
    CR_COORD_T me = *CR_RECT_LL(&comm);
    json_t *nodes = golden_get(out, "nodes");
    size_t i = 0;
    do {
        if (arg != NULL)
            MUSPI_BuildNodeClassrouteSparse(&world, &root, &me, &comm, exclude, excluded, dims, dim0, &cr);
        else
            MUSPI_BuildNodeClassroute(&world, &root, &me, &comm, dims, dim0, &cr);
        differences += golden_equal("input", cr.input, golden_at(nodes, i++));
        differences += golden_equal("output", cr.output, golden_at(nodes, i++));
    } while (next_node(&comm, &me));
    return differences + golden_equal("nodes", i, json_array_size(nodes));
}

static void trees_are_the_machines(void)
{
    static char sparse;
    CU_ASSERT_EQUAL(golden_each("classroutes", "MUSPI_BuildNodeClassroute", check_routes, NULL), 0);
    CU_ASSERT_EQUAL(golden_each("classroutes", "MUSPI_BuildNodeClassrouteSparse", check_routes, &sparse), 0);
}

static int check_root(json_t *in, json_t *out, void *arg)
{
    CR_RECT_T world = rectangle(golden_get(in, "world"));
    CR_COORD_T root;
    int order[CR_NUM_DIMS], pri_dim = -1;
    (void)arg;
    MUSPI_PickWorldRoot(&world, dimensions(in, order), &root, &pri_dim);
    return golden_equal("pri_dim", (uint64_t)pri_dim, golden_u64(out, "pri_dim")) +
           check_coordinates("worldroot", &root, golden_get(out, "worldroot"));
}

static int check_root_pair(json_t *in, json_t *out, void *arg)
{
    CR_RECT_T world = rectangle(golden_get(in, "world"));
    CR_COORD_T root1, root2;
    int order[CR_NUM_DIMS], pri_dim = -1;
    (void)arg;
    MUSPI_PickWorldRootPair(&world, dimensions(in, order), &root1, &root2, &pri_dim);
    return golden_equal("pri_dim", (uint64_t)pri_dim, golden_u64(out, "pri_dim")) +
           check_coordinates("worldroot1", &root1, golden_get(out, "worldroot1")) +
           check_coordinates("worldroot2", &root2, golden_get(out, "worldroot2"));
}

/** Compares a job's rectangle. @param arg not NULL: in map order. */
static int check_np(json_t *in, json_t *out, void *arg)
{
    static CR_COORD_T co[MAX_NODES];
    CR_RECT_T univ = rectangle(golden_get(in, "univ")), comm;
    json_t *listed = golden_get(out, "co");
    int order[CR_NUM_DIMS], np = (int)golden_u64(in, "np"), nx = -1, pri_dim = -1;
    if (arg != NULL)
        MUSPI_MakeNpRectMap(&univ, np, dimensions(in, order), &comm, co, &nx, &pri_dim);
    else
        MUSPI_MakeNpRect(&univ, np, &comm, co, &nx, &pri_dim);
    int differences = check_rectangle("comm", &comm, golden_get(out, "comm")) +
                      golden_equal("nx", (uint64_t)nx, golden_u64(out, "nx")) +
                      golden_equal("pri_dim", (uint64_t)pri_dim, golden_u64(out, "pri_dim"));
    for (int i = 0; i < nx && i < (int)json_array_size(listed); i++)
        differences += check_coordinates("co", &co[i], json_array_get(listed, (size_t)i));
    if (golden_has(out, "co_last") && nx > 0)
        differences += check_coordinates("co_last", &co[nx - 1], golden_get(out, "co_last"));
    return differences;
}

static void rectangles_and_roots_are_the_machines(void)
{
    static char map;
    CU_ASSERT_EQUAL(golden_each("classroutes", "MUSPI_PickWorldRoot", check_root, NULL), 0);
    CU_ASSERT_EQUAL(golden_each("classroutes", "MUSPI_PickWorldRootPair", check_root_pair, NULL), 0);
    CU_ASSERT_EQUAL(golden_each("classroutes", "MUSPI_MakeNpRect", check_np, NULL), 0);
    CU_ASSERT_EQUAL(golden_each("classroutes", "MUSPI_MakeNpRectMap", check_np, &map), 0);
}

static int check_compare(json_t *in, json_t *out, void *arg)
{
    CR_RECT_T r1 = rectangle(golden_get(in, "rect1")), r2 = rectangle(golden_get(in, "rect2"));
    (void)arg;
    return golden_equal("ret", (uint64_t)__MUSPI_rect_compare(&r1, &r2), golden_u64(out, "ret"));
}

static int check_size(json_t *in, json_t *out, void *arg)
{
    CR_RECT_T r = rectangle(golden_get(in, "r"));
    (void)arg;
    return golden_equal("ret", (uint64_t)__MUSPI_rect_size(&r), golden_u64(out, "ret"));
}

static int check_eq(json_t *in, json_t *out, void *arg)
{
    CR_COORD_T c0 = coordinates(golden_get(in, "c0")), c1 = coordinates(golden_get(in, "c1"));
    (void)arg;
    return golden_equal("ret", (uint64_t)__MUSPI_eq_coords(&c0, &c1), golden_u64(out, "ret"));
}

static void helpers_are_the_machines(void)
{
    CR_COORD_T c = CR_COORD_INIT(1, 2, 3, 4, 5);
    CU_ASSERT_EQUAL(golden_each("classroutes", "__MUSPI_rect_compare", check_compare, NULL), 0);
    CU_ASSERT_EQUAL(golden_each("classroutes", "__MUSPI_rect_size", check_size, NULL), 0);
    CU_ASSERT_EQUAL(golden_each("classroutes", "__MUSPI_eq_coords", check_eq, NULL), 0);
    CU_ASSERT_EQUAL(__MUSPI_coords_size(&c), 120);
}

static int check_ids(json_t *in, json_t *out, void *arg)
{
    json_t *ops = golden_get(in, "ops"), *results = golden_get(out, "results");
    void *env = NULL;
    int differences = 0;
    (void)arg;
    for (size_t i = 0; i < json_array_size(ops); i++) {
        json_t *op = json_array_get(ops, i);
        const char *name = json_string_value(json_array_get(op, 0));
        int first = (int)golden_at(op, 1);
        uint64_t result;
        if (strcmp(name, "init") == 0) {
            json_t *list = json_array_get(op, 2);
            uint32_t free_ids[16], n = (uint32_t)json_array_size(list);
            for (uint32_t k = 0; k < n; k++)
                free_ids[k] = (uint32_t)golden_at(list, k);
            result = MUSPI_InitClassrouteIds(free_ids, n, first, &env);
        } else if (strcmp(name, "get") == 0) {
            CR_RECT_T r = rectangle(json_array_get(op, 2));
            result = MUSPI_GetClassrouteIds(first, &r, &env);
        } else {
            CR_RECT_T r = rectangle(json_array_get(op, 3));
            int vc = (int)golden_at(op, 2);
            result = (uint64_t)(strcmp(name, "set") == 0 ? MUSPI_SetClassrouteId(first, vc, &r, &env)
                                                         : MUSPI_ReleaseClassrouteId(first, vc, &r, &env));
        }
        differences += golden_equal("result", result, golden_at(results, i));
    }
    for (int id = 0; env != NULL && id < BGQ_COLL_CLASS_MAX_CLASSROUTES; id++) {
        struct cr_allocation *const *uses = &((struct cr_env *)env)->cr_alloc[id];
        while (*uses != NULL && *uses != CR_SYSTEM_ID)
            MUSPI_ReleaseClassrouteId(id, 0, NULL, &env);
    }
    free(env);
    return differences;
}

static void ids_are_the_machines(void)
{
    CU_ASSERT_EQUAL(golden_each("classroutes", "classroute_ids", check_ids, NULL), 0);
}

static void a_route_of_the_system_is_recorded(void)
{
    CR_RECT_T r, other;
    void *env = NULL;
    uint32_t free_ids[2] = {3, 5};
    memset(&r, 0, sizeof(r));
    other = r;
    CR_COORD_DIM(CR_RECT_UR(&other), 0) = 1;
    MUSPI_InitClassrouteIds(free_ids, 2, 0, &env);
    CU_ASSERT_EQUAL(MUSPI_SetClassrouteId(0, BGQ_CLASS_INPUT_VC_SUBCOMM, &r, &env), 0);
    CU_ASSERT_EQUAL(MUSPI_GetClassrouteIds(BGQ_CLASS_INPUT_VC_SUBCOMM, &r, &env), CR_MATCH_RECT_FLAG | 1);
    CU_ASSERT_EQUAL(MUSPI_GetClassrouteIds(BGQ_CLASS_INPUT_VC_SUBCOMM, &other, &env), 1 << 3 | 1 << 5);
    CU_ASSERT_EQUAL(MUSPI_SetClassrouteId(0, BGQ_CLASS_INPUT_VC_SUBCOMM, &other, &env), 0);
    CU_ASSERT_EQUAL(MUSPI_GetClassrouteIds(BGQ_CLASS_INPUT_VC_SUBCOMM, &other, &env), CR_MATCH_RECT_FLAG | 1);
    CU_ASSERT_EQUAL(MUSPI_ReleaseClassrouteId(0, BGQ_CLASS_INPUT_VC_SUBCOMM, &other, &env), 0);
    CU_ASSERT_EQUAL(MUSPI_ReleaseClassrouteId(0, BGQ_CLASS_INPUT_VC_SUBCOMM, &r, &env), 0);
    CU_ASSERT_EQUAL(MUSPI_GetClassrouteIds(BGQ_CLASS_INPUT_VC_SUBCOMM, &r, &env), 1 << 3 | 1 << 5);
    free(env);
}

static void an_environment_is_made_when_needed(void)
{
    CR_RECT_T r = {CR_COORD_INIT(0, 0, 0, 0, 0), CR_COORD_INIT(1, 1, 1, 1, 1)};
    void *env = NULL;
    CU_ASSERT_EQUAL(MUSPI_GetClassrouteIds(BGQ_CLASS_INPUT_VC_SUBCOMM, &r, &env), 0xffff);
    CU_ASSERT_PTR_NOT_NULL(env);
    free(env);
}

static int check_link(json_t *in, json_t *out, void *arg)
{
    (void)arg;
    return golden_equal("value", CR_LINK(golden_u64(in, "axis"), golden_u64(in, "sign")),
                        golden_u64(out, "value"));
}

static int check_vc(json_t *in, json_t *out, void *arg)
{
    ClassRoute_t cr = {(uint16_t)golden_u64(in, "input"), 0};
    (void)arg;
    int differences = golden_equal("get_before", GET_CR_ROUTE_VC(&cr), golden_u64(out, "get_before"));
    SET_CR_ROUTE_VC(&cr, golden_u64(in, "vc"));
    return differences + golden_equal("input", cr.input, golden_u64(out, "input")) +
           golden_equal("get_after", GET_CR_ROUTE_VC(&cr), golden_u64(out, "get_after"));
}

static void macros_are_the_machines(void)
{
    CU_ASSERT_EQUAL(golden_each("addresses", "CR_LINK", check_link, NULL), 0);
    CU_ASSERT_EQUAL(golden_each("addresses", "SET_CR_ROUTE_VC", check_vc, NULL), 0);
    CU_ASSERT_STRING_EQUAL(CR_DIM_NAMES, "ABCDE");
    CU_ASSERT_STRING_EQUAL(CR_DIR_NAMES, "+-");
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"trees are the machine's", trees_are_the_machines},
        {"rectangles and roots are the machine's", rectangles_and_roots_are_the_machines},
        {"helpers are the machine's", helpers_are_the_machines},
        {"ids are the machine's", ids_are_the_machines},
        {"a route of the system is recorded", a_route_of_the_system_is_recorded},
        {"an environment is made when needed", an_environment_is_made_when_needed},
        {"macros are the machine's", macros_are_the_machines},
        {NULL, NULL},
    };
    return emuq_test_main("class routes", tests);
}
