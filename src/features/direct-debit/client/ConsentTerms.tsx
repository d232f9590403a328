import { formatDate, formatNumber, formatPlain } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import type { Debit } from './direct-debit.ts';

export function ConsentTerms({ terms }: { terms: Debit['terms'] }) {
  if (terms.ends_on === '') return null;
  return (
    <div className="debit-terms">
      <p>{m.debit_terms()}</p>
      <dl>
        <dt>{m.bank_limit()}</dt>
        <dd>{m.toman({ amount: formatNumber(terms.limit) })}</dd>
        <dt>{m.bank_count()}</dt>
        <dd>{formatPlain(terms.count_per_month)}</dd>
        <dt>{m.bank_ends()}</dt>
        <dd>{formatDate(terms.ends_on)}</dd>
      </dl>
    </div>
  );
}
