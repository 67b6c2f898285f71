/* SPDX-License-Identifier: BSD-3-Clause */
/* Lattice files of the example `plaquette`: LIME records, the ILDG format, the SciDAC checksum, damaged
 * files. */
#include "examples/plaquette/ildg.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "emuq_test.h"
#include "serial.h"

#define NAME "plaquette_format.lime"

/* Bytes of a file, modified by a test and written back. */
typedef struct image {
    unsigned char bytes[200000];
    size_t size;
} image_t;

static void load(image_t *image, const char *path)
{
    FILE *stream = fopen(path, "rb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(stream);
    image->size = fread(image->bytes, 1, sizeof image->bytes, stream);
    CU_ASSERT_FATAL(image->size > 0 && image->size < sizeof image->bytes);
    fclose(stream);
}

static void store(const image_t *image, const char *path)
{
    FILE *stream = fopen(path, "wb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(stream);
    CU_ASSERT_EQUAL_FATAL(fwrite(image->bytes, 1, image->size, stream), image->size);
    fclose(stream);
}

static unsigned char *find(image_t *image, const char *text)
{
    for (size_t i = 0; i + strlen(text) <= image->size; i++)
        if (memcmp(image->bytes + i, text, strlen(text)) == 0)
            return image->bytes + i;
    CU_FAIL_FATAL("not in the file");
    return NULL;
}

/* Writes a random field. @return its plaquette */
static double write_sample(field_t *f, lattice_t *lat, int precision)
{
    ildg_file_t file;
    checksum_t sum;
    serial_lattice(lat, 4, 2, 2, 6);
    CU_ASSERT_EQUAL_FATAL(field_open(f, lat), 0);
    field_randomise(f, 11);
    serial_halo(NULL, f, FIELD_ALL_DIRECTIONS, FIELD_BOTH_PARITIES);
    ildg_history_t history = {serial_plaquette(f), 6.25, 11, 3};
    CU_ASSERT_EQUAL_FATAL(ildg_create(&file, NAME, lat, precision, &history), 0);
    CU_ASSERT_EQUAL(ildg_write_field(&file, f, &sum), 0);
    CU_ASSERT_EQUAL(ildg_finish(&file, sum), 0);
    CU_ASSERT_EQUAL(ildg_close(&file), 0);
    return history.plaquette;
}

static void crc_is_the_usual_one(void)
{
    crc32_table_t table;
    crc32_prepare(&table);
    CU_ASSERT_EQUAL(crc32_of(&table, "123456789", 9), 0xCBF43926u);
    CU_ASSERT_EQUAL(crc32_of(&table, "", 0), 0);
}

static void checksum_sees_exchanged_sites(void)
{
    checksum_t ab = {0, 0}, ba = {0, 0};
    checksum_add(&ab, 3, 0x12345678);
    checksum_add(&ab, 4, 0x9abcdef0);
    checksum_add(&ba, 3, 0x9abcdef0);
    checksum_add(&ba, 4, 0x12345678);
    CU_ASSERT(ab.suma != ba.suma && ab.sumb != ba.sumb);
    checksum_t first = {0, 0}; /* site 29: rotated by 0 and by 29 */
    checksum_add(&first, 29, 1);
    CU_ASSERT(first.suma == 1 && first.sumb == 1u << 29);
}

static void a_written_field_is_read_back(void)
{
    for (int precision = 32; precision <= 64; precision += 32) {
        lattice_t lat;
        field_t f, g;
        ildg_file_t file;
        checksum_t sum;
        double plaquette = write_sample(&f, &lat, precision);
        CU_ASSERT_EQUAL_FATAL(ildg_open(&file, NAME), 0);
        CU_ASSERT_EQUAL(memcmp(file.global, lat.global, sizeof lat.global), 0);
        CU_ASSERT_EQUAL(file.precision, precision);
        CU_ASSERT(ildg_agrees(plaquette, file.plaquette));
        CU_ASSERT_EQUAL_FATAL(field_open(&g, &lat), 0);
        CU_ASSERT_EQUAL(ildg_read_field(&file, &g, &sum), 0);
        CU_ASSERT(file.has_checksum && sum.suma == file.checksum.suma && sum.sumb == file.checksum.sumb);
        double worst = 0;
        FIELD_FOR_EACH_SITE(&lat, x, y, z, t)
        for (int n = 0; n < 4 * 9; n++) {
            size_t s = lattice_site(&lat, x, y, z, t);
            complex_t a = field_link(&f, s, n / 9)->e[n % 9 / 3][n % 3];
            complex_t b = field_link(&g, s, n / 9)->e[n % 9 / 3][n % 3];
            worst = fmax(worst, cabs(a - b));
        }
        CU_ASSERT(precision == 64 ? worst == 0 : worst > 0 && worst < 1e-7);
        CU_ASSERT_EQUAL(ildg_close(&file), 0);
        field_close(&f);
        field_close(&g);
    }
    unlink(NAME);
}

/* Each rank reads only the bytes of its sites; the partial checksums combine to the checksum of the field. */
static void parts_make_up_the_whole(void)
{
    lattice_t lat, part_lat;
    field_t f, part;
    ildg_file_t file;
    checksum_t whole = {0, 0};
    write_sample(&f, &lat, 64);
    static const uint32_t machine[MACHINE_DIMS] = {2, 1, 3, 1, 2, 1};
    CU_ASSERT_EQUAL_FATAL(lattice_distribute(&part_lat, lat.global, machine), 0);
    CU_ASSERT_EQUAL_FATAL(ildg_open(&file, NAME), 0);
    int wrong = 0;
    for (uint32_t rank = 0; rank < 12; rank++) {
        uint32_t at[MACHINE_DIMS] = {rank / 6, 0, rank / 2 % 3, 0, rank % 2, 0};
        lattice_set_position(&part_lat, at);
        CU_ASSERT_EQUAL_FATAL(field_open(&part, &part_lat), 0);
        checksum_t sum;
        CU_ASSERT_EQUAL(ildg_read_field(&file, &part, &sum), 0);
        whole.suma ^= sum.suma;
        whole.sumb ^= sum.sumb;
        FIELD_FOR_EACH_SITE(&part_lat, x, y, z, t)
        {
            const int *o = part_lat.origin;
            size_t s = lattice_site(&part_lat, x, y, z, t);
            size_t g = lattice_site(&lat, o[0] + x, o[1] + y, o[2] + z, o[3] + t);
            wrong += memcmp(field_link(&part, s, 0), field_link(&f, g, 0), 4 * sizeof(su3_t)) != 0;
        }
        field_close(&part);
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT(whole.suma == file.checksum.suma && whole.sumb == file.checksum.sumb);
    ildg_close(&file);
    field_close(&f);
    unlink(NAME);
}

/* Opening and reading fails with one message line. The line contains `why` and the file name. */
static void refuse(const image_t *image, const char *why)
{
    ildg_file_t file;
    store(image, NAME);
    int opened = ildg_open(&file, NAME);
    CU_ASSERT_EQUAL(opened, -1);
    if (opened == 0) {
        ildg_close(&file);
        return;
    }
    if (strstr(file.lime.error, why) == NULL)
        printf("\n'%s' expected in: %s", why, file.lime.error);
    CU_ASSERT_PTR_NOT_NULL(strstr(file.lime.error, why));
    CU_ASSERT_PTR_EQUAL(strstr(file.lime.error, NAME), file.lime.error);
    CU_ASSERT_PTR_NULL(strchr(file.lime.error, '\n'));
}

static void change(const image_t *good, const char *from, const char *to, const char *why)
{
    image_t bad = *good;
    memcpy(find(&bad, from), to, strlen(to));
    refuse(&bad, why);
}

static void broken_files_are_refused(void)
{
    lattice_t lat;
    field_t f;
    ildg_file_t file;
    static image_t good, bad;
    write_sample(&f, &lat, 64);
    field_close(&f);
    load(&good, NAME);

    CU_ASSERT_EQUAL(ildg_open(&file, "no/such/file"), -1);
    CU_ASSERT_PTR_NOT_NULL(strstr(file.lime.error, "no/such/file: cannot be opened"));
    CU_ASSERT_EQUAL(ildg_open(&file, "."), -1);
    CU_ASSERT_PTR_NOT_NULL(strstr(file.lime.error, "not an ordinary file"));

    bad = good;
    bad.bytes[0] ^= 1;
    refuse(&bad, "not a LIME file");
    bad = good;
    bad.bytes[5] = 2;
    refuse(&bad, "version 2");
    bad = good;
    bad.bytes[8] = 0xff; /* a length near 2^64 */
    refuse(&bad, "truncated");
    bad = good;
    bad.size = 0;
    refuse(&bad, "no record ildg-format");
    bad = good;
    bad.size = 100;
    refuse(&bad, "record header at byte 0 is incomplete");
    bad = good;
    bad.size -= 400;
    refuse(&bad, "ildg-binary-data");
    change(&good, "ildg-format", "ildg-farmat", "no record ildg-format");
    change(&good, "ildg-binary-data", "ildg-binary-date", "no record ildg-binary-data");
    change(&good, "<lx> 4 ", "<lx> 6 ", "lattice in 64 bits");
    change(&good, "<lx> 4 ", "<lx> -4", "<lx> in ildg-format");
    change(&good, "<lx> 4 ", "<lx>x4 ", "<lx> in ildg-format");
    change(&good, "<lz>", "<lq>", "no <lz>");
    change(&good, "<precision> 64", "<precision> 48", "precision is 48");
    change(&good, "<precision> 64", "<precision> 32", "in 32 bits");
    change(&good, "<sumb>", "<sumc>", "scidac-checksum");
    unlink(NAME);
}

static void a_changed_bit_changes_the_checksum(void)
{
    lattice_t lat;
    field_t f;
    ildg_file_t file;
    checksum_t sum;
    static image_t image;
    write_sample(&f, &lat, 64);
    load(&image, NAME);
    find(&image, "ildg-binary-data")[LIME_TYPE_BYTES + 5000] ^= 4;
    store(&image, NAME);
    CU_ASSERT_EQUAL_FATAL(ildg_open(&file, NAME), 0);
    CU_ASSERT_EQUAL(ildg_read_field(&file, &f, &sum), 0);
    CU_ASSERT(sum.suma != file.checksum.suma && sum.sumb != file.checksum.sumb);
    /* The reader detects a file that shrinks while it is open. */
    CU_ASSERT_EQUAL(truncate(NAME, 20000), 0);
    CU_ASSERT_EQUAL(ildg_read_field(&file, &f, &sum), -1);
    CU_ASSERT_PTR_NOT_NULL(strstr(file.lime.error, "truncated"));
    ildg_close(&file);
    field_close(&f);
    unlink(NAME);
}

static void agreement_is_in_the_printed_digits(void)
{
    CU_ASSERT_TRUE(ildg_agrees(0.63500564, "6.350056e-01"));
    CU_ASSERT_TRUE(ildg_agrees(0.63500553, "6.350056e-01"));
    CU_ASSERT_FALSE(ildg_agrees(0.63500575, "6.350056e-01"));
    CU_ASSERT_FALSE(ildg_agrees(0.6349, "6.350056e-01"));
    CU_ASSERT_TRUE(ildg_agrees(0.594, "0.59"));
    CU_ASSERT_FALSE(ildg_agrees(0.594, "0.58"));
    CU_ASSERT_TRUE(ildg_agrees(1.0, "1"));
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"CRC is the usual one", crc_is_the_usual_one},
        {"checksum sees exchanged sites", checksum_sees_exchanged_sites},
        {"a written field is read back", a_written_field_is_read_back},
        {"parts make up the whole", parts_make_up_the_whole},
        {"broken files are refused", broken_files_are_refused},
        {"a changed bit changes the checksum", a_changed_bit_changes_the_checksum},
        {"agreement is in the printed digits", agreement_is_in_the_printed_digits},
        {NULL, NULL},
    };
    return emuq_test_main("plaquette format", tests);
}
