import { arch, disc, n, rect, ring, shape, star } from './canvas.ts';
import { contrast, mix, readable } from './colour.ts';
import { measure } from './glyph-widths.ts';
import { choosePalette } from './palette.ts';
import { createRng } from './prng.ts';
import { setPersian } from './typography.ts';

const S = 240;

/** The initials of a Persian name, first and last, kept from joining into a word. */
export function initials(name: string): string {
  const words = name
    .split(/[\s\u200c]+/)
    .map((word) => word.replace(/[^\p{L}]/gu, ''))
    .filter(Boolean);
  const first = [...(words[0] ?? '؟')][0] ?? '؟';
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : '';
  return last ? `${first}\u200c\u2009${last}` : first;
}

/** Draws somebody's portrait as a monogram over a soft ground, 240×240. */
export function drawPortrait(person: { slug: string; name_fa: string; name_en: string }): string {
  const rng = createRng(`portrait/${person.slug}`);
  const p = choosePalette(rng, ['night', 'flat', 'flat', 'paper']);
  // The shapes are as strong as the contrast of the letters over all of them allows.
  const tones = (k: number): [string, string, string] => {
    const mild = mix(p.ground, p.a, k * (p.scheme === 'paper' ? 0.22 : 0.45));
    return [mix(p.ground, p.scheme === 'paper' ? p.b : p.ink, 0.3 * k), mild, mix(mild, p.ground, 0.5)];
  };
  const inkOver = (set: readonly string[]): string => readable([p.ground, ...set], [p.line, p.paper, p.ink]);
  const holds = (k: number): boolean =>
    [p.ground, ...tones(k)].every((tone) => contrast(inkOver(tones(k)), tone) >= 4.5);
  const [deep, soft, softer] = tones([1, 0.75, 0.5, 0.25].find(holds) ?? 0);
  const form = rng.whole(0, 3);
  const x = rng.between(70, 170);
  let ground = rect(0, 0, S, S, 'url(#g)');
  if (form === 0) ground += disc(x, 150, 104, soft) + disc(x, 150, 70, softer);
  else if (form === 1) ground += shape(arch(120, 240, 190, 216), soft) + shape(arch(120, 240, 140, 170), softer);
  else if (form === 2) ground += shape(star(120, 120, 8, 128, 98, Math.PI / 8), soft) + ring(120, 120, 84, softer, 10);
  else
    ground +=
      shape(`M0 ${n(120 + x / 4)}Q60 ${n(60 + x / 4)} 120 ${n(120 + x / 4)}T240 ${n(110 + x / 4)}V240H0Z`, soft) +
      shape('M0 190Q60 150 120 190T240 184V240H0Z', softer);
  const ink = inkOver([deep, soft, softer]);
  const text = initials(person.name_fa);
  const size = Math.min(112, 168 / measure(text).width);
  const { height, depth } = measure(text);
  const y = 120 + ((height - depth) * size) / 2;
  const mark = rect(102, 208, 36, 5, ink);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${S}" height="${S}" viewBox="0 0 ${S} ${S}"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${p.ground}"/><stop offset="1" stop-color="${deep}"/></linearGradient></defs>` +
    `${ground}${setPersian(text, 120, y, { size, weight: 800, fill: ink, anchor: 'middle' })}${mark}</svg>`
  );
}
