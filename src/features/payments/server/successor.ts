import type { Database } from '../../../platform/db/client.ts';
import { findPayment } from './read.ts';
import type { PaymentRow } from './schema.ts';

const MAX_SUCCESSORS = 10;

export async function findSuccessor({ db }: { db: Database }, payment: PaymentRow): Promise<PaymentRow> {
  let current = (await findPayment(db, payment.id)) ?? payment;
  for (let step = 0; current.supersededBy !== null && step < MAX_SUCCESSORS; step += 1) {
    const next = await findPayment(db, current.supersededBy);
    if (!next) break;
    current = next;
  }
  return current;
}
