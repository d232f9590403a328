import { formatNumber } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import type { CreditState } from './credit.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { getMoneyErrorText } from '../../payments/client/money-error.ts';

/** Spec 3.11. Topping up works without it. */
export function MyCredit({ state, onRetry }: { state: CreditState; onRetry: () => void }) {
  const { credit, loadError } = state;
  return (
    <div className="credit-mine">
      <p role="status">
        {loadError === null && m.credit_mine()}{' '}
        {credit !== null && <strong>{m.toman({ amount: formatNumber(credit) })}</strong>}
        {credit === null && loadError === null && <span className="muted">{m.credit_loading()}</span>}
        {loadError !== null && <span className="money-error">{getMoneyErrorText(loadError)}</span>}
      </p>
      {loadError !== null && (
        <Button look="link" onClick={onRetry}>
          {m.modal_try_again()}
        </Button>
      )}
    </div>
  );
}
