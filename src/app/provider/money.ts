import type { Input, Output } from '../../platform/http/calls/call.ts';
import type * as checkout from '../../features/checkout/contract.ts';
import type { getWallet as getWalletCall } from '../../features/payments/contract.ts';
import { DEFAULT_GATEWAY } from '../../features/payments/config.ts';
import { parseToman } from '../../platform/text/money.ts';
import { safeRedirect } from '../../platform/safe-redirect.ts';
import { refuse, send, type ProviderContext } from './context.ts';
import { readCount, readFields, readFlag, readList, readText, readUrl, unwrap } from './read.ts';
import { SPEC } from './spec-calls.ts';

/** Spec 7.12, 7.13, 7.24. */

/** Absolute URL of the result page: a bank cannot return to a path. */
export function getReturnUrl(
  { origin }: ProviderContext,
  kind: 'wallet' | 'plan' | 'debit',
  from: string | undefined,
): string {
  const url = new URL('/callback', origin);
  url.searchParams.set('bank', kind);
  const path = from !== undefined && from.startsWith(`${origin}/`) ? from.slice(origin.length) : from;
  const safe = safeRedirect(path, '');
  if (safe !== '') url.searchParams.set('from', safe);
  return url.href;
}

/** A missing page is refused with the text of spec 8.13. */
function readPayUrl(body: unknown): string {
  const data = readFields(unwrap(body));
  return readUrl(data, 'pay_url', 'url') ?? readUrl(readFields(body), 'pay_url') ?? refuse('payment_unconfirmed');
}

export async function getWallet(context: ProviderContext): Promise<Output<typeof getWalletCall>> {
  const data = readFields(unwrap(await send(context, SPEC.wallet())));
  const credit = readCount(data, 'my_credit') ?? refuse('provider_unreachable');
  return { data: { my_credit: credit, can_charge: true } };
}

export async function chargeWallet(
  context: ProviderContext,
  { amount, payment_method: method, callback_url: from }: Input<typeof checkout.chargeWallet>,
): Promise<Output<typeof checkout.chargeWallet>> {
  const parsed = parseToman(amount);
  if (!parsed.ok) return refuse('amount_invalid');
  const request = SPEC.chargeWallet(parsed.value, getReturnUrl(context, 'wallet', from), method ?? DEFAULT_GATEWAY);
  const body = await send(context, request, { code: 'payment_unconfirmed' });
  const id = readText(readFields(unwrap(body)), 'payment_id');
  return { data: { pay_url: readPayUrl(body), payment_id: id?.slice(0, 100) ?? '' } };
}

/** Spec 7.24: gateways, names or a map; default: 9.13. */
export async function getGateways(context: ProviderContext): Promise<Output<typeof checkout.getGateways>> {
  const list = readList(unwrap(await send(context, SPEC.gateways(), { isShared: true }))).flatMap((entry) => {
    const fields = typeof entry === 'string' ? { id: entry } : readFields(entry);
    const id = readText(fields, 'id', 'key', 'slug', 'name');
    if (id === null || !/^[\w-]{1,20}$/.test(id)) return [];
    const nameFa = readText(fields, 'name_fa', 'title', 'name') ?? id;
    const isDefault = readFlag(fields, 'is_default', 'default') ?? id === DEFAULT_GATEWAY;
    return [{ id, name_fa: nameFa, name_en: readText(fields, 'name_en') ?? nameFa, is_default: isDefault }];
  });
  const defaultGateway = { id: DEFAULT_GATEWAY, name_fa: 'سامان', name_en: 'Saman', is_default: true };
  return { data: { data: list.length > 0 ? list : [defaultGateway] } };
}
