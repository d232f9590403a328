/** Clips out of shots: a composition of the posters, a camera and an actor that move, weather, and hard cuts. */

import type { Canvas } from '../art/canvas.ts';
import { COMPOSITIONS, type CompositionName } from '../art/compositions.ts';
import { choosePalette, type Palette, type Scheme } from '../art/palette.ts';
import { createRng } from '../art/prng.ts';
import { ACTORS, type ActorName } from './actors.ts';
import { HEIGHT, WIDTH } from './frame.ts';
import { lerp, n, random, type Scene } from './draw.ts';

/** Falls or flies before the picture. */
type Weather = 'clear' | 'rain' | 'snow' | 'dust' | 'leaves' | 'petals' | 'confetti';

/** The camera's way through a shot: how near it is, and how far it looks to the side, in pixels. */
interface Move {
  zoom: readonly [from: number, to: number];
  pan: readonly [from: number, to: number];
}

/** A camera that moves costs most of a clip's bits, above all one that comes near: pans are of whole pixels. */
const MOVES = {
  near: { zoom: [1.02, 1.3], pan: [0, 0] },
  far: { zoom: [1.34, 1.02], pan: [0, 20] },
  left: { zoom: [1.22, 1.22], pan: [-108, 108] },
  right: { zoom: [1.22, 1.22], pan: [108, -108] },
  still: { zoom: [1.06, 1.06], pan: [0, 0] },
} satisfies Record<string, Move>;

export interface Story {
  seconds: number;
  scheme: Scheme;
  /** Families of colours that the shots take turns with. */
  inks: readonly string[];
  weather: Weather;
  shots: readonly (readonly [composition: CompositionName, move: keyof typeof MOVES, actor: ActorName])[];
}

const chance = random(61);
const SPECKS = Array.from({ length: 48 }, () => ({
  x: chance() * 1.3,
  y: chance(),
  pace: 0.7 + chance() * 0.7,
  size: chance(),
}));

/** Falls once through the picture in so many seconds, and drifts to the side by so many widths. */
const FALL: Record<Exclude<Weather, 'clear'>, readonly [seconds: number, drift: number]> = {
  rain: [0.7, -0.06],
  snow: [9, 0.05],
  dust: [26, -0.6],
  leaves: [6, -0.35],
  petals: [8, -0.25],
  confetti: [5, 0.1],
};

function drawWeather(weather: Weather, time: number, { line, pop, paper }: Palette): string {
  if (weather === 'clear') return '';
  const [seconds, drift] = FALL[weather];
  const isPaper = weather === 'leaves' || weather === 'petals' || weather === 'confetti';
  return SPECKS.map(({ x, y, pace, size }, at) => {
    if (at % 3 && isPaper) return '';
    const share = (y + (time / seconds) * pace) % 1;
    const px = ((((x + share * drift + (weather === 'dust' ? (time / 11) * pace : 0)) % 1.2) + 1.2) % 1.2) * WIDTH - 60;
    const py = share * (HEIGHT + 120) - 60;
    if (weather === 'rain')
      return `<path d="M${n(px)} ${n(py)}l-5 ${n(26 + size * 22)}" stroke="${line}" stroke-opacity="0.4" stroke-width="2.5"/>`;
    if (isPaper) {
      const colour = at % 2 ? pop : weather === 'leaves' ? '#ffc877' : paper;
      const turn = `rotate(${n(time * 90 * pace + at * 40)} ${n(px)} ${n(py)})`;
      return `<ellipse cx="${n(px)}" cy="${n(py)}" rx="10" ry="${weather === 'confetti' ? 7 : 4}" fill="${colour}" fill-opacity="0.85" transform="${turn}"/>`;
    }
    return `<circle cx="${n(px)}" cy="${n(py)}" r="${n(1.4 + size * 3)}" fill="${line}" fill-opacity="${weather === 'snow' ? 0.75 : 0.28}"/>`;
  }).join('');
}

/** The scene of a story, which is the same for the same `key`: each shot in colours of its own, with the camera's move over its whole length. */
export function tell(key: string, { seconds, scheme, inks, weather, shots }: Story): Scene {
  const makeShot = ([composition, move, actor]: Story['shots'][number], at: number) => {
    const palette = choosePalette(createRng(`${key}/${String(Math.floor(at / 2))}`), [scheme], inks);
    // Sheets wider and higher than the picture, so that the camera finds no edge.
    const canvas: Canvas = {
      w: WIDTH,
      h: HEIGHT,
      focus: { x: 240, y: 50, w: 800, h: 600 },
      palette,
      rng: createRng(`${key}/${String(at)}`),
    };
    return { picture: COMPOSITIONS[composition].draw(canvas).svg, palette, move: MOVES[move], act: ACTORS[actor] };
  };
  const scenes = shots.map(makeShot);
  const length = seconds / scenes.length;
  return (time) => {
    const at = Math.min(scenes.length - 1, Math.floor(time / length));
    const shot = scenes[at];
    if (!shot) throw new Error(`${key} has no shots`);
    const { zoom, pan }: Move = shot.move;
    const share = (time - at * length) / length;
    const scale = lerp(zoom[0], zoom[1], share);
    const x = WIDTH / 2 + lerp(pan[0], pan[1], share);
    const dark = Math.max(0, 1 - time / 1.2, (time - seconds + 1.6) / 1.5);
    return (
      `<g transform="translate(${n(x)} ${HEIGHT / 2}) scale(${scale.toFixed(4)}) translate(${-WIDTH / 2} ${-HEIGHT / 2})">${shot.picture}</g>` +
      shot.act(time - at * length, share, shot.palette) +
      drawWeather(weather, time, shot.palette) +
      (dark > 0 ? `<rect width="${WIDTH}" height="${HEIGHT}" fill="#000" fill-opacity="${n(Math.min(1, dark))}"/>` : '')
    );
  };
}
