import * as v from 'valibot';
import { listGatewayPayments, type OperatorPayment } from '../../src/features/operator/contract.ts';
import { readPages } from '../../src/features/operator/settlement/read-pages.ts';
import { openDatabase } from '../../src/platform/db/client.ts';
import { selectGatewayPayments } from '../../src/features/operator/server/payments.ts';
import type { OperatorClient } from '../lib/operator-client.ts';
import { openState } from '../lib/open-state.ts';
import type { Period } from '../../src/features/operator/settlement/match.ts';

type Gateway = v.InferInput<typeof listGatewayPayments.input>['gateway'];

/** Payments of a gateway that were begun in a time, from a site. */
export function readRemote(
  operator: OperatorClient,
  gateway: Gateway,
  { from, to }: Period,
): Promise<OperatorPayment[]> {
  const range = { gateway, from: String(Math.floor(from)), to: String(Math.ceil(to)) };
  return readPages((after) => operator(listGatewayPayments, { ...range, ...(after !== null && { after }) }));
}

/** The same from the local database. */
export async function readState(gateway: Gateway, { from, to }: Period): Promise<OperatorPayment[]> {
  const { env, dispose } = await openState(process.env['STATE_DIR'] ?? '.wrangler/state');
  try {
    const db = openDatabase(env.DB);
    return await readPages((after) => selectGatewayPayments(db, { gateway, from, to, after: after ?? undefined }));
  } finally {
    await dispose();
  }
}

/** The same from a JSON file: what the operator's API lists, or only its `data`. */
export function readExport(bytes: Uint8Array, gateway: Gateway): OperatorPayment[] {
  const json: unknown = JSON.parse(new TextDecoder().decode(bytes));
  const page = { next: null, ...(Array.isArray(json) ? { data: json as unknown[] } : (json as object)) };
  return v.parse(listGatewayPayments.output, page).data.filter(({ method }) => method === gateway);
}
