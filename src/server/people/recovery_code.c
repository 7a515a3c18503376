/* recovery_code.c - see recovery_code.h. */
#include "recovery_code.h"

#include <sodium.h>
#include <stddef.h>
#include <string.h>

void code_write(const unsigned char *bytes, int letters, char code[CODE_TEXT])
{
    static const char alphabet[] = "abcdefghijkmnpqrstuvwxyz23456789";
    for (int i = 0; i < letters; i++) {
        if (i > 0 && i % 4 == 0)
            *code++ = '-';
        *code++ = alphabet[bytes[i] % 32];
    }
    *code = '\0';
}

void code_fold(const char *typed, char out[CODE_TEXT])
{
    size_t length = 0;
    memset(out, 0, CODE_TEXT);
    for (; *typed && length < CODE_TEXT; typed++) {
        char lower = (char)(*typed >= 'A' && *typed <= 'Z' ? *typed - 'A' + 'a' : *typed);
        if ((lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9'))
            out[length++] = lower;
    }
}

bool code_is_same(const char *one, const char *other)
{
    char first[CODE_TEXT], second[CODE_TEXT];
    code_fold(one, first);
    code_fold(other, second);
    return sodium_memcmp(first, second, CODE_TEXT) == 0;
}
