"""A slow second opinion on the rules of thegame, facetoface and lie.

It is written from docs/rules.md alone, one short function per clause, and shares nothing with the C code: where the two
differ, one of them is wrong. It promises that play() either plays a legal move or raises Refused and changes nothing,
and that state() and view() have exactly the fields of the engine protocol. It knows explicit decks only; it never
draws anything by lot (a starter drawn elsewhere is handed in), prints nothing and is not meant to be fast.

    game = new("thegame(players=2,fire=next)", deck)
    game.moves(0); game.play(0, "start 1"); game.state(); game.view(1)
"""

import copy
import itertools
import pickle
import re


class Refused(Exception):
    """A request that the rules do not allow; `code` is the protocol's error code."""

    def __init__(self, code, why=""):
        super().__init__(f"{code}: {why}")
        self.code = code


# --- rules strings -------------------------------------------------------------------------------------------------

OPTIONS = {  # game -> option -> allowed values, the default first; "SEAT" stands for any seat of the game
    "thegame": {"players": "1 2 3 4 5", "min": "2 3", "hand": "full less", "fire": "off next now",
                "start": "agree lot SEAT"},
    "facetoface": {"last": "strict lenient", "start": "lot SEAT"},
    "lie": {"players": "3 2 4 5 6", "order": "face count", "ones": "plain wild", "direction": "fixed choose",
            "cards": "up down", "end": "first last", "start": "lot agree SEAT"},
}


def parse_rules(text):
    """The game's name and its options, every one of them, in canonical order."""
    match = re.fullmatch(r"(\w*)(?:\((.*)\))?", text)
    if not match or match[1] not in OPTIONS:
        raise Refused("unknown_game", text)
    allowed = {option: values.split() for option, values in OPTIONS[match[1]].items()}
    options = {option: values[0] for option, values in allowed.items()}
    given = [item.partition("=") for item in match[2].split(",")] if match[2] else []
    for option, _, value in given:
        if option not in options or [name for name, _, _ in given].count(option) > 1:
            raise Refused("bad_option", option)
        options[option] = value
    for option, value in options.items():  # players comes before start
        if value == "SEAT" or value not in allowed[option] + seat_names(options, option):
            raise Refused("bad_option", f"{option}={value}")
    return match[1], options


def seat_names(options, option):
    """The seats as values of `start`; any other option takes none."""
    return [str(seat) for seat in range(int(options.get("players", 2)))] if option == "start" else []


def canonical(text):
    name, options = parse_rules(text)
    return f"{name}({','.join(f'{option}={value}' for option, value in options.items())})"


def new(rules, deck, starter=None):
    """A game just dealt. `starter` is the seat that the lot named; it is needed with start=lot and more than one seat."""
    name, options = parse_rules(rules)
    if options["start"] not in ("agree", "lot"):
        starter = int(options["start"])
    kind = {"thegame": TheGame, "facetoface": FaceToFace, "lie": Lie}[name]
    kind.check_deck(deck)
    return kind(canonical(rules), options, deck, starter)


# --- what all games share ------------------------------------------------------------------------------------------

def is_permutation(cards, of):
    return isinstance(cards, list) and len(cards) == len(of) and all(cards.count(card) == of.count(card) for card in of)


def clone(value):
    return pickle.loads(pickle.dumps(value))


def fits(rising, top, card):
    """TG5, and the backwards trick TG6."""
    return card > top or card == top - 10 if rising else card < top or card == top + 10


class Game:
    """A game in progress. A kind of game adds deal, to_act, legal, apply, facts and hide."""

    seats = 2
    phase = "play"

    def over(self):
        return self.phase == "over"

    def state(self):
        facts = {"game": type(self).__name__.lower(), "rules": self.rules, "phase": self.phase,
                 "to_act": self.to_act(), "over": self.over(), **self.facts()}
        return clone(facts)

    def view(self, seat):
        self.check_seat(seat)
        view = self.state()
        self.hide(view, seat)
        return {**view, "seat": seat}

    def may_move(self):
        """The seats that have moves: those that are awaited, unless a game says otherwise."""
        return self.to_act()

    def moves(self, seat):
        self.check_seat(seat)
        return sorted(self.legal(seat)) if seat in self.may_move() else []

    def play(self, seat, text):
        faults = self.faults(seat, text)
        if faults:
            raise Refused(faults[0], f"seat {seat}: {text}")
        self.apply(seat, text)

    def faults(self, seat, text):
        """The error codes that fit this move, none when it is legal. More than one where the rules name no order."""
        faults = []
        if not self.is_seat(seat):
            faults.append("bad_seat")
        if self.over():
            faults.append("game_over")
        if not faults and seat not in self.may_move():
            faults.append("not_your_turn")
        if not re.fullmatch(self.grammar(), text):
            faults.append("bad_move")
            if re.fullmatch(self.shape, text):  # a move of no game because of its number only, as 100@U1
                faults.append("illegal_move")
        if not faults and text not in self.legal(seat):
            faults.append("illegal_move")
        return faults

    def is_seat(self, seat):
        return type(seat) is int and 0 <= seat < self.seats

    def check_seat(self, seat):
        if not self.is_seat(seat):
            raise Refused("bad_seat", str(seat))

    def copy(self):
        """An independent game at the same point. A deck is never changed, so the two may share it."""
        twin = copy.copy(self)
        vars(twin).update(clone({name: value for name, value in vars(self).items() if name != "deck"}))
        return twin


# --- thegame -------------------------------------------------------------------------------------------------------

FIRE = (22, 33, 44, 55, 66, 77)


class TheGame(Game):
    shape = r"\d+@[UD]\d+|start \d+|end"

    @staticmethod
    def check_deck(deck):
        if not is_permutation(deck, range(2, 100)):
            raise Refused("bad_deck")

    def __init__(self, rules, options, deck, starter):
        self.rules, self.options = rules, options
        self.seats = int(options["players"])
        self.piles = {"U1": 1, "U2": 1, "D1": 100, "D2": 100}  # TG1
        size = self.hand_size()
        self.hands = [sorted(deck[seat * size:(seat + 1) * size]) for seat in range(self.seats)]
        self.draw = deck[self.seats * size:]
        self.gone = []
        self.votes = [None] * self.seats
        if self.seats > 1 and options["start"] == "agree":
            self.phase = "start"
            self.turn, self.placed, self.min, self.carried = None, 0, int(options["min"]), []
        else:
            self.begin_turn(starter if self.seats > 1 else 0)

    def hand_size(self):  # TG2, TG13
        return {1: 8, 2: 7}.get(self.seats, 6) - (self.options["hand"] == "less")

    def grammar(self):
        return rf"([2-9]|[1-9][0-9])@[UD][12]|start [0-{self.seats - 1}]|end"

    def to_act(self):
        return {"start": list(range(self.seats)), "play": [self.turn], "over": []}[self.phase]

    def legal(self, seat):
        if self.phase == "start":
            return [f"start {starter}" for starter in range(self.seats)]
        return self.placements() + (["end"] if self.duties_met() else [])

    def placements(self):
        return [f"{card}@{pile}" for card in self.hands[self.turn] for pile, top in self.piles.items()
                if fits(pile[0] == "U", top, card)]

    def due(self):
        burning = [pile for pile, top in self.piles.items() if top in FIRE]
        return {"off": [], "next": self.carried, "now": burning}[self.options["fire"]]  # TG14, TG15

    def duties_met(self):
        return self.placed >= self.min and not self.due()

    def apply(self, seat, text):
        if text.startswith("start"):
            self.vote(seat, int(text[6:]))
        elif text == "end":
            self.end_turn()
        else:
            card, pile = text.split("@")
            self.place(int(card), pile)

    def vote(self, seat, starter):  # TG3
        self.votes[seat] = starter
        if self.votes == [starter] * self.seats:
            self.begin_turn(starter)

    def begin_turn(self, seat):
        self.phase, self.turn, self.placed = "play", seat, 0
        self.min = int(self.options["min"]) if self.draw else 1  # TG7
        self.carried = [pile for pile, top in self.piles.items() if top in FIRE]  # TG14
        self.stop_if_stuck()

    def place(self, card, pile):
        self.hands[self.turn].remove(card)
        self.piles[pile] = card
        self.gone = sorted(self.gone + [card])
        self.placed += 1
        self.carried = [other for other in self.carried if other != pile]
        if len(self.gone) == 98:  # TG11
            self.phase = "over"
        elif not self.hands[self.turn] and self.duties_met():  # TG9
            self.end_turn()
        else:
            self.stop_if_stuck()

    def stop_if_stuck(self):  # TG10
        if not self.duties_met() and not self.placements():
            self.phase = "over"

    def end_turn(self):  # TG8
        missing = self.hand_size() - len(self.hands[self.turn])
        self.hands[self.turn] = sorted(self.hands[self.turn] + self.draw[:missing])
        self.draw = self.draw[missing:]
        order = [(self.turn + step) % self.seats for step in range(1, self.seats + 1)]
        self.begin_turn(next(seat for seat in order if self.hands[seat]))

    def facts(self):
        left = 98 - len(self.gone)  # TG12
        last = {"turn": self.turn} if self.over() else {}  # before, to_act tells it
        return {"piles": self.piles, "hands": self.hands, "draw": self.draw, "gone": self.gone, **last, "placed": self.placed,
                "min": self.min, "due": self.due(), "votes": self.votes, "left": left, "won": left == 0}

    def hide(self, view, seat):
        view["hands"] = [hand if owner == seat else len(hand) for owner, hand in enumerate(view["hands"])]
        view["draw"] = len(view["draw"])


# --- facetoface ----------------------------------------------------------------------------------------------------

class FaceToFace(Game):
    shape = r"\d+@o?[UD]|end"

    @staticmethod
    def check_deck(deck):
        if not isinstance(deck, list) or len(deck) != 2 or not all(is_permutation(own, range(2, 60)) for own in deck):
            raise Refused("bad_deck")

    def __init__(self, rules, options, deck, starter):
        self.rules, self.options = rules, options
        self.piles = [{"U": 1, "D": 60}, {"U": 1, "D": 60}]  # FF1
        self.hands = [sorted(own[:6]) for own in deck]
        self.draw = [own[6:] for own in deck]
        self.gone = [[], []]
        self.winner = None
        self.begin_turn(starter)  # FF2

    def grammar(self):
        return r"([2-9]|[1-5][0-9])@o?[UD]|end"

    def to_act(self):
        return [] if self.over() else [self.turn]

    def legal(self, seat):
        return self.placements() + (["end"] if self.placed >= 2 else [])  # FF3

    def placements(self):
        own, other = self.piles[self.turn], self.piles[1 - self.turn]
        texts = []
        for card in self.hands[self.turn]:
            texts += [f"{card}@{pile}" for pile in "UD" if fits(pile == "U", own[pile], card)]  # FF5
            if not self.helped:  # FF4, FF6
                texts += [f"{card}@oU"] if card < other["U"] else []
                texts += [f"{card}@oD"] if card > other["D"] else []
        return texts

    def apply(self, seat, text):
        if text == "end":
            self.end_turn()
        else:
            card, pile = text.split("@")
            self.place(int(card), pile)

    def begin_turn(self, seat):
        self.turn, self.placed, self.helped = seat, 0, False
        single = len(self.hands[seat]) + len(self.draw[seat]) == 1
        if single and self.options["last"] == "strict":  # FF9
            self.finish(1 - seat)
        self.stop_if_stuck()

    def place(self, card, pile):
        me = self.turn
        self.hands[me].remove(card)
        self.gone[me] = sorted(self.gone[me] + [card])
        self.placed += 1
        if pile[0] == "o":
            self.helped = True
            self.piles[1 - me][pile[1]] = card
        else:
            self.piles[me][pile] = card
        if len(self.gone[me]) == 58:  # FF8
            self.finish(me)
        self.stop_if_stuck()

    def stop_if_stuck(self):  # FF9
        if not self.over() and self.placed < 2 and not self.placements():
            self.finish(1 - self.turn)

    def finish(self, winner):
        self.phase, self.winner = "over", winner

    def end_turn(self):  # FF7
        me = self.turn
        count = 6 - len(self.hands[me]) if self.helped else 2
        self.hands[me] = sorted(self.hands[me] + self.draw[me][:count])
        self.draw[me] = self.draw[me][count:]
        self.begin_turn(1 - me)

    def facts(self):
        return {"piles": self.piles, "hands": self.hands, "draw": self.draw, "gone": self.gone, "placed": self.placed,
                "helped": self.helped, "winner": self.winner}

    def hide(self, view, seat):
        view["hands"] = [hand if owner == seat else len(hand) for owner, hand in enumerate(view["hands"])]
        view["draw"] = [len(own) for own in view["draw"]]


# --- lie -----------------------------------------------------------------------------------------------------------

STOS_LIE_CARDS = [[a, b] for a in range(1, 7) for b in range(a + 1, 7) for _ in range(2)]  # LI1


def bid_parts(text):
    count, face = text.split("x")
    return int(count), int(face)


class Lie(Game):
    shape = r"\d+x\d+|call|show( \d+)+|dir \w+|start \d+"

    @staticmethod
    def check_deck(deck):
        if not isinstance(deck, list) or not deck or not all(is_permutation(cards, STOS_LIE_CARDS) for cards in deck):
            raise Refused("bad_deck")

    def __init__(self, rules, options, deck, starter):
        self.rules, self.options, self.deck = rules, options, deck
        self.seats = int(options["players"])
        self.counts = [1 if options["cards"] == "up" else 5] * self.seats  # LI2, LI14
        self.playing = list(range(self.seats))
        self.tiebreak, self.winner, self.last = False, None, None
        self.round = 0
        self.begin_round(starter)
        self.votes = [None] * self.seats
        if options["start"] == "agree":  # LI3: as TG3, with the first cards in hand
            self.phase, self.starter, self.turn = "start", None, None

    def grammar(self):
        return rf"([1-9]|[12][0-9]|30)x[1-6]|call|show( [1-6]){{1,5}}|dir (cw|ccw)|start [0-{self.seats - 1}]"

    def to_act(self):
        unshown = [seat for seat in self.playing if self.shown[seat] is None]
        return {"start": self.playing, "show": unshown, "direction": [self.starter], "bid": [self.turn],
                "over": []}[self.phase]

    def may_move(self):  # LI3: who has chosen may choose again until all have
        return self.playing if self.phase == "show" else self.to_act()

    def legal(self, seat):
        if self.phase == "start":
            return [f"start {starter}" for starter in range(self.seats)]
        if self.phase == "show":  # LI3
            return ["show " + " ".join(map(str, faces)) for faces in itertools.product(*self.hands[seat])]
        if self.phase == "direction":  # LI13
            return ["dir cw", "dir ccw"]
        bids = [f"{count}x{face}" for count in range(1, sum(self.counts) + 1) for face in range(1, 7)]  # LI5
        if not self.bids:  # LI4
            return bids
        return [bid for bid in bids if self.raises(self.bids[-1]["bid"], bid)] + ["call"]

    def raises(self, old, bid):
        (old_count, old_face), (count, face) = bid_parts(old), bid_parts(bid)
        if self.options["order"] == "face":  # LI6
            return face > old_face or face == old_face and count > old_count
        return count > old_count or count == old_count and face > old_face  # LI7

    def apply(self, seat, text):
        if self.phase == "start":
            self.votes[seat] = int(text[6:])
            if self.votes == [self.votes[seat]] * self.seats:
                self.phase, self.starter, self.turn = "show", self.votes[seat], self.votes[seat]
        elif self.phase == "show":
            self.shown[seat] = [int(face) for face in text.split()[1:]]
            if not self.to_act():
                self.phase = "direction" if self.direction is None else "bid"
        elif self.phase == "direction":
            self.direction, self.phase = text[4:], "bid"
        elif text == "call":
            self.challenge(seat)
        else:
            self.bids.append({"seat": seat, "bid": text})
            self.turn = self.next_playing(seat, 1 if self.direction == "cw" else -1)

    def next_playing(self, seat, step):
        order = [(seat + step * k) % self.seats for k in range(1, self.seats + 1)]
        return next(other for other in order if other in self.playing)

    def begin_round(self, starter):  # LI2
        self.phase, self.round, self.bids = "show", self.round + 1, []
        cards = iter(self.deck[self.round - 1])
        self.hands = [sorted(itertools.islice(cards, count)) for count in self.counts]
        self.shown = [None] * self.seats
        self.starter = self.turn = starter
        self.direction = "cw" if self.options["direction"] == "fixed" else None

    def ones_wild(self):  # LI12
        plain_round = bool(self.bids) and bid_parts(self.bids[0]["bid"])[1] == 1
        return self.options["ones"] == "wild" and not plain_round

    def found(self, face):
        faces = [shown for hand in self.shown if hand for shown in hand]
        return faces.count(face) + (faces.count(1) if self.ones_wild() and face != 1 else 0)

    def challenge(self, challenger):  # LI8
        bidder, bid = self.bids[-1]["seat"], self.bids[-1]["bid"]
        count, face = bid_parts(bid)
        found = self.found(face)
        winner, loser = (bidder, challenger) if found >= count else (challenger, bidder)
        self.last = {"challenger": challenger, "bidder": bidder, "bid": bid, "found": found, "loser": loser,
                     "hands": self.hands, "shown": self.shown}
        self.punish(loser)
        if len(self.playing) == 1:
            self.finish(self.playing[0])
        if not self.over():
            self.begin_round(winner if winner in self.playing else self.next_playing(winner, 1))  # LI9, LI11

    def punish(self, loser):
        if self.tiebreak:  # LI11
            return self.put_out(loser)
        self.counts[loser] += 1 if self.options["cards"] == "up" else -1  # LI9, LI14
        if self.counts[loser] in (0, 6):  # LI10, LI14
            self.put_out(loser)
            if self.options["end"] == "first":  # else LI15
                self.settle()

    def put_out(self, seat):
        self.counts[seat] = 0
        self.playing.remove(seat)

    def settle(self):  # LI10, LI14, LI11
        counts = [self.counts[seat] for seat in self.playing]
        best = min(counts) if self.options["cards"] == "up" else max(counts)
        if counts.count(best) == 1:
            return self.finish(self.counts.index(best))
        self.tiebreak = True
        for seat in [seat for seat in self.playing if self.counts[seat] != best]:
            self.put_out(seat)

    def finish(self, winner):
        self.phase, self.winner = "over", winner

    def facts(self):
        votes = {"votes": self.votes} if self.options["start"] == "agree" else {}
        ended = {"ended_by": self.end_clause()} if self.phase == "over" else {}
        return {"round": self.round, "counts": self.counts, "hands": self.hands, "shown": self.shown,
                "bids": self.bids, **votes, "starter": self.starter, "direction": self.direction,
                "ones_wild": self.ones_wild(), "in": self.playing, "tiebreak": self.tiebreak, "winner": self.winner,
                **ended, "last": self.last}

    def end_clause(self):
        if self.tiebreak:
            return "LI11"
        if self.options["end"] == "last":
            return "LI15"
        return "LI10" if self.options["cards"] == "up" else "LI14"

    def hide(self, view, seat):
        if self.over():  # the last challenge has opened all hands
            return
        for other in range(self.seats):
            if other != seat:
                view["hands"][other] = len(view["hands"][other])
                view["shown"][other] = view["shown"][other] and len(view["shown"][other])
