/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels in OpenCL on the memory of a GPU of APEnet+ cards. */
#define CL_TARGET_OPENCL_VERSION 200
#include "opencl.h"
#include <CL/cl.h>
#include <pthread.h>

#define OPENCL_MEMORIES 16u
#define OPENCL_KERNELS  8u

/* Ranks may be threads, and PoCL 3.1 fails when two threads find its devices at once. */
static pthread_mutex_t opencl_lock = PTHREAD_MUTEX_INITIALIZER;

/* PoCL's device "basic" runs a kernel in the thread that waits for its end. Its default device has threads
 * that outlive the rank, one for each core, which compete with the ranks for cores. */
__attribute__((constructor)) static void opencl_select(void)
{
    setenv("POCL_DEVICES", "basic", 0);
}

struct opencl {
    apenet_world_t *world;
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_mem memory[OPENCL_MEMORIES];
    cl_kernel kernel[OPENCL_KERNELS];
    unsigned memories, kernels;
};

static void opencl_check(const opencl_t *cl, cl_int rc, const char *call)
{
    char text[200];
    if (rc == CL_SUCCESS)
        return;
    snprintf(text, sizeof text, "%s: error %d of OpenCL", call, (int)rc);
    apenet_world_require(cl->world, false, text);
}

/* Finds the first device that is the processor. */
static bool opencl_find(opencl_t *cl)
{
    cl_platform_id platform[8];
    cl_uint platforms = 0;
    bool is_found = false;
    pthread_mutex_lock(&opencl_lock);
    if (clGetPlatformIDs(8, platform, &platforms) != CL_SUCCESS)
        platforms = 0;
    for (cl_uint i = 0; i < platforms && i < 8 && !is_found; i++)
        is_found = clGetDeviceIDs(platform[i], CL_DEVICE_TYPE_CPU, 1, &cl->device, NULL) == CL_SUCCESS;
    pthread_mutex_unlock(&opencl_lock);
    return is_found;
}

static void opencl_build(opencl_t *cl, const char *source)
{
    static const char *const options = "-cl-std=CL1.2";
    char log[4096] = "";
    cl_int rc;
    cl->context = clCreateContext(NULL, 1, &cl->device, NULL, NULL, &rc);
    opencl_check(cl, rc, "clCreateContext");
    cl->queue = clCreateCommandQueueWithProperties(cl->context, cl->device, NULL, &rc);
    opencl_check(cl, rc, "clCreateCommandQueueWithProperties");
    cl->program = clCreateProgramWithSource(cl->context, 1, &source, NULL, &rc);
    opencl_check(cl, rc, "clCreateProgramWithSource");
    rc = clBuildProgram(cl->program, 1, &cl->device, options, NULL, NULL);
    if (rc != CL_SUCCESS && clGetProgramBuildInfo(cl->program, cl->device, CL_PROGRAM_BUILD_LOG,
                                                  sizeof log - 1, log, NULL) == CL_SUCCESS)
        fprintf(stderr, "%s\n", log);
    opencl_check(cl, rc, "clBuildProgram");
}

opencl_t *opencl_open(apenet_world_t *w, const char *source)
{
    opencl_t *cl = apenet_world_alloc(w, sizeof *cl);
    cl->world = w;
    double missing = !opencl_find(cl);
    apenet_world_sum(w, &missing, 1);
    if (missing != 0) {
        if (w->rank == 0)
            fprintf(stderr, "--gpu: no OpenCL device that is the processor (install pocl-opencl-icd)\n");
        free(cl);
        return NULL;
    }
    opencl_build(cl, source);
    return cl;
}

void opencl_close(opencl_t *cl)
{
    opencl_wait(cl);
    for (unsigned i = 0; i < cl->kernels; i++)
        clReleaseKernel(cl->kernel[i]);
    for (unsigned i = 0; i < cl->memories; i++)
        clReleaseMemObject(cl->memory[i]);
    clReleaseProgram(cl->program);
    clReleaseCommandQueue(cl->queue);
    clReleaseContext(cl->context);
    free(cl);
}

opencl_memory_t opencl_use(opencl_t *cl, void *gpu, size_t bytes)
{
    void *at;
    cl_int rc;
    apenet_world_check(cl->world, apenet_gpu_kernel_address(gpu, bytes, &at), "apenet_gpu_kernel_address");
    apenet_world_require(cl->world, cl->memories < OPENCL_MEMORIES, "too many blocks of GPU memory");
    cl_mem buffer = clCreateBuffer(cl->context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, at, &rc);
    opencl_check(cl, rc, "clCreateBuffer");
    cl->memory[cl->memories++] = buffer;
    return (opencl_memory_t){gpu, buffer};
}

opencl_memory_t opencl_alloc(opencl_t *cl, size_t bytes)
{
    void *gpu;
    apenet_world_check(cl->world, apenet_gpu_alloc(cl->world->card, OPENCL_GPU, bytes, &gpu),
                       "memory of the GPU (see EMUQ_APENET_GPU_MEMORY)");
    return opencl_use(cl, gpu, bytes);
}

void opencl_copy(opencl_t *cl, void *to, const void *from, size_t bytes)
{
    apenet_world_check(cl->world, apenet_gpu_copy(to, from, bytes), "apenet_gpu_copy");
}

opencl_kernel_t opencl_kernel(opencl_t *cl, const char *name)
{
    cl_int rc;
    apenet_world_require(cl->world, cl->kernels < OPENCL_KERNELS, "too many kernels");
    cl_kernel kernel = clCreateKernel(cl->program, name, &rc);
    opencl_check(cl, rc, "clCreateKernel");
    cl->kernel[cl->kernels++] = kernel;
    return kernel;
}

void opencl_set_memory(opencl_t *cl, opencl_kernel_t kernel, unsigned n, opencl_memory_t memory)
{
    cl_mem buffer = memory.buffer;
    opencl_set(cl, kernel, n, &buffer, sizeof buffer);
}

void opencl_set(opencl_t *cl, opencl_kernel_t kernel, unsigned n, const void *value, size_t bytes)
{
    opencl_check(cl, clSetKernelArg(kernel, n, bytes, value), "clSetKernelArg");
}

void opencl_start(opencl_t *cl, opencl_kernel_t kernel, size_t x, size_t y, size_t z)
{
    const size_t items[3] = {x, y, z};
    opencl_check(cl, clEnqueueNDRangeKernel(cl->queue, kernel, 3, NULL, items, NULL, 0, NULL, NULL),
                 "clEnqueueNDRangeKernel");
}

void opencl_wait(opencl_t *cl)
{
    opencl_check(cl, clFinish(cl->queue), "clFinish");
}
