/*
 * pictures_page.mjs - the pictures of the page for tools/pictures: the real server, the browser of the tests, games that are really played.
 *
 *   node tools/pictures_page.mjs PROGRAM FOLDER     writes FOLDER/page-*.png and prints one line for each
 */
import { join } from "node:path";
import { House, launch, Server, WAIT_MS } from "../web/test/e2e/harness.mjs";
import { playNow } from "../web/test/e2e/games.mjs";
import { playPiles } from "../web/test/e2e/players.mjs";

/** Opening, showing and waiting, several times over. */
const MOST_ROUNDS = 40;
const PHONE = { width: 390, height: 844, touch: true, theme: "dark" };
const [program, folder] = process.argv.slice(2);
if (!program || !folder) throw new Error("usage: pictures_page.mjs PROGRAM FOLDER");

/** Nothing moves any more but what never rests: letters and figures are there, one frame has been drawn. */
async function settled(page) {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const ending = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime !== Infinity);
    await Promise.all(ending.map((one) => one.finished.catch(() => undefined)));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  });
}

/** THE GAME in its middle, with a card in hand. */
async function theGame(house, page) {
  await playNow(house, page, "thegame", { players: 3, bot: "novice" });
  await playPiles(page, page.viewportSize().width < 600 ? "touch" : "mouse", 4);
  await page.waitForSelector("[data-testid=tray][data-mine=true], [data-testid=end-card]");
  await page.click("[data-testid=hand-card] >> nth=1");
}

async function faceToFace(house, page) {
  await playNow(house, page, "facetoface", { bot: "novice" });
  await playPiles(page, "mouse", 4);
  await page.waitForSelector("[data-testid=tray][data-mine=true], [data-testid=end-card]");
  await page.click("[data-testid=hand-card] >> nth=1");
}

/** LIE where one may bid: rounds that end before one's turn are gone through, opened hands first, since they lie over the rest. */
async function lie(house, page) {
  const opened = "[data-testid=veil] [data-testid=primary]";
  const show = "[data-testid=tray][data-mine=true] [data-testid=duty] [data-testid=primary]:not(:disabled)";
  await playNow(house, page, "lie", { bot: "steady" });
  await page.waitForSelector("[data-lie-card]");
  for (let rounds = 0; rounds < MOST_ROUNDS; rounds++) {
    await page.waitForSelector(`[data-bid]:enabled, ${opened}, ${show}`);
    if (await page.$(opened)) await page.click(opened, { timeout: WAIT_MS });
    else if (await page.$("[data-bid]:enabled")) return;
    else await page.click(show, { timeout: WAIT_MS }).catch(() => undefined); /* it may be gone by now */
  }
  throw new Error("no bid was ever to be made");
}

/** The end of a duel, played to where somebody wins. */
async function end(house, page) {
  await playNow(house, page, "facetoface", { bot: "novice" });
  await playPiles(page, "mouse");
  await page.waitForSelector("[data-testid=end-card]");
}

/** The replay behind the end: the curve of the chance to win. */
async function replay(house, page) {
  await page.click("[data-testid=end-card] [data-testid=end-buttons] :is(a, button):has-text('Replay')");
  await page.waitForSelector("svg[data-testid=curve]", { timeout: 6 * WAIT_MS });
}

/** By night, as the cloth is darkest; one picture shows the day. */
const NIGHT = { width: 1280, height: 800, theme: "dark" };

/** Who looks, and what is made before their eyes, one picture after the other. */
const PEOPLE = [
  [NIGHT, { start: (house, page) => house.open(page), thegame: theGame, facetoface: faceToFace, lie }],
  [NIGHT, { end, replay }],
  [PHONE, { phone: theGame }],
  [{ ...NIGHT, theme: "light" }, { day: theGame }],
];

async function makePictures(house, options, pictures) {
  const { page, context } = await house.person(options);
  for (const [name, make] of Object.entries(pictures)) {
    await make(house, page);
    await settled(page);
    await page.screenshot({ path: join(folder, `page-${name}.png`) });
    console.log(`page-${name}.png`);
  }
  await context.close();
}

const server = new Server(program);
const browser = await launch();
await server.start();
const house = new House(server, browser);
try {
  await Promise.all(PEOPLE.map(([options, pictures]) => makePictures(house, options, pictures)));
  if (house.errors.length > 0) throw new Error(house.errors.join("\n"));
} finally {
  await browser.close();
  await server.stop();
}
