/* SPDX-License-Identifier: BSD-3-Clause */
/* Picture of a partition. Dimensions of several nodes go right or down, the last ones innermost: boxes of
 * nodes form groups, and groups of groups. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel-shim/partition/job.h"
#include "kernel-shim/partition/partition.h"
#include "tools/common/svg.h"

#define DIMS     5
#define MARGIN   10
#define LABEL    11 /* a row or column of coordinates */
#define LABEL_X  17 /* width of a column of coordinates */
#define GAP      4  /* between groups, times their level */
#define BOX_MAX  42 /* distance of boxes */
#define BOX      0.88
#define ASPECT   1.5 /* preferred ratio of rows and columns */
#define FONT_MIN 3
#define FONT_MAX 9
#define BAR      110 /* width of the colour scale */
#define LEGEND   40  /* height */

/* A dimension in the picture. */
typedef struct direction {
    int dimension;
    bool down;
    int level;     /* 0: innermost */
    double stride; /* distance of neighbours */
} direction_t;

typedef struct picture {
    emuq_partition_t *p;
    ClassRoute_t *route; /* [nodes] class route 0, then unused space of the same size */
    char *mapping;
    FILE *out;
    direction_t direction[DIMS];
    int directions, levels[2];
    double left, top, width, height; /* of all boxes */
    double x_pitch, y_pitch;
    double font;
    bool all_ranks; /* boxes have lines with all ranks */
    uint32_t root, depth;
} picture_t;

static uint32_t picture_size(const picture_t *c, const direction_t *d)
{
    return c->p->geometry.size[d->dimension];
}

/* Difference between the ratios of a picture and a page, if these dimensions go down, bit each. */
static double picture_misfit(const picture_t *c, unsigned down)
{
    double rows = 1, columns = 1;
    for (int d = 0; d < DIMS; d++)
        *(down >> d & 1 ? &rows : &columns) *= c->p->geometry.size[d];
    return fabs(log(rows / columns / ASPECT));
}

/* Assigns dimensions of several nodes to directions; a single one goes right. */
static void picture_choose_directions(picture_t *c)
{
    const uint32_t *size = c->p->geometry.size;
    unsigned best = 0, active = 0;
    for (int d = 0; d < DIMS; d++)
        active += size[d] > 1;
    for (unsigned down = 1; down < 1U << DIMS && active > 1; down++)
        if (picture_misfit(c, down) < picture_misfit(c, best) - 1e-9)
            best = down;
    for (int d = DIMS - 1; d >= 0; d--)
        if (size[d] > 1) {
            bool down = best >> d & 1;
            c->direction[c->directions++] = (direction_t){d, down, c->levels[down]++, 0};
        }
}

/* Sets the strides of one direction. @return its length */
static double picture_set_strides(picture_t *c, bool down, double pitch)
{
    double length = pitch;
    for (direction_t *d = c->direction; d < c->direction + c->directions; d++) {
        if (d->down != down)
            continue;
        d->stride = d->level == 0 ? pitch : length + GAP * d->level;
        length += d->stride * (picture_size(c, d) - 1);
    }
    return length;
}

/* Labels of levels above the innermost need separate rows and columns. */
static double picture_label_space(const picture_t *c, bool down)
{
    return (down ? LABEL_X : LABEL) * (c->levels[down] > 0 ? c->levels[down] : 0);
}

static void picture_layout(picture_t *c, double top)
{
    double gaps = picture_set_strides(c, false, 0), boxes = picture_set_strides(c, false, 1) - gaps;
    c->left = MARGIN + picture_label_space(c, true);
    c->top = top + picture_label_space(c, false);
    c->x_pitch = fmin(BOX_MAX, (EMUQ_SVG_WIDTH - MARGIN - c->left - gaps) / boxes);
    c->y_pitch = c->x_pitch * (c->p->job.ppn > 1 ? 1.2 : 0.9);
    c->width = picture_set_strides(c, false, c->x_pitch);
    c->height = picture_set_strides(c, true, c->y_pitch);
    c->left += (EMUQ_SVG_WIDTH - MARGIN - c->left - c->width) / 2;
}

/* Middle of a node. */
static void picture_place(const picture_t *c, uint32_t node, double *x, double *y)
{
    uint32_t at[DIMS];
    emuq_geometry_coordinates(&c->p->geometry, node, at);
    *x = c->left + c->x_pitch / 2;
    *y = c->top + c->y_pitch / 2;
    for (const direction_t *d = c->direction; d < c->direction + c->directions; d++)
        *(d->down ? y : x) += d->stride * at[d->dimension];
}

/* Corner of a box where links of the tree meet, beside its text. */
static void picture_place_tree(const picture_t *c, uint32_t node, double *x, double *y)
{
    picture_place(c, node, x, y);
    *x -= c->x_pitch * 0.37;
    *y += c->y_pitch * 0.37;
}

static uint32_t picture_parent(const picture_t *c, uint32_t node)
{
    uint32_t at[DIMS];
    emuq_geometry_coordinates(&c->p->geometry, node, at);
    for (int d = 0; d < DIMS; d++) {
        at[d] -= c->route[node].output == (uint16_t)(BGQ_CLASS_LINK_AM >> (2 * d));
        at[d] += c->route[node].output == (uint16_t)(BGQ_CLASS_LINK_AM >> (2 * d + 1));
    }
    return emuq_geometry_node(&c->p->geometry, at);
}

static bool picture_is_member(const picture_t *c, uint32_t node)
{
    return c->route[node].input != 0 || c->route[node].output != 0;
}

static void picture_find_root(picture_t *c)
{
    for (uint32_t node = 0; node < c->p->nodes; node++) {
        uint32_t depth = 0, at = node;
        if (!picture_is_member(c, node))
            continue;
        for (; c->route[at].output != 0; depth++)
            at = picture_parent(c, at);
        c->root = at;
        c->depth = depth > c->depth ? depth : c->depth;
    }
}

/* ---- drawing ---- */

static void node_print_coordinates(const picture_t *c, uint32_t node, emuq_text_t *text)
{
    uint32_t at[DIMS];
    emuq_geometry_coordinates(&c->p->geometry, node, at);
    emuq_text_add(text, "(%u,%u,%u,%u,%u)", at[0], at[1], at[2], at[3], at[4]);
}

/* Ranks of a node in the order of T, with a separator. @return number of ranks */
static uint32_t node_print_ranks(const picture_t *c, uint32_t node, const char *separator, emuq_text_t *text)
{
    uint32_t ranks = 0;
    for (uint32_t t = 0; t < c->p->job.ppn; t++) {
        uint32_t rank = c->p->process[node * c->p->job.ppn + t].rank;
        if (rank != UINT32_MAX)
            emuq_text_add(text, "%s%u", ranks++ > 0 ? separator : "", rank);
    }
    return ranks;
}

static uint32_t node_first_rank(const picture_t *c, uint32_t node)
{
    uint32_t first = UINT32_MAX;
    for (uint32_t t = 0; t < c->p->job.ppn; t++) {
        uint32_t rank = c->p->process[node * c->p->job.ppn + t].rank;
        first = rank < first ? rank : first;
    }
    return first;
}

/* Pale colours, below black text: yellow by green to blue, also ordered without colours. */
static void rank_colour(char colour[8], double share)
{
    static const double stop[][3] = {{255, 247, 200}, {178, 223, 178}, {120, 176, 214}};
    double position = fmin(fmax(share, 0), 1) * 2;
    int low = position >= 2 ? 1 : (int)position;
    unsigned rgb[3];
    for (int i = 0; i < 3; i++)
        rgb[i] = (unsigned)lround(stop[low][i] + (position - low) * (stop[low + 1][i] - stop[low][i])) & 255;
    snprintf(colour, 8, "#%02x%02x%02x", rgb[0], rgb[1], rgb[2]);
}

static double rank_share(const picture_t *c, uint32_t rank)
{
    return c->p->job.np > 1 ? (double)rank / (c->p->job.np - 1) : 0;
}

static void node_draw_box(const picture_t *c, uint32_t node)
{
    double x, y, width = c->x_pitch * BOX, height = c->y_pitch * BOX;
    char colour[8] = "#ffffff", buffer[640];
    emuq_text_t text = emuq_text(buffer, sizeof buffer);
    uint32_t first = node_first_rank(c, node);
    if (first != UINT32_MAX)
        rank_colour(colour, rank_share(c, first));
    picture_place(c, node, &x, &y);
    emuq_text_add(&text, "node %u ", node);
    node_print_coordinates(c, node, &text);
    emuq_text_add(&text, ": ranks ");
    if (node_print_ranks(c, node, " ", &text) == 0)
        emuq_text_add(&text, "none");
    if (picture_is_member(c, node) && node == c->root)
        emuq_text_add(&text, "; root of class route 0");
    fprintf(
        c->out,
        "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" rx=\"%.2f\" fill=\"%s\" stroke=\"%s\" "
        "stroke-width=\"%.2f\"><title>%s</title></rect>\n",
        x - width / 2, y - height / 2, width, height, width / 10, colour, node == c->root ? "#c00" : "#888",
        node == c->root ? fmin(1.5, c->x_pitch * 0.09) : fmin(0.4, c->x_pitch * 0.03), buffer);
}

/* @return font size at which @p longest and @p lines lines fit into the box of a node */
static double node_font(const picture_t *c, const char *longest, uint32_t lines)
{
    double width = c->x_pitch * 0.74, height = c->y_pitch * 0.74;
    return fmin(FONT_MAX, fmin(width / emuq_svg_text_width(longest, 1), height / lines / 1.05));
}

/* Chooses between lines with all ranks, the first rank with the number of others, and no text. */
static void picture_choose_font(picture_t *c)
{
    char longest[64];
    snprintf(longest, sizeof longest, "%u", c->p->job.np - 1);
    c->font = node_font(c, longest, c->p->job.ppn);
    c->all_ranks = c->font >= FONT_MIN;
    if (c->all_ranks)
        return;
    if (c->p->job.ppn > 1)
        snprintf(longest, sizeof longest, "%u +%u", c->p->job.np - 1, c->p->job.ppn - 1);
    c->font = node_font(c, longest, 1);
}

static void node_draw_ranks(const picture_t *c, uint32_t node)
{
    char lines[640], style[80];
    emuq_text_t text = emuq_text(lines, sizeof lines);
    uint32_t ranks = node_print_ranks(c, node, "\n", &text);
    double x, y;
    if (ranks == 0 || c->font < FONT_MIN)
        return;
    if (!c->all_ranks) {
        text.length = 0;
        emuq_text_add(&text, ranks > 1 ? "%u +%u" : "%u", node_first_rank(c, node), ranks - 1);
        ranks = 1;
    }
    picture_place(c, node, &x, &y);
    snprintf(style, sizeof style, "text-anchor=\"middle\" font-size=\"%.2f\" pointer-events=\"none\"",
             c->font);
    x += c->x_pitch * 0.03;
    y += c->font * (0.36 - 0.525 * (ranks - 1)) - c->y_pitch * 0.03;
    for (char *save, *line = strtok_r(lines, "\n", &save); line != NULL; line = strtok_r(NULL, "\n", &save)) {
        emuq_svg_label(c->out, x, y, style, line);
        y += c->font * 1.05;
    }
}

/* Draws the link from a node to its parent: between groups as an arc. */
static void tree_draw_link(const picture_t *c, uint32_t node)
{
    uint32_t parent = picture_parent(c, node);
    double x, y, to_x, to_y;
    picture_place_tree(c, node, &x, &y);
    picture_place_tree(c, parent, &to_x, &to_y);
    double x_steps = fabs(to_x - x) / c->x_pitch, y_steps = fabs(to_y - y) / c->y_pitch;
    fprintf(c->out, "<path d=\"M%.2f %.2f", x, y);
    if (x_steps > 1.5)
        fprintf(c->out, "C%.2f %.2f %.2f %.2f ", x, y + c->y_pitch * 0.24, to_x, y + c->y_pitch * 0.24);
    else if (y_steps > 1.5)
        fprintf(c->out, "C%.2f %.2f %.2f %.2f ", x - c->x_pitch * 0.24, y, x - c->x_pitch * 0.24, to_y);
    else
        fputc('L', c->out);
    fprintf(c->out, "%.2f %.2f\"/>\n", to_x, to_y);
}

static void tree_draw(const picture_t *c)
{
    fprintf(c->out, "<g fill=\"none\" stroke=\"#0b4f9e\" stroke-opacity=\"0.75\" stroke-width=\"%.2f\">\n",
            fmin(0.9, c->x_pitch * 0.08));
    for (uint32_t node = 0; node < c->p->nodes; node++)
        if (c->route[node].output != 0)
            tree_draw_link(c, node);
    fputs("</g>\n<g fill=\"#0b4f9e\">\n", c->out);
    for (uint32_t node = 0; node < c->p->nodes; node++) {
        double x, y;
        if (!picture_is_member(c, node))
            continue;
        picture_place_tree(c, node, &x, &y);
        fprintf(c->out, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.2f\"/>\n", x, y, c->x_pitch * 0.05);
    }
    fputs("</g>\n", c->out);
}

/* Labels the first groups of a dimension, or the dimension alone if groups are small. */
static void label_draw(const picture_t *c, const direction_t *d)
{
    double space = (d->down ? LABEL_X : LABEL) * (d->level + 0.5), length = d->down ? c->y_pitch : c->x_pitch;
    for (const direction_t *inner = c->direction; inner < d; inner++)
        if (inner->down == d->down)
            length += inner->stride * (picture_size(c, inner) - 1);
    bool fits = length >= (d->down ? 9 : picture_size(c, d) > 10 ? 22 : 16);
    for (uint32_t i = 0; i < (fits ? picture_size(c, d) : 1); i++) {
        double along = (d->down ? c->top : c->left) + d->stride * i + length / 2;
        char text[32];
        snprintf(text, sizeof text, fits ? "%c %u" : "%c", "ABCDE"[d->dimension], i);
        emuq_svg_label(c->out, d->down ? c->left - space : along, d->down ? along + 3 : c->top - space + 2,
                       "text-anchor=\"middle\" font-size=\"8\"", text);
    }
}

static void legend_draw(const picture_t *c, double top)
{
    char colour[8], text[128], at[64];
    emuq_text_t coordinates = emuq_text(at, sizeof at);
    const int steps = 40;
    double left = MARGIN, right = MARGIN + BAR + 16;
    for (int i = 0; i < steps; i++) {
        rank_colour(colour, (i + 0.5) / steps);
        fprintf(c->out, "<rect x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" height=\"8\" fill=\"%s\"/>\n",
                left + (double)i * BAR / steps, top, (double)BAR / steps + 0.1, colour);
    }
    emuq_svg_label(c->out, left, top + 17, "font-size=\"9\"", "rank 0");
    snprintf(text, sizeof text, "%u", c->p->job.np - 1);
    emuq_svg_label(c->out, left + BAR, top + 17, "font-size=\"9\" text-anchor=\"end\"", text);
    fprintf(c->out, "<path d=\"M%.1f %.1fh16\" stroke=\"#0b4f9e\" stroke-width=\"1\"/>\n", right, top + 4);
    snprintf(text, sizeof text, "tree of class route 0: depth %u link%s", c->depth, c->depth == 1 ? "" : "s");
    emuq_svg_label(c->out, right + 20, top + 7, "font-size=\"9\"", text);
    fprintf(c->out,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"8\" height=\"8\" rx=\"1\" fill=\"#fff\" stroke=\"#c00\" "
            "stroke-width=\"1.2\"/>\n",
            right + 4, top + 12);
    node_print_coordinates(c, c->root, &coordinates);
    snprintf(text, sizeof text, "its root, node %u %s", c->root, at);
    emuq_svg_label(c->out, right + 20, top + 19, "font-size=\"9\"", text);
}

/* Shape with a - after the size of a mesh, nodes, ranks and mapping. */
static void picture_describe(const picture_t *c, emuq_text_t *title, emuq_text_t *text)
{
    const emuq_partition_t *p = c->p;
    for (int d = 0; d < DIMS; d++)
        emuq_text_add(title, "%s%u%s", d > 0 ? "x" : "", p->geometry.size[d],
                      p->geometry.torus & 0x10U >> d || p->geometry.size[d] == 1 ? "" : "-");
    emuq_text_add(title, " partition, %u node%s", p->nodes, p->nodes == 1 ? "" : "s");
    emuq_text_add(text, "%u rank%s, %u per node, mapping %s", p->job.np, p->job.np == 1 ? "" : "s",
                  p->job.ppn, p->job.mapping);
    emuq_text_add(text, "%s", p->geometry.torus != 0x1f ? "; -: a mesh" : "");
}

static void picture_draw(picture_t *c)
{
    char heading[96], words[512];
    emuq_text_t title = emuq_text(heading, sizeof heading), text = emuq_text(words, sizeof words);
    double width = EMUQ_SVG_WIDTH - 2 * MARGIN, top = 16;
    picture_describe(c, &title, &text);
    top = emuq_svg_paragraph(NULL, 0, top, width, 11, "", heading);
    double legend = emuq_svg_paragraph(NULL, 0, top, width, EMUQ_SVG_SMALL, "", words) - 4;
    picture_layout(c, legend + LEGEND - 12);
    emuq_svg_begin(c->out, c->top + c->height + MARGIN, heading);
    top = emuq_svg_paragraph(c->out, MARGIN, 16, width, 11, "font-weight=\"bold\"", heading);
    emuq_svg_paragraph(c->out, MARGIN, top, width, EMUQ_SVG_SMALL, "", words);
    legend_draw(c, legend);
    picture_choose_font(c);
    for (int i = 0; i < c->directions; i++)
        label_draw(c, &c->direction[i]);
    for (uint32_t node = 0; node < c->p->nodes; node++)
        node_draw_box(c, node);
    tree_draw(c);
    for (uint32_t node = 0; node < c->p->nodes; node++)
        node_draw_ranks(c, node);
    emuq_svg_end(c->out);
}

/* Maps ranks and computes the tree, without a machine. */
static int picture_open(picture_t *c, const emuq_job_t *job)
{
    emuq_partition_t *p = c->p;
    /* A copy: the mapping may be the text of a setting, and settings are read again. */
    p->job.mapping = c->mapping = strdup(job->mapping != NULL ? job->mapping : "ABCDET");
    int rc = emuq_partition_plan(p, job);
    if (rc != 0)
        return rc;
    if (p->nodes > EMUQ_PICTURE_NODES) {
        emuq_log("picture: %u nodes (expected at most %u)", p->nodes, EMUQ_PICTURE_NODES);
        return -EINVAL;
    }
    size_t processes = (size_t)p->nodes * p->job.ppn;
    p->process = calloc(processes, sizeof *p->process);
    p->map = calloc(p->job.np, sizeof *p->map);
    p->process_of_rank = calloc(p->job.np, sizeof *p->process_of_rank);
    c->route = calloc((size_t)2 * p->nodes, sizeof *c->route);
    if (c->mapping == NULL || p->process == NULL || p->map == NULL || p->process_of_rank == NULL ||
        c->route == NULL) {
        emuq_log("picture: no memory for %zu processes", processes);
        return -ENOMEM;
    }
    for (size_t i = 0; i < processes; i++)
        p->process[i].rank = UINT32_MAX;
    rc = emuq_mapping_load(p);
    return rc == 0 ? emuq_job_trees(p, c->route + p->nodes, c->route) : rc;
}

int emuq_picture_partition(const struct emuq_job *job, FILE *out)
{
    picture_t c = {.p = calloc(1, sizeof *c.p), .out = out};
    if (c.p == NULL) {
        emuq_log("picture: no memory");
        return -ENOMEM;
    }
    int rc = picture_open(&c, job);
    if (rc == 0) {
        picture_choose_directions(&c);
        picture_find_root(&c);
        picture_draw(&c);
    }
    free(c.mapping);
    free(c.route);
    free(c.p->process_of_rank);
    free(c.p->map);
    free(c.p->process);
    free(c.p);
    return rc;
}
