// motion.ts - movement that explains: cards fly in an arc from where they were to where they are now, and come to rest like on a spring;
// those that are dealt together follow each other.
//
// The FLIP technique: cards are identified by data-flip and, when new, their origin by data-from: the data-place of a seat or of the
// draw pile. After each render the positions are compared with those of the last one. Nothing moves if reduced motion is set.
import { useEffect, useLayoutEffect, type MutableRef } from "preact/hooks";
import { motionAllowed } from "../model/settings";

const FLIGHT_MS = 280;
/** Between cards that leave the draw pile together. */
const DEAL_MS = 40;
/** How high a flight rises, as a share of its length, and at most. */
const ARC = 0.14;
const HIGHEST_ARC_PX = 46;
/** Less than this is a card that is lifted, not moved. */
const NEAR_PX = 22;
/** A little beyond the goal and back; the last part of the way is the spring. */
const EASE = "cubic-bezier(0.3, 1.25, 0.4, 1)";

/** On the page, not in the window: scrolling moves no card. */
type Place = { x: number; y: number; width: number };

let places = new Map<string, Place>();

function placeOf(element: Element): Place {
  const box = element.getBoundingClientRect();
  return { x: box.left + scrollX + box.width / 2, y: box.top + scrollY + box.height / 2, width: box.width };
}

/** Where a dragged card was let go: its flight starts there. */
export function notePlace(id: string, element: Element): void {
  places.set(id, placeOf(element));
}

function fly(element: HTMLElement, from: Place, to: Place, delay: number): void {
  const scale = to.width > 0 ? Math.min(1, Math.max(0.2, from.width / to.width)) : 1;
  const [dx, dy] = [from.x - to.x, from.y - to.y];
  const rise = Math.min(HIGHEST_ARC_PX, Math.hypot(dx, dy) * ARC);
  const start = `translate(${dx}px, ${dy}px) scale(${scale})`;
  const middle = `translate(${dx * 0.42}px, ${dy * 0.42 - rise}px) scale(${(1 + scale) / 2})`;
  element.classList.add("flying");
  const flight = element.animate([{ transform: start, easing: "ease-in" }, { transform: middle, offset: 0.4, easing: EASE }, { transform: "none" }], {
    duration: FLIGHT_MS,
    delay,
    fill: "backwards",
  });
  flight.onfinish = flight.oncancel = () => element.classList.remove("flying");
}

/** Call in the component that holds all flying cards; runs after each drawing. */
export function useFlights(root: MutableRef<HTMLElement | null>): void {
  useEffect(() => {
    addEventListener("resize", forgetPlaces);
    return () => removeEventListener("resize", forgetPlaces);
  }, []);
  useLayoutEffect(() => {
    if (!root.current) return;
    const before = places;
    const now = new Map<string, Place>();
    const flying: [HTMLElement, Place, Place][] = [];
    for (const element of root.current.querySelectorAll<HTMLElement>("[data-place]"))
      now.set(element.dataset["place"] ?? "", placeOf(element));
    for (const element of root.current.querySelectorAll<HTMLElement>("[data-flip]")) {
      const id = element.dataset["flip"] ?? "";
      const known = before.get(id);
      const to = placeOf(element);
      if (element.classList.contains("flying")) {
        now.set(id, known ?? to); // measured in mid-air it would start again from there
        continue;
      }
      now.set(id, to);
      const from = known ?? before.get(element.dataset["from"] ?? "");
      if (from && Math.hypot(from.x - to.x, from.y - to.y) > NEAR_PX) flying.push([element, from, to]);
    }
    places = now;
    if (!motionAllowed()) return;
    let dealt = 0;
    for (const [element, from, to] of flying) fly(element, from, to, element.dataset["from"] === "draw" && !before.has(element.dataset["flip"] ?? "") ? DEAL_MS * dealt++ : 0);
  });
}

export function forgetPlaces(): void {
  places = new Map();
}
