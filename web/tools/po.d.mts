/* po.d.mts - the types of po.mjs, for the tests. */
export interface PoEntry {
  id: string;
  plural: string | null;
  forms: string[];
}
export function readPo(text: string): PoEntry[];
export function makeCatalog(entries: PoEntry[], used: Set<string>): Record<string, string | string[]>;
