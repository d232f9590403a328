import { disc, figure, n, rect, ring, shape, stroke } from '../canvas.ts';
import { mix } from '../colour.ts';
import { bird, ground, halftone, put, repeat, scene, sun, tree } from '../scene.ts';

/** Two under one umbrella in the rain. */
export const umbrella = scene((t) => ({
  svg:
    repeat(44, (i) => stroke(`M${-150 + ((i * 67) % 330)} ${-130 + ((i * 41) % 220)}l-7 17`, t.haze, 1.8)) +
    ground(84, t.land) +
    stroke('M0 -52V52Q0 62 10 60', t.line, 3) +
    shape(
      'M-74 -28C-66 -84 66 -84 74 -28C66 -38 56 -38 49 -28C42 -38 32 -38 25 -28C18 -38 7 -38 0 -28C-7 -38 -18 -38 -25 -28C-32 -38 -42 -38 -49 -28C-56 -38 -66 -38 -74 -28Z',
      t.glow,
    ) +
    shape('M-25 -28C-24 -60 -10 -70 0 -72C10 -70 24 -60 25 -28C18 -38 7 -38 0 -28C-7 -38 -18 -38 -25 -28Z', t.second) +
    figure(-17, 90, 92, t.body, false) +
    figure(19, 90, 86, t.shade, true) +
    ground(100, t.land),
  floor: t.land,
}));

/** A letter with a seal. */
export const letter = scene((t, rng) => ({
  svg:
    halftone(-110, -110, 220, 90, t.haze) +
    put(
      0,
      4,
      rect(-82, -54, 164, 112, t.paper) +
        shape('M-82 -54L0 20L82 -54Z', t.body) +
        stroke('M-82 58L-20 2M82 58L20 2', t.shade, 2) +
        disc(0, 16, 17, t.glow) +
        shape('M0 26C-14 16 -10 6 -4 8C-1 9 0 12 0 12S1 9 4 8C10 6 14 16 0 26Z', t.paper) +
        rect(48, 26, 24, 22, t.second),
      1,
      rng.pick([-9, 8]),
    ) +
    put(-66, -78, bird(t.line), 0.9, -10),
}));

/** A bench for two, and one sits. */
export const bench = scene((t, rng) => ({
  svg:
    disc(34, -46, 40, t.glow) +
    ground(66, t.land) +
    put(-62, 68, tree(t.body, t.second, t.shade), 1.35) +
    repeat(7, (i) =>
      put(-70 + ((i * 47) % 150), 10 + ((i * 31) % 60), `<ellipse rx="4" ry="2" fill="${t.second}"/>`, 1, i * 40),
    ) +
    put(
      26,
      82,
      rect(-50, -36, 100, 6, t.line) +
        rect(-50, -26, 100, 5, t.line) +
        rect(-52, -14, 104, 6, t.line) +
        rect(-44, -36, 4, 38, t.line) +
        rect(40, -36, 4, 38, t.line) +
        shape(
          'M-28 -14C-32 -34 -28 -48 -18 -50C-24 -60 -18 -68 -12 -68S0 -60 -6 -50C2 -46 4 -30 4 -20H14V4H8V-12H-10Z',
          rng.chance(0.5) ? t.ink : t.shade,
        ),
    ) +
    ground(100, t.land),
  floor: t.land,
}));

/** Two rings in one another. */
export const rings = scene((t) => ({
  svg:
    repeat(16, (i) =>
      put(0, 0, `<ellipse cx="0" cy="-84" rx="9" ry="15" fill="${i % 2 ? t.second : t.haze}"/>`, 1, i * 22.5),
    ) +
    disc(0, 0, 74, t.sky) +
    ring(-22, 0, 38, t.glow, 10) +
    ring(22, 0, 38, t.body, 10) +
    `<path d="M${n(-2)} -33A38 38 0 0 1 12 12" fill="none" stroke="${t.glow}" stroke-width="10"/>` +
    shape('M-32 -42L-22 -62L-12 -42Z', t.paper),
}));

/** A rose that loses its leaves. */
export const rose = scene((t) => ({
  svg:
    disc(0, -10, 88, t.haze) +
    stroke('M2 -20C6 20 -8 50 0 100', t.shade, 5) +
    shape('M0 40C20 20 44 24 52 34C40 52 18 54 0 40ZM-2 64C-24 46 -44 52 -52 62C-38 78 -20 78 -2 64Z', t.second) +
    repeat(6, (i) =>
      put(
        0,
        -38,
        `<ellipse cx="0" cy="-20" rx="24" ry="26" fill="${i % 2 ? t.body : mix(t.body, t.ink, 0.2)}"/>`,
        1,
        i * 60,
      ),
    ) +
    disc(0, -38, 26, t.glow) +
    stroke('M-12 -42C-10 -56 12 -56 12 -40C12 -28 -6 -26 -6 -38C-6 -44 4 -46 5 -39', t.shade, 3) +
    put(48, 74, shape('M-10 0C-8 -12 10 -12 12 0C6 8 -6 8 -10 0Z', t.body), 1, 20),
}));

/** A window to the sea: a curtain in the wind, somebody seen from behind. */
export const seaWindow = scene((t) => ({
  svg:
    rect(-70, -94, 140, 172, t.body) +
    rect(-62, -86, 124, 156, mix(t.glow, t.paper, 0.45)) +
    rect(-62, 0, 124, 70, t.second) +
    disc(26, -10, 17, t.glow) +
    rect(-62, 0, 124, 34, t.second) +
    repeat(4, (i) => rect(16 - i * 4, 7 + i * 8, 22 + i * 6, 2, t.paper)) +
    stroke('M0 -86V70M-62 -20H62', t.body, 5) +
    shape(
      'M-62 -92C-40 -60 -50 -10 -78 40C-84 56 -96 66 -104 70V-92ZM62 -92C56 -60 60 -10 74 30C82 54 92 66 104 70V-92Z',
      t.paper,
    ) +
    shape('M-34 110C-40 60 -28 40 -12 34C-22 14 -12 -4 4 -4S28 14 18 34C36 40 46 60 42 110Z', t.ink) +
    ground(100, t.ink),
  floor: t.ink,
}));

/** A cherry between two hands of a branch. */
export const branch = scene((t) => ({
  svg:
    disc(0, 6, 70, t.haze) +
    stroke('M-500 -70C-100 -84 -40 -60 20 -74S120 -96 300 -100', t.shade, 7) +
    stroke('M8 -72C-4 -40 -30 -20 -28 16M8 -72C26 -40 34 -10 30 24', t.second, 3) +
    shape(
      'M6 -72C30 -92 64 -88 80 -70C58 -52 26 -54 6 -72ZM-44 -68C-60 -44 -88 -40 -98 -46C-92 -64 -68 -76 -44 -68Z',
      t.second,
    ) +
    disc(-28, 40, 27, t.body) +
    disc(31, 48, 27, t.glow) +
    disc(-37, 31, 6, t.paper) +
    disc(22, 39, 6, t.paper),
}));

/** A setar, and its strings over the sheet. */
export const setar = scene((t, rng) => ({
  svg:
    disc(0, 40, 78, t.haze) +
    put(
      0,
      12,
      rect(-4, -118, 8, 124, t.shade) +
        shape('M0 0C26 2 40 30 40 50C40 76 22 88 0 88S-40 76 -40 50C-40 30 -26 2 0 0Z', t.body) +
        `<ellipse cx="0" cy="52" rx="26" ry="29" fill="${t.second}"/>` +
        repeat(6, (i) => disc(Math.cos(i * 1.047) * 11, 48 + Math.sin(i * 1.047) * 11, 2.4, t.shade)) +
        rect(-14, 74, 28, 4, t.ink) +
        repeat(4, (i) => stroke(`M${-3 + i * 2} -118L${-6 + i * 4} 76`, t.paper, 0.9)) +
        repeat(4, (i) => rect(i % 2 ? 4 : -16, -112 + i * 9, 12, 3.4, t.glow)),
      1,
      rng.pick([-24, 24]),
    ),
}));

/** A microphone and its rays. */
export const microphone = scene((t) => ({
  svg:
    repeat(18, (i) => put(0, -30, shape('M-3 -58L-9 -400H9L3 -58Z', t.haze), 1, i * 20)) +
    shape('M-34 -58A34 34 0 0 1 34 -58V0A34 34 0 0 1 -34 0Z', t.body) +
    repeat(5, (i) => rect(-34, -58 + i * 12, 68, 4, t.shade)) +
    rect(-40, -34, 80, 10, t.glow) +
    stroke('M-46 -12C-46 40 46 40 46 -12', t.line, 5) +
    rect(-4, 26, 8, 60, t.line) +
    shape('M-34 92C-34 82 34 82 34 92Z', t.line) +
    ground(92, t.land),
  floor: t.land,
}));

/** Keys of a piano, some of them in ruins. */
export const piano = scene((t, rng) => ({
  svg:
    sun(40, -54, 30, t) +
    rect(-500, -8, 1200, 104, t.shade) +
    repeat(13, (i) => {
      const drop = i > 7 ? rng.between(0, 40) : 0;
      return put(
        -150 + i * 27,
        drop,
        shape('M0 -8H25V96H0Z', t.paper) + (i % 7 !== 2 && i % 7 !== 6 ? rect(17, -8, 15, 58, t.ink) : ''),
        1,
        i > 7 ? rng.between(-9, 9) : 0,
      );
    }) +
    rect(-500, -20, 650, 13, t.body) +
    put(-42, -64, bird(t.line), 0.8) +
    ground(98, t.land),
  floor: t.land,
}));

/** A record; light turns with it. */
export const record = scene((t) => ({
  svg:
    disc(0, 0, 94, t.ink) +
    repeat(6, (i) => ring(0, 0, 44 + i * 8.6, mix(t.ink, t.paper, 0.16), 1.2)) +
    shape('M0 0L-92 -26A96 96 0 0 1 -74 -60ZM0 0L92 26A96 96 0 0 1 74 60Z', mix(t.ink, t.paper, 0.22)) +
    disc(0, 0, 34, t.glow) +
    ring(0, 0, 25, t.body, 3) +
    disc(0, 0, 4, t.paper) +
    stroke('M96 -92L74 -30L50 -12', t.line, 5) +
    disc(96, -92, 10, t.body),
}));

/** Drums and who beats them. */
export const drums = scene((t) => ({
  svg:
    repeat(5, (i) => ring(0, -20, 36 + i * 18, t.haze, 3)) +
    shape('M-56 -20H56L46 62H-46Z', t.body) +
    repeat(8, (i) => stroke(`M${-52 + i * 15} -18L${-44 + i * 13} 60`, t.glow, 2)) +
    `<ellipse cx="0" cy="-20" rx="58" ry="16" fill="${t.paper}"/><ellipse cx="0" cy="62" rx="46" ry="10" fill="${t.shade}"/>` +
    stroke('M-80 -84L-14 -22M78 -90L20 -24', t.second, 6) +
    disc(-14, -22, 6, t.second) +
    disc(20, -24, 6, t.second) +
    ground(70, t.land) +
    shape('M-46 62C-46 76 46 76 46 62V70H-46Z', t.shade),
  floor: t.land,
}));

/** Small frames of a contact sheet, one of them marked. */
export const contactSheet = scene((t, rng) => {
  const chosen = rng.whole(0, 15);
  return {
    svg:
      repeat(16, (i) => {
        const [x, y] = [-75 + (i % 4) * 50, -80 + Math.floor(i / 4) * 46];
        const bg = i % 5 === 2 ? t.second : i % 3 ? t.haze : t.shade;
        return (
          rect(x - 23, y - 19, 46, 38, t.ink) +
          rect(x - 20, y - 13, 40, 26, bg) +
          ([
            disc(x, y, 7, t.glow),
            figure(x - 4, y + 13, 21, t.line, i % 2 === 0),
            shape(`M${x - 20} ${y + 13}L${x - 5} ${y - 5}L${x + 20} ${y + 13}Z`, t.body),
            rect(x - 20, y + 3, 40, 10, t.body),
          ][(i * 7) % 4] ?? '') +
          repeat(
            6,
            (k) => rect(x - 20 + k * 7, y - 17, 3, 2.4, t.paper) + rect(x - 20 + k * 7, y + 14.6, 3, 2.4, t.paper),
          )
        );
      }) +
      put(
        -75 + (chosen % 4) * 50,
        -80 + Math.floor(chosen / 4) * 46,
        `<ellipse rx="29" ry="25" fill="none" stroke="${t.glow}" stroke-width="4.4"/>`,
        1,
        -8,
      ),
  };
});

/** A map with a way and a place. */
export const map = scene((t, rng) => ({
  svg:
    repeat(8, (i) =>
      put(
        -24 + i * 4,
        -10 + i * 3,
        `<path d="M${-96 + i * 12} 0C${-100 + i * 12} ${-90 + i * 11} ${70 - i * 8} ${-104 + i * 12} ${104 - i * 12} ${-20 + i * 2}C${116 - i * 13} ${70 - i * 9} ${-70 + i * 8} ${110 - i * 13} ${-96 + i * 12} 0Z" fill="${i % 2 ? mix(t.haze, t.body, i / 12) : mix(t.sky, t.body, i / 11)}"/>`,
        1,
        rng.between(-6, 6),
      ),
    ) +
    `<path d="M-84 84C-40 40 -70 10 -24 8S20 40 46 -2" fill="none" stroke="${t.line}" stroke-width="3.4" stroke-dasharray="2 7" stroke-linecap="round"/>` +
    put(
      46,
      -4,
      shape('M0 0C-20 -24 -22 -34 -22 -42A22 22 0 0 1 22 -42C22 -34 20 -24 0 0Z', t.glow) + disc(0, -42, 9, t.ink),
    ) +
    disc(-84, 84, 5, t.line),
}));

/** A camera on its tripod. */
export const filmCamera = scene((t) => ({
  svg:
    disc(16, -22, 84, t.haze) +
    stroke('M-4 30L-48 100M4 30L44 100M0 30V100', t.line, 5) +
    rect(-56, -24, 92, 54, t.body) +
    shape('M36 -10L66 -26V32L36 16Z', t.shade) +
    disc(-34, -52, 28, t.body) +
    disc(18, -56, 32, t.body) +
    repeat(
      5,
      (i) =>
        disc(-34 + Math.cos(i * 1.257) * 15, -52 + Math.sin(i * 1.257) * 15, 5, t.haze) +
        disc(18 + Math.cos(i * 1.257) * 18, -56 + Math.sin(i * 1.257) * 18, 6, t.haze),
    ) +
    disc(-34, -52, 5, t.glow) +
    disc(18, -56, 5, t.glow) +
    rect(-46, -12, 30, 26, t.glow) +
    rect(-16, 26, 32, 9, t.shade) +
    ground(100, t.land),
  floor: t.land,
}));

/** Shelves of books, one gap. */
export const books = scene((t, rng) => ({
  svg:
    repeat(3, (row) => {
      let [x, svg] = [-170, ''];
      const y = -36 + row * 62;
      while (x < 290) {
        const w = rng.between(8, 19);
        const h = rng.between(32, 50);
        if (!(row === 1 && x > -16 && x < 12))
          svg +=
            rect(x, y - h, w - 1, h, rng.pick([t.body, t.second, t.shade, t.glow, t.line])) +
            rect(x + 2, y - h + 7, w - 5, 3, t.sky);
        x += w;
      }
      return svg + rect(-500, y, 1200, 6, t.shade);
    }) +
    figure(-2, 26, 40, t.glow, false) +
    ground(94, t.land),
  floor: t.land,
}));

/** A microphone between two chairs. */
export const talk = scene((t) => {
  const seat =
    shape('M-30 0V-62C-30 -74 -14 -74 -12 -62L-8 -26H22C30 -26 30 -14 22 -14V0H16V-12H-22V0Z', t.body) +
    shape(
      'M-8 -26C-14 -44 -10 -58 -2 -60C-8 -70 -2 -78 4 -78S16 -70 10 -60C18 -54 16 -40 16 -34L30 -30L34 0H28L24 -22H0Z',
      t.ink,
    );
  return {
    svg:
      disc(0, -26, 80, t.glow) +
      ground(64, t.land) +
      put(-52, 68, seat) +
      put(52, 68, `<g transform="scale(-1 1)">${seat}</g>`) +
      rect(-2, 10, 4, 56, t.line) +
      rect(-6, -8, 12, 20, t.second) +
      rect(-14, 64, 28, 4, t.line) +
      ground(100, t.land),
    floor: t.land,
  };
});

/** A clapper board. */
export const clapper = scene((t) => ({
  svg:
    halftone(-110, -110, 220, 100, t.haze) +
    put(
      0,
      8,
      rect(-76, -30, 152, 104, t.body) +
        put(
          -76,
          -34,
          rect(0, -22, 152, 24, t.line) +
            repeat(4, (i) => shape(`M${8 + i * 38} -22H${26 + i * 38}L${14 + i * 38} 2H${-4 + i * 38}Z`, t.ink)),
          1,
          -16,
        ) +
        rect(-76, -30, 152, 20, t.line) +
        repeat(4, (i) => shape(`M${-70 + i * 38} -30H${-52 + i * 38}L${-40 + i * 38} -10H${-58 + i * 38}Z`, t.ink)) +
        rect(-64, 6, 78, 5, t.paper) +
        rect(-64, 24, 56, 5, t.paper) +
        disc(44, 34, 22, t.glow),
      1,
      -5,
    ),
}));
