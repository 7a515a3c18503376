/* bench_server.h - `stos bench server`: frames a second beside a bare echo. */
#ifndef STOS_CLI_BENCH_BENCH_SERVER_H
#define STOS_CLI_BENCH_BENCH_SERVER_H

#include <stdbool.h>

int bench_server(double seconds, bool json);

#endif
