/*
 * mail.mjs - an e-mail address on the page: entered, confirmed by the code that a mail server of the test got, switched off, and used to
 * recover the account.
 */
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { claim, Inbox } from "./harness.mjs";
import { register } from "./ratings.mjs";
import { accessible, fits } from "./screens.mjs";

/** A mail server; `next()` is the text of the next mail. */
class MailServer extends Inbox {
  constructor() {
    super();
    this.tcp = createServer((socket) => this.serve(socket));
  }

  listen() {
    this.tcp.unref(); // a test that failed does not keep the others from ending
    return new Promise((done) => this.tcp.listen(0, "127.0.0.1", () => done(`smtp://127.0.0.1:${this.tcp.address().port}`)));
  }

  serve(socket) {
    let body = null;
    socket.unref();
    socket.on("error", () => undefined);
    socket.write("220 test\r\n");
    createInterface({ input: socket }).on("line", (line) => {
      if (body === null && line === "DATA") {
        body = [];
        socket.write("354 go on\r\n");
      } else if (body !== null && line !== ".") {
        body.push(line);
      } else {
        if (body) this.take(Buffer.from(body.slice(body.indexOf("") + 1).join(""), "base64").toString());
        body = null;
        socket.write("250 ok\r\n");
      }
    });
  }
}

const mails = new MailServer();

async function nextCode() {
  return /: ([a-z2-9]{4}(-[a-z2-9]{4})+)$/m.exec(await mails.next())[1];
}

export const mailTests = [
  {
    name: "an e-mail address is confirmed by its code, switched off, and recovers the account",
    ownServer: true,
    async options() {
      return ["--smtp-url", await mails.listen(), "--mail-from", "noreply@stos.example", "--public-url", "https://stos.example"];
    },
    async run(house) {
      const { page } = await house.person({ width: 360, height: 740 });
      await register(house, page, "mail-ada");
      await page.fill("input[name=mail]", "ada@example.org");
      await page.fill("input[name=mail-phrase]", "correct horse battery");
      await page.click("[data-testid=notifications] button:has-text('Send me a code')");
      await page.waitForSelector("text=We sent a code to ada@example.org");
      await accessible(page, "an address to be confirmed");
      await fits(page, "an address to be confirmed");
      await page.fill("input[name=mail-code]", "aaaa-aaaa");
      await page.click("[data-testid=notifications] button:has-text('Confirm')");
      await page.waitForSelector("text=Wrong or expired code.");
      await page.fill("input[name=mail-code]", await nextCode());
      await page.click("[data-testid=notifications] button:has-text('Confirm')");
      await page.waitForSelector("[data-testid=notifications] [data-testid=switch]:has-text('By e-mail') input:checked");
      await page.waitForSelector("[data-testid=notifications] [data-testid=switch]:has-text('Your turn')");
      await accessible(page, "a confirmed address");
      await page.click("[data-testid=notifications] [data-testid=switch]:has-text('By e-mail')");
      await page.waitForSelector("[data-testid=notifications] [data-testid=switch]:has-text('By e-mail') input:not(:checked)");
      const { page: other } = await house.person();
      await house.open(other, "/#account");
      await other.click("text=Forgot your passphrase?");
      await other.fill("input[name=recover]", "mail-ada");
      await other.click("button:has-text('Send a code by e-mail')");
      await other.fill("input[name=code]", await nextCode());
      await other.fill("input[name=fresh]", "another long phrase");
      await other.click("details button:has-text('Log in')");
      await other.waitForSelector("text=Logged in as mail-ada");
      await other.click("button:has-text('Remove the address')");
      await other.waitForSelector("input[name=mail]");
      claim((await other.inputValue("input[name=mail]")) === "", "the address is gone");
    },
  },
];
