import { login, sendCode } from '../features/accounts/contract/auth.ts';
import { createRoom } from '../features/watch-party/contract.ts';
import { fail } from '../platform/outcome.ts';
import { isDemo } from '../platform/http/demo.ts';
import { logOnce } from '../platform/http/log-once.ts';
import { respondFailure } from '../platform/http/respond.ts';
import type { Api } from '../platform/http/serve.ts';

const LIMITED = [sendCode, login, createRoom];

/** Without an address all visitors would share one limit (issue 14, section 3). The demo runs without. */
export function mountAddressGuard(api: Api): void {
  for (const { path } of LIMITED) {
    api.use(path, async (c, next) => {
      const { address, env, host, locale } = c.get('request');
      if (address !== '' || isDemo(env, host)) return next();
      logOnce(
        'callers have no address, so nobody can sign in: set CLIENT_ADDRESS_HEADER to the header in which your proxy names them',
      );
      return respondFailure(fail('address_unknown'), {}, locale);
    });
  }
}
