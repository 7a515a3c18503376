/*
 * site.ts - where the page came from: a server of stos, or a plain file server, which may have it below a path (dist/build-site).
 * There the server for tables with others is elsewhere, or nowhere.
 */
declare const FILES: { site?: { server: string } };

const site = FILES.site ?? null;

/** Where the page begins, for links inside it. */
export const HOME = site ? "./" : "/";

export const hasServer = site === null || site.server !== "";

/** Where its server is, and where links for others lead; without a server, to this very page. */
export function serverOrigin(): string {
  return site?.server || location.origin;
}

/** The path of the page as its own server would name it: a plain file server has it at one place only. */
export function ownPath(): string {
  return site ? "/" : location.pathname;
}

/** A link for others. A plain file server knows no paths but its own, so it says the same in the hash. */
export function outerLink(path: string, origin = serverOrigin()): URL {
  if (hasServer) return new URL(path, origin);
  return new URL(path === "/" ? "./" : `./#${path.slice(1)}`, location.href);
}
