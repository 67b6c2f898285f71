/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file su3.h
 * @brief 3x3 complex matrices of SU(3), and the SU(2) subgroups that the heat bath works in.
 */
#ifndef PLAQUETTE_SU3_H
#define PLAQUETTE_SU3_H

#include <math.h>

typedef struct complex {
    double re, im;
} complex_t;

/** Row-major, as in a gauge field file. */
typedef struct su3 {
    complex_t e[3][3];
} su3_t;

static inline su3_t su3_identity(void)
{
    su3_t u = {{{{1, 0}, {0, 0}, {0, 0}}, {{0, 0}, {1, 0}, {0, 0}}, {{0, 0}, {0, 0}, {1, 0}}}};
    return u;
}

static inline complex_t complex_mul(complex_t a, complex_t b)
{
    complex_t c = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
    return c;
}

/** c = a b */
static inline void su3_mul(su3_t *c, const su3_t *a, const su3_t *b)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double re = 0, im = 0;
            for (int k = 0; k < 3; k++) {
                complex_t x = a->e[i][k], y = b->e[k][j];
                re += x.re * y.re - x.im * y.im;
                im += x.re * y.im + x.im * y.re;
            }
            c->e[i][j].re = re;
            c->e[i][j].im = im;
        }
}

/** c += a b^dagger */
static inline void su3_add_mul_dagger(su3_t *c, const su3_t *a, const su3_t *b)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++) {
                complex_t x = a->e[i][k], y = b->e[j][k];
                c->e[i][j].re += x.re * y.re + x.im * y.im;
                c->e[i][j].im += x.im * y.re - x.re * y.im;
            }
}

/** c += a^dagger b */
static inline void su3_add_dagger_mul(su3_t *c, const su3_t *a, const su3_t *b)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++) {
                complex_t x = a->e[k][i], y = b->e[k][j];
                c->e[i][j].re += x.re * y.re + x.im * y.im;
                c->e[i][j].im += x.re * y.im - x.im * y.re;
            }
}

/** Re Tr(a b^dagger) */
static inline double su3_re_trace_dagger(const su3_t *a, const su3_t *b)
{
    double sum = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            sum += a->e[i][j].re * b->e[i][j].re + a->e[i][j].im * b->e[i][j].im;
    return sum;
}

static inline complex_t su3_determinant(const su3_t *u)
{
    complex_t det = {0, 0};
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        complex_t x = complex_mul(u->e[1][j], u->e[2][k]), y = complex_mul(u->e[1][k], u->e[2][j]);
        complex_t minor = {x.re - y.re, x.im - y.im};
        complex_t term = complex_mul(u->e[0][i], minor);
        det.re += term.re;
        det.im += term.im;
    }
    return det;
}

/** Distance of @p u from SU(3): the largest of |(u u^dagger - 1)_ij| and |det u - 1|; NaN counts as infinite.
 */
static inline double su3_deviation(const su3_t *u)
{
    complex_t det = su3_determinant(u);
    double worst = hypot(det.re - 1, det.im);
    su3_t d = {{{{-1, 0}, {0, 0}, {0, 0}}, {{0, 0}, {-1, 0}, {0, 0}}, {{0, 0}, {0, 0}, {-1, 0}}}};
    su3_add_mul_dagger(&d, u, u);
    for (int i = 0; i < 9; i++) {
        double a = hypot(d.e[i / 3][i % 3].re, d.e[i / 3][i % 3].im);
        worst = a > worst || isnan(a) ? a : worst;
    }
    return isnan(worst) ? INFINITY : worst;
}

static inline void su3_normalise_row(su3_t *u, int i)
{
    double norm = 0;
    for (int k = 0; k < 3; k++)
        norm += u->e[i][k].re * u->e[i][k].re + u->e[i][k].im * u->e[i][k].im;
    double scale = 1 / sqrt(norm);
    for (int k = 0; k < 3; k++) {
        u->e[i][k].re *= scale;
        u->e[i][k].im *= scale;
    }
}

/** Projects a matrix near SU(3) (or a random one) onto SU(3): Gram and Schmidt for the first two rows; the
 * third is the conjugate of their cross product. */
static inline void su3_unitarise(su3_t *u)
{
    su3_normalise_row(u, 0);
    complex_t overlap = {0, 0}; /* <row 0, row 1> */
    for (int k = 0; k < 3; k++) {
        complex_t a = u->e[0][k], b = u->e[1][k];
        overlap.re += a.re * b.re + a.im * b.im;
        overlap.im += a.re * b.im - a.im * b.re;
    }
    for (int k = 0; k < 3; k++) {
        complex_t along = complex_mul(overlap, u->e[0][k]);
        u->e[1][k].re -= along.re;
        u->e[1][k].im -= along.im;
    }
    su3_normalise_row(u, 1);
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        complex_t x = complex_mul(u->e[0][j], u->e[1][k]), y = complex_mul(u->e[0][k], u->e[1][j]);
        u->e[2][i].re = x.re - y.re;
        u->e[2][i].im = -(x.im - y.im);
    }
}

/** q[0] + i q[1..3].sigma: an element of SU(2) if the norm is 1, in general a multiple of one. */
typedef struct su2 {
    double q[4];
} su2_t;

/** The SU(2)-like part of rows and columns i, j of @p w, which determines Re Tr(a w) for any a of the
 * subgroup. */
static inline su2_t su2_part(const su3_t *w, int i, int j)
{
    su2_t v = {{0.5 * (w->e[i][i].re + w->e[j][j].re), 0.5 * (w->e[i][j].im + w->e[j][i].im),
                0.5 * (w->e[i][j].re - w->e[j][i].re), 0.5 * (w->e[i][i].im - w->e[j][j].im)}};
    return v;
}

static inline double su2_norm(su2_t a)
{
    return sqrt(a.q[0] * a.q[0] + a.q[1] * a.q[1] + a.q[2] * a.q[2] + a.q[3] * a.q[3]);
}

/** a b^dagger */
static inline su2_t su2_mul_dagger(su2_t a, su2_t b)
{
    const double *p = a.q, *q = b.q;
    su2_t c = {{p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3],
                -p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
                -p[0] * q[2] + p[2] * q[0] + p[3] * q[1] - p[1] * q[3],
                -p[0] * q[3] + p[3] * q[0] + p[1] * q[2] - p[2] * q[1]}};
    return c;
}

/** u = a u, with a acting on rows i and j. */
static inline void su2_act(su2_t a, int i, int j, su3_t *u)
{
    complex_t aii = {a.q[0], a.q[3]}, aij = {a.q[2], a.q[1]};
    complex_t aji = {-a.q[2], a.q[1]}, ajj = {a.q[0], -a.q[3]};
    for (int k = 0; k < 3; k++) {
        complex_t x = u->e[i][k], y = u->e[j][k];
        complex_t ix = complex_mul(aii, x), iy = complex_mul(aij, y);
        complex_t jx = complex_mul(aji, x), jy = complex_mul(ajj, y);
        u->e[i][k].re = ix.re + iy.re;
        u->e[i][k].im = ix.im + iy.im;
        u->e[j][k].re = jx.re + jy.re;
        u->e[j][k].im = jx.im + jy.im;
    }
}

#endif /* PLAQUETTE_SU3_H */
