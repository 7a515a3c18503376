/*
 * main.c - the program `stos`: finds the subcommand and its help.
 *
 * Exit codes: 0 good, 1 the answer is no, 2 bad usage, 3 failure.
 */
#include "cli.h"

#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static const struct command commands[] = {
    {"play", N_("[RULES] [--seats LIST] [--seed S] [--resume [FILE]]"), N_("play in the terminal, with bots or in hot seat"), command_play,
     N_("RULES is a game with its options, such as 'thegame(players=3,fire=next)'; without it you are asked.\n"
        "\n"
        "  --seats LIST     who sits where, separated by commas: a bot's name or a person's,\n"
        "                   such as 'Ola,steady,steady'; without it you sit on seat 0, good bots elsewhere\n"
        "  --seed S         deal from this seed (64 hexadecimal digits or a number) instead of a fresh one\n"
        "  --resume [FILE]  go on with a saved game\n"
        "\n"
        "In the game, type `help`.")},
    {"games", "[NAME] [--json]", N_("list the games and explain their options"), command_games, ""},
    {"record", "show|verify FILE [--json]", N_("read a record: print the game, or check it"), command_record,
     N_("  show FILE    print the game move by move\n"
        "  verify FILE  play it back and check every move and the result\n"
        "\n"
        "FILE may be - for standard input. A record that cannot be is refused with line, reason and clause (exit code 1).")},
    {"sim", "RULES --bots LIST [--games N] [options]", N_("play bots against the deck or against each other, and count"), command_sim,
     N_("  --bots LIST      a bot for each seat, separated by commas; one name stands for all seats\n"
        "  --against LIST   a second line-up on the same deals, for a paired comparison\n"
        "  --games N        deals to play (default 1000); with --sprt the most that are played\n"
        "  --seed S         a number; deal n of a seed is always the same game (default 1)\n"
        "  --threads N      threads to use (default: all cores); the result is the same for any number\n"
        "  --ms N           milliseconds for a turn instead of each bot's own limit\n"
        "  --nodes N        work for a turn instead of time, for reproducible runs\n"
        "  --silent         nobody gives hints; --silent-against: only the second line-up is silent\n"
        "  --sprt [MARGIN]  stop as soon as it is clear which line-up is better (default margin 0.05)\n"
        "  --resume FILE    keep the state in FILE, and go on from there if it exists\n"
        "  --json, --csv    print numbers for programs\n"
        "  --svg FILE       draw the distribution of cards left\n"
        "  --records DIR    keep every game as a record\n"
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
    {"solve", "RULES [--deals N] | --record FILE [options]", N_("find out whether a deal can be won when the order of all cards is known"),
     command_solve,
     N_("Without --deals one deal is solved and a winning line is printed as a record (exit code 1: not winnable or unknown).\n"
        "\n"
        "  --seed S       deals of this seed, the same as in `stos sim` (default 1)\n"
        "  --deal N       the number of the deal, or of the first one (default 0)\n"
        "  --deals N      how many; prints the winnable fraction with its interval\n"
        "  --record FILE  the deal of a record\n"
        "  --nodes N      placements to look at for a deal before giving up (default 20000000)\n"
        "  --memory MIB   memory for each thread (default 256)\n"
        "  --threads N    threads to use (default: all cores)\n"
        "  --json         print numbers for programs")},
    {"analyze", "RECORD [--json] [--svg FILE] [--deals N]", N_("win chance turn by turn, better plays and turning points"), command_analyze,
     N_("For records of thegame and facetoface. Each turn is judged from what its player could know.\n"
        "\n"
        "  --json      print numbers for programs\n"
        "  --svg FILE  draw the curve\n"
        "  --deals N   deals to play out for each turn (default 48, facetoface 1000); more are slower and more exact")},
    {"engine", "", N_("speak the line protocol on standard input and output"), command_engine,
     N_("One JSON object per line in, one per line out; see docs/engine.md. Example:\n"
        "  echo '{\"id\":1,\"do\":\"games\"}' | stos engine")},
    {"bench", "[GAME|bots] [--seconds N] [--json]", N_("measure the speed of rules and bots and print their signatures"), command_bench,
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
            "  --version     the version\n"
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

/* What was printed must have arrived: a full disk or a closed pipe is a failure, not silence. */
static int finish(int code)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
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
    if (strcmp(argv[1], "--version") == 0)
        return finish(print_version());
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0)
        return finish(print_overview(stdout));
    const struct command *command = find_command(argv[1]);
    if (!command)
        return complain(EXIT_USAGE, _("there is no command '%s'; try `stos --help`"), argv[1]);
    return finish(wants_help(argc - 1, argv + 1) ? print_help(command) : command->run(argc - 1, argv + 1));
}
