import {
  type Art,
  type Canvas,
  cypress,
  disc,
  figure,
  frame,
  n,
  type Point,
  polygon,
  rect,
  ring,
  shape,
  stroke,
} from '../canvas.ts';
import { contrast, mix } from '../colour.ts';

/** Ridges behind ridges, each peak with a lit and a shaded side, under a great sun. */
export function mountains(canvas: Canvas): Art {
  const { w, h, palette: p, rng } = canvas;
  const { x0, y0, x1, y1, r } = frame(canvas);
  const near = mix(p.scheme === 'night' ? p.ink : p.a, p.ink, 0.45);
  const sunX = x0 + (x1 - x0) * rng.between(0.3, 0.7);
  let svg = rect(0, 0, w, h, p.ground) + disc(sunX, y0 + r * 0.72, r * 0.66, p.pop);
  const layers = 4;
  // Distance is told by haze: the farthest ridge must differ from the sky and from the nearest.
  const far = contrast(p.b, near) > 2.2 ? p.b : mix(p.ground, p.a, 0.5);
  const haze = contrast(far, p.ground) > 1.3 ? far : mix(far, p.a, 0.5);
  for (let i = 0; i < layers; i += 1) {
    const t = (i + 1) / layers;
    const body = mix(haze, near, t ** 1.4 * 0.86);
    const level = y0 + (y1 - y0) * (0.42 + 0.16 * i);
    const rise = (y1 - y0) * (0.3 - 0.045 * i);
    let x = -rng.between(60, 160);
    const line: Point[] = [[x, level]];
    const lit: Point[][] = [];
    while (x < w + 160) {
      const half = rng.between(0.75, 1.5) * r * 0.5;
      const top: Point = [x + half, level - rise * rng.between(0.4, 1)];
      const foot: Point = [x + half * 2, level + rng.between(-0.1, 0.12) * rise];
      lit.push([
        top,
        [top[0] - half * 0.18, top[1] + (level - top[1]) * 0.55],
        [top[0] + half * 0.16, top[1] + (level - top[1]) * 0.7],
        [top[0] + half * 0.1, y1],
        [foot[0] + half * 0.4, y1],
        foot,
      ]);
      line.push(top, foot);
      x = foot[0];
    }
    svg += shape(polygon([...line, [x, y1 + 1], [-200, y1 + 1]]), body);
    for (const side of lit) svg += shape(polygon(side), mix(body, near, 0.42));
  }
  return { svg: svg + rect(0, y1, w, h - y1, near), top: p.ground, bottom: near };
}

/** The zigzag path up a round hill to a lone tree. */
export function zigzag(canvas: Canvas): Art {
  const { w, h, palette: p, rng } = canvas;
  const { x0, y0, x1, y1, cx, r } = frame(canvas);
  const hill =
    p.scheme === 'paper' || p.scheme === 'hot'
      ? p.a
      : p.scheme === 'flat'
        ? mix(p.b, p.ground, 0.15)
        : mix(p.a, p.b, 0.25);
  const top = y0 + (y1 - y0) * 0.42;
  const peak = cx + rng.between(-0.25, 0.25) * r;
  let svg = rect(0, 0, w, h, p.ground);
  const sunSide = peak > cx ? x0 + (x1 - x0) * 0.24 : x1 - (x1 - x0) * 0.24;
  svg += disc(sunSide, y0 + r * 0.44, r * 0.32, p.pop);
  svg += shape(
    `M${n(-w * 0.1)} ${n(y1)}Q${n(x0 - r * 0.2)} ${n(top + r * 0.5)} ${n(x0 + r * 0.3)} ${n(top + r * 0.55)}T${n(w * 1.1)} ${n(y1 - r * 0.3)}V${n(y1 + 1)}Z`,
    mix(hill, p.ground, 0.5),
  );
  svg += shape(
    `M${n(peak - r * 1.7)} ${n(y1 + 1)}C${n(peak - r * 0.9)} ${n(y1 - r * 0.2)} ${n(peak - r * 0.5)} ${n(top)} ${n(peak)} ${n(top)}S${n(peak + r * 1.1)} ${n(y1 - r * 0.2)} ${n(peak + r * 1.9)} ${n(y1 + 1)}Z`,
    hill,
  );
  const turns = 5;
  const way: Point[] = [];
  for (let i = 0; i <= turns; i += 1) {
    const t = i / turns;
    const reach = r * (0.16 + 0.62 * t) * (i % 2 ? 1 : -1);
    way.push([peak + (i === 0 ? 0 : reach), top + 4 + (y1 - top) * t ** 1.15 * 0.97]);
  }
  way.slice(1).forEach((to, i) => {
    const from = way[i] ?? to;
    svg += stroke(
      `M${n(from[0])} ${n(from[1])}L${n(to[0])} ${n(to[1])}`,
      p.scheme === 'paper' ? p.paper : mix(p.paper, hill, 0.08),
      r * (0.022 + 0.018 * i),
    );
  });
  const trunk = r * 0.3;
  const leaf = p.scheme === 'night' ? p.pop : p.ink;
  svg +=
    rect(peak - r * 0.018, top - trunk, r * 0.036, trunk + 3, leaf) +
    disc(peak, top - trunk - r * 0.1, r * 0.2, leaf) +
    disc(peak - r * 0.16, top - trunk, r * 0.13, leaf) +
    disc(peak + r * 0.16, top - trunk + r * 0.01, r * 0.13, leaf);
  const walker = way[4];
  if (walker)
    svg += figure(
      walker[0] * 0.7 + peak * 0.3,
      walker[1] + r * 0.02,
      r * 0.24,
      p.scheme === 'night' ? p.paper : p.ink,
      rng.chance(0.4),
    );
  const ground = p.scheme === 'night' ? mix(hill, p.ink, 0.62) : mix(hill, p.ink, p.scheme === 'flat' ? 0.5 : 0.35);
  svg += rect(0, y1, w, h - y1, ground);
  return { svg, top: p.ground, bottom: ground };
}

/** Swells of a sea under a split sun; now and then a small boat. */
export function waves(canvas: Canvas): Art {
  const { w, h, palette: p, rng } = canvas;
  const { y0, y1, cx, r } = frame(canvas);
  const deep = mix(p.scheme === 'night' ? p.ground : p.a, p.ink, p.scheme === 'night' ? 0.3 : 0.4);
  const sea = y0 + (y1 - y0) * 0.5;
  const sun = cx + rng.between(-0.3, 0.3) * r;
  let svg =
    rect(0, 0, w, h, p.ground) +
    ring(sun, sea, r * 0.86, mix(p.ground, p.pop, 0.3), r * 0.05) +
    disc(sun, sea, r * 0.7, p.pop);
  const rows = 7;
  const length = r * rng.between(0.55, 0.8);
  for (let i = 0; i < rows; i += 1) {
    const t = i / (rows - 1);
    const y = sea + (y1 - sea) * (i / rows);
    const swell = r * (0.05 + 0.07 * t);
    const stretch = length * (0.7 + 0.6 * t);
    let d = `M${n(-stretch * (1 + (i % 2)))} ${n(y)}`;
    for (let x = 0; x < w + stretch * 4; x += stretch)
      d += `q${n(stretch * 0.25)} ${n(-swell * 2)} ${n(stretch * 0.5)} ${n(-swell * 0.2)}t${n(stretch * 0.5)} ${n(swell * 0.2)}`;
    const fill = i % 2 ? mix(p.b, deep, t * 0.9) : mix(p.a === p.ink ? mix(p.ink, p.b, 0.3) : p.a, deep, t * 0.8);
    if (i === 2) {
      const bx = sun + r * rng.between(-0.3, 0.3);
      svg +=
        shape(
          `M${n(bx - r * 0.26)} ${n(y - swell)}h${n(r * 0.52)}l${n(-r * 0.1)} ${n(r * 0.13)}h${n(-r * 0.32)}Z`,
          p.ink,
        ) +
        shape(
          polygon([
            [bx - r * 0.02, y - swell - r * 0.04],
            [bx - r * 0.02, y - swell - r * 0.62],
            [bx + r * 0.24, y - swell - r * 0.04],
          ]),
          p.paper,
        ) +
        shape(
          polygon([
            [bx - r * 0.06, y - swell - r * 0.04],
            [bx - r * 0.06, y - swell - r * 0.48],
            [bx - r * 0.2, y - swell - r * 0.04],
          ]),
          p.ink,
        );
    }
    svg += shape(`${d}V${n(y1 + 2)}H${n(-stretch * 2)}Z`, fill);
  }
  return { svg: svg + rect(0, y1, w, h - y1, deep), top: p.ground, bottom: deep };
}

/** A stand of cypresses by a moon: a page of a miniature made flat. */
export function garden(canvas: Canvas): Art {
  const { w, h, palette: p, rng } = canvas;
  const { y0, y1, cx, r } = frame(canvas);
  const soil = mix(p.scheme === 'night' ? p.ground : p.a, p.ink, p.scheme === 'night' ? 0.35 : 0.35);
  const moon: Point = [cx + rng.between(-0.3, 0.3) * r, y0 + r * 0.8];
  let svg =
    rect(0, 0, w, h, p.ground) +
    disc(moon[0], moon[1], r * 0.74, mix(p.ground, p.pop, 0.25)) +
    disc(moon[0], moon[1], r * 0.54, p.pop);
  if (rng.chance(0.5)) svg += disc(moon[0] + r * 0.2, moon[1] - r * 0.08, r * 0.46, mix(p.ground, p.pop, 0.25));
  const gap = r * rng.between(0.34, 0.48);
  const odd = Math.ceil(w / gap);
  for (let i = 0; i <= odd; i += 1) {
    const x = i * gap + rng.between(-0.12, 0.12) * gap;
    const tall = (y1 - y0) * rng.between(0.42, 0.9);
    const leaf = [p.a, p.b, mix(p.a, p.ink, 0.35)][i % 3] ?? p.a;
    const wide = gap * rng.between(0.6, 0.8);
    svg += shape(cypress(x, y1 - r * 0.06, wide, tall), leaf);
    svg += `<g opacity=".55">${shape(cypress(x + wide * 0.02, y1 - r * 0.12, wide * 0.52, tall * 0.72), mix(leaf, p.ground, 0.4))}</g>`;
    svg += stroke(`M${n(x)} ${n(y1)}V${n(y1 - tall * 0.6)}`, mix(leaf, p.ink, 0.5), r * 0.012);
  }
  svg += shape(`M0 ${n(y1 - r * 0.06)}Q${n(cx)} ${n(y1 - r * 0.22)} ${n(w)} ${n(y1 - r * 0.06)}V${n(y1 + 1)}H0Z`, soil);
  const fx = cx + rng.between(-0.4, 0.4) * r;
  svg +=
    figure(fx, y1 - r * 0.1, r * 0.34, p.paper, rng.chance(0.5)) +
    figure(fx + r * 0.26, y1 - r * 0.1, r * 0.36, soil, false);
  return { svg: svg + rect(0, y1, w, h - y1, soil), top: p.ground, bottom: soil };
}
