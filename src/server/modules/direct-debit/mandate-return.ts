import { and, eq } from 'drizzle-orm';
import { paths } from '../../../domain/paths.ts';
import { mandates } from '../../db/money-schema.ts';
import { mandateProvider } from '../../gateways/mandate/choose.ts';
import type { RequestContext } from '../../lib/context.ts';
import type { Api } from '../../lib/serve.ts';

const RETURN_PATH = '/directdebit/return/:id';

interface Return {
  result: 'active' | 'failed' | 'unknown';
  /** Where the visitor was: a local path. */
  from: string | null;
}
const UNKNOWN: Return = { result: 'unknown', from: null };

/** The provider's way back from its consent page; the browser goes on to the result page by 303. */
export function mountMandateReturn(api: Api): void {
  api.on(['GET', 'POST'], RETURN_PATH, async (c) => {
    const context = c.get('request');
    const { id = '' } = c.req.param() as Record<string, string>;
    const { result, from } = await takeReturn(context, id, new URL(c.req.url).searchParams).catch((error: unknown) => {
      console.error(`return of mandate ${id.slice(0, 40)}:`, error);
      return UNKNOWN;
    });
    const headers = { location: context.origin + paths.mandateResult(result, from), 'cache-control': 'no-store' };
    return new Response(null, { status: 303, headers });
  });
}

/** Confirms an agreed mandate with the provider; what came along in the address alone changes nothing. */
async function takeReturn(context: RequestContext, id: string, params: URLSearchParams): Promise<Return> {
  const { db, now } = context;
  const [row] = await db.select().from(mandates).where(eq(mandates.id, id));
  const provider = mandateProvider(context);
  if (!row || provider?.id !== row.provider) return UNKNOWN;
  const from = row.returnPath;
  if (row.state !== 'pending') return { result: row.state === 'active' ? 'active' : 'failed', from };
  const said = provider.readReturn(params, row.token);
  if (said.kind === 'foreign') return { ...UNKNOWN, from };
  const confirmed = said.kind === 'agreed' ? await provider.confirm(said.authorizationId) : false;
  if (confirmed === null) return { ...UNKNOWN, from };
  await db
    .update(mandates)
    .set({
      state: confirmed ? 'active' : 'failed',
      ...(said.kind === 'agreed' && { authorizationId: said.authorizationId, verifiedAt: now }),
    })
    .where(and(eq(mandates.id, id), eq(mandates.state, 'pending')));
  return { result: confirmed ? 'active' : 'failed', from };
}
