/*
 * warp.h - what the self-play of several games has in common: a network that the 32 threads of a
 * warp evaluate together.
 *
 * Compiled by nvcc it runs on a graphics card. Compiled by a C++ compiler it runs on the processor
 * with "warps" of one thread, slowly, to be tried out. Before it is included, INPUTS and OUTPUTS
 * say how large the network is; -DNET_WIDTH=512 makes its first layer wider.
 */
#include <math.h>
#include <stdint.h>
#include <string.h>

#ifndef NET_WIDTH
#define NET_WIDTH 256
#endif
enum { WIDTH = NET_WIDTH, MIDDLE = 32 };

#ifdef __CUDACC__
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#define DEVICE static __device__
#define METHOD __device__
enum {
    LANES = 32,
    WARPS = WIDTH / 64,
    ROWS = WIDTH / (LANES * 8)
}; /* a row: eight numbers of each thread */
#else
#define DEVICE static
#define METHOD
enum { LANES = 1, WARPS = 1 };
#endif

/* ---------------------------------------------------------------- what both kinds of machine do in
 * their own way */

#ifdef __CUDACC__
typedef half number;
DEVICE inline int lane() { return threadIdx.x & 31; }
DEVICE inline void meet() { __syncwarp(); }
DEVICE inline uint32_t count_one_more(uint32_t *counter, uint32_t more)
{
    return atomicAdd(counter, more);
}
DEVICE inline uint32_t from_first(uint32_t x) { return __shfl_sync(~0u, x, 0); }
DEVICE inline int bits(uint64_t x) { return __popcll(x); }
DEVICE inline int lowest(uint64_t x) { return __ffsll((long long)x) - 1; }

struct alignas(16) sum {
    half2 part[ROWS][4];
};
struct row {
    uint4 part;
};
DEVICE inline void add(struct sum *sum, const number *numbers)
{
    for (int row = 0; row < ROWS; row++) {
        struct row add = ((const struct row *)numbers)[row * LANES + lane()];
        const half2 *parts = (const half2 *)&add;
        for (int i = 0; i < 4; i++)
            sum->part[row][i] = __hadd2(sum->part[row][i], parts[i]);
    }
}
#else
typedef float number;
typedef float eight __attribute__((vector_size(32), aligned(4)));
static inline int lane() { return 0; }
static inline void meet() {}
static inline uint32_t count_one_more(uint32_t *counter, uint32_t more)
{
    return __atomic_fetch_add(counter, more, __ATOMIC_RELAXED);
}
static inline uint32_t from_first(uint32_t x) { return x; }
static inline int bits(uint64_t x) { return __builtin_popcountll(x); }
static inline int lowest(uint64_t x) { return __builtin_ctzll(x); }

struct sum {
    float part[WIDTH];
};
static inline void add(struct sum *sum, const number *row)
{
    for (int i = 0; i < WIDTH; i++)
        sum->part[i] += row[i];
}
#endif

/* ---------------------------------------------------------------- the network, as the trainer
 * hands it over */

struct net {
    const number *input;      /* [INPUTS][WIDTH] */
    const number *input_bias; /* [WIDTH] */
    const number *middle;     /* [WIDTH / 8][MIDDLE][8] */
    const float *middle_bias; /* [MIDDLE] */
    const float *output;      /* [OUTPUTS][MIDDLE] */
    const float *output_bias; /* [OUTPUTS] */
};

/* ---------------------------------------------------------------- valuing */

struct adder {
    struct sum *sum;
    const number *input;
    METHOD inline void operator()(int row) const { add(sum, input + row * WIDTH); }
};

DEVICE void clear(struct sum *sum) { memset(sum, 0, sizeof *sum); }

DEVICE void save(const struct sum *sum, number *out)
{
#ifdef __CUDACC__
    for (int row = 0; row < ROWS; row++)
        ((struct row *)out)[row * LANES + lane()] = *(const struct row *)sum->part[row];
#else
    memcpy(out, sum, sizeof *sum);
#endif
}

/* The activations of a warp. */
struct layers {
    alignas(16) number active[WIDTH];
    float middle[MIDDLE];
};

DEVICE inline float clamped(float x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

/* The first layer's sums become active[], then middle[]. */
DEVICE void find_middle(const struct net *net, const struct sum *sum, struct layers *layers)
{
#ifdef __CUDACC__
    struct sum active;
    for (int row = 0; row < ROWS; row++)
        for (int i = 0; i < 4; i++)
            active.part[row][i] =
                __hmin2(__hmax2(sum->part[row][i], __float2half2_rn(0.f)), __float2half2_rn(1.f));
    save(&active, layers->active);
    meet();
    float total = net->middle_bias[lane()];
    for (int block = 0; block < WIDTH / 8; block++) {
        struct row weights = ((const struct row *)net->middle)[block * MIDDLE + lane()],
                   inputs = ((const struct row *)layers->active)[block];
        const half2 *w = (const half2 *)&weights, *a = (const half2 *)&inputs;
        half2 part = __hmul2(w[0], a[0]);
        for (int i = 1; i < 4; i++)
            part = __hfma2(w[i], a[i], part);
        float2 both = __half22float2(part);
        total += both.x + both.y;
    }
    layers->middle[lane()] = clamped(total);
    meet();
#else
    for (int i = 0; i < WIDTH; i++)
        layers->active[i] = clamped(sum->part[i]);
    const eight *weights = (const eight *)net->middle, *active = (const eight *)layers->active;
    for (int unit = 0; unit < MIDDLE; unit += 4) {
        eight total[4] = {{0}};
        for (int block = 0; block < WIDTH / 8; block++)
            for (int i = 0; i < 4; i++)
                total[i] += weights[block * MIDDLE + unit + i] * active[block];
        for (int i = 0; i < 4; i++) {
            float all = net->middle_bias[unit + i];
            for (int k = 0; k < 8; k++)
                all += total[i][k];
            layers->middle[unit + i] = clamped(all);
        }
    }
#endif
}

/* One of the outputs, as a chance. */
DEVICE float find_chance(const struct net *net, const struct layers *layers, int output)
{
    float total = net->output_bias[output];
    for (int unit = 0; unit < MIDDLE; unit++)
        total += net->output[output * MIDDLE + unit] * layers->middle[unit];
    return 1 / (1 + expf(-total));
}

/* ---------------------------------------------------------------- random numbers */

DEVICE uint32_t next_random(uint32_t *random)
{
    uint32_t x = *random += 0x9e3779b9u;
    x = (x ^ x >> 16) * 0x85ebca6bu;
    x = (x ^ x >> 13) * 0xc2b2ae35u;
    return x ^ x >> 16;
}

DEVICE uint32_t random_below(uint32_t *random, uint32_t bound)
{
    return (uint32_t)((uint64_t)next_random(random) * bound >> 32);
}

/* ---------------------------------------------------------------- lessons as inputs */

#ifdef __CUDACC__
typedef __nv_bfloat16 input_number;
DEVICE inline input_number one() { return __float2bfloat16(1.f); }
#else
typedef float input_number;
static inline float one() { return 1; }
#endif

struct setter {
    input_number *inputs;
    METHOD inline void operator()(int row) const { inputs[row] = one(); }
};
