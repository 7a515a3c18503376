/*
 * facetoface_net.c - trains the network of the bot `champion` of FACE TO FACE by letting it play with itself.
 *
 * Usage: facetoface_net [--rounds N] [--games N] [--rate R] [--seed S] [--start FILE] --out FILE
 *
 * In a round it plays some games: of the few turn plans that counting likes best (facetoface_worth.h) the one after which
 * the network, in the integers that the bot plays with, likes the duel best, and now and then another; in the very first
 * round counting chooses alone. Every turn becomes a lesson: from what the player knew after it, foretell who wins. The
 * answer blends the duel's end with what the network foretold later on (temporal differences). Then it learns from the
 * lessons of the last rounds. One core, no graphics card; the same numbers again give the same file on the same machine.
 * quantise.py makes data/facetoface-net.bin of FILE.
 */
#include "base/cards.h"
#include "base/rng.h"
#include "bot/facetoface/net.h"
#include "bot/facetoface/plans.h"

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INPUTS = FACETOFACE_NET_INPUTS, WIDTH = FACETOFACE_NET_WIDTH, MIDDLE = FACETOFACE_NET_MIDDLE, MOST = FACETOFACE_NET_MOST };
enum { PLANS = 8, MOST_TURNS = 256, STORE = 1 << 20, BATCH = 1024, REUSE = 3, FIRST_GAMES = 8000 };

static const float EXPLORE = 0.15F, NOISE = 0.3F; /* how often another plan is chosen, and how far its log odds may be off */
static const float LAMBDA = 0.7F;                 /* how much the duel's end counts against the next foretelling */
static const float KEEP_MEAN = 0.9F, KEEP_SQUARE = 0.999F, DECAY = 1e-4F; /* of the steps (Adam) */

/* The network in the order that quantise.py reads. */
struct floats {
    float input[INPUTS][WIDTH], input_bias[WIDTH];
    float middle[MIDDLE][WIDTH], middle_bias[MIDDLE];
    float output[MIDDLE], output_bias;
};
enum { NUMBERS = sizeof(struct floats) / sizeof(float) };

/* The same in integers, to play with. */
struct integers {
    int16_t input[INPUTS * WIDTH], input_bias[WIDTH], middle[WIDTH / 2][MIDDLE][2], output[MIDDLE];
    int32_t middle_bias[MIDDLE], output_bias;
    struct net net;
};

struct lesson {
    uint16_t input[MOST];
    uint16_t count;
    float answer;
};

/* A turn of a duel: who made it, how they stood by the chosen plan, and by the best one. */
struct turn {
    struct lesson lesson;
    int seat;
    float chance, best;
};

struct course {
    int rounds, games;
    float rate;
    uint64_t seed;
    const char *start, *out;
};

struct school {
    struct floats net, gradient, mean, square;
    struct integers integers;
    bool counting; /* nothing was learned yet */
    struct turn turn[MOST_TURNS];
    struct lesson *lesson;
    size_t lessons, next, fresh;
    uint16_t turned[INPUTS];
    int steps;
    double loss;
    stos_random random;
};

static float unit(stos_random *random) { return (float)(rng_bits(random) >> 40) / (float)(1 << 24); }

/* ---------------------------------------------------------------- integers */

static void round_all(int16_t *out, const float *in, int count)
{
    for (int i = 0; i < count; i++)
        out[i] = (int16_t)floorf(in[i] * 256 + 0.5F);
}

static void make_integers(struct integers *integers, const struct floats *net)
{
    round_all(integers->input, &net->input[0][0], INPUTS * WIDTH);
    round_all(integers->input_bias, net->input_bias, WIDTH);
    for (int i = 0; i < WIDTH; i++)
        for (int k = 0; k < MIDDLE; k++)
            round_all(&integers->middle[i / 2][k][i % 2], &net->middle[k][i], 1);
    round_all(integers->output, net->output, MIDDLE);
    for (int i = 0; i < MIDDLE; i++)
        integers->middle_bias[i] = (int32_t)floorf(net->middle_bias[i] * 65536 + 0.5F);
    integers->output_bias = (int32_t)floorf(net->output_bias * 65536 + 0.5F);
    integers->net = (struct net){.inputs = INPUTS,
                                 .width = WIDTH,
                                 .input = integers->input,
                                 .bias = integers->input_bias,
                                 .layers = 2,
                                 .layer = {{WIDTH, MIDDLE, &integers->middle[0][0][0], integers->middle_bias},
                                           {MIDDLE, 1, integers->output, &integers->output_bias}}};
}

/* ---------------------------------------------------------------- playing */

/* How many cards are worth placing at once: two, more when tricks are at hand or the end is near. Saves half the time. */
static int longest_plan(const struct duel *duel)
{
    enum { FEW_LEFT = 10, NEAR = 14 };
    int seat = duel->turn, low = duel->top[seat][0], high = duel->top[seat][1];
    uint64_t hand = duel->hand[seat];
    int free = 0;
    if (word_count(duel->left[seat]) <= FEW_LEFT)
        return STOS_FACETOFACE_HAND;
    for (uint64_t cards = hand; cards;) {
        int card = word_take(&cards);
        bool ten_below = card >= 10 && hand >> (card - 10) & 1, ten_above = hand >> (card + 10 < 63 ? card + 10 : 63) & 1;
        free += (card == low - 10) + (card == high + 10);
        free += 2 * ((ten_below && card >= low && card <= low + NEAR) || (ten_above && card <= high && card >= high - NEAR));
    }
    return 2 + free;
}

/* How well the player on turn will stand after a plan. */
static float chance_after(const struct school *school, const struct duel_plans *plans, int at, const struct duel *duel,
                          struct duel_after *after)
{
    struct duel copy = *duel;
    facetoface_plans_play(plans, &plans->plan[at], &copy);
    facetoface_worth_see(after, &copy);
    if (copy.winner >= 0)
        return (float)(copy.winner == duel->turn);
    int chance = school->counting ? facetoface_worth_chance(-plans->plan[at].price) : facetoface_net_chance(&school->integers.net, after);
    return (float)chance / FACETOFACE_CERTAIN;
}

/* A plan that may be as good as the best, if the chances are a little off. */
static int other_plan(stos_random *random, const float *chance, int count)
{
    int chosen = 0;
    float best = -1e9F;
    for (int i = 0; i < count; i++) {
        float sure = fminf(fmaxf(chance[i], 1e-4F), 1 - 1e-4F);
        float odds = logf(sure / (1 - sure)) - NOISE * logf(-logf(unit(random) + 1e-9F));
        if (odds > best) {
            best = odds;
            chosen = i;
        }
    }
    return chosen;
}

/* Makes a turn and writes it down; false when there is none to make. */
static bool play_turn(struct school *school, struct duel *duel, struct turn *turn, stos_random *random)
{
    struct duel_plans plans;
    struct duel_after after[PLANS];
    float chance[PLANS] = {0};
    int best = 0;
    facetoface_plans_find(&plans, duel, PLANS, longest_plan(duel));
    if (plans.count == 0)
        return false;
    for (int i = 0; i < plans.count; i++) {
        chance[i] = chance_after(school, &plans, i, duel, &after[i]);
        best = chance[i] > chance[best] ? i : best;
    }
    int chosen = chance[best] < 1 && unit(random) < EXPLORE ? other_plan(random, chance, plans.count) : best;
    turn->seat = duel->turn;
    turn->chance = chance[chosen];
    turn->best = chance[best];
    turn->lesson.count = (uint16_t)facetoface_net_list(&after[chosen], turn->lesson.input);
    facetoface_plans_play(&plans, &plans.plan[chosen], duel);
    return true;
}

static void deal(struct duel *duel, stos_random *random)
{
    static const char *const rules_text[] = {"facetoface", "facetoface", "facetoface", "facetoface(last=lenient)"};
    const char *text = rules_text[stos_random_below(random, 4)];
    stos_seed seed = stos_seed_fast(stos_random_bits(random));
    stos_rules rules;
    stos_state state;
    stos_view view;
    stos_rules_parse(text, strlen(text), &rules);
    stos_deal(&state, &rules, &seed, NULL);
    stos_look(&state, state.as.facetoface.table.turn, &view);
    facetoface_duel_deal(duel, &view.as.facetoface, random);
}

static void keep_lesson(struct school *school, const struct lesson *lesson)
{
    school->lesson[school->next] = *lesson;
    school->next = (school->next + 1) % STORE;
    school->lessons += school->lessons < STORE;
    school->fresh++;
}

/* Answers from the last turn back; where another plan than the best was chosen, what followed says nothing of the turns before. */
static void keep_lessons(struct school *school, int turns, int winner)
{
    float answer = (float)(winner == 0); /* for seat 0 */
    for (int i = turns - 1; i >= 0; i--) {
        struct turn *turn = &school->turn[i];
        turn->lesson.answer = turn->seat == 0 ? answer : 1 - answer;
        keep_lesson(school, &turn->lesson);
        float best = turn->seat == 0 ? turn->best : 1 - turn->best;
        if (turn->best > turn->chance)
            answer = best;
        else if (!school->counting)
            answer = LAMBDA * answer + (1 - LAMBDA) * best;
    }
}

static void play_duel(struct school *school)
{
    struct duel duel;
    int turns = 0;
    deal(&duel, &school->random);
    while (duel.winner < 0 && turns < MOST_TURNS) {
        if (play_turn(school, &duel, &school->turn[turns], &school->random))
            turns++;
        else
            duel.winner = (int8_t)(1 - duel.turn); /* FF9 */
        if (duel.winner < 0)
            facetoface_duel_end(&duel);
    }
    keep_lessons(school, turns, duel.winner);
}

/* ---------------------------------------------------------------- learning */

static float clipped(float number) { return fminf(fmaxf(number, 0), 1); }
static bool within(float number) { return number > 0 && number < 1; }

/* What the network made of a lesson, before it was clipped. */
struct thought {
    float sum[WIDTH], middle[MIDDLE], chance;
};

static void think(const struct floats *net, const uint16_t *input, int count, struct thought *thought)
{
    float all = net->output_bias;
    memcpy(thought->sum, net->input_bias, sizeof thought->sum);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < WIDTH; k++)
            thought->sum[k] += net->input[input[i]][k];
    for (int i = 0; i < MIDDLE; i++) {
        float total = net->middle_bias[i];
        for (int k = 0; k < WIDTH; k++)
            total += clipped(thought->sum[k]) * net->middle[i][k];
        thought->middle[i] = total;
        all += clipped(total) * net->output[i];
    }
    thought->chance = 1 / (1 + expf(-all));
}

/* Adds one lesson's part to the gradient; returns its loss. */
static float learn(const struct floats *net, const uint16_t *input, int count, float answer, struct floats *gradient)
{
    struct thought thought;
    float slope[WIDTH] = {0};
    think(net, input, count, &thought);
    float error = thought.chance - answer;
    gradient->output_bias += error;
    for (int i = 0; i < MIDDLE; i++) {
        gradient->output[i] += error * clipped(thought.middle[i]);
        float part = within(thought.middle[i]) ? error * net->output[i] : 0;
        gradient->middle_bias[i] += part;
        for (int k = 0; k < WIDTH; k++) {
            gradient->middle[i][k] += part * clipped(thought.sum[k]);
            slope[k] += part * net->middle[i][k];
        }
    }
    for (int k = 0; k < WIDTH; k++) {
        slope[k] = within(thought.sum[k]) ? slope[k] : 0;
        gradient->input_bias[k] += slope[k];
    }
    for (int i = 0; i < count; i++)
        for (int k = 0; k < WIDTH; k++)
            gradient->input[input[i]][k] += slope[k];
    return -answer * logf(thought.chance + 1e-7F) - (1 - answer) * logf(1 - thought.chance + 1e-7F);
}

/* Moves the network along the gradient of a batch (Adam, with a little decay). */
static void step(struct school *school, float rate)
{
    float *net = (float *)&school->net, *mean = (float *)&school->mean, *square = (float *)&school->square;
    const float *gradient = (const float *)&school->gradient;
    school->steps++;
    float mean_weight = 1 / (1 - powf(KEEP_MEAN, (float)school->steps)), square_weight = 1 / (1 - powf(KEEP_SQUARE, (float)school->steps));
    for (int i = 0; i < NUMBERS; i++) {
        float slope = gradient[i] / BATCH;
        mean[i] = KEEP_MEAN * mean[i] + (1 - KEEP_MEAN) * slope;
        square[i] = KEEP_SQUARE * square[i] + (1 - KEEP_SQUARE) * slope * slope;
        net[i] -= rate * (mean[i] * mean_weight / (sqrtf(square[i] * square_weight) + 1e-8F) + DECAY * net[i]);
    }
}

/* Learns from a batch drawn from all lessons kept; half of them are seen with rising and falling changed. */
static void learn_batch(struct school *school, float rate)
{
    memset(&school->gradient, 0, sizeof school->gradient);
    for (int i = 0; i < BATCH; i++) {
        const struct lesson *lesson = &school->lesson[stos_random_below(&school->random, (uint32_t)school->lessons)];
        bool turned = stos_random_below(&school->random, 2);
        uint16_t input[MOST];
        for (int k = 0; k < lesson->count; k++)
            input[k] = turned ? school->turned[lesson->input[k]] : lesson->input[k];
        school->loss += (double)learn(&school->net, input, lesson->count, lesson->answer, &school->gradient);
    }
    step(school, rate);
}

/* ---------------------------------------------------------------- the course */

static void fill(struct school *school, float *numbers, int count, float middle, float spread)
{
    for (int i = 0; i < count; i++)
        numbers[i] = middle + spread * (unit(&school->random) - 0.5F);
}

static void begin(struct school *school)
{
    struct floats *net = &school->net;
    fill(school, &net->input[0][0], INPUTS * WIDTH, 0, 0.1F);
    fill(school, net->input_bias, WIDTH, 0.3F, 0);
    fill(school, &net->middle[0][0], MIDDLE * WIDTH, 0, 0.4F);
    fill(school, net->middle_bias, MIDDLE, 0.3F, 0);
    fill(school, net->output, MIDDLE, 0, 0.6F);
}

/* The rate stays for half of the course and then falls to a twentieth. */
static float rate_of(const struct course *course, int round)
{
    float part = (float)round / (float)course->rounds;
    return part < 0.5F ? course->rate : course->rate * (0.05F + 1.9F * (1 - part));
}

static void teach(struct school *school, const struct course *course)
{
    for (int round = 0; round < course->rounds; round++) {
        int games = school->counting ? FIRST_GAMES : course->games;
        make_integers(&school->integers, &school->net);
        school->fresh = 0;
        for (int game = 0; game < games; game++)
            play_duel(school);
        size_t batches = school->fresh * REUSE / BATCH;
        school->loss = 0;
        for (size_t i = 0; i < batches; i++)
            learn_batch(school, rate_of(course, round));
        school->counting = false;
        printf("round %d: %d games, %.1f turns each, loss %.4f\n", round + 1, games, (double)school->fresh / games,
               school->loss / (double)(batches * BATCH));
        fflush(stdout);
    }
}

static bool read_net(struct floats *net, const char *path)
{
    FILE *file = fopen(path, "rb");
    bool good = file && fread(net, sizeof *net, 1, file) == 1;
    if (file)
        fclose(file);
    return good;
}

static bool write_net(const struct floats *net, const char *path)
{
    FILE *file = fopen(path, "wb");
    bool good = file && fwrite(net, sizeof *net, 1, file) == 1;
    return file && fclose(file) == 0 && good;
}

static bool read_course(struct course *course, int argc, char **argv)
{
    static const struct option options[] = {{"rounds", required_argument, NULL, 'r'},
                                            {"games", required_argument, NULL, 'g'},
                                            {"rate", required_argument, NULL, 'f'},
                                            {"seed", required_argument, NULL, 's'},
                                            {"start", required_argument, NULL, 'b'},
                                            {"out", required_argument, NULL, 'o'},
                                            {0}};
    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;)
        switch (c) {
        case 'r': course->rounds = (int)strtol(optarg, NULL, 10); break;
        case 'g': course->games = (int)strtol(optarg, NULL, 10); break;
        case 'f': course->rate = strtof(optarg, NULL); break;
        case 's': course->seed = strtoull(optarg, NULL, 10); break;
        case 'b': course->start = optarg; break;
        case 'o': course->out = optarg; break;
        default: return false;
        }
    return course->out && course->rounds > 0 && course->games > 0 && course->rate > 0;
}

int main(int argc, char **argv)
{
    struct course course = {.rounds = 150, .games = 1500, .rate = 1.5e-3F, .seed = 1};
    struct school *school = calloc(1, sizeof *school);
    if (!read_course(&course, argc, argv)) {
        fputs("Usage: facetoface_net [--rounds N] [--games N] [--rate R] [--seed S] [--start FILE] --out FILE\n", stderr);
        return 2;
    }
    if (!school || !(school->lesson = malloc(sizeof *school->lesson * STORE)))
        return 3;
    school->random = stos_random_from(course.seed);
    school->counting = !course.start;
    for (int i = 0; i < INPUTS; i++)
        school->turned[i] = (uint16_t)facetoface_net_turned(i);
    begin(school);
    if (course.start && !read_net(&school->net, course.start)) {
        perror(course.start);
        return 3;
    }
    teach(school, &course);
    if (!write_net(&school->net, course.out)) {
        perror(course.out);
        return 3;
    }
    free(school->lesson);
    free(school);
    return 0;
}
