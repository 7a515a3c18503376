// invite_code.tsx - the invitation as a QR code, drawn here: somebody at the same table scans it and sits down.
// Dark on light with the quiet zone of four modules in every theme, because many readers refuse an inverted code.
import { generate } from "lean-qr";
import type { JSX } from "preact";
import { t, tf } from "../i18n";
import { Dialog } from "../components/dialog";

const QUIET = 4;

/** The dark modules as one SVG path, a stroke for each run of them. */
function darkPath(code: ReturnType<typeof generate>): string {
  let path = "";
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++) {
      const start = x;
      while (x < code.size && code.get(x, y)) x++;
      if (x > start) path += `M${start + QUIET} ${y + QUIET}h${x - start}v1h${start - x}z`;
    }
  return path;
}

function QrCode({ text, label }: { text: string; label: string }): JSX.Element {
  const code = generate(text);
  const size = code.size + 2 * QUIET;
  return (
    <svg class="qr" data-testid="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={darkPath(code)} fill="#000" />
    </svg>
  );
}

export function InviteCode({ link, code, onClose }: { link: string; code: string; onClose: () => void }): JSX.Element {
  return (
    <Dialog title={t("QR code")} onClose={onClose}>
      <p>{t("Scan it with the camera of another phone to join the table.")}</p>
      <QrCode text={link} label={tf("QR code of the invite link of table {code}", { code })} />
    </Dialog>
  );
}
