import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { Facts } from '../../../platform/desk/Parts.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { StepDialog } from '../../../platform/desk/StepDialog.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useDraft } from '../../../platform/desk/use-draft.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatDate, formatNumber } from '../../../platform/text/format.ts';
import { getAccount } from '../accounts-contract.ts';
import { blockAccount, rehearseBlock } from '../blocks-contract.ts';
import { isRunning } from './words.ts';

/** A reason, then what would happen. */
export function BlockDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { value, isStored, change, clear } = useDraft(`block:${String(id)}`, { reason: '' });
  const { reason } = value;
  const rehearse = useAct(rehearseBlock);
  const act = useAct(blockAccount, [getAccount]);
  const preview = rehearse.data?.data;
  const finish = () => {
    clear();
    onClose();
  };
  return (
    <StepDialog
      title={m.block_title()}
      error={rehearse.error ?? act.error}
      next={{
        label: preview === undefined ? m.refund_see() : m.block_do(),
        isReady: isReason(reason),
        isBusy: rehearse.isPending || act.isPending,
        go: () => {
          if (preview === undefined) rehearse.mutate({ id });
          else act.mutate({ id, reason }, { onSuccess: finish });
        },
      }}
      back={
        preview === undefined
          ? null
          : {
              label: m.refund_back(),
              go: () => {
                rehearse.reset();
                act.reset();
              },
            }
      }
      onClose={onClose}
    >
      {preview === undefined ? (
        <>
          <DraftNote isStored={isStored} clear={clear} />
          <ReasonField
            hint={m.reason_hint_owner()}
            value={reason}
            onChange={(text) => {
              change({ reason: text });
            }}
          />
        </>
      ) : (
        <BlockFacts preview={preview} reason={reason} />
      )}
    </StepDialog>
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
