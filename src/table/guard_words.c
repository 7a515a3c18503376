/* Ordinary words around numbers, for the talk guard (TT2): what makes a small number harmless, what gives away the language.
 *
 * Words are folded (no case, no accents; Cyrillic in capitals, see guard_numbers.c) and separated by spaces; "pile*" stands for
 * every word that starts so. Kept by first letter, and read one word after another. */
#include "guard_internal.h"

static const char *const counted[128] = {
    ['a'] = "attempt* attempts ascending",
    ['b'] = "birds bird bot bots beers blad bledy bledow balic* balik*",
    ['c'] = "column* card cards choice* chance* colours colors cheers coffees chwil* chvil* chyb*",
    ['d'] = "deck* day days direction* descending decreasing dni dzien den dny dnu duvod*",
    ['f'] = "friend* fires falling",
    ['g'] = "guys game games growing gracz* graczy godzin* gra gry gier glow*",
    ['h'] = "hravec* hravc* hvylyn* hid hodu hody hour* hand hands hint* head heads hromad* hrac* hodin* hra hry her hlav* hravts* "
            "hravets* hodiv",
    ['i'] = "idea* increasing",
    ['j'] = "jumps",
    ['k'] = "kamieni* kupk* kupek kart karty karta karte karcie kartami kartach kartom kartki kolej* kolejki krok* kolumn* "
            "kierunk* kolo kola kol kole krat karet kartu kartou klesajic* kamarad* kafe khod khody khid khodiv",
    ['l'] = "ludzi lid*",
    ['m'] = "mouch* much* move moves minute* min mins minut* miejsc* malejac* moznost* mist*",
    ['o'] = "option* osob* opcj* oczy otazk* oci ocima",
    ['p'] = "planow plan* pieczen* pokus* prob* pile* player* people person* problem* place places powod* partia partie partii pytani* "
            "plan plany "
            "pivo piva",
    ['q'] = "question*",
    ['r'] = "ronde row rows round rounds reason* rising ruch ruchy ruchow ruchu rund* raz razy rzecz* rzed* rzad rec* "
            "reka rosnac* rad radu rady radek ruce rostouc*",
    ['s'] = "stack* sec secs second* step steps side sides seat seats spot spots shrinking stos stosy stosow stosu "
            "stosie stosom stosach stosami stosik* sekund* sposob* slow* stron* szans* skok* sztuczk* sloup* slov* "
            "stran* sloupec sanc* smer* stopk*",
    ['t'] = "thoughts try turn turns time times thing things tries thumbs tricks talia talii talie tura tury tur turze ture "
            "tydzien tygodni* tah tahy tahu tahem tazich tyden tydny trik*",
    ['v'] = "vterin* vec veci",
    ['w'] = "wrongs week* way ways word words wyjsci*",
    ['z'] = "zpusob*",
    ['D'] = "DEN DNI DNIV DRUZ*",
    ['G'] = "GRAVC* GRAVEC* GODIN* GRA GRI GOLOV* GOLIV",
    ['H'] = "HID HODI HODIV HODU HODAH HODAMI HVILIN*",
    ['I'] = "IGOR IGR*",
    ['K'] = "KIN* KUPK* KUPOK KUPC* KOLOD* KART* KOLO KOLA KIL KROK*",
    ['L'] = "LXD*",
    ['M'] = "MISC*",
    ['N'] = "NAPRYM*",
    ['O'] = "OSOB* OQI",
    ['P'] = "PLAN* PRIQIN* PARTI* PITAN* PROBLEM* POMILK*",
    ['R'] = "RAUND* RAZ RAZI RAZU RAZIV REQ* RYD RYDI RYDU RYDIV RUK*",
    ['S'] = "SPROB* STOS STOSI STOSIV STOSU STOSA STOSIK* STOSAH STOPK* STOPOK STOPC* SEKUND* SPOSOB* SPOSIB* SLOV* SLIV "
            "STORON* STRIBK* STRIBOK* SPADN*",
    ['T'] = "TUR TURI TURIV TIJN* TRXK*",
    ['V'] = "VARIANT*",
    ['W'] = "WANS*",
    ['Z'] = "ZAIC* ZROSTAX*",
    ['e'] = "evils",
};

static const char *const between[128] = {
    ['a'] = "ascending albo az",
    ['b'] = "bad big bottom",
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
    ['n'] = "next nice nastepn* nasze najblizsz* nisk* nase nebo nejblizs* nizk*",
    ['o'] = "other or of our ostatni*",
    ['p'] = "possible pierwsz* praw* pelne posledni prvni pravy prave prava",
    ['q'] = "quick",
    ['r'] = "rising right real remaining rosnac* rostouc* rychl*",
    ['s'] = "small safe short separate szybk* spatn*",
    ['t'] = "to top twoje tych tvoje",
    ['u'] = "upper useful",
    ['v'] = "vel* vysok* volne",
    ['w'] = "whole wasted wolne wysok*",
    ['y'] = "your",
    ['z'] = "zle ze z",
    ['A'] = "ABO",
    ['C'] = "CIL* CIH",
    ['D'] = "DO DOBR* DODATKOV*",
    ['I'] = "INW*",
    ['K'] = "KOROTK*",
    ['L'] = "LIV*",
    ['M'] = "MAL* MOI* MOJLIV* MOIH",
    ['N'] = "NASTUPN* NAW* NAIBLIJ* NIJN* NIZK*",
    ['O'] = "OSTAN*",
    ['P'] = "PERW* PRAV* POGAN*",
    ['Q'] = "QI QE",
    ['S'] = "SPADN*",
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
    ['b'] = "between",     ['f'] = "first", ['l'] = "last", ['n'] = "next", ['o'] = "other",
    ['t'] = "these those", ['u'] = "us",    ['w'] = "we",   ['y'] = "you",
};

static const char *const slavic_before[128] = {
    ['c'] = "ci",
    ['j'] = "jsme jestesmy",
    ['m'] = "my mezi",
    ['n'] = "nas",
    ['o'] = "oba obe obie obaj ostatnie ostatnich",
    ['p'] = "pierwsze posledni prvni",
    ['r'] = "raz",
    ['t'] = "te tych ty tech",
    ['v'] = "vy vas ve",
    ['w'] = "wy was we",
    ['C'] = "CI CIH",
    ['M'] = "MI",
    ['N'] = "NAS",
    ['O'] = "OSTAN* OBIDVA",
    ['P'] = "PERWI",
    ['R'] = "RAZ",
    ['T'] = "TI TIH",
    ['V'] = "VI VAS",
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
    ['i'] = "i in im",
    ['j'] = "ja jestem jsem",
    ['o'] = "one of od",
    ['p'] = "po",
    ['t'] = "to",
    ['w'] = "was",
    ['z'] = "za z zleva zprava zlewa",
    ['S'] = "SPRAVA",
    ['V'] = "VID V",
    ['Z'] = "ZA ZLIVA",
    ['g'] = "going go",
    ['B'] = "BUDE BUDU",
    ['Y'] = "Y",
    ['U'] = "U",
    ['P'] = "PO",
};

static const char *const idiom[128] = {
    ['h'] = "heaven", ['k'] = "kolo",    ['n'] = "nieb* neb*",         ['s'] = "sense smysl*", ['w'] = "wheel",        ['z'] = "zmysl*",
    ['N'] = "NEB*",   ['P'] = "POQUTT*", ['Q'] = "QASTIN* QUTT* QUT*", ['T'] = "TOQK*",        ['c'] = "cast* czesc*", ['K'] = "KOLES*",
    ['a'] = "avenue", ['p'] = "poty",
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
    ['I'] = "IDEI",
    ['L'] = "LIT",
    ['P'] = "PROCENT* PROBLEM*",
    ['R'] = "ROKIV RAZIV RAZ RIZIK* ROBOTI",
    ['S'] = "STRES* SENSU SPRAV",
    ['V'] = "VIDSOTK*",
    ['W'] = "WANS*",
    ['o'] = "opcj*",
    ['m'] = "moznost*",
};

static const char *const innocent[128] = {
    ['d'] = "deviate deviated deviation* dvojic* dziesiatkuj* desatoro",
    ['e'] = "elevenses",
    ['f'] = "fortyfy",
    ['n'] = "nul null",
    ['o'] = "osmel*",
    ['s'] = "szescioosob* sedmikras*",
    ['t'] = "trik* trojic* tenis tenisu tenisa tenisow* tenist*",
    ['w'] = "wildcat* wtorek",
    ['p'] = "piecioosob*",
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

static const char glue[] = "mam mame mamy moja moje mojato mojeje maiu maju mayu ihave ive igot ihold imgot MAX MAEM MOY MOE UMENE";

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
};

/* The commonest words of each language and of this game, to tell which language a message is in. */
static const char *const english[128] = {
    ['a'] = "a about after again all almost already alright also always am an and any anyone are around as ask at "
            "away",
    ['b'] = "back bad be because been before best better big both but by",
    ['c'] = "call came can cant card cards care cause close come could city cat",
    ['d'] = "day deck did didnt do does doesnt doing done dont down draw dog",
    ['e'] = "each early either else end enough even ever every everyone everything",
    ['f'] = "falling far few fine first fits for free friend from full feed",
    ['g'] = "game gave get gets getting give go goes going gone gonna good got great guess guys",
    ['h'] = "had hand hands hard has hate have havent he hello help her here hey hi high higher him his hold "
            "holding hope how",
    ['i'] = "i id if ill im in into is isnt it its ive",
    ['j'] = "jump just",
    ['k'] = "keep kept know",
    ['l'] = "last late later lay leave left less let lets like little long look lost lot love low lower",
    ['m'] = "mate made make many may maybe me mean middle might mine more most move much must my",
    ['n'] = "near need never new next nice no nobody none nope not nothing now number",
    ['o'] = "of off oh ok okay on once one only open or other others our out over",
    ['p'] = "pair pass pet pile piles place play played player playing please pretty put patient",
    ['q'] = "quick",
    ['r'] = "ready really right rising risk round run",
    ['s'] = "safe said same save say says see set she should show side sit skip slow small so some somebody "
            "someone something soon sorry stack start started stay still stop such sure",
    ['t'] = "take tell than thank thanks that thats the their them then there theres these they thing things think "
            "this those time to today together told too took top touch tried trouble true try turn turns",
    ['u'] = "under until up us use",
    ['v'] = "very",
    ['w'] = "wanna wait waiting want wants was wasnt way we well went were what whats when where which while who why "
            "will win with won wont word work worry would wow wrong",
    ['x'] = "x",
    ['y'] = "yeah yep yes yet you your youre yours",
};

static const char *const polish[128] = {
    ['a'] = "a aby albo ale ani az",
    ['b'] = "biore bierz bardzo bede bedzie bez bo by byc byl byla bylo byly",
    ['c'] = "chlopak chlop calkiem chce chcesz chodzi choc chwila chyba ci ciebie cie co cos czas czekaj czekam czy czyja",
    ['d'] = "dole dolny drugie druga drugi daj dajcie dalej damy dawaj dla dlaczego do dobra dobre dobry dobrze dol duzo dzieki dzisiaj",
    ['g'] = "gosc glupio glupi gorze gorny gdy gdzie go gora gra gracz gram gramy graj",
    ['h'] = "hej",
    ['i'] = "i ich idzie ile im inny inna inne",
    ['j'] = "jasne ja jak jaki jakies jakis je jego jej jest jestem jestes jeszcze jezeli juz",
    ['k'] = "kolor kolega kart karta karte karty kiedy kladz klade kolej koniec kto ktora ktore ktory ku kupka",
    ['l'] = "ladny lewej lepiej lepszy leza lezy lewo lewy lub",
    ['m'] = "moment malejacy ma macie maja malo mam mamy masz mi miec mnie moge moga moim moj moja moje moze mozesz mozna musi "
            "musisz musze my",
    ['n'] = "niezly na nad nam nami nas nasz nasza nawet nia nic nich nie niech nigdy nim nisko niski no",
    ['o'] = "och o od on ona one oni ostatni ostatnia oto",
    ['p'] = "pa pasuje prawej pierwsze pierwsza pierwszy pan pewnie po pod poczekaj poloz potem potrzebuje powiedz prawo prawy prosze "
            "prawie przed przez przy "
            "pusc",
    ['r'] = "rosnacy ruszam raz reka reke ruch rusz ruszaj",
    ['s'] = "swietnie swietny samo sa sam sama same se si sie skok soba sobie spoko stos stosie stosu stosy swoj super",
    ['t'] = "tuz ta tak taka taki takie tam te tego tej tez to tobie trzeba trudno tu tutaj twoj twoja twoje ty tych "
            "tylko tym tyle",
    ['u'] = "u uwaga",
    ['w'] = "wezme wyglada wolno wolny wlasnie w was we wez wiec wiem wiesz wroc wszyscy wszystko wy wysoki wysoko",
    ['z'] = "zla zly z za zagraj zagram zaczynam zaczynaj zaraz ze zeby zle znow znowu zostaw zostawcie zostawic zwykly",
    ['f'] = "facet",
};

static const char *const czech[128] = {
    ['a'] = "a aby ahoj ale ani ano asi az",
    ['b'] = "ber beru ba balicek balicku bez bude budem budes budu by byl byla bylo byt",
    ['c'] = "clovek chlap cas cau cekam cekej ci co coz",
    ['d'] = "dum dolni druhe druha druhy dal dale damy dej dejte dekuji dik diky dobra dobre dobry dolu do dole",
    ['h'] = "hezky hlavne horni hloupy hodne hod hraj hraju hrajes hraje hra hromadka hromadku hrac",
    ['i'] = "i",
    ['j'] = "jasny ja jak jake jaka jaky jako jasne je jedu jeho jeji jejich jen jenom jeste jestli ji jim jine jiny jo "
            "jsem jsi jsme jsou jste",
    ['k'] = "kluk klesajici k kam karet karta kartu karty kde kdo kdy kdyz klidne kolik konec ktera ktere ktery ku",
    ['l'] = "lepsi leva levo",
    ['m'] = "moment ma mam mame maj maji mas mate mezi mi mit mne me mo moc moje moji moznamoznost mozna mu muj muze "
            "muzes muzu my",
    ['n'] = "ni na nad nahoru nahore nam nami nas nase ne nebo nech nechte nechci neco nedavej neni neber nejde nekdo "
            "nemam nesmi nevim nez nic nich nikdo nim no",
    ['o'] = "ohen o od on ona oni ono opravdu",
    ['p'] = "posledne pak pan po pockej pod podle pomoc porad posledni potrebuju pred proc proste prosim proto protoze "
            "prave prvni pry",
    ['r'] = "rostouci rad radsi ruka",
    ['s'] = "sem ses super samy stejny spravny skvely s sam se sebe si skok skoro snad spatny stejne stop sve svuj",
    ['t'] = "tem tim ta tady tah tahu tak taky takze tam te tebe ted teda tedy tech tenhle ti to tobe toho tohle tom "
            "tomu trochu tu tvoje tvuj ty tyhle",
    ['u'] = "ucty ucet u urcite uz",
    ['v'] = "vezmu volny v vam vas vase ve vecer vezmi vic vidim vim vis vlevo vpravo vsak vsechno vsichni vy vyhrali vysoko",
    ['z'] = "zen zleva zprava zly z za zacina zacni zase ze zpet zitra zkus",
};

static const char *const ukrainian[128] = {
    ['b'] = "bud",
    ['c'] = "cey chekai",
    ['d'] = "de duzhe dyakuyu dyakuju diakuiu",
    ['h'] = "hto hod",
    ['j'] = "ja",
    ['k'] = "khto khid",
    ['l'] = "laska lyshy",
    ['m'] = "mayu maiu maju mii miy meni mene mozhu",
    ['n'] = "nema nemaye ne ni",
    ['p'] = "pochnu pochekai proshu pryvit",
    ['s'] = "shcho sho stopku",
    ['t'] = "tse tsei tsey tsya treba tak takozh ty",
    ['v'] = "vsim vin vona",
    ['y'] = "ya yak",
    ['z'] = "zaraz",
    ['A'] = "A ABO ALE",
    ['B'] = "BEZ BO BUV BULA BULO BUDE BUD BUTI",
    ['C'] = "CE CEI CX CY",
    ['D'] = "DEVY DESY DAI DE DLY DO DOBRE DUJE",
    ['E'] = "E EI ESLI",
    ['G'] = "GRA GRAI",
    ['H'] = "HAI HID HOQU HTO",
    ['I'] = "IM I IZ II IH INWII",
    ['J'] = "J JE",
    ['K'] = "K KARTA KARTI KLADI KOLI KRAWE",
    ['L'] = "LI LASKA LISHE LIWI",
    ['M'] = "MAX MAE MAEW MENE MENI MI MIG MII MOE MOGU MOJE MOJNA MOJU MOY",
    ['N'] = "NIM NA NAD NAM NAS NAW NE NEMAE NEMA NI NIQOGO NU",
    ['O'] = "O OI OK OT",
    ['P'] = "PYTNICY PID PISLY PO POQNU POQEKAI PRI PRO",
    ['Q'] = "QETVER QAS QEKAI QEKAX QI QIPAI QOGO QOMU",
    ['S'] = "SO SVOIM SUBOTA SEREDA S SAM SE STO STOPKA STOPKU SUPER SXDI",
    ['T'] = "TA TAK TAKOJ TAM TE TEBE TEPER TI TIM TO TOBI TODI TOI TREBA TROHI TUT TU",
    ['U'] = "USIM U UJE",
    ['V'] = "VSIM VIVTOROK V VAM VAS VID VIN VONA VONI VSE VSI VJE",
    ['W'] = "WE WO",
    ['X'] = "X",
    ['Y'] = "Y YK YKA YKWO",
    ['Z'] = "Z ZA ZARAZ ZI ZNOV",
    ['R'] = "RIK",
    ['?'] = "?OSG ?OS ?E ?OB ?O",
};

static const char *const *const common[] = {english, polish, czech, ukrainian}; /* in the order of the bits */

/* Own: where it is a number. Rival: where it is an ordinary word. Without evidence either way it is a number, unless the ordinary
 * word is so much more common that only evidence makes it one. */
static const struct {
    char word[8];
    uint8_t own, rival;
    bool only_with_evidence;
} rivals[] = {
    {"ten", GUARD_EN, GUARD_PL | GUARD_CS, false},
    {"pet", GUARD_CS, GUARD_EN, false},
    {"sim", GUARD_UK, GUARD_EN, false},
    {"try", GUARD_UK, GUARD_EN, true},
    {"stu", GUARD_PL, GUARD_EN, false},
    {"visim", GUARD_UK, GUARD_CS, false},
    {"sem", GUARD_UK, GUARD_CS, true},
    {"semi", GUARD_UK, GUARD_EN, true},
    {"sta", GUARD_CS, GUARD_EN | GUARD_PL, false},
    {"tens", GUARD_EN, GUARD_PL, false},
    {"pade", GUARD_CS, GUARD_PL, false},
    {"kopa", GUARD_CS, GUARD_EN, false},
    {"paty", GUARD_CS, GUARD_PL | GUARD_EN, true},
    {"pata", GUARD_CS, GUARD_PL | GUARD_EN, true},
    {"patty", GUARD_CS, GUARD_EN, true},
    {"patti", GUARD_CS, GUARD_EN, true},
    {"seem", GUARD_UK, GUARD_EN, true},
    {"pate", GUARD_CS, GUARD_EN, true},
    {"pati", GUARD_CS, GUARD_PL | GUARD_EN, true},
    {"soma", GUARD_UK, GUARD_EN, true},
    {"some", GUARD_UK, GUARD_EN, true},
    {"west", GUARD_UK, GUARD_EN, true},
    {"nule", GUARD_CS, GUARD_EN, false},
    {"dim", GUARD_UK, GUARD_EN, true},
    {"somi", GUARD_UK, GUARD_EN, true},
    {"sty", GUARD_CS, GUARD_EN | GUARD_PL, true},
};

/* Polish number words that are other words with Czech accents: "dýchá", "setká", "žere". */
static const char czech_accents[] = "dycha dychy setka setky zera zeru";

static const char unmarked[] = "pata paty pate pati patou patym patych sta";

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

static bool list_has(const char *list, const uint8_t *word, size_t length)
{
    for (char last = ' '; list && *list; last = *list++)
        if (last == ' ' && entry_is(list, word, length))
            return true;
    return false;
}

bool guard_has_role(enum guard_role role, const uint8_t *word, size_t length) { return list_has(roles[role][word[0] & 127], word, length); }

size_t guard_glue_length(const uint8_t *word, size_t length, size_t above)
{
    const char *list = glue, *entry;
    size_t best = 0;
    for (size_t n = next_word(&list, &entry); n; n = next_word(&list, &entry))
        if (n > above && n < length && (!best || n < best) && same_letters(entry, word, n))
            best = n;
    return best;
}

unsigned guard_languages(const uint8_t *word, size_t length)
{
    unsigned languages = 0;
    for (unsigned i = 0; i < sizeof common / sizeof common[0]; i++)
        if (list_has(common[i][word[0] & 127], word, length))
            languages |= 1U << i;
    return languages;
}

bool guard_rivals(const uint8_t *word, size_t length, unsigned *own, unsigned *rival, bool *only_with_evidence)
{
    for (size_t i = 0; i < sizeof rivals / sizeof rivals[0]; i++) {
        if (length >= sizeof rivals[i].word || rivals[i].word[length] || !same_letters(rivals[i].word, word, length))
            continue;
        *own = rivals[i].own;
        *rival = rivals[i].rival;
        *only_with_evidence = rivals[i].only_with_evidence;
        return true;
    }
    return false;
}

bool guard_is_accented_czech(const uint8_t *word, size_t length) { return list_has(czech_accents, word, length); }

bool guard_needs_marks(const uint8_t *word, size_t length) { return list_has(unmarked, word, length); }
