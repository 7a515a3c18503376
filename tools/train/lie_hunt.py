#!/usr/bin/env python3
"""lie_hunt.py: learns to beat a bot of LIE in the first round between two, an approximate best response.

Usage: lie_hunt.py WATCHED [WATCHED ...] [--out FILE] ...      (--help lists the rest)

Needs PyTorch and a graphics card; without a card it runs on the processor, only to see that it works. WATCHED is what
lie_watch wrote down about the bot (tools/lie_watch.c describes it) without --matches, all of one set of rules.

How it learns. The bot thinks for milliseconds, too long for the millions of rounds that learning takes. So first a network learns to
imitate it: to mix as it mixed wherever it was watched. A tenth of what was watched is kept back and tells how well that went. Then a second network,
the hunter, plays against the imitation, which learns no more, and gets better as in lie_net.py (PPO, with a price on being
predictable that falls nearly to nothing: who hunts need not hide). It is approximate best response learning (Timbers et al. 2020), with an
imitation in place of the bot.

What the hunter wins from the imitation proves nothing. Turn it into integers by quantise.py and let lie_exploit play it against the bot itself:
what it wins there is a lower bound of the exploitability, however well the bot was imitated. Watching the bot against the hunter
(the NET of lie_watch) and learning again mends an imitation that is wrong where the hunter leads.
"""
import argparse
import math
import pathlib
import time

import lie_net
import lie_watched
import quantise
from lie_net import BIDS, CALL, CHOICES, FACE, FACES, HAND, KINDS, PHASE_SHOW, SEATS
from lie_watched import AT_CARDS, AT_CHANCES, AT_HISTORY, AT_ONES, AT_PHASE, AT_PLACE, AT_RULES, AT_SHOWS, AT_STANDING
from network import DEVICE, give_up, output, positive, seconds, torch
from torch.nn import functional

HELD_BACK = 10                                 # every tenth record is not learned from


# ---------------------------------------------------------------- what was watched


def first_rounds(records, count):
    """So many tables before the first round, with the rules that the bot was watched by."""
    matches = lie_net.Matches(count, duel=True)
    size = int((records[0, AT_CARDS:AT_SHOWS] < KINDS).sum())
    matches.cards = torch.zeros(count, SEATS, dtype=torch.long, device=DEVICE)
    matches.cards[:, :2] = size
    by_count, down, last = (bool(records[0, AT_RULES] >> bit & 1) for bit in range(3))
    for name, value in (("by_count", by_count), ("down", down), ("last", last), ("wild", bool(records[0, AT_ONES])), ("tiebreak", False)):
        setattr(matches, name, torch.full((count,), value, device=DEVICE))
    return matches


def standing_rounds(records):
    """The rounds in which the bot was watched, as it saw them; the other one's cards are not known."""
    count = records.shape[0]
    place, every = records[:, AT_PLACE], torch.arange(count, device=DEVICE)
    hands = torch.full((count, SEATS, HAND), KINDS, device=DEVICE)
    shown = torch.zeros(count, SEATS, FACES, dtype=torch.long, device=DEVICE)
    hands[every, place], shown[every, place] = records[:, AT_CARDS:AT_SHOWS], records[:, AT_SHOWS:AT_HISTORY]
    bidding = lie_net.Round(first_rounds(records, count), hands, shown)
    bidding.history[:, :2] = records[:, AT_HISTORY:AT_STANDING].view(-1, 2, FACES)
    bidding.face, bidding.bid = (records[:, AT_STANDING] - 1).clamp(min=0), records[:, AT_STANDING + 1]
    bidding.turn, bidding.ones = place, records[:, AT_ONES]
    return bidding


# ---------------------------------------------------------------- choices


def show_inputs(matches, hands, table, place):
    hand = hands[table, place]
    common = lie_net.common_inputs(matches, table, place)
    return lie_net.with_phase([lie_net.kind_inputs(hand), common], PHASE_SHOW, matches.wild[table].long()), hand


def bid_extra(bidding, table):
    """What else the likings of bids depend on: order, cards, the standing bid, and how many of the own cards count for each face."""
    own = bidding.shown[table, bidding.turn[table]]
    matching = own + torch.where((bidding.ones[table] == 1)[:, None] & (FACE > 0), own[:, :1], 0)
    standing = [bidding.matches.by_count[table].long(), bidding.total[table], bidding.face[table], bidding.bid[table]]
    return torch.cat([torch.stack(standing, 1), matching], 1)


def show_logs(outputs, hand):
    return functional.log_softmax(lie_net.show_logits(outputs, hand)[0], 1)


def bid_logs(outputs, extra):
    legal = lie_net.legal_bids(extra[:, 0] == 1, extra[:, 1], extra[:, 2], extra[:, 3])
    return functional.log_softmax(lie_net.bid_logits(outputs, extra[:, 4:]).masked_fill(~legal, -1e9), 1)


def pick(logs, greedy):
    """Choices and their log-probabilities."""
    choice = logs.argmax(1) if greedy else torch.multinomial(logs.exp(), 1)[:, 0]
    return choice, logs.gather(1, choice[:, None])[:, 0]


# ---------------------------------------------------------------- imitation


def lessons_of(records):
    """Of showing and of bidding: inputs, what else counts, and how the bot mixed."""
    shows, bids = records[records[:, AT_PHASE] == 0], records[records[:, AT_PHASE] == 1]
    turned = standing_rounds(shows)
    rows, hand = show_inputs(turned.matches, turned.hands, torch.arange(shows.shape[0], device=DEVICE), turned.turn)
    bidding = standing_rounds(bids)
    every = torch.arange(bids.shape[0], device=DEVICE)
    return [(rows, hand, mixture_of(shows, CHOICES), show_logs),
            (bidding.inputs(every), bid_extra(bidding, every), mixture_of(bids, BIDS), bid_logs)]


def mixture_of(records, choices):
    chance = records[:, AT_CHANCES:AT_CHANCES + choices].float()
    return chance / chance.sum(1, keepdim=True)


def divergence(network, lesson, which):
    """How far the network is from the bot's mixtures: the mean Kullback-Leibler divergence."""
    rows, extra, mixture, logs_of = lesson
    mixed = mixture[which]
    logs = logs_of(network(rows[which]), extra[which]).clamp(min=-30)
    return (mixed * (mixed.clamp(min=1e-9).log() - logs)).sum(1).mean()


def kept_back(lesson):
    numbers = torch.arange(lesson[0].shape[0], device=DEVICE)
    return numbers % HELD_BACK == 0


def report_imitation(network, lessons, epoch):
    with torch.no_grad():
        seen = [[float(divergence(network, lesson, which.nonzero()[:, 0])) for which in (~kept_back(lesson), kept_back(lesson))]
                for lesson in lessons]
    print(f"imitation {epoch:3d}: divergence of showing {seen[0][0]:.4f} (kept back {seen[0][1]:.4f}), of bidding {seen[1][0]:.4f} "
          f"(kept back {seen[1][1]:.4f})", flush=True)
    return seen[0][1] + seen[1][1]


def imitate(network, lessons, options):
    """Learns until what was kept back is imitated no better; leaves the best."""
    optimiser = torch.optim.Adam(network.parameters(), lr=options.imitation_rate)
    best, kept = report_imitation(network, lessons, 0), [value.clone() for value in network.parameters()]
    for epoch in range(1, options.epochs + 1):
        for lesson in lessons:
            numbers = (~kept_back(lesson)).nonzero()[:, 0]
            for part in lie_net.batches(numbers.numel(), options.batch):
                optimiser.zero_grad(set_to_none=True)
                divergence(network, lesson, numbers[part]).backward()
                optimiser.step()
                network.keep_small()
        distance = report_imitation(network, lessons, epoch)
        if distance < best:
            best, kept = distance, [value.clone() for value in network.parameters()]
    with torch.no_grad():
        for value, good in zip(network.parameters(), kept):
            value.copy_(good)


# ---------------------------------------------------------------- rounds against the imitation


def turn_cards(network, matches, hands, place, shown, story, greedy):
    """The players at these places turn their cards."""
    table = torch.arange(matches.count, device=DEVICE)
    rows, hand = show_inputs(matches, hands, table, place)
    logits, counts = lie_net.show_logits(lie_net.outputs_of(network, rows), hand)
    choice, chance = pick(functional.log_softmax(logits, 1), greedy)
    shown[table, place] = counts.gather(1, choice[:, None, None].expand(-1, 1, FACES))[:, 0]
    story.add(rows, choice, chance, table, place, hand)


def make_bids(network, bidding, table, story, greedy):
    """Who is on turn at these tables bids or calls; returns the choices."""
    rows, extra = bidding.inputs(table), bid_extra(bidding, table)
    choice, chance = pick(bid_logs(lie_net.outputs_of(network, rows), extra), greedy)
    story.add(rows, choice, chance, table, bidding.turn[table], extra)
    return choice


def play(hunter, prey, matches, greedy=False):
    """One round at every table. Returns the hunter's choices, of ends and of bids, whether it won, and its places."""
    place, hands = lie_net.draw(matches.count, 2), lie_net.deal(matches)
    shown = torch.zeros(matches.count, SEATS, FACES, dtype=torch.long, device=DEVICE)
    shows, bids, unheeded = lie_net.Story(), lie_net.Story(), lie_net.Story()
    turn_cards(hunter, matches, hands, place, shown, shows, greedy)
    turn_cards(prey, matches, hands, 1 - place, shown, unheeded, False)
    bidding = lie_net.Round(matches, hands, shown)
    active = torch.arange(matches.count, device=DEVICE)
    while active.numel():
        hunts = bidding.turn[active] == place[active]
        choice = torch.empty_like(active)
        for network, which, story in (hunter, hunts, bids), (prey, ~hunts, unheeded):
            if which.any():
                choice[which] = make_bids(network, bidding, active[which], story, greedy and network is hunter)
        called = choice == CALL
        bidding.challenge(active[called])
        bidding.raise_bid(active[~called], choice[~called])
        active = active[~called]
    return shows.together(), bids.together(), (bidding.winner == place).float(), place


def gain(won, place):
    """What the hunter wins a round, +-1, as the one who opens, as the one who answers, and their mean."""
    opening, answering = (float(2 * won[place == which].mean() - 1) for which in (0, 1))
    return f"opening {opening:+.4f}, answering {answering:+.4f}: {(opening + answering) / 2:+.4f}"


# ---------------------------------------------------------------- the hunt


def loss_of(hunter, story, logs_of, won, price, clip, part):
    """Of one part of a story: the clipped policy gradient, and of the chance to win foretold."""
    rows, choice, chance, table, _, extra = (column[part] for column in story)
    outputs = hunter(rows)
    value, result = outputs[:, lie_net.AT_VALUE], won[table]
    advantage = 2 * (result - value.detach().sigmoid())
    loss, entropy = lie_net.policy_loss(logs_of(outputs, extra), choice, chance, advantage, price, clip)
    return loss + functional.binary_cross_entropy_with_logits(value, result), entropy.detach()


def learn(hunter, optimiser, shows, bids, won, price, options):
    """Once through all choices of a round; returns the entropies of showing and bidding."""
    cut = [lie_net.batches(story[0].shape[0], -(-story[0].shape[0] // options.parts)) for story in (shows, bids)]
    entropies = []
    for show_part, bid_part in zip(*cut):
        show_loss, show_entropy = loss_of(hunter, shows, show_logs, won, price, options.clip, show_part)
        bid_loss, bid_entropy = loss_of(hunter, bids, bid_logs, won, price, options.clip, bid_part)
        optimiser.zero_grad(set_to_none=True)
        (show_loss + 2 * bid_loss).backward()
        torch.nn.utils.clip_grad_norm_(hunter.parameters(), 1.)
        optimiser.step()
        hunter.keep_small()
        entropies.append(torch.stack([show_entropy, bid_entropy]))
    return torch.stack(entropies).mean(0).tolist()


def hunt(hunter, prey, matches, options):
    optimiser = torch.optim.Adam(hunter.parameters(), lr=options.rate, betas=(.9, .99))
    begun, iteration = time.monotonic(), 0
    while (done := (time.monotonic() - begun) / options.seconds) < 1 and (not options.iterations or iteration < options.iterations):
        price = options.price * (options.last_price / options.price) ** done
        for group in optimiser.param_groups:
            group["lr"] = options.rate * (.5 * (1 + math.cos(math.pi * done)) * .98 + .02)
        shows, bids, won, place = play(hunter, prey, matches)
        entropies = learn(hunter, optimiser, shows, bids, won, price, options)
        if iteration % options.report == 0:
            print(f"{iteration:6d} {time.monotonic() - begun:6.0f} s  entropies {entropies[0]:.3f} {entropies[1]:.3f}  {gain(won, place)}", flush=True)
        iteration += 1


def measure(hunter, prey, matches, rounds):
    """What the hunter wins from the imitation when it always takes what it likes best."""
    results = [play(hunter, prey, matches, greedy=True)[2:] for _ in range(rounds)]
    print(f"against the imitation, {rounds * matches.count} rounds: {gain(*(torch.cat(column) for column in zip(*results)))}", flush=True)


def floats_in(path):
    try:
        return quantise.unpacked(path.read_bytes())[1]
    except (OSError, ValueError) as error:
        return give_up(f"{path}: {error}")


def main():
    parser = argparse.ArgumentParser(description="Learns to beat a bot of LIE that lie_watch watched. Needs PyTorch and a graphics card.")
    parser.add_argument("watched", type=pathlib.Path, nargs="+", help="what lie_watch wrote")
    parser.add_argument("--out", type=output, default=pathlib.Path("hunter.f32"), help="where the hunter goes (default: %(default)s)")
    parser.add_argument("--start", type=pathlib.Path, default=quantise.DATA / "lie_duel-net.bin", help="network that both begin as (default: %(default)s)")
    parser.add_argument("--seconds", type=seconds, default=240, help="of the hunt (default: %(default)s)")
    parser.add_argument("--iterations", type=int, default=0, help="at most so many, to try it out")
    parser.add_argument("--tables", type=positive, default=65536, help="played at once (default: %(default)s)")
    parser.add_argument("--parts", type=positive, default=4, help="that the choices of an iteration are learned in (default: %(default)s)")
    parser.add_argument("--rate", type=float, default=5e-4, help="learning rate at its highest (default: %(default)s)")
    parser.add_argument("--clip", type=float, default=.2, help="how far one iteration may move a chance (default: %(default)s)")
    parser.add_argument("--price", type=float, default=.03, help="on being predictable, at first (default: %(default)s)")
    parser.add_argument("--last-price", type=float, default=.0005, help="and at last (default: %(default)s)")
    parser.add_argument("--epochs", type=positive, default=12, help="of the imitation (default: %(default)s)")
    parser.add_argument("--batch", type=positive, default=1024, help="records that the imitation learns from at once (default: %(default)s)")
    parser.add_argument("--imitation-rate", type=float, default=4e-4, help="its learning rate (default: %(default)s)")
    parser.add_argument("--report", type=positive, default=50, help="iterations between two lines of progress (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the random numbers; graphics cards differ all the same (default: %(default)s)")
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    records = lie_watched.read_first_rounds(options.watched).long()
    prey, hunter = lie_net.Network().to(DEVICE), lie_net.Network().to(DEVICE)
    prey.fill(floats_in(options.start))
    imitate(prey, lessons_of(records), options)
    hunter.load_state_dict(prey.state_dict())
    matches = first_rounds(records, options.tables)
    hunt(hunter, prey, matches, options)
    measure(hunter, prey, matches, 32)
    hunter.save(options.out)


if __name__ == "__main__":
    main()
