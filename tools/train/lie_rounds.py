#!/usr/bin/env python3
"""lie_rounds.py: nearly solves rounds of LIE between two that are far too large for `stos solve`, up to 5 against 5, by all rules at once.

Usage: lie_rounds.py [A,B ...] [--iterations N] [--out TABLE | --judge TABLE] ...      (--help lists the rest)

A,B are the cards of the one who opens and of the other one, such as 5,5. Needs PyTorch; 5 against 5 wants a graphics card, its tables take more than 20 GB; rounds
of a few cards run anywhere. Prints what a round is worth to the one who opens, +-1, by each order of bids and kind of ones. With --out the rounds
by face with plain ones alone are solved, made small and written into a table for the bots (lie_table.py), beside those that it holds; with --judge nothing is solved, but
what a player who forgets as much learns to win from the rounds in a table. With --against both learn while the other one plays, with a chance of --share, as a bot that lie_watch
watched would (a data-biased response; Johanson and Bowling 2009): among mixtures that give little away, those are found that take most from that bot.

How it solves. Counterfactual regret minimisation, discounted and with a forecast (PDCFR+, Xu et al. 2024): regrets are matched as if the next ones
were those of now, which takes half of the iterations that src/solve/lie would. But players forget: one
turns the cards by what they are, and then bids by the faces that they show, by the standing bid and by the own last bid alone (imperfect recall;
Neller and Hnath 2011 play liar's dice so). What may have happened so far is then a table of bid and own last bid instead of
all sets of bids, with a matrix at each place: how likely the two show which faces and have come there. Going down the bids multiplies these matrices by
the mixtures, going up brings the values back, and both are products of matrices, which a card is made for. Bids of more than --most are
left out: nobody means them. So a value is right only as far as forgetting costs nothing; with --exploit, for a few cards, an exact best answer
that forgets nothing of the bidding says how much could be won from the mixtures.
"""
import argparse
import itertools
import pathlib
import sys
import time

import lie_table
import lie_watched
from network import CARD, DEVICE, give_up, positive, torch

FACES, KINDS, HAND = 6, 15, 5
PAIRS = [(low, high) for low in range(FACES) for high in range(low + 1, FACES)]


def shown_hands(size):
    """All ways to show so many faces, as counts of each face."""
    return [counts for counts in itertools.product(range(size + 1), repeat=FACES) if sum(counts) == size]


def dealt_hands(size):
    """All hands of so many cards, as sorted kinds."""
    return [hand for hand in itertools.combinations_with_replacement(range(KINDS), size) if all(hand.count(kind) <= 2 for kind in hand)]


class Side:
    """What one player may have: hands as dealt, what they may show, and how each way to turn one shows which."""

    def __init__(self, size):
        self.size, shown, dealt = size, shown_hands(size), dealt_hands(size)
        number = {counts: i for i, counts in enumerate(shown)}
        self.counts = torch.tensor(shown, device=DEVICE)
        self.kinds = torch.tensor(dealt, device=DEVICE)
        self.copies = torch.zeros(len(dealt), KINDS, device=DEVICE).scatter_add_(1, self.kinds, torch.ones_like(self.kinds, dtype=torch.float))
        self.ways = 2 ** size
        way = torch.zeros(len(dealt), self.ways, dtype=torch.long)
        for i, hand in enumerate(dealt):
            for ends in range(self.ways):
                faces = [PAIRS[kind][ends >> card & 1] for card, kind in enumerate(hand)]
                way[i, ends] = number[tuple(map(faces.count, range(FACES)))]
        self.way = way.to(DEVICE)
        self.shown, self.dealt = len(shown), len(dealt)


SIDES = {}


def side_of(size):
    if size not in SIDES:
        SIDES[size] = Side(size)
    return SIDES[size]


PLAIN, WILD, WILD_OFF = range(3)  # what ones are, as in src/bot/lie/bidding.h
PLANES = [(by_count, ones) for by_count in (False, True) for ones in (PLAIN, WILD, WILD_OFF)]
GAMES = [(by_count, ones) for by_count in (False, True) for ones in (PLAIN, WILD)]
SOURCE = [GAMES.index((by_count, min(ones, WILD))) for by_count, ones in PLANES]  # the game that leads to each plane


class Rounds:
    """Rounds between two of given sizes by all rules at once, and the strategy so far. Player 0 opens.

    B bids in order, H[p] hands that player p may show. A place of the bidding is the standing bid b, the plane, the player p on
    turn, and p's own last bid: 0 for none, or 1 more than its number. What lies there, of each hand of p (and of the other one):

        reach   how likely the two have these hands and have come here
        own     the same of p alone, as if the other one bid anything alike; and `other` of the other one alone
        value   what the place is worth to p
        bid     regrets, what they are hoped to be next, summed mixtures and the mixture of now, of each next bid, the challenge last
        gain    what each of them brings, weighed by `reach`

    `root` has the same of the openings and `show` of the ways to turn the cards, of each of the four games. A plane is a game as it
    goes on: with wild ones there are two, as an opening on ones makes them plain (LI12).
    """

    def __init__(self, sizes, most=99, tremble=1e-4, games=GAMES):
        self.games, self.planes = games, [plane for plane, game in zip(PLANES, SOURCE) if GAMES[game] in games]
        self.sizes, self.sides, self.tremble = sizes, [side_of(size) for size in sizes], tremble
        counts = range(1, min(sum(sizes), most) + 1)
        order = {False: [(face, count) for face in range(FACES) for count in counts], True: [(face, count) for count in counts for face in range(FACES)]}
        self.bids = [order[by_count] for by_count, _ in self.planes]
        B = self.B = len(self.bids[0])
        Q, G = len(self.planes), len(games)
        H = self.H = [side.shown for side in self.sides]
        zeros = lambda *size: torch.zeros(*size, device=DEVICE)
        players = range(2)
        self.reach, self.value = ([zeros(B, Q, H[p], B + 1, H[1 - p]) for p in players] for _ in range(2))
        self.own = [zeros(B, Q, H[p], B + 1) for p in players]
        self.other = [zeros(B, Q, B + 1, H[1 - p]) for p in players]
        names = ("regret", "hope", "sum", "policy")
        self.bid = [{name: zeros(B, Q, H[p], B + 1, B + 1) for name in names} for p in players]
        self.gain = [zeros(B, Q, H[p], B + 1, B + 1) for p in players]
        self.root = {name: zeros(G, H[0], B) for name in names}
        self.show = [{name: zeros(G, side.dealt, side.ways) for name in names} for side in self.sides]
        b, c = torch.arange(B, device=DEVICE)[:, None], torch.arange(B + 1, device=DEVICE)
        self.legal = ((c > b)[:, None, None, None, :] & (c <= b)[:, None, None, :, None]).float()
        self.even = self.legal / self.legal.sum(4, keepdim=True).clamp(min=1)
        self.calls = [torch.stack([self.call_values(plane, p) for plane in range(Q)], 1) for p in players]
        ones_first = torch.tensor([[face == 0 for face, _ in bids] for bids in self.bids], device=DEVICE)
        kind = torch.tensor([ones for _, ones in self.planes], device=DEVICE)[:, None]
        self.opens = ((kind == PLAIN) | ((kind == WILD_OFF) == ones_first)).float()  # whether an opening leads to a plane
        self.source = torch.tensor([games.index((by_count, min(ones, WILD))) for by_count, ones in self.planes], device=DEVICE)
        self.plane = torch.stack([(self.opens.bool() & (self.source == game)[:, None]).long().argmax(0) for game in range(G)])
        self.every_bid = torch.arange(B, device=DEVICE)
        self.chance = self.deals()
        self.kept, self.keeps, self.weight, self.result = zeros(()), zeros(()), zeros(()), zeros(G)
        self.habits, self.share = None, 0

    def deals(self):
        """How likely both are dealt two hands."""
        ways = torch.ones(self.sides[0].dealt, self.sides[1].dealt, device=DEVICE)
        table = torch.tensor([[1., 2, 1], [2, 2, 0], [1, 0, 0]], device=DEVICE)  # copies of a kind here and there
        for kind in range(KINDS):
            ways *= table[self.sides[0].copies[:, kind].long()][:, self.sides[1].copies[:, kind].long()]
        return ways / ways.double().sum().float()

    def call_values(self, plane, player):
        """What the player on turn wins by challenging each bid."""
        def matching(which, face):
            counts = self.sides[which].counts
            return counts[:, face] + (counts[:, 0] if self.planes[plane][1] == WILD and face else 0)
        holds = [(matching(player, face)[:, None] + matching(1 - player, face)) >= count for face, count in self.bids[plane]]
        return torch.stack([1 - 2 * hold.float() for hold in holds])[:, :, None]

    # ---------------------------------------------------------------- one iteration

    def tables(self, p):
        return [self.bid[p], self.show[p]] + ([self.root] if p == 0 else [])

    def match_regrets(self, players=(0, 1), name="hope"):
        for table in itertools.chain.from_iterable(map(self.tables, players)):
            policy = table["policy"]
            torch.clamp(table[name], min=0, out=policy)
            total = policy.sum(-1, keepdim=True)
            even = self.even if policy.dim() == 5 else torch.full((), 1 / policy.shape[-1], device=DEVICE)
            policy.copy_(torch.where(total > 1e-30, policy / total.clamp(min=1e-30), even))

    def bind(self, p, share):
        """Player p follows the habits of the watched bot with a chance of `share`, wherever that was seen."""
        habits = self.habits[p]
        for table, (chance, seen) in zip(self.tables(p), (habits.bid, habits.show, habits.root)):
            table["policy"].lerp_(chance, share * seen)

    def turn_cards(self):
        """What both show: joint chances, and those of the other's for each own hand."""
        dense = [torch.zeros(len(self.games), side.dealt, side.shown, device=DEVICE).scatter_add_(
            2, side.way.expand(len(self.games), -1, -1), table["policy"] + self.tremble) for side, table in zip(self.sides, self.show)]
        self.seen = [torch.matmul(self.chance, dense[1]), torch.matmul(self.chance.t(), dense[0])]
        self.deal = torch.bmm(dense[0].transpose(1, 2), self.seen[0])
        self.shown = [self.deal.sum(2), self.deal.sum(1)]

    def walk_down(self):
        B, Q, H = self.B, len(self.planes), self.H
        root = (self.root["policy"] + self.tremble)[self.source] * self.opens[:, None]  # planes, hands, bids
        self.reach[1][:, :, :, 0] = root.permute(2, 0, 1)[:, :, None] * self.deal[self.source].transpose(1, 2)
        self.other[1][:, :, 0] = root.permute(2, 0, 1) * self.shown[0][self.source]
        self.own[1][:, :, :, 0] = self.opens.t()[:, :, None] * self.shown[1][self.source] / B
        for b in range(B - 1):
            for p in range(2):
                policy = (self.bid[p]["policy"][b, :, :, :b + 1, b + 1:B] + self.tremble).flatten(0, 1)
                child = torch.bmm(policy.transpose(1, 2), self.reach[p][b, :, :, :b + 1].flatten(0, 1)).view(Q, H[p], B - 1 - b, H[1 - p])
                self.reach[1 - p][b + 1:, :, :, b + 1] = child.permute(2, 0, 3, 1)
                own = torch.bmm(self.own[p][b, :, :, None, :b + 1].flatten(0, 1), policy).view(Q, H[p], B - 1 - b)
                self.other[1 - p][b + 1:, :, b + 1] = own.permute(2, 0, 1)
                self.own[1 - p][b + 1:, :, :, b + 1] = self.other[p][b, :, :b + 1].sum(1) / (B - b)

    def walk_up(self):
        B, Q, H = self.B, len(self.planes), self.H
        for b in reversed(range(B)):
            for p in range(2):
                after = torch.cat([-self.value[1 - p][b + 1:, :, :, b + 1].permute(1, 3, 0, 2), self.calls[p][b]], 2).flatten(0, 1)
                gain = torch.bmm(self.reach[p][b, :, :, :b + 1].flatten(0, 1), after.transpose(1, 2))
                self.gain[p][b, :, :, :b + 1, b + 1:] = gain.view(Q, H[p], b + 1, B - b)
                value = torch.bmm(self.bid[p]["policy"][b, :, :, :b + 1, b + 1:].flatten(0, 1), after)
                self.value[p][b, :, :, :b + 1] = value.view(Q, H[p], b + 1, H[1 - p])
        opened = -self.value[1][:, :, :, 0]
        self.after = torch.stack([opened[self.every_bid, plane].permute(2, 0, 1) for plane in self.plane])  # games, own, bids, other
        self.opening = torch.matmul(self.root["policy"][:, :, None], self.after)[:, :, 0]

    def learn_from(self, table, gain, own, legal=1):
        gain = (gain - (gain * table["policy"]).sum(-1, keepdim=True)) * legal
        table["regret"].mul_(self.kept).add_(gain).clamp_(min=0)
        torch.addcmul(gain, table["regret"], self.keeps, out=table["hope"])
        table["sum"] += self.weight * own * table["policy"]

    def learn(self, p):
        """One player learns from what its choices bring against the other one's mixtures."""
        own, side = self.own[p][..., None], self.sides[p]
        self.learn_from(self.bid[p], torch.where(own > 0, self.gain[p] / own.clamp(min=1e-37), torch.zeros_like(own)), own, self.legal)
        if p == 0:
            own = self.shown[0][..., None]
            self.learn_from(self.root, torch.matmul(self.after, self.deal[..., None])[..., 0] / own.clamp(min=1e-37), own)
        worth = self.opening if p == 0 else -self.opening.transpose(1, 2)
        gain = torch.bmm(self.seen[p], worth.transpose(1, 2))
        self.learn_from(self.show[p], gain.gather(2, side.way.expand(len(self.games), -1, -1)), 1)

    def walk(self):
        """Goes through all of the round by the policies as they are: reach, own and value are those of them."""
        self.turn_cards()
        self.walk_down()
        self.walk_up()

    def iterate(self, players=(0, 1)):
        for p in players:
            self.match_regrets(players)
            if self.habits and 1 - p in players:  # else the other one stays as it is
                self.bind(1 - p, self.share)
            self.walk()
            self.learn(p)

    def solve(self, iterations):
        replay = self.iterate
        for t in range(1, iterations + 1):
            if CARD and t == 4:
                replay = self.recorded()
            self.pace(t)
            replay()

    def pace(self, t):
        """How much of earlier regrets stays now and next, and what the mixture of now counts in the average."""
        self.kept.fill_((t - 1) ** 2.3 / ((t - 1) ** 2.3 + 1))
        self.keeps.fill_(t ** 2.3 / (t ** 2.3 + 1))
        self.weight.fill_(t ** 5 / 1e9)

    def recorded(self):
        """An iteration as one graph of the card, which saves the time between its many small steps."""
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self.iterate()
        return graph.replay

    def worth(self):
        """What the round is worth to the one who opens in each game, as walked last."""
        return (self.deal * self.opening).sum((1, 2)) / self.deal.sum((1, 2))

    def settle(self):
        """Takes the average strategy for the policy and walks it."""
        self.match_regrets(name="sum")
        self.walk()
        self.result.copy_(self.worth())

    def answer(self, p, iterations):
        """The most that player p, who forgets too, was seen to win from the other one's policy in each game. The regrets and the policy of p are lost."""
        for table in self.tables(p):
            table["regret"].zero_()
            table["hope"].zero_()
        most = torch.full_like(self.result, -1)
        for t in range(1, iterations + 1):
            self.pace(t)
            self.weight.zero_()
            self.iterate((p,))
            most = torch.maximum(most, self.worth() if p == 0 else -self.worth())
        return most


# ---------------------------------------------------------------- best answers


def best(rounds, game, who, node, plane, mover, reach):
    """What the player `who` can win by each hand shown, weighed by chance; `node` is the mover's own last bid, or -1, and the standing one."""
    a, b = node
    deal = rounds.deal[game] if who == 0 else rounds.deal[game].t()
    def after(c, reach):
        return best(rounds, game, who, (b, c), int(rounds.plane[game, c]) if b < 0 else plane, 1 - mover, reach)
    if mover == who:
        options = [(deal * reach * rounds.calls[who][b, plane, :, 0]).sum(1)] if b >= 0 else []
        return torch.stack(options + [after(c, reach) for c in range(b + 1, rounds.B)]).amax(0)
    policy = rounds.root["policy"][game] if b < 0 else rounds.bid[mover]["policy"][b, plane, :, a + 1]
    total = torch.zeros(rounds.sides[who].shown, device=DEVICE)
    for c in range(b + 1, rounds.B):
        next_reach = reach * policy[:, c]
        if float(next_reach.max()) > 1e-5:
            total += after(c, next_reach)
    if b >= 0:
        total += (deal * (reach * policy[:, rounds.B])).mul(-rounds.calls[mover][b, plane, :, 0].t()).sum(1)
    return total


def exploitability(rounds, game):
    """Half of what exact best answers in the bidding win from both sides together; the cards are turned as the mixtures do."""
    return sum(float(best(rounds, game, who, (-1, -1), 0, 0, torch.ones(rounds.sides[1 - who].shown, device=DEVICE)).sum()) for who in range(2)) / 2


# ---------------------------------------------------------------- tables


IN_TABLES = [(False, PLAIN)]


def take_habits(rounds, options):
    """Those of the bot that was watched, if one was."""
    if options.watched is None:
        return
    try:
        rounds.habits, rounds.share = [lie_watched.Habits(rounds, p, options.watched) for p in range(2)], options.share
    except ValueError as error:
        give_up(error)


def simple_players(rounds, options):
    """Both players, made small."""
    roots = rounds.root["policy"][0], None
    return [lie_table.Simple(rounds.sides[p], rounds.show[p]["policy"][0], roots[p], rounds.bid[p]["policy"][:, 0], options.least, options.path) for p in range(2)]


def follow(rounds, players):
    """The policies become those of the players."""
    calls = (torch.arange(rounds.B + 1, device=DEVICE) == rounds.B).float()
    rounds.tremble = 1e-6
    for p, player in enumerate(players):
        rounds.show[p]["policy"][0] = player.show / lie_table.SHARES
        rounds.bid[p]["policy"][:, 0] = torch.where(player.made[None, :, :, None], player.bid / lie_table.SHARES, calls)
        if p == 0:
            rounds.root["policy"][0] = player.root / lie_table.SHARES


def judge(rounds, players, iterations):
    """What a player who forgets as much was seen to win from these players, half of both sides together."""
    won = 0
    for p in range(2):
        follow(rounds, players)
        won += float(rounds.answer(1 - p, iterations)[0]) / 2
    return won


def against_habits(rounds, players):
    """What each of these players wins from the watched bot in the other one's place, which goes on as that player of them where the bot was not seen."""
    won = []
    for p in range(2):
        follow(rounds, players)
        rounds.bind(1 - p, 1)
        rounds.walk()
        won.append(float(rounds.worth()[0]) * (1 - 2 * p))
    return won


def tell_against_habits(rounds, players):
    if rounds.habits:
        print("from the bot that was watched: {:+.4f} opening, {:+.4f} answering".format(*against_habits(rounds, players)), flush=True)


def judge_table(sizes, written, options):
    rounds = Rounds(sizes, lie_table.MOST, games=IN_TABLES)
    players = lie_table.players_in(written, sizes, rounds.sides)
    if not players:
        give_up(f"{options.judge} does not hold {sizes[0]} against {sizes[1]}, nearly solved")
    take_habits(rounds, options)
    tell_against_habits(rounds, players)
    print(f"{sizes[0]} against {sizes[1]}: exploited for at least {judge(rounds, players, options.answers):.4f}", flush=True)


def write_table(rounds, written, options):
    players = simple_players(rounds, options)
    tell_against_habits(rounds, players)
    won = judge(rounds, players, options.answers)
    players = [player.widened(min(lie_table.MOST, sum(rounds.sizes))) for player in players]
    written.append(lie_table.nearly_solved(rounds.sizes, float(rounds.result[0]), max(won, 0), players))
    new = options.out.with_name(options.out.name + ".new")
    try:
        new.write_bytes(lie_table.table_of(written))
        new.replace(options.out)
    except OSError as error:
        give_up(error)
    print(f"written: {sum(map(len, written[-1][1]))} bytes, exploited for at least {won:.4f}", flush=True)


# ---------------------------------------------------------------- the program


def sizes_of(text):
    sizes = tuple(map(int, text.split(",")))
    if len(sizes) != 2 or not all(1 <= size <= HAND for size in sizes):
        raise ValueError
    return sizes


def share(text):
    if not 0 <= float(text) <= 1:
        raise ValueError
    return float(text)


def read_table(options):
    """The rounds of the table that is named; none where it is to be made."""
    path = options.judge or options.out
    try:
        return lie_table.rounds_in(path.read_bytes()) if path and (options.judge or path.exists()) else []
    except (OSError, ValueError) as error:
        return give_up(f"{path}: {error}")


def solve(sizes, written, options):
    begun = time.monotonic()
    rounds = Rounds(sizes, options.most, games=IN_TABLES if options.out else GAMES)
    take_habits(rounds, options)
    rounds.solve(options.iterations)
    rounds.settle()
    for game, (by_count, ones) in enumerate(rounds.games):
        best_answers = f", exploitability {exploitability(rounds, game):.4f}" if options.exploit else ""
        print(f"{sizes[0]} against {sizes[1]}, order={'count' if by_count else 'face'}, ones={'wild' if ones else 'plain'}: "
              f"{float(rounds.result[game]):+.4f}{best_answers}", flush=True)
    if options.out:
        write_table(rounds, written, options)
    print(f"{options.iterations} iterations, {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)


def main():
    parser = argparse.ArgumentParser(description="Nearly solves rounds of LIE between two by all rules. Needs PyTorch.")
    sizes_of.__name__, share.__name__ = "pair of numbers from 1 to 5", "share"
    parser.add_argument("sizes", type=sizes_of, nargs="*", metavar="A,B", help="cards of the one who opens and of the other one (default: 1,1)")
    parser.add_argument("--iterations", type=positive, default=500, help="(default: %(default)s)")
    parser.add_argument("--most", type=positive, default=8, help="the highest count that is bid (default: %(default)s)")
    parser.add_argument("--exploit", action="store_true", help="exact best answers too; only for a few cards")
    table = parser.add_mutually_exclusive_group()
    table.add_argument("--out", type=pathlib.Path, metavar="TABLE", help="solves by face with plain ones alone, and writes the rounds into this table")
    table.add_argument("--judge", type=pathlib.Path, metavar="TABLE", help="solves nothing: how much can be won from the rounds of this table")
    parser.add_argument("--least", type=float, default=.06, help="smaller chances are left out of a table (default: %(default)s)")
    parser.add_argument("--path", type=float, default=.004, help="and own last bids that are made less often (default: %(default)s)")
    parser.add_argument("--answers", type=positive, default=80, help="iterations of the answers to what is in a table (default: %(default)s)")
    parser.add_argument("--against", type=pathlib.Path, nargs="+", metavar="FILE", help="what lie_watch wrote about a bot: the mixtures are to win more from it; with --judge: how much they win")
    parser.add_argument("--share", type=share, default=.1, help="how often both take each other for that bot (default: %(default)s)")
    options = parser.parse_args()
    if options.exploit and any(sum(sizes) > 4 for sizes in options.sizes):
        give_up("--exploit goes through all sets of bids: at most four cards in all")
    if options.judge and options.most != lie_table.MOST or options.out and options.most > lie_table.MOST:
        give_up(f"bids in a table go up to {lie_table.MOST}: leave --most as it is")
    if options.against and not (options.out or options.judge):
        give_up("--against is for --out or --judge")
    written = read_table(options)
    options.watched = lie_watched.read(options.against) if options.against else None
    with torch.no_grad():
        for sizes in options.sizes or [(1, 1)]:
            if options.judge:
                judge_table(sizes, written, options)
            else:
                solve(sizes, written, options)


if __name__ == "__main__":
    main()
