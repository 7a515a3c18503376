/*
 * chat_history.c - the chat history of a table: read from the store, some messages at a time.
 *
 * A table in memory has only the last lines of its log. A reader thread replays older ones, to know
 * who sat where when something was said; messages of blocked people are removed back on the loop,
 * which knows the blocks.
 */
#include "server/core/core.h"
#include "server/core/task.h"
#include "server/limits/blocks.h"
#include "server/tables/broadcast.h"
#include "server/tables/ask.h"
#include "server/tables/tables.h"

#include <stdlib.h>
#include <string.h>

enum { CHAT_MOST = 50 };

struct message {
    table_person author;
    uint32_t number;
    int64_t at_ms;
    int seat;
    char name[TABLE_NAME];
    size_t length;
    char text[TABLE_SAY_MAX];
};

/* The last messages before a line, in a ring. */
struct chat {
    char code[TABLE_CODE];
    uint32_t before;
    size_t count; /* of all that were said before it */
    struct message message[CHAT_MOST];
    struct table table;
};

static void note_message(struct chat *chat, const struct table_event *event)
{
    const struct table_seat *seat = &chat->table.seat[event->seat];
    struct message *message = &chat->message[chat->count++ % CHAT_MOST];
    *message = (struct message){.author = seat->person,
                                .number = event->number,
                                .at_ms = event->at_ms,
                                .seat = event->seat,
                                .length = event->text_length};
    lws_strncpy(message->name, seat->name, sizeof message->name);
    memcpy(message->text, event->text, event->text_length);
}

static bool replay(void *context, const char *code, uint32_t number, const char *line,
                   size_t length)
{
    struct chat *chat = context;
    struct table_event event;
    (void)code;
    if (number >= chat->before || !table_event_read(&chat->table, line, length, &event) ||
        table_apply(&chat->table, &event) != TABLE_OK)
        return false;
    if (event.kind == TABLE_EVENT_SAY)
        note_message(chat, &event);
    return true;
}

static void ask_chat(struct task *task, struct store *store)
{
    struct chat *chat = task->more;
    task->status = store_read_log(store, chat->code, 0, replay, chat);
}

static json_t *message_json(const struct message *message)
{
    return json_pack("{s:I, s:I, s:s, s:i, s:s, s:s%}", "n", (json_int_t)message->number, "at",
                     (json_int_t)message->at_ms, "what", "say", "seat", message->seat, "name",
                     message->name, "text", message->text, message->length);
}

static bool give_chat(struct task *task)
{
    const struct chat *chat = task->more;
    json_t *list = json_array();
    for (size_t i = chat->count > CHAT_MOST ? chat->count - CHAT_MOST : 0; i < chat->count; i++) {
        const struct message *message = &chat->message[i % CHAT_MOST];
        if (!blocks_has(task->connection->server, task->person.id, message->author))
            json_array_append_new(list, message_json(message));
    }
    const struct message *oldest =
        &chat->message[chat->count > CHAT_MOST ? chat->count % CHAT_MOST : 0];
    task->reply = json_pack("{s:o, s:b, s:I}", "chat", list, "more", chat->count > CHAT_MOST,
                            "before", (json_int_t)(chat->count > 0 ? oldest->number : 0));
    return true;
}

/* Nothing newer than what the requester may see now: they may lose their seat while it is being
 * read. */
static void verb_chat(struct connection *connection, const struct request *request)
{
    struct live_table *table = tables_wanted(connection, request);
    int64_t before = UINT32_MAX;
    if (!table ||
        (json_object_get(request->body, "before") &&
         !request_number(connection, request, "before", 0, UINT32_MAX, &before)))
        return;
    if (!broadcast_attachment(table, connection)) {
        const struct table_answer not_here = {.reason = TABLE_NOT_HERE};
        ask_refuse(connection, request->ref, table, &not_here, NULL);
        return;
    }
    struct chat *chat = calloc(1, sizeof *chat);
    if (!chat)
        abort();
    memcpy(chat->code, table->code, sizeof chat->code);
    chat->before = before <= table->table.last ? (uint32_t)before : table->table.last + 1;
    struct task *task = task_for_request_with(connection, request, TASK_READS, ask_chat, chat);
    if (task)
        task->then = give_chat;
}

static const struct verb verbs[] = {
    {.name = "chat", .run = verb_chat, .cost = COST_READ, .price = 2},
    {.name = NULL},
};

const struct module chat_history_module = {.name = "chat_history", .verbs = verbs};
