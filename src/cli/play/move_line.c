/* move_line.c - see move_line.h. */
#include "move_line.h"

#include <ctype.h>
#include <string.h>

/* Whether the words of a move go on with this one: the seat, the faces, the direction behind start,
 * show and dir. */
static bool belongs(const char *word)
{
    return !isalpha((unsigned char)*word) || strncmp(word, "cw", 2) == 0 ||
        strncmp(word, "ccw", 3) == 0;
}

/* The next move of a line: a word, and for start, show and dir the words that belong to it; cut
 * where it is longer than any move. */
static size_t take_move(char **at, char out[MOVE_LINE_WORD])
{
    size_t length = 0;
    *at += strspn(*at, " ,;");
    bool takes_more = strncmp(*at, "start", 5) == 0 || strncmp(*at, "show", 4) == 0 ||
        strncmp(*at, "dir", 3) == 0;
    for (int words = 0; **at && (words == 0 || (takes_more && belongs(*at))); words++) {
        size_t word = strcspn(*at, " ,;"), room = MOVE_LINE_WORD - 2 - length;
        if (words > 0)
            out[length++] = ' ';
        memcpy(out + length, *at, word < room ? word : room);
        length += word < room ? word : room;
        *at += word;
        if (**at == ',' || **at == ';')
            break;
        *at += strspn(*at, " ");
    }
    out[length] = '\0';
    return length;
}

/* Piles are written in capitals, except the o of the opponent's; everything else in small letters.
 */
static void normalise(char *move)
{
    for (char *at = move; *at; at++)
        *at = (char)tolower((unsigned char)*at);
    char *pile = strchr(move, '@');
    for (char *at = pile; at && *at; at++)
        if (*at != 'o')
            *at = (char)toupper((unsigned char)*at);
}

bool move_line_next(char **at, char out[MOVE_LINE_WORD])
{
    bool more = take_move(at, out) > 0;
    if (more)
        normalise(out);
    return more;
}
