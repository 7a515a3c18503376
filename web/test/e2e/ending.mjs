/*
 * ending.mjs - what a good player says: advice while one plays with bots, and after the end the same deal by `champion` and the turning
 * point; and how the end sounds.
 */
import { claim } from "./harness.mjs";
import { makeTable, playNow } from "./games.mjs";
import { playPiles } from "./players.mjs";

/** Sounds are made without a device, second by second: the browser renders them when asked to. */
function recordSounds(page) {
  return page.addInitScript(() => {
    window.AudioContext = class extends OfflineAudioContext {
      constructor() {
        super(1, 48_000 * 2, 48_000);
        window.tape = this;
      }
      get state() {
        return "running";
      }
    };
  });
}

/** What was recorded: the loudest sample, how long it can be heard, and its pitch in the first tenth of a second. */
function heard(page) {
  return page.evaluate(async () => {
    const buffer = await window.tape.startRendering();
    const wave = buffer.getChannelData(0);
    const begin = wave.findIndex((sample) => Math.abs(sample) > 0.02);
    const part = wave.slice(begin, begin + buffer.sampleRate / 10);
    let crossings = 0;
    for (let at = 1; at < part.length; at++) if (part[at - 1] < 0 && part[at] >= 0) crossings++;
    return {
      peak: wave.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
      seconds: wave.filter((sample) => Math.abs(sample) > 0.01).length / buffer.sampleRate,
      pitch: crossings * 10,
    };
  });
}

/** Writes down every height that the card of the end has, once all of the page is there. */
function watchEndCard(page) {
  return page.addInitScript(() => {
    window.heights = [];
    const look = () => {
      const body = document.querySelector("[data-testid=end-card] [data-testid=end-body]");
      const height = Math.round(body?.closest("[data-testid=end-card]").getBoundingClientRect().height ?? 0);
      if (height > 0 && height !== window.heights.at(-1)) window.heights.push(height);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

export const endingTests = [
  {
    name: "after a game here: champion on the same deal, and what next is in reach; nothing moves when that comes; sharing",
    async run(house) {
      const { page, context } = await house.person({ width: 360, height: 740 });
      await watchEndCard(page);
      await playNow(house, page, "facetoface", { bot: "novice" });
      await playPiles(page, "mouse");
      await page.waitForSelector("[data-testid=end-turning] [data-testid=curve]");
      await page.waitForFunction(() => ![...document.querySelectorAll("[data-testid=end-facts] dd")].some((fact) => fact.textContent === "…"));
      const heights = await page.evaluate(() => window.heights);
      claim(heights.length === 1, `the card has one height: ${heights.join(", ")}`);
      claim(/cards.* win/.test(await page.textContent('[data-testid=end-facts] div:has(dt:has-text("Champion"))')), "champion has a result");
      claim(await page.getByTestId("end-buttons").getByRole("button", { name: "Play again" }).isVisible(), "what next is in reach");
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.evaluate(() => (navigator.share = () => Promise.reject(new DOMException("", "NotAllowedError"))));
      await page.click("[data-testid=end-card] >> text=Share");
      await page.waitForSelector("[data-testid=toast] >> text=The result is copied.");
    },
  },
  {
    name: "after a game on the server everybody sees champion's result and the turning point, watchers too",
    async run(house) {
      const { page } = await house.person();
      await makeTable(house, page, "facetoface", { bots: 1 });
      const watcher = await house.person();
      await watcher.page.goto(page.url());
      await playPiles(page, "mouse");
      for (const one of [page, watcher.page]) {
        await one.waitForSelector("[data-testid=end-card] [data-testid=all-hands]");
        await one.waitForSelector('[data-testid=end-facts] dt:has-text("Champion")');
        await one.waitForSelector("[data-testid=end-turning] [data-testid=curve]");
        claim((await one.textContent("[data-testid=end-turning] p")).startsWith("Turning point:"), "one sentence says when it turned");
      }
    },
  },
  {
    name: "advice on request: a move with its reason; the game is marked as assisted",
    async run(house) {
      const { page } = await house.person();
      await playNow(house, page, "thegame", { players: 1 });
      await page.click("[data-testid=advise]");
      await page.waitForSelector("[data-testid=advice-words] b");
      const words = await page.textContent("[data-testid=advice-words]");
      claim(/(first|second) (rising|falling) pile: ./.test(words), `a pile and a reason: ${words}`);
      await playPiles(page, "mouse");
      await page.waitForSelector("[data-testid=end-card]");
      await house.open(page, "/#games");
      await page.waitForSelector("[data-testid=list-row] >> text=assisted");
    },
  },
  {
    name: "the chance to win is a bar for those who want it, and nobody is asked among people",
    async run(house) {
      const { page } = await house.person();
      await house.open(page, "/#settings");
      await page.click('[data-testid=switch]:has-text("Chance to win")');
      await playNow(house, page, "facetoface", { bot: "novice" });
      await page.waitForSelector("[data-testid=chance-bar]");
      const percent = Number(await page.getAttribute("[data-testid=chance-bar]", "aria-valuenow"));
      claim(percent >= 0 && percent <= 100, `${percent} % is a chance`);
      await makeTable(house, page, "facetoface", { bots: 1 });
      await page.waitForSelector("[data-testid=tray][data-mine=true]");
      claim((await page.$("[data-testid=advise]")) === null, "no advice at a table of the server");
    },
  },
  {
    name: "sounds can be heard: loud enough, long enough, at their pitch",
    async run(house) {
      const { page } = await house.person();
      await recordSounds(page);
      await house.open(page, "/#settings");
      await page.click('[data-testid=switch]:has-text("Sound")');
      await page.waitForFunction(() => window.tape);
      const { peak, seconds, pitch } = await heard(page);
      claim(peak > 0.15 && peak < 0.6, `not too soft and not too loud: ${peak}`);
      claim(seconds > 0.15, `${seconds} s can be heard`);
      claim(Math.abs(pitch - 523) < 30, `it begins with a C: ${pitch} Hz`);
    },
  },
  {
    name: "card backs and a colour-blind safe scale can be chosen, and stay",
    async run(house) {
      const { page } = await house.person();
      await house.open(page, "/#settings");
      const hues = () => page.$$eval("[data-testid=colour-row] [data-testid=mini-card]", (cards) => cards.map((card) => Number(card.style.getPropertyValue("--hue"))));
      const before = await hues();
      await page.click('[role=radiogroup][aria-label="Card colours"] input[value="safe"]', { force: true });
      await page.waitForFunction((old) => document.querySelector("[data-testid=colour-row] [data-testid=mini-card]:last-child").style.getPropertyValue("--hue") !== old, String(before[before.length - 1]));
      claim(Math.min(...(await hues())) > 85, "no red");
      await page.click('[role=radiogroup][aria-label="Card backs"] input[value="dots"]', { force: true });
      await page.waitForFunction(() => document.documentElement.dataset.back === "dots");
      await page.reload();
      await page.waitForFunction(() => document.documentElement.dataset.back === "dots");
      claim(Math.min(...(await hues())) > 85, "the scale is kept");
    },
  },
];
