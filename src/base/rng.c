/*
 * rng.c - ChaCha20 and SplitMix64 streams, unbiased bounded numbers, and a Fisher-Yates shuffle
 * from the front: a deal can stop as soon as it has the cards it needs, and gets the same cards as
 * from a full shuffle.
 */
#include "rng.h"

/* A word of each block. */
typedef uint32_t words __attribute__((vector_size(4 * RNG_BLOCKS)));

static inline words rotate(words x, int by) { return x << by | x >> (32 - by); }

static inline void quarter_round(words *x, int a, int b, int c, int d)
{
    x[a] += x[b], x[d] = rotate(x[d] ^ x[a], 16);
    x[c] += x[d], x[b] = rotate(x[b] ^ x[c], 12);
    x[a] += x[b], x[d] = rotate(x[d] ^ x[a], 8);
    x[c] += x[d], x[b] = rotate(x[b] ^ x[c], 7);
}

static uint32_t little_endian(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
        (uint32_t)bytes[3] << 24;
}

void rng_chacha20(const uint8_t key[32], uint32_t counter, const uint32_t nonce[3],
                  uint32_t out[RNG_WORDS])
{
    uint32_t start[RNG_BLOCK_WORDS] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    words x[RNG_BLOCK_WORDS];
    for (int i = 0; i < 8; i++)
        start[4 + i] = little_endian(key + 4 * i);
    start[12] = counter;
    for (int i = 0; i < 3; i++)
        start[13 + i] = nonce[i];
    for (int i = 0; i < RNG_BLOCK_WORDS; i++)
        x[i] = (words){0} + start[i];
    for (uint32_t block = 0; block < RNG_BLOCKS; block++)
        x[12][block] += block;
    for (int round = 0; round < 10; round++) {
        for (int i = 0; i < 4; i++)
            quarter_round(x, i, 4 + i, 8 + i, 12 + i);
        for (int i = 0; i < 4; i++)
            quarter_round(x, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
    }
    for (int block = 0; block < RNG_BLOCKS; block++)
        for (int i = 0; i < RNG_BLOCK_WORDS; i++)
            out[RNG_BLOCK_WORDS * block + i] =
                x[i][block] + start[i] + (i == 12 ? (uint32_t)block : 0);
}

/* The seed's first eight bytes and the stream's number, well mixed. */
static stos_random fast_stream(const stos_seed *seed, uint32_t number)
{
    uint64_t base = (uint64_t)little_endian(seed->bytes + 4) << 32 | little_endian(seed->bytes);
    return (stos_random){rng_mix(base + rng_mix(number + UINT64_C(1)))};
}

void rng_open(struct rng_stream *stream, const stos_seed *seed, uint32_t number)
{
    stream->seed = seed;
    stream->number = number;
    stream->block = 0;
    stream->used = RNG_WORDS;
    if (seed->generator == STOS_FAST)
        stream->fast = fast_stream(seed, number);
}

static uint32_t next_word(struct rng_stream *stream)
{
    if (stream->used == RNG_WORDS) {
        rng_chacha20(stream->seed->bytes, stream->block, (uint32_t[3]){stream->number, 0, 0},
                     stream->word);
        stream->block += RNG_BLOCKS;
        stream->used = 0;
    }
    return stream->word[stream->used++];
}

uint32_t rng_below(struct rng_stream *stream, uint32_t bound)
{
    if (stream->seed->generator == STOS_FAST)
        return rng_bits_below(&stream->fast, bound);
    uint64_t product = (uint64_t)next_word(stream) * bound;
    if ((uint32_t)product < bound) {
        uint32_t uneven = -bound % bound;
        while ((uint32_t)product < uneven)
            product = (uint64_t)next_word(stream) * bound;
    }
    return (uint32_t)(product >> 32);
}

static inline void swap(uint8_t *a, uint8_t *b)
{
    uint8_t kept = *a;
    *a = *b;
    *b = kept;
}

void rng_shuffle(struct rng_stream *stream, uint8_t *cards, int count, int wanted)
{
    if (stream->seed->generator == STOS_FAST) {
        rng_shuffle_fast(&stream->fast, cards, count, wanted);
        return;
    }
    for (int i = 0; i < wanted && i < count; i++)
        swap(&cards[i], &cards[i + (int)rng_below(stream, (uint32_t)(count - i))]);
}

/* Two cards for each 64 bits; the last one of an odd number has them for itself. */
void rng_shuffle_fast(stos_random *random, uint8_t *cards, int count, int wanted)
{
    stos_random local = *random;
    uint32_t left = (uint32_t)count;
    wanted = wanted < count ? wanted : count;
    for (; wanted >= 2; wanted -= 2, cards += 2, left -= 2) {
        uint64_t bits = rng_bits(&local);
        swap(cards, cards + rng_scale(&local, (uint32_t)bits, left));
        swap(cards + 1, cards + 1 + rng_scale(&local, (uint32_t)(bits >> 32), left - 1));
    }
    if (wanted == 1)
        swap(cards, cards + rng_scale(&local, (uint32_t)rng_bits(&local), left));
    *random = local;
}

stos_random stos_random_from(uint64_t seed)
{
    return (stos_random){rng_mix(seed + UINT64_C(0x9e3779b97f4a7c15))};
}

uint64_t stos_random_bits(stos_random *random) { return rng_bits(random); }

uint32_t stos_random_below(stos_random *random, uint32_t bound)
{
    return rng_bits_below(random, bound);
}
