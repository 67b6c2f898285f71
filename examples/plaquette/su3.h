/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file su3.h
 * @brief 3x3 complex matrices of SU(3), and the SU(2) subgroups that the heat bath works in.
 */
#ifndef PLAQUETTE_SU3_H
#define PLAQUETTE_SU3_H

#include <complex.h>
#include <math.h>
#include <string.h>

typedef double complex complex_t;

/** Makes re + i im. The GNU C library defines CMPLX() for GCC only. */
static inline complex_t complex_of(double re, double im)
{
    const double part[2] = {re, im};
    complex_t c;
    memcpy(&c, part, sizeof c);
    return c;
}

/** Row-major, as in a gauge field file. */
typedef struct su3 {
    complex_t e[3][3];
} su3_t;

static inline su3_t su3_identity(void)
{
    su3_t u = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    return u;
}

/** c = a b */
static inline void su3_mul(su3_t *c, const su3_t *a, const su3_t *b)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            complex_t sum = 0;
            for (int k = 0; k < 3; k++)
                sum += a->e[i][k] * b->e[k][j];
            c->e[i][j] = sum;
        }
}

/** c += a b^dagger */
static inline void su3_add_mul_dagger(su3_t *c, const su3_t *a, const su3_t *b)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                c->e[i][j] += a->e[i][k] * conj(b->e[j][k]);
}

/** c += a^dagger b */
static inline void su3_add_dagger_mul(su3_t *c, const su3_t *a, const su3_t *b)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                c->e[i][j] += conj(a->e[k][i]) * b->e[k][j];
}

/** Re Tr(a b^dagger) */
static inline double su3_re_trace_dagger(const su3_t *a, const su3_t *b)
{
    double sum = 0;
    for (int i = 0; i < 9; i++)
        sum += creal(a->e[i / 3][i % 3] * conj(b->e[i / 3][i % 3]));
    return sum;
}

/** Element @p i of the cross product of rows @p r and @p s. */
static inline complex_t su3_cross(const su3_t *u, int r, int s, int i)
{
    int j = (i + 1) % 3, k = (i + 2) % 3;
    return u->e[r][j] * u->e[s][k] - u->e[r][k] * u->e[s][j];
}

static inline complex_t su3_determinant(const su3_t *u)
{
    complex_t det = 0;
    for (int i = 0; i < 3; i++)
        det += u->e[0][i] * su3_cross(u, 1, 2, i);
    return det;
}

/** Distance of @p u from SU(3): the largest of |(u u^dagger - 1)_ij| and |det u - 1|; NaN: infinite. */
static inline double su3_deviation(const su3_t *u)
{
    double worst = cabs(su3_determinant(u) - 1);
    su3_t d = {{{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}}};
    su3_add_mul_dagger(&d, u, u);
    for (int i = 0; i < 9; i++) {
        double a = cabs(d.e[i / 3][i % 3]);
        worst = a > worst || isnan(a) ? a : worst;
    }
    return isnan(worst) ? INFINITY : worst;
}

static inline void su3_normalise_row(su3_t *u, int i)
{
    double norm = 0;
    for (int k = 0; k < 3; k++)
        norm += creal(u->e[i][k] * conj(u->e[i][k]));
    double scale = 1 / sqrt(norm);
    for (int k = 0; k < 3; k++)
        u->e[i][k] *= scale;
}

/** Projects a matrix near SU(3) (or a random one) onto SU(3): Gram and Schmidt for the first two rows; the
 * third is the conjugate of their cross product. */
static inline void su3_unitarise(su3_t *u)
{
    su3_normalise_row(u, 0);
    complex_t overlap = 0; /* <row 0, row 1> */
    for (int k = 0; k < 3; k++)
        overlap += conj(u->e[0][k]) * u->e[1][k];
    for (int k = 0; k < 3; k++)
        u->e[1][k] -= overlap * u->e[0][k];
    su3_normalise_row(u, 1);
    for (int i = 0; i < 3; i++)
        u->e[2][i] = conj(su3_cross(u, 0, 1, i));
}

/** q[0] + i q[1..3].sigma: an element of SU(2) if the norm is 1, in general a multiple of one. */
typedef struct su2 {
    double q[4];
} su2_t;

/** The SU(2)-like part of rows and columns i, j of @p w, which determines Re Tr(a w) for any a of the
 * subgroup. */
static inline su2_t su2_part(const su3_t *w, int i, int j)
{
    su2_t v = {{0.5 * (creal(w->e[i][i]) + creal(w->e[j][j])), 0.5 * (cimag(w->e[i][j]) + cimag(w->e[j][i])),
                0.5 * (creal(w->e[i][j]) - creal(w->e[j][i])),
                0.5 * (cimag(w->e[i][i]) - cimag(w->e[j][j]))}};
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
    complex_t aii = complex_of(a.q[0], a.q[3]), aij = complex_of(a.q[2], a.q[1]);
    complex_t aji = complex_of(-a.q[2], a.q[1]), ajj = complex_of(a.q[0], -a.q[3]);
    for (int k = 0; k < 3; k++) {
        complex_t x = u->e[i][k], y = u->e[j][k];
        u->e[i][k] = aii * x + aij * y;
        u->e[j][k] = aji * x + ajj * y;
    }
}

#endif /* PLAQUETTE_SU3_H */
