/*
 * webdriver.mjs - WebKit for the tests: MiniBrowser of WebKitGTK, driven by W3C WebDriver on a display of its own.
 *
 * A page here has the part of Playwright's interface that the players of the tests use (goto, evaluate, click, waitForFunction,
 * waitForSelector, mouse), so that the same players play in every browser. One driver process serves one session, and what a driver cannot
 * change later (theme, motion) is part of how it is started. What does not start fails with what it said.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const WAIT_MS = 45_000;
const START_MS = 60_000;
const LOOK_MS = 50;
const LIBRARIES = "/usr/lib/x86_64-linux-gnu";
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

function miniBrowser() {
  const folder = readdirSync(LIBRARIES).find((name) => name.startsWith("webkit2gtk-4"));
  return join(LIBRARIES, folder ?? "webkit2gtk", "MiniBrowser");
}

function pause(ms) {
  return new Promise((done) => setTimeout(done, ms));
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** A process with what it said; it is ended with all that it started. */
class Helper {
  constructor(command, args, env = {}) {
    this.said = "";
    this.process = spawn(command, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"], detached: true });
    this.process.on("error", (error) => (this.said += error.message));
    for (const stream of [this.process.stdout, this.process.stderr]) stream.on("data", (data) => (this.said += data));
  }

  /** Looks again and again until something is there; fails when the process has ended, or after a minute. */
  async until(look, what) {
    for (const end = Date.now() + START_MS; Date.now() < end; await pause(LOOK_MS)) {
      const found = await look();
      if (found) return found;
      if (this.process.exitCode !== null) break;
    }
    throw new Error(`${what} does not start: ${this.said || "it said nothing"}`);
  }

  end() {
    try {
      process.kill(-this.process.pid, "SIGKILL");
    } catch {
      // it has ended by itself
    }
  }
}

/** A display that nobody sees; it chooses its own number. */
async function openDisplay() {
  const helper = new Helper("Xvfb", ["-displayfd", "1", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]);
  const number = await helper.until(() => /^(\d+)$/m.exec(helper.said)?.[1], "Xvfb");
  return { helper, name: `:${number}` };
}

class Driver {
  constructor(port) {
    this.address = `http://127.0.0.1:${port}`;
  }

  async ask(method, path, body) {
    const response = await fetch(this.address + path, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
    const { value } = await response.json();
    if (value?.error) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  }
}

/** The part of Playwright's page that the players use. */
class DriverPage {
  constructor(driver, session) {
    this.driver = driver;
    this.at = `/session/${session}`;
    this.mouse = { click: (x, y) => this.clickAt(x, y) };
  }

  async goto(address) {
    await this.driver.ask("POST", `${this.at}/url`, { url: address });
  }

  url() {
    return this.driver.ask("GET", `${this.at}/url`);
  }

  async reload() {
    await this.driver.ask("POST", `${this.at}/refresh`, {});
  }

  evaluate(work, argument = null) {
    return this.driver.ask("POST", `${this.at}/execute/sync`, { script: `return (${work})(arguments[0])`, args: [argument] });
  }

  async waitForFunction(work, argument = null) {
    for (const end = Date.now() + WAIT_MS; Date.now() < end; await pause(LOOK_MS)) {
      if (await this.evaluate(`(argument) => Boolean((${work})(argument))`, argument)) return;
    }
    throw new Error(`waited in vain for ${work}`);
  }

  waitForSelector(selector) {
    return this.waitForFunction((wanted) => document.querySelector(wanted), selector);
  }

  getAttribute(selector, name) {
    return this.evaluate(({ selector: wanted, name: which }) => document.querySelector(wanted).getAttribute(which), { selector, name });
  }

  /** Playwright's `>> nth=N` is understood, nothing else of its own. */
  async click(selector) {
    const [css, nth = "0"] = selector.split(" >> nth=");
    await this.waitForFunction(({ css: wanted, nth: at }) => document.querySelectorAll(wanted)[at], { css, nth: Number(nth) });
    const found = await this.driver.ask("POST", `${this.at}/elements`, { using: "css selector", value: css });
    await this.driver.ask("POST", `${this.at}/element/${found[Number(nth)][ELEMENT]}/click`, {});
  }

  async clickAt(x, y) {
    const actions = [
      { type: "pointerMove", x: Math.round(x), y: Math.round(y), duration: 0 },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ];
    await this.driver.ask("POST", `${this.at}/actions`, { actions: [{ type: "pointer", id: "mouse", actions }] });
  }

  viewportSize() {
    return this.size;
  }

  /** A window has a frame, so it is made larger by what is lacking inside. */
  async setViewportSize({ width, height }) {
    await this.driver.ask("POST", `${this.at}/window/rect`, { width, height });
    const inside = await this.evaluate(() => ({ width: innerWidth, height: innerHeight }));
    await this.driver.ask("POST", `${this.at}/window/rect`, { width: 2 * width - inside.width, height: 2 * height - inside.height });
    this.size = await this.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  }

  async screenshot({ path }) {
    writeFileSync(path, Buffer.from(await this.driver.ask("GET", `${this.at}/screenshot`), "base64"));
  }
}

/** GTK tells the page about motion and theme. */
function desktop({ theme, motion }, folder) {
  mkdirSync(join(folder, "gtk-3.0"), { recursive: true });
  writeFileSync(join(folder, "gtk-3.0/settings.ini"), `[Settings]\ngtk-enable-animations=${motion === "reduce" ? 0 : 1}\n`);
  return { XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder, XDG_CACHE_HOME: folder, HOME: folder, GTK_THEME: theme === "dark" ? "Adwaita:dark" : "Adwaita" };
}

/** A person with WebKit: `{ page, close }`. */
export async function openWebkit(options) {
  const folder = mkdtempSync(join(tmpdir(), "stos-webkit-"));
  const display = await openDisplay();
  const port = await freePort();
  const environment = { ...desktop(options, folder), DISPLAY: display.name, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1", WEBKIT_DISABLE_DMABUF_RENDERER: "1", LANG: "C.UTF-8" };
  const helper = new Helper("WebKitWebDriver", ["--host=127.0.0.1", `--port=${port}`], environment);
  const close = async () => {
    helper.end();
    display.helper.end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
  try {
    const driver = new Driver(port);
    await helper.until(() => driver.ask("GET", "/status").then(() => true, () => false), "WebKitWebDriver");
    const browser = { binary: miniBrowser(), args: ["--automation"] };
    const { sessionId } = await driver.ask("POST", "/session", { capabilities: { alwaysMatch: { "webkitgtk:browserOptions": browser } } });
    const page = new DriverPage(driver, sessionId);
    await page.setViewportSize(options);
    return { page, close };
  } catch (error) {
    await close();
    throw error;
  }
}
