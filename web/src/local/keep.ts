/*
 * keep.ts - what stays in this browser: the logs of tables, finished games, and small facts.
 *
 * One interface, two ways: IndexedDB for the page, memory for tests and for browsers that refuse to keep anything. A
 * promise is fulfilled when the data is kept, and only then does anybody hear that something happened.
 */
import type { PlayedGame } from "../net/protocol";

/** A finished game with what is needed to study it. */
export interface KeptGame extends PlayedGame {
  commitment: string;
  seed: string;
  record: string;
}

export interface Keep {
  /** Adds lines to the log of a table, numbered on from `last`. */
  append(code: string, last: number, lines: string[]): Promise<void>;
  /** The codes of all tables. */
  codes(): Promise<string[]>;
  log(code: string): Promise<string[]>;
  drop(code: string): Promise<void>;
  addGame(game: KeptGame): Promise<void>;
  /** Newest first. */
  games(): Promise<KeptGame[]>;
  game(id: string): Promise<KeptGame | undefined>;
  get(name: string): Promise<string | undefined>;
  put(name: string, value: string): Promise<void>;
  clear(): Promise<void>;
}

export function keepInMemory(): Keep {
  const logs = new Map<string, string[]>();
  const games: KeptGame[] = [];
  const facts = new Map<string, string>();
  return {
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

class DatabaseKeep implements Keep {
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

  addGame(game: KeptGame): Promise<void> {
    return this.change("games", (store) => store.put(game));
  }

  async games(): Promise<KeptGame[]> {
    return ((await done(this.read("games").index("ended").getAll())) as KeptGame[]).reverse();
  }

  async game(id: string): Promise<KeptGame | undefined> {
    return (await done(this.read("games").get(id))) as KeptGame | undefined;
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

/** The database of this browser; memory where there is none, as in some private windows. */
export async function openKeep(): Promise<Keep> {
  try {
    return new DatabaseKeep(await openDatabase("stos"));
  } catch {
    return keepInMemory();
  }
}
