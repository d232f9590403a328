import { arch, disc, figure, n, rect, ring, shape, star, stroke } from '../canvas.ts';
import { mix } from '../colour.ts';
import { bird, ground, halftone, house, mirror, put, repeat, scene, stars, sun } from '../scene.ts';

/** A wheel in space over a planet's edge. */
export const station = scene((t, rng) => ({
  svg:
    stars(rng, 44, t.line) +
    disc(40, 420, 370, t.body) +
    disc(46, 430, 370, t.shade) +
    put(
      -6,
      -26,
      `<ellipse rx="84" ry="84" fill="none" stroke="${t.second}" stroke-width="15"/><ellipse rx="84" ry="84" fill="none" stroke="${t.line}" stroke-width="3" stroke-dasharray="7 6"/>` +
        repeat(3, (i) => put(0, 0, rect(-78, -3, 156, 6, t.second), 1, i * 60)) +
        disc(0, 0, 19, t.line) +
        disc(0, 0, 10, t.glow),
      0.92,
    ) +
    ground(120, t.shade),
  floor: t.shade,
}));

/** A helmet; another world is in its visor. */
export const astronaut = scene((t, rng) => ({
  svg:
    stars(rng, 36, t.line) +
    shape('M-90 110C-88 70 -60 58 -40 52H40C60 58 88 70 90 110Z', t.second) +
    rect(-46, 44, 92, 16, t.shade) +
    disc(0, -14, 72, t.line) +
    disc(-76, -14, 11, t.second) +
    disc(76, -14, 11, t.second) +
    shape('M-56 -14C-56 -60 56 -60 56 -14C56 32 -56 32 -56 -14Z', t.ink) +
    disc(20, -14, 18, t.glow) +
    shape('M-50 4C-20 -8 20 14 50 4C40 28 -40 28 -50 4Z', t.body) +
    figure(-18, 8, 24, t.paper, false) +
    stroke('M-44 -26C-40 -40 -28 -46 -16 -48', t.paper, 3) +
    ground(100, t.second),
  floor: t.second,
}));

/** Domes on an empty plain, a planet above. */
export const domes = scene((t, rng) => ({
  svg:
    stars(rng, 30, t.line) +
    disc(34, -44, 48, t.glow) +
    `<ellipse cx="34" cy="-44" rx="82" ry="15" fill="none" stroke="${t.second}" stroke-width="5" transform="rotate(-18 34 -44)"/>` +
    ground(52, t.land) +
    shape('M-500 52C-200 36 -120 60 -30 46S200 56 700 40V60H-500Z', t.land) +
    [
      [-58, 30],
      [4, 44],
      [66, 24],
    ]
      .map(
        ([x = 0, r = 0]) =>
          shape(`M${x - r} 58A${r} ${r} 0 0 1 ${x + r} 58Z`, t.body) +
          stroke(
            `M${x} ${58 - r}V58M${x - r * 0.5} 58Q${x - r * 0.5} ${58 - r * 0.7} ${x} ${58 - r}Q${x + r * 0.5} ${58 - r * 0.7} ${x + r * 0.5} 58`,
            t.shade,
            1.4,
          ) +
          rect(x - 5, 46, 10, 12, t.glow),
      )
      .join('') +
    figure(-20, 92, 26, t.line, false) +
    ground(100, t.land),
  floor: t.land,
}));

/** A city of the future in rays. */
export const metropolis = scene((t) => ({
  svg:
    repeat(14, (i) => put(0, -56, shape('M-7 0L-22 -400H22L7 0Z', t.haze), 1, i * 25.7)) +
    disc(0, -56, 18, t.glow) +
    [
      [-92, 60, 36],
      [-58, 100, 32],
      [62, 90, 34],
      [98, 56, 36],
      [-24, 84, 26],
      [28, 112, 26],
    ]
      .map(
        ([x = 0, h = 0, w = 0], i) =>
          rect(x - w / 2, 90 - h, w, h, i % 2 ? t.second : t.shade) +
          repeat(Math.floor(h / 14), (k) => rect(x - w / 2 + 4, 96 - h + k * 13, w - 8, 3, i % 2 ? t.shade : t.glow)),
      )
      .join('') +
    shape('M-22 90V-10L-14 -24V-40H14V-24L22 -10V90Z', t.body) +
    shape('M-3 -40L0 -70L3 -40Z', t.body) +
    repeat(6, (k) => rect(-14, -4 + k * 14, 28, 4, t.glow)) +
    shape('M-500 90L-40 70H40L500 90Z', t.land) +
    ground(90, t.land),
  floor: t.land,
}));

/** Riders with banners on a ridge. */
export const banners = scene((t) => {
  const rider =
    shape(
      'M-20 0L-16 -16C-24 -18 -24 -28 -16 -30H4L12 -42C18 -46 22 -42 24 -36L18 -32L14 -18L16 0H12L8 -14H-10L-15 0Z',
      t.ink,
    ) +
    shape('M-10 -28C-10 -44 2 -44 3 -28Z', t.ink) +
    disc(-3, -46, 5, t.ink);
  return {
    svg:
      sun(0, -22, 66, t) +
      shape('M-500 100C-200 60 -80 46 0 44S200 66 700 90V700H-500Z', t.land) +
      repeat(5, (i) => {
        const y = 50 - Math.sin(((i + 1) / 6) * Math.PI) * 4;
        return put(
          -72 + i * 36,
          y,
          stroke('M-4 -24V-88', t.ink, 1.8) +
            shape('M-4 -88C8 -94 14 -82 28 -88V-70C14 -64 8 -76 -4 -70Z', i % 2 ? t.body : t.second) +
            rider,
          i === 2 ? 1.15 : 0.9,
        );
      }) +
      ground(100, t.land),
    floor: t.land,
  };
});

/** Columns of an old palace. */
export const columns = scene((t, rng) => ({
  svg:
    sun(rng.pick([-30, 30]), -34, 42, t) +
    [-74, -25, 25, 74]
      .map((x, i) => {
        const top = i === 2 ? 4 : -66;
        return (
          rect(x - 10, top, 20, 90 - top, t.body) +
          repeat(3, (k) => rect(x - 7 + k * 6, top, 2, 90 - top, t.shade)) +
          rect(x - 15, 72, 30, 12, t.shade) +
          (i === 2
            ? shape(`M${x - 10} 4L${x - 4} -6L${x} 0L${x + 6} -8L${x + 10} 4Z`, t.body)
            : shape(
                `M${x - 12} -66L${x - 20} -84C${x - 26} -92 ${x - 14} -96 ${x - 12} -88H${x + 12}C${x + 14} -96 ${x + 26} -92 ${x + 20} -84L${x + 12} -66Z`,
                t.body,
              ))
        );
      })
      .join('') +
    figure(0, 90, 34, t.line, true) +
    rect(-500, 84, 1200, 4, t.second) +
    ground(88, t.land),
  floor: t.land,
}));

/** Lanterns in a courtyard. */
export const lanterns = scene((t, rng) => ({
  svg:
    shape('M-500 -92L-90 -74H90L500 -92V-140H-500Z', t.shade) +
    [
      [-62, -40, 1],
      [0, -22, 1.3],
      [62, -46, 0.9],
      [-30, -66, 0.6],
      [34, -72, 0.55],
    ]
      .map(
        ([x = 0, y = 0, s = 1], i) =>
          stroke(`M${x} -140V${n(y - 20 * s)}`, t.line, 1) +
          put(
            x,
            y,
            disc(0, 2, 32, mix(t.sky, t.glow, 0.25)) +
              shape('M-14 -22H14C28 -12 28 14 14 24H-14C-28 14 -28 -12 -14 -22Z', i % 2 ? t.second : t.glow) +
              stroke('M-9 -21C-15 -8 -15 12 -9 23M9 -21C15 -8 15 12 9 23', t.ink, 1.4) +
              rect(-11, -27, 22, 6, t.ink) +
              rect(-9, 24, 18, 5, t.ink) +
              stroke('M0 29V40', t.glow, 2.4),
            s,
          ),
      )
      .join('') +
    ground(84, t.land) +
    figure(rng.pick([-16, 16]), 90, 62, t.line, true),
  floor: t.land,
}));

/** A crown on a cushion between two lions' tails of light. */
export const crown = scene((t) => ({
  svg:
    repeat(24, (i) => put(0, -14, shape('M-2.4 -60L0 -98L2.4 -60Z', t.haze), 1, i * 15)) +
    disc(0, -14, 60, t.haze) +
    shape('M-54 22L-62 -42L-32 -14L-22 -62L0 -20L22 -62L32 -14L62 -42L54 22Z', t.glow) +
    [
      [-62, -46],
      [-22, -67],
      [22, -67],
      [62, -46],
    ]
      .map(([x = 0, y = 0]) => disc(x, y, 6, t.body))
      .join('') +
    rect(-54, 22, 108, 13, t.body) +
    repeat(5, (i) => disc(-40 + i * 20, 28.5, 4, i % 2 ? t.paper : t.second)) +
    shape('M-78 44C-60 34 60 34 78 44C90 60 88 74 78 82C50 74 -50 74 -78 82C-88 74 -90 60 -78 44Z', t.second) +
    disc(-82, 82, 6, t.glow) +
    disc(82, 82, 6, t.glow),
}));

/** Tents in the desert, a camel, and one star. */
export const caravan = scene((t) => {
  const camel = shape(
    'M-34 0L-30 -30C-36 -40 -26 -46 -20 -44C-16 -64 -6 -62 -2 -46C4 -66 14 -62 16 -44C22 -38 28 -52 30 -64C34 -70 46 -66 48 -60L36 -58C36 -40 30 -30 22 -28L24 0H19L15 -24H-16L-24 -24L-28 0Z',
    t.ink,
  );
  return {
    svg:
      shape(star(-30, -62, 8, 26, 7), t.glow) +
      disc(-30, -62, 30, mix(t.sky, t.glow, 0.15)) +
      shape('M-500 60C-220 10 -120 60 -20 30S200 20 700 60V700H-500Z', t.haze) +
      shape('M-500 80C-200 50 -60 90 60 60S300 80 700 70V700H-500Z', t.land) +
      put(-50, 72, camel, 0.8) +
      put(8, 76, camel, 0.72) +
      put(58, 70, camel, 0.6) +
      stroke('M-16 22L6 26M40 30L52 34', t.ink, 1) +
      halftone(-110, 74, 220, 22, mix(t.land, t.ink, 0.3)) +
      ground(100, t.land),
    floor: t.land,
  };
});

/** A castle on a rock. */
export const castle = scene((t) => ({
  svg:
    sun(0, -38, 54, t) +
    put(-70, -60, bird(t.line), 0.6) +
    put(-52, -74, bird(t.line), 0.4) +
    shape('M-96 100L-60 46L-40 50L-30 28H34L48 44L64 40L100 100Z', t.shade) +
    shape('M-36 40V-12H-30V-18H-24V-12H-18V-6H-10V-40H-14L0 -72L14 -40H10V-6H18V-26H14L26 -50L38 -26H34V40Z', t.body) +
    rect(-4, -30, 8, 12, t.glow) +
    rect(22, -14, 7, 10, t.glow) +
    shape(arch(0, 40, 14, 24), t.ink) +
    stroke('M0 -72V-90', t.body, 1.6) +
    shape('M0 -90L20 -84L0 -78Z', t.second) +
    stroke('M0 40C20 60 -26 70 0 104', t.second, 5) +
    ground(99, t.shade),
  floor: t.shade,
}));

/** A lion whose mane is the sun. */
export const lion = scene((t) => ({
  svg:
    repeat(20, (i) => put(0, -4, shape('M-13 -60Q0 -112 13 -60Z', i % 2 ? t.glow : t.second), 1, i * 18)) +
    disc(0, -4, 66, t.glow) +
    disc(-40, -46, 15, t.body) +
    disc(40, -46, 15, t.body) +
    shape('M-44 -20C-44 -58 44 -58 44 -20C44 10 26 50 0 52C-26 50 -44 10 -44 -20Z', t.body) +
    disc(-18, -18, 5.4, t.ink) +
    disc(18, -18, 5.4, t.ink) +
    shape('M-26 16C-26 0 -8 4 -9 -24H9C8 4 26 0 26 16C26 40 -26 40 -26 16Z', t.paper) +
    shape('M-12 4H12L0 17Z', t.ink) +
    stroke('M0 16V26Q-8 34 -16 28M0 26Q8 34 16 28', t.ink, 2.4),
}));

/** A whale below a small boat. */
export const whale = scene((t) => ({
  svg:
    sun(-44, -78, 16, t) +
    shape(`M-500 -30${'q20 -8 40 0t40 0'.repeat(15)}V700H-500Z`, t.haze) +
    put(
      40,
      -32,
      shape('M-22 -4H22L14 8H-14Z', t.ink) + stroke('M0 -4V-30', t.ink, 2) + shape('M2 -30L20 -8H2Z', t.paper),
    ) +
    mirror(
      shape(
        'M-92 30C-88 -10 -40 -16 0 -6C34 2 56 12 74 4C70 -8 76 -18 88 -22C88 -14 92 -8 98 -4C98 6 90 12 84 14C76 40 40 66 -10 66C-60 66 -90 54 -92 30Z',
        t.body,
      ) +
        shape('M-90 36C-60 46 -20 44 10 50C0 62 -30 66 -50 62C-76 58 -88 50 -90 36Z', t.paper) +
        disc(-62, 24, 3.4, t.ink) +
        shape('M-20 44C-14 60 -2 74 10 76C10 64 6 52 0 44Z', t.shade),
    ) +
    repeat(5, (i) => ring(-70 + i * 9, 0 - i * 9, 2.4 - i * 0.2, t.paper, 1)) +
    ground(110, t.haze),
  floor: t.haze,
}));

/** A small house under a sky of comets. */
export const nightVillage = scene((t, rng) => ({
  svg:
    stars(rng, 40, t.line) +
    repeat(3, (i) =>
      put(
        -60 + i * 60,
        -70 + i * 24,
        shape('M0 0L-60 -16L-58 -12Z', t.haze) + shape(star(0, 0, 5, 6, 2.6), t.glow),
        1,
        10,
      ),
    ) +
    shape('M-500 70C-200 30 -60 70 40 44S260 60 700 40V700H-500Z', t.land) +
    put(-18, 60, house(t.body, t.glow), 1.1) +
    put(54, 56, house(t.second, t.shade), 0.7) +
    figure(18, 76, 24, t.line, false) +
    ground(100, t.land),
  floor: t.land,
}));
