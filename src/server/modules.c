/*
 * modules.c - the parts of the server, in one table (see core/module.h).
 */
#include "server/core/module.h"

extern const struct module connection_module, task_module, admission_module, bans_module,
    news_module, blocks_module, nodes_module, outages_module, alarms_module, tables_module,
    broadcast_module, turns_module, table_logs_module, ownership_module, actor_module, batch_module,
    hints_module, permission_module, lifetime_module, people_module, account_module,
    block_verbs_module, export_module, deletion_module, ratings_module, recent_players_module,
    day_module, champion_module, play_module, table_verbs_module, study_module, chat_history_module,
    series_module, find_module, analyze_module, notify_module, notify_verbs_module,
    invitations_module, mail_verbs_module, admin_module, moderation_module, store_watch_module,
    listen_module, preview_module;

const struct module *const modules[MODULES] = {
    [MODULE_CONNECTION] = &connection_module, /* WebSockets: frames in and out */
    [MODULE_TASK] = &task_module,             /* what other threads ask the store */
    [MODULE_ADMISSION] = &admission_module,   /* who may connect, and ask how much */
    [MODULE_BANS] = &bans_module,             /* who is banned or muted */
    [MODULE_NEWS] = &news_module,             /* what every node has to learn */
    [MODULE_BLOCKS] = &blocks_module,         /* who does not want to play with whom */
    [MODULE_NODES] = &nodes_module,     /* the lease, and messages between servers on one store */
    [MODULE_OUTAGES] = &outages_module, /* when nobody could move */
    [MODULE_ALARMS] = &alarms_module,   /* when to look at which table */
    [MODULE_TABLES] = &tables_module,   /* the tables in memory */
    [MODULE_BROADCAST] = &broadcast_module,     /* who is there, and what they are sent */
    [MODULE_TURNS] = &turns_module,             /* whose turn has begun, where it takes days */
    [MODULE_TABLE_LOGS] = &table_logs_module,   /* reading them from the store */
    [MODULE_OWNERSHIP] = &ownership_module,     /* which node runs which of them */
    [MODULE_ACTOR] = &actor_module,             /* what a table does next */
    [MODULE_BATCH] = &batch_module,             /* group commit */
    [MODULE_HINTS] = &hints_module,             /* hints on other nodes */
    [MODULE_PERMISSION] = &permission_module,   /* who may see what, and go on watching */
    [MODULE_LIFETIME] = &lifetime_module,       /* what nobody needs any more is deleted */
    [MODULE_PEOPLE] = &people_module,           /* who is there: hello, names */
    [MODULE_ACCOUNT] = &account_module,         /* names with a passphrase */
    [MODULE_BLOCK_VERBS] = &block_verbs_module, /* blocking and reporting people */
    [MODULE_EXPORT] = &export_module,           /* a person's own data, and logging out */
    [MODULE_DELETION] = &deletion_module,       /* the end of that data */
    [MODULE_RATINGS] = &ratings_module,         /* profiles and leaderboards */
    [MODULE_RECENT_PLAYERS] = &recent_players_module, /* people somebody has played with */
    [MODULE_DAY] = &day_module,                       /* the deals of the day */
    [MODULE_CHAMPION] = &champion_module,             /* what a bot makes of them */
    [MODULE_PLAY] = &play_module,                     /* moves, hints, chat, agreements */
    [MODULE_TABLE_VERBS] = &table_verbs_module,   /* creating, joining, watching, leaving tables */
    [MODULE_STUDY] = &study_module,               /* records, histories, statistics */
    [MODULE_CHAT_HISTORY] = &chat_history_module, /* what was said at a table */
    [MODULE_SERIES] = &series_module,             /* duplicate play */
    [MODULE_FIND] = &find_module,                 /* a game with whoever wants the same */
    [MODULE_ANALYZE] = &analyze_module,           /* a finished game, turn by turn */
    [MODULE_NOTIFY] = &notify_module,             /* it is somebody's turn: Web Push and e-mail */
    [MODULE_NOTIFY_VERBS] = &notify_verbs_module, /* whether and how somebody wants that */
    [MODULE_INVITATIONS] = &invitations_module,   /* to tables */
    [MODULE_MAIL_VERBS] = &mail_verbs_module,     /* e-mail addresses */
    [MODULE_ADMIN] = &admin_module,               /* the page for hosts */
    [MODULE_MODERATION] = &moderation_module,     /* what the host asks for */
    [MODULE_PREVIEW] = &preview_module,           /* what links show in a chat */
    [MODULE_STORE_WATCH] = &store_watch_module,   /* is the store there? */
    [MODULE_LISTEN] = &listen_module,             /* sockets and TLS */
};
