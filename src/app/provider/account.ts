import type { Input, Output } from '../../platform/http/calls/call.ts';
import type * as auth from '../../features/accounts/contract/auth.ts';
import type { User } from '../../features/accounts/contract/auth.ts';
import type * as checkout from '../../features/checkout/contract.ts';
import type * as app from '../../features/site/contract.ts';
import type { Plan } from '../../features/checkout/contract.ts';
import { CODE_LENGTH, NO_REFERRER, RESEND_SECONDS } from '../../platform/config/constants.ts';
import { parseMobile } from '../../platform/text/mobile.ts';
import { numericReferrer } from '../../platform/text/referral-code.ts';
import { refuse, Refusal, send, type ProviderContext } from './context.ts';
import { hasVariantSubscription } from './entitlement.ts';
import { isForPeople } from './failure.ts';
import { readPicture } from './pictures.ts';
import { readCount, readFields, readFlag, readId, readList, readText, readUrl, unwrap, type Fields } from './read.ts';
import { getCheckSuffix } from './settings.ts';
import { SPEC } from './spec-calls.ts';
import { loadUserFields, readOperators, readUserFields } from './user-fields.ts';

const SHARED = { isShared: true };

function readNote(fields: Fields, ...names: readonly string[]): string {
  const text = readText(fields, ...names);
  return text !== null && isForPeople(text) ? text : '';
}

function withoutSession(context: ProviderContext): ProviderContext {
  const headers = new Headers(context.request.headers);
  headers.delete('authorization');
  return { ...context, request: new Request(context.request.url, { headers }) };
}

/** Spec 7.18, 9.07, 9.08. */
export async function sendCode(
  context: ProviderContext,
  { mobile, ref }: Input<typeof auth.sendCode>,
): Promise<Output<typeof auth.sendCode>> {
  const parsed = parseMobile(mobile) ?? refuse('mobile_invalid');
  const body = await send(withoutSession(context), SPEC.sendCode(parsed, numericReferrer(ref)), {
    code: 'mobile_invalid',
  });
  const fields = { ...readFields(body), ...readFields(unwrap(body)) };
  return {
    sms_sent: readFlag(fields, 'sms_sent') ?? true,
    resend_after: readCount(fields, 'resend_after', 'countdown') ?? RESEND_SECONDS,
    digits: CODE_LENGTH,
    message: readNote(fields, 'message'),
    message_fa: readNote(fields, 'message_fa'),
  };
}

/** Spec 7.04, 7.26. */
export async function login(
  context: ProviderContext,
  { mobile, password }: Input<typeof auth.login>,
): Promise<Output<typeof auth.login>> {
  const parsed = parseMobile(mobile) ?? refuse('mobile_invalid');
  const body = await send(withoutSession(context), SPEC.login(parsed, password), {
    code: 'code_wrong_or_expired',
  });
  const token =
    readText(readFields(body), 'token', 'access_token') ?? readText(readFields(unwrap(body)), 'token', 'access_token');
  return { token: token ?? refuse('provider_unreachable') };
}

/** Spec 7.06; GET after a 401 (7.07). */
export async function logout(context: ProviderContext): Promise<Output<typeof auth.logout>> {
  const call = context.request.method === 'GET' ? SPEC.logoutAfter401() : SPEC.logout();
  try {
    await send(context, call);
  } catch (cause) {
    // The token was already invalid.
    if (!(cause instanceof Refusal) || cause.response.status >= 500) throw cause;
  }
  return { message: '', message_fa: '' };
}

/** Spec 7.05. */
export async function getUser(context: ProviderContext): Promise<Output<typeof auth.getUser>> {
  return { user: readUser(context, await loadUserFields(context)) };
}

/** Spec 7.19; not asked where the variant gives the subscription (4.26). */
export async function getGhost(context: ProviderContext): Promise<Output<typeof auth.getGhost>> {
  if (hasVariantSubscription(context)) return { user: readUser(context, {}) };
  const body = await send(withoutSession(context), SPEC.ghost(getCheckSuffix(context.env)));
  return { user: readUser(context, readUserFields(body)) };
}

function readUser(context: ProviderContext, fields: Fields): User {
  const mobile = readText(fields, 'mobile');
  const ref = readText(fields, 'ref');
  const hasSubscription = hasVariantSubscription(context);
  return {
    subscription: hasSubscription ? 1 : readFlag(fields, 'subscription') === true ? 1 : 0,
    operator_fullrate: readFlag(fields, 'operator_fullrate') === true || readOperators(fields) !== null ? 1 : 0,
    days_period_to_end: readCount(fields, 'days_period_to_end'),
    mobile: mobile === null ? null : (parseMobile(mobile.padStart(11, '0')) ?? null),
    show_app: readCount(fields, 'show_app') ?? 1,
    ref: ref === null ? NO_REFERRER : numericReferrer(ref),
    samandehi_id: readText(fields, 'samandehi_id'),
    samandehi_p: readText(fields, 'samandehi_p'),
    scope: readList(fields['scope']).filter((name) => typeof name === 'string'),
  };
}

/** Spec 7.03: a map by id, or a list with ids. A plan without a price is omitted. */
export async function getPlans(context: ProviderContext): Promise<Output<typeof checkout.getPlans>> {
  const body = readFields(await send(context, SPEC.plans(), SHARED));
  const data = unwrap(body);
  const entries = Array.isArray(data)
    ? data.map((plan) => [String(readId(readFields(plan), 'id') ?? ''), plan] as const)
    : Object.entries(readFields(data));
  const plans = entries.flatMap(([id, value]) => {
    const plan = readPlan(readFields(value));
    return /^[1-9]\d{0,8}$/.test(id) && plan ? [[id, plan] as const] : [];
  });
  return {
    data: Object.fromEntries(plans),
    description: readNote(body, 'description'),
    message: readNote(body, 'message'),
  };
}

function readPlan(fields: Fields): Plan | null {
  const toman = readCount(fields, 'toman', 'price');
  const nameFa = readText(fields, 'name_fa', 'name', 'title');
  if (toman === null || nameFa === null) return null;
  const discount = readFields(fields['discount']);
  const percent = readCount(discount, 'discount_percent');
  const price = readCount(discount, 'discount_price');
  const reduced = price ?? (percent === null ? null : Math.round((toman * (100 - Math.min(100, percent))) / 100));
  const description = readText(fields, 'description') ?? '';
  return {
    name_fa: nameFa,
    name_en: readText(fields, 'name_en') ?? nameFa,
    toman,
    days: readCount(fields, 'days') ?? 0,
    description,
    description_en: readText(fields, 'description_en') ?? description,
    discount:
      reduced === null || reduced >= toman
        ? null
        : {
            discount_percent: percent ?? Math.round(((toman - reduced) * 100) / toman),
            discount_price: reduced,
            discount_day: readCount(discount, 'discount_day'),
          },
  };
}

/** Spec 7.23. */
export async function getAppDetails(context: ProviderContext): Promise<Output<typeof app.getAppDetails>> {
  const fields = readFields(unwrap(await send(context, SPEC.details(), SHARED)));
  const links = (name: string) => readList(fields[name]).map(readFields);
  const texts = (...names: string[]) => {
    const match = names.map((name) => fields[name]).find((value) => value !== undefined);
    return (Array.isArray(match) ? match : [match]).filter(
      (text): text is string => typeof text === 'string' && text !== '',
    );
  };
  const about = readText(fields, 'about_fa', 'about') ?? '';
  const install = readUrl(fields, 'install_url', 'app_link');
  const terms = texts('terms_fa', 'terms');
  const ussd = readText(fields, 'ussd_prefix') ?? '';
  return {
    data: {
      data: {
        support_phone: /^[+\d۰-۹ ()-]{3,20}$/.exec(readText(fields, 'support_phone', 'phone') ?? '')?.[0] ?? '',
        related_links: links('related_links').flatMap((link) => {
          const [url, label] = [readUrl(link, 'url', 'link', 'href'), readText(link, 'label_fa', 'title', 'name')];
          return url !== null && label !== null
            ? [{ url, label_fa: label, label_en: readText(link, 'label_en') ?? label }]
            : [];
        }),
        social: links('social').flatMap((link) => {
          const [url, name] = [readUrl(link, 'url', 'link', 'href'), readText(link, 'name', 'title')];
          return url !== null && name !== null ? [{ url, name }] : [];
        }),
        seals: links('seals').flatMap((seal) => {
          const [name, id] = [readText(seal, 'name'), readText(seal, 'id')];
          if (name === null || id === null) return [];
          const url = readUrl(seal, 'url', 'link', 'href');
          const address = url?.startsWith('https://') ? url : '';
          const picture = readPicture(context.env, seal) ?? '';
          return [{ name, name_en: readText(seal, 'name_en') ?? '', id, url: address, picture }];
        }),
        ussd_prefix: /^(\*\d{1,6})*$/.test(ussd) ? ussd : '',
        install_url: install?.startsWith('https://') ? install : '',
        app_links: [],
        about_fa: about,
        about_en: readText(fields, 'about_en') ?? about,
        terms_fa: terms,
        terms_en: texts('terms_en', 'terms_fa', 'terms'),
        faq: links('faq').flatMap((entry) => {
          const [question, answer] = [readText(entry, 'q_fa', 'question', 'q'), readText(entry, 'a_fa', 'answer', 'a')];
          if (question === null || answer === null) return [];
          return [
            {
              q_fa: question,
              a_fa: answer,
              q_en: readText(entry, 'q_en') ?? question,
              a_en: readText(entry, 'a_en') ?? answer,
            },
          ];
        }),
      },
    },
  };
}
