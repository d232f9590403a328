import { getOperatorName } from '../../../platform/config/operators.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import type { Method } from '../../ledger/payment-kinds.ts';
import type { FigureName } from '../figures-contract.ts';
import { nameMethod } from './words.ts';

type ChangeTone = 'good' | 'bad' | 'quiet';

const FALLS: Record<ChangeTone, ChangeTone> = { good: 'bad', bad: 'good', quiet: 'quiet' };

const CHURN_DIGITS = 2;

interface Kind {
  name: () => string;
  /** The call's units in one unit of the screen. */
  per: number;
  digits: number;
  /** The tone of a rise. */
  rise: ChangeTone;
}

const KINDS: Record<FigureName, Kind> = {
  plays: { name: m.figures_plays, per: 1, digits: 0, rise: 'good' },
  played: { name: m.figures_played, per: 3600, digits: 1, rise: 'good' },
  people: { name: m.figures_people, per: 1, digits: 0, rise: 'good' },
  signups: { name: m.figures_signups, per: 1, digits: 0, rise: 'good' },
  revenue: { name: m.figures_revenue, per: 1, digits: 0, rise: 'good' },
  refunds: { name: m.figures_refunds, per: 1, digits: 0, rise: 'bad' },
  failed: { name: m.figures_failed, per: 1, digits: 0, rise: 'bad' },
  ended: { name: m.figures_ended, per: 1, digits: 0, rise: 'bad' },
  start: { name: m.figures_start, per: 1000, digits: 2, rise: 'bad' },
  sms: { name: m.figures_sms, per: 1, digits: 0, rise: 'quiet' },
  sms_failed: { name: m.figures_sms_failed, per: 1, digits: 0, rise: 'bad' },
  empty_searches: { name: m.figures_empty_searches, per: 1, digits: 0, rise: 'bad' },
  stalled: { name: m.figures_stalled, per: 10, digits: 2, rise: 'bad' },
};

/** With its unit. */
export const nameFigure = (figure: FigureName) => KINDS[figure].name();

export const toUnit = (figure: FigureName, value: number) => value / KINDS[figure].per;

/** Of the unit in the figure's name. */
export const formatUnit = (figure: FigureName, value: number) => formatNumber(value, KINDS[figure].digits);

export function showFigure(figure: FigureName, value: number | null): string {
  return value === null ? m.value_none() : formatUnit(figure, toUnit(figure, value));
}

export function namePart(figure: FigureName, part: string): string {
  if (part === '') return m.figures_all();
  if (figure === 'failed') return nameMethod(part as Method);
  return getOperatorName(Number(part), getLocale()) ?? m.figures_unnamed_network();
}

/** Ended subscriptions beside those that ran when the day began, with the rate. */
export function describeChurn(ended: number | null, running: number | null): string {
  if (ended === null || running === null || running === 0) return m.figures_running_unknown();
  const rate = formatNumber((ended / running) * 100, CHURN_DIGITS);
  return m.figures_running({ running: formatNumber(running), rate: m.figures_percent({ value: rate }) });
}

/** Per cent of last week's; where that was 0, the number itself. */
export function compare(
  figure: FigureName,
  today: number | null,
  before: number | null,
): { tone: ChangeTone; text: string } | null {
  if (today === null || before === null) return null;
  const change = before === 0 ? today : Math.round(((today - before) / before) * 100);
  if (change === 0) return { tone: 'quiet', text: m.figures_same() };
  const amount =
    before === 0 ? showFigure(figure, today) : m.figures_percent({ value: formatNumber(Math.abs(change)) });
  const { rise } = KINDS[figure];
  return change > 0
    ? { tone: rise, text: m.figures_more({ amount }) }
    : { tone: FALLS[rise], text: m.figures_less({ amount }) };
}
