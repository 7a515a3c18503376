// tables.tsx - the table of each game, fetched when somebody sits down.
import type { ComponentType, JSX } from "preact";
import { lazy, type Lazy } from "../components/lazy";
import { Missing } from "../components/missing";
import type { GameName } from "../net/protocol";
import type { TableProps, ViewOf } from "./game";

type LazyTable<Name extends GameName> = Lazy<TableProps<ViewOf<Name>>>;

function lazyTable<Name extends GameName>(fetchIt: () => Promise<ComponentType<TableProps<ViewOf<Name>>>>): LazyTable<Name> {
  return lazy(fetchIt, {
    first: true,
    waiting: ({ absent }): JSX.Element => (
      <main class="felt" id="main">
        <Missing absent={absent} />
      </main>
    ),
  });
}

export const tables: { [Name in GameName]: LazyTable<Name> } = {
  thegame: lazyTable<"thegame">(() => import("./thegame/table").then((module) => module.TheGameTable)),
  facetoface: lazyTable<"facetoface">(() => import("./facetoface/table").then((module) => module.FaceTable)),
  lie: lazyTable<"lie">(() => import("./lie/table").then((module) => module.LieTable)),
};

/** The table of a view, whichever game it is. */
export function tableOf<Name extends GameName>(view: ViewOf<Name>): LazyTable<Name> {
  return tables[view.game as Name];
}
