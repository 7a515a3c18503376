/*
 * session.ts - a link over any transport that carries texts: refs, replies, reconnecting, resuming.
 *
 * The guarantees are those of docs/protocol.md: a request is answered once, however often it had to be sent; events of a
 * table arrive in order, without gaps or duplicates. A session holds only the unanswered requests and the number of the
 * last event of each table.
 */
import type { Dial, Transport } from "./transport";
import type { Link, LinkHandlers, LinkOptions, LinkState } from "./link";
import type { Answer, Incoming, Notice, Refusal, Reply, Request, Snapshot, TableAnswer, TableEvent, TableFrame, TableRequest, TableVerbs, Verbs } from "./protocol";

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 15_000;
/** A line that says nothing for so long while something is unanswered is taken for dead. */
const SILENCE_MS = 5_000;
/** Every try to connect may take longer than the one before: some lines are slow, and none is given up for ever. */
const LONGEST_CONNECT_MS = 40_000;
const PING_MS = 8_000;

/** Close codes and errors of `hello` after which dialing again cannot help. */
const FINAL_ERRORS = new Set(["banned", "bad_version"]);
/** Reasons with which a line is closed before `hello`: an address is banned, or the page is not from where the server expects it. */
const FINAL_REASONS = new Set(["banned", "wrong_origin"]);

/** The server computes before it answers: an analysis, the hash of a passphrase, all that it keeps about somebody. */
function takesLong(request: { do: string }): boolean {
  return request.do === "analyze" || request.do === "export" || "passphrase" in request;
}

interface Pending {
  text: string;
  slow: boolean;
  sent: boolean;
  /** The session's own: of no use on another line. */
  own: boolean;
  answer(reply: Reply): void;
  fail(error: Error): void;
}

export function makeSession(kind: "server" | "local", dial: Dial, options: LinkOptions, handlers: LinkHandlers): Link {
  return new Session(kind, dial, options, handlers);
}

class Session implements Link {
  state: LinkState = "dialing";
  private line: Transport | null = null;
  private pending = new Map<string, Pending>();
  private last = new Map<string, number>();
  private resuming = new Set<string>();
  private greeted = false;
  private tries = 0;
  private dialedAt = 0;
  private count = 0;
  private readonly prefix = Math.random().toString(36).slice(2, 10);
  private token: string | null;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private silenceTimer: ReturnType<typeof setTimeout> | undefined;
  private pingTimer: ReturnType<typeof setInterval> | undefined;

  constructor(
    readonly kind: "server" | "local",
    private readonly dial: Dial,
    private readonly options: LinkOptions,
    private readonly handlers: LinkHandlers,
  ) {
    this.token = options.token;
    this.connect();
  }

  send<V extends keyof Verbs>(request: Request<V>): Promise<Answer<V>> {
    return this.post(request);
  }

  sendTo<V extends keyof TableVerbs>(table: string, request: TableRequest<V>): Promise<TableAnswer<V>> {
    return this.post({ ...request, table });
  }

  private post<Replied>(request: { do: string; table?: string }): Promise<Reply<Replied>> {
    if (this.state === "closed") return Promise.reject(new Error("closed"));
    return new Promise((answer, fail) => {
      const ref = this.nextRef();
      const pending = { text: JSON.stringify({ ...request, ref }), slow: takesLong(request), sent: false, own: false, answer, fail };
      this.pending.set(ref, pending);
      if (this.greeted) this.transmit(pending);
    });
  }

  forget(code: string): void {
    this.last.delete(code);
  }

  hurry(): void {
    if (this.state !== "lost" || this.greeted) return;
    if (this.line === null || Date.now() - this.dialedAt > SILENCE_MS) this.redial();
  }

  drop(): void {
    if (this.line) this.lose(1006);
  }

  close(): void {
    this.finish();
  }

  // ---------------------------------------------------------------- the line

  /** Whatever is still being dialed is given up. */
  private redial(): void {
    this.hangUp();
    this.connect();
  }

  private connect(): void {
    clearTimeout(this.retryTimer);
    this.dialedAt = Date.now();
    const line = this.dial({
      open: () => line === this.line && this.greet(),
      message: (text) => line === this.line && this.read(text),
      close: (code, reason) => line === this.line && this.lose(code, reason),
    });
    this.line = line;
    this.watchSilence();
  }

  /** What belongs to this line goes with it. */
  private hangUp(): void {
    const line = this.line;
    this.line = null;
    this.greeted = false;
    this.resuming.clear();
    for (const [ref, pending] of this.pending) if (pending.own) this.pending.delete(ref);
    clearTimeout(this.silenceTimer);
    clearInterval(this.pingTimer);
    line?.close();
  }

  private lose(code: number, reason = ""): void {
    this.hangUp();
    if (this.state === "closed") return;
    if (code === 4001) return this.finish("elsewhere");
    if (code === 1008 && FINAL_REASONS.has(reason)) return this.finish(reason);
    this.become("lost");
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.tries++);
    this.retryTimer = setTimeout(() => this.connect(), wait * (0.5 + Math.random() / 2));
  }

  private finish(reason?: string, refusal?: Notice): void {
    this.become("closed", reason, refusal);
    clearTimeout(this.retryTimer);
    clearTimeout(this.silenceTimer);
    clearInterval(this.pingTimer);
    this.line?.close();
    this.line = null;
    for (const pending of this.pending.values()) pending.fail(new Error("closed"));
    this.pending.clear();
  }

  private become(state: LinkState, reason?: string, refusal?: Notice): void {
    if (this.state === state) return;
    this.state = state;
    this.handlers.state(state, reason, refusal);
  }

  private watchSilence(): void {
    clearTimeout(this.silenceTimer);
    if (this.kind === "local") return;
    const patience = this.greeted ? SILENCE_MS : Math.min(LONGEST_CONNECT_MS, SILENCE_MS * 2 ** this.tries);
    this.silenceTimer = setTimeout(() => {
      if (!this.greeted || this.isWaiting()) this.drop();
    }, patience);
  }

  /** An answer is due that does not take long by its nature. */
  private isWaiting(): boolean {
    return [...this.pending.values()].some((pending) => pending.sent && !pending.slow);
  }

  private transmit(pending: Pending): void {
    pending.sent = true;
    this.line?.send(pending.text);
    this.watchSilence();
  }

  // ---------------------------------------------------------------- hello and resume

  private greet(): void {
    const { name } = this.options;
    const language = this.options.language();
    const hello: Request<"hello"> = { do: "hello", version: 1, language, ...(name ? { name } : {}), ...(this.token ? { token: this.token } : {}) };
    this.request(hello, (reply: Answer<"hello">) => {
      if (!reply.ok) return this.refuseHello(reply);
      if (reply.token) this.keepToken(reply.token);
      this.greeted = true;
      this.tries = 0;
      this.pingTimer = setInterval(() => this.request({ do: "ping" }, () => {}), PING_MS);
      this.become("open");
      this.handlers.hello(reply);
      for (const [code, last] of this.last) this.resume(code, last);
      for (const pending of this.pending.values()) if (!pending.own) this.transmit(pending);
    });
  }

  private refuseHello(refusal: Refusal): void {
    const { error } = refusal;
    if (FINAL_ERRORS.has(error)) return this.finish(error, refusal);
    if (error === "bad_token") {
      this.keepToken(null);
      return this.greet();
    }
    this.drop();
  }

  private keepToken(token: string | null): void {
    this.token = token;
    this.options.keepToken(token);
  }

  private resume(code: string, last: number): void {
    this.resuming.add(code);
    this.request({ do: "resume", table: code, last }, (reply: TableAnswer<"resume">) => {
      this.resuming.delete(code);
      if (!reply.ok) this.last.delete(code);
      else if (!reply.table) this.deliver({ ...reply, table: code });
    });
  }

  /** A request of the session's own: it is not sent again on another line. */
  private request<Replied>(request: { do: string; table?: string; last?: number }, answer: (reply: Reply<Replied>) => void): void {
    const ref = this.nextRef();
    const line = this.line;
    const text = JSON.stringify({ ...request, ref });
    const done = (reply: Reply<Replied>) => line === this.line && answer(reply);
    this.pending.set(ref, { text, slow: false, sent: true, own: true, answer: done, fail: () => {} });
    line?.send(text);
    this.watchSilence();
  }

  private nextRef(): string {
    return `${this.prefix}-${++this.count}`;
  }

  // ---------------------------------------------------------------- what comes in

  private read(text: string): void {
    this.watchSilence();
    const incoming: Incoming = JSON.parse(text);
    if (typeof incoming.ref === "string") this.readReply(incoming);
    else if (typeof incoming.table === "string") this.deliver(incoming);
    else if (incoming.table) this.deliverSnapshot(incoming.table);
    else if (incoming.invited !== undefined) this.handlers.invited?.();
    else if (incoming.error === "banned") this.finish("banned", incoming);
  }

  private readReply(reply: Reply & { table?: Snapshot; events?: TableEvent[] }): void {
    const pending = this.pending.get(reply.ref);
    this.pending.delete(reply.ref);
    if (reply.table) this.deliverSnapshot(reply.table, reply.events);
    pending?.answer(reply);
  }

  private deliverSnapshot(table: Snapshot, past?: TableEvent[]): void {
    this.last.set(table.code, table.last);
    this.handlers.snapshot(table, past);
  }

  /** Events that were seen already are left out; a gap is closed by asking for the rest. */
  private deliver(frame: TableFrame): void {
    const last = this.last.get(frame.table);
    if (last === undefined) return;
    const events = (frame.events ?? []).filter((event: TableEvent) => event.n > last);
    const first = events[0];
    if (first && first.n !== last + 1) {
      if (!this.resuming.has(frame.table)) this.resume(frame.table, last);
      return;
    }
    const newest = events[events.length - 1];
    if (newest) this.last.set(frame.table, newest.n);
    else if (frame.events?.length) return; // an old frame: it says nothing new
    this.handlers.frame(frame.events ? { ...frame, events } : frame);
  }
}
