/*
 * load_link.c - see load_link.h.
 */
#define _GNU_SOURCE /* memmem */

#include "load_link.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { TEXT_FRAME = 1, CLOSE_FRAME = 8, PING_FRAME = 9, PONG_FRAME = 10 };

static void watch(struct load_link *link, int epoll, void *owner, int how)
{
    struct epoll_event event = {.events = EPOLLIN | (link->wants_write ? EPOLLOUT : 0u),
                                .data.ptr = owner};
    epoll_ctl(epoll, how, link->fd, &event);
}

static void append(char **buffer, size_t *length, size_t *room, const void *bytes, size_t count)
{
    if (*length + count > *room) {
        *room = (*length + count) * 2;
        *buffer = realloc(*buffer, *room);
        if (!*buffer)
            abort();
    }
    memcpy(*buffer + *length, bytes, count);
    *length += count;
}

bool load_link_connect(struct load_link *link, int epoll, const char *host, int port, void *owner)
{
    struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM}, *found;
    char service[8], request[256];
    *link = (struct load_link){.fd = -1};
    snprintf(service, sizeof service, "%d", port);
    if (getaddrinfo(host, service, &hints, &found) != 0)
        return false;
    link->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    bool begun = link->fd >= 0 &&
        (connect(link->fd, found->ai_addr, found->ai_addrlen) == 0 || errno == EINPROGRESS);
    freeaddrinfo(found);
    if (!begun) {
        load_link_close(link);
        return false;
    }
    setsockopt(link->fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    int length =
        snprintf(request, sizeof request,
                 "GET /ws HTTP/1.1\r\nHost: %s:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                 "Sec-WebSocket-Key: c3Rvcy1sb2FkLWNsaWVudCE=\r\nSec-WebSocket-Version: "
                 "13\r\nSec-WebSocket-Protocol: stos\r\n\r\n",
                 host, port);
    append(&link->out, &link->out_length, &link->out_room, request, (size_t)length);
    link->wants_write = true;
    watch(link, epoll, owner, EPOLL_CTL_ADD);
    return true;
}

void load_link_close(struct load_link *link)
{
    if (link->fd >= 0)
        close(link->fd);
    free(link->in);
    free(link->out);
    *link = (struct load_link){.fd = -1};
}

static bool flush(struct load_link *link, int epoll, void *owner)
{
    size_t sent = 0;
    while (sent < link->out_length) {
        ssize_t count = send(link->fd, link->out + sent, link->out_length - sent, MSG_NOSIGNAL);
        if (count < 0 && errno != EAGAIN && errno != ENOTCONN)
            return false;
        if (count <= 0)
            break;
        sent += (size_t)count;
    }
    memmove(link->out, link->out + sent, link->out_length - sent);
    link->out_length -= sent;
    if (link->wants_write != (link->out_length > 0)) {
        link->wants_write = link->out_length > 0;
        watch(link, epoll, owner, EPOLL_CTL_MOD);
    }
    return true;
}

static void put_frame(struct load_link *link, unsigned char opcode, const char *text, size_t length)
{
    unsigned char head[8] = {(unsigned char)(0x80 | opcode)};
    size_t size = 2;
    head[1] = (unsigned char)(0x80 | (length < 126 ? length : 126));
    if (length >= 126) {
        head[2] = (unsigned char)(length >> 8);
        head[3] = (unsigned char)length;
        size = 4;
    }
    append(&link->out, &link->out_length, &link->out_room, head, size);
    append(&link->out, &link->out_length, &link->out_room, "\0\0\0\0",
           4); /* a mask of zeros leaves the text as it is */
    append(&link->out, &link->out_length, &link->out_room, text, length);
}

void load_link_send(struct load_link *link, int epoll, void *owner, const char *text, size_t length)
{
    if (link->fd < 0)
        return;
    put_frame(link, TEXT_FRAME, text, length);
    flush(link, epoll, owner);
}

/* The size of the frame at the start of the buffer, and where its payload lies; 0 when it is not
 * all there. */
static size_t whole_frame(const struct load_link *link, size_t at, size_t *payload, size_t *length)
{
    const unsigned char *in = (const unsigned char *)link->in + at;
    size_t have = link->in_length - at, head = 2;
    if (have < 2)
        return 0;
    *length = in[1] & 127;
    if (*length == 126) {
        head = 4;
        if (have < head)
            return 0;
        *length = (size_t)in[2] << 8 | in[3];
    } else if (*length == 127) {
        head = 10;
        if (have < head)
            return 0;
        *length = 0;
        for (int i = 2; i < 10; i++)
            *length = *length << 8 | in[i];
    }
    *payload = at + head;
    return have >= head + *length ? head + *length : 0;
}

/* Takes the frames that are whole; false after a close. */
static bool take_frames(struct load_link *link, void *owner, load_link_got *got)
{
    size_t at = 0, payload, length;
    for (size_t size; link->fd >= 0 && (size = whole_frame(link, at, &payload, &length)) > 0;
         at += size) {
        unsigned char opcode = (unsigned char)link->in[at] & 15;
        if (opcode == CLOSE_FRAME)
            return false;
        if (opcode == PING_FRAME)
            put_frame(link, PONG_FRAME, link->in + payload, length);
        else if (opcode == TEXT_FRAME)
            got(owner, link->in + payload, length);
    }
    memmove(link->in, link->in + at, link->in_length - at);
    link->in_length -= at;
    return true;
}

/* The answer to the upgrade; what follows it are frames. */
static bool take_upgrade(struct load_link *link)
{
    char *end = memmem(link->in, link->in_length, "\r\n\r\n", 4);
    if (!end)
        return true;
    if (link->in_length < 12 || memcmp(link->in + 9, "101", 3) != 0)
        return false;
    size_t head = (size_t)(end + 4 - link->in);
    memmove(link->in, link->in + head, link->in_length - head);
    link->in_length -= head;
    link->open = true;
    return true;
}

bool load_link_service(struct load_link *link, int epoll, void *owner, uint32_t events,
                       load_link_got *got)
{
    char buffer[64 * 1024];
    if (events & (EPOLLERR | EPOLLHUP))
        return false;
    if ((events & EPOLLOUT) && !flush(link, epoll, owner))
        return false;
    if (!(events & EPOLLIN))
        return true;
    ssize_t count = recv(link->fd, buffer, sizeof buffer, 0);
    if (count == 0 || (count < 0 && errno != EAGAIN))
        return false;
    if (count > 0)
        append(&link->in, &link->in_length, &link->in_room, buffer, (size_t)count);
    if (!link->open && !take_upgrade(link))
        return false;
    bool was_open = link->open;
    if (was_open && !take_frames(link, owner, got))
        return false;
    return flush(link, epoll, owner);
}
