/*
 * manual.mjs - the manual beside the page: the settings lead to it, its pages and pictures are all there, and it can be read on a phone.
 */
import { claim } from "./harness.mjs";
import { accessible, fits } from "./screens.mjs";

const LINK = 'a[href="/manual/"]';

/** What the pages of the manual refer to and the server does not have. */
function missingFiles(manual) {
  return manual.evaluate(async () => {
    const missing = [];
    const seen = new Set();
    const visit = async (address) => {
      if (seen.has(address)) return;
      seen.add(address);
      const answer = await fetch(address);
      if (!answer.ok) missing.push(address);
      if (!/html/.test(answer.headers.get("content-type") ?? "")) return;
      const found = new DOMParser().parseFromString(await answer.text(), "text/html");
      const named = [...found.querySelectorAll("a[href], link[href], img[src], script[src], stos-replay[src]")].map((one) => one.getAttribute("href") ?? one.getAttribute("src"));
      const files = named.map((name) => new URL(name, new URL(address, location.href))).filter(({ origin }) => origin === location.origin);
      for (const { pathname } of files) await visit(pathname);
    };
    await visit("/manual/");
    return { missing, pages: seen.size };
  });
}

export const manualTests = [
  {
    name: "the settings lead to the manual: pages, pictures, readable on a phone; without a network the link is not there",
    async run(house) {
      const { page, context } = await house.person({ width: 360, height: 740, worker: true });
      await house.open(page, "/#settings");
      const [manual] = await Promise.all([context.waitForEvent("page"), page.click(LINK)]);
      await manual.waitForSelector("main h1");
      await manual.waitForFunction(() => [...document.images].every((image) => image.complete));
      claim(await manual.$$eval("img", (all) => all.length > 0 && all.every((image) => image.naturalWidth > 0)), "its pictures are shown");
      const { missing, pages } = await missingFiles(manual);
      claim(pages > 15 && missing.length === 0, `${pages} files, missing: ${missing.join(", ")}`);
      for (const name of ["", "rules.html", "protocol.html"]) {
        await manual.goto(`${house.server.address}/manual/${name}`);
        await fits(manual, `the manual's page ${name}`);
        await accessible(manual, `the manual's page ${name}`);
      }
      await manual.goto(`${house.server.address}/manual/record.html`);
      await manual.waitForSelector("stos-replay [data-testid=slider]");
      await manual.click("stos-replay [aria-label=Forward]");
      claim(/1/.test(await manual.textContent("stos-replay [role=status]")), "a record of the manual can be played back");
      await accessible(manual, "a record in the manual");
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await page.reload();
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await page.waitForSelector(LINK);
      await context.setOffline(true);
      const refused = page.waitForEvent("requestfailed", (request) => new URL(request.url()).pathname === "/manual/");
      await page.reload();
      await refused;
      await page.waitForSelector("h1 >> text=Settings");
      claim((await page.$(LINK)) === null, "no link to what cannot be had");
    },
  },
];
