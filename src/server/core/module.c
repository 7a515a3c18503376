/*
 * module.c - goes through the modules, in the order of their table (modules.c) or back.
 */
#include "module.h"

#include "core.h"

#include <stdlib.h>
#include <string.h>

const struct verb *modules_find_verb(const char *name)
{
    for (int i = 0; name && i < MODULES; i++)
        for (const struct verb *verb = modules[i]->verbs; verb && verb->name; verb++)
            if (strcmp(verb->name, name) == 0)
                return verb;
    return NULL;
}

bool modules_start(struct server *server, char *message, size_t size)
{
    message[0] = '\0';
    for (int i = 0; i < MODULES; i++)
        if (modules[i]->state > 0 && !(server->state[i] = calloc(1, modules[i]->state))) {
            lws_snprintf(message, size, "out of memory");
            return false;
        }
    for (int i = 0; i < MODULES; i++)
        if (modules[i]->start && !modules[i]->start(server, message, size)) {
            if (!*message)
                lws_snprintf(message, size, "%s", store_message(server->store));
            return false;
        }
    return true;
}

void modules_tick(struct server *server)
{
    for (int i = 0; i < MODULES; i++)
        if (modules[i]->tick)
            modules[i]->tick(server);
}

void modules_second(struct server *server)
{
    for (int i = 0; i < MODULES; i++)
        if (modules[i]->second)
            modules[i]->second(server);
}

void modules_turn(struct server *server)
{
    for (int i = 0; i < MODULES; i++)
        if (modules[i]->turn)
            modules[i]->turn(server);
}

void modules_hear(struct server *server, const char *message)
{
    for (int i = 0; i < MODULES; i++)
        if (modules[i]->hear && modules[i]->hear(server, message))
            return;
}

void modules_stop(struct server *server)
{
    for (int i = MODULES; i-- > 0;)
        if (modules[i]->stop && (server->state[i] || modules[i]->state == 0))
            modules[i]->stop(server);
}

void modules_free(struct server *server)
{
    for (int i = 0; i < MODULES; i++) {
        free(server->state[i]);
        server->state[i] = NULL;
    }
}
