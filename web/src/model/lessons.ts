// lessons.ts - the two-minute tutorials: for each game a few positions, what to say about them, and which moves lead on.
import { t } from "../i18n";
import { bidText, rank, readBid } from "./bids";
import { facePiles, jump, theGamePiles, type Pile } from "./piles";
import type { DieCard, FaceView, GameName, LieView, TheGameView, View } from "./types";

export interface Lesson {
  text: string;
  view: View;
  /** Moves that lead to the next lesson; none: a button does. `hint` stands for any hint. */
  wanted: RegExp | null;
  /** What is said when something else is tried. */
  nudge: string;
}

type Piles = [number, number, number, number];

function team(piles: Piles, hand: number[], more: Partial<TheGameView> = {}): TheGameView {
  const [U1, U2, D1, D2] = piles;
  return {
    game: "thegame",
    rules: "thegame(players=2,min=2,hand=full,fire=off,start=0)",
    phase: "play",
    to_act: [0],
    over: false,
    seat: 0,
    piles: { U1, U2, D1, D2 },
    hands: [hand, 7],
    draw: 60,
    gone: [],
    placed: 0,
    min: 2,
    due: [],
    votes: [null, null],
    left: 74,
    won: false,
    ...more,
  };
}

function theGameLessons(): Lesson[] {
  const first = [3, 17, 41, 54, 65, 78, 97];
  const second = [15, 36, 37, 62, 65, 78, 90];
  return [
    {
      text: t(
        "You play together against the cards. Two piles rise from 1, two fall from 100, and all 98 cards must go onto them. Pick up the 3, then tap a rising pile: a small jump.",
      ),
      view: team([1, 1, 100, 100], first, { left: 98, draw: 84 }),
      wanted: /^3@U/,
      nudge: t("That would be a very big jump. The 3 belongs on a rising pile."),
    },
    {
      text: t("Good. High cards suit the falling piles: place the 97 there."),
      view: team([3, 1, 100, 100], first.slice(1), { placed: 1, gone: [3], left: 97, draw: 84 }),
      wanted: /^97@D/,
      nudge: t("Take the 97, and a falling pile. The number below a pile says how far the card would jump."),
    },
    {
      text: t("A turn needs at least two cards, or one when there is nothing left to draw. End your turn: you draw as many as you placed."),
      view: team([3, 1, 97, 100], first.slice(1, 6), { placed: 2, gone: [3, 97], left: 96, draw: 84 }),
      wanted: /^end$/,
      nudge: t("You may place more, but now press the button that ends the turn."),
    },
    {
      text: t(
        "Some turns later. Now the trick that wins the game: a card exactly ten lower may go back on a rising pile, ten higher on a falling one. You hold the 37, and there lies a 47.",
      ),
      view: team([47, 12, 88, 66], second, { gone: [3, 97, 30, 47, 12, 88, 66] }),
      wanted: /^37@U1$/,
      nudge: t("The 37 goes back by ten on the pile with the 47."),
    },
    {
      text: t("Ten numbers won back. Now place the 65 on the falling 66: a jump of one."),
      view: team(
        [37, 12, 88, 66],
        second.filter((card) => card !== 37),
        { placed: 1, gone: [3, 97, 30, 37, 47, 12, 88, 66] },
      ),
      wanted: /^65@D2$/,
      nudge: t("Look for the smallest jump: 65 on 66."),
    },
    {
      text: t(
        "You may not tell each other a number. But you may give hints. Your 62 would come next on the last pile, so nobody should jump there. Tap the little bubble above the last pile and ask to leave it.",
      ),
      view: team(
        [37, 12, 88, 65],
        second.filter((card) => card !== 37 && card !== 65),
        { to_act: [1], gone: [3, 97, 30, 37, 47, 12, 88, 66, 65] },
      ),
      wanted: /^hint D2/,
      nudge: t("The bubble above the last pile gives a hint about that pile."),
    },
    {
      text: t(
        "That is all. When a player cannot place enough cards, the game is over. The cards that are left are your result: none is a win, fewer than ten is excellent.",
      ),
      view: team(
        [37, 12, 88, 65],
        second.filter((card) => card !== 37 && card !== 65),
        { to_act: [1], gone: [3, 97, 30, 37, 47, 12, 88, 66, 65] },
      ),
      wanted: null,
      nudge: "",
    },
  ];
}

function duel(own: [number, number], other: [number, number], hand: number[], more: Partial<FaceView> = {}): FaceView {
  return {
    game: "facetoface",
    rules: "facetoface(last=strict,start=0)",
    phase: "play",
    to_act: [0],
    over: false,
    seat: 0,
    piles: [
      { U: own[0], D: own[1] },
      { U: other[0], D: other[1] },
    ],
    hands: [hand, 6],
    draw: [29, 31],
    gone: [[], []],
    placed: 0,
    helped: false,
    winner: null,
    ...more,
  };
}

function faceLessons(): Lesson[] {
  return [
    {
      text: t(
        "A duel. Your two piles are below, your opponent's above. The first to place all 58 cards wins. Your own piles work as in THE GAME: the 17 is exactly ten below your 27, so it may go back.",
      ),
      view: duel([27, 35], [18, 40], [9, 17, 28, 29, 45, 51]),
      wanted: /^17@U$/,
      nudge: t("Place the 17 on your own rising pile."),
    },
    {
      text: t("And forward again: the 28. Each turn needs at least two cards."),
      view: duel([17, 35], [18, 40], [9, 28, 29, 45, 51], { placed: 1 }),
      wanted: /^28@U$/,
      nudge: t("Place the 28 on your own rising pile."),
    },
    {
      text: t(
        "If you stop here, you draw only two cards. But once a turn you may help: place a card on your opponent's pile that makes it better for them. Then you draw until you hold six. Hold the 45 over their falling pile and see.",
      ),
      view: duel([28, 35], [18, 40], [9, 29, 45, 51], { placed: 2 }),
      wanted: /^45@oD$/,
      nudge: t("The 45 helps their falling pile by five. The 51 would help more than needed."),
    },
    {
      text: t("A small gift, and now you draw three cards. End your turn."),
      view: duel([28, 35], [18, 45], [9, 29, 51], { placed: 3, helped: true }),
      wanted: /^end$/,
      nudge: t("Press the button that ends the turn."),
    },
    {
      text: t(
        "That is all. Every turn needs two cards, even when there are none left to draw: start a turn with a single card and you lose. Count your cards in pairs.",
      ),
      view: duel([28, 35], [18, 45], [9, 12, 29, 33, 51, 56], { to_act: [1] }),
      wanted: null,
      nudge: "",
    },
  ];
}

const LIE_HANDS: [DieCard[], number, number] = [
  [
    [2, 5],
    [4, 5],
    [1, 3],
  ],
  3,
  3,
];

function dice(more: Partial<LieView>): LieView {
  return {
    game: "lie",
    rules: "lie(players=3,order=face,ones=plain,direction=fixed,cards=up,end=first,start=0)",
    phase: "bid",
    to_act: [0],
    over: false,
    seat: 0,
    round: 4,
    counts: [3, 3, 3],
    hands: LIE_HANDS,
    shown: [[5, 5, 3], null, null],
    bids: [],
    starter: 0,
    direction: "cw",
    ones_wild: false,
    in: [0, 1, 2],
    tiebreak: false,
    winner: null,
    last: null,
    ...more,
  };
}

const OPENED = {
  challenger: 0,
  bidder: 2,
  bid: "5x6",
  found: 2,
  loser: 2,
  hands: [
    LIE_HANDS[0],
    [
      [1, 6],
      [2, 4],
      [3, 5],
    ],
    [
      [2, 6],
      [1, 4],
      [3, 4],
    ],
  ] as DieCard[][],
  shown: [
    [5, 5, 3],
    [6, 2, 5],
    [6, 4, 3],
  ],
};

function lieLessons(): Lesson[] {
  return [
    {
      text: t(
        "Every card has a die face at each end, and you choose in secret which end counts. You hold a 5 twice: tap the cards until two fives are bright, then say that these ends count.",
      ),
      view: dice({ phase: "show", shown: [null, null, null] }),
      wanted: /^show 5 5/,
      nudge: t("Turn both fives up: tap the card to flip it."),
    },
    {
      text: t(
        "Nine cards are in play, and you see three of them. Bid how often a face is there in all hands together: choose three fives on the ladder. You have two, so one more is enough.",
      ),
      view: dice({}),
      wanted: /^3x5$/,
      nudge: t("Choose three fives on the ladder: the row of the five, the step with the 3."),
    },
    {
      text: t(
        "The others raised: a higher face with any number, or more of the same face. Five sixes among six hidden cards? Do not believe it.",
      ),
      view: dice({
        bids: [
          { seat: 0, bid: "3x5" },
          { seat: 1, bid: "4x5" },
          { seat: 2, bid: "5x6" },
        ],
      }),
      wanted: /^call$/,
      nudge: t("Press Challenge."),
    },
    {
      text: t(
        "All hands are opened. The bid was too high, so the bidder draws one card more from now on. When somebody would need a sixth card, the game ends and the fewest cards win. Players who tie play extra rounds: the loser of each is out.",
      ),
      view: dice({
        phase: "show",
        to_act: [1],
        round: 5,
        counts: [3, 3, 4],
        hands: [LIE_HANDS[0], 3, 4],
        shown: [[5, 5, 3], null, null],
        last: OPENED,
      }),
      wanted: null,
      nudge: "",
    },
  ];
}

/** Whether a card fits on a pile (TG5, TG6, FF5, FF6). */
function fits(pile: Pile, card: number): boolean {
  const by = jump(pile, card);
  return pile.other ? by < 0 : by > 0 || by === -10;
}

function bidMoves(view: LieView): string[] {
  const cards = view.counts.reduce((sum, count) => sum + count, 0);
  const last = readBid(view.bids[view.bids.length - 1]?.bid ?? "");
  const all = Array.from({ length: cards * 6 }, (_, index) => ({ count: (index % cards) + 1, face: Math.floor(index / cards) + 1 }));
  const higher = all.filter((bid) => !last || rank(bid, "face", cards) > rank(last, "face", cards));
  return [...higher.map(bidText), ...(last ? ["call"] : [])];
}

/** The moves that a learner may try: the positions are made up, so the plain rules are enough. */
export function lessonMoves(view: View): string[] {
  if (!view.to_act.includes(0)) return [];
  if (view.game === "lie") return view.phase === "bid" ? bidMoves(view) : [];
  const piles = view.game === "thegame" ? theGamePiles(view) : facePiles(view, 0).filter((pile) => !pile.other || !view.helped);
  const hand = view.hands[0];
  const placements = (Array.isArray(hand) ? hand : []).flatMap((card) =>
    piles.filter((pile) => fits(pile, card)).map((pile) => `${card}@${pile.id}`),
  );
  return view.placed >= 2 ? [...placements, "end"] : placements;
}

export function lessonsOf(game: GameName): Lesson[] {
  if (game === "thegame") return theGameLessons();
  return game === "lie" ? lieLessons() : faceLessons();
}
