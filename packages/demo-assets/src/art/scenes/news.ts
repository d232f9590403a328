import { disc, figure, rect, ring, shape, stroke } from '../canvas.ts';
import { ground, put, repeat, scene } from '../scene.ts';

/** The globe before the lines of a broadcast. */
export const globe = scene((t) => ({
  svg:
    repeat(9, (i) => rect(i % 2 ? -320 : -20, -84 + i * 20, i % 2 ? 360 : 420, 4, t.haze)) +
    disc(0, 0, 78, t.body) +
    shape('M0 -78A78 78 0 0 1 0 78A110 110 0 0 0 0 -78Z', t.shade) +
    `<g fill="none" stroke="${t.line}" stroke-width="2.4"><ellipse rx="30" ry="78"/><ellipse rx="58" ry="78"/>` +
    '<path d="M0 -78V78M-78 0H78M-67 -40H67M-67 40H67"/></g>' +
    stroke('M-112 34C-60 -14 60 -66 112 -34', t.glow, 7) +
    disc(112, -34, 10, t.glow) +
    ring(0, 0, 78, t.line, 3),
}));

/** A presenter at the desk, and the day on a screen behind. */
export const newsDesk = scene((t, rng) => ({
  svg:
    rect(-96, -92, 192, 112, t.shade) +
    rect(-88, -84, 176, 96, t.body) +
    repeat(6, (i) => rect(-78 + i * 26, -4 - rng.between(10, 56), 16, 70, t.second)) +
    stroke('M-80 -34L-44 -54L-12 -40L26 -70L80 -62', t.glow, 5) +
    put(0, 84, figure(0, 0, 96, t.ink, false)) +
    shape('M-120 40H120L104 100H-104Z', t.second) +
    rect(-120, 34, 240, 10, t.line) +
    rect(-70, 62, 140, 8, t.glow) +
    ground(100, t.land),
  floor: t.land,
}));

/** A pile of newspapers with a cup on it. */
export const papers = scene((t) => ({
  svg:
    disc(0, -30, 82, t.haze) +
    ground(78, t.land) +
    repeat(5, (i) =>
      put(
        i % 2 ? 5 : -4,
        66 - i * 15,
        shape('M-88 0C-96 -2 -96 -12 -88 -14H88V0Z', i % 2 ? t.body : t.paper) + rect(-80, -8, 160, 2.4, t.shade),
      ),
    ) +
    put(
      0,
      -16,
      shape('M-84 6L-62 -66H66L84 6Z', t.paper) +
        shape('M-56 -54L-52 -62H54L57 -54Z', t.ink) +
        shape('M-64 -14L-56 -46H-4V-14Z', t.body) +
        repeat(4, (i) => rect(6, -44 + i * 10, 50 + i * 3, 4, t.shade)) +
        rect(-66, -6, 136, 4, t.shade),
    ),
  floor: t.land,
}));
