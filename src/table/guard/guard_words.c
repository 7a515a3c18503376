/* Ordinary words around numbers, for the talk guard (TT2): what makes a number beside them harmless.
 *
 * Words are folded (no case, no accents; Cyrillic in capitals, see guard_numbers.c) and separated by spaces; "pile*" stands for
 * every word that starts so. Kept by first letter, and read one word after another. */
#include "guard_internal.h"

static const char *const counted[128] = {
    ['a'] = "attempt* attempts ascending",
    ['b'] = "birds bird bot bots beers blad bledy bledow balic* balik* brother* bod* beer*",
    ['c'] = "column* card cards choice* chance* colours colors cheers coffees chwil* chvil* chyb* cat cats child children cup cups caj* "
            "cest* coffee*",
    ['d'] = "deck* day days direction* descending decreasing dni dzien den dny dnu duvod* dog dogs dzieci drog* deti "
            "drobnost* drinks",
    ['f'] = "friend* fires falling",
    ['g'] = "guys game games growing gracz* graczy godzin* gra gry gier glow* glass* grosze",
    ['h'] = "hravec* hravc* hvylyn* hid hodu hody hour* hand hands hint* head heads hromad* hrac* hodin* hra hry her hlav* hravts* "
            "hravets* hodiv herbat*",
    ['i'] = "idea* increasing",
    ['j'] = "jumps",
    ['k'] = "kamieni* kupk* kupek kart karty karta karte karcie kartami kartach kartom kartki kolej* kolejki krok* kolumn* "
            "kierunk* kolo kola kol kole krat karet kartu kartou klesajic* kamarad* kafe khod khody khid khodiv kid kids kot koty kotow "
            "kaw kawy koleg* kolezan* kock* kavy kamosi",
    ['l'] = "ludzi lid* loss losses lat lata lety lete",
    ['m'] = "mouch* much* move moves minute* min mins minut* miejsc* malejac* moznost* mist* month* matches mistake* miesiac* mecz* "
            "mesic* moznosti",
    ['o'] = "option* osob* opcj* oczy otazk* oci ocima",
    ['p'] = "planow plan* pieczen* pokus* prob* pile* player* people person* problem* place places powod* partia partie partii pytani* "
            "plan plany "
            "pivo piva plays path* psy psow piwa przyjaci* porazk* proby psi pravid* prohr* piwo piw podejsc* pes psa pies",
    ['q'] = "question*",
    ['r'] = "ronde row rows round rounds reason* rising ruch ruchy ruchow ruchu rund* raz razy rzecz* rzed* rzad rec* "
            "reka rosnac* rad radu rady radek ruce rostouc* road* route* roky roku rules results",
    ['s'] = "stack* sec secs second* step steps side sides seat seats spot spots shrinking stos stosy stosow stosu "
            "stosie stosom stosach stosami stosik* sekund* sposob* slow* stron* szans* skok* sztuczk* sloup* slov* "
            "stran* sloupec sanc* smer* stopk* star stars sister* session* szczegol* strikes",
    ['t'] = "thoughts try turn turns time times thing things tries thumbs tricks talia talii talie tura tury tur turze ture "
            "tydzien tygodni* tah tahy tahu tahem tazich tyden tydny trik* tea teas",
    ['v'] = "vterin* vec veci victor* vecer* vysled* vyhr*",
    ['w'] = "wrongs week* way ways word words wyjsci* weekend* wins wieczor* wynik* wygran* wines",
    ['z'] = "zpusob* zasad* znajom*",
    ['D'] = "DEN DNI DNIV DRUZ* DIT* DRIBNIC*",
    ['G'] = "GRAVC* GRAVEC* GODIN* GRA GRI GOLOV* GOLIV",
    ['H'] = "HID HODI HODIV HODU HODAH HODAMI HVILIN*",
    ['I'] = "IGOR IGR*",
    ['K'] = "KIN* KUPK* KUPOK KUPC* KOLOD* KART* KOLO KOLA KIL KROK* KAV* KOT KOTI KOTIV",
    ['L'] = "LXD*",
    ['M'] = "MISC* MISYC*",
    ['N'] = "NAPRYM* NOQ*",
    ['O'] = "OSOB* OQI",
    ['P'] = "PLAN* PRIQIN* PARTI* PITAN* PROBLEM* POMILK* PRAVIL* PEREMOG* PIVO PIVA PSI PSIV PES",
    ['R'] = "RAUND* RAZ RAZI RAZU RAZIV REQ* RYD RYDI RYDU RYDIV RUK* ROKI ROKU ROKIV REZULTAT*",
    ['S'] = "SPROB* STOS STOSI STOSIV STOSU STOSA STOSIK* STOSAH STOPK* STOPOK STOPC* SEKUND* SPOSOB* SPOSIB* SLOV* SLIV "
            "STORON* STRIBK* STRIBOK* SPADN* SESTR*",
    ['T'] = "TUR TURI TURIV TIJN* TRXK*",
    ['V'] = "VARIANT* VIHOD* VIHID* VEQOR*",
    ['W'] = "WANS* WLYH*",
    ['Z'] = "ZAIC* ZROSTAX*",
    ['e'] = "evils evening* exits",
    ['y'] = "year*",
    ['n'] = "night* noc*",
    ['B'] = "BOT* BRAT*",
};

static const char *const between[128] = {
    ['a'] = "ascending albo az",
    ['b'] = "bad big bottom best better",
    ['c'] = "close consecutive cale cal* cele",
    ['d'] = "different descending dobre dobra dobry duz* do doln* dodatkow* dalsi dolni dobr*",
    ['e'] = "extra easy",
    ['f'] = "falling first full free",
    ['g'] = "good great gorn*",
    ['h'] = "high horni hezk*",
    ['i'] = "inne inny",
    ['j'] = "jeszcze jine jiny",
    ['k'] = "kolejn* klesajic* krat*",
    ['l'] = "low last little left lower lub lew* levy leve leva",
    ['m'] = "more my malejac* mal* moje mozliw* moich moj* mozn*",
    ['n'] = "next nice nastepn* nasze najblizsz* nisk* nase nebo nejblizs* nizk* najleps* najgors* nejlepsi nejhorsi",
    ['o'] = "other or of our ostatni*",
    ['p'] = "possible pierwsz* praw* pelne posledni prvni pravy prave prava",
    ['q'] = "quick",
    ['r'] = "rising right real remaining rosnac* rostouc* rychl*",
    ['s'] = "small safe short separate szybk* spatn* svet*",
    ['t'] = "to top twoje tych tvoje",
    ['u'] = "upper useful",
    ['v'] = "vel* vysok* volne",
    ['w'] = "whole wasted wolne wysok* worst",
    ['y'] = "your",
    ['z'] = "zle ze z",
    ['A'] = "ABO",
    ['C'] = "CIL* CIH",
    ['D'] = "DO DOBR* DODATKOV*",
    ['I'] = "INW*",
    ['K'] = "KOROTK*",
    ['L'] = "LIV*",
    ['M'] = "MAL* MOI* MOJLIV* MOIH",
    ['N'] = "NASTUPN* NAW* NAIBLIJ* NIJN* NIZK* NAIKRA* NAIGIRW*",
    ['O'] = "OSTAN*",
    ['P'] = "PERW* PRAV* POGAN*",
    ['Q'] = "QI QE",
    ['S'] = "SPADN* SVIT*",
    ['T'] = "TVOI*",
    ['V'] = "VELIK* VERHN* VISOK* VILN*",
    ['W'] = "WVIDK* WE",
    ['Z'] = "ZROSTAX*",
};

static const char *const of[128] = {
    ['m'] = "mezi miedzy", ['o'] = "of",  ['p'] = "po",    ['s'] = "s",    ['z'] = "z ze za",
    ['I'] = "IZ",          ['M'] = "MIJ", ['S'] = "SERED", ['Z'] = "ZI Z",
};

static const char *const us[128] = {
    ['n'] = "nas nich",
    ['o'] = "our",
    ['s'] = "sebou sobie sobe",
    ['t'] = "them these those the tych tech",
    ['u'] = "us",
    ['v'] = "vas",
    ['w'] = "was",
    ['y'] = "you your",
    ['C'] = "CIH",
    ['N'] = "NAS NIH",
    ['T'] = "TIH",
    ['V'] = "VAS",
};

static const char *const after[128] = {
    ['a'] = "apiece",       ['c'] = "consecutive", ['e'] = "each",
    ['j'] = "jednoczesnie", ['m'] = "more",        ['n'] = "naraz najednou",
    ['o'] = "once",         ['r'] = "razem rzad",  ['s'] = "simultaneously soucasne",
    ['t'] = "together",     ['z'] = "zaraz",       ['O'] = "ODRAZU ODNOQASNO",
    ['P'] = "PIDRYD",       ['R'] = "RAZOM",       ['Z'] = "ZARAZ",
};

static const char *const before[128] = {
    ['b'] = "between bottom",  ['f'] = "first falling", ['l'] = "last lower", ['n'] = "next", ['o'] = "other",
    ['t'] = "these those top", ['u'] = "us upper",      ['w'] = "we",         ['y'] = "you",  ['a'] = "all ascending",
    ['r'] = "rising",          ['d'] = "descending",
};

static const char *const slavic_before[128] = {
    ['c'] = "ci",
    ['j'] = "jsme jestesmy",
    ['m'] = "my mezi malejace",
    ['n'] = "nas",
    ['o'] = "oba obe obie obaj ostatnie ostatnich",
    ['p'] = "pierwsze posledni prvni prawe prave",
    ['r'] = "raz rosnace rostouci",
    ['t'] = "te tych ty tech tyhle tehle tito tyto techto",
    ['v'] = "vy vas vsichni vsechny vsech vsem",
    ['w'] = "wy was we wszyscy wszystkie wszystkich wszystkim",
    ['C'] = "CI CIH",
    ['M'] = "MI",
    ['N'] = "NAS NIJNI",
    ['O'] = "OSTAN* OBIDVA",
    ['P'] = "PERWI PRAVI",
    ['R'] = "RAZ",
    ['T'] = "TI TIH",
    ['V'] = "VI VAS VSI VSIH VERHNI",
    ['U'] = "USI USIH",
    ['g'] = "gorne",
    ['d'] = "dolne dolni",
    ['l'] = "lewe leve",
    ['h'] = "horni",
    ['k'] = "klesajici",
    ['L'] = "LIVI",
};

static const char *const either[128] = {
    ['a'] = "albo anebo abo", ['c'] = "czy ci chy", ['l'] = "lub", ['n'] = "nebo", ['o'] = "or", ['A'] = "ABO", ['Q'] = "QI",
};

static const char *const person[128] = {
    ['g'] = "gracz gracza", ['h'] = "hrac hrace", ['p'] = "player", ['s'] = "seat", ['G'] = "GRAVEC GRAVCY",
};

static const char *const label[128] = {
    ['b'] = "bez",
    ['c'] = "card cyfra cyfre cislo cislice cislici",
    ['d'] = "digit",
    ['k'] = "karta karte kartu",
    ['l'] = "liczba liczbe",
    ['m'] = "minus",
    ['n'] = "number numbers nr numer",
    ['p'] = "plus",
    ['t'] = "times",
    ['B'] = "BEZ",
    ['C'] = "CIFRA CIFRU",
    ['K'] = "KARTA KARTU",
    ['M'] = "MINUS",
    ['N'] = "NOMER",
    ['P'] = "PLXS",
    ['Q'] = "QISLO",
};

static const char *const ranked[128] = {
    ['a'] = "am",
    ['b'] = "budu bede bylem byl byla",
    ['f'] = "from",
    ['i'] = "in im",
    ['j'] = "ja jestem jsem",
    ['o'] = "one od",
    ['p'] = "po",
    ['t'] = "to ten tamten tenhle",
    ['w'] = "was w",
    ['z'] = "za z zleva zprava zlewa",
    ['S'] = "SPRAVA",
    ['V'] = "VID V",
    ['Z'] = "ZA ZLIVA",
    ['g'] = "going go",
    ['B'] = "BUDE BUDU",
    ['Y'] = "Y",
    ['U'] = "U",
    ['P'] = "PO",
    ['v'] = "v",
};

static const char *const idiom[128] = {
    ['h'] = "heaven",       ['k'] = "kolo",         ['n'] = "nieb* neb*",
    ['s'] = "sense smysl*", ['w'] = "wheel",        ['z'] = "zmysl*",
    ['N'] = "NEB*",         ['P'] = "POQUTT*",      ['Q'] = "QASTIN* QUTT* QUT*",
    ['T'] = "TOQK*",        ['c'] = "cast* czesc*", ['K'] = "KOLES*",
    ['a'] = "avenue",       ['p'] = "poty",         ['b'] = "boli",
    ['B'] = "BOLIT*",
};

static const char *const rounded[128] = {
    ['c'] = "chance* casu",
    ['d'] = "doubt doubts diky dik",
    ['f'] = "fun",
    ['i'] = "idea* interest",
    ['k'] = "krat karet",
    ['l'] = "luck lat let legrace lidi",
    ['n'] = "napad*",
    ['p'] = "pro percent procent* problem* pomysl* pociech procenta prace penez",
    ['r'] = "risk razy ryzyk* roku rokov roboty",
    ['s'] = "sum stesti szczesc* stres* sense szans* sensu sanc* smysl* srandy smiechu",
    ['t'] = "times thanks tolerance tol",
    ['v'] = "veci",
    ['y'] = "years",
    ['z'] = "zabavy",
    ['D'] = "DYKUX",
    ['I'] = "IDEI IGOR",
    ['L'] = "LIT",
    ['P'] = "PROCENT* PROBLEM*",
    ['R'] = "ROKIV RAZIV RAZ RIZIK* ROBOTI ROZIV",
    ['S'] = "STRES* SENSU SPRAV",
    ['V'] = "VIDSOTK*",
    ['W'] = "WANS*",
    ['o'] = "opcj*",
    ['m'] = "moznost*",
    ['h'] = "her",
    ['g'] = "gier",
};

static const char *const innocent[128] = {
    ['d'] = "deviate deviated deviates deviating deviation* deviant* dvojic* dziesiatkuj* desatoro dewit*",
    ['e'] = "elevenses",
    ['f'] = "fortyfy",
    ['n'] = "nul null",
    ['o'] = "osmel*",
    ['s'] = "szescioosob* sedmikras* sooty shyest shiest",
    ['t'] = "trik* trojic* tenis tenisu tenisa tenisow* tenist* troika*",
    ['w'] = "wildcat* wtorek",
    ['p'] = "piecioosob* pieciolini* petilist* pettish* pettily",
};

static const char *const article[128] = {
    ['a'] = "a an",
    ['h'] = "half",
};

static const char *const holding[128] = {
    ['g'] = "got", ['h'] = "have hold holding half", ['i'] = "is its", ['k'] = "keep", ['m'] = "mine", ['o'] = "own", ['p'] = "play",
};

static const char *const adding[128] = {
    ['a'] = "and",
    ['l'] = "less",
    ['m'] = "minus more",
    ['p'] = "plus",
};

/* Runs into a number word: "ihaveeight", doubled letters once. */
static const char *const glue[128] = {
    ['d'] = "dam davam dej",
    ['g'] = "gram",
    ['h'] = "hraju",
    ['i'] = "ihave ive igot ihold imgot its itis itsa ined iplay",
    ['k'] = "klade kladu",
    ['m'] = "mam mame mamy moja moje mojato mojeje maiu maju mayu",
    ['n'] = "ned neda",
    ['p'] = "play playing",
    ['t'] = "toje tojest",
    ['D'] = "DAX",
    ['G'] = "GRAX",
    ['K'] = "KLADU",
    ['M'] = "MAX MAEM MOY MOE",
    ['U'] = "UMENE",
};

static const char *const month[128] = {
    ['a'] = "april apr august aug", ['d'] = "december dec", ['f'] = "february feb", ['j'] = "january jan june july jul",
    ['m'] = "march may month",      ['n'] = "november nov", ['o'] = "october oct",  ['s'] = "september sep sept",
};

static const char *const comparing[128] = {
    ['a'] = "above away apart",
    ['b'] = "below",
    ['h'] = "higher",
    ['l'] = "lower less",
    ['m'] = "mniej men* min",
    ['n'] = "nad niz* niz",
    ['o'] = "off over od",
    ['p'] = "pod ponizej powyzej ponad pred",
    ['u'] = "under up",
    ['v'] = "vic vys*",
    ['w'] = "wyzej wiecej",
    ['B'] = "BILWE",
    ['M'] = "MENWE",
    ['N'] = "NIJQE NAD",
    ['P'] = "PID PONAD",
    ['V'] = "VI?E VGORU VNIZ",
};

static const char *const *const roles[GUARD_ROLES] = {
    [GUARD_COUNTED] = counted,
    [GUARD_BETWEEN] = between,
    [GUARD_OF] = of,
    [GUARD_US] = us,
    [GUARD_AFTER] = after,
    [GUARD_BEFORE] = before,
    [GUARD_SLAVIC_BEFORE] = slavic_before,
    [GUARD_EITHER] = either,
    [GUARD_PERSON] = person,
    [GUARD_LABEL] = label,
    [GUARD_RANKED] = ranked,
    [GUARD_IDIOM] = idiom,
    [GUARD_ROUNDED] = rounded,
    [GUARD_INNOCENT] = innocent,
    [GUARD_ARTICLE] = article,
    [GUARD_HOLDING] = holding,
    [GUARD_ADDING] = adding,
    [GUARD_MONTH] = month,
    [GUARD_COMPARING] = comparing,
};

/* A number word follows each star; # is any small one. */
/* clang-format off */
static const char *const sayings[] = {
    "high *five", "high *fives", "hi *five", "it takes *two to tango", "in *two minds", "of *two minds",
    "*three strikes", "*fourth wall", "*four leaf", "in a *million", "my *two cents", "*two in one", "on all *fours",
    "put *two and *two together", "*three musketeers", "przybij *piatke", "przybijam *piatke", "w *trojke",
    "w *czworke", "w *piatke", "w *piatki", "czwartki i *piatki", "*dwoje sie", "i *troje", "i *troi", "we are #",
    "were # today", "team of #", "table for #", "tea for #", "game for #", "party of #", "group of #", "# against",
    "gra dla #", "stolik dla #", "stol dla #", "jestesmy tu #", "hra pro #", "stul pro #", "jsme tu #", "jsme #",
    "GRA NA #", "STIL NA #", "*dwa w jednym", "na *dwoje babka", "na *cztery wiatry", "na *cztery spusty",
    "*trzej muszkieterowie", "ve *dvou", "ve *trech", "ve *ctyrech", "*dva v jednom", "*tri musketyri", "*pet lahev",
    "*pet lahve", "*pet let", "*peti lety", "*DVA V ODNOMU", "*TRI MUWKETERI", NULL,
};
/* clang-format on */

const char *const *guard_sayings(void) { return sayings; }

/* Steps through a list: the next word's length, and where it starts. */
static size_t next_word(const char **cursor, const char **word)
{
    const char *at = *cursor;
    while (*at == ' ')
        at++;
    *word = at;
    while (*at && *at != ' ')
        at++;
    *cursor = at;
    return (size_t)(at - *word);
}

static bool same_letters(const char *a, const uint8_t *b, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((uint8_t)a[i] != b[i])
            return false;
    return true;
}

/* Does the entry, up to its space, stand for this word? */
static bool entry_is(const char *entry, const uint8_t *word, size_t length)
{
    size_t n = 0;
    while (n < length && (uint8_t)entry[n] == word[n])
        n++;
    return entry[n] == '*' || (n == length && (entry[n] == ' ' || !entry[n]));
}

bool guard_list_has(const char *list, const uint8_t *word, size_t length)
{
    for (char last = ' '; list && *list; last = *list++)
        if (last == ' ' && entry_is(list, word, length))
            return true;
    return false;
}

bool guard_has_role(enum guard_role role, const uint8_t *word, size_t length)
{
    return guard_list_has(roles[role][word[0] & 127], word, length);
}

size_t guard_glue_length(const uint8_t *word, size_t length, size_t above)
{
    const char *list = glue[word[0] & 127], *entry;
    size_t best = 0;
    if (!list)
        return 0;
    for (size_t n = next_word(&list, &entry); n; n = next_word(&list, &entry))
        if (n > above && n < length && (!best || n < best) && same_letters(entry, word, n))
            best = n;
    return best;
}
