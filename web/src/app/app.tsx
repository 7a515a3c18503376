// app.tsx - chooses the screen by the address, and applies theme and motion settings to the whole page.
import { render, type JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { onLanguage } from "../i18n";
import { tableChunk, moreChunk, type Chunk } from "./lazy";
import { isLazy, type LazyRoute, type Route } from "../model/route";
import { settings } from "../model/settings";
import { useStore } from "../model/store";
import { NotFound } from "../screens/problem";
import { StartScreen } from "../screens/start";
import { Announcer } from "../components/announce";
import { Toasts } from "../components/dialog";
import { goBack, keepFocus } from "../components/focus";
import { Missing } from "../components/missing";
import { leaveClosedLayers, wentToLayer } from "../components/layers";
import { Page, readAddress, route } from "../components/shell";

function Waiting({ part }: { part: Chunk<object> }): JSX.Element {
  return (
    <Page>
      <Missing part={part} />
    </Page>
  );
}

function Table({ route: now }: { route: Extract<Route, { screen: "table" }> }): JSX.Element {
  const screens = useStore(tableChunk.screens);
  if (!screens || typeof screens !== "object") return <Waiting part={tableChunk} />;
  return <screens.TableScreen route={now} key={`${now.local}-${now.code}`} />;
}

function More({ route: now }: { route: LazyRoute }): JSX.Element {
  const screens = useStore(moreChunk.screens);
  return screens && typeof screens === "object" ? <screens.MoreScreen route={now} /> : <Waiting part={moreChunk} />;
}

function Screen(): JSX.Element {
  const now = useStore(route);
  if (now.screen === "start") return <StartScreen />;
  if (now.screen === "missing") return <NotFound />;
  return isLazy(now) ? <More route={now} /> : <Table route={now} />;
}

function useTheme(): void {
  const { theme, motion, back } = useStore(settings);
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
  document.documentElement.dataset["back"] = back;
}

function App(): JSX.Element {
  const [, redraw] = useState(0);
  useTheme();
  useEffect(() => onLanguage(() => redraw((count) => count + 1)), []);
  return (
    <>
      <Screen />
      <Toasts />
      <Announcer />
    </>
  );
}

export function startApp(root: HTMLElement): void {
  leaveClosedLayers(); // the page may have been loaded anew under an open dialog
  addEventListener("popstate", () => wentToLayer() || goBack(readAddress));
  addEventListener("hashchange", readAddress);
  keepFocus();
  render(<App />, root);
}
