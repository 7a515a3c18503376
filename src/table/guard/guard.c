/* The talk guard: see guard.h for the promise, TT2 for the rule.
 *
 * A message is folded to plain letters (guard_fold.c) and read in several ways (guard_read.c): as it stands; as Ukrainian in
 * Latin letters; as letters that look Latin, or Cyrillic; spelt; backwards. In each reading, words and words run together are looked
 * up among number words (guard_match.c, guard_numbers.c), and what is found is judged by its neighbours (guard_judge.c,
 * guard_words.c). The first thing that tells a number stops the message. */
#include "guard_internal.h"

/* What a reading may be stopped for. */
struct policy {
    bool sounds;      /* words stand where the plain ones do, in Cyrillic sounds */
    bool changed;     /* only words that the reading changed, and no word is harmless */
    bool mixed;       /* only words that it changed in part: of two scripts, or with signs for letters */
    bool whole_words; /* no words run together */
    size_t shortest;
};

static const struct guard_verdict passed = {.pass = true};

static struct guard_verdict stop_words(const struct guard_message *message, const struct guard_reading *reading, size_t first, size_t last)
{
    if (first < reading->own)
        first = reading->own; /* the part that was said before cannot be pointed at */
    size_t from = reading->glyph[reading->word[first].start], to = reading->glyph[reading->word[last].end - 1];
    if (from > to) { /* read backwards */
        size_t swap = from;
        from = to;
        to = swap;
    }
    struct guard_verdict verdict = {.start = message->text.at[from]};
    verdict.length = message->text.end[to] - verdict.start;
    return verdict;
}

static bool single_tells(const struct guard_message *message, const struct policy *policy, size_t w, const struct guard_found *found)
{
    if (policy->changed)
        return found->compound || found->single->kind != GUARD_ONE;
    if (guard_is_other_language(message, w, policy->sounds))
        return false;
    if (found->compound)
        return true;
    return !guard_is_harmless(message, w, found->single->kind) && !guard_is_saying(message, w);
}

static size_t last_joined(const struct guard_reading *reading, size_t first, size_t letters)
{
    struct guard_window window = {0};
    size_t w = first;
    for (;; w++) {
        for (size_t i = reading->word[w].start; i < reading->word[w].end; i++)
            guard_add_window_letter(&window, reading->letter[i]);
        if (window.count >= letters || w + 1 == reading->words)
            return w;
    }
}

static bool join_tells(const struct guard_message *message, const struct guard_reading *reading, const struct policy *policy, size_t first,
                       size_t last, const struct guard_found *found)
{
    if (last < reading->own)
        return false; /* all of it was said before, and passed */
    if (policy->sounds && (found->join->stem[4] == '\0' || guard_marks_of(message, first) || guard_marks_of(message, last)))
        return false; /* short sounds meet by chance */
    if (!policy->changed)
        return guard_is_hidden_join(message, first, last, found->join);
    return guard_are_single_letters(reading, first, last) && (last - first >= 3 || guard_is_whole_run(reading, first, last));
}

/* A quick look at the first letters from word w on, before the window is opened: most words go no further. */
static bool may_start_number(const struct guard_reading *reading, size_t w)
{
    uint8_t start[GUARD_START];
    size_t n = 0;
    for (size_t i = reading->word[w].start; n < GUARD_START && i < reading->letters; i++)
        if (n == 0 || reading->letter[i] != start[n - 1])
            start[n++] = reading->letter[i];
    return guard_may_start(start, n);
}

static bool is_innocent(const struct guard_message *message, size_t w)
{
    return guard_has_role(GUARD_INNOCENT, guard_word_letters(&message->plain, w), guard_word_length(&message->plain, w));
}

/* Looks at word w of a reading; a passing verdict means go on. */
static struct guard_verdict check_word(const struct guard_message *message, const struct guard_reading *reading,
                                       const struct policy *policy, size_t w)
{
    struct guard_window window;
    const struct guard_word *word = &reading->word[w];
    bool own = w >= reading->own && (!policy->changed || word->changed) && (!policy->mixed || word->unchanged);
    struct guard_found found = {0};
    if (may_start_number(reading, w)) {
        guard_open_window(&window, reading, w, policy->whole_words);
        found = guard_find(&window);
    }
    if (own && found.single && guard_word_length(reading, w) >= policy->shortest && single_tells(message, policy, w, &found))
        return stop_words(message, reading, w, w);
    if (found.join) {
        size_t last = last_joined(reading, w, found.join_end);
        if (join_tells(message, reading, policy, w, last, &found))
            return stop_words(message, reading, w, last);
    }
    if (own && !found.single && !policy->whole_words &&
        (guard_hides_number(guard_word_letters(reading, w), guard_word_length(reading, w)) ||
         guard_is_misspelt(guard_word_letters(reading, w), guard_word_length(reading, w))) &&
        (policy->mixed || !is_innocent(message, w)))
        return stop_words(message, reading, w, w);
    return passed;
}

static struct guard_verdict check_reading(const struct guard_message *message, const struct guard_reading *reading,
                                          const struct policy *policy)
{
    for (size_t w = 0; w < reading->words; w++) {
        struct guard_verdict verdict = check_word(message, reading, policy, w);
        if (!verdict.pass)
            return verdict;
    }
    return passed;
}

static bool may_be_roman(uint8_t letter)
{
    return letter == 'i' || letter == 'v' || letter == 'x' || letter == 'l' || letter == 'I' || letter == 'H';
}

/* Single letters in a row from word w on may be one numeral. Returns the word after them; only_i: they are all the word I. */
static size_t end_of_spaced_roman(const struct guard_reading *plain, size_t w, bool *only_i)
{
    *only_i = true;
    while (w < plain->words && guard_word_length(plain, w) == 1 && may_be_roman(guard_word_letters(plain, w)[0])) {
        *only_i = *only_i && (guard_word_letters(plain, w)[0] | 32) == 'i';
        w++;
    }
    return w;
}

static struct guard_verdict check_roman(const struct guard_message *message)
{
    const struct guard_reading *plain = &message->plain;
    for (size_t w = 0; w < plain->words; w++) {
        if (!may_be_roman(guard_word_letters(plain, w)[0]))
            continue;
        bool only_i;
        size_t after = end_of_spaced_roman(plain, w, &only_i);
        if (after >= w + 3 && !only_i && after > plain->own)
            return stop_words(message, plain, w, after - 1);
        if (after > w && only_i)
            w = after - 1;
        if (w < plain->own || guard_word_length(plain, w) == 1)
            continue;
        struct guard_verdict verdict = stop_words(message, plain, w, w);
        if (guard_is_roman(message->bytes + verdict.start, verdict.length, message->shouting))
            return verdict;
    }
    return passed;
}

/* Strokes counted: ||||| */
static struct guard_verdict check_tally(const struct guard_message *message)
{
    enum { STROKES = 3 };
    const struct guard_text *text = &message->text;
    size_t run = 0;
    for (size_t i = 0; i < text->count; i++) {
        run = text->letter[i] == '|' ? run + 1 : 0;
        if (run == STROKES) {
            size_t start = text->at[i + 1 - STROKES];
            while (i + 1 < text->count && text->letter[i + 1] == '|')
                i++;
            return (struct guard_verdict){.start = start, .length = text->end[i] - start};
        }
    }
    return passed;
}

/* No small letter anywhere, and more than one word. */
static bool is_shouting(const char *bytes, size_t length, size_t words)
{
    for (size_t i = 0; i < length; i++)
        if (bytes[i] >= 'a' && bytes[i] <= 'z')
            return false;
    return words > 1;
}

static struct guard_verdict check_disguises(struct guard_message *message)
{
    static const struct policy shapes = {.changed = true, .mixed = true, .shortest = 3};
    static const struct policy spelt = {.changed = true, .whole_words = true, .shortest = 3};
    static const struct policy backwards = {.changed = true, .whole_words = true, .shortest = 5};
    struct guard_verdict verdict = passed;
    if (message->text.sign || (message->text.latin && message->text.cyrillic)) {
        guard_read_shapes(message, guard_latin_shape);
        verdict = check_reading(message, &message->other, &shapes);
    }
    if (verdict.pass && message->text.cyrillic && (message->text.sign || message->text.latin)) {
        guard_read_shapes(message, guard_cyrillic_shape);
        verdict = check_reading(message, &message->other, &shapes);
    }
    if (verdict.pass && message->text.latin && guard_read_spelt(message))
        verdict = check_reading(message, &message->other, &spelt);
    if (verdict.pass) {
        guard_read_backwards(message);
        verdict = check_reading(message, &message->other, &backwards);
    }
    return verdict.pass && message->text.sign ? check_tally(message) : verdict;
}

static struct guard_verdict check_letters(struct guard_message *message)
{
    static const struct policy plain = {.shortest = 3};
    static const struct policy sounds = {.sounds = true, .shortest = 3};
    struct guard_verdict verdict = check_reading(message, &message->plain, &plain);
    if (verdict.pass)
        verdict = check_roman(message);
    if (verdict.pass && message->text.latin) {
        guard_read_sounds(message);
        verdict = check_reading(message, &message->other, &sounds);
    }
    return verdict.pass ? check_disguises(message) : verdict;
}

static bool is_open(const struct guard_reading *reading, size_t w)
{
    struct guard_window window;
    bool only_i;
    if (end_of_spaced_roman(reading, w, &only_i) == reading->words && !only_i)
        return true;
    if (!may_start_number(reading, w))
        return false;
    guard_open_window(&window, reading, w, false);
    return guard_is_open(window.letter, window.count);
}

/* From which word on something was said that more letters could make a number word. Looks back as far as memory reaches. */
static size_t first_open_word(struct guard_message *message)
{
    size_t w = message->plain.words;
    while (w > 0 && message->plain.letters - message->plain.word[w - 1].end < GUARD_MEMORY_LETTERS)
        w--;
    if (message->text.latin)
        guard_read_sounds(message);
    while (w < message->plain.words && !is_open(&message->plain, w) && !(message->text.latin && is_open(&message->other, w)))
        w++;
    return w;
}

/* Keeps the last letters, with one break after each word. */
static void remember(struct guard_memory *memory, struct guard_message *message)
{
    const struct guard_reading *plain = &message->plain;
    unsigned char kept[GUARD_MEMORY_LETTERS];
    size_t n = 0, first = first_open_word(message);
    for (size_t w = plain->words; w-- > first && n < GUARD_MEMORY_LETTERS;) {
        kept[n++] = GUARD_SPACE;
        for (size_t i = plain->word[w].end; i-- > plain->word[w].start && n < GUARD_MEMORY_LETTERS;)
            kept[n++] = plain->letter[i];
    }
    memory->count = (unsigned char)n;
    for (size_t i = 0; i < n; i++)
        memory->letters[i] = kept[n - 1 - i];
}

struct guard_verdict guard_check(struct guard_memory *memory, const char *text, size_t length)
{
    struct guard_message message;
    size_t read = length < GUARD_TEXT_MAX ? length : GUARD_TEXT_MAX;
    message.bytes = text;
    guard_fold(&message.text, text, read);
    if (message.text.number_length)
        return (struct guard_verdict){.start = message.text.number_start, .length = message.text.number_length};
    guard_read_plain(&message, memory);
    message.shouting = is_shouting(text, read, message.plain.words - message.plain.own);
    struct guard_verdict verdict = check_letters(&message);
    if (verdict.pass && read < length)
        return (struct guard_verdict){.start = read, .length = length - read};
    if (verdict.pass && memory)
        remember(memory, &message);
    return verdict;
}
