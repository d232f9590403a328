import { useState } from 'react';
import { CallError } from '../../../platform/desk/call-desk.ts';
import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { isReason } from '../../../platform/desk/ReasonField.tsx';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { DoneNote } from '../../../platform/desk/Steps.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useDraft } from '../../../platform/desk/use-draft.ts';
import { MAX_REASON_CHARS } from '../../../platform/http/calls/reason.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { Field } from '../../../platform/ui/Field.tsx';
import { getAccount } from '../accounts-contract.ts';
import { listApprovals, requestMobileChange } from '../approvals-contract.ts';
import { finishMobileChange, type MobileChange } from '../mobiles-contract.ts';
import { MobileEffect } from './MobileEffect.tsx';
import { MobileProof } from './MobileProof.tsx';

interface Props {
  start: MobileChange;
  /** The number was changed, or a second member asked. */
  onDone: () => void;
  onClose: () => void;
}

/** A code of each number; where the present one is lost, a statement for a second member. */
export function MobileProofs({ start, onDone, onClose }: Props) {
  const [change, setChange] = useState(start);
  // Of the account: a page that was loaded again begins another change of its number.
  const draft = useDraft(`mobile-lost:${String(start.user_id)}`, { statement: '' });
  const { statement } = draft.value;
  const [choice, setChoice] = useState<'lost' | 'here' | null>(null);
  const isLost = choice === null ? draft.isStored : choice === 'lost';
  const finish = useAct(finishMobileChange, [getAccount], [getAccount]);
  const request = useAct(requestMobileChange, [listApprovals]);
  const isReady = change.new_proved && (isLost ? isReason(statement) : change.old_proved);
  const isDone = request.error instanceof CallError && request.error.error.code === 'key_used';
  const clear = () => {
    draft.clear();
    request.reset();
    setChoice('lost');
  };
  if (finish.isSuccess || request.isSuccess)
    return (
      <Dialog title={m.mobile_title()} onClose={onClose}>
        <p role="status">{finish.isSuccess ? m.mobile_done() : m.approval_sent()}</p>
        <Button onClick={onClose}>{m.refund_close()}</Button>
      </Dialog>
    );
  return (
    <Dialog title={m.mobile_title()} wide onClose={onClose}>
      <div className="desk-form">
        <p className="desk-note">{m.mobile_proof_note()}</p>
        <MobileProof change={change} number="new" onProof={setChange} />
        {!isLost && <MobileProof change={change} number="old" onProof={setChange} />}
        {isLost && (
          <>
            <p className="desk-note">{m.mobile_lost_note()}</p>
            <DraftNote isStored={draft.isStored} clear={clear} />
            <Field
              label={m.mobile_lost_label()}
              hint={m.reason_hint_owner()}
              value={statement}
              maxLength={MAX_REASON_CHARS}
              onChange={(event) => {
                draft.change({ statement: event.target.value });
              }}
            />
          </>
        )}
        {!change.old_proved && (
          <div className="desk-buttons">
            <Button
              look="link"
              onClick={() => {
                setChoice(isLost ? 'here' : 'lost');
              }}
            >
              {isLost ? m.mobile_found() : m.mobile_lost()}
            </Button>
          </div>
        )}
        <MobileEffect id={change.id} />
        {isDone ? <DoneNote clear={clear} /> : <Refusal error={finish.error ?? request.error} />}
        <div className="desk-buttons">
          <Button
            disabled={!isReady}
            busy={finish.isPending || request.isPending}
            onClick={() => {
              const { id } = change;
              const onSuccess = () => {
                draft.clear();
                onDone();
              };
              if (isLost) request.mutate({ key: draft.key, change: id, reason: statement }, { onSuccess });
              else finish.mutate({ id }, { onSuccess });
            }}
          >
            {isLost ? m.approval_ask() : m.mobile_do()}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
