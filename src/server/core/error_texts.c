/*
 * error_texts.c - the messages for the server's own error codes; tables and rules have their own.
 */
#include "error_texts.h"

#include <string.h>

static const struct {
    const char *code, *text;
} errors[] = {
    {"bad_json", N_("This is not a JSON object.")},
    {"bad_request", N_("Every request needs \"do\", and a \"ref\" of 1 to 32 characters.")},
    {"unknown_verb", N_("There is no such request.")},
    {"too_long", N_("That is too long.")},
    {"too_big", N_("That is too much for one message; fetch /api/export with your token instead.")},
    {"hello_first", N_("Say hello first.")},
    {"hello_twice", N_("You have said hello already.")},
    {"bad_version",
     N_("This server speaks version 1 of the protocol; reload the page, or update your program.")},
    {"bad_token", N_("This is not a valid token; leave it out to get a new one.")},
    {"no_table", N_("There is no table with this code. Check the code, or ask for a new link.")},
    {"table_damaged", N_("This table is damaged. Tell the host of the server.")},
    {"no_game", N_("There is no finished game with this id.")},
    {"bad_name",
     N_("A name has 1 to 30 characters: letters of one alphabet, digits, spaces, or - . _ '")},
    {"bad_rules", N_("These rules cannot be played.")},
    {"muted", N_("The host has muted you; hints still work.")},
    {"account_taken", N_("This name is taken. Choose another one, or log in.")},
    {"bad_account",
     N_("An account name has 2 to 30 characters: letters of one alphabet, digits, spaces, or - . _ "
        "'")},
    {"bad_passphrase", N_("A passphrase has 8 to 200 characters.")},
    {"wrong_passphrase", N_("Wrong name or passphrase.")},
    {"too_many_guesses", N_("Too many wrong passphrases. Try again later.")},
    {"account_first", N_("This is for people with an account. Register first.")},
    {"wrong_code", N_("Wrong name or recovery code.")},
    {"bad_rated",
     N_("A rated table is for FACE TO FACE or LIE, with a clock and without take-back, odds and "
        "memory.")},
    {"no_profile", N_("There is no such profile, or it is private.")},
    {"blocked", N_("You cannot sit down at this table.")},
    {"no_person", N_("There is no such person here.")},
    {"bad_subscription", N_("This server cannot send notifications to that address.")},
    {"bad_calls", N_("Quiet hours are 0 to 23, the digest 0 to 24 hours.")},
    {"too_many_devices",
     N_("You get notifications on five devices already. Switch one of them off first.")},
    {"invited_already", N_("You have just invited them. Give them some time.")},
    {"wrong_host", N_("Wrong passphrase.")},
    {"host_only", N_("This is for the host. Log in first.")},
    {"bad_deed", N_("There is nothing like that to do or see.")},
    {"mail_off", N_("This server does not send e-mail.")},
    {"bad_address", N_("This is not an e-mail address.")},
    {"wrong_mail_code", N_("Wrong or expired code. After five wrong codes, ask for a new one.")},
    {"no_mail", N_("You have no confirmed e-mail address.")},
    {"too_many_mails", N_("Too many e-mails. Try again later.")},
    {"not_a_guest", N_("You have an account already.")},
    {"too_fast", N_("Too many requests at once; slow down.")},
    {"too_many", N_("Too many at once; try again later.")},
    {"store_down",
     N_("Nothing can be saved right now, so nothing was done. Please wait; the server keeps "
        "trying.")},
    {"stopping", N_("The server is being restarted. Come back in a moment; nothing is lost.")},
    {"banned", N_("The host has banned you from this server.")},
    {"bad_series", N_("A series is a word of up to 11 letters, and has 1 to 20 deals.")},
    {"series_alone", N_("Only deals of THE GAME are compared: teams play it together.")},
    {"day_played",
     N_("Somebody at this table was dealt today's cards before. Only first tries count.")},
    {"deal_today", N_("You can see this after you have played today's cards, or tomorrow.")},
    {"deal_ahead", N_("You can see this after you have played these cards in your series.")},
    {"day_people", N_("This deal of the day is for people. Bots cannot sit here.")},
    {"bad_seats",
     N_("The list of seats needs \"me\", \"open\", \"reserved\" or \"bot:NAME\" for each seat.")},
    {"bad_hint", N_("There is no such hint.")},
    {"bad_matter", N_("There is nothing like that to agree on.")},
    {"game_runs", N_("Not while a game is played.")},
    {"bad_record", N_("The record of this game cannot be read.")},
    {"not_analyzed", N_("The analysis was not finished. Try again later.")},
};

const char *error_text(const char *code)
{
    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++)
        if (strcmp(errors[i].code, code) == 0)
            return errors[i].text;
    return code;
}

const char *translate_for(const struct connection *connection, const char *text)
{
    return catalog_text(connection->language, text);
}

/* A translator has no context argument for its language, so there is one for each catalog. */
static const char *in_first(const char *one, const char *many, unsigned long n)
{
    return catalog_plural(&catalogs[0], one, many, n);
}
static const char *in_second(const char *one, const char *many, unsigned long n)
{
    return catalog_plural(&catalogs[1], one, many, n);
}
static const char *in_third(const char *one, const char *many, unsigned long n)
{
    return catalog_plural(&catalogs[2], one, many, n);
}
static const char *in_english(const char *one, const char *many, unsigned long n)
{
    return catalog_plural(NULL, one, many, n);
}

stos_translate *error_translator(const struct catalog *language)
{
    static stos_translate *const each[] = {in_first, in_second, in_third};
    size_t index = language ? (size_t)(language - catalogs) : sizeof each / sizeof each[0];
    return index < sizeof each / sizeof each[0] ? each[index] : in_english;
}
