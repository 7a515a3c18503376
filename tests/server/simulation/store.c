/*
 * store.c - the simulated store behind store.h: every call may find it down, a commit may fail, be
 * refused, or succeed without its answer arriving.
 */
#include "base/text.h"
#include "simulation.h"

#include <stdlib.h>
#include <string.h>

void *durable_add(void **array, size_t *count, size_t size)
{
    *array = realloc(*array, (*count + 1) * size);
    DEMAND(*array, "out of memory");
    return memset((char *)*array + (*count)++ * size, 0, size);
}

static bool is_down(const struct store *store) { return store->down; }

const char *store_message(const struct store *store)
{
    (void)store;
    return "simulated";
}

bool store_is_shared(const struct store *store)
{
    (void)store;
    return world.shared;
}

/* ---------------------------------------------------------------- people */

struct store_person *durable_person(uint64_t id)
{
    for (size_t i = 0; i < world.durable.people_count; i++)
        if (world.durable.people[i].id == id)
            return &world.durable.people[i];
    return NULL;
}

static struct durable_token *find_token(const char *hash)
{
    for (size_t i = 0; i < world.durable.token_count; i++)
        if (strcmp(world.durable.tokens[i].hash, hash) == 0)
            return &world.durable.tokens[i];
    return NULL;
}

static void add_token(uint64_t person, const char *hash)
{
    struct durable *durable = &world.durable;
    struct durable_token *token =
        durable_add((void **)&durable->tokens, &durable->token_count, sizeof *token);
    token->person = person;
    lws_strncpy(token->hash, hash, sizeof token->hash);
}

enum store_status store_add_person(struct store *store, const struct store_person *person,
                                   const char *token_hash)
{
    struct durable *durable = &world.durable;
    if (is_down(store))
        return STORE_DOWN;
    if (durable_person(person->id))
        return STORE_TAKEN;
    struct store_person *kept =
        durable_add((void **)&durable->people, &durable->people_count, sizeof *kept);
    *kept = *person;
    add_token(person->id, token_hash);
    return STORE_OK;
}

enum store_status store_find_person(struct store *store, uint64_t id, struct store_person *person)
{
    const struct store_person *kept = durable_person(id);
    if (is_down(store))
        return STORE_DOWN;
    if (kept)
        *person = *kept;
    return kept ? STORE_OK : STORE_NONE;
}

enum store_status store_find_token(struct store *store, const char *hash,
                                   struct store_person *person)
{
    const struct durable_token *token = find_token(hash);
    if (is_down(store))
        return STORE_DOWN;
    if (token && token->ended)
        return STORE_TAKEN;
    return token ? store_find_person(store, token->person, person) : STORE_NONE;
}

enum store_status store_save_person(struct store *store, const struct store_person *person)
{
    struct store_person *kept = durable_person(person->id);
    if (is_down(store))
        return STORE_DOWN;
    if (kept)
        *kept = *person;
    return kept ? STORE_OK : STORE_NONE;
}

enum store_status store_add_token(struct store *store, uint64_t person, const char *hash,
                                  int64_t now_ms)
{
    (void)now_ms;
    if (is_down(store))
        return STORE_DOWN;
    add_token(person, hash);
    return STORE_OK;
}

enum store_status store_end_token(struct store *store, uint64_t person, const char *hash)
{
    struct durable_token *token = find_token(hash);
    if (is_down(store))
        return STORE_DOWN;
    if (token && token->person == person)
        token->ended = true;
    return STORE_OK;
}

enum store_status store_end_tokens(struct store *store, uint64_t person)
{
    if (is_down(store))
        return STORE_DOWN;
    for (size_t i = 0; i < world.durable.token_count; i++)
        if (world.durable.tokens[i].person == person)
            world.durable.tokens[i].ended = true;
    return STORE_OK;
}

enum store_status store_add_account(struct store *store, uint64_t person, const char *account,
                                    const char *pass)
{
    struct durable *durable = &world.durable;
    struct store_person *kept = durable_person(person);
    if (is_down(store))
        return STORE_DOWN;
    for (size_t i = 0; i < durable->people_count; i++)
        if (durable->people[i].id != person && strcmp(durable->people[i].account, account) == 0)
            return STORE_TAKEN;
    if (!kept)
        return STORE_NONE;
    lws_strncpy(kept->account, account, sizeof kept->account);
    struct durable_account *added =
        durable_add((void **)&durable->accounts, &durable->account_count, sizeof *added);
    added->person = person;
    lws_strncpy(added->pass, pass, sizeof added->pass);
    return STORE_OK;
}

enum store_status store_hold_account(struct store *store, uint64_t person, const char *pass)
{
    const struct durable *durable = &world.durable;
    if (is_down(store))
        return STORE_DOWN;
    for (size_t i = durable->account_count; i-- > 0;)
        if (durable->accounts[i].person == person)
            return strcmp(durable->accounts[i].pass, pass) == 0 ? STORE_OK : STORE_NONE;
    return STORE_NONE;
}

enum store_status store_find_account(struct store *store, const char *account,
                                     struct store_person *person, char pass[STORE_PASS])
{
    const struct durable *durable = &world.durable;
    if (is_down(store))
        return STORE_DOWN;
    for (size_t i = durable->account_count; i-- > 0;) {
        const struct store_person *kept = durable_person(durable->accounts[i].person);
        if (!kept || strcmp(kept->account, account) != 0)
            continue;
        *person = *kept;
        lws_strncpy(pass, durable->accounts[i].pass, STORE_PASS);
        return STORE_OK;
    }
    return STORE_NONE;
}

enum store_status store_delete_person(struct store *store, uint64_t person)
{
    struct durable *durable = &world.durable;
    struct store_person *kept = durable_person(person);
    if (is_down(store))
        return STORE_DOWN;
    store_end_tokens(store, person);
    for (size_t i = 0; i < durable->sitting_count; i++)
        if (durable->sittings[i].person == person)
            durable->sittings[i].person = 0;
    for (size_t i = durable->person_fact_count; i-- > 0;)
        if (durable->person_facts[i].person == person)
            durable->person_facts[i] = durable->person_facts[--durable->person_fact_count];
    if (kept)
        *kept = (struct store_person){0};
    return kept ? STORE_OK : STORE_NONE;
}

enum store_status store_read_tables_of(struct store *store, uint64_t person, bool running_only,
                                       store_code *code, void *context)
{
    const struct durable *durable = &world.durable;
    if (is_down(store))
        return STORE_DOWN;
    for (size_t i = 0; i < durable->sitting_count; i++) {
        const struct durable_table *table = durable_kept(durable->sittings[i].code);
        if (durable->sittings[i].person == person && table && !(running_only && table->over))
            if (!code(context, table->code))
                break;
    }
    return STORE_OK;
}

enum store_status store_rewrite(struct store *store, const struct store_rewritten *lines,
                                size_t count)
{
    if (is_down(store))
        return STORE_DOWN;
    for (const struct store_rewritten *at = lines; at < lines + count; at++) {
        struct durable_table *table = durable_kept(at->code);
        DEMAND(table && at->number >= 1 && at->number <= table->replica.last,
               "line %u of %s rewritten", at->number, at->code);
        free(table->lines[at->number - 1].text);
        table->lines[at->number - 1].text = strdup(at->line);
    }
    return STORE_OK;
}

/* ---------------------------------------------------------------- commits */

/* A new connection: what was told meanwhile is gone. */
static void store_begin_session(struct store *store)
{
    store->session++;
    store_forget_news(store);
}

static void tell_others(int node, const char *message)
{
    for (int i = 0; i < world.nodes; i++) {
        if (i == node || !world.node[i].alive)
            continue;
        if (one_in(world.faults.news_lost)) { /* its connection breaks, and is made again before
                                                 anybody notices */
            store_begin_session(&world.node[i].store);
            continue;
        }
        struct news *news = calloc(1, sizeof *news), **end = &world.node[i].store.news;
        DEMAND(news, "out of memory");
        lws_strncpy(news->message, message, sizeof news->message);
        while (*end)
            end = &(*end)->next;
        *end = news;
    }
}

void store_forget_news(struct store *store)
{
    while (store->news) {
        struct news *news = store->news;
        store->news = news->next;
        free(news);
    }
}

/* ---------------------------------------------------------------- leases */

static struct durable_lease *find_lease(uint64_t fence)
{
    for (size_t i = 0; fence && i < world.durable.lease_count; i++)
        if (world.durable.leases[i].fence == fence)
            return &world.durable.leases[i];
    return NULL;
}

static void end_old_leases(uint64_t mine)
{
    for (size_t i = 0; i < world.durable.lease_count; i++) {
        struct durable_lease *lease = &world.durable.leases[i];
        if (lease->fence != mine && world.now_ms - lease->beat_ms > STORE_LEASE_MS)
            lease->fence = 0;
    }
}

static void take_lease(struct store *store, struct store_beat *beat)
{
    struct durable *durable = &world.durable;
    struct durable_lease *lease =
        durable_add((void **)&durable->leases, &durable->lease_count, sizeof *lease);
    lease->fence = beat->fence = durable->lease_count;
    lease->beat_ms = world.now_ms;
    trace("node %d has the lease %u", store->node, (unsigned)beat->fence);
}

enum store_status store_beat(struct store *store, struct store_beat *beat, int64_t now_ms,
                             size_t most, store_code *due, void *context)
{
    const struct durable *durable = &world.durable;
    if (is_down(store))
        return STORE_DOWN;
    struct durable_lease *mine = find_lease(beat->fence);
    if (mine)
        mine->beat_ms = world.now_ms;
    else
        take_lease(store, beat);
    end_old_leases(beat->fence);
    beat->alive_count = 0;
    for (size_t i = 0; i < durable->lease_count; i++)
        if (durable->leases[i].fence)
            beat->alive[beat->alive_count++] = durable->leases[i].fence;
    DEMAND(beat->alive_count < STORE_NODES, "too many leases");
    for (size_t i = 0; i < durable->table_count && most > 0; i++) {
        const struct durable_table *table = durable->tables[i];
        bool theirs = table->owner != beat->fence && find_lease(table->owner);
        if (!table->over && !theirs && table->due_ms < now_ms && most-- > 0 &&
            !due(context, table->code))
            break;
    }
    return STORE_OK;
}

/* One more connection of this node. */
struct store *store_open(const char *place, enum store_status *status, char message[STORE_MESSAGE])
{
    (void)place, (void)message;
    *status = STORE_OK;
    return &world.node[world.current].store;
}

void store_close(struct store *store) { (void)store; }

enum store_status store_leave(struct store *store, uint64_t fence)
{
    struct durable_lease *lease = find_lease(fence);
    if (is_down(store))
        return STORE_DOWN;
    if (lease)
        lease->fence = 0;
    tell_others(store->node, "left 0");
    return STORE_OK;
}

enum store_status store_claim(struct store *store, uint64_t fence, struct store_claim *claims,
                              size_t count)
{
    if (is_down(store))
        return STORE_DOWN;
    for (size_t i = 0; i < count; i++) {
        struct durable_table *table = durable_kept(claims[i].code);
        if (table && find_lease(fence) && !find_lease(table->owner))
            table->owner = fence;
        claims[i].owner = table ? table->owner : 0;
    }
    return STORE_OK;
}

/* Whoever writes to a table that nobody runs, or that was over, becomes its owner. */
static void own(struct store_append *append, uint64_t fence, bool was_over)
{
    struct durable_table *table = durable_kept(append->code);
    if (was_over || !find_lease(table->owner))
        table->owner = fence;
    append->owner = table->owner;
}

static bool is_fenced(uint64_t fence)
{
    bool fenced = world.shared && !find_lease(fence);
    world.counts.fenced += fenced;
    return fenced;
}

/* ---------------------------------------------------------------- batches */

static bool was_refused(const struct store_batch *batch, const char *code)
{
    bool refused = false;
    for (size_t i = 0; i < batch->append_count; i++)
        refused |= batch->appends[i].refused && strcmp(batch->appends[i].code, code) == 0;
    return refused;
}

/* What is kept beside a game is what its log tells. */
static void check_record(const struct store_game *game)
{
    static char log[1 << 20], record[64 * 1024];
    const struct durable_table *table = durable_kept(game->code);
    stos_writer lines = stos_writer_on(log, sizeof log),
                writer = stos_writer_on(record, sizeof record);
    for (uint32_t n = 0; n < table->replica.last; n++) {
        text_put(&lines, table->lines[n].text);
        text_char(&lines, '\n');
    }
    DEMAND(lines.length < sizeof log && table_record(log, lines.length, game->id, &writer),
           "game %s is not in its log", game->id);
    DEMAND(game->record && strlen(game->record) == writer.length &&
               memcmp(game->record, record, writer.length) == 0,
           "the record of game %s is not what its log tells", game->id);
}

static void keep_game(const struct store_game *game)
{
    struct durable *durable = &world.durable;
    check_record(game);
    for (size_t i = 0; i < durable->game_count; i++)
        if (strcmp(durable->games[i].id, game->id) == 0)
            return;
    struct store_game *kept =
        durable_add((void **)&durable->games, &durable->game_count, sizeof *kept);
    *kept = *game;
    kept->record = NULL; /* it was compared */
}

static void keep_sitting(const struct store_sitting *sitting)
{
    struct durable *durable = &world.durable;
    if (!durable_person(sitting->person)) {
        struct store_person *person =
            durable_add((void **)&durable->people, &durable->people_count, sizeof *person);
        person->id = sitting->person;
        lws_strncpy(person->name, sitting->name, sizeof person->name);
    }
    if (!find_token(sitting->token_hash))
        add_token(sitting->person, sitting->token_hash);
    for (size_t i = 0; i < durable->sitting_count; i++)
        if (durable->sittings[i].person == sitting->person &&
            strcmp(durable->sittings[i].code, sitting->code) == 0)
            return;
    struct durable_sitting *kept =
        durable_add((void **)&durable->sittings, &durable->sitting_count, sizeof *kept);
    kept->person = sitting->person;
    lws_strncpy(kept->code, sitting->code, sizeof kept->code);
}

/* The lines because of which an append was refused: all, some of them, or none. */
static void give_missed(const struct store_batch *batch, const struct store_append *append)
{
    const struct durable_table *table = durable_kept(append->code);
    if (!world.shared || !table || append->last == 0)
        return;
    for (uint32_t n = append->last; n < table->replica.last && !one_in(8); n++)
        if (!batch->missed(batch->context, append->code, n + 1, table->lines[n].text,
                           strlen(table->lines[n].text)))
            return;
}

/* Whether the session has ended of whoever sits down with it. */
static bool is_ended(const struct store_batch *batch, const char *code)
{
    for (size_t i = 0; i < batch->sitting_count; i++) {
        const struct store_sitting *sitting = &batch->sittings[i];
        if (strcmp(sitting->code, code) == 0 &&
            !store_session_goes_on(sitting->person, sitting->token_hash, sitting->since))
            return true;
    }
    return false;
}

enum store_status store_commit(struct store *store, struct store_batch *batch)
{
    char message[64];
    if (is_down(store) || one_in(world.faults.commit_fails)) {
        world.counts.failures++;
        return STORE_DOWN;
    }
    if (is_fenced(batch->fence))
        return STORE_FENCED;
    for (size_t i = 0; i < batch->append_count; i++) {
        struct store_append *append = &batch->appends[i];
        const struct durable_table *before = durable_kept(append->code);
        bool was_over = before && before->over;
        append->ended = is_ended(batch, append->code);
        append->refused = append->ended || !durable_append(append);
        world.counts.conflicts += append->refused;
        trace("node %d commits %s %u+%u%s", store->node, append->code, append->last, append->count,
              append->refused ? " refused" : "");
        lws_snprintf(message, sizeof message, "log %s %u", append->code,
                     append->last + append->count);
        if (append->refused)
            continue;
        own(append, batch->fence, was_over);
        tell_others(store->node, message);
    }
    for (size_t i = 0; i < batch->game_count; i++)
        if (!was_refused(batch, batch->games[i].code))
            keep_game(&batch->games[i]);
    for (size_t i = 0; i < batch->sitting_count; i++)
        if (!was_refused(batch, batch->sittings[i].code))
            keep_sitting(&batch->sittings[i]);
    if (!one_in(world.faults.answer_lost)) {
        for (size_t i = 0; i < batch->append_count; i++)
            if (batch->appends[i].refused)
                give_missed(batch, &batch->appends[i]);
        return STORE_OK;
    }
    world.counts.answers_lost++;
    for (size_t i = 0; i < batch->append_count; i++)
        batch->appends[i].refused = false;
    return STORE_DOWN;
}

/* ---------------------------------------------------------------- logs */

static bool read_table(const struct durable_table *table, uint32_t after, store_line *line,
                       void *context)
{
    for (uint32_t n = after; n < table->replica.last; n++)
        if (!line(context, table->code, n + 1, table->lines[n].text, strlen(table->lines[n].text)))
            return false;
    return true;
}

enum store_status store_read_log(struct store *store, const char *code, uint32_t after,
                                 store_line *line, void *context)
{
    const struct durable_table *table = durable_kept(code);
    trace("node %d reads %s after %u%s", store->node, code, after, is_down(store) ? ": down" : "");
    if (is_down(store))
        return STORE_DOWN;
    if (table)
        read_table(table, after, line, context);
    return table ? STORE_OK : STORE_NONE;
}

enum store_status store_read_logs(struct store *store, struct store_wanted *wanted, size_t count,
                                  store_log_line *line, void *context)
{
    for (size_t i = 0; i < count; i++) {
        const struct durable_table *table = durable_kept(wanted[i].code);
        trace("node %d reads %s after %u%s", store->node, wanted[i].code, wanted[i].after,
              is_down(store) ? ": down" : "");
        wanted[i].exists = table != NULL;
        if (is_down(store))
            return STORE_DOWN;
        for (uint32_t n = wanted[i].after; table && n < table->replica.last; n++)
            if (!line(context, i, n + 1, table->lines[n].text, strlen(table->lines[n].text)))
                return STORE_OK;
    }
    return STORE_OK;
}

enum store_status store_read_running(struct store *store, store_running *running, void *context)
{
    if (is_down(store))
        return STORE_DOWN;
    for (size_t i = 0; i < world.durable.table_count; i++)
        if (!world.durable.tables[i]->over &&
            !running(context, world.durable.tables[i]->code, world.durable.tables[i]->due_ms))
            break;
    return STORE_OK;
}

enum store_status store_do_chores(struct store *store, const struct store_chore *chores,
                                  size_t count)
{
    if (is_down(store))
        return STORE_DOWN;
    for (size_t i = 0; i < count; i++)
        if (chores[i].what == STORE_FORGET_TABLE)
            durable_forget(chores[i].text);
    return STORE_OK;
}

enum store_status store_expire_guests(struct store *store, int64_t before_ms, size_t most)
{
    (void)before_ms, (void)most;
    return is_down(store) ? STORE_DOWN : STORE_OK;
}

enum store_status store_expire_tokens(struct store *store, int64_t before_ms)
{
    (void)before_ms;
    return is_down(store) ? STORE_DOWN : STORE_OK;
}

enum store_status store_read_due(struct store *store, int64_t now_ms, size_t most, store_code *code,
                                 void *context)
{
    if (is_down(store))
        return STORE_DOWN;
    for (size_t i = 0; i < world.durable.table_count && most > 0; i++) {
        const struct durable_table *table = world.durable.tables[i];
        if (!table->over && table->due_ms < now_ms && most-- > 0 && !code(context, table->code))
            break;
    }
    return STORE_OK;
}

enum store_status store_table_last(struct store *store, const char *code, uint32_t *last)
{
    const struct durable_table *table = durable_kept(code);
    *last = table ? table->replica.last : 0;
    return is_down(store) ? STORE_DOWN : table ? STORE_OK : STORE_NONE;
}

enum store_status store_table_runs(struct store *store, const char *code)
{
    const struct durable_table *table = durable_kept(code);
    return is_down(store) ? STORE_DOWN : table && !table->over ? STORE_OK : STORE_NONE;
}

/* ---------------------------------------------------------------- the host, facts, nodes */

static struct durable_fact *find_fact(const char *name)
{
    for (size_t i = 0; i < world.durable.fact_count; i++)
        if (strcmp(world.durable.facts[i].name, name) == 0)
            return &world.durable.facts[i];
    return NULL;
}

static void add_fact(const char *name, const char *value)
{
    struct durable_fact *fact =
        durable_add((void **)&world.durable.facts, &world.durable.fact_count, sizeof *fact);
    lws_strncpy(fact->name, name, sizeof fact->name);
    lws_strncpy(fact->value, value, sizeof fact->value);
}

static void put_fact(const char *name, const char *value)
{
    struct durable_fact *fact = find_fact(name);
    if (fact)
        lws_strncpy(fact->value, value, sizeof fact->value);
    else
        add_fact(name, value);
}

void store_add_wish(const char *what, const char *target)
{
    struct durable *durable = &world.durable;
    struct store_person *person = durable_person(strtoull(target, NULL, 16));
    struct durable_act *added =
        durable_add((void **)&durable->acts, &durable->act_count, sizeof *added);
    added->act = (struct store_act){.id = (int64_t)durable->act_count, .asked_ms = world.now_ms};
    lws_strncpy(added->act.what, what, sizeof added->act.what);
    lws_strncpy(added->act.target, target, sizeof added->act.target);
    trace("the host wants %s %s", what, target);
    world.counts.acts++;
    if (!person || strcmp(what, "close") == 0)
        return;
    if (strcmp(what, "ban") == 0)
        person->banned = true;
    else
        person->muted = strcmp(what, "mute") == 0;
    char fact[96];
    snprintf(fact, sizeof fact, STORE_ACT_FACTS "%s:%s", person->banned ? "ban" : "mute", target);
    put_fact(fact, person->banned || person->muted ? "9223372036854775807" : "0");
}

enum store_status store_read_actions(struct store *store, int64_t after_id, bool open_only,
                                     size_t most, store_act_row *row, void *context)
{
    if (is_down(store))
        return STORE_DOWN;
    for (size_t i = (size_t)after_id; i < world.durable.act_count && most > 0; i++) {
        const struct store_act *act = &world.durable.acts[i].act;
        if (!(open_only && act->done_ms) && most-- > 0 && !row(context, act))
            break;
    }
    return STORE_OK;
}

enum store_status store_last_act(struct store *store, int64_t *id)
{
    *id = (int64_t)world.durable.act_count;
    return is_down(store) ? STORE_DOWN : STORE_OK;
}

enum store_status store_finish_act(struct store *store, int64_t id, int64_t now_ms,
                                   const char *outcome)
{
    if (is_down(store))
        return STORE_DOWN;
    struct store_act *act = &world.durable.acts[id - 1].act;
    act->done_ms = now_ms;
    lws_strncpy(act->outcome, outcome, sizeof act->outcome);
    return STORE_OK;
}

enum store_status store_get(struct store *store, const char *name, char *value, size_t size)
{
    if (is_down(store))
        return STORE_DOWN;
    const struct durable_fact *fact = find_fact(name);
    lws_strncpy(value, fact ? fact->value : "", size);
    return fact ? STORE_OK : STORE_NONE;
}

enum store_status store_put(struct store *store, const char *name, const char *value)
{
    if (is_down(store))
        return STORE_DOWN;
    put_fact(name, value);
    return STORE_OK;
}

enum store_status store_put_if(struct store *store, const char *name, const char *old,
                               const char *value)
{
    if (is_down(store))
        return STORE_DOWN;
    const struct durable_fact *fact = find_fact(name);
    return fact && strcmp(fact->value, old) == 0 ? store_put(store, name, value) : STORE_NONE;
}

enum store_status store_put_if_missing(struct store *store, const char *name, const char *value)
{
    if (is_down(store))
        return STORE_DOWN;
    if (!find_fact(name))
        add_fact(name, value);
    return STORE_OK;
}

enum store_status store_drop_facts(struct store *store, const char *prefix, const char *value)
{
    (void)prefix, (void)value;
    return is_down(store) ? STORE_DOWN : STORE_OK;
}

enum store_status store_drop(struct store *store, const char *name)
{
    if (is_down(store))
        return STORE_DOWN;
    struct durable_fact *fact = find_fact(name);
    if (!fact)
        return STORE_NONE;
    *fact = world.durable.facts[--world.durable.fact_count];
    return STORE_OK;
}

enum store_status store_read_facts(struct store *store, const char *prefix, store_fact *fact,
                                   void *context)
{
    if (is_down(store))
        return STORE_DOWN;
    for (size_t i = 0; i < world.durable.fact_count; i++)
        if (strncmp(world.durable.facts[i].name, prefix, strlen(prefix)) == 0 &&
            !fact(context, world.durable.facts[i].name, world.durable.facts[i].value))
            break;
    return STORE_OK;
}

uint64_t store_session(const struct store *store) { return store->session; }

/* The connection to the store breaks or is made again; then news may have been missed. */
void store_turn(struct store *store)
{
    store->down = !store->down;
    if (!store->down && world.shared)
        store_begin_session(store);
}

enum store_status store_tell(struct store *store, const char *message)
{
    if (is_down(store))
        return STORE_DOWN;
    for (size_t length; *message; message += length + (message[length] == '\n')) {
        char line[NEWS_MESSAGE];
        length = strcspn(message, "\n");
        lws_strnncpy(line, message, length, sizeof line);
        tell_others(store->node, line);
    }
    return STORE_OK;
}

enum store_status store_listen(struct store *store, store_told *told, void *context)
{
    if (is_down(store))
        return STORE_DOWN;
    for (const struct news *news = store->news; news; news = news->next) {
        trace("node %d hears %s", store->node, news->message);
        told(context, news->message);
    }
    store_forget_news(store);
    return STORE_OK;
}
