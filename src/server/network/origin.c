/*
 * origin.c - see origin.h. Origins are compared in full: a name that merely starts like another is
 * a different name.
 */
#include "origin.h"

#include "address.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Length of "http://" or "https://" at the start; 0: neither. */
static size_t scheme_length(const char *url)
{
    return strncmp(url, "https://", 8) == 0 ? 8 : strncmp(url, "http://", 7) == 0 ? 7 : 0;
}

static bool port_is_good(const char *port)
{
    size_t digits = strspn(port, "0123456789");
    long number = strtol(port, NULL, 10);
    return digits > 0 && digits <= 5 && (port[digits] == '\0' || strcmp(port + digits, "/") == 0) &&
        number >= 1 && number <= 65535;
}

bool origin_url_is_good(const char *url)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-";
    const char *host = url + scheme_length(url);
    size_t length = *host == '[' ? strcspn(host, "]") + 1 : strspn(host, letters);
    struct address address;
    if (host == url || length == 0 || length > 253 || *host == '.' || *host == '-')
        return false;
    if (*host == '[' && !address_read(host, length, &address))
        return false;
    const char *end = host + length;
    return *end == '\0' || strcmp(end, "/") == 0 || (*end == ':' && port_is_good(end + 1));
}

/* Anybody can make a name point at this machine (DNS rebinding), but not an IP address. */
static bool is_bare_address(const char *host)
{
    struct address address;
    size_t name = strcspn(host, ":");
    return address_read(host, strlen(host), &address) ||
        (name == 9 && strncasecmp(host, "localhost", 9) == 0);
}

/* Whether a URL of so many bytes, perhaps with a slash at its end, is of that origin. */
static bool is_origin_of(const char *origin, const char *url, size_t length)
{
    length -= length > 0 && url[length - 1] == '/';
    return strlen(origin) == length && strncasecmp(origin, url, length) == 0;
}

bool origin_is_allowed(const char *origin, const char *host, bool secure, const char *public_url)
{
    if (public_url) {
        if (is_origin_of(origin, public_url, strlen(public_url)))
            return true;
        if (!is_bare_address(host))
            return false;
    }
    size_t scheme = scheme_length(origin);
    return scheme == (secure ? 8u : 7u) && strcasecmp(origin + scheme, host) == 0;
}

/* ---------------------------------------------------------------- lists */

enum { URL_MOST = 300 };

/* The next entry, between commas and blanks; its length, 0 at the end. */
static size_t next_entry(const char **at)
{
    *at += strspn(*at, ", \t");
    return strcspn(*at, ", \t");
}

bool origin_list_is_good(const char *list)
{
    int count = 0;
    for (size_t length; (length = next_entry(&list)) > 0; list += length, count++) {
        char url[URL_MOST];
        if (length >= sizeof url)
            return false;
        memcpy(url, list, length);
        url[length] = '\0';
        if (!origin_url_is_good(url))
            return false;
    }
    return count > 0;
}

bool origin_in_list(const char *origin, const char *list)
{
    for (size_t length; (length = next_entry(&list)) > 0; list += length)
        if (is_origin_of(origin, list, length))
            return true;
    return false;
}
