import { disc, figure, rect, ring, shape, star, stroke } from '../canvas.ts';
import { mix } from '../colour.ts';
import { bird, ground, halftone, put, repeat, scene, sun } from '../scene.ts';

/** A helmet on a rifle, and wire. */
export const trench = scene((t) => ({
  svg:
    sun(0, -14, 62, t) +
    halftone(-64, -10, 128, 56, mix(t.glow, t.sky, 0.35)) +
    ground(66, t.land) +
    shape('M-500 66C-200 50 -100 74 -40 60S60 76 120 58S300 66 700 60V90H-500Z', t.land) +
    rect(-3.4, -34, 6.8, 104, t.ink) +
    rect(-6, 14, 12, 36, t.ink) +
    shape('M-9 50H9L6 72H-6Z', t.ink) +
    shape('M-42 -34C-42 -66 -22 -78 0 -78S42 -66 42 -34C48 -32 50 -26 48 -24H-48C-50 -26 -48 -32 -42 -34Z', t.body) +
    rect(-42, -38, 84, 5, t.shade) +
    stroke('M-30 -24Q0 14 30 -24', t.ink, 2) +
    stroke('M-500 36C-100 26 -60 52 0 40S120 30 600 46', t.ink, 1.8) +
    repeat(14, (i) => put(-150 + i * 24, 38 + ((i * 7) % 9), stroke('M-5 -5L5 5M5 -5L-5 5', t.ink, 1.6))) +
    [-84, 84].map((x) => rect(x - 3, 14, 6, 60, t.ink)).join('') +
    ground(100, t.land),
  floor: t.land,
}));

/** Aeroplanes over a city that burns. */
export const planes = scene((t, rng) => {
  const plane = shape(
    'M0 -26C4 -26 5 -16 5 -8L40 10V17L5 10L4 24L14 31V35L0 32L-14 35V31L-4 24L-5 10L-40 17V10L-5 -8C-5 -16 -4 -26 0 -26Z',
    t.line,
  );
  return {
    svg:
      repeat(3, (i) => stroke(`M${-60 + i * 50} ${-20 - i * 18}Q${-90 + i * 50} 30 ${-130 + i * 50} 60`, t.haze, 9)) +
      put(-48, -32, plane, 0.7, 32) +
      put(6, -56, plane, 0.9, 32) +
      put(56, -74, plane, 0.55, 32) +
      repeat(
        3,
        (i) =>
          `<ellipse cx="${-50 + i * 60}" cy="${30 - i * 7}" rx="${30 - i * 4}" ry="44" fill="${i % 2 ? t.second : t.haze}"/>`,
      ) +
      disc(-30, 60, 30, t.glow) +
      repeat(16, (i) => {
        const h = rng.between(14, 54);
        return (
          rect(-160 + i * 26, 92 - h, 25, h + 14, t.land) + (i % 3 ? rect(-153 + i * 26, 99 - h, 6, 8, t.glow) : '')
        );
      }) +
      ground(92, t.land),
    floor: t.land,
  };
});

/** Boots that somebody left, and a flower in one of them. */
export const boots = scene((t) => {
  const boot =
    shape('M-18 -62H14L16 -4C34 2 46 8 46 24H-20C-22 -4 -16 -20 -18 -62Z', t.body) +
    rect(-20, 24, 68, 8, t.ink) +
    rect(-20, -66, 36, 8, t.shade) +
    repeat(4, (i) => stroke(`M4 ${-44 + i * 11}L18 ${-40 + i * 11}`, t.paper, 2));
  return {
    svg:
      disc(0, -20, 78, t.haze) +
      ground(58, t.land) +
      put(-40, 28, boot) +
      stroke('M22 -30C20 -54 30 -64 26 -88', t.second, 3) +
      shape('M24 -60C36 -66 42 -60 44 -54C36 -52 28 -52 24 -60Z', t.second) +
      repeat(6, (i) => put(26, -90, `<ellipse cx="0" cy="-10" rx="6" ry="10" fill="${t.glow}"/>`, 1, i * 60)) +
      disc(26, -90, 5, t.ink) +
      put(24, 36, boot) +
      ground(100, t.land),
    floor: t.land,
  };
});

/** Cranes above soldiers who go. */
export const march = scene((t, rng) => ({
  svg:
    sun(-10, -30, 50, t) +
    repeat(7, (i) => put(-72 + i * 24, -60 - Math.abs(3 - i) * -9, bird(t.ink), 0.62)) +
    shape('M-500 70C-160 60 -60 30 40 34S300 60 700 64V700H-500Z', t.land) +
    repeat(9, (i) => {
      const x = -104 + i * 25;
      const y = 58 - Math.sin(((i + 1) / 10) * Math.PI) * 22;
      return (
        figure(x, y + 8, 38, t.ink, false) +
        stroke(`M${x + 4} ${y - 12}L${x + 13} ${y - 46}`, t.ink, 1.8) +
        shape(`M${x - 5} ${y - 25}a5 5 0 0 1 10 0Z`, rng.chance(0.2) ? t.glow : t.ink)
      );
    }) +
    ground(100, t.land),
  floor: t.land,
}));

/** Bars, and a bird outside. */
export const prison = scene((t) => ({
  svg:
    rect(-62, -86, 124, 150, t.glow) +
    shape('M-62 40C-30 20 10 44 62 26V64H-62Z', t.second) +
    disc(24, -48, 18, t.paper) +
    put(-22, -50, bird(t.ink), 1.1, -10) +
    repeat(5, (i) => rect(-54 + i * 25, -86, 8, 150, t.ink)) +
    rect(-62, -18, 124, 7, t.ink) +
    rect(-72, 64, 144, 12, t.body) +
    rect(-72, -98, 144, 12, t.body) +
    shape('M-30 100C-34 66 -12 58 0 58S34 66 30 100Z', t.shade) +
    disc(0, 42, 19, t.shade) +
    ground(100, t.shade),
  floor: t.shade,
}));

/** A star with a ribbon, as a medal. */
export const medal = scene((t) => ({
  svg:
    shape('M-34 -100H-4L20 -6H-8ZM34 -100H4L-20 -6H8Z', t.body) +
    shape('M-24 -100H-14L12 -6H2ZM24 -100H14L-12 -6H-2Z', t.paper) +
    disc(0, 38, 60, t.haze) +
    shape(star(0, 38, 5, 56, 25, -Math.PI / 2), t.glow) +
    ring(0, 38, 22, t.shade, 2.4) +
    figure(0, 54, 30, t.shade, false) +
    halftone(-40, 64, 80, 24, mix(t.haze, t.sky, 0.4)),
}));
