/* kernel_avx2.c - the inner loops of the networks for x86-64 machines with AVX2. See kernel.h and
 * lanes.h. */
#include "kernel.h"

#ifdef __x86_64__
#include <immintrin.h>

#define KERNEL __attribute__((target("avx2")))

typedef __m256i lanes;
enum { LANES = 16 };

KERNEL static inline lanes load(const void *from)
{
    return _mm256_loadu_si256((const __m256i_u *)from);
}
KERNEL static inline void store(void *to, lanes a) { _mm256_storeu_si256((__m256i_u *)to, a); }
KERNEL static inline lanes add16(lanes a, lanes b) { return _mm256_add_epi16(a, b); }
KERNEL static inline lanes add32(lanes a, lanes b) { return _mm256_add_epi32(a, b); }
KERNEL static inline lanes multiply(lanes a, lanes b) { return _mm256_madd_epi16(a, b); }

KERNEL static inline lanes clip(lanes a)
{
    return _mm256_min_epi16(_mm256_max_epi16(a, _mm256_setzero_si256()),
                            _mm256_set1_epi16(NET_ONE));
}

KERNEL static inline lanes pair(const int16_t *from)
{
    return _mm256_set1_epi32((uint16_t)from[0] | from[1] << 16);
}

KERNEL static inline lanes narrow(lanes a, lanes b)
{
    return clip(_mm256_permute4x64_epi64(
        _mm256_packs_epi32(_mm256_srai_epi32(a, 8), _mm256_srai_epi32(b, 8)), 0xd8));
}

KERNEL static inline unsigned pairs_set(lanes a)
{
    return ~(unsigned)_mm256_movemask_ps(
               _mm256_castsi256_ps(_mm256_cmpeq_epi32(a, _mm256_setzero_si256()))) &
        0xff;
}

KERNEL static inline int32_t total(lanes a)
{
    __m128i half = _mm_add_epi32(_mm256_castsi256_si128(a), _mm256_extracti128_si256(a, 1));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4e));
    return _mm_cvtsi128_si32(_mm_add_epi32(half, _mm_shuffle_epi32(half, 0xb1)));
}

#include "lanes.h"

const struct net_kernel net_kernel_avx2 = {.name = "AVX2", .sum = sum, .dense = dense, .dot = dot};
#endif
