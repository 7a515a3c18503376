/*
 * sha256.h - SHA-256 (FIPS 180-4): what commits to a deal before its first card is seen, and makes
 * the seed of the day's deals from their names. The server, which has libsodium, uses that.
 */
#ifndef STOS_BASE_SHA256_H
#define STOS_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_BYTES = 32, SHA256_HEX = 2 * SHA256_BYTES + 1 };

void sha256_of(const void *data, size_t length, uint8_t out[SHA256_BYTES]);

/* The same as 64 small hexadecimal digits. */
void sha256_hex(const void *data, size_t length, char out[SHA256_HEX]);

#endif
