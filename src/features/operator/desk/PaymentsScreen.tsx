import { CsvButton } from '../../../platform/desk/CsvButton.tsx';
import { Pager } from '../../../platform/desk/Pager.tsx';
import { Loaded, Screen } from '../../../platform/desk/Screen.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { useQueryParam } from '../../../platform/desk/query-param.ts';
import { useCall } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { PAYMENT_STATES, type PaymentState } from '../../payments/payment-state.ts';
import { listDeskPayments } from '../desk-payments-contract.ts';
import { PaymentTable } from './PaymentTable.tsx';
import { describeState, nameMethod, namePurpose } from './words.ts';

export function PaymentsScreen() {
  const [filter, setFilter] = useQueryParam('state');
  const [before, setBefore] = useQueryParam('before');
  const state = PAYMENT_STATES.find((option) => option === filter);
  const answer = useCall(listDeskPayments, { ...(state && { state }), ...(before !== null && { before }) });
  return (
    <Screen
      title={m.payments_title()}
      note={m.payments_note()}
      actions={
        <Select<PaymentState | ''>
          label={m.payment_state()}
          value={state ?? ''}
          options={[['', m.filter_all()], ...PAYMENT_STATES.map((key) => [key, describeState(key).text] as const)]}
          onChange={(value) => {
            setFilter(value, ['before']);
          }}
        />
      }
    >
      <Loaded answer={answer}>
        {({ data, next }) => (
          <>
            <PaymentTable rows={data} />
            {data.length > 0 && (
              <CsvButton
                name="pardeh-payments"
                header={[
                  ...[m.payment_number(), m.payment_when(), m.payment_what(), m.payment_method(), m.payment_sum()],
                  m.payment_state(),
                ]}
                getRows={() =>
                  data.map(({ id, created_at: at, purpose, method, total, state: now }) => [
                    ...[id, new Date(at * 1000).toISOString(), namePurpose(purpose), nameMethod(method), total],
                    describeState(now).text,
                  ])
                }
              />
            )}
            <Pager next={next} isFirst={before === null} go={setBefore} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}
