/* Folding for the talk guard: any text to the guard's alphabet (guard_internal.h), so that case, accents, fonts, zero-width
 * signs and letters that only look different are gone before a word is looked up. TT2.
 *
 * Tables are from the Unicode character database. A code point that no table knows is a sign that separates words. */
#include "guard_internal.h"

struct run {
    uint16_t first, last;
    const char *letters; /* one per code point; '.' none, '-' skipped */
};

struct range {
    uint32_t first, last;
};

/* Latin letters by their base letter, Greek by looks, Cyrillic by sound; Cyrillic letters that neither Ukrainian nor Russian has
 * are there for their Latin looks alone. No number word has щ. */
static const struct run runs[] = {
    {0x00AA, 0x024F,
     "a.......##.u...#o.###.aaaaaaaceeeeiiiidnooooo.ouuuuypsaaaaaaaceeeeiiiidnooooo.ouuuuypyaaaaaacccccccc"
     "ddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkkllllllllllnnnnnn.nnoooooooorrrrrrssssssssttttttuuuuuuuuuu"
     "uuwwyyyzzzzzzsbbbb..occdddd.eeeffgy.iikkl.mnnooo..pp...ssttttuuuvyyzzzzzz....p....dddlllnnnaaiioouuu"
     "uuuuuuueaaaaaaggggkkoooozzjdddgg.pnnaaaaooaaaaeeeeiiiioooorrrruuuusstt..hhnd..zzaaeeooooooooyylntj.."
     "accltsz..b.veejjqqrryy"},
    {0x0250, 0x02AF, "aaabocddeeeeeeejgggy.hhniiilllzmmmnnnoo..rrrrrrrrrssjsstt.uvvwyyzzzz...c.beghjklq...z..s.n....hh"},
    {0x02B0, 0x02FF, "hhjrrrrwy.......................................ylsx............................"},
    {0x0370, 0x03FF,
     "......................a.ehi.o.ywiabydezhoiklmneonp.etyoxywiyaeniuabydeznoikluveonpsotuoxywiuouw.bouu"
     "uon.........................kps.oe...e......"},
    {0x0400, 0x052F,
     "EE.GEsIIj...KIU.ABVGDEJZIIKLMNOPRSTUFHCQW?-I-EXYABVGDEJZIIKLMNOPRSTUFHCQW?-I-EXYEE.GEsIIj...KIU.ww.."
     "................vv....oo.......-------....RRGGffGGJJZZKKKKKK..NN..PP..SSTTyy..HH..QQQQhhee..lJJKKLLN"
     "NNN..MMlAAAAaaEE....JJZZ..IIIIOO....EEUUUUUUQQGGIIGGHHHHdd......nn..gg....LL......qqww..LLNNPP..NN.."
     "..LL"},
    {0x1D00, 0x1DBF,
     "aaabcddeeijklmnoooooo.ooprrtuuumvwzz........aabbdeeghijklmnno.prtuwaaaabdeeeegikmnooooptuumv.bydoxir"
     "uvbypox.bdfmnprrstzg.gdiipuubdfgklmnprssvxzaadeeeeiosuzaccdefjghiiiijlllmmnnno.sst.uuvvzzzzo"},
    {0x1E00, 0x1EFF,
     "aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmmmmmmnnnnnnnnoooooooopppprrrrrrrrssss"
     "ssssssttttttttuuuuuuuuuuvvvvwwwwwwwwwwxxxxyyzzzzzzhtwyassss.aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeeeeeeeeeee"
     "iiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy..vvyy"},
    {0x2071, 0x209C, "i..######.....n##########......aeoxehklmnpst"},
    {0x2100, 0x214F, "..c.......ghhhh.iill.nn..pqrrr..stt.z.w.z.kabc.eef.mo....i.fnyyn.....ddeij......"},
    {0x2C60, 0x2C7F, "lllprathhkkzzamaavwwvhh.eroejvsz"},
    {0xA722, 0xA7FF,
     "....nn........fs............cckkkkkklllloooo..ppppppqqqq....vv..zzpppp.................ddffgggllrrss"
     "tt.....hl.nnccchbbffaaoo..ggkknnrrsshegliqktj.....uuaaiiuuoowwcszddss.....gg.p.pssss................"
     "........cfqhhihomfpm.m"},
    {0xAB30, 0xAB68, "aeeeefgsllmnnoooooooorrrrrrrrsu...u...xxxxy.nslu.ec.a...r"},
};

/* Whole alphabets in other fonts: mathematical, circled, squared, full width, flags. Every 26 code points start again at a. */
static const struct range alphabets[] = {
    {0x249C, 0x24B5},   {0x24B6, 0x24CF},   {0x24D0, 0x24E9},   {0xFF21, 0xFF3A},   {0xFF41, 0xFF5A},   {0x1D400, 0x1D6A3},
    {0x1F110, 0x1F129}, {0x1F130, 0x1F149}, {0x1F150, 0x1F169}, {0x1F170, 0x1F189}, {0x1F1E6, 0x1F1FF},
};

/* Digits, fractions, Roman and ideographic numerals, and pictures of numbers: dice, playing cards, dominoes, mahjong, clock
 * faces, 100 points, 8 ball, Braille. Direction overrides are here as well: they show text backwards. */
static const struct range numbers[] = {
    {0xB2, 0xB3},       {0xB9, 0xB9},       {0xBC, 0xBE},       {0x660, 0x669},     {0x6F0, 0x6F9},     {0x7C0, 0x7C9},
    {0x966, 0x96F},     {0x9E6, 0x9EF},     {0x9F4, 0x9F9},     {0xA66, 0xA6F},     {0xAE6, 0xAEF},     {0xB66, 0xB6F},
    {0xB72, 0xB77},     {0xBE6, 0xBF2},     {0xC66, 0xC6F},     {0xC78, 0xC7E},     {0xCE6, 0xCEF},     {0xD58, 0xD5E},
    {0xD66, 0xD78},     {0xDE6, 0xDEF},     {0xE50, 0xE59},     {0xED0, 0xED9},     {0xF20, 0xF33},     {0x1040, 0x1049},
    {0x1090, 0x1099},   {0x1369, 0x137C},   {0x16EE, 0x16F0},   {0x17E0, 0x17E9},   {0x17F0, 0x17F9},   {0x1810, 0x1819},
    {0x1946, 0x194F},   {0x19D0, 0x19DA},   {0x1A80, 0x1A89},   {0x1A90, 0x1A99},   {0x1B50, 0x1B59},   {0x1BB0, 0x1BB9},
    {0x1C40, 0x1C49},   {0x1C50, 0x1C59},   {0x202D, 0x202E},   {0x2070, 0x2070},   {0x2074, 0x2079},   {0x2080, 0x2089},
    {0x2150, 0x2182},   {0x2185, 0x2189},   {0x2460, 0x249B},   {0x24EA, 0x24FF},   {0x2680, 0x2685},   {0x2776, 0x2793},
    {0x2800, 0x28FF},   {0x2CFD, 0x2CFD},   {0x3007, 0x3007},   {0x3021, 0x3029},   {0x3038, 0x303A},   {0x3192, 0x3195},
    {0x3220, 0x3229},   {0x3248, 0x324F},   {0x3251, 0x325F},   {0x3280, 0x3289},   {0x32B1, 0x32CB},   {0x3358, 0x3370},
    {0x33E0, 0x33FE},   {0x3405, 0x3405},   {0x3483, 0x3483},   {0x382A, 0x382A},   {0x3B4D, 0x3B4D},   {0x4E00, 0x4E00},
    {0x4E03, 0x4E03},   {0x4E07, 0x4E07},   {0x4E09, 0x4E09},   {0x4E5D, 0x4E5D},   {0x4E8C, 0x4E8C},   {0x4E94, 0x4E94},
    {0x4E96, 0x4E96},   {0x4EBF, 0x4EC0},   {0x4EDF, 0x4EDF},   {0x4EE8, 0x4EE8},   {0x4F0D, 0x4F0D},   {0x4F70, 0x4F70},
    {0x5104, 0x5104},   {0x5146, 0x5146},   {0x5169, 0x5169},   {0x516B, 0x516B},   {0x516D, 0x516D},   {0x5341, 0x5341},
    {0x5343, 0x5345},   {0x534C, 0x534C},   {0x53C1, 0x53C4},   {0x56DB, 0x56DB},   {0x58F1, 0x58F1},   {0x58F9, 0x58F9},
    {0x5E7A, 0x5E7A},   {0x5EFE, 0x5EFF},   {0x5F0C, 0x5F0E},   {0x5F10, 0x5F10},   {0x62FE, 0x62FE},   {0x634C, 0x634C},
    {0x67D2, 0x67D2},   {0x6F06, 0x6F06},   {0x7396, 0x7396},   {0x767E, 0x767E},   {0x8086, 0x8086},   {0x842C, 0x842C},
    {0x8CAE, 0x8CAE},   {0x8CB3, 0x8CB3},   {0x8D30, 0x8D30},   {0x9621, 0x9621},   {0x9646, 0x9646},   {0x964C, 0x964C},
    {0x9678, 0x9678},   {0x96F6, 0x96F6},   {0xA620, 0xA629},   {0xA6E6, 0xA6EF},   {0xA830, 0xA835},   {0xA8D0, 0xA8D9},
    {0xA900, 0xA909},   {0xA9D0, 0xA9D9},   {0xA9F0, 0xA9F9},   {0xAA50, 0xAA59},   {0xABF0, 0xABF9},   {0xF96B, 0xF96B},
    {0xF973, 0xF973},   {0xF978, 0xF978},   {0xF9B2, 0xF9B2},   {0xF9D1, 0xF9D1},   {0xF9D3, 0xF9D3},   {0xF9FD, 0xF9FD},
    {0xFF10, 0xFF19},   {0x10107, 0x10133}, {0x10140, 0x10178}, {0x1018A, 0x1018B}, {0x102E1, 0x102FB}, {0x10320, 0x10323},
    {0x10341, 0x10341}, {0x1034A, 0x1034A}, {0x103D1, 0x103D5}, {0x104A0, 0x104A9}, {0x10858, 0x1085F}, {0x10879, 0x1087F},
    {0x108A7, 0x108AF}, {0x108FB, 0x108FF}, {0x10916, 0x1091B}, {0x109BC, 0x109BD}, {0x109C0, 0x109CF}, {0x109D2, 0x109FF},
    {0x10A40, 0x10A48}, {0x10A7D, 0x10A7E}, {0x10A9D, 0x10A9F}, {0x10AEB, 0x10AEF}, {0x10B58, 0x10B5F}, {0x10B78, 0x10B7F},
    {0x10BA9, 0x10BAF}, {0x10CFA, 0x10CFF}, {0x10D30, 0x10D39}, {0x10E60, 0x10E7E}, {0x10F1D, 0x10F26}, {0x10F51, 0x10F54},
    {0x10FC5, 0x10FCB}, {0x11052, 0x1106F}, {0x110F0, 0x110F9}, {0x11136, 0x1113F}, {0x111D0, 0x111D9}, {0x111E1, 0x111F4},
    {0x112F0, 0x112F9}, {0x11450, 0x11459}, {0x114D0, 0x114D9}, {0x11650, 0x11659}, {0x116C0, 0x116C9}, {0x11730, 0x1173B},
    {0x118E0, 0x118F2}, {0x11950, 0x11959}, {0x11C50, 0x11C6C}, {0x11D50, 0x11D59}, {0x11DA0, 0x11DA9}, {0x11FC0, 0x11FD4},
    {0x12400, 0x1246E}, {0x16A60, 0x16A69}, {0x16AC0, 0x16AC9}, {0x16B50, 0x16B59}, {0x16B5B, 0x16B61}, {0x16E80, 0x16E96},
    {0x1D2E0, 0x1D2F3}, {0x1D360, 0x1D378}, {0x1D7CE, 0x1D7FF}, {0x1E140, 0x1E149}, {0x1E2F0, 0x1E2F9}, {0x1E8C7, 0x1E8CF},
    {0x1E950, 0x1E959}, {0x1EC71, 0x1ECAB}, {0x1ECAD, 0x1ECAF}, {0x1ECB1, 0x1ECB4}, {0x1ED01, 0x1ED2D}, {0x1ED2F, 0x1ED3D},
    {0x1F007, 0x1F021}, {0x1F030, 0x1F093}, {0x1F0A1, 0x1F0AE}, {0x1F0B1, 0x1F0BE}, {0x1F0C1, 0x1F0CE}, {0x1F0D1, 0x1F0DE},
    {0x1F0E0, 0x1F0F5}, {0x1F100, 0x1F10F}, {0x1F3B1, 0x1F3B1}, {0x1F4AF, 0x1F4AF}, {0x1F51F, 0x1F51F}, {0x1F522, 0x1F522},
    {0x1F550, 0x1F567}, {0x1FBF0, 0x1FBF9}, {0x20001, 0x20001}, {0x20064, 0x20064}, {0x200E2, 0x200E2}, {0x20121, 0x20121},
    {0x2092A, 0x2092A}, {0x20983, 0x20983}, {0x2098C, 0x2098C}, {0x2099C, 0x2099C}, {0x20AEA, 0x20AEA}, {0x20AFD, 0x20AFD},
    {0x20B19, 0x20B19}, {0x22390, 0x22390}, {0x22998, 0x22998}, {0x23B1B, 0x23B1B}, {0x2626D, 0x2626D}, {0x2F890, 0x2F890},
};

/* What nobody sees, or what only decorates the letter before it. */
static const struct range invisible[] = {
    {0xAD, 0xAD},     {0x300, 0x36F},   {0x483, 0x489},   {0x61C, 0x61C},   {0x115F, 0x1160},   {0x17B4, 0x17B5},   {0x180B, 0x180F},
    {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x200B, 0x200F}, {0x202A, 0x202C}, {0x2060, 0x206F},   {0x20D0, 0x20FF},   {0x3164, 0x3164},
    {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF}, {0xFFA0, 0xFFA0}, {0x1F3FB, 0x1F3FF}, {0xE0000, 0xE0FFF},
};

/* Signs that stand for a letter or for nothing. */
static const struct {
    uint32_t code;
    char letter;
} signs[] = {
    {0xA2, 'c'},   {0xA3, 'l'},   {0xA5, 'y'},   {0xA7, 's'},   {0x20AC, 'e'}, {0x0152, 'o'}, {0x2018, 0},   {0x2019, 0},   {0x201B, 0},
    {0x02BC, 0},   {0x02B9, 0},   {0x2032, 0},   {0xB4, 0},     {0x02BB, 0},   {0x02C8, 0},   {0xFF07, 0},   {0x2229, 'n'}, {0x0585, 'o'},
    {0x2020, 't'}, {0xFF01, '!'}, {0xFF04, '$'}, {0xFF20, '@'}, {0xFF5C, '|'}, {0x2502, '|'}, {0x01C0, '|'},
};

static const struct {
    uint16_t code;
    char letters[2];
} ligatures[] = {
    {0xFB00, "ff"}, {0xFB01, "fi"}, {0xFB02, "fl"}, {0xFB03, "fi"}, {0xFB04, "fl"}, {0xFB05, "st"}, {0xFB06, "st"},
};

/* Scripts whose characters are letters, roughly: they keep words together but never spell a number word known here. */
static const struct range foreign[] = {
    {0x530, 0x10FF}, {0x1100, 0x11FF}, {0x1380, 0x167F}, {0x3040, 0x30FF}, {0x3400, 0x9FFF}, {0xAC00, 0xD7AF},
};

static bool in_ranges(const struct range *ranges, size_t count, uint32_t code)
{
    size_t low = 0;
    while (low < count) {
        size_t middle = (low + count) / 2;
        if (code > ranges[middle].last)
            low = middle + 1;
        else if (code < ranges[middle].first)
            count = middle;
        else
            return true;
    }
    return false;
}

#define IN(table, code) in_ranges(table, sizeof table / sizeof table[0], code)

static uint8_t fold_alphabet(uint32_t code)
{
    for (size_t i = 0; i < sizeof alphabets / sizeof alphabets[0]; i++)
        if (code >= alphabets[i].first && code <= alphabets[i].last)
            return (uint8_t)('a' + (code - alphabets[i].first) % 26);
    return 0;
}

static uint8_t fold_run(uint32_t code)
{
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        if (code < runs[i].first || code > runs[i].last)
            continue;
        char letter = runs[i].letters[code - runs[i].first];
        return letter == '-' ? GUARD_SKIP : (uint8_t)letter;
    }
    return GUARD_BREAK;
}

static uint8_t fold_ascii(uint32_t code)
{
    if (code >= 'a' && code <= 'z')
        return (uint8_t)code;
    if (code >= 'A' && code <= 'Z')
        return (uint8_t)(code - 'A' + 'a');
    if (code >= '0' && code <= '9')
        return GUARD_NUMBER;
    switch (code) {
    case '\'':
    case '`': return GUARD_SKIP;
    case ' ':
    case '\t':
    case '\n':
    case '\r': return GUARD_SPACE;
    case '@':
    case '$':
    case '!':
    case '|':
    case '+': return (uint8_t)code;
    default: return GUARD_BREAK;
    }
}

static uint8_t fold_sparse(uint32_t code)
{
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
        if (signs[i].code == code)
            return (uint8_t)signs[i].letter;
    if (IN(numbers, code))
        return GUARD_NUMBER;
    if (IN(invisible, code))
        return GUARD_SKIP;
    uint8_t letter = fold_alphabet(code);
    if (letter)
        return letter;
    if (code == 0xA0 || (code >= 0x2000 && code <= 0x200A) || code == 0x3000)
        return GUARD_SPACE;
    letter = fold_run(code);
    return letter == GUARD_BREAK && IN(foreign, code) ? GUARD_FOREIGN : letter;
}

static uint8_t fold_code(uint32_t code)
{
    if (code < 0x80)
        return fold_ascii(code);
    if ((code >= 0xC0 && code <= 0x17F) || (code >= 0x400 && code <= 0x481) || (code >= 0x490 && code <= 0x4FF))
        return fold_run(code); /* the everyday letters, without the sparse tables */
    if (code == UINT32_MAX)
        return GUARD_BREAK;
    return fold_sparse(code);
}

uint32_t guard_decode(const char *text, size_t length, size_t *used)
{
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    uint8_t lead = (uint8_t)text[0];
    *used = 1;
    if (lead < 0x80)
        return lead;
    size_t need = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || need > length)
        return UINT32_MAX;
    uint32_t code = lead & (0xFFU >> (need + 1));
    for (size_t i = 1; i < need; i++) {
        uint8_t byte = (uint8_t)text[i];
        if ((byte & 0xC0) != 0x80)
            return UINT32_MAX;
        code = code << 6 | (byte & 0x3F);
    }
    if (code < least[need] || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
        return UINT32_MAX;
    *used = need;
    return code;
}

bool guard_is_letter(uint8_t glyph) { return (glyph >= 'a' && glyph <= 'z') || (glyph >= 'A' && glyph <= 'Z') || glyph == GUARD_FOREIGN; }

static bool is_ascii_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || (unsigned char)c >= 0x80;
}

/* The piles are called U1, U2, D1, D2: their names say no card. */
static bool is_pile_name(const char *text, size_t length, size_t digit)
{
    if ((text[digit] != '1' && text[digit] != '2') || digit == 0)
        return false;
    char side = text[digit - 1];
    if (side != 'U' && side != 'D' && side != 'u' && side != 'd')
        return false;
    if (digit >= 2 && is_ascii_word(text[digit - 2]))
        return false;
    return digit + 1 >= length || !is_ascii_word(text[digit + 1]);
}

static void push(struct guard_text *folded, uint8_t letter, size_t at, size_t used, enum guard_mark mark)
{
    if (folded->count >= GUARD_GLYPHS)
        return;
    size_t i = folded->count++;
    folded->letter[i] = letter;
    folded->mark[i] = (uint8_t)mark;
    folded->at[i] = (uint16_t)at;
    folded->end[i] = (uint16_t)(at + used);
}

/* An invisible sign belongs to the letter before it; an accent marks it. */
static void extend_last(struct guard_text *folded, size_t end, uint32_t code)
{
    size_t last = folded->count - 1;
    folded->end[last] = (uint16_t)end;
    if (code >= 0x300 && code <= 0x36F)
        folded->mark[last] = GUARD_MARKED;
}

/* Which language writes this letter: evidence for words that mean different things in two languages. */
static enum guard_mark mark_of(uint32_t code)
{
    static const char languages[] = /* of the letters from 0xC0 to 0x17F: p Polish, c Czech */
        ".c.......c...c............c..c...c.......c...c............c..c......pppp....cccc........ppcc...."
        ".................................pppp..cc...............ccpp....cc..cc........cc.........ppppcc.";
    if (code < 0x80 || code == 0xC2 || code == 0xE2) /* â is Ukrainian я in the standard way to write it */
        return GUARD_UNMARKED;
    if (code < 0xC0 || code > 0x17F)
        return GUARD_MARKED;
    char language = languages[code - 0xC0];
    return language == 'p' ? GUARD_POLISH_MARK : language == 'c' ? GUARD_CZECH_MARK : GUARD_MARKED;
}

static void note_glyph(struct guard_text *folded, uint8_t letter, enum guard_mark mark)
{
    if (letter >= 'a' && letter <= 'z')
        folded->latin = true;
    else if (letter >= 'A' && letter <= 'Z')
        folded->cyrillic = true;
    else if (letter == '@' || letter == '$' || letter == '!' || letter == '|' || letter == '+')
        folded->sign = true;
    folded->polish_marks += mark == GUARD_POLISH_MARK;
    folded->czech_marks += mark == GUARD_CZECH_MARK;
}

static bool push_ligature(struct guard_text *folded, uint32_t code, size_t at, size_t used)
{
    for (size_t i = 0; i < sizeof ligatures / sizeof ligatures[0]; i++) {
        if (ligatures[i].code != code)
            continue;
        push(folded, (uint8_t)ligatures[i].letters[0], at, used, GUARD_MARKED);
        push(folded, (uint8_t)ligatures[i].letters[1], at, used, GUARD_MARKED);
        folded->latin = true;
        return true;
    }
    return false;
}

/* Two signs that are drawn as one letter, inside a word: "fi\/e", "si><". */
static uint8_t fold_drawing(const struct guard_text *folded, const char *text, size_t length)
{
    if (length < 2 || !folded->count || !guard_is_letter(folded->letter[folded->count - 1]))
        return GUARD_SKIP;
    if (text[0] == '\\' && text[1] == '/')
        return 'v';
    return text[0] == '>' && text[1] == '<' ? 'x' : GUARD_SKIP;
}

/* A number sign makes the whole run of non-spaces around it suspect: "t3n", "0x25", "37th". */
static void note_number(struct guard_text *folded, const char *text, size_t length, size_t at, size_t used)
{
    size_t start = at, end = at + used;
    while (start > 0 && (unsigned char)text[start - 1] > ' ')
        start--;
    while (end < length && (unsigned char)text[end] > ' ')
        end++;
    folded->number_start = start;
    folded->number_length = end - start;
}

void guard_fold(struct guard_text *folded, const char *text, size_t length)
{
    enum { PILE_NAMES = 2 };
    size_t pile_names = 0, pile_at = 0, used, words = 0, run = 0;
    folded->count = folded->number_start = folded->number_length = 0;
    folded->latin = folded->cyrillic = folded->sign = false;
    folded->polish_marks = folded->czech_marks = 0;
    for (size_t at = 0; at < length; at += used) {
        uint32_t code = guard_decode(text + at, length - at, &used);
        uint8_t letter = fold_code(code), drawn = letter == GUARD_BREAK ? fold_drawing(folded, text + at, length - at) : GUARD_SKIP;
        if (drawn) {
            letter = drawn;
            used = 2;
        }
        if (letter == GUARD_NUMBER && is_pile_name(text, length, at) && pile_names < PILE_NAMES) {
            pile_names++;
            pile_at = at;
            letter = GUARD_BREAK;
        }
        if (letter == GUARD_NUMBER) {
            note_number(folded, text, length, at, used);
            return;
        }
        if (letter == GUARD_SKIP && folded->count)
            extend_last(folded, at + used, code);
        if (letter == GUARD_SKIP || (code >= 0xFB00 && code <= 0xFB06 && push_ligature(folded, code, at, used)))
            continue;
        run = guard_is_letter(letter) ? run + 1 : 0;
        words += run == 2;
        note_glyph(folded, letter, mark_of(code));
        push(folded, letter, at, used, mark_of(code));
    }
    if (pile_names && !words) /* nothing but a pile's name: may as well be a number */
        note_number(folded, text, length, pile_at, 1);
}

uint8_t guard_latin_shape(uint8_t glyph)
{
    /*                             ABCDEFGHIJKLMNOPQRSTUVWXYZ */
    static const char looks[27] = "ab??e?rxi?k?mhon?pctyb??re";
    static const char signs_of[] = "@a$s!i|i+t";
    if (glyph >= 'a' && glyph <= 'z')
        return glyph;
    if (glyph >= 'A' && glyph <= 'Z')
        return (uint8_t)looks[glyph - 'A'];
    for (size_t i = 0; signs_of[i]; i += 2)
        if (glyph == (uint8_t)signs_of[i])
            return (uint8_t)signs_of[i + 1];
    return GUARD_FOREIGN;
}

uint8_t guard_cyrillic_shape(uint8_t glyph)
{
    /*                             abcdefghijklmnopqrstuvwxyz */
    static const char looks[27] = "AVS?E??NI?K?MPOR?G?TI??HU?";
    static const char signs_of[] = "@A$S!I|I+T";
    if (glyph >= 'A' && glyph <= 'Z')
        return glyph;
    if (glyph >= 'a' && glyph <= 'z')
        return (uint8_t)looks[glyph - 'a'];
    for (size_t i = 0; signs_of[i]; i += 2)
        if (glyph == (uint8_t)signs_of[i])
            return (uint8_t)signs_of[i + 1];
    return GUARD_FOREIGN;
}

uint8_t guard_sound(const uint8_t *letters, size_t length, size_t *used)
{
    static const struct {
        char latin[5];
        uint8_t sound;
    } groups[] = {
        {"shch", GUARD_FOREIGN},
        {"sh", 'W'},
        {"ch", 'Q'},
        {"kh", 'H'},
        {"ts", 'C'},
        {"tz", 'C'},
        {"zh", 'J'},
        {"ya", 'Y'},
        {"ia", 'Y'},
        {"ja", 'Y'},
        {"yu", 'X'},
        {"iu", 'X'},
        {"ju", 'X'},
        {"ye", 'E'},
        {"ie", 'E'},
        {"je", 'E'},
        {"yo", 'O'},
        {"io", 'O'},
        {"jo", 'O'},
    };
    /*                              abcdefghijklmnopqrstuvwxyz */
    static const char sounds[27] = "ABCDEFGGIIKLMNOPKRSTUVVHIZ";
    *used = 1;
    if (letters[0] < 'a' || letters[0] > 'z')
        return letters[0];
    if (letters[0] == 'h' && length == 1)
        return 'H'; /* "dvoh": at the end h is х, elsewhere more likely г */
    if (letters[0] == 'c' && length == 2 && letters[1] == 'h') {
        *used = 2;
        return 'H';
    }
    uint8_t second = length > 1 ? letters[1] : 0;
    bool vowels = second == 'a' || second == 'e' || second == 'o' || second == 'u';
    bool consonants = second == 'h' || second == 's' || second == 'z';
    bool soft = letters[0] == 'y' || letters[0] == 'i' || letters[0] == 'j';
    if (!(soft ? vowels : consonants))
        return (uint8_t)sounds[letters[0] - 'a']; /* no group starts so */
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        size_t n = 0;
        while (n < length && groups[i].latin[n] && groups[i].latin[n] == (char)letters[n])
            n++;
        if (groups[i].latin[n])
            continue;
        *used = n;
        return groups[i].sound;
    }
    return (uint8_t)sounds[letters[0] - 'a'];
}
