/* SPDX-License-Identifier: BSD-3-Clause */
/* Replaces opencl.c if CMake finds no OpenCL: opencl_open() fails, so nothing else is called. */
#include "opencl.h"

opencl_t *opencl_open(apenet_world_t *w, const char *source)
{
    (void)source;
    if (w->rank == 0)
        fprintf(stderr, "--gpu: this program is built without OpenCL (install ocl-icd-opencl-dev)\n");
    return NULL;
}

void opencl_close(opencl_t *cl)
{
    (void)cl;
}

opencl_memory_t opencl_alloc(opencl_t *cl, size_t bytes)
{
    (void)cl, (void)bytes;
    return (opencl_memory_t){NULL, NULL};
}

opencl_memory_t opencl_use(opencl_t *cl, void *gpu, size_t bytes)
{
    (void)cl, (void)gpu, (void)bytes;
    return (opencl_memory_t){NULL, NULL};
}

void opencl_copy(opencl_t *cl, void *to, const void *from, size_t bytes)
{
    (void)cl, (void)to, (void)from, (void)bytes;
}

opencl_kernel_t opencl_kernel(opencl_t *cl, const char *name)
{
    (void)cl, (void)name;
    return NULL;
}

void opencl_set_memory(opencl_t *cl, opencl_kernel_t kernel, unsigned n, opencl_memory_t memory)
{
    (void)cl, (void)kernel, (void)n, (void)memory;
}

void opencl_set(opencl_t *cl, opencl_kernel_t kernel, unsigned n, const void *value, size_t bytes)
{
    (void)cl, (void)kernel, (void)n, (void)value, (void)bytes;
}

void opencl_start(opencl_t *cl, opencl_kernel_t kernel, size_t x, size_t y, size_t z)
{
    (void)cl, (void)kernel, (void)x, (void)y, (void)z;
}

void opencl_wait(opencl_t *cl)
{
    (void)cl;
}
