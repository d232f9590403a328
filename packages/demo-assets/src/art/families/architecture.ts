import {
  arch,
  type Art,
  type Canvas,
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

/** Pointed arches one within another, a low sun at the end of them and somebody standing there. */
export function arches(canvas: Canvas): Art {
  const { w, h, palette: p, rng } = canvas;
  const { y0, y1, cx, r } = frame(canvas);
  const count = rng.whole(4, 6);
  const height = y1 - y0;
  const widest = Math.min(r * 2.2, w * 1.02);
  let svg = rect(0, 0, w, h, p.ground);
  for (let i = 0; i < count; i += 1) {
    const t = i / count;
    const fill = i % 2 ? mix(p.b, p.a, t * 0.5) : mix(p.a, p.ground, 0.15 * t);
    svg += shape(arch(cx, y1, widest * (1 - t * 0.82), height * (1 - t * 0.66)), fill);
  }
  const door = { w: widest * (1 - 0.82 + 0.06), h: height * 0.37 };
  const light = mix(p.pop, p.paper, 0.78);
  // A sun half risen behind the last arch ties the bands to the light within.
  const glow = mix(p.pop, p.ground, 0.12);
  svg +=
    disc(cx, y1 - door.h * 0.86, door.w * 0.8, glow) +
    rect(cx - door.w * 0.5, y1 - door.h * 0.5, door.w, door.h * 0.5, p.pop) +
    shape(arch(cx, y1, door.w, door.h), light);
  const floor = mix(p.ink, p.a, p.scheme === 'night' ? 0.25 : 0.12);
  svg += rect(0, y1, w, h - y1, floor);
  svg += figure(cx + door.w * rng.between(-0.14, 0.14), y1 + 1, door.h * 0.52, floor, rng.chance(0.5));
  return { svg, top: p.ground, bottom: floor };
}

/** Eight-fold khatam stars within a great round, arch or lozenge. */
export function girih(canvas: Canvas): Art {
  const { w, h, palette: p, rng } = canvas;
  const { cx, cy, r } = frame(canvas);
  const form = rng.pick(['round', 'arch', 'lozenge'] as const);
  const outline = (k: number): string => {
    if (form === 'arch') return arch(cx, cy + r * k, r * 1.7 * k, r * 2 * k);
    if (form === 'lozenge') return star(cx, cy, 4, r * k, r * 0.74 * k, -Math.PI / 2);
    return `M${n(cx - r * k)} ${n(cy)}a${n(r * k)} ${n(r * k)} 0 1 0 ${n(2 * r * k)} 0a${n(r * k)} ${n(r * k)} 0 1 0 ${n(-2 * r * k)} 0Z`;
  };
  const cell = r / rng.pick([1.5, 2, 2.5]);
  let body = rect(cx - r, cy - r, 2 * r, 2 * r, p.a);
  const reach = Math.ceil(r / cell) + 1;
  const shade = mix(p.a, p.ground, 0.5);
  for (let i = -reach; i <= reach; i += 1) {
    for (let j = -reach; j <= reach; j += 1) {
      const x = cx + i * cell;
      const y = cy + j * cell;
      const away = Math.hypot(i, j);
      const even = (i + j) % 2 === 0;
      const fill = away < 0.5 ? p.pop : even ? p.b : mix(p.b, p.a, 0.45);
      body += shape(star(x + cell / 2, y + cell / 2, 4, cell * 0.42, cell * 0.16, 0), shade);
      body += shape(star(x, y, 8, cell * 0.52, cell * 0.398, Math.PI / 8), fill);
      body += shape(star(x, y, 8, cell * 0.3, cell * 0.2, 0), even ? p.ground : p.a);
      body += disc(x, y, cell * 0.085, away < 1.5 ? p.pop : p.line);
    }
  }
  // The field is cut out by covering what is round it: clipping this many shapes is slow to render.
  const around = `<path fill-rule="evenodd" d="M0 0H${n(w)}V${n(h)}H0Z${outline(0.94)}" fill="${p.ground}"/>`;
  const svg = rect(0, 0, w, h, p.ground) + body + around + stroke(outline(0.98), p.pop, r * 0.022);
  return { svg, top: p.ground, bottom: p.ground };
}

/** Blocks of flats at night, a few windows awake, a moon. */
export function city(canvas: Canvas): Art {
  const { w, h, palette: p, rng } = canvas;
  const { x0, y0, x1, y1, r } = frame(canvas);
  const front = p.scheme === 'night' ? mix(p.ink, '#000000', 0.25) : p.ink;
  const sky = p.scheme === 'night' ? mix(p.ink, p.a, 0.55) : p.ground;
  const moon: Point = [x0 + (x1 - x0) * rng.between(0.25, 0.75), y0 + (y1 - y0) * 0.3];
  let svg =
    rect(0, 0, w, h, sky) +
    disc(moon[0], moon[1], r * 0.62, mix(sky, p.pop, 0.22)) +
    disc(moon[0], moon[1], r * 0.44, p.pop);
  for (let layer = 0; layer < 3; layer += 1) {
    const wall = mix(mix(sky, p.a, 0.35), front, (layer + 1) / 3);
    const unit = [16, 20, 26][layer] ?? 20;
    let x = -rng.between(0, 40);
    while (x < w) {
      const columns = rng.whole(3, 6);
      const width = columns * unit + unit * 0.5;
      const top = y1 - (y1 - y0) * rng.between(0.2, 0.42) * (1.75 - layer * 0.42);
      svg += rect(x, top, width + 1, y1 - top + 1, wall);
      if (rng.chance(0.4)) svg += rect(x + width * 0.3, top - unit, unit * 0.9, unit + 1, wall);
      const dim = mix(wall, p.b, 0.3);
      for (let row = 0; top + unit * (row * 1.25 + 1.6) < y1; row += 1) {
        for (let c = 0; c < columns; c += 1) {
          const lit = rng.chance(layer === 0 ? 0.06 : 0.14);
          svg += rect(
            x + unit * (c + 0.45),
            top + unit * (0.7 + row * 1.25),
            unit * 0.6,
            unit * 0.75,
            lit ? (rng.chance(0.7) ? p.pop : p.paper) : dim,
          );
        }
      }
      x += width + (rng.chance(0.35) ? unit : 0);
    }
  }
  return { svg: svg + rect(0, y1, w, h - y1, front), top: sky, bottom: front };
}

/** A door of light at the end of a dark room, and the long shadow of a figure in it. */
export function doorway(canvas: Canvas): Art {
  const { w, h, palette: p, rng } = canvas;
  const { y0, y1, cx, r } = frame(canvas);
  const dark = p.scheme === 'night' || p.scheme === 'flat';
  const wall = dark ? p.ground : p.a;
  const floor = mix(wall, p.ink, 0.55);
  const base = y0 + (y1 - y0) * 0.66;
  const dw = r * rng.between(0.5, 0.66);
  const dh = (base - y0) * 0.8 - r * 0.2;
  // The tallest plane may reach the top of the focus and no farther: there is type above it.
  const ceiling = (base - dh - y0) / 3.1;
  const lean = rng.between(-0.5, 0.5) * r;
  const spread = dw * 1.5;
  const light = dark ? p.pop : p.paper;
  let svg = rect(0, 0, w, h, wall);
  // The wall falls away in broad planes on both sides of the door.
  for (let i = 3; i > 0; i -= 1) {
    const half = dw * (0.5 + i * 0.62);
    svg += shape(
      polygon([
        [cx - half, base],
        [cx - half, base - dh - i * ceiling],
        [cx + half, base - dh - i * ceiling * 0.72],
        [cx + half, base],
      ]),
      mix(wall, dark ? p.a : p.ink, i === 2 ? 0.5 : 0.24 * i),
    );
  }
  svg += rect(0, base, w, h - base, floor);
  svg += shape(
    polygon([
      [cx - dw / 2, base],
      [cx + dw / 2, base],
      [cx + spread + lean, y1],
      [cx - spread + lean, y1],
    ]),
    mix(light, floor, 0.25),
  );
  svg += rect(cx - dw / 2, base - dh, dw, dh, light);
  const tall = dh * 0.6;
  svg += shape(
    polygon([
      [cx - tall * 0.1, base],
      [cx + tall * 0.1, base],
      [cx + lean * 0.8 + tall * 0.3, y1],
      [cx + lean * 0.8 - tall * 0.3, y1],
    ]),
    floor,
  );
  svg += figure(cx, base + 2, tall, floor, rng.chance(0.45));
  return { svg, top: wall, bottom: floor };
}

/** Quarter-rounds, eyes and suns set like tiles. */
export function tiles(canvas: Canvas): Art {
  const { w, h, palette: p, rng } = canvas;
  const { y0, y1 } = frame(canvas);
  // Of the likely grids the one that fills the height best.
  const getLeftPhase = (count: number): number => ((y1 - y0) / (w / count)) % 1;
  const grids = w > 800 ? [8, 9, 10, 7] : [3, 4, 5];
  const columns = grids.reduce((best, count) => (getLeftPhase(count) < getLeftPhase(best) ? count : best));
  const s = w / columns;
  const rows = Math.max(1, Math.floor((y1 - y0) / s));
  const start = y0 + (y1 - y0 - rows * s) / 2;
  const colours = [p.a, p.b, p.pop, p.line, mix(p.a, p.ground, 0.4)] as const;
  let svg = rect(0, 0, w, h, p.ground);
  for (let row = 0; row < rows; row += 1) {
    for (let c = 0; c < columns; c += 1) {
      const x = c * s;
      const y = start + row * s;
      const k = (c * 2 + row * 3 + rng.whole(0, 1)) % 5;
      const under = colours[k] ?? p.a;
      const over = colours[(k + rng.whole(1, 3)) % 5] ?? p.b;
      svg += rect(x, y, s + 0.5, s + 0.5, under);
      const kind = rng.whole(0, 6);
      const [qx, qy] = [rng.chance(0.5) ? x : x + s, rng.chance(0.5) ? y : y + s];
      const sweep = (qx === x) === (qy === y) ? 1 : 0;
      const dx = qx === x ? s : -s;
      const dy = qy === y ? s : -s;
      const quarter = (k2: number): string =>
        `M${n(qx)} ${n(qy)}h${n(dx * k2)}A${n(s * k2)} ${n(s * k2)} 0 0 ${sweep} ${n(qx)} ${n(qy + dy * k2)}Z`;
      if (kind <= 2) svg += shape(quarter(1), over) + (kind ? shape(quarter(0.5), under) : '');
      else if (kind === 3)
        svg += disc(x + s / 2, y + s / 2, s * 0.36, over) + disc(x + s / 2, y + s / 2, s * 0.15, under);
      else if (kind === 4)
        svg +=
          shape(
            `M${n(x)} ${n(y + s / 2)}Q${n(x + s / 2)} ${n(y - s * 0.1)} ${n(x + s)} ${n(y + s / 2)}Q${n(x + s / 2)} ${n(y + s * 1.1)} ${n(x)} ${n(y + s / 2)}Z`,
            over,
          ) + disc(x + s / 2, y + s / 2, s * 0.17, under);
      else if (kind === 5)
        svg +=
          shape(star(x + s / 2, y + s / 2, 8, s * 0.44, s * 0.33, Math.PI / 8), over) +
          ring(x + s / 2, y + s / 2, s * 0.16, under, s * 0.06);
      else
        svg +=
          shape(
            polygon([
              [x, y + s],
              [x + s / 2, y],
              [x + s, y + s],
            ]),
            over,
          ) +
          shape(
            polygon([polar(x + s / 2, y + s, Math.PI, s / 4), [x + s / 2, y + s / 2], [x + s * 0.75, y + s]]),
            under,
          );
    }
  }
  return { svg, top: p.ground, bottom: p.ground };
}
