import { useEffect, useRef } from 'react';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import type { DebitState } from './direct-debit.ts';
import { isOfMobile, problemText } from '../../payments/client/problem-text.ts';

/** What the last change led to (spec 8.05), in sight wherever the modal is scrolled to. */
export function DebitOutcome({ state }: { state: DebitState }) {
  const { busy, done, problem } = state;
  const ref = useRef<HTMLDivElement>(null);
  const deleted = typeof done === 'object' && done !== null;
  // The button that deleted the bank is gone with it.
  useEffect(() => {
    if (deleted) ref.current?.focus();
  }, [deleted]);
  return (
    <div ref={ref} tabIndex={-1} className="debit-outcome">
      <p role="status">{outcomeText({ busy, done })}</p>
      {problem !== null && !isOfMobile(problem) && (
        <p className="money-error" role="alert">
          {problemText(problem, ['bank'])}
        </p>
      )}
    </div>
  );
}

function outcomeText({ busy, done }: Pick<DebitState, 'busy' | 'done'>): string | null {
  if (busy === 'saving') return m.debit_saving();
  if (busy === 'deleting') return m.debit_deleting();
  if (done === null) return null;
  if (done === 'saved') return m.debit_saved();
  if (done === 'saved_without_bank') return m.debit_saved_without_bank();
  return getLocale() === 'fa' ? done.message_fa : done.message;
}
