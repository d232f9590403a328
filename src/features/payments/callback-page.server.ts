import { NO_REFERRER } from '../../platform/config/constants.ts';
import { readAppPage } from '../../platform/app-twins.ts';
import { failPage } from '../../platform/http/pages/fail-page.ts';
import type { PageContext } from '../../platform/http/pages/page-context.ts';
import { sessionOver } from '../../platform/http/session/session-over.ts';
import { paths } from '../../platform/paths.ts';
import { getUser } from '../accounts/contract/auth.ts';
import { closePurchase } from './pending-purchases.server.ts';
import { readBankUrl } from './bank-url.ts';
import { getPayment } from './contract.ts';
import { checkPayment } from '../checkout/contract.ts';
import { isGift, isOpenResult, toPaymentResult } from './payment-result.ts';

export type CallbackData = Exclude<Awaited<ReturnType<typeof loadCallback>>, Response>;

/** Loads /callback. The address proves nothing: the API answers the payment's owner with its state. */
export async function loadCallback(page: PageContext) {
  const { locals } = page;
  const { api, signedIn, shell } = locals;
  const { searchParams, pathname, search, origin } = page.url;
  const id = searchParams.get('payment');
  const mandate = searchParams.get('directdebit');
  if (id !== null && !signedIn) return page.redirect(paths.login(pathname + search), 303);
  const isToBank = searchParams.get('to') === 'bank';
  // `checkPayment` asks the gateway at once.
  const response = id === null ? null : await api(isToBank ? getPayment : checkPayment, { id });
  if (response?.ok === false && response.error.status === 401) return sessionOver(page);
  const payment = response?.ok ? response.value.data : null;
  locals.appPage = readAppPage(payment?.return_path ?? pathname + search);
  const isUnknown = response?.ok === false && response.error.code === 'payment_unknown';
  if (isUnknown) page.response.status = 404;
  else if (response?.ok === false) failPage(page, response.error);
  const result = payment && toPaymentResult(payment);
  if (payment && result !== null && !isOpenResult(result)) closePurchase(page, payment.id);
  const bank = payment && readBankUrl(payment.pay_url, origin);
  const hasNewDays = payment?.purpose === 'plan' && !isGift(payment) && result === 'paid';
  const [account, shared] = await Promise.all([
    hasNewDays ? api(getUser, { ref: NO_REFERRER }) : null,
    result === null ? null : shell(),
  ]);
  return {
    mandate,
    payment,
    result,
    bank,
    isUnknown,
    isLeaving: isToBank && bank !== null,
    hasFailed: response?.ok === false && !isUnknown,
    // A provider's bank returns without a payment of ours; the wallet or the subscription shows it.
    isProviderReturn: id === null && mandate === null && searchParams.has('bank'),
    daysLeft: account?.ok ? account.value.user.days_period_to_end : null,
    phone: shared?.details?.support_phone ?? null,
  };
}
