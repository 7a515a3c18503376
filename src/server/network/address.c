/*
 * address.c - see address.h.
 */
#include "address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const unsigned char mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

bool address_is_v4(const struct address *address)
{
    return memcmp(address->bytes, mapped, sizeof mapped) == 0;
}

bool address_is_same(const struct address *a, const struct address *b)
{
    return memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}

bool address_is_any(const struct address *address)
{
    static const unsigned char zero[16];
    return memcmp(address->bytes, zero, 16) == 0 ||
        (address_is_v4(address) && memcmp(address->bytes + 12, zero, 4) == 0);
}

/* ---------------------------------------------------------------- text */

static bool read_bare(const char *text, struct address *address)
{
    memcpy(address->bytes, mapped, sizeof mapped);
    return inet_pton(AF_INET, text, address->bytes + 12) == 1 ||
        inet_pton(AF_INET6, text, address->bytes) == 1;
}

bool address_read(const char *text, size_t length, struct address *address)
{
    char bare[ADDRESS_TEXT];
    if (length > 0 && *text == '[') { /* [IPv6], or [IPv6]:port */
        const char *end = memchr(text, ']', length);
        if (!end)
            return false;
        text++;
        length = (size_t)(end - text);
    } else { /* IPv4:port has one colon, IPv6 has more */
        const char *colon = memchr(text, ':', length), *dot = memchr(text, '.', length);
        if (colon && dot && dot < colon)
            length = (size_t)(colon - text);
    }
    if (length >= sizeof bare)
        return false;
    memcpy(bare, text, length);
    bare[length] = '\0';
    return read_bare(bare, address);
}

bool address_read_alone(const char *text, struct address *address)
{
    const char *dot = strchr(text, '.'), *bracket = strchr(text, ']');
    bool has_port = (dot && strchr(dot, ':')) || (bracket && bracket[1]);
    return !has_port && address_read(text, strlen(text), address);
}

bool address_read_with_port(const char *text, struct address *address, int *port)
{
    char host[ADDRESS_TEXT + 2], *end = NULL;
    const char *colon = strrchr(text, ':');
    size_t length = colon ? (size_t)(colon - text) : sizeof host;
    if (length >= sizeof host)
        return false;
    memcpy(host, text, length);
    host[length] = '\0';
    unsigned long number = strtoul(colon + 1, &end, 10);
    *port = (int)number;
    return end != colon + 1 && *end == '\0' && number <= 65535 && address_read_alone(host, address);
}

void address_write(const struct address *address, char out[ADDRESS_TEXT])
{
    if (address_is_v4(address))
        inet_ntop(AF_INET, address->bytes + 12, out, ADDRESS_TEXT);
    else
        inet_ntop(AF_INET6, address->bytes, out, ADDRESS_TEXT);
}

void address_write_host(const struct address *address, char out[ADDRESS_TEXT])
{
    char bare[ADDRESS_TEXT - 2];
    if (address_is_v4(address)) {
        address_write(address, out);
        return;
    }
    inet_ntop(AF_INET6, address->bytes, bare, sizeof bare);
    snprintf(out, ADDRESS_TEXT, "[%s]", bare);
}

/* ---------------------------------------------------------------- sockets */

bool address_of_socket(int descriptor, bool peer, struct address *address, int *port)
{
    struct sockaddr_storage found;
    socklen_t length = sizeof found;
    if ((peer ? getpeername : getsockname)(descriptor, (struct sockaddr *)&found, &length) != 0)
        return false;
    const struct sockaddr_in *v4 = (const struct sockaddr_in *)(const void *)&found;
    const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *)(const void *)&found;
    if (found.ss_family == AF_INET) {
        memcpy(address->bytes, mapped, sizeof mapped);
        memcpy(address->bytes + 12, &v4->sin_addr, 4);
        *port = ntohs(v4->sin_port);
    } else if (found.ss_family == AF_INET6) {
        memcpy(address->bytes, &v6->sin6_addr, 16);
        *port = ntohs(v6->sin6_port);
    }
    return found.ss_family == AF_INET || found.ss_family == AF_INET6;
}

socklen_t address_to_socket(const struct address *address, int port, struct sockaddr_storage *out)
{
    memset(out, 0, sizeof *out);
    if (address_is_v4(address)) {
        struct sockaddr_in *v4 = (struct sockaddr_in *)(void *)out;
        v4->sin_family = AF_INET;
        v4->sin_port = htons((in_port_t)port);
        memcpy(&v4->sin_addr, address->bytes + 12, 4);
        return sizeof *v4;
    }
    struct sockaddr_in6 *v6 = (struct sockaddr_in6 *)(void *)out;
    v6->sin6_family = AF_INET6;
    v6->sin6_port = htons((in_port_t)port);
    memcpy(&v6->sin6_addr, address->bytes, 16);
    return sizeof *v6;
}

/* ---------------------------------------------------------------- groups and networks */

static void keep_bits(struct address *address, unsigned bits)
{
    for (unsigned i = 0; i < 16; i++) {
        unsigned kept = bits <= 8 * i ? 0 : bits - 8 * i >= 8 ? 8 : bits - 8 * i;
        address->bytes[i] &= (unsigned char)(0xff00u >> kept);
    }
}

struct address address_group(const struct address *address)
{
    struct address group = *address;
    if (!address_is_v4(address))
        keep_bits(&group, 64);
    return group;
}

struct network {
    struct address address;
    unsigned bits; /* of the 128 */
};

static bool read_network(const char *text, size_t length, struct network *network)
{
    const char *slash = memchr(text, '/', length);
    if (!address_read(text, slash ? (size_t)(slash - text) : length, &network->address))
        return false;
    unsigned most = address_is_v4(&network->address) ? 32 : 128;
    char digits[4] = "", *end = digits;
    size_t count = slash ? length - (size_t)(slash - text) - 1 : 0;
    if (slash && (count == 0 || count >= sizeof digits || strspn(slash + 1, "0123456789") < count))
        return false;
    memcpy(digits, slash ? slash + 1 : "", count);
    unsigned long bits = slash ? strtoul(digits, &end, 10) : most;
    network->bits = (unsigned)bits + 128 - most;
    return bits <= most;
}

/* The next part of a list with commas, without the blanks around it; NULL at the end. */
static const char *next_part(const char **list, size_t *length)
{
    const char *start = *list ? *list + strspn(*list, " \t") : NULL;
    if (!start || !*start)
        return NULL;
    size_t whole = strcspn(start, ",");
    *list = start[whole] ? start + whole + 1 : NULL;
    *length = whole;
    while (*length > 0 && (start[*length - 1] == ' ' || start[*length - 1] == '\t'))
        --*length;
    return start;
}

bool address_list_is_good(const char *list)
{
    struct network network;
    size_t length;
    for (const char *part; (part = next_part(&list, &length));)
        if (!read_network(part, length, &network))
            return false;
    return true;
}

bool address_in_list(const struct address *address, const char *list)
{
    struct network network;
    size_t length;
    for (const char *part; (part = next_part(&list, &length));) {
        if (!read_network(part, length, &network))
            continue;
        struct address masked = *address;
        keep_bits(&masked, network.bits);
        keep_bits(&network.address, network.bits);
        if (address_is_same(&masked, &network.address))
            return true;
    }
    return false;
}

bool address_is_loopback(const struct address *address)
{
    return address_in_list(address, "127.0.0.0/8, ::1");
}

/* ---------------------------------------------------------------- behind proxies */

/* An entry of either header: an address, or parameters with for=ADDRESS, perhaps in quotes. */
static bool read_hop(const char *text, size_t length, struct address *address)
{
    static const char name[] = "for=";
    for (size_t i = 0; i + sizeof name - 1 <= length; i++)
        if (strncasecmp(text + i, name, sizeof name - 1) == 0 &&
            (i == 0 || text[i - 1] == ';' || text[i - 1] == ' ')) {
            text += i + sizeof name - 1;
            length -= i + sizeof name - 1;
            const char *end = memchr(text, ';', length);
            length = end ? (size_t)(end - text) : length;
            break;
        }
    if (length >= 2 && text[0] == '"' && text[length - 1] == '"') {
        text++;
        length -= 2;
    }
    return address_read(text, length, address);
}

struct address address_of_client(const struct address *peer, const char *trusted,
                                 const char *forwarded)
{
    enum { HOPS_MOST = 32 };
    const char *hop[HOPS_MOST];
    size_t length[HOPS_MOST];
    int hops = 0;
    struct address client = *peer;
    if (!trusted || !address_in_list(peer, trusted))
        return client;
    size_t one;
    for (const char *part; (part = next_part(&forwarded, &one));) {
        hop[hops % HOPS_MOST] = part; /* a ring: the last ones count */
        length[hops++ % HOPS_MOST] = one;
    }
    for (int i = hops - 1; i >= 0 && i >= hops - HOPS_MOST; i--) {
        struct address seen;
        if (!read_hop(hop[i % HOPS_MOST], length[i % HOPS_MOST], &seen))
            break;
        client = seen;
        if (!address_in_list(&seen, trusted))
            break;
    }
    return client;
}
