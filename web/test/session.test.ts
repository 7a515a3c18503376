/*
 * session.test.ts - a link keeps its word over a line that breaks: nothing lost, nothing twice, in order.
 */
import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";
import type { Dial, TransportEvents } from "../src/net/transport";
import type { Link, LinkHandlers, LinkState } from "../src/net/link";
import type { Snapshot, TableFrame } from "../src/net/protocol";
import { makeSession } from "../src/net/session";

type Message = Record<string, unknown> & { do: string; ref: string };

/** The other side of the line: it sees what is sent and says what it likes. */
class FakeServer {
  lines: TransportEvents[] = [];
  got: Message[] = [];
  closed = 0;
  readonly dial: Dial = (events) => {
    this.lines.push(events);
    return { send: (text) => void this.got.push(JSON.parse(text) as Message), close: () => void this.closed++ };
  };

  get line(): TransportEvents {
    return this.lines[this.lines.length - 1] as TransportEvents;
  }

  /** The requests of a verb so far. */
  of(verb: string): Message[] {
    return this.got.filter((message) => message.do === verb);
  }

  say(message: object): void {
    this.line.message(JSON.stringify(message));
  }

  answer(request: Message | undefined, reply: object = {}): void {
    assert.ok(request);
    this.say({ ref: request.ref, ok: true, ...reply });
  }

  /** Opens the newest line and answers its hello. */
  welcome(reply: object = {}): void {
    this.line.open();
    this.answer(this.of("hello").pop(), { version: 1, person: "p", name: "Ola", tables: [], ...reply });
  }
}

interface Seen {
  frames: TableFrame[];
  snapshots: Snapshot[];
  states: LinkState[];
  tokens: (string | null)[];
  reasons: (string | undefined)[];
}

const links: Link[] = [];
afterEach(() => links.splice(0).forEach((link) => link.close()));

function connect(token: string | null = null) {
  const server = new FakeServer();
  const seen: Seen = { frames: [], snapshots: [], states: [], tokens: [], reasons: [] };
  const handlers: LinkHandlers = {
    frame: (frame) => void seen.frames.push(frame),
    snapshot: (table) => void seen.snapshots.push(table),
    hello: () => {},
    state: (state, reason) => {
      seen.states.push(state);
      seen.reasons.push(reason);
    },
  };
  const options = { name: "Ola", language: () => "pl", token, keepToken: (kept: string | null) => void seen.tokens.push(kept) };
  const link = makeSession("server", server.dial, options, handlers);
  links.push(link);
  return { server, seen, link };
}

const table = { code: "bamo", last: 4 } as Snapshot;
const event = (n: number) => ({ n, at: 0, what: "pause" });

async function withTable() {
  const made = connect();
  made.server.welcome();
  const created = made.link.send({ do: "create", rules: "lie" });
  made.server.answer(made.server.of("create")[0], { table });
  await created;
  return made;
}

test("hello comes first, with the token from before, and a new token is kept", () => {
  const { server, seen } = connect("secret");
  server.line.open();
  const [hello] = server.got;
  assert.deepEqual([hello?.do, hello?.["version"], hello?.["token"], hello?.["language"]], ["hello", 1, "secret", "pl"]);
  server.answer(hello, { token: "new" });
  assert.deepEqual(seen.tokens, ["new"]);
  assert.deepEqual(seen.states, ["open"]);
});

test("what is asked before the line stands is sent after hello, in order", () => {
  const { server, link } = connect();
  link.send({ do: "list" }).catch(() => {});
  link.send({ do: "games" }).catch(() => {});
  assert.equal(server.got.length, 0);
  server.welcome();
  assert.deepEqual(server.got.map((message) => message.do), ["hello", "list", "games"]);
});

test("every request has a ref of its own, and its reply comes to the one who asked", async () => {
  const { server, link } = connect();
  server.welcome();
  const both = [link.send({ do: "list" }), link.send({ do: "list" })];
  const [first, second] = server.of("list");
  assert.notEqual(first?.ref, second?.ref);
  server.answer(second, { which: 2 });
  server.answer(first, { which: 1 });
  assert.deepEqual((await Promise.all(both)).map((reply) => (reply as unknown as { which?: number }).which), [1, 2]);
});

test("after a break the tables are resumed with the last number, then unanswered requests go again with the same ref", async () => {
  const { server, link, seen } = await withTable();
  server.say({ table: "bamo", events: [event(5), event(6)] });
  const moved = link.sendTo("bamo", { do: "move", position: 1, move: "end" });
  const ref = server.of("move")[0]?.ref;
  server.line.close(1006);
  assert.equal(link.state, "lost");
  link.hurry();
  server.got = [];
  server.welcome();
  assert.deepEqual(server.got.map((message) => message.do), ["hello", "resume", "move"]);
  assert.equal(server.of("resume")[0]?.["last"], 6);
  assert.equal(server.of("move")[0]?.ref, ref);
  server.answer(server.of("resume")[0], { events: [event(7)], position: 2 });
  server.answer(server.of("move")[0], { n: 7, again: true });
  assert.equal((await moved).ok, true);
  assert.deepEqual(seen.frames.flatMap((frame) => frame.events?.map(({ n }) => n) ?? []), [5, 6, 7]);
  assert.deepEqual(seen.states, ["open", "lost", "open"]);
});

test("an event that comes twice is told once, and a gap is closed before anything is told", async () => {
  const { server, seen } = await withTable();
  server.say({ table: "bamo", events: [event(5)] });
  server.say({ table: "bamo", events: [event(5)] });
  server.say({ table: "bamo", events: [event(7)] });
  assert.deepEqual(seen.frames.map((frame) => frame.events?.[0]?.n), [5]);
  assert.equal(server.of("resume")[0]?.["last"], 5);
  server.answer(server.of("resume")[0], { events: [event(6), event(7)] });
  assert.deepEqual(seen.frames.flatMap((frame) => frame.events?.map(({ n }) => n) ?? []), [5, 6, 7]);
});

test("a snapshot replaces what was known", async () => {
  const { server, seen, link } = await withTable();
  void link.sendTo("bamo", { do: "move", position: 0, move: "end" });
  server.say({ ref: server.of("move")[0]?.ref, ok: false, error: "stale", message: "", table: { ...table, last: 9 } });
  assert.deepEqual(seen.snapshots.map(({ last }) => last), [4, 9]);
  server.say({ table: "bamo", events: [event(10)] });
  assert.equal(seen.frames.length, 1);
});

test("what passes comes without a number, and is told", async () => {
  const { server, seen } = await withTable();
  server.say({ table: "bamo", thinking: [1] });
  server.say({ table: "elsewhere", thinking: [1] });
  assert.deepEqual(seen.frames, [{ table: "bamo", thinking: [1] }]);
});

test("a token that is no good any more is dropped, and we are somebody new", () => {
  const { server, seen } = connect("old");
  server.line.open();
  server.say({ ref: server.got[0]?.ref, ok: false, error: "bad_token", message: "" });
  assert.deepEqual(seen.tokens, [null]);
  assert.equal(server.got.length, 2);
  assert.equal(server.got[1]?.["token"], undefined);
});

test("who is banned, or was taken over elsewhere, does not dial again", async () => {
  for (const end of [
    (server: FakeServer) => server.say({ ref: server.got[0]?.ref, ok: false, error: "banned", message: "" }),
    (server: FakeServer) => server.line.close(4001),
  ]) {
    const { server, link, seen } = connect();
    server.line.open();
    end(server);
    assert.equal(link.state, "closed");
    assert.ok(["banned", "elsewhere"].includes(seen.reasons.pop() ?? ""));
    await assert.rejects(link.send({ do: "list" }));
    assert.equal(server.lines.length, 1);
  }
});

test("a line that broke is dialed again by itself, later and later", () => {
  const waits: number[] = [];
  const timer = mock.method(globalThis, "setTimeout", (_work: () => void, ms: number) => void waits.push(ms));
  try {
    const { server } = connect();
    for (let i = 0; i < 10; i++) {
      waits.length = 0;
      server.line.close(1006);
      const work = timer.mock.calls[timer.mock.calls.length - 1]?.arguments[0] as () => void;
      const least = 0.5 * Math.min(15_000, 250 * 2 ** i);
      assert.ok((waits[0] as number) >= least && (waits[0] as number) <= 2 * least, `${i}: ${waits[0]}`);
      work();
    }
    assert.equal(server.lines.length, 11);
  } finally {
    timer.mock.restore();
  }
});

test("when the network goes, the line is given up at once and dialed again", async () => {
  const { server, seen, link } = await withTable();
  link.drop();
  assert.equal(seen.states.at(-1), "lost");
  assert.equal(server.closed, 1);
  link.hurry();
  assert.equal(server.lines.length, 2);
});

/** Time that passes only when it is told to. */
function stopClock(): { pass(ms: number): void } {
  let now = 0;
  const waiting = new Map<number, { at: number; every: number; work: () => void }>();
  let count = 0;
  const wait = (work: () => void, ms: number, every: number): number => {
    waiting.set(++count, { at: now + ms, every, work });
    return count;
  };
  const forget = (id: unknown): void => void waiting.delete(id as number);
  mock.method(Date, "now", () => now);
  mock.method(globalThis, "setTimeout", (work: () => void, ms: number) => wait(work, ms, 0));
  mock.method(globalThis, "setInterval", (work: () => void, ms: number) => wait(work, ms, ms));
  mock.method(globalThis, "clearTimeout", forget);
  mock.method(globalThis, "clearInterval", forget);
  const pass = (ms: number): void => {
    const end = now + ms;
    for (;;) {
      const [next] = [...waiting].filter(([, { at }]) => at <= end).sort(([, one], [, other]) => one.at - other.at);
      if (!next) break;
      const [id, { at, every, work }] = next;
      now = at;
      if (every > 0) waiting.set(id, { at: at + every, every, work });
      else waiting.delete(id);
      work();
    }
    now = end;
  };
  return { pass };
}

test("a line that needs long to connect is given more time with every try, and not dialed twice at once", () => {
  const clock = stopClock();
  try {
    const { server, link } = connect();
    clock.pass(4_900);
    server.line.open();
    assert.equal(server.closed, 0);
    clock.pass(6_000); // hello is not answered in time
    assert.equal(server.closed, 1);
    while (server.lines.length < 2) clock.pass(50);
    clock.pass(7_000); // a second try may take longer
    assert.equal(server.closed, 1);
    link.hurry(); // somebody presses "Try now"
    assert.deepEqual([server.lines.length, server.closed], [3, 2]);
    link.hurry(); // and presses it again
    assert.equal(server.lines.length, 3);
    clock.pass(8_000);
    server.welcome();
    assert.equal(link.state, "open");
    clock.pass(7_000); // nothing is left unanswered from before
    assert.equal(link.state, "open");
  } finally {
    mock.restoreAll();
  }
});

test("an answer that the server has to compute is waited for, and any other one not", () => {
  const clock = stopClock();
  try {
    for (const [request, waits] of [
      [{ do: "login", account: "ola", passphrase: "a long enough phrase" }, true],
      [{ do: "export" }, true],
      [{ do: "list" }, false],
    ] as const) {
      const { server, link } = connect();
      server.welcome();
      link.send(request).catch(() => {});
      clock.pass(7_000);
      assert.equal(link.state, waits ? "open" : "lost", request.do);
    }
  } finally {
    mock.restoreAll();
  }
});
