/*
 * simulate.c - the deterministic simulation: `simulate --runs N --seed S`.
 *
 * Runs N worlds with the seeds S, S+1, ...; a broken promise is printed with its seed, and `--runs
 * 1 --seed THAT --trace` shows how it came to be. With --leak K one frame in K about a table is
 * also built again with other secrets. With --sessions the worlds are about sessions that end
 * (sessions.c).
 */
#include "simulation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_counts(uint64_t runs)
{
    const struct counts *counts = &world.counts;
    const struct {
        const char *name;
        uint64_t count;
    } rows[] = {
        {"runs", runs},
        {"frames", counts->frames},
        {"moves", counts->moves},
        {"games", counts->games},
        {"kills", counts->kills},
        {"cuts", counts->cuts},
        {"commits failed", counts->failures},
        {"commits refused", counts->conflicts},
        {"answers lost", counts->answers_lost},
        {"acts of the host", counts->acts},
        {"late", counts->late},
        {"hangs", counts->hangs},
        {"commits fenced", counts->fenced},
        {"tables forgotten", counts->forgotten},
        {"tables too many", counts->too_many},
        {"resumes", counts->resumes},
        {"snapshots", counts->snapshots},
        {"frames built again", counts->leak_checks},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        printf("%llu %s%s", (unsigned long long)rows[i].count, rows[i].name,
               i + 1 < sizeof rows / sizeof rows[0] ? ", " : "\n");
}

static void print_sessions(uint64_t runs)
{
    const struct session_counts *counts = &session_counts;
    printf("%llu runs, %llu logins, %llu new passphrases (%llu by a code), %llu logouts, "
           "%llu deletions; of sessions that had ended %llu requests were refused, and %llu that "
           "only play or talk done within 3 s\n",
           (unsigned long long)runs, (unsigned long long)counts->logins,
           (unsigned long long)counts->changes, (unsigned long long)counts->recovered,
           (unsigned long long)counts->logouts, (unsigned long long)counts->deletions,
           (unsigned long long)counts->refused, (unsigned long long)counts->tolerated);
}

static void run_sessions(uint64_t seed)
{
    world_begin_sessions(seed);
    world_run(3000);
    world_end();
}

static void run(uint64_t seed)
{
    static const int steps[] = {300, 1000, 2000, 4000};
    world_begin(seed);
    world_run(steps[chance(4)]);
    world_settle();
    world_end();
}

int main(int count, char **words)
{
    uint64_t runs = 100, seed = 1;
    bool sessions = false;
    for (int i = 1; i < count; i++) {
        bool more = i + 1 < count;
        if (strcmp(words[i], "--runs") == 0 && more)
            runs = strtoull(words[++i], NULL, 10);
        else if (strcmp(words[i], "--seed") == 0 && more)
            seed = strtoull(words[++i], NULL, 10);
        else if (strcmp(words[i], "--leak") == 0 && more)
            world.leak_every = (unsigned)strtoul(words[++i], NULL, 10);
        else if (strcmp(words[i], "--sessions") == 0)
            sessions = true;
        else if (strcmp(words[i], "--trace") == 0)
            world.trace = true;
        else {
            fprintf(stderr,
                    "usage: simulate [--sessions] [--runs N] [--seed S] [--leak K] [--trace]\n");
            return 2;
        }
    }
    world_prepare();
    for (uint64_t i = 0; i < runs; i++)
        (sessions ? run_sessions : run)(seed + i);
    (sessions ? print_sessions : print_counts)(runs);
    return 0;
}
