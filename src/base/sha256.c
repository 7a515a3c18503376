/*
 * sha256.c - see sha256.h. The names are those of FIPS 180-4.
 *
 * Written for short inputs: the padded end of the message is put together in a block of its own.
 */
#include "sha256.h"

#include <string.h>

enum { BLOCK = 64, ROUNDS = 64, WORDS = 8 };

/* The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
static const uint32_t K[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

/* The same of the square roots of the first 8. */
static const uint32_t FIRST[WORDS] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

static uint32_t rotate_right(uint32_t x, int n) { return x >> n | x << (32 - n); }

static uint32_t read_word(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static void write_word(uint8_t *at, uint32_t word)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(word >> (24 - 8 * i));
}

static void expand(const uint8_t block[BLOCK], uint32_t w[ROUNDS])
{
    for (int t = 0; t < 16; t++)
        w[t] = read_word(block + 4 * t);
    for (int t = 16; t < ROUNDS; t++) {
        uint32_t s0 = rotate_right(w[t - 15], 7) ^ rotate_right(w[t - 15], 18) ^ w[t - 15] >> 3;
        uint32_t s1 = rotate_right(w[t - 2], 17) ^ rotate_right(w[t - 2], 19) ^ w[t - 2] >> 10;
        w[t] = w[t - 16] + s0 + w[t - 7] + s1;
    }
}

static void add_block(uint32_t hash[WORDS], const uint8_t block[BLOCK])
{
    uint32_t w[ROUNDS], v[WORDS]; /* v: a to h of the standard */
    expand(block, w);
    memcpy(v, hash, sizeof v);
    for (int t = 0; t < ROUNDS; t++) {
        uint32_t a = v[0], e = v[4];
        uint32_t sum1 = rotate_right(e, 6) ^ rotate_right(e, 11) ^ rotate_right(e, 25);
        uint32_t sum0 = rotate_right(a, 2) ^ rotate_right(a, 13) ^ rotate_right(a, 22);
        uint32_t choice = (e & v[5]) ^ (~e & v[6]),
                 majority = (a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]);
        uint32_t t1 = v[7] + sum1 + choice + K[t] + w[t];
        memmove(v + 1, v, sizeof v - sizeof v[0]);
        v[4] += t1;
        v[0] = t1 + sum0 + majority;
    }
    for (int i = 0; i < WORDS; i++)
        hash[i] += v[i];
}

/* The rest of the message, a one, zeros, and the length in bits: one block, or two. */
static void add_end(uint32_t hash[WORDS], const uint8_t *rest, size_t length, uint64_t whole)
{
    uint8_t end[2 * BLOCK] = {0};
    size_t size = length + 9 <= BLOCK ? BLOCK : 2 * BLOCK;
    if (length > 0)
        memcpy(end, rest, length);
    end[length] = 0x80;
    write_word(end + size - 8, (uint32_t)(whole >> 29));
    write_word(end + size - 4, (uint32_t)(whole << 3));
    for (size_t at = 0; at < size; at += BLOCK)
        add_block(hash, end + at);
}

void sha256_of(const void *data, size_t length, uint8_t out[SHA256_BYTES])
{
    const uint8_t *bytes = data;
    uint32_t hash[WORDS];
    memcpy(hash, FIRST, sizeof hash);
    size_t whole_blocks = length - length % BLOCK;
    for (size_t at = 0; at < whole_blocks; at += BLOCK)
        add_block(hash, bytes + at);
    add_end(hash, whole_blocks < length ? bytes + whole_blocks : bytes, length % BLOCK, length);
    for (int i = 0; i < WORDS; i++)
        write_word(out + 4 * i, hash[i]);
}

void sha256_hex(const void *data, size_t length, char out[SHA256_HEX])
{
    uint8_t hash[SHA256_BYTES];
    sha256_of(data, length, hash);
    for (int i = 0; i < SHA256_BYTES; i++) {
        out[2 * i] = "0123456789abcdef"[hash[i] >> 4];
        out[2 * i + 1] = "0123456789abcdef"[hash[i] & 15];
    }
    out[2 * SHA256_BYTES] = '\0';
}
