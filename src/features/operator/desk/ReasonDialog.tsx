import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { useDraft } from '../../../platform/desk/use-draft.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';

interface Props {
  id: number;
  /** Name of the draft; the account's number follows. */
  draft: string;
  title: string;
  text: string;
  label: string;
  act: {
    mutate: (input: { id: number; reason: string }, options: { onSuccess: () => void }) => void;
    error: Error | null;
    isPending: boolean;
  };
  onClose: () => void;
}

/** An act on an account that needs nothing but a reason, which its owner reads. */
export function ReasonDialog({ id, draft, title, text, label, act, onClose }: Props) {
  const { value, isStored, change, clear } = useDraft(`${draft}:${String(id)}`, { reason: '' });
  const { reason } = value;
  const finish = () => {
    clear();
    onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          act.mutate({ id, reason }, { onSuccess: finish });
        }}
      >
        <p>{text}</p>
        <DraftNote isStored={isStored} clear={clear} />
        <ReasonField
          hint={m.reason_hint_owner()}
          value={reason}
          onChange={(typed) => {
            change({ reason: typed });
          }}
        />
        <Refusal error={act.error} />
        <Button type="submit" disabled={!isReason(reason)} busy={act.isPending}>
          {label}
        </Button>
      </form>
    </Dialog>
  );
}
