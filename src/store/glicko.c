/* glicko.c - see glicko.h. Step numbers are those of Glickman's paper. */
#include "glicko.h"

#include <math.h>

static const double scale = 173.7178, tau = 0.5, precision = 1e-9, pi = 3.14159265358979323846,
                    billion = 1e9;
static const double start_rating = 1500, start_deviation = 350, start_volatility = 0.06,
                    provisional_deviation = 110, season_deviation = 150;

struct glicko glicko_start(void)
{
    return (struct glicko){start_rating, start_deviation, start_volatility};
}

bool glicko_is_provisional(double deviation) { return deviation > provisional_deviation; }

/* g(phi): how much a result tells against an opponent of that deviation. */
static double weight(double phi) { return 1 / sqrt(1 + 3 * phi * phi / (pi * pi)); }

void glicko_add(struct glicko_sums *sums, const struct glicko *player,
                const struct glicko *opponent, double score)
{
    double g = weight(opponent->deviation / scale),
           expected = 1 / (1 + exp(-g * (player->rating - opponent->rating) / scale));
    sums->information += llround(g * g * expected * (1 - expected) * billion); /* step 3 */
    sums->surprise += llround(g * (score - expected) * billion);               /* step 4 */
}

/* What step 5 looks for the zero of. */
struct search {
    double delta, phi, v, a;
};

static double f(const struct search *s, double x)
{
    double e = exp(x), d = s->phi * s->phi + s->v + e;
    return e * (s->delta * s->delta - d) / (2 * d * d) - (x - s->a) / (tau * tau);
}

/* The other end of the interval in which the zero lies. */
static double other_end(const struct search *s)
{
    enum { STEPS_MOST = 100 };
    double beyond = s->delta * s->delta - s->phi * s->phi - s->v;
    int k = 1;
    if (beyond > 0)
        return log(beyond);
    while (k < STEPS_MOST && f(s, s->a - k * tau) < 0)
        k++;
    return s->a - k * tau;
}

/* Step 5: the new volatility, by the Illinois variant of regula falsi. */
static double new_volatility(const struct search *s)
{
    enum { ROUNDS_MOST = 100 };
    double left = s->a, right = other_end(s), at_left = f(s, left), at_right = f(s, right);
    for (int round = 0; round < ROUNDS_MOST && fabs(right - left) > precision; round++) {
        double middle = left + (left - right) * at_left / (at_right - at_left),
               at_middle = f(s, middle);
        if (at_middle * at_right <= 0) {
            left = right;
            at_left = at_right;
        } else {
            at_left /= 2;
        }
        right = middle;
        at_right = at_middle;
    }
    return exp(left / 2);
}

static struct glicko rounded(double rating, double deviation, double volatility)
{
    deviation = fmin(deviation, start_deviation);
    return (struct glicko){round(rating * 100) / 100, round(deviation * 100) / 100,
                           round(volatility * 1e6) / 1e6};
}

struct glicko glicko_after(const struct glicko *before, const struct glicko_sums *sums)
{
    if (sums->information <= 0)
        return glicko_idle(before, 1);
    double information = (double)sums->information / billion,
           surprise = (double)sums->surprise / billion, phi = before->deviation / scale;
    struct search search = {
        .phi = phi, .v = 1 / information, .a = log(before->volatility * before->volatility)};
    search.delta = search.v * surprise;
    double volatility = new_volatility(&search), wider = hypot(phi, volatility); /* step 6 */
    double new_phi = 1 / sqrt(1 / (wider * wider) + information);                /* step 7 */
    return rounded(before->rating + scale * new_phi * new_phi * surprise, scale * new_phi,
                   volatility);
}

struct glicko glicko_idle(const struct glicko *before, int64_t periods)
{
    double growth = before->volatility * scale * sqrt((double)(periods > 0 ? periods : 0));
    return rounded(before->rating, hypot(before->deviation, growth), before->volatility);
}

struct glicko glicko_new_season(const struct glicko *before)
{
    return rounded(before->rating, fmax(before->deviation, season_deviation), before->volatility);
}
