/* libFuzzer target: any two messages of one sender get verdicts that point inside the text (TT2). */
#include "table/guard/guard.h"

#include <stdint.h>
#include <stdlib.h>

static void check(struct guard_memory *memory, const char *text, size_t length)
{
    struct guard_verdict verdict = guard_check(memory, text, length);
    if (verdict.start > length || verdict.length > length - verdict.start || verdict.pass != (verdict.length == 0))
        abort();
    if (memory->count > GUARD_MEMORY_LETTERS)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct guard_memory memory = {0};
    size_t first = size ? data[0] % size : 0;
    check(&memory, (const char *)data, first);
    check(&memory, (const char *)data + first, size - first);
    return 0;
}
