/* Compiles the word lists of the talk guard, src/table/guard/words/LANGUAGE.txt, into the C tables
 * that guard_internal.h declares.
 *
 *     guard_words OUT.c FILE...     (the build runs it; the head of words/en.txt explains the
 * format)
 *
 * Words are folded by the guard's own guard_fold, so that a list and a message can never disagree.
 * Number words are expanded with their endings; then each set of words becomes a minimal acyclic
 * automaton (DAFSA), in which words share their ends as well as their beginnings. A mistake in a
 * list stops the build with its file and line. */
#include "words.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 1024, ENDING_SETS = 64, PHRASE_VARIANTS = 4096 };

static const char *file_name;
static unsigned line_number, language; /* of the line being read */
static struct lexicon lexicon;

void fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s:%u: ", file_name, line_number);
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\n");
    va_end(arguments);
    exit(1);
}

/* ---- words */

/* Folds a word; a star at its end is cut off and told. */
static size_t fold_word(uint8_t *letters, const char *word, size_t length, bool once, bool *star)
{
    static struct guard_text text;
    size_t n = 0;
    *star = length && word[length - 1] == '*';
    guard_fold(&text, word, length - *star);
    for (size_t i = 0; i < text.count || text.number_length; i++) {
        if (text.number_length || !guard_is_letter(text.letter[i]))
            fail("'%.*s' is not a word", (int)length, word);
        if (once && n && letters[n - 1] == text.letter[i])
            continue;
        if (n == WORD)
            fail("'%.*s' is too long", (int)length, word);
        letters[n++] = text.letter[i];
    }
    return n;
}

static struct node *find_word(struct node *root, const char *word, bool once, bool *star)
{
    uint8_t letters[WORD];
    size_t length = fold_word(letters, word, strlen(word), once, star);
    if (!length)
        fail("'%s' has no letters", word);
    return node_at(root, letters, length);
}

static void note_number(const char *word, enum guard_kind kind)
{
    bool star;
    struct node *node = find_word(lexicon.numbers, word, true, &star);
    struct guard_number *number = star ? &node->long_number : &node->number;
    if (!number->kind)
        number->kind = (uint8_t)kind; /* the first to say so: earlier files and sections win */
    number->languages |= (uint16_t)language;
}

static void add_misspelt(const char *word)
{
    bool star;
    find_word(lexicon.long_words, word, true, &star)->value = 1;
    if (!find_word(lexicon.numbers, word, true, &star)->number.kind)
        fail("'%s' is not a number word of this or an earlier list", word);
}

static void note_inner(const char *word, unsigned value)
{
    bool star;
    find_word(lexicon.inner, word, true, &star)->value |= (uint16_t)value;
}

static struct attributes *attributes_of(const char *word)
{
    bool star;
    struct node *node = find_word(lexicon.words, word, false, &star);
    return star ? &node->long_word : &node->word;
}

/* ---- sections that list words */

static void add_common(const char *word)
{
    attributes_of(word)->info.languages |= (uint16_t)language;
}
static void add_before(const char *word) { attributes_of(word)->info.before |= (uint16_t)language; }
static void add_ambiguous(const char *word)
{
    attributes_of(word)->info.ambiguous |= (uint16_t)language;
}
static void add_ordinary(const char *word)
{
    attributes_of(word)->info.ordinary |= (uint16_t)language;
}
static void add_root(const char *word) { note_inner(word, GUARD_INNER_ROOT); }
static void add_glue(const char *word)
{
    note_inner(word, language == GUARD_EN ? GUARD_INNER_ENGLISH_GLUE : GUARD_INNER_GLUE);
}

static void add_joint(const char *word)
{
    if (lexicon.joints == JOINTS || strlen(word) >= sizeof lexicon.joint[0])
        fail("too many joints, or too long: '%s'", word);
    memcpy(lexicon.joint[lexicon.joints++], word, strlen(word) + 1);
}

static void add_accent(const char *letter)
{
    size_t used;
    uint32_t code = guard_decode(letter, strlen(letter), &used);
    if (code < 0x80 || code > 0xFFFF || lexicon.accents == ACCENTS)
        fail("'%s' is not a letter with an accent", letter);
    lexicon.accent[lexicon.accents++] = (struct guard_accent){(uint16_t)code, (uint16_t)language};
}

static void add_pair(const char *pair)
{
    size_t i = 0;
    if (strlen(pair) != 2)
        fail("'%s' is not a pair of letters", pair);
    while (i < lexicon.pairs && memcmp(lexicon.pair[i].letters, pair, 2) != 0)
        i++;
    if (i == PAIRS)
        fail("too many pairs");
    memcpy(lexicon.pair[i].letters, pair, 3);
    lexicon.pair[i].languages |= (uint16_t)language;
    lexicon.pairs += i == lexicon.pairs;
}

static void add_unlikely(const char *letter)
{
    size_t n = strlen(lexicon.unlikely);
    if (strlen(letter) != 1 || n + 1 >= sizeof lexicon.unlikely)
        fail("'%s' is not a letter", letter);
    lexicon.unlikely[n] = letter[0];
}

static const struct {
    const char *name;
    void (*add)(const char *word);
} lists[] = {
    {"common", add_common},     {"before", add_before},     {"ambiguous", add_ambiguous},
    {"ordinary", add_ordinary}, {"misspelt", add_misspelt}, {"roots", add_root},
    {"glue", add_glue},         {"joints", add_joint},      {"letters", add_accent},
    {"spelling", add_pair},     {"unlikely", add_unlikely},
};

static const char *const roles[] = {
#define X(name, text) text,
    GUARD_ROLES(X)
#undef X
};

static const char *const kinds[] = {"",
#define X(name, text) text,
                                    GUARD_KINDS(X)
#undef X
};

static size_t position(const char *const *names, size_t count, const char *name)
{
    size_t i = 0;
    while (i < count && strcmp(names[i], name) != 0)
        i++;
    return i;
}

/* ---- numbers with endings */

static struct {
    char name[32];
    char endings[LINE];
} sets[ENDING_SETS];
static size_t set_count;

static void read_ending_set(const char *line)
{
    const char *colon = strchr(line, ':');
    if (!colon || colon == line || (size_t)(colon - line) >= sizeof sets[0].name ||
        set_count == ENDING_SETS)
        fail("expected 'name: ending ending ...'");
    snprintf(sets[set_count].name, sizeof sets[0].name, "%.*s", (int)(colon - line), line);
    snprintf(sets[set_count++].endings, LINE, "%s", colon + 1);
}

static void add_endings(const char *stem, const char *set, enum guard_kind kind)
{
    char endings[LINE], word[LINE * 2];
    size_t i = 0;
    while (i < set_count && strcmp(sets[i].name, set) != 0)
        i++;
    if (i == set_count)
        fail("no endings are called '%s'", set);
    memcpy(endings, sets[i].endings, sizeof endings);
    for (char *rest, *ending = strtok_r(endings, " \t", &rest); ending;
         ending = strtok_r(NULL, " \t", &rest)) {
        snprintf(word, sizeof word, "%s%s", stem, strcmp(ending, "-") ? ending : "");
        note_number(word, kind);
    }
}

/* "stem stem ... + set set": each stem with each ending; without a plus the words are complete. */
static void read_numbers(char *line, enum guard_kind kind)
{
    char *plus = strstr(line, " + "), *rest_of_stems, *rest_of_sets, copy[LINE];
    if (plus)
        *plus = '\0';
    for (char *stem = strtok_r(line, " \t", &rest_of_stems); stem;
         stem = strtok_r(NULL, " \t", &rest_of_stems)) {
        if (!plus) {
            note_number(stem, kind);
            continue;
        }
        snprintf(copy, sizeof copy, "%s", plus + 3);
        for (char *set = strtok_r(copy, " \t", &rest_of_sets); set;
             set = strtok_r(NULL, " \t", &rest_of_sets))
            add_endings(stem, set, kind);
    }
}

/* ---- phrases */

/* The class of words that an alternation such as "up|down" stands for, by its text; made when it is
 * new. */
static unsigned class_of(const char *alternation)
{
    for (unsigned i = 1; i <= lexicon.classes; i++)
        if (lexicon.class_language[i] == language &&
            strcmp(lexicon.class_text[i], alternation) == 0)
            return i;
    if (lexicon.classes + 1 == CLASSES || strlen(alternation) >= CLASS_TEXT)
        fail("too many phrases, or too many words in one place");
    unsigned class = ++lexicon.classes;
    char copy[CLASS_TEXT], *rest;
    size_t shortest = WORD;
    memcpy(lexicon.class_text[class], alternation, strlen(alternation) + 1);
    memcpy(copy, alternation, strlen(alternation) + 1);
    lexicon.class_language[class] = language;
    for (char *word = strtok_r(copy, "|", &rest); word; word = strtok_r(NULL, "|", &rest)) {
        size_t role = ROLE_COUNT, length = strlen(word);
        if (word[0] == '{') {
            word[length - 1] = '\0';
            role = position(roles, ROLE_COUNT, word + 1);
            if (role == ROLE_COUNT)
                fail("no section is called '%s'", word + 1);
            lexicon.class_roles[class] |= 1U << role;
        } else {
            attributes_add_class(attributes_of(word), class);
        }
        if (role == ROLE_COUNT && length < shortest)
            shortest = length;
    }
    lexicon.class_weight[class] = (uint8_t)shortest;
    return class;
}

static uint16_t element_of(char *text)
{
    unsigned flags = text[0] == '!' ? GUARD_ELEMENT_NOT : 0;
    text += text[0] == '!';
    size_t length = strlen(text);
    if (text[0] == '{' && !strchr(text, '|')) {
        char kind[32];
        snprintf(kind, sizeof kind, "%.*s", (int)(length - 2), text + 1);
        size_t k = position(kinds, KIND_COUNT, kind);
        if (k < KIND_COUNT)
            return (uint16_t)(flags | GUARD_ELEMENT_KIND | k);
    }
    return (uint16_t)(flags | class_of(text));
}

/* The rarest word is looked up: the element whose shortest word is longest. */
static uint8_t anchor_of(const struct guard_phrase *phrase)
{
    size_t best = phrase->count;
    for (size_t i = 0; i < phrase->count; i++) {
        if (phrase->element[i] & (GUARD_ELEMENT_NOT | GUARD_ELEMENT_KIND))
            continue;
        if (best == phrase->count ||
            lexicon.class_weight[phrase->element[i]] > lexicon.class_weight[phrase->element[best]])
            best = i;
    }
    if (best == phrase->count)
        fail("the phrase has no word of its own");
    return (uint8_t)best;
}

/* One phrase for each choice of the words that may be missing. */
static void read_phrase(char *line, struct phrases *phrases)
{
    uint16_t element[PHRASE_WORDS];
    bool optional[PHRASE_WORDS];
    size_t count = 0, choices = 1;
    char *rest;
    for (char *word = strtok_r(line, " \t", &rest); word; word = strtok_r(NULL, " \t", &rest)) {
        size_t length = strlen(word);
        if (count == PHRASE_WORDS)
            fail("the phrase is too long");
        optional[count] = word[length - 1] == '?';
        if (optional[count])
            word[length - 1] = '\0';
        choices <<= optional[count];
        element[count++] = element_of(word);
    }
    for (size_t choice = 0; choice < choices; choice++) {
        struct guard_phrase phrase = {0};
        size_t bit = 0;
        for (size_t i = 0; i < count; i++) {
            if (optional[i] && choice >> bit++ & 1)
                continue;
            if (phrase.count == GUARD_PHRASE)
                fail("the phrase is too long");
            phrase.element[phrase.count++] = element[i];
        }
        phrase.anchor = anchor_of(&phrase);
        if (phrases->count == PHRASES)
            fail("too many phrases");
        phrases->phrase[phrases->count++] = phrase;
    }
}

/* ---- files */

struct section {
    enum {
        SECTION_NONE,
        SECTION_ENDINGS,
        SECTION_NUMBER,
        SECTION_ROLE,
        SECTION_LIST,
        SECTION_HARMLESS,
        SECTION_TELLING
    } type;
    size_t which;
};

static struct section open_section(const char *line)
{
    char name[64];
    size_t length = strlen(line), i = 0;
    if (line[length - 1] != ']' || length - 2 >= sizeof name)
        fail("expected '[section]'");
    snprintf(name, sizeof name, "%.*s", (int)(length - 2), line + 1);
    if (strcmp(name, "endings") == 0)
        return (struct section){SECTION_ENDINGS, 0};
    if (strcmp(name, "harmless") == 0)
        return (struct section){SECTION_HARMLESS, 0};
    if (strcmp(name, "telling") == 0)
        return (struct section){SECTION_TELLING, 0};
    if (strncmp(name, "number ", 7) == 0 &&
        (i = position(kinds, KIND_COUNT, name + 7)) < KIND_COUNT)
        return (struct section){SECTION_NUMBER, i};
    if ((i = position(roles, ROLE_COUNT, name)) < ROLE_COUNT)
        return (struct section){SECTION_ROLE, i};
    for (i = 0; i < sizeof lists / sizeof lists[0]; i++)
        if (strcmp(lists[i].name, name) == 0)
            return (struct section){SECTION_LIST, i};
    fail("no section is called '%s'", name);
    return (struct section){0};
}

static void read_words(char *line, const struct section *section)
{
    char *rest;
    for (char *word = strtok_r(line, " \t", &rest); word; word = strtok_r(NULL, " \t", &rest)) {
        if (section->type == SECTION_LIST)
            lists[section->which].add(word);
        else
            attributes_of(word)->info.roles |= 1U << section->which;
    }
}

static void read_line(char *line, struct section *section)
{
    if (line[0] == '[') {
        *section = open_section(line);
        return;
    }
    switch (section->type) {
    case SECTION_NONE: fail("a word before the first section"); break;
    case SECTION_ENDINGS: read_ending_set(line); break;
    case SECTION_NUMBER: read_numbers(line, (enum guard_kind)section->which); break;
    case SECTION_HARMLESS: read_phrase(line, &lexicon.harmless); break;
    case SECTION_TELLING: read_phrase(line, &lexicon.telling); break;
    case SECTION_ROLE:
    case SECTION_LIST: read_words(line, section); break;
    }
}

static unsigned language_of(const char *path)
{
    static const struct {
        const char *name;
        unsigned bit;
    } languages[] = {
#define X(name, text, bit) {text, bit},
        GUARD_LANGUAGES(X)
#undef X
    };
    const char *name = strrchr(path, '/');
    name = name ? name + 1 : path;
    for (size_t i = 0; i < sizeof languages / sizeof languages[0]; i++)
        if (strncmp(languages[i].name, name, 2) == 0 && strcmp(name + 2, ".txt") == 0)
            return languages[i].bit;
    fail("guard_internal.h knows no such language");
    return 0;
}

static void read_file(const char *path)
{
    char line[LINE];
    struct section section = {0};
    file_name = path;
    line_number = 0;
    language = language_of(path);
    set_count = 0;
    FILE *file = fopen(path, "rb");
    if (!file)
        fail("cannot be read");
    while (fgets(line, sizeof line, file)) {
        line_number++;
        if (!strchr(line, '\n') && !feof(file))
            fail("the line is too long");
        line[strcspn(line, "#\r\n")] = '\0';
        for (size_t n = strlen(line); n && (line[n - 1] == ' ' || line[n - 1] == '\t');)
            line[--n] = '\0';
        if (line[0])
            read_line(line, &section);
    }
    fclose(file);
}

int main(int count, char **arguments)
{
    if (count < 3) {
        fprintf(stderr, "usage: guard_words OUT.c FILE...\n");
        return 2;
    }
    lexicon_open(&lexicon);
    for (int i = 2; i < count; i++)
        read_file(arguments[i]);
    file_name = arguments[1];
    FILE *out = fopen(arguments[1], "wb");
    if (!out)
        fail("cannot be written");
    lexicon_write(&lexicon, out);
    if (fclose(out) != 0)
        fail("cannot be written");
    return 0;
}
