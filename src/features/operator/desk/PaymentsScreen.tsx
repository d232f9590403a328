import { Link } from 'wouter';
import { Pager } from '../../../platform/desk/Pager.tsx';
import { Loaded, Screen } from '../../../platform/desk/Screen.tsx';
import { useQueryParam } from '../../../platform/desk/query-param.ts';
import { useCall } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatPlain } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { listDeskPayments } from '../desk-payments-contract.ts';
import { PaymentFilters, usePaymentFilters } from './PaymentFilters.tsx';
import { PaymentTable } from './PaymentTable.tsx';

export function PaymentsScreen() {
  const filtering = usePaymentFilters();
  const [before, setBefore] = useQueryParam('before');
  const [user, setUser] = useQueryParam('user');
  const answer = useCall(listDeskPayments, {
    ...filtering.filters,
    ...(user !== null && { user }),
    ...(before !== null && { before }),
  });
  return (
    <Screen title={m.payments_title()} note={m.payments_note()}>
      <PaymentFilters {...filtering} />
      {user !== null && (
        <div className="desk-buttons">
          <p className="desk-note">
            {m.payments_of()}{' '}
            <Link className="desk-link" href={`/accounts/${user}`}>
              <bdi>{formatPlain(Number(user))}</bdi>
            </Link>
          </p>
          <Button
            look="line"
            onClick={() => {
              setUser(null, ['before']);
            }}
          >
            {m.moderation_everybody()}
          </Button>
        </div>
      )}
      <Loaded answer={answer}>
        {({ data, next }) => (
          <>
            <PaymentTable rows={data} />
            <Pager next={next} isFirst={before === null} go={setBefore} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}
