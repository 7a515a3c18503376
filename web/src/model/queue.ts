// queue.ts - who waits for an opponent now: the public tables with a free seat where nobody has begun.
import { useEffect, useState } from "preact/hooks";
import { server } from "./connections";
import { useStore } from "./store";
import type { TableRow } from "../net/protocol";

const REFRESH_MS = 8000;

/** The public tables, asked again and again; null before they are known. */
export function usePublicTables(): TableRow[] | null {
  const [tables, setTables] = useState<TableRow[] | null>(null);
  const { state } = useStore(server.state);
  useEffect(() => {
    const load = async (): Promise<void> => {
      const reply = await server.send({ do: "list" }).catch(() => null);
      if (reply?.ok) setTables(reply.tables);
    };
    if (state !== "open") return;
    void load();
    const timer = setInterval(() => void load(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [state]);
  return tables;
}

export function isWaiting({ phase, free }: TableRow): boolean {
  return phase === "waiting" && free > 0;
}

/** How many people wait at these tables. */
export function countWaiting(tables: readonly TableRow[]): number {
  return tables.filter(isWaiting).reduce((sum, { people }) => sum + people.length, 0);
}
