/*
 * retry.ts - what could not be fetched is asked for again: later and later, and at once when the network is back.
 */

import { HOME } from "./site";

/** Something could not be had from the server: the network's fault, or an outdated page's, and no defect. */
export class NotFetched extends Error {}

export function notFetched(reason: unknown): never {
  throw new NotFetched(String(reason));
}

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

function beforeNextTry(tries: number): Promise<void> {
  return new Promise((done) => {
    const go = (): void => {
      clearTimeout(timer);
      removeEventListener("online", go);
      done();
    };
    const timer = setTimeout(go, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries));
    addEventListener("online", go);
  });
}

/** Whether the server can be reached. The service worker passes on what is no GET, so it does not answer this. */
function serverAnswers(): Promise<boolean> {
  return fetch(HOME, { method: "HEAD", cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Loads until it is there. */
export async function loadUntilThere<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (let tries = 0; ; tries++) {
    const there = await load().then(
      (loaded) => ({ loaded }),
      () => null,
    );
    if (there) return there.loaded;
    await beforeNextTry(tries);
  }
}

/** The server answers, and yet has not what was asked for: once that may be chance. */
const MOST_REFUSALS = 2;

/** The same for a file of this page. Rejects when the server can be reached and has it no more: the page is outdated. */
export async function fetchUntilThere<Loaded>(load: () => Promise<Loaded>, onOffline: () => void = () => undefined): Promise<Loaded> {
  let refusals = 0;
  return loadUntilThere(() =>
    load().catch(async (error: unknown) => {
      if (!(await serverAnswers())) onOffline();
      else if (++refusals === MOST_REFUSALS) return Promise.resolve(null);
      throw error;
    }),
  ).then((loaded) => loaded ?? Promise.reject(new Error("outdated")));
}

/** Loads once, however often it is called; what has failed is loaded again by the next call. */
export function loadOnce<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
