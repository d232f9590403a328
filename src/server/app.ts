import type { Env } from '../config/env.ts';
import { API_BASE } from './lib/api-base.ts';
import { buildApi } from './lib/api-app.ts';
import type { Clock } from './lib/request-context.ts';
import type { Api } from './lib/serve.ts';
import { mountAccount } from './modules/account/routes.ts';
import { mountApp } from './modules/app/routes.ts';
import { mountAuth } from './modules/auth/routes.ts';
import { mountCart } from './modules/cart/routes.ts';
import { mountCatalogue } from './modules/catalogue/routes.ts';
import { mountDirectDebit } from './modules/direct-debit/routes.ts';
import { mountDownloads } from './modules/downloads/routes.ts';
import { mountKids } from './modules/kids/routes.ts';
import { mountLive } from './modules/live/routes.ts';
import { mountMyLists } from './modules/my-lists/routes.ts';
import { mountOpenApi } from './modules/openapi/routes.ts';
import { mountPayments } from './modules/payments/routes.ts';
import { mountProgress } from './modules/progress/routes.ts';
import { mountSandbox } from './modules/sandbox/routes.ts';
import { mountScreenings } from './modules/screenings/routes.ts';
import { mountSearch } from './modules/search/routes.ts';
import { mountTogether } from './modules/together/routes.ts';

export { API_BASE };

/** Answers a request with the Worker's bindings. */
export type ApiFetch = (request: Request, env: Env, ctx: ExecutionContext) => Promise<Response>;

/** The embedded API on D1. `now` (epoch seconds) is for tests. */
export function createApp({ now }: { now?: Clock } = {}): Api {
  return buildApi(
    API_BASE,
    [
      mountAuth,
      mountCatalogue,
      mountSearch,
      mountCart,
      mountApp,
      mountKids,
      mountLive,
      mountTogether,
      mountAccount,
      mountMyLists,
      mountProgress,
      mountScreenings,
      mountPayments,
      mountDirectDebit,
      mountDownloads,
      mountSandbox,
      mountOpenApi,
    ],
    now,
  );
}
