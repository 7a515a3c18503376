// lazy.tsx - components whose code is fetched when they are first drawn, or earlier by `load`.
//
// What a first game does not need also shares a style sheet and texts of its own, so that nothing is ever drawn without them.
import type { ComponentType, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { loadLateTexts } from "../i18n";
import { Store, useStore } from "../model/store";
import { fetchUntilThere, loadOnce } from "../net/retry";

/** `offline`: it comes as soon as the server can be reached; `outdated`: it does not come, because the server has a newer page. */
export type Absent = "loading" | "offline" | "outdated";

export interface Lazy<Props> {
  (props: Props): JSX.Element | null;
  load: () => void;
}

interface LazyOptions<Props> {
  /** What is drawn until the code is there. */
  waiting?: (props: { absent: Absent; props: Props }) => JSX.Element | null;
  /** A first game needs it: it has no style and no texts of its own. */
  first?: boolean;
}

declare const FILES: { style: string };

function addStyle(address: string): Promise<void> {
  return new Promise((done, fail) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address;
    link.onload = () => done();
    link.onerror = () => {
      link.remove();
      fail(new Error(address));
    };
    document.head.append(link);
  });
}

const loadLateParts = loadOnce(() => Promise.all([addStyle(FILES.style), loadLateTexts()]));

type Fetch<Props> = () => Promise<ComponentType<Props>>;

function withLateParts<Props>(fetchIt: Fetch<Props>): Fetch<Props> {
  return async () => (await Promise.all([fetchIt(), loadLateParts()]))[0];
}

export function lazy<Props extends object>(fetchIt: Fetch<Props>, { waiting: Waiting, first }: LazyOptions<Props> = {}): Lazy<Props> {
  const state = new Store<{ Component: ComponentType<Props> } | Absent | null>(null);
  const fetchAll = first ? fetchIt : withLateParts(fetchIt);
  const load = (): void => {
    if (state.value !== null && state.value !== "outdated") return;
    state.set("loading");
    fetchUntilThere(fetchAll, () => state.set("offline")).then(
      (Component) => state.set({ Component }),
      () => state.set("outdated"),
    );
  };
  function LazyComponent(props: Props): JSX.Element | null {
    const now = useStore(state);
    useEffect(load, []);
    if (now && typeof now === "object") return <now.Component {...props} />;
    return Waiting ? <Waiting absent={now ?? "loading"} props={props} /> : null;
  }
  return Object.assign(LazyComponent, { load });
}

/** While something is fetched that will take the place of the circle. */
export function Spinner({ absent }: { absent: Absent }): JSX.Element | null {
  return absent === "loading" ? <span class="spinner" data-testid="spinner" role="status" /> : null;
}

const LONGEST_WAIT_MS = 2000;
const SHORT_WAIT_MS = 200;

/** Calls back when the browser has nothing better to do. */
export function whenIdle(act: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(act, { timeout: LONGEST_WAIT_MS });
  else setTimeout(act, SHORT_WAIT_MS);
}
