/* SPDX-License-Identifier: BSD-3-Clause */
/* Writes pictures as SVG. */
#include "tools/common/svg.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "tools/common/options.h"

#define SCALE 2 /* pixels per unit on a screen */

void emuq_svg_begin(FILE *out, double height, const char *name)
{
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%.0f\" viewBox=\"0 0 %d %.1f\" "
            "font-family=\"Helvetica, Arial, sans-serif\" font-size=\"%d\">\n<title>",
            SCALE * EMUQ_SVG_WIDTH, SCALE * height, EMUQ_SVG_WIDTH, height, EMUQ_SVG_FONT);
    emuq_svg_text(out, name);
    fprintf(out, "</title>\n<rect width=\"%d\" height=\"%.1f\" fill=\"white\"/>\n", EMUQ_SVG_WIDTH, height);
}

void emuq_svg_end(FILE *out)
{
    fputs("</svg>\n", out);
}

void emuq_svg_text(FILE *out, const char *text)
{
    for (; *text != '\0'; text++) {
        int length = emuq_utf8_length(text);
        if (length != 0) {
            fwrite(text, 1, (size_t)length, out);
            text += length - 1;
        } else if ((unsigned char)*text >= 0x80)
            fprintf(out, "&#%u;", (unsigned)(unsigned char)*text);
        else if (*text == '&')
            fputs("&amp;", out);
        else if (*text == '<')
            fputs("&lt;", out);
        else if (*text == '>')
            fputs("&gt;", out);
        else
            fputc(iscntrl((unsigned char)*text) ? '?' : *text, out);
    }
}

void emuq_svg_label(FILE *out, double x, double y, const char *style, const char *text)
{
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" %s>", x, y, style);
    emuq_svg_text(out, text);
    fputs("</text>\n", out);
}

double emuq_svg_text_width(const char *text, double size)
{
    double width = 0;
    for (; *text != '\0'; text++)
        width += strchr("iljft.,:;|()[]' ", *text) != NULL ? 0.36
                 : strchr("mwMW%", *text) != NULL          ? 0.95
                                                           : 0.62;
    return width * size;
}

double emuq_svg_paragraph(FILE *out, double x, double y, double width, double size, const char *style,
                          const char *text)
{
    while (*text != '\0') {
        char line[256];
        size_t length = 0, best = 0;
        do { /* as many words as fit, at least one */
            length += strspn(text + length, " ");
            length += strcspn(text + length, " ");
            snprintf(line, sizeof line, "%.*s", (int)length, text);
            if (best == 0 || emuq_svg_text_width(line, size) <= width)
                best = length;
            else
                break;
        } while (text[length] != '\0' && length < sizeof line);
        snprintf(line, sizeof line, "%.*s", (int)best, text);
        if (out != NULL) {
            fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%g\" %s>", x, y, size, style);
            emuq_svg_text(out, line);
            fputs("</text>\n", out);
        }
        y += size * 1.25;
        text += best;
        text += strspn(text, " ");
    }
    return y;
}

void emuq_svg_share_colour(char colour[8], double share)
{
    static const struct {
        double at, red, green, blue;
    } stop[] = {{0, 255, 255, 255},  {0.1, 254, 232, 178}, {0.3, 253, 190, 112},
                {0.5, 250, 138, 62}, {0.75, 212, 40, 32},  {1, 92, 0, 12}};
    unsigned i = 0;
    share = share > 0 ? fmin(share, 1) : 0;
    while (i < 4 && share > stop[i + 1].at)
        i++;
    double part = (share - stop[i].at) / (stop[i + 1].at - stop[i].at);
    snprintf(colour, 8, "#%02x%02x%02x",
             (unsigned)lround(stop[i].red + part * (stop[i + 1].red - stop[i].red)) & 255,
             (unsigned)lround(stop[i].green + part * (stop[i + 1].green - stop[i].green)) & 255,
             (unsigned)lround(stop[i].blue + part * (stop[i + 1].blue - stop[i].blue)) & 255);
}

const char *emuq_svg_series_colour(unsigned series)
{
    static const char *const colour[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                         "#000000", "#e69f00", "#56b4e9"};
    return colour[series % (sizeof colour / sizeof colour[0])];
}
