// game.ts - what a game is for the page.
import type { JSX } from "preact";
import type { TableActions } from "../model/table_actions";
import type { TableState } from "../model/table_client";
import type { View } from "../net/protocol";

/** What a table is drawn from. It does not touch the network, so lessons, puzzles and replays use it, too. */
export interface TableProps<V extends View = View> {
  shown: TableState;
  view: V;
  actions: TableActions;
  /** What stands on the table when the game is over. */
  end?: JSX.Element | null;
}
