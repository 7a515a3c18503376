/*
 * push.c - see push.h. The names of the steps are those of the RFCs.
 */
#include "push.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/param_build.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

static const char curve[] = "P-256";

/* ---------------------------------------------------------------- base64url */

static void write_base64(const unsigned char *bytes, size_t length, char *out, size_t size)
{
    sodium_bin2base64(out, size, bytes, length, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

/* Decodes exactly that many bytes; browsers differ in whether they pad. */
static bool read_base64(const char *text, size_t text_length, unsigned char *bytes, size_t wanted)
{
    size_t length = 0;
    while (text_length > 0 && text[text_length - 1] == '=')
        text_length--;
    return sodium_base642bin(bytes, wanted, text, text_length, NULL, &length, NULL,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
        length == wanted;
}

/* ---------------------------------------------------------------- keys */

/* An OpenSSL key, without the private part if that is NULL. Returns NULL if the point is not on the
 * curve. */
static EVP_PKEY *open_key(const unsigned char *public_key, const unsigned char *private_key)
{
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    BIGNUM *number = private_key ? BN_bin2bn(private_key, PUSH_PRIVATE, NULL) : NULL;
    bool good = context && builder && (!private_key || number) &&
        OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, curve, 0) == 1 &&
        OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, public_key,
                                         PUSH_PUBLIC) == 1 &&
        (!private_key || OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, number) == 1);
    OSSL_PARAM *parameters = good ? OSSL_PARAM_BLD_to_param(builder) : NULL;
    int selection = private_key ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY;
    if (!parameters || EVP_PKEY_fromdata_init(context) != 1 ||
        EVP_PKEY_fromdata(context, &key, selection, parameters) != 1)
        ERR_clear_error(); /* a stranger's bad key must not look like an error of the connection
                              that is served next */
    OSSL_PARAM_free(parameters);
    BN_clear_free(number);
    OSSL_PARAM_BLD_free(builder);
    EVP_PKEY_CTX_free(context);
    return key;
}

bool push_make_keys(struct push_keys *keys)
{
    EVP_PKEY *key = EVP_EC_gen(curve);
    BIGNUM *number = NULL;
    size_t length = 0;
    bool good = key && EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &number) == 1 &&
        BN_bn2binpad(number, keys->private_key, PUSH_PRIVATE) == PUSH_PRIVATE &&
        EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY, keys->public_key,
                                        PUSH_PUBLIC, &length) == 1 &&
        length == PUSH_PUBLIC;
    BN_clear_free(number);
    EVP_PKEY_free(key);
    return good;
}

void push_write_public(const struct push_keys *keys, char text[PUSH_PUBLIC_TEXT])
{
    write_base64(keys->public_key, PUSH_PUBLIC, text, PUSH_PUBLIC_TEXT);
}

/* "PRIVATE PUBLIC": the second follows from the first, but need not be computed. */
void push_write_keys(const struct push_keys *keys, char text[PUSH_KEYS_TEXT])
{
    char private_text[44], public_text[PUSH_PUBLIC_TEXT];
    write_base64(keys->private_key, PUSH_PRIVATE, private_text, sizeof private_text);
    push_write_public(keys, public_text);
    snprintf(text, PUSH_KEYS_TEXT, "%s %s", private_text, public_text);
    sodium_memzero(private_text, sizeof private_text);
}

static bool is_point(const unsigned char *public_key)
{
    EVP_PKEY *key = open_key(public_key, NULL);
    EVP_PKEY_free(key);
    return key != NULL;
}

bool push_read_keys(const char *text, struct push_keys *keys)
{
    const char *space = strchr(text, ' ');
    return space && read_base64(text, (size_t)(space - text), keys->private_key, PUSH_PRIVATE) &&
        read_base64(space + 1, strlen(space + 1), keys->public_key, PUSH_PUBLIC) &&
        is_point(keys->public_key);
}

bool push_read_reader(const char *public_key, const char *auth, struct push_reader *reader)
{
    return read_base64(public_key, strlen(public_key), reader->public_key, PUSH_PUBLIC) &&
        read_base64(auth, strlen(auth), reader->auth, PUSH_AUTH) && is_point(reader->public_key);
}

/* ---------------------------------------------------------------- encryption */

static bool derive_shared(const struct push_keys *once, const struct push_reader *reader,
                          unsigned char secret[PUSH_PRIVATE])
{
    EVP_PKEY *own = open_key(once->public_key, once->private_key),
             *peer = open_key(reader->public_key, NULL);
    EVP_PKEY_CTX *context = own ? EVP_PKEY_CTX_new(own, NULL) : NULL;
    size_t length = PUSH_PRIVATE;
    bool good = context && peer && EVP_PKEY_derive_init(context) == 1 &&
        EVP_PKEY_derive_set_peer(context, peer) == 1 &&
        EVP_PKEY_derive(context, secret, &length) == 1 && length == PUSH_PRIVATE;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(own);
    EVP_PKEY_free(peer);
    return good;
}

struct bytes {
    const void *at;
    size_t length;
};

static bool hkdf(struct bytes salt, struct bytes key, struct bytes info, unsigned char *out,
                 size_t length)
{
    EVP_KDF *kdf = EVP_KDF_fetch(NULL, "HKDF", NULL);
    EVP_KDF_CTX *context = kdf ? EVP_KDF_CTX_new(kdf) : NULL;
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)"SHA256", 0),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)salt.at, salt.length),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)key.at, key.length),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)info.at, info.length),
        OSSL_PARAM_construct_end(),
    };
    bool good = context && EVP_KDF_derive(context, out, length, parameters) == 1;
    EVP_KDF_CTX_free(context);
    EVP_KDF_free(kdf);
    return good;
}

enum {
    KEY_BYTES = 16,
    NONCE_BYTES = 12,
    TAG_BYTES = 16,
    HEADER_BYTES = PUSH_SALT + 4 + 1 + PUSH_PUBLIC
};

struct content_keys {
    unsigned char key[KEY_BYTES], nonce[NONCE_BYTES];
};

/* RFC 8291, section 3.4. */
static bool derive_content_keys(const struct push_reader *reader, const struct push_keys *once,
                                const unsigned char salt[PUSH_SALT], struct content_keys *content)
{
    static const char info_head[] = "WebPush: info", key_info[] = "Content-Encoding: aes128gcm",
                      nonce_info[] = "Content-Encoding: nonce";
    unsigned char secret[PUSH_PRIVATE], material[32], info[sizeof info_head + 2 * PUSH_PUBLIC];
    memcpy(info, info_head, sizeof info_head); /* with its NUL, as all of them */
    memcpy(info + sizeof info_head, reader->public_key, PUSH_PUBLIC);
    memcpy(info + sizeof info_head + PUSH_PUBLIC, once->public_key, PUSH_PUBLIC);
    struct bytes fresh = {salt, PUSH_SALT}, ikm = {material, sizeof material};
    bool good = derive_shared(once, reader, secret) &&
        hkdf((struct bytes){reader->auth, PUSH_AUTH}, (struct bytes){secret, sizeof secret},
             (struct bytes){info, sizeof info}, material, sizeof material) &&
        hkdf(fresh, ikm, (struct bytes){key_info, sizeof key_info}, content->key, KEY_BYTES) &&
        hkdf(fresh, ikm, (struct bytes){nonce_info, sizeof nonce_info}, content->nonce,
             NONCE_BYTES);
    sodium_memzero(secret, sizeof secret);
    sodium_memzero(material, sizeof material);
    return good;
}

/* One record: the text, the mark of the last record, the tag. */
static bool seal(const struct content_keys *content, const char *text, size_t length,
                 unsigned char *out)
{
    static const unsigned char last_record = 2;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int first = 0, second = 0, rest = 0;
    bool good = context &&
        EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), NULL, content->key, content->nonce) == 1 &&
        EVP_EncryptUpdate(context, out, &first, (const unsigned char *)text, (int)length) == 1 &&
        EVP_EncryptUpdate(context, out + first, &second, &last_record, 1) == 1 &&
        EVP_EncryptFinal_ex(context, out + first + second, &rest) == 1 &&
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, TAG_BYTES, out + length + 1) == 1;
    EVP_CIPHER_CTX_free(context);
    return good;
}

size_t push_encrypt_with(const struct push_reader *reader, const struct push_keys *once,
                         const unsigned char salt[PUSH_SALT], const char *text, size_t length,
                         unsigned char body[PUSH_BODY])
{
    static const unsigned char record_size[4] = {0, 0, PUSH_BODY >> 8, PUSH_BODY & 255};
    struct content_keys content;
    if (length > PUSH_TEXT || !derive_content_keys(reader, once, salt, &content))
        return 0;
    memcpy(body, salt, PUSH_SALT);
    memcpy(body + PUSH_SALT, record_size, sizeof record_size);
    body[PUSH_SALT + 4] = PUSH_PUBLIC;
    memcpy(body + PUSH_SALT + 5, once->public_key, PUSH_PUBLIC);
    bool good = seal(&content, text, length, body + HEADER_BYTES);
    sodium_memzero(&content, sizeof content);
    return good ? HEADER_BYTES + length + 1 + TAG_BYTES : 0;
}

size_t push_encrypt(const struct push_reader *reader, const char *text, size_t length,
                    unsigned char body[PUSH_BODY])
{
    struct push_keys once;
    unsigned char salt[PUSH_SALT];
    randombytes_buf(salt, sizeof salt);
    size_t written =
        push_make_keys(&once) ? push_encrypt_with(reader, &once, salt, text, length, body) : 0;
    sodium_memzero(&once, sizeof once);
    return written;
}

/* ---------------------------------------------------------------- VAPID */

enum { SIGNATURE = 64, DER_MOST = 80 };

/* A JWT needs r and s as 32 bytes each; OpenSSL returns DER. */
static bool plain_signature(const unsigned char *der, size_t length, unsigned char out[SIGNATURE])
{
    ECDSA_SIG *pair = d2i_ECDSA_SIG(NULL, &der, (long)length);
    bool good = pair && BN_bn2binpad(ECDSA_SIG_get0_r(pair), out, SIGNATURE / 2) == SIGNATURE / 2 &&
        BN_bn2binpad(ECDSA_SIG_get0_s(pair), out + SIGNATURE / 2, SIGNATURE / 2) == SIGNATURE / 2;
    ECDSA_SIG_free(pair);
    return good;
}

static bool sign(const struct push_keys *keys, const char *text, unsigned char out[SIGNATURE])
{
    EVP_PKEY *key = open_key(keys->public_key, keys->private_key);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    unsigned char der[DER_MOST];
    size_t length = sizeof der;
    bool good = key && context && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
        EVP_DigestSign(context, der, &length, (const unsigned char *)text, strlen(text)) == 1 &&
        plain_signature(der, length, out);
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
    return good;
}

bool push_authorization(const struct push_keys *keys, const char *origin, const char *contact,
                        int64_t now_s, char header[PUSH_AUTHORIZATION])
{
    enum { GOOD_FOR_S = 12 * 60 * 60 }; /* at most a day is allowed */
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    char claims[480], token[760], signature_text[88], public_text[PUSH_PUBLIC_TEXT];
    unsigned char signature[SIGNATURE];
    int64_t expires_s = now_s + GOOD_FOR_S;
    int length = snprintf(claims, sizeof claims, "{\"aud\":\"%s\",\"exp\":%lld%s%s%s}", origin,
                          (long long)expires_s, contact ? ",\"sub\":\"" : "",
                          contact ? contact : "", contact ? "\"" : "");
    if (length < 0 || (size_t)length >= sizeof claims)
        return false;
    write_base64((const unsigned char *)head, sizeof head - 1, token, sizeof token);
    size_t at = strlen(token);
    token[at++] = '.';
    write_base64((const unsigned char *)claims, (size_t)length, token + at, sizeof token - at);
    if (!sign(keys, token, signature))
        return false;
    write_base64(signature, sizeof signature, signature_text, sizeof signature_text);
    push_write_public(keys, public_text);
    length = snprintf(header, PUSH_AUTHORIZATION, "vapid t=%s.%s, k=%s", token, signature_text,
                      public_text);
    return length > 0 && length < PUSH_AUTHORIZATION;
}

/* ---------------------------------------------------------------- topics */

void push_topic(const char *secret, uint64_t person, const char *tag, char topic[PUSH_TOPIC])
{
    unsigned char hash[24]; /* 32 letters of base64url */
    char text[160];
    snprintf(text, sizeof text, "push topic %016llx %s", (unsigned long long)person, tag);
    crypto_generichash(hash, sizeof hash, (const unsigned char *)text, strlen(text),
                       (const unsigned char *)secret, strlen(secret));
    write_base64(hash, sizeof hash, topic, PUSH_TOPIC);
}
