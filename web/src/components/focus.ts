/*
 * focus.ts - moves the keyboard focus when the focused element goes away: a screen that was left, a seat that was removed, a card that
 * was placed. Otherwise the focus falls to the body: nothing shows where it is, and a screen reader does not announce the new screen.
 */
import { isModalOpen } from "./modals";
import { routePath } from "../model/route";
import { route } from "./shell";

/** What Tab stops at. */
const FOCUSABLE = "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea, summary, [tabindex='0']";

export function focusableIn(box: Element): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((element) => element.offsetParent !== null);
}

/** What had the focus last, unless somebody has put it nowhere by a click. */
let last: Element | null = null;

/** Where something was taken out: the node around it, and the one behind it. */
interface Gap {
  around: Element;
  behind: Node | null;
}

function follows(gap: Gap, element: Element): boolean {
  const { around, behind } = gap;
  if (behind) return behind.contains(element) || (behind.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return !around.contains(element) && (around.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

/** The next thing behind the gap, in the same dialog or on the same screen; at its end the one before. */
function besideGap(gap: Gap): HTMLElement | undefined {
  const box = gap.around.closest("dialog, #main");
  const all = box ? focusableIn(box) : [];
  return all.find((element) => follows(gap, element)) ?? all.pop() ?? (box ? unpressable(box) : undefined);
}

/** Something that nobody can press holds the focus; Tab goes on from there. */
function unpressable(element: Element): HTMLElement {
  element.setAttribute("tabindex", "-1");
  return element as HTMLElement;
}

/** The address of the screen; `left` is that of the one that was left by going back. */
let here = routePath(route.value);
let left: string | null = null;
let goesBack = false;

function followRoute(): void {
  const next = routePath(route.value);
  if (next === here) return;
  left = goesBack ? here : null;
  here = next;
}

/** Goes to the address that the browser went back to. */
export function goBack(readAddress: () => void): void {
  goesBack = true;
  readAddress();
  goesBack = false;
}

/** Whoever goes back finds the link that they had followed. */
function followedLink(): HTMLElement | null {
  return left === null ? null : document.querySelector<HTMLElement>(`a[href="${CSS.escape(left)}"]`);
}

/** What stands for a screen while nothing on it was chosen. */
let title: HTMLElement | null = null;

/** Where a new screen begins. */
function beginning(): HTMLElement | null {
  const heading = document.querySelector("#main h1") ?? document.getElementById("main");
  title = heading && unpressable(heading);
  return followedLink() ?? document.querySelector<HTMLElement>("#main [autofocus]") ?? title;
}

/** At a table the result, the hand, or the table: its keys work from anywhere, so nothing is taken that Enter would press. */
function atTable(): HTMLElement | null {
  const felt = document.querySelector("#main.felt");
  if (!felt || isModalOpen()) return null;
  const hand = focusableIn(document.body).find((element) => element.matches(".hand-card"));
  return document.querySelector<HTMLElement>(".end-card") ?? hand ?? unpressable(felt);
}

/** The way past the header. The hash of the address names a screen or holds a key, so it is not followed. */
export function skipToMain(event: Event): void {
  event.preventDefault();
  const main = document.getElementById("main");
  if (main) unpressable(main).focus();
}

/** What has just come is where one goes on, unless one writes or reads beside the table. */
export function comeTo(element: HTMLElement | null): void {
  const active = document.activeElement;
  if (active === document.body || active?.closest("#main, .tray")) give(element);
}

function give(element: HTMLElement | null | undefined): void {
  element?.focus({ preventScroll: element.matches("[tabindex='-1'], .hand-card") });
}

function gapOf(lost: Element, records: MutationRecord[]): Gap | null {
  const record = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(lost)));
  if (!record?.target.isConnected) return null;
  return { around: record.target as Element, behind: record.nextSibling?.isConnected ? record.nextSibling : null };
}

/** What has the focus was hidden, or cannot be pressed any more. In a form, and off the tables, Tab goes on from there. */
function mendHidden(): void {
  if (!last?.isConnected || last.closest("form") || ![document.body, last].includes(document.activeElement as HTMLElement)) return;
  if (last.matches(":disabled") || last.getClientRects().length === 0) give(atTable());
}

function mend(records: MutationRecord[]): void {
  if (last?.isConnected) requestAnimationFrame(mendHidden); // when it is drawn anyway
  if (document.activeElement === title && last === title) return give(followedLink()); // it may stand in a list that comes later
  if (document.activeElement !== document.body || !last || last.isConnected) return;
  const gap = gapOf(last, records);
  give(atTable() ?? (gap ? besideGap(gap) : undefined) ?? beginning());
}

export function keepFocus(): void {
  route.watch(followRoute);
  document.addEventListener("focusin", ({ target }) => (last = target as Element));
  document.addEventListener("click", () => (last = document.activeElement === document.body ? null : document.activeElement), true);
  new MutationObserver(mend).observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
}
