/*
 * invite.mjs - the QR code of an invitation: another program reads the link from what is on the screen, in every theme, and it leads to the table.
 */
import { createRequire } from "node:module";
import { claim } from "./harness.mjs";
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
  await page.waitForSelector(".dialog .qr");
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
        await page.waitForSelector(".dialog", { state: "detached" });
      }
      await sitDown(house, link, "Ola");
    },
  },
];
