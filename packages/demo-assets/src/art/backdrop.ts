import type { Canvas } from './canvas.ts';
import { mix } from './colour.ts';
import { COMPOSITIONS, type CompositionName } from './compositions.ts';
import { choosePalette } from './palette.ts';
import { type ArtTitle, choosePosterPalette, getArtSeed } from './poster.ts';
import { createRng } from './prng.ts';

/** The units of a drawing. */
const W = 1280;
const H = 720;
/** As wide as the widest size that pages ask for. */
const BACKDROP_WIDTH = 1920;

/**
 * Draws the backdrop of a title as SVG, 1920×1080: the composition of its poster without a word,
 * the event at the left, and dusk at the right and the foot where the page sets its text.
 */
export function drawBackdrop(t: ArtTitle): string {
  const palette = choosePosterPalette(t, true);
  const canvas: Canvas = {
    w: W,
    h: H,
    focus: { x: 20, y: 36, w: 800, h: 584 },
    palette,
    rng: createRng(`art/${getArtSeed(t)}`),
  };
  const art = COMPOSITIONS[t.composition].draw(canvas);
  const dusk = mix(palette.ink, '#000000', 0.15);
  const veil = (id: string, ends: string, stops: readonly (readonly [number, number])[]): string =>
    `<linearGradient id="${id}" ${ends}>${stops.map(([at, o]) => `<stop offset="${at}" stop-color="${dusk}" stop-opacity="${o}"/>`).join('')}</linearGradient>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${BACKDROP_WIDTH}" height="${(BACKDROP_WIDTH * H) / W}" viewBox="0 0 ${W} ${H}">${art.svg}<defs>` +
    veil('side', 'x1="0" y1="0" x2="1" y2="0"', [
      [0, 0],
      [0.36, 0.55],
      [0.66, 0.82],
      [1, 0.9],
    ]) +
    veil('foot', 'x1="0" y1="0" x2="0" y2="1"', [
      [0, 0],
      [0.6, 0.62],
      [1, 0.88],
    ]) +
    `</defs><path fill="url(#side)" d="M500 0H${W}V${H}H500Z"/><path fill="url(#foot)" d="M0 470H${W}V${H}H0Z"/></svg>`
  );
}

const STILL_WIDTH = 960;
const SMALL_STILL_WIDTH = 640;

/** A composition in colours that `seed` chooses. */
export interface Still {
  seed: string;
  composition: CompositionName;
  /** For a card of an episode. */
  small?: boolean;
}

/** Draws a moment of a title as SVG, 960×540 or 640×360: no veil, no letters, the event near the middle. */
export function drawStill({ seed, composition, small = false }: Still): string {
  const rng = createRng(`still/${seed}`);
  const palette = choosePalette(rng, ['night', 'flat', 'night', 'flat', 'hot']);
  const x = rng.between(120, 360);
  const focus = { x, y: 30, w: 800, h: 640 };
  const { svg } = COMPOSITIONS[composition].draw({ w: W, h: H, focus, palette, rng });
  const width = small ? SMALL_STILL_WIDTH : STILL_WIDTH;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${(width * H) / W}" viewBox="0 0 ${W} ${H}">${svg}</svg>`;
}
