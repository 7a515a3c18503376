/*
 * service-worker.ts - caches the files of this build, so that the page starts at once and without a network.
 *
 * Files with a hash in their name are always served from the cache. The page itself is network-first with a short timeout,
 * so that an update is seen at the next start; without a network the cached page is used. Nothing of the protocol passes
 * through here.
 */
/// <reference lib="WebWorker" />
export {};
declare const self: ServiceWorkerGlobalScope;
/** Files are named from where this one lies. `site`: on a plain file server, and where its server for people is, "" for none. */
declare const PAGE: { version: string; site?: { server: string }; first: string[]; screens: string[]; rest: string[] };

const pathOf = (file: string): string => new URL(file, self.location.href).pathname;
/** The folder of the page, which is the page itself; an origin may have several. */
const HOME = pathOf("./");
const OURS = HOME === "/" ? "stos-" : `stos ${HOME} `;
const CACHE = `${OURS}${PAGE.version}`;
const PATIENCE_MS = 3000;
const known = new Set([...PAGE.first, ...PAGE.screens, ...PAGE.rest].map(pathOf));

self.addEventListener("install", (event) => {
  event.waitUntil(keep(PAGE.first).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers().then(() => self.clients.claim()));
});

self.addEventListener("message", (event) => {
  if (event.data === "keep the screens") event.waitUntil(keep(PAGE.screens));
  if (event.data === "keep the rest") event.waitUntil(Promise.all([keep(PAGE.rest), renew().catch(() => undefined)]));
});

/** What the server says while the page is closed (docs/protocol.md); it is shown as it is. */
interface Call {
  title?: string;
  body?: string;
  tag?: string;
  url?: string;
}

function readCall(data: PushMessageData | null): Call {
  try {
    return (data?.json() as Call | null) ?? {};
  } catch {
    return {};
  }
}

self.addEventListener("push", (event) => {
  const { title = "stos", body = "", tag = "stos", url = "/" } = readCall(event.data);
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { url } }).catch(() => undefined));
});

/** A notice leads to its table: in a window that is there already, or in a new one. One of the page itself leads to the window that showed it. */
self.addEventListener("notificationclick", (event) => {
  const { url } = (event.notification.data as { url?: string } | null) ?? {};
  event.notification.close();
  event.waitUntil(follow(url ? new URL(PAGE.site ? `${HOME}#${url.slice(1)}` : url, self.location.origin) : null));
});

async function follow(to: URL | null): Promise<void> {
  const windows = await self.clients.matchAll({ type: "window" });
  const there = windows.find((one) => to && new URL(one.url).pathname === to.pathname) ?? windows[0];
  if (to && to.origin !== self.location.origin) return;
  if (!there) {
    if (to) await self.clients.openWindow(to.href);
    return;
  }
  const focused = await there.focus();
  if (to && (PAGE.site ? to.hash !== "#" : to.pathname !== "/" && new URL(focused.url).pathname !== to.pathname)) await focused.navigate(to.href);
}

// ---------------------------------------------------------------- another address for this browser

/** What the page keeps when notifications are switched on: the address that the server knows, and the server's key. */
interface Subscribed {
  endpoint: string;
  key: string;
}

const CALLS = "calls";
const SUBSCRIBED = "/subscribed";
const TELLING_MS = 20_000;

async function keptSubscription(): Promise<Subscribed | null> {
  const kept = await (await caches.open(CALLS)).match(SUBSCRIBED);
  return kept ? ((await kept.json()) as Subscribed) : null;
}

/** Tells the server by a line of its own: who sits at the page is not known here, and not needed (docs/protocol.md). */
function tellMoved(made: PushSubscription, old: string): Promise<void> {
  const { endpoint, keys } = made.toJSON();
  const subscribe = { endpoint, p256dh: keys?.["p256dh"], auth: keys?.["auth"] };
  const line = new WebSocket(`${(PAGE.site?.server || self.location.origin).replace(/^http/, "ws")}/ws`, "stos");
  const told = new Promise<void>((done, fail) => {
    line.onopen = () => {
      line.send(JSON.stringify({ ref: "1", do: "hello", version: 1 }));
      line.send(JSON.stringify({ ref: "2", do: "calls", subscribe, instead: old }));
    };
    line.onmessage = ({ data }) => {
      const reply = JSON.parse(String(data)) as { ref?: string; ok?: boolean };
      if (reply.ok === false) fail(new Error("refused"));
      else if (reply.ref === "2") done();
    };
    line.onclose = () => fail(new Error("closed"));
    setTimeout(() => fail(new Error("late")), TELLING_MS);
  });
  return told.finally(() => line.close());
}

/** Subscribes where the browser has not done so, and tells the server. What fails now is done when the page is next opened. */
async function renew(): Promise<void> {
  const kept = await keptSubscription();
  if (!kept) return;
  const { pushManager } = self.registration;
  const made = (await pushManager.getSubscription()) ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: kept.key }));
  if (made.endpoint === kept.endpoint) return;
  await tellMoved(made, kept.endpoint);
  await (await caches.open(CALLS)).put(SUBSCRIBED, new Response(JSON.stringify({ ...kept, endpoint: made.endpoint })));
}

self.addEventListener("pushsubscriptionchange", (event) => {
  (event as ExtendableEvent).waitUntil(renew());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate" && isPage(url.pathname)) event.respondWith(pageFor(request));
  else if (known.has(url.pathname)) event.respondWith(kept(url.pathname));
  else if (/-[0-9a-zA-Z]{8,}\.\w+$/.test(url.pathname)) event.respondWith(older(request));
});

function isPage(path: string): boolean {
  return path.startsWith(HOME) && /^(|index\.html|day|(j|r|puzzle)\/.*)$/.test(path.slice(HOME.length));
}

/** Fetches what is not there yet; what an older build kept under the same name is the same file. */
async function keep(files: string[]): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all(
    files.map(pathOf).map(async (path) => {
      if (await cache.match(path)) return;
      const older = path === HOME ? undefined : await caches.match(path);
      const response = older ?? (await fetch(path, path === HOME ? { cache: "no-cache" } : {}));
      if (!response.ok) throw new Error(path);
      await cache.put(path, response);
    }),
  );
}

/** The build before stays for one more: its pages may still be open, and load their workers late. */
async function forgetOthers(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

/** A file that this build does not have may be one of the build before. */
async function older(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

async function kept(path: string): Promise<Response> {
  const cache = await caches.open(CACHE);
  const found = await cache.match(path);
  if (found) return found;
  const response = await fetch(path);
  if (response.ok) await cache.put(path, response.clone());
  return response;
}

/** The page from the server, or the kept one when that takes too long or fails. */
async function pageFor(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const fromServer = fetch(request).then((response) => (response.ok ? response : Promise.reject(new Error(String(response.status)))));
  const late = new Promise<never>((_, fail) => setTimeout(() => fail(new Error("late")), PATIENCE_MS));
  try {
    return await Promise.race([fromServer, late]);
  } catch {
    fromServer.catch(() => {});
    return (await cache.match(HOME)) ?? fetch(request);
  }
}
