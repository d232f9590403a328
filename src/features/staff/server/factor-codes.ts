import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { fail, ok } from '../../../platform/outcome.ts';
import { respondFailure } from '../../../platform/http/calls/respond.ts';
import { serve, type Api } from '../../../platform/http/calls/serve.ts';
import { getFactorCodes } from '../contract.ts';
import { createCode, decryptSecret } from './second-factor.ts';

const MAX_MEMBERS = 20;
const row = v.object({ name: v.string(), secret: v.string() });

/** The demo's program of codes. With any other SMS provider the path is unknown, as the inbox is. */
export function mountFactorCodes(api: Api): void {
  api.use(getFactorCodes.path, async (c, next) =>
    c.get('request').env.SMS_PROVIDER === 'outbox' ? next() : respondFailure(fail('not_found')),
  );
  serve(api, getFactorCodes, async ({ db, env, now }) => {
    const rows = await db.all(sql`SELECT m.name, f.secret FROM staff_factors f JOIN staff m ON m.id = f.staff_id
      WHERE m.ended_at IS NULL ORDER BY m.id DESC LIMIT ${MAX_MEMBERS}`);
    const codes = await Promise.all(
      v.parse(v.array(row), rows).map(async ({ name, secret }) => {
        const plain = await decryptSecret(env, secret);
        return plain === null ? [] : [{ name, code: createCode(plain, now) }];
      }),
    );
    return ok({ data: codes.flat() });
  });
}
