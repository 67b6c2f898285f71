/* SPDX-License-Identifier: BSD-3-Clause */
/* The box of spins in memory of a GPU. Kernels do the arithmetic of main.c in the same order, so the spins
 * have the same bits. */
#include "opencl.h"
#include "spins.h"

_Static_assert(sizeof(spin_t) == 3 * sizeof(double) && sizeof(bonds_t) == 3 * sizeof(double),
               "kernels use arrays of doubles");

/* box, stride: sites and strides of the box; port: doubles of a port; port_half: selects one of two ports of
 * a direction. Dimension 0 of the work items is z. */
static const char *const source =
    "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
    "#pragma OPENCL FP_CONTRACT OFF\n"
    "\n"
    "double product(const double *a, const double *b)\n"
    "{\n"
    "    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];\n"
    "}\n"
    "\n"
    "kernel void relax(global double *spin, global const double *bonds, uint4 stride, int parity)\n"
    "{\n"
    "    uint x = get_global_id(2), y = get_global_id(1), z = get_global_id(0);\n"
    "    if ((x + y + z) % 2 != parity)\n"
    "        return;\n"
    "    ulong site = (ulong)(x + 1) * stride.x + (y + 1) * stride.y + (z + 1) * stride.z;\n"
    "    const ulong strides[3] = {stride.x, stride.y, stride.z};\n"
    "    double s[3], field[3] = {0, 0, 0};\n"
    "    for (int d = 0; d < 3; d++) {\n"
    "        ulong down = site - strides[d], up = site + strides[d];\n"
    "        for (int i = 0; i < 3; i++)\n"
    "            field[i] += bonds[3 * down + d] * spin[3 * down + i] + bonds[3 * site + d] * spin[3 * up + "
    "i];\n"
    "    }\n"
    "    for (int i = 0; i < 3; i++)\n"
    "        s[i] = spin[3 * site + i];\n"
    "    double length = product(field, field);\n"
    "    if (length == 0)\n"
    "        return;\n"
    "    double along = 2 * product(s, field) / length;\n"
    "    for (int i = 0; i < 3; i++)\n"
    "        spin[3 * site + i] = along * field[i] - s[i];\n"
    "}\n"
    "\n"
    "// Site number i of the layer next to, or in the halo, of direction k; -1: none.\n"
    "long layer_site(uint i, uint k, uint4 box, uint4 stride, int is_halo)\n"
    "{\n"
    "    const uint sites[3] = {box.x, box.y, box.z}, strides[3] = {stride.x, stride.y, stride.z};\n"
    "    uint d = k / 2, u = (d + 1) % 3, v = (d + 2) % 3;\n"
    "    if (i >= sites[u] * sites[v])\n"
    "        return -1;\n"
    "    uint at = is_halo ? (k % 2 ? 0 : sites[d] + 1) : (k % 2 ? sites[d] : 1);\n"
    "    return (ulong)at * strides[d] + (ulong)(i / sites[v] + 1) * strides[u] +\n"
    "           (ulong)(i % sites[v] + 1) * strides[v];\n"
    "}\n"
    "\n"
    "kernel void pack(global const double *spin, global double *out, uint4 box, uint4 stride, uint port)\n"
    "{\n"
    "    uint i = get_global_id(0), k = get_global_id(1);\n"
    "    long site = layer_site(i, k, box, stride, 0);\n"
    "    for (int c = 0; c < 3 && site >= 0; c++)\n"
    "        out[(ulong)k * port + 3 * i + c] = spin[3 * site + c];\n"
    "}\n"
    "\n"
    "kernel void unpack(global double *spin, global const double *in, uint4 box, uint4 stride, uint port,\n"
    "                   uint port_half)\n"
    "{\n"
    "    uint i = get_global_id(0), k = get_global_id(1);\n"
    "    long site = layer_site(i, k, box, stride, 1);\n"
    "    for (int c = 0; c < 3 && site >= 0; c++)\n"
    "        spin[3 * site + c] = in[(ulong)(2 * k + port_half) * port + 3 * i + c];\n"
    "}\n";

struct box_gpu {
    opencl_t *cl;
    opencl_ports_t ports;
    opencl_memory_t spin, bonds;
    opencl_kernel_t relax, pack, unpack;
    size_t bytes; /* of the spins, and of the couplings */
};

static void gpu_kernels(box_t *b)
{
    struct box_gpu *g = b->gpu;
    const uint32_t local[4] = {(uint32_t)b->local[0], (uint32_t)b->local[1], (uint32_t)b->local[2]},
                   stride[4] = {(uint32_t)b->stride[0], (uint32_t)b->stride[1], (uint32_t)b->stride[2]},
                   port = (uint32_t)(box_port_bytes(b) / sizeof(double));
    g->relax = opencl_kernel(g->cl, "relax");
    opencl_set_memory(g->cl, g->relax, 0, g->spin);
    opencl_set_memory(g->cl, g->relax, 1, g->bonds);
    opencl_set(g->cl, g->relax, 2, stride, sizeof stride);
    g->pack = opencl_kernel(g->cl, "pack");
    g->unpack = opencl_kernel(g->cl, "unpack");
    opencl_set_memory(g->cl, g->pack, 1, g->ports.out);
    opencl_set_memory(g->cl, g->unpack, 1, g->ports.in);
    for (int i = 0; i < 2; i++) {
        opencl_kernel_t kernel = i == 0 ? g->pack : g->unpack;
        opencl_set_memory(g->cl, kernel, 0, g->spin);
        opencl_set(g->cl, kernel, 2, local, sizeof local);
        opencl_set(g->cl, kernel, 3, stride, sizeof stride);
        opencl_set(g->cl, kernel, 4, &port, sizeof port);
    }
}

/* Starts the update of the sites of a parity, 0 or 1; a larger number: none. */
static void gpu_relax(box_t *b, int parity)
{
    struct box_gpu *g = b->gpu;
    opencl_set(g->cl, g->relax, 3, &parity, sizeof parity);
    opencl_start(g->cl, g->relax, (size_t)b->local[2], (size_t)b->local[1], (size_t)b->local[0]);
}

/* The exchange of main.c. Kernels run in order, so a port is empty before the next message leaves. */
static void gpu_exchange(box_t *b)
{
    struct box_gpu *g = b->gpu;
    uint32_t half = b->exchanges++ % 2;
    size_t most = box_port_bytes(b) / sizeof(spin_t);
    apenet_world_sent(b->world); /* waits: the next messages overwrite the sources */
    opencl_start(g->cl, g->pack, most, BOX_DIRECTIONS, 1);
    opencl_wait(g->cl);
    for (unsigned k = 0; k < BOX_DIRECTIONS; k++)
        opencl_ports_put(&g->ports, box_neighbour(b, (int)k / 2, k % 2 != 0 ? 1 : -1), 2 * k + half, k,
                         box_face_sites(b, (int)k / 2) * sizeof(spin_t));
    for (unsigned k = 0; k < BOX_DIRECTIONS; k++)
        opencl_ports_receive(&g->ports, 2 * k + half, box_face_sites(b, (int)k / 2) * sizeof(spin_t));
    opencl_set(g->cl, g->unpack, 5, &half, sizeof half);
    opencl_start(g->cl, g->unpack, most, BOX_DIRECTIONS, 1);
}

double box_gpu_steps(box_t *b, unsigned long steps)
{
    struct box_gpu *g = b->gpu;
    int origin = (b->origin[0] + b->origin[1] + b->origin[2]) % 2;
    opencl_wait(g->cl);
    double start = apenet_world_seconds();
    for (unsigned long n = 0; n < steps; n++)
        for (int parity = 0; parity < 2; parity++) {
            gpu_relax(b, (parity + origin) % 2);
            gpu_exchange(b);
        }
    opencl_wait(g->cl);
    double seconds = apenet_world_seconds() - start;
    opencl_copy(g->cl, b->spin, g->spin.at, g->bytes);
    return seconds;
}

int box_gpu_open(box_t *b, bool is_direct)
{
    opencl_t *cl = opencl_open(b->world, source);
    if (cl == NULL)
        return -1;
    struct box_gpu *g = b->gpu = apenet_world_alloc(b->world, sizeof *g);
    g->cl = cl;
    g->bytes = ((size_t)b->local[0] + 2) * b->stride[0] * sizeof(spin_t);
    g->spin = opencl_alloc(cl, g->bytes);
    g->bonds = opencl_alloc(cl, g->bytes);
    opencl_copy(cl, g->spin.at, b->spin, g->bytes);
    opencl_copy(cl, g->bonds.at, b->bonds, g->bytes);
    opencl_ports_open(&g->ports, cl, b->world, BOX_PORTS, BOX_DIRECTIONS, box_port_bytes(b), is_direct);
    gpu_kernels(b);
    gpu_relax(b, 2); /* PoCL compiles for the number of work items at the first start */
    gpu_exchange(b);
    (void)box_gpu_steps(b, 0);
    return 0;
}

void box_gpu_close(box_t *b)
{
    opencl_ports_close(&b->gpu->ports);
    opencl_close(b->gpu->cl);
    free(b->gpu);
}
