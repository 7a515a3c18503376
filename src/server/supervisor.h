/*
 * supervisor.h - tells whoever started the server how it is: that it is ready, alive, about to stop (the protocol of systemd's sd_notify).
 *
 * Without a supervisor (no NOTIFY_SOCKET) nothing happens. One that is told nothing for too long kills the server: only the end of the
 * process closes a socket that it shares with others, who then get all new connections.
 */
#ifndef STOS_SERVER_SUPERVISOR_H
#define STOS_SERVER_SUPERVISOR_H

#define SUPERVISOR_READY "READY=1"
#define SUPERVISOR_ALIVE "WATCHDOG=1" /* said every second, by the loop */
#define SUPERVISOR_STOPPING "STOPPING=1"

void supervisor_tell(const char *news);

#endif
