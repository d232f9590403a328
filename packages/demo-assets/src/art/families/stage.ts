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
  ring,
  shape,
  star,
  stroke,
} from '../canvas.ts';
import { mix } from '../colour.ts';

/** Folds of a theatre curtain drawn aside from a lit stage. */
export function curtain(canvas: Canvas): Art {
  const { w, h, palette: p, rng } = canvas;
  const { y0, y1, cx, r } = frame(canvas);
  const boards = mix(p.ink, p.a, 0.18);
  const cloth = p.scheme === 'flat' ? p.ground : p.a;
  const back = p.scheme === 'night' || p.scheme === 'flat' ? mix(p.ink, cloth, 0.12) : p.paper;
  const folds = 7;
  const open = r * rng.between(0.62, 0.8);
  const waist = y0 + (y1 - y0) * 0.62;
  let svg = rect(0, 0, w, h, back);
  svg += disc(cx, y1 - r * 0.62, r * 0.56, p.pop) + figure(cx, y1 - 2, r * 0.86, boards, rng.chance(0.4));
  for (const side of [-1, 1]) {
    const edge = side < 0 ? -40 : w + 40;
    for (let i = 0; i < folds; i += 1) {
      const t = i / folds;
      const top = cx + (edge - cx) * t * 0.98;
      const middle = cx + side * open * 0.98 + (edge - cx - side * open) * (0.08 + t * 0.86);
      const foot = cx + side * open * 0.86 + (edge - cx - side * open) * t;
      const fill = i % 2 ? mix(cloth, p.ink, 0.42) : mix(cloth, p.b, 0.22 * (1 - t));
      svg += shape(
        `M${n(edge)} 0H${n(top)}C${n(top + side * open * 0.1)} ${n(waist * 0.5)} ${n(middle)} ${n(waist * 0.72)} ${n(middle)} ${n(waist)}Q${n(middle)} ${n(y1 - r * 0.3)} ${n(foot)} ${n(y1)}H${n(edge)}Z`,
        fill,
      );
    }
    svg += stroke(
      `M${n(cx + side * open * 1.02)} ${n(waist)}Q${n(cx + side * open * 1.6)} ${n(waist + r * 0.16)} ${n(edge)} ${n(waist - r * 0.16)}`,
      p.pop,
      r * 0.035,
    );
  }
  // A pelmet of scallops hides the rail and gives the top one flat colour.
  const band = mix(cloth, p.ink, 0.3);
  const scallop = w / (w > 800 ? 11 : 5);
  svg += rect(0, 0, w, y0 + 1, band);
  for (let x = scallop / 2; x < w; x += scallop)
    svg +=
      `<ellipse cx="${n(x)}" cy="${n(y0)}" rx="${n(scallop / 2)}" ry="${n(r * 0.16)}" fill="${band}"/>` +
      disc(x - scallop / 2, y0 + r * 0.06, r * 0.03, p.pop);
  svg += disc(w, y0 + r * 0.06, r * 0.03, p.pop) + rect(0, y1, w, h - y1, boards);
  return { svg, top: band, bottom: boards };
}

/** A strip of film across the sheet; in each of its frames something else. */
export function filmstrip(canvas: Canvas): Art {
  const { w, h, palette: p, rng } = canvas;
  const { y0, y1, cx, cy, r } = frame(canvas);
  const tilt = rng.pick([-9, -6, 6, 9]);
  const strip = (y1 - y0) * 0.56;
  const film = p.scheme === 'night' ? mix(p.ink, p.line, 0.92) : p.ink;
  const hole = p.ground;
  const step = strip * 0.74;
  const inner = strip * 0.66;
  let body = rect(-w, -strip / 2, w * 2, strip, film);
  const hues = [p.a === p.ink ? p.b : p.a, p.pop, p.b] as const;
  const side = rng.chance(0.5) ? 1 : -1;
  for (let i = -8; i <= 8; i += 1) {
    const x = i * step * side;
    const bg = hues[(i + 9) % 3] ?? p.a;
    const fg = bg === p.pop ? p.ink : (i + 9) % 3 === 0 ? p.pop : mix(p.ink, bg, 0.1);
    for (let k = 0; k < 4; k += 1)
      for (const edge of [-1, 1])
        body += `<rect x="${n(x - step / 2 + ((k + 0.28) * step) / 4)}" y="${n(edge * strip * 0.42 - strip * 0.035)}" width="${n(step * 0.11)}" height="${n(strip * 0.07)}" rx="${n(step * 0.02)}" fill="${hole}"/>`;
    const half = step * 0.46;
    const top = -inner / 2;
    body += rect(x - half, top, half * 2, inner, bg);
    const kind = (i + 8 + rng.whole(0, 1)) % 5;
    if (kind === 0) body += disc(x, 0, half * 0.6, fg);
    else if (kind === 1) body += figure(x, -top, inner * 0.8, fg, rng.chance(0.5));
    else if (kind === 2)
      body += shape(
        polygon([
          [x - half, -top],
          [x - half * 0.3, top * 0.2],
          [x + half * 0.1, -top * 0.3],
          [x + half * 0.45, top * 0.5],
          [x + half, -top * 0.4],
          [x + half, -top],
        ]),
        fg,
      );
    else if (kind === 3)
      body +=
        shape(
          `M${n(x - half * 0.8)} 0Q${n(x)} ${n(top)} ${n(x + half * 0.8)} 0Q${n(x)} ${n(-top)} ${n(x - half * 0.8)} 0Z`,
          fg,
        ) + disc(x, 0, half * 0.3, bg);
    else
      for (let b = 0; b < 4; b += 1)
        body += rect(x - half, top + inner * (b * 0.25 + 0.06), half * 2, inner * 0.12, fg);
  }
  const svg =
    rect(0, 0, w, h, p.ground) +
    disc(cx, cy, r * 0.98, mix(p.ground, p.b, 0.35)) +
    `<g transform="translate(${n(cx + strip * 0.06)} ${n(cy)}) rotate(${tilt})">${body}</g>`;
  return { svg: svg, top: p.ground, bottom: p.ground };
}

/** Torn sheets of coloured paper, a disc and a block of rules. */
export function collage(canvas: Canvas): Art {
  const { w, h, palette: p, rng } = canvas;
  const { x0, y0, x1, y1, cx, cy, r } = frame(canvas);
  const torn = (y: number, slope: number, rough: number): Point[] => {
    const points: Point[] = [];
    for (let x = -20; x <= w + 20; x += 22)
      points.push([x, y + ((x - w / 2) / w) * slope + rng.between(-rough, rough)]);
    return points;
  };
  const sheet = (edge: Point[], fill: string): string => {
    // The white core of the paper shows along a tear.
    const core = edge.map(([x, y]): Point => [x, y - 7 - rng.between(0, 7)]);
    return (
      shape(polygon([...core, [w + 20, y1 + 1], [-20, y1 + 1]]), mix(p.paper, fill, 0.06)) +
      shape(polygon([...edge, [w + 20, y1 + 1], [-20, y1 + 1]]), fill)
    );
  };
  const last = p.scheme === 'night' ? mix(p.ink, p.a, 0.12) : p.scheme === 'flat' ? p.ink : mix(p.a, p.ink, 0.2);
  const hx = x0 + (x1 - x0) * rng.between(0.3, 0.7);
  let svg = rect(0, 0, w, h, p.ground) + disc(hx, y0 + r * 0.78, r * 0.7, p.pop);
  svg += sheet(torn(cy - r * 0.18, r * rng.between(-0.5, 0.5), 8), p.b);
  const bx = x0 + (x1 - x0) * rng.between(0.08, 0.5);
  for (let i = 0; i < 7; i += 1) svg += rect(bx + i * r * 0.105, y0 + r * 0.62, r * 0.05, r * 0.95, p.line);
  svg +=
    figure(hx, cy + r * 0.62, r * 1.15, p.ink, rng.chance(0.4)) +
    sheet(torn(cy + r * 0.36, r * rng.between(-0.6, 0.6), 9), p.a === p.ink ? mix(p.ink, p.b, 0.35) : p.a);
  svg +=
    disc(cx - (hx - cx) * 1.2, cy + r * 0.52, r * 0.13, p.pop) +
    sheet(torn(y1 - r * 0.2, r * rng.between(-0.2, 0.2), 6), last);
  return { svg: svg + rect(0, y1, w, h - y1, last), top: p.ground, bottom: last };
}

/** A tear. */
const drop = (x: number, y: number, r: number, fill: string): string =>
  shape(
    `M${n(x)} ${n(y - r * 2.4)}Q${n(x + r * 1.5)} ${n(y + r)} ${n(x)} ${n(y + r)}T${n(x)} ${n(y - r * 2.4)}Z`,
    fill,
  );

/** An eye made of circles, with rays for lashes and a small scene for its light. */
export function eye(canvas: Canvas): Art {
  const { w, h, palette: p, rng } = canvas;
  const { y0, y1, cx, cy, r } = frame(canvas);
  const rays = rng.pick([16, 20, 28]);
  const tears = rng.chance(0.4);
  const made = rng.whole(0, 2);
  const wide = Math.min(w * 0.47, r * 1.12);
  let svg = rect(0, 0, w, h, p.ground);
  for (let i = 0; i < rays; i += 1) {
    const angle = (i / rays) * Math.PI * 2;
    if (tears && Math.sin(angle) > 0.1) continue;
    svg += shape(
      polygon([
        polar(cx, cy, angle - 0.055, r * 0.6),
        polar(cx, cy, angle + 0.055, r * 0.6),
        polar(cx, cy, angle, r * (i % 2 ? 0.82 : 0.98)),
      ]),
      i % 2 ? p.b : p.a,
    );
  }
  if (tears)
    for (let i = -2; i <= 2; i += 1)
      svg += drop(cx + i * r * 0.26, cy + r * (0.92 - Math.abs(i) * 0.13), r * 0.075, i % 2 ? p.b : p.pop);
  const lid = (k: number, tall: number): string =>
    `M${n(cx - wide * k)} ${n(cy)}Q${n(cx)} ${n(cy - r * tall)} ${n(cx + wide * k)} ${n(cy)}Q${n(cx)} ${n(cy + r * tall)} ${n(cx - wide * k)} ${n(cy)}Z`;
  svg +=
    shape(lid(1, 1.2), p.ground) +
    shape(lid(0.96, 1.08), p.line) +
    shape(lid(0.9, 0.96), p.scheme === 'paper' || p.scheme === 'hot' ? p.paper : mix(p.line, p.b, 0.16));
  const petals =
    made === 0
      ? ring(cx, cy, r * 0.37, p.b, r * 0.1) + shape(star(cx, cy, 12, r * 0.44, r * 0.26, 0), mix(p.a, p.pop, 0.55))
      : made === 1
        ? ring(cx, cy, r * 0.38, p.pop, r * 0.05) + ring(cx, cy, r * 0.29, p.b, r * 0.06)
        : shape(star(cx, cy, 8, r * 0.45, r * 0.34, Math.PI / 8), p.b) +
          shape(star(cx, cy, 8, r * 0.34, r * 0.25, 0), p.pop);
  const iris =
    disc(cx, cy, r * 0.46, p.a === p.ink ? mix(p.ink, p.b, 0.35) : p.a) +
    petals +
    disc(cx, cy, r * 0.22, p.ink) +
    disc(cx + r * 0.09, cy - r * 0.1, r * 0.065, p.pop);
  svg += clipped(`eye${Math.round(y0)}x${Math.round(y1)}`, lid(0.9, 0.96), iris);
  return { svg, top: p.ground, bottom: p.ground };
}
