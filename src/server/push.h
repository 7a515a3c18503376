/*
 * push.h - messages for Web Push: encrypted so that one browser alone can read them (RFC 8291 over RFC 8188's aes128gcm), and signed
 * as coming from this server (VAPID, RFC 8292).
 *
 * Nothing is sent or kept here. What a stranger gave as their key is checked to be a point of the curve before it is used.
 */
#ifndef STOS_SERVER_PUSH_H
#define STOS_SERVER_PUSH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PUSH_PRIVATE = 32,
    PUSH_PUBLIC = 65, /* an uncompressed point of P-256 */
    PUSH_AUTH = 16,
    PUSH_SALT = 16,
    PUSH_TEXT = 3993,          /* the longest message */
    PUSH_BODY = 4096,          /* room for any, encrypted; what every push service takes */
    PUSH_PUBLIC_TEXT = 88,     /* a public key in base64url, with its NUL */
    PUSH_KEYS_TEXT = 44 + 88,  /* a pair of keys as it is kept */
    PUSH_AUTHORIZATION = 1024, /* room for the header */
};

/* A pair of keys: this server's own, or one for a single message. */
struct push_keys {
    unsigned char private_key[PUSH_PRIVATE], public_key[PUSH_PUBLIC];
};

/* For whom a message is. */
struct push_reader {
    unsigned char public_key[PUSH_PUBLIC], auth[PUSH_AUTH];
};

bool push_make_keys(struct push_keys *keys);
void push_write_keys(const struct push_keys *keys, char text[PUSH_KEYS_TEXT]);
bool push_read_keys(const char *text, struct push_keys *keys);
void push_write_public(const struct push_keys *keys, char text[PUSH_PUBLIC_TEXT]);

/* From what the browser told, in base64url; false: these are no keys. */
bool push_read_reader(const char *public_key, const char *auth, struct push_reader *reader);

/* The body of the request, with fresh keys and salt; 0 when that fails or the text is too long. */
size_t push_encrypt(const struct push_reader *reader, const char *text, size_t length, unsigned char body[PUSH_BODY]);

/* The same with given ones, which must never be used twice: for the example of the RFC. */
size_t push_encrypt_with(const struct push_reader *reader, const struct push_keys *once, const unsigned char salt[PUSH_SALT],
                         const char *text, size_t length, unsigned char body[PUSH_BODY]);

/* "vapid t=..., k=...", good for some hours at that origin ("https://push.example"); `contact` is a URL of whoever runs this, or NULL. */
bool push_authorization(const struct push_keys *keys, const char *origin, const char *contact, int64_t now_s,
                        char header[PUSH_AUTHORIZATION]);

#endif
