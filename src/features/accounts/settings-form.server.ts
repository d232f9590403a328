import type { APIContext } from 'astro';
import { DATA_SAVER_COOKIE, THEME_COOKIE } from '../../platform/config/session.ts';
import {
  cancelAccount,
  endDevice,
  endOtherDevices,
  EXPORT_FILE,
  exportAccount,
  saveSettings,
  type Settings,
} from './contract/account.ts';
import type { ApiError } from '../../platform/http/errors.ts';
import { paths, type SettingsChange } from '../../platform/paths.ts';
import { SUBTITLE_BACKGROUNDS, SUBTITLE_COLOURS, SUBTITLE_SIZES } from './preferences.ts';
import { m } from '../../platform/text/paraglide/messages.js';
import { callWithCode, type RequestedCode } from './confirm-code.server.ts';
import { failureStatus, failureText, readField, readForm } from '../../platform/http/form-fields.ts';
import { sessionOver } from '../../platform/http/session-over.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
type Page = Pick<APIContext, 'request' | 'locals' | 'url'>;

export interface SettingsRefusal {
  form: 'save' | 'devices' | 'cancel' | 'export' | 'page';
  text: string;
  status: number;
  typed?: Partial<Settings>;
  asked?: RequestedCode;
}

/** Handles a form of /profile/settings: a redirect, or the error to show. */
export async function answerSettingsForm(page: Page): Promise<Response | SettingsRefusal> {
  const form = await readForm(page.request);
  const action = readField(form, 'action');
  if (action === 'save') return save(page, form);
  if (action === 'theme') return changed('theme', [themeCookie(readField(form, 'theme'))]);
  if (action === 'device' || action === 'others') return signOut(page, action, readField(form, 'id'));
  if (action === 'cancel') return cancel(page, form);
  if (action === 'export') return takeExport(page, form);
  return { form: 'page', text: m.error_invalid_input(), status: 422 };
}

async function save(page: Page, form: FormData): Promise<Response | SettingsRefusal> {
  const pick = <T extends string>(name: string, of: readonly T[]) =>
    of.find((value) => value === readField(form, name));
  const typed = {
    name: readField(form, 'name'),
    autoplay: form.has('autoplay'),
    data_saver: form.has('data_saver'),
    subtitle_size: pick('subtitle_size', SUBTITLE_SIZES),
    subtitle_colour: pick('subtitle_colour', SUBTITLE_COLOURS),
    subtitle_background: pick('subtitle_background', SUBTITLE_BACKGROUNDS),
  };
  const answer = await page.locals.api(saveSettings, typed);
  if (answer.ok) return changed('saved', [dataSaverCookie(answer.value.data.data_saver)]);
  const { error } = answer;
  const text = error.errors['name'] ? m.settings_name_invalid() : failureText(page.locals, error);
  const kept = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== undefined));
  return refusal(page, error, { form: error.errors['name'] ? 'save' : 'page', text, typed: kept });
}

async function signOut(page: Page, which: 'device' | 'others', id: string): Promise<Response | SettingsRefusal> {
  const { api } = page.locals;
  const answer = which === 'device' ? await api(endDevice, { id }) : await api(endOtherDevices, {});
  if (answer.ok) return changed(which);
  return refusal(page, answer.error, { form: 'devices', text: failureText(page.locals, answer.error) });
}

async function cancel(page: Page, form: FormData): Promise<Response | SettingsRefusal> {
  if (readField(form, 'confirm') !== 'yes') return { form: 'cancel', text: m.cancel_unconfirmed(), status: 422 };
  const made = await callWithCode(page, form, () => page.locals.api(cancelAccount, { confirm: true }));
  if ('asked' in made) return { form: 'cancel', text: m.error_code_needed(), status: 403, asked: made.asked };
  const { answer } = made;
  if (!answer.ok) return refusal(page, answer.error, { form: 'cancel', text: failureText(page.locals, answer.error) });
  return redirect(paths.accountCancelled(), page.locals.session.clear());
}

/** Returns the file after a code was confirmed. */
async function takeExport(page: Page, form: FormData): Promise<Response | SettingsRefusal> {
  const made = await callWithCode(page, form, () => page.locals.api(exportAccount, {}));
  if ('asked' in made) return { form: 'export', text: m.error_code_needed(), status: 403, asked: made.asked };
  const { answer } = made;
  if (!answer.ok) return refusal(page, answer.error, { form: 'export', text: failureText(page.locals, answer.error) });
  return new Response(JSON.stringify(answer.value, null, 2), {
    headers: { 'content-type': 'application/json; charset=utf-8', 'content-disposition': EXPORT_FILE },
  });
}

function refusal(page: Page, error: ApiError, message: Omit<SettingsRefusal, 'status'>): Response | SettingsRefusal {
  return error.status === 401 ? sessionOver(page) : { ...message, status: failureStatus(error) };
}

function changed(what: SettingsChange, cookies: string[] = []): Response {
  return redirect(paths.settingsDone(what), cookies);
}

function redirect(location: string, cookies: string[]): Response {
  const headers = new Headers({ location });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(null, { status: 303, headers });
}

/** Spec 4.23: night mode is dark; off, the system decides. */
function themeCookie(theme: string): string {
  return visible(THEME_COOKIE, theme === 'dark' ? theme : null);
}

function dataSaverCookie(on: boolean): string {
  return visible(DATA_SAVER_COOKIE, on ? '1' : null);
}

/** Readable by the page's script, for a year; null removes it. */
function visible(name: string, value: string | null): string {
  const seconds = value === null ? 0 : YEAR_SECONDS;
  return `${name}=${value ?? ''}; Path=/; Max-Age=${String(seconds)}; SameSite=Lax; Secure`;
}
