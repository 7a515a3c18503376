/*
 * rng.h - randomness, the same on every platform.
 *
 * A deal reads one numbered stream per purpose (this deck, that round, the starter) from its seed,
 * so that no draw depends on how many others were made. For games between people the streams are
 * ChaCha20; simulations may use a faster generator. Bounded numbers are exactly uniform.
 */
#ifndef STOS_BASE_RNG_H
#define STOS_BASE_RNG_H

#include "stos.h"

/* Four blocks of ChaCha20 are made at once, which takes hardly longer than one on a machine with
 * vector instructions. */
enum { RNG_BLOCKS = 4, RNG_BLOCK_WORDS = 16, RNG_WORDS = RNG_BLOCKS * RNG_BLOCK_WORDS };

struct rng_stream {
    const stos_seed *seed;  /* must outlive the stream */
    stos_random fast;       /* the whole stream, for STOS_FAST */
    uint32_t number, block; /* for ChaCha20: which stream, which block comes next */
    unsigned used;          /* words of `word` already handed out */
    uint32_t word[RNG_WORDS];
};

void rng_open(struct rng_stream *stream, const stos_seed *seed, uint32_t number);
uint32_t rng_below(struct rng_stream *stream, uint32_t bound);

/* Moves `wanted` of the `count` cards to the front, drawn uniformly and in random order; the rest
 * follow in some order. If there are fewer than wanted, all are shuffled. */
void rng_shuffle(struct rng_stream *stream, uint8_t *cards, int count, int wanted);

/* The same with the small generator of simulations and sampling. */
void rng_shuffle_fast(stos_random *random, uint8_t *cards, int count, int wanted);

/* The blocks of ChaCha20 (RFC 8439) from a counter on: 16 words of key stream each. */
void rng_chacha20(const uint8_t key[32], uint32_t counter, const uint32_t nonce[3],
                  uint32_t out[RNG_WORDS]);

static inline uint64_t rng_mix(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* The next 64 bits of a stos_random (SplitMix64), inline for inner loops. */
static inline uint64_t rng_bits(stos_random *random)
{
    return rng_mix(random->state += UINT64_C(0x9e3779b97f4a7c15));
}

/* Maps 32 random bits to 0..bound-1 by multiplication (Lemire); redraws in the few cases that would
 * bias the result. */
static inline uint32_t rng_scale(stos_random *random, uint32_t bits, uint32_t bound)
{
    uint64_t product = (uint64_t)bits * bound;
    if (__builtin_expect((uint32_t)product < bound, 0)) {
        uint32_t uneven = -bound % bound;
        while ((uint32_t)product < uneven)
            product = (rng_bits(random) >> 32) * bound;
    }
    return (uint32_t)(product >> 32);
}

static inline uint32_t rng_bits_below(stos_random *random, uint32_t bound)
{
    return rng_scale(random, (uint32_t)(rng_bits(random) >> 32), bound);
}

#endif
