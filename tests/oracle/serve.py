"""The engine protocol spoken by the oracle, so that differ.py can be tried on a partner that must agree with it.

One JSON object per line in, one per line out, in order. It knows the verbs that differ.py uses and explicit decks only.
It proves nothing about any engine; it is for testing the tester: `differ.py python3 serve.py --games 50`.
"""

import json
import random
import sys

import oracle


class Server:
    def __init__(self):
        self.games = []  # the game after each move, for undo

    def answer(self, request):
        verbs = {"new": self.new, "state": self.state, "view": self.view, "moves": self.moves, "play": self.play,
                 "undo": self.undo}
        try:
            if request.get("do") not in verbs:
                raise oracle.Refused("bad_request", "unknown verb")
            return {"id": request.get("id"), "ok": True, **verbs[request["do"]](request)}
        except oracle.Refused as refused:
            return {"id": request.get("id"), "ok": False, "error": refused.code, "message": str(refused)}

    def new(self, request):
        _, options = oracle.parse_rules(request["rules"])
        game = oracle.new(request["rules"], request["deck"], random.randrange(int(options.get("players", 2))))
        self.games = [game]
        return {"rules": game.rules, "seats": game.seats}

    def state(self, request):
        return {"state": self.games[-1].state()}

    def view(self, request):
        return {"view": self.games[-1].view(request.get("seat"))}

    def moves(self, request):
        return {"moves": self.games[-1].moves(request.get("seat"))}

    def play(self, request):
        if not isinstance(request.get("move"), str):
            raise oracle.Refused("bad_request", "no move")
        after = self.games[-1].copy()
        after.play(request.get("seat"), request["move"])
        self.games.append(after)
        return {}

    def undo(self, request):
        if len(self.games) == 1:
            raise oracle.Refused("nothing_to_undo")
        self.games.pop()
        return {}


if __name__ == "__main__":
    server = Server()
    for text in sys.stdin:
        print(json.dumps(server.answer(json.loads(text))), flush=True)
