/* SPDX-License-Identifier: BSD-3-Clause */
/* The descriptor classes of C++ against the real machine's. Compiled as C++98, as programs of their time. */
#include <new>

#include <mu/CollectiveDirectPutDescriptorXX.h>
#include <mu/CollectiveMemoryFIFODescriptorXX.h>
#include <mu/CollectiveRemoteGetDescriptorXX.h>
#include <mu/DescriptorBaseXX.h>
#include <mu/DescriptorWrapperXX.h>
#include <mu/Pt2PtDirectPutDescriptorXX.h>
#include <mu/Pt2PtMemoryFIFODescriptorXX.h>
#include <mu/Pt2PtRemoteGetDescriptorXX.h>

#include "emuq_test.h"
#include "golden.h"
#include "words.h"

namespace
{

struct setter {
    const char *fn;
    view_t view;
    void (*call)(MUSPI_DescriptorBase *desc, info_t *info, json_t *in);
};

#define NUMBER(type, key) static_cast<type>(golden_u64(in, #key))
#define SETTER(name, view, ...)                                                                              \
    void set##name(MUSPI_DescriptorBase *desc, info_t *info, json_t *in)                                     \
    {                                                                                                        \
        (void)info;                                                                                          \
        (void)in;                                                                                            \
        desc->set##name(__VA_ARGS__);                                                                        \
    }
#include "setters.def"
#undef SETTER

void setDestination_uint32(MUSPI_DescriptorBase *desc, info_t *, json_t *in)
{
    desc->setDestination(NUMBER(uint32_t, dest));
}

const setter setters[] = {
#define SETTER(name, view, ...) {"MUSPI_DescriptorBase::set" #name, view, set##name},
#include "setters.def"
#undef SETTER
    {"MUSPI_DescriptorBase::setDestination_uint32", VIEW_FIFO, setDestination_uint32},
};

int check_setter(json_t *in, json_t *out, void *arg)
{
    const setter *s = static_cast<const setter *>(arg);
    MUSPI_DescriptorBase desc;
    info_t info;
    info_read(&info, in);
    words_load_json(&desc, s->view, in, "desc");
    s->call(&desc, &info, in);
    return words_check_json(&desc, s->view, out, "w");
}

void setters_are_the_machines()
{
    for (size_t i = 0; i < sizeof(setters) / sizeof(setters[0]); i++)
        CU_ASSERT_EQUAL(golden_each("descriptors", setters[i].fn, check_setter, (void *)&setters[i]), 0);
}

/** Memory for an object, full of rubbish. */
union memory {
    char bytes[sizeof(MUHWI_Descriptor_t)] __attribute__((aligned(32)));
    memory()
    {
        memset(bytes, 0xa5, sizeof(bytes));
    }
};

template <class D> D *construct(memory &m)
{
    CU_ASSERT_EQUAL(sizeof(D), 64);
    CU_ASSERT_EQUAL(__alignof__(D), 32);
    return new (m.bytes) D();
}

int check_constructor(json_t *in, json_t *out, void *)
{
    const char *name = golden_string(in, "class");
    const char *args = golden_string(in, "args");
    memory m;
    MUSPI_DescriptorBase *desc = NULL;
    if (strcmp(args, "0x55,0x40") == 0)
        desc = new (m.bytes) MUSPI_DescriptorBase(0x55, 0x40);
    else if (strcmp(args, "0x5a,0xc0") == 0)
        desc = new (m.bytes) MUSPI_DescriptorBase(0x5a, 0xc0);
    else if (strcmp(name, "MUSPI_DescriptorBase") == 0)
        desc = construct<MUSPI_DescriptorBase>(m);
    else if (strcmp(name, "MUSPI_Pt2PtMemoryFIFODescriptor") == 0)
        desc = construct<MUSPI_Pt2PtMemoryFIFODescriptor>(m);
    else if (strcmp(name, "MUSPI_Pt2PtDirectPutDescriptor") == 0)
        desc = construct<MUSPI_Pt2PtDirectPutDescriptor>(m);
    else if (strcmp(name, "MUSPI_Pt2PtRemoteGetDescriptor") == 0)
        desc = construct<MUSPI_Pt2PtRemoteGetDescriptor>(m);
    else if (strcmp(name, "MUSPI_CollectiveMemoryFIFODescriptor") == 0)
        desc = construct<MUSPI_CollectiveMemoryFIFODescriptor>(m);
    else if (strcmp(name, "MUSPI_CollectiveDirectPutDescriptor") == 0)
        desc = construct<MUSPI_CollectiveDirectPutDescriptor>(m);
    else if (strcmp(name, "MUSPI_CollectiveRemoteGetDescriptor") == 0)
        desc = construct<MUSPI_CollectiveRemoteGetDescriptor>(m);
    else
        return golden_differs("unknown constructor");
    return golden_equal("sizeof", sizeof(*desc), golden_u64(out, "sizeof")) +
           golden_equal("alignof", __alignof__(*desc), golden_u64(out, "alignof")) +
           words_check_json(desc, VIEW_FIFO, out, "w");
}

void constructors_are_the_machines()
{
    CU_ASSERT_EQUAL(golden_each("descriptors", "constructor", check_constructor, NULL), 0);
}

/** An object made from an information structure is what the builder of C makes. */
template <class D, class I, class Net, class Group>
int check_full(json_t *in, json_t *out, view_t view, Net info_t::*net, Group info_t::*group)
{
    info_t parts;
    info_read(&parts, in);
    I info = {parts.Base, parts.*net, parts.*group};
    memory m;
    D *desc = new (m.bytes) D(&info);
    return words_check_json(desc, view, out, "w");
}

#define FULL(net, kind, view, group)                                                                         \
    int check_##net##kind(json_t *in, json_t *out, void *)                                                   \
    {                                                                                                        \
        return check_full<MUSPI_##net##kind##Descriptor, MUSPI_##net##kind##DescriptorInfo_t>(               \
            in, out, view, &info_t::net, &info_t::group);                                                    \
    }
FULL(Pt2Pt, MemoryFIFO, VIEW_FIFO, MemFIFO)
FULL(Pt2Pt, DirectPut, VIEW_PUT, DirectPut)
FULL(Pt2Pt, RemoteGet, VIEW_GET, RemoteGet)
FULL(Collective, MemoryFIFO, VIEW_FIFO, MemFIFO)
FULL(Collective, DirectPut, VIEW_PUT, DirectPut)
FULL(Collective, RemoteGet, VIEW_GET, RemoteGet)

void full_constructors_do_what_builders_do()
{
#define EACH(name)                                                                                           \
    CU_ASSERT_EQUAL(golden_each("descriptors", "MUSPI_Create" #name "Descriptor", check_##name, NULL), 0)
    EACH(Pt2PtMemoryFIFO);
    EACH(Pt2PtDirectPut);
    EACH(Pt2PtRemoteGet);
    EACH(CollectiveMemoryFIFO);
    EACH(CollectiveDirectPut);
    EACH(CollectiveRemoteGet);
#undef EACH
}

int check_clone(json_t *in, json_t *out, void *)
{
    MUSPI_DescriptorBase from(0);
    MUSPI_Pt2PtMemoryFIFODescriptor to(0);
    words_load_json(&from, VIEW_FIFO, in, "this");
    from.clone(to);
    return words_check_json(&to, VIEW_FIFO, out, "obj");
}

void count_call(void *calls)
{
    ++*static_cast<int *>(calls);
}

int check_wrapper(json_t *, json_t *out, void *)
{
    MUSPI_DescriptorWrapper wrapper;
    int differences =
        golden_equal("sizeof", sizeof(wrapper), golden_u64(out, "sizeof")) +
        golden_equal("FIFONum", wrapper.getFIFONum(), golden_u64(out, "FIFONum")) +
        golden_equal("sequenceNumber", wrapper.getSequenceNumber(), golden_u64(out, "sequenceNumber")) +
        golden_equal("isCallbackDesired", wrapper.isCallbackDesired(), golden_u64(out, "isCallbackDesired")) +
        golden_equal("desc_null", wrapper.getDescriptorPtr() == NULL, golden_u64(out, "desc_null")) +
        golden_equal("next_null", wrapper.getNextPtr() == NULL, golden_u64(out, "next_null")) +
        golden_equal("prev_null", wrapper.getPrevPtr() == NULL, golden_u64(out, "prev_null"));
    wrapper.setFIFONum(65542);
    return differences +
           golden_equal("FIFONum", wrapper.getFIFONum(), golden_u64(out, "FIFONum_after_set_65542"));
}

void wrappers_keep_track()
{
    MUSPI_Pt2PtDirectPutDescriptor desc;
    MUSPI_DescriptorWrapper a(&desc), b, copy(0);
    int calls = 0;
    a.setSequenceNumber(7);
    a.setDoneCallback(count_call, &calls);
    a.setNextPtr(&b);
    b.setPrevPtr(&a);
    b.setDescriptorPtr(&desc);
    CU_ASSERT_EQUAL(a.isCallbackDesired(), 1);
    CU_ASSERT_EQUAL(b.isCallbackDesired(), 0);
    a.clone(copy);
    copy.performCallback();
    CU_ASSERT_EQUAL(calls, 1);
    CU_ASSERT_EQUAL(copy.getSequenceNumber(), 7);
    CU_ASSERT(copy.getNextPtr() == &b && b.getPrevPtr() == &a);
    CU_ASSERT(copy.getDescriptorPtr() == &desc && b.getDescriptorPtr() == &desc);
    b.dump();
}

void copies_are_the_machines()
{
    CU_ASSERT_EQUAL(golden_each("descriptors", "MUSPI_DescriptorBase::clone", check_clone, NULL), 0);
    CU_ASSERT_EQUAL(golden_each("descriptors", "MUSPI_DescriptorWrapper", check_wrapper, NULL), 0);
}

} // namespace

int main()
{
    static const emuq_test_t tests[] = {
        {"setters are the machine's", setters_are_the_machines},
        {"constructors are the machine's", constructors_are_the_machines},
        {"full constructors do what builders do", full_constructors_do_what_builders_do},
        {"copies are the machine's", copies_are_the_machines},
        {"wrappers keep track", wrappers_keep_track},
        {NULL, NULL},
    };
    return emuq_test_main("descriptor classes", tests);
}
