/*
 * bots.ts - lets the bots of a table play: what they say before a turn, and their moves.
 *
 * Thinking happens elsewhere and takes its time. An answer counts only if the table still stands where it stood; if it
 * does not, the bot is asked again.
 */
import type { LocalTable } from "./table";
import type { Thinker } from "./think";

/** What the bots need of their host. */
export interface BotHost {
  readonly thinker: Thinker;
  /** Does something with the table when nothing else is under way. */
  enter(work: () => Promise<void>): void;
  /** A bot chose a move; null when it could not. */
  moved(code: string, seat: number, position: number, move: string): Promise<void>;
  /** Bots have said something. */
  told(code: string): void;
  thinks(code: string, seats: number[]): void;
}

export class TableBots {
  private readonly thinking = new Map<number, number>();
  private hintedAt = -1;
  private stopped = false;

  constructor(
    private readonly code: string,
    private readonly table: LocalTable,
    private readonly host: BotHost,
  ) {}

  stop(): void {
    this.stopped = true;
  }

  /** Call after every change of the table. */
  wake(): void {
    if (this.stopped) return;
    const due = this.table.botsDue();
    void this.say(due).then(() => this.host.enter(async () => this.ask()));
  }

  /** Before a turn everybody else says what a person would. */
  private async say(due: number[]): Promise<void> {
    const position = this.table.position;
    if (position === this.hintedAt) return;
    this.hintedAt = position;
    const talking = this.table.botsTalking().filter((seat) => due.length !== 1 || seat !== due[0]);
    const said = await Promise.all(talking.map((seat) => this.host.thinker.say(this.table.job(seat)).catch(() => null)));
    this.host.enter(async () => {
      if (this.stopped || this.table.position !== position) return;
      said.forEach((hints, i) => {
        const seat = talking[i] as number;
        hints?.piles.forEach((hint, pile) => this.table.botHint(seat, pile, hint));
        if (hints) this.table.botHint(seat, -1, hints.self);
      });
      if (talking.length > 0) this.host.told(this.code);
    });
  }

  private ask(): void {
    if (this.stopped) return;
    const position = this.table.position;
    for (const seat of this.table.botsDue()) {
      if (this.thinking.get(seat) === position) continue;
      this.thinking.set(seat, position);
      void this.choose(seat, position);
    }
    this.host.thinks(this.code, [...this.thinking.keys()]);
  }

  private async choose(seat: number, position: number): Promise<void> {
    const move = await this.host.thinker.choose(this.table.job(seat)).catch(() => "");
    this.host.enter(async () => {
      if (this.thinking.get(seat) === position) this.thinking.delete(seat);
      if (!this.stopped && move !== "") await this.host.moved(this.code, seat, position, move);
    });
  }
}
