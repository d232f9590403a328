import { useState } from 'react';
import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { StepDialog } from '../../../platform/desk/StepDialog.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useDraft } from '../../../platform/desk/use-draft.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { parseMobile } from '../../../platform/text/mobile.ts';
import { Field } from '../../../platform/ui/Field.tsx';
import { startMobileChange, type MobileChange } from '../mobiles-contract.ts';
import { MobileProofs } from './MobileProofs.tsx';

/** The new number and a reason, then the proofs, and the change. */
export function ChangeMobileDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { value, key, isStored, change, changeKey, clear } = useDraft(`mobile:${String(id)}`, { reason: '' });
  const { reason } = value;
  const [mobile, setMobile] = useState('');
  const [started, setStarted] = useState<MobileChange | null>(null);
  const start = useAct(startMobileChange);
  if (started !== null) return <MobileProofs start={started} onDone={clear} onClose={onClose} />;
  return (
    <StepDialog
      title={m.mobile_title()}
      error={start.error}
      next={{
        label: m.mobile_start(),
        isReady: parseMobile(mobile) !== null && isReason(reason),
        isBusy: start.isPending,
        go: () => {
          start.mutate(
            { id, key, mobile, reason },
            {
              onSuccess: ({ data }) => {
                changeKey();
                setStarted(data);
              },
              onError: changeKey,
            },
          );
        },
      }}
      back={null}
      onClose={onClose}
    >
      <DraftNote isStored={isStored} clear={clear} />
      <Field
        label={m.mobile_new()}
        hint={m.mobile_new_hint()}
        inputMode="tel"
        dir="ltr"
        value={mobile}
        maxLength={64}
        onChange={(event) => {
          setMobile(event.target.value);
        }}
      />
      <ReasonField
        hint={m.reason_hint_owner()}
        value={reason}
        onChange={(text) => {
          change({ reason: text });
        }}
      />
    </StepDialog>
  );
}
