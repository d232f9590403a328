import { formatNumber } from '../text/format.ts';
import { measureSize } from '../text/measure-size.ts';
import { m } from '../text/paraglide/messages.js';

export function sizeText(bytes: number): string {
  const { unit, amount, digits } = measureSize(bytes);
  const size = formatNumber(amount, digits);
  return unit === 'mb' ? m.download_size_mb({ size }) : m.download_size_gb({ size });
}
