/*
 * rival.c - how `champion` plays a deal that people have played: after the game, in a worker of its
 * own.
 *
 * It needs trained data (wasm_record_tables says which); the host loads that first, then asks turn
 * by turn.
 */
#include "wasm.h"

#include "base/text.h"
#include "sim/deal.h"
#include "table/table_text.h"

#include <stdlib.h>
#include <string.h>

/* A record in: `champion` gets the cards of everybody, with so many nodes for a turn. 1, or 0 when
 * it is no record. */
WASM_EXPORT int wasm_rival_open(int nodes, int length);
/* Plays a turn. The result when the game is over (left 3), as a record says it; nothing before
 * that. */
WASM_EXPORT int wasm_rival_turn(void);

static struct sim_deal deal;

int wasm_rival_open(int nodes, int length)
{
    static stos_reader reader;
    struct wasm_lines lines = wasm_lines(length);
    memset(&deal, 0, sizeof deal);
    if (nodes <= 0 ||
        stos_record_open(&reader, lines.at, (size_t)(lines.end - lines.at)).reason != STOS_OK)
        return 0;
    const stos_bot *bot = stos_bot_find(reader.head.rules.game, "champion");
    if (bot)
        sim_deal_begin(&deal, &reader.head, bot, (uint64_t)nodes);
    return bot != NULL;
}

int wasm_rival_turn(void)
{
    char text[STOS_RESULT_TEXT];
    stos_writer writer = wasm_answer();
    void *memory = deal.bot[0] ? malloc(deal.bot[0]->memory) : NULL;
    if (memory && !sim_deal_turn(&deal, memory)) {
        stos_result_text(&deal.state, text);
        text_put(&writer, text);
    }
    free(memory);
    return wasm_answered(&writer);
}
