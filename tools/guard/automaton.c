/* Trees of words to minimal acyclic automata, and all of it to C; for the compiler of the guard's
 * word lists. */
#include "words.h"

#include <stdlib.h>
#include <string.h>

enum { EDGES = UINT16_MAX, LISTS = 8192, INFOS = 4096, NUMBERS = 512, CLASS_LISTS = 32768 };

static struct node *new_node(uint8_t letter)
{
    struct node *node = calloc(1, sizeof *node);
    if (!node)
        fail("no memory");
    node->letter = letter;
    return node;
}

void lexicon_open(struct lexicon *lexicon)
{
    lexicon->numbers = new_node(0);
    lexicon->words = new_node(0);
    lexicon->inner = new_node(0);
    lexicon->long_words = new_node(0);
}

struct node *node_at(struct node *root, const uint8_t *letters, size_t length)
{
    struct node *node = root;
    for (size_t i = 0; i < length; i++) {
        struct node **place = &node->child;
        while (*place && (*place)->letter < letters[i])
            place = &(*place)->next;
        if (!*place || (*place)->letter != letters[i]) {
            struct node *fresh = new_node(letters[i]);
            fresh->next = *place;
            *place = fresh;
        }
        node = *place;
    }
    return node;
}

/* ---- values: what a longer word inherits, and equal records once */

void attributes_add_class(struct attributes *attributes, unsigned class)
{
    size_t i = 0;
    while (i < attributes->classes && attributes->class[i] < class)
        i++;
    if (i < attributes->classes && attributes->class[i] == class)
        return;
    if (attributes->classes == WORD_CLASSES)
        fail("a word is in too many phrases");
    memmove(attributes->class + i + 1, attributes->class + i,
            (attributes->classes++ - i) * sizeof attributes->class[0]);
    attributes->class[i] = (uint16_t) class;
}

static void merge(struct attributes *into, const struct attributes *from)
{
    into->info.roles |= from->info.roles;
    into->info.languages |= from->info.languages;
    into->info.before |= from->info.before;
    into->info.ambiguous |= from->info.ambiguous;
    into->info.ordinary |= from->info.ordinary;
    for (size_t i = 0; i < from->classes; i++)
        attributes_add_class(into, from->class[i]);
}

/* A class that names a section has the words of that section. */
static void add_role_classes(const struct lexicon *lexicon, struct attributes *attributes)
{
    for (unsigned class = 1; class <= lexicon->classes; class ++)
        if (lexicon->class_roles[class] & attributes->info.roles)
            attributes_add_class(attributes, class);
}

static struct guard_info infos[INFOS] = {{0}};
static uint16_t class_lists[CLASS_LISTS] = {0};
static size_t info_count = 1, class_list_length = 1;

static uint16_t list_of_classes(const struct attributes *attributes)
{
    size_t n = attributes->classes;
    if (!n)
        return 0;
    for (size_t at = 1; at + n < class_list_length; at++)
        if (!memcmp(class_lists + at, attributes->class, n * sizeof class_lists[0]) &&
            !class_lists[at + n])
            return (uint16_t)at;
    if (class_list_length + n + 1 > CLASS_LISTS)
        fail("too many classes");
    size_t at = class_list_length;
    memcpy(class_lists + at, attributes->class, n * sizeof class_lists[0]);
    class_list_length += n + 1;
    return (uint16_t)at;
}

static bool same_info(const struct guard_info *a, const struct guard_info *b)
{
    return a->roles == b->roles && a->languages == b->languages && a->before == b->before &&
        a->ambiguous == b->ambiguous && a->ordinary == b->ordinary && a->classes == b->classes &&
        a->rest == b->rest;
}

static bool anchors(const struct phrases *phrases, const struct attributes *attributes)
{
    for (size_t i = 0; i < attributes->classes; i++)
        for (size_t p = 0; p < phrases->count; p++)
            if (phrases->phrase[p].element[phrases->phrase[p].anchor] == attributes->class[i])
                return true;
    return false;
}

static uint16_t record_of(const struct lexicon *lexicon, const struct attributes *attributes,
                          uint16_t rest)
{
    struct guard_info info = attributes->info;
    info.classes = list_of_classes(attributes);
    info.rest = rest;
    info.tells = anchors(&lexicon->telling, attributes);
    info.excuses = anchors(&lexicon->harmless, attributes);
    for (size_t i = 0; i < info_count; i++)
        if (same_info(&infos[i], &info))
            return (uint16_t)i;
    if (info_count == INFOS)
        fail("too many different words");
    infos[info_count] = info;
    return (uint16_t)info_count++;
}

/* Leaves that say no more than falling off the tree at their parent does are not needed. */
static void drop_leaves(struct node *node, uint16_t value)
{
    struct node **child = &node->child;
    while (*child) {
        struct node *leaf = *child;
        if (leaf->child || leaf->value != value) {
            child = &leaf->next;
            continue;
        }
        *child = leaf->next;
        free(leaf);
    }
}

static void give_word_values(const struct lexicon *lexicon, struct node *node,
                             const struct attributes *inherited)
{
    struct attributes rest = *inherited;
    add_role_classes(lexicon, &node->word);
    add_role_classes(lexicon, &node->long_word);
    merge(&rest, &node->long_word);
    merge(&node->word, &rest);
    uint16_t longer = record_of(lexicon, &rest, 0);
    node->value = record_of(lexicon, &node->word, longer);
    for (struct node *child = node->child; child; child = child->next)
        give_word_values(lexicon, child, &rest);
    drop_leaves(node, record_of(lexicon, &rest, longer));
}

static struct guard_number numbers[NUMBERS] = {{0}};
static size_t number_count = 1;

static uint16_t number_record(const struct guard_number *number)
{
    for (size_t i = 0; i < number_count; i++)
        if (numbers[i].kind == number->kind && numbers[i].rest == number->rest &&
            numbers[i].languages == number->languages)
            return (uint16_t)i;
    if (number_count == NUMBERS)
        fail("too many different numbers");
    numbers[number_count] = *number;
    return (uint16_t)number_count++;
}

static void give_number_values(struct node *node, struct guard_number inherited)
{
    if (node->long_number.kind)
        inherited.kind = node->long_number.kind;
    inherited.languages |= node->long_number.languages;
    struct guard_number number = node->number;
    if (!number.kind)
        number.kind = inherited.kind;
    number.rest = inherited.kind;
    number.languages |= inherited.languages;
    node->value = number_record(&number);
    for (struct node *child = node->child; child; child = child->next)
        give_number_values(child, inherited);
}

/* ---- the automaton */

struct edge {
    uint16_t child, value;
    uint8_t letter;
};

struct automaton {
    size_t edges, lists;
    struct edge edge[EDGES];
    struct {
        uint16_t first, count;
    } list[LISTS]; /* what was written, to be shared */
};

static bool same_edges(const struct edge *a, const struct edge *b, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (a[i].child != b[i].child || a[i].value != b[i].value || a[i].letter != b[i].letter)
            return false;
    return true;
}

/* The children of a node as edges side by side, those of equal nodes once. Returns the first. */
static uint16_t write_children(struct automaton *automaton, const struct node *node)
{
    struct edge edge[128];
    size_t count = 0;
    for (const struct node *child = node->child; child; child = child->next)
        edge[count++] =
            (struct edge){write_children(automaton, child), child->value, child->letter};
    if (!count)
        return 0;
    edge[count - 1].letter |= GUARD_LAST_EDGE;
    for (size_t i = 0; i < automaton->lists; i++)
        if (automaton->list[i].count == count &&
            same_edges(automaton->edge + automaton->list[i].first, edge, count))
            return automaton->list[i].first;
    if (automaton->edges + count > EDGES || automaton->lists == LISTS)
        fail("too many words");
    uint16_t first = (uint16_t)automaton->edges;
    memcpy(automaton->edge + first, edge, count * sizeof edge[0]);
    automaton->edges += count;
    automaton->list[automaton->lists].first = first;
    automaton->list[automaton->lists++].count = (uint16_t)count;
    return first;
}

static void write_roots(const struct automaton *automaton, unsigned first, FILE *out)
{
    for (unsigned letter = 0; letter < 128; letter++) {
        unsigned at = 0;
        for (unsigned i = first; !at; i++) {
            if ((automaton->edge[i].letter & 127) == letter)
                at = i;
            if (automaton->edge[i].letter & GUARD_LAST_EDGE)
                break;
        }
        fprintf(out, "%u,", at);
    }
}

/* Its arrays can be found by their names, because the page fetches those of long lists when they
 * are needed. */
static void write_automaton(const char *name, const struct node *root, FILE *out)
{
    static struct automaton automaton;
    automaton.edges = 1;
    automaton.lists = 0;
    uint16_t first = write_children(&automaton, root);
    fprintf(out,
            "extern const uint16_t %s_child[], %s_value[];\nextern const uint8_t %s_letter[];\n",
            name, name, name);
    fprintf(out, "const uint16_t %s_child[] = {", name);
    for (size_t i = 0; i < automaton.edges;
         i++) /* children were written before; distances are small and pack well */
        fprintf(out, "%zu,", automaton.edge[i].child ? i - automaton.edge[i].child : 0);
    fprintf(out, "};\nconst uint16_t %s_value[] = {", name);
    for (size_t i = 0; i < automaton.edges; i++)
        fprintf(out, "%u,", automaton.edge[i].value);
    fprintf(out, "};\nconst uint8_t %s_letter[] = {", name);
    for (size_t i = 0; i < automaton.edges; i++)
        fprintf(out, "%u,", automaton.edge[i].letter);
    if (automaton.edges % 2) /* whole pairs of bytes: web/tools/cut-tables.mjs rearranges those */
        fprintf(out, "0");
    fprintf(out, "};\nconst struct guard_automaton %s = {%s_child, %s_value, %s_letter, {", name,
            name, name, name);
    write_roots(&automaton, first, out);
    fprintf(out, "}};\n\n");
}

/* ---- the rest of the tables */

static int by_anchor(const void *a, const void *b)
{
    const struct guard_phrase *left = a, *right = b;
    return left->element[left->anchor] - right->element[right->anchor];
}

/* Phrases by the class of their anchor, and where those of each class start. */
static void write_phrases(const char *name, struct phrases *phrases, unsigned classes, FILE *out)
{
    qsort(phrases->phrase, phrases->count, sizeof phrases->phrase[0], by_anchor);
    fprintf(out, "static const struct guard_phrase %s_list[] = {\n", name);
    for (size_t i = 0; i < phrases->count; i++) {
        const struct guard_phrase *phrase = &phrases->phrase[i];
        fprintf(out, "{%u,%u,{%u", phrase->count, phrase->anchor, phrase->element[0]);
        for (size_t k = 1; k < GUARD_PHRASE; k++)
            fprintf(out, ",%u", phrase->element[k]);
        fprintf(out, "}},\n");
    }
    fprintf(out, "};\nstatic const uint16_t %s_of[] = {", name);
    for (size_t class = 0, at = 0; class <= classes + 1; class ++) {
        while (at < phrases->count &&
               phrases->phrase[at].element[phrases->phrase[at].anchor] < class)
            at++;
        fprintf(out, "%zu,", at);
    }
    fprintf(out, "};\nconst struct guard_phrases %s = {%s_list, %s_of};\n\n", name, name, name);
}

static void write_records(FILE *out)
{
    fprintf(out, "const struct guard_number guard_numbers[] = {\n");
    for (size_t i = 0; i < number_count; i++)
        fprintf(out, "{%u,%u,%u},\n", numbers[i].kind, numbers[i].rest, numbers[i].languages);
    fprintf(out, "};\n\nconst struct guard_info guard_infos[] = {\n");
    for (size_t i = 0; i < info_count; i++)
        fprintf(out, "{%uU,%u,%u,%u,%u,%u,%u,%u,%u},\n", infos[i].roles, infos[i].languages,
                infos[i].before, infos[i].ambiguous, infos[i].ordinary, infos[i].classes,
                infos[i].rest, infos[i].tells, infos[i].excuses);
    fprintf(out, "};\n\nconst uint16_t guard_classes[] = {");
    for (size_t i = 0; i < class_list_length; i++)
        fprintf(out, "%u,", class_lists[i]);
    fprintf(out, "};\n\n");
}

static void write_small_tables(const struct lexicon *lexicon, FILE *out)
{
    fprintf(out, "const struct guard_accent guard_accents[] = {");
    for (size_t i = 0; i < lexicon->accents; i++)
        fprintf(out, "{%u,%u},", lexicon->accent[i].code, lexicon->accent[i].languages);
    fprintf(out, "{0,0}};\nconst struct guard_pair guard_pairs[] = {");
    for (size_t i = 0; i < lexicon->pairs; i++)
        fprintf(out, "{\"%s\",%u},", lexicon->pair[i].letters, lexicon->pair[i].languages);
    fprintf(out, "{\"\",0}};\nconst char guard_unlikely[] = \"%s\", *const guard_joints[] = {",
            lexicon->unlikely);
    for (size_t i = 0; i < lexicon->joints; i++)
        fprintf(out, "\"%s\",", lexicon->joint[i]);
    fprintf(out, "NULL};\n");
}

void lexicon_write(struct lexicon *lexicon, FILE *out)
{
    static const struct attributes nothing = {0};
    give_word_values(lexicon, lexicon->words, &nothing);
    give_number_values(lexicon->numbers, (struct guard_number){0});
    fprintf(out,
            "/* The word lists of the talk guard, compiled by tools/guard/words.c; do not edit. "
            "*/\n#include "
            "\"table/guard/guard_internal.h\"\n\n");
    write_automaton("guard_number_words", lexicon->numbers, out);
    write_automaton("guard_plain_words", lexicon->words, out);
    write_automaton("guard_inner_words", lexicon->inner, out);
    write_automaton("guard_long_words", lexicon->long_words, out);
    write_records(out);
    write_phrases("guard_harmless", &lexicon->harmless, lexicon->classes, out);
    write_phrases("guard_telling", &lexicon->telling, lexicon->classes, out);
    write_small_tables(lexicon, out);
}
