/*
 * server.ts - a server in the browser: it speaks docs/protocol.md over any transport, for one person who plays with bots.
 *
 * Requests are processed one at a time: read, ask the table, save the lines, apply, notify, reply. So what was acknowledged is
 * saved, and a repeated request is answered twice but done once. Pure computation (SLOW) runs concurrently, so that no game waits
 * for it. Verbs that need other people or a server (accounts, public tables) are refused.
 */
import { t } from "../i18n";
import type { AnalyzedGame, Advice, Entered, Hello, Numbered, Resumed, Snapshot, TableEvent, TableFrame, TableSummary, TableVerbs, Verbs } from "../net/protocol";
import { NotFetched } from "../net/retry";
import type { WasmModule } from "../wasm/module";
import type { GameStorage } from "./storage";
import {
  assistedName,
  codeOf,
  dayName,
  dayOf,
  deckName,
  filling,
  freshDeal,
  linesOf,
  messageOf,
  number,
  optional,
  optionalNumber,
  readBody,
  recordOf,
  Refused,
  text,
  withDetails,
  type Body,
} from "./request";
import { sha256 } from "./hash";
import * as study from "./archive";
import { LocalTable, type TableRequest, type Deal, type Question } from "./table";
import type { Thinker } from "../wasm/thinker";

const VERSION = 1;
/** Tables without a running game are forgotten after this long. */
const FORGET_MS = 7 * 24 * 3600 * 1000;

interface Seated {
  table: LocalTable;
  /** The number of the last question that went to a bot. */
  asked: number;
  /** Frames go to the page. */
  attached: boolean;
  timer?: ReturnType<typeof setTimeout>;
}

/** Whoever made the table: of those around the device the first. */
const OWNER = { person: 1 };

/** Verbs that take seconds and change no table. */
const SLOW = new Set(["analyze", "judge", "rival", "advise"]);

type Handler<Answered> = (body: Body, page: string) => Promise<Answered>;

type Answered<V> = (V extends keyof Verbs ? Verbs[V]["reply"] : never) | (V extends keyof TableVerbs ? TableVerbs[V]["reply"] : never);

/** The verbs that this server has, with the replies of the protocol. */
type Handlers = { [V in keyof Verbs | keyof TableVerbs]?: Handler<Answered<V> & { again?: true }> };

function eventsAfter(table: LocalTable, last: number): TableEvent[] {
  return table.events.filter((event) => event.n > last);
}

export class LocalServer {
  private readonly tables = new Map<string, Seated>();
  private turn: Promise<void> = Promise.resolve();
  /** The languages of those who said hello: pages of this browser, by the names that their lines have. */
  private readonly greeted = new Map<string, string>();
  private name = "";
  /** Views come with the legal moves: one page at least has asked for them. */
  private sendsMoves = false;
  private readonly handlers: ReadonlyMap<string, Handler<object>>;

  constructor(
    readonly wasm: WasmModule,
    readonly storage: GameStorage,
    readonly thinker: Thinker,
    /** Without a name it goes to every page. */
    private readonly send: (text: string, page?: string) => void,
    /** Fetches what a request needs: the texts of the language, and the guard's words for what is said. */
    private readonly prepare: (verb: string, language: string) => Promise<void> = async () => {},
    /** Judges finished games, so that the bots of a running one need not wait. */
    private readonly student: Thinker = thinker,
    /** Judges single turns: somebody waits for that, and a whole game takes `student` long. */
    private readonly examiner: Thinker = student,
  ) {
    this.handlers = new Map(Object.entries(this.makeHandlers()));
  }

  /** A text from the page. Answers come through `send`. */
  receive(text: string, page = ""): void {
    const body = readBody(text);
    this.inTurn(async () => {
      const done = this.handle(body, page);
      if (!SLOW.has(body.do)) await done;
    });
  }

  /** Fulfilled when everything that was asked so far is done. */
  idle(): Promise<void> {
    return this.turn;
  }

  private inTurn(work: () => Promise<void>): void {
    this.turn = this.turn.then(work).catch((error) => console.error(error));
  }

  private broadcast(message: object, page?: string): void {
    this.send(JSON.stringify(message), page);
  }

  // ---------------------------------------------------------------- requests

  private async handle(body: Body, page: string): Promise<void> {
    try {
      const handler = this.handlers.get(body.do);
      if (!handler) throw new Refused({ error: "unknown_verb" });
      if (!this.greeted.has(page) && body.do !== "hello") throw new Refused({ error: "hello_first" });
      await this.prepare(body.do, this.greeted.get(page) ?? optional(body, "language", "en"));
      const reply = await handler(body, page);
      this.broadcast({ ref: body.ref, ok: true, ...reply, ...(this.storage.persistent ? {} : { persistent: false }) }, page);
    } catch (error) {
      if (error instanceof NotFetched) console.warn(error);
      else if (!(error instanceof Refused)) console.error(error);
      const denial = error instanceof Refused ? error.denial : { error: "store_down" };
      this.broadcast({ ref: body.ref, ok: false, message: messageOf(denial.error), ...denial }, page);
    }
  }

  private makeHandlers(): Handlers {
    const asks = (verb: string, more: (body: Body) => Partial<TableRequest> = () => ({})): Handler<Numbered> => {
      return (body) => this.askAndReply(body, { verb, ...more(body) });
    };
    const onPosition = (body: Body) => ({ position: number(body, "position") });
    const agrees = (matter: (body: Body) => string): Handler<Numbered> => {
      return (body) => this.askForAll(body, { verb: "agree", matter: matter(body), yes: body["yes"] !== false });
    };
    return {
      hello: (body, page) => this.hello(body, page),
      name: (body) => this.rename(body),
      language: (body, page) => this.speak(body, page),
      ping: async () => ({}),
      games: async () => ({ games: JSON.parse(this.wasm.output(this.wasm.number("wasm_games"))) }),
      list: async () => ({ tables: [] }),
      create: (body) => this.create(body),
      join: (body) => this.join(body),
      watch: (body) => this.join(body),
      resume: (body) => this.resume(body),
      leave: (body) => this.leave(body),
      look: async (body) => ({ look: this.look(body) }),
      fill: asks("fill", (body) => ({ ...OWNER, seat: number(body, "seat"), ...filling(text(body, "with")) })),
      give: asks("give", (body) => ({ ...OWNER, seat: number(body, "seat") })),
      begin: asks("begin", () => OWNER),
      move: asks("move", (body) => ({ ...onPosition(body), text: text(body, "move") })),
      vote: asks("move", (body) => ({ ...onPosition(body), text: `start ${number(body, "seat")}` })),
      take_back: asks("take_back", onPosition),
      say: asks("say", (body) => ({ text: text(body, "text") })),
      agree: agrees((body) => text(body, "matter")),
      pause: agrees(() => "pause"),
      rematch: agrees((body) => (body["same"] === true ? "same_deal" : "rematch")),
      go_on: asks("go_on"),
      lobby: asks("lobby", (body) => ({ ...OWNER, text: optional(body, "rules", "") })),
      resign: asks("resign"),
      hint: (body) => this.hint(body),
      history: (body) => study.history(this.storage, body),
      import: (body) => study.importRecord(this.storage, this.wasm, text(body, "record")),
      record: (body) => (body["table"] === undefined ? study.record(this.storage, text(body, "game")) : this.running(body)),
      verify: (body) => study.verify(this.storage, this.wasm, text(body, "game")),
      statistics: (body) => study.statistics(this.storage, body),
      analyze: (body) => this.analyze(body),
      rival: async (body) => ({ result: await this.student.rival(text(body, "record")) }),
      advise: (body) => this.advise(body),
      day: () => study.day(this.storage, this.wasm, Date.now(), (code) => this.tables.get(code)?.table.isRunning === true),
      judge: async (body) => ({ judged: await this.examiner.judge(`${number(body, "turn")}\n${text(body, "moves")}\n${text(body, "record")}`) }),
      export: async () => ({ data: { name: this.name, games: await this.storage.games() } }),
      delete_me: (body) => this.deleteAll(body),
    };
  }

  // ---------------------------------------------------------------- hello

  private async hello(body: Body, page: string): Promise<Hello> {
    if (this.greeted.has(page)) throw new Refused({ error: "hello_twice" });
    if (body["version"] !== VERSION) throw new Refused({ error: "bad_version" });
    this.name = typeof body["name"] === "string" && body["name"] !== "" ? body["name"] : ((await this.storage.get("name")) ?? "");
    if (this.greeted.size === 0) await this.loadTables();
    this.greeted.set(page, optional(body, "language", "en"));
    this.sendsMoves ||= body["moves"] === true;
    const running = [...this.tables].filter(([, { table }]) => table.isRunning).map(([code]) => code);
    return { version: VERSION, person: "local", token: "local", name: this.name, account: null, language: optional(body, "language", "en"), tables: running };
  }

  private async speak(body: Body, page: string): Promise<{ language: string }> {
    const language = text(body, "language");
    this.greeted.set(page, language);
    return { language };
  }

  private async rename(body: Body): Promise<{ name: string }> {
    this.name = text(body, "name");
    await this.storage.put("name", this.name);
    return { name: this.name };
  }

  /** Brings back every table that was kept. Its clock gets back the time that the page was closed. */
  private async loadTables(): Promise<void> {
    for (const code of await this.storage.codes()) {
      const seated = this.add(code);
      const deck = await this.storage.get(deckName(code));
      if (deck) seated.table.useDeck(deck);
      for (const line of await this.storage.log(code)) if (!seated.table.read(line)) break;
      const latest = seated.table.events[seated.table.events.length - 1]?.at ?? 0;
      if (seated.table.last === 0 || (!seated.table.isRunning && Date.now() - latest > FORGET_MS)) await this.forget(code);
      else if (seated.table.credit(Date.now() - latest, Date.now()) === null) await this.commit(code, seated);
    }
  }

  private add(code: string): Seated {
    const seated: Seated = { table: new LocalTable(this.wasm), asked: 0, attached: false };
    this.tables.set(code, seated);
    return seated;
  }

  private async forget(code: string): Promise<void> {
    this.remove(code);
    await this.storage.drop(code);
    if (await this.storage.get(deckName(code))) await this.storage.put(deckName(code), "");
  }

  private remove(code: string): void {
    const seated = this.tables.get(code);
    clearTimeout(seated?.timer);
    seated?.table.free();
    this.tables.delete(code);
  }

  private async deleteAll(body: Body): Promise<{ deleted: true }> {
    if (body["sure"] !== true) throw new Refused({ error: "bad_request" });
    for (const code of [...this.tables.keys()]) this.remove(code);
    await this.storage.clear();
    return { deleted: true };
  }

  // ---------------------------------------------------------------- tables

  private wanted(body: Body): { code: string; seated: Seated } {
    const code = text(body, "table");
    const seated = this.tables.get(code);
    if (!seated) throw new Refused({ error: "no_table" });
    return { code, seated };
  }

  /** The same request leads to the same table, because its code is made of the ref. */
  private async create(body: Body): Promise<Entered & { again?: true }> {
    const day = typeof body["day"] === "string" ? dayOf(this.wasm, body["day"]) : null;
    const code = codeOf(sha256(this.wasm, day?.text ?? body.ref));
    const there = this.tables.get(code);
    if (there) return { ...(await this.enter(body, code, there)), again: true };
    const deal = freshDeal(this.wasm, day?.seed);
    const record = body["from"] === undefined ? "" : recordOf(body["from"]);
    const lines = record ? this.resumed(body, code, record, deal) : this.made(day ? { ...body, ...day.request } : body, code, deal);
    if (/^deck:/m.test(record)) await this.storage.put(deckName(code), record);
    if (day) await this.storage.put(dayName(code), "yes");
    await this.storage.append(code, 0, lines);
    const seated = this.add(code);
    if (record) seated.table.useDeck(record);
    for (const line of lines) seated.table.read(line);
    return this.enter(body, code, seated);
  }

  /** The lines of a table where everybody sits and, if wanted, the cards are dealt. */
  private made(body: Body, code: string, deal: Deal): string[] {
    const flag = (name: string, standard: boolean) => (typeof body[name] === "boolean" ? (body[name] as boolean) : standard);
    const flags = [flag("takeback", true), flag("odds", true), flag("memory", true), flag("watchable", true), flag("begin_when_full", false)];
    const rules = text(body, "rules");
    const seats = Array.isArray(body["seats"]) ? body["seats"].map(String) : [];
    const settings = { talk: optional(body, "talk", "text"), door: optional(body, "door", "code"), turn_seconds: optionalNumber(body, "turn_seconds"), flags };
    const names = seats.filter((who) => who.startsWith("me:")).map((who) => who.slice(3).replace(/\t/g, " "));
    const who = { names: names.length > 1 ? names : [this.name || t("Guest")], seats: seats.map((one) => one.replace(/^me:.*/s, "me")) };
    return linesOf(LocalTable.make(this.wasm, { code, rules, ...settings, ...who, begins: body["begin"] === true, deal }, Date.now()));
  }

  /** The lines of a game that goes on: all of it, or as practice from a position. */
  private resumed(body: Body, code: string, record: string, { id }: Deal): string[] {
    const seats = Array.isArray(body["seats"]) ? body["seats"].map(String) : [];
    const steps = (body["from"] as { steps?: unknown }).steps;
    const standIn = seats.find((who) => who.startsWith("bot:"))?.slice(4) ?? "";
    const as = { code, id, record, standIn, name: this.name || t("Guest"), seat: seats.indexOf("me"), practice: steps !== undefined };
    return linesOf(LocalTable.resume(this.wasm, { ...as, steps: typeof steps === "number" ? steps : -1 }, Date.now()));
  }

  /** From now on frames go to the page. */
  private async attach(code: string, seated: Seated): Promise<Snapshot> {
    seated.attached = true;
    for (const seat of seated.table.seatsHere()) if (seated.table.come(Date.now(), seat) === null) await this.commit(code, seated);
    return seated.table.snapshot(Date.now(), this.sendsMoves);
  }

  /** The table as it is then, and what happened before where that is asked for. */
  private async enter(body: Body, code: string, seated: Seated): Promise<Entered> {
    const table = await this.attach(code, seated);
    const past = body["since"] === undefined ? {} : { events: eventsAfter(seated.table, number(body, "since")) };
    this.settle(code, seated);
    return { ...past, table };
  }

  private async join(body: Body): Promise<Entered> {
    const { code, seated } = this.wanted(body);
    if (body.do === "join" && seated.table.you < 0) {
      const seat = body["seat"] === undefined ? -1 : number(body, "seat");
      await this.change(code, seated, { verb: "sit", seat, text: this.name || t("Guest"), key: "local", ref: body.ref });
    }
    return this.enter(body, code, seated);
  }

  private async resume(body: Body): Promise<Resumed> {
    const { code, seated } = this.wanted(body);
    const last = number(body, "last");
    const table = await this.attach(code, seated);
    this.settle(code, seated);
    if (last < 0 || last > seated.table.last) return { table };
    return { events: eventsAfter(seated.table, last), ...seated.table.status(Date.now(), this.sendsMoves) };
  }

  /** A table from outside, for the lists of unfinished games. */
  private look(body: Body): TableSummary {
    const { code, seated } = this.wanted(body);
    const { rules, talk, door, turn_seconds, grace_seconds, takeback, odds, memory, watchable, begin_when_full, phase, seats, view } =
      seated.table.snapshot(Date.now());
    const settings = { rules, talk, door, turn_seconds, grace_seconds, takeback, odds, memory, watchable, begin_when_full };
    const changed = seated.table.events[seated.table.events.length - 1]?.at ?? 0;
    return { ...settings, code, phase, seats, changed, to_act: view?.to_act ?? [], left: false };
  }

  /** The record of a table's game as far as it got: one's own device may know the deal. */
  private async running(body: Body): Promise<{ record: string }> {
    const { code, seated } = this.wanted(body);
    const record = seated.table.record(await this.storage.log(code));
    if (record === "") throw new Refused({ error: "no_game" });
    return { record };
  }

  private async leave(body: Body): Promise<object> {
    const { code, seated } = this.wanted(body);
    if (seated.table.you >= 0) await this.change(code, seated, { verb: "leave", ref: body.ref });
    await this.forget(code);
    return {};
  }

  private async hint(body: Body): Promise<object> {
    const { code, seated } = this.wanted(body);
    const about = typeof body["self"] === "string" ? seated.table.hint("", body["self"]) : seated.table.hint(text(body, "pile"), text(body, "hint"));
    if (about) throw new Refused(about);
    this.broadcastHints(code);
    return {};
  }

  // ---------------------------------------------------------------- changes

  private async askAndReply(body: Body, ask: Omit<TableRequest, "deal">): Promise<Numbered> {
    const { code, seated } = this.wanted(body);
    const reply = await this.change(code, seated, { ...ask, ref: body.ref });
    this.settle(code, seated);
    return { ...reply };
  }

  /** Those around one device agree with one tap: each is asked until it happens. */
  private async askForAll(body: Body, ask: Omit<TableRequest, "deal">): Promise<Numbered> {
    const { code, seated } = this.wanted(body);
    if (!seated.table.isHotseat) return this.askAndReply(body, ask);
    const { games, phase } = seated.table.snapshot(Date.now());
    let n = seated.table.last;
    for (const seat of seated.table.seatsHere()) {
      const now = seated.table.snapshot(Date.now());
      if (now.games !== games || now.phase !== phase) break;
      ({ n } = await this.change(code, seated, { ...ask, ref: body.ref, person: seat + 1 }));
    }
    this.settle(code, seated);
    return { n };
  }

  /** Asks, keeps, applies, tells. Returns the number of the event, which what was done already has, too; throws a refusal. */
  private async change(code: string, seated: Seated, ask: Omit<TableRequest, "deal">): Promise<{ n: number; again?: true }> {
    const denial = seated.table.request({ ...ask, deal: freshDeal(this.wasm) }, Date.now());
    const n = seated.table.answered;
    if (denial?.error === "again") return { n, again: true };
    if (denial) throw new Refused(withDetails(denial, ask.text ?? "", seated.table));
    await this.commit(code, seated);
    return { n };
  }

  /** The answer that the module holds becomes true. */
  private async commit(code: string, seated: Seated): Promise<void> {
    const lines = seated.table.lines();
    if (lines.length === 0) return;
    try {
      await this.storage.append(code, seated.table.last, lines);
    } catch (error) {
      seated.table.drop(Date.now());
      throw error;
    }
    const events = seated.table.apply(Date.now());
    if (seated.attached) this.broadcast({ table: code, events, ...seated.table.status(Date.now(), this.sendsMoves) } satisfies TableFrame);
    if (events.some((event) => event.what === "over")) await this.keepGame(code, seated, events);
  }

  private async keepGame(code: string, seated: Seated, events: TableEvent[]): Promise<void> {
    const log = await this.storage.log(code);
    const game = study.gameOf(seated.table, log, events[events.length - 1]?.at ?? Date.now());
    const assisted = game ? await this.storage.get(assistedName(game.id)) : undefined;
    if (game) await this.storage.addGame(assisted ? { ...game, assisted: true } : game);
  }

  /** What follows from a change by itself: bots, and the clock. */
  private settle(code: string, seated: Seated): void {
    this.askBot(code, seated);
    clearTimeout(seated.timer);
    const due = seated.table.dueMs;
    if (Number.isFinite(due)) seated.timer = setTimeout(() => this.inTurn(() => this.tick(code)), Math.max(0, due - Date.now()) + 5);
  }

  private async tick(code: string): Promise<void> {
    const seated = this.tables.get(code);
    if (!seated || seated.table.tick(Date.now()) !== null) return;
    await this.commit(code, seated);
    this.settle(code, seated);
  }

  // ---------------------------------------------------------------- bots

  /** Has the next bot think, if one is due and was not asked yet. */
  private askBot(code: string, seated: Seated): void {
    const question = seated.table.question(Date.now());
    if (!question || question.number === seated.asked) return;
    seated.asked = question.number;
    if (question.what === "choose" && seated.attached) this.broadcast({ table: code, thinking: [question.seat] });
    void this.think(question, seated.table.job())
      .catch(() => "")
      .then((answer) => this.inTurn(() => this.answered(code, seated, question.number, answer)));
  }

  private async think({ what, simple }: Question, job: Uint8Array): Promise<string> {
    if (simple) return this.wasm.text(what === "say" ? "wasm_job_say" : "wasm_job_choose", job);
    return what === "say" ? JSON.stringify(await this.thinker.say(job)) : this.thinker.choose(job);
  }

  private async answered(code: string, seated: Seated, number: number, answer: string): Promise<void> {
    if (this.tables.get(code) !== seated) return;
    try {
      if (!seated.table.answer(number, answer, Date.now())) return;
      if (seated.table.lines().length > 0) await this.commit(code, seated);
      else this.broadcastHints(code);
    } finally {
      this.settle(code, seated);
    }
  }

  private broadcastHints(code: string): void {
    const seated = this.tables.get(code);
    if (seated?.attached) this.broadcast({ table: code, ...seated.table.hints() });
  }

  /** A game of this device, or the record of any. */
  private async analyze(body: Body): Promise<{ analysis: AnalyzedGame }> {
    const record = body["record"] === undefined ? (await this.storage.game(text(body, "game")))?.record : text(body, "record");
    if (record === undefined) throw new Refused({ error: "no_game" });
    return { analysis: await this.student.analyze(record) };
  }

  /** What a good player would do now. The game counts as assisted from here on; the deal of the day is played without. */
  private async advise(body: Body): Promise<{ advice: Advice }> {
    const { code, seated } = this.wanted(body);
    const { view, you, game } = seated.table.snapshot(Date.now());
    if (!view || !game || !view.to_act.includes(you)) throw new Refused({ error: "not_your_turn", message: t("It is not your turn.") });
    if (await this.storage.get(dayName(code)))
      throw new Refused({ error: "no_advice", message: t("There is no advice in the deal of the day.") });
    await this.storage.put(assistedName(game.id), "yes");
    return { advice: await this.thinker.advise(JSON.stringify(view)) };
  }
}
