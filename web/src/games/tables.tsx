// tables.tsx - the table of each game, fetched when somebody sits down.
import type { ComponentType, JSX } from "preact";
import { lazy, type Lazy } from "../components/lazy";
import { Loading } from "../components/loading";
import { Missing } from "../components/missing";
import type { Show } from "../wasm/show";
import type { GameName } from "../net/protocol";
import { withOthers } from "./any/fill";
import type { TableProps, ViewOf } from "./game";

type LazyTable<Name extends GameName> = Lazy<TableProps<ViewOf<Name>>>;

function lazyTable<Name extends GameName>(fetchIt: () => Promise<ComponentType<TableProps<ViewOf<Name>>>>, first = true): LazyTable<Name> {
  return lazy(fetchIt, {
    first,
    waiting: ({ absent }): JSX.Element => (
      <main class="felt" id="main">
        <Missing absent={absent} />
      </main>
    ),
  });
}

type Rows = { [Name in GameName]: LazyTable<Name> };

const known: Rows = {
  thegame: lazyTable<"thegame">(() => import("./thegame/table").then((module) => module.TheGameTable)),
  facetoface: lazyTable<"facetoface">(() => import("./facetoface/table").then((module) => module.FaceTable)),
  lie: lazyTable<"lie">(() => import("./lie/table").then((module) => module.LieTable)),
};

const anyTable = lazyTable<GameName>(() => import("./any/table").then((module) => module.AnyTable), false);

export const tables = withOthers(known, () => anyTable);

type Waiting<Props> = Omit<Props, "show"> & { show: Show | null };

/** The table of a view, whichever game it is, once the rules library is there. */
export function GameTable<Name extends GameName>({ show, ...props }: Waiting<TableProps<ViewOf<Name>>>): JSX.Element {
  const Table: LazyTable<Name> = tables[props.view.game as Name];
  if (show) return <Table {...props} show={show} />;
  return (
    <main class="felt" id="main">
      <Loading local />
    </main>
  );
}
