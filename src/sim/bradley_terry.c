/* bradley_terry.c - see bradley_terry.h. Maximum likelihood by Newton's method; intervals from the
 * sandwich estimator, which allows for games that are not independent. */
#include "bradley_terry.h"

#include <math.h>
#include <string.h>

enum { MOST = BRADLEY_TERRY_PLAYERS, STEPS = 200 };

struct matrix {
    double at[MOST][MOST];
};

static const double z95 = 1.959963984540054, points = 400 / 2.302585092994046;

/* The chances of those who play a match, by their strengths, which are logarithms. */
static void chances(const struct bradley_terry_match *match, const double *strength, double *chance)
{
    double sum = 0, highest = strength[match->player[0]];
    for (int i = 1; i < match->seats; i++)
        highest = fmax(highest, strength[match->player[i]]);
    for (int i = 0; i < match->seats; i++)
        sum += chance[i] = exp(strength[match->player[i]] - highest);
    for (int i = 0; i < match->seats; i++)
        chance[i] /= sum;
}

/* Adds `weight` times the covariance of one game's wins. */
static void add_covariance(const struct bradley_terry_match *match, const double *chance,
                           double weight, struct matrix *sum)
{
    for (int i = 0; i < match->seats; i++)
        for (int j = 0; j < match->seats; j++)
            sum->at[match->player[i]][match->player[j]] +=
                weight * chance[i] * ((i == j ? 1 : 0) - chance[j]);
}

/* Inverts a symmetric positive definite matrix (Gauss-Jordan needs no pivoting there); false if it
 * is singular. */
static bool invert(const struct matrix *of, int n, struct matrix *out)
{
    struct matrix a = *of;
    memset(out, 0, sizeof *out);
    for (int i = 0; i < n; i++)
        out->at[i][i] = 1;
    for (int k = 0; k < n; k++) {
        double pivot = a.at[k][k];
        if (!(pivot > 1e-9))
            return false;
        for (int j = 0; j < n; j++) {
            a.at[k][j] /= pivot;
            out->at[k][j] /= pivot;
        }
        for (int i = 0; i < n; i++) {
            double factor = i == k ? 0 : a.at[i][k];
            for (int j = 0; j < n; j++) {
                a.at[i][j] -= factor * a.at[k][j];
                out->at[i][j] -= factor * out->at[k][j];
            }
        }
    }
    return true;
}

/* Whether all players are connected by matches that were played. */
static bool is_connected(const struct bradley_terry_match *matches, size_t count, int players)
{
    uint32_t reached = 1, before = 0, all = (uint32_t)((UINT64_C(1) << players) - 1);
    while (reached != before) {
        before = reached;
        for (size_t m = 0; m < count; m++) {
            uint32_t members = 0;
            for (int i = 0; i < matches[m].seats; i++)
                members |= UINT32_C(1) << matches[m].player[i];
            if (matches[m].games > 0 && (members & reached))
                reached |= members;
        }
    }
    return reached == all;
}

/* The slope of the likelihood and its negative curvature. Only differences of strengths matter, so
 * the curvature has a direction without any; one in all its cells settles that one. */
static void differentiate(const struct bradley_terry_match *matches, size_t count, int players,
                          const double *strength, double *slope, struct matrix *curvature)
{
    memset(slope, 0, MOST * sizeof *slope);
    for (int i = 0; i < players; i++)
        for (int j = 0; j < players; j++)
            curvature->at[i][j] = 1;
    for (size_t m = 0; m < count; m++) {
        const struct bradley_terry_match *match = &matches[m];
        double chance[STOS_MAX_SEATS], games = match->games > 0 ? match->games + match->of_deal : 0;
        chances(match, strength, chance);
        for (int i = 0; i < match->seats && games > 0; i++)
            slope[match->player[i]] +=
                match->wins[i] + match->of_deal / match->seats - games * chance[i];
        add_covariance(match, chance, games, curvature);
    }
}

/* One step of Newton's method, at most 1 in any strength; returns the largest change. */
static double improve(const double *slope, const struct matrix *inverse, int players,
                      double *strength)
{
    double step[MOST], largest = 0;
    for (int i = 0; i < players; i++) {
        step[i] = 0;
        for (int j = 0; j < players; j++)
            step[i] += inverse->at[i][j] * slope[j];
        largest = fmax(largest, fabs(step[i]));
    }
    for (int i = 0; i < players; i++)
        strength[i] += largest > 1 ? step[i] / largest : step[i];
    return largest;
}

/* The variance of each strength: inverse * (covariance of the slope) * inverse. */
static void variances(const struct bradley_terry_match *matches, size_t count, int players,
                      const double *strength, const struct matrix *inverse, double *variance)
{
    struct matrix slopes;
    memset(&slopes, 0, sizeof slopes);
    for (size_t m = 0; m < count; m++) {
        double chance[STOS_MAX_SEATS];
        chances(&matches[m], strength, chance);
        if (matches[m].games > 0)
            add_covariance(&matches[m], chance,
                           matches[m].games * matches[m].games / matches[m].tries, &slopes);
    }
    for (int i = 0; i < players; i++) {
        variance[i] = 0;
        for (int j = 0; j < players; j++)
            for (int k = 0; k < players; k++)
                variance[i] += inverse->at[i][j] * slopes.at[j][k] * inverse->at[k][i];
    }
}

bool bradley_terry(const struct bradley_terry_match *matches, size_t count, int players,
                   struct stats_interval *ratings)
{
    double strength[MOST] = {0}, slope[MOST], variance[MOST], mean = 0;
    struct matrix curvature, inverse;
    if (players < 1 || players > MOST || !is_connected(matches, count, players))
        return false;
    for (int i = 0; i < STEPS; i++) {
        differentiate(matches, count, players, strength, slope, &curvature);
        if (!invert(&curvature, players, &inverse))
            return false;
        if (improve(slope, &inverse, players, strength) < 1e-10)
            break;
    }
    variances(matches, count, players, strength, &inverse, variance);
    for (int i = 0; i < players; i++)
        mean += strength[i] / players;
    for (int i = 0; i < players; i++) {
        double value = points * (strength[i] - mean), half = points * z95 * sqrt(variance[i]);
        ratings[i] = (struct stats_interval){value, value - half, value + half};
    }
    return true;
}
