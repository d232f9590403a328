export interface Picture {
  width: number;
  height: number;
  rgb: Uint8Array;
}
export type Colour = readonly [red: number, green: number, blue: number];

/** Origin and scale in pixels; `flip` for outlines with y upwards. */
export interface Place {
  x: number;
  y: number;
  scale: number;
  flip: boolean;
}

/** Pixel coverage (0 to 1) of filled outlines: the running sum, along a row, of the edges' signed areas. */
export class Coverage {
  readonly width: number;
  readonly height: number;
  private readonly sums: Float32Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.sums = new Float32Array(width * height + 2);
  }

  /** Absolute M, L, Q, C and Z only. */
  add(path: string, { x, y, scale, flip }: Place): void {
    const up = flip ? -scale : scale;
    let [atX, atY, startX, startY] = [0, 0, 0, 0];
    const to = (nextX: number, nextY: number) => {
      this.edge(x + atX * scale, y + atY * up, x + nextX * scale, y + nextY * up);
      [atX, atY] = [nextX, nextY];
    };
    for (const [, command, rest = ''] of path.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = rest.trim().split(/[ ,]+/).map(Number);
      if (command === 'M') [atX, atY, startX, startY] = [a, b, a, b];
      else if (command === 'L') to(a, b);
      else if (command === 'Z') to(startX, startY);
      else {
        const [fromX, fromY] = [atX, atY];
        for (let step = 1; step <= STEPS; step += 1) {
          const t = step / STEPS;
          if (command === 'Q') to(quadratic(fromX, a, c, t), quadratic(fromY, b, d, t));
          else to(cubic(fromX, a, c, e, t), cubic(fromY, b, d, f, t));
        }
      }
    }
  }

  paint({ rgb }: Picture, colour: Colour, opacity = 1): void {
    for (let row = 0; row < this.height; row += 1) {
      let sum = 0;
      for (let at = row * this.width; at < (row + 1) * this.width; at += 1) {
        sum += this.sums[at] ?? 0;
        const alpha = Math.min(1, Math.abs(sum)) * opacity;
        if (alpha > 0.002) colour.forEach((value, band) => blend(rgb, at * 3 + band, value, alpha));
      }
    }
  }

  private edge(x0: number, y0: number, x1: number, y1: number): void {
    if (y0 === y1) return;
    const down = y0 < y1;
    const [top, bottom] = down ? [y0, y1] : [y1, y0];
    const slope = (x1 - x0) / (y1 - y0);
    const topX = down ? x0 : x1;
    for (let row = Math.max(0, Math.floor(top)); row < Math.min(this.height, Math.ceil(bottom)); row += 1) {
      const from = Math.max(row, top);
      const until = Math.min(row + 1, bottom);
      const left = topX + (from - top) * slope;
      const right = topX + (until - top) * slope;
      this.cover(row, Math.min(left, right), Math.max(left, right), (until - from) * (down ? 1 : -1));
    }
  }

  /** An edge within one row that spans `height` of it, negative upwards. */
  private cover(row: number, left: number, right: number, height: number): void {
    const start = row * this.width;
    const [a, b] = [Math.min(Math.max(left, 0), this.width), Math.min(Math.max(right, 0), this.width)];
    const [first, last] = [Math.floor(a), Math.floor(b)];
    let done = 0;
    for (let column = first; column <= last && column < this.width; column += 1) {
      const [from, until] = [Math.max(a, column), Math.min(b, column + 1)];
      const share = first === last ? height : (height * (until - from)) / (b - a);
      const inside = share * (column + 1 - (from + until) / 2);
      this.sums[start + column] = (this.sums[start + column] ?? 0) + inside + done;
      done = share - inside;
    }
    if (last + 1 < this.width) this.sums[start + last + 1] = (this.sums[start + last + 1] ?? 0) + done;
  }
}

const STEPS = 8; // Lines per curve; enough for letters of 150 pixels

function quadratic(a: number, b: number, c: number, t: number): number {
  return (1 - t) ** 2 * a + 2 * (1 - t) * t * b + t ** 2 * c;
}

function cubic(a: number, b: number, c: number, d: number, t: number): number {
  return (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t ** 2 * c + t ** 3 * d;
}

function blend(rgb: Uint8Array, at: number, value: number, alpha: number): void {
  rgb[at] = Math.round((rgb[at] ?? 0) * (1 - alpha) + value * alpha);
}
