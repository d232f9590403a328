import { cross, curveAt, dot, farthest, length, middle, minus, plus, times, unit } from './plane.ts';
import { at, join, WEIGHTS, type Point, type Vector, type Weight } from './outline.ts';

/** A line or, with a control point, a quadratic curve. */
interface Segment {
  from: Point;
  control: Point | null;
  to: Point;
}

/** Contours of the font bend by at most three segments where one or two can do. */
const MAX_SPAN_SEGMENTS = 5;
/** The cosine of the turn from which a point is a corner, which stays. */
const CORNER = 0.985;
const SAMPLES = 4;

/**
 * Draws a contour with fewer points, at most `tolerance` units away in both weights. Corners stay in their places, so
 * letters still join. The cheapest way around the contour is found by dynamic programming.
 */
export function simplifyContour(contour: readonly Point[], tolerance: number): readonly Point[] {
  const segments = listSegments(contour);
  const isCorner = (index: number) => {
    const before = segments.at(index - 1);
    const after = segments[index];
    return (
      !before ||
      !after ||
      WEIGHTS.some((weight) => dot(unit(leaves(before, weight)), unit(enters(after, weight))) < CORNER)
    );
  };
  const corner = segments.findIndex((_, index) => isCorner(index));
  const first =
    corner >= 0
      ? corner
      : Math.max(
          0,
          segments.findIndex(({ from }) => contour.includes(from)),
        );
  const around = [...segments.slice(first), ...segments.slice(0, first)];
  const corners = around.map((_, index) => isCorner((index + first) % segments.length));

  interface Step {
    cost: number;
    isOriginal: boolean;
    segments: Segment[];
    before: Step | null;
  }
  // By the number of segments passed: the cheapest way there that ends in an original segment, and in a drawn one.
  const ways: Step[][] = around.map(() => []);
  ways.push([]);
  ways[0]?.push({ cost: 1, isOriginal: false, segments: [], before: null });
  const offer = (place: number, step: Step) => {
    const rivals = ways[place] ?? [];
    const rival = rivals.findIndex(({ isOriginal }) => isOriginal === step.isOriginal);
    if (rival < 0) rivals.push(step);
    else if (step.cost < (rivals[rival]?.cost ?? 0)) rivals[rival] = step;
  };
  for (const [place, segment] of around.entries()) {
    const longest = longestSpan(corners, place);
    const drawn = Array.from({ length: longest - 1 }, (_, index) =>
      drawSpan(around.slice(place, place + index + 2), tolerance),
    );
    for (const before of ways[place] ?? []) {
      // The point between two original curves may be implied by their control points.
      const isFree = before.isOriginal && isImplied(segment.from, contour);
      const cost = before.cost + 1 + (segment.control ? 1 : 0) - (isFree ? 1 : 0);
      offer(place + 1, { cost, isOriginal: true, segments: [segment], before });
      drawn.forEach((span, index) => {
        if (!span) return;
        const controls = span.filter(({ control }) => control).length;
        offer(place + index + 2, { cost: before.cost + controls + 1, isOriginal: false, segments: span, before });
      });
    }
  }
  const path: Step[] = [];
  const cheapest = (ways.at(-1) ?? []).sort((one, other) => one.cost - other.cost)[0] ?? null;
  for (let step = cheapest; step && step.before; step = step.before) path.unshift(step);
  const points = path.flatMap((step, index) =>
    step.segments.flatMap(({ from, control }, part) => {
      const isFree =
        part > 0 || (index > 0 && step.isOriginal && path[index - 1]?.isOriginal === true && isImplied(from, contour));
      return [...(isFree ? [] : [from]), ...(control ? [control] : [])];
    }),
  );
  return points.length < contour.length ? points : contour;
}

function longestSpan(corners: readonly boolean[], place: number): number {
  let span = 1;
  while (span < MAX_SPAN_SEGMENTS && place + span < corners.length && !corners[place + span]) span += 1;
  return span;
}

const isImplied = (point: Point, contour: readonly Point[]) => !contour.includes(point);

/** Points between two control points are added (TrueType implies them). */
function listSegments(contour: readonly Point[]): Segment[] {
  const points = contour.flatMap((point, index) => {
    const next = contour[(index + 1) % contour.length] ?? point;
    if (point.on || next.on) return [point];
    const [light, bold] = [middle(at(point, 'light'), at(next, 'light')), middle(at(point, 'bold'), at(next, 'bold'))];
    return [point, join(true, light, bold)];
  });
  const first = points.findIndex(({ on }) => on);
  const ring = [...points.slice(first), ...points.slice(0, first)];
  const segments: Segment[] = [];
  ring.forEach((from, index) => {
    if (!from.on) return;
    const [next, after] = [ring[(index + 1) % ring.length], ring[(index + 2) % ring.length]];
    if (next?.on) segments.push({ from, control: null, to: next });
    else if (next && after) segments.push({ from, control: next, to: after });
  });
  return segments;
}

function enters({ from, control, to }: Segment, weight: Weight): Vector {
  const start = at(from, weight);
  const towards = control ? minus(at(control, weight), start) : { x: 0, y: 0 };
  return length(towards) > 0 ? towards : minus(at(to, weight), start);
}

function leaves({ from, control, to }: Segment, weight: Weight): Vector {
  const end = at(to, weight);
  const towards = control ? minus(end, at(control, weight)) : { x: 0, y: 0 };
  return length(towards) > 0 ? towards : minus(end, at(from, weight));
}

/** A span of segments as a line, as one curve or as two with an implied point between, or null. */
function drawSpan(span: readonly Segment[], tolerance: number): Segment[] | null {
  const [first, last] = [span[0], span.at(-1)];
  if (!first || !last) return null;
  const { from } = first;
  const { to } = last;
  const paths = { light: sample(span, 'light'), bold: sample(span, 'bold') };
  const fits = (drawn: readonly Vector[], weight: Weight) => farthest(drawn, paths[weight], tolerance) <= tolerance;
  if (WEIGHTS.every((weight) => fits([at(from, weight), at(to, weight)], weight))) return [{ from, control: null, to }];

  const ends = (weight: Weight): Ends => {
    const [start, end] = [at(from, weight), at(to, weight)];
    return { start, end, enter: unit(enters(first, weight)), leave: unit(leaves(last, weight)) };
  };
  const [light, bold] = [ends('light'), ends('bold')];
  // A span that turns by more than a right angle and some is left alone.
  if ([light, bold].some(({ enter, leave }) => dot(enter, leave) < -0.3)) return null;
  const [lightControl, boldControl] = [crossing(light), crossing(bold)];
  if (
    lightControl &&
    boldControl &&
    fits(sampleCurves(light.start, [lightControl], light.end), 'light') &&
    fits(sampleCurves(bold.start, [boldControl], bold.end), 'bold')
  )
    return [{ from, control: join(false, lightControl, boldControl), to }];
  if (span.length < 3) return null;

  const lightPair = bendTwice(light, paths.light, tolerance);
  const boldPair = lightPair && bendTwice(bold, paths.bold, tolerance);
  if (!lightPair || !boldPair) return null;
  const between = join(true, middle(...lightPair), middle(...boldPair));
  return [
    { from, control: join(false, lightPair[0], boldPair[0]), to: between },
    { from: between, control: join(false, lightPair[1], boldPair[1]), to },
  ];
}

interface Ends {
  start: Vector;
  end: Vector;
  enter: Vector;
  leave: Vector;
}

/** The intersection of both ends' tangents, between the ends. */
function crossing({ start, end, enter, leave }: Ends): Vector | null {
  const turn = cross(enter, leave);
  if (Math.abs(turn) < 1e-3) return null;
  const along = cross(minus(end, start), leave) / turn;
  const control = plus(start, times(enter, along));
  return along > 0 && dot(minus(end, control), leave) > 0 ? control : null;
}

/** Two control points on the tangents of both ends, found by a coarse grid and then by halved steps. */
function bendTwice(
  { start, end, enter, leave }: Ends,
  path: readonly Vector[],
  tolerance: number,
): [Vector, Vector] | null {
  const chord = length(minus(end, start));
  const attempt = (one: number, other: number, limit: number) => {
    const pair: [Vector, Vector] = [plus(start, times(enter, one * chord)), minus(end, times(leave, other * chord))];
    return { one, other, pair, miss: farthest(sampleCurves(start, pair, end), path, limit) };
  };
  let best = attempt(0.3, 0.3, Infinity);
  const improve = (one: number, other: number) => {
    const next = attempt(one, other, best.miss);
    if (next.miss >= best.miss) return false;
    best = next;
    return true;
  };
  for (let one = 0.14; one < 0.6; one += 0.09) for (let other = 0.14; other < 0.6; other += 0.09) improve(one, other);
  if (best.miss > tolerance * 12) return null;
  for (let step = 0.045; step > 0.005 && best.miss > tolerance * 0.6;) {
    const { one, other } = best;
    const tried = [
      improve(one + step, other),
      improve(one - step, other),
      improve(one, other + step),
      improve(one, other - step),
      improve(best.one + step, best.other - step),
      improve(best.one - step, best.other + step),
    ];
    if (!tried.includes(true)) step /= 2;
  }
  return best.miss <= tolerance ? best.pair : null;
}

/** Points along a chain of curves whose inner ends are implied. */
function sampleCurves(start: Vector, controls: readonly Vector[], end: Vector): Vector[] {
  const points: Vector[] = [];
  let from = start;
  controls.forEach((control, index) => {
    const next = controls[index + 1];
    const to = next ? middle(control, next) : end;
    for (let part = 0; part < SAMPLES; part += 1) points.push(curveAt(from, control, to, part / SAMPLES));
    from = to;
  });
  return [...points, end];
}

function sample(span: readonly Segment[], weight: Weight): Vector[] {
  const points = span.flatMap(({ from, control, to }) =>
    control ? sampleCurves(at(from, weight), [at(control, weight)], at(to, weight)).slice(0, -1) : [at(from, weight)],
  );
  const last = span.at(-1);
  return last ? [...points, at(last.to, weight)] : points;
}
