/*
 * router.tsx - the table of screens: what each is called and where its code is. Addresses are read and written in model/route.ts.
 *
 * Every screen but the first is a file of its own, fetched when it is opened. Until it is there, its title stands above an empty page.
 */
import type { ComponentType, JSX } from "preact";
import { Missing } from "../components/missing";
import { lazy, type Absent, type Lazy } from "../components/lazy";
import { Page } from "../components/shell";
import { t } from "../i18n";
import { routePath, type Route, type RouteOf } from "../model/route";
import { useStore } from "../model/store";
import { route } from "../components/shell";
import { NotFound } from "../screens/problem";
import { StartScreen } from "../screens/start";

type Name = Route["screen"];
type Fetch<S extends Name> = () => Promise<ComponentType<{ route: RouteOf<S> }>>;

interface Row<S extends Name> {
  Screen: ComponentType<{ route: RouteOf<S> }> | Lazy<{ route: RouteOf<S> }>;
  /** Addresses with another key are drawn anew. */
  key?: ((route: RouteOf<S>) => string) | undefined;
}

interface Options<S extends Name> {
  key?: (route: RouteOf<S>) => string;
  first?: boolean;
}

function screen<S extends Name>(title: () => string, fetchIt: Fetch<S>, { key, first = false }: Options<S> = {}): Row<S> {
  const waiting = ({ absent }: { absent: Absent }): JSX.Element => (
    <Page title={title()}>
      <Missing absent={absent} />
    </Page>
  );
  return { Screen: lazy(fetchIt, { waiting, first }), key };
}

const SCREENS: { [S in Name]: Row<S> } = {
  start: { Screen: StartScreen },
  missing: { Screen: NotFound },
  table: screen(() => "", () => import("../screens/table").then((module) => module.TableScreen), { first: true, key: (to) => `${to.local}-${to.code}` }),
  new: screen(() => t("Make a table"), () => import("../screens/new").then((module) => module.NewScreen), { key: routePath }),
  join: screen(() => t("Join a table"), () => import("../screens/join").then((module) => module.JoinScreen)),
  tables: screen(() => t("Public tables"), () => import("../screens/tables").then((module) => module.TablesScreen)),
  find: screen(() => t("Find an opponent"), () => import("../screens/find_game").then((module) => module.FindScreen)),
  hotseat: screen(() => t("Round one device"), () => import("../screens/hotseat").then((module) => module.HotseatScreen)),
  games: screen(() => t("My games"), () => import("../screens/games").then((module) => module.GamesScreen)),
  account: screen(() => t("You"), () => import("../screens/account").then((module) => module.AccountScreen)),
  settings: screen(() => t("Settings"), () => import("../screens/settings").then((module) => module.SettingsScreen)),
  rules: screen(() => t("Rules"), () => import("../screens/rules").then((module) => module.RulesScreen)),
  learn: screen(() => t("Rules"), () => import("../screens/learn").then((module) => module.LearnScreen), { key: routePath }),
  puzzles: screen(() => t("Puzzles"), () => import("../screens/puzzles").then((module) => module.PuzzlesScreen)),
  puzzle: screen(() => t("Puzzle"), () => import("../screens/puzzle").then((module) => module.PuzzleScreen), { key: routePath }),
  again: screen(() => t("Try again"), () => import("../screens/puzzle").then((module) => module.AgainScreen), { key: routePath }),
  day: screen(() => t("Deal of the day"), () => import("../screens/day").then((module) => module.DayScreen)),
  leaders: screen(() => t("Leaderboard"), () => import("../screens/profile").then((module) => module.LeadersScreen)),
  people: screen(() => t("People"), () => import("../screens/people").then((module) => module.PeopleScreen)),
  profile: screen(() => t("Profile"), () => import("../screens/profile").then((module) => module.ProfileScreen), { key: routePath }),
  series: screen(() => t("Duplicate play"), () => import("../screens/series").then((module) => module.SeriesScreen), { key: routePath }),
  replay: screen(() => t("Replay"), () => import("../screens/replay").then((module) => module.ReplayScreen), { key: ({ game }) => game }),
};

export function loadScreen(name: Name): void {
  const { Screen } = SCREENS[name];
  if ("load" in Screen) Screen.load();
}

function Show<S extends Name>({ route: now }: { route: RouteOf<S> }): JSX.Element {
  const { Screen, key } = SCREENS[now.screen as S];
  return <Screen route={now} key={key?.(now) ?? ""} />;
}

/** The screen of the address. */
export function Screen(): JSX.Element {
  return <Show route={useStore(route)} />;
}
