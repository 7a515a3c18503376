"""Fixed ways to choose the next move, good enough to bring a game into its late positions.

Each script is a pure function from a game to a step (seat, move): no chance, no memory, and always a legal move of the
lowest seat that may act. Used to script the start of counted games, and by differ.py to vary its random players.
"""


def first(game):
    """The first move in sorted order."""
    seat = game.to_act()[0]
    return seat, game.moves(seat)[0]


def near(game):
    """thegame, facetoface: the placement that gives away least, due piles first; end once only jumps are left."""
    seat = game.to_act()[0]
    moves = game.moves(seat)
    best = min(moves, key=lambda move: (cost(game, seat, move), move))
    return seat, "end" if "end" in moves and cost(game, seat, best) > 1 else best


def call(game):
    """lie: challenge at once, otherwise the first move in sorted order."""
    seat = game.to_act()[0]
    moves = game.moves(seat)
    return seat, "call" if "call" in moves else moves[0]


def cost(game, seat, move):
    """How much a placement narrows its pile; a card on the opponent's pile costs a little, other moves nothing much."""
    card, at, pile = move.partition("@")
    if not at:
        return 99
    if pile[0] == "o":
        return 4
    top = (game.piles if pile in game.piles else game.piles[seat])[pile]
    narrowed = int(card) - top if pile[0] == "U" else top - int(card)
    return narrowed - (200 if hasattr(game, "due") and pile in game.due() else 0)


SCRIPTS = {"first": first, "near": near, "call": call}
