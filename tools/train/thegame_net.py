#!/usr/bin/env python3
"""thegame_net.py: trains the network of the bots of THE GAME by letting it play with itself.

Usage: thegame_net.py [--seconds S] [--cycles N] [--out FILE] ...      (--help lists the rest)

Needs PyTorch and a graphics card: an NVIDIA H200 plays and learns 16,384 games every 3 seconds. The network of this
repository took two cycles of about nine minutes there, 19 minutes in all; a smaller card needs longer cycles for the
same strength. Without a card it runs on the processor, only to see that it works. No games of people, no rules of
thumb: the first minute apart, in which small jumps are preferred so that there is something to learn from, everything
comes from its own games. Then turn the result into integers: quantise.py.

How it learns. Many games are played at once, card by card, always by what the network likes best, with a few random
choices on the way. Everything that was chosen becomes a lesson: from what the mover knew after that choice, foretell
whether at most 0, 4, 9, 19, 39 or 64 cards will be left. The lesson's answer blends the game's end with what the
network itself foretold later on (temporal differences). All numbers of players, levels, fires, with and without hints,
are learned by one network, whose last layer has a set of outputs of its own for each.

What goes in is described in src/bot/thegame/net.[ch]; the two must agree. Piles are seen "rising": on the falling ones
card c counts as 101 - c.
"""
import argparse
import math
import pathlib
import time

from network import CARD, DEVICE, Layers, torch
from torch.nn import functional

NUMBERS = torch.bfloat16 if CARD else torch.float32

# Where each kind of input begins, as in thegame_net.c.
AT_TOP, AT_HAND_NEAR, AT_UNSEEN_NEAR, AT_BEYOND = 0, 404, 644, 884
AT_NEXT_HINT, AT_OTHER_HINT, AT_BROKEN, AT_DUE, AT_HAND, AT_UNSEEN, AT_DRAW = 1280, 1300, 1320, 1332, 1336, 1434, 1532
AT_HAND_COUNT, AT_NEXT_COUNT, AT_PLAYERS, AT_LEVEL = AT_DRAW + 50, AT_DRAW + 59, AT_DRAW + 68, AT_DRAW + 73
AT_FIRE, AT_TALK, AT_SELF, AT_NO_DRAW, INPUTS = AT_DRAW + 76, AT_DRAW + 79, AT_DRAW + 80, AT_DRAW + 84, AT_DRAW + 90
WIDTH, MIDDLE, HEADS = 128, 32, 15 * 4

# What is foretold: at most so many cards left; and what each is worth when choosing.
GOALS = torch.tensor([0, 4, 9, 19, 39, 64], device=DEVICE)
GOAL_WORTH = torch.tensor([1, .06, .03, .02, .01, .01], device=DEVICE)
GOAL_LESSON = torch.tensor([2, 1, 1, 1, 1, 1.], device=DEVICE)
MOST_WORTH = 1.14

# The columns of a view's "table".
DRAW_COUNT, NEXT_COUNT, PLAYERS, LEVEL, FIRE, TALK, SELF = range(7)
FIRE_OFF, FIRE_NEXT, FIRE_NOW = range(3)
TURN_OVER, MAY_STOP = 0, 1  # phases; 2 and 3 owe one and two more cards
LEAVE_1, LEAVE_2, LEAVE_3, NO_BIG_JUMP, GO_AHEAD = 1, 2, 3, 4, 5

SLOTS, SEATS, PILES, CARDS = 8, 5, 4, 98  # SLOTS: cards in the largest hand
STOP = SLOTS * PILES                      # the choice to end the turn; choice slot * PILES + pile is a placement
MOST_CHOICES, CHUNK = 170, 400000         # choices in a game; views valued in one go

FALLING = torch.tensor([False, False, True, True], device=DEVICE)
IS_FIRE = torch.zeros(102, dtype=torch.bool, device=DEVICE)
IS_FIRE[[22, 33, 44, 55, 66, 77]] = True


def count_up(*bounds):
    return torch.arange(*bounds, device=DEVICE)


NEAR = torch.cat([count_up(-30, 0), count_up(1, 31)])


def rising(cards):
    """Cards as the four piles (last dimension) see them; the same turns tops back into cards."""
    return torch.where(FALLING, 101 - cards, cards)


def fires_on(tops):
    return IS_FIRE[rising(tops)].long()


def rows_of(view, rows):
    return {name: value[rows] for name, value in view.items()}


# ---------------------------------------------------------------- the network


class Network(Layers):
    """A set of outputs for each number of players, level and phase."""

    def __init__(self):
        super().__init__(INPUTS, WIDTH, MIDDLE, HEADS * len(GOALS))

    def forward(self, x, head):
        outputs = self.outputs_of(self.l1(x)).view(-1, HEADS, len(GOALS))
        return outputs.gather(1, head[:, None, None].expand(-1, 1, len(GOALS)))[:, 0].float()


def head_of(table, phase):
    return (table[:, PLAYERS] * 3 + table[:, LEVEL]) * 4 + phase


def inputs(view, mirrored=None):
    """Many views as the network's inputs. Where `mirrored`, rising and falling change places: as good a game."""
    tops, table = view["tops"], view["table"]
    count = tops.shape[0]
    ahead = (tops[:, 0::2] > tops[:, 1::2]).long()
    order = torch.stack([ahead[:, 0], 1 - ahead[:, 0], 2 + ahead[:, 1], 3 - ahead[:, 1]], 1)
    hands = torch.stack([view["hand"], view["hand"].flip(1)], 1)
    unplayed = torch.stack([view["unplayed"], view["unplayed"].flip(1)], 1)
    if mirrored is not None:
        order = torch.where(mirrored[:, None], order[:, [2, 3, 0, 1]], order)
        hands = torch.where(mirrored[:, None, None], hands.flip(1), hands)
        unplayed = torch.where(mirrored[:, None, None], unplayed.flip(1), unplayed)
    tops, next_hint, other_hints, broken, due = (view[name].gather(1, order) for name in ["tops", "next_hint", "other_hints", "broken", "due"])
    unseen = unplayed - hands

    x = torch.zeros(count, INPUTS, device=DEVICE, dtype=NUMBERS)
    sides = [0, 0, 1, 1]
    near = tops[:, :, None] + (NEAR + 30)[None, None]
    for at, cards in [(AT_HAND_NEAR, hands), (AT_UNSEEN_NEAR, unseen)]:
        x[:, at:at + 240] = functional.pad(cards, (30, 30))[:, sides].gather(2, near).reshape(count, 240).to(NUMBERS)
    x[:, AT_HAND:AT_HAND + CARDS] = hands[:, 0, 2:100].to(NUMBERS)
    x[:, AT_UNSEEN:AT_UNSEEN + CARDS] = unseen[:, 0, 2:100].to(NUMBERS)
    x[:, AT_NEXT_HINT:AT_NEXT_HINT + 20] = (next_hint[:, :, None] == count_up(1, 6)).reshape(count, 20).to(NUMBERS)
    x[:, AT_OTHER_HINT:AT_OTHER_HINT + 20] = (other_hints[:, :, None] >> count_up(5) & 1).reshape(count, 20).to(NUMBERS)
    x[:, AT_BROKEN:AT_BROKEN + 12] = (broken[:, :, None] == count_up(1, 4)).reshape(count, 12).to(NUMBERS)
    x[:, AT_DUE:AT_DUE + 4] = due.to(NUMBERS)

    at_least = unplayed.flip(2).cumsum(2, dtype=torch.int16).flip(2)[:, sides]
    beyond = functional.pad(at_least, (0, 1)).gather(2, tops[:, :, None] + 1)[:, :, 0].long()
    pile = count_up(PILES)[None]
    ones = [AT_TOP + pile * 101 + tops, AT_BEYOND + pile * 99 + beyond.clamp(max=98),
            AT_DRAW + (table[:, DRAW_COUNT] // 2).clamp(max=49)[:, None],
            (AT_HAND_COUNT + view["hand"].sum(1, dtype=torch.int64))[:, None]]
    ones += [(at + table[:, column])[:, None]
             for at, column in [(AT_NEXT_COUNT, NEXT_COUNT), (AT_PLAYERS, PLAYERS), (AT_LEVEL, LEVEL), (AT_FIRE, FIRE)]]
    x.scatter_(1, torch.cat(ones, 1), 1.0)
    x[:, AT_TALK] = table[:, TALK].to(NUMBERS)
    x[:, AT_SELF:AT_SELF + 4] = (table[:, SELF:SELF + 1] >> count_up(4) & 1).to(NUMBERS)
    x[:, AT_NO_DRAW] = (table[:, DRAW_COUNT] == 0).to(NUMBERS)
    return x


# ---------------------------------------------------------------- the games


def hints_of(hands, tops):
    """What hands of cards, 0 for none, say: a hint for each pile, the cost of the two cheapest cards, whether there is a hand."""
    missing = hands == 0
    distance = rising(hands[:, :, :, None]).transpose(2, 3) - tops[:, None, :, None]
    trick = ((distance == -10) & ~missing[:, :, None]).any(3)
    nearest = torch.where((distance > 0) & ~missing[:, :, None], distance, 99).amin(3)
    hint = torch.where(nearest > 20, GO_AHEAD, 0)
    for within, said in [(14, NO_BIG_JUMP), (7, LEAVE_1), (4, LEAVE_2)]:
        hint = torch.where(nearest <= within, said, hint)
    hint = torch.where(trick | (nearest <= 2), LEAVE_3, hint)
    cost = torch.where(distance == -10, -10, torch.where(distance > 0, distance, 60)).amin(2)
    two = torch.where(missing, 90, cost).sort(2)[0][:, :, :2].sum(2)
    has_hand = (hands > 0).any(2)
    return torch.where(has_hand[:, :, None], hint, 0), two, has_hand


def strongest_leave(next_hint, other_hints):
    """The strongest "please leave it" among what the next seat and the others said."""
    said = other_hints & 7
    other = torch.where(said >= 4, 3, torch.where(said >= 2, 2, said))
    return torch.maximum(torch.where(next_hint <= LEAVE_3, next_hint, 0), other)


def draw_rules(games):
    """Players, level, fire and talk of each game."""
    def drawn(*weights):
        return torch.multinomial(torch.tensor(weights, device=DEVICE), games, True)
    players = drawn(.26, .2, .2, .16, .18) + 1
    level, fire = drawn(.6, .25, .15), drawn(.7, .15, .15)
    return players, level, fire, (torch.rand(games, device=DEVICE) < .5).long() * (players > 1)


class Games:
    """Many games in play; row i of every tensor is game i. Rules as in src/game/thegame.c, seat 0 starts."""

    def __init__(self, games):
        self.players, self.level, self.fire, self.talk = draw_rules(games)
        self.hand_size = torch.tensor([0, 8, 7, 6, 6, 6], device=DEVICE)[self.players] - (self.level == 2).long()
        self.least = torch.where(self.level > 0, 3, 2)
        self.deck = torch.rand(games, CARDS, device=DEVICE).argsort(1) + 2
        self.hands = self.deal(games)
        self.drawn = self.players * self.hand_size
        self.unplayed = torch.zeros(games, 102, dtype=torch.uint8, device=DEVICE)
        self.unplayed[:, 2:100] = 1
        self.tops = torch.ones(games, PILES, dtype=torch.long, device=DEVICE)
        self.turn, self.placed, self.self_hints, self.next_count = (torch.zeros(games, dtype=torch.long, device=DEVICE) for _ in range(4))
        self.due, self.next_hint, self.other_hints, self.broken = (torch.zeros_like(self.tops) for _ in range(4))
        self.minimum = self.least.clone()
        self.alive = torch.ones(games, dtype=torch.bool, device=DEVICE)
        self.left = torch.full((games,), CARDS, device=DEVICE)
        self.listen(count_up(games))

    def deal(self, games):
        seat, slot = count_up(SEATS)[None, :, None], count_up(SLOTS)[None, None]
        size = self.hand_size[:, None, None]
        held = (seat < self.players[:, None, None]) & (slot < size)
        place = (seat * size + slot).clamp(max=CARDS - 1)
        return torch.where(held, self.deck.gather(1, place.view(games, -1)).view(games, SEATS, SLOTS), 0)

    def listen(self, rows):
        """A turn begins: everybody else speaks, where the table talks."""
        if rows.numel() == 0:
            return
        steps, players = count_up(1, SEATS), self.players[rows][:, None]
        seats = (self.turn[rows][:, None] + steps) % players
        hands = self.hands[rows].gather(1, seats[:, :, None].expand(-1, -1, SLOTS))
        hands = torch.where((steps[None] < players)[:, :, None], hands, 0)
        hint, two, has_hand = hints_of(hands, self.tops[rows])
        others, there = hint[:, 1:], has_hand[:, 1:, None]
        said = sum((others == code).any(1).long() << bit for bit, code in enumerate([LEAVE_1, LEAVE_2, LEAVE_3, NO_BIG_JUMP]))
        all_go = ((others == GO_AHEAD) | ~there).all(1) & there.any(1)
        trouble, waits = (two >= 16) & has_hand, (two <= 5) & has_hand
        all_wait = (waits[:, 1:] | ~has_hand[:, 1:]).all(1) & has_hand[:, 1:].any(1)
        talk = self.talk[rows]
        self.next_count[rows] = (hands[:, 0] > 0).sum(1)
        self.next_hint[rows] = hint[:, 0] * talk[:, None]
        self.other_hints[rows] = (said + (all_go.long() << 4)) * talk[:, None]
        self.broken[rows] = 0
        about = trouble[:, 0].long() + 2 * waits[:, 0].long() + 4 * trouble[:, 1:].any(1).long() + 8 * all_wait.long()
        self.self_hints[rows] = about * talk

    def fire_is_due(self, rows):
        due, burning = (self.due[rows] > 0).any(1), (fires_on(self.tops[rows]) > 0).any(1)
        return (self.fire[rows] == FIRE_NEXT) & due | (self.fire[rows] == FIRE_NOW) & burning

    def choices(self, rows):
        """Which of the choices are legal, and the distance that each placement covers."""
        hand = self.hands[rows, self.turn[rows]]
        distance = rising(hand[:, :, None]) - self.tops[rows][:, None, :]
        legal = (hand > 0)[:, :, None] & ((distance > 0) | (distance == -10))
        may_stop = (self.placed[rows] >= self.minimum[rows]) & ~self.fire_is_due(rows)
        return torch.cat([legal.view(-1, STOP), may_stop[:, None]], 1), distance.reshape(-1, STOP)

    def lose(self, rows):
        self.alive[rows] = False
        self.left[rows] = self.unplayed[rows].sum(1, dtype=torch.long)

    def drop_stuck(self):
        """Ends the games in which nothing can be done; returns the others with their choices and distances."""
        rows = self.alive.nonzero()[:, 0]
        legal, distance = self.choices(rows)
        going = legal.any(1)
        self.lose(rows[~going])
        return rows[going], legal[going], distance[going]

    def views(self, rows):
        """What the mover of each game knows."""
        cards = self.hands[rows, self.turn[rows]]
        hand = torch.zeros(rows.numel(), 102, dtype=torch.uint8, device=DEVICE).scatter_(1, cards, 1)
        hand[:, 0] = 0
        tops = self.tops[rows]
        table = torch.stack([CARDS - self.drawn[rows], self.next_count[rows], self.players[rows] - 1, self.level[rows],
                             self.fire[rows], self.talk[rows], self.self_hints[rows]], 1)
        due = torch.where((self.fire[rows] == FIRE_NOW)[:, None], fires_on(tops), self.due[rows])
        return {"hand": hand, "unplayed": self.unplayed[rows], "tops": tops, "next_hint": self.next_hint[rows],
                "other_hints": self.other_hints[rows], "broken": self.broken[rows], "due": due, "table": table}

    def after(self, rows, legal):
        """A view for each legal choice, after it: (row among `rows`, choice, view, phase, hand is empty)."""
        row, choice = legal.nonzero().unbind(1)
        view = rows_of(self.views(rows), row)
        places = choice < STOP
        card = self.hands[rows, self.turn[rows]][row, (choice // PILES).clamp(max=SLOTS - 1)]
        card = torch.where(places, card, 0)
        every = count_up(row.numel())
        view["hand"][every, card] = 0
        view["unplayed"][every, card] = 0
        put_card(view, every[places], card[places], (choice % PILES)[places])
        owed = (self.minimum[rows] - self.placed[rows])[row] - 1
        owed = torch.where(places, owed, 0).clamp(min=0, max=2)
        empty = view["hand"].sum(1, dtype=torch.long) == 0
        phase = torch.where(~places | empty, TURN_OVER, MAY_STOP + owed)
        ends = (phase == TURN_OVER) & (view["table"][:, FIRE] == FIRE_NEXT)
        view["due"][ends] = fires_on(view["tops"][ends])
        return row, choice, view, phase, empty

    def play(self, rows, choice, view, empty):
        """Makes one choice in each game; `view` is what follows from it."""
        places = choice < STOP
        placing, pile = rows[places], (choice % PILES)[places]
        self.hands[placing, self.turn[placing], (choice // PILES).clamp(max=SLOTS - 1)[places]] = 0
        for name in ["unplayed", "tops", "next_hint", "other_hints", "broken"]:
            getattr(self, name)[placing] = view[name][places]
        self.due[placing, pile] = 0
        self.placed[placing] += 1
        won = view["unplayed"].sum(1, dtype=torch.long) == 0
        self.alive[rows[won]] = False
        self.left[rows[won]] = 0
        emptied = rows[empty & ~won]
        self.lose(emptied[self.fire_is_due(emptied)])
        self.end_turns(rows[(~places | empty) & self.alive[rows]])

    def end_turns(self, rows):
        if rows.numel() == 0:
            return
        self.due[rows] = fires_on(self.tops[rows]) * (self.fire[rows] == FIRE_NEXT)[:, None].long()
        for slot in range(SLOTS):
            held = self.hands[rows, self.turn[rows], slot]
            draws = (held == 0) & (slot < self.hand_size[rows]) & (self.drawn[rows] < CARDS)
            card = self.deck[rows].gather(1, self.drawn[rows].clamp(max=CARDS - 1)[:, None])[:, 0]
            self.hands[rows, self.turn[rows], slot] = torch.where(draws, card, held)
            self.drawn[rows] += draws.long()
        counts, players, turn = (self.hands[rows] > 0).sum(2), self.players[rows], self.turn[rows]
        following = turn.clone()
        for step in (5, 4, 3, 2, 1):
            seat = (turn + step) % players
            following = torch.where((step <= players) & (counts.gather(1, seat[:, None])[:, 0] > 0), seat, following)
        self.turn[rows] = following
        self.placed[rows] = 0
        self.minimum[rows] = torch.where(self.drawn[rows] < CARDS, self.least[rows], 1)
        self.listen(rows)


def put_card(view, rows, card, pile):
    """A card lies on a pile: its top, what was said about it, and its fire change."""
    view["tops"][rows, pile] = torch.where(pile >= 2, 101 - card, card)
    leave = strongest_leave(view["next_hint"][rows, pile], view["other_hints"][rows, pile])
    view["broken"][rows, pile] = torch.maximum(view["broken"][rows, pile], leave)
    view["next_hint"][rows, pile] = 0
    view["other_hints"][rows, pile] = 0
    view["due"][rows, pile] = (IS_FIRE[card] & (view["table"][rows, FIRE] == FIRE_NOW)).long()


# ---------------------------------------------------------------- lessons


def foretell(network, view, head):
    chunks = range(0, head.numel(), CHUNK)
    return torch.cat([torch.sigmoid(network(inputs(rows_of(view, slice(i, i + CHUNK))), head[i:i + CHUNK])) for i in chunks])


def pick(wish, legal, row, choice, explore):
    """The best choice of each game or, sometimes, another: (choice, its place in `wish`, whether another, the best's place)."""
    games = legal.shape[0]
    dense = torch.full((games, STOP + 1), -1e9, device=DEVICE)
    place = torch.zeros(games, STOP + 1, dtype=torch.long, device=DEVICE)
    dense[row, choice] = wish
    place[row, choice] = count_up(row.numel())
    best = dense.argmax(1)
    wanders = torch.rand(games, device=DEVICE) < explore
    noise = -torch.log(-torch.log(torch.rand(games, STOP + 1, device=DEVICE).clamp(1e-9, 1 - 1e-7)))
    chosen = torch.where(wanders, (dense + .4 * noise).argmax(1), best)
    every = count_up(games)
    return chosen, place[every, chosen], wanders & (chosen != best), place[every, best]


@torch.no_grad()
def play_games(network, count, explore, small_jumps):
    """Plays games to their ends; returns them, and for every choice (games, what was foretold, whether it wandered, lesson)."""
    games, story = Games(count), []
    while games.alive.any() and len(story) <= MOST_CHOICES:
        rows, legal, distance = games.drop_stuck()
        if rows.numel() == 0:
            continue
        row, choice, view, phase, empty = games.after(rows, legal)
        head = head_of(view["table"], phase)
        won = view["unplayed"].sum(1, dtype=torch.long) == 0
        value = torch.where(won[:, None], 1.0, foretell(network, view, head))
        worth = value @ GOAL_WORTH
        if small_jumps > 0:
            jump = distance[row, choice.clamp(max=STOP - 1)].float()
            wish = (worth - small_jumps * torch.where(choice < STOP, jump - 3, 0) / 30) * 10
        else:
            wish = torch.logit((worth / MOST_WORTH).clamp(1e-6, 1 - 1e-6))
        chosen, place, wandered, best = pick(wish, legal, row, choice, explore)
        after = rows_of(view, place)
        lesson = {name: tensor.to(torch.uint8) for name, tensor in after.items()}
        lesson["head"] = head[place].to(torch.uint8)
        story.append((rows, value[best], wandered, lesson))
        games.play(rows, chosen, after, empty[place])
    return games, story


def lessons(games, story, blend):
    """Every position with its answer: the end of the game, blended backwards with what was foretold on the way."""
    answer, answers = (games.left[:, None] <= GOALS[None]).float(), []
    for rows, value, wandered, _ in reversed(story):
        answers.append(answer[rows].half())
        earlier = (1 - blend) * value + blend * answer[rows]
        answer[rows] = torch.where(wandered[:, None], value, earlier)
    positions = {name: torch.cat([step[3][name] for step in story]) for name in story[0][3]}
    return positions, torch.cat(answers[::-1])


def learn(network, average, optimiser, positions, answers, batch):
    """Goes through the lessons once, in batches; returns the mean loss. `average` follows the network slowly."""
    count, total, batches = answers.shape[0], 0., 0
    order = torch.randperm(count, device=DEVICE)
    for start in range(0, count - batch + 1 if count > batch else 1, batch):
        rows = order[start:start + batch]
        view = rows_of(positions, rows)
        head = view.pop("head").long()
        for name in ["tops", "next_hint", "other_hints", "broken", "due", "table"]:
            view[name] = view[name].long()
        x = inputs(view, torch.rand(rows.numel(), device=DEVICE) < .5)
        with torch.autocast(DEVICE, dtype=torch.bfloat16, enabled=CARD):
            logits = network(x, head)
        loss = functional.binary_cross_entropy_with_logits(logits, answers[rows].float(), reduction="none")
        loss = (loss * GOAL_LESSON).sum(1).mean()
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        network.keep_small()
        average.follow(network, .02)
        total, batches = total + loss.detach(), batches + 1
    return float(total) / batches


# ---------------------------------------------------------------- the course


def progress(iteration, seconds, games, loss):
    """Wins in % by number of players, standard rules, as the games of one iteration went."""
    plain = (games.level == 0) & (games.fire == FIRE_OFF)
    shares = [(games.left[plain & (games.players == players)] == 0).float().mean() * 100 for players in range(1, SEATS + 1)]
    print(f"{iteration:5d} {seconds:6.0f} s  loss {loss:.4f}  won " + " ".join(f"{share:5.1f}" for share in shares), flush=True)


def cycle(average, options, beginner):
    """One cycle of learning, in which the learning rate falls to nearly nothing."""
    network, player = Network().to(DEVICE), Network().to(DEVICE).to(NUMBERS)
    network.load_state_dict(average.state_dict())
    optimiser = torch.optim.Adam(network.parameters(), lr=options.rate, betas=(.9, .99))
    begun, saved, iteration = time.monotonic(), time.monotonic(), 0
    while (done := (time.monotonic() - begun) / options.seconds) < 1 and (not options.iterations or iteration < options.iterations):
        first_steps = beginner and iteration < 8
        player.load_state_dict({name: value.to(NUMBERS) for name, value in average.state_dict().items()})
        games, story = play_games(player, options.games, .03 if done < .85 else .01, 1 - iteration / 8 if first_steps else 0.)
        positions, answers = lessons(games, story, .95 if beginner and iteration < 30 else .9)
        warming = min(1, (iteration + 1) / 5) if beginner else 1
        for group in optimiser.param_groups:
            group["lr"] = options.rate * warming * (.5 * (1 + math.cos(math.pi * done)) * .97 + .03)
        loss = learn(network, average, optimiser, positions, answers, options.batch)
        iteration += 1
        if iteration % 10 == 1:
            progress(iteration, time.monotonic() - begun, games, loss)
        if time.monotonic() - saved > 60:
            average.save(options.out)
            saved = time.monotonic()
    average.save(options.out)


def main():
    parser = argparse.ArgumentParser(description="Trains the network of the bots of THE GAME by self-play. Needs PyTorch and a graphics card.")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("thegame-net.f32"), help="where the result goes (default: %(default)s)")
    parser.add_argument("--start", type=pathlib.Path, help="go on from this result instead of from nothing")
    parser.add_argument("--cycles", type=int, default=2, help="how often the learning rate falls (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=540, help="for each cycle (default: %(default)s)")
    parser.add_argument("--iterations", type=int, default=0, help="at most so many in a cycle, to try it out")
    parser.add_argument("--games", type=int, default=16384, help="played at once (default: %(default)s)")
    parser.add_argument("--batch", type=int, default=16384, help="positions in a batch (default: %(default)s)")
    parser.add_argument("--rate", type=float, default=1.5e-3, help="learning rate at its highest (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the random numbers; graphics cards differ all the same (default: %(default)s)")
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    average = Network().to(DEVICE)
    if options.start:
        average.load(options.start)
    for number in range(options.cycles):
        print(f"cycle {number + 1} of {options.cycles} on {DEVICE}", flush=True)
        cycle(average, options, number == 0 and not options.start)


if __name__ == "__main__":
    main()
