// app.tsx - draws the screen of the address, and applies theme and motion settings to the whole page.
import { render, type JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { onLanguage } from "../i18n";
import { settings } from "../model/settings";
import { useStore } from "../model/store";
import { Announcer } from "../components/announce";
import { Toasts } from "../components/dialog";
import { goBack, keepFocus } from "../components/focus";
import { leaveClosedLayers, wentToLayer } from "../components/layers";
import { placeVoices } from "../components/modals";
import { readAddress } from "../components/shell";
import { Screen } from "./router";

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
  return <Screen />;
}

function Voices(): JSX.Element {
  return (
    <>
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
  render(<Voices />, placeVoices());
}
