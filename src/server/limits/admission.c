/*
 * admission.c - see admission.h.
 *
 * Connections from this machine have no address limits: they are the host's tests, or a proxy that
 * was not named with
 * --trust-proxy, and then a single limit for everybody behind it would be a self-inflicted outage.
 */
#include "admission.h"

#include "server/network/address.h"
#include "bans.h"
#include "server/core/core.h"

#include <string.h>

/* Sockets of any kind. */
struct admission {
    int most;
};

static struct admission *admission_of(const struct server *server)
{
    return module_state(server, MODULE_ADMISSION);
}

/* ---------------------------------------------------------------- addresses */

/*
 * Of a header whose name the library does not know it shows only the first line, which is the
 * client's own if a proxy adds another. So the name of each line that has been read is hidden in
 * the library's memory, behind the path, until all are read. False if they are too long or too
 * many.
 */
static bool copy_every_line(struct lws *wsi, const char *name, char *out, int size)
{
    enum { LINES_MOST = 16 };
    int letters = (int)strlen(name), lines = 0, length = 0, one = 0;
    char *hidden[LINES_MOST], *at;
    if (lws_http_get_uri_and_method(wsi, &at, &length) < 0)
        return false;
    for (length = 0; lines < LINES_MOST; lines++) {
        if (lws_hdr_custom_length(wsi, name, letters) < 0)
            break;
        if ((one = lws_hdr_custom_copy(wsi, out + length, size - length - 1, name, letters)) < 0)
            break;
        while (memcmp(at, name, (size_t)letters) != 0 ||
               memcmp(at + letters, out + length, (size_t)one) != 0)
            at++; /* it is there: the library has just copied it */
        *at = '?';
        hidden[lines] = at;
        length += one;
        out[length++] = ',';
        out[length] = '\0';
    }
    for (int i = 0; i < lines; i++)
        *hidden[i] = *name;
    return one >= 0 && lines < LINES_MOST;
}

/* The lines of the header that the host's proxy writes, and of no other; false if there are too
 * many. */
static bool copy_forwarded(const struct server *server, struct lws *wsi, char *out, int size)
{
    out[0] = '\0';
    if (server->options->proxy_header == SERVER_PROXY_FORWARDED)
        return copy_every_line(wsi, "forwarded:", out, size);
    return lws_hdr_total_length(wsi, WSI_TOKEN_X_FORWARDED_FOR) == 0 ||
        lws_hdr_copy(wsi, out, size, WSI_TOKEN_X_FORWARDED_FOR) > 0;
}

bool admission_client(const struct server *server, struct lws *wsi, struct address *client)
{
    const char *trusted = server->options->trust_proxy;
    char forwarded[1024];
    struct address peer;
    int port;
    if (!address_of_socket(lws_get_socket_fd(wsi), true, &peer, &port))
        return false;
    *client = peer;
    if (!trusted)
        return true;
    if (!copy_forwarded(server, wsi, forwarded, sizeof forwarded))
        return false;
    *client = address_of_client(&peer, trusted, forwarded);
    return true;
}

struct limit_key *admission_hold_address(struct server *server, const struct address *address)
{
    const char *trusted = server->options->trust_proxy;
    struct address group = address_group(address);
    if (address_is_loopback(address) || (trusted && address_in_list(address, trusted)))
        return NULL;
    return limiter_hold(server->limiter, LIMIT_ADDRESS, group.bytes, sizeof group.bytes);
}

/* ---------------------------------------------------------------- sockets */

void admission_limit_sockets(struct server *server, int most) { admission_of(server)->most = most; }

bool admission_is_full(const struct server *server)
{
    return server->metrics->sockets >= admission_of(server)->most;
}

bool admission_socket_may_open(struct server *server, int descriptor)
{
    struct address peer;
    int port;
    if (admission_is_full(server) || !address_of_socket(descriptor, true, &peer, &port))
        return false;
    struct limit_key *limit_key = admission_hold_address(server, &peer);
    bool good = !limit_key || limit_key->sockets < server->options->max_connections_per_address;
    limiter_release(limit_key);
    return good;
}

void admission_socket_opened(struct server *server, struct lws *wsi)
{
    struct address peer;
    int port;
    server->metrics->sockets++;
    if (!address_of_socket(lws_get_socket_fd(wsi), true, &peer, &port))
        return;
    struct limit_key *limit_key = admission_hold_address(server, &peer);
    if (limit_key)
        limit_key->sockets++;
    lws_set_opaque_user_data(
        wsi, limit_key ? (void *)limit_key : (void *)server); /* not NULL: it was counted */
}

void admission_socket_closed(struct server *server, struct lws *wsi)
{
    void *counted = lws_get_opaque_user_data(wsi);
    if (!counted)
        return;
    server->metrics->sockets--;
    lws_set_opaque_user_data(wsi, NULL);
    if (counted == (void *)server)
        return;
    struct limit_key *limit_key = counted;
    limit_key->sockets--;
    limiter_release(limit_key);
}

/* ---------------------------------------------------------------- plain requests */

int admission_http(struct server *server, struct lws *wsi, bool reads)
{
    enum { LONG_WAIT = 60 };
    struct address client;
    uint64_t now = uv_now(&server->loop);
    if (!admission_client(server, wsi, &client))
        return LONG_WAIT;
    struct limit_key *limit_key = admission_hold_address(server, &client);
    int wait = limiter_take(limit_key, COST_HTTP, 1, now)
        ? 0
        : limiter_wait_seconds(limit_key, COST_HTTP, now);
    if (wait == 0 && reads && !limiter_take(limit_key, COST_READ, 1, now))
        wait = limiter_wait_seconds(limit_key, COST_READ, now);
    limiter_release(limit_key);
    return wait;
}

/* ---------------------------------------------------------------- connections */

bool admission_connected(struct connection *connection, struct lws *wsi)
{
    struct server *server = connection->server;
    struct address client;
    if (!admission_client(server, wsi, &client))
        return false;
    address_write(&client, connection->address);
    if (bans_address(server, &client)) {
        bans_refuse(connection, NULL, 0);
        return true;
    }
    connection->by_address = admission_hold_address(server, &client);
    if (!connection->by_address)
        return true;
    return ++connection->by_address->connections <= server->options->max_connections_per_address;
}

void admission_known(struct connection *connection)
{
    connection->by_person = limiter_hold(connection->server->limiter, LIMIT_PERSON,
                                         &connection->person, sizeof connection->person);
    if (connection->by_person)
        connection->by_person->connections++;
}

/* An address is stored as a hash: counting does not require knowing it. */
void admission_maker(const struct connection *connection, struct store_maker *maker)
{
    const struct server *server = connection->server;
    const struct limit_key *address = connection->by_address;
    unsigned char hash[crypto_generichash_BYTES_MIN];
    *maker =
        (struct store_maker){.person = connection->person,
                             .most_of_person = (uint32_t)server->options->max_tables_per_person,
                             .most_of_address = (uint32_t)server->options->max_tables_per_address};
    if (!address)
        return;
    crypto_generichash(hash, sizeof hash, address->key, sizeof address->key,
                       (const unsigned char *)server->secret, 64);
    sodium_bin2hex(maker->address, sizeof maker->address, hash, sizeof hash);
}

/* ---------------------------------------------------------------- requests */

static bool is_at(const struct connection *connection, const char *code)
{
    for (const struct attachment *at = connection->attachments; at; at = at->next_of_connection)
        if (strcmp(at->code, code) == 0)
            return true;
    return false;
}

/* Both the address and the person must be able to pay; then both do. */
static bool pay(struct connection *connection, enum limit_cost cost, double amount, uint64_t now)
{
    if (!limiter_allows(connection->by_address, cost, amount, now) ||
        !limiter_allows(connection->by_person, cost, amount, now))
        return false;
    connection_charge(connection, cost, amount);
    return true;
}

bool admission_may_say(const struct server *server, const char *code, const char *text, int readers)
{
    enum { FRAME = 400 }; /* bytes around the text of a message */
    struct limit_key *limit_key = limiter_hold(server->limiter, LIMIT_TABLE, code, strlen(code));
    bool good = limiter_take(limit_key, COST_BYTES, (double)(FRAME + strlen(text)) * readers,
                             uv_now(&server->loop));
    limiter_release(limit_key);
    return good;
}

const char *admission_refuses(struct connection *connection, const struct request *request)
{
    const struct verb *verb = request->verb;
    uint64_t now = uv_now(&connection->server->loop);
    bool stranger = request_optional_text(request, "table") && !is_at(connection, request->code);
    if (verb->price > 0 && !pay(connection, verb->cost, verb->price, now))
        return "too_fast";
    if (!limiter_allows(connection->by_address, COST_BYTES, 1, now) ||
        !limiter_allows(connection->by_person, COST_BYTES, 1, now))
        return "too_fast";
    if (stranger &&
        (!limiter_allows(connection->by_address, COST_CODE, 1, now) ||
         !limiter_allows(connection->by_person, COST_CODE, 1, now)))
        return "too_fast";
    return NULL;
}

const struct module admission_module = {.name = "admission", .state = sizeof(struct admission)};
