import { Facts } from '../../../platform/desk/Parts.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Steps } from '../../../platform/desk/Steps.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useSteps } from '../../../platform/desk/use-steps.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatDate, formatNumber } from '../../../platform/text/format.ts';
import { getAccount } from '../accounts-contract.ts';
import { blockAccount, rehearseBlock } from '../blocks-contract.ts';
import { isRunning } from './words.ts';

/** A reason, then what would happen. */
export function BlockDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const rehearse = useAct(rehearseBlock);
  const steps = useSteps({
    form: `block:${String(id)}`,
    empty: { reason: '' },
    read: ({ reason }) => (isReason(reason) ? { id, reason } : null),
    rehearse: {
      ...rehearse,
      mutate: () => {
        rehearse.mutate({ id });
      },
    },
    make: useAct(blockAccount, [getAccount]),
    onDone: onClose,
  });
  const { reason } = steps.draft;
  return (
    <Steps
      title={m.block_title()}
      {...{ steps, onClose }}
      label={m.block_do()}
      facts={(preview) => <BlockFacts preview={preview} reason={reason} />}
    >
      <ReasonField
        hint={m.reason_hint_owner()}
        value={reason}
        onChange={(text) => {
          steps.change({ reason: text });
        }}
      />
    </Steps>
  );
}

function BlockFacts({ preview, reason }: { preview: Output<typeof rehearseBlock>['data']; reason: string }) {
  const { sessions, streams, subscribed_until: until, mandates } = preview;
  return (
    <Facts
      rows={[
        [m.block_sign_in(), m.block_sign_in_text()],
        [m.block_sessions(), formatNumber(sessions)],
        [m.block_streams(), formatNumber(streams)],
        [
          m.block_subscription(),
          isRunning(until) ? m.block_subscription_text({ date: formatDate(until) }) : m.block_subscription_none(),
        ],
        [
          m.block_debits(),
          mandates > 0 ? m.block_debits_text({ number: formatNumber(mandates) }) : m.block_debits_none(),
        ],
        [m.block_saved(), m.block_saved_text()],
        [m.block_lists(), m.block_lists_text()],
        [m.reason_label(), <bdi key="reason">{reason}</bdi>],
      ]}
    />
  );
}
