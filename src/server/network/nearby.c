/*
 * nearby.c - see nearby.h.
 *
 * IPv6 addresses are offered only where there is no other: they are long, many and often temporary.
 */
#include "nearby.h"

#include "address.h"
#include "listen.h"

#include <qrcodegen/qrcodegen.h>

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* ---------------------------------------------------------------- addresses */

struct nearby {
    struct address address[NEARBY_MOST];
    int count;
};

static bool is_on(const struct nearby *nearby, const struct address *address)
{
    for (int i = 0; i < nearby->count; i++)
        if (address_is_same(&nearby->address[i], address))
            return true;
    return false;
}

static void note(struct nearby *nearby, const struct address *address)
{
    if (nearby->count < NEARBY_MOST && !is_on(nearby, address))
        nearby->address[nearby->count++] = *address;
}

/* One that needs no zone behind it and can be in a link. */
static bool is_linkable(const struct address *address)
{
    return !address_is_any(address) && !address_in_list(address, "127.0.0.0/8, ::1, fe80::/10");
}

/* The address with which this machine would speak to that one. Nothing is sent. */
static bool address_towards(const char *text, struct address *own)
{
    enum { ANY_PORT = 9 };
    struct sockaddr_storage place;
    struct address far;
    int port;
    if (!address_read_alone(text, &far))
        return false;
    socklen_t length = address_to_socket(&far, ANY_PORT, &place);
    int descriptor = socket(place.ss_family, SOCK_DGRAM, 0);
    bool good = descriptor >= 0 &&
        connect(descriptor, (const struct sockaddr *)&place, length) == 0 &&
        address_of_socket(descriptor, false, own, &port);
    if (descriptor >= 0)
        close(descriptor);
    return good;
}

static void note_interfaces(struct nearby *nearby, bool v4)
{
    uv_interface_address_t *all;
    int count;
    if (uv_interface_addresses(&all, &count) != 0)
        return;
    for (int i = 0; i < count; i++) {
        char text[ADDRESS_TEXT];
        struct address address;
        bool named = all[i].address.address4.sin_family == AF_INET
            ? uv_ip4_name(&all[i].address.address4, text, sizeof text) == 0
            : uv_ip6_name(&all[i].address.address6, text, sizeof text) == 0;
        if (named && !all[i].is_internal && address_read_alone(text, &address) &&
            is_linkable(&address) && address_is_v4(&address) == v4)
            note(nearby, &address);
    }
    uv_free_interface_addresses(all, count);
}

/* Of one family; that of the way out first, which others in the network share. */
static void note_family(struct nearby *nearby, bool v4)
{
    static const char *const far[] = {"2001:db8::1",
                                      "192.0.2.1"}; /* in no network: RFC 5737, 3849 */
    struct address own;
    if (address_towards(far[v4], &own) && is_linkable(&own))
        note(nearby, &own);
    note_interfaces(nearby, v4);
}

static void find_nearby(const struct server *server, struct nearby *nearby)
{
    struct address address;
    *nearby = (struct nearby){0};
    if (server->options->public_url || !address_read_alone(server->options->address, &address))
        return;
    if (!address_is_any(&address)) {
        if (is_linkable(&address))
            note(nearby, &address);
        return;
    }
    note_family(nearby, true);
    if (nearby->count == 0 && !address_is_v4(&address))
        note_family(nearby, false);
}

int nearby_list(const struct server *server, char urls[NEARBY_MOST][NEARBY_URL])
{
    struct nearby nearby;
    find_nearby(server, &nearby);
    for (int i = 0; i < nearby.count; i++)
        listen_url_at(server, &nearby.address[i], urls[i], NEARBY_URL);
    return nearby.count;
}

static bool is_local(const struct connection *connection)
{
    struct address client;
    return address_read_alone(connection->address, &client) && address_is_loopback(&client);
}

json_t *nearby_json(const struct connection *connection)
{
    char urls[NEARBY_MOST][NEARBY_URL];
    int count = is_local(connection) ? nearby_list(connection->server, urls) : 0;
    json_t *list = count > 0 ? json_array() : NULL;
    for (int i = 0; i < count; i++)
        json_array_append_new(list, json_string(urls[i]));
    return list;
}

/* ---------------------------------------------------------------- the terminal */

/* Two rows of modules in one line of half blocks, always dark on light: many readers refuse an
 * inverted code. */
static void print_code(const uint8_t *code)
{
    enum { QUIET = 4 }; /* modules around it, as the standard wants */
    static const char *const block[2][2] = {{" ", "\u2584"}, {"\u2580", "\u2588"}};
    int size = qrcodegen_getSize(code);
    for (int y = -QUIET; y < size + QUIET; y += 2) {
        fputs("\033[38;5;16;48;5;231m", stdout);
        for (int x = -QUIET; x < size + QUIET; x++)
            fputs(block[qrcodegen_getModule(code, x, y)][qrcodegen_getModule(code, x, y + 1)],
                  stdout);
        puts("\033[0m");
    }
}

void nearby_print(const struct server *server, const char *heading)
{
    enum { LARGEST = 10, BYTES = qrcodegen_BUFFER_LEN_FOR_VERSION(LARGEST) };
    char urls[NEARBY_MOST][NEARBY_URL];
    uint8_t code[BYTES], scratch[BYTES];
    int count = nearby_list(server, urls);
    if (count == 0)
        return;
    puts(heading);
    for (int i = 0; i < count; i++)
        printf("  %s\n", urls[i]);
    if (qrcodegen_encodeText(urls[0], scratch, code, qrcodegen_Ecc_MEDIUM, qrcodegen_VERSION_MIN,
                             LARGEST, qrcodegen_Mask_AUTO, true))
        print_code(code);
    fflush(stdout);
}
