/*
 * link.ts - the single interface through which the page talks to a table, whether it runs on a server or in this browser.
 *
 * `send` gives every request its own ref and answers it exactly once, even if the connection was lost in between: the link
 * reconnects automatically, says hello, resumes every table with the last event number it saw, and resends unanswered
 * requests. Unsolicited frames go to the handlers, in order and never twice.
 */
import type { Answer, Hello, Notice, Request, Snapshot, TableAnswer, TableEvent, TableFrame, TableRequest, TableVerbs, Verbs } from "./protocol";
import { makeSession } from "./session";
import { serverOrigin } from "./site";
import { socketTransport, workerTransport } from "./transport";

/** `dialing`: at the first try; `open`: all is well; `lost`: it was open, and reconnects; `closed`: for good. */
export type LinkState = "dialing" | "open" | "lost" | "closed";

export interface LinkHandlers {
  /** Something happened at a table. Events come without gaps and without repeats. */
  frame(frame: TableFrame): void;
  /** How a table stands, when one enters it, after being away for too long or a `stale` move: replaces what was known. `past`: the events
   *  that were asked for with it. */
  snapshot(table: Snapshot, past?: TableEvent[]): void;
  /** Somebody invites us to a table. */
  invited?(): void;
  /** After every hello: who we are here. */
  hello(hello: Hello): void;
  /** `reason` says why it was closed for good: an error code of the protocol; `refusal` is the answer that said so. */
  state(state: LinkState, reason?: string, refusal?: Notice): void;
}

export interface Link {
  readonly kind: "server" | "local";
  readonly state: LinkState;
  /** The reply, be it a refusal; rejects only when the link is closed for good. */
  send<V extends keyof Verbs>(request: Request<V>): Promise<Answer<V>>;
  /** The same about a table. */
  sendTo<V extends keyof TableVerbs>(table: string, request: TableRequest<V>): Promise<TableAnswer<V>>;
  /** No more frames of this table are wanted, and it is not resumed. */
  forget(code: string): void;
  /** Dial now instead of waiting, because the network came back or the page is looked at again. */
  hurry(): void;
  /** The network is gone: the line is given up now instead of when its silence tells. It reconnects. */
  drop(): void;
  close(): void;
}

export interface LinkOptions {
  name?: string;
  language(): string;
  /** The secret that says who we are, from earlier; null when there is none yet. */
  token: string | null;
  keepToken(token: string | null): void;
}

/** A table on the server of the page. */
export function serverLink(options: LinkOptions, handlers: LinkHandlers): Link {
  return makeSession("server", socketTransport(`${serverOrigin().replace(/^http/, "ws")}/ws`), options, handlers);
}

/** No server: whatever is asked for is refused at once. */
export function noLink(): Link {
  const refuse = (): Promise<never> => Promise.reject(new Error("there is no server"));
  const nothing = (): undefined => undefined;
  return { kind: "server", state: "closed", send: refuse, sendTo: refuse, forget: nothing, hurry: nothing, drop: nothing, close: nothing };
}

/** Tells a link what the browser knows about the network. */
export function followNetwork(link: Pick<Link, "hurry" | "drop">): void {
  addEventListener("online", () => link.hurry());
  addEventListener("offline", () => link.drop());
  document.addEventListener("visibilitychange", () => document.hidden || link.hurry());
}

/** A table in this browser: rules, bots and all in workers, without any network. */
export function localLink(options: LinkOptions, handlers: LinkHandlers): Link {
  return makeSession("local", workerTransport(), options, handlers);
}
