/*
 * address.h - network addresses: reading, writing, grouping, and who really asks when proxies stand between.
 *
 * One form for both families: 16 bytes, IPv4 mapped (::ffff:a.b.c.d), so nothing else has to know the difference.
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
/* An address alone; "127.0.0.1:9098" and "[::1]:9098", where the port has to be. */
bool address_read_alone(const char *text, struct address *address);
bool address_read_with_port(const char *text, struct address *address, int *port);
bool address_of_socket(int descriptor, bool peer, struct address *address, int *port); /* peer: the other side */
bool address_is_v4(const struct address *address);
bool address_is_any(const struct address *address); /* 0.0.0.0 or :: */
bool address_is_same(const struct address *a, const struct address *b);
void address_write(const struct address *address, char out[ADDRESS_TEXT]);
void address_write_host(const struct address *address, char out[ADDRESS_TEXT]); /* for a URL: IPv6 in brackets */
socklen_t address_to_socket(const struct address *address, int port, struct sockaddr_storage *out);

/* What is counted as one: an IPv4 address; a /64 of IPv6, which one person has. */
struct address address_group(const struct address *address);

/* "10.0.0.0/8, ::1": whether the text can be read at all, and whether an address is in one of its networks. */
bool address_list_is_good(const char *list);
bool address_in_list(const struct address *address, const char *list);

/*
 * Who really asks: the peer, unless it is one of the trusted proxies; then the last address of X-Forwarded-For (or of
 * `for=` in Forwarded) that is not itself a trusted proxy, for what stands to its left may be invented.
 */
struct address address_of_client(const struct address *peer, const char *trusted, const char *forwarded);

#endif
