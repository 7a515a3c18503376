/* text.c - see text.h. */
#include "text.h"

#include <string.h>

stos_writer stos_writer_on(char *out, size_t size)
{
    if (size > 0)
        out[0] = '\0';
    return (stos_writer){.out = out, .size = size, .seat = -1};
}

void text_bytes(stos_writer *writer, const char *bytes, size_t length)
{
    if (writer->length + 1 < writer->size) {
        size_t room = writer->size - writer->length - 1;
        size_t fits = length < room ? length : room;
        memcpy(writer->out + writer->length, bytes, fits);
        writer->out[writer->length + fits] = '\0';
    }
    writer->length += length;
    if (length > 0)
        writer->last = bytes[length - 1];
}

void text_char(stos_writer *writer, char c) { text_bytes(writer, &c, 1); }

void text_put(stos_writer *writer, const char *string)
{
    text_bytes(writer, string, strlen(string));
}

void text_unsigned(stos_writer *writer, uint64_t number)
{
    char digits[20];
    size_t first = sizeof digits;
    do {
        digits[--first] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    text_bytes(writer, digits + first, sizeof digits - first);
}

void text_number(stos_writer *writer, int64_t number)
{
    if (number < 0)
        text_char(writer, '-');
    text_unsigned(writer, number < 0 ? -(uint64_t)number : (uint64_t)number);
}

void text_comma(stos_writer *writer, bool first)
{
    if (!first)
        text_char(writer, ',');
}

void text_key(stos_writer *writer, const char *name)
{
    text_comma(writer, writer->last == '{');
    text_char(writer, '"');
    text_put(writer, name);
    text_put(writer, "\":");
}

bool text_take(struct text_reader *reader, const char *literal)
{
    size_t length = strlen(literal);
    if ((size_t)(reader->end - reader->at) < length || memcmp(reader->at, literal, length) != 0)
        return false;
    reader->at += length;
    return true;
}

bool text_take_unsigned(struct text_reader *reader, uint64_t *number)
{
    const char *at = reader->at;
    uint64_t value = 0;
    while (at < reader->end && *at >= '0' && *at <= '9') {
        unsigned digit = (unsigned)(*at - '0');
        if (value > (UINT64_MAX - digit) / 10)
            return false;
        value = value * 10 + digit;
        at++;
    }
    bool leading_zero = at - reader->at > 1 && *reader->at == '0';
    if (at == reader->at || leading_zero)
        return false;
    reader->at = at;
    *number = value;
    return true;
}

bool text_take_number(struct text_reader *reader, int low, int high, int *number)
{
    struct text_reader ahead = *reader;
    uint64_t value;
    if (!text_take_unsigned(&ahead, &value) || value > INT32_MAX || (int)value < low ||
        (int)value > high)
        return false;
    *number = (int)value;
    *reader = ahead;
    return true;
}

static bool is_word_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
        c == '-';
}

bool text_take_word(struct text_reader *reader, const char **word, size_t *length)
{
    const char *at = reader->at;
    while (at < reader->end && is_word_char(*at))
        at++;
    if (at == reader->at)
        return false;
    *word = reader->at;
    *length = (size_t)(at - reader->at);
    reader->at = at;
    return true;
}

void text_skip_spaces(struct text_reader *reader)
{
    while (reader->at < reader->end && (*reader->at == ' ' || *reader->at == '\t'))
        reader->at++;
}

bool text_at_end(const struct text_reader *reader) { return reader->at == reader->end; }

bool text_equal(const char *bytes, size_t length, const char *string)
{
    return strlen(string) == length && memcmp(bytes, string, length) == 0;
}

int text_hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

/* Bytes that follow a first byte in UTF-8, and the smallest code point that may be written so; -1:
 * no first byte. */
static int utf8_tail(unsigned char first, uint32_t *point, uint32_t *smallest)
{
    static const struct {
        unsigned char mask, mark;
        int tail;
        uint32_t smallest;
    } forms[] = {{0x80, 0x00, 0, 0},
                 {0xe0, 0xc0, 1, 0x80},
                 {0xf0, 0xe0, 2, 0x800},
                 {0xf8, 0xf0, 3, 0x10000}};
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if ((first & forms[i].mask) == forms[i].mark) {
            *point = (uint32_t)(first & ~forms[i].mask & 0xff);
            *smallest = forms[i].smallest;
            return forms[i].tail;
        }
    }
    return -1;
}

size_t text_mark(const char *bytes, size_t length)
{
    static const char mark[] = {'\xef', '\xbb', '\xbf'};
    return length >= sizeof mark && memcmp(bytes, mark, sizeof mark) == 0 ? sizeof mark : 0;
}

static bool is_hidden(uint32_t point)
{
    return point == 0xad || point == 0x61c || point == 0xfeff || point == 0x200b ||
        point == 0x200e || point == 0x200f || (point >= 0x2028 && point <= 0x202e) ||
        (point >= 0x2060 && point <= 0x206f);
}

void text_show_hidden(char *text)
{
    char *out = text;
    while (*text) {
        uint32_t point, smallest;
        int length = utf8_tail((unsigned char)*text, &point, &smallest) + 1;
        for (int i = 1; i < length; i++)
            point = point << 6 | ((unsigned char)text[i] & 0x3f);
        if (length > 0 && is_hidden(point)) {
            *out++ = '?';
            text += length;
        } else {
            for (int i = 0; i < length || i == 0; i++)
                *out++ = *text++;
        }
    }
    *out = '\0';
}

bool text_is_plain_utf8(const char *bytes, size_t length)
{
    for (size_t i = 0; i < length;) {
        uint32_t point, smallest;
        int tail = utf8_tail((unsigned char)bytes[i++], &point, &smallest);
        if (tail < 0 || length - i < (size_t)tail)
            return false;
        for (; tail > 0; tail--, i++) {
            if (((unsigned char)bytes[i] & 0xc0) != 0x80)
                return false;
            point = point << 6 | ((unsigned char)bytes[i] & 0x3f);
        }
        bool surrogate = point >= 0xd800 && point <= 0xdfff;
        bool control = point < 0x20 || (point >= 0x7f && point < 0xa0);
        if (point < smallest || point > 0x10ffff || surrogate || control)
            return false;
    }
    return true;
}
