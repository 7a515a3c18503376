// store.ts - a minimal observable value: screens that watch it redraw when it changes.
import { useLayoutEffect, useState } from "preact/hooks";

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

/** Redraws with the store, from the drawing on: what changes before the screen watches is seen too. */
export function useStore<T>(store: Store<T>): T {
  const [, redraw] = useState(0);
  const drawn = store.value;
  useLayoutEffect(() => {
    const again = (): void => redraw((count) => count + 1);
    if (!Object.is(store.value, drawn)) again();
    return store.watch(again);
  }, [store]);
  return drawn;
}
