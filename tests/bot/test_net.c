/*
 * test_net.c - what the runtime of the networks promises: the same bits from every kernel,
 * accumulators that may be kept in parts, and chances that follow the logistic function.
 */
#include "bot/net/kernel.h"
#include "stos.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { INPUTS = 500, ROUNDS = 40 };

static const struct net_kernel *kernels[4];
static int kernel_count;

static int find_kernels(void **unused)
{
    (void)unused;
    kernels[kernel_count++] = &net_kernel_plain;
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2"))
        kernels[kernel_count++] = &net_kernel_avx2;
#endif
#ifdef __wasm_simd128__
    kernels[kernel_count++] = &net_kernel_wasm;
#endif
    return 0;
}

/* ---------------------------------------------------------------- random networks */

static const int shapes[][5] = {
    {64, 32, 1}, {128, 32, 360}, {192, 64, 194}, {256, 32, 72}, {512, 128, 64, 9}, {64, 512, 32, 3},
};
enum { SHAPES = sizeof shapes / sizeof shapes[0] };

static int between(stos_random *random, int low, int high)
{
    return low + (int)stos_random_below(random, (uint32_t)(high - low + 1));
}

static int16_t *random_weights(stos_random *random, int count, int most)
{
    int16_t *weights = calloc((size_t)count, sizeof *weights);
    assert_non_null(weights);
    for (int i = 0; i < count; i++)
        weights[i] = (int16_t)between(random, -most, most);
    return weights;
}

static int32_t *random_biases(stos_random *random, int count)
{
    int32_t *biases = calloc((size_t)count, sizeof *biases);
    assert_non_null(biases);
    for (int i = 0; i < count; i++)
        biases[i] = between(random, -200000, 200000);
    return biases;
}

/* Weights as large as quantise.py lets them be: sums of 32 bits just do not overflow, those of 16
 * bits do. */
static struct net random_net(stos_random *random, const int shape[5])
{
    struct net net = {.inputs = INPUTS, .width = shape[0]};
    net.input = random_weights(random, INPUTS * net.width, between(random, 10, 32767));
    net.bias = random_weights(random, net.width, 32767);
    for (; shape[net.layers + 1]; net.layers++) {
        int inputs = shape[net.layers], outputs = shape[net.layers + 1],
            most = (INT32_MAX - 200000) / NET_ONE / inputs;
        const int16_t *weights = random_weights(random, inputs * outputs,
                                                between(random, 1, most < 32767 ? most : 32767));
        net.layer[net.layers] =
            (struct net_layer){inputs, outputs, weights, random_biases(random, outputs)};
    }
    return net;
}

static void free_net(struct net *net)
{
    free((void *)net->input);
    free((void *)net->bias);
    for (int i = 0; i < net->layers; i++) {
        free((void *)net->layer[i].weights);
        free((void *)net->layer[i].biases);
    }
}

static void random_rows(stos_random *random, const struct net *net, struct net_rows *rows)
{
    net_begin(rows, net);
    net_add_bias(rows);
    for (int i = between(random, 0, NET_ROWS - 1); i > 0; i--)
        net_add(rows, between(random, 0, INPUTS - 1));
}

typedef void net_claim(stos_random *random, const struct net *net);

static void for_random_nets(net_claim *claim)
{
    for (int round = 0; round < ROUNDS; round++) {
        stos_random random = stos_random_from((uint64_t)round);
        struct net net = random_net(&random, shapes[round % SHAPES]);
        claim(&random, &net);
        free_net(&net);
    }
}

/* ---------------------------------------------------------------- claims */

static void kernels_agree(stos_random *random, const struct net *net)
{
    struct net_rows rows;
    int16_t sum[2][NET_WIDEST], hidden[2][NET_WIDEST];
    random_rows(random, net, &rows);
    net_kernel_plain.sum(&rows, sum[0]);
    const struct net_layer *last = &net->layer[net->layers - 1];
    for (int i = 1; i < kernel_count; i++) {
        kernels[i]->sum(&rows, sum[1]);
        assert_memory_equal(sum[0], sum[1], (size_t)net->width * sizeof *sum[0]);
        net_kernel_plain.dense(&net->layer[0], sum[0], hidden[0]);
        kernels[i]->dense(&net->layer[0], sum[1], hidden[1]);
        assert_memory_equal(hidden[0], hidden[1],
                            (size_t)net->layer[0].outputs * sizeof *hidden[0]);
        for (int row = 0; row < last->outputs; row++) {
            const int16_t *weights = last->weights + row * last->inputs;
            assert_int_equal(net_kernel_plain.dot(hidden[0], weights, last->inputs),
                             kernels[i]->dot(hidden[0], weights, last->inputs));
        }
    }
}

static void test_all_kernels_give_the_same_bits(void **unused)
{
    (void)unused;
    for_random_nets(kernels_agree);
}

/* The sum of rows one by one, straight from the definition. */
static void dense_by_definition(const struct net_layer *layer, const int16_t *in, int16_t *out)
{
    for (int i = 0; i < layer->outputs; i++) {
        int64_t sum = layer->biases[i];
        for (int k = 0; k < layer->inputs; k++) {
            int activation = in[k] < 0 ? 0 : in[k] > NET_ONE ? NET_ONE : in[k];
            sum += activation * layer->weights[((k / 2) * layer->outputs + i) * 2 + k % 2];
        }
        sum >>= 8;
        out[i] = (int16_t)(sum < 0 ? 0 : sum > NET_ONE ? NET_ONE : sum);
    }
}

static void layers_follow_the_definition(stos_random *random, const struct net *net)
{
    struct net_rows rows;
    int16_t sums[3][NET_WIDEST], packed[3 * NET_WIDEST], hidden[3 * NET_WIDEST],
        expected[NET_WIDEST], next[NET_WIDEST];
    int last = net->layers - 1, size = net->layer[last].inputs;
    for (int i = 0; i < 3; i++) {
        random_rows(random, net, &rows);
        net_sum(&rows, sums[i]);
        memcpy(packed + i * net->width, sums[i], (size_t)net->width * sizeof *packed);
    }
    net_hidden(net, packed, 3, hidden);
    for (int i = 0; i < 3; i++) {
        memcpy(expected, sums[i], (size_t)net->width * sizeof *expected);
        for (int k = 0; k < last; k++) {
            dense_by_definition(&net->layer[k], expected, next);
            memcpy(expected, next, sizeof next);
        }
        assert_memory_equal(expected, hidden + i * size, (size_t)size * sizeof *hidden);
    }
}

static void test_a_batch_is_valued_as_the_definition_says(void **unused)
{
    (void)unused;
    for_random_nets(layers_follow_the_definition);
}

static void parts_sum_up(stos_random *random, const struct net *net)
{
    struct net_rows whole, part, rest;
    int16_t sum[NET_WIDEST], kept[NET_WIDEST], joined[NET_WIDEST];
    random_rows(random, net, &whole);
    part = rest = whole;
    part.adds = whole.adds / 2;
    net_sum(&part, kept);
    memmove(rest.add, rest.add + part.adds, (size_t)(whole.adds - part.adds) * sizeof *rest.add);
    rest.adds = whole.adds - part.adds;
    net_add_sum(&rest, kept);
    net_sum(&rest, joined);
    net_sum(&whole, sum);
    assert_memory_equal(sum, joined, (size_t)net->width * sizeof *sum);
}

/* In memory of just the size, so that a term behind the last one would be seen. */
static void too_many_terms(stos_random *random, const struct net *net)
{
    (void)random;
    struct net_rows *rows = malloc(sizeof *rows);
    int16_t sum[NET_WIDEST] = {0};
    assert_non_null(rows);
    net_begin(rows, net);
    for (int i = 0; i < NET_ROWS + 3; i++) {
        net_add(rows, i % net->inputs);
        net_add_sum(rows, sum);
    }
    assert_int_equal(rows->adds, NET_ROWS);
    free(rows);
}

static void test_more_terms_than_a_position_has_are_left_out(void **unused)
{
    (void)unused;
    for_random_nets(too_many_terms);
}

static void test_an_accumulator_may_be_kept_in_parts(void **unused)
{
    (void)unused;
    for_random_nets(parts_sum_up);
}

static void test_chances_follow_the_logistic_function(void **unused)
{
    (void)unused;
    for (int32_t output = -600000; output < 600000; output += 333) {
        double step = output >> 10,
               exact = 65536 /
            (1 +
             exp(-(step < -512      ? -512
                       : step > 512 ? 512
                                    : step) /
                 64));
        assert_int_equal(net_chance(output), floor(exact + 0.5));
    }
    assert_true(net_chance(INT32_MIN) < 30 && net_chance(INT32_MAX) > 65500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_kernels_give_the_same_bits),
        cmocka_unit_test(test_a_batch_is_valued_as_the_definition_says),
        cmocka_unit_test(test_more_terms_than_a_position_has_are_left_out),
        cmocka_unit_test(test_an_accumulator_may_be_kept_in_parts),
        cmocka_unit_test(test_chances_follow_the_logistic_function),
    };
    return cmocka_run_group_tests_name("networks", tests, find_kernels, NULL);
}
