// app.tsx - chooses the screen by the address, and keeps theme and motion of the whole page.
import { render, type JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { onLanguage, t } from "./i18n";
import { server } from "./model/home";
import { openRulebook } from "./model/rulebook";
import { settings } from "./model/settings";
import { useStore } from "./model/store";
import { AccountScreen } from "./screens/account";
import { GamesScreen } from "./screens/games";
import { JoinScreen } from "./screens/join";
import { LearnScreen } from "./screens/learn";
import { NewScreen } from "./screens/new";
import { Problem } from "./screens/problem";
import { ReplayScreen } from "./screens/replay";
import { RulesScreen } from "./screens/rules";
import { SettingsScreen } from "./screens/settings";
import { StartScreen } from "./screens/start";
import { TableScreen } from "./screens/table";
import { TablesScreen } from "./screens/tables";
import { Announcer } from "./ui/announce";
import { Toasts } from "./ui/dialog";
import { readAddress, route } from "./ui/shell";

function Screen(): JSX.Element {
  const now = useStore(route);
  switch (now.screen) {
    case "start":
      return <StartScreen />;
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
      return <RulesScreen game={now.game} />;
    case "learn":
      return <LearnScreen game={now.game} key={now.game} />;
    case "table":
      return <TableScreen route={now} key={`${now.local}-${now.code}`} />;
    case "replay":
      return <ReplayScreen route={now} key={now.game} />;
    default:
      return <Problem icon="lost" title={t("Nothing here")} text={t("This address leads nowhere.")} />;
  }
}

function useTheme(): void {
  const { theme, motion } = useStore(settings);
  const [systemDark, setSystemDark] = useState(matchMedia("(prefers-color-scheme: dark)").matches);
  useEffect(() => {
    const query = matchMedia("(prefers-color-scheme: dark)");
    const follow = (): void => setSystemDark(query.matches);
    query.addEventListener("change", follow);
    return () => query.removeEventListener("change", follow);
  }, []);
  const dark = theme === "dark" || (theme === "system" && systemDark);
  document.documentElement.dataset["theme"] = dark ? "dark" : "light";
  document.documentElement.dataset["motion"] = motion;
}

function App(): JSX.Element {
  const [language, setLanguage] = useState(0);
  useTheme();
  useEffect(() => onLanguage(() => setLanguage((count) => count + 1)), []);
  return (
    <>
      <Screen key={language} />
      <Toasts />
      <Announcer />
    </>
  );
}

export function startApp(root: HTMLElement): void {
  addEventListener("popstate", readAddress);
  addEventListener("hashchange", readAddress);
  render(<App />, root);
  server.open();
  openRulebook().catch(() => undefined);
}
