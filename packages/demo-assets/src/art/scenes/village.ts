import { disc, figure, rect, shape, stroke } from '../canvas.ts';
import { mix } from '../colour.ts';
import { bird, ground, halftone, house, mirror, put, repeat, scene, sun, tree } from '../scene.ts';

/** A cow before the moon. */
export const cow = scene((t, rng) => {
  const coat = t.body;
  const animal =
    shape(
      'M-62 -4C-66 -26 -50 -34 -30 -33C-6 -32 18 -36 38 -34C44 -46 54 -52 60 -46C74 -46 84 -36 90 -22C90 -14 82 -12 76 -14C68 -16 62 -14 56 -6C52 10 46 20 42 24V66H32L30 28C12 34 -16 34 -34 28L-38 66H-48L-50 30C-58 20 -60 10 -62 -4Z',
      coat,
    ) +
    shape('M-62 -18C-74 -8 -72 20 -76 36L-71 38C-66 20 -66 2 -58 -10Z', coat) +
    shape(
      'M54 -44C50 -56 56 -64 62 -66C58 -58 60 -52 64 -46ZM70 -44C78 -54 86 -56 90 -66C92 -54 84 -44 76 -40Z',
      t.paper,
    ) +
    shape('M-40 -32C-36 -12 -14 -10 -6 -30ZM6 -8C20 -18 34 -8 28 8C16 18 2 8 6 -8Z', t.shade) +
    disc(70, -32, 2.6, t.ink);
  return {
    svg:
      sun(0, -22, 66, t) +
      ground(64, t.land) +
      halftone(-110, 66, 220, 28, mix(t.land, t.ink, 0.3)) +
      put(-8, 0, rng.chance(0.5) ? mirror(animal) : animal) +
      ground(100, t.land),
    floor: t.land,
  };
});

/** Houses of mud upon each other on a slope, and one light. */
export const hamlet = scene((t, rng) => ({
  svg:
    sun(46, -72, 24, t) +
    shape('M-500 20C-160 -20 -60 -70 30 -40S260 40 700 20V700H-500Z', t.haze) +
    repeat(11, (i) => {
      const row = i < 2 ? 0 : i < 5 ? 1 : i < 8 ? 2 : 3;
      const place = i - ([0, 2, 5, 8][row] ?? 0);
      return put(
        -66 + place * 62 + row * -6 + (row % 2) * 24,
        -16 + row * 34,
        house(row % 2 ? t.body : t.second, i === 6 ? t.glow : t.shade),
        1.05,
      );
    }) +
    put(rng.pick([-84, 84]), 88, tree(t.land, t.shade, t.ink), 0.8) +
    ground(88, t.land),
  floor: t.land,
}));

/** One tree and its fruit; who rests below. */
export const fruitTree = scene((t, rng) => ({
  svg:
    disc(0, -24, 88, t.haze) +
    ground(74, t.land) +
    put(0, 78, tree(t.body, t.second, t.ink), 1.55) +
    repeat(13, (i) => disc(-58 + ((i * 53) % 116), -70 + ((i * 31) % 72), 5.4, t.glow)) +
    repeat(3, () => disc(rng.between(-60, 60), rng.between(80, 92), 5, t.glow)) +
    figure(48, 84, 34, t.line, rng.chance(0.5)) +
    ground(100, t.land),
  floor: t.land,
}));

/** Stalks in the wind. */
export const field = scene((t, rng) => ({
  svg:
    sun(-30, -44, 38, t) +
    put(44, -70, bird(t.line), 0.8) +
    put(70, -54, bird(t.line), 0.5) +
    ground(30, mix(t.haze, t.land, 0.4)) +
    figure(26, 34, 46, t.line, true) +
    repeat(46, (i) => {
      const x = -150 + i * 9.5;
      const h = rng.between(38, 74);
      return (
        stroke(`M${x} 112Q${x + 2} ${112 - h * 0.6} ${x + 14} ${112 - h}`, i % 3 ? t.body : t.second, 2) +
        `<ellipse cx="${x + 15}" cy="${Math.round(108 - h)}" rx="3" ry="8" transform="rotate(28 ${x + 15} ${Math.round(108 - h)})" fill="${i % 3 ? t.second : t.glow}"/>`
      );
    }) +
    ground(100, t.land),
  floor: t.land,
}));

/** A carpet on a line, and somebody behind it. */
export const carpet = scene((t) => ({
  svg:
    sun(64, -78, 20, t) +
    stroke('M-500 -60Q0 -44 600 -64', t.line, 1.6) +
    ground(84, t.land) +
    figure(54, 90, 96, t.shade, true) +
    rect(-64, -54, 112, 118, t.body) +
    rect(-57, -47, 98, 104, t.second) +
    rect(-50, -40, 84, 90, t.body) +
    shape('M-8 -36L28 5L-8 46L-44 5Z', t.glow) +
    shape('M-8 -20L14 5L-8 30L-30 5Z', t.body) +
    shape('M-8 -8L3 5L-8 18L-19 5Z', t.paper) +
    repeat(5, (i) => disc(-48 + i * 20, -51, 2, t.paper) + disc(-48 + i * 20, 61, 2, t.paper)) +
    repeat(19, (i) => stroke(`M${-63 + i * 6.1} 64V72`, t.paper, 1)) +
    ground(100, t.land),
  floor: t.land,
}));

/** A boat on a marsh among reeds, with herons. */
export const reeds = scene((t, rng) => ({
  svg:
    sun(30, -20, 46, t) +
    ground(26, mix(t.sky, t.body, 0.5)) +
    repeat(5, (i) => rect(-20 + ((i * 29) % 70), 34 + i * 11, 40 - i * 4, 2.4, t.glow)) +
    put(
      -36,
      46,
      shape(
        'M0 0V-44C-2 -58 8 -62 12 -54C14 -50 20 -50 28 -48C18 -44 12 -46 10 -42C6 -34 20 -26 24 -6L4 0ZM6 0V34H8V0ZM14 -2V34H16V-4Z',
        t.line,
      ),
    ) +
    put(
      48,
      60,
      shape('M-34 -8C-20 0 20 0 34 -8C28 8 -28 8 -34 -8Z', t.ink) +
        figure(4, -3, 34, t.ink, false) +
        stroke('M14 -40L26 14', t.ink, 1.4),
    ) +
    repeat(16, (i) => {
      const x = (i % 2 ? 1 : -1) * (62 + i * 6);
      const h = rng.between(60, 130);
      return (
        stroke(`M${x} 110Q${x} ${110 - h / 2} ${x + rng.between(-8, 8)} ${110 - h}`, t.shade, 2) +
        rect(x - 2, 108 - h, 4, 18, t.shade)
      );
    }) +
    ground(100, t.land),
  floor: t.land,
}));
