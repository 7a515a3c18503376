/*
 * calls.mjs - how the page calls somebody to their turn: the sound, and the notice of the browser while one looks elsewhere. Both only
 * where they were asked for. The tones that are started and the notices that are shown are written down in the page.
 */
import { WAIT_MS, claim } from "./harness.mjs";
import { playNow } from "./games.mjs";
import { playPiles } from "./players.mjs";

/** The two tones of "it is your turn". */
const TURN_TONES = [523, 784];

/** Runs in the page before anything else: a silent sound device and a list of notices. */
function listen() {
  window.tones = [];
  window.AudioContext = class {
    state = "running";
    currentTime = 0;
    destination = {};
    createOscillator() {
      const tone = { frequency: { value: 0 }, connect: (next) => next, stop: () => undefined };
      return Object.assign(tone, { start: () => window.tones.push(tone.frequency.value) });
    }
    createGain() {
      const ramp = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
      return { gain: ramp, connect: (next) => next };
    }
  };
  window.notices = [];
  window.Notification = class extends Notification {
    constructor(title, options) {
      super(title, options);
      window.notices.push(`${title}: ${options.body}`);
    }
  };
}

async function listener(house) {
  const { page, context } = await house.person();
  await context.addInitScript(listen);
  await context.grantPermissions(["notifications"], { origin: house.server.address });
  return page;
}

/** Plays until it is one's turn again, in a new game where the running one ends first. */
async function playOneTurn(house, page) {
  await playPiles(page, "mouse", Infinity, 1);
  while (await page.evaluate(() => document.querySelector("[data-testid=end-card]") !== null)) {
    await playNow(house, page, "facetoface", { bot: "novice" });
    await playPiles(page, "mouse", Infinity, 1);
  }
  await drawn(page);
}

/** The page has drawn what it knows, and has done what it does after drawing: that is when it calls. */
function drawn(page) {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))));
}

/** Plays a turn and tells what was heard of the next one; where something must be heard, waits for it. */
async function turnTones(house, page, expected) {
  await page.evaluate(() => (window.tones = []));
  await playOneTurn(house, page);
  const heard = (wanted) => window.tones.filter((tone) => wanted.includes(tone)).length >= 2;
  if (expected) await page.waitForFunction(heard, TURN_TONES, { timeout: WAIT_MS });
  return page.evaluate((wanted) => window.tones.filter((tone) => wanted.includes(tone)), TURN_TONES);
}

/** Plays a turn with the window in sight or out of it, and tells which notices were shown; where one must come, waits for it. */
async function turnNotices(house, page, hidden, expected) {
  await page.evaluate((out) => {
    window.notices = [];
    Object.defineProperty(document, "hidden", { configurable: true, get: () => out });
  }, hidden);
  await playOneTurn(house, page);
  if (expected) await page.waitForFunction(() => window.notices.length > 0, null, { timeout: WAIT_MS });
  return page.evaluate(() => window.notices);
}

/** Switches notices; the browser is asked first, so the box is ticked before they are on. */
async function switchNotices(house, page, on) {
  await house.open(page, "/#settings");
  await page.click("[data-testid=switch]:has-text('Notifications')");
  await page.waitForFunction((wanted) => JSON.parse(localStorage.getItem("stos.settings") ?? "{}").notices === wanted, on);
}

export const callTests = [
  {
    name: "a soft sound says that it is one's turn, after it was switched on and until it is switched off",
    async run(house) {
      const page = await listener(house);
      await playNow(house, page, "facetoface", { bot: "novice" });
      claim((await turnTones(house, page, false)).length === 0, "nothing is heard before somebody asks for it");
      await page.click("button[aria-label='More']");
      await page.click("[data-testid=menu] >> text=Sound on");
      const heard = await turnTones(house, page, true);
      claim(heard.length >= 2 && heard[0] === TURN_TONES[0] && heard[1] === TURN_TONES[1], `the turn is heard: ${heard}`);
      await page.click("button[aria-label='More']");
      await page.click("[data-testid=menu] >> text=Sound off");
      claim((await turnTones(house, page, false)).length === 0, "nothing is heard after it was switched off");
    },
  },
  {
    name: "the browser tells that it is one's turn while one looks elsewhere, where that was allowed",
    async run(house) {
      const page = await listener(house);
      await playNow(house, page, "facetoface", { bot: "novice" });
      claim((await turnNotices(house, page, true, false)).length === 0, "no notice before somebody asks for it");
      await switchNotices(house, page, true);
      await playNow(house, page, "facetoface", { bot: "novice" });
      claim((await turnNotices(house, page, false, false)).length === 0, "no notice while one looks at the table");
      const told = await turnNotices(house, page, true, true);
      claim(told.length >= 1 && told[0].startsWith("It is your turn: FACE TO FACE"), `the turn is told: ${told}`);
      await switchNotices(house, page, false);
      await playNow(house, page, "facetoface", { bot: "novice" });
      claim((await turnNotices(house, page, true, false)).length === 0, "no notice after it was switched off");
    },
  },
];
