/*
 * hash.c - SHA-256 for the page: it commits to the deals that it shuffles itself, and checks those
 * of others. Browsers have a SHA-256 of their own only where the page came over a secure
 * connection.
 */
#include "wasm.h"

#include "base/sha256.h"

/* Bytes in, 64 hexadecimal digits out. */
WASM_EXPORT int wasm_sha256(int length);

int wasm_sha256(int length)
{
    struct wasm_lines bytes = wasm_lines(length);
    sha256_hex(bytes.at, (size_t)(bytes.end - bytes.at), wasm_output);
    return SHA256_HEX - 1;
}
