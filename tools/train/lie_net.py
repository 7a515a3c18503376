#!/usr/bin/env python3
"""lie_net.py: trains the network of the bots of LIE by letting it play with itself.

Usage: lie_net.py [--seconds S] [--out FILE] ...      (--help lists the rest)

Needs PyTorch and a graphics card; without a card it runs on the processor, only to see that it works. No games of
people, no rules of thumb. Then turn the result into integers: quantise.py.

How it learns. Many tables, of 2 to 6 players and all options mixed, each play one round at a time. Everything is drawn
from what the network says: which ends to show, what to bid, when to call. After the round each player is worth the
chance to win the match from there, which the network foretells too, from card counts alone. What a choice brought,
compared with what was expected, makes that choice more or less likely (PPO, Schulman et al. 2017); a price on
being predictable, the entropy bonus, which falls over time, keeps the play mixed and lets it settle instead of running in circles. At some
tables one player bids oddly, so that the others learn what to make of that. The result is the slow average of the
networks on the way.

What goes in and comes out is described in src/bot/lie/net.[ch]; the two must agree. Players are counted from the one
who looks, in the order of play, those who are out left out.
"""
import argparse
import math
import pathlib
import time

from network import CARD, DEVICE, Layers, output, seconds, torch
from torch.nn import functional

SEATS, FACES, KINDS, CARDS, HAND = 6, 6, 15, 30, 5
COUNTS = 16                                    # bids of more are never made
CALL, BIDS, CHOICES = FACES * COUNTS, FACES * COUNTS + 1, 2 ** HAND
LEAST_NEED, MOST_NEED = -2, 8                  # of what a bid needs from the others; less and more are the same
NEEDS = MOST_NEED - LEAST_NEED + 1

# Where each kind of input begins, as in src/bot/lie/net.c.
AT_FACE, AT_KIND, AT_SIZE, AT_HISTORY = 0, 30, 60, 90
AT_STANDING, AT_NEED, AT_OTHERS, AT_OPENER = 666, 762, 784, 810
AT_ORDER, AT_COUNTS, AT_END, AT_TIEBREAK, AT_ONES, AT_PHASE, INPUTS = 816, 818, 820, 822, 823, 826, 829
PHASE_SHOW, PHASE_BID, PHASE_NO_CARDS = range(3)
NOTHING = INPUTS                               # fills up the lists of inputs
AT_NEED_OUTPUT, AT_SHOW_OUTPUT = BIDS, BIDS + FACES * NEEDS
AT_VALUE = AT_SHOW_OUTPUT + FACES * HAND
WIDTH, MIDDLE, OUTPUTS = 192, 64, AT_VALUE + 1

LOW = torch.tensor([low for low in range(6) for high in range(low + 1, 6)], device=DEVICE)
HIGH = torch.tensor([high for low in range(6) for high in range(low + 1, 6)], device=DEVICE)
SEAT = torch.arange(SEATS, device=DEVICE)
FACE = torch.arange(FACES, device=DEVICE)
BID_FACE = torch.arange(CALL, device=DEVICE) // COUNTS
BID_COUNT = torch.arange(CALL, device=DEVICE) % COUNTS + 1
CHOICE_BITS = torch.arange(CHOICES, device=DEVICE)[:, None] >> torch.arange(HAND, device=DEVICE) & 1
CHUNK = 400000                                 # rows valued in one go
ODD_TABLES, ODDITY = .15, .3                   # tables where one bids oddly, and how little of its judgement is left
BUCKETS = 7 * 2 * 2 * 2 * 6


# ---------------------------------------------------------------- the network


class Network(Layers):
    """Outputs for bids, for faces to show, and the chance to win the match."""

    most_input, most_middle = 1.5, 3

    def __init__(self):
        super().__init__(INPUTS, WIDTH, MIDDLE, OUTPUTS, spread=.12)
        with torch.no_grad():
            self.l3.weight.mul_(.3)

    def forward(self, rows):
        x = torch.zeros(rows.shape[0], INPUTS + 1, device=DEVICE, dtype=torch.bfloat16 if CARD else torch.float32)
        x.scatter_(1, rows.long(), 1.)
        with torch.autocast(DEVICE, dtype=torch.bfloat16, enabled=CARD):
            return self.outputs_of(self.l1(x[:, :INPUTS])).float()


def outputs_of(network, rows):
    with torch.no_grad():
        return torch.cat([network(part) for part in rows.split(CHUNK)])


# ---------------------------------------------------------------- matches


def draw(count, below):
    return torch.randint(below, (count,), device=DEVICE)


class Matches:
    """Where many matches stand between two rounds: cards by place, the starter first, those who are out left out."""

    def __init__(self, count, duel=False):
        self.count, self.duel = count, duel
        self.cards = torch.zeros(count, SEATS, dtype=torch.long, device=DEVICE)
        self.by_count, self.wild, self.down, self.last, self.tiebreak = (torch.zeros(count, dtype=torch.bool, device=DEVICE) for _ in range(5))
        self.restart(torch.ones(count, dtype=torch.bool, device=DEVICE))

    def players(self):
        return (self.cards > 0).sum(1)

    def restart(self, which):
        """New matches, half of them from the start, half from any card counts."""
        rows = which.nonzero()[:, 0]
        count = rows.numel()
        share = torch.tensor([0, 0, 1, 0, 0, 0, 0.] if self.duel else [0, 0, .34, .18, .24, .12, .12], device=DEVICE)
        players = torch.multinomial(share, max(count, 1), True)[:count]
        self.by_count[rows], self.wild[rows], self.down[rows], self.last[rows] = (draw(count, 2) == 1 for _ in range(4))
        start = torch.where(self.down[rows], HAND, 1)[:, None].expand(-1, SEATS)
        anywhere = draw(count, 2)[:, None] == 1
        cards = torch.where(anywhere, torch.randint(1, HAND + 1, (count, SEATS), device=DEVICE), start)
        tiebreak = anywhere[:, 0] & (draw(count, 16) == 0)
        cards = torch.where(tiebreak[:, None], cards[:, :1], cards)
        self.tiebreak[rows] = tiebreak
        self.cards[rows] = torch.where(SEAT < players[:, None], cards, 0)

    def advance(self, loser, winner):
        """What losing a round does (LI9-LI11, LI14, LI15). Returns each old place's new place, -1 when out, and who has won, -1 for nobody."""
        every = torch.arange(self.count, device=DEVICE)
        alive = self.cards > 0
        cards = self.cards.clone()
        moved = cards[every, loser] + torch.where(self.down, -1, 1)
        out = self.tiebreak | (moved < 1) | (moved > HAND)
        cards[every, loser] = torch.where(out, 0, moved)
        standing = torch.where(cards > 0, torch.where(self.down[:, None], cards, HAND + 1 - cards), 0)
        best = standing == standing.amax(1, keepdim=True)
        ends = out & ~self.tiebreak & ~self.last
        cards = torch.where(ends[:, None] & ~best, 0, cards)
        self.tiebreak = self.tiebreak | ends
        alive = cards > 0
        over = alive.sum(1) == 1
        champion = torch.where(over, alive.long().argmax(1), -1)
        distance = (SEAT - winner[:, None]) % SEATS  # places beyond the last player are empty: passed over like the others
        key = torch.where(alive, distance, SEATS + SEAT)
        order = key.argsort(1)
        self.cards = cards.gather(1, order)
        place = torch.empty_like(order).scatter_(1, order, SEAT.expand(self.count, -1).contiguous())
        return torch.where(alive, place, -1), champion

    def buckets(self):
        """Matches whose rounds weigh about the same."""
        most = torch.where(self.down, HAND + 1 - torch.where(self.cards > 0, self.cards, 9).amin(1), self.cards.amax(1))
        return (((self.players() * 2 + self.tiebreak) * 2 + self.last) * 2 + self.down) * 6 + most


# ---------------------------------------------------------------- what the network sees


def common_inputs(matches, rows, place):
    """Inputs of the table: sizes, cards of the others, opener, options; for the tables `rows`, seen from `place`."""
    cards, players = matches.cards[rows], (matches.cards[rows] > 0).sum(1, keepdim=True)
    seen = cards.gather(1, (SEAT + place[:, None]) % players.clamp(min=1))
    size = torch.where(SEAT < players, AT_SIZE + SEAT * HAND + seen - 1, NOTHING)
    others = AT_OTHERS + cards.sum(1) - cards.gather(1, place[:, None])[:, 0]
    opener = AT_OPENER + (-place) % players[:, 0]
    options = [AT_ORDER + matches.by_count[rows].long(), AT_COUNTS + matches.down[rows].long(), AT_END + matches.last[rows].long(),
               torch.where(matches.tiebreak[rows], AT_TIEBREAK, NOTHING)]
    return torch.cat([size, torch.stack([others, opener] + options, 1)], 1)


def with_phase(parts, phase, ones):
    """Puts a list of inputs together; `ones` is 0 plain, 1 wild, 2 plain because the round opened on ones."""
    count = ones.numel()
    last = torch.stack([AT_ONES + ones, torch.full((count,), AT_PHASE + phase, device=DEVICE)], 1)
    rows = torch.cat(parts + [last], 1)
    return functional.pad(rows, (0, 62 - rows.shape[1]), value=NOTHING).short()


def kind_inputs(hand):
    """Of sorted hands; the second card of a kind has an input of its own."""
    again = functional.pad((hand[:, 1:] == hand[:, :-1]).long(), (1, 0))
    return torch.where(hand < KINDS, AT_KIND + hand * 2 + again, NOTHING)


def face_inputs(counts):
    """One input for each card that shows a face: the first, the second, ..."""
    steps = torch.arange(HAND, device=DEVICE)
    on = steps < counts[:, :, None]
    rows = torch.where(on, AT_FACE + FACE[:, None] * HAND + steps, NOTHING).flatten(1)
    return rows.sort(1).values[:, :HAND]


# ---------------------------------------------------------------- a round


class Story:
    """What was chosen in a round: the inputs, the choice, its log-probability, and whose it was."""

    def __init__(self):
        self.parts = []

    def add(self, rows, choice, chance, table, place, extra):
        self.parts.append((rows, choice, chance, table, place, extra))

    def together(self):
        return [torch.cat(column) for column in zip(*self.parts)]


def sample(logits):
    logs = functional.log_softmax(logits, 1)
    choice = torch.multinomial(logs.exp(), 1)
    return choice[:, 0], logs.gather(1, choice)[:, 0]


def show_logits(outputs, hand):
    """Of all 32 ways to turn the cards: what the network likes about each face's number, summed."""
    liking = functional.pad(outputs[:, AT_SHOW_OUTPUT:AT_VALUE].view(-1, FACES, HAND), (1, 0))
    there = hand < KINDS
    kind = hand.clamp(max=KINDS - 1)
    faces = torch.where(CHOICE_BITS == 1, HIGH[kind][:, None], LOW[kind][:, None])       # rows, 32, 5
    faces = torch.where(there[:, None], faces, FACES)
    counts = (faces[..., None] == FACE).sum(2)                                            # rows, 32, 6
    logits = liking.gather(2, counts.transpose(1, 2)).sum(1)
    illegal = (CHOICE_BITS * ~there[:, None]).any(2)
    return logits.masked_fill(illegal, -1e9), counts


def bid_logits(outputs, matching):
    """What the network likes about a bid, and about what it needs from the others; `matching` is what the own cards give each face."""
    need = (BID_COUNT - matching[:, BID_FACE]).clamp(LEAST_NEED, MOST_NEED) - LEAST_NEED
    liking = outputs[:, AT_NEED_OUTPUT:AT_SHOW_OUTPUT].gather(1, BID_FACE * NEEDS + need)
    return torch.cat([outputs[:, :CALL] + liking, outputs[:, CALL:BIDS]], 1)


def legal_bids(by_count, cards, face, count):
    """`count` is 0 before the first bid."""
    face, count = face[:, None], count[:, None]
    higher = torch.where(by_count[:, None], (BID_COUNT > count) | ((BID_COUNT == count) & (BID_FACE > face)),
                         (BID_FACE > face) | ((BID_FACE == face) & (BID_COUNT > count)))
    bids = (BID_COUNT <= cards[:, None]) & (higher | (count == 0))
    return torch.cat([bids, count > 0], 1)


def deal(matches):
    """Sorted hands by place; KINDS where there is no card."""
    deck = torch.rand(matches.count, CARDS, device=DEVICE).argsort(1) // 2
    first = matches.cards.cumsum(1) - matches.cards
    slot = torch.arange(HAND, device=DEVICE)
    at = (first[:, :, None] + slot).clamp(max=CARDS - 1)
    hand = deck.gather(1, at.flatten(1)).view(-1, SEATS, HAND)
    return torch.where(slot < matches.cards[:, :, None], hand, KINDS).sort(2).values


def show(network, matches, hands, story):
    """Everybody turns their cards; returns the faces shown, as counts by place."""
    table, place = (matches.cards > 0).nonzero(as_tuple=True)
    hand = hands[table, place]
    rows = with_phase([kind_inputs(hand), common_inputs(matches, table, place)], PHASE_SHOW, matches.wild[table].long())
    choice, chance = [], []
    shown = torch.zeros(matches.count, SEATS, FACES, dtype=torch.long, device=DEVICE)
    for part in torch.arange(table.numel(), device=DEVICE).split(CHUNK // 4):
        logits, counts = show_logits(outputs_of(network, rows[part]), hand[part])
        picked, log = sample(logits)
        choice.append(picked)
        chance.append(log)
        shown[table[part], place[part]] = counts.gather(1, picked[:, None, None].expand(-1, 1, FACES))[:, 0]
    story.add(rows, torch.cat(choice), torch.cat(chance), table, place, hand)
    return shown


class Round:
    """The bidding."""

    def __init__(self, matches, hands, shown):
        self.matches, self.hands, self.shown, count = matches, hands, shown, matches.count
        self.total = matches.cards.sum(1)
        self.players = matches.players()
        self.history = torch.zeros(count, SEATS, FACES, dtype=torch.long, device=DEVICE)
        self.face, self.bid, self.turn, self.loser, self.winner, self.ones = (
            torch.zeros(count, dtype=torch.long, device=DEVICE) for _ in range(6))
        self.ones = matches.wild.long()
        self.odd = torch.where(torch.rand(count, device=DEVICE) < ODD_TABLES, draw(count, SEATS) % self.players, -1)

    def matching(self, counts, face, ones):
        """How many of these count for a face: wild ones too, unless they are plain or bid on themselves."""
        own = counts.gather(1, face[:, None])[:, 0]
        return own + torch.where((ones == 1) & (face > 0), counts[:, 0], 0)

    def inputs(self, table):
        place, players = self.turn[table], self.players[table]
        own = self.shown[table, place]
        around = (SEAT + place[:, None]) % players[:, None]
        history = self.history[table].gather(1, around[:, :, None].expand(-1, -1, FACES))
        history = torch.where(SEAT[:, None] < players[:, None, None], history, 0)
        at = AT_HISTORY + (SEAT[:, None] * FACES + FACE) * COUNTS + history - 1
        past = torch.where(history > 0, at, NOTHING).flatten(1)
        face, bid = self.face[table], self.bid[table]
        need = (bid - self.matching(own, face, self.ones[table])).clamp(-5, 16) + 5
        standing = torch.stack([torch.where(bid > 0, AT_STANDING + face * COUNTS + bid - 1, NOTHING),
                                torch.where(bid > 0, AT_NEED + need, NOTHING)], 1)
        parts = [face_inputs(own), kind_inputs(self.hands[table, place]), common_inputs(self.matches, table, place), past, standing]
        return with_phase(parts, PHASE_BID, self.ones[table])

    def challenge(self, table):
        face, bid = self.face[table], self.bid[table]
        found = self.matching(self.shown[table].sum(1), face, self.ones[table])
        challenger, bidder = self.turn[table], (self.turn[table] - 1) % self.players[table]
        self.loser[table] = torch.where(found >= bid, challenger, bidder)
        self.winner[table] = torch.where(found >= bid, bidder, challenger)

    def raise_bid(self, table, choice):
        face, count, place = BID_FACE[choice], BID_COUNT[choice], self.turn[table]
        opens = self.bid[table] == 0
        self.ones[table] = torch.where(opens & (face == 0) & (self.ones[table] == 1), 2, self.ones[table])
        self.history[table, place, face] = count
        self.face[table], self.bid[table] = face, count
        self.turn[table] = (place + 1) % self.players[table]

    def play(self, network, story):
        active = torch.arange(self.matches.count, device=DEVICE)
        while active.numel():
            rows = self.inputs(active)
            legal = legal_bids(self.matches.by_count[active], self.total[active], self.face[active], self.bid[active])
            own = self.shown[active, self.turn[active]]
            matching = own + torch.where((self.ones[active] == 1)[:, None] & (FACE > 0), own[:, :1], 0)
            odd = self.odd[active] == self.turn[active]
            logits = bid_logits(outputs_of(network, rows), matching) * torch.where(odd, ODDITY, 1.)[:, None]
            choice, chance = sample(logits.masked_fill(~legal, -1e9))
            extra = torch.cat([torch.stack([self.matches.by_count[active].long(), self.total[active], self.face[active], self.bid[active]], 1),
                               matching], 1)
            story.add(rows[~odd], choice[~odd], chance[~odd], active[~odd], self.turn[active][~odd], extra[~odd])
            called = choice == CALL
            self.challenge(active[called])
            self.raise_bid(active[~called], choice[~called])
            active = active[~called]


def match_values(network, matches):
    """Each place's chance to win the match, from the card counts alone, and the inputs that say so."""
    table, place = (matches.cards > 0).nonzero(as_tuple=True)
    rows = with_phase([common_inputs(matches, table, place)], PHASE_NO_CARDS, matches.wild[table].long())
    values = torch.zeros(matches.count, SEATS, device=DEVICE)
    values[table, place] = outputs_of(network, rows)[:, AT_VALUE].sigmoid()
    return values / values.sum(1, keepdim=True), rows, table, place


def play_round(network, matches, for_round):
    """One round at every table. Returns what was chosen and what each place was worth afterwards."""
    stories = Story(), Story()
    hands = deal(matches)
    buckets = matches.buckets()
    shown = show(network, matches, hands, stories[0])
    bidding = Round(matches, hands, shown)
    bidding.play(network, stories[1])
    before, rows, table, place = match_values(network, matches)
    moved, champion = matches.advance(bidding.loser, bidding.winner)
    after = match_values(network, matches)[0]
    worth = torch.where(moved >= 0, after.gather(1, moved.clamp(min=0)), 0)
    worth = torch.where((champion >= 0)[:, None], (SEAT == champion[:, None]).float(), worth)
    matches.restart((champion >= 0) | (draw(matches.count, 24) == 0))
    every = torch.arange(matches.count, device=DEVICE)
    simple = torch.zeros_like(worth)
    simple[every, bidding.winner], simple[every, bidding.loser] = 1, -1
    length = stories[1].together()[0].shape[0] / matches.count
    return stories, worth, worth * (1 - for_round) + (before + .2 * simple) * for_round, buckets, (rows, table, place), length


# ---------------------------------------------------------------- learning


class Scale:
    """How much the rounds of each bucket weigh, so that all are learned from alike."""

    def __init__(self):
        self.square = torch.full((BUCKETS,), .04, device=DEVICE)

    def update(self, bucket, surprise):
        count = torch.zeros(BUCKETS, device=DEVICE).index_add_(0, bucket, torch.ones_like(surprise))
        total = torch.zeros(BUCKETS, device=DEVICE).index_add_(0, bucket, surprise ** 2)
        pace = .05 * count / (count + 100)
        self.square += pace * (total / count.clamp(min=1) - self.square)

    def of(self, bucket):
        return self.square[bucket].clamp(min=1e-6).sqrt()


def policy_loss(logs, choice, chance, advantage, price, clip):
    """Clipped policy gradient and the price on being predictable."""
    chosen = logs.gather(1, choice[:, None])[:, 0]
    ratio = (chosen - chance).exp()
    gain = torch.minimum(ratio * advantage, ratio.clamp(1 - clip, 1 + clip) * advantage).mean()
    entropy = -(logs.exp() * logs.clamp(min=-50)).sum(1).mean()
    return -gain - price * entropy, entropy


def batches(count, size):
    return torch.randperm(count, device=DEVICE).split(size)


def lessons(network, stories, utility, worth, buckets, scale):
    """Rows with choices, and how much better than expected each went."""
    result = []
    for story in stories:
        rows, choice, chance, table, place, extra = story.together()
        expected = outputs_of(network, rows)[:, AT_VALUE].sigmoid()
        surprise = utility[table, place] - expected
        scale.update(buckets[table], surprise)
        result.append((rows, choice, chance, surprise / scale.of(buckets[table]), worth[table, place], extra))
    return result


def step(network, average, optimiser, loss):
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(network.parameters(), 1.)
    optimiser.step()
    network.keep_small()
    average.follow(network, .0004)


def learn(network, average, optimiser, shows, bids, public, worth, price, options):
    """Once through all lessons; returns entropies of showing and bidding and the value loss."""
    rows, table, place = public
    parts = options.parts
    seen = []
    cut = [batches(count, (count + parts - 1) // parts) for count in (shows[0].shape[0], bids[0].shape[0], rows.shape[0])]
    for show_part, bid_part, public_part in zip(*cut):
        show_rows, choice, chance, advantage, value, hand = (column[show_part] for column in shows)
        outputs = network(show_rows)
        logs = functional.log_softmax(show_logits(outputs, hand)[0], 1)
        loss, show_entropy = policy_loss(logs, choice, chance, advantage, price, options.clip)
        loss = loss + functional.binary_cross_entropy_with_logits(outputs[:, AT_VALUE], value)
        bid_rows, choice, chance, advantage, value, extra = (column[bid_part] for column in bids)
        outputs = network(bid_rows)
        legal = legal_bids(extra[:, 0] == 1, extra[:, 1], extra[:, 2], extra[:, 3])
        logs = functional.log_softmax(bid_logits(outputs, extra[:, 4:]).masked_fill(~legal, -1e9), 1)
        bid_loss, bid_entropy = policy_loss(logs, choice, chance, advantage, price, options.clip)
        value_loss = functional.binary_cross_entropy_with_logits(outputs[:, AT_VALUE], value)
        outputs = network(rows[public_part])
        public_loss = functional.binary_cross_entropy_with_logits(outputs[:, AT_VALUE], worth[table[public_part], place[public_part]])
        step(network, average, optimiser, loss + 2 * bid_loss + value_loss + public_loss)
        seen.append(torch.stack([show_entropy, bid_entropy, value_loss]).detach())
    return torch.stack(seen).mean(0).tolist()


def opening_values(network):
    """The starter's chance in matches of two, plain ones, by faces and by count: 1 against 1 up, 5 against 5 down."""
    matches = Matches(4)
    matches.cards = torch.tensor([[1, 1, 0, 0, 0, 0], [5, 5, 0, 0, 0, 0]] * 2, device=DEVICE)
    no, half = torch.tensor([False] * 4, device=DEVICE), torch.tensor([False, False, True, True], device=DEVICE)
    matches.by_count, matches.wild, matches.down, matches.last, matches.tiebreak = half, no, torch.tensor([False, True] * 2, device=DEVICE), no, no
    return " ".join(f"{value:.3f}" for value in match_values(network, matches)[0][:, 0].tolist())


def train(average, options):
    network = Network().to(DEVICE)
    network.load_state_dict(average.state_dict())
    optimiser = torch.optim.Adam(network.parameters(), lr=options.rate, betas=(.9, .99))
    matches, scale = Matches(options.tables, options.duel), Scale()
    begun = saved = time.monotonic()
    iteration = 0
    while (done := (time.monotonic() - begun) / options.seconds) < 1 and (not options.iterations or iteration < options.iterations):
        price = options.price * (options.last_price / options.price) ** min(1, done / .8)
        for_round = 0 if options.start else max(0, 1 - done / .15)
        for group in optimiser.param_groups:
            group["lr"] = options.rate * (.5 * (1 + math.cos(math.pi * done)) * .95 + .05)
        stories, worth, utility, buckets, public, length = play_round(network, matches, for_round)
        shows, bids = lessons(network, stories, utility, worth, buckets, scale)
        seen = learn(network, average, optimiser, shows, bids, public, worth, price, options)
        iteration += 1
        if iteration % options.report == 1:
            print(f"{iteration:6d} {time.monotonic() - begun:6.0f} s  price {price:.3f}  entropies {seen[0]:.3f} {seen[1]:.3f}  value loss "
                  f"{seen[2]:.4f}  bids {length:.2f}  openers {opening_values(average)}", flush=True)
        if time.monotonic() - saved > 60:
            average.save(options.out)
            saved = time.monotonic()
    average.save(options.out)


def main():
    parser = argparse.ArgumentParser(description="Trains the network of the bots of LIE by self-play. Needs PyTorch and a graphics card.")
    parser.add_argument("--out", type=output, default=pathlib.Path("lie-net.f32"), help="where the result goes (default: %(default)s)")
    parser.add_argument("--start", type=pathlib.Path, help="go on from this result instead of from nothing")
    parser.add_argument("--duel", action="store_true", help="two players only")
    parser.add_argument("--seconds", type=seconds, default=540, help="(default: %(default)s)")
    parser.add_argument("--iterations", type=int, default=0, help="at most so many, to try it out")
    parser.add_argument("--tables", type=int, default=65536, help="played at once (default: %(default)s)")
    parser.add_argument("--parts", type=int, default=8, help="that the lessons of an iteration are learned in (default: %(default)s)")
    parser.add_argument("--rate", type=float, default=7e-4, help="learning rate at its highest (default: %(default)s)")
    parser.add_argument("--clip", type=float, default=.2, help="how far one iteration may move a chance (default: %(default)s)")
    parser.add_argument("--price", type=float, default=.2, help="on being predictable, at first (default: %(default)s)")
    parser.add_argument("--last-price", type=float, default=.02, help="and at last (default: %(default)s)")
    parser.add_argument("--report", type=int, default=50, help="iterations between two lines of progress (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the random numbers; graphics cards differ all the same (default: %(default)s)")
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    average = Network().to(DEVICE)
    if options.start:
        average.load(options.start)
    train(average, options)


if __name__ == "__main__":
    main()
