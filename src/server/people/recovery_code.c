/* recovery_code.c - see recovery_code.h. */
#include "recovery_code.h"

#include <sodium.h>
#include <stddef.h>
#include <string.h>

void recovery_code_write(const unsigned char *bytes, int letters, char code[RECOVERY_CODE_TEXT])
{
    static const char alphabet[] = "abcdefghijkmnpqrstuvwxyz23456789";
    for (int i = 0; i < letters; i++) {
        if (i > 0 && i % 4 == 0)
            *code++ = '-';
        *code++ = alphabet[bytes[i] % 32];
    }
    *code = '\0';
}

void recovery_code_fold(const char *typed, char out[RECOVERY_CODE_TEXT])
{
    size_t length = 0;
    memset(out, 0, RECOVERY_CODE_TEXT);
    for (; *typed && length < RECOVERY_CODE_TEXT; typed++) {
        char lower = (char)(*typed >= 'A' && *typed <= 'Z' ? *typed - 'A' + 'a' : *typed);
        if ((lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9'))
            out[length++] = lower;
    }
}

bool recovery_code_is_same(const char *one, const char *other)
{
    char first[RECOVERY_CODE_TEXT], second[RECOVERY_CODE_TEXT];
    recovery_code_fold(one, first);
    recovery_code_fold(other, second);
    return sodium_memcmp(first, second, RECOVERY_CODE_TEXT) == 0;
}
