/*
 * games.mjs - whole games of every game and of the main variants, by mouse, by dragging, by touch and with the keyboard alone, here in the
 * browser and on the server.
 */
import { claim, THINK_MS } from "./harness.mjs";
import { dice, playLie, playPiles } from "./players.mjs";

const PHONE = { width: 390, height: 844, touch: true };
const GAME = { thegame: 1, facetoface: 2, lie: 3 };

/** One tap on the start page: a game in this browser. */
export async function playNow(house, page, game, { players, level, bot } = {}) {
  await house.open(page);
  await page.click(`[data-testid=game-pick]:nth-child(${GAME[game]})`);
  if (players) await page.click(`[data-testid=play-row] [role=radiogroup] input[value="${players}"]`, { force: true });
  if (level) await page.click(`[data-testid=play-row] [role=radiogroup] input[value="${level}"]`, { force: true });
  if (bot) await page.selectOption("[data-testid=play-row] select", bot);
  await page.click("[data-testid=play-row] [data-testid=primary]");
  await page.waitForSelector("[data-testid=tray]");
}

/** The number of seats besides one's own, by adding and removing them. */
export async function setOthers(page, wanted) {
  for (let now = await page.locator("[data-testid=seat-row] select").count(); now !== wanted; now += Math.sign(wanted - now))
    await page.click(now < wanted ? "[data-testid=add-seat]" : "[data-testid=seat-row]:last-child button");
}

/** A table on the server with bots on its last seats; `choose` are clicks behind "More". */
export async function makeTable(house, page, game, { players, bots = 0, bot = "steady", choose = [] }) {
  await house.open(page, "/#new");
  await page.click(`[data-testid=new-table] [role=radiogroup] input[value="${game}"]`, { force: true });
  if (players) await setOthers(page, players - 1);
  const rows = page.locator("[data-testid=seat-row] select");
  const others = await rows.count();
  for (let index = others - bots; index < others; index++) await rows.nth(index).selectOption(bot);
  if (choose.length > 0) await page.click("details[data-testid=more] > summary");
  for (const selector of choose) await page.click(selector);
  await page.click("form [data-testid=primary]");
  await page.waitForSelector("[data-testid=tray], [data-testid=lobby]");
}

async function over(page) {
  await page.waitForSelector("[data-testid=end-card]");
  claim((await page.textContent("[data-testid=end-number]")).trim() !== "", "the result has words");
}

/** The rule that ended a game of LIE for three (LI10, LI11) stands at its end. */
async function whyLieEnded(page) {
  const end = page.getByRole("region", { name: "Result" });
  await end.getByText(/sixth card, so the game ends\. .+ the fewest cards\.|the extra round\./).waitFor();
  claim((await end.getByText(/still ha(s|ve) cards/).count()) === 0, "others have cards, too");
}

export const gameTests = [
  {
    name: "THE GAME alone, here, by mouse",
    async run(house) {
      const { page } = await house.person();
      await playNow(house, page, "thegame", { players: 1 });
      claim(page.url().includes("#local/"), "the game runs in this browser");
      const placed = await playPiles(page, "mouse");
      claim(placed >= 20, `a whole game was played, ${placed} cards`);
      await over(page);
      const end = page.getByRole("region", { name: "Result" });
      await end.getByText("Turning point:").waitFor({ timeout: THINK_MS });
      const won = (await end.getByText("All 98 placed").count()) === 1;
      claim(won || (await end.getByText("Well played").count()) === 0, "nobody who lost is told to have played well");
    },
  },
  {
    name: "THE GAME on fire for two, on the server, by dragging",
    async run(house) {
      const { page } = await house.person();
      await makeTable(house, page, "thegame", { players: 2, bots: 1, choose: ['[data-testid=choice]:has(input[value="next"])'] });
      await playPiles(page, "drag");
      await over(page);
    },
  },
  {
    name: "THE GAME, expert, for three, here, with the keyboard alone",
    async run(house) {
      const { page } = await house.person();
      await makeTable(house, page, "thegame", {
        players: 3,
        bots: 2,
        choose: ['[data-testid=choice]:has(input[value="expert"])', '[data-testid=choice]:has(input[value="lot"])'],
      });
      await playPiles(page, "keys");
      await over(page);
    },
  },
  {
    name: "FACE TO FACE, here, by touch on a phone",
    async run(house) {
      const { page } = await house.person(PHONE);
      await playNow(house, page, "facetoface", { bot: "novice" });
      await playPiles(page, "touch");
      await over(page);
    },
  },
  {
    name: "FACE TO FACE, lenient, on the server, with the keyboard alone",
    async run(house) {
      const { page } = await house.person();
      await makeTable(house, page, "facetoface", { bots: 1, choose: ['[data-testid=choice]:has(input[value="lenient"])'] });
      await playPiles(page, "keys");
      await over(page);
    },
  },
  {
    name: "LIE, here, by touch on a phone",
    async run(house) {
      const { page } = await house.person(PHONE);
      await playNow(house, page, "lie", { bot: "steady" });
      claim((await playLie(page, "touch", dice(7))) >= 2, "hands were opened");
      await over(page);
      await whyLieEnded(page);
      await page.waitForSelector("[data-testid=end-turning] [data-testid=curve]");
      claim((await page.textContent("[data-testid=end-turning] p")).startsWith("Turning point:"), "one sentence says when it turned");
      await page.tap("[data-testid=end-card] >> text=Replay and analysis");
      await page.waitForSelector("[data-testid=better] >> text=By the cards alone, the bid holds");
    },
  },
  {
    name: "LIE, the number leads, wild ones, either way round, on the server, with the keyboard alone",
    async run(house) {
      const { page } = await house.person();
      await makeTable(house, page, "lie", {
        bots: 2,
        choose: ['[data-testid=choice]:has(input[value="count"])', "[data-testid=switch] >> nth=0", "[data-testid=switch] >> nth=1"],
      });
      await playLie(page, "keys", dice(11));
      await over(page);
      await whyLieEnded(page);
    },
  },
];
