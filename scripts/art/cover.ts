import { arch, type Family, disc, n, rect, ring, shape, star } from './canvas.ts';
import { contrast, mix, readable } from './colour.ts';
import { arches, girih, tiles } from './families/architecture.ts';
import { birds, boteh, brush, constellation, profiles } from './families/figures.ts';
import { garden, waves, zigzag } from './families/landscape.ts';
import { curtain, eye, filmstrip } from './families/stage.ts';
import { projector } from './families/suspense.ts';
import { choosePalette } from './palette.ts';
import { createRng } from './prng.ts';
import { fitTitle, setLine, setTitle } from './typography.ts';

const W = 360;
const H = 480;
const M = 26;
const PICTURES: readonly [Family, ...Family[]] = [
  filmstrip,
  eye,
  projector,
  profiles,
  curtain,
  tiles,
  brush,
  birds,
  girih,
  boteh,
  constellation,
  arches,
  garden,
  waves,
  zigzag,
];

const persianDigits = (value: number): string => String(value).replace(/\d/g, (d) => '۰۱۲۳۴۵۶۷۸۹'[Number(d)] ?? d);

/** Draws the cover of an issue of a magazine, 360×480: masthead, picture, what the issue is about. */
export function drawCover(issue: { slug: string; name_fa: string; issue_fa: string; number: number }): string {
  const key = `${issue.slug}/${issue.number}`;
  const palette = choosePalette(createRng(`cover/${key}`), ['flat', 'paper', 'night', 'hot']);
  // The masthead's cut belongs to the magazine, the picture to the issue.
  const weight = createRng(`masthead/${issue.slug}`).pick([900, 800, 600]);
  const start = Math.floor(createRng(issue.slug).next() * PICTURES.length);
  const draw = PICTURES[(start + issue.number * 3) % PICTURES.length] ?? filmstrip;
  const masthead = fitTitle(issue.name_fa, { width: W - 2 * M, height: 104, largest: 92, lines: 2 });
  const about = fitTitle(issue.issue_fa, { width: W - 2 * M - 64, height: 62, largest: 24, lines: 2 });
  const rule = 24 + masthead.height + 16;
  const foot = H - 34 - about.height - 22;
  const art = draw({
    w: W,
    h: H,
    focus: { x: 0, y: rule + 18, w: W, h: foot - rule - 34 },
    palette,
    rng: createRng(`art/${key}`),
  });
  const head = readable([art.top], [palette.line, palette.paper, palette.ink]);
  const slab = contrast(palette.line, art.bottom) > 1.8 ? palette.line : palette.ink;
  const ink = readable([slab], [palette.ink, palette.paper]);
  const middle = (foot + H) / 2;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}" viewBox="0 0 ${W} ${H}">${art.svg}` +
    setTitle(masthead, W - M, 24, weight, head) +
    rect(M, rule, W - 2 * M, 2, head) +
    rect(0, foot, W, H - foot, slab) +
    setTitle(about, W - M, middle - about.height / 2, 700, ink) +
    setLine(persianDigits(issue.number), M, middle + 13, {
      size: issue.number > 99 ? 30 : 38,
      weight: 900,
      fill: ink,
    }) +
    '</svg>'
  );
}

/** Draws the mark of a channel, 240×240, in the channel's own colour. */
export function drawChannelLogo(channel: { slug: string; name_fa: string; colour: string }): string {
  const rng = createRng(`channel/${channel.slug}`);
  const own = /^#[0-9a-f]{6}$/i.test(channel.colour) ? channel.colour.toLowerCase() : '#1f3fa8';
  // The emblem darkens the colour only as far as the name stays readable over all of it.
  const tones = (k: number): [string, string] => [mix(own, '#0a0a12', 0.5 * k), mix(own, '#0a0a12', 0.22 * k)];
  const inkOver = (set: readonly string[]): string => readable([own, ...set], ['#ffffff', '#0a0a12']);
  const holds = (k: number): boolean => [own, ...tones(k)].every((tone) => contrast(inkOver(tones(k)), tone) >= 4.5);
  const [dark, soft] = tones([1, 0.75, 0.5, 0.25].find(holds) ?? 0);
  const form = rng.whole(0, 3);
  let mark = '';
  if (form === 0) mark = disc(120, 120, 112, soft) + ring(120, 120, 96, dark, 5);
  else if (form === 1)
    mark = shape(arch(120, 240, 220, 232), soft) + shape(arch(120, 240, 176, 196), mix(soft, own, 0.4));
  else if (form === 2)
    mark =
      shape(star(120, 120, 8, 124, 95, Math.PI / 8), soft) +
      shape(star(120, 120, 8, 106, 81, Math.PI / 8), mix(soft, own, 0.4));
  else
    for (let i = 0; i < 4; i += 1)
      mark += shape(
        `M0 ${n(60 + i * 50)}Q60 ${n(30 + i * 50)} 120 ${n(60 + i * 50)}T240 ${n(60 + i * 50)}V240H0Z`,
        mix(own, dark, (i + 1) / 5),
      );
  const name = fitTitle(channel.name_fa, { width: 164, height: 110, largest: 84, lines: 2 });
  const ink = inkOver([dark, soft]);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240" viewBox="0 0 240 240">${rect(0, 0, 240, 240, own)}${mark}` +
    `${setTitle(name, 120, 120 - name.height / 2, 900, ink, 'middle')}</svg>`
  );
}
