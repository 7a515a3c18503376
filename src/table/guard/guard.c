/* The talk guard: see guard.h for the promise and the stages, TT2 for the rule. This file runs the
 * stages in order, each reading with the checks that apply to it; the first thing that tells a
 * number stops the message. */
#include "guard_internal.h"

/* What a reading may be stopped for. */
struct policy {
    bool sounds;  /* words stand where the plain ones do, in Cyrillic sounds */
    bool changed; /* only words that the reading changed, and no word is harmless */
    bool mixed; /* only words that it changed in part: of two scripts, or with signs for letters */
    bool whole_words; /* no words run together */
    size_t shortest;
};

static const struct guard_verdict passed = {.pass = true};

static struct guard_verdict stop_words(const struct guard_message *message,
                                       const struct guard_reading *reading, size_t first,
                                       size_t last)
{
    if (first < reading->own)
        first = reading->own; /* the part that was said before cannot be pointed at */
    size_t from = reading->glyph[reading->word[first].start],
           to = reading->glyph[reading->word[last].end - 1];
    if (from > to) { /* read backwards */
        size_t swap = from;
        from = to;
        to = swap;
    }
    struct guard_verdict verdict = {.start = message->text.at[from]};
    verdict.length = message->text.end[to] - verdict.start;
    return verdict;
}

static bool single_tells(const struct guard_message *message, const struct policy *policy, size_t w,
                         const struct guard_found *found)
{
    if (policy->changed)
        return found->compound || found->single.kind != GUARD_ONE;
    if (guard_is_other_language(message, w, found->single.languages, policy->sounds))
        return false;
    if (found->compound)
        return true;
    return !guard_is_harmless(message, w, found->single.kind) &&
        !guard_in_harmless_phrase(message, w);
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

static bool join_tells(const struct guard_message *message, const struct guard_reading *reading,
                       const struct policy *policy, size_t first, size_t last,
                       const struct guard_found *found)
{
    if (last < reading->own)
        return false; /* all of it was said before, and passed */
    if (policy->sounds &&
        (found->join_end <= 4 || guard_is_marked(message, first) || guard_is_marked(message, last)))
        return false; /* short sounds meet by chance */
    if (!policy->changed)
        return guard_is_hidden_join(message, first, last, &found->join);
    return guard_are_single_letters(reading, first, last) &&
        (last - first >= 3 || guard_is_whole_run(reading, first, last));
}

static bool is_innocent(const struct guard_message *message, size_t w)
{
    return message->info[w]->roles >> GUARD_INNOCENT & 1;
}

/* Looks at word w of a reading; a passing verdict means go on. */
static struct guard_verdict check_word(const struct guard_message *message,
                                       const struct guard_reading *reading,
                                       const struct policy *policy, size_t w)
{
    struct guard_window window;
    const struct guard_word *word = &reading->word[w];
    bool own = w >= reading->own && (!policy->changed || word->changed) &&
        (!policy->mixed || word->unchanged);
    struct guard_found found = {0};
    if (guard_may_start(reading, w)) {
        guard_open_window(&window, reading, w, policy->whole_words);
        found = guard_find(&window);
    }
    if (own && found.single.kind && guard_word_length(reading, w) >= policy->shortest &&
        single_tells(message, policy, w, &found))
        return stop_words(message, reading, w, w);
    if (found.join.kind) {
        size_t last = last_joined(reading, w, found.join_end);
        if (join_tells(message, reading, policy, w, last, &found))
            return stop_words(message, reading, w, last);
    }
    if (own && !found.single.kind && !policy->whole_words &&
        (guard_hides_number(guard_word_letters(reading, w), guard_word_length(reading, w)) ||
         guard_is_misspelt(guard_word_letters(reading, w), guard_word_length(reading, w))) &&
        (policy->mixed || !is_innocent(message, w)))
        return stop_words(message, reading, w, w);
    return passed;
}

static struct guard_verdict check_reading(const struct guard_message *message,
                                          const struct guard_reading *reading,
                                          const struct policy *policy)
{
    for (size_t w = 0; w < reading->words; w++) {
        struct guard_verdict verdict = check_word(message, reading, policy, w);
        if (!verdict.pass)
            return verdict;
    }
    return passed;
}

static struct guard_verdict check_roman(const struct guard_message *message)
{
    const struct guard_reading *plain = &message->plain;
    for (size_t w = 0; w < plain->words; w++) {
        if (!guard_may_be_roman(guard_word_letters(plain, w)[0]))
            continue;
        bool only_i;
        size_t after = guard_end_of_spaced_roman(plain, w, &only_i);
        if (after >= w + 3 && !only_i && after > plain->own)
            return stop_words(message, plain, w, after - 1);
        if (after > w && only_i)
            w = after - 1;
        if (w < plain->own || guard_word_length(plain, w) == 1)
            continue;
        if (guard_is_roman(message, w))
            return stop_words(message, plain, w, w);
    }
    return passed;
}

/* What tells a number without a number word: counts, Morse code, the distance from another card. */
static struct guard_verdict check_wordless(const struct guard_message *message)
{
    size_t first, last;
    if (guard_find_count(message, &first, &last))
        return (struct guard_verdict){
            .start = message->text.at[first],
            .length = (size_t)(message->text.end[last] - message->text.at[first])};
    if (guard_find_telling(message, &first, &last) ||
        guard_find_spoken_morse(message, &first, &last))
        return stop_words(message, &message->plain, first, last);
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
    return verdict;
}

static struct guard_verdict check_letters(struct guard_message *message)
{
    static const struct policy plain = {.shortest = 3};
    static const struct policy sounds = {.sounds = true, .shortest = 3};
    if (message->text.latin)
        guard_read_sounds(message);
    struct guard_verdict verdict = check_reading(message, &message->plain, &plain);
    if (verdict.pass)
        verdict = check_roman(message);
    if (verdict.pass && message->text.latin)
        verdict = check_reading(message, &message->other, &sounds);
    if (verdict.pass)
        verdict = check_wordless(message);
    return verdict.pass ? check_disguises(message) : verdict;
}

static bool is_open(const struct guard_reading *reading, size_t w)
{
    struct guard_window window;
    bool only_i;
    if (guard_end_of_spaced_roman(reading, w, &only_i) == reading->words && !only_i)
        return true;
    if (!guard_may_start(reading, w))
        return false;
    guard_open_window(&window, reading, w, false);
    return guard_is_open(window.letter, window.count);
}

/* From which word on something was said that more letters could make a number word. Looks back as
 * far as memory reaches. */
static size_t first_open_word(struct guard_message *message)
{
    size_t w = message->plain.words;
    while (w > 0 && message->plain.letters - message->plain.word[w - 1].end < GUARD_MEMORY_LETTERS)
        w--;
    if (message->text.latin)
        guard_read_sounds(message);
    while (w < message->plain.words && !is_open(&message->plain, w) &&
           !(message->text.latin && is_open(&message->other, w)))
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
        return (struct guard_verdict){.start = message.text.number_start,
                                      .length = message.text.number_length};
    guard_read_plain(&message, memory);
    message.shouting = is_shouting(text, read, message.plain.words - message.plain.own);
    struct guard_verdict verdict = check_letters(&message);
    if (verdict.pass && read < length)
        return (struct guard_verdict){.start = read, .length = length - read};
    if (verdict.pass && memory)
        remember(memory, &message);
    return verdict;
}
