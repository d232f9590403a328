import { OG_HEIGHT, OG_WIDTH, ogName, type OgTitle } from '../../../platform/seo/og-image.ts';
import { Coverage, type Colour, type Picture } from './raster.ts';
import { shapeLine, type ShapedLine } from './shape.ts';

const MARGIN = 72; // Pixels
const TEXT_WIDTH = OG_WIDTH - 2 * MARGIN;
const SIZES = [132, 116, 100, 86, 74, 62, 52, 44]; // Font sizes, largest first; the first that fits is used
const LINES_MAX = 3;
const LINE_HEIGHT = 1.32;
const WORDS_MAX = 24; // A longer name is cut

const WHITE: Colour = [250, 248, 243];
const ACCENT: Colour = [232, 176, 75];
const SITE = 'پرده';

/** The name over the backdrop, or over a drawn one. Pure. */
export function drawCard(title: OgTitle, backdrop: Picture | null): Picture {
  const picture = backdrop ?? drawBackdrop(`${title.kind}/${String(title.id)}`);
  darken(picture);
  const name = fit(ogName(title));
  const latin = shapeLine(title.name_en);
  const latinSize = Math.min(34, TEXT_WIDTH / Math.max(1, latin.width));
  const latinY = OG_HEIGHT - MARGIN;
  const lastY = latinY - (title.name_en === '' ? 0 : 82);
  const ink = new Coverage(OG_WIDTH, OG_HEIGHT);
  name.lines.forEach((line, at) => {
    const y = lastY - (name.lines.length - 1 - at) * name.size * LINE_HEIGHT;
    set(ink, line, { size: name.size, y });
  });
  if (title.name_en !== ogName(title)) set(ink, latin, { size: latinSize, y: latinY });
  ink.paint(picture, WHITE);
  const brand = new Coverage(OG_WIDTH, OG_HEIGHT);
  const site = shapeLine(SITE);
  set(brand, site, { size: 46, y: MARGIN + 34 });
  const edge = OG_WIDTH - MARGIN;
  brand.add(
    `M${String(edge + 24)} ${String(MARGIN - 8)}L${String(OG_WIDTH)} ${String(MARGIN - 8)}` +
      `L${String(OG_WIDTH)} ${String(MARGIN + 46)}L${String(edge + 24)} ${String(MARGIN + 46)}Z`,
    {
      x: 0,
      y: 0,
      scale: 1,
      flip: false,
    },
  );
  brand.paint(picture, ACCENT);
  return picture;
}

function set(ink: Coverage, line: ShapedLine, { size, y }: { size: number; y: number }): void {
  const left = OG_WIDTH - MARGIN - line.width * size;
  for (const { x, path } of line.glyphs) ink.add(path, { x: left + x * size, y, scale: size / 1000, flip: true });
}

function fit(name: string): { lines: ShapedLine[]; size: number } {
  const words = name
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, WORDS_MAX);
  const smallest = SIZES.at(-1) ?? 1;
  for (const size of SIZES) {
    const lines = breakLines(words, TEXT_WIDTH / size);
    const fits = lines.length <= LINES_MAX && lines.every((line) => line.width * size <= TEXT_WIDTH);
    if (fits) return { lines, size };
  }
  const lines = breakLines(words, TEXT_WIDTH / smallest).slice(0, LINES_MAX);
  return { lines, size: Math.min(smallest, ...lines.map((line) => TEXT_WIDTH / Math.max(1, line.width))) };
}

/** Breaks words into lines of at most `width` ems. */
function breakLines(words: readonly string[], width: number): ShapedLine[] {
  const lines: { text: string; shaped: ShapedLine }[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const longer = last && shapeLine(`${last.text} ${word}`);
    if (last && longer && longer.width <= width)
      lines[lines.length - 1] = { text: `${last.text} ${word}`, shaped: longer };
    else lines.push({ text: word, shaped: shapeLine(word) });
  }
  return lines.map(({ shaped }) => shaped);
}

/** White text must be legible on any picture: dark at the foot, less above. */
function darken({ width, height, rgb }: Picture): void {
  for (let row = 0; row < height; row += 1) {
    const down = row / height;
    const light = Math.max(0.22, 0.86 - 0.78 * down * down);
    for (let at = row * width * 3; at < (row + 1) * width * 3; at += 1) rgb[at] = Math.round((rgb[at] ?? 0) * light);
  }
}

/** A sky over three ridges; the same for the same key. */
function drawBackdrop(key: string): Picture {
  let state = 0x811c9dc5;
  for (const character of key) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  const random = () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) >>> 0;
    return state / 4_294_967_296;
  };
  const hue = random() * 360;
  const picture: Picture = { width: OG_WIDTH, height: OG_HEIGHT, rgb: new Uint8Array(OG_WIDTH * OG_HEIGHT * 3) };
  for (let row = 0; row < OG_HEIGHT; row += 1) {
    const colour = toRgb(hue + (40 * row) / OG_HEIGHT, 0.5, 0.22 + (0.34 * row) / OG_HEIGHT);
    for (let at = row * OG_WIDTH; at < (row + 1) * OG_WIDTH; at += 1) picture.rgb.set(colour, at * 3);
  }
  [0.5, 0.66, 0.82].forEach((level, index) => {
    const y = () => String(Math.round(OG_HEIGHT * (level + 0.14 * (random() - 0.5))));
    const ridge = new Coverage(OG_WIDTH, OG_HEIGHT);
    const hills = [300, 600, 900, 1200].map((x) => `Q${String(x - 150)} ${y()} ${String(x)} ${y()}`).join('');
    ridge.add(`M0 ${y()}${hills}L1200 ${String(OG_HEIGHT)}L0 ${String(OG_HEIGHT)}Z`, {
      x: 0,
      y: 0,
      scale: 1,
      flip: false,
    });
    ridge.paint(picture, toRgb(hue + index * 14, 0.4, 0.3 - index * 0.08));
  });
  return picture;
}

function toRgb(hue: number, saturation: number, light: number): Colour {
  const reach = saturation * Math.min(light, 1 - light);
  const band = (offset: number) => {
    const k = (offset + hue / 30) % 12;
    return Math.round(255 * (light - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [band(0), band(8), band(4)];
}
