// motion.ts - movement that explains: cards fly from where they were to where they are now (150-250 ms).
//
// The FLIP technique: cards are identified by data-flip and, when new, their origin by data-from: the data-place of a seat or of the
// draw pile. After each render the positions are compared with those of the last one. Nothing moves if reduced motion is set.
import { useEffect, useLayoutEffect, type MutableRef } from "preact/hooks";
import { motionAllowed } from "../model/settings";

const FLIGHT_MS = 230;
/** Less than this is a card that is lifted, not moved. */
const NEAR_PX = 22;
const EASE = "cubic-bezier(0.22, 0.8, 0.3, 1)";

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

function fly(element: HTMLElement, from: Place, to: Place): void {
  const scale = to.width > 0 ? Math.max(0.2, from.width / to.width) : 1;
  const start = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${Math.min(scale, 1)})`;
  element.classList.add("flying");
  const flight = element.animate([{ transform: start }, { transform: "none" }], { duration: FLIGHT_MS, easing: EASE });
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
    if (motionAllowed()) for (const [element, from, to] of flying) fly(element, from, to);
  });
}

export function forgetPlaces(): void {
  places = new Map();
}
