"""lie_watched.py: reads what lie_watch wrote down about a bot of LIE (tools/lie_watch.c describes the records), and puts together what it does in rounds of lie_rounds.py."""
from network import DEVICE, give_up, torch

FACES, KINDS, COUNTS = 6, 15, 16
AT_PHASE, AT_PLACE, AT_CARDS, AT_SHOWS, AT_HISTORY, AT_STANDING, AT_ONES, AT_CHANCES, AT_RULES, AT_OTHER, RECORD = 0, 1, 2, 7, 13, 25, 27, 28, 125, 126, 128


def records_in(path):
    """A row each; what an interrupted lie_watch left of its last one is left out."""
    data = path.read_bytes()
    rows = torch.tensor(bytearray(data[:len(data) // RECORD * RECORD]), dtype=torch.uint8).view(-1, RECORD)
    if not len(rows) or int(rows[:, [AT_PHASE, AT_PLACE]].max()) > 1 or int(rows[:, AT_CARDS:AT_SHOWS].max()) > KINDS:
        raise ValueError(f"{path}: not what lie_watch writes")
    return rows


def read(paths):
    """All records, a row each; ends the program in words where a file cannot be read."""
    try:
        return torch.cat([records_in(path) for path in paths]).to(DEVICE)
    except (OSError, ValueError) as error:
        return give_up(error)


def read_first_rounds(paths):
    """The same of first rounds, all of one set of rules: others end the program."""
    records = read(paths)
    cards = torch.stack([(records[:, AT_CARDS:AT_SHOWS] < KINDS).sum(1), records[:, AT_OTHER].long()], 1)
    rules = torch.stack([records[:, AT_RULES].long(), (records[:, AT_ONES] > 0).long()], 1)
    if bool((cards != cards[0, 0]).any()):
        give_up("rounds of several sizes were watched: leave out --matches of lie_watch")
    if bool((rules != rules[0]).any()):
        give_up("the bot was watched by several sets of rules")
    if not 0 < int(records[:, AT_PHASE].sum()) < len(records):
        give_up("too few rounds were watched")
    return records


def numbers(rows, listed, base):
    """Where each row stands in the list."""
    power = base ** torch.arange(listed.shape[1], device=DEVICE)
    keys, order = (listed * power).sum(1).sort()
    return order[torch.searchsorted(keys, (rows * power).sum(1))]


class Habits:
    """What the watched bot does as player p of a round by face with plain ones: the mean of its mixtures, in the shape of the policies of Rounds, and where it was seen, as
    1 or 0. Bids of more than Rounds knows are taken for none."""

    def __init__(self, rounds, p, records):
        side, self.B = rounds.sides[p], rounds.B
        self.counts = self.B // FACES
        records = records[(records[:, AT_PLACE] == p) & ((records[:, AT_CARDS:AT_SHOWS] < KINDS).sum(1) == side.size) & (records[:, AT_OTHER] == rounds.sizes[1 - p])
                          & (records[:, AT_ONES] == 0) & (records[:, AT_RULES] % 2 == 0) & (records[:, AT_STANDING + 1] <= self.counts)].long()
        if not len(records):
            raise ValueError(f"the bot was not watched with {side.size} cards against {rounds.sizes[1 - p]}, {'answering' if p else 'opening'}")
        turns, bids = records[records[:, AT_PHASE] == 0], records[records[:, AT_PHASE] == 1]
        opens, answers = bids[bids[:, AT_STANDING + 1] == 0], bids[bids[:, AT_STANDING + 1] > 0]
        self.show = mean([numbers(turns[:, AT_CARDS:AT_CARDS + side.size], side.kinds, KINDS)], turns[:, AT_CHANCES:AT_CHANCES + side.ways], (side.dealt,))
        self.root = mean([self.hands(side, opens)], self.chances(opens)[:, :-1], (side.shown,))
        places = [self.standing(answers), self.hands(side, answers), self.own_last(answers, p)]
        chance, seen = mean(places, self.chances(answers), (self.B, side.shown, self.B + 1))
        self.bid = chance[:, None], seen[:, None]

    def hands(self, side, records):
        return numbers(records[:, AT_SHOWS:AT_HISTORY], side.counts, side.size + 1)

    def standing(self, records):
        return (records[:, AT_STANDING] - 1) * self.counts + records[:, AT_STANDING + 1] - 1

    def own_last(self, records, p):
        """1 more than the number of the own highest bid, 0 where there is none."""
        made = records[:, AT_HISTORY + p * FACES:][:, :FACES]
        numbers = torch.arange(FACES, device=DEVICE) * self.counts + made.clamp(max=self.counts)
        return torch.where(made > 0, numbers, 0).amax(1)

    def chances(self, records):
        """Of each bid, the challenge last."""
        chance = records[:, AT_CHANCES:AT_RULES]
        return torch.cat([chance[:, :-1].unflatten(1, (FACES, COUNTS))[:, :, :self.counts].flatten(1), chance[:, -1:]], 1)


def mean(places, chance, shape):
    """The mean mixture at each of the places, and where there is one."""
    index, size = torch.zeros(chance.shape[0], dtype=torch.long, device=DEVICE), 1
    for place, count in zip(places, shape):
        index, size = index * count + place, size * count
    chance = chance / chance.sum(1, keepdim=True).clamp(min=1)
    total = torch.zeros(size, chance.shape[1], device=DEVICE).index_add_(0, index, chance)
    whole = total.sum(1, keepdim=True)
    return (total / whole.clamp(min=1e-9)).view(*shape, -1), (whole > 0).float().view(*shape, 1)
