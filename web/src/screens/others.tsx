// others.tsx - every screen but the first one: fetched after it, as one file.
import type { JSX } from "preact";
import { t } from "../i18n";
import type { Route } from "../model/route";
import { AccountScreen } from "./account";
import { GamesScreen } from "./games";
import { JoinScreen } from "./join";
import { LearnScreen } from "./learn";
import { NewScreen } from "./new";
import { Problem } from "./problem";
import { ReplayScreen } from "./replay";
import { RulesScreen } from "./rules";
import { SettingsScreen } from "./settings";
import { TableScreen } from "./table";
import { TablesScreen } from "./tables";

export function OtherScreen({ route }: { route: Route }): JSX.Element {
  switch (route.screen) {
    case "new":
      return <NewScreen />;
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
    case "table":
      return <TableScreen route={route} key={`${route.local}-${route.code}`} />;
    case "replay":
      return <ReplayScreen route={route} key={route.game} />;
    default:
      return <Problem icon="lost" title={t("Nothing here")} text={t("This address leads nowhere.")} />;
  }
}
