/*
 * account.c - accounts: a person with a name and a passphrase, so that their history follows them
 * to another device; and a person's right to see and delete their data.
 *
 * Hashing a passphrase is slow on purpose (hasher.h), so it is done by worker threads, only a few
 * at a time; passphrases are wiped from memory as soon as that is done.
 */
#include "account.h"

#include "account_name.h"

#include "base/name.h"
#include "hasher.h"
#include "mailbox.h"
#include "people.h"
#include "recovery_code.h"
#include "server/core/core.h"
#include "server/core/task.h"
#include "server/limits/bans.h"

#include <stdlib.h>
#include <string.h>

enum { PASSWORDS_MOST = 100, PASSPHRASE_LEAST = 8, PASSPHRASE_MOST = 200 };

/* The facts of a person that hold the hash of their recovery code, and of the last one used. */
static const char recovery_fact[] = ACCOUNT_RECOVERY, used_fact[] = ACCOUNT_RECOVERY "-used";

struct accounts {
    int hashing; /* passphrases */
};

static struct accounts *accounts_of(const struct server *server)
{
    return module_state(server, MODULE_ACCOUNT);
}

void account_hash_begins(struct connection *connection)
{
    accounts_of(connection->server)->hashing++;
    connection->hashing++;
    connection->jobs++;
}

void account_hash_ends(struct connection *connection)
{
    accounts_of(connection->server)->hashing--;
    connection->hashing--;
    connection->jobs--;
}

struct account_job {
    struct job job;
    struct connection *connection;
    struct pool *next_pool; /* where `next` is worked on, after this step */
    void (*next)(struct job *job, void *place);
    char name[STORE_NAME]; /* of the account, as it was typed */
    char ref[REQUEST_REF], account[STORE_NAME], passphrase[PASSPHRASE_MOST + 1], hash[STORE_PASS],
        token[CONNECTION_TOKEN], token_hash[STORE_HASH];
    char new_passphrase[PASSPHRASE_MOST + 1]; /* the passphrase from now on; "": as before */
    char new_hash[STORE_PASS];                /* its hash */
    char code[RECOVERY_CODE_TEXT]; /* for recovery: given instead of the passphrase, or made */
    int64_t mailed_ms;             /* when the code was mailed that was given; 0: a saved one */
    struct store_person person;
    uint64_t since; /* of the session that asks, where that matters */
    uint64_t news;  /* the number of the row that ends other sessions */
    int guesses, tries;
    const char *error;
    char reason[STORE_MESSAGE]; /* why the store is unavailable, for the log */
    bool registering, banned;
    bool wants_code;      /* a recovery code is made instead of a token */
    request_verb *proven; /* goes on with the request, when the passphrase is right; NULL: none */
    struct request *request;
    json_t *body; /* of that request, without the passphrase */
    int64_t now_ms;
    struct limit_key *by_account; /* whose passphrase is being guessed, held */
};

bool account_fold(const char *given, char account[STORE_NAME])
{
    enum { LETTERS_LEAST = 2 };
    size_t length = strlen(given);
    return people_good_name(given) && length >= LETTERS_LEAST && given[0] != ' ' &&
        given[length - 1] != ' ' && name_key(given, NAME_SAME, account, STORE_NAME) &&
        stos_name_is_good(account);
}

static void account_step_done(struct job *job);

/* An address has one share of the hashing, however many connections it has. */
static uint64_t owner_of(const struct connection *connection)
{
    return connection->by_address ? (uint64_t)(uintptr_t)connection->by_address
                                  : connection->person;
}

static void run_step(struct account_job *account, struct pool *pool,
                     void (*work)(struct job *, void *))
{
    account->next = NULL;
    account->job = (struct job){
        .work = work, .done = account_step_done, .owner = owner_of(account->connection)};
    pool_do(pool, &account->job);
}

const char *account_refuses_hash(const struct connection *connection)
{
    struct server *server = connection->server;
    if (accounts_of(server)->hashing >= PASSWORDS_MOST || connection->hashing > 0)
        return "too_many";
    return limiter_allows(connection->by_address, COST_PASSPHRASE, 1, uv_now(&server->loop))
        ? NULL
        : "too_many_guesses";
}

void account_note_guesses(struct connection *connection, struct limit_key *guessed_at, int guesses,
                          const char *event)
{
    struct server *server = connection->server;
    uint64_t now = uv_now(&server->loop);
    server->metrics->wrong_passphrases += (uint64_t)guesses;
    limiter_charge(connection->by_address, COST_PASSPHRASE, guesses, now);
    limiter_charge(guessed_at, COST_PASSPHRASE, guesses, now);
    server_log(server, SERVER_LOG_WARNING, event, "address=%s", connection->address);
}

/* A new passphrase ends all other sessions, open ones too; this connection has proved that it knows
 * it. */
static void log_out_others(const struct account_job *account)
{
    char but[STORE_HASH + 1];
    lws_snprintf(but, sizeof but, "-%s", account->token_hash);
    if (account->connection->person == account->person.id)
        memcpy(account->connection->token_hash, account->token_hash, STORE_HASH);
    people_logged_out(account->connection->server, account->person.id, account->news, but,
                      account->connection);
}

static void go_on_proven(struct account_job *account)
{
    struct request request = *account->request;
    request.body = account->body;
    account->proven(account->connection, &request);
}

static void finish(struct account_job *account)
{
    struct connection *connection = account->connection;
    account_hash_ends(connection);
    bool changed = account->news > 0 && !account->error;
    sodium_memzero(account->passphrase, sizeof account->passphrase);
    sodium_memzero(account->new_passphrase, sizeof account->new_passphrase);
    if (account->error &&
        (strcmp(account->error, "wrong_passphrase") == 0 ||
         strcmp(account->error, "wrong_code") == 0))
        account_note_guesses(account->connection, account->by_account,
                             account->guesses > 1 ? account->guesses : 1, "wrong_passphrase");
    limiter_release(account->by_account);
    if (account->error && strcmp(account->error, "bad_token") == 0) {
        reply_session_ended(connection, account->ref);
    } else if (account->error) {
        bool other = account->registering &&
            strcmp(account->error, "wrong_passphrase") == 0; /* than the one they registered with */
        reply_error(connection, account->ref, other ? "not_a_guest" : account->error);
    } else if (account->registering) {
        people_registered(connection->server, connection->person, account->account);
        people_renamed(connection->server, connection->person, account->name);
        reply_json(connection, account->ref,
                   json_pack("{s:s, s:s}", "account", account->account, "name", account->name));
    } else if (account->proven) {
        go_on_proven(account);
    } else if (account->wants_code) {
        reply_json(connection, account->ref, json_pack("{s:s}", "code", account->code));
    } else {
        char person[24];
        connection->server->metrics->logins++;
        lws_snprintf(person, sizeof person, "%016llx", (unsigned long long)account->person.id);
        reply_json(connection, account->ref,
                   json_pack("{s:s, s:s, s:s, s:s}", "person", person, "token", account->token,
                             "name", people_name(connection, &account->person), "account",
                             account->account));
    }
    if (changed)
        log_out_others(account);
    sodium_memzero(account->token, sizeof account->token);
    sodium_memzero(account->code, sizeof account->code);
    json_decref(account->body);
    request_release(account->request);
    connection_release(connection);
    free(account);
}

static void account_step_done(struct job *job)
{
    struct account_job *account = (struct account_job *)job;
    if (job->dropped)
        account->error = "stopping";
    if (*account->reason)
        store_failed(account->connection->server, account->reason);
    account->banned =
        !account->registering && bans_person(account->connection->server, account->person.id);
    if (account->error || !account->next)
        finish(account);
    else
        run_step(account, account->next_pool, account->next);
}

static void fail(struct account_job *account, const struct store *store, enum store_status status)
{
    account->error = "store_down";
    store_copy_reason(account->reason, status, store);
}

static void judge(struct account_job *account, const struct store *store, enum store_status status)
{
    if (status == STORE_TAKEN && account->registering)
        account->error = "account_taken";
    else if (status == STORE_ENDED)
        account->error = "bad_token";
    else if (status != STORE_OK)
        fail(account, store, status);
}

/* ---------------------------------------------------------------- registering */

static void find_account(struct job *job, void *place);

/* What people know each other by at tables and on the leaderboard is one name. */
static enum store_status take_account_name(struct store *store, const struct account_job *account)
{
    struct store_person kept;
    enum store_status status = store_find_person(store, account->person.id, &kept);
    if (status != STORE_OK)
        return status;
    memcpy(kept.name, account->name, sizeof kept.name);
    return store_save_person(store, &kept);
}

/* The account may already exist because the reply to the same request was lost: then its passphrase
 * tells whether it is the same. */
static enum store_status add_account(struct store *store, struct account_job *account)
{
    struct store_person known = {0};
    enum store_status status = store_find_person(store, account->person.id, &known);
    if (status == STORE_NONE)
        status = store_add_person(store, &account->person, account->token_hash);
    if (status == STORE_OK && *known.account) {
        account->error = strcmp(known.account, account->account) == 0 ? NULL : "not_a_guest";
        account->next = find_account;
        account->next_pool = account->connection->server->store_pool;
        return STORE_OK;
    }
    if (status == STORE_OK)
        status = account_name_claim(store, account->connection->server->secret, account->account,
                                    account->person.id, server_now_ms());
    if (status == STORE_OK)
        status = store_add_account(store, account->person.id, account->account, account->hash);
    return status == STORE_OK ? take_account_name(store, account) : status;
}

/* A transaction of the session that asks. */
static enum store_status begin_for(const struct account_job *account, struct store *store)
{
    const struct store_session_at session = {account->person.id, account->token_hash,
                                             account->since};
    return store_begin_for(store, &session);
}

static void keep_account(struct job *job, void *place)
{
    struct account_job *account = (struct account_job *)job;
    enum store_status status = begin_for(account, place);
    if (status == STORE_OK)
        status = store_end(place, add_account(place, account));
    judge(account, place, status);
}

static void hash_passphrase(struct job *job, void *place)
{
    struct account_job *account = (struct account_job *)job;
    (void)place;
    if (!hasher_hash(account->passphrase, account->hash))
        account->error = "too_many";
    account->next = keep_account;
    account->next_pool = account->connection->server->store_pool;
}

/* ---------------------------------------------------------------- logging in */

/* The account has changed since it was read: the same question again, of what is there now. */
static void ask_again(struct account_job *account)
{
    enum { TRIES_MOST = 3 };
    if (++account->tries > TRIES_MOST)
        account->error = "too_many";
    account->next = find_account;
    account->next_pool = account->connection->server->store_pool;
}

static enum store_status add_token(struct account_job *account, struct store *store)
{
    people_make_token(account->token);
    people_hash_token(account->token, account->token_hash);
    return store_add_token(store, account->person.id, account->token_hash, server_now_ms());
}

/* Ends a transaction that began with the account as it was when the passphrase or code was checked;
 * STORE_NONE: it is not like that any more. */
static void end_step(struct account_job *account, struct store *store, enum store_status status)
{
    status = store_end(store, status);
    if (status == STORE_NONE)
        ask_again(account);
    else
        judge(account, store, status);
}

static void add_device(struct job *job, void *place)
{
    struct account_job *account = (struct account_job *)job;
    enum store_status status = store_begin(place);
    if (status != STORE_OK) {
        judge(account, place, status);
        return;
    }
    status = store_hold_account(place, account->person.id, account->hash);
    end_step(account, place, status == STORE_OK ? add_token(account, place) : status);
}

/* Only letters and digits count, not case or spacing. */
static void hash_code(const char *code, char hash[STORE_HASH])
{
    unsigned char bytes[crypto_generichash_BYTES];
    char plain[RECOVERY_CODE_TEXT];
    recovery_code_fold(code, plain);
    crypto_generichash(bytes, sizeof bytes, (const unsigned char *)plain,
                       strnlen(plain, sizeof plain), NULL, 0);
    sodium_bin2hex(hash, STORE_HASH, bytes, sizeof bytes);
}

static enum store_status note_used(const struct account_job *account, struct store *store)
{
    char hash[STORE_HASH];
    hash_code(account->code, hash);
    return store_put_person_fact(store, account->person.id, used_fact, hash);
}

/* What was checked before is used up now: the code, or the old passphrase. STORE_NONE: somebody
 * else was faster. */
static enum store_status use_up(const struct account_job *account, struct store *store)
{
    char hash[STORE_HASH];
    hash_code(account->code, hash);
    return !*account->code ? store_hold_account(store, account->person.id, account->hash)
        : account->mailed_ms
        ? mailbox_use_recovery(store, account->person.id, account->mailed_ms)
        : store_take_person_fact(store, account->person.id, recovery_fact, hash);
}

static enum store_status change_passphrase(struct account_job *account, struct store *store)
{
    char but[STORE_HASH + 1];
    enum store_status status = use_up(account, store);
    if (status == STORE_OK)
        status = store_add_account(store, account->person.id, account->account, account->new_hash);
    if (status == STORE_OK)
        status = store_none_is_ok(store_end_tokens(store, account->person.id));
    if (status == STORE_OK)
        status = store_drop_person_fact(store, account->person.id, recovery_fact);
    if (status == STORE_OK)
        status = mailbox_end_recovery(store, account->person.id);
    if (status == STORE_OK && *account->code)
        status = note_used(account, store);
    if (status == STORE_OK)
        status = add_token(account, store);
    lws_snprintf(but, sizeof but, "-%s", account->token_hash);
    return status == STORE_OK
        ? people_end_sessions(store, account->person.id, but, server_now_ms(), &account->news)
        : status;
}

/* A new passphrase logs out every other device and invalidates the recovery codes. */
static void keep_fresh(struct job *job, void *place)
{
    struct account_job *account = (struct account_job *)job;
    enum store_status status = store_begin(place);
    if (status == STORE_OK)
        end_step(account, place, change_passphrase(account, place));
    else
        judge(account, place, status);
}

static void hash_new(struct job *job, void *place)
{
    struct account_job *account = (struct account_job *)job;
    (void)place;
    if (!hasher_hash(account->new_passphrase, account->new_hash))
        account->error = "too_many";
    account->next = keep_fresh;
    account->next_pool = account->connection->server->store_pool;
}

/* "abcd-efgh-...": 120 bits, so storing a fast hash is enough. */
static void make_code(struct job *job, void *place)
{
    struct account_job *account = (struct account_job *)job;
    unsigned char bytes[RECOVERY_CODE_BYTES];
    char hash[STORE_HASH];
    randombytes_buf(bytes, sizeof bytes);
    recovery_code_write(bytes, RECOVERY_CODE_BYTES, account->code);
    hash_code(account->code, hash);
    enum store_status status = begin_for(account, place);
    if (status != STORE_OK) {
        judge(account, place, status);
        return;
    }
    status = store_hold_account(place, account->person.id, account->hash);
    if (status == STORE_OK)
        status = store_put_person_fact(place, account->person.id, recovery_fact, hash);
    end_step(account, place, status);
}

/* What follows when it is certain who asks; whoever repeats `register` only wanted to know that. */
static void go_on(struct account_job *account)
{
    struct server *server = account->connection->server;
    if (account->person.banned || account->banned)
        account->error = "banned"; /* told to nobody else */
    account->next = account->registering || account->proven ? NULL
        : account->wants_code                               ? make_code
        : *account->new_passphrase                          ? hash_new
                                                            : add_device;
    account->next_pool = account->next == hash_new ? server->hashers : server->store_pool;
}

static void check_passphrase(struct job *job, void *place)
{
    struct account_job *account = (struct account_job *)job;
    (void)place;
    bool known = hasher_fits(account->hash, account->passphrase);
    account->guesses = 1;
    if (!known &&
        *account->new_passphrase) { /* perhaps it was changed before, and the answer was lost */
        account->guesses++;
        known = hasher_fits(account->hash, account->new_passphrase);
        if (known)
            account->new_passphrase[0] = '\0';
    }
    if (known)
        go_on(account);
    else
        account->error = *account->code ? "wrong_code" : "wrong_passphrase";
}

/* A used code is worthless; only a repeat with the passphrase that came with it gets the same reply
 * again. */
static bool was_used(const struct account_job *account, struct store *store, const char *given)
{
    char used[STORE_HASH] = "";
    return account->person.id &&
        store_get_person_fact(store, account->person.id, used_fact, used, sizeof used) ==
        STORE_OK &&
        sodium_memcmp(given, used, sizeof used) == 0;
}

static void check_again(struct account_job *account)
{
    account->new_passphrase[0] = '\0'; /* `passphrase` has it too */
    account->next = check_passphrase;
    account->next_pool = account->connection->server->hashers;
}

/* A code recently sent to the confirmed e-mail address. */
static bool was_mailed(struct account_job *account, struct store *store)
{
    struct mailbox mailbox;
    char code[RECOVERY_CODE_TEXT];
    account->mailed_ms = 0;
    if (!account->person.id ||
        mailbox_read(store, account->person.id, server_now_ms(), &mailbox) != STORE_OK ||
        !*mailbox.address || mailbox.recover_ms == 0)
        return false;
    mailbox_recover_code(account->connection->server->secret, account->person.id, &mailbox, code);
    account->mailed_ms = recovery_code_is_same(code, account->code) ? mailbox.recover_ms : 0;
    return account->mailed_ms != 0;
}

static void check_code(struct account_job *account, struct store *store, enum store_status found)
{
    char given[STORE_HASH], kept[STORE_HASH] = "";
    hash_code(account->code, given);
    if (found == STORE_OK)
        found = store_get_person_fact(store, account->person.id, recovery_fact, kept, sizeof kept);
    if (found != STORE_OK && found != STORE_NONE)
        fail(account, store, found);
    else if ((found == STORE_OK && sodium_memcmp(given, kept, sizeof given) == 0) ||
             was_mailed(account, store))
        go_on(account);
    else if (was_used(account, store, given))
        check_again(account);
    else
        account->error = "wrong_code";
}

/* An unknown name takes as long as a wrong passphrase, so that timing does not reveal which names
 * exist. */
static void find_account(struct job *job, void *place)
{
    struct account_job *account = (struct account_job *)job;
    static const char nobody[] = "$argon2id$v=19$m=65536,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$"
                                 "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    enum store_status status =
        store_find_account(place, account->account, &account->person, account->hash);
    if (*account->code) {
        check_code(account, place, status);
        return;
    }
    if (status == STORE_NONE)
        lws_strncpy(account->hash, nobody, sizeof account->hash);
    else if (status != STORE_OK)
        fail(account, place, status);
    account->next = check_passphrase;
    account->next_pool = account->connection->server->hashers;
}

/* ---------------------------------------------------------------- the verbs */

static bool is_passphrase(const char *text)
{
    size_t length = strlen(text);
    return length >= PASSPHRASE_LEAST && length <= PASSPHRASE_MOST;
}

/* The job of a request with an account and a passphrase (or a recovery code); NULL if it replied
 * with an error. */
static struct account_job *account_request(struct connection *connection,
                                           const struct request *request, const char *given)
{
    struct server *server = connection->server;
    const char *code = request_optional_text(request, "code"),
               *new_passphrase = request_optional_text(request, "new_passphrase");
    const char *passphrase = code ? new_passphrase
        : given                   ? request_text(connection, request, "passphrase")
                                  : NULL;
    char account[STORE_NAME];
    if (!given || (!passphrase && !code))
        return NULL;
    const char *error = !account_fold(given, account) ? "bad_account"
        : !passphrase || !is_passphrase(passphrase) ||
            (new_passphrase && !is_passphrase(new_passphrase))
        ? "bad_passphrase"
        : server->store_down ? "store_down"
                             : account_refuses_hash(connection);
    struct account_job *job = error ? NULL : calloc(1, sizeof *job);
    if (!job) {
        reply_error(connection, request->ref, error ? error : "too_many");
        return NULL;
    }
    job->connection = connection;
    memcpy(job->ref, request->ref, sizeof job->ref);
    memcpy(job->account, account, sizeof job->account);
    lws_strncpy(job->name, given, sizeof job->name);
    lws_strncpy(job->passphrase, passphrase, sizeof job->passphrase);
    lws_strncpy(job->new_passphrase, new_passphrase ? new_passphrase : "",
                sizeof job->new_passphrase);
    lws_strncpy(job->code, code ? code : "", sizeof job->code);
    memcpy(job->token_hash, connection->token_hash, sizeof job->token_hash);
    job->since = connection->since;
    connection->references++;
    account_hash_begins(connection);
    return job;
}

/* An account holder proves that they know its passphrase; wrong guesses are charged to the account
 * too. */
static void show_passphrase(struct connection *connection, struct account_job *account)
{
    unsigned char key[16];
    crypto_generichash(key, sizeof key, (const unsigned char *)account->account,
                       strlen(account->account), NULL, 0);
    account->by_account = limiter_hold(connection->server->limiter, LIMIT_ACCOUNT, key, sizeof key);
    if (!limiter_allows(account->by_account, COST_PASSPHRASE, *account->new_passphrase ? 2 : 1,
                        uv_now(&connection->server->loop))) {
        account->error = "too_many_guesses";
        finish(account);
    } else {
        run_step(account, connection->server->store_pool, find_account);
    }
}

/* Perhaps the reply was lost: the same account with the same passphrase gets it again. */
static void repeat_registering(struct connection *connection, struct account_job *account)
{
    if (strcmp(connection->account, account->account) == 0) {
        show_passphrase(connection, account);
        return;
    }
    account->error = "not_a_guest";
    finish(account);
}

static void verb_register(struct connection *connection, const struct request *request)
{
    struct account_job *account =
        account_request(connection, request, request_text(connection, request, "account"));
    if (!account)
        return;
    account->registering = true;
    account->new_passphrase[0] = account->code[0] = '\0';
    account->person = connection_person(connection);
    if (*connection->account) {
        repeat_registering(connection, account);
        return;
    }
    run_step(account, connection->server->hashers, hash_passphrase);
}

static void verb_login(struct connection *connection, const struct request *request)
{
    struct account_job *account =
        account_request(connection, request, request_text(connection, request, "account"));
    if (account)
        show_passphrase(connection, account);
}

/* The job of an account holder who gives the passphrase once more; NULL if it replied with an
 * error. */
static struct account_job *own_request(struct connection *connection, const struct request *request)
{
    if (!*connection->account) {
        reply_error(connection, request->ref, "account_first");
        return NULL;
    }
    struct account_job *account = account_request(connection, request, connection->account);
    if (account)
        account->new_passphrase[0] = account->code[0] = '\0';
    return account;
}

static void verb_recovery(struct connection *connection, const struct request *request)
{
    struct account_job *account = own_request(connection, request);
    if (!account)
        return;
    account->wants_code = true;
    show_passphrase(connection, account);
}

void account_prove(struct connection *connection, const struct request *request,
                   request_verb *proven)
{
    struct account_job *account = own_request(connection, request);
    if (!account)
        return;
    account->proven = proven;
    account->now_ms = request->now_ms;
    account->request = request_hold(request);
    account->body = json_copy(request->body);
    json_object_del(account->body, "passphrase");
    show_passphrase(connection, account);
}

static const struct verb verbs[] = {
    {.name = "register", .run = verb_register, .cost = COST_READ, .price = 20},
    {.name = "login", .run = verb_login, .cost = COST_READ, .price = 5},
    {.name = "recovery", .run = verb_recovery, .cost = COST_READ, .price = 5},
    {.name = NULL},
};

/* What fails now is done the next time. */
static void expire_work(struct task *task, struct store *store)
{
    account_name_expire(store, task->now_ms);
}

static void second(struct server *server)
{
    enum { EXPIRE_SECONDS = 3600 };
    if (server->seconds % EXPIRE_SECONDS == 1 && !server->store_down)
        task_start(server, server->store_pool, expire_work, NULL, NULL);
}

static bool start(struct server *server, char *message, size_t size)
{
    (void)message, (void)size;
    return account_name_renew(server->store, server->secret, server_now_ms()) == STORE_OK;
}

const struct module account_module = {.name = "account",
                                      .state = sizeof(struct accounts),
                                      .verbs = verbs,
                                      .start = start,
                                      .second = second};
