/* sd_notify.c - a datagram to the socket that NOTIFY_SOCKET names. See sd_notify.h. */
#define _GNU_SOURCE /* SOCK_CLOEXEC */

#include "sd_notify.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

void sd_notify_tell(const char *news)
{
    const char *path = getenv("NOTIFY_SOCKET");
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = path ? strlen(path) : 0;
    if (length == 0 || length >= sizeof address.sun_path)
        return;
    memcpy(address.sun_path, path, length);
    if (path[0] == '@') /* no file, but a name of its own kind */
        address.sun_path[0] = '\0';
    int to = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (to < 0)
        return;
    sendto(to, news, strlen(news), MSG_DONTWAIT | MSG_NOSIGNAL, (const struct sockaddr *)&address,
           (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length));
    close(to);
}
