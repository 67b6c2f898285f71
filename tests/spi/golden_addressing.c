/* SPDX-License-Identifier: BSD-3-Clause */
/* Base addresses and atomic addresses against the real machine's. */
#include <mu/Addressing_inlines.h>

#include "emuq_test.h"
#include "golden.h"

#define ENTRIES BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP

/** A structure with all entries of @p hw, all 0. */
static MUSPI_BaseAddressTableSubGroup_t table(volatile uint64_t *hw)
{
    MUSPI_BaseAddressTableSubGroup_t bat;
    memset(&bat, 0, sizeof(bat));
    memset((void *)hw, 0, ENTRIES * sizeof(*hw));
    bat.permissions = 0xff;
    bat.hw_bat = hw;
    return bat;
}

static int check_offset(json_t *in, json_t *out, void *arg)
{
    volatile uint64_t hw[ENTRIES];
    MUSPI_BaseAddressTableSubGroup_t bat = table(hw);
    uint8_t entry = (uint8_t)golden_u64(in, "entryid");
    (void)arg;
    MUSPI_SetBaseAddress(&bat, entry, golden_u64(in, "base"));
    return golden_equal("ret", MUSPI_GetOffsetFromBaseAddress(&bat, entry, golden_u64(in, "pa")),
                        golden_u64(out, "ret"));
}

static int check_atomic_offset(json_t *in, json_t *out, void *arg)
{
    volatile uint64_t hw[ENTRIES];
    MUSPI_BaseAddressTableSubGroup_t bat = table(hw);
    uint8_t entry = (uint8_t)golden_u64(in, "entryid");
    (void)arg;
    MUSPI_SetBaseAddress(&bat, entry, golden_u64(in, "base"));
    uint64_t ret =
        MUSPI_GetAtomicOffsetFromBaseAddress(&bat, entry, golden_u64(in, "pa"), golden_u64(in, "op"));
    return golden_equal("ret", ret, golden_u64(out, "ret")) +
           golden_equal("base_plus_ret", hw[entry] + ret, golden_u64(out, "base_plus_ret"));
}

static int check_atomic_address(json_t *in, json_t *out, void *arg)
{
    (void)arg;
    return golden_equal("ret", MUSPI_GetAtomicAddress(golden_u64(in, "pa"), golden_u64(in, "op")),
                        golden_u64(out, "ret"));
}

static void addresses_are_the_machines(void)
{
    CU_ASSERT_EQUAL(golden_each("addresses", "MUSPI_GetOffsetFromBaseAddress", check_offset, NULL), 0);
    CU_ASSERT_EQUAL(
        golden_each("addresses", "MUSPI_GetAtomicOffsetFromBaseAddress", check_atomic_offset, NULL), 0);
    CU_ASSERT_EQUAL(golden_each("addresses", "MUSPI_GetAtomicAddress", check_atomic_address, NULL), 0);
}

/** Compares ENTRIES values with member @p key of @p out. */
static int check_table(const volatile uint64_t *values, json_t *out, const char *key)
{
    int differences = 0;
    for (size_t e = 0; e < ENTRIES; e++)
        differences += golden_equal(key, values[e], golden_at(golden_get(out, key), e));
    return differences;
}

static int check_sharing(json_t *in, json_t *out, void *arg)
{
    volatile uint64_t hw[ENTRIES];
    uint64_t got[ENTRIES] = {0};
    MUSPI_BaseAddressTableSubGroup_t bat[2] = {table(hw), table(hw)};
    json_t *set = golden_get(in, "set");
    int32_t rc = 0;
    (void)arg;
    bat[0].permissions = (uint8_t)golden_u64(in, "permissions_0");
    bat[1].permissions = (uint8_t)golden_u64(in, "permissions_1");
    for (size_t i = 0; i < json_array_size(set); i++) {
        json_t *one = json_array_get(set, i);
        rc |= MUSPI_SetBaseAddress(&bat[golden_at(one, 0)], (uint8_t)golden_at(one, 1), golden_at(one, 2));
    }
    for (uint8_t e = 0; e < ENTRIES; e++)
        got[e] = MUSPI_GetBaseAddress(&bat[(bat[0].permissions & 0x80 >> e) == 0], e);
    return golden_equal("rc_or", (uint64_t)rc, golden_u64(out, "rc_or")) + check_table(hw, out, "hw_bat") +
           check_table(bat[0].sw_bat, out, "sw_bat_0") + check_table(bat[1].sw_bat, out, "sw_bat_1") +
           check_table(got, out, "get");
}

static void a_table_is_shared_as_on_the_machine(void)
{
    CU_ASSERT_EQUAL(golden_each("addresses", "BAT_script", check_sharing, NULL), 0);
}

static volatile uint64_t *stored;

static void doorbell(volatile uint64_t *reg, uint64_t value)
{
    CU_ASSERT_EQUAL(value, 0x1234560);
    stored = reg;
}

static void an_entry_rings_the_doorbell(void)
{
    volatile uint64_t hw[ENTRIES];
    MUSPI_BaseAddressTableSubGroup_t bat = table(hw);
    emuq_mmio.access.doorbell = doorbell;
    MUSPI_SetBaseAddress(&bat, 3, 0x1234560);
    emuq_mmio.access.doorbell = NULL;
    CU_ASSERT(stored == &hw[3]);
}

/** Check values (spi-addressing-descriptors 6). */
static void check_values(void)
{
    volatile uint64_t hw[ENTRIES];
    MUSPI_BaseAddressTableSubGroup_t bat = table(hw);
    MUSPI_SetBaseAddress(&bat, 0, 0x0100000000);
    MUSPI_SetBaseAddress(&bat, 1, 0x1100000000);
    MUSPI_SetBaseAddress(&bat, 2, 0x1100000002);
    uint64_t op = MUHWI_ATOMIC_OPCODE_STORE_ADD;
    CU_ASSERT_EQUAL(MUSPI_GetAtomicOffsetFromBaseAddress(&bat, 0, 0x0100000040, op), 0x1000000042);
    CU_ASSERT_EQUAL(MUSPI_GetAtomicOffsetFromBaseAddress(&bat, 1, 0x0100000040, op), 0x42);
    CU_ASSERT_EQUAL(MUSPI_GetAtomicOffsetFromBaseAddress(&bat, 2, 0x0100000040, op), 0x40);
    CU_ASSERT_EQUAL(MUSPI_GetAtomicAddress(0x40, op), 0x1000000042);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"addresses are the machine's", addresses_are_the_machines},
        {"a table is shared as on the machine", a_table_is_shared_as_on_the_machine},
        {"an entry rings the doorbell", an_entry_rings_the_doorbell},
        {"check values", check_values},
        {NULL, NULL},
    };
    return emuq_test_main("addressing", tests);
}
