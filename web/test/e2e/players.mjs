/*
 * players.mjs - people who play whole games through the page: by mouse, by dragging, by touch, or with the keyboard alone. They see
 * what the screen shows and decide by the smallest jump; the page must carry every move.
 */
import { claim, WAIT_MS } from "./harness.mjs";

/** A click or a tap at a place that was seen; where it is out of sight, on the thing itself. */
async function touchAt(page, how, selector, point) {
  const size = page.viewportSize();
  const inSight = point && point[0] > 0 && point[1] > 0 && point[0] < size.width && point[1] < size.height;
  if (!inSight) return how === "touch" ? page.tap(selector) : page.click(selector);
  return how === "touch" ? page.touchscreen.tap(...point) : page.mouse.click(...point);
}

function press(page, how, selector) {
  return how === "touch" ? page.tap(selector) : page.click(selector);
}

async function drag(page, seen, card, pile) {
  await page.mouse.move(...seen.points[card]);
  await page.mouse.down();
  await page.mouse.move(...seen.points[pile], { steps: 4 });
  await page.mouse.up();
}

const PILE_KEYS = { U1: "a", U2: "s", D1: "d", D2: "f", U: "a", D: "s", oU: "d", oD: "f" };

/** By keyboard: digits and letters, or arrows and Enter, in turn. */
async function placeByKeys(page, seen, card, pile, byArrows) {
  const at = seen.hand.indexOf(card);
  await page.keyboard.press(String(at + 1));
  if (!byArrows) return page.keyboard.press(PILE_KEYS[pile]);
  const order = seen.piles.map((one) => one.id);
  await page.keyboard.press("ArrowUp");
  const focused = await page.evaluate(() => document.activeElement.dataset.pileButton);
  const steps = order.indexOf(pile) - order.indexOf(focused);
  for (let i = 0; i < Math.abs(steps); i++) await page.keyboard.press(steps > 0 ? "ArrowRight" : "ArrowLeft");
  return page.keyboard.press("Enter");
}

/** What a person sees of a pile game. */
export function look(page) {
  return page.evaluate(() => ({
    over: document.querySelector("[data-testid=end-card]") !== null,
    mine: document.querySelector("[data-testid=tray][data-mine=true]") !== null,
    vote: document.querySelector("[data-testid=vote-row] button:not(:disabled)") !== null,
    mayEnd: document.querySelector("[data-testid=duty] [data-testid=primary]:not(:disabled)") !== null,
    hand: [...document.querySelectorAll("[data-testid=hand-card]")].map((card) => Number(card.dataset.card)),
    points: Object.fromEntries(
      [...document.querySelectorAll("[data-testid=hand-card], [data-pile-button]")].map((one) => {
        const box = one.getBoundingClientRect();
        return [one.dataset.card ?? one.dataset.pileButton, [box.x + box.width / 2, box.y + box.height / 2]];
      }),
    ),
    piles: [...document.querySelectorAll("[data-pile-button]")].map((pile) => ({
      id: pile.dataset.pileButton,
      top: Number([...pile.querySelectorAll("[data-testid=card]")].pop().textContent.match(/\d+/)?.[0]),
      due: pile.querySelector("[data-burning=true]") !== null,
    })),
  }));
}

/** The ways to place a card, cheapest first. On the other's piles everything is turned round. */
export function ways(seen) {
  const found = [];
  for (const card of seen.hand)
    for (const pile of seen.piles) {
      const across = pile.id.startsWith("o");
      const jump = pile.id.replace("o", "").startsWith("U") ? card - pile.top : pile.top - card;
      if (across ? jump < 0 : jump > 0 || jump === -10)
        found.push({ card, pile: pile.id, cost: across ? 50 - jump : jump - (pile.due ? 30 : 0) });
    }
  return found.sort((a, b) => a.cost - b.cost);
}

/** Where the game stands; it only ever grows, so that no answer of a quick bot can be missed. */
function standing(page) {
  return page.getAttribute("[data-testid=table-page]", "data-position");
}

/** Waits for the game to go on, or for something over the table. */
async function moved(page, before) {
  await page.waitForFunction(
    (old) => document.querySelector("[data-testid=table-page]")?.dataset.position !== old || document.querySelector("[data-testid=end-card], [data-testid=veil]") !== null,
    before,
    { timeout: WAIT_MS },
  );
}

async function changed(page, before) {
  const seen = JSON.stringify(before);
  await page.waitForFunction(
    (old) => {
      const hand = [...document.querySelectorAll("[data-testid=hand-card]")].map((card) => Number(card.dataset.card));
      const over = document.querySelector("[data-testid=end-card]") !== null;
      return over || JSON.stringify(hand) !== JSON.stringify(JSON.parse(old).hand) || !document.querySelector("[data-testid=tray][data-mine=true]");
    },
    seen,
    { timeout: WAIT_MS },
  );
}

async function placeOne(page, how, seen, way, count) {
  if (how === "drag") await drag(page, seen, way.card, way.pile);
  else if (how === "keys") await placeByKeys(page, seen, way.card, way.pile, count % 3 === 0);
  else {
    await touchAt(page, how, `[data-testid=hand-card][data-card="${way.card}"]`, seen.points[way.card]);
    await touchAt(page, how, `[data-pile-button="${way.pile}"]`, seen.points[way.pile]);
  }
  await changed(page, seen);
}

async function endTurn(page, how) {
  const before = await standing(page);
  if (how === "keys") await page.keyboard.press("e");
  else await press(page, how, "[data-testid=duty] [data-testid=primary]");
  await moved(page, before);
}

/** Plays one's turns until the game is over, `most` placements were made, or `turns` turns were ended. Returns the placements. */
export async function playPiles(page, how, most = Infinity, turns = Infinity) {
  let placed = 0;
  let ended = 0;
  let acrossThisTurn = false;
  while (placed < most) {
    await page.waitForFunction(() => document.querySelector("[data-testid=end-card], [data-testid=tray][data-mine=true], [data-testid=vote-row] button:not(:disabled)"), null, {
      timeout: WAIT_MS,
    });
    const seen = await look(page);
    if (seen.over || ended === turns) return placed;
    if (seen.vote) {
      if (how === "keys") await page.press("[data-testid=vote-row] button >> nth=0", "Enter").catch(() => undefined);
      else await press(page, how, "[data-testid=vote-row] button >> nth=0").catch(() => undefined);
      await page.waitForFunction(() => !document.querySelector("[data-testid=vote-row]"), null, { timeout: WAIT_MS });
      continue;
    }
    const way = ways(seen).filter((one) => !(acrossThisTurn && one.pile.startsWith("o")))[0];
    if (seen.mayEnd && (!way || way.cost > 2)) {
      await endTurn(page, how);
      ended++;
      acrossThisTurn = false;
      continue;
    }
    claim(way, `no way to place a card, but the turn goes on: ${JSON.stringify(seen)}`);
    await placeOne(page, how, seen, way, placed);
    acrossThisTurn ||= way.pile.startsWith("o");
    placed++;
  }
  return placed;
}

function lookLie(page) {
  return page.evaluate(() => ({
    over: document.querySelector("[data-testid=end-card]") !== null,
    opened: document.querySelector("[data-testid=veil]") !== null,
    show: [...document.querySelectorAll("[data-testid=duty] [data-testid=primary]:not(:disabled)")].some((button) => !button.closest("[data-bidding]")),
    direction: document.querySelector("[data-testid=tray][data-mine=true] [data-testid=duty]:not([data-bidding]) [data-testid=duty-buttons] button:not([data-testid=primary], [data-testid=advise])") !== null,
    legal: [...document.querySelectorAll("[data-bid]:enabled")].map((step) => step.dataset.bid),
    call: document.querySelector("[data-bidding] [data-testid=challenge]") !== null,
  }));
}

async function bidOrCall(page, how, seen, random) {
  if (seen.call && (seen.legal.length === 0 || random() < 0.5))
    return how === "keys" ? page.keyboard.press("c") : press(page, how, "[data-bidding] [data-testid=challenge]");
  if (how === "keys") {
    await page.keyboard.press("ArrowRight");
    await page.waitForSelector("[data-bid][aria-pressed=true]");
    return page.keyboard.press("Enter");
  }
  await press(page, how, "[data-bid]:enabled >> nth=0");
  return press(page, how, "[data-bidding] [data-testid=primary]:not(:disabled)");
}

/** Plays LIE until it is over; `random` decides between bidding and doubting. Returns the number of hands that were opened. */
export async function playLie(page, how, random, most = Infinity) {
  let opened = 0;
  for (;;) {
    await page.waitForFunction(
      () => document.querySelector("[data-testid=end-card], [data-testid=veil], [data-testid=tray][data-mine=true] [data-testid=duty] button:not(:disabled, [data-testid=advise]), [data-bid]:enabled"),
      null,
      { timeout: WAIT_MS },
    );
    const before = await standing(page);
    const seen = await lookLie(page);
    if (seen.opened && opened === most) return opened;
    if (seen.opened) {
      opened++;
      await page.waitForSelector("[data-testid=veil] [data-testid=primary]");
      if (how === "keys") await page.keyboard.press("Escape");
      else await press(page, how, "[data-testid=veil] [data-testid=primary]");
      await page.waitForFunction(() => !document.querySelector("[data-testid=veil]"), null, { timeout: WAIT_MS });
    } else if (seen.over) return opened;
    else if (seen.legal.length > 0 || seen.call) {
      await bidOrCall(page, how, seen, random);
      await moved(page, before);
    } else if (seen.direction) {
      await page.focus("[data-testid=duty-buttons] button >> nth=1");
      await page.keyboard.press("Enter");
      await moved(page, before);
    } else if (seen.show) {
      if (how === "keys") {
        await page.keyboard.press("1");
        await page.keyboard.press("Enter");
      } else {
        await press(page, how, "[data-lie-card='0']");
        await press(page, how, "[data-testid=duty] [data-testid=primary]");
      }
      await moved(page, before);
    }
  }
}

/** Numbers that look random and are the same each time. */
export function dice(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
