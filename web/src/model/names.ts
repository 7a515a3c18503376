// names.ts - names in whole letters as people see them: an emoji of several parts or a letter with its accents is never cut.
const Segmenter = "Segmenter" in Intl ? Intl.Segmenter : undefined;

/** What people see as single letters; where the browser cannot tell, code points. */
export function lettersOf(text: string): string[] {
  return Segmenter ? [...new Segmenter().segment(text)].map(({ segment }) => segment) : [...text];
}

const MOST_LETTERS = 24;
const MOST_BYTES = 63;

/** The longest beginning that fits a name: so many letters, and as many bytes as the table takes. */
export function cutName(text: string): string {
  const bytes = new TextEncoder();
  let out = "";
  for (const letter of lettersOf(text).slice(0, MOST_LETTERS)) {
    if (bytes.encode(out + letter).length > MOST_BYTES) break;
    out += letter;
  }
  return out;
}
