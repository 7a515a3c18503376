/*
 * options.h - what the host decides: the options of `stos serve`.
 */
#ifndef STOS_SERVER_OPTIONS_H
#define STOS_SERVER_OPTIONS_H

#include <stdbool.h>

struct solved_rounds;

struct server_options {
    const char *store;        /* a file, or postgresql://... */
    const char *address;      /* to listen on; default: loopback */
    const char *public_url;   /* as people see it; NULL: whatever address they use */
    const char *allow_origin; /* pages elsewhere that may use this server (origin.h); NULL: none */
    const char *tls_cert, *tls_key;
    int hsts_seconds;            /* how long browsers shall insist on TLS; 0: no HSTS header */
    const char *metrics_address; /* ADDRESS:PORT for metrics and health; "same": where people
                                    connect; NULL: a usual one for metrics, if it is free */
    const char *push_services;   /* allowed push services (push_http.h); "off": no Web Push; NULL:
                                    those of   the major browsers */
    const char *smtp_url,
        *mail_from; /* the mail server and the sender (mail.h); NULL: no mail is sent */
    const char *smtp_user, *smtp_password;
    const char *admin_passphrase; /* for the page for hosts; NULL: there is none */
    const char *trust_proxy;      /* networks of proxies trusted to name the client; NULL: none */
    int proxy_header;             /* enum server_proxy_header: where they name it */
    int port;                     /* 0: any free one */
    bool share_port;              /* with other nodes on this machine, so that each core has one */
    int workers;
    int max_connections, max_connections_per_address, max_tables, max_tables_per_person,
        max_tables_per_address, max_watchers;
    int max_frame_bytes, max_queue_bytes;
    int max_rate, max_burst; /* requests per second on average, and in a burst */
    int analysis_deals; /* sampled for each turn of a game being analysed; 0: the default of `stos
                           analyze` */
    int hello_seconds, ping_seconds, hangup_seconds;
    /* When unneeded things expire (lifetime.h); 0: never. */
    int expire_empty_seconds, expire_waiting_hours, expire_abandoned_days, expire_guests_days,
        expire_tokens_days;
    int log_level;                             /* enum server_log_level */
    bool quiet;                                /* no line for people on standard output */
    const struct solved_rounds *solved_rounds; /* solved rounds of LIE for the bots; NULL: none */
    const char *greeting;                      /* that line; %s stands for the address */
    const char *nearby; /* a line over the addresses for phones in the same network (nearby.h);
                           NULL: these are not printed */
};

enum server_proxy_header { SERVER_PROXY_X_FORWARDED_FOR, SERVER_PROXY_FORWARDED };
enum server_log_level { SERVER_LOG_ERROR, SERVER_LOG_WARNING, SERVER_LOG_INFO, SERVER_LOG_DEBUG };

#endif
