// types.ts - the types that screens use: those of the protocol under short names, and what the analysis answers.
import type { AnalyzedGame, FacetofaceView, LieCard, LieReveal, PlayedGame, TableRow, ThegameView } from "../net/protocol";

export type {
  Advice,
  GameName,
  Glance,
  Sum,
  Hello,
  Hints,
  LieView,
  Matter,
  Phase,
  PileHint,
  PileName,
  Refusal,
  Reply,
  Request,
  Seat,
  SelfHint,
  Snapshot,
  TableEvent,
  TableFrame,
  Talk,
  View,
  Why,
} from "../net/protocol";
export type TheGameView = ThegameView;
export type FaceView = FacetofaceView;
export type DieCard = LieCard;
export type Challenge = LieReveal;
export type ListedTable = TableRow;
export type PastGame = PlayedGame;

/** Cards, or their number where the reader may not see them. */
export type Hidden<T> = T[] | number;

export type Analysis = AnalyzedGame;
export type AnalysedTurn = AnalyzedGame["turns"][number];
