/* SPDX-License-Identifier: BSD-3-Clause */
/* An OpenCL kernel takes data received in GPU memory and posts the reply. Skipped without a device that
 * shares all memory with the host, as the CPU device of PoCL does. */
#define CL_TARGET_OPENCL_VERSION 200
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apenet/gpu_ring.h"
#include "emuq_test.h"
#include "users.h"

#define NUMBERS 256u /* words of a message; work items of the kernel */
#define ROUNDS  150u /* more than two passes through the ring */

_Static_assert(NUMBERS * 8 <= 4096, "a descriptor of a kernel is one packet");
_Static_assert(APENET_GPU_SLOTS == 64 && offsetof(apenet_gpu_ring_t, read) == 128 &&
                   offsetof(apenet_gpu_ring_t, slot) == 256 && sizeof(apenet_descriptor_t) == 128,
               "the kernel has these numbers");

static const char *const source =
    "kernel void answer(global const ulong *in, global ulong *out, global const uint *put,\n"
    "                   global uint *ring, ulong tag)\n"
    "{\n"
    "    uint i = get_local_id(0);\n"
    "    out[i] = 3 * in[i] + i;\n"
    "    barrier(CLK_GLOBAL_MEM_FENCE);\n"
    "    if (i != 0)\n"
    "        return;\n"
    "    volatile global uint *next = ring, *read = ring + 32;\n"
    "    uint slot = *next, behind = (slot + 1) % 64;\n"
    "    while (*read == behind)\n"
    "        ;\n"
    "    read_mem_fence(CLK_GLOBAL_MEM_FENCE);\n"
    "    global uint *d = ring + 64 + slot * 32;\n"
    "    for (uint w = 0; w < 32; w++)\n"
    "        d[w] = put[w];\n"
    "    d[24] = (uint)tag;\n"
    "    d[25] = (uint)(tag >> 32);\n"
    "    mem_fence(CLK_GLOBAL_MEM_FENCE);\n"
    "    *next = behind;\n"
    "}\n";

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;
static cl_kernel kernel;

/* The first CPU device. */
static int find_device(void)
{
    cl_platform_id platform[8];
    cl_uint platforms = 0;
    if (clGetPlatformIDs(8, platform, &platforms) != CL_SUCCESS)
        return -1;
    for (cl_uint i = 0; i < platforms && i < 8; i++)
        if (clGetDeviceIDs(platform[i], CL_DEVICE_TYPE_CPU, 1, &device, NULL) == CL_SUCCESS)
            return 0;
    return -1;
}

/* @return 0; -1: the compiler of the device rejects the kernel and has printed the reason */
static int build(void)
{
    static char log[4096];
    cl_int rc;
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &rc);
    queue = clCreateCommandQueueWithProperties(context, device, NULL, &rc);
    cl_program program = clCreateProgramWithSource(context, 1, (const char **)&source, NULL, &rc);
    if (clBuildProgram(program, 1, &device, "-cl-std=CL1.2", NULL, NULL) == CL_SUCCESS) {
        kernel = clCreateKernel(program, "answer", &rc);
        clReleaseProgram(program);
        return rc == CL_SUCCESS ? 0 : -1;
    }
    (void)clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
    fprintf(stderr, "%s\n", log);
    return -1;
}

/* Passes host memory, or GPU memory at its kernel address, to the kernel. */
static cl_mem set_argument(cl_uint number, void *memory, size_t bytes)
{
    cl_int rc;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, memory, &rc);
    CU_ASSERT_EQUAL_FATAL(rc, CL_SUCCESS);
    CU_ASSERT_EQUAL(clSetKernelArg(kernel, number, sizeof buffer, &buffer), CL_SUCCESS);
    return buffer;
}

static cl_mem set_gpu_argument(cl_uint number, void *memory)
{
    void *at = NULL;
    CU_ASSERT_EQUAL_FATAL(apenet_gpu_kernel_address(memory, NUMBERS * 8, &at), 0);
    return set_argument(number, at, NUMBERS * 8);
}

/* Runs the kernel to its end. Posted descriptors are not sent yet. */
static void run_kernel(cl_ulong tag)
{
    const size_t items = NUMBERS;
    CU_ASSERT_EQUAL(clSetKernelArg(kernel, 4, sizeof tag, &tag), CL_SUCCESS);
    CU_ASSERT_EQUAL_FATAL(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &items, 0, NULL, NULL),
                          CL_SUCCESS);
    CU_ASSERT_EQUAL(clFinish(queue), CL_SUCCESS);
}

static void *inbox; /* on GPU 0 of rank 1 */

static void ask(apenet_card_t *card)
{
    apenet_address_t there = {1, 0, 0, 0};
    uint64_t *question = (uint64_t *)users_area[0];
    const uint64_t *answer = (const uint64_t *)(users_area[0] + NUMBERS * 8);
    for (uint64_t round = 0; round < ROUNDS; round++) {
        uint64_t wrong = 0;
        for (uint64_t i = 0; i < NUMBERS; i++)
            question[i] = round << 32 | i * i;
        CU_ASSERT_EQUAL(apenet_rdma_put(card, there, question, NUMBERS * 8, (uintptr_t)inbox, round,
                                        APENET_REMOTE_GPU(0) | APENET_SILENT),
                        0);
        apenet_event_t e = users_next(card, APENET_EVENT_RECEIVED);
        CU_ASSERT_TRUE(e.bytes == NUMBERS * 8 && e.address == answer && e.peer.x == 1);
        for (uint64_t i = 0; i < NUMBERS; i++)
            wrong += answer[i] != 3 * question[i] + i;
        CU_ASSERT_EQUAL(wrong, 0);
    }
}

static void answer(apenet_card_t *card)
{
    apenet_address_t there = {0};
    apenet_gpu_ring_t *ring;
    static _Alignas(128) apenet_descriptor_t put;
    void *outbox;
    CU_ASSERT_EQUAL_FATAL(apenet_gpu_alloc(card, 0, NUMBERS * 8, &outbox), 0);
    CU_ASSERT_EQUAL_FATAL(apenet_gpu_ring_open(card, &ring), 0);
    CU_ASSERT_EQUAL_FATAL(apenet_gpu_prepare_put(card, there, outbox, NUMBERS * 8,
                                                 (uintptr_t)users_area[0] + NUMBERS * 8, 0,
                                                 APENET_LOCAL_GPU(0), &put),
                          0);
    cl_mem argument[] = {set_gpu_argument(0, inbox), set_gpu_argument(1, outbox),
                         set_argument(2, &put, sizeof put), set_argument(3, ring, sizeof *ring)};
    for (uint64_t round = 0; round < ROUNDS; round++) {
        apenet_event_t e = users_next(card, APENET_EVENT_RECEIVED);
        CU_ASSERT_EQUAL(apenet_gpu_acquire(&e), 0);
        run_kernel(round << 33 | 5);
        /* The next request may be present already. */
        CU_ASSERT_EQUAL_FATAL(apenet_wait_event(card, APENET_KIND(APENET_EVENT_SENT), 20000, &e), 0);
        CU_ASSERT_TRUE(e.tag == (round << 33 | 5) && e.bytes == NUMBERS * 8);
    }
    for (unsigned i = 0; i < sizeof argument / sizeof *argument; i++)
        clReleaseMemObject(argument[i]);
    CU_ASSERT_EQUAL(apenet_gpu_ring_close(card), 0);
}

static void program(apenet_card_t *card, apenet_address_t me)
{
    apenet_buffer_t buffer;
    if (me.x == 0)
        CU_ASSERT_EQUAL(apenet_register_buffer(card, users_area[0], USERS_BYTES, 0, 0, &buffer), 0);
    if (me.x == 1) {
        CU_ASSERT_EQUAL_FATAL(apenet_gpu_alloc(card, 0, NUMBERS * 8, &inbox), 0);
        CU_ASSERT_EQUAL(apenet_register_buffer(card, inbox, NUMBERS * 8, APENET_GPU(0), 0, &buffer), 0);
    }
    users_meet();
    if (me.x == 0)
        ask(card);
    else
        answer(card);
    users_meet();
}

static void kernel_answers(void)
{
    users_run(program, 2, 1);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"a kernel takes messages and answers", kernel_answers},
                                        {NULL, NULL}};
    if (find_device() != 0) {
        printf("skipped: there is no OpenCL for this processor, as PoCL has it\n");
        return EMUQ_TEST_SKIPPED;
    }
    if (build() != 0)
        return 1;
    int rc = emuq_test_main("APEnet+ and OpenCL", tests);
    clReleaseKernel(kernel);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return rc;
}
