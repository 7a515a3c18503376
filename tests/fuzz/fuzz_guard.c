/* libFuzzer target: any two messages of one sender get verdicts that point inside the text, and
 * more spaces change none (TT2). */
#include "table/guard/guard.h"

#include <stdint.h>
#include <stdlib.h>

static bool check(struct guard_memory *memory, const char *text, size_t length)
{
    struct guard_verdict verdict = guard_check(memory, text, length);
    if (verdict.start > length || verdict.length > length - verdict.start ||
        verdict.pass != (verdict.length == 0))
        abort();
    if (memory->count > GUARD_MEMORY_LETTERS)
        abort();
    return verdict.pass;
}

/* The same with every space doubled. */
static void check_spaces(struct guard_memory *memory, const char *text, size_t length, bool pass)
{
    char wide[GUARD_TEXT_MAX];
    size_t n = 0;
    if (length > GUARD_TEXT_MAX / 2)
        return;
    for (size_t i = 0; i < length; i++) {
        wide[n++] = text[i];
        if (text[i] == ' ')
            wide[n++] = ' ';
    }
    if (check(memory, wide, n) != pass)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct guard_memory memory = {0}, same;
    size_t first = size ? data[0] % size : 0;
    bool pass = check(&memory, (const char *)data, first);
    check_spaces(&(struct guard_memory){0}, (const char *)data, first, pass);
    same = memory;
    pass = check(&memory, (const char *)data + first, size - first);
    check_spaces(&same, (const char *)data + first, size - first, pass);
    return 0;
}
