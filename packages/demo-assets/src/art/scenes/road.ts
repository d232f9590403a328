import { disc, figure, rect, ring, shape, stroke } from '../canvas.ts';
import { mix } from '../colour.ts';
import { bird, car, ground, halftone, put, repeat, scene, stars, sun, tree } from '../scene.ts';

/** A straight road into the sun, and one car on it. */
export const highway = scene((t, rng) => ({
  svg:
    sun(0, -12, 58, t) +
    shape('M-500 10C-260 -30 -160 6 -70 -8S60 14 130 -6S300 -20 700 10V60H-500Z', t.haze) +
    ground(14, t.land) +
    shape('M-5 14H5L120 400H-120Z', mix(t.land, t.ink, 0.55)) +
    repeat(5, (i) =>
      shape(
        `M-${0.4 + i * 0.8} ${22 + i * i * 6}h${0.8 + i * 1.6}l${i * 0.3} ${3 + i * 3}h-${0.8 + i * 2.2}Z`,
        t.paper,
      ),
    ) +
    put(
      rng.pick([-9, 8]),
      62,
      shape('M-16 0V-13L-11 -24H11L16 -13V0Z', t.second) +
        rect(-9, -21, 18, 8, t.ink) +
        rect(-14, -9, 5, 4, t.glow) +
        rect(9, -9, 5, 4, t.glow) +
        rect(-14, 0, 6, 4, t.ink) +
        rect(8, 0, 6, 4, t.ink),
    ) +
    ground(100, t.land),
  floor: t.land,
}));

/** A train comes out of the dark. */
export const train = scene((t, rng) => ({
  svg:
    stars(rng, 26, t.haze) +
    shape('M0 4L-300 100H300Z', mix(t.sky, t.glow, 0.3)) +
    ground(64, t.land) +
    shape('M-8 64H-4L-60 200H-74ZM8 64H4L60 200H74Z', t.line) +
    repeat(4, (i) => rect(-18 - i * 9, 70 + i * 9, 36 + i * 18, 2.4 + i * 0.7, t.shade)) +
    shape('M-40 64V-50C-40 -74 -26 -84 0 -84S40 -74 40 -50V64Z', t.body) +
    shape('M-30 -18V-48C-30 -62 -20 -68 -3 -68V-18ZM30 -18V-48C30 -62 20 -68 3 -68V-18Z', t.ink) +
    rect(-40, 0, 80, 8, t.second) +
    disc(0, 30, 15, t.glow) +
    disc(-28, 30, 6, t.glow) +
    disc(28, 30, 6, t.glow) +
    shape('M-46 64L-36 46H36L46 64Z', t.shade) +
    ground(100, t.land),
  floor: t.land,
}));

/** The mirror of a car: the road behind, and whose eyes look. */
export const rearMirror = scene((t) => ({
  svg:
    shape('M-500 40C-200 20 -120 50 0 40S200 22 700 40V700H-500Z', t.haze) +
    shape('M-8 44H14L130 300H-110Z', t.shade) +
    halftone(-100, 56, 200, 40, mix(t.haze, t.sky, 0.3)) +
    stroke('M20 -140L4 -62', t.body, 7) +
    shape('M-88 -58C-84 -66 84 -66 88 -58C94 -40 92 -22 84 -14C60 -8 -60 -8 -84 -14C-92 -22 -94 -40 -88 -58Z', t.body) +
    shape(
      'M-80 -54C-76 -60 76 -60 80 -54C85 -40 84 -26 78 -20C56 -15 -56 -15 -78 -20C-84 -26 -85 -40 -80 -54Z',
      t.paper,
    ) +
    [-32, 32]
      .map(
        (x) =>
          shape(`M${x - 24} -37Q${x} -56 ${x + 24} -37Q${x} -22 ${x - 24} -37Z`, t.second) +
          disc(x, -38, 8.6, t.ink) +
          disc(x + 3, -41, 2.4, t.paper) +
          stroke(`M${x - 24} -50Q${x} -60 ${x + 24} -50`, t.ink, 3),
      )
      .join('') +
    stroke('M-20 -10V22', t.line, 1) +
    put(-20, 28, disc(0, 0, 7, t.glow) + shape('M-3 6H3L5 24H-5Z', t.glow)) +
    ground(100, t.land),
  floor: t.land,
}));

/** A bicycle before a great sun. */
export const bicycle = scene((t, rng) => {
  const wheel = (x: number): string =>
    ring(x, 44, 34, t.ink, 4) +
    repeat(8, (i) => put(x, 44, stroke('M0 0V-33', mix(t.ink, t.glow, 0.4), 0.8), 1, i * 45)) +
    disc(x, 44, 4, t.ink);
  return {
    svg:
      disc(0, 0, 92, t.glow) +
      halftone(-70, -80, 140, 80, mix(t.glow, t.sky, 0.3)) +
      wheel(-48) +
      wheel(50) +
      stroke('M-48 44L-20 -6H34L4 44H-48M-20 -6L4 44M34 -6L50 44M-24 -18L-20 -6M34 -6L30 -24H44', t.ink, 4.6) +
      shape('M-36 -22H-12C-12 -16 -18 -14 -24 -16Z', t.ink) +
      (rng.chance(0.6) ? rect(36, -24, 30, 20, t.second) + disc(46, -28, 6, t.body) + disc(57, -29, 7, t.sky) : '') +
      ground(80, t.land),
    floor: t.land,
  };
});

/** A suitcase on a platform, and birds that leave. */
export const suitcase = scene((t, rng) => ({
  svg:
    disc(20, -20, 74, t.haze) +
    repeat(5, (i) =>
      put(-60 + i * 34, -84 + ((i * 37) % 40), bird(t.line), 0.5 + (i % 3) * 0.25, rng.between(-16, 16)),
    ) +
    ground(70, t.land) +
    rect(-500, 70, 1200, 4, t.glow) +
    stroke('M-18 -16V-30H18V-16', t.ink, 6) +
    shape(
      'M-70 -16H70C74 -16 76 -12 76 -8V62C76 68 74 70 70 70H-70C-74 70 -76 66 -76 62V-8C-76 -12 -74 -16 -70 -16Z',
      t.body,
    ) +
    rect(-52, -16, 10, 86, t.shade) +
    rect(42, -16, 10, 86, t.shade) +
    put(-6, 16, disc(0, 0, 17, t.glow) + shape('M-11 4L0 -10L11 4Z', t.body), 1, -12) +
    put(22, 44, rect(-18, -10, 36, 20, t.paper) + rect(-18, -3, 36, 4, t.second), 1, 8),
  floor: t.land,
}));

/** A car with its whole household on the roof, on a hill. */
export const journey = scene((t) => ({
  svg:
    sun(52, -56, 30, t) +
    shape('M-500 60C-200 60 -90 50 0 20S190 -20 700 -60V700H-500Z', t.land) +
    put(
      -12,
      24,
      car(t.body, t.paper, t.ink) +
        rect(-24, -52, 34, 10, t.second) +
        rect(-18, -62, 22, 10, t.glow) +
        disc(14, -48, 7, t.shade) +
        stroke('M-22 -42H22', t.ink, 2),
      1.25,
      -14,
    ) +
    put(-86, 78, tree(t.second, t.body, t.ink), 0.5) +
    figure(84, 40, 34, t.line, true) +
    ground(100, t.land),
  floor: t.land,
}));
