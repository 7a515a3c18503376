/*
 * run.mjs - the tests of the page in a real browser against the real server.
 *
 *   node run.mjs PROGRAM [NAME...]     PROGRAM is stos; with names, only tests whose name contains one of them
 *
 * Two tests run at a time, and one that fails once more alone: the bots and decks of most are random. Every test gets people of its own; uncaught errors and requests to other hosts fail it.
 */
import { House, launch, Server } from "./harness.mjs";
import { callTests } from "./calls.mjs";
import { connectionTests } from "./connection.mjs";
import { dayTests } from "./day.mjs";
import { seriesTests } from "./series.mjs";
import { endingTests } from "./ending.mjs";
import { findingTests } from "./finding.mjs";
import { flowTests } from "./flows.mjs";
import { gameTests } from "./games.mjs";
import { handTests } from "./hands.mjs";
import { heardTests } from "./heard.mjs";
import { hereTests } from "./here.mjs";
import { inviteTests } from "./invite.mjs";
import { keyTests } from "./keys.mjs";
import { lateTests } from "./late.mjs";
import { lessonTests } from "./lessons.mjs";
import { lookTests } from "./look.mjs";
import { manualTests } from "./manual.mjs";
import { meanwhileTests } from "./meanwhile.mjs";
import { mixedTests } from "./mixed.mjs";
import { peopleTests } from "./people.mjs";
import { ratingTests } from "./ratings.mjs";
import { returnTests } from "./return.mjs";
import { adminTests } from "./admin.mjs";
import { mailTests } from "./mail.mjs";
import { pushTests } from "./push.mjs";
import { puzzleTests } from "./puzzles.mjs";
import { screenTests } from "./screens.mjs";
import { siteTests } from "./site.mjs";
import { slowTests } from "./slow.mjs";
import { updateTests } from "./update.mjs";

const AT_ONCE = 2;
const MOST_MS = 600_000;
const [program, ...names] = process.argv.slice(2);
const all = [
  ...gameTests,
  ...findingTests,
  ...flowTests,
  ...peopleTests,
  ...callTests,
  ...connectionTests,
  ...handTests,
  ...heardTests,
  ...hereTests,
  ...inviteTests,
  ...keyTests,
  ...lateTests,
  ...lessonTests,
  ...lookTests,
  ...manualTests,
  ...meanwhileTests,
  ...mixedTests,
  ...dayTests,
  ...seriesTests,
  ...endingTests,
  ...pushTests,
  ...mailTests,
  ...adminTests,
  ...puzzleTests,
  ...ratingTests,
  ...returnTests,
  ...screenTests,
  ...siteTests,
  ...slowTests,
  ...updateTests,
];
const wanted = all.filter((test) => names.length === 0 || names.some((name) => test.name.includes(name)));
const server = new Server(program);
const browser = await launch();
await server.start();

/** What failed is tried once more, alone, when all others are through; it is printed both times. */
const again = [];
let failed = 0;

/** A test that hangs fails like any other. */
function inTime(run) {
  return Promise.race([run, new Promise((_, fail) => setTimeout(() => fail(new Error("the test takes too long")), MOST_MS).unref())]);
}

async function runOne(test, isSecond = false) {
  const began = Date.now();
  const own = test.ownServer ? new Server(program, await test.options?.()) : server;
  const house = new House(own, browser);
  try {
    if (test.ownServer) await own.start();
    await inTime(test.run(house));
    if (house.errors.length > 0) throw new Error(house.errors.join("\n"));
    console.log(`ok      ${test.name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  } catch (error) {
    if (isSecond) failed++;
    else again.push(test);
    console.log(`${isSecond ? "FAILED" : "failed, once more later"}  ${test.name}\n${error.stack ?? error}\n${house.errors.join("\n")}`);
    await keepPictures(house, test.name);
  }
  await house.leave().catch(() => undefined);
  if (test.ownServer) await own.stop();
}

/** With STOS_PICTURES set to a folder, a failed test leaves a picture of every page there, and what each person did (playwright show-trace). */
async function keepPictures(house, name) {
  if (!process.env.STOS_PICTURES) return;
  const path = (index, end) => `${process.env.STOS_PICTURES}/${name.replace(/\W+/g, "-")}-${index}.${end}`;
  const pages = house.contexts.flatMap((context) => context.pages());
  for (const [index, page] of pages.entries()) await page.screenshot({ path: path(index, "png") }).catch(() => undefined);
  for (const [index, context] of house.contexts.entries()) await context.tracing.stop({ path: path(index, "zip") }).catch(() => undefined);
}

const queue = [...wanted];
async function work() {
  for (let test = queue.shift(); test; test = queue.shift()) await runOne(test);
}
await Promise.all(Array.from({ length: AT_ONCE }, work));
for (const test of again) await runOne(test, true);

await browser.close();
await server.stop();
console.log(`${wanted.length - failed} of ${wanted.length} passed`);
process.exitCode = failed > 0 || wanted.length === 0 ? 1 : 0;
