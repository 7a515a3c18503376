/* narrate.c - see narrate.h. */
#include "narrate.h"

#include "base/text.h"
#include "cli/command/cli.h"

#include <stdio.h>
#include <string.h>

static bool is_namesake(const stos_record_head *head, int seat)
{
    for (int other = 0; other < STOS_MAX_SEATS; other++)
        if (other != seat && strcmp(head->name[other], head->name[seat]) == 0)
            return true;
    return false;
}

const char *narrate_name(const stos_record_head *head, int seat, char *out, size_t size)
{
    if (head->name[seat][0] && is_namesake(head, seat))
        snprintf(out, size, "%.50s #%d", head->name[seat], seat);
    else if (head->name[seat][0])
        snprintf(out, size, "%s", head->name[seat]);
    else
        snprintf(out, size, _("Seat %d"), seat);
    text_show_hidden(out); /* a record comes from anywhere, and this goes to a terminal */
    return out;
}

static const char *name_of(void *context, int seat)
{
    struct narrate_names *names = context;
    return narrate_name(names->head, seat, names->name, sizeof names->name);
}

struct tell_names narrate_names(struct narrate_names *names, const stos_record_head *head)
{
    names->head = head;
    return (struct tell_names){name_of, names};
}

/* ---------------------------------------------------------------- lines */

static void close_line(struct narrator *narrator)
{
    if (narrator->is_open)
        putchar('\n');
    narrator->is_open = false;
}

static void begin_line(void *context, enum tell_line line, const char *text)
{
    struct narrator *narrator = context;
    close_line(narrator);
    narrator->is_open = true;
    if (line == TELL_OPENS_TURN) {
        printf("%3d. %s", ++narrator->turn, text);
    } else if (line == TELL_OWN_LINE) {
        printf("     %s", text);
    } else {
        fputs("       ", stdout);
        print_column(text, 16);
    }
}

static void add_to_line(void *context, const char *text)
{
    const struct narrator *narrator = context;
    printf("%s%s", narrator->teller.seat < 0 ? "" : " ", text);
}

void narrate_begin(struct narrator *narrator, const stos_record_head *head, int viewer)
{
    *narrator = (struct narrator){.viewer = viewer};
    narrator->teller = (struct teller){.names = narrate_names(&narrator->names, head),
                                       .begin = begin_line,
                                       .add = add_to_line,
                                       .context = narrator,
                                       .details = true,
                                       .seat = -1};
}

/* ---------------------------------------------------------------- the whole */

void narrate_start(struct narrator *narrator, const stos_record_head *head, const stos_state *state)
{
    char text[STOS_RULES_TEXT], name[STOS_NAME_TEXT];
    narrate_begin(narrator, head, NARRATE_ALL);
    stos_rules_text(&head->rules, text);
    printf("%s: %s\n", stos_game_title(stos_state_game(state)), text);
    for (int seat = 0; seat < stos_rules_seats(&head->rules); seat++) {
        stos_view view;
        struct show show;
        stos_look(state, seat, &view);
        game_show_of(&view, &show);
        fputs("  ", stdout);
        print_column(narrate_name(head, seat, name, sizeof name), 16);
        for (int i = 0; i < show.hand && show.piles > 0; i++)
            printf(" %2d", show.card[i].label[0]);
        putchar('\n');
    }
}

void narrate_move(struct narrator *narrator, const stos_state *before, int seat, stos_move move,
                  const stos_state *after)
{
    int viewer = narrator->viewer == NARRATE_ALL ? seat : narrator->viewer;
    stos_view seen_before, seen_after;
    stos_look(before, viewer, &seen_before);
    stos_look(after, viewer, &seen_after);
    tell_move(&narrator->teller, &seen_before, seat, move, &seen_after);
}

void narrate_result(const stos_record_head *head, const stos_state *state)
{
    char text[TELL_TEXT];
    struct narrate_names names;
    stos_view view;
    stos_look(state, STOS_SPECTATOR, &view);
    if (!stos_over(state))
        puts(_("The game is not finished."));
    else {
        tell_result(&view, narrate_names(&names, head), text);
        puts(text);
    }
}

void narrate_end(struct narrator *narrator) { close_line(narrator); }
