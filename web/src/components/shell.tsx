// shell.tsx - what every screen has: the header with the way home, the line about a lost connection, and moving between screens.
import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { currentLanguage, LANGUAGES, setLanguage, t, tf, type Language } from "../i18n";
import { server, type ConnectionState } from "../model/connections";
import { lettersOf } from "../model/names";
import { parseRoute, routePath, type Route } from "../model/route";
import { settings } from "../model/settings";
import { Store, useStore } from "../model/store";
import type { GameName } from "../net/protocol";
import { hasServer, ownPath } from "../net/site";
import { announce } from "./announce";
import { banWords } from "./ban";
import { Icon, Mark, type IconName } from "./icons";
import { changeHistory, layersHere, useLayer } from "./layers";
import { setTitle } from "./title";

const routeOfAddress = (): Route => parseRoute(ownPath(), location.hash);

export const route = new Store<Route>(routeOfAddress());

export function readAddress(): void {
  route.set(routeOfAddress());
}

export function go(next: Route, replace = false): void {
  const path = routePath(next);
  changeHistory(() => {
    if (replace || layersHere() > 0) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    route.set(next);
    window.scrollTo(0, 0);
  });
}

export function GoLink(props: { to: Route; class?: string; "data-testid"?: string; label?: string; current?: boolean; children: ComponentChildren }): JSX.Element {
  const follow = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    go(props.to);
  };
  return (
    <a class={props.class} data-testid={props["data-testid"]} href={routePath(props.to)} aria-label={props.label} aria-current={props.current ? "page" : undefined} onClick={follow}>
      {props.children}
    </a>
  );
}

export interface MenuEntry {
  icon: IconName;
  text: string;
  act: () => void;
}

/** The menu behind the three dots; `waits`: what was chosen last is not answered yet. */
export function MoreMenu({ entries, waits }: { entries: MenuEntry[]; waits: boolean }): JSX.Element {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useLayer(open, () => closeByHand());
  useLayoutEffect(() => {
    if (!open) return;
    box.current?.querySelector<HTMLElement>(".menu button")?.focus();
    const close = (event: Event): void => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", close);
    return () => document.removeEventListener("pointerdown", close);
  }, [open]);
  const closeByHand = (): void => {
    setOpen(false);
    box.current?.querySelector("button")?.focus();
  };
  const choose = (entry: MenuEntry): void => {
    closeByHand();
    entry.act();
  };
  const onFocusOut = (event: FocusEvent): void => {
    if (event.relatedTarget && !box.current?.contains(event.relatedTarget as Node)) setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!open) return;
    event.stopPropagation();
    if (event.key === "Escape") closeByHand();
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const buttons = [...(box.current?.querySelectorAll<HTMLElement>(".menu button") ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  return (
    <div class="menu-anchor" ref={box} onKeyDown={onKeyDown} onFocusOut={onFocusOut}>
      <button
        class={waits ? "button bare round waits" : "button bare round"}
        type="button"
        aria-label={t("More")}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name="more" />
      </button>
      {open ? (
        <div class="menu end" data-testid="menu" role="menu">
          {entries.map((entry) => (
            <button type="button" role="menuitem" key={entry.text} onClick={() => choose(entry)}>
              <Icon name={entry.icon} />
              {entry.text}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  );
}

/** `heading`: where the screen has no heading of its own, the title is it. */
export function Top(props: { title?: string; heading?: boolean; children?: ComponentChildren }): JSX.Element {
  return (
    <header class="top">
      <GoLink class="brand" data-testid="brand" to={{ screen: "start" }} label={t("stos, to the start page")}>
        <Mark />
        stos
      </GoLink>
      {props.title ? props.heading ? <h1 class="top-title">{props.title}</h1> : <span class="top-title">{props.title}</span> : null}
      <div class="top-end">{props.children}</div>
    </header>
  );
}

function useTitle(title: string | undefined): void {
  useLayoutEffect(() => setTitle(title ?? ""), [title]);
}

/** The header of a lesson or a puzzle: what it is, and the way out. Its task is told, because the focus is in the hand. */
export function TaskTop(props: { title: string; task: string; onClose: () => void }): JSX.Element {
  useTitle(props.title);
  useLayoutEffect(() => announce(props.task), [props.task]);
  return (
    <Top heading title={props.title}>
      <button class="button bare round" type="button" aria-label={t("Close")} onClick={props.onClose}>
        <Icon name="close" />
      </button>
    </Top>
  );
}

/** Why the link is closed for good, and what to do about it. */
function closedText({ reason, refusal }: ConnectionState): string {
  if (reason === "banned") return banWords(t("The host has banned you from this server."), refusal ?? {});
  if (reason === "wrong_origin")
    return tf("The server does not expect people at this address. If it is yours, start it with --public-url {address}.", {
      address: location.origin,
    });
  if (reason === "elsewhere") return t("You are playing in another window.");
  if (reason === "bad_version") return t("A new version of this page is available.");
  return t("The server has closed the connection.");
}

/** A quiet line while the connection is away; the page goes on by itself when it is back. */
export function LostLine(): JSX.Element | null {
  const now = useStore(server.state);
  const { state, reason } = now;
  if (state !== "lost" && state !== "closed") return null;
  const closed = state === "closed";
  const act = (): void => (reason === "bad_version" ? location.reload() : closed ? server.reopen(true) : server.hurry());
  return (
    <div class="notice-line" data-testid="notice" role="status">
      <Icon name="lost" />
      <span class="notice-text">{closed ? closedText(now) : t("Connection lost. Reconnecting… Nothing is lost.")}</span>
      {reason === "banned" ? null : (
        <button class="chip" data-testid="chip" type="button" onClick={act}>
          {reason === "elsewhere" ? t("Use this window") : reason === "bad_version" ? t("Reload") : t("Try now")}
        </button>
      )}
    </div>
  );
}

function LanguageChoice(): JSX.Element {
  return (
    <select
      class="language" data-testid="language"
      aria-label={t("Language")}
      value={currentLanguage()}
      onChange={(event) => void setLanguage(event.currentTarget.value as Language)}
    >
      {Object.entries(LANGUAGES).map(([code, name]) => (
        <option value={code} key={code}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** The places that a header has room for; on a phone they stand below the page. */
function MainWays({ game }: { game: GameName }): JSX.Element {
  return (
    <>
      <GoLink to={{ screen: "day" }}>{t("Deal of the day")}</GoLink>
      <GoLink to={{ screen: "puzzles" }}>{t("Puzzles")}</GoLink>
      <GoLink to={{ screen: "learn", game }}>{t("Learn")}</GoLink>
    </>
  );
}

/** Oneself: the first letter of one's name. */
function OwnFace(): JSX.Element {
  const { hello } = useStore(server.state);
  const { name } = useStore(settings);
  const letter = lettersOf(name || hello?.account || "")[0];
  return (
    <GoLink class="own-face" to={{ screen: "account" }} label={t("You")}>
      <span class="face">{letter ? letter.toUpperCase() : <Icon name="person" />}</span>
    </GoLink>
  );
}

function Foot(): JSX.Element {
  const { lastGame } = useStore(settings);
  return (
    <footer class="page-foot">
      <nav aria-label={t("More pages")}>
        <span class="only-narrow">
          <MainWays game={lastGame} />
        </span>
        <GoLink to={{ screen: "games" }}>{t("My games")}</GoLink>
        {hasServer ? <GoLink to={{ screen: "leaders" }}>{t("Leaderboard")}</GoLink> : null}
        <GoLink to={{ screen: "rules", game: lastGame }}>{t("Rules")}</GoLink>
        <GoLink to={{ screen: "settings" }}>{t("Settings")}</GoLink>
      </nav>
    </footer>
  );
}

/** A plain page: header, one column, and the ways on in words. */
export function Page(props: { title?: string; wide?: boolean; home?: boolean; children: ComponentChildren }): JSX.Element {
  useTitle(props.title);
  const { lastGame } = useStore(settings);
  return (
    <div class={props.home ? "page home" : "page"}>
      <Top {...(props.title ? { title: props.title } : {})}>
        <nav class="top-ways" aria-label={t("Pages")}>
          <MainWays game={lastGame} />
        </nav>
        <LanguageChoice />
        {hasServer ? <OwnFace /> : null}
      </Top>
      <main class={props.wide ? "column wide" : "column"} id="main">
        <LostLine />
        {props.children}
      </main>
      <Foot />
    </div>
  );
}
