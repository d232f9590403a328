import { carryReturn, readAppPage, stayInApp } from '../../platform/app-twins.ts';
import { isTitleKind } from '../../platform/kinds.ts';
import { paths } from '../../platform/paths.ts';
import type { LineKind, Purpose } from '../ledger/payment-kinds.ts';
import type { NextStep, PaymentState } from './payment-state.ts';

/** `kept`: paid, but the money is in the wallet. `returned`: the bank gave it back. `unclear`: a person has to look. */
export type PaymentResult =
  'paid' | 'kept' | 'open' | 'waiting' | 'cancelled' | 'failed' | 'expired' | 'returned' | 'unclear';

export function toPaymentResult({ state, next }: { state: PaymentState; next: NextStep }): PaymentResult {
  if (state === 'settled') return next === 'retry' ? 'kept' : 'paid';
  if (state === 'reversed') return 'returned';
  if (next === 'contact') return 'unclear';
  if (state === 'cancelled' || state === 'expired' || state === 'failed') return state;
  return next === 'continue' ? 'open' : 'waiting';
}

export function isOpenResult(result: PaymentResult): boolean {
  return result === 'open' || result === 'waiting';
}

interface PurchaseSummary {
  purpose: Purpose;
  lines: readonly { kind: LineKind; id: number; gift?: boolean; title: { kind: string; id: number } | null }[];
  content: { kind: string; id: number } | null;
  return_path: string | null;
}

export function isGift({ lines }: Pick<PurchaseSummary, 'lines'>): boolean {
  return lines.some(({ gift }) => gift === true);
}

export function getWatchPath({ purpose, lines, content, return_path: from }: PurchaseSummary): string | null {
  const [line] = lines;
  const app = { appPage: readAppPage(from) };
  if (isGift({ lines })) return null;
  if (purpose === 'cart') return carryReturn(paths.download(), app);
  if (line?.kind === 'screening') return stayInApp(paths.screening(line.id), app);
  const title = content ?? (line?.kind === 'title' ? line.title : null);
  return title && isTitleKind(title.kind) ? stayInApp(paths.play(title.kind, title.id), app) : null;
}

export function getRetryPath({ purpose, lines, content, return_path: from }: PurchaseSummary): string {
  const [line] = lines;
  if (line?.gift === true) return paths.gifts({ plan: line.id, count: lines.length });
  if (purpose === 'plan' && line) {
    return paths.plan(line.id, { contentId: content?.id, contentType: content?.kind, from: from ?? undefined });
  }
  const app = { appPage: readAppPage(from) };
  if (purpose === 'cart') return carryReturn(paths.download(), app);
  const title = line?.title;
  return title && isTitleKind(title.kind) ? stayInApp(paths.title(title.kind, title.id), app) : (from ?? paths.home());
}
