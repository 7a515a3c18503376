/* Languages for the talk guard (TT2): the commonest words of each, to tell which one a message is in, and the words that are a number
 * in one language and something else in another.
 *
 * Folded and kept like the words of guard_words.c. A message without evidence for either language is read as a number. */
#include "guard_internal.h"

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
    ['b'] = "biore bierz bardzo bede bedzie bez bo by byc byl byla bylo byly byle",
    ['c'] = "chlopak chlop calkiem chce chcesz chodzi choc chwila chyba ci ciebie cie co cos czas czekaj czekam czy czyja",
    ['d'] = "dole dolny drugie druga drugi daj dajcie dalej damy dawaj dla dlaczego do dobra dobre dobry dobrze dol duzo dzieki dzisiaj "
            "dolnym dokladnie",
    ['g'] = "gosc glupio glupi gorze gorny gdy gdzie go gora gra gracz gram gramy graj gdyby gornym",
    ['h'] = "hej",
    ['i'] = "i ich idzie ile im inny inna inne",
    ['j'] = "jasne ja jak jaki jakies jakis je jego jej jest jestem jestes jeszcze jezeli juz jesli jakos",
    ['k'] = "kolor kolega kart karta karte karty kiedy kladz klade kolej koniec kto ktora ktore ktory ku kupka kot kurde",
    ['l'] = "ladny lewej lepiej lepszy leza lezy lewo lewy lub lewym ludzie",
    ['m'] = "moment malejacy ma macie maja malo mam mamy masz mi miec mnie moge moga moim moj moja moje moze mozesz mozna musi "
            "musisz musze my",
    ['n'] = "niezly na nad nam nami nas nasz nasza nawet nia nic nich nie niech nigdy nim nisko niski no",
    ['o'] = "och o od on ona one oni ostatni ostatnia oto",
    ['p'] = "pa pasuje prawej pierwsze pierwsza pierwszy pan pewnie po pod poczekaj poloz potem potrzebuje powiedz prawo prawy prosze "
            "prawie przed przez przy "
            "pusc prawym psa",
    ['r'] = "rosnacy ruszam raz reka reke ruch rusz ruszaj raczej rany",
    ['s'] = "swietnie swietny samo sa sam sama same se si sie skok soba sobie spoko stos stosie stosu stosy swoj super swoim sposob",
    ['t'] = "tuz ta tak taka taki takie tam te tego tej tez to tobie trzeba trudno tu tutaj twoj twoja twoje ty tych "
            "tylko tym tyle tamten tamta tamto tamtej teraz troche twoim temat",
    ['u'] = "u uwaga",
    ['w'] = "wezme wyglada wolno wolny wlasnie w was we wez wiec wiem wiesz wroc wszyscy wszystko wy wysoki wysoko wtedy",
    ['z'] = "zla zly z za zagraj zagram zaczynam zaczynaj zaraz ze zeby zle znow znowu zostaw zostawcie zostawic zwykly znaczy",
    ['f'] = "facet",
};

static const char *const czech[128] = {
    ['a'] = "a aby ahoj ale ani ano asi az",
    ['b'] = "ber beru ba balicek balicku bez bude budem budes budu by byl byla bylo byt",
    ['c'] = "clovek chlap cas cau cekam cekej ci co coz clovece",
    ['d'] = "dum dolni druhe druha druhy dal dale damy dej dejte dekuji dik diky dobra dobre dobry dolu do dole",
    ['h'] = "hezky hlavne horni hloupy hodne hod hraj hraju hrajes hraje hra hromadka hromadku hrac hele",
    ['i'] = "i",
    ['j'] = "jasny ja jak jake jaka jaky jako jasne je jedu jeho jeji jejich jen jenom jeste jestli ji jim jine jiny jo "
            "jsem jsi jsme jsou jste",
    ['k'] = "kluk klesajici k kam karet karta kartu karty kde kdo kdy kdyz klidne kolik konec ktera ktere ktery ku kocour",
    ['l'] = "lepsi leva levo lidi",
    ['m'] = "moment ma mam mame maj maji mas mate mezi mi mit mne me mo moc moje moji mozna mu muj muze "
            "muzes muzu my",
    ['n'] = "ni na nad nahoru nahore nam nami nas nase ne nebo nech nechte nechci neco nedavej neni neber nejde nekdo "
            "nemam nesmi nevim nez nic nich nikdo nim no nejak",
    ['o'] = "ohen o od on ona oni ono opravdu",
    ['p'] = "posledne pak pan po pockej pod podle pomoc porad posledni potrebuju pred proc proste prosim proto protoze "
            "prave prvni pry potom presne",
    ['r'] = "rostouci rad radsi ruka",
    ['s'] = "sem ses super samy stejny spravny skvely s sam se sebe si skok skoro snad spatny stejne stop sve svuj sakra",
    ['t'] = "tem tim ta tady tah tahu tak taky takze tam te tebe ted teda tedy tech tenhle ti to tobe toho tohle tom "
            "tomu trochu tu tvoje tvuj ty tyhle tamten tahle tuhle tema",
    ['u'] = "ucty ucet u urcite uz",
    ['v'] = "vezmu volny v vam vas vase ve vecer vezmi vic vidim vim vis vlevo vpravo vsak vsechno vsichni vy vyhrali vysoko vubec",
    ['z'] = "zen zleva zprava zly z za zacina zacni zase ze zpet zitra zkus zrovna zpusob",
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

/* Words that are others with Czech accents: "dýchá", "setká", "žere", "dvojče"; "míň" is not minutes. */
static const char czech_accents[] = "dych dycha dychy setka setky zera zeru dvojce min";

static const char unmarked[] = "pata paty pate pati patou patym patych";

static bool same_letters(const char *a, const uint8_t *b, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((uint8_t)a[i] != b[i])
            return false;
    return true;
}

unsigned guard_languages(const uint8_t *word, size_t length)
{
    unsigned languages = 0;
    for (unsigned i = 0; i < sizeof common / sizeof common[0]; i++)
        if (guard_list_has(common[i][word[0] & 127], word, length))
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

bool guard_is_accented_czech(const uint8_t *word, size_t length) { return guard_list_has(czech_accents, word, length); }

bool guard_needs_marks(const uint8_t *word, size_t length) { return guard_list_has(unmarked, word, length); }
