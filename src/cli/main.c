/*
 * main.c - the program `stos`: finds the subcommand and its help.
 *
 * Exit codes: 0 good, 1 the answer is no, 2 bad usage, 3 failure.
 */
#include "cli.h"

#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct command commands[] = {
    {"play", N_("[RULES] [--seats LIST] [--seed S] [--resume [FILE]] [--practice] [--no-memory] [--plain]"),
     N_("play in the terminal, with bots or in hot seat"), command_play,
     N_("RULES is a game with its options, such as 'thegame(players=3,fire=next)'; without it you are asked.\n"
        "\n"
        "  --seats LIST     who sits where, separated by commas: a bot's name or a person's,\n"
        "                   such as 'Ola,steady,steady'; without it you sit on seat 0, good bots elsewhere\n"
        "  --seed S         deal from this seed (64 hexadecimal digits or a number) instead of a fresh one\n"
        "  --resume [FILE]  go on with a saved game\n"
        "  --practice       alone against bots: undo goes back as far as you like; the record says so\n"
        "  --no-memory      nobody is shown which cards are gone, as with the printed cards\n"
        "  --plain          line by line instead of the full screen; so it is by itself where there is no terminal\n"
        "\n"
        "In the game press ? for help; line by line, type `help`.")},
    {"replay", "FILE", N_("look at a recorded game step by step, with analysis"), command_replay,
     N_("Arrow keys step through the record, `a` finds out what each turn was worth, q leaves.\n"
        "Without a terminal it prints what `stos record show` prints.")},
    {"join", "URL|CODE [CODE] [--name NAME]", N_("sit down at a server's table, in the terminal"), command_join,
     N_("  stos join http://HOST:PORT/j/CODE#KEY   the link that somebody sent\n"
        "  stos join http://HOST:PORT CODE         a server, and the code of a table there\n"
        "  stos join http://HOST:PORT              choose a table there, or open one\n"
        "  stos join CODE                          the server of last time\n"
        "\n"
        "  --name NAME   how the others see you (default: your name on this machine)\n"
        "\n"
        "The screen and its keys are those of `stos play`; t talks, g gives a hint. A lost connection comes back by itself.")},
    {"serve", "[--port N] [--store FILE|postgresql://...] [options]", N_("host tables for people and bots on the network"), command_serve,
     N_("  --store WHERE       a file (default stos.db), or postgresql://USER@HOST/NAME for several servers at once\n"
        "  --port N            (default 8098; 0 takes any free one)\n"
        "  --address A         listen on this IPv4 or IPv6 address (default 127.0.0.1, this machine only; 0.0.0.0 or :: for everybody)\n"
        "  --public-url URL    how people reach it, when it is behind a proxy or has a name\n"
        "  --trust-proxy LIST  proxies (addresses or networks) whose X-Forwarded-For or Forwarded header is believed\n"
        "  --metrics-address A:PORT   /metrics and /healthz on this address only\n"
        "  --tls-cert FILE, --tls-key FILE   speak HTTPS; SIGHUP reads both again\n"
        "  --hsts-seconds N    tell browsers to insist on HTTPS for so long (default 0: do not)\n"
        "  --config FILE       settings as lines `name = value`, with the names of these options\n"
        "  --workers N         threads for bots (default 2)\n"
        "  --log LEVEL         error, warning, info (default) or debug, on standard error\n"
        "  --quiet             do not print the address\n"
        "\n"
        "Limits: --max-connections 15000, --max-connections-per-address 200, --max-tables 50000, --max-tables-per-person 20,\n"
        "  --max-watchers 100 (at one table), --max-frame-bytes 16384, --max-queue-bytes 262144 (unread by a slow reader),\n"
        "  --max-rate 20 (requests a second) and --max-burst 40 of a connection, --hello-seconds 30, --ping-seconds 30,\n"
        "  --hangup-seconds 60\n"
        "\n"
        "Every setting can also come from the environment: --max-rate as STOS_MAX_RATE. The command line wins, then the\n"
        "environment, then the file. SIGTERM stops gracefully; after a restart every table is there again.")},
    {"load", "[http://HOST:PORT] [--tables N] [--people N] [--seconds N]", N_("play whole games over real sockets and measure a server"),
     command_load,
     N_("  --tables N    tables at once (default 100)\n"
        "  --people N    connections at each, one for each seat (default 2)\n"
        "  --rules R     what they play (default THE GAME for that many)\n"
        "  --seconds N   how long to measure, after all are seated (default 10)\n"
        "  --rate N      moves a second in all (default 0: as fast as the server answers)\n"
        "  --seed N      of the moves (default 1)\n"
        "  --json        print numbers for programs\n"
        "\n"
        "The server has to allow it: `stos serve --max-rate 100000 --max-burst 100000`.\n"
        "Exit code 1 when a request was refused or a connection lost.")},
    {"admin", "tables|people|log|check|close|close-idle|mute|unmute|ban|unban [WHAT...] [--store WHERE]",
     N_("look after a server as its host"), command_admin,
     N_("  tables [--all]         tables that run, or all\n"
        "  people [PART]          people whose name has that part, with their numbers\n"
        "  log                    what hosts did, when and why\n"
        "  check                  look through the whole store for damage, and replay every log\n"
        "  close CODE...          close tables\n"
        "  close-idle --hours N   close all tables at which nothing has happened for so long\n"
        "  mute, unmute PERSON    take somebody's word away, or give it back; hints still work\n"
        "  ban, unban PERSON      exclude somebody, or no longer; also an address (IPv6: its /64)\n"
        "  --hours N              mute or ban for so long (default: for good)\n"
        "  --table CODE           ban from this table only\n"
        "\n"
        "  --store WHERE   as for `stos serve` (default: STOS_STORE, or stos.db)\n"
        "  --reason TEXT   why, for the log\n"
        "  --json          print rows for programs")},
    {"backup", "FILE [--store FILE]", N_("copy the server's store while it is in use"), command_backup,
     N_("FILE must not exist. The copy is whole and can be served at once. PostgreSQL has pg_dump for this.")},
    {"verify", "RECORD [--commitment HEX] [--json]", N_("check that a record's deck was fixed before the deal"), command_verify,
     N_("Replays the record, and compares the SHA-256 of its seed with what the server published before the first card was\n"
        "seen. Exit code 1 if they differ or a move is not legal.")},
    {"games", "[NAME] [--json]", N_("list the games and explain their options"), command_games, ""},
    {"record", "show|verify FILE... [--json]", N_("read a record: print the game, or check it"), command_record,
     N_("  show FILE    print the game move by move\n"
        "  verify FILE  play it back and check every move and the result; many files may be named\n"
        "\n"
        "FILE may be - for standard input. A record that cannot be is refused with line, reason and clause (exit code 1).")},
    {"sim", "RULES --bots LIST [--games N] [options]", N_("play bots against the deck or against each other, and count"), command_sim,
     N_("  --bots LIST      a bot for each seat, separated by commas; one name stands for all seats.\n"
        "                   champion:ms=1000 or strong:nodes=500 limits one bot's turns\n"
        "  --against LIST   a second line-up on the same deals, for a paired comparison\n"
        "  --games N        deals to play (default 1000); with --sprt the most that are played\n"
        "  --seed S         a number; deal n of a seed is always the same game (default 1)\n"
        "  --threads N      threads to use (default: all cores); the result is the same for any number\n"
        "  --ms N           milliseconds for a turn of every bot without a limit above, instead of the bot's own\n"
        "  --nodes N        work for a turn instead of time, for reproducible runs\n"
        "  --silent         nobody gives hints; --silent-against: only the second line-up is silent\n"
        "  --sprt [MARGIN]  stop as soon as it is clear whether the first is better by MARGIN (default 0.05) or not at all:\n"
        "                   a win rate of 0.5 + MARGIN, or that share of deals more than the other line-up\n"
        "  --resume FILE    keep the state in FILE, and go on from there if it exists\n"
        "  --table FILE     solved rounds of LIE for its bots, such as data/lie-rounds.bin (not with --cluster)\n"
        "  --json, --csv    print numbers for programs\n"
        "  --svg FILE       draw the distribution of cards left\n"
        "  --records DIR    keep every game as a record\n"
        "  --games-csv FILE one row for each game: deal, seats, result, turns, moves, milliseconds\n"
        "  --cluster URL    have it played by the workers of a NATS server, nats://HOST:PORT; the result is the same\n"
        "  --chunk N        deals in one message to a worker (default: about a second of work)\n"
        "  --creds FILE, --tls-ca FILE, --tls-cert FILE, --tls-key FILE   as in `stos worker`\n"
        "\n"
        "In games with a winner the bots move round the seats: each deal is played once for each rotation.\n"
        "Ctrl-C prints what is known so far.")},
    {"worker", "nats://HOST:PORT [options]", N_("play chunks of `stos sim --cluster` until stopped"), command_worker,
     N_("HOST:PORT is a NATS server with JetStream, the same as for `stos sim --cluster`; see docs/cluster.md.\n"
        "A login may stand before the host (nats://USER:PASSWORD@HOST or nats://TOKEN@HOST); tls:// encrypts.\n"
        "\n"
        "  --threads N      chunks to play at once (default: all cores)\n"
        "  --quiet          no line for each chunk\n"
        "  --creds FILE     login by a NATS credentials file\n"
        "  --tls-ca FILE    trust servers that this authority has signed, instead of the system's authorities\n"
        "  --tls-cert FILE, --tls-key FILE   show this certificate to the server\n"
        "\n"
        "It may be stopped or killed at any time; another worker takes its chunks.")},
    {"solve", "RULES [options] | --record FILE [options]",
     N_("find out whether a deal can be won with open cards, or how a round of LIE is best played"), command_solve,
     N_("For thegame: can a deal be won when the order of all cards is known? Without --deals one deal is solved and a winning\n"
        "line is printed as a record (exit code 1: not winnable or unknown).\n"
        "\n"
        "  --seed S       deals of this seed, the same as in `stos sim` (default 1)\n"
        "  --deal N       the number of the deal, or of the first one (default 0)\n"
        "  --deals N      how many; prints the winnable fraction with its interval\n"
        "  --record FILE  the deal of a record\n"
        "  --nodes N      placements to look at for a deal before giving up (default 20000000)\n"
        "  --memory MIB   memory for each thread (default 256)\n"
        "  --threads N    threads to use (default: all cores)\n"
        "  --json         print numbers for programs\n"
        "\n"
        "For 'lie(players=2,...)': an equilibrium of one round and its exploitability; see docs/lie.md.\n"
        "\n"
        "  --cards A,B       cards of the opener and of the other player (default 1,1)\n"
        "  --until X         stop at this exploitability (default 1e-4); --minutes M and --iterations N stop too\n"
        "  --faces           forget the ends that do not show, to solve larger rounds\n"
        "  --algorithm NAME  dcfr (default) or cfr+\n"
        "  --show            print what to show, how to open and how to answer\n"
        "  --resume FILE     keep everything in FILE, and go on from there if it exists\n"
        "  --out TABLE       write the strategy into a table for bots, beside the rounds that it holds\n"
        "  --prune X         leave out of the table what happens less often (default 3e-4)\n"
        "  --forget          write faces only, for a smaller table\n"
        "  --match TABLE     instead: the chances in whole matches, from the rounds of a table\n"
        "  --memory MIB      the most memory to use (default 10240); --threads and --json as above\n"
        "  --dice            check the solver: plain dice instead of cards; --high-wild: sixes are wild\n"
        "\n"
        "Ctrl-C prints what is known so far.")},
    {"analyze", "RECORD [--json] [--svg FILE] [--deals N] [--table FILE]", N_("win chance turn by turn, better plays and turning points"),
     command_analyze,
     N_("Each turn is judged from what its player could know.\n"
        "\n"
        "  --json        print numbers for programs\n"
        "  --svg FILE    draw the curve (thegame, facetoface)\n"
        "  --deals N     deals to play out for each turn (default 48, facetoface 1000); more are slower and more exact\n"
        "  --table FILE  solved rounds of LIE instead of the installed ones: what the equilibrium would do, what each move cost")},
    {"engine", "", N_("speak the line protocol on standard input and output"), command_engine,
     N_("One JSON object per line in, one per line out; see docs/engine.md. Example:\n"
        "  echo '{\"id\":1,\"do\":\"games\"}' | stos engine")},
    {"bench", "[GAME|bots|guard|server] [--seconds N] [--json]",
     N_("measure the speed of rules, bots, talk guard and server, and print signatures"), command_bench,
     N_("  --seconds N  time for each measurement (default 1)\n"
        "\n"
        "A signature changes only when the rules, or a bot's play, do; it is the same on every platform.")},
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static int print_version(void)
{
    printf("stos %s (%s)\n", STOS_VERSION, STOS_COMPILER);
    return EXIT_GOOD;
}

static int print_overview(FILE *out)
{
    fputs(_("stos plays THE GAME, FACE TO FACE and GRA/LIE.\n"), out);
    fputs(_("\nUsage: stos COMMAND [arguments]\n\nCommands:\n"), out);
    for (int i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-8s %s\n", commands[i].name, _(commands[i].summary));
    fputs(_("\nOptions:\n"
            "  --help        this text; `stos COMMAND --help` explains a command\n"
            "  --version, -V the version\n"
            "  --lang CODE   speak en, pl, cs or uk instead of the language of the system\n"),
          out);
    return EXIT_GOOD;
}

static int print_help(const struct command *command)
{
    printf(_("Usage: stos %s %s\n\n%s.\n"), command->name, *command->arguments ? _(command->arguments) : "", _(command->summary));
    if (*command->help)
        printf("\n%s\n", _(command->help));
    return EXIT_GOOD;
}

static const struct command *find_command(const char *name)
{
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

static bool wants_help(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    return false;
}

/* Takes --lang CODE out of the arguments, wherever it stands; false if there is no such language. */
static bool take_language(int *argc, char **argv)
{
    const char *language = NULL;
    int kept = 1;
    for (int i = 1; i < *argc; i++) {
        if (strcmp(argv[i], "--lang") == 0 && i + 1 < *argc)
            language = argv[++i];
        else if (strncmp(argv[i], "--lang=", 7) == 0)
            language = argv[i] + 7;
        else
            argv[kept++] = argv[i];
    }
    argv[ *argc = kept] = NULL;
    bool known = tr_choose(language);
    if (!known)
        complain(EXIT_USAGE, _("there is no language '%s'; en, pl, cs, uk"), language);
    return known;
}

/* Whether nobody reads standard output any more, as after `stos games | head -1`. */
static bool is_pipe_closed(void)
{
    struct pollfd output = {.fd = STDOUT_FILENO};
    return poll(&output, 1, 0) == 1 && (output.revents & POLLERR);
}

/* What was printed must have arrived: a full disk is a failure, not silence. A reader who has seen enough is none. */
static int finish(int code)
{
    if ((fflush(stdout) == 0 && !ferror(stdout)) || is_pipe_closed())
        return code;
    return complain(EXIT_BROKEN, "%s", _("cannot write the output"));
}

int main(int argc, char **argv)
{
    signal(SIGPIPE, SIG_IGN);
    if (!take_language(&argc, argv))
        return EXIT_USAGE;
    if (argc < 2) {
        print_overview(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0)
        return finish(print_version());
    bool helps = strcmp(argv[1], "help") == 0 && argc > 2; /* `stos help COMMAND` */
    if (!helps && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0))
        return finish(print_overview(stdout));
    const char *name = argv[helps ? 2 : 1];
    const struct command *command = find_command(name);
    if (!command)
        return complain(EXIT_USAGE, _("there is no command '%s'; try `stos --help`"), name);
    return finish(helps || wants_help(argc - 1, argv + 1) ? print_help(command) : command->run(argc - 1, argv + 1));
}
