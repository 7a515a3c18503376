/*
 * push.h - messages for Web Push: encrypted so that only the subscribed browser can read them (RFC
 * 8291 over RFC 8188's aes128gcm), and signed as coming from this server (VAPID, RFC 8292).
 *
 * Nothing is sent or stored here. A stranger's public key is checked to be a point on the curve
 * before it is used.
 */
#ifndef STOS_SERVER_PUSH_H
#define STOS_SERVER_PUSH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PUSH_PRIVATE = 32,
    PUSH_PUBLIC = 65, /* an uncompressed point on P-256 */
    PUSH_AUTH = 16,
    PUSH_SALT = 16,
    PUSH_TEXT = 3993, /* the longest message */
    PUSH_BODY = 4096, /* room for any of them, encrypted; every push service accepts this size */
    PUSH_PUBLIC_TEXT = 88,     /* a public key in base64url, with its NUL */
    PUSH_KEYS_TEXT = 44 + 88,  /* a key pair as it is stored */
    PUSH_AUTHORIZATION = 1024, /* room for the header */
    PUSH_TOPIC = 33,           /* a topic (at most 32 letters of base64url), with its NUL */
};

/* A key pair: this server's own, or an ephemeral one for a single message. */
struct push_keys {
    unsigned char private_key[PUSH_PRIVATE], public_key[PUSH_PUBLIC];
};

/* The recipient of a message. */
struct push_reader {
    unsigned char public_key[PUSH_PUBLIC], auth[PUSH_AUTH];
};

bool push_make_keys(struct push_keys *keys);
void push_write_keys(const struct push_keys *keys, char text[PUSH_KEYS_TEXT]);
bool push_read_keys(const char *text, struct push_keys *keys);
void push_write_public(const struct push_keys *keys, char text[PUSH_PUBLIC_TEXT]);

/* Parses the keys that the browser sent, in base64url; false: they are invalid. */
bool push_read_reader(const char *public_key, const char *auth, struct push_reader *reader);

/* The body of the request, encrypted with fresh keys and salt; 0 if that fails or the text is too
 * long. */
size_t push_encrypt(const struct push_reader *reader, const char *text, size_t length,
                    unsigned char body[PUSH_BODY]);

/* The same with given keys and salt, which must never be reused: for the test vector in the RFC. */
size_t push_encrypt_with(const struct push_reader *reader, const struct push_keys *once,
                         const unsigned char salt[PUSH_SALT], const char *text, size_t length,
                         unsigned char body[PUSH_BODY]);

/* "vapid t=..., k=...", valid for some hours at that origin ("https://push.example"); `contact` is
 * a URL of the host, or NULL. */
bool push_authorization(const struct push_keys *keys, const char *origin, const char *contact,
                        int64_t now_s, char header[PUSH_AUTHORIZATION]);

/*
 * The topic of a person's messages about `tag` (RFC 8030, 5.4). The push service reads it, so it is
 * a hash under the server's secret: a table's code would let it in there, and a topic that two
 * people share would tell that they sit together.
 */
void push_topic(const char *secret, uint64_t person, const char *tag, char topic[PUSH_TOPIC]);

#endif
