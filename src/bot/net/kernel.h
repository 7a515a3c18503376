/*
 * kernel.h - the inner loops of the networks, one version per instruction set. All kernels give the
 * same bits: 16-bit sums wrap, and 32-bit sums cannot overflow, which tools/train/quantise.py
 * ensures.
 */
#ifndef STOS_BOT_NET_KERNEL_H
#define STOS_BOT_NET_KERNEL_H

#include "net.h"

struct net_kernel {
    const char *name;
    void (*sum)(const struct net_rows *rows, int16_t *restrict sum);
    /* A hidden layer: clips its inputs to 0..1, and its outputs. */
    void (*dense)(const struct net_layer *layer, const int16_t *restrict in, int16_t *restrict out);
    int32_t (*dot)(const int16_t *a, const int16_t *b, int length);
};

/* In plain C, for every machine. */
extern const struct net_kernel net_kernel_plain;

#ifdef __x86_64__
extern const struct net_kernel net_kernel_avx2;
#endif
#ifdef __wasm_simd128__
extern const struct net_kernel net_kernel_wasm;
#endif

/* The fastest one that runs on this machine. */
static inline const struct net_kernel *net_kernel(void)
{
#if defined __wasm_simd128__
    return &net_kernel_wasm;
#elif defined __AVX2__
    return &net_kernel_avx2;
#elif defined __x86_64__
    return __builtin_cpu_supports("avx2") ? &net_kernel_avx2 : &net_kernel_plain;
#else
    return &net_kernel_plain;
#endif
}

#endif
