/*
 * sd_notify.h - reports to a supervisor that the server is ready, alive, or about to stop (the
 * protocol of systemd's sd_notify).
 *
 * Without a supervisor (no NOTIFY_SOCKET) nothing happens. A supervisor that hears nothing for too
 * long kills the server (watchdog): only when the process ends does its share of a shared port
 * close, so that the other nodes get all new connections.
 */
#ifndef STOS_SERVER_SD_NOTIFY_H
#define STOS_SERVER_SD_NOTIFY_H

#define SD_NOTIFY_READY "READY=1"
#define SD_NOTIFY_ALIVE "WATCHDOG=1" /* sent every second, by the loop */
#define SD_NOTIFY_STOPPING "STOPPING=1"

void sd_notify_tell(const char *news);

#endif
