/* stats.c - see stats.h. */
#include "stats.h"

#include <math.h>

static const double z95 = 1.959963984540054;

struct stats_interval stats_proportion(uint64_t hits, uint64_t tries)
{
    if (tries == 0)
        return (struct stats_interval){0, 0, 1};
    double n = (double)tries, p = (double)hits / n, zz = z95 * z95;
    double middle = (p + zz / (2 * n)) / (1 + zz / n);
    double half = z95 * sqrt(p * (1 - p) / n + zz / (4 * n * n)) / (1 + zz / n);
    return (struct stats_interval){p, fmax(0, middle - half), fmin(1, middle + half)};
}

struct stats_interval stats_paired(uint64_t only_first, uint64_t only_second, uint64_t tries)
{
    if (tries == 0)
        return (struct stats_interval){0, -1, 1};
    double n = (double)tries, a = (double)only_first, b = (double)only_second;
    double difference = (a - b) / n, half = z95 * sqrt(fmax(0, a + b - (a - b) * (a - b) / n)) / n;
    return (struct stats_interval){difference, difference - half, difference + half};
}

int stats_sequential(uint64_t first, uint64_t second, double margin)
{
    double step = log((0.5 + margin) / (0.5 - margin));
    double ratio = ((double)first - (double)second) * step, bound = log(0.95 / 0.05);
    return ratio >= bound ? 1 : ratio <= -bound ? -1 : 0;
}
