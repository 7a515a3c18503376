"""lie_table.py: makes nearly solved rounds of LIE small, writes them into a table that the bots read, and reads them again (docs/lie.md; src/bot/lie/table_nearly.c)."""
import itertools
import struct

from network import DEVICE, torch

FACES = 6
SHARES, SHARE_BITS, MOVE_BITS, OWN_BITS, NUMBER_BITS = 16, 4, 6, 6, 6
CALL, NO_MORE = (1 << MOVE_BITS) - 1, (1 << OWN_BITS) - 1
HEAD, ROUND, PARTS, NEARLY = 24, 48, 16, 2
MOST = 8                                       # of a face are bid
MAGIC, MASK = b"STOSLT1\n", (1 << 64) - 1


# ---------------------------------------------------------------- whole shares


def whole(chance, least):
    """Chances as shares of SHARES, without those below `least`; the largest fractions are rounded up."""
    least = (chance.amax(-1, keepdim=True) / 2).clamp(max=least)
    chance = torch.where(chance < least, torch.zeros_like(chance), chance)
    exact = chance / chance.sum(-1, keepdim=True).clamp(min=1e-30) * SHARES
    low = exact.floor()
    rest = (exact.sum(-1) - low.sum(-1)).round()
    rank = (low - exact).argsort(-1).argsort(-1)
    return low + (rank < rest[..., None])


def one_of_each(side, show):
    """The chances of ways to turn a hand, with those that show the same faces put together on the first of them."""
    ways = torch.arange(side.ways, device=DEVICE)
    same = side.way[:, :, None] == side.way[:, None, :]
    first = torch.where(same, ways, side.ways).amin(2) == ways
    return torch.where(first, (same * show[:, None, :]).sum(2), torch.zeros_like(show))


class Player:
    """What one player does in a round, in whole shares: `show` by deal and way, `bid` by standing bid, hand, own last bid and next bid, the challenge last, of the
    one who opens `root` by hand and bid. `made` tells which own last bids a hand ever has, 0 for none yet; without one it only challenges."""

    def __init__(self, side, opens, B):
        zeros = lambda *size: torch.zeros(*size, device=DEVICE)
        self.side, self.opens, self.B = side, opens, B
        self.show, self.bid, self.made = zeros(side.dealt, side.ways), zeros(B, side.shown, B + 1, B + 1), zeros(side.shown, B + 1).bool()
        self.root = zeros(side.shown, B) if opens else None

    def widened(self, counts):
        """The same player among bids of up to so many of a face; what it has not heard of it challenges."""
        wide = Player(self.side, self.opens, FACES * counts)
        bids = torch.arange(FACES * counts, device=DEVICE).view(FACES, counts)[:, :self.B // FACES].flatten()
        own, moves = torch.cat([bids.new_zeros(1), bids + 1]), torch.cat([bids, bids.new_full((1,), wide.B)])
        wide.show.copy_(self.show)
        wide.made[:, own] = self.made
        wide.bid[..., wide.B] = SHARES
        wide.bid[bids[:, None, None], :, own[:, None], moves] = self.bid.permute(0, 2, 3, 1)
        if self.opens:
            wide.root[:, bids] = self.root
        return wide


class Simple(Player):
    """One made of a policy."""

    def __init__(self, side, show, root, bid, least, path):
        """`root` is None of the one who answers."""
        B = bid.shape[0]
        super().__init__(side, root is not None, B)
        self.show = whole(one_of_each(side, show), least)
        self.bid = torch.stack([whole(bid[b], least) for b in range(B)])
        shown = torch.zeros(side.shown, device=DEVICE).scatter_reduce(0, side.way.flatten(), self.show.flatten() / SHARES, "amax")
        made = torch.zeros(side.shown, B + 1, device=DEVICE)
        made[:, 0] = 0 if self.opens else shown
        if self.opens:
            self.root = whole(root, least)
            made[:, 1:] = shown[:, None] * self.root / SHARES
        for b in range(B):
            made[:, 1:] = torch.maximum(made[:, 1:], (made[:, :, None] * self.bid[b, :, :, :B] / SHARES).amax(1))
        self.made = made >= path
        if self.opens:
            self.made[:, 0] = shown > 0


# ---------------------------------------------------------------- bits


class Bits:
    """The lowest bit of a byte first."""

    def __init__(self):
        self.value, self.count = 0, 0
        self.parts = bytearray()

    def put(self, value, bits):
        self.value |= value << self.count
        self.count += bits
        while self.count >= 8:
            self.parts.append(self.value & 255)
            self.value, self.count = self.value >> 8, self.count - 8

    def bytes(self):
        return bytes(self.parts) + (bytes([self.value]) if self.count else b"")


class Reading:
    """Takes them again."""

    def __init__(self, data, at=0):
        self.value, self.next = int.from_bytes(data[at:], "little"), 0

    def take(self, bits):
        taken = self.value >> self.next & (1 << bits) - 1
        self.next += bits
        return taken

    def mixture(self, bit_count):
        """Choices with their shares, which are whole together."""
        shares, left = [], SHARES
        while left > 0:
            choice, share = self.take(bit_count), 1 + self.take(SHARE_BITS)
            shares.append((choice, share))
            left -= share
        if left:
            raise ValueError("a mixture is not whole")
        return shares


def put_mixture(bits, shares, bit_count):
    for choice, share in shares:
        bits.put(choice, bit_count)
        bits.put(share - 1, SHARE_BITS)


def shares_of(row):
    return [(choice, int(share)) for choice, share in enumerate(row) if share]


def ends_of(simple):
    bits = Bits()
    for row in simple.show.long().tolist():
        put_mixture(bits, shares_of(row), simple.side.size)
    return bits.bytes()


def group_of(simple, hand, own, rows):
    """The mixtures of a hand after an own last bid, from the lowest standing bid on; pure challenges at the end are left out."""
    B = simple.B
    if simple.opens and own == 0:
        return [shares_of(simple.root[hand].long().tolist())]
    mixtures = []
    for b in range(own, B):
        row = rows[b][own]
        mixtures.append([(c - b - 1, int(row[c])) for c in range(b + 1, B) if row[c]] + ([(CALL, int(row[B]))] if row[B] else []))
    while mixtures and mixtures[-1] == [(CALL, SHARES)]:
        mixtures.pop()
    return mixtures


def hands_in_order(side):
    """The numbers of the hands in the order of their sorted faces."""
    number = {tuple(counts): i for i, counts in enumerate(side.counts.tolist())}
    return [number[tuple(map(faces.count, range(FACES)))] for faces in itertools.combinations_with_replacement(range(FACES), side.size)]


def bids_of(simple):
    """Where each hand's groups begin, and the groups."""
    starts, data, order = [], b"", hands_in_order(simple.side)
    for hand in order:
        bits = Bits()
        rows = simple.bid[:, hand].long().tolist()
        for own in simple.made[hand].nonzero()[:, 0].tolist():
            mixtures = group_of(simple, hand, own, rows)
            bits.put(own, OWN_BITS)
            bits.put(len(mixtures), NUMBER_BITS)
            for mixture in mixtures:
                bits.put(mixture == [(CALL, SHARES)], 1)
                if mixture != [(CALL, SHARES)]:
                    put_mixture(bits, mixture, MOVE_BITS)
        bits.put(NO_MORE, OWN_BITS)
        starts.append(4 * len(order) + len(data))
        data += bits.bytes()
    return struct.pack(f"<{len(starts)}I", *starts) + data


# ---------------------------------------------------------------- the way back


def read_ends(player, data):
    bits = Reading(data)
    rows = [dict(bits.mixture(player.side.size)) for _ in range(player.side.dealt)]
    player.show.copy_(torch.tensor([[row.get(way, 0) for way in range(player.side.ways)] for row in rows], dtype=torch.float))


def read_group(player, hand, own, listed, bits):
    B, rows = player.B, torch.zeros(player.B, player.B + 1)
    rows[own:, B] = SHARES
    for b in range(own, own + listed):
        if bits.take(1):
            continue
        mixture = dict(bits.mixture(MOVE_BITS))
        if player.opens and own == 0:
            player.root[hand] = torch.tensor([mixture.get(c, 0) for c in range(B)], dtype=torch.float)
            continue
        rows[b] = torch.tensor([mixture.get(c - b - 1, 0) if c > b else 0 for c in range(B)] + [mixture.get(CALL, 0)], dtype=torch.float)
    player.bid[:, hand, own] = rows.to(DEVICE)


def read_bids(player, data):
    order = hands_in_order(player.side)
    starts = struct.unpack_from(f"<{len(order)}I", data)
    for hand, start, end in zip(order, starts, [*starts[1:], len(data)]):
        bits = Reading(data[start:end])
        while (own := bits.take(OWN_BITS)) != NO_MORE:
            player.made[hand, own] = True
            read_group(player, hand, own, bits.take(NUMBER_BITS), bits)


def players_in(rounds, sizes, sides):
    """Both players of the nearly solved round of these sizes; None where there is none."""
    parts = next((parts for head, parts in rounds if head[4] == NEARLY and tuple(head[2:4]) == sizes), None)
    players = [Player(side, p == 0, FACES * min(MOST, sum(sizes))) for p, side in enumerate(sides)] if parts else None
    for p, player in enumerate(players or []):
        read_ends(player, parts[p])
        read_bids(player, parts[2 + p])
    return players


# ---------------------------------------------------------------- a table


def mix(word):
    """rng_mix() of src/base/rng.h."""
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9 & MASK
    word = (word ^ word >> 27) * 0x94d049bb133111eb & MASK
    return word ^ word >> 31


def hash_of(data):
    """solved_rounds_hash() of src/bot/lie/table.c."""
    value = len(data)
    for (word,) in struct.iter_unpack("<Q", data + bytes(-len(data) % 8)):
        value = mix(value ^ word) + 0x9e3779b97f4a7c15 & MASK
    return value


def rounds_in(table):
    """The rounds of a table, as their head and their parts."""
    if table[:8] != MAGIC:
        raise ValueError("not a table of rounds of LIE")
    entries = [table[HEAD + i * ROUND:][:ROUND] for i in range(struct.unpack_from("<I", table, 12)[0])]
    spans = [struct.unpack_from("<8I", entry, PARTS) for entry in entries]
    return [(entry[:PARTS], [table[span[2 * i]:][:span[2 * i + 1]] for i in range(4)]) for entry, span in zip(entries, spans)]


def nearly_solved(sizes, worth, exploited, players):
    """A round of both players' Simple, by face and with plain ones; what it is worth and is exploited for, +-1."""
    head = struct.pack("<8B2I", 0, 0, *sizes, NEARLY, 0, 0, 0, round((.5 + worth / 2) * 1e9), round(exploited * 1e9))
    return head, [ends_of(player) for player in players] + [bids_of(player) for player in players]


def table_of(rounds):
    """Solved rounds first; a nearly solved one replaces that of its cards."""
    found = {(head[4] == NEARLY, head[:4]): (head, parts) for head, parts in rounds}
    rounds = [found[key] for key in sorted(found, key=lambda key: (key[0], key[1] if key[0] else b""))]
    at, entries, data = HEAD + ROUND * len(rounds), b"", b""
    for head, parts in rounds:
        entries += head
        for part in parts:
            entries += struct.pack("<2I", at, len(part))
            at, data = at + len(part), data + part
    body = entries + data
    return MAGIC + struct.pack("<2IQ", HEAD + len(body), len(rounds), hash_of(body)) + body
