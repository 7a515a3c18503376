/*
 * invite.mjs - the QR code of an invitation: another program reads the link from what is on the screen, in every theme, and it leads to the table;
 * and invitations on the start page.
 */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { networkInterfaces } from "node:os";
import { claim } from "./harness.mjs";
import { playTogether } from "./finding.mjs";
import { inviteTo, sitDown } from "./people.mjs";
import { accessible, fits } from "./screens.mjs";

const jsQR = createRequire(import.meta.url).resolve("jsqr");

/** Runs `draw` in a page of its own, which makes ImageData of `what`; returns what a QR reader finds there: one that reads dark on light only, as the strict ones do. */
async function readCode(house, draw, what) {
  const context = await house.browser.newContext();
  try {
    const reader = await context.newPage();
    await reader.addScriptTag({ path: jsQR });
    const image = await reader.evaluateHandle(draw, what);
    return await reader.evaluate(({ data, width, height }) => window.jsQR(data, width, height, { inversionAttempts: "dontInvert" })?.data, image);
  } finally {
    await context.close();
  }
}

async function drawPicture(bytes) {
  const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/png" }));
  const drawing = new OffscreenCanvas(image.width, image.height).getContext("2d");
  drawing.drawImage(image, 0, 0);
  return drawing.getImageData(0, 0, image.width, image.height);
}

/** Lines of half blocks, black on white. */
function drawBlocks(lines) {
  const SIDE = 4;
  const drawing = new OffscreenCanvas(lines[0].length * SIDE, lines.length * 2 * SIDE).getContext("2d");
  drawing.fillStyle = "white";
  drawing.fillRect(0, 0, drawing.canvas.width, drawing.canvas.height);
  drawing.fillStyle = "black";
  for (const [row, line] of lines.entries())
    for (const [column, block] of [...line].entries()) {
      if ("▀█".includes(block)) drawing.fillRect(column * SIDE, row * 2 * SIDE, SIDE, SIDE);
      if ("▄█".includes(block)) drawing.fillRect(column * SIDE, (row * 2 + 1) * SIDE, SIDE, SIDE);
    }
  return drawing.getImageData(0, 0, drawing.canvas.width, drawing.canvas.height);
}

/** What the server writes on a terminal when everybody in the network may reach it, until it has started. */
function seeTerminal(house) {
  const command = `exec ${house.server.program} serve --store ${house.server.folder}/terminal.db --port 0 --metrics-address same --address 0.0.0.0`;
  return new Promise((done) => {
    const shell = spawn("script", ["--quiet", "--command", command, "/dev/null"], { stdio: ["ignore", "pipe", "ignore"] });
    let written = "";
    shell.stdout.on("data", (data) => {
      if (!written) setTimeout(() => shell.kill("SIGTERM"), 1000);
      written += data;
    });
    shell.on("exit", () => done(written.replaceAll("\r", "")));
  });
}

/** The addresses of this machine in its networks, as links begin. */
function ownAddresses() {
  const all = Object.values(networkInterfaces()).flat();
  return all.filter(({ internal, family }) => !internal && family === "IPv4").map(({ address }) => `http://${address}:`);
}

async function showCode(page) {
  await page.click("button:has-text('QR code')");
  await page.waitForSelector("dialog [data-testid=qr]");
}

/** Makes a table and invites the one person whom one knows; the link of the table. */
async function inviteSomebody(house, page) {
  const link = await inviteTo(house, page, 2);
  await page.click("button:has-text('Invite people')");
  await page.click("dialog [data-testid=list-row] button:has-text('Invite')");
  await page.waitForSelector("text=Invited.");
  return link;
}

export const inviteTests = [
  {
    name: "the QR code of an invitation is read in light, dark and forced colours, and leads to the table",
    async run(house) {
      const { page } = await house.person({ width: 360, height: 740, touch: true });
      const link = await inviteTo(house, page, 2);
      for (const [colorScheme, forcedColors] of [["light", "none"], ["dark", "none"], ["dark", "active"]]) {
        await page.emulateMedia({ colorScheme, forcedColors });
        await showCode(page);
        const read = await readCode(house, drawPicture, [...(await page.screenshot())]);
        claim(read === link, `in ${colorScheme} (forced colours: ${forcedColors}) the code says ${read}, not ${link}`);
        if (forcedColors === "none") await accessible(page, "the QR code");
        await fits(page, "the QR code");
        await page.keyboard.press("Escape");
        await page.waitForSelector("dialog", { state: "detached" });
      }
      await sitDown(house, link, "Ola");
    },
  },
  {
    name: "at the machine of the server, the invitation names its address in the network, and a phone sits down with it",
    ownServer: true,
    options: () => ["--address", "0.0.0.0"],
    async run(house) {
      const { page } = await house.person();
      const link = await inviteTo(house, page, 2);
      const own = ownAddresses();
      const named = own.length > 0 ? await page.textContent("[data-testid=nearby]") : house.server.address;
      claim(own.length === 0 || own.some((address) => link.startsWith(address) && named.includes(address)), `${link} is in the network, and so is ${named}`);
      await showCode(page);
      claim((await readCode(house, drawPicture, [...(await page.screenshot())])) === link, "the code says the same");
      await page.keyboard.press("Escape");
      await accessible(page, "a lobby with addresses");
      const phone = await house.browser.newContext();
      house.contexts.push(phone);
      const guest = await phone.newPage();
      await guest.goto(link);
      await guest.fill("form input[name=name]", "Ola");
      await guest.click("form [data-testid=primary]");
      await guest.waitForSelector("text=Waiting for the owner of the table to deal.");
      claim((await guest.$("[data-testid=nearby]")) === null, "a phone needs no other address than its own");
    },
  },
  {
    name: "the terminal shows the address in the network as a code that can be read",
    async run(house) {
      const screen = await seeTerminal(house);
      const own = ownAddresses();
      const url = /^ {2}(http:\S+)$/m.exec(screen)?.[1];
      if (own.length === 0) return claim(url === undefined, `there is no network, but ${url}`);
      claim(own.some((address) => url.startsWith(address)), `${url} is in the network`);
      const lines = [...screen.matchAll(/^\x1b\[38;5;16;48;5;231m([ ▀▄█]+)\x1b\[0m$/gm)].map(([, line]) => line);
      const read = await readCode(house, drawBlocks, lines);
      claim(read === url, `the code says ${read}, not ${url}`);
    },
  },
  {
    name: "an invitation is on the start page at once and after a reload, and is accepted or dismissed there",
    ownServer: true,
    async run(house) {
      const { page: host } = await house.person();
      const { page: guest } = await house.person({ width: 360, height: 740 });
      await playTogether(house, host, guest);
      await house.open(guest, "/");
      await guest.waitForSelector("[data-testid=game-picks]");
      const link = await inviteSomebody(house, host);
      await guest.waitForSelector("[data-testid=invitation]");
      await guest.reload();
      await guest.waitForSelector("[data-testid=invitation]:has-text('invites you to THE GAME')");
      await accessible(guest, "invitations");
      await fits(guest, "invitations");
      await guest.click("[data-testid=invitation] button:has-text('Sit down')");
      await guest.waitForSelector("text=Waiting for the owner of the table to deal.");
      claim(new URL(guest.url()).pathname === new URL(link).pathname, "it leads to the table");
      await house.open(host, "/");
      await inviteSomebody(house, guest);
      await host.click("[data-testid=invitation] button:has-text('No, thanks')");
      await host.waitForSelector("[data-testid=invitation]", { state: "detached" });
      await host.reload();
      await host.waitForSelector("[data-testid=game-picks]");
      await host.waitForFunction(() => !document.querySelector("[data-testid=invitation]"));
    },
  },
];
