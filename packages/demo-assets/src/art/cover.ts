import { arch, disc, n, rect, ring, shape, star, stroke } from './canvas.ts';
import { type Colour, contrast, mix, readable } from './colour.ts';
import { COMPOSITIONS, type CompositionName } from './compositions.ts';
import { choosePalette } from './palette.ts';
import { createRng } from './prng.ts';

const W = 360;
const H = 480;
const M = 26;
/**
 * Draws the cover of an issue of a magazine, 360×480: the picture of the issue in the magazine's own frame. Without
 * letters: pages set the names and the number beside it.
 */
export function drawCover(issue: { slug: string; number: number; composition: CompositionName }): string {
  const key = `${issue.slug}/${issue.number}`;
  const palette = choosePalette(createRng(`cover/${key}`), ['flat', 'paper', 'night', 'hot']);
  // The frame belongs to the magazine, the picture to the issue.
  const frame = createRng(`masthead/${issue.slug}`).whole(0, 2);
  const top = frame === 1 ? M : 92;
  const foot = frame === 1 ? H - 104 : H - M;
  const art = COMPOSITIONS[issue.composition].draw({
    w: W,
    h: H,
    focus: { x: 0, y: top + 18, w: W, h: foot - top - 36 },
    palette,
    rng: createRng(`art/${key}`),
  });
  const line = readable([art.top], [palette.line, palette.paper, palette.ink]);
  const slab = contrast(palette.line, art.bottom) > 1.8 ? palette.line : palette.ink;
  const mark = readable([slab], [palette.ink, palette.paper]);
  const rule = [
    rect(M, top - 6, W - 2 * M, 6, line),
    disc(W - M - 22, top - 38, 22, line),
    ring(M + 22, top - 38, 18, line, 8),
  ].join('');
  const over = [masthead(0, top, slab, mark), masthead(foot + 12, H, slab, mark), rule][frame] ?? rule;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}" viewBox="0 0 ${W} ${H}">${art.svg}${over}</svg>`;
}

/** The plate on which a magazine's name would stand, with its mark: two beams and a disc. */
function masthead(top: number, end: number, plate: string, mark: string): string {
  const y = (top + end) / 2;
  return (
    rect(0, top, W, end - top, plate) +
    disc(W - M - 20, y, 20, mark) +
    rect(M, y - 16, W - 2 * M - 60, 12, mark) +
    rect(M, y + 6, (W - 2 * M - 60) * 0.62, 8, mark)
  );
}

/** Colours of a mark: the channel's own, and two over it. */
interface Inks {
  own: Colour;
  ink: Colour;
  soft: Colour;
}

const wave = (y: number, colour: Colour): string =>
  stroke(`M46 ${n(y)}Q83 ${n(y - 34)} 120 ${n(y)}T194 ${n(y)}`, colour, 18);

/** Marks by what a channel shows, the first also for any other. */
const MARKS: Record<string, (inks: Inks) => string> = {
  // A beam with columns, as the site's own mark has; a triangle would look like a button.
  'parde-1': ({ ink, soft }) =>
    rect(52, 62, 136, 20, ink) + rect(64, 94, 22, 86, soft) + rect(109, 94, 22, 86, ink) + rect(154, 94, 22, 86, soft),
  'parde-film': ({ own, ink, soft }) =>
    shape(arch(120, 196, 150, 158), soft) + shape(arch(120, 196, 106, 120), ink) + shape(arch(120, 196, 52, 76), own),
  'parde-kids': ({ own, ink, soft }) =>
    shape(star(120, 120, 8, 92, 70, Math.PI / 8), soft) +
    shape(star(120, 120, 8, 58, 42, 0), ink) +
    disc(120, 120, 16, own),
  'parde-mostanad': ({ ink, soft }) => wave(92, soft) + wave(130, ink) + wave(168, soft),
  'parde-music': ({ ink, soft }) =>
    [44, 84, 116, 72].map((h, i) => rect(58 + i * 34, 178 - h, 22, h, i === 2 ? ink : soft)).join(''),
  'parde-news': ({ own, ink, soft }) =>
    ring(120, 120, 76, soft, 14) + disc(120, 120, 50, ink) + disc(120, 120, 18, own),
};

/** Draws the mark of a channel, 240×240, in the channel's own colour. Pages print the name beside it. */
export function drawChannelLogo(channel: { slug: string; colour: string }): string {
  const colour = /^#[0-9a-f]{6}$/i.test(channel.colour) ? channel.colour.toLowerCase() : '#1f3fa8';
  const ink = readable([colour], ['#ffffff', '#0a0a12'], 3);
  const draw = MARKS[channel.slug] ?? MARKS['parde-1'];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240" viewBox="0 0 240 240">${rect(0, 0, 240, 240, colour)}` +
    `${disc(196, 240, 150, mix(colour, '#0a0a12', 0.2))}${draw?.({ own: colour, ink, soft: mix(colour, ink, 0.35) }) ?? ''}</svg>`
  );
}
