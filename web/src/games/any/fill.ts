// fill.ts - a row for every game that the rules library has and the page does not know: it is drawn from its show alone.
import { GAMES } from "../../model/facts";

/** Adds what is missing to a list of rows, in the order of the library. */
export function withOthers<Rows extends object>(rows: Rows, make: (name: string) => object): Rows {
  for (const name of GAMES) if (!(name in rows)) Object.assign(rows, { [name]: make(name) });
  return rows;
}
