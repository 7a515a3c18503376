/* external_bot.c - see external_bot.h. */
#define _GNU_SOURCE /* pipe2() */
#include "external_bot.h"

#include "bot/clock.h"
#include "cli/command/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum {
    PROGRAMS = 32,
    HANDS = 256,
    ANSWER = 4096,
    QUESTION = 64 * 1024,
    USUAL_MS = 10000,
    GRACE_MS = 1000,
    LEAVE_MS = 2000 /* how long programs have to end when they are told to */
};

/* A running copy of a program, used by one thread at a time. */
struct hand {
    pid_t process;
    int to, from;
    bool busy;
};

static struct program {
    stos_bot bot; /* its tuning is the program */
    char name[EXTERNAL_COMMAND];
    struct hand hands[HANDS];
    int started;
    uint64_t asked;
} programs[PROGRAMS];

static int program_count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of all of the above and below */
static char failure[512];
static atomic_bool *stop_flag;

static void fail(const struct program *program, const char *reason)
{
    pthread_mutex_lock(&lock);
    if (!failure[0])
        snprintf(failure, sizeof failure, _("the bot '%s' %s"), program->name, reason);
    if (stop_flag)
        atomic_store(stop_flag, true);
    pthread_mutex_unlock(&lock);
}

/* ---------------------------------------------------------------- processes */

/* Two pipes, none of whose ends another copy inherits. */
static bool open_pipes(int in[2], int out[2])
{
    if (pipe2(in, O_CLOEXEC) != 0)
        return false;
    if (pipe2(out, O_CLOEXEC) == 0)
        return true;
    close(in[0]);
    close(in[1]);
    return false;
}

/* In a process group of its own: Ctrl-C ends the run, which still needs the answer it waits for,
 * and what the program starts itself ends with it. */
static bool start(struct hand *hand, const char *command)
{
    int in[2], out[2];
    if (!open_pipes(in, out))
        return false;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    char shell[] = "sh", option[] = "-c", line[EXTERNAL_COMMAND + 8];
    snprintf(line, sizeof line, "exec %s",
             command); /* so that the process is the program, not its shell */
    char *arguments[] = {shell, option, line, NULL};
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    int error = posix_spawn(&hand->process, "/bin/sh", &actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    close(in[0]);
    close(out[1]);
    hand->to = in[1];
    hand->from = out[0];
    if (error == 0)
        return true;
    close(hand->to);
    close(hand->from);
    return false;
}

/* A copy of the program that nobody uses, started if need be, and the number of the question; NULL
 * after a failure. */
static struct hand *take_hand(struct program *program, uint64_t *question)
{
    struct hand *hand = NULL;
    bool good = true;
    pthread_mutex_lock(&lock);
    *question = ++program->asked;
    for (int i = 0; i < program->started && !hand; i++)
        if (!program->hands[i].busy)
            hand = &program->hands[i];
    if (!hand && program->started < HANDS) {
        hand = &program->hands[program->started];
        good = start(hand, program->name + strlen(EXTERNAL_MARK));
        program->started += good;
    }
    if (hand && good)
        hand->busy = true;
    pthread_mutex_unlock(&lock);
    return good ? hand : NULL;
}

static void give_hand(struct hand *hand)
{
    pthread_mutex_lock(&lock);
    hand->busy = false;
    pthread_mutex_unlock(&lock);
}

/* ---------------------------------------------------------------- a question and its answer */

static bool send_all(int file, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t sent = write(file, text, length);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return false;
        text += sent;
        length -= (size_t)sent;
    }
    return true;
}

/* Reads one line within so many milliseconds; NULL when it came, else what went wrong. */
static const char *read_line(int file, char out[ANSWER], uint32_t ms)
{
    uint64_t deadline = clock_nanoseconds() + (uint64_t)ms * 1000000;
    size_t length = 0;
    while (length + 1 < ANSWER) {
        uint64_t now = clock_nanoseconds();
        struct pollfd ready = {.fd = file, .events = POLLIN};
        int found = now < deadline ? poll(&ready, 1, (int)((deadline - now) / 1000000) + 1) : 0;
        if (found < 0 && errno == EINTR)
            continue;
        if (found <= 0)
            return _("did not answer in time");
        ssize_t got = read(file, out + length, ANSWER - 1 - length);
        if (got <= 0)
            return _("has ended");
        length += (size_t)got;
        out[length] = '\0';
        if (out[length - 1] == '\n')
            return NULL;
    }
    return _("gives an answer that is too long");
}

/* {"id":1,"do":"bot","seat":0,"ms":1000,"seed":"7","moves":[...],"view":{...}} */
static size_t write_question(const struct bot_request *request, uint64_t id, uint32_t ms,
                             const stos_move *moves, int count, char *out)
{
    const stos_game *game = stos_game_at(request->view->game);
    char text[STOS_MOVE_TEXT];
    int used =
        snprintf(out, QUESTION,
                 "{\"id\":%" PRIu64 ",\"do\":\"bot\",\"seat\":%d,\"ms\":%u,\"seed\":\"%" PRIu64
                 "\",\"moves\":[",
                 id, stos_view_seat(request->view), (unsigned)ms, request->seed);
    for (int i = 0; i < count; i++) {
        stos_move_text(game, moves[i], text);
        used += snprintf(out + used, (size_t)(QUESTION - used), "%s\"%s\"", i ? "," : "", text);
    }
    used += snprintf(out + used, (size_t)(QUESTION - used), "],\"view\":");
    used += (int)stos_view_json(request->view, out + used, (size_t)(QUESTION - used - 3));
    used += snprintf(out + used, (size_t)(QUESTION - used), "}\n");
    return (size_t)used;
}

/* The move of an answer, if it is one of the legal ones; else what went wrong. */
static const char *read_answer(const char *line, const stos_game *game, const stos_move *moves,
                               int count, stos_move *move)
{
    json_t *answer = json_loads(line, 0, NULL);
    const char *text = json_string_value(json_object_get(answer, "move")),
               *reason = _("does not answer with a move");
    if (text && stos_move_parse(game, text, strlen(text), move).reason == STOS_OK) {
        reason = _("answers with a move that is not legal");
        for (int i = 0; i < count; i++)
            if (moves[i] == *move)
                reason = NULL;
    }
    json_decref(answer);
    return reason;
}

static stos_move choose(const stos_bot *bot, const struct bot_request *request)
{
    struct program *program = (struct program *)bot->tuning;
    stos_move moves[STOS_MAX_MOVES], move = STOS_NO_MOVE;
    char question[QUESTION], line[ANSWER];
    int count = stos_view_moves(request->view, moves);
    uint32_t ms = request->limits.ms ? request->limits.ms : bot->ms;
    uint64_t id = 0;
    struct hand *hand = external_failure() ? NULL : take_hand(program, &id);
    const char *reason = hand ? NULL : _("cannot be started");
    if (hand) {
        size_t length = write_question(request, id, ms, moves, count, question);
        reason = send_all(hand->to, question, length) ? read_line(hand->from, line, ms + GRACE_MS)
                                                      : _("has ended");
        if (!reason)
            reason = read_answer(line, stos_game_at(request->view->game), moves, count, &move);
        give_hand(hand);
    }
    if (reason)
        fail(program, reason);
    return reason ? moves[0] : move; /* of a game that is not counted any more */
}

/* ---------------------------------------------------------------- the bots */

const stos_bot *external_bot(const stos_game *game, const char *command)
{
    char name[EXTERNAL_COMMAND];
    if (!*command || snprintf(name, sizeof name, EXTERNAL_MARK "%s", command) >= (int)sizeof name)
        return NULL;
    for (int i = 0; i < program_count; i++)
        if (strcmp(programs[i].name, name) == 0)
            return &programs[i].bot;
    if (program_count == PROGRAMS)
        return NULL;
    struct program *program = &programs[program_count++];
    int id = 0;
    while (stos_game_at(id) != game)
        id++;
    memcpy(program->name, name, sizeof name);
    program->bot = (stos_bot){.name = program->name,
                              .help = "",
                              .game = (uint8_t)id,
                              .choose = choose,
                              .memory = 1, /* so that its moves are timed one by one */
                              .ms = USUAL_MS,
                              .tuning = program};
    return &program->bot;
}

bool external_is(const stos_bot *bot) { return bot->choose == choose; }

void external_watch(atomic_bool *stop) { stop_flag = stop; }

const char *external_failure(void)
{
    pthread_mutex_lock(&lock);
    bool failed = failure[0];
    pthread_mutex_unlock(&lock);
    return failed ? failure : NULL;
}

/* Whether a program has ended, waiting for it until the deadline. */
static bool has_ended(pid_t process, uint64_t deadline)
{
    const struct timespec pause = {.tv_nsec = 5 * 1000 * 1000};
    pid_t ended;
    while ((ended = waitpid(process, NULL, WNOHANG)) == 0 && clock_nanoseconds() < deadline)
        nanosleep(&pause, NULL);
    return ended != 0;
}

static void tell_to_end(struct hand *hand)
{
    close(hand->to);
    close(hand->from);
    kill(-hand->process, SIGTERM);
}

static void see_it_end(struct hand *hand, uint64_t deadline)
{
    if (has_ended(hand->process, deadline))
        return;
    kill(-hand->process, SIGKILL);
    waitpid(hand->process, NULL, 0);
}

void external_close(void)
{
    for (int i = 0; i < program_count; i++)
        for (int j = 0; j < programs[i].started; j++)
            tell_to_end(&programs[i].hands[j]);
    uint64_t deadline = clock_nanoseconds() + (uint64_t)LEAVE_MS * 1000000;
    for (int i = 0; i < program_count; i++)
        for (int j = 0; j < programs[i].started; j++)
            see_it_end(&programs[i].hands[j], deadline);
}
