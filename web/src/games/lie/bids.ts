// bids.ts - bids of LIE as they are chosen: first what leads in the order of the table (LI6, LI7), then the rest. What may be bid comes from
// the legal moves.
import { readBid, type Bid } from "../../model/moves";

export type Order = "face" | "count";

export const FACES: readonly number[] = [1, 2, 3, 4, 5, 6];

/** What leads in this order: the face, or the count. */
export function leadOf(bid: Bid, order: Order): number {
  return order === "face" ? bid.face : bid.count;
}

export function restOf(bid: Bid, order: Order): number {
  return order === "face" ? bid.count : bid.face;
}

export function bidOf(lead: number, rest: number, order: Order): Bid {
  return order === "face" ? { face: lead, count: rest } : { face: rest, count: lead };
}

/** The bids among the moves. */
export function bidsIn(moves: readonly string[]): Bid[] {
  return moves.map(readBid).filter((bid): bid is Bid => bid !== null);
}

/** Where choosing begins: what leads in the standing bid if it can be raised there, else the first that may be bid. */
export function firstLead(legal: readonly Bid[], standing: Bid | null, order: Order): number {
  const leads = legal.map((bid) => leadOf(bid, order));
  const now = standing ? leadOf(standing, order) : 0;
  return leads.includes(now) ? now : Math.min(...leads, Infinity);
}

function ascending(numbers: number[]): number[] {
  return [...new Set(numbers)].sort((one, other) => one - other);
}

/** The bid that an arrow key leads to: `across` changes the rest, `down` what leads. It stays where there is nothing further. */
export function neighbour(legal: readonly Bid[], from: Bid, order: Order, across: number, down: number): Bid {
  const [lead, rest] = [leadOf(from, order), restOf(from, order)];
  const restsAt = (which: number): number[] => ascending(legal.filter((bid) => leadOf(bid, order) === which).map((bid) => restOf(bid, order)));
  const rests = restsAt(lead);
  if (across !== 0) return bidOf(lead, rests[rests.indexOf(rest) + across] ?? rest, order);
  const leads = ascending(legal.map((bid) => leadOf(bid, order)));
  const next = leads[leads.indexOf(lead) + down];
  if (next === undefined) return from;
  const near = restsAt(next).sort((one, other) => Math.abs(one - rest) - Math.abs(other - rest));
  return bidOf(next, near[0] ?? rest, order);
}
