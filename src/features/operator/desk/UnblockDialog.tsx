import { Facts, Moment } from '../../../platform/desk/Parts.tsx';
import { Loaded } from '../../../platform/desk/Screen.tsx';
import { useAct, useCall } from '../../../platform/desk/use-call.ts';
import { ReasonDialog } from '../../../platform/desk/ReasonDialog.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { formatDate, formatNumber } from '../../../platform/text/format.ts';
import { getAccount } from '../accounts-contract.ts';
import { rehearseUnblock, unblockAccount } from '../blocks-contract.ts';
import { isRunning } from './words.ts';

export function UnblockDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const answer = useCall(rehearseUnblock, { id }, { isFresh: true });
  const act = useAct(unblockAccount, [getAccount]);
  return (
    <ReasonDialog
      draft={`unblock:${String(id)}`}
      title={m.block_end_title()}
      label={m.block_end_do()}
      hint={m.reason_hint_owner()}
      act={act}
      isReady={answer.data !== undefined}
      send={(reason, onSuccess) => {
        act.mutate({ id, reason }, { onSuccess });
      }}
      onClose={onClose}
    >
      <p>{m.block_end_text()}</p>
      <Loaded answer={answer}>
        {({ data: { blocked_at: from, subscribed_until: until, mandates } }) => (
          <Facts
            rows={[
              [m.block_holds(), <Moment key="from" at={from} />],
              [
                m.block_subscription(),
                isRunning(until) ? m.block_end_until({ date: formatDate(until) }) : m.block_subscription_none(),
              ],
              [
                m.block_debits(),
                mandates > 0 ? m.block_end_debits({ number: formatNumber(mandates) }) : m.block_debits_none(),
              ],
            ]}
          />
        )}
      </Loaded>
    </ReasonDialog>
  );
}
