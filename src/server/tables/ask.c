/* ask.c - see ask.h. */
#include "ask.h"

#include "base/text.h"
#include "broadcast.h"
#include "deals.h"
#include "server/core/core.h"
#include "server/core/error_texts.h"

#include <string.h>

/* ---------------------------------------------------------------- words */

/*
 * The code is derived from the requester and the ref, so a repeated request leads to the same table
 * (idempotent). Four syllables of a consonant and a vowel are easy to read aloud in every language;
 * `attempt` gives another code if one is taken.
 */
static void make_code(const struct server *server, table_person person, const char *ref,
                      unsigned attempt, char code[TABLE_CODE])
{
    static const char consonants[] = "bdfghjklmnprstvz", vowels[] = "aeiou";
    unsigned char hash[16];
    struct {
        uint64_t person, attempt;
        char ref[REQUEST_REF + 16];
    } from;
    memset(&from, 0, sizeof from);
    from.person = person;
    from.attempt = attempt;
    lws_strncpy(from.ref, ref, sizeof from.ref);
    crypto_generichash(hash, sizeof hash, (const unsigned char *)&from, sizeof from,
                       (const unsigned char *)server->secret, 64);
    for (int i = 0; i < 4; i++) {
        code[2 * i] = consonants[hash[2 * i] % 16];
        code[2 * i + 1] = vowels[hash[2 * i + 1] % 5];
    }
    code[8] = '\0';
}

static const char *place_of(const struct request *request)
{
    return request->place ? request->place : request->ref;
}

void ask_code(const struct connection *connection, const struct request *request, unsigned attempt,
              char code[TABLE_CODE])
{
    make_code(connection->server, connection->person, place_of(request), attempt, code);
}

void ask_code_of(const struct server *server, table_person person, const char *place,
                 char code[TABLE_CODE])
{
    make_code(server, person, place, 0, code);
}

void ask_random_word(char *out, size_t length)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyz234567"; /* 32 of them: five bits of a byte choose one */
    unsigned char bytes[TABLE_KEY];
    randombytes_buf(bytes, length);
    for (size_t i = 0; i < length; i++)
        out[i] = letters[bytes[i] % 32];
    out[length] = '\0';
}

/* ---------------------------------------------------------------- refusals */

static void write_current(stos_writer *writer, struct connection *connection,
                          struct live_table *table, const void *context)
{
    (void)context;
    text_put(writer, ",\"table\":");
    broadcast_snapshot(table, connection, writer);
}

static void reply_stale(struct connection *connection, const char *ref, struct live_table *table)
{
    reply_error_members(connection, ref, "stale",
                        translate_for(connection, table_reason_text(TABLE_STALE)), table,
                        write_current, NULL);
}

static void reply_illegal(struct connection *connection, const char *ref,
                          const struct table_answer *answer, const char *given)
{
    char message[2 * STOS_ERROR_TEXT], more[64] = "";
    stos_error_text_in(answer->error, given, error_translator(connection->language), message,
                       sizeof message);
    if (*stos_error_clause(answer->error))
        lws_snprintf(more, sizeof more, "\"clause\":\"%s\"", stos_error_clause(answer->error));
    reply_error_text(connection, ref, stos_error_code(answer->error), message, more);
}

static void reply_told_number(struct connection *connection, const char *ref,
                              const struct table_answer *answer, const char *given)
{
    char more[2 * TABLE_SAY_MAX + 64];
    stos_writer writer = stos_writer_on(more, sizeof more);
    text_put(&writer, "\"stop\":");
    table_quote(&writer, given + answer->verdict.start, answer->verdict.length);
    text_put(&writer, ",\"at\":");
    text_unsigned(&writer, answer->verdict.start);
    text_put(&writer, ",\"length\":");
    text_unsigned(&writer, answer->verdict.length);
    reply_error_text(connection, ref, "told_number",
                     translate_for(connection, table_reason_text(TABLE_TOLD_NUMBER)), more);
}

void ask_refuse(struct connection *connection, const char *ref, struct live_table *table,
                const struct table_answer *answer, const char *given)
{
    switch (answer->reason) {
    case TABLE_STALE: reply_stale(connection, ref, table); break;
    case TABLE_ILLEGAL: reply_illegal(connection, ref, answer, given); break;
    case TABLE_TOLD_NUMBER: reply_told_number(connection, ref, answer, given); break;
    default:
        reply_error_text(connection, ref, table_reason_code(answer->reason),
                         translate_for(connection, table_reason_text(answer->reason)), NULL);
    }
}

/* ---------------------------------------------------------------- task */

bool ask_table(struct live_table *table, struct connection *connection,
               const struct request *request, struct table_request *ask, const char *given,
               struct table_answer *answer)
{
    struct request_deal deal;
    char game_id[TABLE_GAME_ID];
    if (ask->verb != TABLE_MOVE && ask->verb != TABLE_SAY &&
        ask->verb != TABLE_TAKE_BACK) { /* nothing is dealt after those */
        deal_next(connection->server, &table->table, request, &deal);
        ask_random_word(game_id, 16);
        ask->seed = &deal.seed;
        ask->game_id = game_id;
        ask->commitment = deal.commitment;
    }
    char fresh_key[TABLE_KEY];
    if (ask->verb == TABLE_FILL) {
        ask_random_word(fresh_key, 26);
        ask->fresh_key = fresh_key;
    }
    ask->person = connection->person;
    ask->program = connection->program;
    ask->ref = table_ref(connection->person, request->ref, strlen(request->ref));
    ask->now_ms = request->now_ms;
    table_ask(&table->table, ask, answer);
    ask->seed = NULL; /* the deal ends here */
    ask->game_id = ask->commitment = ask->fresh_key = NULL;
    if (answer->reason == TABLE_OK || answer->reason == TABLE_AGAIN)
        return true;
    ask_refuse(connection, request->ref, table, answer, given);
    return false;
}

void ask_and_write(struct live_table *table, struct connection *connection,
                   const struct request *request, struct table_request *ask, change_finish *finish)
{
    struct table_answer answer;
    if (connection->server->store_down)
        reply_error(connection, request->ref, "store_down");
    else if (!ask_table(table, connection, request, ask, ask->text, &answer))
        return;
    else if (answer.events > 0)
        actor_write(table, &answer, connection, request, finish);
    else
        finish(table, connection, request, answer.number, true);
}
