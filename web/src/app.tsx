// app.tsx - chooses the screen by the address, and applies theme and motion settings to the whole page.
import { render, type JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { onLanguage } from "./i18n";
import { others, reading, type Part } from "./later";
import { isReading, type ReadingRoute, type Route } from "./model/route";
import { settings } from "./model/settings";
import { useStore } from "./model/store";
import { StartScreen } from "./screens/start";
import { Announcer } from "./ui/announce";
import { Toasts } from "./ui/dialog";
import { goBack, keepFocus } from "./ui/focus";
import { Missing } from "./ui/missing";
import { leaveClosedLayers, wentToLayer } from "./ui/layers";
import { Page, readAddress, route } from "./ui/shell";

function Waiting({ part }: { part: Part<object> }): JSX.Element {
  return (
    <Page>
      <Missing part={part} />
    </Page>
  );
}

function Other({ route: now }: { route: Route }): JSX.Element {
  const screens = useStore(others.screens);
  return screens && typeof screens === "object" ? <screens.OtherScreen route={now} /> : <Waiting part={others} />;
}

function Reading({ route: now }: { route: ReadingRoute }): JSX.Element {
  const screens = useStore(reading.screens);
  return screens && typeof screens === "object" ? <screens.ReadingScreen route={now} /> : <Waiting part={reading} />;
}

function Screen(): JSX.Element {
  const now = useStore(route);
  if (now.screen === "start") return <StartScreen />;
  return isReading(now) ? <Reading route={now} /> : <Other route={now} />;
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
