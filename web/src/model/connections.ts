// connections.ts - the two places that host tables: the server that the page came from, and this browser. Each has one link, created
// on first use, and the tables that are open on it.
import { currentLanguage, onLanguage } from "../i18n";
import { followNetwork, localLink, noLink, serverLink, type Link, type LinkHandlers, type LinkState } from "../net/link";
import { TableClient } from "./table_client";
import { hasServer } from "../net/site";
import { settings } from "./settings";
import { Store } from "./store";
import type { Answer, Hello, Notice, Phase, Reply, Request, Snapshot, TableAnswer, TableRequest, TableVerbs, Verbs } from "../net/protocol";

const MOST_WAITING = 4;

export interface ConnectionState {
  state: LinkState | "unused";
  reason: string | null;
  /** The answer with which it was closed for good, where there was one. */
  refusal?: Notice | undefined;
  hello: Hello | null;
  /** How many invitations came during this visit. */
  invited?: number;
  /** What happens here is gone with the page: the browser cannot keep it. */
  fleeting?: boolean;
}

/** At how many tables with other people it is the user's turn. */
export const turns = new Store(0);

function isWaitedFor({ view, you, phase, seats }: Snapshot): boolean {
  const mine = view !== null && !view.over && phase === "playing" && view.to_act.includes(you);
  return mine && seats.some((seat) => seat.kind === "person" && !seat.you);
}

/** What came of asking for a table. */
export interface Entry {
  client: TableClient | null;
  reply: Answer<"create">;
}

export class Connection {
  readonly state = new Store<ConnectionState>({ state: "unused", reason: null, hello: null });
  private link: Link | null = null;
  private readonly clients = new Map<string, TableClient>();
  /** The code of the table that is on the screen. */
  private onScreen: string | null = null;

  constructor(readonly kind: "server" | "local") {}

  /** Starts the link; later calls do nothing. */
  open(): Link {
    if (this.kind === "server" && !hasServer) return noLink();
    if (this.link && this.link.state !== "closed") return this.link;
    this.state.set({ state: "dialing", reason: null, hello: null });
    const make = this.kind === "server" ? serverLink : localLink;
    this.link = make(this.options(), this.handlers());
    return this.link;
  }

  /** Starts anew, perhaps as somebody else. Whoever watched goes on watching; a new person sits nowhere yet. */
  reopen(asBefore: boolean): void {
    if (!this.link) return;
    this.link.close();
    this.link = null;
    this.open();
    for (const [code, client] of this.clients) {
      const seated = asBefore && client.state.value.table.you >= 0;
      void this.enterTable(code, { do: seated ? "join" : "watch" }).catch(() => null);
    }
  }

  /** What the other side says from now on is in the language of the page. */
  speak(): void {
    if (this.link && this.link.state !== "closed") void this.link.send({ do: "language", language: currentLanguage() }).catch(() => null);
  }

  /** Fulfilled when it is known who one is here, and where one plays. */
  welcome(): Promise<Hello> {
    this.open();
    const { hello } = this.state.value;
    if (hello) return Promise.resolve(hello);
    return new Promise((done) => {
      const stop = this.state.watch(() => {
        const { hello: here } = this.state.value;
        if (!here) return;
        stop();
        done(here);
      });
    });
  }

  token(): string | null {
    return readToken(this.kind);
  }

  /** Whether somebody has played here before, so that a game may be waiting. */
  wasUsed(): boolean {
    return readToken(this.kind) !== null;
  }

  /** How many games waited here when the page was last left: their rows keep their place until they are known. */
  waiting(): number {
    try {
      return this.wasUsed() ? Math.min(MOST_WAITING, Number(localStorage.getItem(`stos.waiting.${this.kind}`) ?? 0)) : 0;
    } catch {
      return 0;
    }
  }

  noteWaiting(): void {
    try {
      if (this.state.value.state === "open") localStorage.setItem(`stos.waiting.${this.kind}`, String(this.running().length));
    } catch {
      // without storage the list makes room for itself when it comes
    }
  }

  hurry(): void {
    this.link?.hurry();
  }

  /** The line is given up, and dialed again when the page goes on or `hurry` is called. */
  drop(): void {
    this.link?.drop();
  }

  async send<V extends keyof Verbs>(request: Request<V>): Promise<Answer<V>> {
    return this.noted(await this.open().send(request));
  }

  async sendTo<V extends keyof TableVerbs>(table: string, request: TableRequest<V>): Promise<TableAnswer<V>> {
    return this.noted(await this.open().sendTo(table, request));
  }

  private noted<R extends Reply>(reply: R): R {
    if (reply.ok && reply.persistent === false && !this.state.value.fleeting) this.state.change({ fleeting: true });
    return reply;
  }

  client(code: string): TableClient | null {
    return this.clients.get(code) ?? null;
  }

  /** A screen shows this table; what is returned is to be called when it does not any more. */
  showTable(code: string): () => void {
    this.onScreen = code;
    return () => {
      if (this.onScreen === code) this.onScreen = null;
      this.putAway(code);
    };
  }

  /** A table that nobody looks at is kept only as long as something may happen there that concerns the reader. */
  private putAway(code: string, news?: Phase): void {
    const table = this.clients.get(code)?.state.value.table;
    if (!table || code === this.onScreen) return;
    const { you } = table;
    const phase = news ?? table.phase;
    if (you >= 0 && phase !== "over" && phase !== "closed") return;
    this.clients.delete(code);
    this.link?.forget(code);
    if (you < 0) void this.sendTo(code, { do: "leave" }).catch(() => null); // stops watching
  }

  /** The table is left; `mayReturn`: its game still counts as running. */
  forget(code: string, mayReturn = false): void {
    this.clients.delete(code);
    countTurns();
    this.link?.forget(code);
    const { hello } = this.state.value;
    if (hello && mayReturn) this.state.change({ hello: { ...hello, tables: [...new Set([...hello.tables, code])] } });
    else if (hello) this.state.change({ hello: { ...hello, tables: hello.tables.filter((one) => one !== code) } });
  }

  /** Tables with a game that goes on and in which one sits: those that hello named, and those of this visit. */
  running(): string[] {
    const codes = new Set(this.state.value.hello?.tables ?? []);
    for (const [code, client] of this.clients) {
      const { you, phase } = client.state.value.table;
      if (you >= 0 && (phase === "playing" || phase === "paused")) codes.add(code);
      else codes.delete(code);
    }
    return [...codes];
  }

  /** Tables of this visit at which one sits. */
  seatedTables(): Snapshot[] {
    return [...this.clients.values()].map((client) => client.state.value.table).filter(({ you }) => you >= 0);
  }

  /** A request that leads to a table; its client is there when this is done. */
  async enter(request: Request<"create"> | Request<"find">): Promise<Entry> {
    const since = 0;
    return this.entry(await (request.do === "find" ? this.send({ ...request, since }) : this.send({ ...request, since })));
  }

  async enterTable(code: string, how: TableRequest<"join"> | TableRequest<"watch">): Promise<Entry> {
    const since = 0; // the log of the game belongs to it
    return this.entry(await (how.do === "join" ? this.sendTo(code, { ...how, since }) : this.sendTo(code, { ...how, since })));
  }

  private async entry(reply: Answer<"create">): Promise<Entry> {
    const client = reply.ok ? this.client(reply.table.code) : null;
    if (reply.ok && !reply.events) await client?.askForPast();
    return { client, reply };
  }

  useToken(token: string | null): void {
    keepToken(this.kind, token);
    this.reopen(false);
  }

  private add(client: TableClient): void {
    this.clients.set(client.code, client);
    client.state.watch(countTurns);
    countTurns();
  }

  private options() {
    const { name } = settings.value;
    return {
      ...(name ? { name } : {}),
      language: currentLanguage,
      token: readToken(this.kind),
      keepToken: (token: string | null) => keepToken(this.kind, token),
    };
  }

  private handlers(): LinkHandlers {
    return {
      frame: (frame) => {
        this.clients.get(frame.table)?.frame(frame);
        this.putAway(frame.table, frame.phase);
      },
      snapshot: (table, past) => {
        const client = this.clients.get(table.code);
        if (client) client.snapshot(table);
        else this.add(new TableClient(this, table, past));
      },
      invited: () => this.state.change({ invited: (this.state.value.invited ?? 0) + 1 }),
      hello: (hello) => this.state.change({ hello }),
      state: (state, reason, refusal) => this.state.change({ state, reason: reason ?? null, refusal }),
    };
  }
}

export const server = new Connection("server");
export const local = new Connection("local");

/** Tables that were looked at from outside: those where it is the user's turn. */
let lookedAt: string[] = [];

export function noteTurns(codes: string[]): void {
  lookedAt = codes;
  countTurns();
}

function countTurns(): void {
  const outside = lookedAt.filter((code) => !server.client(code));
  turns.set(server.seatedTables().filter(isWaitedFor).length + outside.length);
}

export function connectionFor(isLocal: boolean): Connection {
  return isLocal ? local : server;
}

function readToken(kind: string): string | null {
  try {
    return localStorage.getItem(`stos.token.${kind}`);
  } catch {
    return null;
  }
}

function keepToken(kind: string, token: string | null): void {
  try {
    if (token) localStorage.setItem(`stos.token.${kind}`, token);
    else localStorage.removeItem(`stos.token.${kind}`);
  } catch {
    // without storage the person is somebody new after a reload
  }
}

// The worker of a page that was left may live on, above all where the browser keeps the page for when one goes back to it: it would
// hold the tables of this browser, and the next page would wait for them.
addEventListener("pagehide", () => {
  server.noteWaiting();
  local.noteWaiting();
  local.drop();
});
addEventListener("pageshow", (event) => {
  if ((event as PageTransitionEvent).persisted) local.hurry();
});
followNetwork(server);
onLanguage(() => {
  server.speak();
  local.speak();
});
