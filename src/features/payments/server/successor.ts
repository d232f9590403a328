import type { Database } from '../../../platform/db/client.ts';
import { paymentById } from './read.ts';
import type { PaymentRow } from './schema.ts';

/** A payment replaced by a newer one: the chain followed at most, against a loop. */
const MAX_SUCCESSORS = 10;

/** The payment that took the place of this one, or this one, as it is now. */
export async function findSuccessor({ db }: { db: Database }, payment: PaymentRow): Promise<PaymentRow> {
  let current = (await paymentById(db, payment.id)) ?? payment;
  for (let step = 0; current.supersededBy !== null && step < MAX_SUCCESSORS; step += 1) {
    const next = await paymentById(db, current.supersededBy);
    if (!next) break;
    current = next;
  }
  return current;
}
