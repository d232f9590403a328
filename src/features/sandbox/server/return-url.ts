import type { Bill } from './bill.ts';

export function buildReturnUrl({ view, callbackUrl, reference, rial }: Bill): string {
  const url = new URL(callbackUrl);
  const paid = view.state === 'paid' || view.state === 'verified';
  url.searchParams.set('token', view.token);
  url.searchParams.set('status', paid ? 'paid' : 'cancelled');
  url.searchParams.set('rial', String(rial));
  if (reference !== null) url.searchParams.set('reference', reference);
  return url.href;
}
