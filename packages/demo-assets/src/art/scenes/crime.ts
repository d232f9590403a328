import { disc, figure, n, polar, rect, ring, shape, stroke } from '../canvas.ts';
import { mix } from '../colour.ts';
import { ground, halftone, put, repeat, scene, stars, tree } from '../scene.ts';

/** A face behind the slats of a blind. */
export const blinds = scene((t) => ({
  svg:
    rect(-84, -96, 168, 190, t.glow) +
    shape('M-44 100C-46 62 -26 56 -16 48C-34 34 -38 10 -36 -10H38C40 12 34 34 18 48C28 56 48 62 46 100Z', t.ink) +
    shape(
      'M-62 -10C-40 -20 -38 -20 -36 -24C-34 -58 -14 -56 0 -52C14 -56 34 -58 38 -24C40 -20 44 -20 64 -10C30 0 -30 0 -62 -10Z',
      t.ink,
    ) +
    repeat(13, (i) => rect(-84, -96 + i * 15, 168, i === 6 ? 3 : 7.4, mix(t.ink, t.body, 0.35))) +
    stroke('M-66 -96V94M66 -96V94', t.body, 1.4) +
    rect(-90, -104, 180, 10, t.body) +
    rect(-92, 92, 184, 9, t.body),
}));

/** Somebody in a hat under a street lamp. */
export const streetLamp = scene((t, rng) => {
  const k = rng.pick([-1, 1]);
  return {
    svg:
      repeat(6, (i) => rect(-170 + i * 62, -60 + ((i * 37) % 50), 50, 200, t.haze)) +
      shape(`M${k * 26} -70L${k * 26 - 62} 84H${k * 26 + 62}Z`, mix(t.sky, t.glow, 0.5)) +
      ground(84, t.land) +
      `<ellipse cx="${k * 26}" cy="86" rx="64" ry="9" fill="${mix(t.land, t.glow, 0.7)}"/>` +
      stroke(`M${k * 72} 90V-84Q${k * 70} -98 ${k * 50} -92L${k * 26} -80`, t.ink, 4.4) +
      shape(`M${k * 26 - 14} -68L${k * 26} -84L${k * 26 + 14} -68Z`, t.ink) +
      disc(k * 26, -68, 6, t.glow) +
      put(
        k * 12,
        88,
        figure(0, 0, 104, t.ink, false) +
          shape('M-18 -98C-8 -102 -10 -112 0 -112S10 -102 18 -98Z', t.ink) +
          shape('M-17 -70L-23 -8H23L17 -70Z', t.ink) +
          disc(12, -90, 1.8, t.glow),
      ),
    floor: t.land,
  };
});

/** A keyhole, and the room behind it. */
export const keyhole = scene((t) => ({
  svg:
    rect(-58, -100, 116, 192, t.body) +
    ring(0, -88, 4, t.shade, 2) +
    ring(0, 80, 4, t.shade, 2) +
    rect(-50, -92, 100, 176, mix(t.body, t.ink, 0.18)) +
    `<circle cx="0" cy="-30" r="36" fill="${t.glow}"/>` +
    shape('M-15 0H15L34 76H-34Z', t.glow) +
    shape('M-30 54L-34 76H34L30 54Z', t.shade) +
    figure(0, 68, 78, t.ink, true) +
    stroke('M0 -66V-54', t.ink, 1.4) +
    shape('M-10 -46C-8 -56 8 -56 10 -46Z', t.ink),
}));

/** The print of a finger. */
export const fingerprint = scene((t) => ({
  svg:
    `<ellipse cx="0" cy="0" rx="76" ry="98" fill="${t.haze}"/>` +
    repeat(10, (i) => {
      const w = 8 + i * 7;
      const h = 10 + i * 9;
      return `<path d="M${-w} ${n(18 + h * 0.8)}V${n(-h * 0.2)}C${-w} ${n(-h * 1.15)} ${w} ${n(-h * 1.15)} ${w} ${n(-h * 0.2)}V${n(20 + h * 0.7)}" fill="none" stroke="${i === 4 ? t.glow : t.body}" stroke-width="4" stroke-linecap="round" stroke-dasharray="${46 + i * 17} ${5 + (i % 3) * 4}"/>`;
    }) +
    stroke('M0 2V34', t.glow, 4),
}));

/** A maze from above, and who is lost in it. */
export const maze = scene((t, rng) => ({
  svg:
    disc(0, 0, 98, t.haze) +
    repeat(6, (i) => {
      const r = 24 + i * 14;
      const gap = (24 / (Math.PI * 2 * r)) * 360;
      return put(
        0,
        0,
        `<path d="M${r} 0A${r} ${r} 0 1 1 ${polar(0, 0, (-gap * Math.PI) / 180, r)
          .map(n)
          .join(' ')}" fill="none" stroke="${t.body}" stroke-width="6"/>` + (i < 5 ? rect(r, -3, 14, 6, t.body) : ''),
        1,
        rng.whole(0, 359),
      );
    }) +
    disc(0, 0, 10, t.glow) +
    put(0, 84, figure(0, 0, 22, t.line, false)),
}));

/** Bare trunks, and eyes among them. */
export const forest = scene((t, rng) => ({
  svg:
    disc(10, -50, 40, t.glow) +
    ground(70, t.land) +
    repeat(13, (i) => {
      const x = -150 + i * 26 + rng.between(-6, 6);
      const w = i % 3 ? 7 : 13;
      return (
        shape(`M${n(x - w)} 100L${n(x - w * 0.6)} -400H${n(x + w * 0.6)}L${n(x + w)} 100Z`, i % 3 ? t.haze : t.ink) +
        stroke(`M${n(x)} ${-20 - (i % 4) * 20}l${i % 2 ? 26 : -26} -26`, i % 3 ? t.haze : t.ink, 4)
      );
    }) +
    repeat(5, (i) => {
      const [x, y] = [-82 + i * 40, -4 + ((i * 23) % 44)];
      return disc(x, y, 3, t.paper) + disc(x + 10, y, 3, t.paper);
    }) +
    figure(0, 92, 40, t.second, false) +
    ground(100, t.land),
  floor: t.land,
}));

/** Money that falls on a street. */
export const banknotes = scene((t, rng) => ({
  svg:
    halftone(-110, -100, 220, 110, t.haze) +
    repeat(15, (i) =>
      put(
        -92 + ((i * 61) % 188),
        -92 + ((i * 43) % 156),
        rect(-17, -9, 34, 18, i % 4 ? t.body : t.glow) + ring(0, 0, 5, t.sky, 1.6) + rect(-14, -6, 4, 12, t.sky),
        1,
        rng.between(-50, 50),
      ),
    ) +
    ground(84, t.land) +
    figure(0, 92, 62, t.line, false) +
    stroke('M-9 43L-26 26M9 43L26 26', t.line, 6),
  floor: t.land,
}));

/** A hand out of the water. */
export const drowning = scene((t) => ({
  svg:
    disc(0, -30, 62, t.haze) +
    shape(
      'M-20 70V-6C-30 -18 -42 -30 -38 -36C-32 -42 -24 -30 -18 -24L-22 -66C-22 -76 -11 -76 -10 -66L-6 -36L-5 -80C-5 -90 7 -90 7 -80L8 -36L15 -72C17 -81 28 -79 26 -69L20 -32L30 -52C34 -60 43 -55 40 -47L24 2C22 10 20 14 20 70Z',
      t.glow,
    ) +
    repeat(3, (i) =>
      shape(`M-500 ${34 + i * 22}${'q20 -12 40 0t40 0'.repeat(15)}V400H-500Z`, [t.body, t.second, t.land][i] ?? t.land),
    ) +
    ground(100, t.land),
  floor: t.land,
}));

/** A house on a hill; a light in its highest window. */
export const darkHouse = scene((t, rng) => ({
  svg:
    stars(rng, 18, t.haze) +
    disc(36, -46, 44, t.second) +
    shape('M-500 90C-160 90 -90 60 0 40S200 80 700 80V700H-500Z', t.land) +
    shape('M-40 52V-14H-48L-18 -44L-6 -32V-58H-12L6 -88L24 -58H18V-14H34V52Z', t.ink) +
    rect(2, -52, 9, 14, t.glow) +
    rect(-28, 0, 9, 13, t.haze) +
    rect(14, 4, 9, 13, t.haze) +
    put(-74, 74, tree(t.ink, t.ink, t.ink), 0.6) +
    stroke('M-8 52C10 70 -30 80 -10 100', t.haze, 5) +
    ground(100, t.land),
  floor: t.land,
}));
