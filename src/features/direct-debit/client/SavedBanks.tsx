import { useState } from 'react';
import { formatDate, formatNumber, formatPlain } from '../../../platform/text/format.ts';
import { getBankName } from '../bank-names.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { getUsedBank, type Debit, type DirectDebit, type SavedBank } from './direct-debit.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { DeleteBank } from './DeleteBank.tsx';

interface Props {
  debit: Debit;
  store: DirectDebit;
}

export function SavedBanks({ debit, store }: Props) {
  const [bankToDelete, setBankToDelete] = useState<SavedBank | null>(null);
  const { subscriptions } = debit;
  const active = subscriptions.filter(({ state }) => state === 'active');
  const bankInUse = getUsedBank(debit);
  if (subscriptions.length === 0) return null;
  return (
    <section className="debit-saved">
      <h3>{m.debit_banks()}</h3>
      <ul className="debit-banks">
        {subscriptions.map((saved) => (
          <li key={saved.id}>
            <div className="debit-bank">
              <strong>{getBankName(saved.bank, saved.bank_name)}</strong>
              {saved.state === 'active' ? (
                <span className="muted">{getTermsText(saved)}</span>
              ) : (
                <span className="muted">{m.debit_pending()}</span>
              )}
              {active.length > 1 && saved.state === 'active' && (
                <label className="debit-use">
                  <input
                    type="radio"
                    name="bank-used"
                    checked={saved.id === bankInUse?.id}
                    onChange={() => void store.use(saved.bank)}
                  />
                  {m.debit_use()}
                </label>
              )}
            </div>
            <Button
              look="line"
              onClick={() => {
                setBankToDelete(saved);
              }}
            >
              {m.debit_delete()} <span className="sr-only">{getBankName(saved.bank, saved.bank_name)}</span>
            </Button>
          </li>
        ))}
      </ul>
      {bankToDelete !== null && (
        <DeleteBank
          bank={bankToDelete}
          isLast={bankToDelete.id === bankInUse?.id && active.length === 1}
          onBack={() => {
            setBankToDelete(null);
          }}
          onDelete={() => {
            setBankToDelete(null);
            void store.remove(bankToDelete.id);
          }}
        />
      )}
    </section>
  );
}

function getTermsText({ limit, count_per_month: count, ends_on: ends }: SavedBank): string {
  if (ends === '') return '';
  return m.debit_bank_terms({ limit: formatNumber(limit), count: formatPlain(count), date: formatDate(ends) });
}
