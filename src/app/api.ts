import { API_BASE } from '../platform/http/calls/api-base.ts';
import { buildApi } from './api-app.ts';
import type { Wait } from '../platform/http/calls/context.ts';
import type { Clock } from '../platform/http/clock.ts';
import type { Api } from '../platform/http/calls/serve.ts';
import { hideOperatorCalls } from '../features/staff/server/serve-operator.ts';
import { mountAccount } from '../features/accounts/server/account-routes.ts';
import { mountApp } from '../features/site/server/routes.ts';
import { mountAuth } from '../features/accounts/server/routes.ts';
import { mountEntitlement } from '../features/paywall/server/routes.ts';
import { mountFront } from '../features/front/server/routes.ts';
import { mountGifts } from '../features/gifts/server/routes.ts';
import { mountHelp } from '../features/help/server/routes.ts';
import { mountHome } from '../features/home/server/routes.ts';
import { mountMagazines } from '../features/magazines/server/routes.ts';
import { mountPeople } from '../features/people/server/routes.ts';
import { mountTitles } from '../features/titles/server/routes.ts';
import { mountIngest } from '../features/ingest/server/routes.ts';
import { mountCatalogue } from '../features/catalogue/server/routes.ts';
import { mountCompensation } from '../features/compensation/server/routes.ts';
import { mountComments } from '../features/comments/server/routes.ts';
import { mountDirectDebit } from '../features/direct-debit/server/routes.ts';
import { mountDownloads } from '../features/downloads/server/routes.ts';
import { mountKids } from '../features/kids/server/routes.ts';
import { castChannel } from '../features/live/server/cast-channel.ts';
import { mountLive } from '../features/live/server/routes.ts';
import { mountMyLists } from '../features/lists/server/routes.ts';
import { mountOpenApi } from './openapi/routes.ts';
import { mountOperator } from '../features/operator/server/routes.ts';
import { mountCheckout } from '../features/checkout/server/routes.ts';
import { mountPayments } from '../features/payments/server/routes.ts';
import { mountPersonalData } from '../features/personal-data/server/routes.ts';
import { mountPlayback } from '../features/playback/server/routes.ts';
import { mountPlays } from '../features/plays/server/routes.ts';
import { mountTitlePage } from '../features/title-page/server/routes.ts';
import { mountProgress } from '../features/progress/server/routes.ts';
import { mountSandbox } from '../features/sandbox/server/routes.ts';
import { mountQoe } from '../features/qoe/server/routes.ts';
import { mountScreenings } from '../features/screenings/server/routes.ts';
import { mountSearch } from '../features/search/server/routes.ts';
import { mountStaff } from '../features/staff/server/routes.ts';
import { mountStreams } from '../features/streams/server/routes.ts';
import { mountSubscription } from '../features/subscription/server/routes.ts';
import { mountWatchParty } from '../features/watch-party/server/routes.ts';

/** `now` (epoch seconds) and `wait` (milliseconds) are for tests. */
export function createApp({ now, wait }: { now?: Clock; wait?: Wait } = {}): Api {
  return buildApi(
    API_BASE,
    [
      hideOperatorCalls,
      mountAuth,
      mountHome,
      mountTitles,
      mountMagazines,
      mountPeople,
      mountSearch,
      mountEntitlement,
      mountApp,
      mountKids,
      mountLive,
      mountWatchParty,
      mountAccount,
      mountPersonalData,
      mountMyLists,
      mountComments,
      mountIngest,
      mountCatalogue,
      (api) => mountPlayback(api, castChannel),
      mountPlays,
      mountStreams,
      mountQoe,
      mountProgress,
      mountTitlePage,
      mountScreenings,
      mountPayments,
      mountCheckout,
      mountOperator,
      mountCompensation,
      mountFront,
      mountGifts,
      mountHelp,
      mountStaff,
      mountDirectDebit,
      mountSubscription,
      mountDownloads,
      mountSandbox,
      mountOpenApi,
    ],
    now,
    wait,
  );
}
