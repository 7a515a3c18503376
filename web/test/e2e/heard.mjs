/*
 * heard.mjs - whole games by what a screen reader tells alone: names and roles of the accessibility tree are read, buttons are found by
 * them and pressed with Enter, and what happens meanwhile is announced.
 */
import { claim, WAIT_MS } from "./harness.mjs";
import { makeTable, playNow } from "./games.mjs";
import { sitDown } from "./people.mjs";
import { ways } from "./players.mjs";

const MOST_STEPS = 600;

/** The tree as a list, from the top down: role, name, and whether it can be pressed now. */
async function listen(page) {
  const tree = await page.locator("body").ariaSnapshot();
  return tree.split("\n").flatMap((line) => {
    const plain = line.trim().replace(/^- '(.*)'(:.*)?$/, (_, inside, rest) => `- ${inside.replaceAll("''", "'")}${rest ?? ""}`);
    const found = /^- (\w+)(?: "((?:[^"\\]|\\.)*)")?((?: \[[^\]]*\])*)/.exec(plain);
    return found ? [{ role: found[1], name: (found[2] ?? "").replace(/\\(.)/g, "$1"), disabled: found[3].includes("disabled") }] : [];
  });
}

function buttons(tree, name) {
  return tree.filter((one) => one.role === "button" && !one.disabled && name.test(one.name)).map((one) => one.name);
}

async function press(button) {
  await button.focus();
  await button.press("Enter");
}

/** Waits for what is told: one's turn, an opened dialog, or the result. */
function called(page) {
  return page.waitForFunction(() => document.title.startsWith("●") || document.querySelector("dialog, section[aria-label=Result]"), null, {
    timeout: WAIT_MS,
  });
}

/** The lines of the live region since the page was opened: it keeps the last few only. */
function recordSpeech(page) {
  return page.evaluate(() => {
    window.speech = [];
    const region = document.querySelector("[role=log][aria-live=polite]");
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) window.speech.push(node.textContent);
    }).observe(region, { childList: true });
  });
}

function isOver(tree) {
  return tree.some((one) => one.role === "region" && one.name === "Result");
}

async function playTree(page, act) {
  for (let step = 0; step < MOST_STEPS; step++) {
    await called(page);
    const tree = await listen(page);
    const dialog = tree.some((one) => one.role === "dialog");
    if (!dialog && isOver(tree)) return page.evaluate(() => window.speech);
    await act(tree, dialog);
  }
  throw new Error("the game does not end");
}

/** Something else is told now: the same tree is not acted on twice. */
async function told(page, before) {
  const told = JSON.stringify(before);
  for (const began = Date.now(); Date.now() - began < WAIT_MS; await page.waitForTimeout(50)) if (JSON.stringify(await listen(page)) !== told) return;
  throw new Error("nothing changes");
}

// ---- FACE TO FACE

const OWN = "Piles: You";

/** Piles of a group by their names: "rising pile, 16 on top, 43 left to 59". */
async function heardPiles(page, group, prefix) {
  const names = await page.getByRole("group", { name: group, exact: true }).getByRole("button").evaluateAll((all) => all.map((one) => one.ariaLabel));
  return names.map((name) => ({ id: `${prefix}${/rising/.test(name) ? "U" : "D"}`, top: Number(/(\d+) on top/.exec(name)[1]), due: false }));
}

function pileButton(page, other, id) {
  const group = page.getByRole("group", { name: id.startsWith("o") ? other : OWN, exact: true });
  return group.getByRole("button", { name: id.endsWith("U") ? /rising/ : /falling/ });
}

async function placeByEar(page, other, tree, gave) {
  const hand = tree.filter((one) => one.role === "button" && !one.disabled && /^\d+(, can go back by ten)?$/.test(one.name)).map((one) => parseInt(one.name, 10));
  const piles = [...(await heardPiles(page, OWN, "")), ...(await heardPiles(page, other, "o"))];
  const way = ways({ hand, piles }).filter((one) => !(gave && one.pile.startsWith("o")))[0];
  const mayEnd = buttons(tree, /^End turn$/).length > 0;
  if (mayEnd && (!way || way.cost > 2)) return press(page.getByRole("button", { name: "End turn", exact: true })).then(() => false);
  if (hand.length === 0 && !mayEnd) return gave; // the turn is over: what is told next is waited for
  claim(way, `a card can be placed: ${JSON.stringify({ hand, piles })}`);
  await press(page.getByRole("button", { name: new RegExp(`^${way.card}(,|$)`) }));
  await press(pileButton(page, other, way.pile));
  return gave || way.pile.startsWith("o");
}

// ---- LIE

/** The likeliest bid that is told, and its chance. */
function likeliest(tree) {
  const odds = (name) => Number(/(\d+) % likely/.exec(name)[1]);
  const bids = buttons(tree, /% likely$/).sort((a, b) => odds(b) - odds(a));
  return bids.length > 0 ? { name: bids[0], percent: odds(bids[0]) } : null;
}

async function bidByEar(page, tree) {
  const [ends] = buttons(tree, /^These ends count$/);
  const [challenge] = buttons(tree, /^Challenge /);
  const bid = likeliest(tree);
  if (ends) {
    await press(page.getByRole("button", { name: /Flip the card$/ }).first());
    return press(page.getByRole("button", { name: ends, exact: true }));
  }
  if (challenge && (!bid || bid.percent < 50)) return press(page.getByRole("button", { name: challenge, exact: true }));
  if (!bid) return undefined;
  await press(page.getByRole("button", { name: bid.name, exact: true }));
  return press(page.getByRole("button", { name: /^Bid / }));
}

/** What was told since it was asked last. */
function takeSpeech(page) {
  return page.evaluate(() => window.speech.splice(0));
}

export const heardTests = [
  {
    name: "the task of a lesson and of a puzzle is heard once, and so is what became of it",
    async run(house) {
      const { page } = await house.person();
      await house.open(page);
      await recordSpeech(page);
      await page.getByRole("link", { name: /^Learn THE GAME/ }).first().press("Enter");
      await page.waitForSelector("[data-testid=coach]");
      claim(await page.title() === "Learn THE GAME · stos", `the title of the window: ${await page.title()}`);
      const texts = [await page.textContent("[data-testid=coach] p")];
      for (const keys of ["2a", "1a"]) for (const key of keys) await page.keyboard.press(key);
      await page.waitForFunction(() => document.querySelectorAll("[data-testid=coach-steps] [data-done=true]").length === 2);
      texts.push(await page.textContent("[data-testid=coach] p"));
      const [task, nudge, next, ...more] = await takeSpeech(page);
      claim(task === texts[0] && nudge && nudge !== next && next === texts[1] && more.length === 0, `${[task, nudge, next, ...more]}`);
      claim((await page.$("[data-testid=coach][role=status]")) === null, "and it is no second live region");
      await house.open(page, "/#puzzle/1");
      await page.waitForSelector("[data-testid=coach] >> text=Place every card");
      const asked = await takeSpeech(page);
      claim(asked.length === 1 && asked[0].startsWith("Place every card"), `the task of a puzzle: ${asked}`);
      claim((await page.title()).startsWith("Puzzle 1,"), `the title of the window: ${await page.title()}`);
    },
  },
  {
    name: "LIE: a card that a digit turns is heard once, and so is that the ends are chosen",
    async run(house) {
      const { page } = await house.person();
      await makeTable(house, page, "lie", { players: 2, choose: ['[data-testid=choice]:has(input[value="lot"])'] });
      const { page: guest } = await sitDown(house, await page.inputValue("[data-testid=invite] input"), "Ola");
      await page.click("[data-testid=lobby] [data-testid=primary]:not(:disabled)");
      await Promise.all([page, guest].map((one) => one.waitForSelector("[data-testid=two-ended]")));
      await page.waitForSelector("[data-testid=duty] [data-testid=primary]");
      await recordSpeech(page);
      const label = () => page.getAttribute("[data-lie-card='0']", "aria-label");
      for (let times = 0; times < 2; times++) {
        const before = await label();
        await page.keyboard.press("1");
        await page.waitForFunction((old) => document.querySelector("[data-lie-card='0']").ariaLabel !== old, before);
        const spoken = await takeSpeech(page);
        claim(spoken.length === 1 && (await label()).startsWith(spoken[0]), `what counts now: ${JSON.stringify(spoken)}, ${await label()}`);
      }
      await page.focus("[data-lie-card='0']");
      await page.keyboard.press("1");
      claim((await takeSpeech(page)).length === 0, "a card that has the focus tells its own name");
      await page.evaluate(() => document.activeElement.blur());
      await page.keyboard.press("Enter");
      await page.waitForSelector("text=Your choice is made.");
      const spoken = await takeSpeech(page);
      claim(spoken.length === 1 && spoken[0].startsWith("Your choice is made."), `that it is chosen: ${JSON.stringify(spoken)}`);
    },
  },
  {
    name: "FACE TO FACE, a whole game by what a screen reader tells",
    async run(house) {
      const { page } = await house.person();
      await playNow(house, page, "facetoface", { bot: "novice" });
      await recordSpeech(page);
      const other = (await listen(page)).find((one) => one.role === "group" && one.name.startsWith("Piles: ") && one.name !== OWN).name;
      let gave = false;
      const speech = await playTree(page, async (tree) => {
        gave = await placeByEar(page, other, tree, gave);
        await told(page, tree);
      });
      claim(speech.some((line) => /^Novice: \d+, .*(rising|falling)/.test(line)), `what the other plays is announced: ${speech.slice(0, 9)}`);
      claim(speech.includes("It is your turn.") && speech.some((line) => line.startsWith("The game is over")), "turns and the end are announced");
    },
  },
  {
    name: "LIE, a whole game by what a screen reader tells",
    async run(house) {
      const { page } = await house.person();
      await playNow(house, page, "lie", { players: 2, bot: "steady" });
      await recordSpeech(page);
      let opened = 0;
      const speech = await playTree(page, async (tree, dialog) => {
        if (dialog) {
          await page.getByRole("dialog", { name: "All hands open" }).getByRole("button", { name: "Go on" }).press("Enter");
          opened++;
        } else await bidByEar(page, tree);
        await told(page, tree);
      });
      claim(opened >= 2, `${opened} hands were opened`);
      claim(speech.some((line) => /challenge! .*There (is|are) \d+\. .* the round\./.test(line)), `a challenge and its end are announced: ${speech}`);
      claim(speech.some((line) => /^Steady: \d+ \w+\.$/.test(line)), "bids are announced");
    },
  },
];
