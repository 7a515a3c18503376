/*
 * lessons.mjs - the two-minute tutorial of each game, done to its end; a wrong move is answered by the coach, not by silence.
 * In the language with the longest texts, all of every step fits small windows.
 */
import { claim } from "./harness.mjs";
import { fitsWhole } from "./screens.mjs";

const LONG_WORDS = { language: "uk" };

async function place(page, card, pile) {
  await page.click(`[data-testid=hand-card][data-card="${card}"]`);
  await page.click(`[data-pile-button="${pile}"]`);
}

async function atStep(page, step) {
  await page.waitForFunction((wanted) => document.querySelectorAll("[data-testid=coach-steps] [data-done=true]").length === wanted, step);
  await fitsWhole(page, `step ${step} of the tutorial`);
}

/** A wrong move is answered below the text of the step. */
async function nudged(page) {
  await page.waitForSelector("[data-testid=coach] b");
  await fitsWhole(page, "the tutorial after a wrong move");
}

async function finished(page) {
  await page.waitForSelector("[data-testid=coach-end]");
  await fitsWhole(page, "the end of the tutorial");
}

export const lessonTests = [
  {
    name: "the tutorial of THE GAME",
    async run(house) {
      const { page } = await house.person(LONG_WORDS);
      await house.open(page, "/#learn/thegame");
      await page.waitForSelector("[data-testid=hand-card]");
      await page.waitForFunction(() => document.querySelectorAll("[data-pile]").length === 4);
      await place(page, 97, "U1");
      await nudged(page);
      await place(page, 3, "U1");
      await atStep(page, 2);
      await place(page, 97, "D1");
      await atStep(page, 3);
      await page.click("[data-testid=duty] [data-testid=primary]:not(:disabled)");
      await atStep(page, 4);
      await place(page, 37, "U1");
      await atStep(page, 5);
      await place(page, 65, "D2");
      await atStep(page, 6);
      await page.click('[data-pile="D2"] [data-testid=hint-button]');
      await page.click("[data-testid=menu] [data-hint]:not([data-hint=go_ahead]) >> nth=0");
      await finished(page);
    },
  },
  {
    name: "the tutorial of FACE TO FACE",
    async run(house) {
      const { page } = await house.person(LONG_WORDS);
      await house.open(page, "/#learn/facetoface");
      await page.waitForSelector("[data-testid=hand-card]");
      await place(page, 17, "U");
      await atStep(page, 2);
      await place(page, 28, "U");
      await atStep(page, 3);
      await page.click("[data-testid=duty] [data-testid=primary]:not(:disabled)");
      await nudged(page);
      await page.click('[data-testid=hand-card][data-card="45"]');
      claim((await page.textContent('[data-pile="oD"] [data-testid=pile-note]')).includes("5"), "the gift is told before it is given");
      await page.click('[data-pile-button="oD"]');
      await atStep(page, 4);
      await page.click("[data-testid=duty] [data-testid=primary]:not(:disabled)");
      await finished(page);
    },
  },
  {
    name: "the tutorial of LIE",
    async run(house) {
      const { page } = await house.person(LONG_WORDS);
      await house.open(page, "/#learn/lie");
      await page.waitForSelector("[data-lie-card]");
      await page.click('[data-lie-card="1"]');
      await page.click("[data-testid=duty] [data-testid=primary]");
      await atStep(page, 2);
      await page.click('[data-lead="3"]');
      await page.click('[data-bid="3x3"]');
      await page.click("[data-bidding] [data-testid=primary]:not(:disabled)");
      await atStep(page, 3);
      await page.click("[data-bidding] [data-testid=challenge]");
      await page.click("[data-testid=veil] [data-testid=primary]");
      await finished(page);
    },
  },
  {
    name: "the coach of LIE asks for what is not done yet, waits for the hands to open, and ends with nobody to wait for",
    async run(house) {
      const { page } = await house.person({ motion: "no-preference" });
      const coach = page.getByRole("region", { name: "Coach" });
      await house.open(page, "/#learn/lie");
      await coach.getByText("turn the cards until both threes are up").waitFor();
      await page.getByRole("button", { name: "These ends count" }).click();
      await coach.getByText("Turn both threes up.").waitFor(); // they do not lie that way from the start
      await page.getByRole("button", { name: /^6 counts, 3 does not/ }).click();
      await page.getByRole("button", { name: "These ends count" }).click();
      await page.getByRole("group", { name: "Face" }).getByRole("button", { name: "3" }).click();
      await page.getByRole("button", { name: "3 threes", exact: false }).first().click();
      await page.getByRole("button", { name: /^Bid/ }).click();
      await page.getByRole("button", { name: "Challenge" }).click();
      const hands = page.getByRole("dialog", { name: "All hands open" });
      await hands.getByRole("button", { name: "Skip" }).waitFor();
      claim(!(await coach.textContent()).includes("too high"), "the coach keeps the verdict while hands open");
      await hands.getByRole("button", { name: "Skip" }).click();
      await hands.getByRole("button", { name: "Go on" }).click();
      await coach.getByText("The bid was too high").waitFor();
      await page.getByRole("link", { name: "Play a real game" }).waitFor();
      claim((await page.getByText("Waiting for the others").count()) === 0, "nobody is waited for");
    },
  },
];
