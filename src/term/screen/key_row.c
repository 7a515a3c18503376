/* key_row.c - see key_row.h. */
#include "key_row.h"

#include "screen.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { GAP = 2, LONGEST_ENTRY = 96 };

/* Copies the next entry and returns where the one after it begins. */
static const char *take_entry(const char *text, char out[LONGEST_ENTRY])
{
    const char *end = strstr(text, "  ");
    size_t length = end ? (size_t)(end - text) : strlen(text);
    snprintf(out, LONGEST_ENTRY, "%.*s", (int)length, text);
    return text + length + strspn(text + length, " ");
}

static bool is_idle(const char *entry, const char *idle)
{
    bool single = entry[0] > 0 && entry[1] == ' ';
    return *entry && strchr(idle, single ? entry[0] : KEY_ROW_NAMED) != NULL;
}

int key_row(int y, int x, int room, const char *entries, const char *idle)
{
    char entry[LONGEST_ENTRY];
    int used = 0;
    while (*entries) {
        entries = take_entry(entries, entry);
        int gap = used ? GAP : 0;
        if (is_idle(entry, idle))
            continue;
        if (used + gap + screen_width(entry) > room)
            break;
        used += gap + screen_put(y, x + used + gap, room, entry);
    }
    return used;
}
