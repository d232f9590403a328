import { formatNumber } from '../text/format.ts';
import { m } from '../text/paraglide/messages.js';

const MEGABYTE = 1_000_000;
const GIGABYTE = 1_000_000_000;

/** From bytes: megabytes, or gigabytes from 1000 MB. */
export function sizeText(bytes: number): string {
  return bytes < GIGABYTE
    ? m.download_size_mb({ size: formatNumber(bytes / MEGABYTE, bytes < 10 * MEGABYTE ? 1 : 0) })
    : m.download_size_gb({ size: formatNumber(bytes / GIGABYTE, 1) });
}
