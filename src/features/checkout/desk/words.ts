import type { Tone } from '../../../platform/desk/Parts.tsx';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { nameIn } from '../../../platform/text/locale.ts';
import type { CODE_STATES, DiscountCode } from '../codes-contract.ts';
import type { Plan } from '../contract.ts';

export type CodeState = (typeof CODE_STATES)[number];

const STATES: Record<CodeState, readonly [Tone, () => string]> = {
  open: ['good', m.codes_open],
  planned: ['open', m.codes_planned],
  ended: ['quiet', m.codes_ended],
};

export const nameCodeState = (state: CodeState) => STATES[state][1]();

export function describeCode({ state, uses, max_uses: most }: DiscountCode): { tone: Tone; text: string } {
  if (state === 'open' && uses >= most) return { tone: 'quiet', text: m.codes_used_up() };
  const [tone, text] = STATES[state];
  return { tone, text: text() };
}

export function describeGift({ percent, bonus_days: bonus }: Pick<DiscountCode, 'percent' | 'bonus_days'>): string {
  const days = formatNumber(bonus);
  if (percent === 0) return m.codes_days({ days });
  return bonus === 0
    ? m.codes_percent({ percent: formatNumber(percent) })
    : m.codes_both({ percent: formatNumber(percent), days });
}

/** A plan that is not sold any more has its number alone. */
export function nameSold(id: number | null, plans: Readonly<Record<string, Plan>>): string {
  if (id === null) return m.codes_everything();
  const plan = plans[String(id)];
  return plan ? nameIn(getLocale(), plan) : `${m.codes_plan()} ${formatNumber(id)}`;
}
