/*
 * fonts.ts - tells the browser which letters there are: the numerals and titles at once, all others when the page can be used; on a
 * later visit, when they lie in the cache, at once as well. What stands in for them meanwhile has their measures (base.css), so that
 * nothing moves. The browser fetches only the files whose characters it meets.
 */
declare const FILES: { fonts: { path: string; family: string; weight: string; range: string; first: boolean }[] };

function addFonts(first: boolean): void {
  for (const font of FILES.fonts.filter((one) => one.first === first))
    document.fonts.add(new FontFace(font.family, `url(${font.path})`, { weight: font.weight, unicodeRange: font.range, display: "swap" }));
}

export function addFirstFonts(): void {
  addFonts(true);
  if (navigator.serviceWorker?.controller) addFonts(false);
}

export function addOtherFonts(): void {
  if (!navigator.serviceWorker?.controller) addFonts(false);
}
