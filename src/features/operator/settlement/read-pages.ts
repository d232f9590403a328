import type { Output } from '../../../platform/http/calls/call.ts';
import type { listGatewayPayments, OperatorPayment } from '../contract.ts';

type Page = Output<typeof listGatewayPayments>;

/** Every page; throws a RangeError where there are more than `maxPages`. */
export async function readPages(
  read: (after: string | null) => Promise<Page>,
  maxPages = Number.POSITIVE_INFINITY,
): Promise<OperatorPayment[]> {
  const all: OperatorPayment[] = [];
  let after: string | null = null;
  let count = 0;
  do {
    if (count === maxPages) throw new RangeError('too many payments');
    const page: Page = await read(after);
    all.push(...page.data);
    after = page.next;
    count += 1;
  } while (after !== null);
  return all;
}
