/* SPDX-License-Identifier: BSD-3-Clause */
/* The gauge field in memory of a GPU. Kernels do the arithmetic of lattice.c in the same order. */
#include "halo.h"
#include "opencl.h"

#define GPU_SITE_WORDS (HALO_SITE_BYTES / sizeof(double))
#define GPU_PLANES     6u

_Static_assert(GPU_SITE_WORDS == 72 && sizeof(complex_t) == 16, "the kernels have these numbers");

/* list: sites of all messages; first: of this message; at: position of the message, in doubles. */
static const char *const source =
    "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
    "#pragma OPENCL FP_CONTRACT OFF\n"
    "\n"
    "kernel void pack(global const double *link, global const uint *list, global double *out, uint first,\n"
    "                 ulong at)\n"
    "{\n"
    "    uint w = get_global_id(0), i = get_global_id(1);\n"
    "    out[at + 72 * i + w] = link[72 * (ulong)list[first + i] + w];\n"
    "}\n"
    "\n"
    "kernel void unpack(global double *link, global const uint *list, global const double *in, uint first,\n"
    "                   ulong at)\n"
    "{\n"
    "    uint w = get_global_id(0), i = get_global_id(1);\n"
    "    link[72 * (ulong)list[first + i] + w] = in[at + 72 * i + w];\n"
    "}\n"
    "\n"
    "void multiply(double2 *c, global const double2 *a, global const double2 *b)\n"
    "{\n"
    "    for (int i = 0; i < 3; i++)\n"
    "        for (int j = 0; j < 3; j++) {\n"
    "            double2 sum = 0;\n"
    "            for (int k = 0; k < 3; k++) {\n"
    "                double2 u = a[3 * i + k], v = b[3 * k + j];\n"
    "                sum += (double2)(u.x * v.x - u.y * v.y, u.x * v.y + u.y * v.x);\n"
    "            }\n"
    "            c[3 * i + j] = sum;\n"
    "        }\n"
    "}\n"
    "\n"
    "// Six numbers for each site: Re Tr of the plaquettes. Work items: x, y, and z and t.\n"
    "kernel void plaquettes(global const double2 *link, global double *out, uint4 sites, uint4 stride)\n"
    "{\n"
    "    uint x = get_global_id(0), y = get_global_id(1), z = get_global_id(2) % sites.z;\n"
    "    uint t = get_global_id(2) / sites.z;\n"
    "    const ulong strides[4] = {stride.x, stride.y, stride.z, stride.w};\n"
    "    ulong s = (x + 1) * strides[0] + (y + 1) * strides[1] + (z + 1) * strides[2] + (t + 1) * "
    "strides[3];\n"
    "    ulong at = 6 * (((ulong)get_global_id(2) * sites.y + y) * sites.x + x);\n"
    "    for (int mu = 0; mu < 3; mu++)\n"
    "        for (int nu = mu + 1; nu < 4; nu++, at++) {\n"
    "            double2 there[9], back[9];\n"
    "            double sum = 0;\n"
    "            multiply(there, link + 9 * (4 * s + mu), link + 9 * (4 * (s + strides[mu]) + nu));\n"
    "            multiply(back, link + 9 * (4 * s + nu), link + 9 * (4 * (s + strides[nu]) + mu));\n"
    "            for (int i = 0; i < 9; i++)\n"
    "                sum += there[i].x * back[i].x + there[i].y * back[i].y;\n"
    "            out[at] = sum;\n"
    "        }\n"
    "}\n";

struct halo_gpu {
    opencl_t *cl;
    opencl_ports_t ports;
    opencl_memory_t link, list, planes;
    opencl_kernel_t pack, unpack, plaquettes;
    double *sums;                      /* of all planes, on the host */
    uint32_t leaving[HALO_DIRECTIONS]; /* first site of a message in the list */
    uint32_t arriving[HALO_DIRECTIONS];
};

static void gpu_copy_list(struct halo_gpu *g, const size_t *sites, size_t n, uint32_t *first, uint32_t *next)
{
    uint32_t *list = malloc(n * sizeof *list);
    apenet_world_require(g->ports.world, list != NULL, "out of memory for the lists of boundary sites");
    for (size_t i = 0; i < n; i++)
        list[i] = (uint32_t)sites[i];
    opencl_copy(g->cl, g->list.at + *next * sizeof *list, list, n * sizeof *list);
    *first = *next;
    *next += (uint32_t)n;
    free(list);
}

/* Copies the lists of sites to the GPU. */
static void gpu_lists(halo_job_t *j)
{
    struct halo_gpu *g = j->gpu;
    size_t sites = 0;
    uint32_t next = 0;
    for (int k = 0; k < HALO_DIRECTIONS; k++)
        sites += 2 * j->exchange.direction[k].sites;
    g->list = opencl_alloc(g->cl, sites * sizeof(uint32_t));
    for (int k = 0; k < HALO_DIRECTIONS; k++) {
        const halo_direction_t *direction = &j->exchange.direction[k];
        gpu_copy_list(g, direction->leaving, direction->sites, &g->leaving[k], &next);
        gpu_copy_list(g, direction->arriving, direction->sites, &g->arriving[k], &next);
    }
}

static void gpu_kernels(halo_job_t *j)
{
    struct halo_gpu *g = j->gpu;
    uint32_t sites[LATTICE_DIMS], stride[LATTICE_DIMS];
    for (int d = 0; d < LATTICE_DIMS; d++) {
        sites[d] = (uint32_t)j->lat.local[d];
        stride[d] = (uint32_t)j->lat.stride[d];
    }
    g->pack = opencl_kernel(g->cl, "pack");
    opencl_set_memory(g->cl, g->pack, 0, g->link);
    opencl_set_memory(g->cl, g->pack, 1, g->list);
    opencl_set_memory(g->cl, g->pack, 2, g->ports.out);
    g->unpack = opencl_kernel(g->cl, "unpack");
    opencl_set_memory(g->cl, g->unpack, 0, g->link);
    opencl_set_memory(g->cl, g->unpack, 1, g->list);
    opencl_set_memory(g->cl, g->unpack, 2, g->ports.in);
    g->plaquettes = opencl_kernel(g->cl, "plaquettes");
    opencl_set_memory(g->cl, g->plaquettes, 0, g->link);
    opencl_set_memory(g->cl, g->plaquettes, 1, g->planes);
    opencl_set(g->cl, g->plaquettes, 2, sites, sizeof sites);
    opencl_set(g->cl, g->plaquettes, 3, stride, sizeof stride);
}

int halo_gpu_open(halo_job_t *j, bool is_direct)
{
    opencl_t *cl = opencl_open(&j->world, source);
    if (cl == NULL)
        return -1;
    struct halo_gpu *g = j->gpu = apenet_world_alloc(&j->world, sizeof *g);
    size_t link_bytes = j->lat.padded * HALO_SITE_BYTES, planes = GPU_PLANES * j->lat.volume;
    g->cl = cl;
    opencl_ports_open(&g->ports, cl, &j->world, HALO_PORTS, HALO_DIRECTIONS, halo_port_bytes(&j->lat),
                      is_direct);
    g->link = opencl_alloc(cl, link_bytes);
    g->planes = opencl_alloc(cl, planes * sizeof(double));
    g->sums = apenet_world_alloc(&j->world, planes * sizeof(double));
    opencl_copy(cl, g->link.at, j->field.link, link_bytes);
    gpu_lists(j);
    gpu_kernels(j);
    return 0;
}

void halo_gpu_close(halo_job_t *j)
{
    opencl_ports_close(&j->gpu->ports);
    opencl_close(j->gpu->cl);
    free(j->gpu->sums);
    free(j->gpu);
}

/* Starts the kernel that copies a message between the field and position @p slot of the messages. */
static void gpu_start_copy(halo_job_t *j, opencl_kernel_t kernel, uint32_t first, unsigned slot, size_t sites)
{
    uint64_t at = slot * (j->world.port_bytes / sizeof(double));
    opencl_set(j->gpu->cl, kernel, 3, &first, sizeof first);
    opencl_set(j->gpu->cl, kernel, 4, &at, sizeof at);
    opencl_start(j->gpu->cl, kernel, GPU_SITE_WORDS, sites, 1);
}

/* Exchanges the halo in a dimension. Kernels run in order: a port is empty before the next message leaves. */
static void gpu_exchange(halo_job_t *j, int d)
{
    struct halo_gpu *g = j->gpu;
    const halo_direction_t *direction = j->exchange.direction;
    size_t sites = direction[2 * d].sites, bytes = sites * HALO_SITE_BYTES;
    for (int k = 2 * d; k < 2 * d + 2; k++)
        gpu_start_copy(j, g->pack, g->leaving[k], (unsigned)k, sites);
    opencl_wait(g->cl);
    for (int k = 2 * d; k < 2 * d + 2; k++)
        opencl_ports_put(&g->ports, direction[k].to, halo_port_of(&j->exchange, k), (unsigned)k, bytes);
    for (int k = 2 * d; k < 2 * d + 2; k++) {
        unsigned port = halo_port_of(&j->exchange, k);
        opencl_ports_receive(&g->ports, port, bytes);
        gpu_start_copy(j, g->unpack, g->arriving[k], port, sites);
    }
}

double halo_gpu_plaquette_sum(halo_job_t *j)
{
    struct halo_gpu *g = j->gpu;
    const int *local = j->lat.local;
    size_t planes = GPU_PLANES * j->lat.volume;
    double sum = 0;
    apenet_world_sent(&j->world); /* waits: the next messages overwrite the sources */
    for (int d = 0; d < LATTICE_DIMS; d++)
        gpu_exchange(j, d);
    j->exchange.count++;
    opencl_start(g->cl, g->plaquettes, (size_t)local[0], (size_t)local[1],
                 (size_t)local[2] * (size_t)local[3]);
    opencl_wait(g->cl);
    opencl_copy(g->cl, g->sums, g->planes.at, planes * sizeof(double));
    for (size_t i = 0; i < planes; i++)
        sum += g->sums[i];
    return sum / 3;
}
