/*
 * bench_echo.h - the least that a WebSocket server on our library and loop can do: what comes is sent back. The measure for
 * `stos bench server`.
 */
#ifndef STOS_CLI_BENCH_BENCH_ECHO_H
#define STOS_CLI_BENCH_BENCH_ECHO_H

/* Serves echoes until it is killed; writes its port to `pipe` as text. */
void echo_run(int pipe);

#endif
