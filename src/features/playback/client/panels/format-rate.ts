import { formatNumber } from '../../../../platform/text/format.ts';
import { m } from '../../../../platform/text/paraglide/messages.js';

export function formatRate(rate: number): string {
  return rate === 1 ? m.player_speed_normal() : m.player_speed_rate({ rate: formatNumber(rate, 2) });
}
