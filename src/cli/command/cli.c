/* cli.c - see cli.h. */
#include "cli.h"

#include "base/text.h"
#include "table/history.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

int complain(int code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("stos: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return code;
}

int columns_of(const char *text, size_t length)
{
    int columns = 0;
    for (size_t i = 0; i < length; i++)
        columns += ((unsigned char)text[i] & 0xC0) != 0x80; /* bytes that begin a letter */
    return columns;
}

void print_column(const char *text, int columns)
{
    int used = columns_of(text, strlen(text));
    printf("%s%*s", text, used < columns ? columns - used : 0, "");
}

void print_wrapped(const char *text, int indent, int width, FILE *out)
{
    int at = indent;
    for (const char *word = text; *word;) {
        size_t length = strcspn(word, " ");
        int columns = columns_of(word, length);
        if (at > indent && at + 1 + columns > width) {
            fprintf(out, "\n%*s", indent, "");
            at = indent;
        } else if (at > indent) {
            fputc(' ', out);
            at++;
        }
        fprintf(out, "%.*s", (int)length, word);
        at += columns;
        word += length + strspn(word + length, " ");
    }
    fputc('\n', out);
}

void error_sentence(stos_error error, const char *text, char *out, size_t size)
{
    stos_error_text_in(error, text, tr_plural, out, size);
}

bool parse_rules(const char *text, stos_rules *rules)
{
    char sentence[STOS_ERROR_TEXT];
    stos_error error = stos_rules_parse(text, strlen(text), rules);
    if (!error.reason)
        return true;
    error_sentence(error, text, sentence, sizeof sentence);
    complain(EXIT_USAGE, "%s", sentence);
    return false;
}

/* Reads until the end or until more than `most` bytes came. */
static char *read_stream(FILE *file, size_t most, size_t *length)
{
    size_t room = 4096, used = 0;
    char *text = malloc(room + 1);
    while (text && used <= most) {
        size_t got = fread(text + used, 1, room - used, file);
        if (got == 0)
            break;
        used += got;
        if (used == room) {
            char *larger = realloc(text, 2 * room + 1);
            if (!larger)
                free(text);
            text = larger;
            room *= 2;
        }
    }
    *length = used;
    if (text)
        text[used] = '\0';
    return text;
}

bool can_read_store(const char *path)
{
    bool can = access(path, R_OK) == 0;
    if (!can && errno == ENOENT)
        complain(EXIT_BROKEN, _("there is no store %s"), path);
    else if (!can)
        complain(EXIT_BROKEN, _("cannot read %s: %s"), path, strerror(errno));
    return can;
}

char *try_read_file(const char *path, size_t most, size_t *length, char why[FILE_MESSAGE])
{
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    char *text = file ? read_stream(file, most, length) : NULL;
    bool failed = !text || ferror(file);
    if (failed)
        snprintf(why, FILE_MESSAGE, _("cannot read %s: %s"), path, strerror(errno));
    else if (*length > most)
        snprintf(why, FILE_MESSAGE, _("%s is too large to be read"), path);
    if (file && !standard)
        fclose(file);
    if (failed || *length > most) {
        free(text);
        return NULL;
    }
    size_t mark = text_mark(text, *length);
    memmove(text, text + mark, *length - mark + 1);
    *length -= mark;
    return text;
}

char *read_file(const char *path, size_t most, size_t *length)
{
    char why[FILE_MESSAGE], *text = try_read_file(path, most, length, why);
    if (!text)
        complain(EXIT_BROKEN, "%s", why);
    return text;
}

enum { LARGEST_RECORD = 16 << 20 };

int history_read_file(struct history *history, const char *path)
{
    char sentence[STOS_ERROR_TEXT];
    size_t length;
    bool full = false;
    char *text = read_file(path, LARGEST_RECORD, &length);
    stos_reader *reader = malloc(sizeof *reader); /* large */
    int code = text && reader ? EXIT_GOOD : EXIT_BROKEN;
    if (code == EXIT_GOOD) {
        stos_error error = history_load(history, reader, text, length, &full);
        code = error.reason || full ? EXIT_NO : EXIT_GOOD;
        error_sentence(error, reader->line_start, sentence, sizeof sentence);
        if (code == EXIT_NO)
            fprintf(stderr, "%s:%d: %s\n", path, reader->line,
                    full ? _("the game is too long") : sentence);
    }
    free(reader);
    free(text);
    return code;
}

static bool write_stream(FILE *file, const char *text, size_t length, bool durable)
{
    bool good = file && fwrite(text, 1, length, file) == length && fflush(file) == 0 &&
        (!durable || fsync(fileno(file)) == 0);
    return file && fclose(file) == 0 && good;
}

/* Beside the file and then over it: either the old or the new one is there whole. */
static bool replace_file(const char *path, const char *text, size_t length)
{
    size_t room = strlen(path) + 8;
    char *beside = malloc(room);
    if (!beside)
        return false;
    snprintf(beside, room, "%s.new", path);
    bool good = write_stream(fopen(beside, "wb"), text, length, true) && rename(beside, path) == 0;
    if (!good) {
        int reason = errno;
        remove(beside);
        errno = reason;
    }
    free(beside);
    return good;
}

bool try_write_file(const char *path, const char *text, size_t length)
{
    struct stat there;
    bool special = lstat(path, &there) == 0 &&
        !S_ISREG(there.st_mode); /* a device, a pipe, a link: keep what it is */
    return special ? write_stream(fopen(path, "wb"), text, length, false)
                   : replace_file(path, text, length);
}

bool write_file(const char *path, const char *text, size_t length)
{
    bool good = try_write_file(path, text, length);
    if (!good)
        complain(EXIT_BROKEN, _("cannot write %s: %s"), path, strerror(errno));
    return good;
}

bool can_write_file(const char *path)
{
    struct stat there;
    char folder[4096];
    bool exists = stat(path, &there) == 0;
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash && slash > path ? (int)(slash - path) : 1,
             slash ? path : ".");
    bool special = exists && !S_ISREG(there.st_mode) && !S_ISDIR(there.st_mode);
    if (exists && S_ISDIR(there.st_mode))
        errno = EISDIR;
    else if (access(special ? path : folder, W_OK) == 0)
        return true;
    complain(EXIT_BROKEN, _("cannot write %s: %s"), path, strerror(errno));
    return false;
}

bool fresh_seed(stos_seed *seed)
{
    seed->generator = STOS_CHACHA20;
    return getrandom(seed->bytes, sizeof seed->bytes, 0) == (ssize_t)sizeof seed->bytes;
}

int usual_threads(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 0 && cores < 256 ? (int)cores : 1;
}

/* ---------------------------------------------------------------- words that are misspelt */

/* How many letters must be put in, left out or changed to make one word of the other (Levenshtein
 * distance), up to `most`. */
static size_t edits_between(const char *a, size_t length, const char *b, size_t most)
{
    enum { WORD_MOST = 64 };
    size_t row[WORD_MOST], width = strlen(b);
    if (length >= WORD_MOST || width >= WORD_MOST)
        return most;
    for (size_t j = 0; j <= width; j++)
        row[j] = j;
    for (size_t i = 1; i <= length; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= width; j++) {
            size_t other =
                diagonal + (tolower((unsigned char)a[i - 1]) != tolower((unsigned char)b[j - 1]));
            diagonal = row[j];
            size_t shift = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            row[j] = other < shift ? other : shift;
        }
    }
    return row[width] < most ? row[width] : most;
}

bool is_nearly(const char *word, size_t length, const char *meant)
{
    enum { FAR = 3 };
    bool same_start = tolower((unsigned char)*word) == tolower((unsigned char)*meant);
    return edits_between(word, length, meant, FAR) < (same_start ? FAR : FAR - 1);
}
