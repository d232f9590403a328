import { joinApp } from '../../platform/app-twins.ts';
import { NO_REFERRER } from '../../platform/config/constants.ts';
import { failPage } from '../../platform/http/pages/fail-page.ts';
import type { PageContext } from '../../platform/http/pages/page-context.ts';
import { sessionOver } from '../../platform/http/session/session-over.ts';
import { getGhost, getUser } from '../accounts/contract/auth.ts';
import { getPlans } from '../checkout/contract.ts';

export type PlansData = Exclude<Awaited<ReturnType<typeof loadPlans>>, Response>;

/** Loads /profile/plans. No guest status is needed where the variant gives the subscription (spec 4.25, 4.26). */
export async function loadPlans(page: PageContext) {
  joinApp(page);
  const { api, signedIn, variant } = page.locals;
  const isGiven = variant.givesSubscription;
  const [plans, account] = await Promise.all([
    api(getPlans, {}),
    signedIn ? api(getUser, { ref: NO_REFERRER }) : isGiven ? null : api(getGhost, {}),
  ]);
  if (signedIn && account?.ok === false && account.error.status === 401) return sessionOver(page);
  if (!plans.ok) failPage(page, plans.error);
  return { isGiven, result: plans, user: account?.ok ? account.value.user : null };
}
