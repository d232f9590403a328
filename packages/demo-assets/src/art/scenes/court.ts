import { disc, figure, n, rect, ring, shape, stroke } from '../canvas.ts';
import { mix } from '../colour.ts';
import { ground, halftone, put, repeat, scene, sun } from '../scene.ts';

/** A balance out of balance: somebody in one pan, a house in the other. */
export const scales = scene((t, rng) => {
  const k = rng.pick([-1, 1]);
  const pan = (y: number, load: string): string =>
    put(0, y, stroke('M0 -52L-24 0M0 -52L24 0', t.line, 1.2) + load + shape('M-28 0H28C24 16 -24 16 -28 0Z', t.second));
  return {
    svg:
      disc(0, -10, 84, t.haze) +
      halftone(-60, 0, 120, 60, mix(t.haze, t.sky, 0.5)) +
      shape('M-4 -84H4V84H26V94H-26V84H-4Z', t.body) +
      put(0, -78, rect(-72, -3, 144, 6, t.body), 1, k * 11) +
      disc(0, -78, 8, t.glow) +
      put(-70, 0, pan(-26 - k * 14, put(0, 0, figure(0, 0, 40, t.glow, true)))) +
      put(70, 0, pan(-26 + k * 14, shape('M-16 0V-22L0 -36L16 -22V0Z', t.line) + rect(-4, -14, 8, 14, t.shade))),
    floor: t.sky,
  };
});

/** A corridor of doors; the last one is light, and somebody waits before it. */
export const corridor = scene((t, rng) => {
  const wall = (k: number, fill: string): string =>
    shape(`M${k * 500} -500L${k * 22} -34V40L${k * 500} 460Z`, fill) +
    repeat(3, (i) => {
      const near = [96, 62, 39][i] ?? 39;
      const far = [76, 50, 32][i] ?? 32;
      const top = (x: number): number => -34 - (x - 22) * 0.62;
      const foot = (x: number): number => 40 + (x - 22) * 0.82;
      return shape(
        `M${k * near} ${n(top(near))}L${k * far} ${n(top(far))}V${n(foot(far))}L${k * near} ${n(foot(near))}Z`,
        i === 1 && k > 0 ? t.second : t.shade,
      );
    });
  return {
    svg:
      shape('M-500 700L-22 40H22L500 700Z', t.land) +
      shape('M-22 40H22L40 100H-40Z', mix(t.land, t.glow, 0.55)) +
      wall(-1, t.haze) +
      wall(1, mix(t.haze, t.ink, 0.2)) +
      rect(-22, -34, 44, 74, t.body) +
      rect(-13, -22, 26, 62, t.glow) +
      figure(rng.pick([-5, 0, 5]), 62, 46, t.ink, rng.chance(0.5)) +
      ground(100, t.land),
    floor: t.land,
  };
});

/** A house cut in two, with a person on each side. */
export const splitHouse = scene((t) => {
  const half = (k: number, wall: string): string =>
    shape(`M${k * 8} 70V-70L${k * 14} -62L${k * 9} -48L${k * 76} -6V70Z`, wall) +
    rect(k * 44 - 11, 10, 22, 26, t.glow) +
    stroke(`M${k * 44} 10V36M${k * 44 - 11} 23H${k * 44 + 11}`, wall, 2.4);
  return {
    svg:
      sun(0, -40, 40, t) +
      ground(70, t.land) +
      put(-4, 0, half(-1, t.body), 1, -3) +
      put(4, 0, half(1, t.second), 1, 3) +
      figure(-88, 84, 44, t.line, false) +
      figure(88, 84, 44, t.line, true) +
      figure(0, 78, 24, t.line, false),
    floor: t.land,
  };
});

/** A round table from above; one chair is not as the others. */
export const table = scene((t, rng) => {
  const odd = rng.whole(0, 11);
  return {
    svg:
      repeat(12, (i) =>
        put(
          0,
          0,
          rect(-11, -92, 22, 18, i === odd ? t.glow : t.second) + rect(-13, -98, 26, 6, i === odd ? t.glow : t.shade),
          1,
          i * 30,
        ),
      ) +
      disc(0, 0, 66, t.body) +
      ring(0, 0, 58, t.shade, 1.6) +
      repeat(12, (i) => put(0, 0, rect(-6, -52, 12, 15, i === odd ? t.glow : t.paper), 1, i * 30 + (i % 3) * 4)) +
      disc(0, 0, 12, t.shade),
  };
});

/** A wall of windows at night; in one of them two people. */
export const windows = scene((t, rng) => {
  const lit = rng.whole(6, 13);
  return {
    svg: repeat(20, (i) => {
      const [x, y] = [-78 + (i % 4) * 52, -88 + Math.floor(i / 4) * 42];
      const fill = i === lit ? t.glow : i % 7 === 3 ? t.second : t.haze;
      const people = i === lit ? figure(x - 8, y + 15, 26, t.ink, false) + figure(x + 9, y + 15, 24, t.ink, true) : '';
      return (
        rect(x - 19, y - 15, 38, 30, fill) +
        people +
        stroke(`M${x} ${y - 15}V${y + 15}`, t.sky, 1.6) +
        rect(x - 22, y + 15, 44, 3, t.shade)
      );
    }),
  };
});

/** A chair alone under a lamp. */
export const chair = scene((t) => ({
  svg:
    shape('M0 -64L-74 84H74Z', mix(t.sky, t.glow, 0.35)) +
    stroke('M0 -140V-78', t.line, 1.6) +
    shape('M-18 -64C-16 -80 16 -80 18 -64Z', t.body) +
    ground(84, t.land) +
    `<ellipse cx="0" cy="86" rx="76" ry="11" fill="${mix(t.land, t.glow, 0.6)}"/>` +
    shape('M-22 84L-18 28H-20V18H-18L-20 -26H-14L-12 18H20V28H17L22 84H17L12 30H-13L-17 84Z', t.ink),
  floor: t.land,
}));
