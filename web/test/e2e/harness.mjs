/*
 * harness.mjs - what the browser tests share: the real server on a free port with a store of its own, one Chromium, people in
 * contexts of their own, and the promise that no page ever has an uncaught error or asks somebody else for anything.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

/** Long enough for a machine that does ten other things; whoever waits goes on as soon as it can. */
export const WAIT_MS = 45_000;

/** The same for what champion computes: minutes, where others need the cores. */
export const THINK_MS = 240_000;

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

async function answers(address) {
  for (let tries = 0; tries < 600; tries++) {
    const good = await fetch(`${address}/healthz`).then(
      (response) => response.ok,
      () => false,
    );
    if (good) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error("the server does not answer");
}

/** What came in, one after the other; `next()` waits for what has not come yet. */
export class Inbox {
  got = [];
  waiting = [];

  take(text) {
    const waiter = this.waiting.shift();
    if (waiter) waiter(text);
    else this.got.push(text);
  }

  next() {
    return this.got.length > 0 ? Promise.resolve(this.got.shift()) : new Promise((done) => this.waiting.push(done));
  }
}

/** The server: it can be killed and started again on the same store. */
export class Server {
  constructor(program, options = []) {
    this.program = program;
    this.options = options;
    this.folder = mkdtempSync(join(tmpdir(), "stos-e2e-"));
    this.output = "";
  }

  async start() {
    this.port ??= await freePort();
    this.address = `http://127.0.0.1:${this.port}`;
    const store = join(this.folder, "store.db");
    this.process = spawn(
      this.program,
      [
        "serve",
        "--quiet",
        "--port",
        String(this.port),
        "--store",
        store,
        "--max-rate",
        "200",
        "--max-burst",
        "400",
        "--analysis-deals",
        "2",
        ...this.options,
      ],
      {
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    for (const stream of [this.process.stdout, this.process.stderr]) stream.on("data", (data) => (this.output += data));
    await answers(this.address);
  }

  kill(signal = "SIGKILL") {
    return new Promise((done) => {
      this.process.once("exit", done);
      this.process.kill(signal);
    });
  }

  async stop() {
    await this.kill("SIGTERM");
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export class House {
  constructor(server, browser) {
    this.server = server;
    this.browser = browser;
    this.errors = [];
    this.contexts = [];
  }

  /** Somebody with a browser of their own: a context and its first page. */
  async person(options = {}) {
    const { width = 1440, height = 900, theme = "light", touch = false, language = "en", motion = "reduce", worker = false } = options;
    const context = await this.browser.newContext({
      viewport: { width, height },
      colorScheme: theme,
      hasTouch: touch,
      locale: language,
      reducedMotion: motion,
      serviceWorkers: worker ? "allow" : "block",
    });
    context.setDefaultTimeout(WAIT_MS);
    this.contexts.push(context);
    if (process.env.STOS_PICTURES) await context.tracing.start({ screenshots: true, snapshots: true });
    const page = await this.newPage(context);
    return { context, page };
  }

  /** A page that is watched: errors and foreign requests are failures. */
  async newPage(context) {
    const page = await context.newPage();
    page.on("pageerror", (error) => this.errors.push(`uncaught: ${error.message}`));
    page.on("console", (message) => {
      if (message.type() === "error" && !/Failed to load resource|WebSocket connection|ERR_/.test(message.text()))
        this.errors.push(`console: ${message.text()}`);
    });
    page.on("request", (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol.startsWith("http") && origin !== this.server.address) this.errors.push(`asked somebody else: ${request.url()}`);
    });
    return page;
  }

  async open(page, path = "/") {
    const go = () => page.goto(this.server.address + path);
    await go().catch((error) => (String(error).includes("ERR_ABORTED") ? go() : Promise.reject(error))); // a step back of the page's own came between
  }

  async leave() {
    await Promise.all(this.contexts.map((context) => context.close()));
    this.contexts = [];
  }
}

export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });
}

export function claim(condition, words) {
  if (!condition) throw new Error(words);
}
