/*
 * sessions.c - one person with several devices on three nodes, of whom any may be a thief: they log
 * in and out, change and recover the passphrase, and delete everything, while nodes die, hang and
 * miss what others tell.
 *
 * The promise: after an acknowledged revocation no request of the revoked succeeds on any node.
 * What concerns the account, taking a seat and `hello` fail at once; the rest 3 s later at the
 * latest. And a code, or an old passphrase, is worth one change.
 */
#include "simulation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOKENS = 96, PHRASES = 96, CODES = 48, LATE_MS = 3000, NOBODY = -1 };

/* When an answer that ended something had arrived; what is asked later must fail. */
struct end {
    bool ended;
    uint64_t step;
    int64_t ms;
};

struct token {
    char text[CLIENT_TOKEN];
    table_person person;
    uint64_t known_step;
    bool gone; /* its person was deleted: who comes with it is somebody new */
    struct end end;
};

struct phrase {
    char text[24];
    unsigned life;       /* of the account */
    uint64_t known_step; /* 0: whether it is in force is not known */
    int changed_to;      /* the passphrase for which it was given up; NOBODY */
    struct end end;
};

struct code {
    char text[48];
    int used_for; /* the passphrase */
};

/* A device: a connection, what it has asked for, and what it holds. */
struct device {
    int token;           /* NOBODY: says hello as somebody new */
    int session;         /* the token that it is connected with */
    table_person person; /* as whom */
    uint64_t hello_step; /* when it was welcomed */
    struct end end;      /* of the session, by a deletion */
    char verb[12], ref[12];
    unsigned life; /* of the account, when it asked */
    uint64_t asked_step;
    int64_t asked_ms;
    int phrase, fresh, code;
    bool everywhere;
};

static struct sessions {
    struct device device[WORLD_CLIENTS];
    struct token token[TOKENS];
    struct phrase phrase[PHRASES];
    struct code code[CODES];
    int tokens, phrases, codes;
    unsigned life, refs;
    bool registered;
    int registers;       /* the device that does, one at a time; NOBODY */
    table_person person; /* whose the account is */
    char account[STORE_NAME], table[TABLE_CODE];
} at;

struct session_counts session_counts;

static struct device *device_of(const struct client *client) { return &at.device[client->index]; }

static void end_now(struct end *end)
{
    if (!end->ended)
        *end = (struct end){true, world.counts.steps, world.now_ms};
}

static int add_token(const json_t *reply)
{
    const char *text = json_string_value(json_object_get(reply, "token")),
               *person = json_string_value(json_object_get(reply, "person"));
    DEMAND(at.tokens < TOKENS && strlen(text) < CLIENT_TOKEN, "token %d: %s", at.tokens, text);
    struct token *token = &at.token[at.tokens];
    *token = (struct token){.person = strtoull(person, NULL, 16), .known_step = world.counts.steps};
    memcpy(token->text, text, strlen(text) + 1);
    return at.tokens++;
}

static int add_phrase(void)
{
    struct phrase *phrase = &at.phrase[at.phrases];
    *phrase = (struct phrase){.life = at.life, .changed_to = NOBODY};
    snprintf(phrase->text, sizeof phrase->text, "passphrase %d", at.phrases);
    return at.phrases++;
}

/* One of the last few, or any. */
static int any_phrase(void)
{
    unsigned count = (unsigned)at.phrases, recent = count < 3 || one_in(4) ? count : 3;
    return (int)(count - 1 - chance(recent));
}

/* ---------------------------------------------------------------- task */

static void ask(struct client *client, const char *verb, json_t *body)
{
    struct device *device = device_of(client);
    snprintf(device->verb, sizeof device->verb, "%s", verb);
    snprintf(device->ref, sizeof device->ref, "%u", ++at.refs);
    device->asked_step = world.counts.steps;
    device->asked_ms = world.now_ms;
    device->life = at.life;
    json_object_set_new(body, "do", json_string(verb));
    json_object_set_new(body, "ref", json_string(device->ref));
    char *text = json_dumps(body, JSON_COMPACT);
    trace("device %d: %s", client->index, text);
    link_send(client->link, text, strlen(text));
    simulated_free(text);
    json_decref(body);
}

static void say_hello(struct client *client)
{
    struct device *device = device_of(client);
    json_t *body = json_pack("{s:i}", "version", 1);
    if (device->token != NOBODY)
        json_object_set_new(body, "token", json_string(at.token[device->token].text));
    device->session = device->token;
    device->end = (struct end){0};
    device->hello_step = 0;
    device->person = 0;
    ask(client, "hello", body);
}

static void ask_register(struct client *client)
{
    static const char letters[] = "bdfghkmprstw";
    struct device *device = device_of(client);
    if (at.phrases == PHRASES || at.registers != NOBODY)
        return;
    at.registers = client->index;
    at.life++;
    at.codes = 0;
    device->phrase = add_phrase();
    snprintf(at.account, sizeof at.account, "ola%ca%ca", letters[at.refs % 12],
             letters[at.refs / 12 % 12]);
    ask(client, "register",
        json_pack("{s:s,s:s}", "account", at.account, "passphrase",
                  at.phrase[device->phrase].text));
}

static void ask_login(struct client *client)
{
    struct device *device = device_of(client);
    device->phrase = any_phrase();
    device->fresh = device->code = NOBODY;
    ask(client, "login",
        json_pack("{s:s,s:s}", "account", at.account, "passphrase",
                  at.phrase[device->phrase].text));
}

static void ask_change(struct client *client)
{
    struct device *device = device_of(client);
    if (at.phrases == PHRASES)
        return;
    device->phrase = any_phrase();
    device->fresh = add_phrase();
    device->code = NOBODY;
    ask(client, "login",
        json_pack("{s:s,s:s,s:s}", "account", at.account, "passphrase",
                  at.phrase[device->phrase].text, "new_passphrase", at.phrase[device->fresh].text));
}

static void ask_recovered(struct client *client)
{
    struct device *device = device_of(client);
    if (at.codes == 0 || at.phrases == PHRASES)
        return;
    device->phrase = NOBODY;
    device->fresh = add_phrase();
    device->code = one_in(3) ? (int)chance((unsigned)at.codes) : at.codes - 1;
    ask(client, "login",
        json_pack("{s:s,s:s,s:s}", "account", at.account, "code", at.code[device->code].text,
                  "new_passphrase", at.phrase[device->fresh].text));
}

static void ask_recovery(struct client *client)
{
    struct device *device = device_of(client);
    device->phrase = any_phrase();
    if (at.codes < CODES)
        ask(client, "recovery", json_pack("{s:s}", "passphrase", at.phrase[device->phrase].text));
}

static void ask_logout(struct client *client)
{
    device_of(client)->everywhere = one_in(2);
    ask(client, "logout", json_pack("{s:b}", "everywhere", device_of(client)->everywhere));
}

static void ask_act(struct client *client)
{
    switch (chance(3)) {
    case 0: ask(client, "export", json_object()); break;
    case 1: ask(client, "name", json_pack("{s:s}", "name", one_in(2) ? "Ola" : "Marek")); break;
    default:
        ask(client, "create", json_pack("{s:s,s:s}", "rules", "lie(players=3)", "talk", "text"));
    }
}

static void ask_at_table(struct client *client)
{
    if (*at.table && !one_in(4))
        ask(client, "say", json_pack("{s:s,s:s}", "table", at.table, "text", "hello"));
    else
        ask(client, "list", json_object());
}

static void wish(struct client *client)
{
    unsigned what = chance(100);
    if (!at.registered)
        ask_register(client);
    else if (what < 30)
        ask_act(client);
    else if (what < 60)
        ask_at_table(client);
    else if (what < 72)
        ask_login(client);
    else if (what < 80)
        ask_change(client);
    else if (what < 86)
        ask_recovery(client);
    else if (what < 92)
        ask_recovered(client);
    else if (what < 98)
        ask_logout(client);
    else
        ask(client, "delete_me", json_pack("{s:b}", "sure", true));
}

void sessions_step(struct client *client)
{
    struct device *device = device_of(client);
    int node = (int)chance((unsigned)world.nodes);
    if (client->link && one_in(120)) {
        link_hang_up(client->link);
    } else if (!client->link && !world_stands_still(node)) {
        client->link = link_open(client, node);
        say_hello(client);
    } else if (client->link && client->known && !*device->ref) {
        wish(client);
    }
}

void sessions_closed(struct client *client)
{
    struct device *device = device_of(client);
    client->link = NULL;
    client->known = false;
    device->ref[0] = '\0';
    if (at.registers == client->index)
        at.registers = NOBODY;
    if (device->token != NOBODY && at.token[device->token].gone)
        device->token = NOBODY;
}

/* ---------------------------------------------------------------- what an answer means */

/* All tokens of the person that were known when it was asked for end, but for one. */
static void end_tokens(table_person person, const struct device *device, int but)
{
    for (int i = 0; i < at.tokens; i++)
        if (i != but && at.token[i].person == person && at.token[i].known_step < device->asked_step)
            end_now(&at.token[i].end);
}

static void end_phrases(const struct device *device, int but)
{
    for (int i = 0; i < at.phrases; i++) {
        struct phrase *phrase = &at.phrase[i];
        bool known = phrase->known_step && phrase->known_step < device->asked_step;
        if (i != but && known && phrase->life == at.life)
            end_now(&phrase->end);
    }
}

static void note_change(struct device *device, int token)
{
    session_counts.changes++;
    at.phrase[device->fresh].known_step = world.counts.steps;
    if (device->code != NOBODY) {
        struct code *code = &at.code[device->code];
        DEMAND(code->used_for == NOBODY || code->used_for == device->fresh,
               "a code was good for two passphrases: %s", code->text);
        code->used_for = device->fresh;
        session_counts.recovered++;
    } else {
        struct phrase *old = &at.phrase[device->phrase];
        DEMAND(old->changed_to == NOBODY, "%s was changed twice", old->text);
        old->changed_to = device->fresh;
        end_now(&old->end);
    }
    end_phrases(device, device->fresh);
    end_tokens(at.token[token].person, device, token);
    if (device->person == at.token[token].person)
        device->session = token; /* who has shown the passphrase stays */
}

static void note_login(struct client *client, const json_t *reply)
{
    struct device *device = device_of(client);
    int token = add_token(reply);
    session_counts.logins++;
    if (device->phrase != NOBODY) {
        const struct end *end = &at.phrase[device->phrase].end;
        DEMAND(!end->ended || device->asked_step <= end->step, "device %d: %s was good again",
               client->index, at.phrase[device->phrase].text);
    }
    if (device->fresh != NOBODY)
        note_change(device, token);
    device->token = token;
    device->ref[0] = '\0';
    if (one_in(2))
        link_hang_up(client->link); /* and comes back with it */
}

static void note_deleted(struct device *device)
{
    session_counts.deletions++;
    for (int i = 0; i < WORLD_CLIENTS; i++) {
        struct device *other = &at.device[i];
        if (other->person == device->person && other->hello_step &&
            other->hello_step < device->asked_step)
            end_now(&other->end);
    }
    for (int i = 0; i < at.tokens; i++)
        at.token[i].gone |= at.token[i].person == device->person;
    if (device->person != at.person || device->life != at.life)
        return;
    end_phrases(device, NOBODY);
    at.registered = false;
    at.table[0] = '\0';
}

static const struct end *end_of(const struct device *device)
{
    const struct end *token = device->session == NOBODY ? NULL : &at.token[device->session].end;
    return device->end.ended ? &device->end : token && token->ended ? token : NULL;
}

/* Something was done for this device: may it? */
static void demand_good(const struct client *client)
{
    const struct device *device = device_of(client);
    const struct end *end = end_of(device);
    bool tolerates = strcmp(device->verb, "say") == 0 || strcmp(device->verb, "list") == 0,
         by_passphrase = strcmp(device->verb, "login") == 0;
    if (!end || by_passphrase || device->asked_step <= end->step)
        return;
    int64_t late_ms = device->asked_ms - end->ms;
    DEMAND(tolerates && late_ms < LATE_MS,
           "device %d: %s succeeded %lld ms after its session ended", client->index, device->verb,
           (long long)late_ms);
    session_counts.tolerated++;
}

static void note_hello(struct client *client, const json_t *reply)
{
    struct device *device = device_of(client);
    client->known = true;
    device->hello_step = world.counts.steps;
    if (device->token == NOBODY)
        device->token = device->session = add_token(reply);
    device->person = strtoull(json_string_value(json_object_get(reply, "person")), NULL, 16);
}

static void note_code(const json_t *reply)
{
    struct code *code = &at.code[at.codes++];
    code->used_for = NOBODY;
    snprintf(code->text, sizeof code->text, "%s",
             json_string_value(json_object_get(reply, "code")));
}

static void note_logout(struct device *device)
{
    session_counts.logouts++;
    if (device->everywhere)
        end_tokens(device->person, device, NOBODY);
    end_now(&at.token[device->session].end);
    device->token = NOBODY;
}

static void accepted(struct client *client, const json_t *reply)
{
    struct device *device = device_of(client);
    const char *verb = device->verb,
               *table = json_string_value(json_object_get(json_object_get(reply, "table"), "code"));
    bool same = device->life == at.life; /* the account is the one that it was asked for */
    demand_good(client);
    if (strcmp(verb, "hello") == 0) {
        note_hello(client, reply);
    } else if (strcmp(verb, "register") == 0 && same) {
        at.registered = true;
        at.person = device->person;
        at.phrase[device->phrase].known_step = world.counts.steps;
    } else if (strcmp(verb, "login") == 0 && same) {
        note_login(client, reply);
    } else if (strcmp(verb, "recovery") == 0 && same && device->person == at.person) {
        note_code(reply);
    } else if (strcmp(verb, "logout") == 0) {
        note_logout(device);
    } else if (strcmp(verb, "delete_me") == 0) {
        note_deleted(device);
        device->token = NOBODY;
    } else if (table) {
        snprintf(at.table, sizeof at.table, "%s", table);
    }
}

static void refused(struct client *client, const char *error)
{
    struct device *device = device_of(client);
    const struct end *end = end_of(device);
    bool hello = strcmp(device->verb, "hello") == 0;
    session_counts.refused += end && device->asked_step > end->step;
    if ((hello && strcmp(error, "bad_token") == 0) || strcmp(error, "not_a_guest") == 0)
        device->token = NOBODY;
    if (hello || strcmp(error, "not_a_guest") == 0)
        link_hang_up(client->link);
}

void sessions_receive(struct client *client, const json_t *frame)
{
    struct device *device = device_of(client);
    const char *ref = json_string_value(json_object_get(frame, "ref")),
               *error = json_string_value(json_object_get(frame, "error"));
    if (!ref || strcmp(ref, device->ref) != 0)
        return;
    if (json_is_true(json_object_get(frame, "ok")))
        accepted(client, frame);
    else
        refused(client, error ? error : "");
    device->ref[0] = '\0';
    if (at.registers == client->index)
        at.registers = NOBODY;
}

void sessions_begin(void)
{
    memset(&at, 0, sizeof at);
    at.life = 1;
    at.registers = NOBODY;
    for (int i = 0; i < WORLD_CLIENTS; i++)
        at.device[i].token = at.device[i].session = NOBODY;
}
