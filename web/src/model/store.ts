// store.ts - a value that screens can watch: the smallest thing that makes them redraw when it changes.
import { useEffect, useState } from "preact/hooks";

export class Store<T> {
  private readonly watchers = new Set<() => void>();

  constructor(private held: T) {}

  get value(): T {
    return this.held;
  }

  set(value: T): void {
    if (Object.is(value, this.held)) return;
    this.held = value;
    for (const watcher of [...this.watchers]) watcher();
  }

  change(parts: Partial<T>): void {
    this.set({ ...this.held, ...parts });
  }

  watch(watcher: () => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }
}

export function useStore<T>(store: Store<T>): T {
  const [, redraw] = useState(0);
  useEffect(() => store.watch(() => redraw((count) => count + 1)), [store]);
  return store.value;
}
