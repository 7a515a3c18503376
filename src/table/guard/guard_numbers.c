/* The number lexicon of the talk guard: stems and endings of number words, TT2. Data, and how to reach it.
 *
 * Words are folded (guard_fold.c) and doubled letters written once, as messages are when they are looked up. They are kept by
 * first letter and sorted by stem, because that is how they are found (a test checks the order). Ukrainian is in the Cyrillic half
 * of the alphabet: J ж, C ц, Q ч, W ш, X ю, Y я, H х, G г ґ, E е є э, I и і ї й ы, and no soft sign. */
#include "guard_internal.h"

struct list {
    const struct guard_number *words;
    size_t count;
};

#define NONE "-"
#define ANY "*"
#define EN_PLURAL "- s"
#define EN_UNIT "- s es fold ish some somes er ers"
#define EN_CARDINAL EN_UNIT
#define EN_EIGHT EN_UNIT
#define EN_TEEN "en ens eth enth enths en* y ys ies ieth ieths y*"
#define EN_TENS "y ys ies ieth ieths y*"
#define EN_HUNDRED "- s th ths"

#define PL_TWOFOLD "e ga gu giem"
#define PL_FOUR "o ga gu giem"
#define PL_FIVE "- iu ioma ioro iorga iorgu io*"
#define PL_SEVEN "u oma oro orga orgu o*"
#define PL_EIGHT "u oma oro orga orgu ol* ok*"
#define PL_CASES_KA "ka ki ke ko ce kom kami kach eczka eczke eczki eczko"
#define PL_KA PL_CASES_KA " ek"
#define PL_KA_FIVE PL_CASES_KA /* "piatek" is Friday */
#define PL_NOUN "a y e o ie om ami ach"
#define PL_MASC "- a y ow owi em ami ach u"
#define PL_ADJ "y a e i ego emu ym ej ych ymi"
#define PL_ADJ_SOFT "- a e ego emu m ej ch mi"
#define PL_TEEN PL_ADJ " " PL_KA " u oma o*"
#define PL_DZIESIAT "at aty ata ate atego atej atym ata atka atki atke atce eciu ecioma at* ecio*"
#define PL_NASCIE "ie io*"
#define PL_TY "i ia ioma i*"
#define PL_TYSIAC "- a e y em om ami ach"
#define PL_ZERO "o a u em"
#define PL_KOPA "a y"

#define PL_BIG "a e ek"
#define PL_OLD "- nascie nast* dziesi*"
#define PL_SILESIAN "y ech em ema"

#define CS_FOUR "o y e a"
#define CS_FIVE "- i krat krate il* iko* ib* ina iny inu ine is* im*"
#define CS_FIVEFOLD "ero ery era"
#define CS_SIX "- i krat il* in* ib* ih* im* ero"
#define CS_SEVEN "- i krat il* in* ib* ih* im* ero ery era"
#define CS_NINE "i il* in*"
#define CS_TEN "- i krat in* il* ib* iko*"
#define CS_KA "ka ky ku ce kou ko ek kam kach kami kama"
#define CS_CKA "ka ky ku e kou ko ek kam kach kami kama"
#define CS_MASC "u y em ech um"
#define CS_NULA "a y u e ou"
#define CS_SLOVAK "- och om mi"
#define CS_ADJ "y a e i eho emu ym em ou ych ymi ej"
#define CS_FOURTH "y a e eho emu ym em ou ych ymi ej"
#define CS_TENS "- i " CS_ADJ " " CS_KA " *"
#define CS_TISIC "- e i u um em ich ovk*"
#define CS_SOFT "- ho mu m ch mi"

#define UK_UNIT "- I X"
#define UK_SCHOLARLY "y oh om ma ka ku" /* č, š by one letter each */
#define UK_FIVE "- I OH OM OMA MA ERO EROH X IR* IKRAT*"
#define UK_SIM "- OH OM OMA"
#define UK_SOROK "- A OVI OVA OVE OVU OVOGO OVOI OVIM OV*"
#define UK_KA "KA KI KU KOX CI OK KAM KAMI KAH KO KOI"
#define UK_SOFT_NOUN "Y I X EX YM YMI YH"
#define UK_MASC "- A U OM I IV AM AMI AH OVI"
#define UK_NOUN "A I U OX - AM AMI"
#define UK_NUL "- Y X EM I"
#define UK_KOPA "A U OX" /* "копії" are copies */
#define UK_ADJ "I A U E OGO OMU IM OI OX IH IMI Y X EI OM"
#define UK_ADJ_RU "OI OGO OMU AY UX"
#define UK_TENS "- " UK_ADJ " " UK_KA " OH OMA MA OMAI *"
#define UK_NINETY "O " UK_TENS

/* clang-format off */
static const struct guard_number latin_a[] = {
    {"achtzehn", NONE, GUARD_HARD, GUARD_OTHER}, {"achtzig", ANY, GUARD_HARD, GUARD_OTHER},
};
static const struct guard_number latin_b[] = {
    {"bilion", EN_HUNDRED, GUARD_NO_CARD, GUARD_EN},
};
static const struct guard_number latin_c[] = {
    {"century", NONE, GUARD_TWENTY, GUARD_EN}, {"cinco", NONE, GUARD_HARD, GUARD_OTHER},
    {"cincuenta", NONE, GUARD_HARD, GUARD_OTHER}, {"cinquante", NONE, GUARD_HARD, GUARD_OTHER},
    {"copok", NONE, GUARD_HARD, GUARD_UK}, {"cotyr", UK_SCHOLARLY, GUARD_SMALL, GUARD_UK},
    {"cotyrnad", ANY, GUARD_HARD, GUARD_UK}, {"ctiri", NONE, GUARD_HARD, GUARD_CS}, {"cto", NONE, GUARD_HARD, GUARD_UK},
    {"ctrnact", CS_TENS, GUARD_HARD, GUARD_CS}, {"ctver", CS_FOUR, GUARD_SMALL, GUARD_CS},
    {"ctvrt", CS_FOURTH, GUARD_ORDINAL, GUARD_CS}, {"ctyr", CS_KA, GUARD_SMALL, GUARD_CS},
    {"ctyr", NONE, GUARD_SMALL, GUARD_CS}, {"ctyrech", NONE, GUARD_SMALL, GUARD_CS},
    {"ctyrem", NONE, GUARD_SMALL, GUARD_CS}, {"ctyri", NONE, GUARD_SMALL, GUARD_CS},
    {"ctyricat", CS_TENS, GUARD_HARD, GUARD_CS}, {"ctyricet", CS_TENS, GUARD_HARD, GUARD_CS},
    {"ctyricit", CS_TENS, GUARD_HARD, GUARD_CS}, {"ctyrista", CS_TENS, GUARD_HARD, GUARD_CS},
    {"ctyrma", NONE, GUARD_SMALL, GUARD_CS}, {"ctyrmi", NONE, GUARD_SMALL, GUARD_CS},
    {"ctyry", NONE, GUARD_SMALL, GUARD_CS}, {"ctyrycet", CS_TENS, GUARD_HARD, GUARD_CS},
    {"cuarenta", NONE, GUARD_HARD, GUARD_OTHER}, {"cuatro", NONE, GUARD_HARD, GUARD_OTHER},
    {"czterdziech", PL_NOUN, GUARD_HARD, GUARD_PL}, {"czterdzies", NONE, GUARD_HARD, GUARD_PL},
    {"czterdziesc", PL_TY, GUARD_HARD, GUARD_PL}, {"czterdziest", PL_TEEN, GUARD_HARD, GUARD_PL},
    {"czterech", NONE, GUARD_SMALL, GUARD_PL}, {"czterej", NONE, GUARD_SMALL, GUARD_PL},
    {"czterem", NONE, GUARD_SMALL, GUARD_PL}, {"czterema", NONE, GUARD_SMALL, GUARD_PL},
    {"czternasc", PL_NASCIE, GUARD_HARD, GUARD_PL}, {"czternast", PL_TEEN, GUARD_HARD, GUARD_PL},
    {"cztery", NONE, GUARD_SMALL, GUARD_PL}, {"czterysta", NONE, GUARD_HARD, GUARD_PL},
    {"czwart", PL_ADJ, GUARD_ORDINAL, GUARD_PL}, {"czwor", PL_BIG, GUARD_HARD, GUARD_PL},
    {"czwor", PL_FOUR, GUARD_SMALL, GUARD_PL}, {"czwor", PL_KA, GUARD_SMALL, GUARD_PL},
};
static const struct guard_number latin_d[] = {
    {"decade", EN_PLURAL, GUARD_TWENTY, GUARD_EN}, {"desat", CS_ADJ, GUARD_HIGH_ORDINAL, GUARD_CS},
    {"desat", NONE, GUARD_HARD, GUARD_CS}, {"desater", CS_FOUR, GUARD_HARD, GUARD_CS},
    {"deset", CS_TEN, GUARD_HARD, GUARD_CS}, {"deseti", ANY, GUARD_HARD, GUARD_CS}, {"desit", CS_KA, GUARD_HARD, GUARD_CS},
    {"desitec", CS_CKA, GUARD_HARD, GUARD_CS}, {"desiti", NONE, GUARD_HARD, GUARD_CS},
    {"deuce", EN_PLURAL, GUARD_HARD, GUARD_EN}, {"devadesat", CS_TENS, GUARD_HARD, GUARD_CS},
    {"devat", CS_ADJ, GUARD_HIGH_ORDINAL, GUARD_CS}, {"devat", NONE, GUARD_HARD, GUARD_CS},
    {"devatenact", CS_TENS, GUARD_HARD, GUARD_CS}, {"devater", CS_FOUR, GUARD_HARD, GUARD_CS},
    {"devet", CS_SIX, GUARD_HARD, GUARD_CS}, {"devetset", CS_TENS, GUARD_HARD, GUARD_CS},
    {"devit", CS_KA, GUARD_HARD, GUARD_CS}, {"devit", CS_NINE, GUARD_HARD, GUARD_CS},
    {"devitec", CS_CKA, GUARD_HARD, GUARD_CS}, {"deviti", ANY, GUARD_HARD, GUARD_CS},
    {"douze", NONE, GUARD_HARD, GUARD_OTHER}, {"dozen", NONE, GUARD_HARD, GUARD_EN},
    {"dozens", NONE, GUARD_ROUND, GUARD_EN}, {"drei", NONE, GUARD_HARD, GUARD_OTHER},
    {"dreisig", ANY, GUARD_HARD, GUARD_OTHER}, {"dreizehn", NONE, GUARD_HARD, GUARD_OTHER},
    {"dva", NONE, GUARD_SMALL, GUARD_CS}, {"dvac", CS_KA, GUARD_HARD, GUARD_CS}, {"dvacat", CS_TENS, GUARD_HARD, GUARD_CS},
    {"dvacet", CS_TENS, GUARD_HARD, GUARD_CS}, {"dvacit", CS_TENS, GUARD_HARD, GUARD_CS},
    {"dvadsat", CS_TENS, GUARD_HARD, GUARD_CS}, {"dvaja", NONE, GUARD_SMALL, GUARD_CS},
    {"dvanact", CS_TENS, GUARD_HARD, GUARD_CS}, {"dvanast", CS_TENS, GUARD_HARD, GUARD_CS},
    {"dve", NONE, GUARD_SMALL, GUARD_CS}, {"dvem", NONE, GUARD_SMALL, GUARD_CS}, {"dvema", NONE, GUARD_SMALL, GUARD_CS},
    {"dveste", CS_TENS, GUARD_HARD, GUARD_CS}, {"dvoj", CS_KA, GUARD_SMALL, GUARD_CS},
    {"dvoje", NONE, GUARD_SMALL, GUARD_CS}, {"dvou", NONE, GUARD_SMALL, GUARD_CS}, {"dwa", NONE, GUARD_SMALL, GUARD_PL},
    {"dwadzies", NONE, GUARD_HARD, GUARD_PL}, {"dwadziesc", PL_TY, GUARD_HARD, GUARD_PL},
    {"dwadzisc", ANY, GUARD_HARD, GUARD_PL}, {"dwaj", NONE, GUARD_SMALL, GUARD_PL}, {"dwajsci", ANY, GUARD_HARD, GUARD_PL},
    {"dwanasc", PL_NASCIE, GUARD_HARD, GUARD_PL}, {"dwanosc", ANY, GUARD_HARD, GUARD_PL},
    {"dwascia", NONE, GUARD_HARD, GUARD_PL}, {"dwie", NONE, GUARD_SMALL, GUARD_PL}, {"dwiema", NONE, GUARD_SMALL, GUARD_PL},
    {"dwiescie", NONE, GUARD_HARD, GUARD_PL}, {"dwoch", NONE, GUARD_SMALL, GUARD_PL},
    {"dwoj", PL_KA, GUARD_SMALL, GUARD_PL}, {"dwoj", PL_TWOFOLD, GUARD_SMALL, GUARD_PL},
    {"dwoja", NONE, GUARD_HARD, GUARD_PL}, {"dwom", NONE, GUARD_SMALL, GUARD_PL}, {"dwoma", NONE, GUARD_SMALL, GUARD_PL},
    {"dwu", NONE, GUARD_SMALL, GUARD_PL}, {"dwudziech", PL_NOUN, GUARD_HARD, GUARD_PL},
    {"dwudzies", NONE, GUARD_HARD, GUARD_PL}, {"dwudziest", PL_KA, GUARD_HARD, GUARD_PL},
    {"dwudziest", PL_TEEN, GUARD_HARD, GUARD_PL}, {"dwunast", PL_TEEN, GUARD_HARD, GUARD_PL},
    {"dych", NONE, GUARD_HARD, GUARD_PL}, {"dych", PL_NOUN, GUARD_HARD, GUARD_PL}, {"dysz", PL_KA, GUARD_HARD, GUARD_PL},
    {"dziesiat", PL_ADJ, GUARD_HIGH_ORDINAL, GUARD_PL}, {"dziesiat", PL_KA, GUARD_HARD, GUARD_PL},
    {"dziesiec", PL_FIVE, GUARD_HARD, GUARD_PL}, {"dziesinc", ANY, GUARD_HARD, GUARD_PL},
    {"dziesion", PL_NOUN, GUARD_HARD, GUARD_PL}, {"dziesiync", NONE, GUARD_HARD, GUARD_PL},
    {"dziewiat", PL_ADJ, GUARD_HIGH_ORDINAL, GUARD_PL}, {"dziewiat", PL_KA, GUARD_HARD, GUARD_PL},
    {"dziewiec", PL_FIVE, GUARD_HARD, GUARD_PL}, {"dziewiecdziesi", PL_DZIESIAT, GUARD_HARD, GUARD_PL},
    {"dziewiecset", NONE, GUARD_HARD, GUARD_PL}, {"dziewietnasc", PL_NASCIE, GUARD_HARD, GUARD_PL},
    {"dziewietnast", PL_TEEN, GUARD_HARD, GUARD_PL}, {"dziewinc", ANY, GUARD_HARD, GUARD_PL},
    {"dziewiync", NONE, GUARD_HARD, GUARD_PL},
};
static const struct guard_number latin_e[] = {
    {"ehight", NONE, GUARD_HARD, GUARD_EN}, {"eieven", NONE, GUARD_HARD, GUARD_EN}, {"eigh", EN_TENS, GUARD_HARD, GUARD_EN},
    {"eight", EN_EIGHT, GUARD_HARD, GUARD_EN}, {"eight", EN_TEEN, GUARD_HARD, GUARD_EN},
    {"eightey", NONE, GUARD_HARD, GUARD_EN}, {"eighth", EN_PLURAL, GUARD_HIGH_ORDINAL, GUARD_EN},
    {"eighthy", NONE, GUARD_HARD, GUARD_EN}, {"eightie", NONE, GUARD_HARD, GUARD_EN},
    {"eigt", EN_TEEN, GUARD_HARD, GUARD_EN}, {"eigt", NONE, GUARD_HARD, GUARD_EN},
    {"eigth", EN_PLURAL, GUARD_HIGH_ORDINAL, GUARD_EN}, {"eihgt", EN_TEEN, GUARD_HARD, GUARD_EN},
    {"eihgt", EN_UNIT, GUARD_HARD, GUARD_EN}, {"elevan", NONE, GUARD_HARD, GUARD_EN},
    {"eleven", EN_UNIT, GUARD_HARD, GUARD_EN}, {"eleventh", EN_PLURAL, GUARD_HIGH_ORDINAL, GUARD_EN},
    {"elevin", NONE, GUARD_HARD, GUARD_EN}, {"elevn", NONE, GUARD_HARD, GUARD_EN}, {"elght", EN_TEEN, GUARD_HARD, GUARD_EN},
    {"elght", NONE, GUARD_HARD, GUARD_EN}, {"enin", NONE, GUARD_HARD, GUARD_EN}, {"evif", NONE, GUARD_HARD, GUARD_EN},
};
static const struct guard_number latin_f[] = {
    {"fiddy", NONE, GUARD_HARD, GUARD_EN}, {"fidy", NONE, GUARD_HARD, GUARD_EN}, {"fift", EN_TEEN, GUARD_HARD, GUARD_EN},
    {"fiftey", NONE, GUARD_HARD, GUARD_EN}, {"fifth", EN_PLURAL, GUARD_ORDINAL, GUARD_EN},
    {"fifthy", NONE, GUARD_HARD, GUARD_EN}, {"fiftie", NONE, GUARD_HARD, GUARD_EN}, {"firty", NONE, GUARD_HARD, GUARD_EN},
    {"fity", NONE, GUARD_HARD, GUARD_EN}, {"five", EN_UNIT, GUARD_SMALL, GUARD_EN},
    {"fiver", EN_PLURAL, GUARD_HARD, GUARD_EN}, {"fivet", EN_TEEN, GUARD_HARD, GUARD_EN},
    {"fivt", EN_TENS, GUARD_HARD, GUARD_EN}, {"fivten", NONE, GUARD_HARD, GUARD_EN},
    {"flft", EN_TEEN, GUARD_HARD, GUARD_EN}, {"flve", NONE, GUARD_HARD, GUARD_EN}, {"fort", EN_TENS, GUARD_HARD, GUARD_EN},
    {"forten", EN_HUNDRED, GUARD_HARD, GUARD_EN}, {"fortey", NONE, GUARD_HARD, GUARD_EN},
    {"fortie", NONE, GUARD_HARD, GUARD_EN}, {"four", EN_CARDINAL, GUARD_SMALL, GUARD_EN},
    {"fourt", EN_TEEN, GUARD_HARD, GUARD_EN}, {"fourt", NONE, GUARD_HARD, GUARD_EN},
    {"fourtey", NONE, GUARD_HARD, GUARD_EN}, {"fourth", EN_PLURAL, GUARD_ORDINAL, GUARD_EN},
    {"fourthy", NONE, GUARD_HARD, GUARD_EN}, {"fower", NONE, GUARD_HARD, GUARD_EN}, {"funf", NONE, GUARD_HARD, GUARD_OTHER},
    {"funfzehn", NONE, GUARD_HARD, GUARD_OTHER}, {"funfzig", ANY, GUARD_HARD, GUARD_OTHER},
};
static const struct guard_number latin_h[] = {
    {"hundert", NONE, GUARD_ROUND, GUARD_EN}, {"hundert", NONE, GUARD_HARD, GUARD_OTHER},
    {"hundred", EN_HUNDRED, GUARD_ROUND, GUARD_EN}, {"hundret", NONE, GUARD_ROUND, GUARD_EN},
    {"hunert", NONE, GUARD_ROUND, GUARD_EN}, {"hunid", NONE, GUARD_ROUND, GUARD_EN},
};
static const struct guard_number latin_j[] = {
    {"jeden", NONE, GUARD_ONE, GUARD_PL}, {"jedenac", NONE, GUARD_HARD, GUARD_CS},
    {"jedenact", CS_TENS, GUARD_HARD, GUARD_CS}, {"jedenasc", PL_NASCIE, GUARD_HARD, GUARD_PL},
    {"jedenast", CS_TENS, GUARD_HARD, GUARD_CS}, {"jedenast", PL_TEEN, GUARD_HARD, GUARD_PL},
    {"jedna", NONE, GUARD_ONE, GUARD_PL}, {"jednic", CS_CKA, GUARD_HARD, GUARD_CS}, {"jedno", NONE, GUARD_ONE, GUARD_PL},
    {"jedyn", PL_KA, GUARD_HARD, GUARD_PL}, {"jedynasci", ANY, GUARD_HARD, GUARD_PL},
    {"jedynast", ANY, GUARD_HARD, GUARD_PL}, {"jedynoscie", NONE, GUARD_HARD, GUARD_PL},
};
static const struct guard_number latin_k[] = {
    {"kop", PL_KOPA, GUARD_ROUND, GUARD_PL},
};
static const struct guard_number latin_m[] = {
    {"mandel", NONE, GUARD_HARD, GUARD_CS}, {"mandele", NONE, GUARD_HARD, GUARD_CS}, {"mdes", NONE, GUARD_HARD, GUARD_CS},
    {"mendel", NONE, GUARD_HARD, GUARD_PL}, {"mendl", PL_MASC, GUARD_HARD, GUARD_PL},
    {"milion", EN_HUNDRED, GUARD_NO_CARD, GUARD_EN}, {"milion", PL_MASC, GUARD_NO_CARD, GUARD_PL},
};
static const struct guard_number latin_n[] = {
    {"naine", NONE, GUARD_HARD, GUARD_EN}, {"neun", NONE, GUARD_HARD, GUARD_OTHER},
    {"neunzehn", NONE, GUARD_HARD, GUARD_OTHER}, {"neunzig", ANY, GUARD_HARD, GUARD_OTHER},
    {"nighn", NONE, GUARD_HARD, GUARD_EN}, {"nine", EN_UNIT, GUARD_HARD, GUARD_EN},
    {"niner", EN_PLURAL, GUARD_HARD, GUARD_EN}, {"ninet", EN_TEEN, GUARD_HARD, GUARD_EN},
    {"ninetie", NONE, GUARD_HARD, GUARD_EN}, {"nint", EN_TENS, GUARD_HARD, GUARD_EN},
    {"ninten", NONE, GUARD_HARD, GUARD_EN}, {"nintey", NONE, GUARD_HARD, GUARD_EN},
    {"ninth", EN_PLURAL, GUARD_HIGH_ORDINAL, GUARD_EN}, {"ninthy", NONE, GUARD_HARD, GUARD_EN},
    {"nintieth", NONE, GUARD_HARD, GUARD_EN}, {"ninty", NONE, GUARD_HARD, GUARD_EN}, {"nlne", NONE, GUARD_HARD, GUARD_EN},
    {"nlnet", EN_TEEN, GUARD_HARD, GUARD_EN}, {"noventa", NONE, GUARD_HARD, GUARD_OTHER},
    {"nueve", NONE, GUARD_HARD, GUARD_OTHER}, {"nul", CS_NULA, GUARD_NO_CARD, GUARD_CS},
};
static const struct guard_number latin_o[] = {
    {"ochenta", NONE, GUARD_HARD, GUARD_OTHER}, {"ocho", NONE, GUARD_HARD, GUARD_OTHER},
    {"octet", NONE, GUARD_HARD, GUARD_EN}, {"one", NONE, GUARD_ONE, GUARD_EN}, {"osem", NONE, GUARD_HARD, GUARD_CS},
    {"osem", PL_KA, GUARD_HARD, GUARD_PL}, {"osiem", NONE, GUARD_HARD, GUARD_PL},
    {"osiemdziesi", PL_DZIESIAT, GUARD_HARD, GUARD_PL}, {"osiemnasc", PL_NASCIE, GUARD_HARD, GUARD_PL},
    {"osiemnast", PL_TEEN, GUARD_HARD, GUARD_PL}, {"osiemset", NONE, GUARD_HARD, GUARD_PL},
    {"osiym", ANY, GUARD_HARD, GUARD_PL}, {"osm", CS_ADJ, GUARD_HIGH_ORDINAL, GUARD_CS},
    {"osm", CS_SEVEN, GUARD_HARD, GUARD_CS}, {"osm", PL_ADJ, GUARD_HIGH_ORDINAL, GUARD_PL},
    {"osm", PL_OLD, GUARD_HARD, GUARD_PL}, {"osmak", PL_MASC, GUARD_HARD, GUARD_PL},
    {"osmdesat", CS_TENS, GUARD_HARD, GUARD_CS}, {"osmi", PL_EIGHT, GUARD_HARD, GUARD_PL},
    {"osmic", CS_CKA, GUARD_HARD, GUARD_CS}, {"osmnact", CS_TENS, GUARD_HARD, GUARD_CS},
    {"osmset", CS_TENS, GUARD_HARD, GUARD_CS}, {"osmu", NONE, GUARD_HARD, GUARD_CS}, {"osum", NONE, GUARD_HARD, GUARD_CS},
    {"osumdesat", CS_TENS, GUARD_HARD, GUARD_CS}, {"osumnact", CS_TENS, GUARD_HARD, GUARD_CS},
};
static const struct guard_number latin_p[] = {
    {"pade", NONE, GUARD_HARD, GUARD_CS}, {"pades", CS_KA, GUARD_HARD, GUARD_CS},
    {"padesat", CS_TENS, GUARD_HARD, GUARD_CS}, {"pat", CS_ADJ, GUARD_ORDINAL, GUARD_CS},
    {"pat", CS_FIVEFOLD, GUARD_SMALL, GUARD_CS}, {"patnact", CS_TENS, GUARD_HARD, GUARD_CS},
    {"patnast", CS_TENS, GUARD_HARD, GUARD_CS}, {"pet", CS_FIVE, GUARD_SMALL, GUARD_CS},
    {"pet", CS_KA, GUARD_SMALL, GUARD_CS}, {"pet", CS_KA, GUARD_HARD, GUARD_CS}, {"petikil", ANY, GUARD_HARD, GUARD_CS},
    {"petinasob", ANY, GUARD_HARD, GUARD_CS}, {"petistov", CS_KA, GUARD_HARD, GUARD_CS},
    {"petset", CS_TENS, GUARD_HARD, GUARD_CS}, {"piat", PL_ADJ, GUARD_ORDINAL, GUARD_PL},
    {"piat", PL_KA_FIVE, GUARD_SMALL, GUARD_PL}, {"piataczek", NONE, GUARD_HARD, GUARD_PL},
    {"piatak", PL_MASC, GUARD_HARD, GUARD_PL}, {"piatal", PL_MASC, GUARD_HARD, GUARD_PL},
    {"piec", PL_FIVE, GUARD_SMALL, GUARD_PL}, {"piecdziesi", PL_DZIESIAT, GUARD_HARD, GUARD_PL},
    {"piecdziesion", PL_NOUN, GUARD_HARD, GUARD_PL}, {"piecset", ANY, GUARD_HARD, GUARD_PL},
    {"pietnasc", PL_NASCIE, GUARD_HARD, GUARD_PL}, {"pietnasci", ANY, GUARD_HARD, GUARD_PL},
    {"pietnast", PL_TEEN, GUARD_HARD, GUARD_PL}, {"pinc", NONE, GUARD_HARD, GUARD_PL},
    {"pincet", NONE, GUARD_HARD, GUARD_PL}, {"pinciu", NONE, GUARD_HARD, GUARD_PL},
    {"pindziesiat", ANY, GUARD_HARD, GUARD_PL}, {"piync", NONE, GUARD_HARD, GUARD_PL},
    {"piynciu", NONE, GUARD_HARD, GUARD_PL}, {"piytnosc", ANY, GUARD_HARD, GUARD_PL},
    {"polkopek", NONE, GUARD_HARD, GUARD_PL}, {"polkopk", PL_MASC, GUARD_HARD, GUARD_PL},
    {"polset", PL_KA, GUARD_HARD, GUARD_PL}, {"polsetek", NONE, GUARD_HARD, GUARD_PL},
    {"poltuzin", PL_MASC, GUARD_HARD, GUARD_PL}, {"pulkop", PL_KOPA, GUARD_HARD, GUARD_CS},
    {"pulsta", NONE, GUARD_HARD, GUARD_CS}, {"pulstov", CS_KA, GUARD_HARD, GUARD_CS}, {"pultuc", ANY, GUARD_HARD, GUARD_CS},
};
static const struct guard_number latin_q[] = {
    {"quarante", NONE, GUARD_HARD, GUARD_OTHER}, {"quatorze", NONE, GUARD_HARD, GUARD_OTHER},
    {"quatro", NONE, GUARD_HARD, GUARD_OTHER}, {"quintet", NONE, GUARD_HARD, GUARD_EN},
    {"quinze", NONE, GUARD_HARD, GUARD_OTHER},
};
static const struct guard_number latin_r[] = {
    {"ruof", NONE, GUARD_HARD, GUARD_EN},
};
static const struct guard_number latin_s[] = {
    {"score", EN_PLURAL, GUARD_TWENTY, GUARD_EN}, {"sechs", NONE, GUARD_HARD, GUARD_OTHER},
    {"sechzehn", NONE, GUARD_HARD, GUARD_OTHER}, {"sechzig", ANY, GUARD_HARD, GUARD_OTHER},
    {"sedem", NONE, GUARD_HARD, GUARD_CS}, {"sedesat", CS_TENS, GUARD_HARD, GUARD_CS},
    {"sedm", CS_ADJ, GUARD_HIGH_ORDINAL, GUARD_CS}, {"sedm", CS_SEVEN, GUARD_HARD, GUARD_CS},
    {"sedmdesat", CS_TENS, GUARD_HARD, GUARD_CS}, {"sedmic", CS_CKA, GUARD_HARD, GUARD_CS},
    {"sedmnact", CS_TENS, GUARD_HARD, GUARD_CS}, {"sedmset", CS_TENS, GUARD_HARD, GUARD_CS},
    {"sedum", NONE, GUARD_HARD, GUARD_CS}, {"sedumdesat", CS_TENS, GUARD_HARD, GUARD_CS},
    {"sedumnact", CS_TENS, GUARD_HARD, GUARD_CS}, {"septet", NONE, GUARD_HARD, GUARD_EN},
    {"sesenta", NONE, GUARD_HARD, GUARD_OTHER}, {"sest", CS_ADJ, GUARD_HIGH_ORDINAL, GUARD_CS},
    {"sest", CS_KA, GUARD_HARD, GUARD_CS}, {"sest", CS_SIX, GUARD_HARD, GUARD_CS},
    {"sestdesat", CS_TENS, GUARD_HARD, GUARD_CS}, {"sestnact", CS_TENS, GUARD_HARD, GUARD_CS},
    {"sestset", CS_TENS, GUARD_HARD, GUARD_CS}, {"set", PL_KA, GUARD_ROUND, GUARD_PL},
    {"setenta", NONE, GUARD_HARD, GUARD_OTHER}, {"setn", PL_ADJ, GUARD_ROUND, GUARD_PL},
    {"sevant", EN_TEEN, GUARD_HARD, GUARD_EN}, {"seven", EN_UNIT, GUARD_HARD, GUARD_EN},
    {"sevent", EN_TEEN, GUARD_HARD, GUARD_EN}, {"seventey", NONE, GUARD_HARD, GUARD_EN},
    {"seventh", EN_PLURAL, GUARD_HIGH_ORDINAL, GUARD_EN}, {"seventhy", NONE, GUARD_HARD, GUARD_EN},
    {"seventie", NONE, GUARD_HARD, GUARD_EN}, {"sevin", NONE, GUARD_HARD, GUARD_EN},
    {"sevint", EN_TEEN, GUARD_HARD, GUARD_EN}, {"sevn", NONE, GUARD_HARD, GUARD_EN},
    {"sevnt", EN_TENS, GUARD_HARD, GUARD_EN}, {"sevnten", NONE, GUARD_HARD, GUARD_EN},
    {"sewen", NONE, GUARD_HARD, GUARD_EN}, {"sextet", NONE, GUARD_HARD, GUARD_EN}, {"sicks", NONE, GUARD_HARD, GUARD_EN},
    {"sieben", NONE, GUARD_HARD, GUARD_OTHER}, {"siebzehn", NONE, GUARD_HARD, GUARD_OTHER},
    {"siebzig", ANY, GUARD_HARD, GUARD_OTHER}, {"siedem", NONE, GUARD_HARD, GUARD_PL},
    {"siedem", PL_KA, GUARD_HARD, GUARD_PL}, {"siedemdziesi", PL_DZIESIAT, GUARD_HARD, GUARD_PL},
    {"siedemnasc", PL_NASCIE, GUARD_HARD, GUARD_PL}, {"siedemnast", PL_TEEN, GUARD_HARD, GUARD_PL},
    {"siedemset", NONE, GUARD_HARD, GUARD_PL}, {"siedmi", PL_SEVEN, GUARD_HARD, GUARD_PL},
    {"siedym", ANY, GUARD_HARD, GUARD_PL}, {"siete", NONE, GUARD_HARD, GUARD_OTHER},
    {"siodem", PL_KA, GUARD_HARD, GUARD_PL}, {"siodemecz", PL_KA, GUARD_HARD, GUARD_PL},
    {"siodm", PL_ADJ, GUARD_HIGH_ORDINAL, GUARD_PL}, {"siodmak", PL_MASC, GUARD_HARD, GUARD_PL},
    {"sistdes", ANY, GUARD_HARD, GUARD_UK}, {"sistnad", ANY, GUARD_HARD, GUARD_UK}, {"six", EN_UNIT, GUARD_HARD, GUARD_EN},
    {"sixt", EN_TEEN, GUARD_HARD, GUARD_EN}, {"sixtey", NONE, GUARD_HARD, GUARD_EN},
    {"sixth", EN_PLURAL, GUARD_HIGH_ORDINAL, GUARD_EN}, {"sixthy", NONE, GUARD_HARD, GUARD_EN},
    {"sixtie", NONE, GUARD_HARD, GUARD_EN}, {"slx", NONE, GUARD_HARD, GUARD_EN}, {"slxt", EN_TEEN, GUARD_HARD, GUARD_EN},
    {"soixante", NONE, GUARD_HARD, GUARD_OTHER}, {"sta", NONE, GUARD_ROUND, GUARD_CS}, {"sto", NONE, GUARD_ROUND, GUARD_PL},
    {"stoma", NONE, GUARD_ROUND, GUARD_PL}, {"stov", CS_KA, GUARD_ROUND, GUARD_CS}, {"stovec", CS_CKA, GUARD_HARD, GUARD_CS},
    {"stow", PL_KA, GUARD_HARD, GUARD_PL}, {"stow", PL_NOUN, GUARD_HARD, GUARD_PL},
    {"strnact", CS_TENS, GUARD_HARD, GUARD_CS}, {"stu", NONE, GUARD_ROUND, GUARD_PL}, {"sty", NONE, GUARD_ROUND, GUARD_CS},
    {"styri", CS_SLOVAK, GUARD_SMALL, GUARD_CS}, {"styricet", CS_TENS, GUARD_HARD, GUARD_CS},
    {"styridsat", CS_TENS, GUARD_HARD, GUARD_CS}, {"styry", NONE, GUARD_HARD, GUARD_CS},
    {"styrycet", CS_TENS, GUARD_HARD, GUARD_CS}, {"svnty", NONE, GUARD_HARD, GUARD_EN},
    {"sxty", NONE, GUARD_HARD, GUARD_EN}, {"szes", NONE, GUARD_HARD, GUARD_PL}, {"szesc", PL_FIVE, GUARD_HARD, GUARD_PL},
    {"szescdziesi", PL_DZIESIAT, GUARD_HARD, GUARD_PL}, {"szesciorak", NONE, GUARD_HARD, GUARD_PL},
    {"szescset", NONE, GUARD_HARD, GUARD_PL}, {"szesnasc", PL_NASCIE, GUARD_HARD, GUARD_PL},
    {"szesnast", PL_TEEN, GUARD_HARD, GUARD_PL}, {"szesnosc", ANY, GUARD_HARD, GUARD_PL},
    {"szost", PL_ADJ, GUARD_HIGH_ORDINAL, GUARD_PL}, {"szost", PL_KA, GUARD_HARD, GUARD_PL},
    {"szostak", PL_MASC, GUARD_HARD, GUARD_PL}, {"szostal", PL_MASC, GUARD_HARD, GUARD_PL},
    {"szostecz", PL_KA, GUARD_HARD, GUARD_PL}, {"sztyr", PL_SILESIAN, GUARD_SMALL, GUARD_PL},
    {"sztyrdziesci", ANY, GUARD_HARD, GUARD_PL}, {"sztyrnosc", ANY, GUARD_HARD, GUARD_PL},
};
static const struct guard_number latin_t[] = {
    {"teen", EN_PLURAL, GUARD_HARD, GUARD_EN}, {"ten", EN_UNIT, GUARD_HARD, GUARD_EN},
    {"tener", EN_PLURAL, GUARD_HARD, GUARD_EN}, {"tenth", EN_PLURAL, GUARD_HIGH_ORDINAL, GUARD_EN},
    {"thert", EN_TEEN, GUARD_HARD, GUARD_EN}, {"therty", NONE, GUARD_HARD, GUARD_EN},
    {"third", EN_PLURAL, GUARD_ORDINAL, GUARD_EN}, {"thirdt", EN_TEEN, GUARD_HARD, GUARD_EN},
    {"thirdy", NONE, GUARD_HARD, GUARD_EN}, {"thirt", EN_TEEN, GUARD_HARD, GUARD_EN},
    {"thirten", NONE, GUARD_HARD, GUARD_EN}, {"thirtey", NONE, GUARD_HARD, GUARD_EN},
    {"thirthen", NONE, GUARD_HARD, GUARD_EN}, {"thirtie", NONE, GUARD_HARD, GUARD_EN},
    {"thlrt", EN_TEEN, GUARD_HARD, GUARD_EN}, {"thousand", EN_HUNDRED, GUARD_NO_CARD, GUARD_EN},
    {"thre", EN_UNIT, GUARD_SMALL, GUARD_EN}, {"threet", EN_TEEN, GUARD_HARD, GUARD_EN},
    {"thrice", NONE, GUARD_HARD, GUARD_EN}, {"thrty", NONE, GUARD_HARD, GUARD_EN}, {"thurt", EN_TEEN, GUARD_HARD, GUARD_EN},
    {"thurty", NONE, GUARD_HARD, GUARD_EN}, {"thuty", NONE, GUARD_HARD, GUARD_EN}, {"tirten", NONE, GUARD_HARD, GUARD_EN},
    {"tirty", NONE, GUARD_HARD, GUARD_EN}, {"tisic", CS_TISIC, GUARD_NO_CARD, GUARD_CS},
    {"traja", NONE, GUARD_SMALL, GUARD_CS}, {"trech", NONE, GUARD_SMALL, GUARD_CS},
    {"treinta", NONE, GUARD_HARD, GUARD_OTHER}, {"treize", NONE, GUARD_HARD, GUARD_OTHER},
    {"trem", NONE, GUARD_SMALL, GUARD_CS}, {"trema", NONE, GUARD_SMALL, GUARD_CS}, {"tremi", NONE, GUARD_SMALL, GUARD_CS},
    {"trente", NONE, GUARD_HARD, GUARD_OTHER}, {"treti", CS_SOFT, GUARD_ORDINAL, GUARD_CS},
    {"trey", EN_PLURAL, GUARD_HARD, GUARD_EN}, {"tri", NONE, GUARD_SMALL, GUARD_CS},
    {"tricat", CS_TENS, GUARD_HARD, GUARD_CS}, {"tricet", CS_TENS, GUARD_HARD, GUARD_CS},
    {"tricit", CS_TENS, GUARD_HARD, GUARD_CS}, {"tridsat", CS_TENS, GUARD_HARD, GUARD_CS},
    {"trinact", CS_TENS, GUARD_HARD, GUARD_CS}, {"trinast", CS_TENS, GUARD_HARD, GUARD_CS},
    {"trista", NONE, GUARD_ROUND, GUARD_CS}, {"troj", CS_KA, GUARD_SMALL, GUARD_CS}, {"troj", PL_KA, GUARD_SMALL, GUARD_PL},
    {"troj", PL_TWOFOLD, GUARD_SMALL, GUARD_PL}, {"troja", NONE, GUARD_SMALL, GUARD_PL},
    {"troje", NONE, GUARD_SMALL, GUARD_CS}, {"trojec", CS_CKA, GUARD_SMALL, GUARD_CS},
    {"trydziesci", NONE, GUARD_HARD, GUARD_PL}, {"trzech", NONE, GUARD_SMALL, GUARD_PL},
    {"trzeci", PL_ADJ_SOFT, GUARD_ORDINAL, GUARD_PL}, {"trzej", NONE, GUARD_SMALL, GUARD_PL},
    {"trzem", NONE, GUARD_SMALL, GUARD_PL}, {"trzema", NONE, GUARD_SMALL, GUARD_PL},
    {"trzidziesci", ANY, GUARD_HARD, GUARD_PL}, {"trzinosc", ANY, GUARD_HARD, GUARD_PL},
    {"trzy", NONE, GUARD_SMALL, GUARD_PL}, {"trzydziech", PL_NOUN, GUARD_HARD, GUARD_PL},
    {"trzydzies", NONE, GUARD_HARD, GUARD_PL}, {"trzydziesc", PL_TY, GUARD_HARD, GUARD_PL},
    {"trzydziest", PL_TEEN, GUARD_HARD, GUARD_PL}, {"trzynasc", PL_NASCIE, GUARD_HARD, GUARD_PL},
    {"trzynast", PL_TEEN, GUARD_HARD, GUARD_PL}, {"trzynosc", ANY, GUARD_HARD, GUARD_PL},
    {"trzysta", NONE, GUARD_HARD, GUARD_PL}, {"tucet", NONE, GUARD_HARD, GUARD_CS}, {"tuct", CS_MASC, GUARD_HARD, GUARD_CS},
    {"tuzin", PL_MASC, GUARD_HARD, GUARD_PL}, {"tweive", NONE, GUARD_HARD, GUARD_EN}, {"twelf", NONE, GUARD_HARD, GUARD_EN},
    {"twelfth", EN_PLURAL, GUARD_HIGH_ORDINAL, GUARD_EN}, {"twelth", EN_PLURAL, GUARD_HIGH_ORDINAL, GUARD_EN},
    {"twelv", NONE, GUARD_HARD, GUARD_EN}, {"twelve", EN_UNIT, GUARD_HARD, GUARD_EN},
    {"twelwe", NONE, GUARD_HARD, GUARD_EN}, {"twent", EN_TENS, GUARD_HARD, GUARD_EN},
    {"twentey", NONE, GUARD_HARD, GUARD_EN}, {"twenti", NONE, GUARD_HARD, GUARD_EN},
    {"twentie", NONE, GUARD_HARD, GUARD_EN}, {"tweny", NONE, GUARD_HARD, GUARD_EN}, {"twevle", NONE, GUARD_HARD, GUARD_EN},
    {"twiny", NONE, GUARD_HARD, GUARD_EN}, {"twleve", NONE, GUARD_HARD, GUARD_EN}, {"twnty", NONE, GUARD_HARD, GUARD_EN},
    {"two", EN_UNIT, GUARD_SMALL, GUARD_EN}, {"twot", EN_TENS, GUARD_HARD, GUARD_EN},
    {"tysiac", PL_TYSIAC, GUARD_NO_CARD, GUARD_PL},
};
static const struct guard_number latin_u[] = {
    {"uosiem", ANY, GUARD_HARD, GUARD_PL}, {"uosiym", ANY, GUARD_HARD, GUARD_PL},
};
static const struct guard_number latin_v[] = {
    {"veinte", NONE, GUARD_HARD, GUARD_OTHER}, {"veletuc", ANY, GUARD_HARD, GUARD_CS},
    {"vierzehn", NONE, GUARD_HARD, GUARD_OTHER}, {"vierzig", ANY, GUARD_HARD, GUARD_OTHER},
    {"vingt", NONE, GUARD_HARD, GUARD_OTHER}, {"vosm", NONE, GUARD_HARD, GUARD_CS},
    {"vosmic", CS_CKA, GUARD_HARD, GUARD_CS}, {"vosum", NONE, GUARD_HARD, GUARD_CS},
    {"vosumdesat", CS_TENS, GUARD_HARD, GUARD_CS}, {"vosumnact", CS_TENS, GUARD_HARD, GUARD_CS},
};
static const struct guard_number latin_x[] = {
    {"xis", NONE, GUARD_HARD, GUARD_EN},
};
static const struct guard_number latin_z[] = {
    {"zehn", NONE, GUARD_HARD, GUARD_OTHER}, {"zer", PL_ZERO, GUARD_NO_CARD, GUARD_PL},
    {"zero", EN_PLURAL, GUARD_NO_CARD, GUARD_EN}, {"zwanzig", ANY, GUARD_HARD, GUARD_OTHER},
    {"zwei", NONE, GUARD_HARD, GUARD_OTHER}, {"zwolf", NONE, GUARD_HARD, GUARD_OTHER},
};
static const struct guard_number cyrillic_d[] = {
    {"DESET", UK_UNIT, GUARD_HARD, GUARD_UK}, {"DESIT", UK_UNIT, GUARD_HARD, GUARD_UK},
    {"DESYT", UK_ADJ, GUARD_HIGH_ORDINAL, GUARD_UK}, {"DESYT", UK_FIVE, GUARD_HARD, GUARD_UK},
    {"DESYT", UK_KA, GUARD_HARD, GUARD_UK}, {"DESYTKIV", NONE, GUARD_HARD, GUARD_UK},
    {"DESYTOK", NONE, GUARD_HARD, GUARD_UK}, {"DESYTOQ", UK_KA, GUARD_HARD, GUARD_UK},
    {"DEVIT", UK_UNIT, GUARD_HARD, GUARD_UK}, {"DEVYNOST", UK_NINETY, GUARD_HARD, GUARD_UK},
    {"DEVYT", UK_ADJ, GUARD_HIGH_ORDINAL, GUARD_UK}, {"DEVYT", UK_FIVE, GUARD_HARD, GUARD_UK},
    {"DEVYT", UK_KA, GUARD_HARD, GUARD_UK}, {"DEVYTI", ANY, GUARD_HARD, GUARD_UK},
    {"DEVYTNADCYT", UK_TENS, GUARD_HARD, GUARD_UK}, {"DEVYTOQ", UK_KA, GUARD_HARD, GUARD_UK},
    {"DEVYTSOT", NONE, GUARD_HARD, GUARD_UK}, {"DVA", NONE, GUARD_SMALL, GUARD_UK},
    {"DVACAT", UK_TENS, GUARD_HARD, GUARD_UK}, {"DVACYT", UK_TENS, GUARD_HARD, GUARD_UK},
    {"DVADCAT", UK_TENS, GUARD_HARD, GUARD_UK}, {"DVADCIT", ANY, GUARD_HARD, GUARD_UK},
    {"DVADCYT", UK_TENS, GUARD_HARD, GUARD_UK}, {"DVANACIT", ANY, GUARD_HARD, GUARD_UK},
    {"DVANADCIT", ANY, GUARD_HARD, GUARD_UK}, {"DVANADCYT", UK_TENS, GUARD_HARD, GUARD_UK},
    {"DVE", NONE, GUARD_SMALL, GUARD_UK}, {"DVENADCAT", UK_TENS, GUARD_HARD, GUARD_UK},
    {"DVENADCYT", UK_TENS, GUARD_HARD, GUARD_UK}, {"DVI", NONE, GUARD_SMALL, GUARD_UK},
    {"DVI", UK_KA, GUARD_SMALL, GUARD_UK}, {"DVIEQ", UK_KA, GUARD_HARD, GUARD_UK}, {"DVISTI", NONE, GUARD_HARD, GUARD_UK},
    {"DVOE", NONE, GUARD_SMALL, GUARD_UK}, {"DVOH", NONE, GUARD_SMALL, GUARD_UK}, {"DVOI", UK_KA, GUARD_SMALL, GUARD_UK},
    {"DVOIH", NONE, GUARD_SMALL, GUARD_UK}, {"DVOIM", NONE, GUARD_SMALL, GUARD_UK}, {"DVOM", NONE, GUARD_SMALL, GUARD_UK},
    {"DVOMA", NONE, GUARD_SMALL, GUARD_UK}, {"DVUH", NONE, GUARD_SMALL, GUARD_UK}, {"DVUM", NONE, GUARD_SMALL, GUARD_UK},
    {"DXJIN", UK_NOUN, GUARD_HARD, GUARD_UK},
};
static const struct guard_number cyrillic_e[] = {
    {"EDINIQ", UK_KA, GUARD_HARD, GUARD_UK}, {"ELEVEN", NONE, GUARD_HARD, GUARD_UK},
};
static const struct guard_number cyrillic_f[] = {
    {"FAIV", NONE, GUARD_HARD, GUARD_UK}, {"FIFTI", NONE, GUARD_HARD, GUARD_UK},
};
static const struct guard_number cyrillic_k[] = {
    {"KOP", UK_KOPA, GUARD_ROUND, GUARD_UK},
};
static const struct guard_number cyrillic_m[] = {
    {"MILION", UK_MASC, GUARD_NO_CARD, GUARD_UK}, {"MILYRD", UK_MASC, GUARD_NO_CARD, GUARD_UK},
};
static const struct guard_number cyrillic_n[] = {
    {"NAIN", NONE, GUARD_HARD, GUARD_UK}, {"NAINTI", NONE, GUARD_HARD, GUARD_UK},
    {"NUL", UK_NUL, GUARD_NO_CARD, GUARD_UK},
};
static const struct guard_number cyrillic_o[] = {
    {"ODIN", NONE, GUARD_ONE, GUARD_UK}, {"ODINADCAT", UK_TENS, GUARD_HARD, GUARD_UK},
    {"ODINADCYT", UK_TENS, GUARD_HARD, GUARD_UK}, {"ODINIC", UK_SOFT_NOUN, GUARD_HARD, GUARD_UK},
    {"ODNA", NONE, GUARD_ONE, GUARD_UK}, {"ODNE", NONE, GUARD_ONE, GUARD_UK}, {"ODNO", NONE, GUARD_ONE, GUARD_UK},
};
static const struct guard_number cyrillic_p[] = {
    {"PIAT", NONE, GUARD_SMALL, GUARD_UK}, {"PISYT", UK_UNIT, GUARD_HARD, GUARD_UK},
    {"PIVDXJIN", UK_NOUN, GUARD_HARD, GUARD_UK}, {"PIVKOP", UK_NOUN, GUARD_HARD, GUARD_UK},
    {"PIVSOT", ANY, GUARD_HARD, GUARD_UK}, {"PIVSOTN", UK_SOFT_NOUN, GUARD_HARD, GUARD_UK},
    {"PIVSTA", NONE, GUARD_HARD, GUARD_UK}, {"PIVTINIK", UK_MASC, GUARD_HARD, GUARD_UK},
    {"POLSOTN", ANY, GUARD_HARD, GUARD_UK}, {"POLTINIK", UK_MASC, GUARD_HARD, GUARD_UK},
    {"POLTOS", ANY, GUARD_HARD, GUARD_UK}, {"PYDESYT", UK_TENS, GUARD_HARD, GUARD_UK},
    {"PYT", UK_ADJ, GUARD_ORDINAL, GUARD_UK}, {"PYT", UK_FIVE, GUARD_SMALL, GUARD_UK},
    {"PYTAK", UK_MASC, GUARD_HARD, GUARD_UK}, {"PYTDESET", ANY, GUARD_HARD, GUARD_UK},
    {"PYTDESIT", ANY, GUARD_HARD, GUARD_UK}, {"PYTDESYT", UK_TENS, GUARD_HARD, GUARD_UK},
    {"PYTER", UK_KA, GUARD_SMALL, GUARD_UK}, {"PYTEROQ", UK_KA, GUARD_HARD, GUARD_UK},
    {"PYTIHAT", UK_KA, GUARD_HARD, GUARD_UK}, {"PYTIR", UK_KA, GUARD_SMALL, GUARD_UK},
    {"PYTIROQ", UK_KA, GUARD_SMALL, GUARD_UK}, {"PYTNADCYT", UK_TENS, GUARD_HARD, GUARD_UK},
    {"PYTSOT", NONE, GUARD_HARD, GUARD_UK},
};
static const struct guard_number cyrillic_q[] = {
    {"QERVINC", UK_MASC, GUARD_HARD, GUARD_UK}, {"QERVINEC", NONE, GUARD_HARD, GUARD_UK},
    {"QERVONC", UK_MASC, GUARD_HARD, GUARD_UK}, {"QERVONEC", NONE, GUARD_HARD, GUARD_UK},
    {"QETIRE", NONE, GUARD_SMALL, GUARD_UK}, {"QETIREH", NONE, GUARD_SMALL, GUARD_UK},
    {"QETIROH", NONE, GUARD_SMALL, GUARD_UK}, {"QETVER", UK_KA, GUARD_SMALL, GUARD_UK},
    {"QETVERO", NONE, GUARD_SMALL, GUARD_UK}, {"QETVEROQ", UK_KA, GUARD_SMALL, GUARD_UK},
    {"QETVERT", UK_ADJ, GUARD_ORDINAL, GUARD_UK}, {"QETVERTAK", UK_MASC, GUARD_HARD, GUARD_UK},
    {"QETVIR", UK_KA, GUARD_SMALL, GUARD_UK}, {"QETVIROQ", UK_KA, GUARD_SMALL, GUARD_UK},
    {"QIRIK", UK_MASC, GUARD_HARD, GUARD_UK}, {"QOTIRI", NONE, GUARD_SMALL, GUARD_UK},
    {"QOTIRMA", NONE, GUARD_SMALL, GUARD_UK}, {"QOTIRNADCYT", UK_TENS, GUARD_HARD, GUARD_UK},
    {"QOTIROH", NONE, GUARD_SMALL, GUARD_UK}, {"QOTIROM", NONE, GUARD_SMALL, GUARD_UK},
    {"QTIRI", UK_UNIT, GUARD_SMALL, GUARD_UK},
};
static const struct guard_number cyrillic_s[] = {
    {"SEDM", UK_ADJ, GUARD_HIGH_ORDINAL, GUARD_UK}, {"SEM", NONE, GUARD_HARD, GUARD_UK},
    {"SEMDESYT", UK_TENS, GUARD_HARD, GUARD_UK}, {"SEMER", UK_KA, GUARD_HARD, GUARD_UK},
    {"SEMERO", NONE, GUARD_HARD, GUARD_UK}, {"SEMEROH", NONE, GUARD_HARD, GUARD_UK},
    {"SEMEROQ", UK_KA, GUARD_HARD, GUARD_UK}, {"SEMI", NONE, GUARD_HARD, GUARD_UK}, {"SEMIDEN", ANY, GUARD_HARD, GUARD_UK},
    {"SEMIGODIN", ANY, GUARD_HARD, GUARD_UK}, {"SEMIHVIL", ANY, GUARD_HARD, GUARD_UK},
    {"SEMIMISYQ", ANY, GUARD_HARD, GUARD_UK}, {"SEMIRIQ", ANY, GUARD_HARD, GUARD_UK},
    {"SEMISYT", UK_UNIT, GUARD_HARD, GUARD_UK}, {"SEVEN", NONE, GUARD_HARD, GUARD_UK},
    {"SEVENTI", NONE, GUARD_HARD, GUARD_UK}, {"SIKS", NONE, GUARD_HARD, GUARD_UK}, {"SIKSTI", NONE, GUARD_HARD, GUARD_UK},
    {"SIM", UK_KA, GUARD_HARD, GUARD_UK}, {"SIM", UK_SIM, GUARD_HARD, GUARD_UK}, {"SIMDESIT", ANY, GUARD_HARD, GUARD_UK},
    {"SIMDESYT", UK_TENS, GUARD_HARD, GUARD_UK}, {"SIMISYT", UK_UNIT, GUARD_HARD, GUARD_UK},
    {"SIMNADCYT", UK_TENS, GUARD_HARD, GUARD_UK}, {"SIMOQ", UK_KA, GUARD_HARD, GUARD_UK},
    {"SIMSOT", NONE, GUARD_HARD, GUARD_UK}, {"SOM", UK_ADJ, GUARD_HIGH_ORDINAL, GUARD_UK},
    {"SOROK", UK_SOROK, GUARD_HARD, GUARD_UK}, {"SOROKET", NONE, GUARD_HARD, GUARD_UK},
    {"SOROKIV", UK_KA, GUARD_HARD, GUARD_UK}, {"SOT", UK_ADJ, GUARD_ROUND, GUARD_UK}, {"SOT", UK_KA, GUARD_HARD, GUARD_UK},
    {"SOTEN", NONE, GUARD_HARD, GUARD_UK}, {"SOTN", UK_SOFT_NOUN, GUARD_ROUND, GUARD_UK},
    {"SOTNYG", ANY, GUARD_HARD, GUARD_UK}, {"SOTOQ", UK_KA, GUARD_HARD, GUARD_UK}, {"STA", NONE, GUARD_ROUND, GUARD_UK},
    {"STO", NONE, GUARD_ROUND, GUARD_UK}, {"STOLNIK", UK_MASC, GUARD_HARD, GUARD_UK},
    {"STOMA", NONE, GUARD_ROUND, GUARD_UK},
};
static const struct guard_number cyrillic_t[] = {
    {"TISYQ", ANY, GUARD_NO_CARD, GUARD_UK}, {"TREH", NONE, GUARD_SMALL, GUARD_UK}, {"TREM", NONE, GUARD_SMALL, GUARD_UK},
    {"TREMY", NONE, GUARD_SMALL, GUARD_UK}, {"TRET", UK_ADJ, GUARD_ORDINAL, GUARD_UK}, {"TRI", NONE, GUARD_SMALL, GUARD_UK},
    {"TRI", UK_KA, GUARD_SMALL, GUARD_UK}, {"TRICAT", UK_TENS, GUARD_HARD, GUARD_UK},
    {"TRICYT", UK_TENS, GUARD_HARD, GUARD_UK}, {"TRIDCAT", UK_TENS, GUARD_HARD, GUARD_UK},
    {"TRIDCIT", ANY, GUARD_HARD, GUARD_UK}, {"TRIDCYT", UK_TENS, GUARD_HARD, GUARD_UK},
    {"TRIEQ", UK_KA, GUARD_HARD, GUARD_UK}, {"TRINADCAT", UK_TENS, GUARD_HARD, GUARD_UK},
    {"TRINADCYT", UK_TENS, GUARD_HARD, GUARD_UK}, {"TRISTA", NONE, GUARD_HARD, GUARD_UK},
    {"TROE", NONE, GUARD_SMALL, GUARD_UK}, {"TROH", NONE, GUARD_SMALL, GUARD_UK}, {"TROI", UK_KA, GUARD_SMALL, GUARD_UK},
    {"TROIH", NONE, GUARD_SMALL, GUARD_UK}, {"TROM", NONE, GUARD_SMALL, GUARD_UK}, {"TROMA", NONE, GUARD_SMALL, GUARD_UK},
    {"TUZIN", UK_MASC, GUARD_HARD, GUARD_UK}, {"TVELV", NONE, GUARD_HARD, GUARD_UK}, {"TVENTI", NONE, GUARD_HARD, GUARD_UK},
};
static const struct guard_number cyrillic_u[] = {
    {"UDEVYTERO", NONE, GUARD_HARD, GUARD_UK}, {"UPYTERO", NONE, GUARD_HARD, GUARD_UK},
    {"USEMERO", NONE, GUARD_HARD, GUARD_UK}, {"UVOSMERO", NONE, GUARD_HARD, GUARD_UK},
    {"UWESTERO", NONE, GUARD_HARD, GUARD_UK},
};
static const struct guard_number cyrillic_v[] = {
    {"VDEVYTERO", NONE, GUARD_HARD, GUARD_UK}, {"VISIM", NONE, GUARD_HARD, GUARD_UK},
    {"VISIM", UK_KA, GUARD_HARD, GUARD_UK}, {"VISIMDESIT", ANY, GUARD_HARD, GUARD_UK},
    {"VISIMDESYT", UK_TENS, GUARD_HARD, GUARD_UK}, {"VISIMISYT", UK_UNIT, GUARD_HARD, GUARD_UK},
    {"VISIMNADCYT", UK_TENS, GUARD_HARD, GUARD_UK}, {"VISIMOQ", UK_KA, GUARD_HARD, GUARD_UK},
    {"VISIMSOT", NONE, GUARD_HARD, GUARD_UK}, {"VISMA", NONE, GUARD_HARD, GUARD_UK},
    {"VISMER", UK_KA, GUARD_HARD, GUARD_UK}, {"VISMOH", NONE, GUARD_HARD, GUARD_UK}, {"VISMOM", NONE, GUARD_HARD, GUARD_UK},
    {"VISMOMA", NONE, GUARD_HARD, GUARD_UK}, {"VOSEM", NONE, GUARD_HARD, GUARD_UK},
    {"VOSEMDESYT", UK_TENS, GUARD_HARD, GUARD_UK}, {"VOSEMX", NONE, GUARD_HARD, GUARD_UK},
    {"VOSIM", NONE, GUARD_HARD, GUARD_UK}, {"VOSIMISYT", UK_UNIT, GUARD_HARD, GUARD_UK},
    {"VOSM", UK_ADJ, GUARD_HIGH_ORDINAL, GUARD_UK}, {"VOSMER", UK_KA, GUARD_HARD, GUARD_UK},
    {"VOSMERO", NONE, GUARD_HARD, GUARD_UK}, {"VOSMEROH", NONE, GUARD_HARD, GUARD_UK},
    {"VOSMEROQ", UK_KA, GUARD_HARD, GUARD_UK}, {"VOSMI", NONE, GUARD_HARD, GUARD_UK},
    {"VOSMIDEN", ANY, GUARD_HARD, GUARD_UK}, {"VOSMIGODIN", ANY, GUARD_HARD, GUARD_UK},
    {"VOSMIHVIL", ANY, GUARD_HARD, GUARD_UK}, {"VOSMIMISYQ", ANY, GUARD_HARD, GUARD_UK},
    {"VOSMIRIQ", ANY, GUARD_HARD, GUARD_UK}, {"VPYTERO", NONE, GUARD_HARD, GUARD_UK},
    {"VSEMERO", NONE, GUARD_HARD, GUARD_UK}, {"VVOSMERO", NONE, GUARD_HARD, GUARD_UK},
    {"VWESTERO", NONE, GUARD_HARD, GUARD_UK},
};
static const struct guard_number cyrillic_w[] = {
    {"WEST", NONE, GUARD_HARD, GUARD_UK}, {"WEST", UK_ADJ_RU, GUARD_HIGH_ORDINAL, GUARD_UK},
    {"WESTDESYT", UK_TENS, GUARD_HARD, GUARD_UK}, {"WESTER", UK_KA, GUARD_HARD, GUARD_UK},
    {"WESTERO", NONE, GUARD_HARD, GUARD_UK}, {"WESTEROH", NONE, GUARD_HARD, GUARD_UK},
    {"WESTEROQ", UK_KA, GUARD_HARD, GUARD_UK}, {"WESTI", NONE, GUARD_HARD, GUARD_UK},
    {"WESTIDEN", ANY, GUARD_HARD, GUARD_UK}, {"WESTIGODIN", ANY, GUARD_HARD, GUARD_UK},
    {"WESTIHVIL", ANY, GUARD_HARD, GUARD_UK}, {"WESTIMISYQ", ANY, GUARD_HARD, GUARD_UK},
    {"WESTIRIQ", ANY, GUARD_HARD, GUARD_UK}, {"WESTX", NONE, GUARD_HARD, GUARD_UK},
    {"WIDESYT", UK_TENS, GUARD_HARD, GUARD_UK}, {"WISDESYT", UK_TENS, GUARD_HARD, GUARD_UK},
    {"WISNADCYT", UK_TENS, GUARD_HARD, GUARD_UK}, {"WIST", UK_FIVE, GUARD_HARD, GUARD_UK},
    {"WIST", UK_KA, GUARD_HARD, GUARD_UK}, {"WISTDESIT", ANY, GUARD_HARD, GUARD_UK},
    {"WISTDESYT", UK_TENS, GUARD_HARD, GUARD_UK}, {"WISTNADCYT", UK_TENS, GUARD_HARD, GUARD_UK},
    {"WISTOQ", UK_KA, GUARD_HARD, GUARD_UK}, {"WISTSOT", NONE, GUARD_HARD, GUARD_UK},
    {"WISYT", UK_UNIT, GUARD_HARD, GUARD_UK}, {"WOST", UK_ADJ, GUARD_HIGH_ORDINAL, GUARD_UK},
    {"WTIRI", UK_UNIT, GUARD_SMALL, GUARD_UK},
};

#define LIST(letter, words) [letter] = {words, sizeof words / sizeof words[0]}
static const struct list lists[128] = {
    LIST('a', latin_a), LIST('b', latin_b), LIST('c', latin_c), LIST('d', latin_d), LIST('e', latin_e),
    LIST('f', latin_f), LIST('h', latin_h), LIST('j', latin_j), LIST('k', latin_k), LIST('m', latin_m),
    LIST('n', latin_n), LIST('o', latin_o), LIST('p', latin_p), LIST('q', latin_q), LIST('r', latin_r),
    LIST('s', latin_s), LIST('t', latin_t), LIST('u', latin_u), LIST('v', latin_v), LIST('x', latin_x),
    LIST('z', latin_z), LIST('D', cyrillic_d), LIST('E', cyrillic_e), LIST('F', cyrillic_f), LIST('K', cyrillic_k),
    LIST('M', cyrillic_m), LIST('N', cyrillic_n), LIST('O', cyrillic_o), LIST('P', cyrillic_p), LIST('Q', cyrillic_q),
    LIST('S', cyrillic_s), LIST('T', cyrillic_t), LIST('U', cyrillic_u), LIST('V', cyrillic_v), LIST('W', cyrillic_w),
};
/* clang-format on */

/* Letters that occur in number words only, wherever they stand in a longer word: "pětatřicet", "ihavethirty".
 * Each was tried against lists of 50,000 common words of its language. */
static const char *const roots[128] = {
    ['a'] = "atricat atricit adesat",
    ['c'] = "czterdz ctyric",
    ['d'] = "dziesiec dziesiat dziesci dziest dziewiec dziewiat dvacet dvacat dvacit desat devades",
    ['e'] = "eleven",
    ['f'] = "forty fourty fifty fiften fourten",
    ['h'] = "hundred",
    ['n'] = "nascie ninety nineten",
    ['o'] = "osiem osmdes",
    ['p'] = "padesat piecdz petadva petatri",
    ['s'] = "seven sixty sixten siedem siodem sedmdes sedesat szescdz",
    ['t'] = "thirty thirten twelve twenty thousand tricet trzydz",
    ['D'] = "DCYT DCAT DESYT DEVYNOST",
    ['N'] = "NACYT NACAT",
    ['P'] = "PYTDES POLTIN",
};

/* The letters of a start after the first, as a number that sorts as they do; those that are missing count as lowest. */
static unsigned start_key(const uint8_t *start, size_t length)
{
    unsigned second = length > 1 ? start[1] : 0, third = length > 2 ? start[2] : 0;
    return second << 8 | third;
}

static unsigned stem_key(const struct guard_number *number) { return start_key((const uint8_t *)number->stem, GUARD_START); }

/* The first stem that does not come before these letters. */
static size_t find_start(const struct list *list, unsigned key)
{
    size_t low = 0;
    for (size_t left = list->count; left; left -= (left + 1) / 2)
        low += stem_key(&list->words[low + (left - 1) / 2]) < key ? (left + 1) / 2 : 0;
    return low;
}

const struct guard_number *guard_numbers(const uint8_t *start, size_t *count)
{
    const struct list *list = &lists[start[0] & 127];
    unsigned key = start_key(start, GUARD_START);
    size_t low = find_start(list, key);
    for (*count = 0; low + *count < list->count && stem_key(&list->words[low + *count]) == key;)
        ++*count;
    return *count ? list->words + low : NULL;
}

bool guard_may_start(const uint8_t *start, size_t length)
{
    static const unsigned compared[GUARD_START + 1] = {0, 0, 0xFF00, 0xFFFF};
    const struct list *list = &lists[start[0] & 127];
    unsigned key = start_key(start, length);
    size_t low = find_start(list, key);
    return low < list->count && (stem_key(&list->words[low]) & compared[length]) == key;
}

const struct guard_number *guard_numbers_of(uint8_t first_letter, size_t *count)
{
    const struct list *list = &lists[first_letter & 127];
    *count = list->count;
    return list->words;
}

const char *guard_roots(uint8_t first_letter) { return roots[first_letter & 127]; }
