import { arch, disc, n, rect, ring, shape, star } from './canvas.ts';
import { contrast, mix, readable } from './colour.ts';
import { choosePalette } from './palette.ts';
import { createRng } from './prng.ts';

const S = 240;

/**
 * Draws somebody as head and shoulders over a soft ground, 240×240. Without letters and without a face: pages set the
 * name beside it in their own language, and nobody's likeness is made up.
 */
export function drawPortrait(person: { slug: string }): string {
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
  // Nearer to the ground than letters would be: a figure is large.
  const body = mix(ink, p.ground, 0.12);
  const turn = rng.between(-9, 9);
  const width = rng.between(132, 164);
  const head = rng.between(37, 42);
  const bust =
    shape(shoulders(S / 2, S, width, 78), body) +
    shape(neck(S / 2, S, head), mix(body, p.ground, 0.28)) +
    `<ellipse cx="${n(S / 2 + turn / 3)}" cy="104" rx="${n(head)}" ry="${n(head * 1.22)}" fill="${body}" transform="rotate(${n(turn)} 120 120)"/>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${S}" height="${S}" viewBox="0 0 ${S} ${S}"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${p.ground}"/><stop offset="1" stop-color="${deep}"/></linearGradient></defs>` +
    `${ground}${bust}</svg>`
  );
}

/** Sloping shoulders with their lower edge at `base`. */
function shoulders(x: number, base: number, width: number, height: number): string {
  const half = width / 2;
  const top = base - height;
  return (
    `M${n(x - half)} ${base}V${n(base - height * 0.28)}C${n(x - half)} ${n(base - height * 0.72)} ${n(x - half * 0.62)} ${n(top + height * 0.16)} ${n(x - half * 0.3)} ${n(top)}` +
    `H${n(x + half * 0.3)}C${n(x + half * 0.62)} ${n(top + height * 0.16)} ${n(x + half)} ${n(base - height * 0.72)} ${n(x + half)} ${n(base - height * 0.28)}V${base}Z`
  );
}

/** The neck, down to an open collar. */
function neck(x: number, base: number, head: number): string {
  const w = head * 0.52;
  return `M${n(x - w)} 128V${n(base - 84)}L${n(x)} ${n(base - 44)}L${n(x + w)} ${n(base - 84)}V128Z`;
}
