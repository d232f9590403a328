import { type Art, type Box, type Canvas, n, rect } from './canvas.ts';
import { type Colour, contrast, mix, readable } from './colour.ts';
import { chooseFamily } from './families.ts';
import { measure } from './glyph-widths.ts';
import { choosePalette, type Palette } from './palette.ts';
import { createRng, type Rng } from './prng.ts';
import { fitLatin, fitTitle, setLatin, setLine, setPersian, setTitle } from './typography.ts';

/** What the art needs to know of a title. */
export interface ArtTitle {
  id: number;
  name_fa: string;
  name_en: string;
  year: number;
  genres: string[];
  countries: string[];
  director_fa?: string;
}

/** The part of a title the choice of composition and colours hangs on; the same for poster and backdrop. */
export const keyOf = (t: ArtTitle): string => `${t.id}/${t.name_en}/${t.year}`;

const W = 480;
const H = 720;
const M = 36;

interface Sheet {
  t: ArtTitle;
  palette: Palette;
  rng: Rng;
  weight: number;
  paint: (focus: Box, w?: number) => Art;
}

/** Ink for the title, then for the small print, on a known flat ground. */
function inks(p: Palette, ground: Colour): { title: Colour; small: Colour; rule: Colour } {
  const title = readable([ground], p.scheme === 'night' ? [p.paper, p.pop] : [p.line, p.paper, p.ink]);
  const pop = contrast(p.pop, ground) >= 4.6 ? p.pop : title;
  return { title, small: pop === title ? title : mix(title, pop, 0.15), rule: pop };
}

function credit(t: ArtTitle): string {
  return t.director_fa ? `کاری از ${t.director_fa}` : '';
}

/** A long name is set smaller rather than cut. */
const creditSize = (t: ArtTitle, width: number): number => Math.min(20, width / Math.max(1, measure(credit(t)).width));

/** The small row: Latin title at the right or the middle, year at the left. */
function smallRow(s: Sheet, baseline: number, fill: Colour, width = W - 2 * M): { svg: string; extra: number } {
  const latin = fitLatin(s.t.name_en, width - 74, 15, 2.4);
  const svg =
    setLatin(latin, W - M, baseline, { weight: 600, fill, anchor: 'end', spacing: 2.2 }) +
    setLine(String(s.t.year), W - M - width, baseline, { size: 15, weight: 600, fill, spacing: 2.2 });
  return { svg, extra: (latin.lines.length - 1) * latin.size * 1.4 };
}

/** Title large at the lower right on the ground of the picture; who made it at the top. */
function lowerRight(s: Sheet): string {
  const title = fitTitle(s.t.name_fa, { width: W - 2 * M, height: 220, largest: 176 });
  const { extra } = smallRow(s, 0, '#000000');
  const rowY = H - 34 - extra;
  const top = rowY - 15 - 34 - title.height;
  const art = s.paint({ x: 0, y: s.t.director_fa ? 78 : 44, w: W, h: top - 34 - (s.t.director_fa ? 78 : 44) });
  const ink = inks(s.palette, art.bottom);
  return (
    art.svg +
    topCredit(s, art.top, 'end') +
    setTitle(title, W - M, top, s.weight, ink.title) +
    rect(M, rowY - 32, W - 2 * M, 1.5, ink.rule) +
    smallRow(s, rowY, ink.small).svg
  );
}

function topCredit(s: Sheet, ground: Colour, anchor: 'end' | 'middle'): string {
  const text = credit(s.t);
  if (!text) return '';
  return setPersian(text, anchor === 'end' ? W - M : W / 2, 50, {
    size: creditSize(s.t, W - 2 * M),
    weight: 600,
    fill: inks(s.palette, ground).title,
    anchor,
  });
}

/** Everything on the middle axis. */
function centred(s: Sheet): string {
  const title = fitTitle(s.t.name_fa, { width: W - 2 * M, height: 210, largest: 160 });
  const latin = fitLatin(s.t.name_en, W - 2 * M, 15, 2.6);
  const extra = (latin.lines.length - 1) * latin.size * 1.4;
  const yearY = H - 32;
  const rowY = yearY - 26 - extra;
  const top = rowY - 15 - 24 - title.height;
  const y0 = s.t.director_fa ? 78 : 44;
  const art = s.paint({ x: 0, y: y0, w: W, h: top - 34 - y0 });
  const ink = inks(s.palette, art.bottom);
  return (
    art.svg +
    topCredit(s, art.top, 'middle') +
    setTitle(title, W / 2, top, s.weight, ink.title, 'middle') +
    setLatin(latin, W / 2, rowY, { weight: 600, fill: ink.small, anchor: 'middle', spacing: 2.4 }) +
    setLine(String(s.t.year), W / 2, yearY, { size: 15, weight: 600, fill: ink.rule, anchor: 'middle', spacing: 3 })
  );
}

/** Title at the head on the sky, the picture running to the foot. */
function head(s: Sheet): string {
  const title = fitTitle(s.t.name_fa, { width: W - 2 * M, height: 210, largest: 170 });
  const { extra } = smallRow(s, 0, '#000000');
  const rowY = 40 + title.height + 46;
  const y0 = rowY + extra + 30;
  const y1 = credit(s.t) ? H - 66 : H - 40;
  const art = s.paint({ x: 0, y: y0, w: W, h: y1 - y0 });
  const ink = inks(s.palette, art.top);
  const foot = inks(s.palette, art.bottom);
  return (
    art.svg +
    setTitle(title, W - M, 40, s.weight, ink.title) +
    rect(M, rowY - 30, W - 2 * M, 1.5, ink.rule) +
    smallRow(s, rowY, ink.small).svg +
    (s.t.director_fa
      ? setPersian(credit(s.t), W - M, H - 26, { size: creditSize(s.t, W - 2 * M), weight: 600, fill: foot.title })
      : '')
  );
}

/** A solid block of a second colour at the foot, title upon it. */
function slab(s: Sheet): string {
  const { palette: p } = s;
  const title = fitTitle(s.t.name_fa, { width: W - 2 * M, height: 190, largest: 160 });
  const { extra } = smallRow(s, 0, '#000000');
  const rowY = H - 32 - extra;
  const top = rowY - 15 - 24 - title.height;
  const creditY = top - 30;
  const edge = s.t.director_fa ? creditY - 42 : top - 34;
  const art = s.paint({ x: 0, y: 30, w: W, h: edge - 30 });
  const fill =
    [p.pop, p.line, p.ink, p.paper].find((c) => contrast(c, art.bottom) > 1.7 && contrast(c, art.top) > 1.7) ?? p.ink;
  const ink = readable([fill], [p.ink, p.paper]);
  return (
    art.svg +
    rect(0, edge, W, H - edge, fill) +
    setTitle(title, W - M, top, s.weight, ink) +
    smallRow(s, rowY, ink).svg +
    (s.t.director_fa
      ? setPersian(credit(s.t), W - M, creditY, { size: creditSize(s.t, W - 2 * M), weight: 600, fill: ink })
      : '')
  );
}

/** A coloured spine at the left with the Latin title running up it. */
function spine(s: Sheet): string {
  const { palette: p } = s;
  const band = 56;
  const width = W - band - 2 * 30;
  const title = fitTitle(s.t.name_fa, { width, height: 230, largest: 170 });
  const top = H - 40 - title.height;
  const y0 = s.t.director_fa ? 78 : 44;
  const art = s.paint({ x: 0, y: y0, w: W - band, h: top - 36 - y0 }, W - band);
  const fill = [p.pop, p.line, p.b].find((c) => contrast(c, art.bottom) > 1.8 && contrast(c, art.top) > 1.5) ?? p.line;
  const ink = readable([fill], [p.ink, p.paper]);
  const latin = fitLatin(s.t.name_en, 560, 16, 4);
  const up = latin.lines
    .map((line, i) =>
      setLine(line, 0, (latin.lines.length > 1 ? -5 : 6) + i * latin.size * 1.3, {
        size: latin.size,
        weight: 700,
        fill: ink,
        spacing: 4,
      }),
    )
    .join('');
  return (
    `<g transform="translate(${band} 0)">${art.svg}</g>` +
    rect(0, 0, band, H, fill) +
    `<g transform="translate(${n(band / 2)} ${H - 40}) rotate(-90)">${up}</g>` +
    setLine(String(s.t.year), band / 2, 50, { size: 15, weight: 700, fill: ink, anchor: 'middle', spacing: 1 }) +
    (s.t.director_fa
      ? setPersian(credit(s.t), W - 30, 50, { size: creditSize(s.t, width), weight: 600, fill: inks(p, art.top).title })
      : '') +
    setTitle(title, W - 30, top, s.weight, inks(p, art.bottom).title)
  );
}

/** Draws the poster of a title as SVG, 480×720. */
export function drawPoster(t: ArtTitle): string {
  const rng = createRng(`poster/${keyOf(t)}`);
  const { draw, schemes } = chooseFamily(createRng(`family/${keyOf(t)}`), t.genres, t.countries);
  const palette = choosePalette(createRng(`palette/${keyOf(t)}`), schemes);
  const paint = (focus: Box, w = W): Art => {
    const canvas: Canvas = { w, h: H, focus, palette, rng: createRng(`art/${keyOf(t)}`) };
    return draw(canvas);
  };
  const layout = rng.pick([lowerRight, lowerRight, centred, head, head, slab, spine]);
  const weight = rng.pick([900, 900, 800, 800, 700, 500]);
  const body = layout({ t, palette, rng, weight, paint });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}" viewBox="0 0 ${W} ${H}">${body}</svg>`;
}
