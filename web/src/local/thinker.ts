/*
 * thinker.ts - bots that think in a worker of their own, so that a table never waits for them.
 */
import { NotFetched } from "../net/retry";
import type { Thinker } from "../wasm/thinker";
import type { Advice, AnalyzedGame, JudgedTurn } from "../wasm/types";

/** What goes to the worker and back. */
export interface ThinkRequest {
  id: number;
  what: keyof Thinker;
  job: Uint8Array | string;
}

export interface ThinkAnswer {
  id: number;
  answer?: unknown;
  error?: string;
  notFetched?: boolean;
}

interface WorkerLike {
  postMessage(message: ThinkRequest): void;
  onmessage: ((event: MessageEvent<ThinkAnswer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  terminate(): void;
}

/**
 * Thinks in a worker; when that dies, what was asked fails, and the next question starts a new one. With `restMs` it ends when nothing
 * was asked for so long: it holds tens of megabytes.
 */
export class WorkerThinker implements Thinker {
  private worker: WorkerLike | null = null;
  private waiting = new Map<number, { good(answer: unknown): void; bad(error: Error): void }>();
  private count = 0;

  private rest: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly start: () => WorkerLike,
    private readonly restMs = Infinity,
  ) {}

  choose(job: Uint8Array): Promise<string> {
    return this.call("choose", job) as Promise<string>;
  }

  say(job: Uint8Array): Promise<{ piles: number[]; self: number } | null> {
    return this.call("say", job) as Promise<{ piles: number[]; self: number } | null>;
  }

  analyze(record: string): Promise<AnalyzedGame> {
    return this.call("analyze", record) as Promise<AnalyzedGame>;
  }

  judge(question: string): Promise<JudgedTurn | null> {
    return this.call("judge", question) as Promise<JudgedTurn | null>;
  }

  rival(record: string): Promise<string> {
    return this.call("rival", record) as Promise<string>;
  }

  advise(view: string): Promise<Advice> {
    return this.call("advise", view) as Promise<Advice>;
  }

  private call(what: ThinkRequest["what"], job: Uint8Array | string): Promise<unknown> {
    const worker = (this.worker ??= this.begin());
    clearTimeout(this.rest);
    return new Promise((good, bad) => {
      const id = ++this.count;
      this.waiting.set(id, { good, bad });
      worker.postMessage({ id, what, job });
    });
  }

  private begin(): WorkerLike {
    const worker = this.start();
    worker.onmessage = ({ data }) => {
      const waiting = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (data.error === undefined) waiting?.good(data.answer);
      else waiting?.bad(data.notFetched ? new NotFetched(data.error) : new Error(data.error));
      if (this.waiting.size === 0 && Number.isFinite(this.restMs)) this.rest = setTimeout(() => this.end(), this.restMs);
    };
    worker.onerror = () => {
      this.worker = null;
      for (const { bad } of this.waiting.values()) bad(new Error("the bots' worker stopped"));
      this.waiting.clear();
    };
    return worker;
  }

  private end(): void {
    this.worker?.terminate();
    this.worker = null;
  }
}
