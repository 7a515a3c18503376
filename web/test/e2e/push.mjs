/*
 * push.mjs - notifications while the page is closed: switched on on the page, sent by the server to a push service of the test, decrypted there
 * as a browser does, and shown by the service worker.
 *
 * The browser's own push service needs the Internet, so subscribing is replaced by keys of the test; what the service got is handed to the
 * service worker by the debugging protocol.
 */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { claim, Inbox } from "./harness.mjs";
import { playTogether } from "./finding.mjs";
import { inviteTo } from "./people.mjs";
import { accessible, fits } from "./screens.mjs";

/** A push service with one subscriber; `next()` is the next message, decrypted. */
class PushService extends Inbox {
  constructor() {
    super();
    this.keys = createECDH("prime256v1");
    this.keys.generateKeys();
    this.auth = randomBytes(16);
    this.paths = [];
    this.http = createServer((request, response) => {
      const parts = [];
      request.on("data", (part) => parts.push(part));
      request.on("end", () => {
        response.writeHead(201).end();
        this.paths.push(request.url);
        this.take(this.decrypt(Buffer.concat(parts)));
      });
    });
  }

  listen() {
    this.http.unref(); // a test that failed does not keep the others from ending
    return new Promise((done) =>
      this.http.listen(0, "127.0.0.1", () => {
        this.origin = `http://127.0.0.1:${this.http.address().port}`;
        done();
      }),
    );
  }

  /** What the browser of the subscriber tells of itself. */
  subscription(path) {
    const keys = { p256dh: this.keys.getPublicKey().toString("base64url"), auth: this.auth.toString("base64url") };
    return { endpoint: `${this.origin}${path}`, keys };
  }

  /** RFC 8291 from the reader's side. */
  decrypt(body) {
    const salt = body.subarray(0, 16);
    const sender = body.subarray(21, 86);
    const sealed = body.subarray(86);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), this.keys.getPublicKey(), sender]);
    const material = Buffer.from(hkdfSync("sha256", this.keys.computeSecret(sender), this.auth, info, 32));
    const derive = (name, length) => Buffer.from(hkdfSync("sha256", material, salt, `Content-Encoding: ${name}\0`, length));
    const cipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
    cipher.setAuthTag(sealed.subarray(-16));
    const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
    return text.subarray(0, -1).toString();
  }
}


/** The browser's part of subscribing, with the keys of the test. */
async function replaceSubscribing(context, service) {
  await context.addInitScript((made) => {
    const kept = () => (localStorage.getItem("test.subscribed") ? fake : null);
    const fake = {
      endpoint: made.endpoint,
      toJSON: () => made,
      unsubscribe: () => Promise.resolve(localStorage.removeItem("test.subscribed") ?? true),
    };
    PushManager.prototype.subscribe = (options) => {
      localStorage.setItem("test.subscribed", String(options.applicationServerKey.byteLength));
      return Promise.resolve(fake);
    };
    PushManager.prototype.getSubscription = () => Promise.resolve(kept());
  }, service.subscription("/device"));
}

/** Until the service worker is there for good: what is handed to one that is only being installed is lost. */
async function workerIsActive(page) {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active.state === "activated") return;
    await new Promise((done) => active.addEventListener("statechange", () => active.state === "activated" && done()));
  });
}

/** Hands a message to the service worker of the page, as the browser would. */
async function deliver(page, address, text) {
  await workerIsActive(page);
  const session = await page.context().newCDPSession(page);
  const registered = new Promise((done) =>
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL.startsWith(address));
      if (found) done(found.registrationId);
    }),
  );
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.deliverPushMessage", { origin: address, registrationId: await registered, data: text });
}

async function notices(page) {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    for (let looks = 0; looks < 60; looks++) {
      const found = await registration.getNotifications();
      if (found.length > 0) return found.map(({ title, body, tag, data }) => ({ title, body, tag, data }));
      await new Promise((done) => setTimeout(done, 50));
    }
    return [];
  });
}

/** The debugging protocol does not tell whether a busy worker got its message: it is handed over again, and a tag is shown once. */
async function shown(page, address, text) {
  for (let tries = 0; tries < 20; tries++) {
    await deliver(page, address, text);
    const found = await notices(page);
    if (found.length > 0) return found;
  }
  return [];
}

async function switchOn(house, guest) {
  await house.open(guest, "/#account");
  await guest.waitForSelector("[data-testid=notifications]");
  await guest.click("[data-testid=notifications] label:has-text('On this device')");
  await guest.waitForSelector("[data-testid=notifications] select[name=quiet-from]");
  claim((await guest.inputValue("[data-testid=notifications] select[name=quiet-from]")) === "22", "the night is quiet from the start");
  await guest.click("[data-testid=notifications] label:has-text('Quiet hours')");
  await guest.waitForSelector("[data-testid=notifications] select[name=quiet-from]", { state: "detached" });
  await accessible(guest, "notifications");
  await fits(guest, "notifications");
  claim((await guest.evaluate(() => localStorage.getItem("test.subscribed"))) === "65", "the server's key is a point of the curve");
}

/** The push service has given the browser another address; the browser tells the service worker. Resolves when that is done. */
async function moveTo(context, made) {
  const [worker] = context.serviceWorkers();
  await worker.evaluate(async (subscription) => {
    PushManager.prototype.getSubscription = () => Promise.resolve(null);
    PushManager.prototype.subscribe = () => Promise.resolve({ endpoint: subscription.endpoint, toJSON: () => subscription });
    const event = new Event("pushsubscriptionchange");
    const done = new Promise((hold) => (event.waitUntil = hold)); // only the browser's own events may be held
    self.dispatchEvent(event);
    await (await done);
  }, made);
}

/** Makes a table and invites the one person whom one knows. */
async function inviteThem(house, host) {
  await inviteTo(house, host, 2);
  await host.click("button:has-text('Invite people')");
  await host.click("dialog [data-testid=list-row] button:has-text('Invite')");
  await host.waitForSelector("text=Invited.");
}

/** A test with a server that may send to a push service of its own. */
function withService(name, run) {
  const service = new PushService();
  const options = async () => {
    await service.listen();
    return ["--push-services", service.origin];
  };
  return { name, ownServer: true, options, run: (house) => run(house, service).finally(() => service.http.close()) };
}

export const pushTests = [
  withService("a browser that got another address from its push service is called there", async (house, service) => {
    const { page: host } = await house.person();
    const { page: guest, context } = await house.person({ worker: true });
    await replaceSubscribing(context, service);
    await context.grantPermissions(["notifications"], { origin: house.server.address });
    await playTogether(house, host, guest);
    await switchOn(house, guest);
    await workerIsActive(guest);
    await moveTo(context, service.subscription("/another"));
    const kept = await guest.evaluate(async () => (await caches.match("/subscribed"))?.json());
    claim(kept?.endpoint === `${service.origin}/another`, `the new address is kept: ${JSON.stringify(kept)}`);
    await inviteThem(house, host);
    claim(JSON.parse(await service.next()).title.endsWith("invites you to a game"), "the message comes");
    claim(service.paths.join() === "/another", `it goes to the new address alone: ${service.paths.join()}`);
  }),
  withService("somebody who switched notifications on is invited while the page is closed", async (house, service) => {
    const { page: host } = await house.person();
    const { page: guest, context } = await house.person({ worker: true, width: 360, height: 740 });
    await replaceSubscribing(context, service);
    await context.grantPermissions(["notifications"], { origin: house.server.address });
    await playTogether(house, host, guest);
    await switchOn(house, guest);
    await inviteTo(house, host, 2);
    await host.click("button:has-text('Invite people')");
    await accessible(host, "inviting people");
    await host.click("dialog [data-testid=list-row] button:has-text('Invite')");
    await host.waitForSelector("text=Invited.");
    const text = await service.next();
    const { url } = JSON.parse(text);
    claim(house.server.address + url === (await host.inputValue("[data-testid=invite] input")), `the message leads to ${url}`);
    const [notice, ...others] = await shown(guest, house.server.address, text);
    claim(notice?.title.endsWith("invites you to a game") && others.length === 0, `the notification says ${notice?.title}`);
    claim(notice.data.url === url && notice.tag === url.slice(3, url.indexOf("#")), "the notification knows its table");
    await guest.click("[data-testid=notifications] label:has-text('On this device')");
    await guest.waitForSelector("text=Needs your browser's permission.");
  }),
];
