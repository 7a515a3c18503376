// more.tsx - the screens that a first game does not need: making and finding tables, rules, lessons, my games, puzzles, replay, account,
// settings. One file, fetched when the first of them is opened, so that a first visit loads less.
import type { JSX } from "preact";
import { routePath, type LazyRoute } from "../model/route";
import { AccountScreen } from "./account";
import { AdviceBox } from "./advice";
import { EndBody } from "./end_body";
import { PeopleScreen, PlayersDialog } from "./people";
import { GamesScreen } from "./games";
import { Invitations } from "./invitations";
import { InviteCode } from "./invite_code";
import { InvitePeople } from "./invite_people";
import { JoinScreen } from "./join";
import { DayScreen } from "./day";
import { KeyList } from "./keys";
import { LearnScreen } from "./learn";
import { Lobby } from "./lobby";
import { NewScreen } from "./new";
import { AgainScreen, PuzzleScreen } from "./puzzle";
import { LeadersScreen, ProfileScreen } from "./profile";
import { PuzzlesScreen } from "./puzzles";
import { ReplayScreen } from "./replay";
import { RulesScreen, RulesText } from "./rules";
import { RulesDialog } from "./rules_dialog";
import { RealRules, SeriesScreen } from "./series";
import { SettingsForm, SettingsScreen } from "./settings";
import { TablesScreen } from "./tables";
import { Reveal } from "../games/lie/reveal";

export { AdviceBox, EndBody, Invitations, InviteCode, InvitePeople, KeyList, Lobby, PlayersDialog, Reveal, RulesDialog, RulesText, SettingsForm };

export function MoreScreen({ route }: { route: LazyRoute }): JSX.Element {
  switch (route.screen) {
    case "new":
      return route.series ? (
        <RealRules rules={route.series.rules} key={routePath(route)}>
          <NewScreen series={route.series} />
        </RealRules>
      ) : (
        <NewScreen series={undefined} />
      );
    case "join":
      return <JoinScreen />;
    case "tables":
      return <TablesScreen />;
    case "games":
      return <GamesScreen />;
    case "account":
      return <AccountScreen />;
    case "settings":
      return <SettingsScreen />;
    case "rules":
      return <RulesScreen game={route.game} />;
    case "learn":
      return <LearnScreen game={route.game} key={route.game} />;
    case "day":
      return <DayScreen />;
    case "leaders":
      return <LeadersScreen />;
    case "people":
      return <PeopleScreen />;
    case "profile":
      return <ProfileScreen account={route.account} key={route.account} />;
    case "series":
      return (
        <RealRules rules={route.rules} key={routePath(route)}>
          <SeriesScreen route={route} />
        </RealRules>
      );
    case "puzzles":
      return <PuzzlesScreen />;
    case "puzzle":
      return <PuzzleScreen number={route.number} key={route.number} />;
    case "again":
      return <AgainScreen route={route} key={`${route.game}-${route.turn}`} />;
    case "replay":
      return <ReplayScreen route={route} key={route.game} />;
  }
}
