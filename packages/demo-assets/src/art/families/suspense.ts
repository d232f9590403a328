import {
  type Art,
  type Canvas,
  clipped,
  disc,
  figure,
  frame,
  n,
  type Point,
  polar,
  polygon,
  rect,
  shape,
} from '../canvas.ts';
import { mix } from '../colour.ts';

/** A spiral that widens as it turns, and somebody falling into it. */
export function spiral(canvas: Canvas): Art {
  const { w, h, palette: p, rng } = canvas;
  const { cx, cy, r } = frame(canvas);
  const turn = rng.chance(0.5) ? 1 : -1;
  const start = rng.between(0, Math.PI * 2);
  const turns = rng.pick([3, 3.5, 4]);
  const arm = (offset: number, width: number): string => {
    const outer: Point[] = [];
    const inner: Point[] = [];
    for (let i = 0; i <= 200; i += 1) {
      const t = i / 200;
      const angle = start + offset + turn * t * Math.PI * 2 * turns;
      const reach = r * t ** 1.25 * 0.99;
      outer.push(polar(cx, cy, angle, reach));
      inner.unshift(polar(cx, cy, angle, reach * (1 - ((width * (0.5 + 0.5 * t)) / turns) * 1.5)));
    }
    return polygon([...outer, ...inner]);
  };
  let svg = rect(0, 0, w, h, p.ground) + disc(cx, cy, r, mix(p.ground, p.a, 0.5));
  svg += shape(arm(0, 0.62), p.b) + shape(arm(Math.PI, 0.42), p.pop);
  const [fx, fy] = polar(cx, cy, start + 0.6, r * 0.3);
  svg += `<g transform="rotate(${rng.whole(20, 60) * turn} ${n(fx)} ${n(fy)})">${figure(fx, fy + r * 0.24, r * 0.48, p.scheme === 'night' ? p.paper : p.ink, false)}</g>`;
  return { svg, top: p.ground, bottom: p.ground };
}

/** The beam of a projector over rows of heads. */
export function projector(canvas: Canvas): Art {
  const { w, h, palette: p, rng } = canvas;
  const { x0, x1, y0, y1, cx, r } = frame(canvas);
  const hall = p.scheme === 'night' ? p.ground : p.scheme === 'flat' ? p.ground : p.a;
  const seats = mix(hall, p.ink, 0.72);
  const k = rng.chance(0.5) ? 1 : -1;
  const left = Math.max(x0, cx - r * 0.98);
  const width = Math.min(x1 - left, r * 1.96) * 0.86;
  const sx = left + (Math.min(x1 - left, r * 1.96) - width) / 2;
  const sy = y0 + (y1 - y0) * 0.04;
  const sh = (y1 - y0) * 0.5;
  let svg = rect(0, 0, w, h, hall);
  svg +=
    shape(
      polygon([
        [cx + k * r * 0.2, y1],
        [sx, sy],
        [sx, sy + sh],
      ]),
      mix(hall, p.pop, 0.2),
    ) +
    shape(
      polygon([
        [cx + k * r * 0.2, y1],
        [sx, sy + sh],
        [sx + width, sy + sh],
      ]),
      mix(hall, p.pop, 0.34),
    ) +
    shape(
      polygon([
        [cx + k * r * 0.2, y1],
        [sx + width, sy],
        [sx + width, sy + sh],
      ]),
      mix(hall, p.pop, 0.26),
    );
  const horizon = sy + sh * rng.between(0.58, 0.7);
  svg += clipped(
    `screen${Math.round(y0)}x${Math.round(y1)}`,
    `M${n(sx)} ${n(sy)}h${n(width)}v${n(sh)}h${n(-width)}Z`,
    rect(sx, sy, width, sh, p.paper) +
      disc(sx + width * (0.5 + k * 0.18), horizon, sh * 0.36, p.pop) +
      rect(sx, horizon, width, sh, p.b) +
      shape(
        polygon([
          [sx, sy + sh],
          [sx + width * 0.3, horizon - sh * 0.2],
          [sx + width * 0.62, sy + sh],
        ]),
        mix(p.b, p.ink, 0.45),
      ) +
      figure(sx + width * (0.5 - k * 0.22), sy + sh * 0.98, sh * 0.5, p.ink, rng.chance(0.4)),
  );
  for (let row = 0; row < 3; row += 1) {
    const size = r * (0.12 + row * 0.035);
    const y = y1 - r * 0.36 + row * r * 0.2;
    const fill = mix(hall, seats, 0.4 + row * 0.3);
    for (let x = -size + (row % 2) * size * 1.3; x < w + size; x += size * 2.6) {
      if (rng.chance(0.12)) continue;
      svg +=
        disc(x, y - size * 0.55, size * 0.62, fill) +
        shape(
          `M${n(x - size * 1.15)} ${n(y1 + 1)}V${n(y + size * 0.7)}Q${n(x - size)} ${n(y)} ${n(x)} ${n(y)}T${n(x + size * 1.15)} ${n(y + size * 0.7)}V${n(y1 + 1)}Z`,
          fill,
        );
    }
  }
  return { svg: svg + rect(0, y1, w, h - y1, seats), top: hall, bottom: seats };
}

/** Stairs that climb to a round light, each tread in two tones. */
export function stairs(canvas: Canvas): Art {
  const { w, h, palette: p, rng } = canvas;
  const { y0, y1, cx, r } = frame(canvas);
  const k = rng.chance(0.5) ? 1 : -1;
  const steps = 8;
  const body = p.a;
  const foot = mix(body, p.ink, p.a === p.ink ? 0 : 0.5);
  const run = (r * 2.1) / steps;
  const rise = (y1 - y0) * 0.07;
  let svg = rect(0, 0, w, h, p.ground) + disc(cx + k * r * 0.34, y0 + r * 0.66, r * 0.62, p.pop);
  const high = y1 - steps * rise;
  for (let i = steps - 1; i >= 0; i -= 1) {
    const x = cx + k * (-r * 1.05 + i * run);
    const top = y1 - (i + 1) * rise;
    const end = k > 0 ? w + 2 : -2;
    svg += shape(
      polygon([
        [x, top],
        [end, top],
        [end, y1 + 1],
        [x, y1 + 1],
      ]),
      mix(p.b, foot, 0.1 + 0.8 * (1 - i / steps)),
    );
    svg += shape(
      polygon([
        [x, top],
        [x + k * run, top],
        [x + k * run * 0.4, y1 + 1],
        [x, y1 + 1],
      ]),
      mix(body, foot, 0.5 * (1 - i / steps)),
    );
  }
  svg += figure(
    cx + k * (-r * 1.05 + (steps - 2.4) * run),
    high + rise,
    r * 0.56,
    p.scheme === 'night' ? foot : p.ink,
    rng.chance(0.4),
  );
  svg += figure(cx + k * (-r * 1.05 + 2.5 * run), y1 - 3 * rise, r * 0.42, p.line, rng.chance(0.4));
  return { svg: svg + rect(0, y1, w, h - y1, foot), top: p.ground, bottom: foot };
}
