/*
 * return.mjs - being away and coming back: missing friends, unfinished games, leaving, an empty seat after the game, questions of the
 * others, invitations.
 */
import { claim } from "./harness.mjs";
import { makeTable, playNow } from "./games.mjs";
import { inviteTo, onTurn, placeSomewhere, sitDown } from "./people.mjs";
import { playPiles } from "./players.mjs";

const PHONE = { width: 360, height: 740, touch: true };

export async function choose(page, entry) {
  await page.click("[aria-haspopup=menu]");
  await page.click(`[data-testid=menu] button:has-text("${entry}")`);
}

/** Two people at a table where the cards are dealt. */
export async function pair(house, options = {}, extra = {}) {
  const { page: host, context } = await house.person();
  const link = await inviteTo(house, host, 2, extra);
  const guest = await sitDown(house, link, "Ola", options);
  await host.waitForSelector("[data-testid=seat-list] >> text=Ola");
  await host.click("[data-testid=primary]:not(:disabled)");
  await Promise.all([host, guest.page].map((page) => page.waitForSelector("[data-testid=piles]")));
  return { host, context, guest: guest.page, link };
}

/** Two cards and the end of the turn; then it is the other's. */
async function playTurn(page, other) {
  await playPiles(page, "mouse", 2);
  await page.keyboard.press("e");
  await other.waitForSelector("[data-testid=tray][data-mine=true]");
}

/** The one who plays on ends a turn; then the reader's log tells what a bot played for the one who stopped. */
async function botPlaysAfter(host, reader, name) {
  await host.waitForSelector("[data-testid=tray][data-mine=true]");
  await playPiles(host, "mouse", 2);
  await host.keyboard.press("e");
  await reader.waitForFunction((who) => {
    const lines = [...document.querySelectorAll("[data-testid=log-line]")].map((line) => line.textContent);
    return lines.slice(lines.findLastIndex((line) => line.includes("stopped playing"))).some((line) => line.startsWith(`${who} `));
  }, name);
}

/** Both agree that the game ends here. */
async function endTogether(host, guest) {
  await choose(host, "Ask to end the game");
  await guest.click("[data-testid=notice][data-notice=question] >> text=Agree");
  await Promise.all([host, guest].map((page) => page.waitForSelector("[data-testid=end-card]")));
}

export const returnTests = [
  {
    name: "without a clock a missing friend is asked about, and reads on return what a bot played",
    async run(house) {
      const { host, guest, link } = await pair(house, PHONE);
      if ((await onTurn([host, guest])) === host) await playTurn(host, guest);
      await guest.goto("about:blank");
      await host.waitForSelector("[data-testid=notice][data-notice=away] >> text=Ola is not here");
      await host.click("[data-testid=notice][data-notice=away] >> text=Let a bot play");
      await host.waitForSelector("[data-testid=tray][data-mine=true]");
      await guest.goto(link);
      await guest.waitForSelector("[data-testid=notice][data-notice=played] >> text=a bot played for you");
      const [sign, words] = await guest.$$eval("[data-testid=notice][data-notice=played] > *", (parts) => parts.map((part) => part.getBoundingClientRect().toJSON()));
      claim(sign.bottom > words.top && sign.right <= words.left, "the words stand beside their sign");
      await playTurn(host, guest);
      await placeSomewhere([guest]);
      await guest.waitForFunction(() => !document.querySelector("[data-testid=notice][data-notice=played]"));
    },
  },
  {
    name: "unfinished games stand on the start page and in My games: game, people, whose turn, also after the logo",
    async run(house) {
      const { page } = await house.person();
      await makeTable(house, page, "lie", { players: 2, bots: 1 });
      await playNow(house, page, "thegame", { players: 1 });
      await page.waitForSelector("[data-testid=tray][data-mine=true]");
      await page.click("[data-testid=brand]");
      const listed = async () => {
        await page.waitForFunction(() => document.querySelectorAll("[data-testid=unfinished] [data-testid=list-row]").length === 2);
        const rows = await page.$$eval("[data-testid=unfinished] [data-testid=list-row]", (all) => all.map((row) => row.textContent));
        const alone = rows.find((row) => row.includes("THE GAME"));
        const duel = rows.find((row) => row.includes("LIE"));
        claim(/on this device/.test(alone) && /Your turn/.test(alone) && /now/.test(alone), `the game here: ${alone}`);
        claim(/with Steady/.test(duel), `the table on the server: ${duel}`);
      };
      await listed();
      await page.reload();
      await listed();
      await page.click("text=My games");
      await listed();
      await page.click("[data-testid=unfinished] [data-testid=list-row]:has-text('LIE')");
      await page.waitForSelector("[data-testid=tray]");
    },
  },
  {
    name: "many unfinished games leave a new one in reach, and can be left from the start page and from My games",
    async run(house) {
      const listed = (page) => page.getByRole("region", { name: "Keep playing" }).getByRole("listitem").filter({ visible: true });
      const leave = async (page, game) => {
        await page.getByRole("region", { name: "Keep playing" }).getByRole("button", { name: `Leave ${game}` }).first().click();
        await page.getByRole("dialog").getByRole("button", { name: "Leave the game" }).click();
        await page.getByRole("dialog").waitFor({ state: "detached" });
      };
      for (const size of [{ width: 1280, height: 720 }, { width: 390, height: 844 }, { width: 360, height: 640 }]) {
        const { page } = await house.person(size);
        await makeTable(house, page, "lie", { players: 2, bots: 1 });
        for (const game of ["lie", "facetoface", "thegame"]) await playNow(house, page, game);
        await house.open(page);
        await page.getByRole("link", { name: "All 4" }).waitFor();
        const { y, height } = await page.getByRole("button", { name: "Play", exact: true }).boundingBox();
        claim(y + height <= size.height, `a new game is in reach: ${y + height} of ${size.height}`);
        await page.getByRole("link", { name: "All 4" }).click();
        await page.waitForFunction(() => document.querySelectorAll("[data-testid=unfinished] li").length === 4);
        await leave(page, "FACE TO FACE");
        await page.waitForFunction(() => document.querySelectorAll("[data-testid=unfinished] li").length === 3);
        const online = page.getByRole("listitem").filter({ hasText: "with Steady" });
        await online.getByRole("button", { name: "Leave LIE" }).click();
        await page.getByRole("dialog").getByText("A bot plays on for you.").waitFor();
        await page.getByRole("dialog").getByRole("button", { name: "Leave the game" }).click();
        await online.waitFor({ state: "detached" });
        await house.open(page);
        await leave(page, "THE GAME");
        await page.reload();
        await listed(page).filter({ hasText: "LIE" }).waitFor();
        claim((await listed(page).count()) === 1, "what was left stays away");
      }
    },
  },
  {
    name: "one wants to play again, the other the same deal: who asks is seen without scrolling, and they agree",
    async run(house) {
      const { host, guest } = await pair(house, PHONE);
      await endTogether(host, guest);
      await host.click("[data-testid=end-card] >> text=Play again");
      await guest.waitForSelector("[data-testid=primary] [data-testid=asker]");
      const { bottom } = await guest.$eval("[data-testid=primary] [data-testid=asker]", (asker) => asker.getBoundingClientRect().toJSON());
      claim(bottom <= PHONE.height, `who asks can be seen on a phone, ${bottom} pixels down`);
      await guest.tap("[data-testid=end-card] >> text=Same deal again");
      await host.click("[data-testid=end-buttons] :is(a, button):has([data-testid=asker])");
      await Promise.all([host, guest].map((page) => page.waitForSelector("[data-testid=hand-card]")));
      await Promise.all([host, guest].map((page) => page.waitForSelector("[data-testid=end-card]", { state: "detached" })));
    },
  },
  {
    name: "after a game the owner fills the empty seat, then takes everybody back to the lobby with other rules",
    async run(house) {
      const { host, guest, link } = await pair(house);
      const { page: watcher } = await house.person();
      await watcher.goto(link);
      await watcher.waitForSelector("text=You are watching");
      await endTogether(host, guest);
      await choose(guest, "Leave the table");
      await guest.waitForSelector("[data-testid=hero]");
      await host.click("[data-testid=end-card] >> text=Bots for the empty seats");
      await host.click("[data-testid=end-card] >> text=Play again");
      await host.waitForSelector("[data-testid=tray] [data-testid=hand-card]");
      await choose(host, "Ask to end the game");
      await host.click("[data-testid=end-card] >> text=Seats and rules");
      await Promise.all([host, watcher].map((page) => page.waitForSelector("[data-testid=lobby]")));
      await host.click("text=Change the rules");
      await host.click("dialog [role=radiogroup] input[value=lie]", { force: true });
      await host.click("text=Use these rules");
      await watcher.waitForSelector("[data-testid=lobby] h1 >> text=LIE");
      await host.waitForSelector("[data-testid=lobby] h1 >> text=LIE");
      if (await host.isDisabled("[data-testid=primary]")) await host.click("text=Bots for the empty seats");
      await host.click("[data-testid=primary]:not(:disabled)");
      await Promise.all([host, watcher].map((page) => page.waitForSelector("[data-testid=tray]")));
    },
  },
  {
    name: "leaving asks and says what happens; coming back gives the seat back",
    async run(house) {
      const { host, guest } = await pair(house);
      await choose(guest, "Leave the table");
      await guest.waitForSelector("dialog >> text=You can come back to your seat");
      await guest.click("dialog >> text=Keep playing");
      await choose(guest, "Leave the table");
      await guest.click("dialog [data-testid=primary]");
      await guest.click("[data-testid=unfinished] [data-testid=list-row]:has-text('A bot plays for you')");
      await guest.waitForSelector("[data-testid=hand-card]");
      await host.waitForFunction(() => !document.querySelector("[data-testid=bubble][data-trouble]"));
      claim((await guest.$$("text=You are watching")).length === 0, "the seat is back");
    },
  },
  {
    name: "who left says so without covering what the neighbours say and reads on return what a bot played; who gave up is not told of having been away",
    async run(house) {
      const { host, guest } = await pair(house, {}, { players: 3, bots: 1 });
      await choose(guest, "Leave the table");
      await guest.click("dialog [data-testid=primary]");
      await host.waitForSelector("[data-testid=seat] [data-testid=bubble][data-trouble] >> text=a bot plays on");
      const said = await host.$$eval("[data-testid=bubble]", (bubbles) => bubbles.map((bubble) => bubble.getBoundingClientRect().toJSON()).sort((a, b) => a.left - b.left));
      claim(said.every((one, index) => index === 0 || said[index - 1].right <= one.left), `what is said stands apart: ${JSON.stringify(said)}`);
      await botPlaysAfter(host, host, "Ola");
      await guest.click("[data-testid=unfinished] [data-testid=list-row]");
      await guest.click("[data-testid=notice][data-notice=played] >> text=Thanks");
      await choose(guest, "Give up");
      await guest.click("dialog [data-testid=primary]");
      await botPlaysAfter(host, guest, "You");
      await choose(host, "Ask to end the game");
      await guest.waitForSelector("[data-testid=end-card]");
      claim((await guest.$("[data-testid=notice][data-notice=played]")) === null, "giving up is no absence");
    },
  },
  {
    name: "a pause is asked for in a banner with Agree and No, on a phone too",
    async run(house) {
      const { host, guest } = await pair(house, PHONE);
      await choose(host, "Ask for a pause");
      await host.waitForSelector("[data-testid=notice] >> text=You asked for a pause");
      await host.waitForSelector("[data-testid=log-line] >> text=You: a pause, please");
      await guest.tap("[data-testid=notice][data-notice=question] >> text=No");
      await host.waitForFunction(() => !document.querySelector("[data-testid=notice]"));
      await choose(host, "Ask for a pause");
      await guest.tap("[data-testid=notice][data-notice=question] >> text=Agree");
      await Promise.all([host, guest].map((page) => page.waitForSelector("text=The game is paused.")));
      await guest.tap("[data-testid=notice] >> text=Go on");
      await host.waitForFunction(() => !document.querySelector("[data-testid=notice]"));
    },
  },
  {
    name: "the invitation says which game, who invites, the clock and who is there; a removed guest is told",
    async run(house) {
      const { page: host } = await house.person();
      await house.open(host, "/#new");
      await host.fill("form input[name=name]", "Ada");
      await makeTable(house, host, "thegame", { players: 3, bots: 1 });
      const { page: guest } = await house.person(PHONE);
      await guest.goto(await host.inputValue("[data-testid=invite] input"));
      const words = await (await guest.waitForSelector("form")).textContent();
      for (const part of ["invites you to THE GAME", "no clock", "Steady", "a bot", "in two minutes"])
        claim(words.includes(part), `the invitation says "${part}": ${words}`);
      await guest.fill("form input[name=name]", "Ola");
      await guest.click("form [data-testid=primary]");
      await guest.waitForSelector("[data-testid=lobby] [data-testid=seat-row]:has-text('Steady'):has-text('a bot')");
      const seat = await host.waitForSelector("[data-testid=seat-row]:has-text('Ola') select");
      await seat.selectOption("open");
      await guest.waitForSelector("h1 >> text=You are no longer at this table");
      await guest.click("text=Public tables");
    },
  },
];
