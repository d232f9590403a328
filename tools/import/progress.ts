import { formatSeconds } from '../lib/progress.ts';

const EVERY_MS = 2000;
const EVERY_MS_TERMINAL = 250;

/** Shows how far an import is: rows, share of the file, rows a second, time left. Call it often; it speaks seldom. */
export function createProgress(totalBytes: number): (rows: number, bytes: number) => void {
  const started = Date.now();
  const terminal = process.stdout.isTTY;
  let printedAt = started;
  return (rows, bytes) => {
    const now = Date.now();
    if (now - printedAt < (terminal ? EVERY_MS_TERMINAL : EVERY_MS)) return;
    printedAt = now;
    const line = progressLine(rows, bytes, totalBytes, now - started);
    process.stdout.write(terminal ? `\r${line.padEnd(72)}` : `${line}\n`);
  };
}

/** «12 000 rows, 34 %, 2 100 rows/s, 41.0 s left». Times in ms; the share is of the file's bytes. */
export function progressLine(rows: number, bytes: number, totalBytes: number, elapsed: number): string {
  const share = totalBytes === 0 ? 1 : Math.min(1, bytes / totalBytes);
  const rate = Math.round((rows * 1000) / Math.max(1, elapsed));
  const left = share === 0 ? 'time unknown' : `${formatSeconds((elapsed * (1 - share)) / share)} left`;
  return `${grouped(rows)} rows, ${Math.floor(share * 100)} %, ${grouped(rate)} rows/s, ${left}`;
}

/** 12345 → 12 345. */
export function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ' ');
}
