// day_picture.ts - the user's daily results as a picture, drawn on a canvas in the colours of the page. It reveals no cards.

/** A line of the picture: a name, its result in words, and how full its bar is, from 0 to 1. */
export interface PictureRow {
  name: string;
  result: string;
  share: number;
}

export interface PictureWords {
  title: string;
  date: string;
  rows: PictureRow[];
  /** Below the rows. */
  streak: string;
  address: string;
}

const WIDTH = 1080;
const MARGIN = 80;
const HEAD = 300;
const ROW = 130;
const FOOT = 120;
const STREAK = 70;

type Colours = Record<"ground" | "panel" | "ink" | "soft" | "accent" | "accentSoft", string>;

function pageColours(): Colours {
  const style = getComputedStyle(document.documentElement);
  const of = (name: string): string => style.getPropertyValue(name).trim();
  return { ground: of("--ground"), panel: of("--panel"), ink: of("--ink"), soft: of("--soft"), accent: of("--accent"), accentSoft: of("--accent-soft") };
}

class Pen {
  private readonly family = getComputedStyle(document.documentElement).fontFamily;

  constructor(
    private readonly context: CanvasRenderingContext2D,
    readonly colours: Colours,
  ) {}

  /** A line of text from `left` on, or up to `right`; made smaller where it does not fit into `room`. */
  text(words: string, at: { left?: number; right?: number; y: number; size: number; room: number; bold?: boolean; colour: string }): void {
    const { context } = this;
    const font = (size: number): string => `${at.bold ? 700 : 400} ${size}px ${this.family}`;
    context.font = font(at.size);
    const wide = context.measureText(words).width;
    if (wide > at.room) context.font = font((at.size * at.room) / wide);
    context.textAlign = at.right === undefined ? "left" : "right";
    context.fillStyle = at.colour;
    context.fillText(words, at.right ?? at.left ?? 0, at.y);
  }

  box(x: number, y: number, width: number, height: number, colour: string): void {
    this.context.fillStyle = colour;
    this.context.beginPath();
    this.context.roundRect(x, y, width, height, Math.min(24, height / 2));
    this.context.fill();
  }
}

function drawRow(pen: Pen, row: PictureRow, y: number): void {
  const { colours } = pen;
  const room = WIDTH - 2 * MARGIN;
  const inside = room - 80;
  pen.box(MARGIN, y, room, ROW - 16, colours.panel);
  pen.text(row.name, { left: MARGIN + 40, y: y + 54, size: 38, room: inside * 0.55, colour: colours.ink });
  pen.text(row.result, { right: WIDTH - MARGIN - 40, y: y + 54, size: 38, room: inside * 0.42, bold: true, colour: colours.ink });
  pen.box(MARGIN + 40, y + 76, inside, 16, colours.accentSoft);
  if (row.share > 0) pen.box(MARGIN + 40, y + 76, Math.max(16, inside * row.share), 16, colours.accent);
}

function draw(pen: Pen, words: PictureWords, height: number): void {
  const { colours } = pen;
  const room = WIDTH - 2 * MARGIN;
  pen.box(0, 0, WIDTH, height, colours.ground);
  pen.text("stos", { left: MARGIN, y: 118, size: 56, room, bold: true, colour: colours.accent });
  pen.text(words.title, { left: MARGIN, y: 196, size: 64, room, bold: true, colour: colours.ink });
  pen.text(words.date, { left: MARGIN, y: 252, size: 36, room, colour: colours.soft });
  words.rows.forEach((row, index) => drawRow(pen, row, HEAD + index * ROW));
  pen.text(words.streak, { left: MARGIN, y: height - 110, size: 40, room, bold: true, colour: colours.ink });
  pen.text(words.address, { left: MARGIN, y: height - 56, size: 32, room, colour: colours.soft });
}

/** The picture as a PNG file, and as an address to show it (the page may show no blob); null where this browser cannot draw it. */
export async function drawDay(words: PictureWords): Promise<{ blob: Blob; address: string } | null> {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  canvas.width = WIDTH;
  canvas.height = HEAD + words.rows.length * ROW + FOOT + (words.streak ? STREAK : 0);
  if (!context) return null;
  draw(new Pen(context, pageColours()), words, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  return blob && { blob, address: canvas.toDataURL("image/png") };
}
