/*
 * recovery_code.h - secret codes that people copy by hand: "abcd-efgh", in an alphabet without
 * look-alikes (base32: five bits per character).
 */
#ifndef STOS_SERVER_RECOVERY_CODE_H
#define STOS_SERVER_RECOVERY_CODE_H

#include <stdbool.h>

enum {
    RECOVERY_CODE_TEXT = 64 /* room for any code, as typed */,
    RECOVERY_CODE_BYTES = 24 /* characters in an account recovery code */
};

/* Writes a code of that many letters and digits, one from each random byte, with dashes. */
void recovery_code_write(const unsigned char *bytes, int letters, char code[RECOVERY_CODE_TEXT]);

/* The letters and digits alone, in lower case, so that spacing and case do not matter. Padded with
 * NULs. */
void recovery_code_fold(const char *typed, char out[RECOVERY_CODE_TEXT]);

/* Compared in constant time. */
bool recovery_code_is_same(const char *one, const char *other);

#endif
