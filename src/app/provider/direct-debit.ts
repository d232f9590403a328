import en from '../../../locales/en.json' with { type: 'json' };
import fa from '../../../locales/fa.json' with { type: 'json' };
import type { Input, Output } from '../../platform/http/calls/call.ts';
import type * as debit from '../../features/direct-debit/contract.ts';
import { DEFAULT_BANK } from '../../features/payments/config.ts';
import { parseMobile } from '../../platform/text/mobile.ts';
import { numericReferrer } from '../../platform/text/referral-code.ts';
import { getUser } from './account.ts';
import { refuse, send, type ProviderContext } from './context.ts';
import { isForPeople } from './failure.ts';
import { getReturnUrl } from './money.ts';
import { readPicture } from './pictures.ts';
import { readCount, readFields, readFlag, readId, readList, readText, readUrl, unwrap } from './read.ts';
import { SPEC, type SpecRequest } from './spec-calls.ts';

/** Spec 7.14 to 7.17, 3.12, 3.13. */

/** Spec 7.14: a list, or a map from code to name. */
export async function getBanks(context: ProviderContext): Promise<Output<typeof debit.getBanks>> {
  const data = readFields(unwrap(await send(context, SPEC.banks())))['banks'];
  const entries: [string | null, unknown][] = Array.isArray(data)
    ? readList(data).map((entry) => [null, entry])
    : Object.entries(readFields(data));
  const banks = entries.flatMap(([key, entry]) => {
    const fields = typeof entry === 'string' ? { name: entry } : readFields(entry);
    const code = readText(fields, 'code', 'bank', 'id') ?? key;
    if (code === null || code.length > 10) return [];
    const name = readText(fields, 'name', 'name_fa', 'title') ?? code;
    const isHealthy = readFlag(fields, 'is_healthy', 'active') ?? true;
    return [{ code, name, is_default: readFlag(fields, 'is_default') ?? code === DEFAULT_BANK, is_healthy: isHealthy }];
  });
  return { data: { banks } };
}

const NO_TERMS = { limit: 0, count_per_month: 0, ends_on: '' };

/** Spec 7.15: a saved bank in the list has an agreed mandate. */
export async function getSubscriptions(context: ProviderContext): Promise<Output<typeof debit.getSubscriptions>> {
  const data = readFields(unwrap(await send(context, SPEC.subscriptions())));
  const configs = readFields(data['configs']);
  const mobile = readText(data, 'mobile') ?? '';
  return {
    data: {
      subscriptions: readList(data['subscriptions']).flatMap((entry) => {
        const fields = readFields(entry);
        const [id, bank] = [readText(fields, 'id'), readText(fields, 'bank', 'code')];
        if (id === null || bank === null || id.length > 40) return [];
        const name = readText(fields, 'bank_name', 'name_fa', 'name') ?? bank;
        return [{ id, bank, bank_name: name, mobile, state: 'active' as const, ...NO_TERMS }];
      }),
      configs: {
        subscription: readFlag(configs, 'subscription') ?? false,
        pay_anything: readFlag(configs, 'pay_anything') ?? false,
        bank: readText(configs, 'bank', 'bank_code') ?? DEFAULT_BANK,
      },
      series: readList(data['series']).flatMap((entry) => {
        const fields = readFields(entry);
        const [id, nameFa] = [readId(fields, 'id'), readText(fields, 'name_fa', 'title')];
        if (id === null || nameFa === null) return [];
        return [
          {
            id,
            poster: readPicture(context.env, fields),
            name_fa: nameFa,
            name_en: readText(fields, 'name_en') ?? nameFa,
            subscribe_fee: readCount(fields, 'subscribe_fee') ?? 0,
            directdebit: readFlag(fields, 'directdebit') ?? false,
          },
        ];
      }),
      mobile: parseMobile(mobile) ?? mobile.slice(0, 20),
      subscribe_fee: readCount(data, 'subscribe_fee') ?? 0,
      days_period_to_end: readCount(data, 'days_period_to_end'),
      terms: NO_TERMS,
      stopped: null,
    },
  };
}

type BuyInput = Input<typeof debit.buySubscription>;

/** Spec 7.16: sent whole; omitted fields keep the provider's value, the mobile among them. */
export async function prepareSubscription(
  context: ProviderContext,
  input: BuyInput,
  kind: 'plan' | 'debit',
): Promise<SpecRequest> {
  const isWhole = input.subscription !== undefined && input.pay_anything !== undefined && input.series !== undefined;
  const typed = input.mobile === undefined || input.mobile === '' ? null : input.mobile;
  const mobile = typed === null ? null : (parseMobile(typed) ?? refuse('mobile_invalid'));
  const isComplete = isWhole && input.bank !== undefined && mobile !== null;
  const saved = isComplete ? null : (await getSubscriptions(context)).data;
  const enabled = saved?.series.filter(({ directdebit }) => directdebit).map(({ id }) => id) ?? [];
  return SPEC.buySubscription({
    subscription: toFlag(input.subscription) ?? saved?.configs.subscription,
    payAnything: toFlag(input.pay_anything) ?? saved?.configs.pay_anything,
    bank: input.bank ?? saved?.configs.bank,
    series: input.series?.map(Number) ?? enabled,
    addNewBank: toFlag(input.add_new_bank) ?? (kind === 'plan' && saved?.subscriptions.length === 0),
    paymentId: input.payment_id,
    forSubscription: toFlag(input.forsubscription),
    mobile: mobile ?? ((saved?.mobile ?? '') || (await getUser(context)).user.mobile) ?? '',
    ref: numericReferrer(input.ref),
    callbackUrl: getReturnUrl(context, kind, input.callback_url),
  });
}

export async function sendSubscription(
  context: ProviderContext,
  request: SpecRequest,
): Promise<Output<typeof debit.buySubscription>['data']> {
  const data = readFields(unwrap(await send(context, request, { code: 'payment_unconfirmed' })));
  return {
    pay_url: readUrl(data, 'pay_url', 'url'),
    payment_id: readText(data, 'payment_id')?.slice(0, 100) ?? null,
  };
}

export async function buySubscription(
  context: ProviderContext,
  input: BuyInput,
): Promise<Output<typeof debit.buySubscription>> {
  return { data: await sendSubscription(context, await prepareSubscription(context, input, 'debit')) };
}

function toFlag(value: BuyInput['subscription']): boolean | undefined {
  return value === undefined ? undefined : value === true || value === 1 || value === '1';
}

/** Spec 7.17. */
export async function deleteSubscription(
  context: ProviderContext,
  { id }: Input<typeof debit.deleteSubscription>,
): Promise<Output<typeof debit.deleteSubscription>> {
  const fields = readFields(await send(context, SPEC.deleteSubscription(id), { code: 'mandate_unknown' }));
  const [message, messageFa] = [readText(fields, 'message') ?? '', readText(fields, 'message_fa') ?? ''];
  return {
    message: isForPeople(message) ? message : en.api_mandate_deleted,
    message_fa: isForPeople(messageFa) ? messageFa : fa.api_mandate_deleted,
  };
}
