/*
 * storage.ts - persistent storage in this browser: the logs of tables, finished games, and small facts.
 *
 * One interface, two backends: IndexedDB for the page, memory for tests and for browsers that refuse to store anything. A
 * promise is fulfilled when the data is stored, and only then is anybody notified that something happened.
 */
import type { PlayedGame } from "../net/protocol";

/** A finished game with what is needed to study it. */
export interface StoredGame extends PlayedGame {
  commitment: string;
  seed: string;
  record: string;
}

export interface GameStorage {
  /** What is kept outlives the page. */
  readonly persistent: boolean;
  /** Adds lines to the log of a table, numbered on from `last`. */
  append(code: string, last: number, lines: string[]): Promise<void>;
  /** The codes of all tables. */
  codes(): Promise<string[]>;
  log(code: string): Promise<string[]>;
  drop(code: string): Promise<void>;
  addGame(game: StoredGame): Promise<void>;
  /** Newest first. */
  games(): Promise<StoredGame[]>;
  game(id: string): Promise<StoredGame | undefined>;
  get(name: string): Promise<string | undefined>;
  put(name: string, value: string): Promise<void>;
  clear(): Promise<void>;
}

/** `persistent`: what tests may pretend. */
export function memoryStorage(persistent = true): GameStorage {
  const logs = new Map<string, string[]>();
  const games: StoredGame[] = [];
  const facts = new Map<string, string>();
  return {
    persistent,
    append: async (code, last, lines) => void logs.set(code, [...(logs.get(code) ?? []).slice(0, last), ...lines]),
    codes: async () => [...logs.keys()],
    log: async (code) => logs.get(code) ?? [],
    drop: async (code) => void logs.delete(code),
    addGame: async (game) => void games.splice(0, games.length, game, ...games.filter(({ id }) => id !== game.id)),
    games: async () => [...games],
    game: async (id) => games.find((game) => game.id === id),
    get: async (name) => facts.get(name),
    put: async (name, value) => void facts.set(name, value),
    clear: async () => {
      logs.clear();
      games.length = 0;
      facts.clear();
    },
  };
}

// ---------------------------------------------------------------- IndexedDB

const VERSION = 1;

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((good, bad) => {
    request.onsuccess = () => good(request.result);
    request.onerror = () => bad(request.error ?? new Error("the browser's database failed"));
  });
}

function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((good, bad) => {
    transaction.oncomplete = () => good();
    transaction.onabort = transaction.onerror = () => bad(transaction.error ?? new Error("the browser's database failed"));
  });
}

/** The lines of one table: all keys that begin with its code. */
function linesOf(code: string): IDBKeyRange {
  return IDBKeyRange.bound([code, 0], [code, Infinity]);
}

function openDatabase(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, VERSION);
  request.onupgradeneeded = () => {
    const database = request.result;
    database.createObjectStore("lines", { keyPath: ["code", "n"] });
    database.createObjectStore("games", { keyPath: "id" }).createIndex("ended", "ended");
    database.createObjectStore("facts");
  };
  return done(request);
}

class DatabaseStorage implements GameStorage {
  readonly persistent = true;

  constructor(private readonly database: IDBDatabase) {}

  private change(store: string, change: (store: IDBObjectStore) => void): Promise<void> {
    const transaction = this.database.transaction(store, "readwrite", { durability: "relaxed" });
    change(transaction.objectStore(store));
    return committed(transaction);
  }

  private read(store: string): IDBObjectStore {
    return this.database.transaction(store).objectStore(store);
  }

  append(code: string, last: number, lines: string[]): Promise<void> {
    return this.change("lines", (store) => lines.forEach((line, i) => store.put({ code, n: last + 1 + i, line })));
  }

  async codes(): Promise<string[]> {
    const keys = (await done(this.read("lines").getAllKeys())) as [string, number][];
    return [...new Set(keys.map(([code]) => code))];
  }

  async log(code: string): Promise<string[]> {
    const rows = (await done(this.read("lines").getAll(linesOf(code)))) as { line: string }[];
    return rows.map(({ line }) => line);
  }

  drop(code: string): Promise<void> {
    return this.change("lines", (store) => store.delete(linesOf(code)));
  }

  addGame(game: StoredGame): Promise<void> {
    return this.change("games", (store) => store.put(game));
  }

  async games(): Promise<StoredGame[]> {
    return ((await done(this.read("games").index("ended").getAll())) as StoredGame[]).reverse();
  }

  async game(id: string): Promise<StoredGame | undefined> {
    return (await done(this.read("games").get(id))) as StoredGame | undefined;
  }

  async get(name: string): Promise<string | undefined> {
    return (await done(this.read("facts").get(name))) as string | undefined;
  }

  put(name: string, value: string): Promise<void> {
    return this.change("facts", (store) => store.put(value, name));
  }

  async clear(): Promise<void> {
    for (const store of ["lines", "games", "facts"]) await this.change(store, (each) => each.clear());
  }
}

// ---------------------------------------------------------------- a database that hangs

const HUNG = Symbol("hung");
const PATIENCE_MS = 4000;

/** Fulfilled in time, or given up. */
function inTime<T>(work: Promise<T>, patience: number): Promise<T | typeof HUNG> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<typeof HUNG>((give) => (timer = setTimeout(() => give(HUNG), patience)));
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/**
 * Keeps in a database while it answers. A write that hangs (some browsers never finish one) must not stop a game: from then on everything
 * is kept in memory, where the tables of this visit are already; `persistent` says so. What the database refuses is refused, as before.
 */
class FallbackStorage implements GameStorage {
  persistent = true;
  private readonly memory = memoryStorage(false);

  constructor(
    private readonly database: GameStorage,
    private readonly patience: number,
  ) {}

  private async write(work: (keep: GameStorage) => Promise<void>): Promise<void> {
    if (this.persistent && (await inTime(work(this.database), this.patience)) === HUNG) this.persistent = false;
    await work(this.memory);
  }

  private async read<T>(work: (keep: GameStorage) => Promise<T>): Promise<T> {
    if (!this.persistent) return work(this.memory);
    const found = await inTime(work(this.database), this.patience);
    if (found !== HUNG) return found;
    this.persistent = false;
    return work(this.memory);
  }

  append = (code: string, last: number, lines: string[]): Promise<void> => this.write((keep) => keep.append(code, last, lines));
  drop = (code: string): Promise<void> => this.write((keep) => keep.drop(code));
  addGame = (game: StoredGame): Promise<void> => this.write((keep) => keep.addGame(game));
  put = (name: string, value: string): Promise<void> => this.write((keep) => keep.put(name, value));
  clear = (): Promise<void> => this.write((keep) => keep.clear());
  codes = (): Promise<string[]> => this.read((keep) => keep.codes());
  games = (): Promise<StoredGame[]> => this.read((keep) => keep.games());
  game = (id: string): Promise<StoredGame | undefined> => this.read((keep) => keep.game(id));
  get = (name: string): Promise<string | undefined> => this.read((keep) => keep.get(name));

  async log(code: string): Promise<string[]> {
    const lines = await this.read((keep) => keep.log(code));
    await this.memory.append(code, 0, lines);
    return lines;
  }
}

export function fallbackStorage(database: GameStorage, patience = PATIENCE_MS): GameStorage {
  return new FallbackStorage(database, patience);
}

/** The database of this browser; memory where there is none or it does not open, as in some private windows. */
export async function openStorage(): Promise<GameStorage> {
  try {
    const database = await inTime(openDatabase("stos"), PATIENCE_MS);
    return database === HUNG ? memoryStorage(false) : fallbackStorage(new DatabaseStorage(database));
  } catch {
    return memoryStorage(false);
  }
}
