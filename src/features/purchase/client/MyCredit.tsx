import { formatNumber } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import type { CreditState } from './credit.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { problemText } from '../../payments/client/problem-text.ts';

/** What the wallet holds (spec 3.11). Where it cannot be had, topping up still works. */
export function MyCredit({ state, onRetry }: { state: CreditState; onRetry: () => void }) {
  const { credit, failure } = state;
  return (
    <div className="credit-mine">
      <p role="status">
        {failure === null && m.credit_mine()}{' '}
        {credit !== null && <strong>{m.toman({ amount: formatNumber(credit) })}</strong>}
        {credit === null && failure === null && <span className="muted">{m.credit_loading()}</span>}
        {failure !== null && <span className="money-error">{problemText(failure)}</span>}
      </p>
      {failure !== null && (
        <Button look="link" onClick={onRetry}>
          {m.modal_try_again()}
        </Button>
      )}
    </div>
  );
}
