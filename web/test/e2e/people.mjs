/*
 * people.mjs - several people at one table: the invite link in a fresh browser, hints that cross languages, the guard, a second tab.
 */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readPo } from "../../tools/po.mjs";
import { claim } from "./harness.mjs";
import { makeTable } from "./games.mjs";
import { look, playPiles } from "./players.mjs";

const po = join(dirname(fileURLToPath(import.meta.url)), "../../../po");

/** A text in a language: from its catalog, or as it stands where nobody has translated it yet. */
function inLanguage(language, text) {
  if (language === "en") return text;
  const entry = [...readPo(readFileSync(join(po, `${language}.po`), "utf8"))].find((one) => one.id === text || one.msgid === text);
  const found = entry?.forms?.[0] ?? entry?.text ?? entry?.msgstr?.[0] ?? "";
  return found === "" ? text : found;
}

/** Somebody opens the invite link, types a name and sits down. */
export async function sitDown(house, link, name, options = {}) {
  const guest = await house.person(options);
  await guest.page.goto(link);
  await guest.page.waitForSelector("form input[name=name]");
  await guest.page.fill("form input[name=name]", name);
  await guest.page.click("form [data-testid=primary]");
  await guest.page.waitForSelector("[data-testid=lobby], [data-testid=tray]");
  return guest;
}

export async function inviteTo(house, page, players, extra = {}) {
  await makeTable(house, page, "thegame", { players, choose: ['[data-testid=choice]:has(input[value="lot"])'], ...extra });
  await page.waitForSelector("[data-testid=lobby]");
  return page.inputValue("[data-testid=invite] input");
}

/** The page of whoever is on turn. */
export function onTurn(pages) {
  return Promise.any(pages.map((page) => page.waitForSelector("[data-testid=tray][data-mine=true]").then(() => page)));
}

/** Whoever is on turn places one card; returns their page and the card. */
export async function placeSomewhere(pages) {
  const page = await onTurn(pages);
  const { hand, piles } = await look(page);
  const card = hand[0];
  const pile = piles.find((one) => (one.id.startsWith("U") ? card > one.top : card < one.top));
  await page.click(`[data-testid=hand-card][data-card="${card}"]`);
  await page.click(`[data-pile-button="${pile.id}"]`);
  await page.waitForFunction((gone) => !document.querySelector(`[data-testid=hand-card][data-card="${gone}"]`), card);
  if (await page.$("[data-pile][data-laid]")) await page.click("[data-testid=duty-buttons] button:not([data-testid=take-back])"); // with other people it is laid out first (TG17)
  return { page, card, pile: pile.id };
}

export async function shows(page, pile, card) {
  await page.waitForFunction(
    ([id, value]) => [...document.querySelectorAll(`[data-pile-button="${id}"] [data-testid=card]`)].pop()?.firstChild.textContent === String(value),
    [pile, card],
  );
}

export const peopleTests = [
  {
    name: "a reaction in a duel is heard in the other's language, in the chat and beside the name, and has to rest",
    async run(house) {
      const { page } = await house.person();
      await makeTable(house, page, "facetoface", {});
      const link = await page.inputValue("[data-testid=invite] input");
      const guest = await sitDown(house, link, "Ola", { language: "pl" });
      await page.click("[data-testid=lobby] [data-testid=primary]:not(:disabled)");
      await Promise.all([page, guest.page].map((one) => one.waitForSelector("[data-testid=tray]")));
      await page.click('[data-testid=reactions] [data-testid=chip]:has-text("Well played!")');
      await guest.page.waitForSelector(`[data-testid=talk-line]:has-text("${inLanguage("pl", "Well played!")}")`);
      await guest.page.waitForSelector(`[data-testid=bubble]:has-text("${inLanguage("pl", "Well played!")}")`);
      claim(await page.isDisabled("[data-testid=reactions] [data-testid=chip] >> nth=0"), "not twice at once");
      await page.waitForSelector("[data-testid=reactions] [data-testid=chip]:not(:disabled)");
    },
  },
  {
    name: "a friend opens the link in a fresh browser and sits down; the guard stops a number",
    async run(house) {
      const { page: host } = await house.person();
      const link = await inviteTo(house, host, 2);
      const { page: friend } = await sitDown(house, link, "Ola", { width: 390, height: 844, touch: true });
      await host.waitForSelector("[data-testid=seat-list] >> text=Ola");
      await host.click("[data-testid=primary]:not(:disabled)");
      await Promise.all([host.waitForSelector("[data-testid=piles]"), friend.waitForSelector("[data-testid=piles]")]);
      await host.fill("#say", "I hold the 37");
      await host.waitForSelector("[data-testid=guard-note] mark");
      claim((await host.textContent("[data-testid=guard-note] mark")).includes("37"), "the guard names what it stopped");
      claim(await host.isDisabled("[data-testid=say] button"), "nothing is sent");
      await host.fill("#say", "one of us should wait");
      await host.waitForFunction(() => !document.querySelector("[data-testid=guard-note]"));
      await host.click("[data-testid=say] button");
      await friend.click("button[aria-label^='Log and chat']");
      await friend.waitForSelector("[data-testid=talk-line] >> text=one of us should wait");
    },
  },
  {
    name: "three browsers in three languages at one table, hints cross languages",
    async run(house) {
      const languages = ["pl", "cs", "uk"];
      const { page: host } = await house.person({ language: "en" });
      const link = await inviteTo(house, host, 4);
      const guests = [];
      for (const language of languages) guests.push((await sitDown(house, link, `Guest ${language}`, { language })).page);
      await host.click("[data-testid=primary]:not(:disabled)");
      await Promise.all([host, ...guests].map((page) => page.waitForSelector("[data-testid=piles]")));
      for (const [index, page] of guests.entries())
        claim((await page.getAttribute("html", "lang")) === languages[index], "the page speaks the language of its browser");
      await host.click('[data-pile="D2"] [data-testid=hint-button]');
      await host.click("[data-testid=menu] [data-hint]:not([data-hint=go_ahead]) >> nth=1");
      for (const [index, page] of guests.entries()) {
        const mark = await page.waitForSelector('[data-pile="D2"] [data-testid=pile-hint]');
        const title = await mark.getAttribute("title");
        claim(
          title.includes(inLanguage(languages[index], "please leave it, it matters")),
          `the hint is read in ${languages[index]}: ${title}`,
        );
      }
      const { page, card, pile } = await placeSomewhere([host, ...guests]);
      for (const other of [host, ...guests].filter((one) => one !== page)) await shows(other, pile, card);
    },
  },
  {
    name: "with a friend a turn is laid out in private and sent when one is sure (TG17)",
    async run(house) {
      const { page: host } = await house.person();
      const link = await inviteTo(house, host, 2);
      const { page: friend } = await sitDown(house, link, "Ola", { width: 390, height: 844, touch: true });
      await host.waitForSelector("[data-testid=seat-list] >> text=Ola");
      await host.click("[data-testid=primary]:not(:disabled)");
      const page = await onTurn([host, friend]);
      const other = page === host ? friend : host;
      const before = await look(other);
      const dealt = (await look(page)).hand;

      await playPiles(page, "mouse", 1);
      await page.waitForSelector("[data-pile][data-laid]");
      await page.getByText("only you see this").waitFor();
      await page.keyboard.press("Backspace");
      await page.waitForFunction(() => !document.querySelector("[data-pile][data-laid]"));
      claim(JSON.stringify((await look(page)).hand) === JSON.stringify(dealt), "the card is back in the hand");

      await playPiles(page, "mouse", 2);
      const laid = await look(page);
      const sent = laid.piles.filter((pile, index) => pile.top !== before.piles[index].top);
      await page.click('[data-pile="D2"] [data-testid=hint-button]');
      await page.click("[data-testid=menu] [data-hint]:not([data-hint=go_ahead]) >> nth=0");
      await other.waitForSelector('[data-pile="D2"] [data-testid=pile-hint]'); // what was done before the hint would be here by now
      claim(JSON.stringify((await look(other)).piles) === JSON.stringify(before.piles), "the other sees nothing of it");

      await page.keyboard.press("e");
      await other.waitForSelector("[data-testid=tray][data-mine=true]");
      for (const pile of sent) await shows(other, pile.id, pile.top);
      await page.waitForFunction(() => !document.querySelector("[data-pile][data-laid], [data-testid=tray][data-mine=true]"));
      claim((await page.$$("[data-testid=take-back]")).length === 0, "what was sent is final");
    },
  },
  {
    name: "a second tab takes over and the first follows; a card is taken back",
    async run(house) {
      const { page, context } = await house.person();
      await makeTable(house, page, "thegame", { players: 2, bots: 1, choose: ['[data-testid=choice]:has(input[value="lot"])'] });
      await page.waitForSelector("[data-testid=tray][data-mine=true]");
      const second = await house.newPage(context);
      await second.goto(page.url());
      await second.waitForSelector("[data-testid=tray][data-mine=true]");
      const { card, pile } = await placeSomewhere([second]);
      await shows(page, pile, card);
      await page.click("[data-testid=duty-buttons] [data-testid=take-back]:not([data-testid=advise])");
      await Promise.all([page, second].map((one) => one.waitForSelector(`[data-testid=hand-card][data-card="${card}"]`)));
      await placeSomewhere([page]);
    },
  },
  {
    name: "a hint about oneself and a vote for the starter are seen by the other",
    async run(house) {
      const { page: host } = await house.person();
      await makeTable(house, host, "thegame", { players: 2 });
      const { page: friend } = await sitDown(house, await host.inputValue("[data-testid=invite] input"), "Ben");
      await host.click("[data-testid=primary]:not(:disabled)");
      await Promise.all([host, friend].map((page) => page.waitForSelector("[data-testid=vote-row]")));
      await host.click("[data-testid=panel] [data-testid=chip] >> nth=0");
      await friend.waitForSelector("[data-testid=bubble] >> text=wants to start");
      await host.click("[data-testid=vote-row] button >> nth=0");
      await friend.click("[data-testid=vote-row] button >> nth=0");
      await host.waitForSelector("[data-testid=tray][data-mine=true] [data-testid=duty]");
      await friend.waitForFunction(() => !document.querySelector("[data-testid=vote-row]"));
    },
  },
  {
    name: "an account is made, left and found again; the data is saved, then everything is deleted",
    async run(house) {
      const { page } = await house.person();
      await house.open(page, "/#account");
      await page.fill("input[name=name]", "Cleo");
      await page.click('button:text-is("Save")');
      const account = `cleo${Date.now() % 1_000_000}`;
      await page.fill("input[name=account]", account);
      await page.fill("input[name=passphrase]", "a long enough phrase");
      await page.click('button:text-is("Create an account")');
      await page.waitForSelector(`text=Logged in as ${account}`);
      const download = page.waitForEvent("download");
      await page.click("text=Save my data");
      claim((await download).suggestedFilename() === "stos-my-data.json", "the data is a file");
      await page.click("text='Log out'");
      await page.waitForSelector("input[name=account]");
      await page.fill("input[name=account]", account);
      await page.fill("input[name=passphrase]", "a long enough phrase");
      await page.click('button:text-is("Log in")');
      await page.waitForSelector(`text=Logged in as ${account}`);
      await page.click("[data-testid=danger]");
      await page.click("dialog [data-testid=danger]");
      await page.waitForSelector("[data-testid=hero]");
    },
  },
];
