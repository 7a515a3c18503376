// table_client.ts - one table as the screen shows it. Frames are shown one after the other, so that a person can follow what the
// others did; `skip` shows the newest at once. The user's own placements are shown before the server has answered (optimistic
// update). A challenge of LIE is shown by revealing the hands: the frame with the outcome waits until they have been seen.
import { challengeSeen, challengesOf, keepChallenge } from "./challenges";
import { logOf, newHints, type Heard, type LogLine, type LogEntry } from "./log";
import { afterPlacement, rulesEngine } from "./rules_engine";
import { motionAllowed } from "./settings";
import { Store } from "./store";
import { afterFrame, freshState, withMoves, type TableState } from "./table_state";
import type { Link } from "../net/link";
import type { Challenge, Reply, Snapshot, TableAnswer, TableEvent, TableFrame, TableRequest, TableVerbs, View } from "../net/protocol";

/** How long a move of somebody else stays before the next one is shown. */
const PACE_MS = 520;
const PACE_STILL_MS = 260;
const PACE_SMALL_MS = 90;
const MOST_ENTRIES = 1200;

export class TableClient {
  readonly state: Store<TableState>;
  private queue: TableFrame[] = [];
  private held: TableFrame | null = null;
  private readonly moving = new Map<string, Promise<TableAnswer<"move">>>();
  private readonly readingChat = new Map<string, Promise<TableAnswer<"chat">>>();
  private entries: LogEntry[] = [];
  private heard: Heard = new Map();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly listeners = new Set<(line: LogLine) => void>();
  /** A server of version 0.2: it tells what happened before only when asked, and takes one move at a time. */
  private isOld = false;

  constructor(
    private readonly link: Pick<Link, "sendTo">,
    table: Snapshot,
    past?: TableEvent[],
  ) {
    this.entries = withChallenges(past ?? [], table).slice(-MOST_ENTRIES);
    this.state = new Store<TableState>(freshState(table, past, logOf(this.entries)));
    newHints(this.heard, table.hints);
    if (!rulesEngine.value) this.countMovesLater();
    this.revealUnseen();
  }

  /** The legal moves follow from the rules, which are on their way. */
  private countMovesLater(): void {
    const stop = rulesEngine.watch(() => {
      stop();
      this.state.change({ table: withMoves(this.state.value.table) });
    });
  }

  get code(): string {
    return this.state.value.table.code;
  }

  /** Calls back for every event and every new hint when it is shown. */
  onLine(listener: (line: LogLine) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  // ---------------------------------------------------------------- what comes in

  snapshot(table: Snapshot): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.queue = [];
    this.held = null;
    const { log, said, older, sittings, table: before } = this.state.value;
    const same = before.game?.id === table.game?.id;
    if (!same) this.forgetGame();
    const known = same ? { log, said, older, sittings } : {};
    this.state.set({ ...freshState(table), ...known });
    this.revealUnseen();
  }

  frame(frame: TableFrame): void {
    this.queue.push(frame);
    if (this.timer === undefined && !this.held) this.next();
    else this.state.change({ queued: this.queue.length });
  }

  skip(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const held = this.held;
    this.held = null;
    if (held) challengeSeen(this.gameId);
    for (let frame = held ?? this.queue.shift(); frame; frame = this.queue.shift()) this.show(frame);
  }

  /** The opened hands were seen: what became of the challenge is shown, and then the rest. */
  closeReveal(): void {
    const frame = this.held;
    this.held = null;
    challengeSeen(this.gameId);
    if (frame) this.showInTurn(frame);
  }

  private get gameId(): string | undefined {
    return this.state.value.table.game?.id;
  }

  /** The page was loaded anew while hands were being opened. */
  private revealUnseen(): void {
    const { ended, unseen } = challengesOf(this.gameId);
    const reveal = unseen === null ? undefined : ended[unseen];
    if (!reveal) return;
    this.held = { table: this.code };
    this.state.change({ reveal });
  }

  private next(): void {
    this.timer = undefined;
    const frame = this.queue.shift();
    if (!frame) return;
    const reveal = challengeOf(frame);
    if (!reveal) return this.showInTurn(frame);
    this.held = frame;
    this.keepChallenges(frame, reveal, false);
    this.state.change({ reveal, queued: this.queue.length });
  }

  private showInTurn(frame: TableFrame): void {
    this.show(frame);
    const wait = this.paceOf(frame);
    if (wait > 0 || this.queue.length > 0) this.timer = setTimeout(() => this.next(), wait);
  }

  /** How long a frame stays: moves of others are worth a look, everything else is shown at once. */
  private paceOf(frame: TableFrame): number {
    const { you } = this.state.value.table;
    const moves = (frame.events ?? []).flatMap((event) => (event.what === "move" && event.seat !== you ? [event.move] : []));
    if (moves.length === 0 || document.hidden) return 0;
    if (moves.every((move) => move === "end" || move.startsWith("start") || move.startsWith("show"))) return PACE_SMALL_MS;
    return motionAllowed() ? PACE_MS : PACE_STILL_MS;
  }

  private show(frame: TableFrame): void {
    const before = this.state.value;
    const lines = this.appendLog(frame, before.table.last);
    this.state.set({ ...afterFrame(before, frame, logOf(this.entries)), queued: this.queue.length });
    for (const listener of this.listeners) for (const line of lines) listener(line);
  }

  /** Notes what a frame tells. Returns it as lines, one for each event and one for all hints. */
  private appendLog(frame: TableFrame, last: number): LogLine[] {
    const { events = [], hints } = frame;
    if (events.some((event) => event.what === "deal")) this.heard.clear();
    const challenge = challengeOf(frame);
    if (challenge) this.keepChallenges(frame, challenge, true);
    const fresh = events.map((event): LogEntry => ({ kind: "event", n: event.n, event, ...(challenge && isChallenge(event) ? { challenge } : {}) }));
    const given = hints ? newHints(this.heard, hints) : [];
    if (given.length > 0) fresh.push({ kind: "hints", n: last + events.length, given });
    this.entries = [...this.entries, ...fresh].slice(-MOST_ENTRIES);
    return fresh.map((one) => (one.kind === "event" && one.challenge ? { kind: "challenge", n: one.n, challenge: one.challenge } : one));
  }

  /** What the server has not told with the snapshot. */
  async askForPast(): Promise<void> {
    const upTo = this.state.value.table.last; // frames tell what comes after that, also while this waits
    this.isOld = true;
    const reply = await this.send({ do: "resume", last: 0 }).catch(() => null);
    if (!reply?.ok || reply.table) return; // old events were put away
    const { table } = this.state.value;
    const past = reply.events.filter((event) => event.n <= upTo);
    this.entries = [...withChallenges(past, table), ...this.entries.filter((one) => one.n > upTo)].slice(-MOST_ENTRIES);
    const { log, sittings, said, older } = freshState(table, reply.events, logOf(this.entries));
    this.state.change({ log, sittings, said, older });
  }

  private keepChallenges({ events = [] }: TableFrame, challenge: Challenge, isSeen: boolean): void {
    const event = events.filter(isChallenge).pop();
    if (event && this.gameId) keepChallenge(this.gameId, event.n, challenge, isSeen);
  }

  private forgetGame(): void {
    this.entries = [];
    this.heard.clear();
  }

  /** The messages before the first that is here, one page of them. */
  loadOlder(): Promise<TableAnswer<"chat">> {
    return this.once(this.readingChat, "chat", () => this.fetchOlder());
  }

  private async fetchOlder(): Promise<TableAnswer<"chat">> {
    const reply = await this.send({ do: "chat", before: this.state.value.older?.before ?? this.state.value.said[0]?.n });
    if (!reply.ok) return reply;
    const { chat, more, before } = reply;
    this.state.change({ said: [...chat, ...this.state.value.said], older: more ? { before } : null });
    return reply;
  }

  // ---------------------------------------------------------------- what goes out

  send<V extends keyof TableVerbs>(request: TableRequest<V>): Promise<TableAnswer<V>> {
    return this.link.sendTo(this.code, request);
  }

  /** What is wanted again before its answer is there is asked for once. */
  private once<R extends Reply>(pending: Map<string, Promise<R>>, what: string, ask: () => Promise<R>): Promise<R> {
    const reply = pending.get(what) ?? ask().finally(() => pending.delete(what));
    pending.set(what, reply);
    return reply;
  }

  /** Makes a move, or with `;` between them those of a whole turn. Pressed again, it is the same one; another one is refused by the server, since the position it was for is gone. */
  move(move: string): Promise<TableAnswer<"move">> {
    return this.once(this.moving, `move ${move}`, () => (this.isOld ? this.sendSingly(move.split(";")) : this.sendMove(move)));
  }

  private async sendSingly([move = "", ...rest]: string[]): Promise<TableAnswer<"move">> {
    const reply = await this.sendMove(move);
    return reply.ok && rest.length > 0 ? this.sendSingly(rest) : reply;
  }

  /** A placement is shown at once. On a refusal the table comes back as it is. */
  private async sendMove(move: string): Promise<TableAnswer<"move">> {
    this.skip();
    const before = this.state.value;
    const { table } = before;
    const guessed = table.view ? afterPlacement(table.view, move) : null;
    const latest: TableEvent[] = [{ n: 0, at: Date.now(), what: "move", seat: table.you, move }];
    if (guessed) this.state.set({ ...before, table: { ...table, view: guessed, moves: [] }, busy: true, latest });
    else this.state.change({ busy: true });
    /** Something newer may have come meanwhile, and stays. */
    const undo = (): void => {
      const now = this.state.value.table;
      const isGuess = guessed !== null && now.view === guessed;
      this.state.change({ table: isGuess ? withMoves({ ...now, view: table.view }) : now, busy: false });
    };
    const reply = await this.send({ do: "move", position: table.position, move }).catch((error: unknown) => {
      undo();
      throw error;
    });
    if (!reply.ok && reply.error !== "stale") undo();
    else if (this.state.value.busy && reply.ok) this.state.change({ busy: this.state.value.table.position === table.position });
    return reply;
  }

  takeBack(): Promise<TableAnswer<"take_back">> {
    this.skip();
    return this.once(this.moving, "take_back", () => this.send({ do: "take_back", position: this.state.value.table.position }));
  }
}

function isChallenge(event: TableEvent): boolean {
  return event.what === "move" && event.move === "call";
}

/** Past events, with what is known of how challenges ended: what was kept, and the last one in the view. */
function withChallenges(events: TableEvent[], { game, view }: Snapshot): LogEntry[] {
  const { ended } = challengesOf(game?.id);
  const latest = events.filter(isChallenge).pop()?.n;
  const inView = view && challengeIn(view);
  return events.map((event): LogEntry => {
    const challenge = isChallenge(event) ? (ended[event.n] ?? (event.n === latest ? inView : null)) : null;
    return { kind: "event", n: event.n, event, ...(challenge ? { challenge } : {}) };
  });
}

/** The last challenge, in a game that has them. */
export function challengeIn(view: View): Challenge | null {
  return "last" in view ? view.last : null;
}

/** The challenge that a frame brings, with the hands that it opens. */
function challengeOf(frame: TableFrame): Challenge | null {
  const { view, events = [] } = frame;
  return view && events.some(isChallenge) ? challengeIn(view) : null;
}
