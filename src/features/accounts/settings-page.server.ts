import { failPage } from '../../platform/http/pages/fail-page.ts';
import type { PageContext } from '../../platform/http/pages/page-context.ts';
import { sessionOver } from '../../platform/http/session/session-over.ts';
import { getDevices, getSettings } from './contract/account.ts';
import { handleSettingsForm } from './settings-form.server.ts';

export type SettingsData = Exclude<Awaited<ReturnType<typeof loadSettings>>, Response>;

export async function loadSettings(page: PageContext) {
  const { locals, request, response } = page;
  const formError = request.method === 'POST' ? await handleSettingsForm(page) : null;
  if (formError instanceof Response) return formError;
  const [settings, devices] = await Promise.all([locals.api(getSettings, {}), locals.api(getDevices, {})]);
  if (!settings.ok && settings.error.status === 401) return sessionOver(page);
  if (formError) response.status = formError.status;
  else if (!settings.ok) failPage(page, settings.error);
  return { formError, settings, devices };
}
