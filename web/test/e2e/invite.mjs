/*
 * invite.mjs - the QR code of an invitation: another program reads the link from what is on the screen, in every theme, and it leads to the table;
 * and invitations on the start page.
 */
import { createRequire } from "node:module";
import { claim } from "./harness.mjs";
import { playTogether } from "./finding.mjs";
import { inviteTo, sitDown } from "./people.mjs";
import { accessible, fits } from "./screens.mjs";

const jsQR = createRequire(import.meta.url).resolve("jsqr");

/** What a QR reader finds in a picture; one that reads dark on light only, as the strict ones do. */
async function readCode(house, png) {
  const context = await house.browser.newContext();
  try {
    const reader = await context.newPage();
    await reader.addScriptTag({ path: jsQR });
    return await reader.evaluate(async (bytes) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/png" }));
      const canvas = new OffscreenCanvas(image.width, image.height);
      const drawing = canvas.getContext("2d");
      drawing.drawImage(image, 0, 0);
      const { data, width, height } = drawing.getImageData(0, 0, image.width, image.height);
      return window.jsQR(data, width, height, { inversionAttempts: "dontInvert" })?.data;
    }, [...png]);
  } finally {
    await context.close();
  }
}

async function showCode(page) {
  await page.click("button:has-text('QR code')");
  await page.waitForSelector("[role=dialog] [data-testid=qr]");
}

/** Makes a table and invites the one person whom one knows; the link of the table. */
async function inviteSomebody(house, page) {
  const link = await inviteTo(house, page, 2);
  await page.click("button:has-text('Invite people')");
  await page.click("[role=dialog] [data-testid=list-row] button:has-text('Invite')");
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
        const read = await readCode(house, await page.screenshot());
        claim(read === link, `in ${colorScheme} (forced colours: ${forcedColors}) the code says ${read}, not ${link}`);
        if (forcedColors === "none") await accessible(page, "the QR code");
        await fits(page, "the QR code");
        await page.keyboard.press("Escape");
        await page.waitForSelector("[role=dialog]", { state: "detached" });
      }
      await sitDown(house, link, "Ola");
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
