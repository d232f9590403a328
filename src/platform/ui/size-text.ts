import { formatNumber } from '../text/format.ts';
import { m } from '../text/paraglide/messages.js';

const MEGABYTE = 1_000_000;
const GIGABYTE = 1_000_000_000;

/** A file's size in words, from bytes: megabytes, or from 1000 of them on gigabytes; what
 * is small or in gigabytes with one digit after the point. */
export function sizeText(bytes: number): string {
  return bytes < GIGABYTE
    ? m.download_size_mb({ size: formatNumber(bytes / MEGABYTE, bytes < 10 * MEGABYTE ? 1 : 0) })
    : m.download_size_gb({ size: formatNumber(bytes / GIGABYTE, 1) });
}
