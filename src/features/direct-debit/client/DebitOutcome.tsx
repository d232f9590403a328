import { useEffect, useRef } from 'react';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import type { DebitState } from './direct-debit.ts';
import { isMobileError, getMoneyErrorText } from '../../payments/client/money-error.ts';

/** Spec 8.05. */
export function DebitOutcome({ state }: { state: DebitState }) {
  const { busy, done, error } = state;
  const ref = useRef<HTMLDivElement>(null);
  const isDeleted = typeof done === 'object' && done !== null;
  useEffect(() => {
    if (isDeleted) ref.current?.focus();
  }, [isDeleted]);
  return (
    <div ref={ref} tabIndex={-1} className="debit-outcome">
      <p role="status">{getOutcomeText({ busy, done })}</p>
      {error !== null && !isMobileError(error) && (
        <p className="money-error" role="alert">
          {getMoneyErrorText(error, ['bank'])}
        </p>
      )}
    </div>
  );
}

function getOutcomeText({ busy, done }: Pick<DebitState, 'busy' | 'done'>): string | null {
  if (busy === 'saving') return m.debit_saving();
  if (busy === 'deleting') return m.debit_deleting();
  if (done === null) return null;
  if (done === 'saved') return m.debit_saved();
  if (done === 'saved_without_bank') return m.debit_saved_without_bank();
  return getLocale() === 'fa' ? done.message_fa : done.message;
}
