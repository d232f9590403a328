import type { APIContext } from 'astro';
import { DATA_SAVER_COOKIE, THEME_COOKIE } from '../../platform/config/session.ts';
import { endDevice, endOtherDevices, saveSettings, type Settings } from './contract/account.ts';
import { cancelAccount, exportAccount } from '../personal-data/contract.ts';
import { buildExportDisposition } from '../personal-data/export-file.ts';
import type { ApiError } from '../../platform/http/calls/errors.ts';
import { paths, type SettingsChange } from '../../platform/paths.ts';
import { SUBTITLE_BACKGROUNDS, SUBTITLE_COLOURS, SUBTITLE_SIZES } from './preferences.ts';
import { m } from '../../platform/text/paraglide/messages.js';
import { callWithCode, type RequestedCode } from './confirm-code.server.ts';
import { failureStatus, failureText, readField, readForm } from '../../platform/http/pages/form-fields.ts';
import { sessionOver } from '../../platform/http/session/session-over.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
type Page = Pick<APIContext, 'request' | 'locals' | 'url'>;

interface SettingsFormError {
  form: 'save' | 'devices' | 'cancel' | 'export' | 'page';
  text: string;
  status: number;
  field?: 'name' | 'comment_name';
  typed?: Partial<Settings>;
  requestedCode?: RequestedCode;
}

export async function handleSettingsForm(page: Page): Promise<Response | SettingsFormError> {
  const form = await readForm(page.request);
  const action = readField(form, 'action');
  if (action === 'save') return save(page, form);
  if (action === 'theme') return redirectAfter('theme', [toThemeCookie(readField(form, 'theme'))]);
  if (action === 'device' || action === 'others') return signOut(page, action, readField(form, 'id'));
  if (action === 'cancel') return cancel(page, form);
  if (action === 'export') return exportFile(page, form);
  return { form: 'page', text: m.error_invalid_input(), status: 422 };
}

async function save(page: Page, form: FormData): Promise<Response | SettingsFormError> {
  const pick = <T extends string>(name: string, values: readonly T[]) =>
    values.find((value) => value === readField(form, name));
  const typed = {
    name: readField(form, 'name'),
    ...(form.has('comment_name') && { comment_name: readField(form, 'comment_name') }),
    autoplay: form.has('autoplay'),
    data_saver: form.has('data_saver'),
    subtitle_size: pick('subtitle_size', SUBTITLE_SIZES),
    subtitle_colour: pick('subtitle_colour', SUBTITLE_COLOURS),
    subtitle_background: pick('subtitle_background', SUBTITLE_BACKGROUNDS),
  };
  const answer = await page.locals.api(saveSettings, typed);
  if (answer.ok) return redirectAfter('saved', [toDataSaverCookie(answer.value.data.data_saver)]);
  const { error } = answer;
  const field = (['name', 'comment_name'] as const).find((name) => error.errors[name]);
  const text = field ? m.settings_name_invalid() : failureText(page.locals, error);
  const entered = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== undefined));
  return toFormError(page, error, { form: field ? 'save' : 'page', ...(field && { field }), text, typed: entered });
}

async function signOut(page: Page, which: 'device' | 'others', id: string): Promise<Response | SettingsFormError> {
  const { api } = page.locals;
  const answer = which === 'device' ? await api(endDevice, { id }) : await api(endOtherDevices, {});
  if (answer.ok) return redirectAfter(which);
  return toFormError(page, answer.error, { form: 'devices', text: failureText(page.locals, answer.error) });
}

async function cancel(page: Page, form: FormData): Promise<Response | SettingsFormError> {
  if (readField(form, 'confirm') !== 'yes') return { form: 'cancel', text: m.cancel_unconfirmed(), status: 422 };
  const response = await callWithCode(page, form, () => page.locals.api(cancelAccount, { confirm: true }));
  if ('asked' in response)
    return { form: 'cancel', text: m.error_code_needed(), status: 403, requestedCode: response.asked };
  const { answer } = response;
  if (!answer.ok)
    return toFormError(page, answer.error, { form: 'cancel', text: failureText(page.locals, answer.error) });
  return redirect(paths.accountCancelled(), page.locals.session.clear());
}

async function exportFile(page: Page, form: FormData): Promise<Response | SettingsFormError> {
  const response = await callWithCode(page, form, () => page.locals.api(exportAccount, {}));
  if ('asked' in response)
    return { form: 'export', text: m.error_code_needed(), status: 403, requestedCode: response.asked };
  const { answer } = response;
  if (!answer.ok)
    return toFormError(page, answer.error, { form: 'export', text: failureText(page.locals, answer.error) });
  return new Response(JSON.stringify(answer.value, null, 2), {
    headers: { 'content-type': 'application/json; charset=utf-8', 'content-disposition': buildExportDisposition() },
  });
}

function toFormError(
  page: Page,
  error: ApiError,
  message: Omit<SettingsFormError, 'status'>,
): Response | SettingsFormError {
  return error.status === 401 ? sessionOver(page) : { ...message, status: failureStatus(error) };
}

function redirectAfter(change: SettingsChange, cookies: string[] = []): Response {
  return redirect(paths.settingsDone(change), cookies);
}

function redirect(location: string, cookies: string[]): Response {
  const headers = new Headers({ location });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(null, { status: 303, headers });
}

/** Spec 4.23: night mode is dark; off, the system decides. */
function toThemeCookie(theme: string): string {
  return serializeCookie(THEME_COOKIE, theme === 'dark' ? theme : null);
}

function toDataSaverCookie(isOn: boolean): string {
  return serializeCookie(DATA_SAVER_COOKIE, isOn ? '1' : null);
}

/** Readable by the page's script, for a year; null removes it. */
function serializeCookie(name: string, value: string | null): string {
  const seconds = value === null ? 0 : YEAR_SECONDS;
  return `${name}=${value ?? ''}; Path=/; Max-Age=${String(seconds)}; SameSite=Lax; Secure`;
}
