import type { Vector } from './outline.ts';

export const minus = (one: Vector, other: Vector): Vector => ({ x: one.x - other.x, y: one.y - other.y });
export const plus = (one: Vector, other: Vector): Vector => ({ x: one.x + other.x, y: one.y + other.y });
export const times = (one: Vector, factor: number): Vector => ({ x: one.x * factor, y: one.y * factor });
export const dot = (one: Vector, other: Vector) => one.x * other.x + one.y * other.y;
export const cross = (one: Vector, other: Vector) => one.x * other.y - one.y * other.x;
export const length = (one: Vector) => Math.hypot(one.x, one.y);
export const middle = (one: Vector, other: Vector): Vector => times(plus(one, other), 0.5);

export function unit(one: Vector): Vector {
  const size = length(one);
  return size === 0 ? one : times(one, 1 / size);
}

/** A point of a quadratic curve, `part` of the way (0 to 1). */
export function curveAt(from: Vector, control: Vector, to: Vector, part: number): Vector {
  const rest = 1 - part;
  return plus(plus(times(from, rest * rest), times(control, 2 * part * rest)), times(to, part * part));
}

/** The greatest distance between two chains of points, seen from both; Infinity as soon as it exceeds `limit`. */
export function farthest(one: readonly Vector[], other: readonly Vector[], limit: number): number {
  return Math.max(reach(one, other, limit), reach(other, one, limit));
}

function reach(points: readonly Vector[], chain: readonly Vector[], limit: number): number {
  let worst = 0;
  for (const point of points) {
    let nearest = Infinity;
    for (let index = 0; index + 1 < chain.length; index += 1)
      nearest = Math.min(nearest, distance(point, chain[index] ?? point, chain[index + 1] ?? point));
    worst = Math.max(worst, nearest);
    if (worst > limit) return Infinity;
  }
  return worst;
}

function distance(point: Vector, from: Vector, to: Vector): number {
  const line = minus(to, from);
  const size = dot(line, line);
  const along = size === 0 ? 0 : Math.min(1, Math.max(0, dot(minus(point, from), line) / size));
  return length(minus(point, plus(from, times(line, along))));
}
