/*
 * account.c - keeping a person under a name and a passphrase, so that history follows to another device; and a
 * person's right to see and delete what is kept.
 *
 * A passphrase is turned into a hash by Argon2id, which takes 64 MiB and a tenth of a second on purpose. So that
 * happens in a worker, only a few at a time; passphrases are wiped as soon as that is done.
 */
#include "account.h"
#include "admission.h"
#include "bans.h"
#include "base/name.h"
#include "people.h"

#include <stdlib.h>
#include <string.h>

enum { PASSWORDS_MOST = 100, PASSPHRASE_LEAST = 8, PASSPHRASE_MOST = 200 };

struct account_job {
    struct job job;
    struct connection *connection;
    struct crew *next_crew; /* where `next` is worked on, after this step */
    void (*next)(struct job *job, void *place);
    char ref[HOST_REF], account[STORE_NAME], passphrase[PASSPHRASE_MOST + 1], pass[STORE_PASS], token[HOST_TOKEN], token_hash[STORE_HASH];
    struct store_person person;
    const char *error;
    bool registering, banned;
    struct party *by_account; /* whose passphrase is guessed at, held */
};

bool account_fold(const char *given, char account[STORE_NAME])
{
    enum { LETTERS_LEAST = 2 };
    size_t length = strlen(given);
    return people_good_name(given) && length >= LETTERS_LEAST && given[0] != ' ' && given[length - 1] != ' ' &&
        name_key(given, NAME_SAME, account, STORE_NAME) && stos_name_is_good(account);
}

static void account_step_done(struct job *job);

/* An address has one share of the hashing, however many connections it has. */
static uint64_t owner_of(const struct connection *connection)
{
    return connection->by_address ? (uint64_t)(uintptr_t)connection->by_address : connection->person;
}

static void run_step(struct account_job *account, struct crew *crew, void (*work)(struct job *, void *))
{
    account->next = NULL;
    account->job = (struct job){.work = work, .done = account_step_done, .owner = owner_of(account->connection)};
    crew_do(crew, &account->job);
}

/* A wrong passphrase costs the address and the account; both get it back slowly. */
static void note_guess(struct account_job *account)
{
    struct server *server = account->connection->server;
    uint64_t now = uv_now(&server->loop);
    server->metrics.wrong_passphrases++;
    budget_charge(account->connection->by_address, COST_PASSPHRASE, 1, now);
    budget_charge(account->by_account, COST_PASSPHRASE, 1, now);
    server_log(server, SERVER_LOG_WARNING, "wrong_passphrase", "address=%s", account->connection->address);
}

static void finish(struct account_job *account)
{
    struct connection *connection = account->connection;
    connection->server->passwords--;
    connection->jobs--;
    sodium_memzero(account->passphrase, sizeof account->passphrase);
    if (account->error && strcmp(account->error, "wrong_passphrase") == 0)
        note_guess(account);
    budget_release(account->by_account);
    if (account->error) {
        reply_error(connection, account->ref, account->error);
    } else if (account->registering) {
        lws_strncpy(connection->account, account->account, sizeof connection->account);
        reply_json(connection, account->ref, json_pack("{s:s}", "account", account->account));
    } else {
        char person[24];
        connection->server->metrics.logins++;
        lws_snprintf(person, sizeof person, "%016llx", (unsigned long long)account->person.id);
        reply_json(connection, account->ref,
                   json_pack("{s:s, s:s, s:s, s:s}", "person", person, "token", account->token, "name", account->person.name, "account",
                             account->account));
    }
    sodium_memzero(account->token, sizeof account->token);
    connection_release(connection);
    free(account);
}

static void account_step_done(struct job *job)
{
    struct account_job *account = (struct account_job *)job;
    if (job->dropped)
        account->error = "stopping";
    account->banned = !account->registering && bans_person(account->connection->server, account->person.id);
    if (account->error || !account->next)
        finish(account);
    else
        run_step(account, account->next_crew, account->next);
}

static const char *error_of(enum store_status status, const char *taken)
{
    return status == STORE_OK ? NULL : status == STORE_TAKEN ? taken : "store_down";
}

/* ---------------------------------------------------------------- registering */

/* Nobody may take an account that looks like somebody else's. The fact is a hash: it stays when the account is deleted. */
static enum store_status claim_likeness(struct store *store, const struct account_job *account)
{
    unsigned char hash[16];
    char key[320], fact[48] = "alike:", person[24], owner[24];
    if (!name_key(account->account, NAME_ALIKE, key, sizeof key))
        return STORE_TAKEN;
    crypto_generichash(hash, sizeof hash, (const unsigned char *)key, strlen(key), NULL, 0);
    sodium_bin2hex(fact + 6, sizeof fact - 6, hash, sizeof hash);
    lws_snprintf(person, sizeof person, "%016llx", (unsigned long long)account->person.id);
    enum store_status status = store_put_if_missing(store, fact, person);
    if (status == STORE_OK)
        status = store_get(store, fact, owner, sizeof owner);
    return status == STORE_OK && strcmp(owner, person) != 0 ? STORE_TAKEN : status;
}

static void keep_account(struct job *job, void *place)
{
    struct account_job *account = (struct account_job *)job;
    enum store_status status = store_add_person(place, &account->person, account->token_hash);
    if (status == STORE_TAKEN)
        status = STORE_OK; /* they sat down before */
    if (status == STORE_OK)
        status = claim_likeness(place, account);
    if (status == STORE_OK)
        status = store_add_account(place, account->person.id, account->account, account->pass);
    account->error = error_of(status, "account_taken");
}

static void hash_passphrase(struct job *job, void *place)
{
    struct account_job *account = (struct account_job *)job;
    (void)place;
    if (crypto_pwhash_str(account->pass, account->passphrase, strlen(account->passphrase), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                          crypto_pwhash_MEMLIMIT_INTERACTIVE) != 0)
        account->error = "too_many";
    account->next = keep_account;
    account->next_crew = account->connection->server->store_crew;
}

/* ---------------------------------------------------------------- logging in */

static void add_device(struct job *job, void *place)
{
    struct account_job *account = (struct account_job *)job;
    char hash[STORE_HASH];
    people_make_token(account->token);
    people_hash_token(account->token, hash);
    account->error = error_of(store_add_token(place, account->person.id, hash, server_now_ms()), "store_down");
}

static void check_passphrase(struct job *job, void *place)
{
    struct account_job *account = (struct account_job *)job;
    (void)place;
    if (crypto_pwhash_str_verify(account->pass, account->passphrase, strlen(account->passphrase)) != 0)
        account->error = "wrong_passphrase";
    else if (account->person.banned || account->banned)
        account->error = "banned"; /* told to nobody else */
    account->next = add_device;
    account->next_crew = account->connection->server->store_crew;
}

/* A name that nobody has takes as long as a wrong passphrase, so names cannot be fished for. */
static void find_account(struct job *job, void *place)
{
    struct account_job *account = (struct account_job *)job;
    static const char nobody[] = "$argon2id$v=19$m=65536,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    enum store_status status = store_find_account(place, account->account, &account->person, account->pass);
    if (status == STORE_NONE)
        lws_strncpy(account->pass, nobody, sizeof account->pass);
    else if (status != STORE_OK)
        account->error = "store_down";
    account->next = check_passphrase;
    account->next_crew = account->connection->server->hashers;
}

/* ---------------------------------------------------------------- the verbs */

/* The job of a request with an account and a passphrase; NULL when the reply has been given. */
static struct account_job *account_request(struct connection *connection, const struct request *request)
{
    struct server *server = connection->server;
    const char *given = request_text(connection, request, "account");
    const char *passphrase = given ? request_text(connection, request, "passphrase") : NULL;
    char account[STORE_NAME];
    if (!passphrase)
        return NULL;
    size_t length = strlen(passphrase);
    const char *error = !account_fold(given, account)                                       ? "bad_account"
        : length < PASSPHRASE_LEAST || length > PASSPHRASE_MOST                             ? "bad_passphrase"
        : server->store_down                                                                ? "store_down"
        : server->passwords >= PASSWORDS_MOST || connection->jobs > 0                       ? "too_many"
        : !budget_allows(connection->by_address, COST_PASSPHRASE, 1, uv_now(&server->loop)) ? "too_many_guesses"
                                                                                            : NULL;
    struct account_job *job = error ? NULL : calloc(1, sizeof *job);
    if (!job) {
        reply_error(connection, request->ref, error ? error : "too_many");
        return NULL;
    }
    job->connection = connection;
    memcpy(job->ref, request->ref, sizeof job->ref);
    memcpy(job->account, account, sizeof job->account);
    memcpy(job->passphrase, passphrase, length + 1);
    connection->references++;
    connection->jobs++;
    server->passwords++;
    return job;
}

void verb_register(struct connection *connection, const struct request *request)
{
    if (*connection->account) {
        reply_error(connection, request->ref, "not_a_guest");
        return;
    }
    struct account_job *account = account_request(connection, request);
    if (!account)
        return;
    account->registering = true;
    account->person = account_person(connection);
    memcpy(account->token_hash, connection->token_hash, sizeof account->token_hash);
    run_step(account, connection->server->hashers, hash_passphrase);
}

void verb_login(struct connection *connection, const struct request *request)
{
    struct account_job *account = account_request(connection, request);
    if (!account)
        return;
    unsigned char key[16];
    crypto_generichash(key, sizeof key, (const unsigned char *)account->account, strlen(account->account), NULL, 0);
    account->by_account = budget_hold(connection->server->budget, BUDGET_ACCOUNT, key, sizeof key);
    if (!budget_allows(account->by_account, COST_PASSPHRASE, 1, uv_now(&connection->server->loop))) {
        account->error = "too_many_guesses";
        finish(account);
    } else {
        run_step(account, connection->server->store_crew, find_account);
    }
}
