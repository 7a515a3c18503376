// error.ts - refusals of the library as errors with its codes.

export type ErrorCode =
  | "unknown_game"
  | "bad_option"
  | "bad_seed"
  | "bad_deck"
  | "bad_move"
  | "bad_seat"
  | "game_over"
  | "not_your_turn"
  | "illegal_move"
  | "bad_position"
  | "bad_view"
  | "bad_record"
  /** Of this package: no such bot, no learned numbers, a seed that does not belong to its commitment. */
  | "unknown_bot"
  | "no_network"
  | "wrong_commitment";

/** Why something was refused: the code of stos_error_code(), a sentence, and the clause of the rules ("TG7"), if one was broken. */
export class StosError extends Error {
  override readonly name = "StosError";

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly clause = "",
    /** In records, the line. */
    readonly line?: number,
  ) {
    super(message);
  }

  /** From what the module wrote. */
  static of(json: string): StosError {
    const { error, message, clause, line } = JSON.parse(json) as { error: ErrorCode; message: string; clause: string; line?: number };
    return new StosError(error, message, clause, line);
  }
}
