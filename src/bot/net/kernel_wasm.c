/* kernel_wasm.c - the inner loops of the networks for WebAssembly with SIMD. See kernel.h and
 * lanes.h. */
#include "kernel.h"

#ifdef __wasm_simd128__
#include <wasm_simd128.h>

#define KERNEL

typedef v128_t lanes;
enum { LANES = 8 };

static inline lanes load(const void *from) { return wasm_v128_load(from); }
static inline void store(void *to, lanes a) { wasm_v128_store(to, a); }
static inline lanes add16(lanes a, lanes b) { return wasm_i16x8_add(a, b); }
static inline lanes add32(lanes a, lanes b) { return wasm_i32x4_add(a, b); }
static inline lanes multiply(lanes a, lanes b) { return wasm_i32x4_dot_i16x8(a, b); }
static inline lanes clip(lanes a)
{
    return wasm_i16x8_min(wasm_i16x8_max(a, wasm_i16x8_splat(0)), wasm_i16x8_splat(NET_ONE));
}
static inline lanes pair(const int16_t *from) { return wasm_v128_load32_splat(from); }
static inline lanes narrow(lanes a, lanes b)
{
    return clip(wasm_i16x8_narrow_i32x4(wasm_i32x4_shr(a, 8), wasm_i32x4_shr(b, 8)));
}
static inline unsigned pairs_set(lanes a)
{
    return ~(unsigned)wasm_i32x4_bitmask(wasm_i32x4_eq(a, wasm_i32x4_splat(0))) & 0xf;
}

static inline int32_t total(lanes a)
{
    return wasm_i32x4_extract_lane(a, 0) + wasm_i32x4_extract_lane(a, 1) +
        wasm_i32x4_extract_lane(a, 2) + wasm_i32x4_extract_lane(a, 3);
}

#include "lanes.h"

const struct net_kernel net_kernel_wasm = {
    .name = "WebAssembly SIMD", .sum = sum, .dense = dense, .dot = dot};
#endif
