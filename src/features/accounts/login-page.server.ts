import type { Referrer } from '../../platform/text/referral-code.ts';
import { readAppPage } from '../../platform/app-twins.ts';
import { CODE_LENGTH } from '../../platform/config/constants.ts';
import { failureText, readField, readForm, readNumberField } from '../../platform/http/pages/form-fields.ts';
import { readVisitor } from '../../platform/http/session/visitor.ts';
import type { PageContext } from '../../platform/http/pages/page-context.ts';
import { safeRedirect } from '../../platform/safe-redirect.ts';
import { m } from '../../platform/text/paraglide/messages.js';
import type { ApiError } from '../../platform/http/calls/errors.ts';
import { REQUESTER_COOKIE, LONG_CODE_LENGTH } from './config.ts';
import { login, sendCode } from './contract/auth.ts';

export interface LoginData {
  step: 'mobile' | 'code' | 'restore' | 'blocked';
  mobile: string;
  code: string;
  digits: number;
  errors: Record<string, string>;
  redirect: string;
  resendAfter: number; // Seconds
}

/** Loads /login (spec 4.04 to 4.12), and handles its form. */
export async function loadLogin(page: PageContext, ref: Referrer): Promise<LoginData | Response> {
  const data: LoginData = {
    step: 'mobile',
    mobile: '',
    code: '',
    digits: CODE_LENGTH,
    errors: {},
    redirect: safeRedirect(page.url.searchParams.get('redirect')),
    resendAfter: 0,
  };
  page.locals.appPage = readAppPage(data.redirect);
  if (page.request.method !== 'POST') return data;
  const form = await readForm(page.request);
  data.mobile = readNumberField(form, 'mobile');
  data.redirect = safeRedirect(readField(form, 'redirect'));
  page.locals.appPage = readAppPage(data.redirect);
  if (readField(form, 'digits') === String(LONG_CODE_LENGTH)) data.digits = LONG_CODE_LENGTH;
  const step = readField(form, 'step');
  if (step === 'mobile' || step === 'resend') await send(page, ref, step, data);
  if (step === 'code' || step === 'restore') {
    const response = await signIn(page, ref, { step, password: readNumberField(form, 'password') }, data);
    if (response) return response;
  }
  if (Object.keys(data.errors).length > 0) page.response.status = 422;
  return data;
}

async function send(page: PageContext, ref: Referrer, step: 'mobile' | 'resend', data: LoginData): Promise<void> {
  const { api, session } = page.locals;
  const result = await api(sendCode, { mobile: data.mobile, ref });
  if (result.ok) {
    data.step = 'code';
    data.resendAfter = result.value.resend_after;
    data.digits = result.value.digits;
    for (const cookie of session.requester()) page.response.headers.append('set-cookie', cookie);
    return;
  }
  const text = failureText(page.locals, result.error);
  if (result.error.code === 'code_too_soon') {
    // A code that was sent a moment ago still works.
    data.step = 'code';
    data.resendAfter = result.error.retry_after ?? 0;
    if (step === 'resend') data.errors = { password: text };
  } else {
    data.step = step === 'resend' ? 'code' : 'mobile';
    data.errors = { [data.step === 'code' ? 'password' : 'mobile']: text };
  }
}

async function signIn(
  page: PageContext,
  ref: Referrer,
  { step, password }: { step: 'code' | 'restore'; password: string },
  data: LoginData,
): Promise<Response | null> {
  const { api, session } = page.locals;
  const input = { mobile: data.mobile, password, ref, ...(step === 'restore' && { restore: true }) };
  const result = await api(login, input);
  if (result.ok) {
    const headers = new Headers({ location: data.redirect });
    for (const cookie of [...session.start(result.value.token), ...session.requester()]) {
      headers.append('set-cookie', cookie);
    }
    return new Response(null, { status: 303, headers });
  }
  if (result.error.code === 'account_blocked') {
    data.step = 'blocked';
    page.response.status = 403;
    return null;
  }
  const isCancelled = result.error.code === 'account_cancelled';
  data.step = isCancelled ? 'restore' : 'code';
  if (isCancelled) data.code = password;
  else
    data.errors = {
      password: hasLostCookie(page, result.error) ? m.error_cookies_blocked() : failureText(page.locals, result.error),
    };
  return null;
}

function hasLostCookie({ locals, request }: PageContext, { code }: ApiError): boolean {
  return (
    code === 'code_wrong_or_expired' &&
    !readVisitor(request).cookies.has(REQUESTER_COOKIE) &&
    locals.session.requester().length > 0
  );
}
