/* lie_probe.c - what the probes of bots of LIE have in common; see lie_probe.h.
 * tools/train/quantise.py documents the file of a network. */
#include "lie_probe.h"
#include "bot/lie/search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- a network from a file */

enum { AT_VERSION = 8, AT_SIZES = 48, SIZES = 4, AT_WEIGHTS = AT_SIZES + SIZES * 4, VERSION = 2 };
enum {
    INPUT_WEIGHTS = LIE_NET_INPUTS * LIE_NET_WIDTH,
    MIDDLE_WEIGHTS = LIE_NET_WIDTH * LIE_NET_MIDDLE
};
enum {
    WEIGHTS = INPUT_WEIGHTS + LIE_NET_WIDTH + MIDDLE_WEIGHTS + LIE_NET_MIDDLE * LIE_NET_OUTPUTS
};
enum {
    AT_BIASES = AT_WEIGHTS + 2 * WEIGHTS,
    BYTES = AT_BIASES + 4 * (LIE_NET_MIDDLE + LIE_NET_OUTPUTS)
};

static bool is_network(const uint8_t *bytes)
{
    static const uint32_t head[] = {VERSION, SIZES},
                          sizes[] = {LIE_NET_INPUTS, LIE_NET_WIDTH, LIE_NET_MIDDLE,
                                     LIE_NET_OUTPUTS};
    return memcmp(bytes, "stos-net", AT_VERSION) == 0 &&
        memcmp(bytes + AT_VERSION, head, sizeof head) == 0 &&
        memcmp(bytes + AT_SIZES, sizes, sizeof sizes) == 0;
}

static struct net net_in(const void *bytes)
{
    const int16_t *input = (const int16_t *)bytes + AT_WEIGHTS / 2, *bias = input + INPUT_WEIGHTS,
                  *middle = bias + LIE_NET_WIDTH;
    const int32_t *biases = (const int32_t *)bytes + AT_BIASES / 4;
    return (struct net){.inputs = LIE_NET_INPUTS,
                        .width = LIE_NET_WIDTH,
                        .input = input,
                        .bias = bias,
                        .layers = 2,
                        .layer = {{LIE_NET_WIDTH, LIE_NET_MIDDLE, middle, biases},
                                  {LIE_NET_MIDDLE, LIE_NET_OUTPUTS, middle + MIDDLE_WEIGHTS,
                                   biases + LIE_NET_MIDDLE}}};
}

static bool read_network(struct lie_probe *probe, const char *path)
{
    FILE *file = fopen(path, "rb");
    probe->bytes = malloc(BYTES + 1);
    bool good = file && probe->bytes && fread(probe->bytes, 1, BYTES + 1, file) == BYTES &&
        is_network(probe->bytes);
    if (file)
        fclose(file);
    if (good) {
        probe->net = net_in(probe->bytes);
        probe->learned = &probe->net;
    } else
        fprintf(stderr, "%s is not a network of LIE as quantise.py writes it.\n", path);
    return good;
}

/* ---------------------------------------------------------------- a table from a file */

static bool read_table(struct lie_probe *probe, const char *path)
{
    enum { LARGEST = 64 << 20 };
    FILE *file = fopen(path, "rb");
    probe->table_bytes = file ? malloc(LARGEST) : NULL;
    size_t length = probe->table_bytes ? fread(probe->table_bytes, 1, LARGEST, file) : 0;
    enum solved_rounds_error error = solved_rounds_open(&probe->table, probe->table_bytes, length);
    if (file)
        fclose(file);
    if (error != SOLVED_ROUNDS_OK)
        fprintf(stderr, "%s: %s.\n", path, solved_rounds_error_text(error));
    return error == SOLVED_ROUNDS_OK;
}

/* ---------------------------------------------------------------- arguments */

static bool read_arguments(struct lie_probe *probe, int count, char **arguments)
{
    const stos_game *lie = stos_game_find("lie", strlen("lie"));
    probe->bot = count > 3 && count < 9 ? stos_bot_find(lie, arguments[2]) : NULL;
    if (!probe->bot || probe->bot->choose != lie_search_choose ||
        stos_rules_parse(arguments[1], strlen(arguments[1]), &probe->rules).reason != STOS_OK ||
        probe->rules.game != lie || stos_rules_seats(&probe->rules) != 2)
        return false;
    probe->rules.value[STOS_LIE_START] = 0;
    probe->rounds = strtoull(arguments[3], NULL, 10);
    probe->nodes = count > 4 ? strtoull(arguments[4], NULL, 10) : 2000;
    probe->first = count > 5 ? strtoull(arguments[5], NULL, 10) : 1;
    return true;
}

bool lie_probe_open(struct lie_probe *probe, int count, char **arguments, const char *usage)
{
    *probe = (struct lie_probe){.bot = NULL};
    if (!read_arguments(probe, count, arguments)) {
        fprintf(stderr, "Usage: %s\n", usage);
        return false;
    }
    probe->memory = malloc(probe->bot->memory);
    bool learned = count > 6 && strcmp(arguments[6], "-") != 0;
    if (!probe->memory || (learned && !read_network(probe, arguments[6])) ||
        (count > 7 && !read_table(probe, arguments[7]))) {
        lie_probe_close(probe);
        return false;
    }
    return true;
}

void lie_probe_close(struct lie_probe *probe)
{
    free(probe->bytes);
    free(probe->table_bytes);
    free(probe->memory);
}

/* ---------------------------------------------------------------- a player */

struct bot_request lie_probe_request(const struct lie_probe *probe, const stos_view *view,
                                     stos_random *random)
{
    return (struct bot_request){.view = view,
                                .seed = stos_random_bits(random),
                                .limits = {.nodes = probe->nodes},
                                .memory = probe->memory,
                                .solved_rounds = probe->table.bytes ? &probe->table : NULL};
}

stos_view lie_probe_look(const stos_state *state, int seat)
{
    stos_view view;
    memset(&view, 0, sizeof view);
    stos_look(state, seat, &view);
    return view;
}

int lie_probe_mixture(const struct net *net, const stos_view *view, float chance[LIE_NET_BIDS])
{
    struct lie_bidding round;
    struct lie_hand own;
    int8_t place_of[STOS_LIE_SEATS];
    lie_bidding_look(&round, &own, &view->as.lie, place_of);
    if (view->as.lie.table.phase != STOS_PHASE_SHOW) {
        lie_net_bids_by(net, &round, &own, chance);
        return LIE_NET_BIDS;
    }
    lie_net_shows_by(net, &round, place_of[view->as.lie.seat], &own, chance);
    return 1 << own.size;
}

stos_move lie_probe_move(const stos_view *view, int choice)
{
    struct lie_bidding round;
    struct lie_hand own;
    int8_t place_of[STOS_LIE_SEATS];
    lie_bidding_look(&round, &own, &view->as.lie, place_of);
    if (view->as.lie.table.phase == STOS_PHASE_SHOW)
        return lie_bidding_show_move(&own, (unsigned)choice);
    return lie_bidding_move(choice == LIE_NET_CALL ? 0 : lie_net_bid_count(choice),
                            lie_net_bid_face(choice));
}
