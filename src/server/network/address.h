/*
 * address.h - network addresses: reading, writing, grouping, and the real client behind proxies.
 *
 * One form for both families: 16 bytes, IPv4 mapped (::ffff:a.b.c.d), so nothing else has to know
 * the difference.
 */
#ifndef STOS_SERVER_ADDRESS_H
#define STOS_SERVER_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

enum { ADDRESS_TEXT = 48 }; /* room for an address as text */

struct address {
    unsigned char bytes[16];
};

/* "192.0.2.1", "2001:db8::1"; also as proxies write them: "[2001:db8::1]:443", "192.0.2.1:5000". */
bool address_read(const char *text, size_t length, struct address *address);
/* An address without a port; and one whose port is required: "127.0.0.1:9098", "[::1]:9098". */
bool address_read_alone(const char *text, struct address *address);
bool address_read_with_port(const char *text, struct address *address, int *port);
bool address_of_socket(int descriptor, bool peer, struct address *address,
                       int *port); /* peer: the other side */
bool address_is_v4(const struct address *address);
bool address_is_any(const struct address *address); /* 0.0.0.0 or :: */
bool address_is_loopback(const struct address *address);
bool address_is_same(const struct address *a, const struct address *b);
void address_write(const struct address *address, char out[ADDRESS_TEXT]);
void address_write_host(const struct address *address,
                        char out[ADDRESS_TEXT]); /* for a URL: IPv6 in brackets */
socklen_t address_to_socket(const struct address *address, int port, struct sockaddr_storage *out);

/* The unit that limits apply to: one IPv4 address, or an IPv6 /64, since one person usually has a
 * whole /64. */
struct address address_group(const struct address *address);

/* For lists such as "10.0.0.0/8, ::1": whether the text is valid, and whether an address is in one
 * of its networks. */
bool address_list_is_good(const char *list);
bool address_in_list(const struct address *address, const char *list);

/*
 * The real client: the peer, unless it is a trusted proxy; then the last address in `forwarded`
 * (the value of X-Forwarded-For, or of Forwarded with its `for=`) that is not itself a trusted
 * proxy, since anything to the left of it may be forged.
 */
struct address address_of_client(const struct address *peer, const char *trusted,
                                 const char *forwarded);

#endif
