// moves.ts - moves as texts, as on the wire: placements such as `12@U1`, bids such as `3x4`. What is legal comes from the rules library.
export interface Placement {
  card: number;
  pile: string;
}

export function readPlacement(move: string): Placement | null {
  const match = /^(\d+)@(\w+)$/.exec(move);
  return match ? { card: Number(match[1]), pile: match[2] ?? "" } : null;
}

/** Piles that a card may go to, out of the legal moves. */
export function pilesFor(card: number, moves: string[]): Set<string> {
  const out = new Set<string>();
  for (const move of moves) {
    const placement = readPlacement(move);
    if (placement?.card === card) out.add(placement.pile);
  }
  return out;
}

/** Cards that may go to a pile, out of the legal moves. */
export function cardsFor(pile: string, moves: string[]): Set<number> {
  const out = new Set<number>();
  for (const move of moves) {
    const placement = readPlacement(move);
    if (placement?.pile === pile) out.add(placement.card);
  }
  return out;
}

export interface Bid {
  count: number;
  face: number;
}

export function readBid(text: string): Bid | null {
  const match = /^(\d+)x([1-6])$/.exec(text);
  return match ? { count: Number(match[1]), face: Number(match[2]) } : null;
}

export function bidText(bid: Bid): string {
  return `${bid.count}x${bid.face}`;
}
