/*
 * hands.mjs - cards moved in more than one way: dragged and then with the keyboard, with two fingers, and with clicks that no pointer makes.
 */
import { playNow } from "./games.mjs";
import { claim } from "./harness.mjs";
import { look, playPiles, ways } from "./players.mjs";

const PHONE = { width: 390, height: 844, touch: true };

/** The cards of the hand, in order. */
function cards(page) {
  return page.getByRole("group", { name: "Your hand" }).getByRole("button");
}

function card(page, value) {
  return cards(page).and(page.getByRole("button", { name: new RegExp(`^${value}\\b`) }));
}

async function isHeld(page, value) {
  await page.waitForFunction(
    (wanted) => [...document.querySelectorAll('[aria-pressed="true"]')].some((button) => button.ariaLabel?.startsWith(String(wanted))),
    value,
    { timeout: 10_000 },
  );
}

async function isGone(page, value) {
  await card(page, value).waitFor({ state: "detached", timeout: 10_000 });
}

/** Two cards of the hand, each with a pile that takes it. */
async function twoWays(page) {
  const all = ways(await look(page));
  const first = all[0];
  const second = all.find((way) => way.card !== first.card && way.pile !== first.pile);
  claim(first && second, "two cards can be placed");
  return [first, second];
}

/** Fingers that come, move or go; at the end none of them is named: all go. */
function touches(page) {
  const session = page.context().newCDPSession(page);
  return async (type, fingers) => {
    const touchPoints = Object.entries(fingers).map(([id, [x, y]]) => ({ id: Number(id), x, y }));
    await (await session).send("Input.dispatchTouchEvent", { type, touchPoints });
  };
}

export const handTests = [
  {
    name: "a card that was dragged can be picked up with the keyboard and by a click without a pointer",
    async run(house) {
      const { page } = await house.person();
      await playNow(house, page, "thegame", { players: 1 });
      await cards(page).first().waitFor();
      const [dragged, other] = await twoWays(page);
      const { points } = await look(page);
      await page.mouse.move(...points[dragged.card]);
      await page.mouse.down();
      await page.mouse.move(points[dragged.card][0], points[dragged.card][1] - 40, { steps: 4 });
      await page.mouse.up();
      await isHeld(page, dragged.card);
      await card(page, other.card).press("Enter");
      await isHeld(page, other.card);
      await card(page, dragged.card).evaluate((button) => button.click());
      await isHeld(page, dragged.card);
      const to = (await look(page)).points;
      await page.mouse.move(...to[dragged.card]);
      await page.mouse.down();
      await page.mouse.move(...to[dragged.pile], { steps: 4 });
      await page.mouse.up();
      await isGone(page, dragged.card);
      await card(page, other.card).press(" ");
      await isHeld(page, other.card);
    },
  },
  {
    name: "a second finger on the hand leaves the card under the first one where it is",
    async run(house) {
      const { page } = await house.person(PHONE);
      await playNow(house, page, "thegame", { players: 1 });
      await cards(page).first().waitFor();
      const [mine, other] = await twoWays(page);
      const { points } = await look(page);
      const touch = touches(page);
      const pile = points[mine.pile];
      await touch("touchStart", { 1: points[mine.card] });
      await touch("touchMove", { 1: [points[mine.card][0], points[mine.card][1] - 30] });
      await touch("touchMove", { 1: pile });
      await touch("touchStart", { 1: pile, 2: points[other.card] });
      await touch("touchMove", { 1: pile, 2: [points[other.card][0], points[other.card][1] - 30] });
      await touch("touchEnd", { 1: pile });
      await isGone(page, mine.card);
      await touch("touchEnd", {});
      claim((await card(page, other.card).count()) === 1, "the second finger has placed nothing");
      await page.getByRole("button", { name: "Take back" }).click();
      await card(page, mine.card).waitFor();
      await card(page, other.card).tap();
      await isHeld(page, other.card);
    },
  },
  {
    name: "after a hint by a long press the keyboard still places cards on that pile",
    async run(house) {
      const { page } = await house.person(PHONE);
      await playNow(house, page, "thegame", { players: 2, bot: "novice" });
      await playPiles(page, "mouse", 1);
      const [way] = ways(await look(page));
      const touch = touches(page);
      await touch("touchStart", { 1: (await look(page)).points[way.pile] });
      await page.getByRole("dialog").waitFor();
      await touch("touchEnd", {});
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await card(page, way.card).press("Enter");
      await isHeld(page, way.card);
      await page.press(`[data-pile-button="${way.pile}"]`, "Enter");
      await isGone(page, way.card);
    },
  },
];
