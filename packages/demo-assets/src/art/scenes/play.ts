import { disc, figure, n, rect, ring, shape, star, stroke } from '../canvas.ts';
import { mix } from '../colour.ts';
import { bird, ground, halftone, house, put, repeat, scene, stars, sun, tree } from '../scene.ts';

/** A kite over hills, and who holds it. */
export const kite = scene((t, rng) => {
  const k = rng.pick([-1, 1]);
  return {
    svg:
      shape('M-500 60C-160 30 -60 80 40 50S240 30 700 50V700H-500Z', t.land) +
      disc(-k * 60, -64, 18, t.glow) +
      stroke(`M${k * 40} -28C${k * 20} 20 ${-k * 20} 30 ${-k * 44} 46`, t.line, 1.2) +
      put(
        k * 40,
        -46,
        shape('M0 -44L30 -4L0 44L-30 -4Z', t.body) +
          shape('M0 -44L30 -4H-30Z', t.second) +
          stroke('M0 -44V44M-30 -4H30', t.sky, 1.6) +
          stroke('M0 44C-16 56 14 64 -4 78', t.second, 2) +
          repeat(3, (i) => put(-4 + (i % 2) * 8, 52 + i * 10, shape('M-8 -4L0 0L-8 4ZM8 -4L0 0L8 4Z', t.glow))),
        1,
        k * 24,
      ) +
      put(-k * 48, 76, figure(0, 0, 36, t.line, false) + stroke(`M0 -24L${k * 8} -34`, t.line, 3.4)) +
      put(k * 70, 72, house(t.shade, t.glow), 0.5) +
      ground(100, t.land),
    floor: t.land,
  };
});

/** A goldfish in a bowl. */
export const goldfish = scene((t) => ({
  svg:
    disc(0, -4, 92, t.haze) +
    ground(78, t.land) +
    disc(0, 4, 74, t.paper) +
    shape('M-70 -18C-40 -28 -20 -10 6 -18S50 -24 70 -18C84 40 44 78 0 78S-84 40 -70 -18Z', mix(t.body, t.paper, 0.35)) +
    shape('M-44 -58H44L38 -48H-38Z', t.shade) +
    shape(
      'M-34 18C-24 -8 14 -10 26 14C32 6 44 -2 54 -4C50 10 50 24 54 36C44 34 32 30 26 22C14 44 -24 42 -34 18Z',
      t.glow,
    ) +
    disc(-20, 12, 3.6, t.ink) +
    stroke('M-6 6Q2 18 -6 28M8 8Q14 18 8 26', mix(t.glow, t.ink, 0.3), 2) +
    ring(-42, -2, 3, t.paper, 1.4) +
    ring(-36, -12, 2, t.paper, 1.2) +
    ground(100, t.land),
  floor: t.land,
}));

/** A pair of small worn shoes. */
export const shoes = scene((t) => {
  const shoe =
    shape('M-34 20C-38 -4 -34 -24 -30 -34C-22 -30 -10 -30 -2 -36C6 -14 20 -8 36 -2C46 2 48 12 46 20Z', t.body) +
    shape('M-36 20H48V27H-36Z', t.shade) +
    shape('M-4 -36C4 -26 8 -16 12 -10L0 -8C-2 -18 -6 -28 -12 -32Z', t.glow) +
    shape(star(8, -8, 5, 9, 4), t.paper);
  return {
    svg:
      disc(0, -12, 82, t.haze) +
      halftone(-60, 10, 120, 50, mix(t.haze, t.sky, 0.5)) +
      ground(62, t.land) +
      put(-44, 22, shoe) +
      put(34, 62, shoe, 1.15) +
      ground(100, t.land),
    floor: t.land,
  };
});

/** A balloon over roofs. */
export const balloon = scene((t) => ({
  svg:
    stroke('M0 12C-10 40 12 50 -6 92', t.line, 1.6) +
    shape('M0 10C-40 -6 -52 -40 -40 -66C-28 -94 28 -94 40 -66C52 -40 40 -6 0 10ZM-7 18L0 8L7 18Z', t.glow) +
    shape('M-28 -60C-24 -74 -14 -80 -4 -82C-14 -72 -20 -62 -22 -48Z', t.paper) +
    repeat(9, (i) => {
      const h = 30 + ((i * 29) % 40);
      const x = -170 + i * 42;
      return (
        rect(x, 100 - h, 40, h + 4, i % 2 ? t.body : t.second) +
        shape(`M${x - 3} ${100 - h}L${x + 20} ${84 - h}L${x + 43} ${100 - h}Z`, t.shade) +
        rect(x + 14, 110 - h, 11, 13, t.sky)
      );
    }) +
    ground(100, t.land),
  floor: t.land,
}));

/** The moon with the ears of a rabbit. */
export const rabbitMoon = scene((t, rng) => ({
  svg:
    stars(rng, 30, t.line) +
    shape(
      'M-30 -40C-56 -96 -44 -112 -34 -108C-22 -102 -14 -66 -12 -46ZM30 -40C56 -96 44 -112 34 -108C22 -102 14 -66 12 -46Z',
      t.glow,
    ) +
    shape(
      'M-28 -54C-40 -86 -38 -98 -33 -96C-26 -92 -22 -70 -20 -56ZM28 -54C40 -86 38 -98 33 -96C26 -92 22 -70 20 -56Z',
      t.body,
    ) +
    disc(0, 6, 62, t.glow) +
    disc(-22, -4, 5, t.ink) +
    disc(22, -4, 5, t.ink) +
    shape('M-7 12H7L0 20Z', t.body) +
    stroke('M0 20Q-10 32 -18 24M0 20Q10 32 18 24', t.ink, 2.4) +
    disc(-36, 16, 8, mix(t.glow, t.body, 0.4)) +
    disc(36, 16, 8, mix(t.glow, t.body, 0.4)) +
    shape('M-500 84C-160 60 -60 96 60 76S300 80 700 80V700H-500Z', t.land) +
    ground(100, t.land),
  floor: t.land,
}));

/** Pencils as a town. */
export const pencils = scene((t, rng) => ({
  svg:
    sun(-54, -66, 20, t) +
    repeat(11, (i) => {
      const x = -180 + i * 36;
      const h = 70 + ((i * 47) % 70);
      const fill = [t.body, t.second, t.glow, t.shade][i % 4] ?? t.body;
      return (
        rect(x, 96 - h, 30, h + 20, fill) +
        rect(x + 10, 96 - h, 10, h + 20, mix(fill, t.paper, 0.25)) +
        shape(`M${x} ${96 - h}L${x + 15} ${62 - h}L${x + 30} ${96 - h}Z`, t.paper) +
        shape(`M${x + 9.5} ${75 - h}L${x + 15} ${62 - h}L${x + 20.5} ${75 - h}Z`, fill) +
        (rng.chance(0.7) ? rect(x + 9, 108 - h, 12, 14, t.sky) : '')
      );
    }) +
    ground(100, t.land),
  floor: t.land,
}));

/** Toys on a shelf: a rocket, a bear, blocks. */
export const toys = scene((t) => ({
  svg:
    disc(0, -20, 80, t.haze) +
    put(
      -56,
      66,
      shape('M-17 0V-60C-17 -84 0 -98 0 -98S17 -84 17 -60V0Z', t.body) +
        shape('M-17 -18L-32 4H-17ZM17 -18L32 4H17Z', t.glow) +
        disc(0, -56, 9, t.paper) +
        rect(-17, -30, 34, 5, t.glow),
    ) +
    put(
      8,
      66,
      disc(-20, -78, 10, t.shade) +
        disc(20, -78, 10, t.shade) +
        disc(0, -64, 27, t.second) +
        `<ellipse cx="0" cy="-20" rx="30" ry="28" fill="${t.second}"/>` +
        disc(-26, -4, 11, t.shade) +
        disc(26, -4, 11, t.shade) +
        disc(-9, -68, 3, t.ink) +
        disc(9, -68, 3, t.ink) +
        disc(0, -57, 9, t.paper) +
        disc(0, -60, 3.4, t.ink),
    ) +
    put(
      72,
      66,
      rect(-24, -38, 44, 38, t.body) +
        disc(-2, -19, 11, t.paper) +
        put(-4, -38, rect(-18, -34, 34, 34, t.glow) + shape('M-11 -6L-1 -28L9 -6Z', t.paper), 1, 6),
    ) +
    rect(-500, 66, 1200, 9, t.shade) +
    ground(75, t.land),
  floor: t.land,
}));

/** Two faces of the stage: one laughs. */
export const masks = scene((t) => {
  const face = (k: number, fill: string, dark: string): string =>
    shape('M-44 -52C-20 -62 20 -62 44 -52C50 0 34 46 0 60C-34 46 -50 0 -44 -52Z', fill) +
    shape('M-30 -18Q-19 -32 -8 -18Q-19 -10 -30 -18ZM8 -18Q19 -32 30 -18Q19 -10 8 -18Z', dark) +
    (k > 0 ? shape('M-27 12Q0 22 27 12C24 40 -24 40 -27 12Z', dark) : shape('M-24 34Q0 4 24 34Q0 20 -24 34Z', dark));
  return {
    svg:
      halftone(-110, -100, 220, 90, t.haze) +
      put(34, -24, face(-1, t.body, t.sky), 0.95, 14) +
      put(-26, 14, face(1, t.paper, t.ink), 1.1, -10) +
      stroke('M-74 -44C-110 -20 -90 20 -110 60M76 -70C110 -50 96 0 112 40', t.body, 5),
  };
});

/** A hat, glasses, a moustache and a bow, and nobody in them. */
export const gentleman = scene((t) => ({
  svg:
    disc(0, 0, 94, t.haze) +
    shape('M-38 -40C-40 -86 40 -86 38 -40Z', t.body) +
    shape('M-66 -42C-30 -34 30 -34 66 -42C62 -28 -62 -28 -66 -42Z', t.body) +
    rect(-38, -50, 76, 9, t.glow) +
    ring(-22, -8, 17, t.line, 4) +
    ring(22, -8, 17, t.line, 4) +
    stroke('M-5 -10Q0 -14 5 -10', t.line, 4) +
    shape(
      'M0 26C-14 14 -30 20 -34 30C-42 38 -52 34 -56 26C-56 48 -20 52 0 36C20 52 56 48 56 26C52 34 42 38 34 30C30 20 14 14 0 26Z',
      t.body,
    ) +
    shape('M0 72L-38 56V92L0 76L38 92V56Z', t.glow) +
    disc(0, 74, 8, t.second),
}));

/** A shop with an awning; somebody looks out. */
export const shop = scene((t, rng) => ({
  svg:
    rect(-86, -40, 172, 126, t.body) +
    rect(-86, -78, 172, 22, t.shade) +
    repeat(8, (i) =>
      shape(`M${-92 + i * 23} -56H${-69 + i * 23}V-20A11.5 11.5 0 0 1 ${-92 + i * 23} -20Z`, i % 2 ? t.paper : t.glow),
    ) +
    rect(-74, 2, 88, 58, t.ink) +
    rect(-70, 6, 80, 50, mix(t.glow, t.paper, 0.4)) +
    figure(-30, 78, 66, t.shade, rng.chance(0.5)) +
    rect(-74, 58, 88, 8, t.shade) +
    rect(28, 2, 46, 84, t.second) +
    disc(66, 46, 3, t.glow) +
    rect(34, 10, 34, 26, t.paper) +
    repeat(4, (i) => disc(-62 + i * 20, 52, 6, i % 2 ? t.glow : t.second)) +
    ground(86, t.land),
  floor: t.land,
}));

/** A block of flats that leans: each storey another neighbour. */
export const flats = scene((t, rng) => ({
  svg:
    disc(56, -70, 20, t.glow) +
    repeat(4, (i) =>
      put(
        ((i * 13) % 9) - 4,
        -58 + i * 42,
        rect(-64, -20, 128, 40, i % 2 ? t.body : t.second) +
          rect(-70, 19, 140, 4, t.shade) +
          repeat(
            3,
            (k) =>
              rect(-52 + k * 38, -12, 28, 26, (i + k) % 3 ? t.paper : t.glow) +
              ((i + k) % 3 === 0
                ? figure(-38 + k * 38, 14, 22, t.ink, rng.chance(0.5))
                : rect(-52 + k * 38, -12, 28, 8, t.shade)),
          ),
        1,
        rng.between(-4, 4),
      ),
    ) +
    shape('M-70 -80L0 -108L70 -80Z', t.shade) +
    ground(90, t.land),
  floor: t.land,
}));

/** A table that is laid: a cake, a pot, a flower. */
export const feast = scene((t) => ({
  svg:
    disc(0, -20, 84, t.haze) +
    shape('M-56 -2H26V44H-56Z', t.paper) +
    shape('M-60 -8C-60 -20 30 -20 30 -8V4C24 14 18 2 10 8S-4 18 -14 8S-32 16 -40 8S-56 14 -60 4Z', t.glow) +
    rect(-56, 24, 82, 6, t.second) +
    repeat(
      3,
      (i) =>
        rect(-40 + i * 22, -40, 4, 24, t.body) +
        shape(
          `M${-42 + i * 22} -42C${-42 + i * 22} -50 ${-38 + i * 22} -54 ${-38 + i * 22} -56C${-34 + i * 22} -50 ${-34 + i * 22} -44 ${-34 + i * 22} -42Z`,
          t.glow,
        ),
    ) +
    put(
      64,
      44,
      shape('M-22 0C-28 -20 -24 -36 0 -36S28 -20 22 0Z', t.body) +
        shape('M-24 -24C-40 -26 -40 -34 -46 -38L-38 -40C-30 -34 -26 -34 -20 -32Z', t.body) +
        disc(0, -40, 4, t.glow) +
        stroke('M22 -28Q40 -20 20 -8', t.body, 5),
    ) +
    rect(-92, 44, 184, 8, t.shade) +
    shape('M-500 52H700V100H-500Z', t.body) +
    repeat(40, (i) => shape(`M${-300 + i * 20} 52h10v48h-10Z`, t.second)) +
    ground(99, t.land),
  floor: t.land,
}));

/** A pot that steams over a fire. */
export const kettle = scene((t) => ({
  svg:
    repeat(
      3,
      (i) =>
        `<path d="M${-30 + i * 30} -34C${-44 + i * 30} -54 ${-14 + i * 30} -64 ${-28 + i * 30} -92" fill="none" stroke="${t.haze}" stroke-width="8" stroke-linecap="round"/>`,
    ) +
    shape('M-70 -14H70C72 40 50 62 0 62S-72 40 -70 -14Z', t.body) +
    rect(-78, -22, 156, 11, t.shade) +
    stroke('M-72 6H-90V18H-70M72 6H90V18H70', t.shade, 6) +
    repeat(5, (i) => disc(-44 + i * 22, 22 + (i % 2) * 12, 6.4, i % 2 ? t.glow : t.second)) +
    repeat(7, (i) =>
      shape(
        `M${-60 + i * 20 - 12} 96C${-60 + i * 20 - 14} 80 ${-60 + i * 20} 78 ${-60 + i * 20} ${64 + (i % 2) * 8}C${-60 + i * 20 + 4} 78 ${-60 + i * 20 + 14} 82 ${-60 + i * 20 + 12} 96Z`,
        i % 2 ? t.second : t.glow,
      ),
    ) +
    ground(94, t.land),
  floor: t.land,
}));

/** A ball in a net. */
export const goal = scene((t) => ({
  svg:
    repeat(15, (i) => stroke(`M${-130 + i * 18} -80L${-146 + i * 20} 66`, t.haze, 1.6)) +
    repeat(9, (i) => stroke(`M-500 ${-72 + i * 17}H700`, t.haze, 1.6)) +
    rect(-92, -92, 9, 158, t.line) +
    rect(-92, -92, 700, 9, t.line) +
    ground(66, t.land) +
    repeat(6, (i) => rect(-180 + i * 60, 66, 30, 600, mix(t.land, t.ink, 0.14))) +
    put(
      20,
      8,
      disc(0, 0, 40, t.paper) +
        shape(star(0, 0, 5, 16, 13, -Math.PI / 2), t.ink) +
        repeat(5, (i) => put(0, 0, stroke('M0 -14V-30', t.ink, 3) + shape('M-11 -38L0 -29L11 -38Z', t.ink), 1, i * 72)),
    ) +
    ground(100, t.land),
  floor: t.land,
}));

/** Tracks that turn, and one who runs. */
export const runner = scene((t) => ({
  svg:
    repeat(
      5,
      (i) =>
        `<circle cx="-40" cy="150" r="${n(108 + i * 26)}" fill="none" stroke="${i % 2 ? t.body : t.second}" stroke-width="22"/>`,
    ) +
    disc(56, -70, 20, t.glow) +
    put(
      4,
      36,
      disc(12, -82, 11, t.ink) +
        stroke(
          'M8 -68L-4 -34M-4 -34L20 -16L12 10M-4 -34L-18 -10L-44 -6M6 -62L28 -46L44 -58M6 -62L-20 -54L-26 -34',
          t.ink,
          9,
        ),
    ) +
    ground(100, t.land),
  floor: t.land,
}));

/** Penguins in a row. */
export const row = scene((t, rng) => ({
  svg:
    sun(40, -50, 30, t) +
    shape('M-500 24C-200 0 -80 30 20 14S240 0 700 20V700H-500Z', t.haze) +
    repeat(6, (i) =>
      put(
        -92 + i * 36,
        62 + (i % 2) * 6,
        shape('M-12 0C-20 -30 -14 -58 0 -60S20 -30 12 0Z', t.ink) +
          shape('M-7 -2C-12 -26 -8 -40 0 -42S12 -26 7 -2Z', t.paper) +
          shape('M6 -52L16 -48L6 -46Z', t.glow) +
          shape('M-13 -34L-22 -14L-14 -16Z', t.ink) +
          rect(-10, -2, 8, 4, t.glow) +
          rect(2, -2, 8, 4, t.glow),
        i === 4 ? 0.6 : 1,
        rng.between(-5, 5),
      ),
    ) +
    ground(100, t.haze),
  floor: t.haze,
}));

/** A tree house, and a ladder of moonlight. */
export const treeHouse = scene((t) => ({
  svg:
    disc(-46, -62, 24, t.glow) +
    ground(80, t.land) +
    put(10, 84, tree(t.body, t.second, t.shade), 1.7) +
    put(
      10,
      8,
      rect(-30, -34, 60, 40, t.glow) +
        shape('M-38 -34L0 -58L38 -34Z', t.ink) +
        rect(-8, -16, 16, 22, t.ink) +
        rect(-34, 6, 68, 5, t.ink),
    ) +
    stroke('M-14 18L-22 84M2 18L-4 84', t.line, 2) +
    repeat(6, (i) => stroke(`M${-16 - i * 1.3} ${26 + i * 10}H${1 - i}`, t.line, 2)) +
    put(70, -80, bird(t.line), 0.7) +
    ground(100, t.land),
  floor: t.land,
}));
