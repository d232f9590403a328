import { failPage } from '../../platform/http/pages/fail-page.ts';
import type { PageContext } from '../../platform/http/pages/page-context.ts';
import { sessionOver } from '../../platform/http/session/session-over.ts';
import { getWallet } from '../payments/contract.ts';
import { listGifts } from '../gifts/contract.ts';
import { getOwnSubscription } from '../subscription/contract.ts';
import { getDevices, getSettings } from './contract/account.ts';
import { handleSettingsForm } from './settings-form.server.ts';

export type SettingsData = Exclude<Awaited<ReturnType<typeof loadSettings>>, Response>;

export async function loadSettings(page: PageContext) {
  const { locals, request, response } = page;
  const formError = request.method === 'POST' ? await handleSettingsForm(page) : null;
  if (formError instanceof Response) return formError;
  const { api, offers } = locals;
  const mayCancel = offers('cancelAccount');
  const [settings, devices, subscription, wallet, gifts] = await Promise.all([
    api(getSettings, {}),
    api(getDevices, {}),
    mayCancel ? api(getOwnSubscription, {}) : null,
    mayCancel ? api(getWallet, {}) : null,
    mayCancel ? api(listGifts, {}) : null,
  ]);
  if (!settings.ok && settings.error.status === 401) return sessionOver(page);
  if (formError) response.status = formError.status;
  else if (!settings.ok) failPage(page, settings.error);
  const losses =
    subscription?.ok === true && wallet?.ok === true
      ? {
          days: subscription.value.data.days_left,
          toman: wallet.value.data.my_credit,
          giftCards: gifts?.ok === true ? gifts.value.data.cards.filter(({ state }) => state === 'waiting').length : 0,
        }
      : null;
  return { formError, settings, devices, losses };
}
